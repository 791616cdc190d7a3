import { iso, type DateJst } from '#kernel/time.ts'
import { openingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import type { BarView, Interval } from '../contract.ts'
import { MINUTES } from '../model/interval.ts'

/**
 * A dividend or split: the first day without the right to it, the letter of its mark, its words, and new
 * shares for an old one (of a dividend 1).
 */
export type ChartEvent = {
  readonly date: DateJst
  readonly mark: string
  readonly words: string
  readonly shares: number
}

/** New shares for one of `after`, on `upTo`. */
export const sharesBetween = (events: readonly ChartEvent[], after: DateJst, upTo: DateJst): number =>
  events
    .filter(({ date }) => date > after && date <= upTo)
    .reduce((product, { shares }) => product * shares, 1)

type At = { readonly schedule: Schedule; readonly interval: Interval; readonly today: DateJst }

/** The bars that events fall into: a day's, week's or month's own one, and of minutes the day's first. */
export function eventsAt(
  events: readonly ChartEvent[],
  bars: readonly BarView[],
  { schedule, interval, today }: At,
): { at: string; mark: string; words: string }[] {
  return events.flatMap(({ date, mark, words }) => {
    const opening = iso(openingAt(schedule, date))
    const bar =
      interval in MINUTES ? bars.find(({ at }) => at >= opening) : bars.findLast(({ at }) => at <= opening)
    const isSeen = bar !== undefined && date <= today && bars[0]!.at <= opening
    return isSeen ? [{ at: bar.at, mark, words }] : []
  })
}
