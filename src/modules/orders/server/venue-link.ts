import type { OrderId } from '#kernel/id.ts'
import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import type { Engine } from '#platform/engine/engine.ts'
import { deliverTo, submitUntilTaken } from '#platform/engine/command-batcher.ts'
import { listen } from '#platform/engine/event.ts'
import type { Log } from '#platform/log.ts'
import type { DueScan, Listener } from '#modules/module.ts'
import type {
  ExecutionReport,
  MarketFeed,
  Trade,
  TradeReversal,
  Venue,
  VenueAmendment,
} from '#modules/venue/server/ports.ts'
import { isFrozen, managerOf } from '#modules/identity/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { exitSince, type Lot } from '#modules/portfolio/model/lot.ts'
import { isNews, type Report } from '../model/apply-execution.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'
import { execIdIn, isTradeDay, readReport, reversalFault } from '../model/read-report.ts'
import { newAtVenue, venueOrder } from '../model/venue-order.ts'
import type { applyExecutionCommand } from './apply-execution.ts'
import {
  amendAsked,
  cancelAsked,
  cancelRefused,
  orderSentAgain,
  orderAccepted,
  reportListed,
  tradesUnplaced,
} from './events.ts'
import { waitingOrders, type CommandDeps } from './load-facts.ts'
import { ordersAhead, type expireAheadCommand } from './expire-ahead.ts'
import { followPrints } from './follow-prints.ts'
import { misfitReports } from './misfit-reports.ts'
import { orders } from './tables.ts'
import {
  dueToFollow,
  idOfFollower,
  trailPrint,
  type Follower,
  type trailStopsCommand,
} from './trail-stops.ts'
import type { triggerLotCommand } from './trigger-lot.ts'
import {
  isDisputed,
  restingNames,
  restingReports,
  restReportsCommand,
  type listReportCommand,
} from './venue-exceptions.ts'
import { unknownOrders, type loseOrderCommand, type resendOrderCommand } from './unknown-orders.ts'
import { watchPrints } from './watch-prints.ts'
import { isDue, type releaseOrderCommand, type triggerOrderCommand } from './waiting.ts'

export type VenueLink = { listeners: Listener[]; scan: DueScan; open: () => Promise<void> }
/** Orders that wait here are looked at this often: they go out within a second of the acceptance. */
const LOOK_EVERY_MS = SECOND
/** A cancel of the firm's own that the venue has refused is asked for again after this. */
const ASK_AGAIN_AFTER: Ms = 30 * SECOND
/** So many reports are known by heart to have been delivered; whatever is older is durable. */
const REMEMBERED = 50_000
type Parts = {
  engine: () => Engine
  heard: Parameters<typeof misfitReports>[0]['heard']
  wall: () => Ms
  venue: Venue
  feed: MarketFeed
  market: CommandDeps['market']
  apply: ReturnType<typeof applyExecutionCommand>
  list: ReturnType<typeof listReportCommand>
  trigger: ReturnType<typeof triggerLotCommand>
  triggerOrder: ReturnType<typeof triggerOrderCommand>
  trail: ReturnType<typeof trailStopsCommand>
  release: ReturnType<typeof releaseOrderCommand>
  lose: ReturnType<typeof loseOrderCommand>
  resend: ReturnType<typeof resendOrderCommand>
  /** null: the clock did not leave any order ahead. */
  expireAhead: ReturnType<typeof expireAheadCommand> | null
  log: Log
}

/** Accepted orders go out after they are durable; reports and prices that trigger come in as commands. */
export function linkVenue({
  engine,
  heard,
  wall,
  venue,
  feed,
  market,
  apply,
  list,
  trigger,
  triggerOrder,
  trail,
  release,
  lose,
  resend,
  expireAhead,
  log,
}: Parts): VenueLink {
  const deliverReport = deliverTo(
    engine,
    apply,
    { ...SYSTEM_CALLER, actor: 'venue' },
    (orderId, reports: Report[]) => ({ orderId, reports }),
    log,
    isOfAnotherDay,
  )
  const deliverLoss = deliverTo(engine, lose, SYSTEM_CALLER, (orderId) => ({ orderId }), log)
  const deliverResend = deliverTo(engine, resend, SYSTEM_CALLER, (orderId) => ({ orderId }), log)
  const unknown = unknownOrders({
    venue,
    wall,
    order: (id) => engine().read.of(orders).get(id),
    lose: (id) => deliverLoss(id, null),
    resend: (id) => deliverResend(id, null),
    list: (misfit, order) =>
      void submitUntilTaken(engine, list, { ...misfit, order }, { ...SYSTEM_CALLER, actor: 'venue' }, log),
  })
  venue.onStatus?.(unknown.hear)
  const deliverRelease = deliverTo(engine, release, SYSTEM_CALLER, (orderId) => ({ orderId }), log)

  const misfits = misfitReports({ engine, heard, list, deliver: deliverReport, log })
  const isDelivered = remembering(REMEMBERED)
  let lastDay: DateJst | null = null
  const isDay = (date: DateJst): boolean => {
    if (date !== lastDay && !isTradeDay(date, market.phase().tradeDate)) return false
    lastDay = date
    return true
  }
  /** Of an order at work only a trade can be missing, if the venue's word may come out of turn. */
  const mayBeMissing = (order: Order | undefined, { execType, execNo }: Report) =>
    order === undefined || (execType === 'TRADE' && (venue.inOrder !== true || execNo > order.lastExecNo))
  const hear = (report: ExecutionReport | TradeReversal) => {
    const said = readReport(report, isDay, venue)
    if (said === null) return misfits.unplaced(report, reversalFault(report, venue) ?? 'REPORT_FORM')
    const order = working(report.orderId)
    const isAgain = isDelivered(`${report.orderId} ${execIdIn(said)} ${said.execType}`)
    if (order !== undefined && isNews(order, said)) deliverReport(order.id, said)
    else if (!isAgain && mayBeMissing(order, said)) misfits.consider(report.orderId, said)
  }
  venue.onReport(hear)
  venue.onReversal?.(hear)
  feed.onTrades((trades) => {
    for (const trade of trades) follow(trade)
  })

  const personOf = ({ memberId }: Order): string => managerOf(engine().read, memberId)
  const working = (orderId: unknown): Order | undefined =>
    engine()
      .read.of(orders)
      .get(orderId as string)
  const fireLot = (lot: Lot, { priceTenths, tradeDate, no }: Trade) =>
    submitUntilTaken(
      engine,
      trigger,
      { lotId: lot.id, priceTenths, tradeDate, tradeNo: no },
      SYSTEM_CALLER,
      log,
    )
  const releaseStop = ({ id }: Order, { priceTenths }: Trade) =>
    submitUntilTaken(engine, triggerOrder, { orderId: id, priceTenths }, SYSTEM_CALLER, log)
  const triggerSince = ({ triggerAt }: Order) => triggerAt
  const watches = [
    watchPrints({
      direction: 'rises',
      reached: (code, to) => engine().read.of(lots).range('risesTo', code, { to }),
      since: (lot) => exitSince(lot, 'rises'),
      fire: fireLot,
    }),
    watchPrints({
      direction: 'falls',
      reached: (code, from) => engine().read.of(lots).range('fallsTo', code, { from }),
      since: (lot) => exitSince(lot, 'falls'),
      fire: fireLot,
    }),
    watchPrints({
      direction: 'rises',
      reached: (code, to) => engine().read.of(orders).range('stopsAbove', code, { to }),
      since: triggerSince,
      fire: releaseStop,
    }),
    watchPrints({
      direction: 'falls',
      reached: (code, from) => engine().read.of(orders).range('stopsBelow', code, { from }),
      since: triggerSince,
      fire: releaseStop,
    }),
  ]
  const follow = followPrints<Follower>({
    due: (trade, tried) =>
      dueToFollow(engine().read, trade, (code) => market.instrument(code)?.tickTable ?? null, tried),
    idOf: idOfFollower,
    move: (rows, trade) => submitUntilTaken(engine, trail, trailPrint(rows, trade), SYSTEM_CALLER, log),
    pass: (trade) => {
      for (const watch of watches) watch(trade)
    },
  })
  /** Nothing is sent to a venue that cannot be reached. */
  const reachable = () => (venue.isAway() ? { ...market, isStale: () => true } : market)
  const askAgain = new Map<OrderId, Ms>()
  function cancelAgain(): void {
    for (const [id, at] of askAgain) {
      if (wall() < at) continue
      askAgain.delete(id)
      const order = working(id)
      if (order?.cancelAsked === true && isAtVenue(order.ordStatus)) venue.cancel(id)
    }
  }
  const look = () => {
    misfits.look()
    cancelAgain()
    unknown.look()
    const { read } = engine()
    for (const order of waitingOrders(read))
      if (!isDisputed(read, order.id) && isDue(order, reachable(), isFrozen(read, order.memberId, wall())))
        deliverRelease(order.id, null)
  }
  async function endAhead(): Promise<void> {
    if (expireAhead === null) return
    const ahead = ordersAhead(engine().read, { tradeDate: market.phase().tradeDate, at: wall() })
    for (const { id } of ahead) await engine().submit(expireAhead, { orderId: id }, SYSTEM_CALLER)
    if (ahead.length > 0) log.warn({ orders: ahead.length }, 'orders of a clock that was ahead have expired')
  }
  return {
    scan: { name: 'orders.waiting', everyMs: LOOK_EVERY_MS, look },
    listeners: [
      listen(orderAccepted, ({ orderId }) => {
        const order = working(orderId)
        if (!order) return
        venue.submit(newAtVenue(order, personOf(order), market.quote(order.code)))
        unknown.sent(order.id)
      }),
      listen(orderSentAgain, ({ orderId }) => {
        const order = working(orderId)
        if (!order) return
        const again = newAtVenue(order, personOf(order), market.quote(order.code))
        venue.submit({ ...again, isPossiblyRepeated: true })
        unknown.sent(order.id)
      }),
      listen(amendAsked, ({ orderId }) => {
        const order = working(orderId)
        if (order) venue.amend(order.id, amendmentOf(order))
      }),
      listen(reportListed, ({ orderId, execId, fault }) =>
        log.error({ orderId, execId, fault }, 'a report of the venue waits for people'),
      ),
      listen(tradesUnplaced, ({ orderId, reports }) => {
        for (const report of reports) misfits.consider(orderId, report)
      }),
      listen(cancelAsked, ({ orderId }) => venue.cancel(orderId)),
      listen(cancelRefused, ({ orderId }) => void askAgain.set(orderId, wall() + ASK_AGAIN_AFTER)),
    ],
    async open() {
      await endAhead()
      venue.onReturn(() => {
        begin().catch((err: unknown) => log.error({ err }, 'the venue could not be opened again'))
      })
      const { read } = engine()
      if (restingReports(read).length > 0 || restingNames(read).length > 0)
        await engine().submit(restReportsCommand, null, SYSTEM_CALLER)
      await begin()
    },
  }
  /** Opens the venue, at the start and whenever it can be reached again. */
  async function begin(): Promise<void> {
    const open = engine()
      .read.of(orders)
      .all()
      .filter((order) => isAtVenue(order.ordStatus))
      .sort(byPriority)
    await venue.start(
      open.map((order) => venueOrder(order, personOf(order))),
      new Map(open.map(({ id, lastExecNo }) => [id, lastExecNo])),
    )
    unknown.reconnected(open.map(({ id }) => id))
    for (const order of open) {
      if (order.amendPriceTenths !== null || order.amendQuantity !== null)
        venue.amend(order.id, amendmentOf(order))
      if (order.cancelAsked) venue.cancel(order.id)
    }
  }
}

/** Order in which the venue took them; those that it never acknowledged last, as they were placed. */
const byPriority = (a: Order, b: Order): number =>
  (a.venueSeq ?? Infinity) - (b.venueSeq ?? Infinity) || (a.number < b.number ? -1 : 1)

const amendmentOf = ({ amendPriceTenths, amendQuantity }: Order): VenueAmendment => ({
  ...(amendPriceTenths === null ? {} : { priceTenths: amendPriceTenths }),
  ...(amendQuantity === null ? {} : { quantity: amendQuantity }),
})

/** A command books under one trade date: after a start the venue may say those of several at once. */
const isOfAnotherDay = (before: Report, { tradeDate }: Report): boolean => before.tradeDate !== tradeDate

/** Says of each name whether it was given lately, and remembers it. */
function remembering(most: number): (name: string) => boolean {
  let [now, before] = [new Set<string>(), new Set<string>()]
  return (name) => {
    if (now.has(name) || before.has(name)) return true
    if (now.size >= most) [now, before] = [new Set(), now]
    now.add(name)
    return false
  }
}
