import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Quote } from '#modules/venue/model/terms.ts'
import type { SourcedBar } from './interval.ts'

/** Market time of a day, from its opening on, within which the model stands for an exchange that was off. */
export type ComputedSpan = { readonly from: Ms; readonly to: Ms }

/** The figures of a day's computed bars together. */
export type ComputedPart = {
  readonly span: ComputedSpan
  /** null: the day's first trade came before them. */
  readonly openTenths: PriceTenths | null
  readonly highTenths: PriceTenths
  readonly lowTenths: PriceTenths
  readonly closeTenths: PriceTenths
  readonly volume: Quantity
  /** Tenths of yen: each bar at the mean of its high, low and close, as VWAP on the chart takes it. */
  readonly turnoverTenths: number
}

/** A quote with the figures of its whole day; `computed` null: all of it was traded. */
export type WholeQuote = Quote & { readonly computed: (ComputedSpan & { readonly volume: Quantity }) | null }

/** The figures of a day's computed bars, oldest first; null when there are none. */
export function computedPart(
  bars: readonly SourcedBar[],
  span: ComputedSpan,
  firstTradeAt: Ms | null,
): ComputedPart | null {
  const [first] = bars
  if (first === undefined) return null
  let { highTenths, lowTenths } = first
  let volume = 0
  let turnoverTenths = 0
  for (const bar of bars) {
    highTenths = Math.max(highTenths, bar.highTenths)
    lowTenths = Math.min(lowTenths, bar.lowTenths)
    volume += bar.volume
    turnoverTenths += ((bar.highTenths + bar.lowTenths + bar.closeTenths) / 3) * bar.volume
  }
  return {
    span,
    openTenths: firstTradeAt === null || first.at <= firstTradeAt ? first.openTenths : null,
    highTenths,
    lowTenths,
    closeTenths: bars.at(-1)!.closeTenths,
    volume,
    turnoverTenths: Math.round(turnoverTenths),
  }
}

/**
 * The day's figures as its chart and its daily bar have them. Last price, board and limits are the exchange's
 * own: nobody can trade at a computed price.
 */
export function wholeQuote(quote: Quote, part: ComputedPart | null): WholeQuote {
  if (part === null) return { ...quote, computed: null }
  const volume = quote.volume + part.volume
  // The exchange's own sum in yen is cut to whole yen; its tenths are gone by then.
  const turnoverTenths = quote.turnoverYen * 10 + part.turnoverTenths
  return {
    ...quote,
    openTenths: part.openTenths ?? quote.openTenths,
    highTenths: Math.max(quote.highTenths ?? 0, part.highTenths),
    lowTenths: Math.min(quote.lowTenths ?? Infinity, part.lowTenths),
    volume,
    turnoverYen: Math.floor(turnoverTenths / 10),
    vwapTenths: volume === 0 ? null : Math.round(turnoverTenths / volume),
    computed: { ...part.span, volume: part.volume },
  }
}
