import { DAY, HOUR, type Ms } from '#kernel/time.ts'

/** By one reviewer: ends by itself (security-and-trust 1). */
export const FREEZE_ALONE: Ms = 24 * HOUR
/** With a second signature: long enough to be cleared up, and never for ever. Decided here. */
export const FREEZE_TOGETHER: Ms = 30 * DAY
/**
 * In any such time one person freezes a member once, and all of them, each alone, so many times
 * (decision 104).
 */
export const ALONE_WITHIN: Ms = 30 * DAY
export const ALONE_AT_MOST = 3

/** A freeze of a member that one person signed. */
export type FrozenAlone = { operatorId: string; at: Ms }

/**
 * The freezes that still count at `now`, oldest first. Lifting changes nothing in it: else two people by
 * turns, one freezing and one lifting, would go on for ever.
 */
export const countedAlone = (earlier: readonly FrozenAlone[], now: Ms): readonly FrozenAlone[] =>
  earlier.filter(({ at }) => now < at + ALONE_WITHIN)

/** From when one person may freeze this member again, whoever it is; null: now. */
export function aloneAgainAt(earlier: readonly FrozenAlone[], now: Ms): Ms | null {
  const counted = countedAlone(earlier, now)
  return counted.length < ALONE_AT_MOST ? null : counted.at(-ALONE_AT_MOST)!.at + ALONE_WITHIN
}
