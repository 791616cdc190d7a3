import type { DateJst, Ms } from '#kernel/time.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import type { Log } from '#platform/log.ts'
import type { MarketFeed, Quote, Trade } from '#modules/venue/server/ports.ts'
import { addTrade, emptyDay, type LiveDay } from '../model/live-day.ts'
import type { SourcedBar } from '../model/interval.ts'
import { openBarWriter } from './bar-writer.ts'
import { forgetMinutes, type DayRow, type MinuteRow, type Records } from './queries.ts'

/** The time for which minute bars are kept: the 30 days that charts show, and some more. */
const MINUTES_KEPT_MS = 40 * DAY

export type Recorder = {
  /** The minute bars of the trade date that is on, from its trades; empty before the first. */
  today(code: string, date: DateJst): readonly SourcedBar[]
  /** Takes up the bars that were recorded of this date before a restart. */
  resume(date: DateJst): Promise<void>
  /** Writes what is not written yet. `now` is market time: it is recorded up to then. */
  flush(now: Ms): Promise<void>
}

type Deps = {
  feed: MarketFeed
  /** null: nothing is written (replay: the data hold every day). */
  records: Records | null
  /** The kind of this market's trades. */
  source: 'traded' | 'interpolated'
  /** The bar of a quote's day; null before its first trade. */
  dayBarOf: (quote: Quote) => DayRow | null
  /** Before minutes from before a time are forgotten: what is made of them is written down. */
  settle: (before: Ms) => Promise<void>
  dateOf: (at: Ms) => DateJst
  log: Log
}

/** Makes minute bars of the trades of the live market and writes them once a minute. */
export function keepMinutes({ feed, records, source, dayBarOf, settle, dateOf, log }: Deps): Recorder {
  const writer = records && openBarWriter(records)
  const live = new Map<string, LiveDay>()
  let unwritten = new Map<string, MinuteRow>()
  let newestDate: DateJst = ''
  let writtenMinute = 0

  const count = (trade: Trade) => {
    let day = live.get(trade.code)
    if (!day || trade.tradeDate > day.tradeDate) live.set(trade.code, (day = emptyDay(trade.tradeDate)))
    if (trade.tradeDate < day.tradeDate) return
    const bar = addTrade(day, trade, source)
    if (bar && writer)
      unwritten.set(`${trade.code} ${bar.at}`, {
        ...bar,
        code: trade.code,
        tradeDate: day.tradeDate,
        lastNo: day.lastNo,
      })
  }
  feed.onTrades((trades) => trades.forEach(count))
  // The newest quote with a trade in it: a day's last one must not be lost to the next day's first.
  const quoted = new Map<string, Quote>()
  if (writer) feed.onQuote((quote) => void (quote.lastTenths !== null && quoted.set(quote.code, quote)))

  const flush = async (now: Ms) => {
    if (!writer) return
    const minutes = [...unwritten.values()]
    unwritten = new Map()
    const days = [...quoted.values()].map(dayBarOf).filter((row) => row !== null)
    quoted.clear()
    try {
      await writer.write(minutes, days, now)
    } catch (error) {
      // Nothing is lost: these rows go with the next minute's, unless a newer version of them is there
      // already.
      for (const row of minutes)
        if (!unwritten.has(`${row.code} ${row.at}`)) unwritten.set(`${row.code} ${row.at}`, row)
      throw error
    }
    const date = minutes.at(-1)?.tradeDate ?? newestDate
    if (date > newestDate) {
      newestDate = date
      const before = now - MINUTES_KEPT_MS
      await settle(before)
      await forgetMinutes(records, dateOf(before))
    }
  }
  feed.onHeartbeat((now) => {
    const minute = Math.floor(now / MINUTE)
    if (minute <= writtenMinute) return
    writtenMinute = minute
    flush(now).catch((error: unknown) => log.error({ err: error }, 'minute bars could not be written'))
  })

  return {
    today: (code, date) => {
      const day = live.get(code)
      return day?.tradeDate === date ? day.bars : []
    },
    async resume(date) {
      if (!writer) return
      for (const [code, rows] of Map.groupBy(await writer.resume(date), (row) => row.code)) {
        const recorded = rows.map(({ code: _code, tradeDate: _date, lastNo: _no, ...bar }): SourcedBar => bar)
        const lastNo = rows.at(-1)!.lastNo
        // Trades may have come in since the start; they are newer than what was recorded.
        const day = live.get(code)
        const newer = day?.tradeDate === date ? day.bars.filter((bar) => bar.at > recorded.at(-1)!.at) : []
        live.set(code, {
          tradeDate: date,
          bars: [...recorded, ...newer],
          lastNo: Math.max(lastNo, day?.lastNo ?? 0),
        })
      }
    },
    flush,
  }
}
