import type { DateJst } from '#kernel/time.ts'
import type { Calendar } from '#modules/instruments/model/calendar.ts'

/** Trade dates from `from` to `to`, so many. */
export type OffSpan = { from: DateJst; to: DateJst; days: number }

/**
 * Trade dates between two days of the exchange that are none of its own, newest first. `own`: its days, in
 * any order.
 */
export function offSpans(own: Iterable<DateJst>, calendar: Pick<Calendar, 'next' | 'previous'>): OffSpan[] {
  const days = [...new Set(own)].sort()
  const spans: OffSpan[] = []
  for (const [at, day] of days.entries()) {
    const before = days[at - 1]
    if (before === undefined) continue
    const from = calendar.next(before)
    if (from >= day) continue
    let count = 0
    for (let off = from; off < day; off = calendar.next(off)) count++
    spans.push({ from, to: calendar.previous(day), days: count })
  }
  return spans.toReversed()
}

export const isOffDay = (spans: readonly OffSpan[], date: DateJst): boolean =>
  spans.some(({ from, to }) => date >= from && date <= to)
