import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { CLUSTER_VARIABLE } from '#platform/database/test-database.ts'
import { layOut } from './lay-out.ts'
import { register, withTable } from './registrations.ts'

const ROOT = join(import.meta.dirname, '../..')
const isLong = process.env['TEST_LONG'] !== undefined

const problemOf = (root: string, name: string): string => {
  const laidOut = layOut(root, name)
  return laidOut.ok ? 'none' : laidOut.problem
}

test.each<[name: string, problem: RegExp]>([
  ['gifts', /^none$/],
  ['policies', /^none$/],
  ['Gifts', /plural noun in lower-case letters/],
  ['gift', /plural noun/],
  ['gift-cards', /plural noun/],
  ['../gifts', /plural noun/],
  ['', /plural noun/],
  ['process', /plural noun/],
  ['switches', /plural noun/],
  ['rooms', /"rooms" is no word of the field: say modules/],
  ['orders', /module "orders" already/],
  ['devices', /page "devices" already/],
  ['deposits', /page of the console "deposits" already|table "deposits" already/],
  ['sessions', /table "sessions" already/],
  ['columns', /every new module uses the name "columns"/],
])('a module called %j: %s', (name, problem) => expect(problemOf(ROOT, name)).toMatch(problem))

const anchored = { file: 'a.ts', anchor: 'end\n', before: 'mine\n' }
test.each<[why: string, text: string, answer: object]>([
  ['in its place', 'first\nend\n', { ok: true, text: 'first\nmine\nend\n' }],
  ['gone', 'first\n', { ok: false, problem: expect.stringContaining('a.ts has 0 times the line "end"') }],
  ['twice', 'end\nend\n', { ok: false, problem: expect.stringContaining('a.ts has 2 times') }],
])('a line that is an anchor, %s', (_, text, answer) => expect(register(text, anchored)).toEqual(answer))

test.each<[table: string, schema: string]>([
  ['b', '-- Head.\n\ncreate table b ();\n\ncreate table c ();\n\ncreate view a as\n'],
  ['d', '-- Head.\n\ncreate table c ();\n\ncreate table d ();\n\ncreate view a as\n'],
])('the table %s stands in the order of names, in front of views', (table, schema) =>
  expect(
    withTable('-- Head.\n\ncreate table c ();\n\ncreate view a as\n', table, `create table ${table} ();\n`),
  ).toBe(schema),
)

describe('in a copy of the repository', () => {
  const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'data', 'screens'])
  let copy: string
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'akari-new-module-'))
    for (const name of readdirSync(ROOT))
      if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
    symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  })
  afterAll(() => rmSync(copy, { recursive: true }))

  /** Runs a command there, as from a shell of its own; its exit code, and what it said. */
  const run = (command: string, ...args: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const inherited = Object.entries(process.env).filter(
        ([name]) => name !== CLUSTER_VARIABLE && name !== 'TEST_LONG' && !name.startsWith('VITEST'),
      )
      const env = { ...Object.fromEntries(inherited), NO_COLOR: '1' }
      execFile(command, args, { cwd: copy, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr }),
      )
    })
  const npmRun = (...args: string[]) => run(process.execPath, 'scripts/boot.mjs', ...args)
  const passes = async (command: string, ...args: string[]) => {
    const { code, said } = await run(command, ...args)
    expect([command, ...args, code, code === 0 ? '' : said]).toEqual([command, ...args, 0, ''])
  }
  const bin = (name: string) => join(ROOT, 'node_modules/.bin', name)

  it('refuses with a sentence and writes nothing where a line is gone that it needs', async () => {
    const file = join(copy, 'src/registry/pages.ts')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('const MODULES = {', 'const RENAMED = {'))
    const { code, said } = await npmRun('new-module', 'gifts')
    writeFileSync(file, text)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/src\/registry\/pages\.ts has 0 times the line.*\n$/),
    ])
    expect(readdirSync(join(copy, 'src/modules'))).not.toContain('gifts')
  })

  it('lays out a module that is in order and passes its own test', { timeout: 300_000 }, async () => {
    const { code, said } = await npmRun('new-module', 'gifts')
    expect([code, said]).toEqual([0, expect.stringContaining('src/modules/gifts/contract.ts')])
    expect(problemOf(copy, 'gifts')).toMatch(/module "gifts" already/)
    await passes(bin('oxfmt'), '--check')
    for (const script of ['texts', 'tidy', 'openapi', 'console-writes'])
      await passes(process.execPath, `scripts/${script}.ts`)
    await passes(bin('tsc'), '-p', 'tsconfig.json')
    await passes(bin('oxlint'), '--type-aware', '--deny-warnings', 'src/modules/gifts')
    await passes(bin('knip'), '--no-progress')
    await passes(bin('vitest'), 'run', 'src/modules/gifts', 'src/platform/database/migrate.test.ts')
  })

  it.skipIf(!isLong)(
    'is whole: its page is in the app, its routes are closed to others, its table runs again from the journal',
    { timeout: 1_800_000 },
    async () => {
      const { code, said } = await npmRun(
        'test',
        'src/client/paths.test.ts',
        'src/i18n/parts.test.ts',
        'src/mobile/page-texts.test.ts',
        'src/modules/staff/model/approval.test.ts',
        'src/platform/limits-page.test.ts',
        'src/server/ownership.test.ts',
        'src/server/rogue-operator.test.ts',
        'src/server/journal-replay.test.ts',
        'src/server/sixty-values.test.ts',
        'src/server/records.test.ts',
        'test/invariants/registry.test.ts',
        'test/journeys/every-screen.test.ts',
      )
      expect([code, code === 0 ? '' : said]).toEqual([0, ''])
    },
  )
})
