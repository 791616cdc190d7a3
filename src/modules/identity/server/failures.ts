import { createHash } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/connect.ts'
import { afterFailure, lockedFor, NO_FAILURES, type Failures, type LockRule } from '../model/lockout.ts'

export type Attempt = { right: true } | { right: false; lockedMs: Ms }

/**
 * Removes counts that no longer matter: neither counted nor locked for longer than the longest lock. Machine
 * time.
 */
export const forgetFailures = (
  { kysely }: Pick<Database, 'kysely'>,
  now: Ms,
  longestMs: Ms,
): Promise<unknown> =>
  kysely
    .deleteFrom('passwordFailures')
    .where('firstAt', '<', now - longestMs)
    .where('lockedUntil', '<', now - longestMs)
    .execute()

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
export function passwordGate(purpose: string, rule: LockRule, db: Database, clock: Clock): PasswordGate {
  const lines = new Map<string, Promise<unknown>>()
  const { kysely } = db
  const subjectOf = (account: string) =>
    `${purpose}:${createHash('sha256').update(account).digest('base64url')}`

  /**
   * Counts one before it is made, from exactly what was read: whoever else has counted in between, in this
   * process or another, is read again. Null: it is locked for `lockedMs`.
   */
  async function reserve(
    subject: string,
  ): Promise<{ lockedMs: Ms } | { before: Failures | undefined; after: Failures; now: Ms }> {
    for (;;) {
      const now = clock.machine()
      const before = await kysely
        .selectFrom('passwordFailures')
        .select(['failures', 'firstAt', 'locks', 'lockedUntil'])
        .where('subject', '=', subject)
        .executeTakeFirst()
      const lockedMs = lockedFor(before ?? NO_FAILURES, now)
      if (lockedMs > 0) return { lockedMs }
      const after = afterFailure(before ?? NO_FAILURES, now, rule)
      const counted =
        before === undefined
          ? await kysely
              .insertInto('passwordFailures')
              .values({ subject, ...after })
              .onConflict((on) => on.column('subject').doNothing())
              .returning('subject')
              .executeTakeFirst()
          : await change(subject, before, after)
      if (counted !== undefined) return { before, after, now }
    }
  }
  const change = (subject: string, from: Failures, to: Failures) =>
    still(kysely.updateTable('passwordFailures').set(to), subject, from)
      .returning('subject')
      .executeTakeFirst()

  async function one(subject: string, check: () => Promise<boolean>): Promise<Attempt> {
    const reserved = await reserve(subject)
    if (!('after' in reserved)) return { right: false, lockedMs: reserved.lockedMs }
    const { before, after, now } = reserved
    const isRight = await check().catch(async (error: unknown) => {
      // Nothing was looked at, and nobody has learned anything.
      if (before === undefined) await still(kysely.deleteFrom('passwordFailures'), subject, after).execute()
      else await change(subject, after, before)
      throw error
    })
    if (!isRight) return { right: false, lockedMs: lockedFor(after, now) }
    await kysely.deleteFrom('passwordFailures').where('subject', '=', subject).execute()
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
    async forgive(account) {
      await kysely.deleteFrom('passwordFailures').where('subject', '=', subjectOf(account)).execute()
    },
  }
}

/** Only where the row is still what was read. */
function still<Q extends { where(column: 'subject' | keyof Failures, op: '=', value: string | number): Q }>(
  query: Q,
  subject: string,
  { failures, firstAt, locks, lockedUntil }: Failures,
): Q {
  return query
    .where('subject', '=', subject)
    .where('failures', '=', failures)
    .where('firstAt', '=', firstAt)
    .where('locks', '=', locks)
    .where('lockedUntil', '=', lockedUntil)
}
