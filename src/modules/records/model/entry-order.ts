import type { DateJst, Ms } from '#kernel/time.ts'

type Booked = { readonly tradeDate: DateJst; readonly at: Ms; readonly seq: number; readonly n: number }

/**
 * The order of entries on a paper, oldest first: by the date that they are booked under, then by time, then
 * by number. A record that came late has a high number and an early time.
 */
export const byBooking = (a: Booked, b: Booked): number =>
  a.tradeDate === b.tradeDate ? a.at - b.at || a.seq - b.seq || a.n - b.n : a.tradeDate < b.tradeDate ? -1 : 1
