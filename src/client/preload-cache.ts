import type { Ms } from '#kernel/time.ts'
import { SUCCESS } from '#wire/envelope.ts'
import { elapsed } from './clock.ts'
import { envelopeOf } from './envelope-of.ts'

export type Answer = { response: Response; text: string }
/** `at`: milliseconds of `elapsed()`; `come`: the answer, once it is here. */
export type Preloaded = { at: Ms; token: string; answer: Promise<Answer>; come?: Answer }
/**
 * The reads that `early.js` (mobile/preload.ts) has asked of the API while the app's code was on its way, by
 * address.
 */
export type PreloadCache = Map<string, Preloaded>

declare global {
  // oxlint-disable-next-line no-var -- a global is declared so
  var akariAsked: PreloadCache | undefined
}

/** Age up to which a preloaded answer is taken: that at which `reads.ts` reads anew. */
const FRESH_MS = 5_000

const fresh = (address: string, token: string) => {
  const asked = globalThis.akariAsked?.get(address)
  return asked !== undefined && asked.token === token && elapsed() - asked.at < FRESH_MS ? asked : null
}

/**
 * The answer to what was asked already, once and for the same session; null where the app has to ask by
 * itself.
 */
export function takePreloaded(address: string, token: string): Promise<Answer> | null {
  const asked = fresh(address, token)
  globalThis.akariAsked?.delete(address)
  return asked?.answer ?? null
}

/**
 * The data of the answer, where it is here and is a success: taken once, without waiting. All else is left
 * for `takePreloaded`.
 */
export function takeCome(address: string, token: string): unknown {
  const come = fresh(address, token)?.come
  const envelope = come && envelopeOf(come.text)
  if (envelope?.code !== SUCCESS) return undefined
  globalThis.akariAsked?.delete(address)
  return envelope.data
}

/** Resolves when all answers are here or have failed. */
export const answersCome = (): Promise<unknown> =>
  Promise.allSettled([...(globalThis.akariAsked?.values() ?? [])].map(({ answer }) => answer))
