import { HOUR, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { closingAt, lastOpenedDate, openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { newsId } from '../model/news-id.ts'
import { publish } from './queries.ts'

/** After an auction, so that its prices are there. */
const AFTER_MS = MINUTE
/** A report that comes later than this would tell of another hour. */
const FRESH_MS = 10 * MINUTE
const MIDDAY: Readonly<Record<Schedule['id'], Ms>> = {
  tse: 11 * HOUR + 30 * MINUTE,
  'always-open': 17 * HOUR + 30 * MINUTE,
}
const HOT_LOOKED_AT = 30

type Report = { words: 'marketMidday' | 'marketClose'; at: Ms }

/** The two reports of a trading day: in the middle of it, where its hours have one, and after its close. */
function timesOf(schedule: Schedule, date: DateJst): readonly Report[] {
  const midday = timeJst(date, 0) + MIDDAY[schedule.id]
  const close: Report = { words: 'marketClose', at: closingAt(schedule, date) + AFTER_MS }
  return midday > openingAt(schedule, date) && midday < closingAt(schedule, date)
    ? [{ words: 'marketMidday', at: midday + AFTER_MS }, close]
    : [close]
}

export function nextReport(schedule: Schedule, calendar: Calendar, after: Ms): Report {
  for (
    let date = calendar.previous(lastOpenedDate(schedule, calendar, after));
    ;
    date = calendar.next(date)
  ) {
    const due = timesOf(schedule, date).find(({ at }) => at > after)
    if (due !== undefined) return due
  }
}

/** The state of the simulated market, twice a day, in figures that everybody can see on the market's page. */
export function reportJob(context: AppContext, market: Pick<MarketPublic, 'overview' | 'hot'>): Job {
  const { clock, calendar, schedule } = context
  return {
    name: 'news.report',
    next: (after) => nextReport(schedule, calendar, after).at,
    async run(dueAt) {
      if (clock.market() - dueAt > FRESH_MS) return
      const { words } = nextReport(schedule, calendar, dueAt - 1)
      const { indices, sectors, advancing, declining } = market.overview('ja')
      const all = indices.find(({ id }) => id === 'all')!
      const ranked = sectors.toSorted((a, b) => b.changeBp - a.changeBp)
      const movers = market
        .hot(HOT_LOOKED_AT, 'ja')
        .toSorted((a, b) => (b.quote.changeBp ?? 0) - (a.quote.changeBp ?? 0))
      const codes = [
        ...new Set([movers.at(0)?.code, movers.at(-1)?.code].filter((code) => code !== undefined)),
      ]
      const change = all.changeBp > 0 ? 'up' : all.changeBp < 0 ? 'down' : 'flat'
      const args = {
        change,
        basis: Math.abs(all.changeBp) / 100,
        level: all.value / 100,
        advancing,
        declining,
        best: ranked[0]?.id ?? '',
        worst: ranked.at(-1)?.id ?? '',
      }
      await publish(context, [
        {
          id: newsId(dueAt, 'market', words),
          kind: 'market',
          at: dueAt,
          words,
          args,
          codes,
          source: null,
          lang: null,
          title: null,
          body: null,
          link: null,
          corrects: null,
        },
      ])
    },
  }
}
