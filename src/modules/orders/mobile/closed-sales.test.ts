import { expect, test } from 'vitest'
import type { LotId } from '#kernel/id.ts'
import { bySale } from './closed-sales.ts'

const order = (number: string, lotId: LotId | null, filledQuantity = 100) => ({
  number,
  lotId,
  filledQuantity,
})
const lot = (id: LotId) => ({ id })

test('lots that one request closed are one sale; others stand by themselves', () => {
  const lots = ['a', 'b', 'c', 'd', 'e'].map(lot)
  const orders = [
    order('C-20261128-000007-1', 'a'),
    order('C-20261128-000007-2', 'b'),
    order('C-20261128-000008', 'c'),
    // Closed in two parts.
    order('C-20261128-000007-3', 'd', 50),
    order('C-20261128-000009', 'd', 50),
    // Came to nothing; the lot was closed by an order that is not known.
    order('C-20261128-000007-4', 'e', 0),
    order('O-20261128-000001', null),
  ]
  expect(bySale(lots, orders).map((sale) => sale.map(({ id }) => id))).toEqual([
    ['a', 'b'],
    ['c'],
    ['d'],
    ['e'],
  ])
  expect(bySale(lots, [])).toHaveLength(5)
})
