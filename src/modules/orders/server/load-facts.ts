import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { accountsOf, isFrozen, managerOf, tradingLevel } from '#modules/identity/server/public.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { Phase, ScheduleId } from '#modules/instruments/model/schedule.ts'
import { consideration } from '#kernel/price.ts'
import { buyingPower } from '#modules/ledger/model/accounts.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { feeRuleFor, isLeveraged } from '#modules/margin/model/charges.ts'
import { isForced } from '#modules/margin/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { heldLot, type Lot } from '#modules/portfolio/model/lot.ts'
import type { Board } from '#modules/venue/server/public.ts'
import { openLots, sameFundsOf, soldShortOn, taxDueOf } from '#modules/portfolio/server/public.ts'
import { feesOn, limitsOn } from '#modules/schedules/server/public.ts'
import { cappedAt, levelFacts } from '../model/level-facts.ts'
import { restQuantity, type Order, type OrderSource, type PlaceOrder } from '../model/order.ts'
import type { LevelFacts, MarketFacts, PlaceOrderFacts } from '../model/place-order.ts'
import type { QuoteFacts } from '../model/reserve.ts'
import { isSwept, metBy, reached } from '../model/sweep.ts'
import { validityDates, type Terms, type ValidityDates } from '../model/terms.ts'
import { orders } from './tables.ts'

/** Sources of a command's captured inputs. */
export type CommandDeps = {
  market: MarketPublic
  calendar: Calendar
  settlementDate: (tradeDate: DateJst) => DateJst
  now: () => Ms
  schedule: ScheduleId
  /** The venue cannot be reached. */
  isAway: () => boolean
}

/** The facts about the market given to a command; journalled with it. */
export type MarketSnapshot = {
  at: Ms
  /** The venue cannot be reached: orders are held as when it is closed. Missing while it can. */
  away?: true
  instrument: MarketFacts['instrument']
  dates: ValidityDates | null
  /**
   * The quote is of the trade date on now: its limits say whether an order can be entered, and at what it is
   * reserved.
   */
  limitsOfToday: boolean
  phase: Phase
  quote: QuoteFacts | null
  schedule: ScheduleId
  stale: boolean
  tradeDate: DateJst
  /** Own orders are held against the board of the quote; records of before do not say it. */
  ownByBoard?: true
}

export function marketSnapshot(
  { market, calendar, now, schedule, isAway }: CommandDeps,
  code: string,
  terms: Pick<Terms, 'validity' | 'validUntil'>,
  /** The order that is asked for: at market, it is reckoned through the board. */
  asked?: Pick<PlaceOrder, 'side' | 'type' | 'condition' | 'quantity'>,
): MarketSnapshot {
  const { phase, tradeDate } = market.phase()
  const instrument = market.instrument(code)
  const quote = market.quote(code)
  const limitsOfToday = quote?.tradeDate === tradeDate
  const isStanding = limitsOfToday && quote?.state === 'trading'
  const board = asked && isSwept(asked) && isStanding ? market.depth(code) : null
  const away = isAway()
  return {
    at: now(),
    ...(away ? { away } : {}),
    dates: validityDates(calendar, terms, tradeDate),
    instrument: instrument && {
      sharesOutstanding: instrument.sharesOutstanding,
      tickTable: instrument.tickTable,
      unit: instrument.unit,
    },
    limitsOfToday,
    ...(board ? { ownByBoard: true as const } : {}),
    phase: away ? 'closed' : phase,
    quote: quote && {
      askTenths: quote.askTenths,
      bidTenths: quote.bidTenths,
      ...(board && asked ? { board: boardFor(board, asked) } : {}),
      firstDay: quote.firstDay,
      lastTenths: quote.lastTenths,
      lowerLimitTenths: quote.lowerLimitTenths,
      previousCloseTenths: quote.baseTenths,
      upperLimitTenths: quote.upperLimitTenths,
    },
    schedule,
    stale: market.isStale(code),
    tradeDate,
  }
}

/** The part of the board that this order reaches. */
function boardFor(board: Board, { side, quantity }: Pick<PlaceOrder, 'side' | 'quantity'>): Board {
  const met = reached(metBy(side, board), quantity)
  return side === 'up' ? { asks: met, bids: [] } : { asks: [], bids: met }
}

/**
 * The same for a closing order, which is held where the exchange has not spoken of the day that is on: before
 * it opens, a split may still change the lot.
 */
export function closingSnapshot(...asked: Parameters<typeof marketSnapshot>): MarketSnapshot {
  const snapshot = marketSnapshot(...asked)
  return snapshot.limitsOfToday ? snapshot : { ...snapshot, phase: 'closed' }
}

/**
 * For the margin rules, of a member who holds something: last prices, and when a trade of now settles
 * (accrued charges depend on it).
 */
export type ValuationSnapshot = { prices: Readonly<Record<string, PriceTenths>>; settlementDate: DateJst }

export function valuationSnapshot(
  { market, settlementDate }: CommandDeps,
  lots: readonly Lot[],
  tradeDate: DateJst,
): ValuationSnapshot | null {
  if (lots.length === 0) return null
  const codes = [...new Set(lots.map((lot) => lot.code))].sort()
  return { prices: Object.fromEntries(market.lastPrices(codes)), settlementDate: settlementDate(tradeDate) }
}

export const workingOrders = (tables: TableReader, memberId: MemberId): Order[] =>
  tables.of(orders).by('working', memberId)

/**
 * Working orders in an issue of every account of the person: the member's own and those of pools that the
 * member leads must not trade with each other (product decision 4).
 */
export const ordersOfPerson = (tables: TableReader, account: string, code: string): Order[] =>
  accountsOf(tables, account)
    .flatMap((each) => workingOrders(tables, each))
    .filter((order) => order.code === code)

/** Of all members: stops that wait for their price, and orders that are held until the venue takes orders. */
export const waitingOrders = (tables: TableReader): Order[] => [
  ...tables.of(orders).by('waiting', 'ARMED'),
  ...tables.of(orders).by('waiting', 'HELD'),
]

/** Trading was unlocked, or the command would not have been sent. */
export function marketFacts(
  tables: TableReader,
  memberId: MemberId,
  code: string,
  snapshot: MarketSnapshot,
): MarketFacts {
  return {
    ...snapshot,
    tradingUnlocked: true,
    openOrders: workingOrders(tables, memberId).length,
    ownOrders: ordersOfPerson(tables, memberId, code).filter(({ ordStatus }) => ordStatus !== 'ARMED'),
    // A rule of Tokyo's settlement; the always-open market knows no such day.
    sameFunds: snapshot.schedule === 'tse' ? sameFundsOf(tables, memberId, code, snapshot.tradeDate) : null,
  }
}

const aboutToBeShort = (code: string, opening: readonly Order[]): number =>
  opening.reduce(
    (sum, order) => sum + (order.code === code && order.side === 'down' ? restQuantity(order) : 0),
    0,
  )

/** Yen that orders may use: what tax will take is left alone. */
export const ordersPower = (tables: TableReader, memberId: MemberId): Yen =>
  Math.max(buyingPower(balances(tables, memberId)) - taxDueOf(tables, memberId), 0)

/** The level's, and a beginner's while the account rests. */
function limitsOfMember(tables: TableReader, memberId: MemberId, at: Ms): LevelFacts {
  const { level, restsUntil } = tradingLevel(tables, memberId, at)
  return levelFacts(level, restsUntil)
}

export function placeOrderFacts(
  tables: TableReader,
  memberId: MemberId,
  {
    code,
    side,
    leverageTenths,
    source = 'order',
  }: Pick<PlaceOrder, 'code' | 'side' | 'leverageTenths'> & { source?: OrderSource },
  snapshot: MarketSnapshot & { held: ValuationSnapshot | null },
  callAt: Ms,
): PlaceOrderFacts {
  const opening = workingOrders(tables, memberId).filter((order) => order.purpose === 'open')
  const lots = openLots(tables, memberId)
  const { held } = snapshot
  const context = limitsOn(tables, snapshot.tradeDate)
  return {
    ...marketFacts(tables, memberId, code, snapshot),
    limits: cappedAt(limitsOfMember(tables, managerOf(tables, memberId), callAt), context.orderYen),
    maxOpenOrders: context.openOrders,
    openLots: lots.length,
    openingOrders: opening.length,
    balances: balances(tables, memberId),
    taxDueYen: taxDueOf(tables, memberId),
    isFrozen: isFrozen(tables, memberId, callAt),
    callUnmet: isForced(tables, memberId),
    shortToday:
      side === 'up'
        ? 0
        : soldShortOn(tables, memberId, code, snapshot.tradeDate, lots) + aboutToBeShort(code, opening),
    lots: held === null ? [] : lots.map((lot) => heldLot(lot, held.settlementDate)),
    priceOf: (of) => held?.prices[of],
    fee: feeRuleFor({ side, leverageTenths, source }, feesOn(tables, snapshot.tradeDate)),
    pendingNotionalYen: opening
      .filter(isLeveraged)
      .reduce((sum, order) => sum + consideration(order.reserveTenths!, restQuantity(order)), 0),
  }
}
