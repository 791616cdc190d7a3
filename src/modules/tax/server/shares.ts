import type { MemberId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { afterBuying, afterSelling, boughtOn, NEVER_HELD, soldOn, unitCost } from '../model/average-cost.ts'
import { averageCosts, taxResults, taxRules, type TaxResultRow } from './tables.ts'

/** Shares that a result is of: the day whose average cost they have, and how many. */
export type Sold = { readonly tradeDate: DateJst; readonly quantity: Quantity }

/**
 * True if the sales of this day are reckoned together. Of days before the rule came the journal says each
 * fill by itself.
 */
export const isReckonedByDay = (tables: TableReader, tradeDate: DateJst): boolean => {
  const rule = tables.of(taxRules).get('same-day')
  return rule !== undefined && rule.since <= tradeDate
}

/**
 * Shares bought in full come in, with what they cost (fees included); what the day has sold already has cost
 * that much more or less.
 */
export function addShares(
  tables: TableAccess,
  memberId: MemberId,
  code: string,
  bought: Sold & { readonly costYen: Yen },
): void {
  const { tradeDate, quantity, costYen } = bought
  const table = tables.of(averageCosts)
  const row = table.get(memberId, code)
  const byDay = isReckonedByDay(tables, tradeDate)
  const { held, dearerYen } = byDay
    ? boughtOn(row ?? NEVER_HELD, tradeDate, quantity, costYen)
    : { held: { ...(row ?? NEVER_HELD), ...afterBuying(row ?? NEVER_HELD, quantity, costYen) }, dearerYen: 0 }
  if (row) table.update(row, held)
  else table.insert({ memberId, code, ...held })
  if (dearerYen !== 0) reckonAnew(tables, memberId, code, held.tradeDate!, dearerYen)
}

function reckonAnew(
  tables: TableAccess,
  memberId: MemberId,
  code: string,
  tradeDate: DateJst,
  dearerYen: Yen,
): void {
  const table = tables.of(taxResults)
  for (const row of table.by('member', memberId)) {
    if (row.code === code && row.tradeDate === tradeDate && row.quantity !== null)
      table.update(row, { gainYen: row.gainYen - dearerYen * row.quantity })
  }
}

/** Shares bought in full go out: what they have cost by the average, and what their result is noted as. */
export function takeShares(
  tables: TableAccess,
  memberId: MemberId,
  code: string,
  { tradeDate, quantity }: Sold,
): { costYen: Yen; sold?: Sold } {
  const table = tables.of(averageCosts)
  const row = table.get(memberId, code)
  assert(row !== undefined, `no shares of ${code} have been bought`)
  if (!isReckonedByDay(tables, tradeDate)) {
    const { held, costYen } = afterSelling(row, quantity)
    table.update(row, held)
    return { costYen }
  }
  const { held, costYen } = soldOn(row, tradeDate, quantity)
  table.update(row, held)
  return { costYen, sold: { tradeDate: held.tradeDate!, quantity } }
}

/** A split or reverse split: as many shares as before × ratio, for what they had cost; it begins a day. */
export function rescaleShares(
  tables: TableAccess,
  memberId: MemberId,
  code: string,
  quantity: Quantity,
): void {
  const row = tables.of(averageCosts).get(memberId, code)
  if (row) tables.of(averageCosts).update(row, { quantity, tradeDate: null, dayQuantity: 0, dayCostYen: 0 })
}

/** The average cost of a share, rounded up to the yen. */
export function unitCostOf(tables: TableReader, memberId: string, code: string): Yen {
  const row = tables.of(averageCosts).get(memberId, code)
  assert(row !== undefined, `no shares of ${code} have been bought`)
  return unitCost(row)
}

/** The same where it is asked of any issue: null where the member holds no shares bought in full. */
export function averageCostOf(tables: TableReader, memberId: MemberId, code: string): Yen | null {
  const row = tables.of(averageCosts).get(memberId, code)
  return row === undefined || row.quantity === 0 ? null : unitCost(row)
}

/** A fraction of a share goes out at a split: the rest have cost so much less, and are as many. */
export function takeCost(tables: TableAccess, memberId: string, code: string, costYen: Yen): void {
  const row = tables.of(averageCosts).get(memberId, code)!
  tables.of(averageCosts).update(row, { costYen: row.costYen - costYen })
}

/** Days whose results are settled: nothing that is bought changes them any more. */
export function endDays(tables: TableAccess, settled: readonly TaxResultRow[]): void {
  const table = tables.of(averageCosts)
  for (const { memberId, code, tradeDate } of settled) {
    const row = tradeDate === null ? undefined : table.get(memberId, code)
    if (row?.tradeDate === tradeDate) table.update(row, { tradeDate: null, dayQuantity: 0, dayCostYen: 0 })
  }
}

/** The cost of one share by issue, in yen, of the member's shares. */
export const unitCostsOf = (
  tables: TableReader,
  memberId: MemberId,
): { code: string; quantity: Quantity; unitYen: Yen }[] =>
  tables
    .of(averageCosts)
    .by('member', memberId)
    .flatMap((row) =>
      row.quantity === 0 ? [] : [{ code: row.code, quantity: row.quantity, unitYen: unitCost(row) }],
    )
