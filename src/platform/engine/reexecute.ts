import { assert } from '#kernel/assert.ts'
import type { Call, Command } from './command.ts'
import { HotTables } from './hot-tables.ts'
import { bodyText, commandBody, readRecord, recordText, type JournalEntry } from './journal.ts'
import { keyReader } from './row-key.ts'
import type { Signed } from './signatures.ts'
import type { AnyDefinition, Row } from './table.ts'

/**
 * Runs the journal again from its first record, each command with the input and the given that were written down. Returns the rows that
 * come out, cold ones too. Throws at the first command that does not say and post what the journal says: then the commands are no
 * longer those that wrote it, or one of them is not deterministic.
 */
export function reexecute(definitions: readonly AnyDefinition[], commands: readonly Command[], records: Iterable<Buffer>): Map<AnyDefinition, Row[]> {
  const tables = new HotTables(definitions)
  const types = new Map(commands.map((command) => [command.type, command]))
  const disk = new Disk(definitions)
  for (const record of records) {
    const entry = readRecord(record)
    if (entry.type === 'genesis') continue
    const command = types.get(entry.type)
    assert(command !== undefined, `seq ${entry.seq}: no command ${entry.type} is known`)
    const said = runAgain(tables, command, entry)
    assert(said === record.toString(), `seq ${entry.seq}: run again, ${entry.type} says\n${said}\nwhere the journal says\n${record.toString()}`)
    disk.write(tables)
  }
  return disk.rows()
}

function runAgain(tables: HotTables, command: Command, entry: JournalEntry): string {
  const { body, seq, ts, actor, device, key, type } = entry
  const call: Call = { actor, memberId: actor.startsWith('m:') ? actor.slice(2) : null, device, key, seq, at: ts }
  const outcome = command.run(tables.access, body['input'], body['given'], call)
  if (!outcome.ok) tables.undo()
  const input = body['input'] === undefined ? '' : bodyText(body['input'])
  const text = commandBody(body['given'], input, outcome, tables.transfers(), body['signed'] as Signed | undefined)
  tables.keep()
  return recordText({ actor, device, key, seq, ts, type }, text)
}

/** What the disk would hold. */
class Disk {
  readonly #tables: Map<AnyDefinition, Map<string | number, Row>>

  constructor(definitions: readonly AnyDefinition[]) {
    this.#tables = new Map(definitions.map((definition) => [definition, new Map()]))
  }

  write(tables: HotTables): void {
    for (const { definition, rows } of tables.takeChanges()) {
      const keyOf = keyReader(definition)
      for (const row of rows) this.#tables.get(definition)!.set(keyOf(row), row)
    }
  }

  rows(): Map<AnyDefinition, Row[]> {
    return new Map([...this.#tables].map(([definition, rows]) => [definition, [...rows.values()]]))
  }
}
