import { MINUTE, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { closingAt, preClosingAt, type Schedule } from '#modules/instruments/model/schedule.ts'

/**
 * Members are told this long before their lots are closed for them (product decision 7: 15:20); nothing is
 * taken from the inventory any more.
 */
const WARN_BEFORE: Ms = 5 * MINUTE
/** Time after the closing auction by which its fills are in. */
const AFTER_CLOSE: Ms = 30 * SECOND

/**
 * The hours of a day of day trading, market time: the warning, the orders into the closing auction, and what
 * is asked after it.
 */
export const dayTimes = (schedule: Schedule, date: DateJst): { warnAt: Ms; closeAt: Ms; leftAt: Ms } => ({
  warnAt: preClosingAt(schedule, date) - WARN_BEFORE,
  closeAt: preClosingAt(schedule, date),
  leftAt: closingAt(schedule, date) + AFTER_CLOSE,
})
