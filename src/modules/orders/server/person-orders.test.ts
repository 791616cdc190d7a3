import { beforeEach, describe, expect, test } from 'vitest'
import { defineCommand, done } from '#platform/engine/command.ts'
import { managerOf, openManagedAccount } from '#modules/identity/server/public.ts'
import { openingDeposit } from '#modules/ledger/server/public.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { placeOrderOf } from '../model/order.ts'
import { newAtVenue } from '../model/venue-order.ts'
import { CODE, MEMBER, moneyDesk, type Answer, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

/** A pool that the member leads: an account of its own, with money of its own. */
const POOL = 'CPY-2026-0001'
const leadPool = defineCommand({
  type: 'test.lead',
  captureInputs: () => undefined,
  run(access, input: { yen: number; tradeDate: string }, _inputs, { seq, at }) {
    openManagedAccount(access, POOL, MEMBER)
    openingDeposit(access, { seq, at, tradeDate: input.tradeDate }, POOL, input.yen)
    return done(null)
  },
})
const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}

let desk: MoneyDesk
beforeEach(() => {
  desk = moneyDesk()
  answerOf(desk.submit(leadPool, { yen: 10_000_000, tradeDate: desk.market.tradeDate }, null))
})
const place = (account: string, ticket: object) =>
  desk.submit(
    desk.commands.place,
    placeOrderOf({ code: CODE, side: 'up', type: 'limit', quantity: 100, leverage: 1, ...ticket }),
    account,
  )
function bought(account: string, leverage = 1): Lot {
  const { id } = answerOf(place(account, { type: 'market', leverage }))
  desk.fill(id, 100, 3_400)
  return desk.tables.of(lots).by('member', account).at(-1)!
}
const working = (account: string) => desk.tables.of(orders).by('working', account)
const crossing = (number: string) => ({ ok: false, rejection: 'SELF_CROSS', detail: { number } })

describe('orders of a member and of a pool that the member leads', () => {
  test('never meet: the later one is refused, whichever account it is of', () => {
    const own = bought(MEMBER)
    const pools = bought(POOL)
    const { id, number } = answerOf(place(POOL, { price: 3_390 }))
    expect(desk.close(own.id)).toEqual(crossing(number))
    expect(place(MEMBER, { side: 'down', type: 'market', leverage: 2 })).toEqual(crossing(number))
    expect(place(MEMBER, { side: 'down', price: 3_390, leverage: 2 })).toEqual(crossing(number))
    const away = answerOf(desk.close(own.id, { type: 'limit', price: 3_391 }))
    expect(desk.amend(away.id, { price: 3_390 })).toEqual(crossing(number))
    desk.end(id, 'CANCELED')
    desk.end(away.id, 'CANCELED')
    const bid = answerOf(place(MEMBER, { price: 3_395 }))
    expect(desk.close(pools.id, {}, POOL)).toEqual(crossing(bid.number))
  })

  test('on the same side, and of another member, are nobody’s concern', () => {
    answerOf(place(POOL, { price: 3_390 }))
    expect(place(MEMBER, { price: 3_390 })).toMatchObject({ ok: true })
    expect(place(MEMBER, { price: 3_380 })).toMatchObject({ ok: true })
    expect(managerOf(desk.tables, 'mallory')).toBe('mallory')
  })

  test('the exchange knows both as one person’s', () => {
    const { id } = answerOf(place(POOL, { price: 3_390 }))
    const order = desk.tables.of(orders).get(id)!
    expect(newAtVenue(order, managerOf(desk.tables, order.memberId), null)).toMatchObject({
      orderId: id,
      memberId: MEMBER,
    })
  })

  test('a stop-loss takes an order of the pool back that stands in its way, and goes out when that is over', () => {
    const lot = bought(MEMBER, 2)
    desk.exits(lot.id, { stopLoss: 3_300 })
    const bid = answerOf(place(POOL, { price: 3_290 }))
    desk.market.last.set(CODE, 33_000)
    expect(
      answerOf(
        desk.submit(
          desk.commands.trigger,
          { lotId: lot.id, priceTenths: 33_000, tradeDate: desk.market.tradeDate, tradeNo: 1 },
          null,
        ),
      ),
    ).toEqual({ fired: true })
    expect([working(POOL), working(MEMBER)]).toMatchObject([[{ id: bid.id, cancelAsked: true }], []])
    desk.end(bid.id, 'CANCELED')
    expect([working(POOL), working(MEMBER)]).toMatchObject([
      [],
      [{ origin: 'stop-loss', lotId: lot.id, quantity: 100, type: 'market' }],
    ])
  })
})
