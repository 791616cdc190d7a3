import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import {
  SERVER_CHANNELS,
  type OutboxChannelName,
  type OutboxState,
  type ServerChannelName,
} from '#wire/outbox.ts'
import type { Sql } from '../database/row-list.ts'

export type OutboxRow = {
  /** Also the key by which whoever takes it knows it again. */
  id: string
  channel: OutboxChannelName
  /** The subject, by the name that the channel's module knows. */
  kind: string
  /** null once it is done: addresses do not stay. */
  body: object | null
  state: OutboxState
  tries: number
  /** Wall clock, as all of its times. */
  madeAt: Ms
  nextAt: Ms
  doneAt: Ms | null
  /** The last failure, without personal data. */
  problem: string | null
}

declare module '../database/connect.ts' {
  interface SqlTables {
    outbox: OutboxRow
    outboxMarks: { name: string; upTo: string }
  }
}

const AT_ONCE = 50

/** Lays messages in; one that is there already stays as it is. */
export async function insertMessages(db: Sql, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insertInto('outbox')
    .values([...rows])
    .onConflict((on) => on.column('id').doNothing())
    .execute()
}

/** Messages that are due, so many of each channel: one that takes nothing keeps no other waiting. */
export async function dueMessages(
  db: Sql,
  channels: readonly OutboxChannelName[],
  now: Ms,
): Promise<OutboxRow[]> {
  const { rows } = await sql<OutboxRow>`
    select due.id, due.channel, due.kind, due.body, due.state, due.tries,
      due.made_at as "madeAt", due.next_at as "nextAt", due.done_at as "doneAt", due.problem
    from unnest(${[...channels]}::text[]) as named (channel) cross join lateral (
      select * from outbox where channel = named.channel and state = 'waiting' and next_at <= ${now}
      order by next_at, id limit ${AT_ONCE}
    ) as due`.execute(db)
  return rows
}

export const messagesOf = (db: Sql, ids: readonly string[]): Promise<OutboxRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('outbox')
        .selectAll()
        .where('id', 'in', [...ids])
        .where('state', '=', 'waiting')
        .execute()

/**
 * Takes a message for one try: counted before it goes out, so that one whose try ends the process comes to an
 * end too. False where somebody else has it, or it is done.
 */
export async function claimMessage(db: Sql, { id, tries }: OutboxRow, now: Ms, nextAt: Ms): Promise<boolean> {
  const claimed = await db
    .updateTable('outbox')
    .set({ tries: tries + 1, nextAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('tries', '=', tries)
    // A row that was read while somebody's try was under way is theirs until it is due again.
    .where('nextAt', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function markDone(db: Sql, id: string, state: 'sent' | 'dropped', doneAt: Ms): Promise<void> {
  await db.updateTable('outbox').set({ state, doneAt, body: null }).where('id', '=', id).execute()
}

export async function markFailed(db: Sql, id: string, problem: string, deadAt: Ms | null): Promise<void> {
  await db
    .updateTable('outbox')
    .set(deadAt === null ? { problem } : { problem, state: 'dead', doneAt: deadAt })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
}

/** Channels that have taken nothing since a message that fails was laid in, before `since`. */
export async function stuckChannels(
  db: Sql,
  channels: readonly OutboxChannelName[],
  since: Ms,
): Promise<OutboxChannelName[]> {
  const { rows } = await sql<{ channel: OutboxChannelName }>`
    select named.channel from unnest(${[...channels]}::text[]) as named (channel)
    cross join lateral (
      select min(made_at) as since from outbox
      where channel = named.channel and state = 'waiting' and problem is not null and made_at <= ${since}
    ) as oldest
    where oldest.since is not null and not exists (
      select from outbox where channel = named.channel and state = 'sent' and done_at >= oldest.since
    )`.execute(db)
  return rows.map(({ channel }) => channel)
}

/** Forgets what was done before `doneBefore`, and dead letters from before `deadBefore`. */
export async function forgetMessages(db: Sql, doneBefore: Ms, deadBefore: Ms): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where((is) =>
      is.or([
        is.and([is('state', 'in', ['sent', 'dropped']), is('doneAt', '<', doneBefore)]),
        is.and([is('state', '=', 'dead'), is('doneAt', '<', deadBefore)]),
      ]),
    )
    .execute()
}

/** Messages that have failed and are not done, none to members' servers: the dead first, then the oldest. */
export const undelivered = (db: Sql, most: number): Promise<(OutboxRow & { channel: ServerChannelName })[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('channel', 'in', [...SERVER_CHANNELS])
    .where('state', 'in', ['waiting', 'dead'])
    .where('problem', 'is not', null)
    .$narrowType<{ channel: ServerChannelName }>()
    .orderBy('state')
    .orderBy('madeAt')
    .orderBy('id')
    .limit(most)
    .execute()

export async function undeliveredCounts(
  db: Sql,
): Promise<{ channel: OutboxChannelName; state: OutboxState; n: number }[]> {
  return db
    .selectFrom('outbox')
    .select((row) => ['channel' as const, 'state' as const, row.fn.countAll<number>().as('n')])
    .where('channel', 'in', [...SERVER_CHANNELS])
    .where('state', 'in', ['waiting', 'dead'])
    .where('problem', 'is not', null)
    .groupBy(['channel', 'state'])
    .execute()
}

/** Lets a message have all its tries again, under the same key; false where it is not there, or done. */
export async function reviveMessage(db: Sql, id: string, nextAt: Ms): Promise<boolean> {
  const revived = await db
    .updateTable('outbox')
    .set({ state: 'waiting', tries: 0, nextAt, doneAt: null })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'dead'])
    .where('problem', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return revived !== undefined
}

/** The place up to which a list has been laid in, or null. */
export const markOf = async (db: Sql, name: string): Promise<string | null> =>
  (await db.selectFrom('outboxMarks').select('upTo').where('name', '=', name).executeTakeFirst())?.upTo ??
  null

export async function setMark(db: Sql, name: string, upTo: string): Promise<void> {
  await db
    .insertInto('outboxMarks')
    .values({ name, upTo })
    .onConflict((on) => on.column('name').doUpdateSet({ upTo }))
    .execute()
}
