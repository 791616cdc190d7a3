import { mulDiv, PPM, type BasisPoints, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity, type LeverageTenths } from '#kernel/price.ts'
import { isLeveraged, type Terms } from './charges.ts'
import { MINIMUM_MARGIN_YEN, NEW_LOTS_BP, SUBSTITUTE_PPM } from './rates.ts'

/** An open lot as the margin rules see it. `accruedYen`: interest or lending fee not charged yet. */
export type HeldLot = Terms & {
  readonly code: string
  readonly openQuantity: Quantity
  readonly openPriceTenths: PriceTenths
  readonly marginYen: Yen
  readonly accruedYen: Yen
}

/** At what price a holding counts; undefined: unknown, it counts at its open price. */
export type PriceOf = (code: string) => PriceTenths | undefined

/** Price difference in the member's favour, before charges. Exact: quantities are multiples of ten. */
export function priceDifference(
  lot: Terms,
  openTenths: PriceTenths,
  nowTenths: PriceTenths,
  quantity: Quantity,
): Yen {
  const yen = consideration(nowTenths, quantity) - consideration(openTenths, quantity)
  return lot.side === 'up' ? yen : 0 - yen
}

/** Share of the notional that is locked, rounded up. */
export const marginNeeded = (notionalYen: Yen, leverageTenths: LeverageTenths): Yen =>
  mulDiv([notionalYen, 10], leverageTenths, 'ceil')

/** 代用有価証券: what shares paid in full count for as margin, floored per lot. */
export const substitutesYen = (priceTenths: PriceTenths, quantity: Quantity): Yen =>
  mulDiv([priceTenths, quantity, SUBSTITUTE_PPM], 10 * PPM, 'floor')

/** G and N of the margin rules. `cashYen`: available, unsettled and order holds. */
export type MarginState = { readonly heldYen: Yen; readonly notionalYen: Yen }

/**
 * G = cash + margins of leveraged lots + 80 % of long 1× lots at the market + min(price difference of
 * leveraged lots, 0)
 *     − accrued charges − open loans; N = notional of leveraged lots at open prices (product decision 5).
 */
export function marginState(
  cashYen: Yen,
  lots: Iterable<HeldLot>,
  priceOf: PriceOf,
  loanYen: Yen = 0,
): MarginState {
  let heldYen = cashYen - loanYen
  let notionalYen = 0
  let differenceYen = 0
  for (const lot of lots) {
    const price = priceOf(lot.code) ?? lot.openPriceTenths
    heldYen -= lot.accruedYen
    if (isLeveraged(lot)) {
      heldYen += lot.marginYen
      notionalYen += consideration(lot.openPriceTenths, lot.openQuantity)
      differenceYen += priceDifference(lot, lot.openPriceTenths, price, lot.openQuantity)
    } else {
      heldYen += substitutesYen(price, lot.openQuantity)
    }
  }
  return { heldYen: heldYen + Math.min(differenceYen, 0), notionalYen }
}

/** M in basis points, floored; null without leveraged lots. */
export const ratioBp = ({ heldYen, notionalYen }: MarginState): BasisPoints | null =>
  notionalYen === 0 ? null : mulDiv([heldYen, 10_000], notionalYen, 'floor')

/** True if M is under this ratio, exactly. */
export function isBelow({ heldYen, notionalYen }: MarginState, bp: BasisPoints): boolean {
  if (notionalYen <= 0) return false
  const [held, needed] = [heldYen * 10_000, notionalYen * bp]
  return Number.isSafeInteger(held) && Number.isSafeInteger(needed)
    ? held < needed
    : BigInt(heldYen) * 10_000n < BigInt(notionalYen) * BigInt(bp)
}

/**
 * The amount that a member may withdraw without touching the margin of open leveraged lots; null: no
 * leveraged lots, no such limit.
 */
export const marginHeadroom = ({ heldYen, notionalYen }: MarginState): Yen | null =>
  notionalYen === 0
    ? null
    : Math.max(heldYen - Math.max(mulDiv([notionalYen, NEW_LOTS_BP], 10_000, 'ceil'), MINIMUM_MARGIN_YEN), 0)

/** 信用余力 E = G − R and new-position power P = ⌊E ÷ 30 %⌋ (facts: margin and tax, section 3). */
export function newPositionPower(state: MarginState): { spareYen: Yen; powerYen: Yen } {
  const spareYen = state.heldYen - mulDiv([state.notionalYen, NEW_LOTS_BP], 10_000, 'ceil')
  const may = spareYen > 0 && state.heldYen >= MINIMUM_MARGIN_YEN
  return { spareYen, powerYen: may ? mulDiv([spareYen, 10_000], NEW_LOTS_BP, 'floor') : 0 }
}

/** The amount of a margin call at this maintenance ratio; 0: none. */
export function callAmount(state: MarginState, maintenanceBp: BasisPoints): Yen {
  if (state.notionalYen === 0) return 0
  const neededYen = mulDiv([state.notionalYen, maintenanceBp], 10_000, 'ceil')
  return Math.max(neededYen - state.heldYen, MINIMUM_MARGIN_YEN - state.heldYen, 0)
}

/** The amount by which closing leveraged lots of this notional counts towards a call. */
export const countsTowardsCall = (closedNotionalYen: Yen, maintenanceBp: BasisPoints): Yen =>
  mulDiv([closedNotionalYen, maintenanceBp], 10_000, 'floor')
