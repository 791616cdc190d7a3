import * as z from 'zod/mini'
import { DividendView } from '#modules/corporate-actions/contract.ts'
import { ENTRY_GROUPS } from '#modules/ledger/model/groups.ts'
import { EntryView } from '#modules/portfolio/contract.ts'
import { route } from '#wire/route.ts'
import {
  BasisPointsFigure,
  DateText,
  Id,
  IdOfLot,
  IssueCode,
  PpmFigure,
  QuantityFigure,
  Side,
  YenFigure,
} from '#wire/values.ts'
import { PERFORMANCE_SPANS } from './model/period.ts'

export { PERFORMANCE_SPANS }

/** Days in Japan, both included; without them: this month. */
const Span = { from: z.optional(DateText), to: z.optional(DateText) }
const INCOME_GROUPS = ['trades', 'dividends', 'interest', 'pools', 'fees', 'tax'] as const
export { INCOME_GROUPS }

/**
 * The income of a period, whole yen. opening + Σ groups = closing: all of the member's own money, holds and
 * margin included; `total`: the groups of income alone. `entries`: those of the income groups (or of one),
 * newest first, `count` over all of them.
 *
 * `year`, of the running year until now: the way from the realized result of the account summary to `total`.
 * realized + openFees + rest = total: fees of what is still held are paid and not realized, and shares go
 * out at their average cost, not at their lot's (`openFees`); `rest` is what positions did not bring
 * (dividends, pools, interest of loans), and fees that an earlier year paid.
 */
export const IncomeView = z.object({
  from: DateText,
  to: DateText,
  opening: YenFigure,
  closing: YenFigure,
  total: YenFigure,
  groups: z.array(z.object({ group: z.enum(ENTRY_GROUPS), yen: YenFigure, count: z.int() })),
  year: z.nullable(z.object({ realized: YenFigure, openFees: YenFigure, rest: YenFigure })),
  entries: z.array(EntryView),
  count: z.int(),
  simulated: z.boolean(),
})
export type IncomeView = z.output<typeof IncomeView>
export const getIncome = route({
  name: 'getIncome',
  method: 'GET',
  path: '/records/income',
  access: 'member',
  query: z.strictObject({
    ...Span,
    group: z.optional(z.enum(INCOME_GROUPS)),
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: IncomeView,
})

/**
 * An announced dividend of a lot that is held now: what it will be if the lot is still held at the close of
 * `lastCumDate`. `amount`: yen before tax, below 0 where the lot would owe it; `tax` by today's rates.
 */
export const ExpectedView = z.object({
  id: Id,
  lotId: IdOfLot,
  code: IssueCode,
  name: z.string(),
  side: Side,
  leverage: z.number(),
  quantity: QuantityFigure,
  perShare: z.number(),
  lastCumDate: DateText,
  exDate: DateText,
  payDate: DateText,
  amount: YenFigure,
  tax: YenFigure,
})
export type ExpectedView = z.output<typeof ExpectedView>

/**
 * Dividends by year, and what else the year brought. `years`: newest first, by the ledger; `dividends` with
 * the adjustments of leveraged lots, `tax` what was withheld on dividends (above 0), `refunded` what the
 * year's end gave back of it for a loss, `net` the rest.
 * `coming`: fixed at an ex-date, soonest first. `paid`: of `year`, newest first, the first 200. `income`: of
 * `year`, over all sources.
 */
export const BonusView = z.object({
  year: z.int(),
  years: z.array(
    z.object({ year: z.int(), dividends: YenFigure, tax: YenFigure, refunded: YenFigure, net: YenFigure }),
  ),
  expected: z.array(ExpectedView),
  coming: z.array(DividendView),
  paid: z.array(DividendView),
  income: z.object({
    total: YenFigure,
    groups: z.array(z.object({ group: z.enum(INCOME_GROUPS), yen: YenFigure })),
  }),
  simulated: z.boolean(),
})
export type BonusView = z.output<typeof BonusView>
/** Without a year: the one in which market time stands. */
export const getBonus = route({
  name: 'getBonus',
  method: 'GET',
  path: '/records/bonus',
  access: 'member',
  query: z.strictObject({ year: z.optional(z.string().check(z.regex(/^20\d{2}$/))) }),
  output: BonusView,
})

/**
 * The result of an account, day by day (README: performance). Whole yen; rates in basis points of the period,
 * not of a year; `growth` in millionths of what one yen has become since before `from`. Null: there is no
 * rate.
 *
 * opening + Σ inflow − Σ outflow + gain = value, the total assets of now less pools and loans;
 * gain = Σ issues + Σ rest. `months`: realized results of the newest twelve, oldest first
 * (`MonthResult`); those of a year are that of the account summary.
 * `settlementDate`: when a trade of now settles.
 */
export const PerformanceView = z.object({
  span: z.enum(PERFORMANCE_SPANS),
  from: DateText,
  to: DateText,
  opening: YenFigure,
  value: YenFigure,
  inflow: YenFigure,
  outflow: YenFigure,
  gain: YenFigure,
  days: z.array(z.object({ date: DateText, value: YenFigure, growth: z.nullable(PpmFigure) })),
  timeWeightedBp: z.nullable(BasisPointsFigure),
  moneyWeightedBp: z.nullable(BasisPointsFigure),
  /** The deepest fall; `from` null: the beginning, `to` null: none. `nowBp`: now below the highest day. */
  drawdown: z.nullable(
    z.object({
      bp: BasisPointsFigure,
      from: z.nullable(DateText),
      to: z.nullable(DateText),
      nowBp: BasisPointsFigure,
    }),
  ),
  issues: z.array(
    z.object({
      code: IssueCode,
      name: z.string(),
      sector: z.string(),
      sectorName: z.string(),
      gain: YenFigure,
    }),
  ),
  rest: z.array(z.object({ group: z.enum(ENTRY_GROUPS), yen: YenFigure })),
  months: z.array(
    z.object({
      month: z.string(),
      trades: YenFigure,
      tax: YenFigure,
      realized: YenFigure,
      dividends: YenFigure,
    }),
  ),
  settlementDate: DateText,
  simulated: z.boolean(),
})
export type PerformanceView = z.output<typeof PerformanceView>
export const getPerformance = route({
  name: 'getPerformance',
  method: 'GET',
  path: '/records/performance',
  access: 'member',
  query: z.strictObject({ span: z.optional(z.enum(PERFORMANCE_SPANS)) }),
  output: PerformanceView,
})

/** A file to keep: `content` in base64. */
export const FileView = z.object({
  name: z.string(),
  type: z.enum(['text/csv', 'application/pdf']),
  content: z.string(),
  simulated: z.boolean(),
})
export type FileView = z.output<typeof FileView>

export const TABLES = ['orders', 'trades', 'account', 'income', 'deposits', 'withdrawals', 'pools'] as const
export type TableName = (typeof TABLES)[number]
/**
 * A log as CSV in the caller's language, oldest first; `pools`: units that are held when the last day ends.
 */
export const getTable = route({
  name: 'getTable',
  method: 'GET',
  path: '/records/tables/{table}',
  access: 'member',
  params: z.strictObject({ table: z.enum(TABLES) }),
  query: z.strictObject(Span),
  output: FileView,
  rejections: ['PERIOD_WRONG'],
})

/**
 * The statements that can be printed: trade dates with fills (at most 400), months, quarters and tax years,
 * newest first.
 */
export const StatementsView = z.object({
  days: z.array(DateText),
  months: z.array(z.string()),
  quarters: z.array(z.string()),
  years: z.array(z.string()),
  simulated: z.boolean(),
})
export type StatementsView = z.output<typeof StatementsView>
export const listStatements = route({
  name: 'listStatements',
  method: 'GET',
  path: '/records/statements',
  access: 'member',
  output: StatementsView,
})

/** 取引報告書 of a trade date. */
export const getTradeReport = route({
  name: 'getTradeReport',
  method: 'GET',
  path: '/records/trade-report',
  access: 'member',
  query: z.strictObject({ date: DateText }),
  output: FileView,
  rejections: ['NOTHING_TRADED'],
})
/** 取引残高報告書 of a month (`2026-11`) or quarter (`2026-Q4`); of one that is not over, up to now. */
export const getBalanceReport = route({
  name: 'getBalanceReport',
  method: 'GET',
  path: '/records/balance-report',
  access: 'member',
  query: z.strictObject({ period: z.string().check(z.maxLength(10)) }),
  output: FileView,
  rejections: ['PERIOD_WRONG'],
})
/** 年間取引報告書 of a year of settlement. */
export const getYearReport = route({
  name: 'getYearReport',
  method: 'GET',
  path: '/records/year-report',
  access: 'member',
  query: z.strictObject({ year: z.string().check(z.regex(/^\d{4}$/)) }),
  output: FileView,
  rejections: ['NOTHING_SETTLED'],
})

/**
 * Everything that the firm holds about the member: rows of its tables by name. Secrets (hashes, keys) are
 * left out, and `leftOut` says so; pictures are named, and the member's app puts them beside.
 */
export const getOwnData = route({
  name: 'getOwnData',
  method: 'GET',
  path: '/records/own-data',
  access: 'member',
  output: z.object({
    member: z.string(),
    madeAt: z.string(),
    note: z.string(),
    leftOut: z.array(z.string()),
    pictures: z.array(z.object({ id: z.string(), purpose: z.string(), at: z.int() })),
    tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    simulated: z.boolean(),
  }),
})
