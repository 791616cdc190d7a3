import { setImmediate as nextTurn } from 'node:timers/promises'
import { addDays, daysBetween, type DateJst } from '#kernel/time.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { daysToResults, type IssuePanel, type Panel } from '../model/method.ts'

/** Shares that count one in the index: sums stay whole and small. */
const SHARES_AT_ONCE = 100_000
/**
 * Money of each issue in the index, in tenths of a yen, if nobody knows how many shares there are (a replay).
 */
const MONEY_TENTHS = 1_000_000_000
/** Results are announced long before; the longest that the method looks ahead is shorter. */
const RESULTS_AHEAD_DAYS = 40

/**
 * The market up to the close of a day, as the method reads it: daily bars of all stocks as anybody may read
 * them (splits adjusted to shares of now), and when results are due. Others work in between.
 */
export async function panelUpTo(
  { instruments, market }: { instruments: InstrumentsPublic; market: MarketPublic },
  day: DateJst,
): Promise<Panel> {
  const stocks = instruments.all().filter(({ kind }) => kind === 'stock')
  const bars = new Map<string, Map<DateJst, Awaited<ReturnType<MarketPublic['dailyBars']>>[number]>>()
  const seen = new Set<DateJst>()
  for (const { code } of stocks) {
    const known = (await market.dailyBars(code)).filter(({ tradeDate }) => tradeDate <= day)
    bars.set(code, new Map(known.map((bar) => [bar.tradeDate, bar])))
    for (const { tradeDate } of known) seen.add(tradeDate)
    await nextTurn()
  }
  const dates = [...seen].toSorted()
  if (dates.length === 0) return { dates, issues: [] }
  const announced = Map.groupBy(
    instruments.earnings.between(dates[0]!, addDays(dates.at(-1)!, RESULTS_AHEAD_DAYS)),
    ({ code }) => code,
  )
  const issues: IssuePanel[] = []
  for (const { code, tickTable } of stocks) {
    const own = dates.map((date) => bars.get(code)!.get(date))
    const results = (announced.get(code) ?? []).map(({ announcedOn }) => announcedOn)
    const shares = market.instrument(code)?.sharesOutstanding ?? 0
    const column = (value: (bar: NonNullable<(typeof own)[number]>) => number) =>
      own.map((bar) => (bar === undefined ? 0 : value(bar)))
    const close = column(({ closeTenths }) => closeTenths)
    const weight =
      close[0]! <= 0
        ? 0
        : shares > 0
          ? Math.max(1, Math.round(shares / SHARES_AT_ONCE))
          : Math.round(MONEY_TENTHS / close[0]!)
    issues.push({
      code,
      tickTable,
      weight,
      close,
      open: column(({ openTenths }) => openTenths),
      high: column(({ highTenths }) => highTenths),
      low: column(({ lowTenths }) => lowTenths),
      volume: column(({ volume }) => volume),
      results: untilResults(dates, results),
    })
    await nextTurn()
  }
  return { dates, issues }
}

/**
 * For each date (ascending) the days to the next of `results` (ascending): announcements behind it are looked
 * at once.
 */
function untilResults(dates: readonly DateJst[], results: readonly DateJst[]): number[] {
  let from = 0
  return dates.map((date) => {
    while (from < results.length && results[from]! <= date) from++
    return daysToResults(date, results.slice(from, from + 1), daysBetween)
  })
}
