import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { IssuePlan } from './day-plan.ts'
import { NOTHING_CARRIED } from './day-plan.ts'
import { IssueMarket } from './issue-market.ts'
import { isOrderEvent, type MarketRules, type MarketState, type SceneEvent } from './match-context.ts'

/**
 * The rules by which the exchange matches. Receipts name them; what the venue's files mean follows from them
 * too, so that a change of the rules counts this up (`server/venue-files.ts`).
 */
export const RULES_VERSION = 5

/**
 * One order of a book, or several of one price that stand behind one another and do not matter one by one
 * (`isOne` false). `priceTenths` null: a market order. `entry`: where simultaneous orders share (auctions),
 * through which firm it came and in which step it was booked and given.
 */
export type BookedOrder = {
  readonly side: 0 | 1
  readonly priceTenths: PriceTenths | null
  readonly quantity: Quantity
  readonly isOne: boolean
  readonly entry: { readonly firm: number; readonly bookedIn: number; readonly givenIn: number } | null
}
/** `row`: of the book, from 1; 0: the order that came. */
export type Match = { readonly row: number; readonly priceTenths: PriceTenths; readonly quantity: Quantity }
/** `at`: market time. */
export type Circumstances = { readonly rules: MarketRules; readonly state: MarketState; readonly at: Ms }

/** Tags of rows are positive; the order that came has one beyond them. */
const NOBODY = 0

/**
 * The trades that this event makes, in their order: the exchange's own rules on a book of these orders, each
 * level in its priority. A function of what is given and of nothing else; every browser can run it
 * (security-and-trust 5.4).
 */
export function match(
  book: readonly BookedOrder[],
  event: SceneEvent,
  { rules, state, at }: Circumstances,
): Match[] {
  const matches: Match[] = []
  const incoming = book.length + 1
  const market = new IssueMarket(planOf(rules, state), 0, {
    trade: () => {},
    opened: () => {},
    filled: (tag, priceTenths, quantity) =>
      void matches.push({ row: tag === incoming ? 0 : tag, priceTenths, quantity }),
    entryOf: (tag) => book[tag - 1]!.entry!,
  })
  const orders = book.flatMap(({ side, priceTenths, quantity, isOne }, index) => [
    side,
    priceTenths ?? 0,
    quantity,
    isOne ? index + 1 : NOBODY,
  ])
  market.again(isOrderEvent(event) ? { ...event, tag: incoming } : event, state, orders, at)
  return matches
}

/** The parts of a plan that an issue's matching depends on; the rest moves the background alone. */
const planOf = (
  { code, unit, tickTable, isReplay, firstDay }: MarketRules,
  { limits, baseTenths }: MarketState,
): IssuePlan => ({
  code,
  unit,
  tickTable,
  isReplay,
  firstDay,
  limits,
  baseTenths,
  previousCloseTenths: baseTenths,
  fairTenths: baseTenths,
  sizeClass: 'mid',
  volume: 0,
  beta: 0,
  ownSd: 0,
  ownReturn: 0,
  jump: null,
  soFar: null,
  carried: NOTHING_CARRIED,
  replayed: null,
})
