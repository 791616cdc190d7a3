import { addDays, type DateJst } from '#kernel/time.ts'

/** `2026-11`. */
export type Month = string

export const monthOf = (date: DateJst): Month => date.slice(0, 7)
/** The month `count` later (or earlier). */
export function monthAfter(month: Month, count: number): Month {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}
/** First and last day. */
export const daysOf = (month: Month): { from: DateJst; to: DateJst } => ({ from: `${month}-01`, to: addDays(`${monthAfter(month, 1)}-01`, -1) })
