import type { Ms } from '#kernel/time.ts'

/** The record kept of wrong passwords for one account. */
export type Failures = { failures: number; firstAt: Ms; locks: number; lockedUntil: Ms }

/**
 * A lock after `failures` wrong ones within `withinMs`: for `firstLockMs`, the next time for twice as long,
 * and so on to the longest.
 */
export type LockRule = { failures: number; withinMs: Ms; firstLockMs: Ms; longestLockMs: Ms }

export const NO_FAILURES: Failures = { failures: 0, firstAt: 0, locks: 0, lockedUntil: 0 }

/** The time for which the account stays locked, in milliseconds; 0 when it may try. */
export const lockedFor = (kept: Failures, now: Ms): Ms => Math.max(0, kept.lockedUntil - now)

/**
 * After one more wrong password. Locks add up until a right one comes, or a whole longest lock has passed in
 * peace.
 */
export function afterFailure(kept: Failures, now: Ms, rule: LockRule): Failures {
  const forgotten = kept.lockedUntil > 0 && now - kept.lockedUntil > rule.longestLockMs
  const base = forgotten ? NO_FAILURES : kept
  const inWindow = base.failures > 0 && now - base.firstAt < rule.withinMs
  const failures = inWindow ? base.failures + 1 : 1
  const firstAt = inWindow ? base.firstAt : now
  if (failures < rule.failures) return { ...base, failures, firstAt }
  const lock = Math.min(rule.firstLockMs * 2 ** base.locks, rule.longestLockMs)
  return { failures: 0, firstAt: 0, locks: base.locks + 1, lockedUntil: now + lock }
}
