import { sql } from 'kysely'
import type { Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { atOneMoment, type Sql } from '#platform/database/row-list.ts'
import type { AppContext } from '#modules/module.ts'
import type { AskedPage, FoundPage } from '#modules/staff/model/desk-list.ts'
import { newestPage } from '#modules/staff/server/public.ts'
import type { NewsKind } from '../model/kinds.ts'
import type { NoticeTexts } from '../model/notice.ts'
import { newsList, noticeList } from './row-lists.ts'
import type { FeedLook, NewsEntry, NoticeRow, PublicationRow } from './tables.ts'

export type Wanted = {
  kind?: NewsKind | undefined
  codes?: readonly string[] | undefined
  before?: string | undefined
  limit: number
}

/** The database of news, and the key of its lists. */
export type News = Pick<AppContext, 'db' | 'config'>

/** Entries as they were told. Throws `RowForged` where one is not. */
const believed = ({ db, config }: News, read: (db: Sql) => Promise<NewsEntry[]>): Promise<NewsEntry[]> =>
  atOneMoment(db.kysely, async (trx) => {
    const entries = await read(trx)
    await newsList(config).believe(trx, entries)
    return entries
  })

/** Published news, newest first. `codes`: about any of these issues. Throws `RowForged`. */
export const newest = (news: News, { kind, codes, before, limit }: Wanted): Promise<NewsEntry[]> =>
  believed(news, (db) => {
    let query = db.selectFrom('news').selectAll()
    if (kind !== undefined) query = query.where('kind', '=', kind)
    if (codes !== undefined) query = query.where(sql<boolean>`codes && ${sql.val([...codes])}::text[]`)
    if (before !== undefined) query = query.where('id', '<', before)
    return query.orderBy('id', 'desc').limit(limit).execute()
  })

/** Throws `RowForged`. */
export const entryOf = async (news: News, id: string): Promise<NewsEntry | null> =>
  (await believed(news, (db) => db.selectFrom('news').selectAll().where('id', '=', id).execute()))[0] ?? null

/** An entry that is there already stays as it is: the same news has the same id. */
export async function publish({ db, config }: News, entries: readonly NewsEntry[]): Promise<void> {
  if (entries.length === 0) return
  await db.kysely.transaction().execute(async (trx) => {
    const made = await trx
      .insertInto('news')
      .values(entries.map((entry) => ({ ...entry, args: JSON.stringify(entry.args) as never })))
      .onConflict((on) => on.doNothing())
      .returningAll()
      .execute()
    await newsList(config).add(trx, made)
  })
}

/** Up to when the simulated market's news has been told; null before the first. Throws `RowForged`. */
export async function toldUntil(news: News): Promise<Ms | null> {
  const [row] = await believed(news, (db) =>
    db
      .selectFrom('news')
      .selectAll()
      .where((is) => is.or([is('kind', '=', 'disclosure'), is('words', '=', 'opened')]))
      .orderBy('id', 'desc')
      .limit(1)
      .execute(),
  )
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
export async function keepNewest({ db, config }: News, source: string, most: number): Promise<void> {
  const { kysely } = db
  const last = await kysely
    .selectFrom('news')
    .select('id')
    .where('kind', '=', 'feed')
    .where('source', '=', source)
    .orderBy('id', 'desc')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst()
  if (last === undefined) return
  await kysely.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('news')
      .where('kind', '=', 'feed')
      .where('source', '=', source)
      .where('id', '<', last.id)
      .returningAll()
      .execute()
    await newsList(config).drop(trx, gone)
  })
}

export const writeNotice = ({ db, config }: News, notice: NoticeRow): Promise<void> =>
  db.kysely.transaction().execute(async (trx) => {
    await trx
      .insertInto('notices')
      .values({ ...notice, texts: JSON.stringify(notice.texts) as never })
      .execute()
    await noticeList(config).add(trx, [notice])
  })

/** Throws `RowForged`. */
export async function draftOf({ db, config }: News, id: string): Promise<NoticeRow | null> {
  const rows = await db.kysely.selectFrom('notices').selectAll().where('id', '=', id).execute()
  await noticeList(config).believe(db.kysely, rows)
  return rows[0] ?? null
}

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
/** A page of the texts that operators wrote, with the time when each was published. Throws `RowForged`. */
export async function written({ db, config }: News, asked: AskedPage): Promise<FoundPage<Written>> {
  const page = await newestPage<NoticeRow>(
    db,
    {
      table: 'notices',
      by: sql`at`,
      letters: sql`concat_ws(' ', id, texts::text, array_to_string(codes, ' '), (select id from news where source = notices.id))`,
    },
    asked,
  )
  if (page.rows.length === 0) return { ...page, rows: [] }
  const published = await db.kysely
    .selectFrom('noticePublications')
    .leftJoin('news', 'news.source', 'noticePublications.id')
    .select([
      'noticePublications.id',
      'noticePublications.at',
      'noticePublications.sha256',
      'news.id as newsId',
    ])
    .where(
      'noticePublications.id',
      'in',
      page.rows.map(({ id }) => id),
    )
    .execute()
  const byId = new Map(published.map((row) => [row.id, row]))
  await noticeList(config).believe(db.kysely, page.rows)
  return {
    ...page,
    rows: page.rows.map((row) => {
      const of = byId.get(row.id)
      return { ...row, publishedAt: of?.at ?? null, signed: of?.sha256 ?? null, newsId: of?.newsId ?? null }
    }),
  }
}

/** Entries by id, and those that correct them, oldest first. Throws `RowForged`. */
export const relatedTo = async (
  news: News,
  entries: readonly Pick<NewsEntry, 'id' | 'corrects'>[],
): Promise<NewsEntry[]> => {
  const ids = entries.map(({ id }) => id)
  const corrected = entries.flatMap(({ corrects }) => corrects ?? [])
  if (ids.length === 0) return []
  return believed(news, (db) =>
    db
      .selectFrom('news')
      .selectAll()
      .where((is) =>
        is.or([is('corrects', 'in', ids), ...(corrected.length === 0 ? [] : [is('id', 'in', corrected)])]),
      )
      .orderBy('id')
      .execute(),
  )
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
