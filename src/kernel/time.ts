/** Milliseconds since the Unix epoch, UTC. */
export type Ms = number
/** A calendar date in Japan, `2026-11-19`. */
export type DateJst = string

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
/** Japan has one time zone and no daylight saving. */
export const JST_OFFSET = 9 * HOUR

/** The date in Japan at this instant. */
export const dateJst = (at: Ms): DateJst => new Date(at + JST_OFFSET).toISOString().slice(0, 10)

/** The instant of a Japanese wall-clock time, `timeJst('2026-11-19', 9, 0)`. Hours may exceed 24. */
export const timeJst = (date: DateJst, hour: number, minute = 0, second = 0): Ms =>
  Date.parse(`${date}T00:00:00Z`) - JST_OFFSET + hour * HOUR + minute * MINUTE + second * SECOND

/** Milliseconds since midnight in Japan. */
export const msOfDayJst = (at: Ms): number => (((at + JST_OFFSET) % DAY) + DAY) % DAY

/** The date `days` later (or earlier). */
export const addDays = (date: DateJst, days: number): DateJst =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10)

/** Calendar days from one date to another; 0 for the same day. */
export const daysBetween = (from: DateJst, to: DateJst): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (date: DateJst): number => new Date(`${date}T00:00:00Z`).getUTCDay()
