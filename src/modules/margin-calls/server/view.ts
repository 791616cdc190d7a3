import { yenOf } from '#kernel/price.ts'
import { iso, type Ms } from '#kernel/time.ts'
import type { Balances } from '#modules/ledger/model/accounts.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { missingYen, type MarginCall } from '#modules/margin/model/calls.ts'
import { marginState, priceDifference, ratioBp, substitutesYen } from '#modules/margin/model/ratio.ts'
import type { Account } from '#modules/margin/model/threshold-price.ts'
import { freeQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import type { CallView, MarginLotView, MarginView } from '../contract.ts'

export const callView = (call: MarginCall): CallView => ({
  tradeDate: call.tradeDate,
  amount: call.amountYen,
  met: call.metYen,
  missing: missingYen(call),
  state: call.state,
  madeAt: iso(call.madeAt),
  deadlineAt: iso(call.deadlineAt),
  endedAt: call.endedAt === null ? null : iso(call.endedAt),
})

export type MarginNow = {
  account: Account
  balances: Balances
  lots: readonly Lot[]
  calls: readonly MarginCall[]
  nameOf: (code: string) => string
  unitOf: (code: string) => number
  at: Ms
  simulated: boolean
}

export function marginView({
  account,
  balances,
  lots,
  calls,
  nameOf,
  unitOf,
  at,
  simulated,
}: MarginNow): MarginView {
  const { cashYen, loanYen, priceOf } = account
  const state = marginState(cashYen, account.lots, priceOf, loanYen)
  const priced = account.lots.map((held, n) => ({
    held,
    lot: lots[n]!,
    price: priceOf(held.code) ?? held.openPriceTenths,
  }))
  const leveraged = priced.filter(({ held }) => isLeveraged(held))
  const sum = (of: (one: (typeof priced)[number]) => number, over = priced) =>
    over.reduce((total, one) => total + of(one), 0)
  return {
    available: balances.available,
    unsettled: balances.unsettled,
    orderHold: balances.orderHold,
    lotMargin: sum(({ held }) => held.marginYen, leveraged),
    substitutes: sum(({ held, price }) => (isLeveraged(held) ? 0 : substitutesYen(price, held.openQuantity))),
    difference: sum(
      ({ held, price }) => priceDifference(held, held.openPriceTenths, price, held.openQuantity),
      leveraged,
    ),
    accrued: sum(({ held }) => held.accruedYen),
    loan: balances.loan,
    held: state.heldYen,
    notional: state.notionalYen,
    ratioBp: ratioBp(state),
    lots: priced.map(({ held, lot, price }): MarginLotView => ({
      id: lot.id,
      number: lot.number,
      code: lot.code,
      name: nameOf(lot.code),
      side: lot.side,
      leverage: lot.leverageTenths / 10,
      leveraged: isLeveraged(held),
      unit: unitOf(lot.code),
      openQuantity: lot.openQuantity,
      freeQuantity: freeQuantity(lot),
      openPrice: yenOf(lot.openPriceTenths),
      price: yenOf(price),
      margin: held.marginYen,
      accrued: held.accruedYen,
      tradeDate: lot.tradeDate,
    })),
    calls: calls.map(callView),
    at: iso(at),
    simulated,
  }
}
