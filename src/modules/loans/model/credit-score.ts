import type { Days } from '#kernel/time.ts'

/**
 * The only facts about a member that the credit score asks for (product decision 9). Days are of the calendar
 * in Japan; calls and shortfalls are those of the last 365 days.
 */
export type CreditFacts = {
  readonly isVerified: boolean
  /** Age of the account. */
  readonly days: Days
  /**
   * Monthly interest, and last repayments of loans, that were paid from own money; and those that left a
   * shortfall.
   */
  readonly onTime: number
  readonly late: number
  /** Margin calls that ended unmet; one that is open now. */
  readonly unmetCalls: number
  readonly hasOpenCall: boolean
  /** Days on which a shortfall arose; one that is open now. */
  readonly shortfallDays: Days
  readonly hasShortfall: boolean
}

export const CREDIT_ITEMS = ['identity', 'history', 'repayments', 'calls', 'shortfalls'] as const
export type CreditItem = (typeof CREDIT_ITEMS)[number]
/** Each item is worth the same: five make 1,000. */
export const ITEM_MOST = 200
/** A full history has so many days. */
export const HISTORY_DAYS = 365
/** Calls and shortfalls older than this are forgotten. */
export const LOOKBACK_DAYS = 365
const ON_TIME = 20
const LATE = 50
const UNMET_CALL = 100
const OPEN_CALL = 50
const SHORTFALL_DAY = 100
const OPEN_SHORTFALL = 100
/** The published figures of the rule, for the page that explains it. */
export const CREDIT_POINTS = {
  onTime: ON_TIME,
  late: LATE,
  unmetCall: UNMET_CALL,
  openCall: OPEN_CALL,
  shortfallDay: SHORTFALL_DAY,
  openShortfall: OPEN_SHORTFALL,
} as const

const within = (points: number): number => Math.min(Math.max(points, 0), ITEM_MOST)

/** The points of each item, 0 – 200. Their sum is the score, 0 – 1,000. */
export function creditItems(facts: CreditFacts): Readonly<Record<CreditItem, number>> {
  return {
    identity: facts.isVerified ? ITEM_MOST : 0,
    history: Math.floor((Math.min(facts.days, HISTORY_DAYS) * ITEM_MOST) / HISTORY_DAYS),
    repayments: within(facts.onTime * ON_TIME - facts.late * LATE),
    calls: within(ITEM_MOST - facts.unmetCalls * UNMET_CALL - (facts.hasOpenCall ? OPEN_CALL : 0)),
    shortfalls: within(
      ITEM_MOST - facts.shortfallDays * SHORTFALL_DAY - (facts.hasShortfall ? OPEN_SHORTFALL : 0),
    ),
  }
}

export const creditScore = (facts: CreditFacts): number =>
  Object.values(creditItems(facts)).reduce((sum, points) => sum + points, 0)
