import type { TableReader } from '#platform/engine/table.ts'
import { statementLines, type StatementLineRow } from './tables.ts'

/** An unused line with this reference, of this kind; the oldest where there are several. */
export const openLine = (
  tables: TableReader,
  reference: string,
  kind: StatementLineRow['kind'],
): StatementLineRow | undefined =>
  tables
    .of(statementLines)
    .by('open', reference)
    .filter((line) => line.kind === kind)
    .toSorted((a, b) => a.bookedAt - b.bookedAt)[0]
