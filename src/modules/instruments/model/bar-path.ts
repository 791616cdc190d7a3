import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Random } from '#kernel/random.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Bar } from './bar.ts'
import type { TickTable } from './instrument.ts'
import { slotAt, type Slot } from './intraday-shape.ts'
import { roundToTick } from './tick.ts'

export type DayBar = Omit<Bar, 'at'>
type Issue = { readonly tickTable: TickTable; readonly unit: number }

/**
 * Minute bars that add up exactly to a daily bar: the first opens at its open, one touches its high, one its
 * low, the last closes at its close, their volumes sum to its volume. A walk tied to those points,
 * deterministic given `random`; minutes in which nothing trades have no bar. A day that fell visits its high
 * first, a day that rose its low.
 */
export function minuteBars(
  day: DayBar,
  issue: Issue,
  date: DateJst,
  slots: readonly Slot[],
  random: Random,
): Bar[] {
  if (day.volume === 0) return []
  const volumes = spreadVolume(day.volume, issue.unit, slots, random)
  const traded: number[] = []
  for (let index = 0; index < slots.length; index++) if (volumes[index]! > 0) traded.push(index)
  const path = walk(
    day,
    traded.map((index) => slots[index]!),
    random,
  )

  const bars: Bar[] = []
  let previous = day.openTenths
  for (let step = 0; step < traded.length; step++) {
    const slot = slots[traded[step]!]!
    const close =
      path.pinned.get(step) ?? held(roundToTick(path.prices[step]!, issue.tickTable, 'nearest'), day)
    const open = slot.isClosingAuction && step > 0 ? close : previous
    const reach = slot.isClosingAuction
      ? 0
      : 0.6 * Math.abs(random.normal()) * path.stepSd * Math.sqrt(slot.varianceShare) * close
    const high = held(roundToTick(Math.max(open, close) + reach, issue.tickTable, 'down'), day)
    const low = held(roundToTick(Math.min(open, close) - reach, issue.tickTable, 'up'), day)
    bars.push({
      at: slotAt(date, slot),
      openTenths: open,
      highTenths: step === path.high ? day.highTenths : Math.max(high, open, close),
      lowTenths: step === path.low ? day.lowTenths : Math.min(low, open, close),
      closeTenths: close,
      volume: volumes[traded[step]!]!,
    })
    previous = close
  }
  return bars
}

const held = (price: PriceTenths, day: DayBar): PriceTenths =>
  Math.min(Math.max(price, day.lowTenths), day.highTenths)

/**
 * Volumes in whole units by the day's shape with some unevenness. Odd shares of real data go to the last
 * minute that trades.
 */
function spreadVolume(volume: Quantity, unit: number, slots: readonly Slot[], random: Random): number[] {
  const uneven = 0.7
  const weights = slots.map(
    ({ volumeShare, isClosingAuction }) =>
      volumeShare * Math.exp(isClosingAuction ? 0 : uneven * random.normal() - (uneven * uneven) / 2),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const units = Math.floor(volume / unit)
  const offset = random.next()
  const volumes: number[] = []
  let sum = 0
  let before = 0
  let last = slots.length - 1
  for (let index = 0; index < slots.length; index++) {
    sum += weights[index]!
    // The random offset moves single units to different minutes; the last slot takes what is left.
    const upTo =
      index === slots.length - 1 ? units : Math.min(Math.floor((sum / total) * units + offset), units)
    volumes.push((upTo - before) * unit)
    if (upTo > before) last = index
    before = upTo
  }
  volumes[last]! += volume - units * unit
  return volumes
}

/** `pinned`: steps whose close is given. `high`, `low`: the steps that touch the day's extremes. */
type Walk = {
  prices: number[]
  pinned: ReadonlyMap<number, PriceTenths>
  high: number
  low: number
  stepSd: number
}

/**
 * Logarithmic walk over the traded slots through open, both extremes and close, folded back where it would
 * leave the range.
 */
function walk(day: DayBar, slots: readonly Slot[], random: Random): Walk {
  const last = slots.length - 1
  const clock = cumulative(slots)
  const { high, low } = extremes(day, slots, clock, random)
  const [top, bottom] = [Math.log(day.highTenths), Math.log(day.lowTenths)]
  // A free walk of variance v has a mean squared range of 4 ln 2 × v.
  const stepSd = Math.max((top - bottom) / Math.sqrt(4 * Math.LN2), 1e-6)

  const pinned = new Map<number, PriceTenths>()
  if (low < last && day.lowTenths !== day.openTenths) pinned.set(low, day.lowTenths)
  if (high < last && day.highTenths !== day.openTenths) pinned.set(high, day.highTenths)
  pinned.set(last, day.closeTenths)
  const anchors = [...pinned].sort((one, other) => one[0] - other[0])

  const prices: number[] = []
  let log = Math.log(day.openTenths)
  let next = 0
  for (let step = 0; step <= last; step++) {
    const anchor = anchors[next]![0]
    const end = Math.log(anchors[next]![1])
    const from = step === 0 ? 0 : clock[step - 1]!
    const left = clock[anchor]! - from
    const passed = clock[step]! - from
    if (step === anchor) {
      log = end
      next++
    } else {
      const free = stepSd * Math.sqrt((passed * (left - passed)) / left)
      log = folded(log + ((end - log) * passed) / left + free * random.normal(), bottom, top)
    }
    prices.push(Math.exp(log))
  }
  return { prices, pinned, high, low, stepSd }
}

function cumulative(slots: readonly Slot[]): number[] {
  let sum = 0
  return slots.map((slot) => (sum += slot.varianceShare))
}

/** In which of the traded slots the day's high and low fall. */
function extremes(
  day: DayBar,
  slots: readonly Slot[],
  clock: readonly number[],
  random: Random,
): { high: number; low: number } {
  const last = slots.length - 1
  const lastFree = slots[last]!.isClosingAuction && last > 0 ? last - 1 : last
  // The auction is one price: it can only be an extreme when the day closes there.
  const placed = (from: number, to: number): number => {
    const target = from + (to - from) * random.next()
    return Math.min(
      Math.max(
        clock.findIndex((value) => value >= target * clock[lastFree]!),
        0,
      ),
      lastFree,
    )
  }
  const rose = day.closeTenths >= day.openTenths
  const [first, second] = [placed(0.02, 0.45), placed(0.55, 0.98)]
  const high =
    day.highTenths === day.openTenths ? 0 : day.highTenths === day.closeTenths ? last : rose ? second : first
  const low =
    day.lowTenths === day.openTenths ? 0 : day.lowTenths === day.closeTenths ? last : rose ? first : second
  return { high, low }
}

/** Reflected into [bottom, top]. */
function folded(value: number, bottom: number, top: number): number {
  const span = top - bottom
  if (span <= 0) return bottom
  const turn = (((value - bottom) % (2 * span)) + 2 * span) % (2 * span)
  return bottom + (turn <= span ? turn : 2 * span - turn)
}
