import { describe, expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { NONE } from './book.ts'
import type { ExchangeDay } from './exchange.ts'
import { isCrossing, MemberOrders } from './member-orders.ts'
import type { Condition, TimeInForce, VenueOrder } from './terms.ts'
import { DATE, dayOf, order, planFor } from './test-day.ts'

/** The times at which orders with a condition may trade under Tokyo hours (market rules 1 and 3). */
const plan = planFor('conditions')
const CODE = plan.issues[0]!.code
const { lowerTenths: LOW, upperTenths: HIGH } = plan.issues[0]!.limits
const at = (clock: string) =>
  timeJst(DATE, Number(clock.slice(0, 2)), Number(clock.slice(3, 5))) + Number(clock.slice(6) || 0) * 1_000

/** Reports to the member's only order by then: kinds, reasons, the price in the place of a trade's. */
function story(day: ExchangeDay, sent: VenueOrder, sentAt: string, until: string): string[] {
  day.advanceTo(at(sentAt))
  day.submit(sent, at(sentAt))
  day.advanceTo(at(until))
  return day
    .takeReports()
    .map(({ execType, reason, at: when }) =>
      [new Date(when + 9 * 3_600_000).toISOString().slice(11, 16), execType, reason]
        .filter(Boolean)
        .join(' '),
    )
}

type Sent = { condition: Condition; timeInForce?: TimeInForce; price: number | null }
const LAPSED = { AT_OPEN: 'AT_OPEN_LAPSED', AT_CLOSE: 'AT_CLOSE_LAPSED' } as const
const cases: [what: string, sent: Sent, sentAt: string, told: string[]][] = [
  [
    '寄成 before the morning opening',
    { condition: 'AT_OPEN', price: null },
    '08:59',
    ['08:59 NEW', '09:00 TRADE'],
  ],
  [
    '寄指 that finds no one',
    { condition: 'AT_OPEN', price: LOW },
    '08:59',
    ['08:59 NEW', `09:00 EXPIRED ${LAPSED.AT_OPEN}`],
  ],
  [
    '寄成 after the opening',
    { condition: 'AT_OPEN', price: null },
    '09:30',
    [`09:30 EXPIRED ${LAPSED.AT_OPEN}`],
  ],
  [
    '寄成 in the break, for the afternoon opening',
    { condition: 'AT_OPEN', price: null },
    '12:10',
    ['12:10 NEW', '12:30 TRADE'],
  ],
  [
    '寄成 in pre-closing',
    { condition: 'AT_OPEN', price: null },
    '15:26',
    [`15:26 EXPIRED ${LAPSED.AT_OPEN}`],
  ],
  [
    '引成 before 11:30, for the morning close',
    { condition: 'AT_CLOSE', price: null },
    '08:59',
    ['08:59 NEW', '11:30 TRADE'],
  ],
  [
    '引指 of the morning is not carried to the afternoon',
    { condition: 'AT_CLOSE', price: LOW },
    '10:00',
    ['10:00 NEW', `11:30 EXPIRED ${LAPSED.AT_CLOSE}`],
  ],
  ['引成 of the afternoon', { condition: 'AT_CLOSE', price: null }, '12:31', ['12:31 NEW', '15:30 TRADE']],
  [
    '引指 of the break that finds no one',
    { condition: 'AT_CLOSE', price: LOW },
    '12:06',
    ['12:06 NEW', `15:30 EXPIRED ${LAPSED.AT_CLOSE}`],
  ],
  ['引成 in pre-closing', { condition: 'AT_CLOSE', price: null }, '15:29', ['15:29 NEW', '15:30 TRADE']],
  [
    '不成 becomes a market order at the morning close',
    { condition: 'FUNARI', price: LOW },
    '09:30',
    ['09:30 NEW', '11:30 TRADE'],
  ],
  [
    '不成 becomes a market order at the close',
    { condition: 'FUNARI', price: LOW },
    '12:31',
    ['12:31 NEW', '15:30 TRADE'],
  ],
  [
    '不成 in pre-closing is a market order at once',
    { condition: 'FUNARI', price: LOW },
    '15:26',
    ['15:26 NEW', '15:30 TRADE'],
  ],
  ['不成 trades at its limit before', { condition: 'FUNARI', price: HIGH }, '09:30', ['09:30 TRADE']],
  ['IOC takes what it can', { condition: 'NONE', timeInForce: 'IOC', price: HIGH }, '09:30', ['09:30 TRADE']],
  [
    'IOC that finds no one',
    { condition: 'NONE', timeInForce: 'IOC', price: LOW },
    '09:30',
    ['09:30 EXPIRED IOC_LAPSED'],
  ],
  [
    'IOC before the opening lapses after the auction',
    { condition: 'NONE', timeInForce: 'IOC', price: LOW },
    '08:59',
    ['08:59 NEW', '09:00 EXPIRED IOC_LAPSED'],
  ],
  [
    'nothing is taken at lunch',
    { condition: 'AT_OPEN', price: null },
    '11:31',
    ['11:31 REJECTED MARKET_CLOSED'],
  ],
]

describe('orders with a condition', () => {
  test.each(cases)(
    '%s',
    (_what, { condition, timeInForce = 'DAY', price }, sentAt, expected) => {
      const day = dayOf(plan, at(sentAt < '09:00' ? '08:58' : sentAt < '12:00' ? '09:20' : '12:05'))
      expect(
        story(
          day,
          { ...order('a', 'm1', CODE, 'BUY', price, 100), condition, timeInForce },
          sentAt,
          '15:30:01',
        ),
      ).toEqual(expected)
      expect(day.market(CODE)!.memberOrders).toBe(0)
    },
    20_000,
  )
})

test('where special quotes put the opening off, orders at open are for the price that opens, and may still come', () => {
  const [first, ...others] = plan.issues
  const far = {
    ...plan,
    issues: [{ ...first!, fairTenths: Math.round(first!.baseTenths * 1.05) }, ...others],
  }
  const day = dayOf(far, at('08:58'))
  day.submit({ ...order('early', 'm1', CODE, 'BUY', null, 100), condition: 'AT_OPEN' }, at('08:58'))
  day.submit({ ...order('low', 'm2', CODE, 'BUY', LOW, 100), condition: 'AT_OPEN' }, at('08:58'))
  day.advanceTo(at('09:01'))
  expect(day.market(CODE)!).toMatchObject({ isUnopened: true, trades: 0 })
  day.submit({ ...order('late', 'm3', CODE, 'BUY', null, 100), condition: 'AT_OPEN' }, at('09:01'))
  day.advanceTo(at('09:20'))
  const { openTenths } = day.market(CODE)!
  const told = day
    .takeReports()
    .map(({ orderId, execType, lastPxTenths, reason }) => [orderId, execType, reason ?? lastPxTenths])
  expect(told.slice(0, 3)).toEqual([
    ['early', 'NEW', 0],
    ['low', 'NEW', 0],
    ['late', 'NEW', 0],
  ])
  expect(told.slice(3).sort()).toEqual(
    [
      ['early', 'TRADE', openTenths],
      ['late', 'TRADE', openTenths],
      ['low', 'EXPIRED', 'AT_OPEN_LAPSED'],
    ].sort(),
  )
})

test('an order for the close stands beside the book until pre-closing, and can be amended and cancelled there', () => {
  const day = dayOf(plan, at('15:20'))
  const kept = () => day.members.get('a')!
  day.submit({ ...order('a', 'm1', CODE, 'BUY', LOW, 500), condition: 'AT_CLOSE' }, at('15:20'))
  expect(kept().slot).toBe(NONE)
  day.amend('a', { quantity: 300, priceTenths: LOW + day.market(CODE)!.book.unitTenths }, at('15:20'))
  day.advanceTo(at('15:25'))
  expect(day.market(CODE)!.book.quantityOf(kept().slot)).toBe(300)
  day.cancel('a', at('15:26'))
  expect(
    day.takeReports().map(({ execType, priceTenths, leavesQty }) => [execType, priceTenths, leavesQty]),
  ).toEqual([
    ['NEW', undefined, 500],
    ['REPLACED', LOW + day.market(CODE)!.book.unitTenths, 300],
    ['CANCELED', undefined, 0],
  ])
})

test('in pre-closing the price of a 不成 order cannot be changed, its quantity can', () => {
  const day = dayOf(plan, at('15:24'))
  day.submit({ ...order('a', 'm1', CODE, 'BUY', LOW, 500), condition: 'FUNARI' }, at('15:24'))
  day.advanceTo(at('15:26'))
  day.amend('a', { priceTenths: HIGH, quantity: 300 }, at('15:26'))
  expect(day.members.get('a')).toMatchObject({ priceTenths: null, leavesQty: 300 })
  expect(day.takeReports().at(-1)).toMatchObject({ execType: 'REPLACED', priceTenths: null, leavesQty: 300 })
})

const crossings: [
  what: string,
  own: [Condition, number | null],
  other: [Condition, number | null],
  crosses: boolean,
][] = [
  ['limits that meet', ['NONE', 500], ['NONE', 500], true],
  ['limits that do not', ['NONE', 499], ['NONE', 500], false],
  ['a market order meets any', ['NONE', null], ['NONE', 500], true],
  ['不成 will be a market order', ['FUNARI', 400], ['NONE', 500], true],
  ['an order for the close meets what still stands then', ['AT_CLOSE', 500], ['NONE', 500], true],
]
test.each(crossings)(
  "a member's own orders: %s",
  (_what, [condition, price], [otherCondition, otherPrice], crosses) => {
    const members = new MemberOrders()
    const other = members.made(
      { ...order('o', 'm', CODE, 'SELL', otherPrice, 100), condition: otherCondition },
      1,
      1,
      0,
    )
    const own = members.made({ ...order('a', 'm', CODE, 'BUY', price, 100), condition }, 2, 2, 0)
    expect(isCrossing(other, own, price)).toBe(crosses)
    expect(isCrossing(own, other, otherPrice)).toBe(crosses)
  },
)
