import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import { LEVEL_LIMITS } from '#modules/identity/model/levels.ts'
import type { LevelFacts } from './place-order.ts'

const step = ([level, limits]: [string, (typeof LEVEL_LIMITS)[keyof typeof LEVEL_LIMITS]]) => ({
  level,
  maxLeverageTenths: Math.round(limits.maxLeverage * 10),
  maxOrderValueYen: limits.maxOrderValueYen,
  maxOpenLots: limits.maxOpenLots,
})
/** Lowest first. */
const LADDER = Object.entries(LEVEL_LIMITS).map(step)

/**
 * The facts about a level that the rules ask for; a level that does not exist may do what the lowest may.
 * `restsUntil`: the level is no more than a beginner's until then, whatever the member's own is.
 */
export const levelFacts = (level: string, restsUntil: Ms | null = null): LevelFacts => ({
  ...(LADDER.find((each) => each.level === level) ?? LADDER[0]!),
  restsUntil,
  ladder: LADDER,
})

/** The same where the firm takes no order above `mostYen`, whatever the level allows. */
export function cappedAt(facts: LevelFacts, mostYen: Yen): LevelFacts {
  const capped = <Step extends { maxOrderValueYen: Yen }>(each: Step): Step =>
    each.maxOrderValueYen > mostYen ? { ...each, maxOrderValueYen: mostYen } : each
  return { ...capped(facts), ladder: facts.ladder.map(capped) }
}
