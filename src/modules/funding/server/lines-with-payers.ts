import { maskName } from '#modules/staff/model/mask.ts'
import type { LineView } from '../operator-contract.ts'
import type { FundingDeps } from './deps.ts'
import { lineView } from './desk-views.ts'
import type { Statements } from './statement-desk.ts'
import type { StatementLineRow } from './tables.ts'
import type { Transfers } from './transfer-desk.ts'

export type Desk = { statements: Statements; transfers: Transfers }

/**
 * With the payer's name, where a file says one: the whole of it for lines that were looked for, else its
 * first character.
 */
export async function linesWithPayers(
  deps: FundingDeps & Desk,
  rows: readonly StatementLineRow[],
  isOpened: (row: StatementLineRow) => boolean = () => false,
): Promise<LineView[]> {
  const files = new Map<string, ReadonlyMap<string, string>>()
  for (const id of new Set(rows.flatMap(({ fileId }) => fileId ?? []))) {
    const original = await deps.statements.original(id)
    files.set(id, new Map(original?.lines.map((line) => [line.id, line.payer])))
  }
  return rows.map((row) => {
    const payer = files.get(row.fileId ?? '')?.get(row.id) ?? null
    return lineView(deps.context.engine.read, row, payer === null || isOpened(row) ? payer : maskName(payer))
  })
}
