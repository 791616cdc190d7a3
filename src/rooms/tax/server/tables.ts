import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { AccountKind } from '../model/year.ts'

/** Chosen by the member; without a row it is `withholding`. */
export type TaxAccountRow = { memberId: string; kind: AccountKind }
export const taxAccounts = defineTable<TaxAccountRow>()({
  name: 'tax_accounts', columns: { memberId: 'text', kind: 'text' }, key: 'memberId',
})

/** A year of settled results by columns of the yearly report, and the tax withheld on them now; dividends are taxed by themselves. */
export type TaxYearRow = {
  memberId: string
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
  name: 'tax_years',
  columns: {
    memberId: 'text', year: 'text', kind: 'text', totalYen: 'int8', cashProceedsYen: 'int8', cashGainYen: 'int8', marginProceedsYen: 'int8',
    marginGainYen: 'int8', incomeTaxYen: 'int8', localTaxYen: 'int8', dividendsYen: 'int8', dividendIncomeTaxYen: 'int8',
    dividendLocalTaxYen: 'int8', closed: 'bool',
  },
  key: ['memberId', 'year'],
  // Closed years stay in memory: a result that the exchange reports late settles into the year that it belongs to.
  ordered: { open: { group: (row) => (row.closed ? null : 'all'), value: (row) => Number(row.year) } },
})

/** `cash`: shares bought in full; `margin`: closings of leveraged lots, adjusted dividends on them. */
export type ResultKind = 'cash' | 'margin'
/** What one closing order came to on one lot; in memory until it is settled. */
export type TaxResultRow = {
  memberId: string
  settlementDate: DateJst
  orderId: string
  lotId: string
  code: string
  kind: ResultKind
  proceedsYen: Yen
  gainYen: Yen
  done: boolean
}
export const taxResults = defineTable<TaxResultRow>()({
  name: 'tax_results',
  columns: {
    memberId: 'text', settlementDate: 'text', orderId: 'text', lotId: 'text', code: 'text', kind: 'text', proceedsYen: 'int8', gainYen: 'int8', done: 'bool',
  },
  key: ['memberId', 'settlementDate', 'orderId', 'lotId'],
  hot: { when: (row) => !row.done, sql: 'not done' },
  indexes: { member: (row) => row.memberId },
  ordered: { due: { group: () => 'all', value: (row) => Date.parse(row.settlementDate) } },
})

export type AverageCostRow = { memberId: string; code: string; quantity: Quantity; costYen: Yen }
export const averageCosts = defineTable<AverageCostRow>()({
  name: 'average_costs', columns: { memberId: 'text', code: 'text', quantity: 'int8', costYen: 'int8' }, key: ['memberId', 'code'],
  hot: { when: (row) => row.quantity > 0, sql: 'quantity > 0' },
})

export const TAX_TABLES = [taxAccounts, taxYears, taxResults, averageCosts] as const
