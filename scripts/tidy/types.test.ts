import { expect, test } from 'vitest'
import { tidy } from './rules.ts'

const said = (files: Record<string, string>): string[] =>
  tidy(files, {})
    .filter(({ what }) => !/reaches? this file/.test(what))
    .map(({ file, line, what }) => `${file}:${line}: ${what}`)

const reasoned = (use: string, times: number): string =>
  Array.from({ length: times }, (_, n) => `// A reason.\nexport const a${n} = b ${use}\n`).join('')

test.each([
  ['a cast', 'export const a = b as unknown as string', 'as unknown as without its reason'],
  ['any of a parameter', 'export const a = (b: any) => b', 'any without its reason'],
  ['any of a list', 'export type A = { b: any[] }', 'any without its reason'],
  ['any of a generic', 'export type A = Map<string, any>', 'any without its reason'],
  ['any as a default', 'export type A<B = any> = B[]', 'any without its reason'],
])('%s without a reason is refused', (_, text, what) => {
  expect(said({ 'src/kernel/a.ts': text })).toEqual([expect.stringContaining(`src/kernel/a.ts:1: ${what}`)])
})

test.each([
  ['a reason on the line above', '// A reason.\nexport type A = any'],
  ['a reason on the same line', 'export type A = any // a reason'],
  ['a doc comment', '/** A reason. */\nexport type A = any'],
  ['the words elsewhere', `// any as unknown as\nexport const a = 'as unknown as any'`],
  ['a matcher', 'expect(a).toEqual([expect.any(Error)])'],
])('%s passes', (_, text) => {
  expect(said({ 'src/kernel/a.ts': text })).toEqual([])
})

test.each(['as unknown as string', 'as any'])('%s stands nine times in all, and no more', (use) => {
  expect(said({ 'src/kernel/a.ts': reasoned(use, 5), 'bench/b.ts': reasoned(use, 4) })).toEqual([])
  expect(said({ 'src/kernel/a.ts': reasoned(use, 5), 'test/b.test.ts': reasoned(use, 5) })).toEqual([
    expect.stringContaining('stands more than 9 times in all'),
  ])
})

test('a type of the glossary is declared once', () => {
  const declared = `export type OrderStatus = 'pending'`
  expect(said({ 'src/kernel/a.ts': declared, 'src/kernel/b.ts': declared })).toEqual([
    'src/kernel/b.ts:1: OrderStatus is declared in src/kernel/a.ts: import it',
  ])
  expect(said({ 'src/kernel/a.ts': declared, 'src/kernel/b.test.ts': declared })).toEqual([])
  expect(
    said({ 'src/kernel/a.ts': declared, 'src/kernel/b.ts': `export type { OrderStatus } from './a.ts'` }),
  ).toEqual([])
})
