import { type DateJst, iso } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { headText, type Head } from '../model/head.ts'
import { statementText } from '../model/liabilities.ts'
import type { Signers } from './signers.ts'

/**
 * The newest head and statement of the database that carry the auditor's own signature: what it can go on
 * from when its files are lost.
 */
export async function newestSigned(
  { kysely }: Pick<Database, 'kysely'>,
  { origin, auditor }: Pick<Signers, 'origin' | 'auditor'>,
): Promise<{ head: Head | null; day: { day: DateJst; text: string } | null }> {
  const heads = await kysely.selectFrom('publicHeads').selectAll().orderBy('size', 'desc').execute()
  const days = await kysely
    .selectFrom('liabilities')
    .selectAll()
    .where('auditor', 'is not', null)
    .orderBy('day', 'desc')
    .execute()
  const head = heads
    .map(({ size, root, at, auditor: by }) => ({ by, head: { origin, size, root, at: iso(at) } }))
    .find(({ by, head: each }) => auditor.hasSigned(headText(each), by))
  const day = days
    .map((row) => ({
      by: row.auditor!,
      day: row.day,
      text: statementText({ origin, ...row, at: iso(row.at) }),
    }))
    .find(({ by, text }) => auditor.hasSigned(text, by))
  return { head: head?.head ?? null, day: day === undefined ? null : { day: day.day, text: day.text } }
}
