import type { BasisPoints, Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Side } from './charges.ts'
import { CALL_BP } from './rates.ts'
import { callAmount, isBelow, marginState, type HeldLot, type MarginState, type PriceOf } from './ratio.ts'

/** A price that has multiplied a hundredfold is no figure to plan with. */
const HIGHEST_TIMES = 100

export type Account = {
  readonly cashYen: Yen
  readonly lots: readonly HeldLot[]
  readonly priceOf: PriceOf
  readonly loanYen: Yen
}

/**
 * The last price of `code`, going against `side` from `fromTenths`, at which the account's ratio is not yet
 * under `bp`: prices of other issues as they are. null: no price is bad enough. `fromTenths` itself: it is
 * under already.
 */
export const thresholdPrice = (
  account: Account,
  code: string,
  side: Side,
  fromTenths: PriceTenths,
  bp: BasisPoints,
): PriceTenths | null => lastPrice(account, code, side, fromTenths, (state) => isBelow(state, bp))

/** The same for a margin call, which also comes where less than the minimum margin is left. */
export const callPrice = (
  account: Account,
  code: string,
  side: Side,
  fromTenths: PriceTenths,
): PriceTenths | null => lastPrice(account, code, side, fromTenths, (state) => callAmount(state, CALL_BP) > 0)

/** The last price that does not yet make the account's state bad, for a state that only gets worse. */
function lastPrice(
  account: Account,
  code: string,
  side: Side,
  fromTenths: PriceTenths,
  isBad: (state: MarginState) => boolean,
): PriceTenths | null {
  const below = (tenths: PriceTenths) => {
    const priceOf: PriceOf = (other) => (other === code ? tenths : account.priceOf(other))
    return isBad(marginState(account.cashYen, account.lots, priceOf, account.loanYen))
  }
  if (below(fromTenths)) return fromTenths
  let safe = fromTenths
  let bad = side === 'up' ? 1 : fromTenths * HIGHEST_TIMES
  if (!below(bad)) return null
  while (Math.abs(safe - bad) > 1) {
    const middle = Math.trunc((safe + bad) / 2)
    if (below(middle)) bad = middle
    else safe = middle
  }
  return safe
}
