import { BUY_STEP_SHARES, PASSWORD_MAX, PASSWORD_MIN } from '#kernel/specification.ts'
import { PPM } from '#kernel/money.ts'
import { DAY, HOUR, MINUTE, type DateJst } from '#kernel/time.ts'
import { MOST_ALERTS } from '#modules/alerts/model/alert.ts'
import { MOST_API_KEYS, MOST_NETWORKS } from '#modules/apikeys/model/api-key.ts'
import { MOST_FEEDS } from '#modules/calendars/model/feed.ts'
import { CHECKED_LINKS } from '#modules/draws/model/check.ts'
import { MOST_ACCOUNTS, REST_MS as ACCOUNT_REST_MS } from '#modules/funding/model/bank-account.ts'
import { LAPSES_AFTER_MS } from '#modules/funding/model/deposit.ts'
import { DECIDED_WITHIN_MS } from '#modules/funding/model/withdrawal-timer.ts'
import {
  ARRIVES_WITHIN_MS,
  FEE_YEN,
  HOURS,
  LOAN_COVER_PPM,
  MINIMUM_YEN,
  MOST_A_DAY,
  TOTP,
} from '#modules/funding/model/withdrawal.ts'
import { REST_MS } from '#modules/identity/model/factor-change.ts'
import { LEVEL_LIMITS } from '#modules/identity/model/levels.ts'
import { LIMITS } from '#modules/identity/model/limits.ts'
import { OPENING_DEPOSIT_YEN } from '#modules/identity/model/opening.ts'
import { TOP_AT_TIMES } from '#modules/ipo/model/offer-price.ts'
import { figures } from '#modules/legal/model/figures.ts'
import { INCOME_SHARE, LOAN_TO_VALUE_PPM } from '#modules/loans/model/affordability.ts'
import { CREDIT_ITEMS, HISTORY_DAYS, ITEM_MOST } from '#modules/loans/model/credit-score.ts'
import { LEAST_YEN, MOST_YEN, RATES } from '#modules/loans/model/terms.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { LEVEL_RULES } from '#modules/members/model/levels.ts'
import { PASS_MARK, QUESTIONS } from '#modules/members/model/quiz.ts'
import { MOST_ONE_TAP_DEVICES, MOST_ONE_TAP_YEN, MOST_PER_MINUTE } from '#modules/orders/model/one-tap.ts'
import { MAX_SHORT_UNITS } from '#modules/orders/model/place-order.ts'
import { MOST_TEMPLATES } from '#modules/orders/model/templates.ts'
import { LONGEST_VALIDITY_DAYS } from '#modules/orders/model/terms.ts'
import { LIMITS as FILES } from '#modules/records/model/limits.ts'
import type { FirmLimits } from '#modules/schedules/model/limits.ts'
import { OFFICE } from '#modules/support/model/office.ts'
import { MOST_DRAWINGS } from '#modules/watchlists/model/drawings.ts'
import { MOST_LISTS, MOST_ROWS } from '#modules/watchlists/model/watchlists.ts'

const percent = (ppm: number): number => (ppm * 100) / PPM

/**
 * The figures that an article may quote, each from the rule that uses it: those of the firm's documents, and
 * those of the pages that the articles are about. `fee`, `limits`: in force today.
 */
export const helpFigures = (
  date: DateJst,
  fee: FeeRule,
  limits: FirmLimits,
): Readonly<Record<string, number | string>> => ({
  ...figures(
    {
      openingYen: OPENING_DEPOSIT_YEN,
      maxLeverage: Math.max(...Object.values(LEVEL_LIMITS).map(({ maxLeverage }) => maxLeverage)),
      unitShares: BUY_STEP_SHARES,
      withdrawal: { minimumYen: MINIMUM_YEN, feeYen: FEE_YEN, ...HOURS },
    },
    date,
    fee,
  ),
  openOrders: limits.openOrders,
  validityDays: LONGEST_VALIDITY_DAYS,
  templates: MOST_TEMPLATES,
  shortUnits: MAX_SHORT_UNITS,
  shortShares: MAX_SHORT_UNITS * BUY_STEP_SHARES,
  alerts: MOST_ALERTS,
  drawings: MOST_DRAWINGS,
  watchlists: MOST_LISTS,
  watchRows: MOST_ROWS,
  firstOrder: LEVEL_LIMITS.experience.maxOrderValueYen,
  firstLots: LEVEL_LIMITS.experience.maxOpenLots,
  beginnerLeverage: LEVEL_LIMITS.beginner.maxLeverage,
  beginnerOrder: LEVEL_LIMITS.beginner.maxOrderValueYen,
  middleDays: LEVEL_RULES.intermediate.days,
  middleEquity: LEVEL_RULES.intermediate.equityYen,
  advancedDays: LEVEL_RULES.advanced.days,
  advancedEquity: LEVEL_RULES.advanced.equityYen,
  coreDays: LEVEL_RULES.core.days,
  coreEquity: LEVEL_RULES.core.equityYen,
  quietDays: LEVEL_RULES.intermediate.quietDays,
  quizPass: PASS_MARK,
  quizQuestions: QUESTIONS.length,
  topTimes: TOP_AT_TIMES,
  checkedLinks: CHECKED_LINKS,
  bankAccounts: MOST_ACCOUNTS,
  accountRestHours: ACCOUNT_REST_MS / HOUR,
  depositDays: LAPSES_AFTER_MS / DAY,
  byRule: limits.byRuleYen,
  decidedHours: DECIDED_WITHIN_MS / HOUR,
  arrivesHours: ARRIVES_WITHIN_MS / HOUR,
  withdrawalsADay: MOST_A_DAY,
  appDays: TOTP.accountAgeMs / DAY,
  appYen: TOTP.yenADay,
  appHours: TOTP.heldMs / HOUR,
  restHours: REST_MS / HOUR,
  oneTapYen: MOST_ONE_TAP_YEN,
  oneTapMinute: MOST_PER_MINUTE,
  oneTapDevices: MOST_ONE_TAP_DEVICES,
  apiKeys: MOST_API_KEYS,
  apiNetworks: MOST_NETWORKS,
  feeds: MOST_FEEDS,
  devices: LIMITS.session.devices,
  idleDays: LIMITS.session.idleMs / DAY,
  sessionDays: LIMITS.session.absoluteMs / DAY,
  unlockMinutes: LIMITS.session.unlockIdleMs / MINUTE,
  unlockHours: LIMITS.session.unlockAbsoluteMs / HOUR,
  passwordMin: PASSWORD_MIN,
  passwordMax: PASSWORD_MAX,
  loanMin: LEAST_YEN,
  loanMax: MOST_YEN,
  loanCover: percent(LOAN_COVER_PPM),
  incomeShare: INCOME_SHARE,
  loanToValue: percent(LOAN_TO_VALUE_PPM),
  smallLoan: RATES[0].belowYen!,
  smallRate: percent(RATES[0].ratePpm),
  middleLoan: RATES[1]!.belowYen!,
  middleRate: percent(RATES[1]!.ratePpm),
  largeRate: percent(RATES.at(-1)!.ratePpm),
  scoreItem: ITEM_MOST,
  scoreMost: ITEM_MOST * CREDIT_ITEMS.length,
  historyDays: HISTORY_DAYS,
  filesAMinute: FILES.files.perMember[0]!.max,
  exportsAnHour: FILES.files.exportsPerMember[0]!.max,
  supportFrom: OFFICE.from,
  supportTo: OFFICE.to,
})
