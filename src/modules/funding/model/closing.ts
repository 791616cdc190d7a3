import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import { DEBT_ACCOUNTS, OWN_ACCOUNTS, type Balances } from '#modules/ledger/model/accounts.ts'

/** Things that still have to end before an account can be closed, in the order in which they are reported. */
export const CLOSING_REJECTIONS = [
  'ACCOUNT_CLOSING',
  'CLOSING_LOTS',
  'CLOSING_HOLDS',
  'CLOSING_DEBT',
  'CLOSING_POOLS',
  'CLOSING_DEPOSITS',
] as const

export type ClosingFacts = {
  readonly isClosing: boolean
  readonly openLots: number
  readonly pendingDeposits: number
  readonly balances: Balances
  readonly taxDueYen: Yen
  /** The worth of units of pools. */ readonly poolsYen: Yen
}

/**
 * Everything is sold and settled, nothing is reserved, nothing owed: then all that is left is paid out
 * (product decision 2).
 */
export function decideClosing(facts: ClosingFacts): Result<null, (typeof CLOSING_REJECTIONS)[number]> {
  const { balances } = facts
  if (facts.isClosing) return no('ACCOUNT_CLOSING')
  if (facts.openLots > 0) return no('CLOSING_LOTS', { lots: facts.openLots })
  const reservedYen = OWN_ACCOUNTS.reduce(
    (sum, name) => (name === 'available' ? sum : sum + balances[name]),
    0,
  )
  if (reservedYen > 0 || facts.taxDueYen > 0)
    return no('CLOSING_HOLDS', { yen: reservedYen + facts.taxDueYen })
  const debtYen = DEBT_ACCOUNTS.reduce((sum, name) => sum + balances[name], 0)
  if (debtYen > 0) return no('CLOSING_DEBT', { yen: debtYen })
  if (facts.poolsYen > 0) return no('CLOSING_POOLS', { yen: facts.poolsYen })
  if (facts.pendingDeposits > 0) return no('CLOSING_DEPOSITS', { deposits: facts.pendingDeposits })
  return ok(null)
}
