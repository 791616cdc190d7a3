import type { MemberId } from '#kernel/id.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { buyingPower } from '#modules/ledger/model/accounts.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import type { CutAccount } from '#modules/margin/model/loss-cut.ts'
import type { Account } from '#modules/margin/model/threshold-price.ts'
import { leavingQuantity } from '#modules/orders/server/public.ts'
import { heldLot, type Lot } from '#modules/portfolio/model/lot.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { feesOn } from '#modules/schedules/server/public.ts'

/** The day that trades now, and that on which they settle. */
export type TradeDay = { readonly tradeDate: DateJst; readonly settlementDate: DateJst }
export type Prices = Readonly<Record<string, PriceTenths>>

/**
 * An account as the margin rules see it, at these prices; `settlementDate` is that of a trade now, until
 * which charges accrue. `held`: its open lots, where they are known.
 */
export function accountAt(
  tables: TableReader,
  memberId: MemberId,
  priceOf: Account['priceOf'],
  settlementDate: DateJst,
  held: readonly Lot[] = openLots(tables, memberId),
): Account {
  const money = balances(tables, memberId)
  return {
    cashYen: buyingPower(money) + money.orderHold,
    loanYen: money.loan,
    priceOf,
    lots: held.map((lot) => heldLot(lot, settlementDate)),
  }
}

/**
 * The same with what is being closed already, which takes a look at every order: for accounts that are under.
 */
export function cutAccountAt(
  tables: TableReader,
  memberId: MemberId,
  priceOf: Account['priceOf'],
  { tradeDate, settlementDate }: TradeDay,
): CutAccount {
  const held = openLots(tables, memberId)
  const account = accountAt(tables, memberId, priceOf, settlementDate, held)
  return {
    ...account,
    fee: feesOn(tables, tradeDate),
    lots: account.lots.map((lot, n) => ({
      ...lot,
      id: held[n]!.id,
      leavingQuantity: leavingQuantity(tables, held[n]!),
    })),
  }
}

export const leveragedLots = (tables: TableReader, memberId: MemberId): Lot[] =>
  openLots(tables, memberId).filter(isLeveraged)

/** In the order of their codes: what a command is given must not depend on the order of the asking. */
export function pricesOf(priceOf: Account['priceOf'], lots: readonly Pick<Lot, 'code'>[]): Prices {
  const codes = [...new Set(lots.map(({ code }) => code))].sort()
  return Object.fromEntries(
    codes.flatMap((code) => {
      const price = priceOf(code)
      return price === undefined ? [] : [[code, price]]
    }),
  )
}
