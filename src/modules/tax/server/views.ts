import type { MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { TaxReport, TaxView } from '../contract.ts'
import { yearOf } from '../model/year.ts'
import { mayChoose } from './choose-account.ts'
import { accountKind, comingTax } from './results.ts'
import { unitCostsOf } from './shares.ts'
import type { TaxYear } from './queries.ts'
import { taxResults, taxYears } from './tables.ts'

/** The exchange is simulated, whatever the prices come from; so are its taxes. */
const SIMULATED = true

export function taxView(
  tables: TableReader,
  memberId: MemberId,
  today: DateJst,
  nameOf: (code: string) => string,
): TaxView {
  const year = yearOf(today)
  const row = tables.of(taxYears).get(memberId, year)
  const pending = tables.of(taxResults).by('member', memberId)
  return {
    account: accountKind(tables, memberId),
    mayChoose: mayChoose(tables, memberId, today),
    year,
    total: row?.totalYen ?? 0,
    incomeTax: row?.incomeTaxYen ?? 0,
    localTax: row?.localTaxYen ?? 0,
    coming: comingTax(tables, memberId).map(({ settlementDate, gainYen, change }) => ({
      date: settlementDate,
      gain: gainYen,
      incomeTax: change.incomeYen,
      localTax: change.localYen,
      results: pending
        .filter((result) => result.settlementDate === settlementDate)
        .map((result) => ({
          code: result.code,
          name: nameOf(result.code),
          kind: result.kind,
          proceeds: result.proceedsYen,
          gain: result.gainYen,
          lotId: result.lotId,
          orderId: result.orderId,
        })),
    })),
    costs: unitCostsOf(tables, memberId).map(({ code, quantity, unitYen }) => ({
      code,
      quantity,
      unitCost: unitYen,
    })),
    simulated: SIMULATED,
  }
}

const column = (proceeds: Yen, gain: Yen) => ({ proceeds, cost: proceeds - gain, gain })

export const reportView = (row: TaxYear): TaxReport => ({
  year: row.year,
  account: row.kind,
  final: row.closed,
  cash: column(row.cashProceedsYen, row.cashGainYen),
  margin: column(row.marginProceedsYen, row.marginGainYen),
  total: row.totalYen,
  incomeTax: row.incomeTaxYen,
  localTax: row.localTaxYen,
  dividends: {
    amount: row.dividendsYen,
    incomeTax: row.withheldOnDividends.incomeYen,
    localTax: row.withheldOnDividends.localYen,
    refundedIncomeTax: row.withheldOnDividends.incomeYen - row.dividendIncomeTaxYen,
    refundedLocalTax: row.withheldOnDividends.localYen - row.dividendLocalTaxYen,
  },
  simulated: SIMULATED,
})
