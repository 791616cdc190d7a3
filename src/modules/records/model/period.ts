import { addMonths, lastDayOfMonth, monthText, type DateJst, type Month } from '#kernel/time.ts'

/** Days in Japan, both included. */
export type Period = { readonly from: DateJst; readonly to: DateJst }

const PERIOD = /^(\d{4})-(?:(0[1-9]|1[0-2])|Q([1-4]))$/

/** `2026-11` is a month, `2026-Q4` a quarter; null for anything else. */
export function periodOf(name: string): Period | null {
  const match = PERIOD.exec(name)
  if (match === null) return null
  const [, year = '', month, quarter] = match
  const first = month === undefined ? (Number(quarter) - 1) * 3 + 1 : Number(month)
  const last = month === undefined ? first + 2 : first
  const end = monthText(Number(year), last)
  return { from: `${monthText(Number(year), first)}-01`, to: lastDayOfMonth(end) }
}

/** The months and quarters that have begun from `first` to `today`, newest first. */
export function periodsBetween(first: DateJst, today: DateJst): { months: string[]; quarters: string[] } {
  const months: Month[] = []
  for (let month = first.slice(0, 7); month <= today.slice(0, 7); month = addMonths(month, 1))
    months.unshift(month)
  const quarterOf = (name: string) => `${name.slice(0, 4)}-Q${Math.ceil(Number(name.slice(5)) / 3)}`
  return { months, quarters: [...new Set(months.map(quarterOf))] }
}

/** Spans of a performance, in calendar days back from now: 30, 91, since the year began, 365. */
export const PERFORMANCE_SPANS = ['month', 'quarter', 'year', 'twelve'] as const
export type PerformanceSpan = (typeof PERFORMANCE_SPANS)[number]
