import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DAY_HOURS, DateText, Instant, YenAmount, PpmFigure, YenFigure } from '#wire/values.ts'
import { ROLES } from '#modules/staff/model/power.ts'

/**
 * Commission: parts per million of the notional, at least and at most so many yen, before consumption tax.
 */
export const FeesView = z.object({ ratePpm: PpmFigure, minYen: YenFigure, maxYen: YenFigure })
/**
 * Withdrawals of a day up to which no person is asked, the most that one order is worth, and how many may be
 * at work at once.
 */
export const LimitsView = z.object({ byRuleYen: YenAmount, orderYen: YenAmount, openOrders: z.int() })
/** `status`: in force, still to come, or over. `from` null: what the firm began with. */
const published = {
  id: z.string(),
  from: z.nullable(DateText),
  status: z.enum(['coming', 'in-force', 'over']),
  publishedAt: z.nullable(Instant),
  signers: z.array(z.object({ role: z.enum(ROLES), number: z.int(), at: Instant, desk: z.boolean() })),
}
export const FeeScheduleView = z.object({ ...published, fees: FeesView })
export type FeeScheduleView = z.output<typeof FeeScheduleView>
export const LimitScheduleView = z.object({ ...published, limits: LimitsView })
export type LimitScheduleView = z.output<typeof LimitScheduleView>
/**
 * A batch of `codes`, each for `usesEach` new members, good until the end of `until`. The codes themselves
 * are not public.
 */
export const InvitationBatchView = z.object({
  ...published,
  until: DateText,
  codes: z.int(),
  usesEach: z.int(),
})
export type InvitationBatchView = z.output<typeof InvitationBatchView>
/** Days that are closed and open against the calendar of the release: the market's, and the bank's. */
export const CalendarView = z.object({
  ...published,
  closed: z.array(DateText),
  opened: z.array(DateText),
  reason: z.object({ code: z.string(), words: z.string() }),
})
export type CalendarView = z.output<typeof CalendarView>
/** Hours of the trading days from `from` to `until`; null: until others are published. */
export const HoursView = z.object({
  ...published,
  ...DAY_HOURS,
  until: z.nullable(DateText),
  reason: z.object({ code: z.string(), words: z.string() }),
})
export type HoursView = z.output<typeof HoursView>
export const SchedulesView = z.object({
  /** The trade date that is on, or the next one; the earliest day that a new schedule may begin on. */
  today: DateText,
  next: DateText,
  fees: FeesView,
  /**
   * Of day trading (一日信用): its commission, and yen for each application that is left open at its close,
   * consumption tax included.
   */
  dayTrading: z.object({ fees: FeesView, penaltyYen: YenAmount }),
  /** Newest first, with what is still to come. */
  history: z.array(FeeScheduleView),
  limits: LimitsView,
  limitHistory: z.array(LimitScheduleView),
  /**
   * Business days. `market`: by which table it trades; null: the days of a file, which nobody changes.
   * `settled`: up to then no day can be changed. `published`: newest first, as they were signed.
   */
  days: z.object({
    market: z.nullable(z.enum(['tse', 'always-open'])),
    settled: DateText,
    published: z.array(CalendarView),
  }),
  /**
   * Session hours. `released`: those that come with the software; null: a replay's, which nobody changes.
   * `published`: newest first, as they were signed; of a day that several name, the newest holds.
   */
  hours: z.object({ released: z.nullable(z.object(DAY_HOURS)), published: z.array(HoursView) }),
  invitations: z.array(InvitationBatchView),
  simulated: z.boolean(),
})
export type SchedulesView = z.output<typeof SchedulesView>

/**
 * `market`, `bank`: whether they are open on that day. `changed`: why a published table says so, and not the
 * calendar of the release.
 */
const ClosedDay = z.object({
  date: DateText,
  market: z.boolean(),
  bank: z.boolean(),
  changed: z.nullable(z.string()),
})
export type ClosedDay = z.output<typeof ClosedDay>
/**
 * The days from `from` to `to` (62 at most) on which the market or the bank is closed, or which a published
 * table has changed.
 */
export const listClosedDays = route({
  name: 'listClosedDays',
  method: 'GET',
  path: '/schedules/days',
  access: 'public',
  query: z.strictObject({ from: DateText, to: DateText }),
  output: z.array(ClosedDay),
})

/** The published tables: what is in force today, what comes, what was. */
export const getSchedules = route({
  name: 'getSchedules',
  method: 'GET',
  path: '/schedules',
  access: 'public',
  output: SchedulesView,
})
