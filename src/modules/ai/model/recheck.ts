import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Yen } from '#kernel/money.ts'
import { daysBetween, type DateJst } from '#kernel/time.ts'
import { daysToResults, featuresOn, FEATURES, ranking, ranksOf } from './method.ts'

/** A day's bar as anybody reads it: prices in yen, the date of its trade. */
export type ReadBar = {
  readonly date: DateJst
  readonly high: number
  readonly close: number
  readonly volume: Quantity
}
export type Rechecked = { readonly rank: boolean; readonly bars: boolean }
type Row = { readonly code: string; readonly closeTenths: PriceTenths; readonly values: readonly number[] }

/**
 * A pick reckoned again from what is published: its place and score from weights and features of all issues,
 * and its own features from daily bars and dates of results.
 */
export function recheck(
  pick: { readonly code: string; readonly place: number; readonly score: number },
  day: DateJst,
  inputs: { readonly weights: readonly number[]; readonly rows: readonly Row[] },
  read: { readonly bars: readonly ReadBar[]; readonly announced: readonly string[] },
): Rechecked {
  const ranks = ranksOf(inputs.rows.map(({ values }) => values))
  const best = ranking(
    inputs.rows.map(({ code }) => code),
    ranks,
    inputs.weights,
  )[pick.place - 1]
  const own = inputs.rows.find(({ code }) => code === pick.code)
  const bars = read.bars.filter(({ date }) => date <= day)
  const tenths = (yen: Yen) => Math.round(yen * 10)
  const features = featuresOn(
    {
      high: bars.map(({ high }) => tenths(high)),
      close: bars.map(({ close }) => tenths(close)),
      volume: bars.map(({ volume }) => volume),
      results: bars.map(({ date }) => daysToResults(date, read.announced, daysBetween)),
    },
    bars.length - 1,
  )
  return {
    rank: best?.code === pick.code && best.score === pick.score,
    bars:
      own !== undefined &&
      features !== null &&
      bars.at(-1)?.date === day &&
      FEATURES.every((_, n) => features[n] === own.values[n]),
  }
}
