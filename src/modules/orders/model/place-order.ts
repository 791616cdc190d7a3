import type { Yen } from '#kernel/money.ts'
import { no, ok, type Refusal, type Result } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import { consideration, yenOf, type PriceTenths, type Quantity, type LeverageTenths } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import { buyingPower, type Balances } from '#modules/ledger/model/accounts.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import {
  isBelow,
  marginState,
  ratioBp,
  type HeldLot,
  type MarginState,
  type PriceOf,
} from '#modules/margin/model/ratio.ts'
import { MINIMUM_MARGIN_YEN, NEW_LOTS_BP, type FeeRule } from '#modules/margin/model/rates.ts'
import { lacksForBuying, type SameFunds } from '#modules/portfolio/model/same-funds.ts'
import { refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { refusedByExits } from './exits.ts'
import { neighbours } from './off-tick.ts'
import type { PlaceOrder } from './order.ts'
import { ownBoardOf, refusedByOwnOrders, type OwnOrder } from './own-orders.ts'
import type { PlaceOrderRejection } from './rejections.ts'
import {
  exitTrailOf,
  isStop,
  refusedByTerms,
  takesOrders,
  trailOf,
  type Terms,
  type TermsRejection,
  type ValidityDates,
} from './terms.ts'
import { costOf, expectedOf, reserveTenths, type Cost, type QuoteFacts } from './reserve.ts'

/** security-and-trust.md 6 */
export const MAX_QUANTITY: Quantity = 1_000_000
/** An order is for this much of the shares that there are, at most (market rules 3, entry checks). */
const MAX_PERCENT_OF_ISSUE = 30
/** Of closing orders nothing less is ever set: what is open can be closed. */
export const MAX_OPEN_ORDERS = 200
/**
 * Short sales up to this many units are outside the price rule; several orders of one day count as one
 * (market rules 11).
 */
export const MAX_SHORT_UNITS = 50

/**
 * The limits of the member's level; `ladder`: all levels, lowest first, so that a refusal can say what opens
 * the rest.
 */
export type LevelFacts = {
  readonly level: string
  readonly maxLeverageTenths: LeverageTenths
  readonly maxOrderValueYen: Yen
  readonly maxOpenLots: number
  /** After a change of a factor the account keeps to the beginner's limits until then; null: it does not. */
  readonly restsUntil: Ms | null
  readonly ladder: readonly {
    readonly level: string
    readonly maxLeverageTenths: LeverageTenths
    readonly maxOrderValueYen: Yen
  }[]
}

/** The facts that any order needs of its market. */
export type MarketFacts = {
  readonly tradingUnlocked: boolean
  /** null: not listed. */
  readonly instrument: {
    readonly unit: Quantity
    readonly tickTable: TickTable
    readonly sharesOutstanding: Quantity
  } | null
  readonly phase: Phase
  /**
   * The time that an order may live, where the order asks for one; null on the phone, which does not know the
   * calendar.
   */
  readonly dates: ValidityDates | null
  /** null: never a word from the feed. */
  readonly quote: QuoteFacts | null
  readonly stale: boolean
  /** Own working orders of all issues, and those of this issue. */
  readonly openOrders: number
  readonly ownOrders: readonly OwnOrder[]
  /**
   * An order at market stays clear of an own order that the board of the quote does not lead it to
   * (decision 0164). Records of before do not say so, and any that could ever meet were refused.
   */
  readonly ownByBoard?: boolean
  /** Against buying and selling with the same funds in one day; null where the market has no such rule. */
  readonly sameFunds: SameFunds | null
}

/** The facts that the prices of an order are held against. */
export type PriceFacts = Pick<MarketFacts, 'instrument' | 'quote' | 'phase'>

export type PlaceOrderFacts = MarketFacts & {
  readonly limits: LevelFacts
  /** The number of orders that may be at work before one more is opened, as published for the trade date. */
  readonly maxOpenOrders: number
  readonly openLots: number
  /** Working opening orders: each will make a lot. */
  readonly openingOrders: number
  readonly balances: Balances
  /**
   * By the member or the firm: nothing is opened; closing and cancelling stay possible
   * (security-and-trust 1).
   */
  readonly isFrozen: boolean
  /** A margin call was not met by its deadline, and its lots are not all closed yet. */
  readonly callUnmet: boolean
  /** Of this issue: sold short today, and about to be by orders at work. */
  readonly shortToday: Quantity
  /** Of available and unsettled money: what tax will take. */
  readonly taxDueYen: Yen
  readonly lots: readonly HeldLot[]
  readonly priceOf: PriceOf
  /** The commission in force on the order's trade date. */
  readonly fee: FeeRule
  /** Notional, at their reserve prices, of working orders that will open leveraged lots. */
  readonly pendingNotionalYen: Yen
}

/** The cost of the order: at the price expected, and at the price it is reserved at. */
export type Placement = {
  readonly estimateTenths: PriceTenths
  readonly reserveTenths: PriceTenths
  readonly estimate: Cost
  readonly reserve: Cost
}

type Refused = Refusal<PlaceOrderRejection>

/**
 * The first rule that says no, in the order of the contract's list; else what the order costs. Runs in the
 * ticket too.
 */
export function decidePlaceOrder(
  facts: PlaceOrderFacts,
  order: PlaceOrder,
): Result<Placement, PlaceOrderRejection> {
  const refused = refusedByMarket(facts, order) ?? refusedByForm(facts, order)
  if (refused) return refused
  const { quote } = facts
  if (quote === null || quote.previousCloseTenths <= 0) return no('NO_PRICE')

  const expected = expectedOf(order, quote)
  const reserved = reserveTenths(order, quote)
  const placement: Placement = {
    estimateTenths: expected.priceTenths,
    reserveTenths: reserved,
    estimate: costOf(expected.notionalYen, order.leverageTenths, facts.fee),
    reserve: costOf(consideration(reserved, order.quantity), order.leverageTenths, facts.fee),
  }
  return (
    refusedByLevel(facts, order, placement) ??
    refusedByExits(order.side, order, expected.priceTenths, facts.instrument!.tickTable) ??
    refusedByAccount(facts, order, placement) ??
    ok(placement)
  )
}

/**
 * Shared with closing orders. An order that is held until the venue takes orders meets prices that nobody
 * knows yet.
 */
export function refusedByMarket(
  facts: MarketFacts,
  order: Terms & Pick<PlaceOrder, 'code'>,
): Refusal<'TRADING_LOCKED' | 'UNKNOWN_ISSUE' | 'QUOTE_STALE' | 'LIMIT_ORDERS_ONLY' | TermsRejection> | null {
  if (!facts.tradingUnlocked) return no('TRADING_LOCKED')
  if (facts.instrument === null) return no('UNKNOWN_ISSUE', { code: order.code })
  if (order.type === 'market' && facts.stale && takesOrders(facts.phase)) return no('QUOTE_STALE')
  return (
    refusedByTerms(facts, order) ??
    (isBanned(facts, order) ? no('LIMIT_ORDERS_ONLY', { code: order.code }) : null)
  )
}

/**
 * On the first day of a new listing nothing goes out at market, now or when a price is reached or at the
 * close (market rules 10). An order for a later day may.
 */
const isBanned = ({ quote, phase }: MarketFacts, { type, condition }: Terms): boolean =>
  quote !== null &&
  quote.firstDay &&
  phase !== 'closed' &&
  (type === 'market' || type === 'stop' || condition === 'limit-then-market')

/**
 * Shared with closing orders: the price stands on the grid and, while a day is on, inside its limits. Those
 * of the next day are known when it begins: an order outside them is kept, unsent and marked
 * (market rules 3).
 */
export function refusedByPrice(
  facts: PriceFacts,
  priceTenths: PriceTenths | null,
): Refusal<'PRICE_OFF_TICK' | 'PRICE_OUTSIDE_LIMIT'> | null {
  const { instrument } = facts
  if (priceTenths === null || instrument === null) return null
  return isOnTick(priceTenths, instrument.tickTable)
    ? refusedByLimits(facts, priceTenths)
    : no('PRICE_OFF_TICK', neighbours(priceTenths, instrument.tickTable))
}

/** The day's limits, where they bind; null: inside of them, or not known. */
const refusedByLimits = (
  { quote, phase }: PriceFacts,
  priceTenths: PriceTenths | null,
): Refusal<'PRICE_OUTSIDE_LIMIT'> | null =>
  priceTenths === null ||
  quote === null ||
  phase === 'closed' ||
  (priceTenths >= quote.lowerLimitTenths && priceTenths <= quote.upperLimitTenths)
    ? null
    : no('PRICE_OUTSIDE_LIMIT', {
        lower: yenOf(quote.lowerLimitTenths),
        upper: yenOf(quote.upperLimitTenths),
      })

/**
 * The help at a field: the limits first, since the neighbours on the grid of a price beyond them are no help
 * either. The engine's order of refusals stays as journals have it.
 */
export const helpWithPrice = (facts: PriceFacts, priceTenths: PriceTenths | null): Refusal | null =>
  refusedByLimits(facts, priceTenths) ?? refusedByPrice(facts, priceTenths)
function refusedByForm(facts: PlaceOrderFacts, order: PlaceOrder): Refused | null {
  const { unit } = facts.instrument!
  if (order.quantity % unit !== 0) return no('LOT_SIZE', { lotSize: unit })
  const max = largestOrder(facts.instrument!)
  if (order.quantity > max) return no('QUANTITY_TOO_LARGE', { max })
  return (
    refusedByPrice(facts, order.priceTenths) ??
    refusedByTrigger(facts, order) ??
    (isStop(order)
      ? refusedByTrail(trailOf(order), order.triggerTenths!, facts.instrument!.tickTable)
      : null) ??
    refusedByExitTrail(order, facts.instrument!.tickTable)
  )
}

/** The distance of a stop-loss that trails, by where it begins. Runs in the ticket too. */
export const refusedByExitTrail = (
  order: Pick<PlaceOrder, 'stopLossTenths' | 'exitTrailTenths' | 'exitTrailBp'>,
  tickTable: TickTable,
) =>
  order.stopLossTenths === null ? null : refusedByTrail(exitTrailOf(order), order.stopLossTenths, tickTable)

/**
 * The most shares that one order may be for; where nobody knows how many there are, the limit of all orders.
 */
export const largestOrder = ({
  unit,
  sharesOutstanding,
}: Pick<NonNullable<MarketFacts['instrument']>, 'unit' | 'sharesOutstanding'>): Quantity =>
  sharesOutstanding > 0
    ? Math.min(MAX_QUANTITY, Math.floor((sharesOutstanding * MAX_PERCENT_OF_ISSUE) / 100 / unit) * unit)
    : MAX_QUANTITY

/**
 * The trigger of a stop: on the grid, within today's reach when the order is for today alone, and not reached
 * already. Runs in the ticket too.
 */
export function refusedByTrigger(
  facts: PriceFacts,
  order: Pick<PlaceOrder, 'side' | 'triggerTenths' | 'validity'>,
): Refusal<'TRIGGER_OFF_TICK' | 'TRIGGER_OUTSIDE_LIMIT' | 'TRIGGER_REACHED'> | null {
  const { triggerTenths } = order
  if (triggerTenths === null) return null
  const { instrument, quote, phase } = facts
  if (!isOnTick(triggerTenths, instrument!.tickTable))
    return no('TRIGGER_OFF_TICK', neighbours(triggerTenths, instrument!.tickTable))
  if (quote === null) return null
  const { lowerLimitTenths: lower, upperLimitTenths: upper, lastTenths } = quote
  const forToday = order.validity === 'day' && phase !== 'closed'
  if (forToday && (triggerTenths < lower || triggerTenths > upper))
    return no('TRIGGER_OUTSIDE_LIMIT', { lower: yenOf(lower), upper: yenOf(upper) })
  if (lastTenths !== null && isReached({ side: order.side, triggerTenths }, lastTenths)) {
    return no('TRIGGER_REACHED', { price: yenOf(lastTenths), side: order.side })
  }
  return null
}

/**
 * A stop to buy is released by a trade at its trigger or above, a stop to sell by one at or below
 * (market rules 3).
 */
export const isReached = (
  stop: { side: 'up' | 'down'; triggerTenths: PriceTenths | null },
  tradeTenths: PriceTenths,
): boolean =>
  stop.triggerTenths !== null &&
  (stop.side === 'up' ? tradeTenths >= stop.triggerTenths : tradeTenths <= stop.triggerTenths)

/** The member's own level may allow it, which is no help before the rest is over. */
export const refusedByRest = (
  { maxLeverageTenths, maxOrderValueYen }: LevelFacts,
  until: Ms,
): Refusal<'TRADING_RESTS'> =>
  no('TRADING_RESTS', { maxYen: maxOrderValueYen, maxLeverage: maxLeverageTenths / 10, until })

function refusedByLevel(facts: PlaceOrderFacts, order: PlaceOrder, placement: Placement): Refused | null {
  const { limits } = facts
  const { level, maxLeverageTenths, maxOrderValueYen, restsUntil, ladder } = limits
  const isAbove =
    order.leverageTenths > maxLeverageTenths || placement.estimate.notionalYen > maxOrderValueYen
  if (restsUntil !== null && isAbove) return refusedByRest(limits, restsUntil)
  const needs = (fits: (step: LevelFacts['ladder'][number]) => boolean) => ladder.find(fits)?.level ?? 'none'
  if (order.leverageTenths > maxLeverageTenths) {
    return no('LEVERAGE_ABOVE_LEVEL', {
      level,
      maxLeverage: maxLeverageTenths / 10,
      neededLevel: needs((step) => step.maxLeverageTenths >= order.leverageTenths),
    })
  }
  if (order.side === 'down' && maxLeverageTenths <= 10) {
    return no('SHORT_NEEDS_LEVERAGE_LEVEL', {
      level,
      neededLevel: needs((step) => step.maxLeverageTenths > 10),
    })
  }
  const maxShort = MAX_SHORT_UNITS * facts.instrument!.unit
  if (order.side === 'down' && facts.shortToday + order.quantity > maxShort)
    return no('SHORT_TOO_LARGE', { max: maxShort, used: facts.shortToday })
  const valueYen = placement.estimate.notionalYen
  if (valueYen > maxOrderValueYen) {
    return no('ORDER_VALUE_ABOVE_LEVEL', {
      level,
      maxYen: maxOrderValueYen,
      valueYen,
      neededLevel: needs((step) => step.maxOrderValueYen >= valueYen),
    })
  }
  return null
}

function refusedByAccount(facts: PlaceOrderFacts, order: PlaceOrder, placement: Placement): Refused | null {
  const { limits, balances } = facts
  if (facts.isFrozen) return no('ACCOUNT_FROZEN')
  if (facts.openOrders >= facts.maxOpenOrders) return no('TOO_MANY_OPEN_ORDERS', { max: facts.maxOpenOrders })
  if (facts.openLots + facts.openingOrders >= limits.maxOpenLots)
    return no('TOO_MANY_OPEN_LOTS', { max: limits.maxOpenLots, level: limits.level })
  if (balances.shortfall > 0) return no('SHORTFALL_OPEN', { shortfallYen: balances.shortfall })
  if (facts.callUnmet) return no('CALL_UNMET')
  // A stop meets the market when its price is reached, if then.
  const crossing = isStop(order) ? null : refusedByOwnOrders(facts, order, ownBoardOf(facts))
  if (crossing) return crossing
  if (isLeveraged(order)) {
    const refused = refusedByMargin(marginAfter(facts, placement))
    if (refused) return refused
  }
  const availableYen = Math.max(buyingPower(balances) - facts.taxDueYen, 0)
  const neededYen = placement.reserve.holdYen
  if (neededYen > availableYen)
    return no('INSUFFICIENT_BUYING_POWER', { neededYen, availableYen, shortYen: neededYen - availableYen })
  const lacksYen =
    facts.sameFunds === null || isLeveraged(order) ? 0 : lacksForBuying(facts.sameFunds, neededYen)
  return lacksYen > 0 ? no('SAME_FUNDS', { code: order.code, lacksYen }) : null
}

/**
 * No new leveraged order below 30 % or 300,000 yen, with it and all pending ones filled (product decision 5).
 */
export function refusedByMargin(after: MarginState): Refusal<'MINIMUM_MARGIN' | 'MARGIN_RATIO'> | null {
  if (after.heldYen < MINIMUM_MARGIN_YEN)
    return no('MINIMUM_MARGIN', { minimumYen: MINIMUM_MARGIN_YEN, heldYen: after.heldYen })
  return isBelow(after, NEW_LOTS_BP)
    ? no('MARGIN_RATIO', { minimumPercent: NEW_LOTS_BP / 100, percent: ratioBp(after)! / 100 })
    : null
}

/** G and N as they would be with this order filled at its reserve price, and all pending ones too. */
export function marginAfter(facts: PlaceOrderFacts, placement: Placement) {
  const now = marginNow(facts)
  return {
    heldYen: now.heldYen - placement.reserve.fee.totalYen,
    notionalYen: now.notionalYen + facts.pendingNotionalYen + placement.reserve.notionalYen,
  }
}

export function marginNow({
  balances,
  lots,
  priceOf,
}: Pick<PlaceOrderFacts, 'balances' | 'lots' | 'priceOf'>) {
  return marginState(buyingPower(balances) + balances.orderHold, lots, priceOf, balances.loan)
}
