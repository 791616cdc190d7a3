import { power, powers } from '#modules/staff/model/power.ts'

const listing = power({
  signers: [['listing'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})

/** The powers to publish a listing and to take it back. */
export const POWERS = powers({
  'ipo.publish': listing,
  'block-sale.publish': listing,
  'day-inventory.publish': listing,
  'ai-card.publish': listing,
  'copy-product.publish': listing,
  /**
   * Only before it opens (terms are never edited, a changed draft is another listing), and an offering whose
   * price is announced until its issue date begins (decision 0065).
   */
  'listing.void': power({
    ...listing,
    reason: 'listed',
    reasons: ['terms-wrong', 'issuer-asked', 'market-closed'],
  }),
})
