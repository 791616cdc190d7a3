import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'
import { formatter } from '#i18n/format.ts'
import type * as Texts from '#client/texts.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'

vi.mock('#client/texts.ts', async (original) => {
  const real = await original<typeof Texts>()
  return { ...real, useT: () => real.translate, useFormat: () => formatter('en') }
})

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { documentElement: { dataset: {}, setAttribute() {} }, addEventListener() {} })
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', hash: '' })
  const { session } = await import('#client/session.ts')
  session.setLocale('en')
  const { loadTexts, textsUpTo } = await import('#client/texts.ts')
  await loadTexts()
  await textsUpTo('rest')
})

test.each([
  [0, true],
  [1, false],
] as const)('the pad of a field with %i decimals has a key for the most: %s', async (decimals, hasMost) => {
  const { NumberPad } = await import('#ui/NumberPad.tsx')
  const nothing = () => {}
  const pad = renderToStaticMarkup(
    createElement(NumberPad, {
      label: 'Take-profit',
      text: '',
      decimals,
      onType: nothing,
      onStep: nothing,
      onMax: nothing,
      onDone: nothing,
    }),
  )
  expect(pad.includes('Max')).toBe(hasMost)
})

test.each<[typed: string, table: TickTable, said: string]>([
  ['889.85', 'topix500', 'tick size is ¥0.1: enter ¥889.8 or ¥889.9'],
  ['889.85', 'other', 'tick size is ¥1: enter ¥889 or ¥890'],
  ['2100.25', 'topix500', 'tick size is ¥0.5: enter ¥2,100 or ¥2,100.5'],
  ['abc', 'topix500', 'number'],
])('a price %s among ticks of %s says the tick', async (typed, table, said) => {
  const { useFigureError } = await import('#ui/figure-error.ts')
  const { tooFineFor } = await import('#modules/orders/mobile/price-error.ts')
  const { translate } = await import('#client/texts.ts')
  // Keys known only at run time: the key and its arguments are given as they come.
  const text = translate as unknown as Parameters<typeof tooFineFor>[0]
  const Problem: FunctionComponent = () =>
    useFigureError()(typed, { decimals: 1, unit: 'yen', tooFine: tooFineFor(text, table) })
  expect(renderToStaticMarkup(createElement(Problem))).toContain(said)
})

test.each([
  ['1000.555', undefined, 'at most 2 decimals'],
  ['1000.555', 'whole yen', 'whole yen'],
  ['1,000.5.5', 'whole yen', 'number'],
])('an amount %s where two decimals are taken and the rule is %s says %s', async (typed, rule, said) => {
  const { useFigureError } = await import('#ui/figure-error.ts')
  const Problem: FunctionComponent = () =>
    useFigureError()(typed, {
      decimals: 2,
      unit: 'yen',
      tooFine: rule === undefined ? undefined : () => rule,
    })
  expect(renderToStaticMarkup(createElement(Problem))).toContain(said)
})

test('a transaction password that was refused says so at its field', async () => {
  const { StepUpFields } = await import('#modules/identity/mobile/StepUpFields.tsx')
  const nothing = () => {}
  const fields = (refusal: string | null) =>
    renderToStaticMarkup(
      createElement(StepUpFields, {
        stepUp: {
          needs: { transactionPassword: true, method: 'demo', orTotp: false },
          hasTransactionPassword: true,
          transactionPassword: '',
          oneTimeCode: '',
          tried: true,
          byCode: false,
          chooseCode: nothing,
          type: nothing,
          prove: () => Promise.resolve(null),
          heard: nothing,
          refusal,
        },
      }),
    )
  expect(fields('That is not it.')).toContain('That is not it.')
  expect(fields(null)).toContain('Enter')
})
