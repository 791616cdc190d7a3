import { addDays, dateJst, MINUTE, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { Unavailable, type AppContext } from '#modules/module.ts'
import type { Period } from '../model/period.ts'

/** Jobs that book under a trade date are due within it after the close: the last charges of day trading. */
const LAST_JOBS: Ms = MINUTE

/** No member's books are older, whatever date is asked for; nor are the calendar and the exchange's hours. */
const OLDEST: DateJst = '1900-01-01'

export const lastTradingDay = (calendar: Calendar, date: DateJst): DateJst =>
  calendar.previous(addDays(date, 1))

const closeOf = ({ schedule, calendar }: AppContext, date: DateJst): Ms =>
  closingAt(schedule, lastTradingDay(calendar, date))

/** Market time from which nothing more is due that books under a date, or an earlier one. */
export const booksCloseAt = (context: AppContext, date: DateJst): Ms =>
  Math.max(timeJst(date, 24), closeOf(context, date) + LAST_JOBS)

export const beingClosed = (): Unavailable => new Unavailable({ rejection: 'BEING_CLOSED' }, 'beingClosed')

/**
 * Throws while dates of the period that are over by the clock still have something to come: jobs that are
 * late, an exchange that is behind. Whoever printed them now would print them otherwise afterwards.
 */
export function assertClosed(
  context: AppContext,
  market: Pick<MarketPublic, 'livedTo'>,
  { from, to }: Period,
  now: Ms,
): void {
  const today = dateJst(now)
  const oldest = from < OLDEST ? OLDEST : from
  for (let date = to < today ? to : today; date >= oldest; date = addDays(date, -1)) {
    const at = booksCloseAt(context, date)
    if (at > now) continue
    if (context.doneBefore() < at || market.livedTo() < closeOf(context, date)) throw beingClosed()
    return
  }
}
