import { event } from '#platform/engine/event.ts'
import type { Said } from '../model/venue-messages.ts'
import type { FixMessageRow } from './tables.ts'
import type { VenueMessageRow } from './venue-tables.ts'

/** A message that is durable under its number and may go out. */
export const fixQueued = event('fix.queued', (row: Omit<FixMessageRow, 'type'> & { type: string }) => ({
  row,
}))

/** A message to the venue that is durable under its number and may go out. */
export const venueQueued = event(
  'fix.venue.queued',
  (row: Omit<VenueMessageRow, 'type'> & { type: string }) => ({ row }),
)

/** A word of the venue about an order, durable with the number of its message. */
export const venueTold = event('fix.venue.told', (said: Said) => ({ said }))
