import type { Quantity } from '#kernel/price.ts'
import { iso, type Ms, type DateJst } from '#kernel/time.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { BarView, Interval, QuoteView } from '../contract.ts'
import {
  bucketStart,
  MINUTES,
  periodStart,
  sessionsOf,
  tradeDateOfTime,
  type DayInterval,
} from '../model/interval.ts'

/** The newest bars of a chart, and the day's volume that they know of: what comes on top is a trade. */
export type LiveTail = { readonly bars: readonly BarView[]; readonly volume: Quantity | null }

/**
 * The start of the bar that a trade at the quote's time falls into; the last bar's own start when it still
 * runs.
 */
function startOf(quote: QuoteView, last: BarView | undefined, interval: Interval, schedule: Schedule): Ms {
  if (interval in MINUTES) {
    return bucketStart(
      sessionsOf(schedule, quote.tradeDate),
      Date.parse(quote.at),
      MINUTES[interval as keyof typeof MINUTES],
    )
  }
  const period = (date: DateJst) => periodStart(date, interval as DayInterval)
  if (last) {
    const lastAt = Date.parse(last.at)
    if (period(tradeDateOfTime(schedule, lastAt)) === period(quote.tradeDate)) return lastAt
  }
  return openingAt(schedule, quote.tradeDate)
}

/**
 * The chart's end after a quote: the bar under way moves, or the next one begins. Only trades do this; a new
 * bid or offer does not.
 */
export function afterQuote(
  tail: LiveTail,
  quote: QuoteView,
  interval: Interval,
  schedule: Schedule,
): LiveTail {
  const { last: price } = quote
  // The model's volume of a time that was jumped over was never traded in the bar under way.
  const volume = quote.volume - (quote.computed?.volume ?? 0)
  if (price === null || (tail.volume !== null && volume === tail.volume)) return tail
  // A new day counts from nothing; what was traded before the chart was read is in its bars already.
  const traded = tail.volume === null ? 0 : volume < tail.volume ? volume : volume - tail.volume
  const last = tail.bars.at(-1)
  const start = startOf(quote, last, interval, schedule)
  if (last && start <= Date.parse(last.at)) {
    const bar = {
      ...last,
      close: price,
      high: Math.max(last.high, price),
      low: Math.min(last.low, price),
      volume: last.volume + traded,
    }
    return { bars: [...tail.bars.slice(0, -1), bar], volume }
  }
  if (tail.volume === null) return { ...tail, volume }
  const bar: BarView = {
    at: iso(start),
    open: price,
    high: price,
    low: price,
    close: price,
    volume: traded,
    source: last?.source ?? 'traded',
  }
  return { bars: [...tail.bars, bar], volume }
}
