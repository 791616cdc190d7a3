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
  expect(
    termsOf(KINDS['day-inventory'].fields, { rows: 'S214 5 2\n\nS215, 1, x\nS216 1 2 3' }),
  ).toMatchObject({
    rows: [{ code: 'S214', long: 5, short: 2 }, { code: 'S215', long: 1, short: 'x' }, 'S216 1 2 3'],
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
