import { expect, test } from 'vitest'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { anOrder, money } from './order.fixture.ts'
import { holdYen, type Order } from './order.ts'
import { isOutside, sent } from './send-order.ts'

const limits = { lowerLimitTenths: 30_000, upperLimitTenths: 40_000 }
test.each<[priceTenths: number | null, outside: boolean]>([
  [null, false],
  [29_999, true],
  [30_000, false],
  [35_000, false],
  [40_000, false],
  [40_001, true],
])('a limit of %j is outside: %s', (price, outside) => {
  expect(isOutside(price, limits)).toBe(outside)
})

/**
 * Everything that waited since yesterday, with 3 million yen besides; `heldYen`: what it holds then, null:
 * not sent.
 */
const cases: [
  what: string,
  order: Partial<Order>,
  powerYen: number,
  reserveTenths: number | null,
  heldYen: number | null,
][] = [
  ['a limit buy, reserved at its limit', {}, 0, 33_000, 990_544],
  [
    'a market buy on a day of higher limits',
    { type: 'market', priceTenths: null, reserveTenths: 39_000 },
    30_017,
    40_000,
    1_200_660,
  ],
  [
    'the same, with one yen too few',
    { type: 'market', priceTenths: null, reserveTenths: 39_000 },
    30_016,
    40_000,
    null,
  ],
  [
    'a market buy on a day of lower limits',
    { type: 'market', priceTenths: null, reserveTenths: 41_000 },
    0,
    40_000,
    1_200_660,
  ],
  [
    'the rest of a market buy',
    {
      type: 'market',
      priceTenths: null,
      reserveTenths: 39_000,
      filledQuantity: 100,
      filledYen: 330_000,
      marginYen: 330_000,
      feeYen: 181,
    },
    30_000,
    40_000,
    800_440,
  ],
  ['an order that closes', { purpose: 'close', side: 'down', reserveTenths: null, lotId: 'l' }, 0, null, 0],
]
test.each(cases)('%s', (_, patch, powerYen, reserveTenths, heldYen) => {
  const order = anOrder({ ordStatus: 'HELD', reason: 'PRICE_OUTSIDE_LIMIT', ...patch })
  const draft = draftFrom('a', money({ available: 3_000_000, orderHold: holdYen(order) }))
  const next = sent(draft, order, limits, powerYen, 2_000)
  if (heldYen === null) {
    expect([next, draft.transfers]).toEqual([null, []])
    return
  }
  expect(next).toEqual({
    ...order,
    ordStatus: 'PENDING_NEW',
    venueSeq: null,
    reason: null,
    updatedAt: 2_000,
    reserveTenths,
    holdAvailableYen: heldYen,
  })
  expect(draft.balances.orderHold).toBe(heldYen)
})
