import { useSyncExternalStore } from 'react'
import { CLOCK_UNSURE, VENUE_AWAY } from '#wire/envelope.ts'
import { store } from './store.ts'

const said = store<string | null>(null)

/** Learns from the header `clock` of an answer what every page has to say of the server. */
export const learnClock = (header: string | null): void => said.set(header)

/**
 * `unsure`: orders wait, and nothing happens by time, because the clock of the server is in doubt (decision
 * 93). `venue-away`: orders are held until the venue can be reached. null: neither.
 */
export function useServerNotice(): typeof CLOCK_UNSURE | typeof VENUE_AWAY | null {
  const header = useSyncExternalStore(said.subscribe, said.get)
  return header === CLOCK_UNSURE || header === VENUE_AWAY ? header : null
}
