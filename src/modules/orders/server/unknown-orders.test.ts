import { expect, test } from 'vitest'
import type { VenueStatus } from '#modules/venue/server/ports.ts'
import type { Order } from '../model/order.ts'
import { moneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'
import { unknownOrders } from './unknown-orders.ts'
import type { Misfit } from './venue-exceptions.ts'

/** A desk whose venue says nothing until it is made to. */
function silent() {
  const desk = moneyDesk()
  let wall = 0
  const asked: string[] = []
  const listed: Misfit[] = []
  let resent = 0
  const watch = unknownOrders({
    venue: { ask: (id) => void asked.push(id), isAway: () => desk.market.away },
    wall: () => wall,
    order: (id) => desk.tables.of(orders).get(id),
    lose: (id) => void desk.submit(desk.commands.lose, { orderId: id }, null),
    resend(id) {
      resent++
      desk.submit(desk.commands.resend, { orderId: id }, null)
      watch.sent(id)
    },
    list: (misfit) => void listed.push(misfit),
  })
  const { id } = (desk.place({ type: 'limit', price: 3_400 }) as { answer: { id: string } }).answer
  watch.sent(id)
  return {
    desk,
    id,
    asked,
    listed,
    hear: (status: Partial<VenueStatus>) => watch.hear({ orderId: id, ...status } as VenueStatus),
    resent: () => resent,
    order: () => desk.kept.rows.get(`orders ${id}`) as Order,
    reconnected: () => watch.reconnected([id]),
    pass(seconds: number): void {
      for (let second = 0; second < seconds; second++) {
        wall += 1_000
        watch.look()
      }
    },
  }
}

test('an order that its venue does not take within ten seconds is unknown, and asked about', () => {
  const { desk, id, asked, order, pass } = silent()
  pass(9)
  expect([order().ordStatus, asked]).toEqual(['PENDING_NEW', []])
  pass(1)
  expect(order()).toMatchObject({ ordStatus: 'UNKNOWN', status: 'pending', reason: 'VENUE_UNKNOWN' })
  expect(asked).toEqual([id])
  expect(desk.balances().orderHold).toBeGreaterThan(0)
  pass(20)
  expect(asked).toHaveLength(3)
  // Its word ends it, whatever it is.
  desk.fill(id, 100, 3_400)
  expect(order()).toMatchObject({ ordStatus: 'FILLED', reason: null })
  pass(20)
  expect(asked).toHaveLength(3)
})

test('its member is told that it has been heard of', () => {
  const { desk, id, order, pass } = silent()
  pass(10)
  const outcome = desk.apply(id, [desk.report(id, { execType: 'NEW' })])
  expect(outcome).toMatchObject({
    ok: true,
    events: [{ type: 'order.changed', ordStatus: 'NEW', reason: null }],
  })
  expect(order()).toMatchObject({ ordStatus: 'NEW', reason: null })
})

test('one that is not there is sent again once, and after that laid before people', () => {
  const { order, hear, pass, resent, listed } = silent()
  pass(10)
  hear({ isKnown: false })
  pass(10)
  hear({ isKnown: false })
  expect(resent()).toBe(0)
  pass(10)
  hear({ isKnown: false })
  expect([resent(), order()]).toMatchObject([1, { ordStatus: 'PENDING_NEW', reason: null }])
  pass(10)
  hear({ isKnown: false })
  pass(20)
  hear({ isKnown: false })
  expect([resent(), order().ordStatus, listed]).toMatchObject([
    1,
    'UNKNOWN',
    [{ fault: 'REPORT_STATE', execId: 'status unknown' }],
  ])
})

test('after a reconnect it is asked at once; a difference of what has traded is never booked by itself', () => {
  const { id, order, hear, asked, listed, reconnected, pass } = silent()
  reconnected()
  expect(asked).toEqual([id])
  hear({ isKnown: true, cumQty: 0, leavesQty: 100 })
  expect(listed).toEqual([])
  hear({ isKnown: true, cumQty: 100, leavesQty: 0 })
  pass(4)
  expect(listed).toEqual([])
  pass(2)
  expect([order().filledQuantity, listed]).toMatchObject([0, [{ execId: 'status 100' }]])
  pass(10)
  expect(listed).toHaveLength(1)
})

test('a status that comes before its trade is booked is no difference', () => {
  const { desk, id, hear, listed, pass } = silent()
  hear({ isKnown: true, cumQty: 100, leavesQty: 0 })
  pass(1)
  desk.fill(id, 100, 3_400)
  pass(10)
  expect(listed).toEqual([])
})

test('an order that the venue had taken, and does not have after all, is laid before people', () => {
  const { desk, id, order, hear, listed, resent, pass } = silent()
  desk.apply(id, [desk.report(id, { execType: 'NEW' })])
  hear({ isKnown: false })
  expect(listed).toEqual([])
  pass(6)
  expect([resent(), order().ordStatus, listed]).toMatchObject([0, 'NEW', [{ execId: 'status unknown' }]])
})

test('while the venue is away nobody is asked', () => {
  const { desk, asked, pass } = silent()
  desk.market.away = true
  pass(30)
  expect(asked).toEqual([])
})
