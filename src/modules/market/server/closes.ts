import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import type { MarketPublic } from './public.ts'
import { valuedTenths } from '../model/figures.ts'
import type { DayBar } from '../model/interval.ts'
import type { Quotes } from './quotes.ts'
import type { Series } from './series.ts'

export type ClosesDeps = {
  feed: MarketFeed
  quotes: Quotes
  instruments: Pick<InstrumentsPublic, 'get'>
  series: Pick<Series, 'days' | 'daysThen'>
  priceNow: (code: string) => PriceTenths | null
}

/**
 * For so many heartbeats of the feed, a second each, the exchange may be behind: a fast replay, or a clock
 * that has jumped.
 */
const LONGEST_WAIT_BEATS = 5

/**
 * Closing prices of a day that is over by the clock, as soon as the exchange has closed it too. Must be made
 * before the venue starts.
 */
export function readCloses({
  feed,
  quotes,
  instruments,
  series,
  priceNow,
}: ClosesDeps): Pick<MarketPublic, 'closesOf' | 'closesThen'> {
  const waiting = new Set<{ isOver: () => boolean; beats: number; go: () => void }>()
  const look = (beat: number) => {
    for (const one of waiting) {
      one.beats -= beat
      if (one.beats > 0 && !one.isOver()) continue
      waiting.delete(one)
      one.go()
    }
  }
  feed.onQuote(() => look(0))
  feed.onHeartbeat(() => look(1))

  const hasClosed = (code: string, tradeDate: DateJst): boolean => {
    const quote = quotes.get(code)
    return (
      quote === null ||
      quote.tradeDate > tradeDate ||
      quote.state === 'halted' ||
      (quote.state === 'closed' && quote.tradeDate === tradeDate)
    )
  }
  /** In shares of now, or as they were quoted: of what an ex-date has rebased, what the exchange said. */
  type Prices = {
    bars: (instrument: Instrument) => Promise<readonly DayBar[]>
    last: (code: string) => PriceTenths | null
  }
  const now: Prices = { bars: series.days, last: priceNow }
  const then: Prices = {
    bars: series.daysThen,
    last: (code) => {
      const quote = feed.quote(code)
      return quote === null ? null : valuedTenths(quote)
    },
  }
  async function closeOf({ bars, last }: Prices, code: string, tradeDate: DateJst) {
    const quote = quotes.get(code)
    const instrument = instruments.get(code)
    if (quote === null || instrument === null || quote.tradeDate <= tradeDate) return last(code)
    // A later day has begun: this one's close stands among the bars.
    return (await bars(instrument)).findLast((day) => day.tradeDate <= tradeDate)?.closeTenths ?? last(code)
  }

  /** True if the exchange has closed the day for all of them, after a wait. */
  async function isClosed(codes: readonly string[], tradeDate: DateJst): Promise<boolean> {
    const isOver = () => codes.every((code) => hasClosed(code, tradeDate))
    if (!isOver())
      await new Promise<void>((go) => void waiting.add({ isOver, beats: LONGEST_WAIT_BEATS, go }))
    return isOver()
  }
  async function read(prices: Prices, codes: readonly string[], tradeDate: DateJst) {
    const found = new Map<string, PriceTenths>()
    for (const code of codes) {
      const close = await closeOf(prices, code, tradeDate)
      if (close !== null) found.set(code, close)
    }
    return found
  }
  return {
    async closesOf(asked, tradeDate) {
      const codes = [...asked]
      await isClosed(codes, tradeDate)
      return read(now, codes, tradeDate)
    },
    async closesThen(asked, tradeDate) {
      const codes = [...asked]
      return (await isClosed(codes, tradeDate)) ? read(then, codes, tradeDate) : null
    },
  }
}
