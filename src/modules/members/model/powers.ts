import { byRule, power, powers } from '#modules/staff/model/power.ts'

/** The powers to decide about a member's identity. */
export const POWERS = powers({
  'identity.accept': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
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
