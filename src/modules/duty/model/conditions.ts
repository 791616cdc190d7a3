import { MINUTE, type Ms } from '#kernel/time.ts'
import type { Role } from '#modules/staff/model/power.ts'

/** Degrees by which a condition presses; `critical` breaks through quiet hours and every choice. */
export const SEVERITIES = ['notice', 'urgent', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** The page of the console that shows what a condition is about. */
type Rule = {
  severity: Severity
  /** Told; `fact`: the fact says which (those whose signature is missing, who work on the queue). */
  roles: readonly Role[] | 'fact'
  page: string
  /** It begins at this figure, and is over at `until` or below. */
  from: number
  until: number
  /** It is told again as worse from this figure on, after `told` was told. */
  worse: (told: number) => number
}

const each = (told: number): number => told + 1
const twice = (told: number): number => told * 2
const once = { from: 1, until: 0 }

/** The published conditions that operators are told of. The figure of each counts what `duty.kind.*` says. */
export const CONDITIONS = {
  'withdrawal-due': {
    severity: 'critical',
    roles: ['treasurer', 'reviewer'],
    page: 'withdrawals',
    ...once,
    worse: each,
  },
  reconciliation: {
    severity: 'critical',
    roles: ['auditor', 'treasurer'],
    page: 'reconciliation',
    ...once,
    worse: twice,
  },
  journal: {
    severity: 'critical',
    roles: ['auditor', 'administrator'],
    page: 'journal',
    ...once,
    worse: each,
  },
  fault: { severity: 'critical', roles: ['administrator', 'auditor'], page: 'health', ...once, worse: each },
  'job-behind': {
    severity: 'urgent',
    roles: ['administrator'],
    page: 'health',
    from: 5,
    until: 1,
    worse: twice,
  },
  'chat-waiting': {
    severity: 'urgent',
    roles: ['support'],
    page: 'support',
    from: 4,
    until: 2,
    worse: twice,
  },
  'chat-over': { severity: 'urgent', roles: ['support'], page: 'support', ...once, worse: twice },
  'signature-waiting': { severity: 'notice', roles: 'fact', page: 'approvals', ...once, worse: twice },
  'case-old': { severity: 'notice', roles: 'fact', page: '', ...once, worse: twice },
} as const satisfies Readonly<Record<string, Rule>>

export type Kind = keyof typeof CONDITIONS
export const KINDS = Object.keys(CONDITIONS) as Kind[]
export const ruleOf = (kind: Kind): Rule => CONDITIONS[kind]

/** A fact as it is now: the figure, and the roles where the rule leaves them to it. */
export type Fact = { kind: Kind; figure: number; roles?: readonly Role[] }

/** Standing of a condition. `told`: the figure that was told last; null: it is not on. */
export type Standing = {
  kind: Kind
  told: number | null
  /** The time at which it began, or was over. */
  since: Ms
  toldAt: Ms
  /** Since when the figure has been low enough for it to be over. */
  lowSince: Ms | null
}

/** A figure that only dips is not over; one that comes back at once was never away. */
export const OVER_AFTER: Ms = 2 * MINUTE
/** Between two notices of one condition, but for one that is over. */
export const APART: Ms = 10 * MINUTE

export const CHANGES = ['began', 'worse', 'over'] as const
export type Change = (typeof CHANGES)[number]

/** The outcome of a look at a condition: its standing from now on, and what is told of it; null: nothing. */
export function nextOf(
  { kind, figure }: Fact,
  was: Standing | undefined,
  now: Ms,
): { standing: Standing; change: Change | null } {
  const rule = ruleOf(kind)
  const standing = was ?? { kind, told: null, since: now, toldAt: now - APART, lowSince: null }
  const isApart = now - standing.toldAt >= APART
  if (standing.told === null)
    return figure >= rule.from && isApart
      ? { standing: { kind, told: figure, since: now, toldAt: now, lowSince: null }, change: 'began' }
      : { standing, change: null }
  // Room for the next: where each case counts, one that is done with is no longer told of.
  const told = rule.worse === each ? Math.min(standing.told, figure) : standing.told
  if (figure <= rule.until) {
    const lowSince = standing.lowSince ?? now
    return now - lowSince >= OVER_AFTER
      ? { standing: { kind, told: null, since: now, toldAt: now, lowSince: null }, change: 'over' }
      : { standing: { ...standing, told, lowSince }, change: null }
  }
  if (figure >= rule.worse(standing.told) && isApart)
    return { standing: { ...standing, told: figure, toldAt: now, lowSince: null }, change: 'worse' }
  return { standing: { ...standing, told, lowSince: null }, change: null }
}
