import type { DateJst, Ms } from '#kernel/time.ts'

export { dividendYen } from '../model/dividend.ts'
export { comingDividends, dividendsPaidIn, exDaysAfter, fractionsOf, lotSplitsAfter } from './queries.ts'
export { hasPendingDividends } from './tables.ts'
export { dividendView } from './views.ts'

export type CorporateActionsPublic = {
  /**
   * The exchange means to open this trade date at market time `at`. Resolves when holders have been through
   * the ex-dates up to it; at once where that is still to come, and the job of that morning sees to it.
   */
  ready(tradeDate: DateJst, at: Ms): Promise<void>
}
