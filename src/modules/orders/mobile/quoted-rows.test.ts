import { describe, expect, it } from 'vitest'
import { consideration } from '#kernel/price.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { quotedRows, tradedYen, verdictYen } from './quoted-rows.ts'

/** 3,000 shares at 2.5×, quoted at 3,353 and filled in two parts at 3,352. */
const order = (change: Partial<OrderView> = {}) =>
  ({
    side: 'up',
    purpose: 'open',
    leverage: 2.5,
    quantity: 3_000,
    filledQuantity: 3_000,
    averagePrice: 3_352,
    fee: 1_100,
    quoted: { price: 3_353, notional: 10_059_000, margin: 4_023_600, fee: 1_100 },
    fills: [
      { at: '', price: 3_352, quantity: 1_800, fee: 1_100 },
      { at: '', price: 3_352, quantity: 1_200, fee: 0 },
    ],
    ...change,
  }) as OrderView

describe('quoted and actual', () => {
  it('stand side by side, line by line', () =>
    expect(quotedRows(order())).toEqual([
      { item: 'price', quoted: 3_353, actual: 3_352 },
      { item: 'notional', quoted: 10_059_000, actual: 10_056_000 },
      { item: 'margin', quoted: 4_023_600, actual: 4_022_400 },
      { item: 'fee', quoted: 1_100, actual: 1_100 },
    ]))

  it('a purchase in full speaks of no margin, but of what is paid for it', () =>
    expect(quotedRows(order({ leverage: 1 }))).toEqual([
      { item: 'price', quoted: 3_353, actual: 3_352 },
      { item: 'notional', quoted: 10_059_000, actual: 10_056_000 },
      { item: 'fee', quoted: 1_100, actual: 1_100 },
      { item: 'settled', quoted: 10_060_100, actual: 10_057_100 },
    ]))

  it('a sale speaks of what is received after the fee, and no closing of margin', () => {
    const closing = (change: Partial<OrderView>) => quotedRows(order({ purpose: 'close', ...change }))
    expect(closing({ side: 'down', leverage: 1 }).at(-1)).toEqual({
      item: 'settled',
      quoted: 10_057_900,
      actual: 10_054_900,
    })
    expect(closing({ side: 'up' }).map(({ item }) => item)).toEqual(['price', 'notional', 'fee'])
  })

  it('what was sent without a price to quote is held against nothing', () => {
    const blind = order({ quoted: { price: null, notional: 0, margin: 0, fee: 0 } })
    expect(quotedRows(blind).map(({ quoted }) => quoted)).toEqual([null, null, null, null])
    expect(verdictYen(blind)).toBe(0)
  })

  it('a part is not held against what was quoted for the whole', () => {
    const part = order({ filledQuantity: 1_800, fills: order().fills.slice(0, 1) })
    expect(quotedRows(part).map(({ quoted }) => quoted)).toEqual([3_353, null, null, null])
    expect(verdictYen(part)).toBe(0)
  })

  it.each([
    ['cheaper than quoted is better for a buyer', order(), 3_000],
    ['and worse for who sells short', order({ side: 'down' }), -3_000],
    ['a higher fee is worse for both', order({ fee: 1_150 }), 2_950],
  ] as const)('%s', (_, deps, yen) => expect(verdictYen(deps)).toBe(yen))
})

it('the value of an order is the sum of its fills, which its rounded average does not give back', () => {
  const fills = [
    { price: 1_000, quantity: 100 },
    { price: 1_000.1, quantity: 200 },
    // An odd lot: 25 shares at 507.5 yen.
    { price: 507.5, quantity: 25 },
  ] as OrderView['fills']
  expect(tradedYen({ fills: fills.slice(0, 2) })).toBe(300_020)
  expect(tradedYen({ fills })).toBe(300_020 + consideration(5_075, 25))
  expect(tradedYen({ fills: [] })).toBe(0)
  // As a trader met it: 4,000 at 196.9 on average.
  const four = [
    { price: 195, quantity: 200 },
    { price: 196, quantity: 1_300 },
    { price: 197, quantity: 1_300 },
    { price: 198, quantity: 1_200 },
  ] as OrderView['fills']
  expect(tradedYen({ fills: four })).toBe(787_500)
})
