import { PUBLISHING } from '#modules/listings/model/powers.ts'
import { power, powers } from '#modules/staff/model/power.ts'

/** Decisions about a subscription to a pool. */
export const POWERS = powers({
  'copy-product.publish': PUBLISHING,
  'copy-subscription.refuse': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['level', 'cap', 'takeover', 'legal-hold'],
  }),
})
