import type { Route } from '#wire/route.ts'
import { timeOfUuidv7 } from '#kernel/id.ts'
import type { TimeBounds } from '../clock.ts'
import type { Limits } from '../limits.ts'

const WITHOUT_KEY = ['/auth/', '/dev/', '/socket-ticket']

/**
 * True if a write of this route carries `Idempotency-Key`: all of a session, except what stores no answer
 * (security-and-trust.md 2).
 */
export const needsKey = (route: Route): boolean =>
  route.keyed === true ||
  (route.method === 'POST' &&
    route.access === 'member' &&
    !WITHOUT_KEY.some((path) => route.path.startsWith(path)))

/** The key in its one spelling. */
export const keyOf = (header: string | string[] | undefined): string =>
  typeof header === 'string' ? header.toLowerCase() : ''

/**
 * A key speaks for itself: a UUIDv7 tells when it was made, and one whose answer may be forgotten must not be
 * tried.
 */
export function keyFault(
  key: string,
  { earliest, latest }: TimeBounds,
  limits: Limits['key'],
): 'KEY_REQUIRED' | 'KEY_INVALID' | 'KEY_EXPIRED' | null {
  if (key === '') return 'KEY_REQUIRED'
  const madeAt = timeOfUuidv7(key)
  if (madeAt === null) return 'KEY_INVALID'
  return madeAt < earliest - limits.oldestMs || madeAt > latest + limits.newestMs ? 'KEY_EXPIRED' : null
}
