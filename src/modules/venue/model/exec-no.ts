import { assert } from '#kernel/assert.ts'
import { DAY, dateJst, SECOND, type Ms } from '#kernel/time.ts'

/** No venue numbers more executions in a day. */
const PER_DAY = 100_000_000_000

/** `<tradeDate>-<n>` as one number that grows: reports at or below the last applied one have been applied. */
export function execNo(execId: string): number {
  const number = readExecNo(execId)
  assert(number !== null, `not an execId: ${execId}`)
  return number
}

/** The same of what comes from outside; null: it is no execId. */
export function readExecNo(execId: unknown): number | null {
  const parts = typeof execId === 'string' ? execId.split('-').map(Number) : []
  if (parts.length !== 4) return null
  const [year, month, day, n] = parts as [number, number, number, number]
  const number = ((year - 2_000) * 372 + month * 31 + day) * PER_DAY + n
  return Number.isSafeInteger(number) && number > 0 && n >= 0 && n < PER_DAY ? number : null
}

/** The execId of such a number; one of no day stands for itself. */
export function execIdOf(number: number): string {
  const days = Math.floor(number / PER_DAY) - DAYS_OF_FIRST
  if (days < 0) return String(number)
  const morning = Date.UTC(2_000 + Math.floor(days / 372), Math.floor((days % 372) / 31), (days % 31) + 1)
  return `${dateJst(morning)}-${number % PER_DAY}`
}
/** 1 January 2000 in the days of a number, of which each month has 31. */
const DAYS_OF_FIRST = 32

/**
 * Reports of a day are counted from a number that grows with the time of its opening or reopening: should all
 * files of the venue be lost, no execId is given twice as long as there were fewer than this many reports a
 * second so far.
 */
const REPORTS_PER_SECOND = 900
/**
 * An exchange that is switched on while the market is closed begins the next day at once, nights and holidays
 * before its date.
 */
const BEGUN_BEFORE = 30 * DAY

/**
 * The number of reports that count as made when a day begins at `from`, the `midnight` with which its date
 * begins given: never negative.
 */
export const reportsBefore = (midnight: Ms, from: Ms): number =>
  Math.floor(Math.max(from - (midnight - BEGUN_BEFORE), 0) / SECOND) * REPORTS_PER_SECOND
