import { power, powers } from '#modules/staff/model/power.ts'

/** The publication of a listing, of whatever kind: its module declares the power. */
export const PUBLISHING = power({
  signers: [['listing'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})

/** The power to take a listing back. */
export const POWERS = powers({
  /**
   * Only before it opens (terms are never edited, a changed draft is another listing), and an offering whose
   * price is announced until its issue date begins (decision 0065).
   */
  'listing.void': power({
    ...PUBLISHING,
    reason: 'listed',
    reasons: ['terms-wrong', 'issuer-asked', 'market-closed'],
  }),
})
