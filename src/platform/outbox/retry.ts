import { HOUR, SECOND, type Ms } from '#kernel/time.ts'

/** The wait after the first try; each further one waits twice as long, up to the longest. */
const FIRST_WAIT: Ms = 30 * SECOND
const LONGEST_WAIT: Ms = 6 * HOUR
/** Tries of one message, where its channel has no number of its own: they last two days and a half. */
export const MOST_TRIES = 20

/**
 * The wait after the `tries`-th try, from three quarters of the plain one to five quarters by `chance` (0 to
 * 1), so that what failed together does not come back together; null: it was the last of `most`.
 */
export function waitAfter(tries: number, chance: number, most = MOST_TRIES): Ms | null {
  if (tries >= most) return null
  return Math.round(Math.min(FIRST_WAIT * 2 ** (tries - 1), LONGEST_WAIT) * (0.75 + chance / 2))
}
