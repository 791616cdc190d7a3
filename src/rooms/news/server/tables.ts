import type { Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { NewsKind } from '../model/kinds.ts'
import type { NoticeTexts } from '../model/notice.ts'
import type { NewsArgs, NewsWords } from '../model/words.ts'

/** Published news. Simulated news has `words` and `args`; a feed's entry its own words; a notice's words stand in `notices`. */
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
}

/** Notices that an operator has published: which text (by its hash) and when. Journalled, as every act of an operator is. */
export type PublicationRow = { id: string; sha256: string; at: Ms }
export const noticePublications = defineTable<PublicationRow>()({
  name: 'notice_publications', columns: { id: 'text', sha256: 'text', at: 'int8' }, key: 'id',
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    news: NewsEntry
    notices: { id: string; operatorId: string; texts: NoticeTexts; sha256: string; at: Ms }
    noticePublications: PublicationRow
  }
}
