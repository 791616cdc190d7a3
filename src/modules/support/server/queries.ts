import { sql } from 'kysely'
import type { MemberId } from '#kernel/id.ts'
import type { Database } from '#platform/database/connect.ts'
import { FALLBACK_LANG } from '#i18n/lang.ts'
import type { Ms } from '#kernel/time.ts'
import type { AppContext } from '#modules/module.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import { cannedList } from './row-lists.ts'
import type { CannedDraft, Conversation, Line } from './tables.ts'

type Page = { before: string | null; limit: number }

/** A member's lines, oldest first: the newest `limit` before a line. */
export async function linesOf(
  { kysely }: Database,
  memberId: MemberId,
  { before, limit }: Page,
): Promise<Line[]> {
  let query = kysely.selectFrom('chatLines').selectAll().where('memberId', '=', memberId)
  if (before !== null) query = query.where('id', '<', before)
  return (await query.orderBy('id', 'desc').limit(limit).execute()).toReversed()
}

/** All of a conversation, a piece at a time. */
export async function* allLines(
  { kysely }: Database,
  memberId: MemberId,
  piece: number,
): AsyncGenerator<Line> {
  for (let after = ''; ;) {
    const lines = await kysely
      .selectFrom('chatLines')
      .selectAll()
      .where('memberId', '=', memberId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(piece)
      .execute()
    yield* lines
    if (lines.length < piece) return
    after = lines.at(-1)!.id
  }
}

/** A member's conversation; it begins when it is first asked for by a write. */
export const conversationOf = ({ kysely }: Database, memberId: MemberId): Promise<Conversation | undefined> =>
  kysely.selectFrom('conversations').selectAll().where('memberId', '=', memberId).executeTakeFirst()

/**
 * Begins a conversation, or notes the language that the member now reads; null: it is not known, and stays
 * what it was.
 */
export async function begin({ kysely }: Database, memberId: MemberId, lang: string | null): Promise<void> {
  await kysely
    .insertInto('conversations')
    .values({
      memberId,
      assignedTo: null,
      memberRead: '',
      operatorsRead: '',
      lang: lang ?? FALLBACK_LANG,
      waitingSince: null,
      closedAt: null,
    })
    .onConflict((on) =>
      lang === null ? on.column('memberId').doNothing() : on.column('memberId').doUpdateSet({ lang }),
    )
    .execute()
}

/**
 * Adds a line; one with a key that was used already is not added: the answer is the line of that key, and
 * false.
 */
export async function addLine({ kysely }: Database, line: Line): Promise<{ line: Line; added: boolean }> {
  return kysely.transaction().execute(async (tx) => {
    const [added] = await tx
      .insertInto('chatLines')
      .values(line)
      .onConflict((on) => on.columns(['memberId', 'key']).doNothing())
      .returningAll()
      .execute()
    if (added === undefined) {
      return {
        line: await tx
          .selectFrom('chatLines')
          .selectAll()
          .where('memberId', '=', line.memberId)
          .where('key', '=', line.key)
          .executeTakeFirstOrThrow(),
        added: false,
      }
    }
    if (line.author !== 'house') {
      const waits = line.author === 'member'
      await tx
        .updateTable('conversations')
        .where('memberId', '=', line.memberId)
        .set((row) => ({
          waitingSince: waits ? row.fn.coalesce('waitingSince', row.val(line.at)) : null,
          closedAt: line.kind === 'closed' ? line.at : null,
        }))
        .execute()
    }
    return { line: added, added: true }
  })
}

/** Conversations in which a member waits, longest first. */
export const waiting = ({ kysely }: Database, until: Ms, limit: number): Promise<Conversation[]> =>
  kysely
    .selectFrom('conversations')
    .selectAll()
    .where('waitingSince', '<=', until)
    .orderBy('waitingSince')
    .limit(limit)
    .execute()

export async function unreadOf({ kysely }: Database, memberId: MemberId): Promise<number> {
  const { unread } = await kysely
    .selectFrom('chatLines')
    .innerJoin('conversations', 'conversations.memberId', 'chatLines.memberId')
    .select((row) => row.fn.countAll<number>().as('unread'))
    .where('chatLines.memberId', '=', memberId)
    .where('author', '<>', 'member')
    .where('kind', 'in', ['text', 'image'])
    .whereRef('chatLines.id', '>', 'memberRead')
    .executeTakeFirstOrThrow()
  return unread
}

/**
 * Marks only move forward, and to a line of this conversation. Answers where the mark is, or null where
 * nothing moved.
 */
export async function markRead(
  { kysely }: Database,
  memberId: MemberId,
  side: 'memberRead' | 'operatorsRead',
  upTo: string,
): Promise<string | null> {
  const last = await kysely
    .selectFrom('chatLines')
    .select('id')
    .where('memberId', '=', memberId)
    .where('id', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return null
  const moved = await kysely
    .updateTable('conversations')
    .set({ [side]: last.id })
    .where('memberId', '=', memberId)
    .where(side, '<', last.id)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n ? last.id : null
}

/** The line that the member said last. */
export const lastSaid = ({ kysely }: Database, memberId: MemberId): Promise<Line | undefined> =>
  kysely
    .selectFrom('chatLines')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('author', '=', 'member')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** All that the conversation has been about. */
export const abouts = (
  { kysely }: Database,
  memberId: MemberId,
): Promise<{ aboutKind: string | null; aboutId: string | null }[]> =>
  kysely
    .selectFrom('chatLines')
    .select(['aboutKind', 'aboutId'])
    .distinct()
    .where('memberId', '=', memberId)
    .where('kind', '=', 'about')
    .execute()

/** True if this is the subject that the conversation turned to last. */
export async function isAbout(
  { kysely }: Database,
  memberId: MemberId,
  kind: string,
  id: string,
): Promise<boolean> {
  const last = await kysely
    .selectFrom('chatLines')
    .select(['aboutKind', 'aboutId'])
    .where('memberId', '=', memberId)
    .where('kind', '=', 'about')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.aboutKind === kind && last.aboutId === id
}

export async function assign(
  { kysely }: Database,
  memberId: MemberId,
  operatorId: string | null,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('conversations')
    .set({ assignedTo: operatorId })
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Gives the operator the conversation that waits longest and that nobody works on, one to each of those who
 * ask at once; null: there is none.
 */
export async function takeNext({ kysely }: Database, operatorId: string): Promise<MemberId | null> {
  const { rows } = await sql<{ memberId: MemberId }>`
    update conversations set assigned_to = ${operatorId} where member_id = (
      select member_id from conversations where waiting_since is not null and assigned_to is null
      order by waiting_since, member_id limit 1 for update skip locked
    ) returning member_id`.execute(kysely)
  return rows[0]?.memberId ?? null
}

/** More than anybody looks through: the number is said beside them. */
const MOST_WAITING = 500

/** Members who wait, longest first, at most so many, and how many they are. */
export async function waitingMembers({
  kysely,
}: Database): Promise<{
  count: number
  cases: { memberId: MemberId; since: Ms; assignedTo: string | null }[]
}> {
  const { rows } = await sql<{ memberId: MemberId; since: Ms; assignedTo: string | null; count: number }>`
    select member_id, waiting_since as since, assigned_to, count(*) over () as count from conversations
    where waiting_since is not null order by waiting_since, member_id limit ${MOST_WAITING}`.execute(kysely)
  return { count: rows[0]?.count ?? 0, cases: rows }
}

/** The member whose picture this is; undefined: of nobody's conversation. */
export const ownerOfImage = async ({ kysely }: Database, imageId: string): Promise<string | undefined> =>
  (await kysely.selectFrom('chatLines').select('memberId').where('imageId', '=', imageId).executeTakeFirst())
    ?.memberId

/** A text that was held back is kept beside the journal's record of it. */
export async function keepBlocked(
  { kysely }: Database,
  blocked: { id: string; text: string; salt: Buffer },
): Promise<void> {
  await kysely.insertInto('blockedTexts').values(blocked).execute()
}

export type ListedConversation = Conversation & {
  id: string
  lastAt: Ms
  lastKind: Line['kind']
  lastText: string | null
  unread: number
}

/** Conversations in which the member said something, with what was said last, for its topic. */
const LISTED = sql`
  select conversations.*, conversations.member_id as id, last.*,
    (select count(*) from chat_lines where chat_lines.member_id = conversations.member_id
      and author = 'member' and chat_lines.id > operators_read) as unread
  from conversations cross join lateral (
    select at as last_at, kind as last_kind, text as last_text from chat_lines
    where chat_lines.member_id = conversations.member_id and author = 'member' order by id desc limit 1
  ) as last`
/** Longer than any time: who waits is in front of whoever does not, and who waits longest is the first. */
const BEYOND: Ms = 20_000_000_000_000

const IN_STATE = {
  waiting: sql`waiting_since is not null`,
  open: sql`waiting_since is null and closed_at is null`,
  closed: sql`waiting_since is null and closed_at is not null`,
} as const
const worksOn = (operatorId: string) => ({
  mine: sql`assigned_to = ${operatorId}`,
  nobody: sql`assigned_to is null`,
  others: sql`assigned_to <> ${operatorId}`,
})

/** `operatorId`: whose are `mine`. */
export function listed(
  db: Database,
  operatorId: string,
  {
    state,
    who,
  }: { state?: keyof typeof IN_STATE | undefined; who?: 'mine' | 'nobody' | 'others' | undefined },
  asked: AskedPage,
): Promise<FoundPage<ListedConversation>> {
  const where = sql`${state === undefined ? sql`true` : IN_STATE[state]} and ${who === undefined ? sql`true` : worksOn(operatorId)[who]}`
  return newestPage(
    db,
    { table: LISTED, where, by: sql`coalesce(${BEYOND} - waiting_since, last_at)`, hasMember: true },
    asked,
  )
}

export async function listedOne(db: Database, memberId: MemberId): Promise<ListedConversation | undefined> {
  const { rows } = await sql<ListedConversation>`
    select * from (${LISTED}) as listed where member_id = ${memberId}`.execute(db.kysely)
  return rows[0]
}

type Canned = Pick<AppContext, 'db' | 'config'>

export const keepCannedDraft = ({ db, config }: Canned, draft: CannedDraft): Promise<void> =>
  db.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto('cannedDrafts')
      .values({ ...draft, texts: JSON.stringify(draft.texts) as never })
      .execute()
    await cannedList(config).add(trx, [draft])
  })

/** Throws `RowForged` where one is not what was written. */
export async function allCannedDrafts({ db, config }: Canned): Promise<CannedDraft[]> {
  const drafts = await db.kysely.selectFrom('cannedDrafts').selectAll().execute()
  await cannedList(config).believe(db.kysely, drafts)
  return drafts
}

export async function cannedDrafts(
  { kysely }: Database,
  ids: readonly string[],
): Promise<Map<string, CannedDraft>> {
  if (ids.length === 0) return new Map()
  return new Map(
    (
      await kysely
        .selectFrom('cannedDrafts')
        .selectAll()
        .where('id', 'in', [...ids])
        .execute()
    ).map((row) => [row.id, row]),
  )
}
