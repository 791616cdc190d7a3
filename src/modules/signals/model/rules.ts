import { DAY, HOUR, MINUTE, type Ms } from '#kernel/time.ts'
import { HIT_FROM } from './name-score.ts'

/**
 * The published definitions of the rules: what each looks at is its function in `find.ts`, and these are its
 * thresholds. A signal says that somebody should look; it is no verdict.
 */
export const RULES = {
  /** A withdrawal of at least `fromYen` within `withinMs` after the first sign-in from a new device. */
  'withdrawal-new-device': { withinMs: 72 * HOUR, fromYen: 100_000 },
  /** At least `members` accounts that signed in from one device first within `withinMs`. */
  'shared-device': { members: 3, withinMs: 90 * DAY },
  /** A transfer with a member's reference whose sender is not the member's verified name. */
  'payer-differs': { withinMs: 8 * DAY },
  /**
   * Deposits of at least `fromYen` within `withinMs`, of which `outPercent` were asked for again, with trades
   * of at most `tradedPercent` of them.
   */
  'pass-through': { withinMs: 7 * DAY, fromYen: 300_000, outPercent: 80, tradedPercent: 10 },
  /**
   * Purchases and sales of one issue at one price, `apartMs` apart at most, by two accounts of one device:
   * `pairs` of them within `withinMs`.
   */
  'wash-trades': { apartMs: MINUTE, pairs: 2, withinMs: 5 * DAY },
  /**
   * Purchases of one issue of less than `capYen` in market value, of at least `fromYen` and `timesUsual`
   * times the daily average of the `usualMs` before, within `withinMs` after the first sign-in from a new
   * device.
   */
  'small-cap-new-device': {
    withinMs: DAY,
    capYen: 30_000_000_000,
    fromYen: 1_000_000,
    timesUsual: 5,
    usualMs: 30 * DAY,
  },
  /** A member's name that is like a name of the screening list, by the score of `name-score.ts`. */
  'listed-name': { scoreFrom: HIT_FROM },
  /** One document handed in by at least `members` members who are verified by it or under review. */
  'same-document': { members: 2 },
} as const

export type RuleName = keyof typeof RULES
export const RULE_NAMES = Object.keys(RULES) as [RuleName, ...RuleName[]]

/** Thresholds as they are published, by name; times in hours or, below one, in minutes. */
export const thresholdsOf = (rule: RuleName): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(RULES[rule]).map(([name, value]: [string, number]) =>
      name.endsWith('Ms') ? timeOf(name.slice(0, -2), value) : [name, value],
    ),
  )

const timeOf = (name: string, ms: Ms): [string, number] =>
  ms < HOUR ? [`${name}Minutes`, ms / MINUTE] : [`${name}Hours`, ms / HOUR]
