import { SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'
import { usualClosingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { dayJob } from '#modules/instruments/server/public.ts'
import type { Job } from '#platform/jobs.ts'

/**
 * Time after the closing auction by which its prices and fills are in; the market stays closed for longer.
 */
export const AFTER_CLOSE_MS = 30 * SECOND
/** The second business day after the close that made a call (product decision 5). */
const DEADLINE_DAYS = 2

/**
 * The deadline of a call that this close makes: the close of the second business day after, at the hour that
 * the documents name however short that day is.
 */
export const deadlineOf = (schedule: Schedule, calendar: Calendar, tradeDate: DateJst): Ms =>
  usualClosingAt(schedule, calendar.next(tradeDate, DEADLINE_DAYS))

/** Runs once for every close, in order, however late; market time. */
export const closingJob = (
  schedule: Schedule,
  calendar: Calendar,
  run: (tradeDate: DateJst, dueAt: Ms) => Promise<void>,
): Job => dayJob(calendar, 'calls.close', (date) => usualClosingAt(schedule, date) + AFTER_CLOSE_MS, run)
