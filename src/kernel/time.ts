import type { Unit } from './unit.ts'

/** Milliseconds since the Unix epoch, UTC. */
export type Ms = Unit<number, 'Ms'>
/** Calendar days, as interest counts them. */
export type Days = Unit<number, 'Days'>
/** A calendar date in Japan, `2026-11-19`. */
export type DateJst = Unit<string, 'DateJst'>

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Japan has one time zone and no daylight saving. */
export const JST_OFFSET = 9 * HOUR

/** The date in Japan at this instant. */
export const dateJst = (at: Ms): DateJst => dateOf(Math.floor((at + JST_OFFSET) / DAY))

/** The form that spreadsheets read, in Japan's time: `2026-11-25 09:30:00`. */
export const momentJst = (at: Ms): string =>
  new Date(at + JST_OFFSET).toISOString().slice(0, 19).replace('T', ' ')

/** The instant of a Japanese wall-clock time, `timeJst('2026-11-19', 9, 0)`. Hours may exceed 24. */
export const timeJst = (date: DateJst, hour: number, minute = 0, second = 0): Ms =>
  dayOf(date) * DAY - JST_OFFSET + hour * HOUR + minute * MINUTE + second * SECOND

/** Milliseconds since midnight in Japan. */
export const msOfDayJst = (at: Ms): number => (((at + JST_OFFSET) % DAY) + DAY) % DAY

/** The date `days` later (or earlier). */
export const addDays = (date: DateJst, days: Days): DateJst => dateOf(dayOf(date) + days)

/** Calendar days from one date to another; 0 for the same day. */
export const daysBetween = (from: DateJst, to: DateJst): Days => dayOf(to) - dayOf(from)

/**
 * Days in Japan, both included, as market time from `from` up to, not including, `to`. What is left out is
 * open; a date that no calendar has makes a span with nothing in it.
 */
export function spanOf({ from, to }: { from?: DateJst | undefined; to?: DateJst | undefined }): {
  from?: Ms
  to?: Ms
} {
  const span = {
    ...(from === undefined ? {} : { from: timeJst(from, 0) }),
    ...(to === undefined ? {} : { to: timeJst(to, 24) }),
  }
  return Object.values(span).some(Number.isNaN) ? { from: 0, to: 0 } : span
}

/** `2026-11`, or any date of the month. */
export type Month = string

/** The month of a year by its number, 1 to 12. */
export const monthText = (year: number, month: number): Month =>
  `${String(year).padStart(4, '0')}-${two(month)}`

/** The month `count` later (or earlier) than this month or date. */
export function addMonths(from: Month, count: number): Month {
  const months = digits(from, 0, 4) * 12 + digits(from, 5, 7) - 1 + count
  return monthText(Math.floor(months / 12), (months % 12) + 1)
}

/** The last day of a month, or of the month of a date. */
export const lastDayOfMonth = (month: Month): DateJst => addDays(`${addMonths(month, 1)}-01`, -1)

/** True if a text is a date that the calendar has, written `YYYY-MM-DD`. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOf(dayOf(text)) === text

/** ISO 8601 in UTC, as instants travel: `2026-11-20T06:30:00.000Z`. */
export function iso(at: Ms): string {
  if (at !== lastAt) [lastAt, lastIso] = [at, new Date(at).toISOString()]
  return lastIso
}
/** A new order has one time twice, and orders of one moment have the same. */
let lastAt: Ms = Number.NaN
let lastIso = ''

/**
 * A time of the day from the milliseconds since midnight, `09:05`; the hours go on after midnight, `25:00`.
 */
export const clockText = (sinceMidnight: Ms): string =>
  `${two(Math.floor(sinceMidnight / HOUR))}:${two(Math.floor((sinceMidnight % HOUR) / MINUTE))}`

/** The time left, in hours and minutes or in minutes and seconds (`unit`), `18:31`; over at 0:00. */
export function countdown(leftMs: Ms, unit: Ms): string {
  const left = Math.max(leftMs, 0)
  return `${Math.floor(left / unit)}:${two(Math.floor((left % unit) / (unit / 60)))}`
}

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (date: DateJst): number => (((dayOf(date) + THURSDAY) % 7) + 7) % 7

/** 1 January 1970 was one. */
const THURSDAY = 4
const DAYS_OF_ERA = 146_097
/** From 1 March of the year 0 to 1 January 1970. */
const DAYS_TO_EPOCH = 719_468

/*
 * The Gregorian calendar by arithmetic, in years that begin in March and eras of 400 years: an order asks for
 * a dozen dates, and reading or writing each through `Date` costs a microsecond.
 */

/** Days since 1 January 1970 of a date `YYYY-MM-DD`. */
function dayOf(date: DateJst): number {
  const month = digits(date, 5, 7)
  const year = digits(date, 0, 4) - (month <= 2 ? 1 : 0)
  const era = Math.floor(year / 400)
  const yearOfEra = year - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + digits(date, 8, 10) - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * DAYS_OF_ERA + dayOfEra - DAYS_TO_EPOCH
}

function dateOf(day: number): DateJst {
  const days = day + DAYS_TO_EPOCH
  const era = Math.floor(days / DAYS_OF_ERA)
  const dayOfEra = days - era * DAYS_OF_ERA
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const dayOfMonth = dayOfYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${dayOfMonth < 10 ? '0' : ''}${dayOfMonth}`
}

const two = (value: number): string => String(value).padStart(2, '0')

const ZERO = 48
function digits(text: string, from: number, to: number): number {
  let number = 0
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - ZERO
  return number
}
