import { expect, test } from 'vitest'
import type { OrderView } from '#modules/orders/contract.ts'
import { inTheWay } from './in-the-way.ts'

const order = (patch: Partial<OrderView>): OrderView =>
  ({
    code: 'S214',
    number: 'O-1',
    side: 'up',
    price: 1_990,
    condition: 'none',
    place: 'venue',
    ...patch,
  }) as OrderView
const selling = { code: 'S214', side: 'down', quantity: 300, board: undefined } as const
const board = { bids: [[20_000, 500] as const], asks: [[20_010, 500] as const] }

test.each<
  [what: string, closing: Parameters<typeof inTheWay>[0][number], own: Partial<OrderView>, count: number]
>([
  ['a purchase of the stock that is sold', selling, {}, 1],
  ['a sale beside it', selling, { side: 'down' }, 0],
  ['a purchase of another', selling, { code: 'S620' }, 0],
  ['a stop that waits for its price', selling, { place: 'armed' }, 0],
  ['others buy all of it at a better price', { ...selling, board }, {}, 0],
  ['others buy a part of it at a better price', { ...selling, quantity: 600, board }, {}, 1],
  ['a purchase at the best price', { ...selling, board }, { price: 2_000 }, 1],
  ['a purchase at market', { ...selling, board }, { price: null }, 1],
])('in the way of closing at market: %s', (_, closing, own, count) =>
  expect(inTheWay([closing], [order(own)])).toHaveLength(count),
)
