import type { DateJst } from '#kernel/time.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { NotFound, on, type AppContext, type Module } from '#modules/module.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import type { WatchlistsPublic } from '#modules/watchlists/server/public.ts'
import * as contract from '../contract.ts'
import { isWritten } from '../model/kinds.ts'
import { newsId } from '../model/news-id.ts'
import { consoleRoutes } from './console.ts'
import { keepDisclosures } from './disclosures.ts'
import { keepFeeds } from './feeds.ts'
import { switchFeed } from './feed-list.ts'
import { keepNotices } from './notices.ts'
import type { NewsPublic } from './public.ts'
import { entryOf, newest, publish, relatedTo, type Wanted } from './queries.ts'
import { reportJob } from './reports.ts'
import { newsList, noticeList } from './row-lists.ts'
import { signedTexts, writingChecks } from './signed-writing.ts'
import { newsFeeds, noticePublications, type NewsEntry } from './tables.ts'
import { newsRow, newsView, type Wording } from './view.ts'

const USUAL_ROWS = 30
const MOST_ROWS = 100

export type NewsDeps = {
  instruments: InstrumentsPublic
  market: MarketPublic
  staff: StaffPublic
  watchlists: WatchlistsPublic
  feed: MarketFeed
  /**
   * The disclosures of the companies of the simulated market on a day; null where real days are played again:
   * of those nothing is invented.
   */
  disclosuresOn: ((date: DateJst) => Promise<readonly Disclosure[]>) | null
}

/**
 * The news that everybody can read: disclosures and reports of the simulated market, entries of feeds,
 * notices of the firm.
 */
export function createNews(
  context: AppContext,
  { instruments, market, staff, watchlists, feed, disclosuresOn }: NewsDeps,
): { module: Module; news: NewsPublic } {
  const notices = keepNotices(context, { staff, isListed: (code) => market.instrument(code) !== null })
  staff.register('news', switchFeed(context.config))
  const feeds = keepFeeds(context)
  const disclosures = disclosuresOn && keepDisclosures({ context, instruments, feed, disclosuresOn })
  const wording: Wording = { market, text: context.text }

  async function worded(entries: readonly NewsEntry[], lang: string): Promise<contract.NewsView[]> {
    const ours = entries.filter(({ kind }) => isWritten(kind))
    const related = await relatedTo(context, ours)
    const texts = await signedTexts(context, [...ours, ...related])
    return entries.map((entry) => newsView(entry, { texts, related }, lang, wording))
  }
  const listed = async (wanted: Omit<Wanted, 'limit'>, limit: string | undefined, lang: string) =>
    (
      await worded(
        await newest(context, {
          ...wanted,
          limit: Math.min(Math.max(Number(limit ?? USUAL_ROWS), 1), MOST_ROWS),
        }),
        lang,
      )
    ).map(newsRow)

  const module: Module = {
    name: 'news',
    tables: [noticePublications, newsFeeds],
    commands: [notices.command],
    stored: writingChecks,
    macs: [newsList(context.config), noticeList(context.config)],
    routes: [
      on(contract.listNews, ({ query: { kind, code, before, limit }, lang }) =>
        listed({ kind, codes: code === undefined ? undefined : [code], before }, limit, lang),
      ),
      on(contract.listFavouriteNews, async ({ caller, query: { before, limit }, lang }) =>
        listed({ codes: await watchlists.codesOf(caller.memberId), before }, limit, lang),
      ),
      on(contract.listHeldNews, ({ caller, query: { before, limit }, lang }) => {
        const held = openLots(context.engine.read, caller.memberId).map(({ code }) => code)
        return listed({ codes: [...new Set(held)], before }, limit, lang)
      }),
      on(contract.getNews, async ({ params, lang }) => {
        const entry = await entryOf(context, params.id)
        if (entry === null) throw new NotFound()
        return (await worded([entry], lang))[0]!
      }),
      ...consoleRoutes({ context, staff, draft: notices.draft }),
    ],
    listeners: [notices.listener, feeds.listener],
    jobs: disclosures === null ? [] : [reportJob(context, market)],
    start: notices.start,
    opened: () => {
      disclosures
        ?.start()
        .catch((err: unknown) => context.log.error({ err }, 'disclosures could not be told'))
      feeds.start()
      notices.opened()
    },
    stop: async () => {
      await Promise.all([disclosures?.stop(), feeds.stop(), notices.stop()])
    },
  }
  const say: NewsPublic['say'] = ({ id, at, words, args }) =>
    publish(context, [
      {
        id: newsId(at, 'market', id),
        kind: 'market',
        at,
        words,
        args,
        codes: [],
        source: null,
        lang: null,
        title: null,
        body: null,
        link: null,
        corrects: null,
      },
    ])
  return { module, news: { draft: notices.draft, draftNotice: notices.draftNotice, say } }
}
