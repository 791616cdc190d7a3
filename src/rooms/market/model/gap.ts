import type { PriceTenths } from '#kernel/price.ts'
import { seeded, type Random } from '#kernel/random.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import { tradingSpans, tradingTime, type Schedule } from '#rooms/instruments/model/schedule.ts'
import { roundToTick } from '#rooms/instruments/model/tick.ts'
import type { SourcedBar } from './interval.ts'

/**
 * Time for which the exchange was switched off, in market time (product decision 6). Its bars are the model's: a path between
 * the last price before and the first after, the same whenever it is asked for.
 */
export type Gap = { readonly from: Ms; readonly to: Ms }

export type GapPath = {
  readonly instrument: Instrument
  readonly schedule: Schedule
  readonly seed: string
  readonly gap: Gap
  /** All trade dates that the gap touches, oldest first. */
  readonly dates: readonly DateJst[]
  /** Last price before the gap and first price after it. */
  readonly fromTenths: PriceTenths
  readonly toTenths: PriceTenths
}

/** The whole minutes of continuous trading of one date that lie in the gap, as stretches. */
const stretchesIn = (gap: Gap, schedule: Schedule, date: DateJst): { from: Ms; count: number }[] =>
  tradingSpans(schedule, date).map((span) => {
    const from = Math.ceil(Math.max(gap.from, span.from) / MINUTE) * MINUTE
    return { from, count: Math.max(0, Math.floor((Math.min(gap.to, span.to) - from) / MINUTE)) }
  })

/** One step of a path that is tied to its end: log price after `step` of the `left` minutes that remain. */
function tiedStep(random: Random, log: number, end: number, step: number, left: number, volatility: number): number {
  const free = volatility * Math.sqrt((step * Math.max(left - step, 0)) / left)
  return log + ((end - log) * step) / left + free * random.normal()
}

/** The model's minute bars of one trade date of a gap. Minutes in which nobody would have traded have none. */
export function gapBars(path: GapPath, date: DateJst): SourcedBar[] {
  const { instrument, schedule, gap } = path
  const volatilityOn = (one: DateJst) => (instrument.dailyVolPpm / 1e6) / Math.sqrt(tradingTime(schedule, one) / MINUTE)
  const counts = path.dates.map((one) => stretchesIn(gap, schedule, one).reduce((sum, { count }) => sum + count, 0))
  const random = seeded(path.seed, 'gap', instrument.code, gap.from)
  let left = counts.reduce((sum, count) => sum + count, 0)
  let log = Math.log(path.fromTenths)
  const end = Math.log(path.toTenths)
  for (const [index, one] of path.dates.entries()) {
    const count = counts[index]!
    const volatility = volatilityOn(one)
    const close = count === 0 || left === 0 ? log : tiedStep(random, log, end, count, left, volatility)
    if (one === date) return count === 0 ? [] : dayBars(path, date, count, log, close, volatility)
    log = close
    left -= count
  }
  return []
}

function dayBars(path: GapPath, date: DateJst, count: number, openLog: number, closeLog: number, volatility: number): SourcedBar[] {
  const { instrument, schedule } = path
  const random = seeded(path.seed, 'gap', instrument.code, path.gap.from, date)
  const round = (log: number) => roundToTick(Math.exp(log), instrument.tickTable, 'nearest')
  const yenPerMinute = instrument.turnoverYen / (tradingTime(schedule, date) / MINUTE)
  const bars: SourcedBar[] = []
  let log = openLog
  let last = round(openLog)
  let left = count
  for (const stretch of stretchesIn(path.gap, schedule, date)) {
    for (let minute = 0; minute < stretch.count; minute++, left--) {
      log = tiedStep(random, log, closeLog, 1, left, volatility)
      const close = round(log)
      const reach = Math.abs(random.normal()) * volatility * 0.5
      const lots = Math.floor((yenPerMinute * Math.exp(random.normal() * 0.8) * 10) / (close * instrument.unit))
      if (lots === 0) continue
      bars.push({
        at: stretch.from + minute * MINUTE, openTenths: last, closeTenths: close,
        highTenths: Math.max(last, close, round(log + reach)), lowTenths: Math.min(last, close, round(log - reach)),
        volume: lots * instrument.unit, source: 'model',
      })
      last = close
    }
  }
  return bars
}
