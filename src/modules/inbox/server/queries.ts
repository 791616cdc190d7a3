import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { GROUPED_KINDS, kindsOf } from '#registry/message-kinds.ts'
import type { MessageGroup } from '../model/groups.ts'
import { SEQ_DIGITS } from '../model/message-id.ts'
import type { MessageRow } from './tables.ts'

export type StoredMessage = MessageRow & { read: boolean }
export type Wanted = { before: string | null; limit: number; group: MessageGroup | null; isUnread: boolean }

/** A message is read when a mark has gone over it, or when it was opened by itself. */
const withMarks = (kysely: Database['kysely'], memberId: MemberId, upTo: string) =>
  kysely
    .selectFrom('messages')
    .leftJoin('messageReadsOfOne as one', (join) =>
      join.onRef('one.memberId', '=', 'messages.memberId').onRef('one.id', '=', 'messages.id'),
    )
    .where('messages.memberId', '=', memberId)
    .selectAll('messages')
    .select((is) => is.or([is('messages.id', '<=', upTo), is('one.id', 'is not', null)]).as('read'))

/**
 * The member's messages, newest first by time: a report or a job that comes late tells of an earlier event
 * under a later id. `before` is the id of the last one that was shown.
 */
export async function newest(
  { kysely }: Database,
  memberId: MemberId,
  { before, limit, group, isUnread }: Wanted,
): Promise<StoredMessage[]> {
  const upTo = await readUpTo(kysely, memberId)
  let query = withMarks(kysely, memberId, upTo)
  if (before !== null)
    query = query.where(
      sql<boolean>`(messages.at, messages.id) < (select at, id from messages where member_id = ${memberId} and id = ${before})`,
    )
  if (group !== null) {
    const kinds = kindsOf(group)
    query =
      kinds === null
        ? query.where('kind', 'not in', [...GROUPED_KINDS])
        : query.where('kind', 'in', [...kinds])
  }
  if (isUnread) query = query.where('messages.id', '>', upTo).where('one.id', 'is', null)
  const rows = await query
    .orderBy('messages.at', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, read: Boolean(row.read) }))
}

/** The id of the message that came last, by which all are marked read; null: there is none. */
export async function lastToCome({ kysely }: Database, memberId: MemberId): Promise<string | null> {
  const { last } = await kysely
    .selectFrom('messages')
    .select((row) => row.fn.max('id').as('last'))
    .where('memberId', '=', memberId)
    .executeTakeFirstOrThrow()
  return last
}

/** One of the member's, with its mark. */
export async function storedMessage(
  { kysely }: Database,
  memberId: MemberId,
  id: string,
): Promise<StoredMessage | null> {
  const row = await withMarks(kysely, memberId, await readUpTo(kysely, memberId))
    .where('messages.id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, read: Boolean(row.read) }
}

export async function messageOf(
  { kysely }: Database,
  memberId: MemberId,
  id: string,
): Promise<MessageRow | null> {
  return (
    (await kysely
      .selectFrom('messages')
      .selectAll()
      .where('memberId', '=', memberId)
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  )
}

/** True where the member has the message of a notice: its id ends in the notice's. */
export async function wasLeft({ kysely }: Database, memberId: MemberId, noticeId: string): Promise<boolean> {
  const found = await kysely
    .selectFrom('messages')
    .select('id')
    .where('memberId', '=', memberId)
    .where('id', 'like', `%-${noticeId}`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function countUnread({ kysely }: Database, memberId: MemberId): Promise<number> {
  const upTo = await readUpTo(kysely, memberId)
  const { unread } = await kysely
    .selectFrom('messages')
    .leftJoin('messageReadsOfOne as one', (join) =>
      join.onRef('one.memberId', '=', 'messages.memberId').onRef('one.id', '=', 'messages.id'),
    )
    .select((row) => row.fn.countAll<number>().as('unread'))
    .where('messages.memberId', '=', memberId)
    .where('messages.id', '>', upTo)
    .where('one.id', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/**
 * Marks are only ever moved forward, and to a message of the member's own. What was read by itself below a
 * mark is forgotten.
 */
export async function markRead({ kysely }: Database, memberId: MemberId, upTo: string): Promise<void> {
  const last = await kysely
    .selectFrom('messages')
    .select('id')
    .where('memberId', '=', memberId)
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return
  await kysely
    .insertInto('messageReads')
    .values({ memberId, upTo: last.id })
    .onConflict((on) =>
      on.column('memberId').doUpdateSet({ upTo: last.id }).where('messageReads.upTo', '<', last.id),
    )
    .execute()
  await kysely
    .deleteFrom('messageReadsOfOne')
    .where('memberId', '=', memberId)
    .where('id', '<=', last.id)
    .execute()
}

/** False where the member has no such message. */
export async function markOne(db: Database, memberId: MemberId, id: string): Promise<boolean> {
  if ((await messageOf(db, memberId, id)) === null) return false
  if (id > (await readUpTo(db.kysely, memberId)))
    await db.kysely
      .insertInto('messageReadsOfOne')
      .values({ memberId, id })
      .onConflict((on) => on.doNothing())
      .execute()
  return true
}

const readUpTo = async (kysely: Database['kysely'], memberId: MemberId): Promise<string> =>
  (await kysely.selectFrom('messageReads').select('upTo').where('memberId', '=', memberId).executeTakeFirst())
    ?.upTo ?? ''

export type PushDevice = {
  id: string
  memberId: MemberId
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  lang: string
  since: Ms
}

export const devicesOf = ({ kysely }: Database, memberId: MemberId): Promise<PushDevice[]> =>
  kysely
    .selectFrom('pushDevices')
    .selectAll()
    .where('memberId', '=', memberId)
    .orderBy('since')
    .orderBy('id')
    .execute()

export const devicesOfAll = (
  { kysely }: Database,
  members: readonly MemberId[],
): Promise<Pick<PushDevice, 'id' | 'memberId'>[]> =>
  members.length === 0
    ? Promise.resolve([])
    : kysely
        .selectFrom('pushDevices')
        .select(['id', 'memberId'])
        .where('memberId', 'in', [...members])
        .orderBy('id')
        .execute()

export type LeftMessage = Pick<MessageRow, 'id' | 'memberId'>

/**
 * Messages to members with a device that came after this id, in their order; none from before the device,
 * since what came to nobody has not moved the mark.
 */
export const messagesAfter = async ({ kysely }: Database, upTo: string): Promise<LeftMessage[]> => {
  const { rows } = await sql<LeftMessage>`
    select left_after.id, left_after.member_id as "memberId"
    from (select member_id, min(since) as since from push_devices group by member_id) as reached
    cross join lateral (
      select messages.id, messages.member_id from messages
      join journal on journal.seq = left(messages.id, ${SEQ_DIGITS}::int)::bigint
      where messages.member_id = reached.member_id and messages.id > ${upTo} and journal.ts >= reached.since
    ) as left_after order by left_after.id`.execute(kysely)
  return rows
}

/** The number of the last record of the journal. */
export const journalLength = async ({ kysely }: Database): Promise<number> =>
  (
    await kysely
      .selectFrom('journal')
      .select((row) => row.fn.max('seq').as('seq'))
      .executeTakeFirstOrThrow()
  ).seq ?? 0

export const membersWithDevice = async ({ kysely }: Database): Promise<string[]> =>
  (await kysely.selectFrom('pushDevices').select('memberId').distinct().execute()).map(
    ({ memberId }) => memberId,
  )

/** A device belongs to whoever was logged in on it last; of one member's the newest `most` stay. */
export async function keepDevice({ kysely }: Database, device: PushDevice, most: number): Promise<void> {
  await kysely
    .insertInto('pushDevices')
    .values(device)
    .onConflict((on) => on.column('id').doUpdateSet({ ...device }))
    .execute()
  await kysely
    .deleteFrom('pushDevices')
    .where('memberId', '=', device.memberId)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('pushDevices')
        .select('id')
        .where('memberId', '=', device.memberId)
        .orderBy('since', 'desc')
        .orderBy('id')
        .limit(most),
    )
    .execute()
}
/** False where there is no device of this address and secret. */
export async function replaceDevice(
  { kysely }: Database,
  old: Pick<PushDevice, 'id' | 'auth'>,
  next: Pick<PushDevice, 'id' | 'endpoint' | 'p256dh' | 'auth'>,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('pushDevices')
    .set(next)
    .where('id', '=', old.id)
    .where('auth', '=', old.auth)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('pushDevices as taken')
            .select('taken.id')
            .where('taken.id', '=', next.id)
            .where('taken.id', '<>', old.id),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
export const dropDevice = async ({ kysely }: Database, id: string, memberId?: MemberId): Promise<void> =>
  void (await (
    memberId === undefined
      ? kysely.deleteFrom('pushDevices').where('id', '=', id)
      : kysely.deleteFrom('pushDevices').where('id', '=', id).where('memberId', '=', memberId)
  ).execute())
export const dropSession = async ({ kysely }: Database, sessionId: string): Promise<void> =>
  void (await kysely.deleteFrom('pushDevices').where('sessionId', '=', sessionId).execute())

export const refusedGroups = async ({ kysely }: Database, memberId: MemberId): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await kysely.selectFrom('pushRefusals').select('kindGroup').where('memberId', '=', memberId).execute()
    ).map(({ kindGroup }) => kindGroup),
  )
export async function choose(
  { kysely }: Database,
  memberId: MemberId,
  kindGroup: MessageGroup,
  wanted: boolean,
): Promise<void> {
  if (wanted)
    await kysely
      .deleteFrom('pushRefusals')
      .where('memberId', '=', memberId)
      .where('kindGroup', '=', kindGroup)
      .execute()
  else
    await kysely
      .insertInto('pushRefusals')
      .values({ memberId, kindGroup })
      .onConflict((on) => on.doNothing())
      .execute()
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    messageReadsOfOne: { memberId: MemberId; id: string }
    pushDevices: PushDevice
    pushRefusals: { memberId: MemberId; kindGroup: string }
  }
}
