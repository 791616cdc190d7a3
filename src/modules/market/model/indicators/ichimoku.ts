import { extremesOf } from './extremes.ts'
import { type Indicator, type IndicatorBar, type Series } from './indicator.ts'

const midpoints = (bars: readonly IndicatorBar[], period: number): (number | null)[] =>
  extremesOf(bars, period).map((of) => of && (of.highest + of.lowest) / 2)

/** This many bars lie between a value and where it is drawn: 26 counts the bar itself. */
export const shiftOf = ({ base }: { readonly base: number }): number => base - 1

const ahead = (values: Series, shift: number): Series => [...Array<null>(shift).fill(null), ...values]

/**
 * Ichimoku: conversion line, base line, leading spans A and B, lagging span. Each value stands at the index
 * at which it is drawn: the leading spans reach `shiftOf` bars beyond the last one, the lagging span ends as
 * many before it. Of fewer bars than the shift nothing is lagging.
 * https://fu.minkabu.jp/column/kojiro/31/4
 */
export const ichimoku: Indicator<{
  readonly conversion: number
  readonly base: number
  readonly spanB: number
}> = (bars, settings) => {
  const conversion = midpoints(bars, settings.conversion)
  const base = midpoints(bars, settings.base)
  const shift = shiftOf(settings)
  const between = base.map((value, index) => {
    const other = conversion[index]!
    return value === null || other === null ? null : (value + other) / 2
  })
  const lagging = bars.map((_, index) => bars[index + shift]?.close ?? null)
  return [conversion, base, ahead(between, shift), ahead(midpoints(bars, settings.spanB), shift), lagging]
}
