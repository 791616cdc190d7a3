import type { Yen } from '#kernel/money.ts'
import type { AccountView } from '#modules/portfolio/contract.ts'

export type Part = 'cash' | 'held' | 'lots'
type Sums = Pick<
  AccountView,
  | 'totalAssets'
  | 'loan'
  | 'loanInterest'
  | 'shortfall'
  | 'available'
  | 'unsettled'
  | 'orderHold'
  | 'withdrawalHold'
  | 'subscriptionHold'
  | 'dividendHold'
  | 'paidShares'
>

/**
 * Where the money is, in yen: cash, unsettled proceeds included; what is set aside for orders, withdrawals,
 * applications and dividends owed; the rest is what positions are worth net of charges (product decision 3).
 * The three less loans with their interest and shortfall are total assets.
 */
export function moneyParts(account: Sums): { part: Part; yen: Yen }[] {
  const cash = account.available + account.unsettled
  const held =
    account.orderHold +
    account.withdrawalHold +
    account.subscriptionHold +
    account.dividendHold +
    account.paidShares
  return [
    { part: 'cash', yen: cash },
    { part: 'held', yen: held },
    {
      part: 'lots',
      yen: account.totalAssets + account.loan + account.loanInterest + account.shortfall - cash - held,
    },
  ]
}
