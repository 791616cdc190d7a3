import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { auctionShares } from '#modules/instruments/model/intraday-shape.ts'
import type { AuctionKind, Phase, Schedule } from '#modules/instruments/model/schedule.ts'

/**
 * An auction of one trade date; `share`: its part of the day's volume. `isLast`: the one that makes the day's
 * close.
 */
export type PlannedAuction = {
  readonly kind: AuctionKind
  readonly at: Ms
  readonly share: number
  readonly isLast: boolean
}

/** The phases and auctions of one trade date as times. */
export type Timetable = {
  readonly midnight: Ms
  /** The start of taking orders for this date. */
  readonly begins: Ms
  readonly auctions: readonly PlannedAuction[]
  /** The last opening auction before this time; midnight when there was none. */
  openingBefore(at: Ms): Ms
  /** `closed` outside of all phases. A boundary belongs to the phase that begins there. */
  phaseAt(at: Ms): { readonly phase: Phase; readonly from: Ms; readonly to: Ms }
}

export function timetableOf(schedule: Schedule, tradeDate: DateJst): Timetable {
  const midnight = timeJst(tradeDate, 0)
  const hours = schedule.hoursOn(tradeDate)
  const shares = auctionShares(schedule.id, hours)
  const phases = hours.phases.map(([phase, from, to]) => ({
    phase,
    from: midnight + from,
    to: midnight + to,
  }))
  const auctions = hours.auctions.map(([kind, at], index) => ({
    kind,
    at: midnight + at,
    share: shares[index]!,
    isLast: index === hours.auctions.length - 1,
  }))
  return {
    midnight,
    begins: phases[0]!.from,
    auctions,
    openingBefore: (at) =>
      auctions.findLast((auction) => auction.kind === 'opening-auction' && auction.at < at)?.at ?? midnight,
    phaseAt: (at) =>
      phases.find(({ from, to }) => at >= from && at < to) ?? { phase: 'closed', from: at, to: at },
  }
}
