import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { changedFiles } from '../simulation/changed-files.ts'
import { withBug } from '../simulation/planting.ts'
import { MODULE_BUGS } from './planted-bugs.ts'
import { failuresWith } from './planting.ts'

const IS_LONG = process.env['TEST_LONG'] === '1'
const ROOT = join(import.meta.dirname, '../..')
/** All in the long form; else one, and one of those whose code has just been changed. */
const USUAL = 'ticket-good-for-many'
const changed = IS_LONG ? [] : changedFiles(ROOT)
const looked = IS_LONG
  ? MODULE_BUGS
  : [
      ...MODULE_BUGS.filter(({ name }) => name === USUAL),
      ...MODULE_BUGS.filter(({ name, file }) => name !== USUAL && changed.includes(file)).slice(0, 1),
    ]

it('each stands on a line that is there once', () => {
  expect(new Set(MODULE_BUGS.map(({ name }) => name)).size).toBe(MODULE_BUGS.length)
  for (const bug of MODULE_BUGS)
    expect(withBug(readFileSync(join(ROOT, bug.file), 'utf8'), bug), bug.name).toContain(bug.wrong)
})

it('the page lists them by the test that sees them', () => {
  const page = readFileSync(join(ROOT, 'docs/simulation.md'), 'utf8')
  for (const [test, bugs] of Map.groupBy(MODULE_BUGS, ({ test: each }) => each))
    expect(page).toContain(`| \`${test}\` | ${bugs.map(({ name }) => `\`${name}\``).join(', ')} |\n`)
})

describe('a planted bug is seen by the test of its kind', () => {
  it.each(looked.map((bug) => [bug.name, bug] as const))(
    '%s',
    async (name, bug) => {
      const failed = await failuresWith(bug)
      expect(failed, `${name} was not seen by ${bug.test}`).not.toEqual([])
      console.log(`${name}: ${failed[0]}${failed.length > 1 ? `, and ${failed.length - 1} more` : ''}`)
    },
    3 * MINUTE,
  )
})
