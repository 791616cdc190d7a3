import { createHash } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import { afterFailure, lockedFor, NO_FAILURES, type Failures, type LockRule } from '../model/lockout.ts'
import { changeFailures } from './failure-queries.ts'

export type Attempt = { right: true } | { right: false; lockedMs: Ms }

export type PasswordGate = {
  /**
   * Lets `check` look at the password unless the account is locked; counts when it was wrong. `lockedMs` 0:
   * wrong, but not locked.
   */
  attempt(account: string, check: () => Promise<boolean>): Promise<Attempt>
  /** Forgets what was wrong before, and ends a lock. */
  forgive(account: string): Promise<void>
}

/**
 * The only way to a password check. Each attempt is counted before it is made, and those on one account go
 * one after another: a hundred at once get no more tries than a hundred in a row, from however many
 * processes, and one that ends in between has used its try up. `purpose` keeps the counts of two kinds of
 * password apart.
 */
export function passwordGate(
  { db, config, clock }: Pick<AppContext, 'db' | 'config' | 'clock'>,
  purpose: string,
  rule: LockRule,
): PasswordGate {
  const lines = new Map<string, Promise<unknown>>()
  const counts = { db, config }
  const subjectOf = (account: string) =>
    `${purpose}:${createHash('sha256').update(account).digest('base64url')}`

  /** Counts one before it is made. `lockedMs`: it is not to be made, for so long. */
  async function reserve(
    subject: string,
  ): Promise<{ lockedMs: Ms } | { before: Failures | undefined; after: Failures; now: Ms }> {
    let reserved: Awaited<ReturnType<typeof reserve>>
    await changeFailures(counts, subject, (before) => {
      const now = clock.machine()
      const lockedMs = lockedFor(before ?? NO_FAILURES, now)
      if (lockedMs > 0) {
        reserved = { lockedMs }
        return undefined
      }
      const after = afterFailure(before ?? NO_FAILURES, now, rule)
      reserved = { before, after, now }
      return after
    })
    return reserved!
  }

  async function one(subject: string, check: () => Promise<boolean>): Promise<Attempt> {
    const reserved = await reserve(subject)
    if (!('after' in reserved)) return { right: false, lockedMs: reserved.lockedMs }
    const { before, after, now } = reserved
    const isRight = await check().catch(async (error: unknown) => {
      // Nothing was looked at, and nobody has learned anything. Others may have counted since.
      await changeFailures(counts, subject, (row) =>
        row !== undefined && isSame(row, after) ? (before ?? null) : undefined,
      )
      throw error
    })
    if (!isRight) return { right: false, lockedMs: lockedFor(after, now) }
    await changeFailures(counts, subject, () => null)
    return { right: true }
  }

  return {
    attempt(account, check) {
      const subject = subjectOf(account)
      const turn = (lines.get(subject) ?? Promise.resolve()).catch(() => {}).then(() => one(subject, check))
      lines.set(subject, turn)
      const leave = () => {
        if (lines.get(subject) === turn) lines.delete(subject)
      }
      turn.then(leave, leave)
      return turn
    },
    forgive: (account) => changeFailures(counts, subjectOf(account), () => null),
  }
}

const isSame = (a: Failures, b: Failures): boolean =>
  a.failures === b.failures &&
  a.firstAt === b.firstAt &&
  a.locks === b.locks &&
  a.lockedUntil === b.lockedUntil
