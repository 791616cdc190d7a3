import type { DateJst } from '#kernel/time.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { FEE, type FeeRule } from '#rooms/margin/model/rates.ts'
import { feesOnDay, type FeeSchedule } from '../model/fees.ts'
import { schedules } from './tables.ts'

/** The commission in force on a trade date. Orders take it with them when they are placed: what was quoted is what is charged. */
export function feesOn(tables: TableReader, date: DateJst): FeeRule {
  const rows = tables.of(schedules).by('kind', 'fees')
  return rows.length === 0 ? FEE : feesOnDay(rows.map(({ body }) => body as unknown as FeeSchedule), date, FEE)
}
