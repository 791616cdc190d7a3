import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')

/** Fields of figures and digits that are none of the design system's, and who reads them. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  // `f.read`, in hundredths of the language's own unit.
  'modules/market/mobile/ScreenFilters.tsx': 'f.read(',
  // A licence's number; other documents have letters.
  'modules/members/mobile/NameStep.tsx': 'inputMode={form.documentType',
}

test('every field of a figure or a code goes through the one reader', () => {
  const own = globSync('{modules/*/mobile,mobile}/*.tsx', { cwd: SRC }).filter((file) => {
    const code = readFileSync(join(SRC, file), 'utf8')
    return (
      /inputMode=(?:"(?:numeric|decimal)"|\{)/.test(code) &&
      !(READ_OTHERWISE[file] !== undefined && code.includes(READ_OTHERWISE[file]))
    )
  })
  expect(own).toEqual([])
})

test('every field of letters and digits alone shows them plain once it is left', () => {
  const own = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/<Field\n(?:(?!<Field|\/>)[\s\S])*?\/>/g)]
      .map(([code]) => code)
      .filter(
        (code) => /type="(?:tel|email)"|autoCapitalize="characters"/.test(code) && !code.includes(' plain\n'),
      )
      .map((code) => `${file}: ${code.slice(0, 80)}`),
  )
  expect(own).toEqual([])
})

test('no page reads typed figures by itself', () => {
  const own = globSync('{modules/*/mobile,mobile,ui}/*.{ts,tsx}', { cwd: SRC }).filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      /replace(?:All)?\([^)]*,[^)]*\\[sD]|Number\(text/.test(readFileSync(join(SRC, file), 'utf8')),
  )
  expect(own).toEqual([])
})

test('no page puts a figure of its own in the place of what is typed', () => {
  const own = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/<(?:Stepper|NumberField|AmountField)[\s\S]*?\/>/g)]
      .map(([code]) => /onChange=\{.*/.exec(code)?.[0] ?? '')
      .filter((code) => /Math\.|\|\||\?\?/.test(code))
      .map((code) => `${file}: ${code}`),
  )
  expect(own).toEqual([])
})

test('every stepper has a decimal point for a price, or says what it counts', () => {
  const own = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/<Stepper\n[\s\S]*?\/>/g)]
      .map(([code]) => code)
      .filter((code) => code.includes('decimals={1}') === code.includes(' unit="'))
      .map((code) => `${file}: ${code.slice(0, 80)}`),
  )
  expect(own).toEqual([])
})

test('every stepper of a price has a decimal point', () => {
  const own = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/<Stepper[\s\S]*?\/>/g)]
      .map(([code]) => code)
      .filter((code) => /nextTick|yenOf|ticket\.price/.test(code) && !code.includes('decimals={1}'))
      .map((code) => `${file}: ${code.slice(0, 80)}`),
  )
  expect(own).toEqual([])
})
