import { HOUR, MINUTE } from '#kernel/time.ts'

/** Tries and sessions of operators. */
export const LIMITS = {
  /** One session of an operator at a time. */
  console: { idleMs: 15 * MINUTE, absoluteMs: 8 * HOUR, codeFailures: { max: 5, withinMs: 15 * MINUTE } },
}
