import { expect, test } from 'vitest'
import { averageOf } from './average.ts'
import {
  averageTenths,
  boundTenths,
  holdYen,
  maybeTenths,
  numberOf,
  placeOrderOf,
  restQuantity,
} from './order.ts'
import { anOrder } from './order.fixture.ts'

test('a ticket in its shortest form is for today, at once and without exits', () => {
  expect(placeOrderOf({ code: 'S214', side: 'up', type: 'market', quantity: 100, leverage: 2.5 })).toEqual({
    code: 'S214',
    side: 'up',
    type: 'market',
    quantity: 100,
    leverageTenths: 25,
    priceTenths: null,
    triggerTenths: null,
    condition: 'none',
    timeInForce: 'day',
    validity: 'day',
    validUntil: null,
    takeProfitTenths: null,
    stopLossTenths: null,
  })
})

test('what a ticket says is kept, in tenths of a yen', () => {
  const ticket = {
    code: 'S214',
    side: 'down',
    type: 'stop-limit',
    quantity: 300,
    leverage: 3.3,
    price: 3_480.5,
    triggerPrice: 3_490,
    takeProfit: 3_400,
    stopLoss: 3_600,
    condition: 'at-close',
    timeInForce: 'ioc',
    validity: 'date',
    validUntil: '2026-11-30',
  } as const
  expect(placeOrderOf(ticket)).toEqual({
    code: 'S214',
    side: 'down',
    type: 'stop-limit',
    quantity: 300,
    leverageTenths: 33,
    priceTenths: 34_805,
    triggerTenths: 34_900,
    takeProfitTenths: 34_000,
    stopLossTenths: 36_000,
    condition: 'at-close',
    timeInForce: 'ioc',
    validity: 'date',
    validUntil: '2026-11-30',
  })
  expect([maybeTenths(undefined), maybeTenths(0.1)]).toEqual([null, 1])
})

test('numbers for people: a command’s first has none of its own', () => {
  expect([
    numberOf('O', '2026-11-19', 482),
    numberOf('O', '2026-11-19', 482, 0),
    numberOf('L', '2026-11-19', 1_234_567, 2),
  ]).toEqual(['O-20261119-000482', 'O-20261119-000482', 'L-20261119-1234567-2'])
})

test.each<[filledYen: number, filledQuantity: number, tenths: number | null]>([
  [0, 0, null],
  [330_000, 100, 33_000],
  [990_100, 300, 33_003],
  [990_200, 300, 33_007],
  [1, 20, 1],
  [1, 30, 0],
  [100, 3, 333],
  [50, 3, 167],
])('%d yen for %d shares are %j tenths each', (filledYen, filledQuantity, tenths) =>
  expect(averageTenths({ filledYen, filledQuantity })).toBe(tenths),
)

test.each<[fills: [priceTenths: number, quantity: number][], tenths: number | null]>([
  [[], null],
  [[[1_001, 3]], 1_001],
  [[[9_873, 5]], 9_873],
  [
    [
      [33_000, 100],
      [33_010, 200],
    ],
    33_007,
  ],
])('fills of %j are at %j tenths on average', (fills, tenths) => {
  expect(averageOf(fills.map(([priceTenths, quantity]) => ({ priceTenths, quantity })))).toBe(tenths)
})

test('held and open; a limit bounds the fills unless it becomes a market order', () => {
  const order = anOrder({ holdAvailableYen: 70, holdUnsettledYen: 5, filledQuantity: 100 })
  expect([holdYen(order), restQuantity(order)]).toEqual([75, 200])
  expect([
    boundTenths(order),
    boundTenths({ ...order, condition: 'limit-then-market' }),
    boundTenths({ ...order, condition: 'at-close' }),
  ]).toEqual([33_000, null, 33_000])
})
