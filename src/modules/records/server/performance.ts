import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LotId, MemberId } from '#kernel/id.ts'
import { PPM, type Yen } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { addDays, type DateJst } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { langOf } from '#i18n/lang.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { lastOpenedDate } from '#modules/instruments/model/schedule.ts'
import { SECTOR_NAMES } from '#modules/instruments/model/sectors.ts'
import { NO_MONEY, ownMoney, type Balances } from '#modules/ledger/model/accounts.ts'
import { daySumsOf, firstEntryDate, sumsOf } from '#modules/ledger/server/public.ts'
import { priceDifference } from '#modules/margin/model/ratio.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { accrued, type Lot } from '#modules/portfolio/model/lot.ts'
import {
  drawdownOf,
  gainBp,
  growthOf,
  moneyWeightedGrowth,
  type DayValue,
} from '#modules/portfolio/model/returns.ts'
import { gainsSince, realizedByDay } from '#modules/tax/server/public.ts'
import type { AppContext } from '#modules/module.ts'
import type { PerformanceView } from '../contract.ts'
import { balancesAfter } from '../model/balances.ts'
import {
  contributionsOf,
  dayOf,
  explainedGain,
  flowsOf,
  monthResults,
  monthsUntil,
  spanStart,
  type Floating,
} from '../model/performance.ts'
import type { PerformanceSpan } from '../model/period.ts'
import { followLots, type Positions } from '../model/position.ts'
import { beingClosed } from './closed-books.ts'
import { lotHistory, type LotAt } from './lots-then.ts'
import { marginEntriesOf, sharesOf } from './positions.ts'

/** The exchange is simulated, and so is what was earned there. */
const SIMULATED = true
const MONTHS = 12
/** Days that are reckoned before others work in between. */
const AT_ONCE = 16
/** Every split and every payment in full has been: a lot as it is now. */
const NOW: DateJst = '9999-12-31'

type Deps = {
  context: AppContext
  market: Pick<MarketPublic, 'nameOf' | 'instrument' | 'lastPrices' | 'closesThen' | 'phase'>
  actions: Pick<CorporateActions, 'between'>
  memberId: MemberId
  lang: string
}

/**
 * The result of an account over a span, from the ledger, the lots and the closes of each day: nothing of it
 * is kept. A day's value is what the summary showed at its close; the newest day's is that of now.
 */
export async function performanceView(deps: Deps, span: PerformanceSpan): Promise<PerformanceView> {
  const { context, market } = deps
  const { calendar, schedule, clock } = context
  const last = lastOpenedDate(schedule, calendar, clock.market())
  const months = monthsUntil(last, MONTHS)
  const books = await readBooks(deps, spanStart(span, last), last, `${months[0]!}-01`)
  const { days, before, sums } = books
  const first = days[0]!
  const settlementDate = calendar.settlementDate(market.phase().tradeDate)

  const positions = followLots(books.entries)
  const entries = books.entries.toSorted((a, b) =>
    a.tradeDate < b.tradeDate ? -1 : a.tradeDate > b.tradeDate ? 1 : 0,
  )
  let taken = 0
  const takeUntil = (date: DateJst) => {
    for (; taken < entries.length && entries[taken]!.tradeDate <= date; taken++)
      positions.take(entries[taken]!)
  }
  takeUntil(before)
  const opened = await floatingAt(deps, positions, books.lotAt, before)
  const during = sums.filter(({ tradeDate }) => tradeDate > before)
  const sumsOn = Map.groupBy(during, ({ tradeDate }) => dayOf(days, tradeDate))

  let balances = balancesAfter(
    books.until,
    sums.filter(({ tradeDate }) => tradeDate <= before),
  )
  const openingYen = worth(balances, opened)
  const values: DayValue[] = []
  let floating: Floating = opened
  for (const [nth, date] of days.entries()) {
    const own = sumsOn.get(date) ?? []
    balances = balancesAfter(balances, own)
    takeUntil(date === last ? NOW : date)
    floating =
      date === last
        ? floatingNow(deps, positions, books.lotAt, settlementDate)
        : await floatingAt(deps, positions, books.lotAt, date)
    values.push({ date, valueYen: worth(balances, floating), ...flowsOf(own) })
    if (nth % AT_ONCE === AT_ONCE - 1) await nextTurn()
  }

  const by = contributionsOf(during, opened, floating)
  const gain = explainedGain(openingYen, values, by)
  const growth = growthOf(openingYen, values)
  const sum = (of: (day: DayValue) => Yen) => values.reduce((total, day) => total + of(day), 0)
  return {
    span,
    from: first,
    to: last,
    opening: openingYen,
    value: values.at(-1)!.valueYen,
    inflow: sum(({ inYen }) => inYen),
    outflow: sum(({ outYen }) => outYen),
    gain,
    days: values.map(({ date, valueYen }, n) => ({
      date,
      value: valueYen,
      growth: maybe(growth[n]!, (one) => Math.round(one * PPM)),
    })),
    timeWeightedBp: maybe(growth.at(-1)!, gainBp),
    moneyWeightedBp: maybe(moneyWeightedGrowth(openingYen, values), gainBp),
    drawdown: fallOf(values, growth),
    issues: issuesOf(deps, by.issues, floating),
    rest: [...by.rest],
    months: monthResults(months, sums, realizedByDay(books.gains, calendar)),
    settlementDate,
    simulated: SIMULATED,
  }
}

const maybe = <T, V>(value: T | null, view: (value: T) => V): V | null =>
  value === null ? null : view(value)

/**
 * All that the figures come from, in one snapshot. `days`: the trading days of the span since the first
 * booking; `before`: the one before them; `until`: balances before the first of `sums`.
 */
async function readBooks(
  { context: { db, calendar }, actions, memberId }: Deps,
  start: DateJst,
  last: DateJst,
  monthsFrom: DateJst,
) {
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (kysely) => {
      const snapshot: Database = { ...db, kysely }
      const first = (await firstEntryDate(snapshot, memberId)) ?? last
      const days = tradingDays(calendar, first > start ? first : start, last)
      const before = calendar.previous(days[0]!)
      const from = before < monthsFrom ? addDays(before, 1) : monthsFrom
      return {
        days,
        before,
        until: balancesAfter(NO_MONEY, await sumsOf(snapshot, memberId, { to: addDays(from, -1) })),
        sums: await daySumsOf(snapshot, memberId, from),
        entries: await marginEntriesOf(snapshot, memberId),
        gains: await gainsSince(snapshot, memberId, monthsFrom),
        lotAt: await lotHistory(snapshot, actions, memberId, addDays(from, -1)),
      }
    })
}

/** Trading days from one to another; at least the last. */
function tradingDays(calendar: Calendar, from: DateJst, last: DateJst): DateJst[] {
  const days: DateJst[] = []
  for (let day = last; day >= from; day = calendar.previous(day)) days.push(day)
  return days.length === 0 ? [last] : days.toReversed()
}

const worth = (balances: Balances, floating: Floating): Yen =>
  [...floating.values()].reduce((sum, yen) => sum + yen, ownMoney(balances) - balances.shortfall)

type OpenLot = Pick<Lot, 'code'> & { readonly lot: Lot }

function openAt({ market }: Deps, positions: Positions, lotOf: (lotId: LotId) => Lot): OpenLot[] {
  return positions
    .held((lotId) => sharesOf(market, lotOf(lotId)))
    .map(({ lotId, quantity }) => {
      const lot = { ...lotOf(lotId), openQuantity: quantity }
      return { code: lot.code, lot }
    })
}

/** Floating results at prices, each as the account summary reckons it: net of what closing would charge. */
function floatingOf(
  open: readonly OpenLot[],
  prices: ReadonlyMap<string, PriceTenths>,
  settlementDate: DateJst,
): Floating {
  const floating = new Map<string, Yen>()
  for (const { code, lot } of open) {
    const price = prices.get(code) ?? lot.openPriceTenths
    const yen =
      priceDifference(lot, lot.openPriceTenths, price, lot.openQuantity) - accrued(lot, settlementDate)
    floating.set(code, (floating.get(code) ?? 0) + yen)
  }
  return floating
}

async function floatingAt(deps: Deps, positions: Positions, lotAt: LotAt, date: DateJst): Promise<Floating> {
  const open = openAt(deps, positions, (lotId) => lotAt(lotId, date))
  if (open.length === 0) return new Map()
  const prices = await deps.market.closesThen(new Set(open.map(({ code }) => code)), date)
  // By the clock the day is over, but the exchange is behind: a price of before would be another later.
  if (prices === null) throw beingClosed()
  return floatingOf(open, prices, deps.context.calendar.settlementDate(date))
}

function floatingNow(deps: Deps, positions: Positions, lotAt: LotAt, settlementDate: DateJst): Floating {
  const open = openAt(deps, positions, (lotId) => lotAt(lotId, NOW))
  return floatingOf(open, deps.market.lastPrices(new Set(open.map(({ code }) => code))), settlementDate)
}

/** The deepest fall of the growth, as far as there is a rate. */
function fallOf(
  values: readonly DayValue[],
  growth: readonly (number | null)[],
): PerformanceView['drawdown'] {
  if (growth.includes(null)) return null
  const fall = drawdownOf(values.map(({ date }, n) => ({ date, growth: growth[n]! })))
  return {
    bp: Math.round(fall.part * 10_000),
    from: fall.from,
    to: fall.to,
    nowBp: Math.round(fall.nowPart * 10_000),
  }
}

/** Issues that brought something or are held, the best first. */
function issuesOf(
  { market, lang }: Deps,
  gains: ReadonlyMap<string, Yen>,
  floating: Floating,
): PerformanceView['issues'] {
  return [...gains]
    .filter(([code, gain]) => gain !== 0 || floating.has(code))
    .map(([code, gain]) => {
      const sector = market.instrument(code)?.sector ?? null
      return {
        code,
        name: market.nameOf(code, lang),
        sector: sector ?? '',
        sectorName: sector === null ? '' : SECTOR_NAMES[sector][langOf(lang)],
        gain,
      }
    })
    .toSorted((a, b) => b.gain - a.gain || (a.code < b.code ? -1 : 1))
}
