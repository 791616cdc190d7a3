import { power, powers, type Role } from '#modules/staff/model/power.ts'
import { GROUNDS } from './case.ts'
import { REVEAL_REASONS, SEAL_REASONS, WITHHOLD_REASONS } from './seal.ts'

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
  /** A case that somebody opens by hand, or what they put into the open one. */
  'case.open': power({ signers: [CASE_READERS], reason: 'listed', seen: 'own-data', reasons: GROUNDS }),
  'case.close': power({
    signers: [['reviewer']],
    reason: 'listed',
    seen: 'own-data',
    reasons: CLOSE_REASONS,
  }),
  /**
   * Keeps looks and notes of one case from the member where the law forbids to tell. No act on a member is
   * sealed by it: those have powers of their own, which are seen by the member.
   */
  'case.seal': power({
    signers: [['reviewer'], ['auditor']],
    reason: 'listed',
    seen: 'sealed',
    reasons: SEAL_REASONS,
  }),
  /** The end of a seal until decision 0175, by one person and without a reason. */
  'case.disclose': power({ signers: [CASE_READERS], reason: 'none', seen: 'sealed', retired: true }),
  /** Ends a seal: what was kept back stands in the member's record. */
  'case.reveal': power({
    signers: [['reviewer'], ['auditor']],
    reason: 'listed',
    seen: 'sealed',
    reasons: REVEAL_REASONS,
  }),
  /** Ends a seal where the law forbids to tell even then. */
  'case.withhold': power({
    signers: [['reviewer'], ['auditor']],
    reason: 'listed',
    seen: 'sealed',
    reasons: WITHHOLD_REASONS,
  }),
})
