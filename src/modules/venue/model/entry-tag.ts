import type { Ms } from '#kernel/time.ts'
import type { Entry } from './allotment.ts'

/** Market time advances in steps; the background acts in them, members in between. */
export const STEP_MS: Ms = 200
export const stepAt = (at: Ms): number => Math.floor(at / STEP_MS)

/**
 * Through how many firms the background trades, numbered from 0. Members' orders are those of one more, our
 * own.
 */
export const FIRMS = 8
export const OWN_FIRM = -1

/**
 * Orders in the book carry a number: a member's order its own, from 1; one of the background says in a number
 * that is not positive in which step of the day and through which firm it came.
 */
export const isBackground = (tag: number): boolean => tag <= 0
export const backgroundTag = (firm: number, stepOfDay: number): number => -(stepOfDay * FIRMS + firm)

/** `midnight`: the step with which the trade date begins. */
export function entryOfTag(tag: number, midnight: number): Entry {
  const step = midnight + Math.floor(-tag / FIRMS)
  return { firm: -tag % FIRMS, bookedIn: step, givenIn: step }
}
