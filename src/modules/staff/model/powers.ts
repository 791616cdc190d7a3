import { byRule, power, powers, ROLES } from './power.ts'

const keys = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  reason: 'none',
  seen: 'published',
})

/** Signed by whoever it is about, with a passkey that they have. */
const own = power({ signers: [ROLES], reason: 'none', seen: 'published' })

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
  /** A further passkey of one's own, and the end of one, as long as another stays. */
  'passkey.add': own,
  'passkey.end': own,
  /** Another name of the server, which its owner has accepted: passkeys answer there no more. */
  'passkey.end-all': byRule,
  /** Three new recovery codes; those before end. */
  'recovery.make': keys,
  /** Two of three recovery codes begin it, and 24 hours of notice let it invite two operators. */
  'break-glass.begin': byRule,
  'break-glass.open': byRule,
  /** By one of those who could do by hand what it is for. */
  'break-glass.stop': power({ signers: [['administrator', 'auditor']], reason: 'none', seen: 'published' }),
  /**
   * Confirmation that the server's time is right, after a stop or a step which nobody but its machine
   * attests.
   */
  'clock.confirm': keys,
})
