import { power, powers, type Role } from '#modules/staff/model/power.ts'

/** Roles that read cases and work on them. */
export const CASE_READERS = ['reviewer', 'auditor'] as const satisfies readonly Role[]

/** Reasons for which a case is closed. */
export const CLOSE_REASONS = ['explained', 'false-signal', 'member-protected', 'reported'] as const

/**
 * Powers of staff within a case. None of them does anything to the member: who would freeze, deny or correct
 * needs the power for that, which the member sees as ever.
 */
export const POWERS = powers({
  /** Notes in a case, and who works on it. */
  'case.note': power({ signers: [CASE_READERS], reason: 'none', seen: 'own-data' }),
  'case.close': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'own-data',
    reasons: CLOSE_REASONS,
  }),
})
