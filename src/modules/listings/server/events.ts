import { event } from '#platform/engine/event.ts'
import type { ListingKind } from '../model/kinds.ts'

export const listingPublished = event('listing.published', (id: string, kind: ListingKind) => ({ id, kind }))
