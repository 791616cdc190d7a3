import type { TableReader } from '#platform/engine/table.ts'
import { correctedDebits } from '../model/corrected-debits.ts'
import {
  deposits,
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

/** The treasurer who brought a line in; nobody where the demo bank booked it. */
export const importerOf = (tables: TableReader, line: StatementLineRow | undefined): string | null =>
  line === undefined || line.fileId === null
    ? null
    : (tables.of(statementFiles).get(line.fileId)?.importedBy ?? null)

/** Open lines by which the bank debited a payment once too often, and corrected that itself. */
export function correctedLines(tables: TableReader, reference: string): ReadonlySet<string> {
  const payment =
    tables.of(withdrawals).by('reference', reference)[0] ?? tables.of(refunds).by('reference', reference)[0]
  if (payment === undefined) return new Set()
  const awaited = payment.state === 'approved' ? payment.yen : null
  return correctedDebits(tables.of(statementLines).by('open', reference), awaited)
}
type Numbered = Pick<StatementLineRow, 'id' | 'kind' | 'yen' | 'reference' | 'usedFor'>
export const isCorrectedDebit = (tables: TableReader, { id, kind, reference, usedFor }: Numbered): boolean =>
  kind !== 'in' && usedFor === null && reference !== null && correctedLines(tables, reference).has(id)

/** Incoming money that no deposit, refund or other withdrawal is told by: its number, if any, is not ours. */
export function isNobodys(
  tables: TableReader,
  { kind, reference }: Numbered,
  about?: WithdrawalRow,
): boolean {
  if (kind !== 'in') return false
  if (reference === null || reference === about?.reference) return true
  return tables.of(deposits).by('reference', reference).length === 0 && !isPaymentNumber(tables, reference)
}

/** The oldest open claim against the bank of the very sum of a line without a number of ours. */
export const claimOf = (tables: TableReader, line: Numbered): WithdrawalRow | undefined =>
  line.usedFor === null && isNobodys(tables, line)
    ? tables
        .of(withdrawals)
        .range('claimed', 'all')
        .find(({ claimYen }) => claimYen === line.yen)
    : undefined
/** Open lines that can have brought a claim back, or a part of it: those of its sum first. */
export const creditsFor = (tables: TableReader, row: WithdrawalRow): StatementLineRow[] =>
  row.claimYen === null
    ? []
    : tables
        .of(statementLines)
        .range('waiting', 'all')
        .filter((line) => line.yen <= row.claimYen! && isNobodys(tables, line, row))
        .toSorted((a, b) => b.yen - a.yen || a.bookedAt - b.bookedAt)
