import { beforeEach, describe, expect, test } from 'vitest'
import { standIn } from '#kernel/stand-in.fixture.ts'
import type { Command } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import type { Order } from '../model/order.ts'
import { CODE, MEMBER, moneyDesk, type Answer, type MoneyDesk } from './money.fixture.ts'
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
const lotOf = (id: string) => desk.kept.rows.get(`${lots.name} ${id}`) as Lot
const trade = (...yen: number[]) => yen.forEach((each) => desk.trade(each))
const trails = () => desk.journal.filter(({ command }) => command.type === 'order.trail').length
/** A stop to buy at 3,500 that follows the price down at 100 yen, while 3,400 is paid. */
const stop = (ticket: Parameters<MoneyDesk['place']>[0] = {}) =>
  answerOf(desk.place({ type: 'stop', triggerPrice: 3_500, trailYen: 100, ...ticket }))
function bought(quantity = 300): Lot {
  const { id } = answerOf(desk.place({ quantity, leverage: 2 }))
  desk.fill(id, quantity, 3_400)
  return desk.tables.of(lots).by('member', MEMBER).at(-1)!
}

describe('a stop that trails', () => {
  test('follows the best price since it was set, never back, and is released where it then stands', () => {
    const { id } = stop()
    trade(3_400, 3_350, 3_380)
    expect(orderOf(id)).toMatchObject({ triggerTenths: 34_500, ordStatus: 'ARMED' })
    trade(3_449)
    expect(orderOf(id).ordStatus).toBe('ARMED')
    trade(3_450)
    expect(orderOf(id)).toMatchObject({ ordStatus: 'PENDING_NEW', priceTenths: null })
  })

  test('is written in the journal when its trigger moves and not otherwise', () => {
    stop()
    trade(3_400, 3_410, 3_399, 3_405, 3_399, 3_398)
    expect(trails()).toBe(2)
  })

  test('carries its limit along at the distance that was chosen, and frees what that no longer needs', () => {
    const { id } = stop({ type: 'stop-limit', price: 3_510 })
    const held = desk.balances().orderHold
    trade(3_300)
    expect(orderOf(id)).toMatchObject({ triggerTenths: 34_000, priceTenths: 34_100 })
    trade(3_400)
    expect(orderOf(id)).toMatchObject({
      ordStatus: 'PENDING_NEW',
      priceTenths: 34_100,
      reserveTenths: 34_100,
    })
    // 100 shares at 100 yen less, and what the commission takes of them.
    expect(held - desk.balances().orderHold).toBe(10_005)
  })

  test('goes on from where it stands on the next day, and lapses with its last', () => {
    const { id } = stop({ validity: 'week' })
    trade(3_300)
    desk.market.phase = 'closed'
    desk.market.tradeDate = '2026-11-20'
    desk.look()
    desk.market.phase = 'continuous'
    desk.market.at += 86_400_000
    trade(3_250)
    expect(orderOf(id)).toMatchObject({ triggerTenths: 33_500, ordStatus: 'ARMED' })
    desk.market.tradeDate = '2026-12-01'
    desk.look()
    expect(orderOf(id).ordStatus).toBe('EXPIRED')
  })

  test('is amended: another distance from the price of now, and it follows from there', () => {
    const { id } = stop()
    answerOf(desk.amend(id, { trailYen: 50, triggerPrice: 3_460 }))
    trade(3_390)
    expect(orderOf(id)).toMatchObject({ trailTenths: 500, triggerTenths: 34_400 })
    expect(desk.amend(id, { trailYen: 0.5 })).toMatchObject({ rejection: 'TRAIL_OUTSIDE' })
    const plain = answerOf(desk.place({ type: 'stop', triggerPrice: 3_500 }))
    // A record from before a plain stop could begin to trail runs again as it was.
    const before = { orderId: plain.id, priceTenths: null, quantity: null, trailTenths: 500 }
    expect(desk.submit(desk.commands.amend, before, MEMBER)).toMatchObject({ rejection: 'TRAIL_NOT_ALLOWED' })
  })

  test('of a frozen account follows on, is released, and waits', () => {
    const { id } = stop()
    desk.freeze()
    trade(3_300, 3_400)
    expect(orderOf(id)).toMatchObject({ ordStatus: 'HELD', triggerTenths: 34_000 })
  })

  test('that was cancelled, and trades from before it was set, move nothing', () => {
    const { id } = stop()
    const print = { code: CODE, priceTenths: 33_000, lots: [], orders: [id] }
    desk.submit(desk.commands.trail, { ...print, at: desk.market.at }, null)
    expect(orderOf(id).triggerTenths).toBe(35_000)
    desk.cancel(id)
    desk.submit(desk.commands.trail, { ...print, at: desk.market.at + 1 }, null)
    expect(orderOf(id).triggerTenths).toBe(35_000)
  })
})

test('trades of one batch are followed one after another: a trade back meets the trigger that the first one moved', async () => {
  let tell: (trades: readonly Trade[]) => void = () => {}
  const submit = async (command: Command, input: unknown) => {
    await new Promise((resolve) => setImmediate(resolve))
    return desk.submit(command, input, null)
  }
  linkVenue(
    standIn<Parameters<typeof linkVenue>[0]>({
      engine: () => standIn<Engine>({ read: desk.tables, submit }),
      venue: { onReport: () => {} },
      feed: { onTrades: (listener: typeof tell) => (tell = listener) },
      triggerOrder: desk.commands.triggerOrder,
      trail: desk.commands.trail,
      market: desk.deps.market,
    }),
  )
  const { id } = stop()
  const said = (price: number, no: number): Trade => ({
    code: CODE,
    no,
    at: desk.market.at + no,
    tradeDate: desk.market.tradeDate,
    priceTenths: price * 10,
    quantity: 100,
    aggressor: 'BUY',
  })
  tell([said(3_380, 1), said(3_350, 2), said(3_451, 3)])
  await expect.poll(() => orderOf(id).ordStatus).toBe('PENDING_NEW')
  expect(orderOf(id).triggerTenths).toBe(34_500)
  expect(trails()).toBe(2)
})

describe('a stop-loss that trails', () => {
  test('rises with the price, fires where it stands, and leaves the take-profit alone', () => {
    const lot = bought()
    answerOf(desk.exits(lot.id, { takeProfit: 3_900, stopLoss: 3_300, trailBp: 300 }))
    trade(3_500)
    expect(lotOf(lot.id)).toMatchObject({ stopLossTenths: 33_950, takeProfitTenths: 39_000 })
    trade(3_450, 3_600)
    expect(lotOf(lot.id).stopLossTenths).toBe(34_920)
    const print = { lotId: lot.id, priceTenths: 34_920, tradeDate: desk.market.tradeDate, tradeNo: 1 }
    expect(answerOf(desk.submit(desk.commands.trigger, print, null)).fired).toBe(true)
  })

  test('of a short falls with the price', () => {
    const { id } = answerOf(desk.place({ side: 'down', leverage: 2 }))
    desk.fill(id, 100, 3_400)
    const lot = desk.tables.of(lots).by('member', MEMBER).at(-1)!
    answerOf(desk.exits(lot.id, { stopLoss: 3_450, trailYen: 50 }))
    trade(3_380, 3_390)
    expect(lotOf(lot.id).stopLossTenths).toBe(34_300)
  })

  test('is taken off by exits without a distance, and needs a stop-loss', () => {
    const lot = bought()
    expect(desk.exits(lot.id, { trailYen: 50 })).toMatchObject({ rejection: 'TRAIL_NOT_ALLOWED' })
    answerOf(desk.exits(lot.id, { stopLoss: 3_300, trailYen: 100 }))
    answerOf(desk.exits(lot.id, { stopLoss: 3_300 }))
    trade(3_700)
    expect(lotOf(lot.id)).toMatchObject({ stopLossTenths: 33_000, trailTenths: null })
  })
})

describe('a stop-loss that an opening order brings', () => {
  const open = (ticket: Parameters<MoneyDesk['place']>[0] = {}) =>
    answerOf(desk.place({ quantity: 300, stopLoss: 3_300, exitTrailYen: 100, ...ticket }))
  test('trails in each of its lots from where it was confirmed, and never back', () => {
    const { id, exitTrailYen, exitTrailBp } = open()
    expect([exitTrailYen, exitTrailBp]).toEqual([100, null])
    desk.fill(id, 100, 3_400)
    desk.fill(id, 200, 3_405)
    const [first, second] = desk.tables.of(lots).by('member', MEMBER)
    for (const lot of [first!, second!])
      expect(lot).toMatchObject({ stopLossTenths: 33_000, trailTenths: 1_000, trailBp: null })
    trade(3_500, 3_420)
    expect([lotOf(first!.id).stopLossTenths, lotOf(second!.id).stopLossTenths]).toEqual([34_000, 34_000])
    trade(3_401)
    expect(lotOf(first!.id)).toMatchObject({ stopLossTenths: 34_000, status: 'holding' })
  })
  test('stays where no distance was chosen', () => {
    const { id } = open({ exitTrailYen: undefined })
    desk.fill(id, 300, 3_400)
    trade(3_600)
    expect(desk.tables.of(lots).by('member', MEMBER)[0]).toMatchObject({
      stopLossTenths: 33_000,
      trailTenths: null,
      trailBp: null,
    })
  })
})

describe('a stop that is amended', () => {
  test('begins to trail from where its new trigger stands, and stays again where it is when that ends', () => {
    const { id } = stop({ trailYen: undefined })
    trade(3_300)
    expect(orderOf(id).triggerTenths).toBe(35_000)
    answerOf(desk.amend(id, { triggerPrice: 3_400, trailYen: 100 }))
    desk.market.at += 1
    trade(3_250)
    expect(orderOf(id)).toMatchObject({ triggerTenths: 33_500, trailTenths: 1_000 })
    answerOf(desk.amend(id, { endTrail: true }))
    desk.market.at += 1
    trade(3_100)
    expect(orderOf(id)).toMatchObject({ triggerTenths: 33_500, trailTenths: null, trailBp: null })
  })
})
