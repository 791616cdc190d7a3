import { seeded } from '#kernel/random.ts'
import { addDays, MINUTE, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import {
  closingAt,
  openingAt,
  preOpenAt,
  tradeDateAt,
  type Schedule,
} from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { Disclosure } from '#modules/venue/model/news.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import { newsId } from '../model/news-id.ts'
import { actionWords, wordsOf, type Said } from '../model/labels.ts'
import { publish, toldUntil } from './queries.ts'
import type { NewsEntry } from './tables.ts'

/** Days of the history that are told of at the first start. */
const PAST_DAYS = 30
const LOOK_EVERY_MS = SECOND
/** Decisions on dividends and splits are announced up to this long before the ex-date. */
const ANNOUNCED_DAYS_BEFORE = 100

export type Disclosing = {
  context: AppContext
  instruments: InstrumentsPublic
  feed: Pick<MarketFeed, 'workedTo'>
  /** The disclosures of the companies of the simulated market on this day. */
  disclosuresOn: (date: DateJst) => Promise<readonly Disclosure[]>
}

const entry = (at: Ms, { words, args }: Said): NewsEntry => ({
  id: newsId(at, 'disclosure', `${String(args.code)}-${words}`),
  kind: 'disclosure',
  at,
  words,
  args,
  codes: [String(args.code)],
  source: null,
  lang: null,
  title: null,
  body: null,
  link: null,
  corrects: null,
})

/** Decisions come through the day: nothing in the price waits for them. */
function decidedAt(schedule: Schedule, day: DateJst, code: string): Ms {
  const opening = openingAt(schedule, day)
  return (
    opening +
    Math.floor((seeded('decided', day, code).next() * (closingAt(schedule, day) - opening)) / MINUTE) * MINUTE
  )
}

/**
 * Publishes what companies disclose, in order, once the exchange has lived the step in which it knew it:
 * nobody can read it while an order still meets a price from before. Goes on where it was after a restart;
 * what was said meanwhile is told then.
 */
export function keepDisclosures({ context, instruments, feed, disclosuresOn }: Disclosing) {
  const { calendar, schedule, clock } = context
  let told: Ms = 0
  let date: DateJst = ''
  let lines: NewsEntry[] | null = null

  /** The news of a day on which this is disclosed, in order of time. */
  function ofDay(day: DateJst, disclosed: readonly Disclosure[]): NewsEntry[] {
    const published = new Map(instruments.earnings.between(day, day).map((one) => [one.code, one]))
    const said = disclosed.map((one) => {
      const results = one.kind === 'results' ? published.get(one.code) : undefined
      return entry(
        one.at,
        wordsOf(
          one,
          instruments.get(one.code)!,
          results === undefined ? null : instruments.earnings.results(results),
        ),
      )
    })
    const decided = instruments.actions
      .between(day, addDays(day, ANNOUNCED_DAYS_BEFORE))
      .filter(({ announcedOn }) => announcedOn === day)
    return [
      ...said,
      ...decided.map((action) => entry(decidedAt(schedule, day, action.code), actionWords(action))),
    ].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /**
   * The events of the weeks before the exchange first opened: they are in the prices of its history. Items of
   * business are not.
   */
  async function tellPast(now: Ms): Promise<void> {
    const last = tradeDateAt(schedule, calendar, now)
    for (let day = calendar.previous(last, PAST_DAYS); day <= last; day = calendar.next(day)) {
      const disclosed = await disclosuresOn(day)
      const items = new Set(disclosed.filter(({ kind }) => kind === 'item').map(({ code }) => code))
      const entries = ofDay(day, disclosed).filter(
        ({ at, words, codes }) =>
          at <= now && (words === 'dividend' || words === 'split' || !items.has(codes[0]!)),
      )
      await publish(context, entries)
    }
    await publish(context, [
      {
        id: newsId(now, 'market', 'opened'),
        kind: 'market',
        at: now,
        words: 'opened',
        args: {},
        codes: [],
        source: null,
        lang: null,
        title: null,
        body: null,
        link: null,
        corrects: null,
      },
    ])
  }

  async function tell(): Promise<void> {
    const until = feed.workedTo()
    while (until > 0) {
      lines ??= ofDay(date, await disclosuresOn(date)).filter(({ at }) => at > told)
      const due = lines.filter(({ at }) => at <= until)
      await publish(context, due)
      told = due.at(-1)?.at ?? told
      lines = lines.slice(due.length)
      const next = calendar.next(date)
      // Not before the day takes orders: what will be said on it is nobody's business yet.
      if (closingAt(schedule, date) > until || preOpenAt(schedule, next) > until) return
      date = next
      lines = null
    }
  }

  let atWork: Promise<void> | null = null
  let stopLooking = () => {}
  return {
    async start(): Promise<void> {
      const known = await toldUntil(context)
      told = known ?? Math.floor(clock.market())
      if (known === null) await tellPast(told)
      date = tradeDateAt(schedule, calendar, told)
      stopLooking = every(
        LOOK_EVERY_MS,
        guarded(context.log, 'a look at disclosures', () => {
          atWork ??= tell()
            .catch((err: unknown) =>
              context.log.error({ err }, 'disclosures could not be published; they are tried again'),
            )
            .finally(() => {
              atWork = null
            })
        }),
      )
    },
    async stop(): Promise<void> {
      stopLooking()
      await atWork
    },
  }
}
