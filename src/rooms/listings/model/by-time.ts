import type { ListingStatus } from './check.ts'

/** What is still to come or open, the nearest first, and what is over or was made void, the newest first. `listings`: earliest opening first, as they are read. */
export function byTime<L extends { readonly status: ListingStatus }>(listings: readonly L[]): { readonly ahead: readonly L[]; readonly past: readonly L[] } {
  const isAhead = ({ status }: L) => status === 'published' || status === 'open'
  return { ahead: listings.filter(isAhead), past: listings.filter((one) => !isAhead(one)).toReversed() }
}
