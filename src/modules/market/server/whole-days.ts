import type { DateJst } from '#kernel/time.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { Quote } from '#modules/venue/server/ports.ts'
import { wholeQuote, type ComputedPart, type WholeQuote } from '../model/whole-day.ts'
import type { Quotes } from './quotes.ts'
import type { Series } from './series.ts'

export type WholeDays = {
  /** The newest quote with the figures of its whole day; null before the feed's first word. */
  get(code: string): WholeQuote | null
  /** The same of a quote that has just come. */
  of(quote: Quote): WholeQuote
}

type Deps = {
  quotes: Pick<Quotes, 'get'>
  instruments: Pick<InstrumentsPublic, 'get'>
  /** The trade date that is on: a quote of another day has no part of it. */
  date: () => DateJst
  computedToday: Series['computedToday']
}

/**
 * Quotes as every screen shows them: an exchange that was off for a part of the day counts its own trades
 * alone, while the day's chart has the hours before. Each is put together once.
 */
export function keepWholeDays({ quotes, instruments, date, computedToday }: Deps): WholeDays {
  const known = new Map<string, { quote: Quote; part: ComputedPart | null; whole: WholeQuote }>()
  const of = (quote: Quote): WholeQuote => {
    const { code } = quote
    const instrument = instruments.get(code)
    const part = instrument !== null && quote.tradeDate === date() ? computedToday(instrument) : null
    const last = known.get(code)
    if (last?.quote === quote && last.part === part) return last.whole
    const whole = wholeQuote(quote, part)
    known.set(code, { quote, part, whole })
    return whole
  }
  return {
    of,
    get: (code) => {
      const quote = quotes.get(code)
      return quote && of(quote)
    },
  }
}
