import { MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { auctionShares, slots, type Slot } from '#modules/instruments/model/intraday-shape.ts'
import type { Schedule } from '#modules/instruments/model/schedule.ts'

/** The spread of trading and movement over the continuous trading of one day. */
export type ActivityClock = {
  /** Of the continuous volume and of the variance of the day, what lies before this time: 0 … 1. */
  volumeBefore(at: Ms): number
  varianceBefore(at: Ms): number
  /** Shares of the day's volume in each auction, in order of time. */
  readonly auctionShares: readonly number[]
  /** Seconds of continuous trading in the whole day. */
  readonly seconds: number
}

export function activityClock(schedule: Schedule, tradeDate: DateJst): ActivityClock {
  const midnight = timeJst(tradeDate, 0)
  const hours = schedule.hoursOn(tradeDate)
  const shares = auctionShares(schedule.id, hours)
  const opening = new Map(
    hours.auctions.map(([kind, at], index) => [at, kind === 'opening-auction' ? shares[index]! : 0]),
  )
  const minutes = slots(schedule, tradeDate).filter((slot) => !slot.isClosingAuction)
  const first = minutes[0]!.msOfDay
  const length = (minutes.at(-1)!.msOfDay - first) / MINUTE + 1
  const cumulative = (share: (slot: Slot) => number) => {
    const sums = new Float64Array(length + 1)
    for (const slot of minutes) sums[(slot.msOfDay - first) / MINUTE + 1] = share(slot)
    for (let minute = 0; minute < length; minute++) sums[minute + 1]! += sums[minute]!
    return sums.map((sum) => sum / sums[length]!)
  }
  // The auction that opens a session is counted in its first minute there.
  const volume = cumulative((slot) => slot.volumeShare - (opening.get(slot.msOfDay) ?? 0))
  const variance = cumulative((slot) => slot.varianceShare)
  const before = (sums: Float64Array, at: Ms) => {
    const minute = Math.min(Math.max((at - midnight - first) / MINUTE, 0), length)
    const whole = Math.min(Math.floor(minute), length - 1)
    return sums[whole]! + (sums[whole + 1]! - sums[whole]!) * (minute - whole)
  }
  return {
    volumeBefore: (at) => before(volume, at),
    varianceBefore: (at) => before(variance, at),
    auctionShares: shares,
    seconds: (minutes.length * MINUTE) / 1_000,
  }
}
