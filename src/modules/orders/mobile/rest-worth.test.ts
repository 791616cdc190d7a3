import { expect, it } from 'vitest'
import { restWorth } from './rest-worth.ts'

/** As a trader met it: quoted through four levels, of which 4,000 × 196.9 yen is not the sum. */
const order = {
  side: 'up',
  type: 'market',
  condition: 'none',
  quantity: 4_000,
  filledQuantity: 0,
  quoted: { price: 196.9, notional: 787_500, margin: 787_500, fee: 0 },
} as const
const asks = [
  [1_950, 200],
  [1_960, 1_300],
  [1_970, 1_300],
  [1_980, 2_000],
] as const

it('the rest of an order comes to the sum of its levels, and to no average', () => {
  expect(restWorth(order, null, { board: { asks, bids: [] } })).toEqual({ price: 196.9, yen: 787_500 })
  expect(restWorth(order, null)).toEqual({ price: 196.9, yen: 787_500 })
  expect(restWorth({ ...order, filledQuantity: 2_000 }, null)).toEqual({ price: 196.9, yen: 393_750 })
  expect(restWorth({ ...order, filledQuantity: 3_900 }, null, { board: { asks, bids: [] } })).toEqual({
    price: 195,
    yen: 19_500,
  })
})
it('at a price it comes to that price', () => {
  expect(restWorth({ ...order, type: 'limit' }, 196.9)).toEqual({ price: 196.9, yen: 787_600 })
  expect(restWorth({ ...order, quoted: { ...order.quoted, price: null } }, null)).toBeNull()
})
it('for an auction the board says nothing', () => {
  const atOpen = {
    ...order,
    condition: 'at-open',
    quoted: { ...order.quoted, price: 195, notional: 780_000 },
  } as const
  const board = { asks, bids: [] }
  expect(restWorth(atOpen, null, { board })).toEqual({ price: 195, yen: 780_000 })
  expect(restWorth(atOpen, null, { board, best: 196 })).toEqual({ price: 196, yen: 784_000 })
})
