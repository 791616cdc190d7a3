import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { DayCost } from '../model/average-cost.ts'
import type { ResultKind } from '../model/result-kinds.ts'
import type { AccountKind } from '../model/year.ts'
import { averageCostsCodec, taxAccountsCodec, taxResultsCodec, taxYearsCodec } from './row-codecs.ts'

/** Chosen by the member; without a row it is `withholding`. */
export type TaxAccountRow = { memberId: MemberId; kind: AccountKind }
export const taxAccounts = defineTable<TaxAccountRow>()({
  codec: taxAccountsCodec,
  name: 'tax_accounts',
  columns: { memberId: 'text', kind: 'text' },
  key: 'memberId',
})

/**
 * A year of settled results by columns of the yearly report, and the tax withheld on them now; dividends are
 * taxed by themselves.
 */
export type TaxYearRow = {
  memberId: MemberId
  year: string
  kind: AccountKind
  totalYen: Yen
  cashProceedsYen: Yen
  cashGainYen: Yen
  marginProceedsYen: Yen
  marginGainYen: Yen
  incomeTaxYen: Yen
  localTaxYen: Yen
  dividendsYen: Yen
  dividendIncomeTaxYen: Yen
  dividendLocalTaxYen: Yen
  /** Losses have been set off against dividends; nothing is added any more. */
  closed: boolean
}
export const taxYears = defineTable<TaxYearRow>()({
  codec: taxYearsCodec,
  name: 'tax_years',
  columns: {
    memberId: 'text',
    year: 'text',
    kind: 'text',
    totalYen: 'int8',
    cashProceedsYen: 'int8',
    cashGainYen: 'int8',
    marginProceedsYen: 'int8',
    marginGainYen: 'int8',
    incomeTaxYen: 'int8',
    localTaxYen: 'int8',
    dividendsYen: 'int8',
    dividendIncomeTaxYen: 'int8',
    dividendLocalTaxYen: 'int8',
    closed: 'bool',
  },
  key: ['memberId', 'year'],
  // Closed years stay in memory: a result that the exchange reports late settles into the year that it
  // belongs to.
  ordered: { open: { group: (row) => (row.closed ? null : 'all'), value: (row) => Number(row.year) } },
})

export type { ResultKind } from '../model/result-kinds.ts'
/** The result of one closing order on one lot; in memory until it is settled. */
export type TaxResultRow = {
  memberId: MemberId
  settlementDate: DateJst
  orderId: OrderId
  lotId: LotId
  code: string
  kind: ResultKind
  proceedsYen: Yen
  gainYen: Yen
  /**
   * Of shares sold: the day whose average cost they have, and how many; null for all else, and from before
   * that rule.
   */
  tradeDate: DateJst | null
  quantity: Quantity | null
  done: boolean
}
export const taxResults = defineTable<TaxResultRow>()({
  codec: taxResultsCodec,
  name: 'tax_results',
  columns: {
    memberId: 'text',
    settlementDate: 'text',
    orderId: 'text',
    lotId: 'text',
    code: 'text',
    kind: 'text',
    proceedsYen: 'int8',
    gainYen: 'int8',
    tradeDate: 'text?',
    quantity: 'int8?',
    done: 'bool',
  },
  key: ['memberId', 'settlementDate', 'orderId', 'lotId'],
  hot: { when: (row) => !row.done, sql: 'not done' },
  indexes: { member: (row) => row.memberId },
  ordered: { due: { group: () => 'all', value: (row) => Date.parse(row.settlementDate) } },
})

/**
 * Shares that are sold stay in memory until their day's results are settled: what is bought back that day
 * changes their cost.
 */
export type AverageCostRow = DayCost & { readonly memberId: MemberId; readonly code: string }
export const averageCosts = defineTable<AverageCostRow>()({
  codec: averageCostsCodec,
  name: 'average_costs',
  columns: {
    memberId: 'text',
    code: 'text',
    quantity: 'int8',
    costYen: 'int8',
    tradeDate: 'text?',
    dayQuantity: 'int8',
    dayCostYen: 'int8',
  },
  key: ['memberId', 'code'],
  hot: { when: (row) => row.quantity > 0 || row.dayQuantity > 0, sql: 'quantity > 0 or day_quantity > 0' },
  indexes: { member: (row) => row.memberId },
})

/**
 * From which trade date on a rule holds that came with a later version; without a row it does not hold yet.
 */
export type TaxRuleRow = { readonly name: 'same-day'; readonly since: DateJst }
export const taxRules = defineTable<TaxRuleRow>()({
  name: 'tax_rules',
  columns: { name: 'text', since: 'text' },
  key: 'name',
})

export const TAX_TABLES = [taxAccounts, taxYears, taxResults, averageCosts, taxRules] as const
