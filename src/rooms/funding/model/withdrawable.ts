import type { Yen } from '#kernel/money.ts'
import { HOUR, MINUTE, dateJst, msOfDayJst, type Ms } from '#kernel/time.ts'

/** security-and-trust.md 4: the smallest of the three terms; nothing else ever lowers it. null: no such limit now. */
export function withdrawable(settledYen: Yen, marginRoomYen: Yen | null, loanRoomYen: Yen | null): Yen {
  return Math.max(0, Math.min(settledYen, marginRoomYen ?? settledYen, loanRoomYen ?? settledYen))
}

export const MINIMUM_YEN: Yen = 10_000
/** Withdrawals cost nothing. */
export const FEE_YEN: Yen = 0

const OPENS = 9 * HOUR
const CLOSES = 15 * HOUR + 30 * MINUTE
export const HOURS = { from: '09:00', to: '15:30' } as const

/** Weekdays outside the holiday table, 09:00:00 ≤ t < 15:30:00 of the wall clock in Japan, whatever the market's schedule. */
export function takesRequests(wall: Ms, isBusinessDay: (date: string) => boolean): boolean {
  const time = msOfDayJst(wall)
  return time >= OPENS && time < CLOSES && isBusinessDay(dateJst(wall))
}
