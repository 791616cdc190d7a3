import { no, type Refusal } from '#kernel/result.ts'
import type { Yen } from '#kernel/money.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Effect } from '#modules/staff/server/public.ts'
import type { StatementForm } from '../model/statement-file.ts'
import { paymentStop } from './payment-stops.ts'
import { statementFiles, statementLines, withdrawals, type StatementLineRow } from './tables.ts'

export type NewLine = Pick<StatementLineRow, 'id' | 'kind' | 'yen' | 'reference' | 'payerHash' | 'bookedAt'>

/**
 * Lines that the demo bank booked; a line that is known already changes nothing, and a payment that is
 * stopped is not sent. Its lines say so wherever they are shown. Records from before a payment could be
 * stopped asked for none.
 */
export const demoBankCommand = defineCommand({
  type: 'statement.demo-bank',
  captureInputs: (): { asksStops: true } | undefined => ({ asksStops: true }),
  run(tables, { lines }: { lines: readonly NewLine[] }, inputs, { at }) {
    const isStopped = ({ kind, reference }: NewLine): boolean =>
      kind === 'out' &&
      reference !== null &&
      tables
        .of(withdrawals)
        .by('reference', reference)
        .some((row) => paymentStop(tables, row, at) !== null)
    const fresh = lines.filter(
      (line) =>
        tables.of(statementLines).get(line.id) === undefined &&
        !(inputs?.asksStops === true && isStopped(line)),
    )
    for (const line of fresh)
      tables
        .of(statementLines)
        .insert({ ...line, source: 'demo-bank', fileId: null, number: null, usedFor: null })
    return done({ entered: fresh.length, known: lines.length - fresh.length })
  },
})

/**
 * A file as the server read it: its lines with salted hashes in the place of names, each with its record's
 * number.
 */
export type ReadFile = { form: StatementForm; lines: readonly (NewLine & { number: number })[] }
/** Files that were read a moment ago, by the hash of their bytes. */
export type ReadFiles = { get(id: string): ReadFile | undefined }

/**
 * Reason why a file cannot be brought in as things stand; null: it can. In this order: it was not read since
 * the start, it was brought in already, a line of it was brought in by another.
 */
export function importHindrance(tables: TableReader, id: string, file: ReadFile | null): Refusal | null {
  if (file === null) return no('STATEMENT_NOT_READ')
  if (tables.of(statementFiles).get(id) !== undefined) return no('STATEMENT_KNOWN')
  const known = file.lines.find((line) => tables.of(statementLines).get(line.id) !== undefined)
  return known === undefined ? null : no('STATEMENT_LINE_KNOWN', { at: known.number })
}

/**
 * A treasurer brings a statement file in (security and trust 1). The subject is the file's hash, which is
 * what is signed; its lines are those that the server read, journalled with the command, so that nobody can
 * bring in a line that stands in no file. All of its lines or none.
 */
export const importEffect = (files: ReadFiles): Effect<Record<string, never>, ReadFile | null> => ({
  power: 'statement.import',
  only: true,
  memberOf: () => null,
  captureInputs: (_tables, subject) => files.get(subject) ?? null,
  refuse: (tables, subject, _body, file) => importHindrance(tables, subject, file),
  carryOut(tables, { subject, signers }, when, file) {
    const refused = importHindrance(tables, subject, file)
    if (refused) return refused
    const { form, lines } = file!
    enter(tables, subject, lines)
    tables
      .of(statementFiles)
      .insert({
        id: subject,
        form,
        lines: lines.length,
        inYen: sum(lines, 'out', false),
        outYen: sum(lines, 'out', true),
        importedBy: signers[0]!.operatorId,
        importedAt: when.wall,
        erasedAt: null,
      })
    return done({ entered: lines.length })
  },
})

function enter(tables: TableAccess, fileId: string, lines: ReadFile['lines']): void {
  for (const line of lines)
    tables.of(statementLines).insert({ ...line, source: 'file', fileId, usedFor: null })
}

/** Yen of the lines that are of this kind, or of all others. */
const sum = (lines: ReadFile['lines'], kind: NewLine['kind'], isOf: boolean): Yen =>
  lines.reduce((total, line) => ((line.kind === kind) === isOf ? total + line.yen : total), 0)
