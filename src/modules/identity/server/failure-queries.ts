import type { Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import type { Failures } from '../model/lockout.ts'
import { failureList, failureOwner } from './row-lists.ts'

type Counts = Pick<AppContext, 'db' | 'config'>

/** Throws `RowForged` where a count was changed, added or taken away. */
export const failuresOf = async ({ db, config }: Counts, subject: string): Promise<Failures | undefined> =>
  (await failureList(config).of(db.kysely, failureOwner(subject), 'counts')).find(
    (row) => row.subject === subject,
  )

/**
 * Changes a count from exactly what stands: `act` answers what stands then (null: nothing; undefined: it
 * stays). Many at once come one after another. Throws `RowForged`.
 */
export async function changeFailures(
  { db, config }: Counts,
  subject: string,
  act: (before: Failures | undefined) => Failures | null | undefined,
): Promise<void> {
  await failureList(config).change(db.kysely, failureOwner(subject), 'counts', async (trx, rows) => {
    const before = rows.find((row) => row.subject === subject)
    const after = act(before)
    if (after === undefined || (after === null && before === undefined)) return {}
    if (after === null) {
      await trx.deleteFrom('passwordFailures').where('subject', '=', subject).execute()
      return { drop: [before!] }
    }
    const row = { ...after, subject }
    await trx
      .insertInto('passwordFailures')
      .values(row)
      .onConflict((on) => on.column('subject').doUpdateSet(row))
      .execute()
    return { put: [row] }
  })
}

/**
 * One more failure under this name. The count begins anew when `withinMs` have passed since the first.
 * Machine time.
 */
export const countFailure = (counts: Counts, subject: string, now: Ms, withinMs: Ms): Promise<void> =>
  changeFailures(counts, subject, (before) =>
    before !== undefined && before.firstAt > now - withinMs
      ? { ...before, failures: before.failures + 1 }
      : { failures: 1, firstAt: now, locks: before?.locks ?? 0, lockedUntil: before?.lockedUntil ?? 0 },
  )

/**
 * Removes counts that no longer matter: neither counted nor locked for longer than the longest lock. Machine
 * time.
 */
export async function forgetFailures(counts: Counts, now: Ms, longestMs: Ms): Promise<void> {
  const isOver = ({ firstAt, lockedUntil }: Failures) =>
    firstAt < now - longestMs && lockedUntil < now - longestMs
  const old = await counts.db.kysely
    .selectFrom('passwordFailures')
    .select('subject')
    .where('firstAt', '<', now - longestMs)
    .where('lockedUntil', '<', now - longestMs)
    .execute()
  for (const { subject } of old)
    await changeFailures(counts, subject, (row) => (row !== undefined && isOver(row) ? null : undefined))
}
