import { HOUR, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Hours, Schedule, ScheduleId } from './schedule.ts'

/** A curve through [milliseconds of day, value], straight between its points. */
type Curve = readonly (readonly [atMsOfDay: number, value: number])[]

/** The spread of a day's trading and movement over the day. */
type Shape = {
  /** Volume per minute of continuous trading, in any unit. */
  readonly volume: Curve
  /** Standard deviation of a minute's return, in any unit. */
  readonly volatility: Curve
  /** Share of the day's volume in each auction of the release's hours, in order of time. */
  readonly auctions: readonly number[]
  /** Share of a day's variance that comes between the last close and the opening auction. */
  readonly overnightVariance: number
}

const at = (hour: number, minute = 0) => hour * HOUR + minute * MINUTE

export const shapes: Readonly<Record<ScheduleId, Shape>> = {
  /**
   * Facts: market statistics, sections 2 and 7 (5-minute bars of Prime shares; the split between auctions is
   * an assumption).
   */
  tse: {
    volume: [
      // The first minutes after an auction fall steeply: these mean what their five minutes were measured to
      // be.
      [at(9), 10.2],
      [at(9, 1), 8.4],
      [at(9, 2), 7.2],
      [at(9, 3), 6.4],
      [at(9, 4), 5.8],
      [at(9, 5), 4],
      [at(9, 10), 3.3],
      [at(9, 15), 3],
      [at(9, 30), 2.3],
      [at(10), 1.7],
      [at(10, 30), 1.4],
      [at(11), 1.2],
      [at(11, 25), 1.1],
      [at(12, 30), 7.6],
      [at(12, 31), 5],
      [at(12, 32), 3.8],
      [at(12, 33), 3.2],
      [at(12, 34), 2.9],
      [at(12, 35), 1.7],
      [at(13), 1.4],
      [at(13, 30), 1.1],
      [at(14), 1.3],
      [at(14, 30), 1.2],
      [at(15), 1.7],
      [at(15, 10), 1.6],
      [at(15, 20), 2.7],
    ],
    volatility: [
      [at(9), 62],
      [at(9, 15), 45],
      [at(9, 30), 36],
      [at(10), 25],
      [at(10, 30), 20],
      [at(11, 15), 15],
      [at(12, 30), 48],
      [at(12, 35), 34],
      [at(12, 45), 19],
      [at(13, 30), 19],
      [at(14), 22],
      [at(15), 22],
      [at(15, 15), 19],
    ],
    auctions: [0.07, 0.015, 0.025, 0.21],
    overnightVariance: 0.305,
  },
  /**
   * No such market exists to measure: lively after the opening and in the evening, quiet before dawn, hardly
   * closed at all.
   */
  'always-open': {
    volume: [
      [at(6), 4],
      [at(7), 2.2],
      [at(9), 1.6],
      [at(12), 1.1],
      [at(15), 1.1],
      [at(18), 1.3],
      [at(21), 1.7],
      [at(23), 1.4],
      [at(26), 0.8],
      [at(28), 0.9],
      [at(29, 45), 1.8],
    ],
    volatility: [
      [at(6), 2.6],
      [at(7), 1.7],
      [at(9), 1.3],
      [at(12), 1],
      [at(18), 1.1],
      [at(21), 1.3],
      [at(26), 0.8],
      [at(29, 45), 1],
    ],
    auctions: [0.06, 0.12],
    overnightVariance: 0.05,
  },
}

function valueAt(curve: Curve, atMsOfDay: number): number {
  let before = curve[0]!
  for (const point of curve) {
    if (point[0] > atMsOfDay) {
      const part = (atMsOfDay - before[0]) / (point[0] - before[0])
      return before[1] + (point[1] - before[1]) * Math.max(part, 0)
    }
    before = point
  }
  return before[1]
}

/**
 * A minute of a trading day: an auction that opens a session belongs to the session's first minute, one that
 * closes it stands alone.
 */
export type Slot = {
  readonly msOfDay: number
  /** Share of the day's volume; all shares of a day add up to 1. */
  readonly volumeShare: number
  /** Share of the variance from the opening price to the close; adds up to 1. */
  readonly varianceShare: number
  readonly isClosingAuction: boolean
}

/**
 * Share of the day's volume in each auction, in order of time. A day of one session has the first and the
 * last of them; what the others would take is traded continuously.
 */
export function auctionShares(id: ScheduleId, { auctions }: Hours): readonly number[] {
  const all = shapes[id].auctions
  return auctions.length === all.length ? all : [all[0]!, all.at(-1)!]
}

/**
 * The minutes of a trading day in order of time. The curves are those of the release's hours: of other hours
 * they are what is left of them in the minutes that these have, so that a shorter day does in them what a
 * whole one was drawn to do.
 */
function makeSlots(id: ScheduleId, hours: Hours): readonly Slot[] {
  const shape = shapes[id]
  const shares = auctionShares(id, hours)
  const slots: { msOfDay: number; volumeShare: number; varianceShare: number; isClosingAuction: boolean }[] =
    []
  for (const [phase, from, to] of hours.phases) {
    if (phase !== 'continuous') continue
    for (let msOfDay = from; msOfDay < to; msOfDay += MINUTE) {
      const volatility = valueAt(shape.volatility, msOfDay)
      slots.push({
        msOfDay,
        volumeShare: valueAt(shape.volume, msOfDay),
        varianceShare: volatility * volatility,
        isClosingAuction: false,
      })
    }
  }
  const traded = slots.reduce((sum, slot) => sum + slot.volumeShare, 0)
  const inContinuous = 1 - shares.reduce((sum, share) => sum + share, 0)
  for (const slot of slots) slot.volumeShare *= inContinuous / traded

  for (const [index, [kind, msOfDay]] of hours.auctions.entries()) {
    const share = shares[index]!
    if (kind === 'opening-auction') slots.find((slot) => slot.msOfDay === msOfDay)!.volumeShare += share
    else {
      const last = slots.findLast((slot) => slot.msOfDay < msOfDay && !slot.isClosingAuction)!
      slots.push({
        msOfDay,
        volumeShare: share,
        varianceShare: 2 * last.varianceShare,
        isClosingAuction: true,
      })
    }
  }
  const variance = slots.reduce((sum, slot) => sum + slot.varianceShare, 0)
  for (const slot of slots) slot.varianceShare /= variance
  return slots.sort((a, b) => a.msOfDay - b.msOfDay)
}

const slotsOf = new WeakMap<Hours, readonly Slot[]>()

/** The minutes of this trade date with their shares of volume and variance. */
export function slots({ id, hoursOn }: Schedule, date: DateJst): readonly Slot[] {
  const hours = hoursOn(date)
  let known = slotsOf.get(hours)
  if (!known) slotsOf.set(hours, (known = makeSlots(id, hours)))
  return known
}

/** The start of a slot of this trade date. */
export const slotAt = (date: DateJst, slot: Slot): Ms => timeJst(date, 0) + slot.msOfDay
