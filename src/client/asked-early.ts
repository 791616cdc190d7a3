import { elapsed } from './clock.ts'

/** What `early.js` (mobile/early.ts) has asked of the API while the app's code was on its way, by address. `at`: milliseconds of `elapsed()`. */
export type AskedEarly = Map<string, { at: number; token: string; answer: Promise<Response> }>

declare global {
  // oxlint-disable-next-line no-var -- a global is declared so
  var akariAsked: AskedEarly | undefined
}

/** As old as what was read may be before it is read anew (`reads.ts`). */
const FRESH_MS = 5_000

/** The answer to what was asked already, once and for the same session; null where the app has to ask by itself. */
export function takeAsked(address: string, token: string): Promise<Response> | null {
  const asked = globalThis.akariAsked?.get(address)
  globalThis.akariAsked?.delete(address)
  return asked !== undefined && asked.token === token && elapsed() - asked.at < FRESH_MS ? asked.answer : null
}
