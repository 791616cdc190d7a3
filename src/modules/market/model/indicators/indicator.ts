/** Figures of a bar that indicators read, in yen and shares of now: splits have been reckoned in. */
export type IndicatorBar = {
  readonly at: string
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A value for each bar, by its index; null where there is none, as before enough bars. */
export type Series = readonly (number | null)[]

/**
 * Bars, oldest first, to series. Bars are counted as they stand: a time without trades has none, and a half
 * day has fewer.
 */
export type Indicator<Settings> = (bars: readonly IndicatorBar[], settings: Settings) => readonly Series[]

export const closesOf = (bars: readonly IndicatorBar[]): number[] => bars.map(({ close }) => close)
