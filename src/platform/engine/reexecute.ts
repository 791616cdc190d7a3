import type { Json } from '#kernel/hash.ts'
import {
  assertCaller,
  reactedTo,
  type Call,
  type Command,
  type Guard,
  type Outcome,
  type Reaction,
} from './command.ts'
import { jsonDifference, short } from './difference.ts'
import { HotTables } from './hot-tables.ts'
import { bodyText, commandBody, readRecord, recordText, type JournalEntry } from './journal.ts'
import { keyReader, type Key } from './row-key.ts'
import type { Signed } from './signatures.ts'
import type { Change } from './store.ts'
import type { AnyDefinition, Row, TableDefinition, TableReader } from './table.ts'

/**
 * A record that does not come out the same when it is run again: its command is no longer the one that wrote
 * it, is not deterministic, or is not what ran.
 */
export class NotTheSame extends Error {
  override name = 'NotTheSame'
  readonly seq: number
  readonly type: string
  constructor({ seq, type }: Pick<JournalEntry, 'seq' | 'type'>, what: string, cause?: unknown) {
    super(`seq ${seq}: ${what}`, { cause })
    this.seq = seq
    this.type = type
  }
}

/** The effect of running a record again. */
export type Again = { entry: JournalEntry; outcome: Outcome<unknown> | null; changes: readonly Change[] }

/**
 * Runs a journal again, record by record from its first, each command with the input and the given that were
 * written down.
 */
export class Reexecution {
  readonly #tables: HotTables
  readonly #types: ReadonlyMap<string, Command>
  readonly #guard: Guard
  readonly #react: Reaction | undefined

  constructor(
    definitions: readonly AnyDefinition[],
    commands: readonly Command[],
    guard: Guard = () => null,
    react?: Reaction,
  ) {
    this.#tables = new HotTables(definitions)
    this.#guard = guard
    this.#react = react
    this.#types = new Map(commands.map((command) => [command.type, command]))
  }

  /** The hot rows as the last record left them. */
  get read(): TableReader {
    return this.#tables.access
  }

  /** All hot rows of a table. */
  rowsOf(definition: AnyDefinition): readonly Row[] {
    return definition.append ? [] : this.#tables.access.of(definition as TableDefinition<Row>).all()
  }

  /** Throws `NotTheSame` where the command does not say and post what the journal says. */
  next(record: Buffer): Again {
    const entry = readRecord(record)
    if (entry.type === 'genesis') return { entry, outcome: null, changes: [] }
    const command = this.#types.get(entry.type)
    if (command === undefined) throw new NotTheSame(entry, `no command ${entry.type} is known`)
    const outcome = this.#run(command, entry, record.toString())
    return { entry, outcome, changes: this.#tables.takeChanges() }
  }

  #run(command: Command, entry: JournalEntry, record: string): Outcome<unknown> {
    const { body, seq, ts, actor, device, key, type } = entry
    const call: Call = {
      actor,
      memberId: actor.startsWith('m:') ? actor.slice(2) : null,
      device,
      key,
      seq,
      at: ts,
    }
    try {
      assertCaller(command, call)
      const outcome: Outcome<unknown> = reactedTo(
        this.#guard(this.read, call) ?? command.run(this.#tables.access, body['input'], body['given'], call),
        this.#react,
        this.#tables.access,
        call,
      )
      if (!outcome.ok) this.#tables.undo()
      const input = body['input'] === undefined ? '' : bodyText(body['input'])
      const text = recordText(
        { actor, device, key, seq, ts, type },
        commandBody(
          body['given'],
          input,
          outcome,
          this.#tables.transfers(),
          body['signed'] as Signed | undefined,
        ),
      )
      if (text !== record) throw new NotTheSame(entry, `run again, ${type} ${otherwise(record, text)}`)
      this.#tables.keep()
      return outcome
    } catch (error) {
      this.#tables.undo()
      throw error instanceof NotTheSame
        ? error
        : new NotTheSame(entry, `run again, ${type} fails: ${(error as Error).message}`, error)
    }
  }
}

/** The first place at which a record does not come out the same: the values, not the whole records. */
function otherwise(record: string, again: string): string {
  const found = jsonDifference(JSON.parse(record) as Json, JSON.parse(again) as Json)
  if (found === null) return 'is written in another way'
  return `says ${found.path.slice(1)} is ${short(found.said)}, where the journal says ${short(found.held)}`
}

/**
 * Runs a whole journal again. Returns the rows that come out, cold ones too: for journals that are small
 * enough. Throws `NotTheSame`.
 */
export function reexecute(
  definitions: readonly AnyDefinition[],
  commands: readonly Command[],
  records: Iterable<Buffer>,
  guard?: Guard,
  react?: Reaction,
): Map<AnyDefinition, Row[]> {
  const again = new Reexecution(definitions, commands, guard, react)
  const disk = new Map<AnyDefinition, Map<Key, Row>>(definitions.map((definition) => [definition, new Map()]))
  for (const record of records) {
    for (const { definition, rows } of again.next(record).changes) {
      const keyOf = keyReader(definition)
      for (const row of rows) disk.get(definition)!.set(keyOf(row), row)
    }
  }
  return new Map([...disk].map(([definition, rows]) => [definition, [...rows.values()]]))
}
