import { hash } from 'node:crypto'
import pg from 'pg'
import type { Json } from '#kernel/hash.ts'
import { timeOfUuidv7 } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'
import type { StoredCheck } from './check-stored.ts'
import type { Command, Guard, Reaction } from './command.ts'
import { CopyRows, type CopyColumn } from './copy-rows.ts'
import { jsonDifference, type Difference } from './difference.ts'
import { bodyText, type JournalEntry } from './journal.ts'
import { ANSWERS as ANSWERS_READ, columnsOf } from './postgres-store.ts'
import { NotTheSame, Reexecution, type Again } from './reexecute.ts'
import { keyReader } from './row-key.ts'
import { RowSeal } from './row-seal.ts'
import { columnTexts } from './row-text.ts'
import { SpilledRows } from './spilled-rows.ts'
import type { AnyDefinition, Row, TableReader } from './table.ts'

/** The rules by which the journal is run again: the tables and commands of every module. */
export type Rules = {
  tables: readonly AnyDefinition[]
  commands: readonly Command[]
  guard?: Guard
  react?: Reaction
  /** Calendars and hours that follow from rows: called after each record, with the tables that it wrote. */
  ran: (read: TableReader, changed: ReadonlySet<AnyDefinition>) => void
  /** The checks of modules, for rows beside the journal. */
  stored: readonly StoredCheck[]
  /** Of the seal over the hot rows (`row-seal.ts`). */
  sealKey: Uint8Array
  /** Most differences that are told. */
  shown?: number
}

export type TablesCheck = {
  /** Tables that were compared, and rows that the journal leaves in them. */
  tables: number
  rows: number
  /** The first ones. */
  differences: Difference[]
  /** All of them. */
  differing: number
  /**
   * Kept answers that have fields which this version does not give, or lack some: an earlier version's, or
   * edited. An answer is not in its record, so it cannot be told.
   */
  otherAnswers: Difference[]
  /** From this record on nothing could be run again, so that no table was compared; null: all of it was. */
  notAgain: { seq: number; type: string; what: string } | null
  /** True if the hot rows are those that the engine sealed beside the head; null: nobody has sealed them. */
  isSealed: boolean | null
}

const SHOWN = 50
/** Answers to keys of the last day are there; older ones are forgotten at some moment. */
const ANSWERS = 'idempotency'
const ANSWERS_KEPT: Ms = DAY

/**
 * Runs a journal again while it is read, and holds every row of every table that commands write against what
 * comes out, all columns, cold rows and answered keys too. Rows that have left memory wait on the disk: what
 * it takes is what a running server takes.
 */
export class TablesAgain {
  readonly #rules: Rules
  readonly #again: Reexecution
  readonly #said = new SpilledRows()
  readonly #write: Map<AnyDefinition, (row: Row) => void>
  readonly #now: Ms
  #notAgain: TablesCheck['notAgain'] = null

  constructor(rules: Rules, now: Ms) {
    this.#rules = rules
    this.#now = now
    this.#again = new Reexecution(rules.tables, rules.commands, rules.guard, rules.react)
    this.#write = new Map(rules.tables.map((definition) => [definition, writerTo(this.#said, definition)]))
  }

  /** The next record. After the first that does not come out the same, nothing more is run. */
  next(record: Buffer): void {
    if (this.#notAgain !== null) return
    try {
      this.#take(this.#again.next(record))
    } catch (error) {
      if (!(error instanceof NotTheSame)) throw error
      this.#notAgain = { seq: error.seq, type: error.type, what: error.message }
    }
  }

  /** Holds the tables of this snapshot against what came out. */
  async compare(client: pg.Client): Promise<TablesCheck> {
    const isSealed = await this.#isSealed(client)
    if (this.#notAgain !== null)
      return {
        tables: 0,
        rows: 0,
        differences: [],
        differing: 0,
        otherAnswers: [],
        notAgain: this.#notAgain,
        isSealed,
      }
    for (const definition of this.#rules.tables)
      for (const row of this.#again.rowsOf(definition)) this.#write.get(definition)!(row)
    const held = new SpilledRows()
    try {
      const unreadable = await readTables(client, this.#rules.tables, held)
      return {
        ...this.#differences(held, unreadable),
        tables: this.#rules.tables.length,
        notAgain: null,
        isSealed,
      }
    } finally {
      held.close()
    }
  }

  close(): void {
    this.#said.close()
  }

  async #isSealed(client: pg.Client): Promise<boolean | null> {
    const { tables, sealKey } = this.#rules
    const {
      rows: [lease],
    } = await client.query<{ head: Buffer; seal: Buffer | null }>('select head, row_seal as seal from lease')
    if (lease!.seal === null) return null
    const seal = new RowSeal({ key: sealKey }, tables)
    for (const definition of tables) {
      if (definition.append) continue
      const failed = await readRows(
        client,
        definition.name,
        columnsOf(definition),
        definition.hot?.sql ?? 'true',
        (row) => seal.flip(seal.printOf(definition, row)),
      )
      if (failed !== null) return false
    }
    return seal.at(lease!.head.toString('latin1')) === lease!.seal.toString('latin1')
  }

  #take({ entry, outcome, changes }: Again): void {
    for (const { definition, rows } of changes) {
      for (const row of rows)
        if (definition.append || definition.hot?.when(row) === false) this.#write.get(definition)!(row)
    }
    if (outcome === null) return
    if (entry.key !== '' && entry.actor.startsWith('m:'))
      this.#answer(entry, outcome.ok ? { answer: outcome.answer, ok: true } : outcome)
    if (changes.length > 0)
      this.#rules.ran(this.#again.read, new Set(changes.map(({ definition }) => definition)))
  }

  #answer({ actor, key, seq, type, body }: JournalEntry, result: unknown): void {
    const input = body['input'] === undefined ? '' : bodyText(body['input'])
    this.#said.add(ANSWERS, `${key} ${actor.slice(2)}`, [
      String(seq),
      hash('sha256', `${type}\n${input}`),
      JSON.stringify(result),
    ])
  }

  #differences(
    heldRows: SpilledRows,
    unreadable: readonly Difference[],
  ): Pick<TablesCheck, 'rows' | 'differences' | 'differing' | 'otherAnswers'> {
    const columns = new Map(
      this.#rules.tables.map((definition) => [definition.name, Object.entries(definition.columns)]),
    )
    columns.set(ANSWERS, [
      ['seq', 'int8'],
      ['request', 'text'],
      ['answer', 'jsonb'],
    ])
    const otherAnswers: Difference[] = []
    const isUnreadable = new Set(unreadable.map(({ table }) => table))
    const { shown = SHOWN } = this.#rules
    const found = [...unreadable]
    let [rows, differing] = [0, unreadable.length]
    const heldShares = heldRows.shares()[Symbol.iterator]()
    for (const said of this.#said.shares()) {
      const held = heldShares.next().value as Map<string, string>
      rows += said.size
      for (const name of new Set([...said.keys(), ...held.keys()])) {
        if (said.get(name) === held.get(name)) continue
        const [table = '', key = ''] = name.split('\t')
        if (isUnreadable.has(table) || this.#isForgotten(table, key, held.get(name))) continue
        const { sure, unsure } = differencesOf(
          { table, key: JSON.parse(key) as string },
          columns.get(table)!,
          textsOf(held.get(name)),
          textsOf(said.get(name)),
        )
        differing += sure.length
        found.push(...sure.slice(0, shown - found.length))
        otherAnswers.push(...unsure.slice(0, shown - otherAnswers.length))
      }
    }
    return { rows, differences: found, differing, otherAnswers }
  }

  /** An answer that is no longer there because its key cannot come again. */
  #isForgotten(table: string, key: string, held: string | undefined): boolean {
    return (
      table === ANSWERS &&
      held === undefined &&
      (timeOfUuidv7((JSON.parse(key) as string).split(' ')[0]!) ?? 0) < this.#now - ANSWERS_KEPT
    )
  }
}

const textsOf = (json: string | undefined): (string | null)[] | null =>
  json === undefined ? null : (JSON.parse(json) as (string | null)[])

type Differing = { sure: Difference[]; unsure: Difference[] }
type Where = Pick<Difference, 'table' | 'key'>

function differencesOf(
  where: Where,
  columns: readonly (readonly [name: string, type: string])[],
  held: (string | null)[] | null,
  said: (string | null)[] | null,
): Differing {
  const found: Differing = { sure: [], unsure: [] }
  if (held === null || said === null)
    found.sure.push({ ...where, column: null, held: held && held.join(' '), said: said && said.join(' ') })
  else
    for (const [at, [column, type]] of columns.entries()) {
      const value = { ...where, column, held: held[at] ?? null, said: said[at] ?? null }
      if (value.held === value.said) continue
      if (where.table === ANSWERS && column === 'answer') compareAnswers(value, found)
      else found.sure.push(type.startsWith('jsonb') ? inJson(value) : value)
    }
  return found
}

/** A value of JSON, by the place in it that differs. */
const inJson = (value: Difference): Difference => ({
  ...value,
  ...jsonDifference(parsed(value.held), parsed(value.said)),
})

/**
 * An answer is not in the record: an earlier version may have said more, or less. Whatever both say is the
 * same.
 */
function compareAnswers(value: Difference, { sure, unsure }: Differing): void {
  const [held, said] = [parsed(value.held), parsed(value.said)]
  const differs = jsonDifference(held, said, 'shared')
  if (differs !== null) sure.push({ ...value, ...differs })
  else if (jsonDifference(held, said) !== null) unsure.push(inJson(value))
}

/** A text that is no JSON stands for itself. */
function parsed(text: string | null): Json {
  try {
    return text === null ? null : (JSON.parse(text) as Json)
  } catch {
    return text
  }
}

function writerTo(rows: SpilledRows, definition: AnyDefinition): (row: Row) => void {
  const [keyOf, texts] = [keyReader(definition), columnTexts(definition)]
  return (row) => rows.add(definition.name, String(keyOf(row)).replaceAll('\0', ' '), texts(row))
}

type Column = CopyColumn & { sql: string }

/** Answers why it could not be read; the snapshot goes on. */
async function readRows(
  client: pg.Client,
  table: string,
  columns: readonly Column[],
  where: string,
  onRow: (row: Row) => void,
): Promise<Error | null> {
  await client.query('savepoint before')
  const select = `select ${columns.map(({ sql }) => sql).join(', ')} from ${table} where ${where}`
  const failed = await new Promise<void>((resolve, reject) => {
    client.query(new CopyRows(select, columns, onRow, { resolve, reject }))
  }).then(
    () => null,
    (error: Error) => error,
  )
  if (failed !== null) await client.query('rollback to savepoint before')
  return failed
}

/** Every row of every table, one table after another; what cannot be read is a difference of its own. */
async function readTables(
  client: pg.Client,
  definitions: readonly AnyDefinition[],
  into: SpilledRows,
): Promise<Difference[]> {
  const unreadable: Difference[] = []
  const read = async (table: string, columns: readonly Column[], onRow: (row: Row) => void) => {
    const failed = await readRows(client, table, columns, 'true', onRow)
    if (failed !== null)
      unreadable.push({ table, key: '', column: null, held: `cannot be read: ${failed.message}`, said: null })
  }
  for (const definition of definitions)
    await read(definition.name, columnsOf(definition), writerTo(into, definition))
  await read(ANSWERS, ANSWERS_READ, (row) => {
    const { key, member, seq, request, answer } = row as {
      key: string
      member: string
      seq: number
      request: string
      answer: string
    }
    into.add(ANSWERS, `${key} ${member}`, [
      String(seq),
      Buffer.from(request, 'latin1').toString('hex'),
      answer,
    ])
  })
  return unreadable
}
