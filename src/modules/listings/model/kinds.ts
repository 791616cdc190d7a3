import type { PowerName } from '#registry/powers.ts'
import type { TermsOf } from './field.ts'
import { aiCard } from './terms/ai-card.ts'
import { blockSale } from './terms/block-sale.ts'
import { copyProduct } from './terms/copy-product.ts'
import { dayInventory } from './terms/day-inventory.ts'
import { ipo } from './terms/ipo.ts'

/** All that can be listed. */
export const KINDS = {
  ipo,
  'block-sale': blockSale,
  'day-inventory': dayInventory,
  'ai-card': aiCard,
  'copy-product': copyProduct,
} as const
export type ListingKind = keyof typeof KINDS
export const LISTING_KINDS = Object.keys(KINDS) as readonly ListingKind[]

/** The terms of a kind. Prices are tenths of a yen, times market time, dates those of Japan. */
export type Terms<K extends ListingKind = ListingKind> = {
  [One in ListingKind]: TermsOf<(typeof KINDS)[One]['fields']>
}[K]

/** The power that publishes a kind (security-and-trust 1): a listing manager prepares, an auditor signs. */
export const powerFor = <K extends ListingKind>(kind: K) => `${kind}.publish` as const satisfies PowerName

/** True if an id is one of this kind: `IPO-2026-0001`. */
export const isIdOf = (kind: ListingKind, id: string): boolean =>
  new RegExp(`^${KINDS[kind].prefix}-20\\d\\d-\\d{4}$`).test(id)
