/**
 * The form of every answer of the API. `code` 1 is success; `msg` is a sentence in the caller's language.
 */
export type Envelope<T = unknown> = { code: number; msg: string; data: T }

export const SUCCESS = 1
/**
 * A rule said no: HTTP 200, `data.rejection` names it. One number for all: the name is what programs read.
 */
export const REFUSED = 2

/** Data of a refusal. */
export type RefusalData = { rejection: string; detail: Readonly<Record<string, number | string>> }
/** Data of malformed input (HTTP 400): which fields, and why. */
export type MalformedData = {
  rejection: 'MALFORMED' | 'KEY_REQUIRED' | 'KEY_INVALID' | 'KEY_EXPIRED'
  fields: { path: string; problem: string }[]
}

/** Statuses whose number is also the envelope's code. */
export const STATUS = {
  malformed: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  keyReused: 422,
  tooMany: 429,
  unavailable: 503,
  bug: 500,
} as const
/** Asked under a name that is not this server's. */
export const MISDIRECTED = 421

/** Stands on every answer while the machine's clock is in doubt: the app says so on every page. */
export const CLOCK_HEADER = 'clock'
export const CLOCK_UNSURE = 'unsure'
/** The same while the venue cannot be reached and the clock is sure: there is one bar for both. */
export const VENUE_AWAY = 'venue-away'
