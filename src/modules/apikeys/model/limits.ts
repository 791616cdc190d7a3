import { DAY, MINUTE, type Ms } from '#kernel/time.ts'

export const LIMITS = {
  /** Keys that a member asks for, those that are refused too. */
  apikeys: { perMember: [{ max: 50, withinMs: DAY }] },
}

/** The time of the last use is written down when the one that is written is older than this. */
export const USED_WITHIN_MS: Ms = 10 * MINUTE
