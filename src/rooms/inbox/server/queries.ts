import type { Database } from '#platform/database/connect.ts'
import type { MessageRow } from './tables.ts'

export type StoredMessage = MessageRow & { read: boolean }

/** The member's messages, newest first; `before` is the id of the last one that was shown. */
export async function newest({ kysely }: Database, memberId: string, before: string | null, limit: number): Promise<StoredMessage[]> {
  let query = kysely.selectFrom('messages').selectAll().where('memberId', '=', memberId)
  if (before !== null) query = query.where('id', '<', before)
  const [rows, upTo] = await Promise.all([query.orderBy('id', 'desc').limit(limit).execute(), readUpTo(kysely, memberId)])
  return rows.map((row) => ({ ...row, read: row.id <= upTo }))
}

export async function countUnread({ kysely }: Database, memberId: string): Promise<number> {
  const { unread } = await kysely.selectFrom('messages').select((row) => row.fn.countAll<number>().as('unread'))
    .where('memberId', '=', memberId).where('id', '>', await readUpTo(kysely, memberId)).executeTakeFirstOrThrow()
  return unread
}

/** Marks are only ever moved forward, and to a message of the member's own. */
export async function markRead({ kysely }: Database, memberId: string, upTo: string): Promise<void> {
  const last = await kysely.selectFrom('messages').select('id').where('memberId', '=', memberId).where('id', '<=', upTo)
    .orderBy('id', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return
  await kysely.insertInto('messageReads').values({ memberId, upTo: last.id })
    .onConflict((on) => on.column('memberId').doUpdateSet({ upTo: last.id }).where('messageReads.upTo', '<', last.id)).execute()
}

const readUpTo = async (kysely: Database['kysely'], memberId: string): Promise<string> =>
  (await kysely.selectFrom('messageReads').select('upTo').where('memberId', '=', memberId).executeTakeFirst())?.upTo ?? ''
