import { HOUR, msOfDayJst, type Ms } from '#kernel/time.ts'

/** Every day, Japan's time, wall clock (product decision 11). */
export const OFFICE = { from: '8:00', to: '20:00' } as const
/** The same, since midnight in Japan. */
export const OFFICE_MS: { from: Ms; to: Ms } = { from: 8 * HOUR, to: 20 * HOUR }

/** True while somebody is there: from ≤ t < to. */
export function isOfficeOpen(at: Ms): boolean {
  const time = msOfDayJst(at)
  return time >= OFFICE_MS.from && time < OFFICE_MS.to
}
