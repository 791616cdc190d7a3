import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { NewsKind } from '../model/kinds.ts'
import type { NoticeTexts } from '../model/notice.ts'
import type { FeedLook, NewsEntry, NoticeRow, PublicationRow } from './tables.ts'

export type Wanted = {
  kind?: NewsKind | undefined
  codes?: readonly string[] | undefined
  before?: string | undefined
  limit: number
}

/** Published news, newest first. `codes`: about any of these issues. */
export async function newest(
  { kysely }: Database,
  { kind, codes, before, limit }: Wanted,
): Promise<NewsEntry[]> {
  let query = kysely.selectFrom('news').selectAll()
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (codes !== undefined) query = query.where(sql<boolean>`codes && ${sql.val([...codes])}::text[]`)
  if (before !== undefined) query = query.where('id', '<', before)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

export const entryOf = async ({ kysely }: Database, id: string): Promise<NewsEntry | null> =>
  (await kysely.selectFrom('news').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

/** An entry that is there already stays as it is: the same news has the same id. */
export async function publish({ kysely }: Database, entries: readonly NewsEntry[]): Promise<void> {
  if (entries.length === 0) return
  const rows = entries.map((entry) => ({ ...entry, args: JSON.stringify(entry.args) as never }))
  await kysely
    .insertInto('news')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Up to when the simulated market's news has been told; null before the first. */
export async function toldUntil({ kysely }: Database): Promise<Ms | null> {
  const row = await kysely
    .selectFrom('news')
    .select('at')
    .where((is) => is.or([is('kind', '=', 'disclosure'), is('words', '=', 'opened')]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

/** The entries that this feed has given so far, by the last part of the id. */
export async function seenOf({ kysely }: Database, source: string): Promise<Set<string>> {
  const rows = await kysely
    .selectFrom('news')
    .select('id')
    .where('kind', '=', 'feed')
    .where('source', '=', source)
    .execute()
  return new Set(rows.map(({ id }) => id.slice(id.lastIndexOf('-') + 1)))
}

/** Of a feed's entries only the newest stay. */
export async function keepNewest({ kysely }: Database, source: string, most: number): Promise<void> {
  const last = await kysely
    .selectFrom('news')
    .select('id')
    .where('kind', '=', 'feed')
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined)
    await kysely
      .deleteFrom('news')
      .where('kind', '=', 'feed')
      .where('source', '=', source)
      .where('id', '<', last.id)
      .execute()
}

export const writeNotice = async ({ kysely }: Database, notice: NoticeRow): Promise<void> =>
  void (await kysely
    .insertInto('notices')
    .values({ ...notice, texts: JSON.stringify(notice.texts) as never })
    .execute())

export const draftOf = async ({ kysely }: Database, id: string): Promise<NoticeRow | null> =>
  (await kysely.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst()) ?? null

export async function noticesOf(
  { kysely }: Database,
  ids: readonly string[],
): Promise<Map<string, NoticeTexts>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('notices')
    .select(['id', 'texts'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, texts }) => [id, texts]))
}

/** Publications that are in the journal but not among the news yet: the process ended between the two. */
export const unlistedNotices = async ({ kysely }: Database): Promise<PublicationRow[]> =>
  kysely
    .selectFrom('noticePublications')
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('news').select('news.id').whereRef('news.source', '=', 'noticePublications.id'))),
    )
    .execute()

export type Written = NoticeRow & { publishedAt: Ms | null; signed: string | null; newsId: string | null }
/** The texts that operators wrote, newest first, with the time when each was published. */
export const written = async ({ kysely }: Database, limit: number): Promise<Written[]> =>
  kysely
    .selectFrom('notices')
    .leftJoin('noticePublications', 'noticePublications.id', 'notices.id')
    .leftJoin('news', 'news.source', 'notices.id')
    .selectAll('notices')
    .select([
      'noticePublications.at as publishedAt',
      'noticePublications.sha256 as signed',
      'news.id as newsId',
    ])
    .orderBy('notices.at', 'desc')
    .orderBy('notices.id')
    .limit(limit)
    .execute()

/** Entries by id, and those that correct them, oldest first. */
export const relatedTo = async (
  { kysely }: Database,
  entries: readonly Pick<NewsEntry, 'id' | 'corrects'>[],
): Promise<NewsEntry[]> => {
  const ids = entries.map(({ id }) => id)
  const corrected = entries.flatMap(({ corrects }) => corrects ?? [])
  if (ids.length === 0) return []
  return kysely
    .selectFrom('news')
    .selectAll()
    .where((is) =>
      is.or([is('corrects', 'in', ids), ...(corrected.length === 0 ? [] : [is('id', 'in', corrected)])]),
    )
    .orderBy('id')
    .execute()
}

export const keepLook = async ({ kysely }: Database, look: FeedLook): Promise<void> =>
  void (await kysely
    .insertInto('feedLooks')
    .values(look)
    .onConflict((on) =>
      on
        .column('address')
        .doUpdateSet((row) => ({
          ...look,
          fetchedAt: row.fn.coalesce(row.val(look.fetchedAt), row.ref('feedLooks.fetchedAt')),
        })),
    )
    .execute())

export const looksOf = ({ kysely }: Database): Promise<FeedLook[]> =>
  kysely.selectFrom('feedLooks').selectAll().execute()

/** The number of entries kept of each feed, by its host. */
export async function countsOfFeeds({ kysely }: Database): Promise<Map<string, number>> {
  const rows = await kysely
    .selectFrom('news')
    .select(['source', (row) => row.fn.countAll<number>().as('entries')])
    .where('kind', '=', 'feed')
    .groupBy('source')
    .execute()
  return new Map(rows.map(({ source, entries }) => [source!, entries]))
}

/** Those of these that a later one corrects. */
export async function correctedAmong({ kysely }: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set(
    (
      await kysely
        .selectFrom('news')
        .select('corrects')
        .where('corrects', 'in', [...ids])
        .execute()
    ).map(({ corrects }) => corrects!),
  )
}
