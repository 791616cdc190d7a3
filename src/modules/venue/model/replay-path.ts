import type { PriceTenths } from '#kernel/price.ts'
import { seeded } from '#kernel/random.ts'
import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Bar } from '#modules/instruments/model/bar.ts'
import { minuteBars } from '#modules/instruments/model/bar-path.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { slots } from '#modules/instruments/model/intraday-shape.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import type { ReplayDay } from './replay-bars.ts'

/**
 * A possible course of a replayed day: an interpolation in minutes, not what was traded. It passes through
 * the real open, high, low and close, on the tick grid, spends the real volume by the usual shape of a day,
 * and is the same each time.
 */
export function intradayPath(
  day: ReplayDay,
  instrument: Pick<Instrument, 'code' | 'tickTable' | 'unit'>,
): Bar[] {
  return minuteBars(
    day,
    instrument,
    day.date,
    slots(schedules.tse, day.date),
    seeded('replay', instrument.code, day.date),
  )
}

/**
 * The interpolated price at this instant: null before the first minute; between minutes that traded the last
 * price holds.
 */
export function pathPrice(
  path: readonly Bar[],
  at: Ms,
  instrument: Pick<Instrument, 'tickTable'>,
): PriceTenths | null {
  let low = 0
  let high = path.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (path[middle]!.at <= at) low = middle + 1
    else high = middle
  }
  const bar = path[low - 1]
  if (!bar) return null
  const part = (at - bar.at) / MINUTE
  if (part >= 1) return bar.closeTenths
  const rose = bar.closeTenths >= bar.openTenths
  const stations = [
    bar.openTenths,
    rose ? bar.lowTenths : bar.highTenths,
    rose ? bar.highTenths : bar.lowTenths,
    bar.closeTenths,
  ] as const
  const leg = Math.min(Math.floor(part * 3), 2)
  const from = stations[leg]!
  const price = from + (stations[leg + 1]! - from) * (part * 3 - leg)
  return Math.min(
    Math.max(roundToTick(price, instrument.tickTable, 'nearest'), bar.lowTenths),
    bar.highTenths,
  )
}
