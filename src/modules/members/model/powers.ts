import { byRule, power, powers } from '#modules/staff/model/power.ts'

/** Reasons to accept a document that another member has handed in, too. */
export const FLAG_REASONS = ['earlier-account', 'other-mistyped', 'original-checked'] as const

/** The powers to decide about a member's identity. */
export const POWERS = powers({
  'identity.accept': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  /**
   * The same where another member has handed in, or was verified by, the same document: with a reason, and by
   * two people.
   */
  'identity.accept-flagged': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: FLAG_REASONS,
  }),
  'identity.reject': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: [
      'image-unreadable',
      'image-incomplete',
      'wrong-document',
      'expired',
      'name-differs',
      'number-differs',
      'facts-differ',
      'duplicate',
    ],
  }),
  /** Looking at an identity image (security-and-trust 8). */
  'identity.view': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'level.change': byRule,
})
