import type { PriceTenths } from '#kernel/price.ts'
import { seeded, UNIFORMS_A_NORMAL, type Random } from '#kernel/random.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { tradingSpans, tradingTime, type Schedule } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { SourcedBar } from './interval.ts'

/**
 * Time for which the exchange was switched off, in market time (product decision 6). Its bars are the
 * model's: a path between the last price before and the first after, the same whenever it is asked for.
 */
export type Gap = { readonly from: Ms; readonly to: Ms }

export type GapDate = { readonly date: DateJst; readonly count: number }

export type GapPath = {
  readonly instrument: Instrument
  readonly schedule: Schedule
  readonly seed: string
  readonly gap: Gap
  /**
   * All trade dates that the gap touches, oldest first, with how many minutes of each lie in it
   * (`minutesIn`).
   */
  readonly dates: readonly GapDate[]
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

/** The number of minutes of continuous trading of one date in the gap. */
export const minutesIn = (gap: Gap, schedule: Schedule, date: DateJst): number =>
  stretchesIn(gap, schedule, date).reduce((sum, { count }) => sum + count, 0)

/** One step of a path that is tied to its end: log price after `step` of the `left` minutes that remain. */
function tiedStep(
  random: Random,
  log: number,
  end: number,
  step: number,
  left: number,
  volatility: number,
): number {
  const normal = random.normal()
  return step === left
    ? end
    : log + ((end - log) * step) / left + volatility * Math.sqrt((step * (left - step)) / left) * normal
}

/** One trade date of a gap's path: so many minutes, from one log price to another. */
type DayPath = {
  readonly count: number
  readonly openLog: number
  readonly closeLog: number
  readonly volatility: number
}

function dayOf(
  { instrument, schedule, gap, seed, dates, fromTenths, toTenths }: GapPath,
  date: DateJst,
): DayPath | null {
  const random = seeded(seed, 'gap', instrument.code, gap.from)
  let left = dates.reduce((sum, { count }) => sum + count, 0)
  let openLog = Math.log(fromTenths)
  const end = Math.log(toTenths)
  for (const { date: one, count } of dates) {
    const volatility = instrument.dailyVolPpm / 1e6 / Math.sqrt(tradingTime(schedule, one) / MINUTE)
    const closeLog = count === 0 ? openLog : tiedStep(random, openLog, end, count, left, volatility)
    if (one === date) return { count, openLog, closeLog, volatility }
    openLog = closeLog
    left -= count
  }
  return null
}

const minutesOf = ({ seed, instrument, gap }: GapPath, date: DateJst): Random =>
  seeded(seed, 'gap', instrument.code, gap.from, date)
const priceAt = ({ instrument }: GapPath, log: number): PriceTenths =>
  roundToTick(Math.exp(log), instrument.tickTable, 'nearest')

/** The number of lots traded in a minute at this price, from its standard normal. */
function lotsOf(
  { instrument, schedule }: GapPath,
  date: DateJst,
): (normal: number, price: PriceTenths) => number {
  const yenPerMinute = instrument.turnoverYen / (tradingTime(schedule, date) / MINUTE)
  return (normal, price) =>
    Math.floor((yenPerMinute * Math.exp(normal * 0.8) * 10) / (price * instrument.unit))
}

/**
 * The model's minute bars of one trade date of a gap. Minutes in which nobody would have traded have none.
 */
export function gapBars(path: GapPath, date: DateJst): SourcedBar[] {
  const day = dayOf(path, date)
  if (day === null || day.count === 0) return []
  const { openLog, closeLog, volatility } = day
  const random = minutesOf(path, date)
  const lotsAt = lotsOf(path, date)
  const bars: SourcedBar[] = []
  let log = openLog
  let last = priceAt(path, openLog)
  let left = day.count
  for (const stretch of stretchesIn(path.gap, path.schedule, date)) {
    for (let minute = 0; minute < stretch.count; minute++, left--) {
      log = tiedStep(random, log, closeLog, 1, left, volatility)
      const close = priceAt(path, log)
      const reach = Math.abs(random.normal()) * volatility * 0.5
      const lots = lotsAt(random.normal(), close)
      if (lots === 0) continue
      bars.push({
        at: stretch.from + minute * MINUTE,
        openTenths: last,
        closeTenths: close,
        highTenths: Math.max(last, close, priceAt(path, log + reach)),
        lowTenths: Math.min(last, close, priceAt(path, log - reach)),
        volume: lots * path.instrument.unit,
        source: 'model',
      })
      last = close
    }
  }
  return bars
}

/** Normals that a minute takes: its step, its reach, its lots. */
const NORMALS_A_MINUTE = 3

/**
 * The price at which a trade date of a gap ends; undefined: nobody traded. A path ends where it is tied to,
 * so its last minute alone need be looked at, unless nobody traded in it: an exchange that was off asks this
 * of every issue at once.
 */
export function gapClose(path: GapPath, date: DateJst): PriceTenths | undefined {
  const day = dayOf(path, date)
  if (day === null || day.count === 0) return undefined
  const random = minutesOf(path, date)
  for (let draw = (day.count * NORMALS_A_MINUTE - 1) * UNIFORMS_A_NORMAL; draw > 0; draw--) random.next()
  const close = priceAt(path, day.closeLog)
  return lotsOf(path, date)(random.normal(), close) > 0 ? close : gapBars(path, date).at(-1)?.closeTenths
}
