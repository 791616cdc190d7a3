import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { textParts } from './catalogues.ts'
import { isEntryOf, partIn } from './parts.ts'

const SRC = join(import.meta.dirname, '..')
const partOf = textParts()
/** Behind a press that waits for all texts (`ui/Term.tsx`). */
const LATER = ['ui/TermSheet.tsx', 'ui/FreezeLine.tsx']
/** The sources of what may be on the screen before the second part of the texts is here. */
const FIRST_SCREEN = [
  '{ui,client,mobile}/**/*.{ts,tsx}',
  'modules/home/mobile/{HomePage,HomeActions,MemberAssets}.tsx',
  'modules/market/mobile/{IndexStrip,LiveRow}.tsx',
  'modules/portfolio/mobile/{OwingNotice.tsx,live.ts}',
  'modules/inbox/mobile/{public,unread}.ts',
]

test('the first screen says nothing that is still on its way', () => {
  const files = globSync(FIRST_SCREEN, { cwd: SRC }).filter(
    (file) => !file.includes('.test.') && !LATER.includes(file),
  )
  expect(files.length).toBeGreaterThan(60)
  const said = files.flatMap((file) =>
    [
      ...readFileSync(join(SRC, file), 'utf8').matchAll(
        /\b(?:t|translate|text)\(\s*['`]([a-z][\w-]*\.[\w.]*)/g,
      ),
    ].map((match) => `${file}: ${match[1]}`),
  )
  expect(said.length).toBeGreaterThan(80)
  expect(said.filter((line) => partOf(line.split(': ')[1]!) !== 'first')).toEqual([])
})

test('the phone says nothing that only the console loads', () => {
  const files = globSync(['{ui,client,mobile}/**/*.{ts,tsx}', 'modules/*/{mobile,model}/**/*.{ts,tsx}'], {
    cwd: SRC,
  }).filter((file) => !file.includes('.test.'))
  const said = files.flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/['`]([a-z][\w-]*\.[\w.]*)/g)].map(
      (match) => `${file}: ${match[1]}`,
    ),
  )
  expect(said.length).toBeGreaterThan(1_000)
  expect(said.filter((line) => partOf(line.split(': ')[1]!) === 'console' && !/\.tsx?$/.test(line))).toEqual(
    [],
  )
})

test.each<[key: string, part: string]>([
  ['title', 'first'],
  ['level', 'rest'],
  ['level.next', 'trading'],
  ['levels', 'rest'],
  ['rejection.LATE', 'console'],
  ['message.added.title', 'console'],
  ['console.title', 'console'],
  ['pageTitle.gifts', 'first'],
])('a folder lists keys and beginnings of keys: %s goes with %s', (key, part) =>
  expect(partIn({ first: ['title'], trading: ['level.'], console: ['rejection.'] }, key)).toBe(part),
)

test('a folder may put all of its texts into a part, but for those that another lists', () => {
  const parts = { first: ['*'], console: ['reason.'] }
  expect(['a', 'b.c', 'reason.d', 'message.e'].map((key) => partIn(parts, key))).toEqual([
    'first',
    'first',
    'console',
    'console',
  ])
  expect([isEntryOf('*', 'a'), isEntryOf('a', 'a.b')]).toEqual([true, false])
})
