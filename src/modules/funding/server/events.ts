import { event } from '#platform/engine/event.ts'
import type { DepositRow, WithdrawalRow } from './tables.ts'

/** A deposit or a withdrawal as it stands after a step of its table of transitions; whole yen. */
export type MoneyStep = { kind: 'deposit' | 'withdrawal'; id: string; status: string; yen: number }

export const depositStep = ({ id, state, yen, creditedYen }: DepositRow): MoneyStep => ({
  kind: 'deposit',
  id,
  status: state,
  yen: creditedYen ?? yen,
})
export const withdrawalStep = ({ id, state, yen }: WithdrawalRow): MoneyStep => ({
  kind: 'withdrawal',
  id,
  status: state,
  yen,
})

/**
 * A deposit, a withdrawal, a bank account or an appeal of a member has changed. `step`: the deposit or
 * withdrawal whose state did.
 */
export const fundingChanged = event('funding.changed', (memberId: string, step: MoneyStep | null = null) => ({
  memberId,
  step,
}))
export const bankAccountAdded = event('bank-account.added', (memberId: string, accountId: string) => ({
  memberId,
  accountId,
}))
export const bankAccountRemoved = event('bank-account.removed', (memberId: string, accountId: string) => ({
  memberId,
  accountId,
}))
export const accountClosed = event('account.closed', (memberId: string) => ({ memberId }))
