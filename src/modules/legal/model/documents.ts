import type { DateJst } from '#kernel/time.ts'

/**
 * The firm's documents, in the order in which they are listed. `simulation`: what is simulated, and whose
 * interests meet; `complaints`: complaints, disputes, and help outside the firm. One for each product that is
 * offered begins with `risk-`.
 */
export const DOCUMENT_IDS = [
  'terms',
  'privacy',
  'simulation',
  'risk-shares',
  'risk-margin',
  'margin-agreement',
  'fees',
  'complaints',
] as const
export type DocumentId = (typeof DOCUMENT_IDS)[number]

/**
 * One published text. `version` counts from 1; its words never change once it is in force: a new text is a
 * new version.
 */
export type DocumentVersion = {
  readonly id: DocumentId
  readonly version: number
  readonly inForceFrom: DateJst
}

/**
 * Versions that came with the software, oldest first within a document; later ones are published by two
 * operators (`server/public.ts`). Since `fees.2` the fees of products are among them.
 */
export const DOCUMENT_VERSIONS: readonly DocumentVersion[] = DOCUMENT_IDS.flatMap((id) => [
  { id, version: 1, inForceFrom: '2026-11-21' },
  ...(id === 'fees' ? [{ id, version: 2, inForceFrom: '2026-11-24' }] : []),
])

/** The version in force on a day; null before the first. Consents store its id and number with their time. */
export const versionOn = (
  id: DocumentId,
  date: DateJst,
  versions: readonly DocumentVersion[] = DOCUMENT_VERSIONS,
): DocumentVersion | null => versions.findLast((each) => each.id === id && each.inForceFrom <= date) ?? null

/**
 * The documents that a member agrees to when the account is opened, and when the margin account is (product
 * decision 2).
 */
export const ACCOUNT_DOCUMENTS = [
  'terms',
  'privacy',
  'simulation',
  'risk-shares',
] as const satisfies readonly DocumentId[]
export const MARGIN_DOCUMENTS = ['risk-margin', 'margin-agreement'] as const satisfies readonly DocumentId[]

/** The name of a version where it is published: `terms.2`. */
export const versionName = (id: DocumentId, version: number): string => `${id}.${version}`
export function namedVersion(name: string): { id: DocumentId; version: number } | null {
  const [, id, version] = /^([a-z-]+)\.([1-9]\d{0,3})$/.exec(name) ?? []
  const known = DOCUMENT_IDS.find((each) => each === id)
  return known === undefined ? null : { id: known, version: Number(version) }
}
