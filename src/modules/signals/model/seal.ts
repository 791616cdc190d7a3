import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'

/** Reasons for which the law forbids to tell the member of a case. */
export const SEAL_REASONS = ['suspicious-report', 'investigation'] as const
/** Reasons for which a seal ends in the open: what stood behind it is the member's again. */
export const REVEAL_REASONS = ['secrecy-over', 'sealed-by-mistake'] as const
/** Reasons for which it forbids that after the end of the case, too. */
export const WITHHOLD_REASONS = ['report-secret', 'investigation-secret'] as const

/** The seal of a case. `by`: who signed it. `withheld`: the reason for which its end discloses nothing. */
export type Seal = {
  readonly by: readonly string[]
  readonly sealedAt: Ms
  readonly endedAt: Ms | null
  readonly withheld: string | null
}

export const SEAL_STATES = ['sealed', 'disclosed', 'withheld'] as const
export type SealState = (typeof SEAL_STATES)[number]
export const sealState = ({ endedAt, withheld }: Seal): SealState =>
  endedAt === null ? 'sealed' : withheld === null ? 'disclosed' : 'withheld'

/** Looks and notes in the case are kept from the member now. */
export const isSealed = (seal: Seal | undefined): boolean =>
  seal !== undefined && sealState(seal) === 'sealed'
/** Entries that were sealed are kept from the member still. */
export const isSecret = (seal: Seal | undefined): boolean =>
  seal !== undefined && sealState(seal) !== 'disclosed'

type Reader = { readonly operatorId: string; readonly roles: readonly string[] }

/** A sealed case is read by auditors, by those who sealed it, and by who works on it. */
export const maySeeCase = (
  seal: Seal | undefined,
  assignedTo: string | null,
  { operatorId, roles }: Reader,
): boolean =>
  !isSealed(seal) || roles.includes('auditor') || assignedTo === operatorId || seal!.by.includes(operatorId)

/** A sealed entry is read by auditors alone until it is disclosed, and by whoever made it. */
export const maySeeEntry = (
  seal: Seal | undefined,
  entry: { readonly sealed: boolean; readonly operatorId: string },
  { operatorId, roles }: Reader,
): boolean => !entry.sealed || !isSecret(seal) || roles.includes('auditor') || entry.operatorId === operatorId

/**
 * Refusal to close a case for this reason. The member reads of the end of a case that is not secret at once,
 * and of a report to the authority nobody may tell (Act on Prevention of Transfer of Criminal Proceeds,
 * article 8): so `reported` is said under a seal only. For any other reason the seal ends first.
 */
export const refuseClosing = (
  seal: Seal | undefined,
  reason: string,
): Refusal<'CASE_REPORT_UNSEALED' | 'CASE_SEALED'> | null =>
  reason === 'reported'
    ? isSecret(seal)
      ? null
      : no('CASE_REPORT_UNSEALED')
    : isSealed(seal)
      ? no('CASE_SEALED')
      : null

/** A case is sealed once: what was disclosed stays so. */
export const refuseSeal = (seal: Seal | undefined): Refusal<'CASE_SEALED'> | null =>
  seal === undefined ? null : no('CASE_SEALED')
/** A seal ends, or what was withheld is disclosed after all. */
export const refuseDisclosure = (seal: Seal | undefined): Refusal<'CASE_NOT_SEALED'> | null =>
  isSecret(seal) ? null : no('CASE_NOT_SEALED')
export const refuseWithholding = (seal: Seal | undefined): Refusal<'CASE_NOT_SEALED'> | null =>
  isSealed(seal) ? null : no('CASE_NOT_SEALED')
