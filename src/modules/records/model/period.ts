import { addDays, type DateJst } from '#kernel/time.ts'

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
  const day = (yearNo: number, monthNo: number) =>
    `${String(yearNo).padStart(4, '0')}-${String(monthNo).padStart(2, '0')}-01`
  const next = last === 12 ? day(Number(year) + 1, 1) : day(Number(year), last + 1)
  return { from: day(Number(year), first), to: addDays(next, -1) }
}

/** The months and quarters that have begun from `first` to `today`, newest first. */
export function periodsBetween(first: DateJst, today: DateJst): { months: string[]; quarters: string[] } {
  const months: string[] = []
  for (let year = Number(first.slice(0, 4)), month = Number(first.slice(5, 7)); ; month++) {
    if (month > 12) [year, month] = [year + 1, 1]
    const name = `${year}-${String(month).padStart(2, '0')}`
    if (name > today.slice(0, 7)) break
    months.unshift(name)
  }
  const quarterOf = (name: string) => `${name.slice(0, 4)}-Q${Math.ceil(Number(name.slice(5)) / 3)}`
  return { months, quarters: [...new Set(months.map(quarterOf))] }
}
