import type { PowerName } from '#registry/powers.ts'
import { KINDS, type ListingKind } from '#registry/listing-kinds.ts'
import type { TermsOf } from './field.ts'

/** The terms of a kind. Prices are tenths of a yen, times market time, dates those of Japan. */
export type Terms<K extends ListingKind = ListingKind> = {
  [One in ListingKind]: TermsOf<(typeof KINDS)[One]['fields']>
}[K]

/** The power that publishes a kind (security-and-trust 1): a listing manager prepares, an auditor signs. */
export const powerFor = <K extends ListingKind>(kind: K) => `${kind}.publish` as const satisfies PowerName

/** True if an id is one of this kind: `IPO-2026-0001`. */
export const isIdOf = (kind: ListingKind, id: string): boolean =>
  new RegExp(`^${KINDS[kind].prefix}-20\\d\\d-\\d{4}$`).test(id)
