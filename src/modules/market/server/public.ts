import type { DateJst, Ms } from '#kernel/time.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { PhaseNow } from '#modules/instruments/model/schedule.ts'
import type { OffGap } from '#modules/venue/server/public.ts'
import type { Depth, Quote } from '#modules/venue/server/ports.ts'
import type { DayBar } from '../model/interval.ts'
import type { HaltView, MarketView, StockRow } from '../contract.ts'

export type { Quote } from '#modules/venue/server/ports.ts'

/**
 * The questions of other modules to the market. Answers are from memory and synchronous where nothing else is
 * said.
 */
export type MarketPublic = {
  /** null: no such issue is listed here. */
  instrument(code: string): Instrument | null
  /** The newest quote, prices in tenths of a yen; null before the feed's first word about this issue. */
  quote(code: string): Quote | null
  /** The same with the figures of the whole day, hours included for which the exchange was off. */
  dayQuote(code: string): Quote | null
  /** The board as of the exchange's last step, prices in tenths; null before its first word. */
  depth(code: string): Depth | null
  /**
   * No message of any kind from the feed for 3 s (machine time), or nothing ever heard about this issue.
   * Market orders are refused then.
   */
  isStale(code: string): boolean
  /** Phase of the market at market time now. */
  phase(): PhaseNow
  /** Market time up to which the exchange has lived: what traded before has been said. 0 before its start. */
  livedTo(): Ms
  /** `lang` as it came in the request. An unlisted code is its own name. */
  nameOf(code: string, lang: string): string
  /**
   * At what price a holding is worth counting: last trade, before the day's first trade the previous close.
   * Codes never heard of are left out.
   */
  lastPrices(codes: Iterable<string>): ReadonlyMap<string, PriceTenths>
  /**
   * The closing prices of a trade date that is over by the clock; where an issue did not trade, the last
   * price before. Waits a few seconds for an exchange that has not closed it yet.
   */
  closesOf(codes: Iterable<string>, tradeDate: DateJst): Promise<ReadonlyMap<string, PriceTenths>>
  /**
   * The same as they were quoted: of that day's shares, whatever splits have come since. null: the exchange
   * has not closed the day yet, and no price of it is its last.
   */
  closesThen(codes: Iterable<string>, tradeDate: DateJst): Promise<ReadonlyMap<string, PriceTenths> | null>
  /**
   * An issue's daily bars in shares of now, oldest first, as anybody may read them; the day that is on with
   * what it has traded. Empty: not listed here.
   */
  dailyBars(code: string): Promise<readonly DayBar[]>
  /** The trade date on which this exchange began; today where it is just about to. */
  firstOwnDate(): DateJst
  /**
   * The newest day that this exchange has recorded of an issue, and its last price then; null: it has never
   * traded here.
   */
  lastRecorded(code: string): Promise<{ tradeDate: DateJst; closeTenths: PriceTenths } | null>
  /** The halts by people of the firm. */
  halts(): HaltView[]
  /** For home: the market's overview, and the issues that move most (README: the rule). */
  overview(lang: string): MarketView
  hot(count: number, lang: string): StockRow[]
  /**
   * For the simulated exchange after it was off: the last price before its trade date on the model's path
   * between these prices; null when it was not off over a day's end.
   */
  closeWhileOff(instrument: Instrument, off: OffGap): PriceTenths | null
}
