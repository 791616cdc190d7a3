import { beforeEach, describe, expect, test } from 'vitest'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Command } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import type { Order } from '../model/order.ts'
import { AMEND_ORDER_REJECTIONS, type AmendOrderRejection } from '../model/rejections.ts'
import { CODE, MEMBER, TODAY, moneyDesk, type Answer, type MoneyDesk } from './money.fixture.ts'
import { orders } from './tables.ts'
import { linkVenue } from './venue-link.ts'

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
const limit = (price: number, patch = {}) =>
  answerOf(desk.place({ type: 'limit', price, quantity: 300, ...patch })).id as string

/** To buy up to 3,510 yen once 3,500 have been paid; the market stands at 3,400. */
const stopLimit = (ticket: Parameters<MoneyDesk['place']>[0] = {}) =>
  answerOf(desk.place({ type: 'stop-limit', price: 3_510, triggerPrice: 3_500, quantity: 300, ...ticket }))
    .id as string

/** An account with a long lot at 3×, opened at 3,400 yen. */
function withLot(depositYen: number, quantity: number): MoneyDesk {
  const made = moneyDesk({ depositYen })
  made.fill(answerOf(made.place({ quantity, leverage: 3 })).id, quantity, 3_400)
  return made
}

describe('refused', () => {
  const cases: [AmendOrderRejection, () => Answer, Record<string, unknown>][] = [
    ['ORDER_NOT_FOUND', () => desk.amend(limit(3_300), { price: 3_310 }, 'mallory'), {}],
    [
      'ORDER_FINISHED',
      () => {
        const id = limit(3_300)
        desk.fill(id, 300, 3_300)
        return desk.amend(id, { price: 3_310 })
      },
      { status: 'holding' },
    ],
    [
      'FORCED_CLOSING',
      () => {
        const id = limit(3_300, { stopLoss: 3_200 })
        desk.fill(id, 300, 3_300)
        const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
        desk.submit(
          desk.commands.trigger,
          { lotId: lot.id, priceTenths: 32_000, tradeDate: desk.market.tradeDate, tradeNo: 1 },
          null,
        )
        return desk.amend(desk.tables.of(orders).by('working', MEMBER)[0]!.id, { quantity: 100 })
      },
      {},
    ],
    [
      'CANCEL_UNDER_WAY',
      () => {
        const id = limit(3_300)
        desk.cancel(id)
        return desk.amend(id, { price: 3_310 })
      },
      {},
    ],
    [
      'AMEND_UNDER_WAY',
      () => {
        const id = limit(3_300)
        desk.amend(id, { price: 3_310 })
        return desk.amend(id, { price: 3_320 })
      },
      {},
    ],
    [
      'UNKNOWN_ISSUE',
      () => {
        const id = limit(3_300)
        desk.market.listed = false
        return desk.amend(id, { price: 3_310 })
      },
      { code: 'S214' },
    ],
    ['PRICE_NOT_ALLOWED', () => desk.amend(answerOf(desk.place({})).id, { price: 3_310 }), {}],
    ['TRIGGER_NOT_ALLOWED', () => desk.amend(limit(3_300), { triggerPrice: 3_500 }), {}],
    ['TRAIL_NOT_ALLOWED', () => desk.amend(limit(3_390), { trailYen: 50 }), {}],
    [
      'EXITS_NOT_ALLOWED',
      () => {
        desk.fill(limit(3_300), 300, 3_300)
        const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
        const closing = answerOf(desk.close(lot.id, { type: 'limit', price: 3_500 })).id
        return desk.amend(closing, { exits: { stopLoss: 3_200 } })
      },
      {},
    ],
    [
      'STOP_RELEASED',
      () => {
        const id = stopLimit()
        desk.trade(3_500)
        return desk.amend(id, { triggerPrice: 3_450 })
      },
      {},
    ],
    ['NOTHING_AMENDED', () => desk.amend(limit(3_300), { price: 3_300, quantity: 300 }), {}],
    [
      'PRICE_FIXED',
      () => {
        const id = limit(3_300, { condition: 'limit-then-market' })
        desk.market.phase = 'pre-closing'
        return desk.amend(id, { price: 3_310 })
      },
      {},
    ],
    ['LOT_SIZE', () => desk.amend(limit(3_300), { quantity: 250 }), { lotSize: 100 }],
    ['QUANTITY_ONLY_DOWN', () => desk.amend(limit(3_300), { quantity: 400 }), { quantity: 300 }],
    [
      'QUANTITY_FILLED',
      () => {
        const id = limit(3_300)
        desk.fill(id, 100, 3_300)
        return desk.amend(id, { quantity: 100 })
      },
      { filled: 100 },
    ],
    ['PRICE_OFF_TICK', () => desk.amend(limit(3_300), { price: 3_300.5 }), { below: 3_300 }],
    ['PRICE_OUTSIDE_LIMIT', () => desk.amend(limit(3_300), { price: 4_101 }), { upper: 4_100 }],
    ['TRIGGER_OFF_TICK', () => desk.amend(stopLimit(), { triggerPrice: 3_450.5 }), { below: 3_450 }],
    ['TRIGGER_OUTSIDE_LIMIT', () => desk.amend(stopLimit(), { triggerPrice: 4_101 }), { upper: 4_100 }],
    ['TRIGGER_REACHED', () => desk.amend(stopLimit(), { triggerPrice: 3_400 }), { price: 3_400 }],
    [
      'TRAIL_AMBIGUOUS',
      () =>
        desk.submit(
          desk.commands.amend,
          {
            orderId: stopLimit({ trailYen: 50 }),
            priceTenths: null,
            quantity: null,
            trailTenths: 60,
            trailBp: 1,
          },
          MEMBER,
        ),
      {},
    ],
    ['TRAIL_OUTSIDE', () => desk.amend(stopLimit({ trailYen: 50 }), { trailYen: 0.5 }), { least: 1 }],
    [
      'NO_PRICE',
      () => {
        const id = answerOf(desk.place({})).id
        desk.market.baseYen = 0
        return desk.amend(id, { exits: { stopLoss: 3_200 } })
      },
      {},
    ],
    [
      'TAKE_PROFIT_OFF_TICK',
      () => desk.amend(limit(3_300), { exits: { takeProfit: 3_400.5 } }),
      { below: 3_400 },
    ],
    [
      'TAKE_PROFIT_WRONG_SIDE',
      () => desk.amend(limit(3_300), { exits: { takeProfit: 3_300 } }),
      { price: 3_300 },
    ],
    [
      'STOP_LOSS_OFF_TICK',
      () => desk.amend(limit(3_300), { exits: { stopLoss: 3_200.5 } }),
      { below: 3_200 },
    ],
    [
      'STOP_LOSS_WRONG_SIDE',
      () => desk.amend(limit(3_300, { stopLoss: 3_200 }), { price: 3_190 }),
      { price: 3_190, side: 'up' },
    ],
    [
      'ACCOUNT_FROZEN',
      () => {
        const id = limit(3_300)
        desk.freeze()
        return desk.amend(id, { price: 3_310 })
      },
      {},
    ],
    [
      'TRADING_RESTS',
      () => {
        desk = moneyDesk({ depositYen: 90_000_000 })
        const id = limit(3_300, { quantity: 3_000 })
        desk.rest()
        return desk.amend(id, { price: 3_400 })
      },
      { maxYen: 10_000_000 },
    ],
    [
      'ORDER_VALUE_ABOVE_LEVEL',
      () => {
        desk = moneyDesk({ level: 'experience' })
        return desk.amend(limit(3_300), { price: 3_400 })
      },
      { maxYen: 1_000_000, neededLevel: 'beginner' },
    ],
    [
      'SELF_CROSS',
      () => {
        const id = limit(3_300)
        limit(3_350, { side: 'down', leverage: 2 })
        return desk.amend(id, { price: 3_350 })
      },
      {},
    ],
    [
      'MINIMUM_MARGIN',
      () => {
        desk = withLot(450_000, 100)
        const id = limit(2_900, { quantity: 100, leverage: 3 })
        desk.market.last.set(CODE, 18_000)
        return desk.amend(id, { price: 2_910 })
      },
      { minimumYen: 300_000 },
    ],
    [
      'MARGIN_RATIO',
      () => {
        // N: 3,400,000 with 1,450,000 waiting, then 1,700,000; G has lost 500,000 of 2,000,000.
        desk = withLot(2_000_000, 1_000)
        desk.market.last.set(CODE, 29_000)
        const id = limit(2_900, { quantity: 500, leverage: 3 })
        return desk.amend(id, { price: 3_400 })
      },
      { minimumPercent: 30 },
    ],
    [
      'INSUFFICIENT_BUYING_POWER',
      () => {
        desk = moneyDesk({ depositYen: 993_000 })
        return desk.amend(limit(3_300), { price: 3_310 })
      },
      { neededYen: 3_001 },
    ],
    [
      'SAME_FUNDS',
      () => {
        desk = moneyDesk({ schedule: 'tse', depositYen: 1_000_000 })
        const bought = answerOf(desk.place({ quantity: 200 })).id
        desk.fill(bought, 200, 3_400)
        const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
        const sold = answerOf(desk.close(lot.id)).id
        desk.fill(sold, 200, 3_400)
        return desk.amend(limit(3_000, { quantity: 100 }), { price: 3_300 })
      },
      { code: CODE },
    ],
  ]
  test.each(cases)('%s', (rejection, act, detail) =>
    expect(act()).toMatchObject({ ok: false, rejection, detail }),
  )

  test("each refusal of the contract has its case; the lock is the route's", () => {
    expect(['TRADING_LOCKED', ...cases.map(([name]) => name)]).toEqual([...AMEND_ORDER_REJECTIONS])
  })
})

describe('at the venue', () => {
  test('the dearer price is held until the answer, then what the order needs', () => {
    const id = limit(3_300)
    const { available } = desk.balances()
    expect(answerOf(desk.amend(id, { price: 3_400 }))).toMatchObject({
      price: 3_300,
      amending: { price: 3_400, quantity: 300 },
    })
    expect(desk.balances().available).toBe(available - 30_017)
    desk.replaced(id, 3_400, 300)
    expect(orderOf(id)).toMatchObject({ priceTenths: 34_000, reserveTenths: 34_000, amendPriceTenths: null })
    desk.amend(id, { price: 3_200, quantity: 200 })
    expect(desk.balances().available).toBe(available - 30_017)
    desk.replaced(id, 3_200, 200)
    expect(orderOf(id)).toMatchObject({ priceTenths: 32_000, quantity: 200 })
    expect(desk.balances().orderHold).toBe(640_000 + 352)
    expect(told()).toEqual(['orderAmended', 'orderAmended'])
  })

  test('the fill that came first wins: the amendment is void, and the member is told', () => {
    const id = limit(3_300)
    desk.amend(id, { price: 3_250 })
    desk.fill(id, 300, 3_300)
    expect(orderOf(id)).toMatchObject({ status: 'holding', priceTenths: 33_000, amendPriceTenths: null })
    expect(desk.balances().orderHold).toBe(0)
    expect(told().toSorted()).toEqual(['amendTooLate', 'orderFilled'])
  })

  test('replaced and filled in one go is an amended order that was filled', () => {
    const id = limit(3_300)
    desk.amend(id, { price: 3_350 })
    const replaced = desk.report(id, { execType: 'REPLACED', priceTenths: 33_500, leavesQty: 300 })
    desk.apply(id, [
      replaced,
      desk.report(id, { execType: 'TRADE', lastQty: 300, lastPxTenths: 33_400, leavesQty: 0 }),
    ])
    expect(orderOf(id)).toMatchObject({ status: 'holding', priceTenths: 33_500 })
    expect(told().toSorted()).toEqual(['orderAmended', 'orderFilled'])
  })

  test('a partial fill in between: the rest is what the venue says', () => {
    const id = limit(3_300)
    desk.amend(id, { quantity: 200 })
    desk.fill(id, 100, 3_300)
    expect(orderOf(id)).toMatchObject({ quantity: 300, amendQuantity: 200 })
    desk.replaced(id, 3_300, 200)
    expect(orderOf(id)).toMatchObject({ quantity: 200, filledQuantity: 100, amendQuantity: null })
    desk.fill(id, 100, 3_300)
    expect(orderOf(id)).toMatchObject({ status: 'holding', lotsOpen: 2 })
  })

  test('a cancel in the instant of the fill ends cancelled or filled', () => {
    const filled = limit(3_300)
    desk.cancel(filled)
    desk.fill(filled, 300, 3_300)
    expect(orderOf(filled)).toMatchObject({ status: 'holding', ordStatus: 'FILLED' })
    const cancelled = limit(3_300)
    desk.cancel(cancelled)
    desk.end(cancelled, 'CANCELED')
    expect(orderOf(cancelled)).toMatchObject({ status: 'cancelled' })
  })

  test('a closing order that is amended downward frees shares', () => {
    const id = limit(3_300)
    desk.fill(id, 300, 3_300)
    const lot = desk.tables.of(lots).by('member', MEMBER)[0]!
    const closing = answerOf(desk.close(lot.id, { type: 'limit', price: 3_500 })).id
    desk.amend(closing, { quantity: 100 })
    expect(desk.tables.of(lots).get(lot.id)!.closingQuantity).toBe(300)
    desk.replaced(closing, 3_500, 100)
    expect(desk.tables.of(lots).get(lot.id)!.closingQuantity).toBe(100)
  })

  test('an amendment that the day overtook is carried into the next', () => {
    const id = limit(3_300, { validity: 'week' })
    desk.amend(id, { price: 3_310, quantity: 200 })
    desk.end(id, 'EXPIRED', 'DAY_END')
    expect(orderOf(id)).toMatchObject({
      ordStatus: 'HELD',
      priceTenths: 33_100,
      quantity: 200,
      amendPriceTenths: null,
    })
    expect(told()).toEqual(['orderAmended'])
  })
})

test('an order that waits here is changed at once', () => {
  const { id } = answerOf(
    desk.place({ type: 'stop-limit', price: 3_510, triggerPrice: 3_500, quantity: 300 }),
  )
  expect(answerOf(desk.amend(id, { price: 3_520, quantity: 200 }))).toMatchObject({
    price: 3_520,
    quantity: 200,
    amending: null,
  })
  expect(desk.balances().orderHold).toBe(704_000 + 387)
  desk.trade(3_500)
  expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', priceTenths: 35_200 })
})

describe('the trigger of a stop', () => {
  test('is moved to either side: the new one releases it', () => {
    const id = stopLimit()
    expect(answerOf(desk.amend(id, { triggerPrice: 3_450 }))).toMatchObject({
      triggerPrice: 3_450,
      price: 3_510,
      place: 'armed',
      amending: null,
    })
    desk.trade(3_449)
    expect(orderOf(id)).toMatchObject({ ordStatus: 'ARMED' })
    desk.trade(3_450)
    expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', triggerTenths: 34_500 })

    const later = stopLimit()
    desk.amend(later, { triggerPrice: 3_520, price: 3_530 })
    desk.trade(3_500)
    expect(orderOf(later)).toMatchObject({ ordStatus: 'ARMED', priceTenths: 35_300 })
    desk.trade(3_520)
    expect(orderOf(later)).toMatchObject({ ordStatus: 'PENDING_NEW' })
  })

  test('is not reached by a trade from before it was set, which the exchange says again', async () => {
    let tell: (trades: readonly Trade[]) => void = () => {}
    linkVenue(
      standIn<Parameters<typeof linkVenue>[0]>({
        engine: () =>
          standIn<Engine>({
            read: desk.tables,
            submit: async (command: Command, input: unknown) => desk.submit(command, input, null),
          }),
        venue: { onReport: () => {} },
        feed: { onTrades: (listener: typeof tell) => (tell = listener) },
        triggerOrder: desk.commands.triggerOrder,
        trail: desk.commands.trail,
        market: desk.deps.market,
      }),
    )
    const id = stopLimit()
    const placedAt = desk.market.at
    desk.market.at += MINUTE
    desk.amend(id, { triggerPrice: 3_450 })
    const said = async (at: Ms) => {
      tell([
        { code: CODE, no: at, at, tradeDate: TODAY, priceTenths: 34_600, quantity: 100, aggressor: 'BUY' },
      ])
      await new Promise((resolve) => setImmediate(resolve))
      return orderOf(id).ordStatus
    }
    expect(await said(placedAt + 1)).toBe('ARMED')
    expect(await said(desk.market.at + 1)).toBe('PENDING_NEW')
  })
})

/** Around a stop that buys at 3,510 yen. */
const OLD_STOP = { takeProfit: 3_600, stopLoss: 3_400 }

describe('the exits of an order that still waits', () => {
  const lotsNow = () => desk.tables.of(lots).by('member', MEMBER)
  const exitsOf = () =>
    lotsNow().map(({ takeProfitTenths, stopLossTenths }) => [takeProfitTenths, stopLossTenths])
  const OLD = { takeProfit: 3_400, stopLoss: 3_200 }
  const OTHER = { takeProfit: 3_500, stopLoss: 3_250 }

  test('alone they hold at once, and nothing is asked of the venue', () => {
    const id = limit(3_300, OLD)
    expect(answerOf(desk.amend(id, { exits: OTHER }))).toMatchObject({
      ...OTHER,
      amending: null,
      status: 'pending',
    })
    desk.fill(id, 300, 3_300)
    expect(exitsOf()).toEqual([[35_000, 32_500]])
  })

  test('what is open already keeps its own', () => {
    const id = limit(3_300, OLD)
    desk.fill(id, 100, 3_300)
    desk.amend(id, { exits: { stopLoss: 3_250 } })
    desk.fill(id, 200, 3_300)
    expect(exitsOf()).toEqual([
      [34_000, 32_000],
      [null, 32_500],
    ])
  })

  test('with another price they wait for the venue: what fills before has the old ones', () => {
    const id = limit(3_300, OLD)
    expect(answerOf(desk.amend(id, { price: 3_390, exits: OTHER }))).toMatchObject({ ...OLD, price: 3_300 })
    desk.fill(id, 100, 3_300)
    desk.replaced(id, 3_390, 300)
    expect(orderOf(id)).toMatchObject({ takeProfitTenths: 35_000, stopLossTenths: 32_500, amendExits: null })
    desk.fill(id, 200, 3_390)
    expect(exitsOf()).toEqual([
      [34_000, 32_000],
      [35_000, 32_500],
    ])
  })

  test('a fill that came first leaves them as they were', () => {
    const id = limit(3_300, OLD)
    desk.amend(id, { price: 3_390, exits: OTHER })
    desk.fill(id, 300, 3_300)
    expect(orderOf(id)).toMatchObject({ takeProfitTenths: 34_000, stopLossTenths: 32_000, amendExits: null })
    expect(exitsOf()).toEqual([[34_000, 32_000]])
  })

  test('a day that overtook them carries them into the next', () => {
    const id = limit(3_300, { ...OLD, validity: 'week' })
    desk.amend(id, { price: 3_310, exits: OTHER })
    desk.end(id, 'EXPIRED', 'DAY_END')
    expect(orderOf(id)).toMatchObject({ ordStatus: 'HELD', takeProfitTenths: 35_000, amendExits: null })
  })

  test('of two at once the second finds what the first has made, or one under way', () => {
    const id = limit(3_300, OLD)
    answerOf(desk.amend(id, { exits: OTHER }))
    expect(desk.amend(id, { exits: OTHER })).toMatchObject({ rejection: 'NOTHING_AMENDED' })
    answerOf(desk.amend(id, { price: 3_310 }))
    expect(desk.amend(id, { exits: OLD })).toMatchObject({ rejection: 'AMEND_UNDER_WAY' })
  })

  test('not after a cancel, not of somebody else, not when all of it is open', () => {
    const id = limit(3_300, OLD)
    expect(desk.amend(id, { exits: OTHER }, 'mallory')).toMatchObject({ rejection: 'ORDER_NOT_FOUND' })
    desk.cancel(id)
    expect(desk.amend(id, { exits: OTHER })).toMatchObject({ rejection: 'CANCEL_UNDER_WAY' })
    desk.end(id, 'CANCELED')
    expect(desk.amend(id, { exits: OTHER }).ok).toBe(false)
    const filled = limit(3_300, OLD)
    desk.fill(filled, 300, 3_300)
    expect(desk.amend(filled, { exits: OTHER })).toMatchObject({ rejection: 'ORDER_FINISHED' })
    expect(exitsOf()).toEqual([[34_000, 32_000]])
  })

  test('a stop that waits, and one that begins to trail its stop-loss', () => {
    const id = stopLimit(OLD_STOP)
    expect(answerOf(desk.amend(id, { exits: { stopLoss: 3_410, trailYen: 100 } }))).toMatchObject({
      takeProfit: null,
      stopLoss: 3_410,
      exitTrailYen: 100,
      place: 'armed',
    })
    desk.trade(3_500)
    desk.fill(id, 300, 3_500)
    expect(lotsNow()).toMatchObject([{ stopLossTenths: 34_100, trailTenths: 1_000, takeProfitTenths: null }])
  })

  test('a record from before moves the price past an exit, as it did then', () => {
    const id = limit(3_300, OLD)
    answerOf(desk.amend(id, { price: 3_190, exits: null }))
    desk.replaced(id, 3_190, 300)
    expect(orderOf(id)).toMatchObject({ priceTenths: 31_900, stopLossTenths: 32_000 })
  })

  test('with twenty lots open, what fills after the change joins none of before', () => {
    const id = limit(3_300, { ...OLD, quantity: 2_300 })
    for (let n = 0; n < 20; n++) desk.fill(id, 100, 3_300)
    desk.market.at += MINUTE
    desk.amend(id, { exits: OTHER })
    desk.fill(id, 100, 3_300)
    desk.fill(id, 100, 3_300)
    expect(exitsOf().filter(([, stopLoss]) => stopLoss === 32_000)).toHaveLength(20)
    expect(lotsNow().find(({ stopLossTenths }) => stopLossTenths === 32_500)).toMatchObject({
      openQuantity: 100,
    })
  })
})
