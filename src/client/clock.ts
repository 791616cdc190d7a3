import type { Ms } from '#kernel/time.ts'

/** The browser's clock and randomness: the only place of the app that reads them. */

/** Milliseconds that only ever grow: for durations. */
export const elapsed = (): number => performance.now()

let offset = 0
let bestRound = Infinity

/** Wall clock of the device, which may be hours off. */
export const deviceNow = (): number => Date.now()

/**
 * Wall clock of the server, in milliseconds. Keys and ages are reckoned by it, because a phone's own clock
 * may be hours off.
 */
export const serverNow = (): number => deviceNow() + offset

let wallLead: Ms = 0
/** The demo clock is said with an answer that took a while: less than this is no lead. */
const COARSE_MS: Ms = 2_000

/** Learns by how much the demo clock is ahead of the server's own; `said`: as health has just said it. */
export function learnWallTime(said: Ms): void {
  const lead = said - serverNow()
  wallLead = Math.abs(lead) < COARSE_MS ? 0 : lead
}

/** The time that all records and pages go by: the server's, and in the demo setting its demo clock's. */
export const wallNow = (): Ms => serverNow() + wallLead

/** True if the server has answered anything since the app was opened. */
export const isServerHeard = (): boolean => bestRound < Infinity

/**
 * Learns the server's clock from the `Date` header of an answer. The header has whole seconds, so its middle
 * is taken, and only the quickest round trips count.
 */
export function learnServerTime(dateHeader: string | null, roundTripMs: Ms): void {
  const said = dateHeader === null ? Number.NaN : Date.parse(dateHeader)
  if (Number.isNaN(said) || roundTripMs > bestRound * 2) return
  bestRound = Math.min(bestRound, roundTripMs)
  const learned = said + 500 + roundTripMs / 2 - Date.now()
  // Under a second is the header's own coarseness: keep what is known.
  if (Math.abs(learned - offset) > 1_000) offset = learned
}

export const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))

/** Resolves after `ms`; rejects at once when `signal` ends it. */
export function pause(ms: Ms, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
