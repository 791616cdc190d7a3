import { mulDiv, PPM, type BasisPoints } from '#kernel/money.ts'
import { consideration, type PriceTenths } from '#kernel/price.ts'
import { isLeveraged } from './charges.ts'
import { SUBSTITUTE_PPM } from './rates.ts'
import { isBelow, marginState, type HeldLot, type PriceOf } from './ratio.ts'
import type { Account } from './threshold-price.ts'

/** Prices between which an issue may stand without the account having to be asked. */
export type Guard = {
  readonly code: string
  readonly fromTenths: PriceTenths
  readonly toTenths: PriceTenths
}

/**
 * By how many yen the account can lose per yen that the price falls, or rises. What the other kind of lot
 * gains is not relied on.
 */
type Exposure = {
  readonly code: string
  readonly price: PriceTenths
  readonly falling: number
  readonly rising: number
}

/**
 * Guards within which, however the issues move together, the ratio cannot have come under `bp`: each may lose
 * the same part of its value, and all those losses together are what the account has to spare. null: it is
 * under now.
 */
export function guards({ cashYen, lots, priceOf, loanYen }: Account, bp: BasisPoints): Guard[] | null {
  const state = marginState(cashYen, lots, priceOf, loanYen)
  if (state.notionalYen === 0) return []
  if (isBelow(state, bp)) return null
  const exposed = exposures(lots, priceOf)
  const atRiskYen = exposed.reduce(
    (sum, { price, falling, rising }) => sum + consideration(price, Math.max(falling, rising)),
    0,
  )
  // Each lot paid in full may lose a yen by rounding down.
  const spareYen = Math.max(state.heldYen - mulDiv([state.notionalYen, bp], 10_000, 'ceil') - lots.length, 0)
  return exposed
    .filter(({ falling, rising }) => falling > 0 || rising > 0)
    .map(({ code, price, falling, rising }) => {
      const moveTenths = mulDiv([price, spareYen], atRiskYen, 'floor')
      return {
        code,
        fromTenths: falling === 0 ? 0 : price - moveTenths,
        toTenths: rising === 0 ? Infinity : price + moveTenths,
      }
    })
}

/** Leveraged lots of an issue net, shares paid in full at 80 %. */
function exposures(lots: readonly HeldLot[], priceOf: PriceOf): Exposure[] {
  const held = new Map<string, { leveraged: number; paid: number; price: PriceTenths }>()
  for (const lot of lots) {
    const known = held.get(lot.code) ?? {
      leveraged: 0,
      paid: 0,
      price: priceOf(lot.code) ?? lot.openPriceTenths,
    }
    if (!isLeveraged(lot)) known.paid += lot.openQuantity
    else if (lot.side === 'up') known.leveraged += lot.openQuantity
    else known.leveraged -= lot.openQuantity
    held.set(lot.code, known)
  }
  return [...held].map(([code, { leveraged, paid, price }]) => ({
    code,
    price,
    falling: Math.max(leveraged, 0) + mulDiv([paid, SUBSTITUTE_PPM], PPM, 'ceil'),
    rising: Math.max(-leveraged, 0),
  }))
}
