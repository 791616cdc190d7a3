import { power, powers } from './power.ts'

const keys = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})

/** Powers to work on any queue, and over accounts and the operators' own. */
export const POWERS = powers({
  /** The operator who works on a case of a queue: it changes nothing for the member. */
  'queue.assign': power({
    signers: [['support', 'reviewer', 'treasurer', 'listing']],
    reason: 'none',
    seen: 'conversation',
  }),
  /** By somebody who had no part in what is appealed against: the module says who had. */
  'appeal.decide': power({
    signers: [['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['upheld', 'overturned'],
  }),
  /** Ends by itself after 24 h unless a second reviewer signs `trading.freeze-on`. */
  'trading.freeze': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['takeover'],
  }),
  'trading.freeze-on': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['takeover'],
  }),
  'trading.unfreeze': power({ signers: [['reviewer']], reason: 'none', seen: 'member' }),
  'key.rotate': keys,
  'operator.add': keys,
  'operator.role': keys,
  /**
   * Confirmation that the server's time is right, after a stop or a step which nobody but its machine
   * attests.
   */
  'clock.confirm': keys,
})
