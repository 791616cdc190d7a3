import { dateJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Job } from '#platform/jobs.ts'
import type { Calendar } from '../model/calendar.ts'

/**
 * A job that runs once for every trade date, at the market time that `at` gives, in order, however late. A
 * day may end after midnight.
 */
export function dayJob(
  calendar: Pick<Calendar, 'next' | 'previous'>,
  name: string,
  at: (date: DateJst) => Ms,
  run: (date: DateJst, dueAt: Ms) => Promise<unknown>,
): Job {
  /** The first date that is due after this instant. */
  const dateAfter = (after: Ms): DateJst => {
    let date = calendar.previous(dateJst(after))
    while (at(date) <= after) date = calendar.next(date)
    return date
  }
  return {
    name,
    next: (after) => at(dateAfter(after)),
    run: async (dueAt) => void (await run(dateAfter(dueAt - 1), dueAt)),
  }
}
