import type { Yen } from '#kernel/money.ts'
import type { DepositState, WithdrawalState } from './states.ts'

/**
 * The relation of a line of the bank to members' requests. `used`: the line has been counted. `deposit`,
 * `payout`, `returned`: it fits in full and can be counted. `amount-differs` and `payer-differs`: people must
 * look. `ended`: what it belongs to has ended without it, so that incoming money goes back to its sender.
 * `sent-back`: and it has gone. `unknown`: no reference of ours.
 */
export const LINE_MATCHES = [
  'used',
  'deposit',
  'payout',
  'returned',
  'amount-differs',
  'payer-differs',
  'ended',
  'sent-back',
  'unknown',
] as const
export type LineMatch = (typeof LINE_MATCHES)[number]

type Line = {
  readonly kind: 'in' | 'out' | 'returned'
  readonly yen: Yen
  readonly payerHash: string | null
  readonly usedFor: string | null
}
type Known = {
  readonly deposit: { readonly yen: Yen; readonly payerHash: string; readonly state: DepositState } | null
  readonly withdrawal: { readonly yen: Yen; readonly state: WithdrawalState } | null
  /** Another open line of the same reference by which the same sum went the other way. */
  readonly isSentBack: boolean
}

/**
 * The match of a line by its references. A deposit is credited to the yen of the line, so that another sum is
 * a hint there, and an obstacle elsewhere.
 */
export function matchOf(line: Line, { deposit, withdrawal, isSentBack }: Known): LineMatch {
  if (line.usedFor !== null) return 'used'
  if (isSentBack) return 'sent-back'
  if (line.kind === 'in') {
    if (deposit === null) return 'unknown'
    if (deposit.state !== 'pending') return 'ended'
    if (line.payerHash !== deposit.payerHash) return 'payer-differs'
    return line.yen === deposit.yen ? 'deposit' : 'amount-differs'
  }
  if (withdrawal === null) return 'unknown'
  const fits =
    line.kind === 'out'
      ? withdrawal.state === 'approved'
      : withdrawal.state === 'approved' || withdrawal.state === 'paid'
  if (!fits) return 'ended'
  if (line.yen !== withdrawal.yen) return 'amount-differs'
  return line.kind === 'out' ? 'payout' : 'returned'
}
