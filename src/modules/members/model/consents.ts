import { no, type Refusal } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import {
  ACCOUNT_DOCUMENTS,
  MARGIN_DOCUMENTS,
  versionOn,
  type DocumentId,
  type DocumentVersion,
} from '#modules/legal/model/documents.ts'

export type Consent = { readonly document: DocumentId; readonly version: number }
export type ConsentOfMember = Consent & { readonly at: Ms }

/**
 * All that an account needs: leverage opens with the identity, so the margin agreement is among it
 * (decision 0018).
 */
export const CONSENT_DOCUMENTS: readonly DocumentId[] = [...ACCOUNT_DOCUMENTS, ...MARGIN_DOCUMENTS]

/**
 * The documents in force on a day and not agreed to yet. `versions`: all that were ever published; left out,
 * those that the firm began with.
 */
export const missingConsents = (
  agreed: readonly Consent[],
  today: DateJst,
  versions?: readonly DocumentVersion[],
): Consent[] =>
  CONSENT_DOCUMENTS.flatMap((document) => {
    const version = versionOn(document, today, versions)?.version
    return version === undefined ||
      agreed.some((each) => each.document === document && each.version === version)
      ? []
      : [{ document, version }]
  })

/** Only what is in force can be agreed to. */
export function consentProblem(
  asked: readonly Consent[],
  today: DateJst,
  versions?: readonly DocumentVersion[],
): Refusal<'CONSENT_OUTDATED'> | null {
  const old = asked.find(({ document, version }) => versionOn(document, today, versions)?.version !== version)
  return old === undefined ? null : no('CONSENT_OUTDATED')
}

/** With what is new; what was agreed to before keeps its time. */
export const withConsents = (
  agreed: readonly ConsentOfMember[],
  asked: readonly Consent[],
  at: Ms,
): ConsentOfMember[] => [
  ...agreed,
  ...asked
    .filter(
      ({ document, version }, place) =>
        !agreed.some((each) => each.document === document && each.version === version) &&
        asked.findIndex((each) => each.document === document) === place,
    )
    .map(({ document, version }) => ({ document, version, at })),
]
