import type { TableReader } from '#platform/engine/table.ts'
import {
  refunds,
  statementFiles,
  statementLines,
  withdrawals,
  type StatementLineRow,
  type WithdrawalRow,
} from './tables.ts'

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

/** True for a number that a payment of the firm bears or bore: by it the bank's line is known. */
export const isPaymentNumber = (tables: TableReader, reference: string): boolean =>
  tables.of(withdrawals).by('reference', reference).length > 0 ||
  tables.of(refunds).by('reference', reference).length > 0

/** An approved withdrawal is with the bank when it stands in a file for it, or on a line of its statement. */
export const isWithBank = (tables: TableReader, { reference, transferId }: WithdrawalRow): boolean =>
  transferId !== null || openLine(tables, reference, 'out') !== undefined

/**
 * Treasurers who brought in an open line of this kind under a reference: another one says what became of the
 * money, so that nobody both writes the bank's word and acts upon it (decision 0171).
 */
export const importersOf = (
  tables: TableReader,
  reference: string,
  kind: StatementLineRow['kind'],
): readonly string[] =>
  tables
    .of(statementLines)
    .by('open', reference)
    .filter((line) => line.kind === kind && line.fileId !== null)
    .flatMap(({ fileId }) => tables.of(statementFiles).get(fileId!)?.importedBy ?? [])
