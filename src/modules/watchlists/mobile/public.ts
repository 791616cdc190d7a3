export { Star } from './Star.tsx'
export { useChange, useListName, useWatchlists, type Watchlist } from './use-watchlists.ts'
