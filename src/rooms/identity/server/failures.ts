import { createHash } from 'node:crypto'
import type { Ms } from '#kernel/time.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/connect.ts'
import { afterFailure, lockedFor, NO_FAILURES, type LockRule } from '../model/lockout.ts'

export type Attempt = { right: true } | { right: false; lockedMs: Ms }

/** What nobody guesses at any more: neither counted nor locked for longer than the longest lock. Machine time. */
export const forgetFailures = ({ kysely }: Pick<Database, 'kysely'>, now: Ms, longestMs: Ms): Promise<unknown> =>
  kysely.deleteFrom('passwordFailures').where('firstAt', '<', now - longestMs).where('lockedUntil', '<', now - longestMs).execute()

export type PasswordGate = {
  /** Lets `check` look at the password unless the account is locked; counts when it was wrong. `lockedMs` 0: wrong, but not locked. */
  attempt(account: string, check: () => Promise<boolean>): Promise<Attempt>
  /** Forgets what was wrong before, and ends a lock. */
  forgive(account: string): Promise<void>
}

/**
 * The only way to a password check. Attempts on one account go one after another: a hundred at once get no more tries than a
 * hundred in a row. `purpose` keeps the counts of two kinds of password apart.
 */
export function passwordGate(purpose: string, rule: LockRule, db: Database, clock: Clock): PasswordGate {
  const lines = new Map<string, Promise<unknown>>()
  const { kysely } = db
  const subjectOf = (account: string) => `${purpose}:${createHash('sha256').update(account).digest('base64url')}`

  async function one(subject: string, check: () => Promise<boolean>): Promise<Attempt> {
    const now = clock.machine()
    const kept = await kysely.selectFrom('passwordFailures').selectAll().where('subject', '=', subject).executeTakeFirst()
    const lockedMs = lockedFor(kept ?? NO_FAILURES, now)
    if (lockedMs > 0) return { right: false, lockedMs }
    if (await check()) {
      if (kept !== undefined) await kysely.deleteFrom('passwordFailures').where('subject', '=', subject).execute()
      return { right: true }
    }
    const after = afterFailure(kept ?? NO_FAILURES, clock.machine(), rule)
    await kysely.insertInto('passwordFailures').values({ subject, ...after })
      .onConflict((on) => on.column('subject').doUpdateSet(after)).execute()
    return { right: false, lockedMs: lockedFor(after, now) }
  }

  return {
    attempt(account, check) {
      const subject = subjectOf(account)
      const turn = (lines.get(subject) ?? Promise.resolve()).catch(() => {}).then(() => one(subject, check))
      lines.set(subject, turn)
      const leave = () => { if (lines.get(subject) === turn) lines.delete(subject) }
      turn.then(leave, leave)
      return turn
    },
    async forgive(account) {
      await kysely.deleteFrom('passwordFailures').where('subject', '=', subjectOf(account)).execute()
    },
  }
}
