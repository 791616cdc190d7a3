import type { Yen } from '#kernel/money.ts'
import { returnable, type Paid } from './differing-payment.ts'
import type { DepositState, RefundState, WithdrawalState } from './states.ts'

/**
 * The relation of a line of the bank to members' requests. `used`: the line has been counted. `deposit`,
 * `payout`, `returned`: it fits in full and can be counted. `amount-differs` and `payer-differs`: people must
 * look. `ended`: what it belongs to has ended without it, so that incoming money goes back to its sender.
 * `sent-back`: and it has gone. `stray-debit`: outgoing money that nothing asks for any more. `further`: the
 * member's own money again, for a deposit that was credited by another line. `claim-returned`: what the bank
 * sent too much has come back. `refund`, `refund-bounced`: money on its way back to its sender went, or came
 * back. `unknown`: no reference of ours.
 */
export const LINE_MATCHES = [
  'used',
  'deposit',
  'payout',
  'returned',
  'claim-returned',
  'amount-differs',
  'payer-differs',
  'ended',
  'stray-debit',
  'sent-back',
  'further',
  'refund',
  'refund-bounced',
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
  readonly refund?: { readonly yen: Yen; readonly state: RefundState } | null
  readonly withdrawal: (Paid & { readonly state: WithdrawalState }) | null
  /** Another open line of the same reference by which the same sum went the other way. */
  readonly isSentBack: boolean
}

/**
 * The match of a line by its references. A deposit is credited to the yen of the line, so that another sum is
 * a hint there, and an obstacle elsewhere.
 */
export function matchOf(line: Line, { deposit, withdrawal, refund = null, isSentBack }: Known): LineMatch {
  if (line.usedFor !== null) return 'used'
  if (isSentBack) return 'sent-back'
  if (line.kind === 'in') {
    if (deposit === null) return 'unknown'
    const isPayer = line.payerHash === deposit.payerHash
    if (deposit.state === 'approved' && isPayer) return 'further'
    if (deposit.state !== 'pending') return 'ended'
    if (!isPayer) return 'payer-differs'
    return line.yen === deposit.yen ? 'deposit' : 'amount-differs'
  }
  if (refund !== null) return ofRefund(line, refund)
  if (withdrawal === null) return 'unknown'
  const fits =
    line.kind === 'out'
      ? withdrawal.state === 'approved'
      : withdrawal.state === 'approved' || withdrawal.state === 'paid'
  if (!fits) return line.kind === 'out' ? 'stray-debit' : 'ended'
  if (line.kind === 'returned' && line.yen === withdrawal.claimYen) return 'claim-returned'
  if (line.yen !== (line.kind === 'out' ? withdrawal.yen : returnable(withdrawal))) return 'amount-differs'
  return line.kind === 'out' ? 'payout' : 'returned'
}

function ofRefund(line: Line, { yen, state }: NonNullable<Known['refund']>): LineMatch {
  const fits = line.kind === 'out' ? state === 'approved' : state === 'paid'
  if (!fits) return line.kind === 'out' ? 'stray-debit' : 'ended'
  if (line.yen !== yen) return 'amount-differs'
  return line.kind === 'out' ? 'refund' : 'refund-bounced'
}
