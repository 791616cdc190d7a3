import { addDays, daysBetween, isDate, timeJst, type DateJst, type Days, type Ms } from '#kernel/time.ts'
import type { Role } from './power.ts'
import { INCOMPATIBLE } from './powers.ts'

/** A role that somebody holds now. `deputy`: in place of another, until a date. */
export type HeldRole = { role: Role; number: number; deputy: boolean }

/** Longest time of a deputy; whoever is needed longer is appointed anew, by two signatures. */
export const MOST_DEPUTY_DAYS: Days = 92

/** The moment at which a deputy whose last day this is holds the role no more. */
export const endOfDeputy = (lastDay: DateJst): Ms => timeJst(addDays(lastDay, 1), 0)

/** True if a deputy may be appointed to this last day: from today on, and within the longest time. */
export const isDeputyDay = (lastDay: unknown, today: DateJst): lastDay is DateJst =>
  typeof lastDay === 'string' &&
  isDate(lastDay) &&
  daysBetween(today, lastDay) >= 0 &&
  daysBetween(today, lastDay) < MOST_DEPUTY_DAYS

/** True if a further role counts at this time: its date ends it, whether a scan has looked or not. */
export const isHeldAt = ({ until, endedAt }: { until: Ms | null; endedAt: Ms | null }, now: Ms): boolean =>
  endedAt === null && (until === null || now < until)

/** The first of the roles that one person may not hold beside this one; null: none. */
export const apartFrom = (role: Role, others: readonly Role[]): Role | null =>
  others.find((other) =>
    INCOMPATIBLE.some(({ roles }) => roles.includes(role) && roles.includes(other) && role !== other),
  ) ?? null
