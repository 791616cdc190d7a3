import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { periodStart, type DayBar, type DayInterval } from './interval.ts'
import { indexValue, type MarketIndex } from './market-index.ts'

/** Points × 100 of an index at the end of a day, week or month, which begins at `at`. */
export type IndexClose = { readonly at: Ms; readonly value: number }

type Of = {
  /** Days of each issue in shares of now, oldest first. */
  daysOf: (code: string) => readonly DayBar[]
  /** Shares of now for one of the beginning. */
  sharesNow: (code: string) => number
  interval: DayInterval
  limit: number
}

/** The newest closes of an index, oldest first. An issue without trades counts at its close before. */
export function indexCloses(index: MarketIndex, { daysOf, sharesNow, interval, limit }: Of): IndexClose[] {
  const codes = [...index.shares.keys()]
  // Days on which any issue traded are those of the one with the most.
  const days = codes
    .map(daysOf)
    .reduce<readonly DayBar[]>((most, own) => (own.length > most.length ? own : most), [])
  const periods: { at: Ms; start: DateJst; end: DateJst }[] = []
  for (const { tradeDate, at } of days) {
    const start = periodStart(tradeDate, interval)
    const last = periods.at(-1)
    if (last?.start === start) last.end = tradeDate
    else periods.push({ at, start, end: tradeDate })
  }
  return periods.slice(-limit).map(({ at, end }) => ({
    at,
    value: indexValue(index, (code) => {
      const close = closeUntil(daysOf(code), end)
      return close === null ? null : close * sharesNow(code)
    }),
  }))
}

/** The close of the last day until this one; null before the first. */
function closeUntil(days: readonly DayBar[], until: DateJst): PriceTenths | null {
  let [from, to] = [0, days.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (days[middle]!.tradeDate <= until) from = middle + 1
    else to = middle
  }
  return days[from - 1]?.closeTenths ?? null
}
