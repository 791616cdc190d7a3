import { MAX_AMOUNT_YEN } from '#kernel/money.ts'
import type { PriceTenths, Quantity, TradingUnits } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import type { Fields, TermsOf } from './field.ts'
import type { Facts } from './facts.ts'
import { problem, type Problem } from './problem.ts'

/** One kind of listing: its fields, in the order of the form, and what they must keep beyond their form. */
export type Kind<F extends Fields = Fields> = {
  /** The prefix of ids of this kind: `IPO-2026-0001`. */
  readonly prefix: string
  readonly fields: F
  readonly check: (terms: TermsOf<F>, facts: Facts) => readonly Problem[]
}
export const kind = <const F extends Fields>(spec: Kind<F>): Kind<F> => spec

/** Every listing has a window; times are market time. */
export const WINDOW = { opensAt: 'instant', closesAt: 'instant' } as const

/** The trading unit of the market, in shares. */
export const UNIT = 100
/** The largest order of one member (security-and-trust 6). */
export const MEMBER_MOST_YEN = 500_000_000

export const offTick = (field: string, tenths: PriceTenths, table: TickTable): Problem | false =>
  !isOnTick(tenths, table) && problem(field, 'PRICE_OFF_TICK')

/**
 * Σ of what is offered, and what one member may ask for: inside the shares there are and the amounts that the
 * ledger takes. Exact for any safe integers.
 */
export function tooMuch(offer: {
  field: string
  units: TradingUnits
  memberField: string
  memberUnits: TradingUnits
  priceTenths: PriceTenths
  sharesOutstanding: Quantity
}): Problem[] {
  const yen = (units: TradingUnits) => (BigInt(units) * BigInt(UNIT) * BigInt(offer.priceTenths)) / 10n
  return [
    ...(BigInt(offer.units) * BigInt(UNIT) > BigInt(offer.sharesOutstanding)
      ? [problem(offer.field, 'ABOVE_ISSUE', { shares: offer.sharesOutstanding })]
      : []),
    ...(yen(offer.units) > BigInt(MAX_AMOUNT_YEN)
      ? [problem(offer.field, 'AMOUNT_TOO_LARGE', { most: MAX_AMOUNT_YEN })]
      : []),
    ...(offer.memberUnits > offer.units ? [problem(offer.memberField, 'MEMBER_ABOVE_ALL')] : []),
    ...(yen(offer.memberUnits) > BigInt(MEMBER_MOST_YEN)
      ? [problem(offer.memberField, 'MEMBER_TOO_MUCH', { most: MEMBER_MOST_YEN })]
      : []),
  ]
}
