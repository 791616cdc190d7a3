import { standIn } from '#kernel/stand-in.fixture.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { MessageRow } from '#modules/inbox/server/tables.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import type { Listing, ListingsPublic } from '#modules/listings/server/public.ts'
import { DAY_PENALTY } from '#modules/margin/model/rates.ts'
import {
  CODE,
  MEMBER,
  moneyDesk,
  TODAY,
  type Answer,
  type MoneyDesk,
} from '#modules/orders/server/money.fixture.ts'
import { openingInputs } from '#modules/orders/server/place-order.ts'
import { orders } from '#modules/orders/server/tables.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lots, realized } from '#modules/portfolio/server/tables.ts'
import { applyCommand, orderEnded } from './apply.ts'
import { closeDayCommand, leftCommand, warnCommand } from './day-end.ts'
import { applications, inventory } from './tables.ts'

const LISTING = 'DAY-2026-1119'
const TOMORROW = '2026-11-20'
const [ASK, BID] = [34_000, 33_990]
const publish = defineCommand({
  type: 'test.publish',
  captureInputs: () => undefined,
  run(tables) {
    tables
      .of(inventory)
      .insert({
        listingId: LISTING,
        code: CODE,
        tradeOn: TODAY,
        longUnits: 5,
        longLeft: 5,
        shortUnits: 3,
        shortLeft: 3,
        isOver: false,
      })
    return done(null)
  },
})
let desk: MoneyDesk
let act: { apply(patch?: object): Answer; warn(): Answer; close(): Answer; left(date?: string): Answer }

beforeEach(() => {
  desk = moneyDesk({ tables: [inventory, applications], products: new Map([['day-trade', orderEnded]]) })
  const { market, deps } = desk
  market.touch = [BID, ASK]
  const listing = {
    id: LISTING,
    kind: 'day-inventory',
    isVoid: false,
    voidReason: null,
    hash: '',
    publishedAt: 0,
    terms: { tradeOn: TODAY, perMemberUnits: 5, rows: [], opensAt: 0, closesAt: timeJst(TODAY, 15, 20) },
  } as Listing<'day-inventory'>
  const listings = standIn<ListingsPublic>({
    terms: (_tables: unknown, _kind: unknown, id: string) => (id === LISTING ? listing : null),
    statusAt: () => (market.at < listing.terms.closesAt ? 'open' : 'closed'),
  })
  const now = () => ({ at: market.at, phase: market.phase, tradeDate: market.tradeDate })
  const apply = applyCommand(listings, {
    opening: (world, order, account, tables) => openingInputs(deps, world, order, account, tables),
  })
  const [warn, close, left] = [
    warnCommand(now, () => timeJst(TODAY, 15, 25)),
    closeDayCommand(now),
    leftCommand(now, (date) => timeJst(date, 15, 30, 30), deps.settlementDate),
  ]
  desk.submit(publish, null, null)
  act = {
    apply: (patch = {}) =>
      desk.submit(
        apply,
        {
          listingId: LISTING,
          code: CODE,
          side: 'up',
          units: 3,
          priceTenths: ASK,
          leverageTenths: 20,
          ...patch,
        },
        MEMBER,
      ),
    warn: () => desk.submit(warn, { tradeDate: TODAY }, null),
    close: () => desk.submit(close, { tradeDate: TODAY }, null),
    left: (date = TODAY) => desk.submit(left, { tradeDate: date }, null),
  }
})

const ok = (answer: Answer) => {
  if (!answer.ok) throw new Error(`${answer.rejection} ${JSON.stringify(answer.detail)}`)
  return answer.answer
}
const row = () => desk.tables.of(inventory).get(LISTING, CODE)
const application = (id: string) => desk.kept.rows.get(`${applications.name} ${id}`)
const held = (): Lot[] => desk.tables.of(lots).by('member', MEMBER)
const working = () => desk.tables.of(orders).by('working', MEMBER)
const told = (kind: string) =>
  [...desk.kept.rows].filter(
    ([key, one]) => key.startsWith(`${messages.name} `) && (one as MessageRow).kind === kind,
  )
const at = (hour: number, minute: number, phase: typeof desk.market.phase = 'continuous', date = TODAY) =>
  Object.assign(desk.market, { at: timeJst(date, hour, minute), phase, tradeDate: date })
/** A day lot of so many units, filled whole. */
function bought(units = 1, patch: object = {}): Lot {
  const { orderId } = ok(act.apply({ units, ...patch }))
  desk.fill(orderId, units * 100, 3_400)
  return held().at(-1)!
}
const penalties = () => desk.kept.transfers.filter(({ kind }) => kind === 'day-penalty')

describe('an application', () => {
  test('takes units and sends its order at the price shown, in one command; what trades is a lot without commission', () => {
    const before = desk.balances().available
    const { orderId } = ok(act.apply())
    expect(row()).toMatchObject({ longLeft: 2, shortLeft: 3 })
    expect(working()).toMatchObject([
      {
        id: orderId,
        source: 'day-trade',
        type: 'limit',
        priceTenths: ASK,
        timeInForce: 'ioc',
        quantity: 300,
        feePpm: 0,
        quotedFeeYen: 0,
      },
    ])
    desk.fill(orderId, 300, 3_400)
    expect(application(orderId)).toMatchObject({
      status: 'success',
      filledQuantity: 300,
      takenUnits: 3,
      reason: null,
    })
    expect(row()).toMatchObject({ longLeft: 2 })
    expect(held()).toMatchObject([{ source: 'day-trade', quantity: 300, openFeeYen: 0, marginYen: 510_000 }])
    expect(desk.balances()).toMatchObject({ available: before - 510_000, orderHold: 0, lotMargin: 510_000 })
  })
  test('that meets nobody has failed, its money and its units are back', () => {
    const before = desk.balances()
    const { orderId } = ok(act.apply())
    desk.end(orderId, 'EXPIRED', 'IOC_LAPSED')
    expect(application(orderId)).toMatchObject({ status: 'failed', reason: 'PRICE_MOVED', takenUnits: 0 })
    expect(row()).toMatchObject({ longLeft: 5 })
    expect(desk.balances()).toEqual(before)
  })
  test('that is filled in part is a success with what traded; the rest is back', () => {
    const { orderId } = ok(act.apply())
    desk.apply(orderId, [
      desk.report(orderId, { execType: 'TRADE', lastQty: 100, lastPxTenths: ASK, leavesQty: 200 }),
      desk.report(orderId, { execType: 'EXPIRED', leavesQty: 0, reason: 'IOC_LAPSED' }),
    ])
    expect(application(orderId)).toMatchObject({ status: 'success', filledQuantity: 100, takenUnits: 1 })
    expect(row()).toMatchObject({ longLeft: 4 })
  })
  test('is decided once, whatever the exchange says again', () => {
    const { orderId } = ok(act.apply())
    const last = desk.report(orderId, { execType: 'EXPIRED', leavesQty: 0, reason: 'IOC_LAPSED' })
    desk.apply(orderId, [last])
    desk.apply(orderId, [last])
    expect(row()).toMatchObject({ longLeft: 5 })
  })
  test.each([
    ['LISTING_UNKNOWN', { listingId: 'DAY-2026-9999' }],
    ['NOT_IN_INVENTORY', { code: 'S999' }],
    ['ABOVE_MEMBER_UNITS', { units: 6 }],
    ['INVENTORY_SHORT', { side: 'down', units: 4, priceTenths: BID }],
    ['HEDGING_PRICE_MOVED', { priceTenths: ASK - 10 }],
    ['LEVERAGE_ABOVE_LEVEL', { leverageTenths: 33 }],
  ])('refused as %s takes nothing', (rejection, patch) => {
    const before = desk.balances()
    expect(act.apply(patch)).toMatchObject({ ok: false, rejection })
    expect([row(), desk.balances(), working()]).toMatchObject([{ longLeft: 5, shortLeft: 3 }, before, []])
  })
  test('a second one of the issue waits for the first; after it the member has so many less', () => {
    const { orderId } = ok(act.apply({ units: 3 }))
    expect(act.apply({ units: 1 })).toMatchObject({ rejection: 'APPLICATION_PENDING' })
    desk.fill(orderId, 300, 3_400)
    expect(act.apply({ units: 3 })).toMatchObject({
      rejection: 'ABOVE_MEMBER_UNITS',
      detail: { most: 5, taken: 3 },
    })
    expect(act.apply({ units: 2 })).toMatchObject({ ok: true })
    expect(row()).toMatchObject({ longLeft: 0 })
  })
  test('after the window, and outside of continuous trading, is refused by name', () => {
    at(15, 20)
    expect(act.apply()).toMatchObject({ rejection: 'WINDOW_CLOSED' })
    at(12, 10, 'pre-open')
    expect(act.apply()).toMatchObject({ rejection: 'IOC_OUTSIDE_TRADING', module: 'orders' })
    desk.market.stale = true
    expect(act.apply()).toMatchObject({ rejection: 'HEDGING_PRICE_OLD' })
  })
})

describe('a day lot', () => {
  test.each([
    ['up', ASK, 'long'],
    ['down', BID, 'short'],
  ] as const)('%s is closed by its member without commission or charges', (side, priceTenths, _name) => {
    const lot = bought(1, { side, priceTenths })
    const { id } = ok(desk.close(lot.id))
    desk.fill(id, 100, 3_400)
    expect(desk.kept.rows.get(`${lots.name} ${lot.id}`)).toMatchObject({
      status: 'closed',
      closeFeeYen: 0,
      chargesYen: 0,
      realizedYen: 0,
    })
    expect([desk.firm('fee'), desk.firm('interest'), desk.firm('stockLending')]).toEqual([0, 0, 0])
  })
  test('that is taken over as shares (現引) is a lot like others, with the commission of others', () => {
    const lot = bought(1)
    ok(desk.deliver(lot.id))
    at(15, 25, 'pre-closing')
    expect(ok(act.close())).toEqual({ closing: 0 })
    const { id } = ok(desk.close(held()[0]!.id))
    expect(desk.tables.of(orders).get(id)).toMatchObject({ source: 'order', feePpm: 500 })
  })
})

describe('the end of the day', () => {
  test('15:20: each member is told once, and only while it is ahead', () => {
    bought(1)
    bought(1)
    at(15, 20)
    expect([ok(act.warn()), ok(act.warn())]).toEqual([{ told: 1 }, { told: 0 }])
    expect(told('dayWarning')).toMatchObject([
      [expect.any(String), { memberId: MEMBER, args: { count: 2, at: timeJst(TODAY, 15, 25) } }],
    ])
  })
  test('late, nobody is told', () => {
    bought(1)
    at(15, 26, 'pre-closing')
    expect(ok(act.warn())).toEqual({ told: 0 })
  })
  test('15:25: each lot goes into the closing auction at market, once however often it is asked', () => {
    const lot = bought(2)
    at(15, 25, 'pre-closing')
    ok(act.close())
    ok(act.close())
    expect(working()).toMatchObject([
      {
        lotId: lot.id,
        origin: 'day-close',
        condition: 'at-close',
        type: 'market',
        quantity: 200,
        source: 'day-trade',
      },
    ])
    expect(desk.cancel(working()[0]!.id)).toMatchObject({ rejection: 'FORCED_CLOSING' })
    expect(desk.close(lot.id)).toMatchObject({ rejection: 'QUANTITY_ABOVE_LOT' })
    desk.fill(working()[0]!.id, 200, 3_410)
    at(15, 30, 'closed')
    expect(ok(act.left())).toEqual({ waiting: 0, sent: 0 })
    expect(application(lot.orderId)).toMatchObject({ isOver: true, penaltyYen: 0 })
    expect([row(), desk.firm('fee'), penalties()]).toEqual([undefined, 0, []])
  })
  test('15:25: closing orders in the way are cancelled first, and a lot that is closed in part goes with its rest', () => {
    const lot = bought(2)
    const own = ok(desk.close(lot.id, { type: 'limit', price: 3_500, quantity: 100 }))
    at(15, 25, 'pre-closing')
    ok(act.close())
    expect(working()).toMatchObject([{ id: own.id, cancelAsked: true }])
    desk.end(own.id, 'CANCELED')
    expect(working()).toMatchObject([{ origin: 'day-close', condition: 'at-close', quantity: 200 }])
  })
  test('ordinary lots are left alone', () => {
    const { id } = ok(desk.place({ leverage: 2 }))
    desk.fill(id, 100, 3_400)
    at(15, 25, 'pre-closing')
    expect([ok(act.warn()), ok(act.close()), ok(act.left())]).toEqual([
      { told: 0 },
      { closing: 0 },
      { waiting: 0, sent: 0 },
    ])
    expect(working()).toEqual([])
  })

  /** The closing auction took nothing: the lot is left over. */
  function leftOver(units = 1): Lot {
    const lot = bought(units)
    at(15, 25, 'pre-closing')
    ok(act.close())
    desk.end(working()[0]!.id, 'EXPIRED', 'AT_CLOSE_LAPSED')
    at(15, 31, 'closed')
    desk.market.tradeDate = TOMORROW
    return lot
  }
  test('left over: waits for the last word of the exchange, then goes into the next opening and costs the penalty, once', () => {
    const lot = bought(1)
    at(15, 25, 'pre-closing')
    ok(act.close())
    at(15, 31, 'closed')
    desk.market.tradeDate = TOMORROW
    expect(ok(act.left())).toEqual({ waiting: 1, sent: 0 })
    expect(penalties()).toEqual([])
    desk.end(working()[0]!.id, 'EXPIRED', 'AT_CLOSE_LAPSED')
    const before = desk.balances().available
    expect([ok(act.left()), ok(act.left())]).toMatchObject([{ waiting: 0, sent: 1 }, { sent: 0 }])
    expect(working()).toMatchObject([
      { lotId: lot.id, origin: 'day-left', condition: 'at-open', type: 'market', quantity: 100 },
    ])
    expect(penalties()).toMatchObject([
      {
        memberId: MEMBER,
        yen: DAY_PENALTY.yen,
        taxYen: DAY_PENALTY.taxYen,
        orderId: lot.orderId,
        lotId: lot.id,
        code: CODE,
      },
    ])
    expect([desk.balances().available, desk.firm('fee')]).toEqual([before - DAY_PENALTY.yen, DAY_PENALTY.yen])
    expect(application(lot.orderId)).toMatchObject({ penaltyYen: DAY_PENALTY.yen, isOver: false })
    expect(told('dayLeft')).toHaveLength(1)
  })
  test('the penalty is a cost of the lot: in its profit, in what its order came to, and in what tax is reckoned from', () => {
    const lot = leftOver()
    const before = desk.tables.of(realized).get(MEMBER)?.dayYen ?? 0
    ok(act.left())
    expect(held()).toMatchObject([
      { id: lot.id, closeFeeYen: DAY_PENALTY.yen, realizedYen: 0 - DAY_PENALTY.yen },
    ])
    expect(desk.tables.of(realized).get(MEMBER)).toMatchObject({ dayYen: before - DAY_PENALTY.yen })
    at(9, 0, 'continuous', TOMORROW)
    desk.fill(working()[0]!.id, 100, 3_500)
    expect(desk.kept.rows.get(`${lots.name} ${lot.id}`)).toMatchObject({
      status: 'closed',
      realizedYen: 10_000 - DAY_PENALTY.yen,
      closeFeeYen: DAY_PENALTY.yen,
    })
    expect(desk.kept.rows.get(`${orders.name} ${lot.orderId}`)).toMatchObject({
      status: 'closed',
      profitYen: 10_000 - DAY_PENALTY.yen,
    })
    const results = [...desk.kept.rows]
      .filter(([key]) => key.startsWith('tax_results '))
      .map(([, result]) => result as { kind: string; lotId: string; gainYen: number })
    expect(results.map(({ kind, lotId, gainYen }) => [kind, lotId, gainYen])).toEqual([
      ['margin', lot.id, 0 - DAY_PENALTY.yen],
      ['margin', lot.id, 10_000],
    ])
    desk.settleUpTo('2026-12-31')
    // 6,425 yen: 15.315 % and 5 %, each below one yen dropped.
    expect(
      desk.kept.transfers
        .filter(({ kind }) => kind.endsWith('-tax-withheld'))
        .reduce((sum, { yen }) => sum + yen, 0) -
        desk.kept.transfers
          .filter(({ kind }) => kind.endsWith('-tax-refund'))
          .reduce((sum, { yen }) => sum + yen, 0),
    ).toBe(983 + 321)
  })
  test('left over and not closed in the next opening either: into the next closing auction, without another penalty', () => {
    const lot = leftOver()
    ok(act.left())
    at(9, 1, 'continuous', TOMORROW)
    desk.end(working()[0]!.id, 'EXPIRED', 'AT_OPEN_LAPSED')
    at(15, 25, 'pre-closing', TOMORROW)
    // The job of that day.
    const again = desk.submit(
      closeDayCommand(() => ({ at: desk.market.at, phase: 'pre-closing', tradeDate: TOMORROW })),
      { tradeDate: TOMORROW },
      null,
    )
    expect([again.ok, working()]).toMatchObject([true, [{ lotId: lot.id, origin: 'day-close' }]])
    desk.fill(working()[0]!.id, 100, 3_390)
    at(15, 31, 'closed', TOMORROW)
    ok(act.left(TOMORROW))
    expect(penalties()).toHaveLength(1)
    expect(told('dayLeft')).toMatchObject([[expect.anything(), { args: { amount: DAY_PENALTY.yen } }]])
    expect(application(lot.orderId)).toMatchObject({ isOver: true })
  })
  test('a server that was off after the close charges nothing either', () => {
    const lot = leftOver()
    at(15, 32, 'closed')
    desk.market.tradeDate = TOMORROW
    expect(ok(act.left())).toEqual({ waiting: 0, sent: 1 })
    expect([working(), penalties()]).toMatchObject([[{ lotId: lot.id, origin: 'day-left' }], []])
    expect(told('dayLeft')).toMatchObject([[expect.anything(), { lotId: lot.id, args: { amount: 0 } }]])
  })
  test('a server that was off at 15:25 sends the lots into the next opening and charges nothing', () => {
    const lot = bought(1)
    at(20, 0, 'closed')
    desk.market.tradeDate = TOMORROW
    expect(ok(act.close())).toEqual({ closing: 0 })
    expect(ok(act.left())).toEqual({ waiting: 0, sent: 1 })
    expect(working()).toMatchObject([{ lotId: lot.id, origin: 'day-left', condition: 'at-open' }])
    expect(penalties()).toEqual([])
    expect(told('dayLeft')).toMatchObject([[expect.anything(), { lotId: lot.id, args: { amount: 0 } }]])
  })
  test('a server that comes back after the next opening sends the lots to the market at once', () => {
    const lot = leftOver()
    at(10, 0, 'continuous', TOMORROW)
    expect(ok(act.left())).toEqual({ waiting: 0, sent: 1 })
    expect(working()).toMatchObject([
      { lotId: lot.id, origin: 'day-left', condition: 'none', type: 'market' },
    ])
    expect(penalties()).toEqual([])
  })
})
