import { no, type Refusal } from '#kernel/result.ts'
import { addDays, type DateJst } from '#kernel/time.ts'

/**
 * `today`: the day that is on, or the next one while the market is closed; `isOpen`: whether `from` is a
 * business day.
 */
export type BeginFacts = { readonly today: DateJst; readonly isOpen: boolean }

/**
 * Refusals of any table that the firm sets (security-and-trust 1), in the order in which they are checked;
 * the kind's own refusals follow.
 */
export const BEGIN_REJECTIONS = [
  'SCHEDULE_FORM',
  'SCHEDULE_ID',
  'FROM_CLOSED',
  'FROM_TOO_EARLY',
  'SCHEDULE_KNOWN',
] as const
export type BeginRejection = (typeof BEGIN_REJECTIONS)[number]

/** A day that the calendar has. */
export const isDay = (value: unknown): value is DateJst =>
  typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && addDays(value, 0) === value
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

/**
 * Exactly these fields, days as days and all others as whole numbers: nothing for one member, nothing added.
 */
export const hasFields = (
  body: Readonly<Record<string, unknown>>,
  days: readonly string[],
  numbers: readonly string[],
): boolean =>
  Object.keys(body).toSorted().join() === [...days, ...numbers].toSorted().join() &&
  days.every((name) => isDay(body[name])) &&
  numbers.every((name) => isWhole(body[name]))

/**
 * Reason why it cannot begin: a form that is none, an id that names another day, a day off, one that has
 * begun, one that has its table.
 */
export function beginProblem(
  isFormed: boolean,
  hasId: boolean,
  from: unknown,
  facts: BeginFacts,
  isKnown: boolean,
): Refusal<BeginRejection> | null {
  if (!isFormed) return no('SCHEDULE_FORM')
  if (!hasId) return no('SCHEDULE_ID')
  const date = from as DateJst
  if (!facts.isOpen) return no('FROM_CLOSED', { date })
  if (date <= facts.today) return no('FROM_TOO_EARLY', { today: facts.today })
  return isKnown ? no('SCHEDULE_KNOWN', { date }) : null
}

/** The newest of those that have begun by this day; null: none has. */
export function newestBegun<One extends { readonly from: DateJst }>(
  all: readonly One[],
  date: DateJst,
): One | null {
  return all.reduce<One | null>(
    (best, one) => (one.from <= date && (best === null || one.from > best.from) ? one : best),
    null,
  )
}
