import { expect, test } from 'vitest'
import type { MarginLotView, MarginView } from '#modules/margin-calls/contract.ts'
import { accountOf, reckoned, timeLeft, waysToMeet } from './margin-account.ts'

const lot = (patch: Partial<MarginLotView>): MarginLotView => ({
  id: 'a',
  number: 'L-1',
  code: 'LOT',
  name: 'LOT',
  side: 'up',
  leverage: 3,
  leveraged: true,
  unit: 100,
  openQuantity: 1_000,
  freeQuantity: 1_000,
  openPrice: 4_000,
  price: 3_100,
  margin: 0,
  accrued: 0,
  tradeDate: '2026-06-02',
  ...patch,
})
const pledged = lot({
  id: 's',
  code: 'SUB',
  leverage: 1,
  leveraged: false,
  openQuantity: 500,
  freeQuantity: 500,
  openPrice: 2_000,
  price: 1_400,
})
const view = (lots: MarginLotView[]): MarginView => ({
  available: 900_000,
  unsettled: 60_000,
  orderHold: 40_000,
  lotMargin: 0,
  substitutes: 0,
  difference: 0,
  accrued: 0,
  loan: 0,
  held: 0,
  notional: 0,
  ratioBp: null,
  lots,
  calls: [],
  at: '2026-06-02T06:30:00Z',
  simulated: true,
})

test('worked example 3 of the facts, part by part, and at a newer price', () => {
  const read = view([lot({}), pledged])
  const { state, parts } = reckoned(read, accountOf(read, new Map()))
  expect(state).toEqual({ heldYen: 660_000, notionalYen: 4_000_000 })
  expect(parts).toEqual({
    cash: 1_000_000,
    lotMargin: 0,
    substitutes: 560_000,
    difference: -900_000,
    accrued: 0,
    loan: 0,
  })
  expect(
    reckoned(
      read,
      accountOf(
        read,
        new Map([
          ['LOT', 34_000],
          ['SUB', 15_000],
        ]),
      ),
    ).state.heldYen,
  ).toBe(1_000_000)
})

test('ways to meet a call: those that do it alone first, the smallest before', () => {
  const ways = waysToMeet(
    [
      lot({ id: 'small', openQuantity: 100, freeQuantity: 100 }),
      lot({ id: 'large' }),
      lot({ id: 'cheap', openPrice: 1_000 }),
      lot({ id: 'busy', freeQuantity: 0 }),
      pledged,
    ],
    140_000,
  )
  expect(ways.map(({ lot: { id }, way, meets }) => [id, way.quantity, way.countsYen, meets])).toEqual([
    ['cheap', 700, 140_000, true],
    ['large', 200, 160_000, true],
    ['small', 100, 80_000, false],
  ])
})

test.each([
  ['2026-06-04T06:30:00Z', 2, 0, 0],
  ['2026-06-02T08:29:59Z', 0, 1, 59],
  ['2026-06-02T06:29:00Z', 0, 0, 0],
])('until %s: %d days %d hours %d minutes', (deadlineAt, days, hours, minutes) => {
  expect(timeLeft({ deadlineAt }, Date.parse('2026-06-02T06:30:00Z'))).toEqual({ days, hours, minutes })
})
