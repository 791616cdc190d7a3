import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Order } from '../model/order.ts'
import { MEMBER, moneyDesk, TODAY, type Answer, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
let desk: MoneyDesk
beforeEach(() => {
  desk = moneyDesk()
})

const orderOf = (id: string) => desk.kept.rows.get(`${orders.name} ${id}`) as Order
const told = () =>
  [...desk.kept.rows]
    .filter(([key]) => key.startsWith(`${messages.name} `))
    .map(([, message]) => (message as { kind: string }).kind)
/** The number of times that the venue was asked to work an order. */
const submitted = (answers: readonly Answer[], id: string) =>
  answers
    .flatMap((answer) => (answer.ok ? answer.events : []))
    .filter((event) => event.type === 'order.accepted' && event.orderId === id).length

/** The day ends at the venue, and the next begins with these limits. */
function nextDay(baseYen = 3_400): void {
  for (const order of desk.tables.of(orders).by('working', MEMBER)) {
    if (order.ordStatus !== 'HELD' && order.ordStatus !== 'ARMED') desk.end(order.id, 'EXPIRED', 'DAY_END')
  }
  close()
  desk.look()
  open(baseYen)
}
function close(): void {
  desk.market.phase = 'closed'
  desk.market.tradeDate = addDays(desk.market.tradeDate, 1)
}
function open(baseYen = 3_400): void {
  desk.market.phase = 'pre-open'
  desk.market.baseYen = baseYen
  desk.market.at += 86_400_000
}

describe('an order outside the hours of acceptance', () => {
  test('of an account that was frozen meanwhile is not sent; it waits, and lapses with its last day', () => {
    close()
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_000 }))
    desk.freeze()
    open()
    const sent = [desk.submit(desk.commands.release, { orderId: id }, null)]
    expect([desk.look(), submitted(sent, id), orderOf(id).ordStatus]).toEqual([0, 0, 'HELD'])
    close()
    expect([desk.look(), orderOf(id).ordStatus, desk.balances().orderHold]).toEqual([1, 'EXPIRED', 0])
  })

  test('while the venue cannot be reached is held by that name, and goes out once when it is back', () => {
    desk.market.away = true
    const { id, place } = answerOf(desk.place({ type: 'limit', price: 3_000 }))
    expect([place, orderOf(id)]).toMatchObject(['held', { ordStatus: 'HELD', reason: 'VENUE_AWAY' }])
    const before = [desk.submit(desk.commands.release, { orderId: id }, null)]
    expect([submitted(before, id), orderOf(id).ordStatus]).toEqual([0, 'HELD'])
    desk.market.away = false
    const sent = [desk.submit(desk.commands.release, { orderId: id }, null)]
    expect([submitted(sent, id), orderOf(id)]).toMatchObject([1, { ordStatus: 'PENDING_NEW', reason: null }])
    // Closings are held no less.
    desk.fill(id, 100, 3_000)
    const [lot] = desk.tables.of(lots).all()
    desk.market.away = true
    const closing = answerOf(desk.close(lot!.id, { price: 3_600, type: 'limit' }))
    expect(orderOf(closing.id)).toMatchObject({ ordStatus: 'HELD', reason: 'VENUE_AWAY' })
    expect(desk.cancel(closing.id).ok).toBe(true)
  })

  test('is held with its money, and goes out once when the venue takes orders', () => {
    close()
    const { id, place, status } = answerOf(desk.place({ type: 'limit', price: 3_000 }))
    expect([place, status]).toEqual(['held', 'pending'])
    expect(desk.balances().orderHold).toBe(300_165)
    expect(desk.look()).toBe(0)
    open()
    expect(desk.look()).toBe(1)
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
    const again = [0, 1].map(() => desk.submit(desk.commands.release, { orderId: id }, null))
    expect([desk.look(), submitted(again, id)]).toEqual([0, 0])
    desk.fill(id, 100, 3_000)
    expect(orderOf(id)).toMatchObject({ status: 'holding', feeYen: 165 })
  })

  test('waits for the limits of the day too: what is reserved at the upper limit is never that of yesterday', () => {
    close()
    desk.market.phase = 'pre-open'
    desk.market.quoteDate = TODAY
    const { id, place } = answerOf(desk.place({ side: 'down', type: 'limit', price: 3_400 }))
    expect([place, desk.look()]).toEqual(['held', 0])
    desk.market.quoteDate = null
    open(3_900)
    expect(desk.look()).toBe(1)
    desk.fill(id, 100, 4_500)
    expect(orderOf(id).status).toBe('holding')
  })

  test('a sale waits for the day as well: a split may still change the shares before the exchange opens', () => {
    const bought = answerOf(desk.place({ quantity: 200 })).id
    desk.fill(bought, 200, 3_400)
    const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
    close()
    desk.market.phase = 'pre-open'
    desk.market.quoteDate = TODAY
    const { id, place } = answerOf(desk.close(lot.id))
    expect([place, desk.look(), orderOf(id).ordStatus]).toEqual(['held', 0, 'HELD'])
    desk.market.quoteDate = null
    open()
    expect([desk.look(), orderOf(id).ordStatus]).toEqual([1, 'PENDING_NEW'])
  })

  test('gives back what the new day does not need, and it is settled when its day has passed', () => {
    const bought = answerOf(desk.place({ quantity: 2_000 })).id
    desk.fill(bought, 2_000, 3_400)
    const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
    const sold = answerOf(desk.close(lot.id)).id
    desk.fill(sold, 2_000, 3_400)
    const { available, unsettled } = desk.balances()
    const { id } = answerOf(
      desk.place({ quantity: Math.floor((available + unsettled) / 410_000) * 100, validity: 'week' }),
    )
    expect(desk.balances().available).toBe(0)
    desk.settleUpTo(addDays(TODAY, 5))
    expect(desk.balances().unsettled).toBeLessThan(410_000)
    nextDay(3_000)
    desk.look()
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
    expect([desk.balances().unsettled, desk.balances().available > 0]).toEqual([0, true])
  })

  test('goes out during a halt as well, like what is placed, amended and closed then: it waits for the auction that ends the halt', () => {
    const lotOf = answerOf(desk.place({ type: 'limit', price: 3_000 })).id
    desk.fill(lotOf, 100, 3_000)
    close()
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_000 }))
    open()
    desk.market.phase = 'continuous'
    desk.market.state = 'halted'
    expect(desk.look()).toBe(1)
    const placed = answerOf(desk.place({ type: 'limit', price: 3_010 })).id
    expect([id, placed].map((one) => orderOf(one).ordStatus)).toEqual(['PENDING_NEW', 'PENDING_NEW'])
    expect(answerOf(desk.amend(placed, { price: 3_020 }))).toMatchObject({ amending: { price: 3_020 } })
    const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
    expect(answerOf(desk.close(lot.id, { type: 'limit', price: 3_400 }))).toMatchObject({
      status: 'pending',
      place: 'venue',
    })
  })

  test('waits until the day has its own prices', () => {
    close()
    const { id } = answerOf(desk.place({}))
    desk.market.phase = 'pre-open'
    desk.market.last.clear()
    expect(desk.look()).toBe(0)
    desk.market.last.set('S214', 34_000)
    desk.look()
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
  })

  test('is reserved at the upper limit of the day on which it is sent', () => {
    close()
    const { id, hold } = answerOf(desk.place({}))
    open(3_600)
    desk.look()
    const before = hold
    expect(desk.balances().orderHold - before).toBe(20_000 + 11)
    expect(orderOf(id).reserveTenths).toBe(43_000)
  })

  test('that the account cannot pay at that limit any more ends by its name', () => {
    desk = moneyDesk({ depositYen: 411_226 })
    close()
    const { id } = answerOf(desk.place({}))
    open(3_600)
    desk.look()
    expect(orderOf(id)).toMatchObject({ status: 'rejected', reason: 'INSUFFICIENT_BUYING_POWER' })
    expect(desk.balances()).toMatchObject({ orderHold: 0, available: 411_226 })
  })

  test('that reached the venue as it closed is held, too, and lapses with its day', () => {
    const { id } = answerOf(desk.place({}))
    desk.end(id, 'REJECTED', 'MARKET_CLOSED')
    expect(orderOf(id)).toMatchObject({ status: 'pending', ordStatus: 'HELD' })
    close()
    desk.look()
    expect(orderOf(id)).toMatchObject({ status: 'expired', reason: 'VALIDITY_END' })
    expect(desk.balances()).toMatchObject({ orderHold: 0, available: 10_000_000 })
    expect(told()).toEqual(['orderExpired'])
  })

  test('is cancelled at once, and gives its money back', () => {
    close()
    const { id } = answerOf(desk.place({}))
    expect(answerOf(desk.cancel(id)).status).toBe('cancelled')
    expect(desk.balances()).toMatchObject({ orderHold: 0, available: 10_000_000 })
    open()
    expect(desk.look()).toBe(0)
  })

  test('closes a lot: what it closes is locked meanwhile', () => {
    const { id } = answerOf(desk.place({ quantity: 300, leverage: 2 }))
    desk.fill(id, 300, 3_400)
    const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
    close()
    const closing = answerOf(desk.close(lot.id, { quantity: 200, condition: 'at-open' }))
    expect(desk.close(lot.id, { quantity: 200 })).toMatchObject({
      rejection: 'QUANTITY_ABOVE_LOT',
      detail: { free: 100 },
    })
    open()
    desk.look()
    desk.fill(closing.id, 200, 3_500)
    expect(desk.tables.of(lots).get(lot.id)).toMatchObject({
      openQuantity: 100,
      closingQuantity: 0,
      status: 'holding',
    })
  })
})

describe('a period order', () => {
  test('is entered again each morning with what is left of it, and lapses at the end of its validity', () => {
    const { id, validUntil } = answerOf(
      desk.place({
        type: 'limit',
        price: 3_300,
        quantity: 300,
        validity: 'date',
        validUntil: addDays(TODAY, 2),
      }),
    )
    expect(validUntil).toBe('2026-11-21')
    desk.fill(id, 100, 3_300)
    nextDay()
    expect(orderOf(id)).toMatchObject({ ordStatus: 'HELD', status: 'pending', filledQuantity: 100 })
    desk.look()
    desk.apply(id, [desk.report(id, { execType: 'NEW' })])
    desk.fill(id, 100, 3_290)
    nextDay()
    desk.look()
    expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', filledQuantity: 200 })
    nextDay()
    expect(orderOf(id)).toMatchObject({ status: 'holding', ordStatus: 'EXPIRED', reason: 'DAY_END' })
    expect(desk.balances().orderHold).toBe(0)
  })

  test('outside the limits of the day is kept unsent, marked, told once, and sent when it is inside them', () => {
    const { id } = answerOf(desk.place({ type: 'limit', price: 2_800, validity: 'week' }))
    nextDay(3_600)
    expect([desk.look(), desk.look()]).toEqual([1, 0])
    expect(orderOf(id)).toMatchObject({ ordStatus: 'HELD', status: 'pending', reason: 'PRICE_OUTSIDE_LIMIT' })
    expect(told()).toEqual(['orderUnsent'])
    nextDay(3_400)
    desk.look()
    expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', reason: null })
  })

  test('whose cancel was asked for ends with the day', () => {
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_300, validity: 'week' }))
    desk.cancel(id)
    desk.end(id, 'EXPIRED', 'DAY_END')
    expect(orderOf(id).status).toBe('expired')
  })
})

describe('a stop', () => {
  const buyStop = (patch = {}) => answerOf(desk.place({ type: 'stop', triggerPrice: 3_500, ...patch }))

  test('waits with its money reserved, and is released by a trade at its trigger, once', () => {
    const { id, place, hold } = buyStop()
    expect([place, hold]).toEqual(['armed', 410_225])
    expect([desk.trade(3_499), desk.trade(3_500), desk.trade(3_501)]).toEqual([0, 1, 0])
    expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', type: 'stop', priceTenths: null })
    expect(
      answerOf(desk.submit(desk.commands.triggerOrder, { orderId: id, priceTenths: 35_000 }, null)),
    ).toEqual({ status: 'gone' })
    expect(told()).toEqual(['stopReleased'])
    desk.fill(id, 100, 3_510)
    expect(orderOf(id).status).toBe('holding')
  })

  test('is released through a gap; to sell, downward', () => {
    const { id } = answerOf(desk.place({ type: 'stop', side: 'down', leverage: 2, triggerPrice: 3_300 }))
    expect([desk.trade(3_301), desk.trade(3_100)]).toEqual([0, 1])
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
  })

  test('with a limit goes out at its limit, and never fills worse', () => {
    const { id } = buyStop({ type: 'stop-limit', price: 3_510 })
    desk.trade(3_520)
    expect(desk.fill(id, 100, 3_511)).toMatchObject({
      answer: { applied: 0 },
      events: expect.arrayContaining([
        expect.objectContaining({ type: 'report.listed', fault: 'REPORT_PRICE' }),
      ]),
    })
  })

  test('whose limit is outside the limits of the day is not released, and is marked', () => {
    const { id } = buyStop({ type: 'stop-limit', price: 4_050, validity: 'week' })
    nextDay(2_900)
    desk.look()
    expect(orderOf(id)).toMatchObject({ ordStatus: 'ARMED', reason: 'PRICE_OUTSIDE_LIMIT' })
    desk.trade(3_500)
    expect(orderOf(id).ordStatus).toBe('ARMED')
    nextDay(3_400)
    desk.look()
    expect(orderOf(id)).toMatchObject({ ordStatus: 'ARMED', reason: null })
    desk.trade(3_500)
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
  })

  test('reached by the last trade of the day goes out with the next acceptance, as long as it is valid', () => {
    const [today, week] = [buyStop(), buyStop({ validity: 'week' })]
    close()
    desk.market.tradeDate = TODAY
    desk.trade(3_500)
    expect([orderOf(today.id).ordStatus, orderOf(week.id).ordStatus]).toEqual(['HELD', 'HELD'])
    desk.market.tradeDate = addDays(TODAY, 1)
    desk.look()
    open()
    desk.look()
    expect([orderOf(today.id).status, orderOf(week.id).ordStatus]).toEqual(['expired', 'PENDING_NEW'])
  })

  test('that was released and not filled is entered again as an ordinary order', () => {
    const { id } = buyStop({ type: 'stop-limit', price: 3_500, validity: 'week' })
    desk.trade(3_500)
    nextDay()
    desk.look()
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
  })

  test('may stand beside an own order of the other side; where they meet, the exchange refuses it, its money comes back and the other one stays', () => {
    const resting = answerOf(desk.place({ type: 'limit', side: 'down', leverage: 2, price: 3_550 }))
    const held = desk.balances().orderHold
    // At market the same purchase is refused at once: it would meet the own sale.
    expect(desk.place({})).toMatchObject({ rejection: 'SELF_CROSS', detail: { number: resting.number } })
    const { id } = buyStop()
    expect(orderOf(id).ordStatus).toBe('ARMED')
    expect(desk.trade(3_500)).toBe(1)
    expect(orderOf(id).ordStatus).toBe('PENDING_NEW')
    desk.end(id, 'REJECTED', 'SELF_CROSS')
    expect(orderOf(id)).toMatchObject({ status: 'rejected', reason: 'SELF_CROSS', filledQuantity: 0 })
    expect(orderOf(resting.id)).toMatchObject({ status: 'pending', filledQuantity: 0 })
    expect(desk.balances().orderHold).toBe(held)
    expect(told()).toContain('orderRejected')
  })

  test('an avalanche: every stop of a falling price is released once, and none else', () => {
    desk = moneyDesk({ depositYen: 100_000_000 })
    const ids = Array.from(
      { length: 50 },
      (_, n) =>
        answerOf(
          desk.place({
            type: 'stop',
            side: 'down',
            leverage: 3,
            triggerPrice: 3_399 - 3 * n,
            validity: 'week',
          }),
        ).id,
    )
    let released = 0
    for (let yen = 3_400; yen > 3_250; yen -= 7) released += desk.trade(yen)
    released += desk.trade(3_200)
    expect(released).toBe(50)
    expect(ids.map((id) => orderOf(id).ordStatus).filter((status) => status === 'PENDING_NEW')).toHaveLength(
      50,
    )
  })
})
