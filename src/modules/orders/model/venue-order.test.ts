import { expect, test } from 'vitest'
import type { Order } from './order.ts'
import { newAtVenue, venueOrder } from './venue-order.ts'

const order = (patch: Partial<Order>): Order =>
  ({
    id: 'o',
    memberId: 'm',
    code: 'S940',
    side: 'down',
    origin: 'stop-loss',
    priceTenths: null,
    timeInForce: 'day',
    condition: 'none',
    quantity: 300,
    filledQuantity: 100,
    venueSeq: null,
    ...patch,
  }) as Order
const first = { firstDay: true, lowerLimitTenths: 2_500, upperLimitTenths: 40_000 }

const cases: [
  what: string,
  order: Partial<Order>,
  quote: Parameters<typeof newAtVenue>[2],
  ordType: string,
  priceTenths: number | null,
][] = [
  ['a stop-loss at market', {}, { ...first, firstDay: false }, 'MARKET', null],
  ['a stop-loss of a long on the first day', {}, first, 'LIMIT', 2_500],
  ['a loss-cut of a short on the first day', { side: 'up', origin: 'loss-cut' }, first, 'LIMIT', 40_000],
  [
    'a forced closing at the opening of the first day',
    { origin: 'forced-call', condition: 'at-open' },
    first,
    'LIMIT',
    2_500,
  ],
  ['a take-profit keeps its price', { origin: 'take-profit', priceTenths: 12_000 }, first, 'LIMIT', 12_000],
  ['a member’s own order is left to the exchange to refuse', { origin: 'member' }, first, 'MARKET', null],
  ['an issue that was never heard of', {}, null, 'MARKET', null],
]
test.each(cases)('%s', (_, patch, quote, ordType, priceTenths) => {
  expect(newAtVenue(order(patch), 'person', quote)).toMatchObject({
    memberId: 'person',
    ordType,
    priceTenths,
    leavesQty: 200,
  })
})

test.each<[order: Partial<Order>, said: Partial<ReturnType<typeof venueOrder>>]>([
  [{ side: 'up' }, { side: 'BUY', timeInForce: 'DAY', condition: 'NONE', ordType: 'MARKET' }],
  [
    { side: 'down', priceTenths: 34_800, timeInForce: 'ioc' },
    { side: 'SELL', timeInForce: 'IOC', ordType: 'LIMIT', priceTenths: 34_800 },
  ],
  [{ condition: 'at-open' }, { condition: 'AT_OPEN' }],
  [{ condition: 'at-close' }, { condition: 'AT_CLOSE' }],
  [{ condition: 'limit-then-market' }, { condition: 'FUNARI' }],
  [
    { venueSeq: 5, validUntil: '2026-11-20' },
    {
      orderId: 'o',
      memberId: 'person',
      code: 'S940',
      quantity: 300,
      leavesQty: 200,
      venueSeq: 5,
      goodUntil: '2026-11-20',
    },
  ],
])('in the words of the venue: %j', (patch, said) =>
  expect(venueOrder(order(patch), 'person')).toMatchObject(said),
)
