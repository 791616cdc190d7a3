import { event } from '#platform/engine/event.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

export const listingPublished = event('listing.published', (id: string, kind: ListingKind) => ({ id, kind }))
