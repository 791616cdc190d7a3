import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'

/**
 * The words of the venue, after FIX: side, ordType, timeInForce, ordStatus, execType, execId, leavesQty,
 * cumQty, lastQty, lastPx.
 */

export type Side = 'BUY' | 'SELL'
export type OrdType = 'MARKET' | 'LIMIT'
export type TimeInForce = 'DAY' | 'IOC'
/**
 * The times at which an order may trade: at any time; in an opening auction alone; in a closing auction
 * alone; or at its limit until the session's closing auction, at market there (不成). Market rules 3.
 */
export type Condition = 'NONE' | 'AT_OPEN' | 'AT_CLOSE' | 'FUNARI'

export type VenueOrder = {
  readonly orderId: OrderId
  readonly memberId: MemberId
  readonly code: string
  readonly side: Side
  readonly ordType: OrdType
  readonly timeInForce: TimeInForce
  readonly condition: Condition
  /** null for a market order. On the tick grid and inside the day's limits: the orders module has checked. */
  readonly priceTenths: PriceTenths | null
  /**
   * Shares ordered, and shares still open (smaller than `quantity` only when a working order is sent again at
   * start).
   */
  readonly quantity: Quantity
  readonly leavesQty: Quantity
  /** The number that the venue gave it (in its first report), null when it was never acknowledged. */
  readonly venueSeq: number | null
  /**
   * The last trade date on which it may trade; one that comes later (its server was down over the night)
   * expires. Left out: whichever day is on.
   */
  readonly goodUntil?: DateJst
  /** It may have been sent before under this number: a venue that has it does nothing. */
  readonly isPossiblyRepeated?: true
  /**
   * Refused for an own order only where the book, as the order comes, would lead it there (decision 0164).
   * Left out: wherever the two could ever meet.
   */
  readonly selfMatch?: 'if-reached'
}

/** A change of a working order: a price keeps the tick grid, a quantity (total, not open) only goes down. */
export type VenueAmendment = { readonly priceTenths?: PriceTenths; readonly quantity?: Quantity }

/**
 * CANCEL_REJECTED, AMEND_REJECTED: what was asked is not done, and the order stands as it did. RESTATED: the
 * venue itself has changed its price, or lowered its quantity.
 */
export type ExecType =
  | 'NEW'
  | 'TRADE'
  | 'REPLACED'
  | 'CANCELED'
  | 'EXPIRED'
  | 'REJECTED'
  | 'CANCEL_REJECTED'
  | 'AMEND_REJECTED'
  | 'RESTATED'
export type VenueOrdStatus = 'NEW' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELED' | 'EXPIRED' | 'REJECTED'
/**
 * Reason why an order was refused or ended: a market order found no one, the day ended, someone asked for it,
 * its condition is past (market rules 3), a rule forbids it. MARKET_BANNED: no market orders before the first
 * price of a new listing (market rules 10).
 */
export type VenueReason =
  | 'NO_LIQUIDITY'
  | 'DAY_END'
  | 'REQUESTED'
  | 'AT_OPEN_LAPSED'
  | 'AT_CLOSE_LAPSED'
  | 'IOC_LAPSED'
  | 'UNKNOWN_ISSUE'
  | 'MARKET_CLOSED'
  | 'MARKET_BANNED'
  | 'OUTSIDE_LIMIT'
  | 'OFF_TICK'
  | 'SELF_CROSS'

/**
 * Reason of an answer that does not end an order: it has traded or ended; the venue does not know it; another
 * request about it is not answered; the venue gave it another price, or takes a part of it only; shares of
 * the issue have changed. Of any other the venue alone knows.
 */
export type VenueAnswerReason =
  | 'TOO_LATE'
  | 'UNKNOWN_ORDER'
  | 'REQUEST_PENDING'
  | 'REPRICED'
  | 'PARTLY_DECLINED'
  | 'CORPORATE_ACTION'

/** The answer to a question about an order: what the venue has of it. */
export type VenueStatus =
  | { readonly orderId: OrderId; readonly isKnown: false }
  | {
      readonly orderId: OrderId
      readonly isKnown: true
      readonly cumQty: Quantity
      readonly leavesQty: Quantity
    }

/** The things that a venue has beside its reports; what it has not is not shown. */
export type VenueCapabilities = {
  /** Its prices and fills are made up: every page says so. */
  readonly simulated: boolean
  /** Each fill comes with the digest of a receipt, by which its match can be run again. */
  readonly receipts: boolean
  /** Its days are committed to before they begin, and revealed after. */
  readonly sealedDays: boolean
  /** It takes orders for its opening or closing auction alone. */
  readonly auctions: boolean
  /** It says in which sequence it took its orders (`venueSeq`). */
  readonly priority: boolean
}

/** One price level of a board: price in tenths of a yen, shares resting there. */
export type Level = readonly [priceTenths: PriceTenths, quantity: Quantity]
/** Best first, up to 10 levels a side. */
export type Board = { readonly bids: readonly Level[]; readonly asks: readonly Level[] }
/**
 * A board as numbers: how many bids and asks, then price and shares of each. Small, because most are never
 * looked at.
 */
export type BoardNumbers = ArrayLike<number>

export function boardOf(numbers: BoardNumbers): Board {
  const [bids, asks] = [numbers[0]!, numbers[1]!]
  const levels = (from: number, count: number) =>
    Array.from({ length: count }, (_, level): Level => [
      numbers[from + 2 * level]!,
      numbers[from + 2 * level + 1]!,
    ])
  return { bids: levels(2, bids), asks: levels(2 + 2 * bids, asks) }
}

/**
 * A report of what happened to an order. The first report acknowledges it: TRADE when it trades at once, NEW
 * when it waits; REJECTED or EXPIRED when it does neither. Trades of one order at one price in one event are
 * one report.
 */
export type ExecutionReport = {
  /** `<tradeDate>-<n>`, the same after a restart: applied once per execId. */
  readonly execId: string
  readonly orderId: OrderId
  readonly code: string
  readonly execType: ExecType
  readonly ordStatus: VenueOrdStatus
  /** Shares and price of this trade; 0 when the report is not a trade. */
  readonly lastQty: Quantity
  readonly lastPxTenths: PriceTenths
  readonly cumQty: Quantity
  readonly leavesQty: Quantity
  /** The order's number at the venue: orders in the sequence in which the venue took them. */
  readonly venueSeq: number
  /** Market time. */
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly reason?: VenueReason | VenueAnswerReason
  /** The order's price after an amendment; null: a market order. Only with REPLACED and RESTATED. */
  readonly priceTenths?: PriceTenths | null
  /**
   * Digest of what decided over this trade: hexadecimal, the same for all trades of the order in one event.
   * Only with TRADE.
   */
  readonly receipt?: string
}

/** The trade `refExecId` is taken back, or was of these shares at this price: people decide about each. */
export type TradeReversal = Omit<ExecutionReport, 'execType'> & {
  readonly execType: 'TRADE_CANCEL' | 'TRADE_CORRECT'
  readonly refExecId: string
}

/**
 * `pre-open`: orders are collected for an auction (pre-closing included). `special`, `sequential`: a special
 * or sequential trade quote stands instead of trading (market rules 6). `limit`: at the day's limit with
 * nobody on the other side, or with a special quote there.
 */
export type QuoteState = 'trading' | 'special' | 'sequential' | 'limit' | 'halted' | 'closed' | 'pre-open'

/** Among the codes of what is stopped: every issue there is. */
export const WHOLE_MARKET = 'market'

/** A special or sequential trade quote: who presses, at which price, and when it is renewed or ends. */
export type Indication = { readonly side: Side; readonly priceTenths: PriceTenths; readonly until: Ms }

export type Quote = {
  readonly code: string
  readonly lastTenths: PriceTenths | null
  /** Of an issue that nobody has paid for before this day: its offer price. */
  readonly previousCloseTenths: PriceTenths
  /** The day's limits are measured from it: previous close, adjusted for splits, or a first price. */
  readonly baseTenths: PriceTenths
  readonly openTenths: PriceTenths | null
  readonly highTenths: PriceTenths | null
  readonly lowTenths: PriceTenths | null
  readonly volume: Quantity
  readonly turnoverYen: Yen
  readonly vwapTenths: PriceTenths | null
  readonly bidTenths: PriceTenths | null
  readonly bidQty: Quantity
  readonly askTenths: PriceTenths | null
  readonly askQty: Quantity
  readonly upperLimitTenths: PriceTenths
  readonly lowerLimitTenths: PriceTenths
  readonly state: QuoteState
  readonly indication: Indication | null
  /**
   * Margin short sales are under the price rule: a trade at 90 % of the base price, today or on the day
   * before (market rules 11).
   */
  readonly shortRestricted: boolean
  /** A new listing before its first price: no market orders (market rules 10). */
  readonly firstDay: boolean
  readonly at: Ms
  readonly tradeDate: DateJst
}

export type Depth = Board & {
  readonly code: string
  /** Shares offered above the shown asks, bid below the shown bids. */
  readonly over: Quantity
  readonly under: Quantity
  /** Market orders waiting for an auction. */
  readonly marketBuyQty: Quantity
  readonly marketSellQty: Quantity
  readonly at: Ms
}

export type Trade = {
  readonly code: string
  /** Counts the trades of one issue on one trade date from 1. */
  readonly no: number
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly aggressor: Side | 'AUCTION'
}
