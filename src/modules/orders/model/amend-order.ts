import type { DateJst, Ms } from '#kernel/time.ts'
import type { BasisPoints, Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { Draft } from '#modules/ledger/model/drafting.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { leavesUnits } from '#modules/portfolio/model/closing.ts'
import { lacksForBuying } from '#modules/portfolio/model/same-funds.ts'
import { isTrailing, NO_TRAIL, refusedByTrail } from '#modules/portfolio/model/trail.ts'
import { amended } from './apply-execution.ts'
import { refusedByExits } from './exits.ts'
import { hold } from './holds.ts'
import { isWorking } from './order-life.ts'
import { boundTenths, holdYen, restQuantity, type Order, type OrderExits } from './order.ts'
import {
  marginNow,
  refusedByExitTrail,
  refusedByMargin,
  refusedByPrice,
  refusedByRest,
  refusedByTrigger,
  type PlaceOrderFacts,
} from './place-order.ts'
import { refusedByOwnOrders } from './own-orders.ts'
import type { AmendOrderRejection } from './rejections.ts'
import { limitGap } from './new-order.ts'
import { estimateTenths, holdNeeded } from './reserve.ts'
import { exitTrailOf, isStop, trailOf } from './terms.ts'

/**
 * null: stays as it is; one distance takes the place of the other. The quantity is the whole order's, what is
 * filled included. Records from before a trigger or a distance could be amended have none.
 */
export type Amendment = {
  readonly priceTenths: PriceTenths | null
  readonly quantity: Quantity | null
  readonly triggerTenths?: PriceTenths | null
  readonly trailTenths?: PriceTenths | null
  readonly trailBp?: BasisPoints | null
  /** A stop that trailed stays where it is from now on. */
  readonly endTrail?: boolean
  /** Records from before a plain stop could begin to trail have none. */
  readonly mayBegin?: boolean
  /**
   * Exits of what it will still open, as they shall be; null: they stay. Records from before they could be
   * amended have none, and their new prices were not held against them.
   */
  readonly exits?: OrderExits | null
}
/** Facts as for placing. The order itself is among the pending ones, and its hold is no money to use. */
export type AmendFacts = PlaceOrderFacts & {
  /** Yen that orders may use. */
  readonly powerYen: Yen
  /** The trade date on now. */
  readonly tradeDate: DateJst
}
type Amended = OrderExits &
  Pick<Order, 'priceTenths' | 'triggerTenths' | 'trailTenths' | 'trailBp' | 'quantity'>

/**
 * Price, the trigger of a stop that waits for it, quantity downward (market rules 1 and 3), and the exits
 * that it brings. The first rule that says no, in the order of the contract's list.
 */
export function decideAmend(
  facts: AmendFacts,
  order: Order | null,
  input: Amendment,
): Result<Amended, AmendOrderRejection> {
  if (!facts.tradingUnlocked) return no('TRADING_LOCKED')
  if (order === null) return no('ORDER_NOT_FOUND')
  if (!isWorking(order.ordStatus)) return no('ORDER_FINISHED', { status: order.status })
  if (order.origin !== 'member') return no('FORCED_CLOSING')
  if (order.cancelAsked) return no('CANCEL_UNDER_WAY')
  if (order.amendPriceTenths !== null || order.amendQuantity !== null) return no('AMEND_UNDER_WAY')
  if (facts.instrument === null) return no('UNKNOWN_ISSUE', { code: order.code })

  const asked = trailOf({ trailTenths: input.trailTenths ?? null, trailBp: input.trailBp ?? null })
  const to = {
    ...(isTrailing(asked) ? asked : input.endTrail === true ? NO_TRAIL : trailOf(order)),
    priceTenths: input.priceTenths ?? order.priceTenths,
    triggerTenths: input.triggerTenths ?? order.triggerTenths,
    quantity: input.quantity ?? order.quantity,
    ...exitsOf(input.exits ?? order),
  }
  if (order.priceTenths === null && input.priceTenths !== null) return no('PRICE_NOT_ALLOWED')
  if (to.triggerTenths !== null && !isStop(order)) return no('TRIGGER_NOT_ALLOWED')
  if (isTrailing(asked) && !(isTrailing(order) || (input.mayBegin === true && isStop(order))))
    return no('TRAIL_NOT_ALLOWED')
  if (to.stopLossTenths === null && isTrailing(exitTrailOf(to))) return no('TRAIL_NOT_ALLOWED')
  if (order.purpose === 'close' && isExitsAmended(order, to)) return no('EXITS_NOT_ALLOWED')
  const isRetriggered = to.triggerTenths !== order.triggerTenths || isTrailAmended(order, to)
  if (isRetriggered && order.ordStatus !== 'ARMED') return no('STOP_RELEASED')
  const isSameElse = to.priceTenths === order.priceTenths && to.quantity === order.quantity
  if (!isRetriggered && isSameElse && !isExitsAmended(order, to)) return no('NOTHING_AMENDED')
  if (
    order.condition === 'limit-then-market' &&
    facts.phase === 'pre-closing' &&
    to.priceTenths !== order.priceTenths
  )
    return no('PRICE_FIXED')
  const { unit } = facts.instrument
  if (!leavesUnits(to.quantity, order.quantity, unit)) return no('LOT_SIZE', { lotSize: unit })
  if (to.quantity > order.quantity) return no('QUANTITY_ONLY_DOWN', { quantity: order.quantity })
  if (to.quantity <= order.filledQuantity) return no('QUANTITY_FILLED', { filled: order.filledQuantity })
  return refusedByNewPrices(facts, order, to, input.exits !== undefined) ?? ok(to)
}

const isTrailAmended = (order: Order, to: Amended): boolean =>
  to.trailTenths !== order.trailTenths || to.trailBp !== order.trailBp

const exitsOf = ({
  takeProfitTenths,
  stopLossTenths,
  exitTrailTenths,
  exitTrailBp,
}: OrderExits): OrderExits => ({ takeProfitTenths, stopLossTenths, exitTrailTenths, exitTrailBp })
const isExitsAmended = (order: Order, to: Amended): boolean =>
  to.takeProfitTenths !== order.takeProfitTenths ||
  to.stopLossTenths !== order.stopLossTenths ||
  to.exitTrailTenths !== order.exitTrailTenths ||
  to.exitTrailBp !== order.exitTrailBp

/** Exits stand on their side of the price that the order is expected to open at, as at its placing. */
function refusedByNewExits(facts: AmendFacts, order: Order, to: Amended) {
  const isMoved = to.priceTenths !== order.priceTenths || to.triggerTenths !== order.triggerTenths
  if (order.purpose === 'close' || !(isMoved || isExitsAmended(order, to))) return null
  const { tickTable } = facts.instrument!
  const trail = refusedByExitTrail(to, tickTable)
  if (trail) return trail
  const { quote } = facts
  const known = to.priceTenths ?? to.triggerTenths
  if (known === null && (quote === null || quote.previousCloseTenths <= 0)) return no('NO_PRICE')
  return refusedByExits(order.side, to, known ?? estimateTenths({ ...order, ...to }, quote!), tickTable)
}

function refusedByNewPrices(facts: AmendFacts, order: Order, to: Amended, holdsExits: boolean) {
  const refused =
    (to.priceTenths === order.priceTenths ? null : refusedByPrice(facts, to.priceTenths)) ??
    (to.triggerTenths === order.triggerTenths ? null : refusedByNewTrigger(facts, order, to)) ??
    (isTrailAmended(order, to) ? refusedByTrail(to, to.triggerTenths!, facts.instrument!.tickTable) : null) ??
    (holdsExits ? refusedByNewExits(facts, order, to) : null)
  if (refused) return refused
  if (to.priceTenths === order.priceTenths && to.triggerTenths === order.triggerTenths) return null
  if (order.purpose === 'open' && facts.isFrozen) return no('ACCOUNT_FROZEN')
  const expectedTenths = (to.priceTenths ?? to.triggerTenths)!
  const valueYen = order.purpose === 'close' ? 0 : consideration(expectedTenths, to.quantity)
  const { level, maxOrderValueYen, restsUntil, ladder } = facts.limits
  if (valueYen > maxOrderValueYen) {
    if (restsUntil !== null) return refusedByRest(facts.limits, restsUntil)
    return no('ORDER_VALUE_ABOVE_LEVEL', {
      level,
      maxYen: maxOrderValueYen,
      valueYen,
      neededLevel: ladder.find((step) => step.maxOrderValueYen >= valueYen)?.level ?? 'none',
    })
  }
  const others = { ownOrders: facts.ownOrders.filter(({ number }) => number !== order.number) }
  const crossing = order.ordStatus === 'ARMED' ? null : refusedByOwnOrders(others, { ...order, ...to })
  if (crossing) return crossing
  return refusedByAccount(facts, order, to)
}

/** A stop on the last of its days is held against that day's reach, as a new one for today would be. */
const refusedByNewTrigger = (facts: AmendFacts, { side, validUntil }: Order, { triggerTenths }: Amended) =>
  refusedByTrigger(facts, { side, triggerTenths, validity: validUntil > facts.tradeDate ? 'date' : 'day' })

/** An opening order that becomes dearer meets the account's rules again, for what it adds. */
function refusedByAccount(facts: AmendFacts, order: Order, to: Amended) {
  const neededYen = missingFor(order, to)
  if (neededYen <= 0) return null
  if (isLeveraged(order)) {
    const now = marginNow(facts)
    const rest = restQuantity(order)
    const addedYen = consideration(dearer(order, to)!, rest) - consideration(order.reserveTenths!, rest)
    const after = { heldYen: now.heldYen, notionalYen: now.notionalYen + facts.pendingNotionalYen + addedYen }
    const refused = refusedByMargin(after)
    if (refused) return refused
  }
  const availableYen = facts.powerYen
  if (neededYen > availableYen)
    return no('INSUFFICIENT_BUYING_POWER', { neededYen, availableYen, shortYen: neededYen - availableYen })
  const lacksYen =
    facts.sameFunds === null || isLeveraged(order) ? 0 : lacksForBuying(facts.sameFunds, neededYen)
  return lacksYen > 0 ? no('SAME_FUNDS', { code: order.code, lacksYen }) : null
}

/** The price at which its rest would have to be reserved, should it be filled before or after the change. */
const dearer = (order: Order, to: Amended): PriceTenths | null =>
  order.reserveTenths === null || order.side === 'down' || boundTenths(order) === null
    ? order.reserveTenths
    : Math.max(order.reserveTenths, to.priceTenths!)

const missingFor = (order: Order, to: Amended) =>
  holdNeeded({ ...order, reserveTenths: dearer(order, to) }) - holdYen(order)

/** True if the venue has been asked for something, and has not answered. */
export const isAsked = ({
  amendPriceTenths,
  amendQuantity,
}: Pick<Order, 'amendPriceTenths' | 'amendQuantity'>): boolean =>
  amendPriceTenths !== null || amendQuantity !== null

/**
 * An order at the venue: money for the dearer of both prices is held until the venue has answered, and exits
 * that were chosen for the new price wait for it too. The venue knows no exits: alone they hold at once.
 */
export function askedToAmend(draft: Draft, order: Order, to: Amended, at: Ms): Order {
  const asked = {
    amendPriceTenths: to.priceTenths === order.priceTenths ? null : to.priceTenths,
    amendQuantity: to.quantity === order.quantity ? null : to.quantity,
  }
  return {
    ...order,
    ...hold(draft, order, Math.max(missingFor(order, to), 0)),
    reserveTenths: dearer(order, to),
    ...asked,
    ...(!isExitsAmended(order, to)
      ? {}
      : isAsked(asked)
        ? { amendExits: exitsOf(to) }
        : { ...exitsOf(to), exitsAt: at }),
    updatedAt: at,
  }
}

/**
 * An order that waits here is changed at once; one that was kept back is looked at anew, and a new trigger
 * waits for trades from now on.
 */
export function amendedHere(draft: Draft, order: Order, to: Amended, at: Ms): Order {
  const { triggerTenths, trailTenths, trailBp } = to
  const triggerAt = triggerTenths === order.triggerTenths ? order.triggerAt : at
  const asked = askedToAmend(draft, order, to, at)
  const trailLimitTenths = limitGap(to)
  const here = { ...asked, reason: null, triggerTenths, triggerAt, trailTenths, trailBp, trailLimitTenths }
  return amended(draft, here, to, at)
}
