import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Signature } from '#modules/staff/server/public.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

/** Published terms. All but the two columns of their withdrawal is written once. Times are market time. */
export type ListingRow = {
  id: string
  kind: ListingKind
  /** `Terms` of the kind. */
  terms: { readonly [field: string]: Json }
  /** SHA-256 of `termsText`. */
  hash: string
  opensAt: Ms
  closesAt: Ms
  publishedAt: Ms
  signers: readonly Signature[]
  voidedAt: Ms | null
  voidReason: string | null
}

export const listings = defineTable<ListingRow>()({
  name: 'listings',
  columns: {
    id: 'text',
    kind: 'text',
    terms: 'jsonb',
    hash: 'text',
    opensAt: 'int8',
    closesAt: 'int8',
    publishedAt: 'int8',
    signers: 'jsonb',
    voidedAt: 'int8?',
    voidReason: 'text?',
  },
  key: 'id',
  fixed: ['kind', 'terms', 'hash', 'opensAt', 'closesAt', 'publishedAt', 'signers'],
  indexes: { kind: (row) => row.kind },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    listings: ListingRow
  }
}
