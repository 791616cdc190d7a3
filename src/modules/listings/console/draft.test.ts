import { expect, it } from 'vitest'
import { isFormed } from '../model/check.ts'
import { KINDS, LISTING_KINDS } from '#registry/listing-kinds.ts'
import { GOOD } from '../model/terms.fixture.ts'
import { changedFields, draftOf, termsOf } from './draft.ts'

it.each(LISTING_KINDS)('terms of %s become a form and the same terms again', (kind) => {
  const { fields } = KINDS[kind]
  const again = termsOf(fields, draftOf(fields, GOOD[kind]))
  expect(again).toEqual(GOOD[kind])
  expect(isFormed(kind, again)).toBe(true)
})
it('what is not in its form stays a text, and is refused', () => {
  const { fields } = KINDS['block-sale']
  const draft = {
    ...draftOf(fields, GOOD['block-sale']),
    priceTenths: '1,950.55',
    units: '5千',
    opensAt: 'tomorrow',
  }
  expect(termsOf(fields, draft)).toMatchObject({ priceTenths: '1,950.55', units: '5千', opensAt: 'tomorrow' })
  expect(termsOf(fields, { ...draft, priceTenths: '1,950.5', units: '5,000' })).toMatchObject({
    priceTenths: 19_505,
    units: 5_000,
  })
  // A decimal comma would make a price ten times as high, and a number of units too.
  for (const [priceTenths, units] of [
    ['1950,5', '5,0'],
    ['1,95', '50,00'],
  ] as const)
    expect(termsOf(fields, { ...draft, priceTenths, units })).toMatchObject({ priceTenths, units })
  expect(
    termsOf(KINDS['day-inventory'].fields, { rows: 'S214 5 2\n\nS215, 1, x\nS216 1 2 3' }),
  ).toMatchObject({
    rows: [{ code: 'S214', long: 5, short: 2 }, { code: 'S215', long: 1, short: 'x' }, 'S216 1 2 3'],
  })
})
it('a rate is typed in percent, with a point or a comma', () => {
  const { fields } = KINDS['copy-product']
  for (const [typed, ppm] of [
    ['20', 200_000],
    ['0.5', 5_000],
    ['0,0001', 1],
    ['1,950.5', '1,950.5'],
    ['20%', '20%'],
  ] as const)
    expect(termsOf(fields, { performancePpm: typed })).toMatchObject({ performancePpm: ppm })
  expect(draftOf(fields, { ...GOOD['copy-product'], performancePpm: 12_345 })).toMatchObject({
    performancePpm: '1.2345',
  })
})
it('a difference is told by field', () => {
  expect(
    changedFields(KINDS.ipo.fields, GOOD.ipo, {
      ...GOOD.ipo,
      publicUnits: 2_001,
      names: { ...GOOD.ipo.names, fr: 'Aoba' },
    }),
  ).toEqual(['names', 'publicUnits'])
})
