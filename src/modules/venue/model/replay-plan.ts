import type { DateJst } from '#kernel/time.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { NOTHING_CARRIED, planOf, type Carried, type DayPlan, type IssuePlan } from './day-plan.ts'
import { triggersShortRule } from './price-range.ts'
import type { ReplayDay } from './replay-bars.ts'
import type { ReplayedIssue } from './replay-issues.ts'
import { heldBy, onGrid, type DayRules } from './replay-rules.ts'

type Played = {
  readonly issues: readonly ReplayedIssue[]
  readonly actions: Pick<CorporateActions, 'basePrice'>
}

/** The plan of what is traded on this date: an issue from its first bar on. */
export function planReplayDay({ issues, actions }: Played, date: DateJst): DayPlan {
  return planOf(
    date,
    `replay ${date}`,
    0,
    issues.filter(({ days }) => days[0]!.date <= date).map((issue) => issueOn(issue, actions, date)),
  )
}

/** An issue on this date. Without a bar nothing trades. */
function issueOn(
  { instrument, days, rules }: ReplayedIssue,
  actions: Pick<CorporateActions, 'basePrice'>,
  date: DateJst,
): IssuePlan {
  const { code, unit, tickTable, sizeClass, beta } = instrument
  const next = days.findIndex((day) => day.date > date)
  const last = (next === -1 ? days.length : next) - 1
  const isToday = days[last]!.date === date
  const [today, rule] = isToday ? [days[last]!, rules[last]!] : [null, null]
  const before = isToday ? days[last - 1] : days[last]
  const close = before?.closeTenths ?? today!.openTenths
  const base = rule === null ? actions.basePrice(code, close, before!.date, date) : rule.baseTenths || close
  const still = roundToTick(base, tickTable, 'nearest')
  return {
    code,
    unit,
    tickTable,
    sizeClass,
    beta,
    previousCloseTenths: close,
    baseTenths: base,
    limits:
      rule === null
        ? { lowerTenths: still, upperTenths: still }
        : { lowerTenths: rule.lowerTenths, upperTenths: rule.upperTenths },
    fairTenths: today?.openTenths ?? still,
    volume: today?.volume ?? unit,
    ownSd: 0,
    jump: null,
    ownReturn: 0,
    soFar: null,
    carried: carriedFrom(days[isToday ? last - 1 : last], rules[isToday ? last - 1 : last]),
    firstDay: null,
    isReplay: true,
    replayed: today,
  }
}

/**
 * The rule state from the bar before: whether it fell so far that short sales are restricted. Its widened
 * limits are in the rules already.
 */
function carriedFrom(day: ReplayDay | undefined, rule: DayRules | undefined): Carried {
  const isShortRestricted =
    day !== undefined && rule !== undefined && triggersShortRule(day.lowTenths, rule.baseTenths)
  return { ...NOTHING_CARRIED, isShortRestricted }
}

/**
 * A day's plan whose issues can play their bars: prices on the grid, limits that hold them. A plan on disk
 * may be of a version that did not see to it.
 */
export const playable = (plan: DayPlan): DayPlan => ({ ...plan, issues: plan.issues.map(playableIssue) })

function playableIssue(issue: IssuePlan): IssuePlan {
  if (issue.replayed === null) return issue
  const replayed = onGrid(issue.replayed, issue.tickTable)
  return {
    ...issue,
    replayed,
    fairTenths: issue.fairTenths === issue.replayed.openTenths ? replayed.openTenths : issue.fairTenths,
    limits: heldBy(replayed, issue.limits, issue.tickTable),
  }
}
