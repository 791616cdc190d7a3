import type { DateJst, Ms } from '#kernel/time.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { AppContext } from '#modules/module.ts'

/** Market time, which decides what is open, and the trade date that entries of the ledger carry. */
export type Times = { at: Ms; tradeDate: DateJst }

/** Of now, or of an earlier time that a command makes up for. */
export const timesOf =
  ({ clock, schedule, calendar }: Pick<AppContext, 'clock' | 'schedule' | 'calendar'>) =>
  (at: Ms = clock.market()): Times => ({ at: Math.floor(at), tradeDate: tradeDateAt(schedule, calendar, at) })
