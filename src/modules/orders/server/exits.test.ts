import { beforeEach, describe, expect, test } from 'vitest'
import { feeOf } from '#modules/margin/model/charges.ts'
import { FEE } from '#modules/margin/model/rates.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { messages, type MessageRow } from '#modules/inbox/server/tables.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Order } from '../model/order.ts'
import { EXITS_REJECTIONS, type ExitsRejection } from '../model/rejections.ts'
import { CODE, MEMBER, moneyDesk, type Answer, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
let desk: MoneyDesk
beforeEach(() => {
  desk = moneyDesk()
})
const lotOf = (id: string) => desk.kept.rows.get(`${lots.name} ${id}`) as Lot
const working = (): Order[] => desk.tables.of(orders).by('working', MEMBER)
function bought(quantity = 300): Lot {
  const { id } = answerOf(desk.place({ quantity, leverage: 2 }))
  desk.fill(id, quantity, 3_400)
  return desk.tables.of(lots).by('member', MEMBER).at(-1)!
}
const print = (lot: Lot, yen: number) =>
  answerOf(
    desk.submit(
      desk.commands.trigger,
      { lotId: lot.id, priceTenths: yen * 10, tradeDate: desk.market.tradeDate, tradeNo: 1 },
      null,
    ),
  ).fired

describe('exits of a holding', () => {
  const cases: [ExitsRejection, () => Answer, Record<string, unknown>][] = [
    ['LOT_NOT_FOUND', () => desk.exits(bought().id, { stopLoss: 3_300 }, 'mallory'), {}],
    [
      'LOT_LEAVING',
      () => {
        const lot = bought()
        desk.exits(lot.id, { stopLoss: 3_300 })
        print(lot, 3_300)
        return desk.exits(lot.id, {})
      },
      {},
    ],
    [
      'UNKNOWN_ISSUE',
      () => {
        const lot = bought()
        desk.market.listed = false
        return desk.exits(lot.id, {})
      },
      { code: CODE },
    ],
    ['TAKE_PROFIT_OFF_TICK', () => desk.exits(bought().id, { takeProfit: 3_500.5 }), { below: 3_500 }],
    [
      'TAKE_PROFIT_WRONG_SIDE',
      () => desk.exits(bought().id, { takeProfit: 3_400 }),
      { price: 3_400, side: 'up' },
    ],
    ['STOP_LOSS_OFF_TICK', () => desk.exits(bought().id, { stopLoss: 3_300.5 }), { above: 3_301 }],
    [
      'STOP_LOSS_WRONG_SIDE',
      () => desk.exits(bought().id, { stopLoss: 3_401 }),
      { price: 3_400, side: 'up' },
    ],
    ['TRAIL_NOT_ALLOWED', () => desk.exits(bought().id, { trailYen: 50 }), {}],
    ['TRAIL_AMBIGUOUS', () => desk.exits(bought().id, { stopLoss: 3_300, trailYen: 50, trailBp: 100 }), {}],
    [
      'TRAIL_OUTSIDE',
      () => desk.exits(bought().id, { stopLoss: 3_300, trailBp: 5_001 }),
      { by: 'percent', least: 0.1, most: 50 },
    ],
  ]
  test.each(cases)('%s', (rejection, act, detail) =>
    expect(act()).toMatchObject({ ok: false, rejection, detail }),
  )
  test("each refusal of the contract has its case; the lock and closed lots are the route's", () => {
    expect(cases.map(([name]) => name)).toEqual(
      EXITS_REJECTIONS.filter((name) => name !== 'TRADING_LOCKED' && name !== 'LOT_CLOSED'),
    )
  })

  test('are added, moved and taken off; the one that is reached makes the other void', () => {
    const lot = bought()
    expect(answerOf(desk.exits(lot.id, { takeProfit: 3_600, stopLoss: 3_300 }))).toEqual({
      lotId: lot.id,
      takeProfit: 3_600,
      stopLoss: 3_300,
      trailYen: null,
      trailBp: null,
    })
    desk.exits(lot.id, { takeProfit: 3_600, stopLoss: 3_350 })
    expect(print(lot, 3_350)).toBe(true)
    expect(print(lot, 3_600)).toBe(false)
    expect(working()).toMatchObject([{ origin: 'stop-loss', quantity: 300, lotId: lot.id }])
    desk.fill(working()[0]!.id, 300, 3_340)
    const other = bought(100)
    desk.exits(other.id, { stopLoss: 3_300 })
    desk.exits(other.id, {})
    expect(print(other, 3_200)).toBe(false)
  })

  test('never close the same shares twice: what a limit order has closed is not closed again', () => {
    const lot = bought()
    desk.exits(lot.id, { stopLoss: 3_300 })
    const { id } = answerOf(desk.close(lot.id, { type: 'limit', price: 3_500 }))
    desk.fill(id, 200, 3_500)
    print(lot, 3_250)
    expect(working()).toMatchObject([{ id, cancelAsked: true }])
    desk.end(id, 'CANCELED')
    expect(working()).toMatchObject([{ origin: 'stop-loss', quantity: 100 }])
    desk.fill(working()[0]!.id, 100, 3_240)
    expect(lotOf(lot.id)).toMatchObject({ status: 'closed', openQuantity: 0 })
  })

  test('an order that is taken back for an exit says so: its member has not cancelled it', () => {
    const lot = bought()
    const bid = answerOf(desk.place({ type: 'limit', price: 3_200, quantity: 100, leverage: 2 })).id
    const filled = answerOf(desk.place({ type: 'limit', price: 3_210, quantity: 100, leverage: 2 })).id
    desk.exits(lot.id, { stopLoss: 3_300 })
    print(lot, 3_290)
    expect([bid, filled].map((id) => desk.tables.of(orders).get(id))).toMatchObject([
      { cancelAsked: true, reason: 'EXIT_FIRST' },
      { cancelAsked: true, reason: 'EXIT_FIRST' },
    ])
    desk.end(bid, 'CANCELED')
    // Too late to be taken back.
    desk.fill(filled, 100, 3_210)
    const kept = (name: string, id: string) => desk.kept.rows.get(`${name} ${id}`)
    expect([bid, filled].map((id) => kept(orders.name, id))).toMatchObject([
      { status: 'cancelled', reason: 'EXIT_FIRST' },
      { status: 'holding', reason: null },
    ])
    const told = [...desk.kept.rows]
      .filter(([key]) => key.startsWith(`${messages.name} `))
      .map(([, row]) => row as MessageRow)
    // The price that was set, not the one that reached it.
    expect(told.find(({ kind }) => kind === 'stopLoss')).toMatchObject({ args: { price: 3_300 } })
    expect(told.filter(({ orderId }) => orderId === bid)).toMatchObject([
      { kind: 'orderTakenBack', args: { reason: 'EXIT_FIRST', quantity: 100 } },
    ])
  })

  test('fire before a closing order that is only held here: it is cancelled, and its shares are closed once', () => {
    const lot = bought()
    desk.exits(lot.id, { stopLoss: 3_300 })
    desk.market.phase = 'lunch'
    answerOf(desk.close(lot.id, { quantity: 200 }))
    desk.market.phase = 'continuous'
    print(lot, 3_250)
    expect(working()).toMatchObject([{ origin: 'stop-loss', quantity: 300, ordStatus: 'PENDING_NEW' }])
  })

  test('from the ticket: the lot of each fill has them, from entry to exit (IFDOCO)', () => {
    const { id } = answerOf(
      desk.place({
        type: 'limit',
        price: 3_400,
        quantity: 300,
        leverage: 2,
        takeProfit: 3_600,
        stopLoss: 3_300,
      }),
    )
    desk.fill(id, 100, 3_400)
    desk.fill(id, 200, 3_399)
    const both = desk.tables.of(lots).by('member', MEMBER)
    expect(both.map((lot) => [lot.openQuantity, lot.takeProfitTenths, lot.stopLossTenths])).toEqual([
      [100, 36_000, 33_000],
      [200, 36_000, 33_000],
    ])
    for (const lot of both) print(lot, 3_610)
    for (const order of working()) desk.fill(order.id, order.quantity, 3_605)
    expect(both.map((lot) => lotOf(lot.id).status)).toEqual(['closed', 'closed'])
    expect(desk.balances()).toMatchObject({ orderHold: 0, lotMargin: 0 })
  })
})

describe('a take-profit', () => {
  const reached = () => {
    const lot = bought()
    desk.exits(lot.id, { takeProfit: 3_600, stopLoss: 3_300 })
    print(lot, 3_610)
    return { lot, order: working()[0]! }
  }

  test('goes out at its limit when a trade is there, and never fills worse', () => {
    const { order } = reached()
    expect(order).toMatchObject({
      type: 'limit',
      priceTenths: 36_000,
      origin: 'take-profit',
      quantity: 300,
      validUntil: desk.market.tradeDate,
    })
    expect(desk.fill(order.id, 100, 3_599)).toMatchObject({
      answer: { applied: 0 },
      events: expect.arrayContaining([
        expect.objectContaining({ type: 'report.listed', fault: 'REPORT_PRICE' }),
      ]),
    })
  })

  test('that is filled in part leaves the rest to the stop-loss: the one is cancelled before the other closes', () => {
    const { lot, order } = reached()
    desk.fill(order.id, 100, 3_600)
    expect(print(lot, 3_290)).toBe(true)
    expect(working()).toMatchObject([{ id: order.id, cancelAsked: true }])
    // It trades once more on the way.
    desk.fill(order.id, 100, 3_600)
    desk.end(order.id, 'CANCELED')
    expect(working()).toMatchObject([{ origin: 'stop-loss', type: 'market', quantity: 100 }])
    expect(print(lot, 3_600)).toBe(false)
    desk.fill(working()[0]!.id, 100, 3_280)
    expect(lotOf(lot.id)).toMatchObject({ status: 'closed', openQuantity: 0, closingQuantity: 0 })
  })

  test('that the day leaves unfilled is armed again', () => {
    const { lot, order } = reached()
    desk.end(order.id, 'EXPIRED', 'DAY_END')
    expect(lotOf(lot.id)).toMatchObject({ status: 'holding', triggeredBy: null })
    expect(print(lot, 3_605)).toBe(true)
  })

  test('that works is taken back when it is moved or taken off; the stop-loss alone may be moved beside it', () => {
    const { lot, order } = reached()
    expect(answerOf(desk.exits(lot.id, { takeProfit: 3_600, stopLoss: 3_350 })).stopLoss).toBe(3_350)
    expect(working()).toMatchObject([{ id: order.id, cancelAsked: false }])
    expect(answerOf(desk.exits(lot.id, { takeProfit: 3_650, stopLoss: 3_350 })).takeProfit).toBe(3_650)
    expect(working()).toMatchObject([{ id: order.id, cancelAsked: true }])
    desk.end(order.id, 'CANCELED')
    expect([working().length, lotOf(lot.id).status, lotOf(lot.id).triggeredBy]).toEqual([0, 'holding', null])
    expect([print(lot, 3_600), print(lot, 3_650)]).toEqual([false, true])
  })

  test('that is moved takes the trade that comes while its old order is being taken back', () => {
    const { lot, order } = reached()
    desk.market.at += 1_000
    desk.exits(lot.id, { takeProfit: 3_650, stopLoss: 3_300 })
    expect(working()).toMatchObject([{ id: order.id, cancelAsked: true }])
    // The spike is there and gone before the exchange has answered.
    expect(print(lot, 3_650)).toBe(true)
    expect(working()).toMatchObject([{ id: order.id, cancelAsked: true }])
    desk.end(order.id, 'CANCELED')
    expect(working()).toMatchObject([
      { origin: 'take-profit', type: 'limit', priceTenths: 36_500, quantity: 300 },
    ])
    // The member takes this one back: it has sent itself, and is armed again.
    desk.market.at += 1_000
    desk.submit(desk.commands.cancel, { orderId: working()[0]!.id }, MEMBER)
    desk.end(working()[0]!.id, 'CANCELED')
    expect(lotOf(lot.id)).toMatchObject({ status: 'holding', triggeredBy: null })
  })
})

describe('lots of both directions', () => {
  test('a take-profit waits for the stop-loss of the other side, and does not call it back', () => {
    const long = bought()
    const sold = answerOf(desk.place({ quantity: 300, leverage: 2, side: 'down' }))
    desk.fill(sold.id, 300, 3_400)
    const short = desk.tables
      .of(lots)
      .by('member', MEMBER)
      .find(({ orderId }) => orderId === sold.id)!
    desk.exits(long.id, { stopLoss: 3_300 })
    desk.exits(short.id, { takeProfit: 3_300 })
    expect([print(long, 3_290), print(short, 3_290)]).toEqual([true, true])
    expect(working()).toMatchObject([{ lotId: long.id, origin: 'stop-loss', cancelAsked: false }])
    desk.fill(working()[0]!.id, 300, 3_290)
    expect(working()).toMatchObject([{ lotId: short.id, origin: 'take-profit', type: 'limit' }])
  })

  test('orders that one report lets go have a number each', () => {
    const [first, second] = [bought(), bought()]
    for (const { id } of [first, second]) desk.exits(id, { stopLoss: 3_300 })
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_000, leverage: 2 }))
    for (const lot of [first, second]) print(lot, 3_290)
    expect(working()).toMatchObject([{ id, cancelAsked: true }])
    desk.end(id, 'CANCELED')
    expect(working().map(({ lotId }) => lotId)).toEqual([first.id, second.id])
    expect(new Set(working().map(({ number }) => number)).size).toBe(2)
  })
})

describe('closing shares of an issue', () => {
  test('takes the oldest lots first, an order for each, or those that are named', () => {
    const [first, second] = [bought(), bought(200)]
    const sent = answerOf(desk.closeMany({ quantity: 400 }))
    expect(sent.map((order: { lotId: string; quantity: number }) => [order.lotId, order.quantity])).toEqual([
      [first.id, 300],
      [second.id, 100],
    ])
    expect(new Set(sent.map((order: { number: string }) => order.number)).size).toBe(2)
    for (const { id, quantity } of sent) desk.fill(id, quantity, 3_500)
    expect([lotOf(first.id).status, lotOf(second.id).openQuantity]).toEqual(['closed', 100])
    expect(
      answerOf(desk.closeMany({ quantity: 100, lots: [second.id], type: 'limit', price: 3_600 })),
    ).toMatchObject([{ lotId: second.id, price: 3_600 }])
  })

  test('pays one commission over all its orders, however they fill', () => {
    const parts = [bought(), bought(200), bought(100)]
    const sent: { id: string; quantity: number; quoted: { fee: number } }[] = answerOf(
      desk.closeMany({ quantity: 600 }),
    )
    const fills = [
      [2, 100],
      [0, 100],
      [1, 200],
      [0, 200],
    ] as const
    for (const [n, quantity] of fills) desk.fill(sent[n]!.id, quantity, 3_500)
    const paid = sent.map(({ id }) => (desk.kept.rows.get(`orders ${id}`) as Order).feeYen)
    const one = feeOf(600 * 3_500, FEE).totalYen
    expect(paid.reduce((sum, yen) => sum + yen)).toBe(one)
    const apart = parts.map(({ quantity }) => feeOf(quantity * 3_500, FEE).totalYen)
    expect(one).toBeLessThan(apart.reduce((sum, yen) => sum + yen))
  })

  test('is all or nothing', () => {
    const [first, second] = [bought(), bought(200)]
    expect(desk.closeMany({ quantity: 600 })).toMatchObject({
      rejection: 'QUANTITY_ABOVE_LOT',
      detail: { free: 500 },
    })
    expect(desk.closeMany({ quantity: 450 })).toMatchObject({ rejection: 'LOT_SIZE' })
    expect(desk.closeMany({ quantity: 100, side: 'down' })).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
    expect(desk.closeMany({ quantity: 100, lots: ['nobody'] })).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
    expect(desk.closeMany({ quantity: 100, price: 3_500 })).toMatchObject({ rejection: 'PRICE_NOT_ALLOWED' })
    expect([lotOf(first.id).closingQuantity, lotOf(second.id).closingQuantity, working().length]).toEqual([
      0, 0, 0,
    ])
  })
})
