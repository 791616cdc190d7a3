import { expect, it } from 'vitest'
import type { OrderView } from '#modules/orders/contract.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import type { TaxView } from '#modules/tax/contract.ts'
import { asOne, realizedBp, taxOf, isAbout } from './result-figures.ts'

/** A sale of 300 shares out of two lots: 200 at 1,010.5 and 100 at 1,009, of which the second waits. */
const order = (change: Partial<OrderView>) =>
  ({
    id: 'one',
    status: 'closed',
    side: 'down',
    purpose: 'close',
    leverage: 1,
    quantity: 200,
    filledQuantity: 200,
    averagePrice: 1_010.5,
    fee: 110,
    lotId: 'lot-1',
    profit: 1_990,
    quoted: { price: 1_011, notional: 202_200, margin: 0, fee: 110 },
    fills: [{ at: '', price: 1_010.5, quantity: 200, fee: 110, receipt: null }],
    ...change,
  }) as OrderView
const traded = order({
  id: 'two',
  quantity: 100,
  filledQuantity: 100,
  averagePrice: 1_009,
  fee: 20,
  lotId: 'lot-2',
  profit: -120,
  quoted: { price: 1_010, notional: 101_000, margin: 0, fee: 20 },
  fills: [{ at: '', price: 1_009, quantity: 100, fee: 20, receipt: null }],
})
const waiting = {
  ...traded,
  status: 'pending',
  filledQuantity: 0,
  fills: [],
  profit: null,
  fee: 0,
} as OrderView

it('several orders are one result: sums, and the average of all that traded', () => {
  expect(asOne([order({}), traded])).toMatchObject({
    status: 'closed',
    quantity: 300,
    filledQuantity: 300,
    averagePrice: 1_010,
    fee: 130,
    profit: 1_870,
    quoted: { price: null, notional: 303_200, fee: 130 },
  })
  expect(asOne([order({})])).toEqual(order({}))
})

it('one that waits keeps the result open; what has traded is said', () => {
  expect(asOne([order({}), waiting])).toMatchObject({
    status: 'pending',
    quantity: 300,
    filledQuantity: 200,
    averagePrice: 1_010.5,
    profit: 1_990,
  })
  expect(asOne([waiting])).toMatchObject({ filledQuantity: 0, profit: null })
})

it('the result in per cent is of what the closed shares were opened for', () => {
  const lots = [
    { id: 'lot-1', openPrice: 1_000, soldCost: null },
    { id: 'lot-2', openPrice: 1_010, soldCost: null },
  ] as LotView[]
  // 1,870 of 301,000 yen.
  expect(realizedBp([order({}), traded], lots)).toBeCloseTo(62.126, 3)
  expect(realizedBp([order({}), waiting], lots)).toBeCloseTo(99.5, 3)
  expect(realizedBp([order({}), traded], lots.slice(1))).toBeNull()
  expect(realizedBp([waiting], lots)).toBeNull()
  // Shares paid in full have gone out at their average cost: 1,990 of 200 × 1,100 yen.
  expect(realizedBp([order({})], [{ ...lots[0]!, soldCost: 1_100 }])).toBeCloseTo(90.45, 2)
})

it('tax is that of the settlement day on which these orders count', () => {
  const coming = [
    {
      date: '2026-11-30',
      gain: 500,
      incomeTax: 76,
      localTax: 25,
      results: [{ orderId: 'other', gain: 500 }],
    },
    {
      date: '2026-12-01',
      gain: 2_370,
      incomeTax: 286,
      localTax: 93,
      results: [
        { orderId: 'one', gain: 1_990 },
        { orderId: 'two', gain: -120 },
        { orderId: 'other', gain: 500 },
      ],
    },
  ] as TaxView['coming']
  expect(taxOf([order({}), traded], coming)).toEqual({ date: '2026-12-01', dayTaxYen: 379 })
  expect(taxOf([{ ...waiting, id: 'three' }], coming)).toBeNull()
})

it('a fill that comes before the first answer is news of it: the answer may be of before', () => {
  expect(isAbout(undefined, 'a')).toBe(true)
  expect(isAbout([{ id: 'a' }], 'a')).toBe(true)
  expect(isAbout([{ id: 'b' }], 'a')).toBe(false)
})
