import type { Yen } from '#kernel/money.ts'
import type { Balances } from '#modules/ledger/model/accounts.ts'

export type Part = 'cash' | 'held' | 'lots' | 'paidShares' | 'pools' | 'loan' | 'shortfall'
type Sums = Balances & Readonly<{ positions: Yen; copyUnits: Yen; loanInterest: Yen }>

/**
 * The parts of total assets, in yen (product decision 3): cash, unsettled proceeds included; what is set
 * aside for orders, withdrawals, applications and dividends owed; what positions are worth net of charges;
 * shares that are paid and not listed; units of copy pools; and what is owed, below zero.
 */
export const accountParts = (account: Sums): { part: Part; yen: Yen }[] => [
  { part: 'cash', yen: account.available + account.unsettled },
  {
    part: 'held',
    yen: account.orderHold + account.withdrawalHold + account.subscriptionHold + account.dividendHold,
  },
  { part: 'lots', yen: account.positions },
  { part: 'paidShares', yen: account.paidShares },
  { part: 'pools', yen: account.copyUnits },
  { part: 'loan', yen: 0 - account.loan - account.loanInterest },
  { part: 'shortfall', yen: 0 - account.shortfall },
]
