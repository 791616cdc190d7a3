import { defineCommand, done } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { Effect } from '#rooms/staff/server/public.ts'
import { statementLines, type StatementLineRow } from './tables.ts'

export type NewLine = Omit<StatementLineRow, 'usedFor' | 'source'>

/** Lines that are not known yet; a line of a statement read before changes nothing. */
function enter(tables: TableAccess, lines: readonly NewLine[], source: StatementLineRow['source']): { entered: number; known: number } {
  const table = tables.of(statementLines)
  let entered = 0
  for (const line of lines) {
    if (table.get(line.id) !== undefined) continue
    table.insert({ ...line, source, usedFor: null })
    entered++
  }
  return { entered, known: lines.length - entered }
}

/** What the demo bank booked. Its lines say so wherever they are shown. */
export const demoBankCommand = defineCommand({
  type: 'statement.demo-bank',
  given: () => undefined,
  run: (tables, { lines }: { lines: readonly NewLine[] }) => done(enter(tables, lines, 'demo-bank'), [{ type: 'statement.entered' }]),
})

/** A treasurer brings a statement file in: `body.lines` is what the file says, names as salted hashes (security and trust 1). */
export const importEffect: Effect<{ lines: readonly NewLine[] }> = {
  power: 'statement.import', memberOf: () => null,
  carryOut: (tables, { body }) => done(enter(tables, body.lines, 'file'), [{ type: 'statement.entered' }]),
}

/** An unused line with this reference, of this kind; the oldest where there are several. */
export const openLine = (tables: TableReader, reference: string, kind: StatementLineRow['kind']): StatementLineRow | undefined =>
  tables.of(statementLines).by('open', reference).filter((line) => line.kind === kind).toSorted((a, b) => a.bookedAt - b.bookedAt)[0]
