import type { DateJst } from '#kernel/time.ts'

/**
 * The firm's documents, in the order in which they are listed. `simulation`: what is simulated, and whose interests meet;
 * `complaints`: complaints, disputes, and help outside the firm. One for each product that is offered begins with `risk-`.
 */
export const DOCUMENT_IDS = ['terms', 'privacy', 'simulation', 'risk-shares', 'risk-margin', 'margin-agreement', 'fees', 'complaints'] as const
export type DocumentId = (typeof DOCUMENT_IDS)[number]

/** One published text. `version` counts from 1; its words never change once it is in force: a new text is a new version. */
export type DocumentVersion = { readonly id: DocumentId; readonly version: number; readonly inForceFrom: DateJst }

/** Every version that was ever published, oldest first within a document. */
export const DOCUMENT_VERSIONS: readonly DocumentVersion[] = DOCUMENT_IDS.map((id) => ({ id, version: 1, inForceFrom: '2026-11-21' }))

/** The version in force on a day; null before the first. Consents store its id and number with their time. */
export const versionOn = (id: DocumentId, date: DateJst): DocumentVersion | null =>
  DOCUMENT_VERSIONS.findLast((each) => each.id === id && each.inForceFrom <= date) ?? null

/** The newest version, in force or announced. */
export const newestVersion = (id: DocumentId): DocumentVersion => DOCUMENT_VERSIONS.findLast((each) => each.id === id)!

/** What a member agrees to when the account is opened, and when the margin account is (product decision 2). */
export const ACCOUNT_DOCUMENTS = ['terms', 'privacy', 'simulation', 'risk-shares'] as const satisfies readonly DocumentId[]
export const MARGIN_DOCUMENTS = ['risk-margin', 'margin-agreement'] as const satisfies readonly DocumentId[]
