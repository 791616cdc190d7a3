import type { OrderId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type {
  Depth,
  ExecutionReport,
  Quote,
  Trade,
  TradeReversal,
  VenueAmendment,
  VenueCapabilities,
  VenueOrder,
  VenueStatus,
} from '../model/terms.ts'

/**
 * The two ports of the venue. Adapters: `simulated.ts` (the simulated exchange) and `replay.ts` (historical
 * bars).
 */
export type {
  Board,
  BoardNumbers,
  Condition,
  Depth,
  ExecType,
  ExecutionReport,
  Level,
  OrdType,
  Quote,
  QuoteState,
  Side,
  TimeInForce,
  Trade,
  TradeReversal,
  VenueAmendment,
  VenueAnswerReason,
  VenueCapabilities,
  VenueOrder,
  VenueStatus,
  VenueOrdStatus,
  VenueReason,
} from '../model/terms.ts'

/**
 * The place that works orders. Calls return at once; every outcome comes as a report. A cancel or amendment
 * is answered too, done or rejected. Of an order that the venue no longer has it may be silent where the last
 * report is already on the way.
 */
export type Venue = {
  /** Name under which its executions are kept, lower-case. */
  readonly name: string
  readonly has: VenueCapabilities
  /**
   * Its executions are numbered (`execNo`): reports of one order come in the order of their numbers, and a
   * smaller one has been said before. Left out: names are opaque text, and each is applied once, in whatever
   * order they come.
   */
  readonly inOrder?: true
  submit(order: VenueOrder): void
  cancel(orderId: OrderId): void
  amend(orderId: OrderId, amendment: VenueAmendment): void
  /**
   * Exactly these codes are stopped from now on (`WHOLE_MARKET`: all): orders wait, nothing trades. May be
   * said before the start.
   */
  stops(codes: readonly string[]): void
  onReport(listener: (report: ExecutionReport) => void): void
  /** Trades that it takes back or corrects. Left out: its trades stand. */
  onReversal?(listener: (reversal: TradeReversal) => void): void
  /**
   * Opens the venue with the orders that the engine holds as working, in their priority. Reports that may
   * have been lost are sent again with the same execIds before this resolves, which it does when the venue is
   * open or known to be away: it keeps nobody waiting for a counterparty. `heard`: the number (`execNo`)
   * of the last report that the engine took of each. An order of which it took every report, and which the
   * venue does not have, was sent anew and never arrived.
   */
  start(workingOrders: readonly VenueOrder[], heard: ReadonlyMap<string, number>): Promise<void>
  stop(): Promise<void>
  /**
   * Asks what became of an order, which `onStatus` hears; reports that were missed come before it. Such a
   * venue is sent nothing anew by `start`. Left out: it says by itself what became of every order.
   */
  ask?(orderId: OrderId): void
  onStatus?(listener: (status: VenueStatus) => void): void
  /** Sessions by which a venue of somebody else is reached, as they are now. Left out: it has none. */
  sessions?(): readonly VenueSession[]
  /** It cannot be reached: orders are held here, and what it is told meanwhile is lost. */
  isAway(): boolean
  /**
   * Heard when it can be reached again: it waits for `start` with what the engine then holds as working.
   */
  onReturn(listener: () => void): void
}

/** A session with a venue: who is at its other end, since when it stands, and its next numbers. */
export type VenueSession = {
  readonly name: string
  /** null: it does not stand. */
  readonly since: Ms | null
  readonly nextIn: number
  readonly nextOut: number
}

/** Prices as they happen. Listeners must be added before the venue starts. */
export type MarketFeed = {
  /** Latest value of an issue that changed, at most every 100 ms each. */
  onQuote(listener: (quote: Quote) => void): void
  /** Boards of the issues that someone watches, at most every 100 ms each. */
  onDepth(listener: (depth: Depth) => void): void
  /** Every trade, in order, batched as they happened. */
  onTrades(listener: (trades: readonly Trade[]) => void): void
  /**
   * Once a second of the machine's clock, with market time: silence longer than 3 s means that the feed is
   * stale.
   */
  onHeartbeat(listener: (at: Ms) => void): void
  /**
   * Market time up to which the exchange has lived: what it knew by then is in its prices. 0 before it opens
   * and while it plans a day.
   */
  workedTo(): Ms
  quote(code: string): Quote | null
  /**
   * Prices of this issue alone have come to a stand, though the feed speaks. Left out: all stand with the
   * feed.
   */
  isLate?(code: string): boolean
  /** The board as of the last step; null before the first. */
  depth(code: string): Depth | null
  /** Boards of these issues are sent as they change, until the same number of `unwatchDepth` calls. */
  watchDepth(code: string): void
  unwatchDepth(code: string): void
}

/** Source of market time. It equals the wall clock except in replay and after jumps of the demo clock. */
export type MarketClock = { now(): Ms; tradeDate(): DateJst }
