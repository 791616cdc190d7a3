import type { DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { ChangedDays } from '#modules/instruments/model/calendar.ts'
import type { HoursTable } from '#modules/instruments/model/schedule.ts'
import { FEE, type FeeRule } from '#modules/margin/model/rates.ts'
import { standingDays, type CalendarTable } from '../model/calendar.ts'
import { feesOnDay, type FeeSchedule } from '../model/fees.ts'
import { FIRST_LIMITS, limitsOnDay, type FirmLimits, type LimitSchedule } from '../model/limits.ts'
import { schedules, type ScheduleKind, type ScheduleRow } from './tables.ts'

const bodies = <Body>(tables: TableReader, kind: ScheduleKind): Body[] =>
  tables
    .of(schedules)
    .by('kind', kind)
    .map(({ body }) => body as Body)

/**
 * The commission in force on a trade date. Orders take it with them when they are placed: what was quoted is
 * what is charged.
 */
export function feesOn(tables: TableReader, date: DateJst): FeeRule {
  const published = bodies<FeeSchedule>(tables, 'fees')
  return published.length === 0 ? FEE : feesOnDay(published, date, FEE)
}

/**
 * The limits in force on a trade date. They are asked when something is requested; what has been taken stays
 * as it was.
 */
export function limitsOn(tables: TableReader, date: DateJst): FirmLimits {
  const published = bodies<LimitSchedule>(tables, 'limits')
  return published.length === 0 ? FIRST_LIMITS : limitsOnDay(published, date)
}

/** `reason`: of the power's list. */
export type PublishedCalendar = CalendarTable & { readonly reason: string }

/** The published tables of days, in the order in which they were signed. */
export const dayRows = (tables: TableReader, kind: 'calendar' | 'hours'): ScheduleRow[] =>
  tables
    .of(schedules)
    .by('kind', kind)
    .toSorted((a, b) => a.publishedAt - b.publishedAt || (a.id < b.id ? -1 : 1))
export const calendarsOf = (tables: TableReader): PublishedCalendar[] =>
  dayRows(tables, 'calendar').map(({ body }) => body as PublishedCalendar)

/**
 * Days that stand against the calendar of the release: what the firm lays over its calendars at the start,
 * and whenever one is published.
 */
export const changedDays = (tables: TableReader): ChangedDays => standingDays(calendarsOf(tables))

export type PublishedHours = HoursTable & { readonly reason: string }

/** Hours that are published: what the firm lays over those of the release, together with the days. */
export const publishedHours = (tables: TableReader): PublishedHours[] =>
  dayRows(tables, 'hours').map(({ body }) => body as PublishedHours)
