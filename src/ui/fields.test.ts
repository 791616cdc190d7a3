import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SRC = join(import.meta.dirname, '..')

/** Fields of figures and digits that are none of the design system's, and who reads them. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  // `f.read`, in hundredths of the language's own unit.
  'modules/market/mobile/ScreenFilters.tsx': 'f.read(',
  // A postal code keeps its zeros: the form reads it as text.
  'modules/members/mobile/FactFields.tsx': 'autoComplete="postal-code"',
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

/** Files with fields whose state is not a draft, each with its reason. */
const NO_DRAFT: Readonly<Record<string, readonly string[]>> = {
  'passwords and codes are kept nowhere': [
    'AuthenticatorPage',
    'ChangePasswordPage',
    'PasskeySheets',
    'PhoneCode',
    'RecoveryPage',
    'SessionStepUp',
    'StepUpFields',
    'TransactionPasswordPage',
    'UnlockSheet',
    'factor-change',
  ].map((page) => `modules/identity/mobile/${page}.tsx`),
  'a part of a form that keeps the draft': [
    'modules/funding/mobile/AmountField.tsx',
    'modules/members/mobile/ChipStep.tsx',
    'modules/members/mobile/DocumentStep.tsx',
    'modules/members/mobile/FactFields.tsx',
    'modules/members/mobile/NameStep.tsx',
    'modules/orders/mobile/TicketExits.tsx',
    'modules/orders/mobile/TicketTerms.tsx',
    'modules/orders/mobile/TrailDistance.tsx',
  ],
  'kept for the member with each change': ['modules/market/mobile/StudyForm.tsx'],
  'begins with an order or a lot as it stands at that moment': [
    'modules/orders/mobile/AmendSheet.tsx',
    'modules/orders/mobile/CloseSheet.tsx',
    'modules/orders/mobile/ExitFields.tsx',
    'modules/orders/mobile/OneTapPage.tsx',
  ],
  'a word to find or to name a list by': [
    'modules/funding/mobile/PlaceSheet.tsx',
    'modules/market/mobile/ComparePick.tsx',
    'modules/market/mobile/SaveScreen.tsx',
    'modules/market/mobile/SearchPage.tsx',
    'modules/market/mobile/WatchlistsPage.tsx',
    'modules/orders/mobile/OrdersPage.tsx',
    'modules/orders/mobile/TemplatesSheet.tsx',
  ],
}

test('what is typed into a form survives a reload, but for passwords and codes', () => {
  const FIELD =
    /<(?:AmountField|CodeField|Field|NumberField|PasswordField|SearchField|SelectField|Stepper|TextArea)\b/
  const without = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).filter((file) => {
    const code = readFileSync(join(SRC, file), 'utf8')
    return FIELD.test(code) && !code.includes('useDraft')
  })
  expect(without.toSorted()).toEqual(Object.values(NO_DRAFT).flat().toSorted())
})

test('no draft holds a password, a code or a picture', () => {
  const drafts = globSync('modules/*/mobile/*.tsx', { cwd: SRC }).flatMap((file) =>
    [...readFileSync(join(SRC, file), 'utf8').matchAll(/= useDraft[\s\S]*?\n {2}(?=\S)/g)].map(
      ([code]) => `${file}: ${code}`,
    ),
  )
  expect(drafts.length).toBeGreaterThan(15)
  expect(drafts.filter((draft) => /password|verification|oneTime|secret|image|blob/i.test(draft))).toEqual([])
})
