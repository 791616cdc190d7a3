import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { charge, move, type About, type Draft } from '#modules/ledger/model/drafting.ts'
import { sumOf, taxOn, type Tax } from '../model/rates.ts'
import {
  addDay,
  expectedTax,
  NEW_YEAR,
  yearOf,
  type AccountKind,
  type ExpectedDay,
  type RunningYear,
} from '../model/year.ts'
import { endDays, type Sold } from './shares.ts'
import { taxAccounts, taxResults, taxYears, type ResultKind, type TaxYearRow } from './tables.ts'

export const accountKind = (tables: TableReader, memberId: MemberId): AccountKind =>
  tables.of(taxAccounts).get(memberId)?.kind ?? 'withholding'

export type Result = {
  readonly memberId: MemberId
  /** Decides the day and the year that it counts for. */
  readonly settlementDate: DateJst
  readonly code: string
  readonly kind: ResultKind
  /** After fees, charges and cost; a loss below 0. */
  readonly gainYen: Yen
  /** The sum it was sold for; left out where nothing was (adjusted dividends): the gain itself. */
  readonly proceedsYen?: Yen
  /** Of shares sold: the day whose average cost they have, and how many. */
  readonly sold?: Sold | undefined
  readonly lotId: LotId
  /**
   * The closing order; without one, a name that a lot has once: results of one name and day are one, and none
   * may come after its day.
   */
  readonly orderId: OrderId
}

/** Notes what a closing came to. Its tax is taken, or given back, on its settlement day. */
export function addResult(tables: TableAccess, { proceedsYen, sold, ...result }: Result): void {
  const table = tables.of(taxResults)
  const { memberId, settlementDate, orderId, lotId, gainYen } = result
  const soldYen = proceedsYen ?? Math.max(gainYen, 0)
  const row = table.get(memberId, settlementDate, orderId, lotId)
  const { tradeDate, quantity } = sold ?? { tradeDate: null, quantity: null }
  if (row)
    table.update(row, {
      gainYen: row.gainYen + gainYen,
      proceedsYen: row.proceedsYen + soldYen,
      quantity: row.quantity === null ? null : row.quantity + (quantity ?? 0),
    })
  else table.insert({ ...result, proceedsYen: soldYen, tradeDate, quantity, done: false })
}

const runningOf = (row: TaxYearRow | undefined): RunningYear =>
  row
    ? { totalYen: row.totalYen, withheld: { incomeYen: row.incomeTaxYen, localYen: row.localTaxYen } }
    : NEW_YEAR

/** The member's settlement days to come with the tax of each, ascending. */
export function comingTax(tables: TableReader, memberId: MemberId): ExpectedDay[] {
  const days = new Map<DateJst, Yen>()
  for (const { settlementDate, gainYen } of tables.of(taxResults).by('member', memberId))
    days.set(settlementDate, (days.get(settlementDate) ?? 0) + gainYen)
  if (days.size === 0) return []
  return expectedTax(
    accountKind(tables, memberId),
    (year) => runningOf(tables.of(taxYears).get(memberId, year)),
    [...days].map(([settlementDate, gainYen]) => ({ settlementDate, gainYen })),
  )
}

/** The result of shares sold by this order against their average cost, in yen; null: none were. */
export function cashGainOf(tables: TableReader, memberId: MemberId, orderId: OrderId): Yen | null {
  const own = tables
    .of(taxResults)
    .by('member', memberId)
    .filter((row) => row.orderId === orderId && row.kind === 'cash')
  return own.length === 0 ? null : own.reduce((sum, { gainYen }) => sum + gainYen, 0)
}

/** The tax that settlements of this year have withheld on results, in yen. */
export const withheldIn = (tables: TableReader, memberId: MemberId, year: string): Yen =>
  sumOf(runningOf(tables.of(taxYears).get(memberId, year)).withheld)

/** Members whose results are due by this day, one entry a member and day, earliest first. */
export const dueResults = (
  tables: TableReader,
  date: DateJst,
  limit: number,
): { memberId: MemberId; settlementDate: DateJst }[] =>
  tables.of(taxResults).range('due', 'all', { to: Date.parse(date), limit })

/**
 * True if a year from that of `since` to that of `upTo` has results or dividends and is not closed: its end
 * may still give tax back.
 */
export function hasOpenYear(tables: TableReader, memberId: MemberId, since: DateJst, upTo: DateJst): boolean {
  for (let year = Number(yearOf(since)); year <= Number(yearOf(upTo)); year++) {
    if (tables.of(taxYears).get(memberId, String(year))?.closed === false) return true
  }
  return false
}

function yearRow(tables: TableAccess, memberId: MemberId, year: string): TaxYearRow {
  const table = tables.of(taxYears)
  return (
    table.get(memberId, year) ??
    table.insert({
      memberId,
      year,
      kind: accountKind(tables, memberId),
      totalYen: 0,
      cashProceedsYen: 0,
      cashGainYen: 0,
      marginProceedsYen: 0,
      marginGainYen: 0,
      incomeTaxYen: 0,
      localTaxYen: 0,
      dividendsYen: 0,
      dividendIncomeTaxYen: 0,
      dividendLocalTaxYen: 0,
      closed: false,
    })
  )
}

/**
 * The settlement day of a member's results: they join the year's total, and the tax on it is withheld or
 * given back, income and local tax as entries of their own. Returns what was withheld (+) or given back (−);
 * running it twice settles nothing twice.
 */
export function settleTax(tables: TableAccess, draft: Draft, settlementDate: DateJst): Yen {
  const { memberId } = draft
  const due = tables
    .of(taxResults)
    .by('member', memberId)
    .filter((row) => row.settlementDate === settlementDate)
  if (due.length === 0) return 0
  for (const row of due) tables.of(taxResults).update(row, { done: true })
  endDays(tables, due)

  const row = yearRow(tables, memberId, yearOf(settlementDate))
  const sum = (kind: ResultKind, of: 'gainYen' | 'proceedsYen') =>
    due.reduce((yen, result) => (result.kind === kind ? yen + result[of] : yen), 0)
  const cashGainYen = sum('cash', 'gainYen')
  const marginGainYen = sum('margin', 'gainYen')
  const { year, change } = addDay(row.kind, runningOf(row), settlementDate, cashGainYen + marginGainYen)
  tables
    .of(taxYears)
    .update(row, {
      totalYen: year.totalYen,
      incomeTaxYen: year.withheld.incomeYen,
      localTaxYen: year.withheld.localYen,
      cashProceedsYen: row.cashProceedsYen + sum('cash', 'proceedsYen'),
      cashGainYen: row.cashGainYen + cashGainYen,
      marginProceedsYen: row.marginProceedsYen + sum('margin', 'proceedsYen'),
      marginGainYen: row.marginGainYen + marginGainYen,
    })
  take(draft, change)
  return sumOf(change)
}

/** Withholds what is above 0, gives back what is below. */
function take(draft: Draft, { incomeYen, localYen }: Tax): void {
  charge(draft, 'tax', Math.max(incomeYen, 0), { kind: 'income-tax-withheld' })
  charge(draft, 'tax', Math.max(localYen, 0), { kind: 'local-tax-withheld' })
  giveBack(draft, { incomeYen: Math.max(0 - incomeYen, 0), localYen: Math.max(0 - localYen, 0) })
}

export function giveBack(draft: Draft, { incomeYen, localYen }: Tax): void {
  move(draft, 'tax', 'available', incomeYen, { kind: 'income-tax-refund' })
  move(draft, 'tax', 'available', localYen, { kind: 'local-tax-refund' })
}

/**
 * Takes the tax of a dividend that this draft has just paid in (in every kind of account: dividends are taxed
 * at their source), and counts both in the year. `beforeYen`: the parts of the same payment that came before;
 * its tax is floored once. Returns the tax.
 */
export function withholdOnDividend(
  tables: TableAccess,
  draft: Draft,
  { yen: dividendYen, beforeYen }: { yen: Yen; beforeYen: Yen },
  payDate: DateJst,
  about: About,
): Yen {
  const [before, after] = [taxOn(beforeYen, payDate), taxOn(beforeYen + dividendYen, payDate)]
  const tax = { incomeYen: after.incomeYen - before.incomeYen, localYen: after.localYen - before.localYen }
  const row = yearRow(tables, draft.memberId, yearOf(payDate))
  tables
    .of(taxYears)
    .update(row, {
      dividendsYen: row.dividendsYen + dividendYen,
      dividendIncomeTaxYen: row.dividendIncomeTaxYen + tax.incomeYen,
      dividendLocalTaxYen: row.dividendLocalTaxYen + tax.localYen,
    })
  charge(draft, 'tax', tax.incomeYen, { kind: 'dividend-income-tax', about })
  charge(draft, 'tax', tax.localYen, { kind: 'dividend-local-tax', about })
  return sumOf(tax)
}
