import type { LotId } from '#kernel/id.ts'
import { mulDiv, type BasisPoints, type Yen } from '#kernel/money.ts'
import { consideration, type Quantity } from '#kernel/price.ts'
import { feeOf, feeRuleFor, isLeveraged } from './charges.ts'
import type { FeeRule } from './rates.ts'
import { isBelow, marginState, priceDifference, type HeldLot } from './ratio.ts'
import type { Account } from './threshold-price.ts'

/** `leavingQuantity`: of the open shares, those that orders at market are closing already. */
export type CutLot = HeldLot & { readonly id: LotId; readonly leavingQuantity: Quantity }
/** `fee`: the commission that closing now would take. */
export type CutAccount = Omit<Account, 'lots'> & { readonly lots: readonly CutLot[]; readonly fee: FeeRule }

/**
 * The account as if these shares were closed at the prices of now: their margin comes back, with the
 * difference, less fee and charges.
 */
function withClosed(account: CutAccount, lot: CutLot, quantity: Quantity): CutAccount {
  if (quantity === 0) return account
  const price = account.priceOf(lot.code) ?? lot.openPriceTenths
  const share = (yen: Yen) => mulDiv([yen, quantity], lot.openQuantity, 'floor')
  const backYen =
    share(lot.marginYen) -
    share(lot.accruedYen) +
    priceDifference(lot, lot.openPriceTenths, price, quantity) -
    feeOf(consideration(price, quantity), feeRuleFor(lot, account.fee)).totalYen
  const rest = {
    ...lot,
    openQuantity: lot.openQuantity - quantity,
    leavingQuantity: Math.max(lot.leavingQuantity - quantity, 0),
    marginYen: lot.marginYen - share(lot.marginYen),
    accruedYen: lot.accruedYen - share(lot.accruedYen),
  }
  return {
    ...account,
    cashYen: account.cashYen + backYen,
    lots: account.lots.map((one) => (one.id === lot.id ? rest : one)),
  }
}

/** The account with all closings that are under way done. */
export const afterLeaving = (account: CutAccount): CutAccount =>
  account.lots.reduce((reached, lot) => withClosed(reached, lot, lot.leavingQuantity), account)

const under = ({ cashYen, lots, priceOf, loanYen }: CutAccount, bp: BasisPoints): boolean =>
  isBelow(marginState(cashYen, lots, priceOf, loanYen), bp)

/**
 * The leveraged lots that a loss-cut closes, largest loss in yen first (then the older), until the ratio is
 * back at `restoreBp`; none while what is under way is enough to leave the cut's range (product decision 5).
 */
export function lotsToCut(account: CutAccount, cutBp: BasisPoints, restoreBp: BasisPoints): CutLot[] {
  let reached = afterLeaving(account)
  if (!under(reached, cutBp)) return []
  const profit = (lot: CutLot) =>
    priceDifference(
      lot,
      lot.openPriceTenths,
      account.priceOf(lot.code) ?? lot.openPriceTenths,
      lot.openQuantity,
    )
  const worstFirst = reached.lots
    .filter((lot) => isLeveraged(lot) && lot.openQuantity > 0)
    .toSorted((a, b) => profit(a) - profit(b) || (a.id < b.id ? -1 : 1))
  const cut: CutLot[] = []
  for (const lot of worstFirst) {
    if (!under(reached, restoreBp)) break
    cut.push(lot)
    reached = withClosed(reached, lot, lot.openQuantity)
  }
  return cut
}
