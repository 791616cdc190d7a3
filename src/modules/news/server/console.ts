import { no } from '#kernel/result.ts'
import { iso, type Ms } from '#kernel/time.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { askedPage } from '#modules/staff/model/desk-list.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import * as contract from '../operator-contract.ts'
import { feedAddress } from './feed-address.ts'
import type { WrittenKind } from '../model/kinds.ts'
import { noticeIn, type NoticeTexts } from '../model/notice.ts'
import { feedIdOf, openFeeds } from './feed-list.ts'
import type { NewsPublic } from './public.ts'
import { correctedAmong, countsOfFeeds, looksOf, written, type Written } from './queries.ts'
import { writingHash } from './signed-writing.ts'

const isoOrNull = (at: Ms | null | undefined): string | null =>
  at === null || at === undefined ? null : iso(at)
/** Languages that were left out are no members at all. */
const textsOf = (words: contract.WrittenView['words']): NoticeTexts =>
  Object.fromEntries(Object.entries(words).filter(([, one]) => one !== undefined))

type Deps = { context: AppContext; staff: Pick<StaffPublic, 'numberOf'>; draft: NewsPublic['draft'] }

/**
 * The texts of the firm and the feeds that it reads, as operators have them. Publishing and switching are
 * acts.
 */
export function consoleRoutes({ context, staff, draft }: Deps): RouteHandler[] {
  const { db, config } = context
  function view(row: Written, corrected: ReadonlySet<string>, lang: string): contract.WrittenView {
    const sha256 = writingHash(row)
    if (row.newsId !== null && sha256 !== row.signed) throw new RowForged('notices', row.id)
    return {
      id: row.id,
      kind: row.kind,
      state: row.newsId === null ? 'draft' : corrected.has(row.newsId) ? 'corrected' : 'published',
      at: iso(row.at),
      by: staff.numberOf(row.operatorId),
      publishedAt: isoOrNull(row.publishedAt),
      newsId: row.newsId,
      title: noticeIn(row.texts, langOf(lang)).title,
      words: row.texts,
      issues: row.codes,
      corrects: row.corrects,
      sha256,
    }
  }
  const drafting = async (
    operatorId: string,
    kind: WrittenKind,
    {
      words,
      issues,
      corrects,
    }: { words: contract.WrittenView['words']; issues: string[]; corrects: string | null },
  ) => {
    const drafted = await draft(operatorId, { kind, texts: textsOf(words), codes: issues, corrects })
    return drafted.ok ? drafted.value : drafted
  }
  return [
    on(contract.listWritten, async ({ query, lang }) => {
      const { rows, next, total } = await written(context, askedPage(query))
      const corrected = await correctedAmong(
        db,
        rows.flatMap(({ newsId }) => newsId ?? []),
      )
      return { rows: rows.map((row) => view(row, corrected, lang)), next, total }
    }),
    on(contract.draftNotice, ({ operator, input }) => drafting(operator.operatorId, 'notice', input)),
    on(contract.draftArticle, ({ operator, input }) => drafting(operator.operatorId, 'article', input)),
    on(contract.listFeeds, async () => {
      const [looks, counts] = await Promise.all([looksOf(db), countsOfFeeds(db)])
      return openFeeds(context).map(({ id, address, isOn, configured }) => {
        const look = looks.find((each) => each.address === address)
        const { host } = new URL(address)
        return {
          id,
          address,
          host,
          isOn,
          configured,
          lookedAt: isoOrNull(look?.lookedAt),
          fetchedAt: isoOrNull(look?.fetchedAt),
          problem: look?.problem ?? null,
          entries: counts.get(host) ?? 0,
        }
      })
    }),
    on(contract.nameFeed, ({ query }) => {
      const address = config.newsFeeds.find((each) => each === query.address) ?? feedAddress(query.address)
      return address === null ? no('FEED_ADDRESS') : { id: feedIdOf(address), address }
    }),
  ]
}
