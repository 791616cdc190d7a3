import { describe, expect, test } from 'vitest'
import { closedNow, type TaxStand } from './closed-now.ts'

/** No commission, so that the figures are those of the tax example alone. */
const FREE = { ratePpm: 0, minYen: 0, maxYen: 0 }
/** Half a thousandth: 500 yen of a million, and 50 of consumption tax. */
const USUAL = { ratePpm: 500, minYen: 0, maxYen: 1_000_000 }
const NOTHING: TaxStand = {
  account: 'withholding',
  year: '2026',
  total: 0,
  incomeTax: 0,
  localTax: 0,
  coming: [],
  costs: [],
}
type Lot = Parameters<typeof closedNow>[0][number]
const lot = (patch: Partial<Lot>): Lot => ({
  code: 'S100',
  side: 'up',
  leverage: 2,
  source: 'order',
  quantity: 1_000,
  openQuantity: 1_000,
  openPrice: 1_000,
  openFee: 0,
  accrued: 0,
  marketPrice: 1_100,
  ...patch,
})
const DAY = '2026-06-03'

describe('if everything were closed now', () => {
  // Tax: facts, margin and tax, section 6: 100,000 yen of profit 15,315 + 5,000; 10,000 yen 1,531 + 500.
  const rows: [name: string, lots: Lot[], tax: Partial<TaxStand>, resultYen: number, taxYen: number][] = [
    ['a profit', [lot({})], {}, 100_000, 20_315],
    ['a loss', [lot({ marketPrice: 900 })], {}, -100_000, 0],
    ['a short that fell', [lot({ side: 'down', marketPrice: 900 })], {}, 100_000, 20_315],
    ['nothing held', [], {}, 0, 0],
    [
      'a loss gives back what the year has withheld, no more',
      [lot({ marketPrice: 800 })],
      { total: 100_000, incomeTax: 15_315, localTax: 5_000 },
      -200_000,
      -20_315,
    ],
    ['a loss of the year comes off', [lot({})], { total: -90_000 }, 100_000, 2_031],
    [
      'what is on its way is taxed already',
      [lot({})],
      { coming: [{ date: '2026-06-02', gain: 50_000 }] },
      100_000,
      // 30,472 on 150,000 (22,972 + 7,500) less 10,157 on 50,000 (7,657 + 2,500).
      20_315,
    ],
    ['a loss on its way the same day', [lot({})], { coming: [{ date: DAY, gain: -90_000 }] }, 100_000, 2_031],
    ['an account that withholds nothing', [lot({})], { account: 'plain' }, 100_000, 0],
    [
      'shares paid in full, against their average cost',
      [lot({ leverage: 1 })],
      { costs: [{ code: 'S100', unitCost: 1_050 }] },
      50_000,
      10_157,
    ],
    ['charges and the opening fee count', [lot({ accrued: 300, openFee: 700 })], {}, 99_000, 20_111],
    [
      'of a part, its part of the opening fee',
      [lot({ openQuantity: 500, openFee: 701 })],
      {},
      49_649,
      10_085,
    ],
    ['without a price nothing has moved', [lot({ marketPrice: null })], {}, 0, 0],
    [
      'a day of another year begins at nothing',
      [lot({})],
      { year: '2025', total: 5_000_000, incomeTax: 765_750, localTax: 250_000 },
      100_000,
      20_315,
    ],
  ]
  test.each(rows)('%s', (_, lots, tax, resultYen, taxYen) => {
    const closed = closedNow(lots, FREE, { ...NOTHING, ...tax }, DAY)
    expect([closed.resultYen, closed.taxYen]).toEqual([resultYen, taxYen])
    expect(closed.afterTaxYen).toBe(closed.moveYen - closed.feeYen - closed.chargesYen - taxYen)
  })

  test('each lot is an order with its own commission; day trading has none', () => {
    const closed = closedNow([lot({}), lot({ source: 'day-trade' })], USUAL, NOTHING, DAY)
    // 1,100,000 yen × 0.05 % = 550, consumption tax 55.
    expect(closed).toMatchObject({ moveYen: 200_000, feeYen: 605, resultYen: 199_395 })
  })
})
