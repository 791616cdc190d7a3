import type { Days } from '#kernel/time.ts'
import type { Yen } from '#kernel/money.ts'
import { LEVELS, type Level } from '#modules/identity/model/levels.ts'

/**
 * The conditions of a level beyond the one below it (product decision 2). Days of the calendar, whole yen.
 */
export type LevelRule = { identity: boolean; quiz: boolean; days: Days; equityYen: Yen; quietDays: Days }

/** The published rules. `quietDays`: so long no margin call may have gone unmet, and none may be open. */
export const LEVEL_RULES: Readonly<Record<Level, LevelRule>> = {
  experience: { identity: false, quiz: false, days: 0, equityYen: 0, quietDays: 0 },
  beginner: { identity: true, quiz: false, days: 0, equityYen: 0, quietDays: 0 },
  intermediate: { identity: true, quiz: true, days: 30, equityYen: 1_000_000, quietDays: 90 },
  advanced: { identity: true, quiz: true, days: 90, equityYen: 5_000_000, quietDays: 90 },
  core: { identity: true, quiz: true, days: 180, equityYen: 20_000_000, quietDays: 90 },
}

/** Everything that the rules ask about a member. */
export type Standing = {
  level: Level
  verified: boolean
  quizPassed: boolean
  /** Calendar days in Japan since the account was opened. */
  days: Days
  equityYen: Yen
  /** Calendar days since a margin call last went unmet; 0 while one is open; null: never. */
  daysSinceUnmetCall: number | null
}

export type Requirement = 'identity' | 'quiz' | 'days' | 'equity' | 'calls'
/** `have` and `need` in the requirement's own unit (days, yen); null where it is a yes or no. */
export type Checked = { requirement: Requirement; met: boolean; have: number | null; need: number | null }

/** The checklist of a level: each condition, with whether it is met. */
export function checklist(level: Level, standing: Standing): Checked[] {
  const rule = LEVEL_RULES[level]
  const since = standing.daysSinceUnmetCall
  const all: Checked[] = [
    { requirement: 'identity', met: standing.verified, have: null, need: rule.identity ? 1 : null },
    { requirement: 'quiz', met: standing.quizPassed, have: null, need: rule.quiz ? 1 : null },
    { requirement: 'days', met: standing.days >= rule.days, have: standing.days, need: rule.days || null },
    {
      requirement: 'equity',
      met: standing.equityYen >= rule.equityYen,
      have: standing.equityYen,
      need: rule.equityYen || null,
    },
    {
      requirement: 'calls',
      met: since === null || since >= rule.quietDays,
      have: since,
      need: rule.quietDays || null,
    },
  ]
  return all
    .filter(({ need }) => need !== null)
    .map((each) =>
      each.requirement === 'identity' || each.requirement === 'quiz' ? { ...each, need: null } : each,
    )
}

export const nextLevel = (level: Level): Level | null => LEVELS[LEVELS.indexOf(level) + 1] ?? null

/**
 * The highest level whose rules, and those of every level below it, are met. A level once reached is kept
 * (decision 0018).
 */
export function levelFor(standing: Standing): Level {
  let reached: Level = 'experience'
  for (const level of LEVELS) {
    if (!checklist(level, standing).every(({ met }) => met)) break
    reached = level
  }
  return LEVELS.indexOf(reached) > LEVELS.indexOf(standing.level) ? reached : standing.level
}
