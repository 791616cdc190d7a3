import { msOfDayJst, type Ms } from '#kernel/time.ts'
import type { Role } from '#modules/staff/model/power.ts'
import { SEVERITIES, type Severity } from './conditions.ts'

/** An operator's own choice. `quiet`: from–to since midnight in Japan, over midnight too; null: none. */
export type Choice = { operatorId: string; from: Severity; quiet: { from: Ms; to: Ms } | null }
export const USUAL_CHOICE: Omit<Choice, 'operatorId'> = { from: 'notice', quiet: null }

export type Shift = { operatorId: string; from: Ms; until: Ms }
type Operator = { id: string; roles: readonly Role[] }

const isOnDuty = (shifts: readonly Shift[], operatorId: string, now: Ms): boolean =>
  shifts.some((shift) => shift.operatorId === operatorId && shift.from <= now && now < shift.until)

/** Operators of some roles who are told: of each role those on duty, all of it where nobody is. */
export const toldOf = (
  operators: readonly Operator[],
  shifts: readonly Shift[],
  roles: readonly Role[],
  now: Ms,
): Operator[] => [
  // Whoever holds two of the roles is told once.
  ...new Set(
    roles.flatMap((role) => {
      const all = operators.filter((each) => each.roles.includes(role))
      const onDuty = all.filter(({ id }) => isOnDuty(shifts, id, now))
      return onDuty.length > 0 ? onDuty : all
    }),
  ),
]

/** The end of the quiet hours that this moment is in; null: it is in none. */
export function quietUntil(quiet: Choice['quiet'], now: Ms): Ms | null {
  if (quiet === null || quiet.from === quiet.to) return null
  const time = msOfDayJst(now)
  const length = mod(quiet.to - quiet.from)
  const into = mod(time - quiet.from)
  return into < length ? now + length - into : null
}
const DAY: Ms = 86_400_000
const mod = (ms: Ms): Ms => ((ms % DAY) + DAY) % DAY

/** The time at which an operator is told: now, when their quiet hours end, or (null) not at all. */
export function tellsAt(choice: Omit<Choice, 'operatorId'>, severity: Severity, now: Ms): Ms | null {
  if (severity === 'critical') return now
  if (SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(choice.from)) return null
  return quietUntil(choice.quiet, now) ?? now
}
