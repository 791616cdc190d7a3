import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Instant } from '#wire/values.ts'
import { ROLES } from '#rooms/staff/model/powers.ts'

/** Commission: parts per million of the notional, at least and at most so many yen, before consumption tax. */
export const FeesView = z.object({ ratePpm: z.int(), minYen: z.int(), maxYen: z.int() })
/** `status`: in force, still to come, or over. `from` null: what the house began with. */
export const FeeScheduleView = z.object({
  id: z.string(), from: z.nullable(DateText), status: z.enum(['coming', 'in-force', 'over']), fees: FeesView, publishedAt: z.nullable(Instant),
  signers: z.array(z.object({ role: z.enum(ROLES), number: z.int(), at: Instant, desk: z.boolean() })),
})
export type FeeScheduleView = z.output<typeof FeeScheduleView>
export const SchedulesView = z.object({
  /** The trade date that is on, or the next one; the earliest day that a new schedule may begin on. */
  today: DateText, next: DateText,
  fees: FeesView,
  /** Newest first, with what is still to come. */
  history: z.array(FeeScheduleView),
  simulated: z.boolean(),
})
export type SchedulesView = z.output<typeof SchedulesView>

/** The published tables: what is in force today, what comes, what was. */
export const getSchedules = route({ name: 'getSchedules', method: 'GET', path: '/schedules', access: 'public', output: SchedulesView })
