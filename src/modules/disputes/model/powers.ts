import { power, powers, type Role } from '#modules/staff/model/power.ts'

/** Roles that read the reports of venues that do not go with an order. */
export const DISPUTE_READERS = [
  'treasurer',
  'reviewer',
  'auditor',
  'administrator',
] as const satisfies readonly Role[]

/** Decisions about a report of a venue: it is applied to its order after all, or never. */
export const POWERS = powers({
  'report.book': power({ signers: [['treasurer'], ['reviewer']], reason: 'none', seen: 'member' }),
  'report.set-aside': power({
    signers: [['treasurer'], ['reviewer']],
    reason: 'listed',
    seen: 'member',
    reasons: ['venue-withdrew', 'firm-bears', 'duplicate'],
  }),
})
