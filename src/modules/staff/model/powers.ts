import { byRule, power, powers, ROLES, type Role } from './power.ts'

const keys = power({
  signers: [['administrator'], ['auditor']],
  prepared: true,
  standing: true,
  reason: 'none',
  seen: 'published',
})
/** Roles of a colleague, with the reason why. */
const roles = (...reasons: string[]) => power({ ...keys, reason: 'listed', reasons })

/** Signed by whoever it is about, with a passkey that they have. */
const own = power({ signers: [ROLES], reason: 'none', seen: 'published' })

/** Grounds of a freeze. The member reads which one; none of them tells of a report to an authority. */
const GROUNDS = ['takeover', 'court-order', 'inheritance', 'legal-hold'] as const

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
  /** The same where another member has handed in the rejected document, too: as the first time, by two. */
  'appeal.decide-flagged': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed+text',
    seen: 'member',
    reasons: ['upheld', 'overturned'],
  }),
  /** Ends by itself after 24 h unless a second reviewer signs `trading.freeze-on`. */
  'trading.freeze': power({ signers: [['reviewer']], reason: 'listed', seen: 'member', reasons: GROUNDS }),
  'trading.freeze-on': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: GROUNDS,
  }),
  /** The end of a freeze until decision 0173, by one person and without a reason. */
  'trading.unfreeze': power({ signers: [['reviewer']], reason: 'none', seen: 'member', retired: true }),
  /** The end of a freeze, by two, of whom one had no part in it. */
  'trading.release': power({
    signers: [['reviewer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['cleared', 'account-secured', 'ground-ended', 'frozen-by-mistake'],
  }),
  'key.rotate': keys,
  'operator.add': keys,
  'operator.role': keys,
  /** The display name by which colleagues know somebody; members read role and number. */
  'operator.name': keys,
  /** A further role, for good. */
  'operator.grant': roles('duties', 'vacancy'),
  /** A further role until a date, which ends it by itself. */
  'operator.deputise': roles('absence', 'vacancy', 'workload'),
  /** The end of a further role. */
  'operator.withdraw': roles('duties', 'precaution'),
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

/**
 * Pairs of roles that one person does not hold, with the reason (decision 0165): each pair of which a power
 * demands two signatures, and the auditor beside what an auditor checks.
 */
export const INCOMPATIBLE: readonly { roles: readonly [Role, Role]; why: 'checks' | 'money' }[] = [
  { roles: ['auditor', 'administrator'], why: 'checks' },
  { roles: ['auditor', 'treasurer'], why: 'checks' },
  { roles: ['auditor', 'reviewer'], why: 'checks' },
  { roles: ['auditor', 'listing'], why: 'checks' },
  { roles: ['auditor', 'support'], why: 'checks' },
  { roles: ['treasurer', 'reviewer'], why: 'money' },
]
