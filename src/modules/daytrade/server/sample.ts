import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { ListingsPublic, Sample } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import { dayTimes } from '../model/times.ts'

/**
 * Number of issues, out of those that usually trade most and that a new member can pay, and the units each
 * way.
 */
const ISSUES = 8
const DEAREST_TENTHS = 50_000
const UNITS = { long: 60, short: 30, perMember: 20 }
/** The time left of a day must be worth a listing, and people at the desk need a moment to sign it. */
const SHORTEST: Ms = 30 * MINUTE
const SIGNING: Ms = 5_000

type Deps = {
  context: Pick<AppContext, 'schedule' | 'calendar' | 'clock'>
  market: Pick<MarketPublic, 'phase' | 'lastPrices'>
  instruments: Pick<InstrumentsPublic, 'all'>
  listings: Pick<ListingsPublic, 'published'>
}

/**
 * An inventory for every business day: for the trade date on now while its window is still ahead or open,
 * else for the next.
 */
export function daySample({
  context: { schedule, calendar, clock },
  market,
  instruments,
  listings,
}: Deps): Sample<'day-inventory'> {
  const dateFor = (now: Ms): DateJst => {
    const { tradeDate } = market.phase()
    return dayTimes(schedule, tradeDate).warnAt - now > SHORTEST ? tradeDate : calendar.next(tradeDate)
  }
  const liquid = (): string[] => {
    const prices = market.lastPrices(instruments.all().map(({ code }) => code))
    return instruments
      .all()
      .filter(({ kind, code }) => kind === 'stock' && (prices.get(code) ?? Infinity) <= DEAREST_TENTHS)
      .toSorted((a, b) => b.turnoverYen - a.turnoverYen || (a.code < b.code ? -1 : 1))
      .slice(0, ISSUES)
      .map(({ code }) => code)
  }
  const idOf = (date: DateJst) => `DAY-${date.slice(0, 4)}-${date.slice(5, 7)}${date.slice(8)}`
  return {
    due(tables: TableReader, now) {
      const date = dateFor(now)
      const known = listings
        .published(tables, 'day-inventory')
        .some(({ id, isVoid, terms }) => id === idOf(date) || (!isVoid && terms.tradeOn === date))
      return known || liquid().length === 0 ? null : idOf(date)
    },
    async terms() {
      const now = Math.floor(clock.market())
      const tradeOn = dateFor(now)
      return {
        tradeOn,
        perMemberUnits: UNITS.perMember,
        rows: liquid().map((code) => ({ code, long: UNITS.long, short: UNITS.short })),
        opensAt: Math.max(openingAt(schedule, tradeOn), now + SIGNING),
        closesAt: dayTimes(schedule, tradeOn).warnAt,
      }
    },
  }
}
