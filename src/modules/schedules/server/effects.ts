import { addDays, type DateJst } from '#kernel/time.ts'
import { done } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import type { AppContext } from '#modules/module.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import {
  calendarProblem,
  isFormed,
  RESULTS_STAND_DAYS,
  type CalendarFacts,
  type CalendarTable,
} from '../model/calendar.ts'
import { feesProblem } from '../model/fees.ts'
import { hoursProblem, type HoursFacts, type HoursTable } from '../model/hours.ts'
import { invitationsProblem } from '../model/invitations.ts'
import { limitsProblem } from '../model/limits.ts'
import { isDay, type BeginFacts } from '../model/schedule.ts'
import { schedulePublished } from './events.ts'
import { calendarsOf, publishedHours } from './public.ts'
import { schedules } from './tables.ts'

/** Each kind of table: the power that sets it, and why a request for one is refused. */
const KINDS = {
  fees: { power: 'fees.set', problem: feesProblem },
  limits: { power: 'limits.set', problem: limitsProblem },
  invitations: { power: 'invitations.issue', problem: invitationsProblem },
} as const

/**
 * The effects that carry the powers out: two signatures, the next business day, published, and never changed
 * (security-and-trust 1).
 */
export const effects = ({ calendar, clock, schedule }: AppContext): Effect[] =>
  (Object.keys(KINDS) as (keyof typeof KINDS)[]).map((kind): Effect<{ from?: string }, BeginFacts> => {
    const { power, problem } = KINDS[kind]
    return {
      power,
      memberOf: () => null,
      captureInputs: (_tables, _subject, { from }) => ({
        today: tradeDateAt(schedule, calendar, clock.market()),
        isOpen: isDay(from) && calendar.isTradingDay(from),
      }),
      refuse: (tables, id, body, facts) =>
        problem(id, body, facts, tables.of(schedules).get(id) !== undefined),
      carryOut(tables, { subject: id, body, signers }, { at }) {
        const from = body.from!
        tables.of(schedules).insert({ id, kind, fromDate: from, body, publishedAt: at, signers })
        return done({ from }, [schedulePublished(id)])
      },
    }
  })

/** By when everything of today is settled, at the market and at the bank: up to that day no day changes. */
export function settledBy(
  { calendar, businessDays }: Pick<AppContext, 'calendar' | 'businessDays'>,
  today: DateJst,
): DateJst {
  const [market, bank] = [calendar.settlementDate(today), businessDays.settlementDate(today)]
  return market > bank ? market : bank
}

/**
 * The obstacles to closing or opening a day: terms that are published and do something on it, companies that
 * publish results.
 */
export type InclusionCommitment = {
  named: (tables: TableReader) => readonly DateJst[]
  hasResults: (date: DateJst) => boolean
}

/** Days closed and opened, from beyond the settlement of today's trades on. */
export const calendarEffect = (
  { calendar, businessDays, clock, config, schedule }: AppContext,
  { named, hasResults }: InclusionCommitment,
): Effect<CalendarTable, Omit<CalendarFacts, 'named'>> => ({
  power: 'calendar.set',
  memberOf: () => null,
  captureInputs(_tables, _subject, body) {
    const today = tradeDateAt(schedule, calendar, clock.market())
    const near = isFormed(body)
      ? [...body.closed, ...body.opened].filter((date) => date <= addDays(today, RESULTS_STAND_DAYS))
      : []
    return {
      market: config.market === 'sim' ? schedule.id : null,
      settled: settledBy({ calendar, businessDays }, today),
      // A day that is opened draws the results of the next one to it.
      results: near.filter((date) => hasResults(calendar.isTradingDay(date) ? date : calendar.next(date))),
    }
  },
  refuse: (tables, id, body, facts) =>
    calendarProblem(
      id,
      body,
      { ...facts, named: named(tables) },
      calendarsOf(tables),
      tables.of(schedules).get(id) !== undefined,
    ),
  carryOut(tables, { subject: id, body, reason, signers }, { at }) {
    tables
      .of(schedules)
      .insert({
        id,
        kind: 'calendar',
        fromDate: body.from,
        body: { ...body, reason: reason!.code },
        publishedAt: at,
        signers,
      })
    return done({ from: body.from }, [schedulePublished(id)])
  },
})

/** Hours of days to come, from beyond the settlement of today's trades on. */
export const hoursEffect = (
  { calendar, businessDays, clock, config, schedule }: AppContext,
  { named }: Pick<InclusionCommitment, 'named'>,
): Effect<HoursTable, Omit<HoursFacts, 'named'>> => ({
  power: 'hours.set',
  memberOf: () => null,
  captureInputs: (_tables, _subject, { from }) => ({
    market: config.market === 'sim' ? schedule.id : null,
    isOpen: isDay(from) && calendar.isTradingDay(from),
    settled: settledBy({ calendar, businessDays }, tradeDateAt(schedule, calendar, clock.market())),
  }),
  refuse: (tables, id, body, facts) =>
    hoursProblem(
      id,
      body,
      { ...facts, named: named(tables) },
      publishedHours(tables),
      tables.of(schedules).get(id) !== undefined,
    ),
  carryOut(tables, { subject: id, body, reason, signers }, { at }) {
    tables
      .of(schedules)
      .insert({
        id,
        kind: 'hours',
        fromDate: body.from,
        body: { ...body, reason: reason!.code },
        publishedAt: at,
        signers,
      })
    return done({ from: body.from }, [schedulePublished(id)])
  },
})
