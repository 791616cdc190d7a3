import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { changedFiles } from './changed-files.ts'
import { simulateInAProcess } from './in-a-process.ts'
import { INVARIANTS } from './invariants/all.ts'
import { PLANTED_BUGS } from './planted-bugs.ts'
import { withBug } from './planting.ts'

const IS_LONG = process.env['TEST_LONG'] === '1'
const ROOT = join(import.meta.dirname, '../..')
const MOST_SEEDS = 500
const STEPS = 300

/** All in the long form; else one, and a few of those whose code has just been changed. */
const MOST_CHANGED = 5
const changed = IS_LONG ? [] : changedFiles(ROOT)
const looked = IS_LONG
  ? PLANTED_BUGS
  : [
      ...PLANTED_BUGS.filter(({ name }) => name === 'same-report-twice'),
      ...PLANTED_BUGS.filter(
        ({ name, file }) => name !== 'same-report-twice' && changed.includes(file),
      ).slice(0, MOST_CHANGED),
    ]

it('there are at least 25, each on a line that is there once', () => {
  expect(PLANTED_BUGS.length).toBeGreaterThanOrEqual(25)
  expect(new Set(PLANTED_BUGS.map(({ name }) => name)).size).toBe(PLANTED_BUGS.length)
  for (const bug of PLANTED_BUGS)
    expect(withBug(readFileSync(join(ROOT, bug.file), 'utf8'), bug)).toContain(bug.wrong)
})

it('the page lists them by what finds them', () => {
  const page = readFileSync(join(ROOT, 'docs/simulation.md'), 'utf8')
  const byWhat = Map.groupBy(PLANTED_BUGS, ({ breaks }) => breaks.join(', '))
  for (const [what, bugs] of byWhat)
    expect(page).toContain(`| ${what} | ${bugs.map(({ name }) => `\`${name}\``).join(', ')} |\n`)
})

it('each invariant is asked here, or names the test that asks it', () => {
  expect(Object.keys(INVARIANTS)).toEqual(Array.from({ length: 20 }, (_, index) => `I${index + 1}`))
  for (const { batch, rest, elsewhere } of Object.values(INVARIANTS))
    expect(batch ?? rest ?? elsewhere).toBeDefined()
})

describe(`a planted bug is found within ${MOST_SEEDS} seeds`, () => {
  it.each(looked.map(({ name, breaks }) => [name, breaks] as const))(
    '%s: %s',
    async (bug, breaks) => {
      const { found, seeds } = await simulateInAProcess({ seeds: MOST_SEEDS, steps: STEPS, bug })
      expect(found, `${bug} was not found by ${seeds} seeds`).not.toBeNull()
      expect(breaks).toContain(found!.invariant)
      console.log(`${bug}: seed ${found!.seed}, step ${found!.step}, ${found!.invariant}: ${found!.what}`)
    },
    (IS_LONG ? 30 : 5) * MINUTE,
  )
})
