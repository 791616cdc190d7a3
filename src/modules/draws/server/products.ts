import type { Ms } from '#kernel/time.ts'
import { assert, Bug } from '#kernel/assert.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { ListingStatus } from '#modules/listings/model/check.ts'
import type { Listing, ListingsPublic } from '#modules/listings/server/public.ts'
import type { DrawnProduct } from './public.ts'
import { draws, type DrawnKind } from './tables.ts'

/** The products that draw, by kind, and their listings. */
export type Products = {
  add<K extends DrawnKind>(product: DrawnProduct<K>): void
  // Each takes its own kind of terms, and is found by the kind of the listing that they come with.
  of(kind: DrawnKind): DrawnProduct<any>
  /** The listing of a draw; null: nothing of this id is drawn. */
  listingOf(tables: TableReader, id: string): Listing<DrawnKind> | null
  statusAt(listing: Listing<DrawnKind>, now: Ms): ListingStatus
}

export function openProducts(listings: Pick<ListingsPublic, 'terms' | 'statusAt'>): Products {
  // The same.
  const products = new Map<DrawnKind, DrawnProduct<any>>()
  return {
    add(product) {
      if (products.has(product.kind)) throw new Bug(`two modules draw ${product.kind}`)
      products.set(product.kind, product)
    },
    of(kind) {
      const product = products.get(kind)
      assert(product !== undefined, `no module draws ${kind}`)
      return product
    },
    listingOf(tables, id) {
      const draw = tables.of(draws).get(id)
      return draw === undefined ? null : listings.terms(tables, draw.kind, id)
    },
    statusAt: (listing, now) => listings.statusAt(listing, now),
  }
}
