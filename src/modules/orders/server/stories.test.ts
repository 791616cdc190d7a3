import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Order } from '../model/order.ts'
import { CODE, MEMBER, moneyDesk, TODAY, type Answer, type MoneyDesk } from './money.fixture.ts'
import { fills, orders } from './tables.ts'

const answerOf = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
const orderOf = (desk: MoneyDesk, id: string) => desk.kept.rows.get(`${orders.name} ${id}`) as Order
const lotOf = (desk: MoneyDesk, id: string) => desk.kept.rows.get(`${lots.name} ${id}`) as Lot
const openLots = (desk: MoneyDesk): Lot[] => desk.tables.of(lots).by('member', MEMBER)
const pending = (desk: MoneyDesk): Order[] => desk.tables.of(orders).by('working', MEMBER)
const told = (desk: MoneyDesk) =>
  [...desk.kept.rows]
    .filter(([key]) => key.startsWith(`${messages.name} `))
    .map(([, message]) => (message as { kind: string }).kind)
const kinds = (desk: MoneyDesk) => desk.kept.transfers.map(({ kind }) => kind)

/** An opened lot, to begin a story with. */
function bought(desk: MoneyDesk, quantity = 300, ticket: Parameters<MoneyDesk['place']>[0] = {}): Lot {
  const { id } = answerOf(desk.place({ quantity, leverage: 2, ...ticket }))
  desk.fill(id, quantity, 3_400)
  return openLots(desk).at(-1)!
}
const print = (desk: MoneyDesk, lot: Lot, yen: number) =>
  answerOf(
    desk.submit(
      desk.commands.trigger,
      { lotId: lot.id, priceTenths: yen * 10, tradeDate: TODAY, tradeNo: 1 },
      null,
    ),
  )

describe('an opening order', () => {
  test('holds at the upper limit, is filled in parts, and gives back what it did not need', () => {
    const desk = moneyDesk()
    const { id, hold } = answerOf(desk.place({ quantity: 300, leverage: 2 }))
    expect(hold).toBe(Math.ceil((4_100 * 300) / 2) + 615 + 61)
    desk.apply(id, [desk.report(id, { execType: 'NEW' })])
    desk.fill(id, 100, 3_400)
    expect(orderOf(desk, id)).toMatchObject({
      status: 'pending',
      ordStatus: 'PARTIALLY_FILLED',
      filledQuantity: 100,
      feeYen: 187,
    })
    desk.fill(id, 200, 3_401)
    expect(orderOf(desk, id)).toMatchObject({
      status: 'holding',
      ordStatus: 'FILLED',
      lotsOpen: 2,
      holdAvailableYen: 0,
      feeYen: 510 + 51,
    })
    expect(desk.balances()).toMatchObject({
      orderHold: 0,
      lotMargin: 510_100,
      available: 10_000_000 - 510_100 - 561,
    })
    expect(openLots(desk).map((lot) => [lot.quantity, lot.openPriceTenths, lot.marginYen])).toEqual([
      [100, 34_000, 170_000],
      [200, 34_010, 340_100],
    ])
    expect(told(desk)).toEqual(['orderPartlyFilled', 'orderFilled'])
  })

  test('lives on with its lots when its rest is cancelled', () => {
    const desk = moneyDesk()
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_400, quantity: 300 }))
    desk.fill(id, 100, 3_400)
    expect(desk.cancel(id).ok).toBe(true)
    expect(desk.cancel(id)).toMatchObject({ rejection: 'CANCEL_UNDER_WAY' })
    desk.end(id, 'CANCELED')
    expect(orderOf(desk, id)).toMatchObject({ status: 'holding', filledQuantity: 100, reason: 'REQUESTED' })
    expect(desk.balances()).toMatchObject({ orderHold: 0, lotMargin: 340_000 })
    expect(desk.cancel(id)).toMatchObject({ rejection: 'ORDER_FINISHED', detail: { status: 'holding' } })
    expect(desk.cancel(id, 'mallory')).toMatchObject({ rejection: 'ORDER_NOT_FOUND' })
  })

  test.each(['CANCELED', 'EXPIRED', 'REJECTED'] as const)(
    'that ends %s gives everything back to where it came from',
    (how) => {
      const desk = moneyDesk({ depositYen: 420_000 })
      desk.close(bought(desk, 100, { leverage: 1 }).id)
      desk.fill(pending(desk)[0]!.id, 100, 3_500)
      const before = desk.balances()
      expect(before).toMatchObject({ available: 79_813, unsettled: 349_808, lotMargin: 0 })
      const { id } = answerOf(desk.place({ type: 'limit', price: 3_000 }))
      expect(orderOf(desk, id)).toMatchObject({ holdAvailableYen: 79_813, holdUnsettledYen: 220_352 })
      desk.end(id, how)
      expect(desk.balances()).toEqual(before)
    },
  )

  test('two orders for the same money: the second is told what is missing', () => {
    const desk = moneyDesk({ depositYen: 500_000 })
    expect(desk.place({ type: 'limit', price: 3_000 }).ok).toBe(true)
    expect(desk.place({ type: 'limit', price: 3_000 })).toMatchObject({
      rejection: 'INSUFFICIENT_BUYING_POWER',
      detail: { shortYen: 100_330 },
    })
  })
})

describe('an order that small ones fill', () => {
  test('makes twenty lots; then a fill joins the lot of its price, to the yen', () => {
    const desk = moneyDesk()
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_400, quantity: 3_000, leverage: 2 }))
    for (let n = 0; n < 29; n++) desk.fill(id, 100, n === 25 ? 3_390 : 3_400)
    const held = () =>
      desk.tables
        .of(lots)
        .by('member', MEMBER)
        .filter(({ orderId }) => orderId === id)
    expect(
      held()
        .map(({ openQuantity }) => openQuantity)
        .toSorted((a, b) => b - a),
    ).toEqual([900, ...Array.from({ length: 20 }, () => 100)])
    // A lot on its way out is left as it is: the next fill joins another of its price.
    const large = held().find(({ openQuantity }) => openQuantity === 900)!
    answerOf(desk.close(large.id, { quantity: 100, type: 'limit', price: 3_500 }))
    desk.fill(id, 100, 3_400)
    expect(desk.tables.of(lots).get(large.id)!.openQuantity).toBe(900)
    expect(held().reduce((sum, { openQuantity }) => sum + openQuantity, 0)).toBe(3_000)
    const notionalYen = 2_900 * 3_400 + 100 * 3_390
    expect([desk.balances().lotMargin, held().reduce((sum, { marginYen }) => sum + marginYen, 0)]).toEqual([
      notionalYen / 2,
      notionalYen / 2,
    ])
    expect(held().reduce((sum, { openFeeYen }) => sum + openFeeYen, 0)).toBe(
      desk.tables.of(orders).get(id)!.feeYen,
    )
    expect([desk.balances().orderHold, desk.tables.of(orders).get(id)!.lotsOpen]).toEqual([0, 21])
  })
})

describe('reports', () => {
  test('that come twice, late, or for nobody change nothing', () => {
    const desk = moneyDesk()
    const { id } = answerOf(desk.place({}))
    const fresh = desk.report(id, { execType: 'NEW' })
    const trade = desk.report(id, { execType: 'TRADE', lastQty: 100, lastPxTenths: 34_000, leavesQty: 0 })
    expect(answerOf(desk.apply(id, [fresh, trade]))).toEqual({ applied: 2 })
    const after = new Map(desk.kept.rows)
    for (const again of [[fresh, trade], [trade], [fresh]])
      expect(answerOf(desk.apply(id, again))).toEqual({ applied: 0 })
    expect(answerOf(desk.apply('nobody', [trade]))).toEqual({ applied: 0 })
    expect(desk.kept.rows).toEqual(after)
  })

  test('of a price worse than the limit are refused by name, and change nothing', () => {
    const desk = moneyDesk()
    const { id } = answerOf(desk.place({ type: 'limit', price: 3_400 }))
    expect(desk.fill(id, 100, 3_401)).toMatchObject({
      answer: { applied: 0 },
      events: expect.arrayContaining([
        expect.objectContaining({ type: 'report.listed', fault: 'REPORT_PRICE' }),
      ]),
    })
  })
})

describe('a closing order', () => {
  test('locks its quantity and shows on the order that opened', () => {
    const desk = moneyDesk()
    const lot = bought(desk)
    const { id, side } = answerOf(desk.close(lot.id, { quantity: 200, type: 'limit', price: 3_500 }))
    expect(side).toBe('down')
    expect(orderOf(desk, lot.orderId).status).toBe('closing')
    expect(desk.close(lot.id, { quantity: 200 })).toMatchObject({
      rejection: 'QUANTITY_ABOVE_LOT',
      detail: { free: 100 },
    })
    desk.fill(id, 100, 3_500)
    expect(lotOf(desk, lot.id)).toMatchObject({ openQuantity: 200, closingQuantity: 100, status: 'closing' })
    desk.end(id, 'EXPIRED', 'DAY_END')
    expect(orderOf(desk, id)).toMatchObject({ status: 'expired', filledQuantity: 100 })
    expect(lotOf(desk, lot.id)).toMatchObject({ openQuantity: 200, closingQuantity: 0, status: 'holding' })
    expect(orderOf(desk, lot.orderId).status).toBe('holding')
    const rest = answerOf(desk.close(lot.id))
    expect(rest.quantity).toBe(200)
    desk.fill(rest.id, 200, 3_300)
    const opening = orderOf(desk, lot.orderId)
    expect(opening).toMatchObject({ status: 'closed', profitYen: lotOf(desk, lot.id).realizedYen })
    expect(desk.close(lot.id)).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
  })

  test('belongs to the owner of the lot', () => {
    const desk = moneyDesk()
    expect(desk.close(bought(desk).id, {}, 'mallory')).toMatchObject({ rejection: 'LOT_NOT_FOUND' })
  })

  test('beyond the deposit leaves a shortfall that stops new orders until money comes', () => {
    const desk = moneyDesk({ depositYen: 700_000 })
    const lot = bought(desk, 500, { leverage: 3 })
    const { id } = answerOf(desk.close(lot.id))
    desk.fill(id, 500, 1_000)
    const owed = 0 - desk.balances().shortfall
    expect(owed).toBeGreaterThan(0)
    expect(desk.balances()).toMatchObject({ available: 0, unsettled: 0, lotMargin: 0 })
    expect(told(desk)).toContain('shortfall')
    desk.deposit(5_000_000)
    expect(desk.place({})).toMatchObject({ rejection: 'SHORTFALL_OPEN', detail: { shortfallYen: owed } })
  })

  test('a shortfall is repaid by what an order held: what is owed cannot be withdrawn', () => {
    const desk = moneyDesk({ depositYen: 1_100_000 })
    const { id: waiting } = answerOf(desk.place({ type: 'stop-limit', triggerPrice: 3_500, price: 3_500 }))
    const held = desk.balances().orderHold
    const lot = bought(desk, 500, { leverage: 3 })
    desk.fill(answerOf(desk.close(lot.id)).id, 500, 1_000)
    const owed = 0 - desk.balances().shortfall
    expect(owed).toBeGreaterThan(held)
    desk.cancel(waiting)
    expect(desk.balances()).toMatchObject({ available: 0, orderHold: 0, shortfall: held - owed })
  })
})

describe('settlement', () => {
  test('makes proceeds available on T+2, once', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 100, { leverage: 1 })
    desk.fill(answerOf(desk.close(lot.id)).id, 100, 3_500)
    const { available, unsettled } = desk.balances()
    desk.settleUpTo(addDays(TODAY, 1))
    expect(desk.balances().unsettled).toBe(unsettled)
    desk.settleUpTo(addDays(TODAY, 2))
    desk.settleUpTo(addDays(TODAY, 2))
    // 9,608 yen of profit: ⌊15.315 %⌋ and ⌊5 %⌋ are withheld.
    expect(desk.balances()).toMatchObject({ unsettled: 0, available: available + unsettled - 1_471 - 480 })
    expect(kinds(desk).filter((kind) => kind === 'settlement')).toHaveLength(1)
  })
})

describe('take-profit and stop-loss', () => {
  const exits = { takeProfit: 3_700, stopLoss: 3_300 }

  test('fire once, through a gap, at market', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    expect(print(desk, lot, 3_301)).toEqual({ fired: false })
    expect(print(desk, lot, 3_100)).toEqual({ fired: true })
    expect(print(desk, lot, 3_100)).toEqual({ fired: false })
    expect(pending(desk)).toMatchObject([
      { origin: 'stop-loss', type: 'market', side: 'down', quantity: 300, lotId: lot.id },
    ])
    expect(told(desk)).toEqual(['orderFilled', 'stopLoss'])
  })

  test('stand in the index of prices only while they are armed', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    const falls = (yen: number) =>
      desk.tables
        .of(lots)
        .range('fallsTo', CODE, { from: yen * 10 })
        .map(({ id }) => id)
    const rises = (yen: number) =>
      desk.tables
        .of(lots)
        .range('risesTo', CODE, { to: yen * 10 })
        .map(({ id }) => id)
    expect([falls(3_301), falls(3_300), rises(3_699), rises(3_700)]).toEqual([[], [lot.id], [], [lot.id]])
    print(desk, lot, 3_700)
    // The take-profit works at its limit; until it is filled the stop-loss stands.
    expect([falls(3_300), rises(3_700)]).toEqual([[lot.id], []])
  })

  test('cancel a limit order for the same lot first, and close what is left when that is reported', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    const limit = answerOf(desk.close(lot.id, { quantity: 200, type: 'limit', price: 3_600 }))
    print(desk, lot, 3_300)
    expect(pending(desk)).toMatchObject([{ id: limit.id, cancelAsked: true }])
    desk.fill(limit.id, 100, 3_600)
    expect(pending(desk)).toHaveLength(1)
    desk.end(limit.id, 'CANCELED')
    expect(pending(desk)).toMatchObject([{ origin: 'stop-loss', quantity: 200, type: 'market' }])
    desk.fill(pending(desk)[0]!.id, 200, 3_290)
    expect(lotOf(desk, lot.id).status).toBe('closed')
  })

  test('cancel an own order that they would trade with', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    const bid = answerOf(desk.place({ type: 'limit', price: 3_200 }))
    print(desk, lot, 3_300)
    expect(pending(desk)).toMatchObject([{ id: bid.id, cancelAsked: true }])
    desk.end(bid.id, 'CANCELED')
    expect(pending(desk)).toMatchObject([{ origin: 'stop-loss', quantity: 300 }])
  })

  test('are armed again when their order came to nothing', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    print(desk, lot, 3_300)
    desk.end(pending(desk)[0]!.id, 'EXPIRED', 'NO_LIQUIDITY')
    expect(pending(desk)).toEqual([])
    expect(openLots(desk)).toMatchObject([{ status: 'holding', triggeredBy: null }])
    expect(print(desk, lot, 3_299)).toEqual({ fired: true })
  })

  test('wait for nothing when the limit order before them filled all', () => {
    const desk = moneyDesk()
    const lot = bought(desk, 300, exits)
    const limit = answerOf(desk.close(lot.id, { type: 'limit', price: 3_600 }))
    print(desk, lot, 3_300)
    desk.fill(limit.id, 300, 3_600)
    expect(pending(desk)).toEqual([])
    expect(lotOf(desk, lot.id).status).toBe('closed')
  })
})

test('every fill is a row of its own', () => {
  const desk = moneyDesk()
  bought(desk, 100)
  expect([...desk.kept.rows.keys()].filter((key) => key.startsWith(`${fills.name} `))).toHaveLength(1)
})
