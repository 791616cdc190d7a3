import { power, powers } from '#modules/staff/model/power.ts'

const statement = power({ signers: [['treasurer']], reason: 'none', seen: 'member' })

/** Powers of operators over money of the bank and over bank accounts. */
export const POWERS = powers({
  'deposit.credit': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'deposit.refuse': power({
    signers: [['treasurer'], ['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['not-received', 'amount-differs', 'name-differs', 'duplicate', 'member-asked'],
  }),
  'withdrawal.deny': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['name-differs', 'account-rejected', 'duplicate', 'member-asked', 'takeover', 'legal-hold'],
  }),
  'withdrawal.approve': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'statement.import': power({ signers: [['treasurer']], reason: 'none', seen: 'published' }),
  /**
   * A file for the bank of withdrawals that are approved already, each in one file; what was paid, the bank's
   * statement says.
   */
  'transfer.make': power({ signers: [['treasurer']], reason: 'none', seen: 'published' }),
  /**
   * Incoming money that cannot be credited goes back to its sender, whole; whoever brought its line in is not
   * the last to sign.
   */
  'refund.decide': power({
    signers: [['treasurer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: [
      'no-reference',
      'name-differs',
      'member-unknown',
      'duplicate',
      'not-credited',
      'returned-unpaid',
    ],
  }),
  'refund.mark-paid': statement,
  'refund.mark-bounced': statement,
  /** The bank sent another sum than was asked for: by its line, and no yen of it from the member. */
  'withdrawal.settle': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'withdrawal.mark-paid': statement,
  'withdrawal.mark-returned': statement,
  /** Always a new, reversing entry, with a link to the wrong one. */
  'entry.reverse': power({
    signers: [['treasurer'], ['auditor']],
    prepared: true,
    preparedSince: 'decision-0203',
    reason: 'listed+text',
    seen: 'member',
    reasons: ['wrong-amount', 'wrong-member', 'duplicate', 'system-error'],
  }),
  'bank-account.accept': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'bank-account.reject': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['name-differs', 'image-unreadable', 'number-differs', 'account-unknown', 'duplicate'],
  }),
  /** Looking at the picture of a passbook or cash card, in the same way as at an identity image. */
  'bank-account.view': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
})
