import type { VenueHas } from '#wire/system.ts'
import { useServerInfo } from './server-info.ts'

/** The exchange of this server has them all. */
const ALL: VenueHas = { receipts: true, sealedDays: true, auctions: true, priority: true }

/** Things that the venue has, as the server says. */
export const useVenue = (): VenueHas => useServerInfo().venue ?? ALL
