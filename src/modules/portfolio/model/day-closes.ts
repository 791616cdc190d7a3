import type { DateJst, Ms } from '#kernel/time.ts'
import { openingAt, preClosingAt, type Schedule } from '#modules/instruments/model/schedule.ts'

/**
 * The time at which the server closes a lot of day trading: as pre-closing of its day begins; one that its
 * day has left over in the next opening auction, and after that again as pre-closing begins
 * (product decision 7). `tradeDate`: the day on now, or the next.
 */
export function dayClosesAt(schedule: Schedule, tradeDate: DateJst, openedOn: DateJst, now: Ms): Ms {
  const opening = openingAt(schedule, tradeDate)
  return openedOn < tradeDate && now < opening ? opening : preClosingAt(schedule, tradeDate)
}
