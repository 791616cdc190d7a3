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
 * back. `bank-corrected`: a debit that the bank made once too often, and its return, which is not the
 * member's. `claim-credit`: no reference of ours, and the sum of an open claim against the bank. `unknown`:
 * no reference of ours.
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
  'bank-corrected',
  'claim-credit',
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
  /** One of a debit too many and its return (`correctedDebits`). */
  readonly isCorrected?: boolean
  /** A claim of this very sum is open, and the line has no number of ours. */
  readonly isClaimed?: boolean
}

/**
 * The match of a line by its references. A deposit is credited to the yen of the line, so that another sum is
 * a hint there, and an obstacle elsewhere.
 */
export function matchOf(line: Line, known: Known): LineMatch {
  const { deposit, withdrawal, refund = null, isSentBack, isCorrected = false, isClaimed = false } = known
  if (line.usedFor !== null) return 'used'
  if (isSentBack) return 'sent-back'
  if (isCorrected) return 'bank-corrected'
  if (line.kind === 'in') {
    if (deposit === null) return isClaimed ? 'claim-credit' : 'unknown'
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
  if (line.kind === 'returned' && line.yen <= (withdrawal.claimYen ?? 0)) return 'claim-returned'
  if (line.yen !== (line.kind === 'out' ? withdrawal.yen : returnable(withdrawal))) return 'amount-differs'
  return line.kind === 'out' ? 'payout' : 'returned'
}

function ofRefund(line: Line, { yen, state }: NonNullable<Known['refund']>): LineMatch {
  const fits = line.kind === 'out' ? state === 'approved' : state === 'paid'
  if (!fits) return line.kind === 'out' ? 'stray-debit' : 'ended'
  if (line.yen !== yen) return 'amount-differs'
  return line.kind === 'out' ? 'refund' : 'refund-bounced'
}
