import type { Yen } from '#kernel/money.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { cashEntries, type CashEntryRow, type DepositRow } from './tables.ts'

type New = Omit<CashEntryRow, 'id' | 'at' | 'reversedBy'>

/**
 * Notes the entry of this command by which money came in or went out, so that it can be found if it was
 * wrong. Its id is the ledger's: the number of the command and the place in it; what comes from or goes to
 * the bank is posted first.
 */
export const noteEntry = (
  tables: TableAccess,
  { seq, wall }: { seq: number; wall: number },
  row: New,
): CashEntryRow => tables.of(cashEntries).insert({ ...row, id: `${seq}-0`, at: wall, reversedBy: null })

/** True unless a correction that itself stands has undone it. */
export const stands = (tables: TableReader, { reversedBy }: CashEntryRow): boolean => {
  const by = reversedBy === null ? undefined : tables.of(cashEntries).get(reversedBy)
  return by === undefined || !stands(tables, by)
}

/** All entries about a deposit or withdrawal. */
export const entriesAbout = (tables: TableReader, about: string): CashEntryRow[] =>
  tables.of(cashEntries).by('about', about)

/** Yen of all lines that are credited to a deposit now. */
export const creditedOf = (tables: TableReader, depositId: string): Yen =>
  entriesAbout(tables, depositId)
    .filter((row) => row.kind === 'deposit' && stands(tables, row))
    .reduce((sum, { yen }) => sum + yen, 0)

/** Yen that stand credited to a deposit by its entries, corrections included; null: nothing ever was. */
export function standingYen(tables: TableReader, { id, creditedYen }: DepositRow): Yen | null {
  const entries = entriesAbout(tables, id)
  return creditedYen === null || entries.length === 0
    ? creditedYen
    : entries.reduce((sum, { way, yen }) => (way === 'in' ? sum + yen : sum - yen), 0)
}

/** An entry of this kind about a deposit or withdrawal that has not been reversed. */
export const standingEntry = (
  tables: TableReader,
  about: string,
  kind: CashEntryRow['kind'],
): CashEntryRow | undefined =>
  tables
    .of(cashEntries)
    .by('about', about)
    .find((row) => row.kind === kind && row.reversedBy === null)
