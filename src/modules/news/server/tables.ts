import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { NewsKind, WrittenKind } from '../model/kinds.ts'
import type { NoticeTexts } from '../model/notice.ts'
import type { NewsArgs, NewsWords } from '../model/labels.ts'

/**
 * Published news. Simulated news has `words` and `args`; a feed's entry its own words; those of a notice or
 * an article stand in `notices`, whose id is `source`.
 */
export type NewsEntry = {
  id: string
  kind: NewsKind
  at: Ms
  words: NewsWords | null
  args: NewsArgs
  codes: string[]
  source: string | null
  lang: string | null
  title: string | null
  body: string | null
  link: string | null
  /** The earlier notice or article that this one corrects. */
  corrects: string | null
}

/**
 * Notices and articles that an operator has published: which text (by its hash) and when. Journalled, as
 * every act of an operator is. `toldTo`: members up to this number have a message of it; null: nobody has one
 * yet, or (an article) nobody gets one.
 */
export type PublicationRow = { id: string; sha256: string; at: Ms; kind: WrittenKind; toldTo: number | null }
export const noticePublications = defineTable<PublicationRow>()({
  name: 'notice_publications',
  columns: { id: 'text', sha256: 'text', at: 'int8', kind: 'text', toldTo: 'int4?' },
  key: 'id',
  fixed: ['sha256', 'at', 'kind'],
})

/**
 * A feed that operators have switched on or off; `id` is made of its address. Those of the configuration are
 * on unless they stand here.
 */
export type FeedRow = { id: string; address: string; isOn: boolean; at: Ms }
export const newsFeeds = defineTable<FeedRow>()({
  name: 'news_feeds',
  columns: { id: 'text', address: 'text', isOn: 'bool', at: 'int8' },
  key: 'id',
  fixed: ['address'],
})

/** The result of the last look at a feed: `fetchedAt` is when it last gave something to read. */
export type FeedLook = { address: string; lookedAt: Ms; fetchedAt: Ms | null; problem: string | null }
export type NoticeRow = {
  id: string
  operatorId: string
  texts: NoticeTexts
  sha256: string
  at: Ms
  kind: WrittenKind
  codes: string[]
  corrects: string | null
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    news: NewsEntry
    notices: NoticeRow
    noticePublications: PublicationRow
    newsFeeds: FeedRow
    feedLooks: FeedLook
  }
}
