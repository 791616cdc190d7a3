import { mulDiv, type BasisPoints } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { isBelow, marginState, type MarginState } from './ratio.ts'
import type { Account } from './threshold-price.ts'

/** A price after a move of this many basis points, to the tenth below; at least a tenth. */
export const movedPrice = (tenths: PriceTenths, moveBp: BasisPoints): PriceTenths =>
  Math.max(mulDiv([tenths, 10_000 + moveBp], 10_000, 'floor'), 1)

/** The account with every price moved by the same part. */
export const stateAfterMove = (
  { cashYen, lots, priceOf, loanYen }: Account,
  moveBp: BasisPoints,
): MarginState =>
  marginState(
    cashYen,
    lots,
    (code) => {
      const price = priceOf(code)
      return price === undefined ? undefined : movedPrice(price, moveBp)
    },
    loanYen,
  )

/** All to nothing, all to twice as much. */
const FURTHEST_BP: BasisPoints = 10_000

/**
 * The smallest move of the whole market in this direction (a positive figure, whole basis points) that brings
 * the ratio under `bp`; null: none does.
 */
export function moveThatBreaks(
  account: Account,
  bp: BasisPoints,
  direction: 'down' | 'up',
): BasisPoints | null {
  const sign = direction === 'down' ? -1 : 1
  const below = (moveBp: BasisPoints) => isBelow(stateAfterMove(account, sign * moveBp), bp)
  let bad = FURTHEST_BP
  if (!below(bad)) return null
  // The held amount falls away from its best point on both sides: once under, it stays under.
  let safe = -1
  while (bad - safe > 1) {
    const middle = Math.floor((safe + bad) / 2)
    if (below(middle)) bad = middle
    else safe = middle
  }
  return bad
}
