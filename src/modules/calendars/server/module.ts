import { createHmac, hash } from 'node:crypto'
import { addDays, dateJst, iso } from '#kernel/time.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import { callerFor, memberCaller } from '#platform/engine/command.ts'
import { submitUntilTaken } from '#platform/engine/command-batcher.ts'
import { ownId } from '#platform/own-id.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { dayRows } from '#modules/schedules/server/public.ts'
import type { WatchlistsPublic } from '#modules/watchlists/server/public.ts'
import * as contract from '../contract.ts'
import { eventsOf, type Offering } from '../model/events.ts'
import { MOST_FEEDS, type CalendarFeed } from '../model/feed.ts'
import { icalendar } from '../model/icalendar.ts'
import { makeFeed, revokeFeed, revokeFeeds, standingOf } from './commands.ts'
import { calendarFeeds } from './tables.ts'
import { wordsIn } from './words.ts'

/** Days that a feed tells, before today and from today on: as far ahead as the app's calendar does. */
const BEFORE = 31
const AHEAD = 100

const view = ({ id, lang, covers, madeAt, revokedAt }: CalendarFeed): contract.FeedView => ({
  id,
  lang,
  covers,
  madeAt: iso(madeAt),
  revokedAt: revokedAt === null ? null : iso(revokedAt),
})
const hashOf = (secret: string): string => hash('sha256', secret)
const SECRET = /^([\w-]{43})\.ics$/

type Deps = {
  identity: Pick<IdentityPublic, 'onLogoutEverywhere'>
  instruments: Pick<InstrumentsPublic, 'actions' | 'earnings' | 'nameOf'>
  listings: Pick<ListingsPublic, 'published'>
  watchlists: WatchlistsPublic
}

/** The dates of the market for other calendars: a feed at a secret address, which tells dates alone. */
export function createCalendars(context: AppContext, deps: Deps): Module {
  const { clock, log } = context
  const { identity, instruments, listings, watchlists } = deps
  // The engine stands once the server has started: it is asked for in each request.
  const read = () => context.engine.read
  const secretKey = createHmac('sha256', context.config.keys.salts).update('KABU-CALENDAR-v1').digest()
  /** Made of the id and a key outside the database: a request that is repeated gets the same. */
  const secretOf = (id: string): string => createHmac('sha256', secretKey).update(id).digest('base64url')

  identity.onLogoutEverywhere(async (memberId) => {
    if (standingOf(read(), memberId).length > 0)
      await submitUntilTaken(() => context.engine, revokeFeeds, {}, callerFor(memberId), log)
  })

  async function codesOf({ memberId, covers }: CalendarFeed): Promise<ReadonlySet<string> | null> {
    if (covers === 'market') return null
    return new Set([
      ...openLots(read(), memberId).map(({ code }) => code),
      ...(await watchlists.codesOf(memberId)),
    ])
  }
  const offeringsIn = (lang: Lang): Offering[] =>
    listings
      .published(read(), 'ipo')
      .map(({ id, isVoid, terms }) => ({ ...terms, id, isVoid, name: terms.names[lang] }))

  async function calendarOf(feed: CalendarFeed): Promise<string> {
    const { lang } = feed
    const codes = await codesOf(feed)
    const isTold = ({ code }: { code: string }) => codes === null || codes.has(code)
    const today = dateJst(clock.market())
    const [from, to] = [addDays(today, -BEFORE), addDays(today, AHEAD)]
    const words = wordsIn(context.text, lang, instruments.nameOf)
    return icalendar({
      name: context.text(lang, `calendars.feed.${feed.covers}`),
      lang,
      stampedAt: clock.wall(),
      events: eventsOf(
        {
          actions: instruments.actions
            .between(from, to)
            .filter((action) => action.announcedOn <= today && isTold(action)),
          results: instruments.earnings.between(from, to).filter(isTold),
          offerings: offeringsIn(lang).filter(({ issueOn }) => issueOn >= from),
        },
        words,
        dayRows(read(), 'calendar').length,
      ),
    })
  }

  return {
    name: 'calendars',
    tables: [calendarFeeds],
    commands: [makeFeed, revokeFeed, revokeFeeds],
    routes: [
      on(contract.listCalendarFeeds, ({ caller }) => ({
        feeds: standingOf(read(), caller.memberId)
          .toSorted((a, b) => b.madeAt - a.madeAt)
          .map(view),
        most: MOST_FEEDS,
      })),
      on(contract.makeCalendarFeed, async ({ caller, input, key, lang }) => {
        const { memberId, sessionId } = caller
        const id = ownId('calendar-feed', memberId, key)
        const secret = secretOf(id)
        const { result } = await context.engine.submit(
          makeFeed,
          { id, lang: langOf(lang), covers: input.covers, secretHash: hashOf(secret) },
          memberCaller(memberId, sessionId, key),
        )
        return result.ok ? { feed: view(result.answer), path: `/calendar/${secret}.ics` } : result
      }),
      on(contract.revokeCalendarFeed, async ({ caller, params, key }) => {
        const { result } = await context.engine.submit(
          revokeFeed,
          params,
          memberCaller(caller.memberId, caller.sessionId, key),
        )
        return result.ok ? view(result.answer) : result
      }),
    ],
    secretFiles: [
      {
        path: '/calendar/:secret',
        type: 'text/calendar',
        async read(file) {
          const [, secret] = SECRET.exec(file) ?? []
          const feed =
            secret === undefined ? undefined : read().of(calendarFeeds).by('secret', hashOf(secret))[0]
          if (feed === undefined) return null
          return feed.revokedAt === null ? calendarOf(feed) : 'gone'
        },
      },
    ],
  }
}
