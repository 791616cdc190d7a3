import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import type { MarketPublic } from './public.ts'
import type { DayBar } from '../model/interval.ts'
import type { Quotes } from './quotes.ts'
import type { Series } from './series.ts'

export type ClosesDeps = {
  feed: MarketFeed
  quotes: Quotes
  instruments: InstrumentsPublic
  series: Series
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
      quote === null || quote.tradeDate > tradeDate || quote.state === 'closed' || quote.state === 'halted'
    )
  }
  type Bars = (instrument: Instrument) => Promise<readonly DayBar[]>
  async function closeOf(bars: Bars, code: string, tradeDate: DateJst): Promise<PriceTenths | null> {
    const quote = quotes.get(code)
    const instrument = instruments.get(code)
    if (quote === null || instrument === null || quote.tradeDate <= tradeDate) return priceNow(code)
    // A later day has begun: this one's close stands among the bars.
    return (
      (await bars(instrument)).findLast((day) => day.tradeDate <= tradeDate)?.closeTenths ?? priceNow(code)
    )
  }

  const closes =
    (bars: Bars): MarketPublic['closesOf'] =>
    async (asked, tradeDate) => {
      const codes = [...asked]
      const isOver = () => codes.every((code) => hasClosed(code, tradeDate))
      if (!isOver())
        await new Promise<void>((go) => void waiting.add({ isOver, beats: LONGEST_WAIT_BEATS, go }))
      const found = new Map<string, PriceTenths>()
      for (const code of codes) {
        const close = await closeOf(bars, code, tradeDate)
        if (close !== null) found.set(code, close)
      }
      return found
    }
  return { closesOf: closes(series.days), closesThen: closes(series.daysThen) }
}
