import { addDays, MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { ListingsPublic, Sample } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { AppContext } from '#modules/module.ts'

/** Issues that a new member can pay a unit of, those that trade most; one of them each day. */
const ISSUES = 12
const DEAREST_TENTHS = 30_000
const UNITS = 40
/**
 * A tenth of what its simulated members ask for, where the demo setting has some: most applications of each
 * member end without any, so that a draw that was lost is among those of its past.
 */
const UNITS_AMONG_MANY = 6
const PER_MEMBER = 5
/**
 * Per mille under the close; the usual discount is two to three percent (facts: off-auction distribution).
 */
const DISCOUNT = 25n
/** The book closes so long before the opening: the draw is over by then. */
const CLOSES_BEFORE: Ms = 30 * MINUTE
/** A window worth opening, and the moment that people at the desk need to sign. */
const SHORTEST: Ms = 30 * MINUTE
const SIGNING: Ms = 15_000

type Deps = {
  context: Pick<AppContext, 'schedule' | 'calendar' | 'clock' | 'config'>
  market: Pick<MarketPublic, 'phase' | 'quote' | 'lastPrices'>
  instruments: Pick<InstrumentsPublic, 'all' | 'actions'>
  listings: Pick<ListingsPublic, 'published'>
}

/** A sale before the opening of every business day, on terms that a real one might have. */
export function blockSample({
  context: { schedule, calendar, clock, config },
  market,
  instruments,
  listings,
}: Deps): Sample<'block-sale'> {
  const closesAt = (date: DateJst): Ms => openingAt(schedule, date) - CLOSES_BEFORE
  const dateFor = (now: Ms): DateJst => {
    let date = market.phase().tradeDate
    while (closesAt(date) - now < SHORTEST) date = calendar.next(date)
    return date
  }
  const idOf = (date: DateJst): string => `BLK-${date.slice(0, 4)}-${date.slice(5, 7)}${date.slice(8)}`
  const issueFor = (date: DateJst) => {
    const prices = market.lastPrices(instruments.all().map(({ code }) => code))
    const liquid = instruments
      .all()
      .filter(({ kind, code }) => kind === 'stock' && (prices.get(code) ?? Infinity) <= DEAREST_TENTHS)
      .toSorted((a, b) => b.turnoverYen - a.turnoverYen || (a.code < b.code ? -1 : 1))
      .slice(0, ISSUES)
    const first = Number(date.replaceAll('-', '')) % Math.max(liquid.length, 1)
    // An issue that goes ex meanwhile cannot be sold at a price that has the right in it.
    return (
      [...liquid.slice(first), ...liquid.slice(0, first)].find(
        ({ code }) =>
          instruments.actions.between(addDays(market.quote(code)?.tradeDate ?? date, 1), date, code)
            .length === 0,
      ) ?? null
    )
  }
  /** The close by which the terms are checked: of the day that is over, else of the one before. */
  const closeOf = (code: string): number | null => {
    const [quote, { phase, tradeDate }] = [market.quote(code), market.phase()]
    if (quote === null) return null
    return phase === 'closed' && quote.tradeDate < tradeDate
      ? (quote.lastTenths ?? quote.baseTenths)
      : quote.baseTenths
  }
  return {
    due(tables, now) {
      const date = dateFor(now)
      const known = listings
        .published(tables, 'block-sale')
        .some(({ id, isVoid, terms }) => id === idOf(date) || (!isVoid && terms.saleOn === date))
      const issue = known ? null : issueFor(date)
      return issue === null || closeOf(issue.code) === null ? null : idOf(date)
    },
    async terms() {
      const now = Math.floor(clock.market())
      const saleOn = dateFor(now)
      const issue = issueFor(saleOn)!
      const previousCloseTenths = closeOf(issue.code)!
      const discounted = Number((BigInt(previousCloseTenths) * (1_000n - DISCOUNT)) / 1_000n)
      return {
        code: issue.code,
        saleOn,
        previousCloseTenths,
        priceTenths: roundToTick(discounted, issue.tickTable, 'down'),
        units: config.demoPast ? UNITS_AMONG_MANY : UNITS,
        perMemberUnits: PER_MEMBER,
        opensAt: now + SIGNING,
        closesAt: closesAt(saleOn),
      }
    },
  }
}
