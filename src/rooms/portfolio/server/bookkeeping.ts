import type { Yen } from '#kernel/money.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { lots, realized, settlements, type RealizedRow } from './tables.ts'
import type { Lot } from '../model/lot.ts'

export const openLots = (tables: TableReader, memberId: string): Lot[] => tables.of(lots).by('member', memberId)

/** Money that went to unsettled and becomes settled cash on this day. */
export function addSettlement(tables: TableAccess, memberId: string, dueDate: DateJst, yen: Yen): void {
  if (yen === 0) return
  const table = tables.of(settlements)
  const row = table.get(memberId, dueDate)
  if (row) table.update(row, { yen: row.yen + yen })
  else table.insert({ memberId, dueDate, yen, done: false })
}

export const pendingSettlements = (tables: TableReader, memberId: string): Yen =>
  tables.of(settlements).by('member', memberId).reduce((sum, row) => sum + row.yen, 0)

export function addRealized(tables: TableAccess, memberId: string, tradeDate: DateJst, yen: Yen): void {
  const table = tables.of(realized)
  const row = table.get(memberId)
  if (!row) return void table.insert({ memberId, tradeDate, dayYen: yen, yearYen: yen })
  const { dayYen, yearYen } = realizedOn(row, tradeDate)
  table.update(row, { tradeDate, dayYen: dayYen + yen, yearYen: yearYen + yen })
}

/** What counts as realized on this trade date and in its year. */
export const realizedOn = (row: RealizedRow | undefined, tradeDate: DateJst): { dayYen: Yen; yearYen: Yen } => ({
  dayYen: row?.tradeDate === tradeDate ? row.dayYen : 0,
  yearYen: row?.tradeDate.slice(0, 4) === tradeDate.slice(0, 4) ? row.yearYen : 0,
})
