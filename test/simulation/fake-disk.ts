import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { timeOfUuidv7 } from '#kernel/id.ts'
import { CHAIN_START, chainChecker } from '#platform/engine/journal.ts'
import { keyColumns, keyReader, type Key } from '#platform/engine/row-key.ts'
import type {
  Batch,
  HashText,
  Head,
  JournalRecord,
  StoredAnswer,
  NewRecord,
  Store,
} from '#platform/engine/store.ts'
import type { AnyDefinition, Row } from '#platform/engine/table.ts'
import { Breach, holds } from './breach.ts'
import type { Rows } from './rows.ts'
import { rulesOf, type TableRules } from './sql-rules.ts'

type Fields = Record<string, unknown>
export type Changed = { readonly table: string; readonly before: Fields | null; readonly after: Fields }
/** A batch as it became durable. */
export type Written = {
  readonly journal: readonly NewRecord[]
  readonly answers: readonly StoredAnswer[]
  readonly changes: readonly Changed[]
}

type Waiting = { batch: Batch; epoch: number; resolve: () => void; reject: (error: unknown) => void }
type Column = {
  readonly name: string
  readonly type: string
  readonly mayBeNull: boolean
  readonly isFixed: boolean
}
type StoredTable = {
  readonly definition: AnyDefinition
  readonly keyOf: (row: Row) => Key
  readonly columns: readonly Column[]
  readonly rows: Map<Key, Fields>
  readonly comesBack: boolean
  readonly rules: TableRules
  /** By the name of each unique key: whose row has which. */
  readonly taken: ReadonlyMap<string, Map<string, Key>>
}

/**
 * A head is written down this often, as by PostgreSQL's store: a start checks the chain from the last one on.
 */
const HEAD_EVERY = 100
const INT4 = 2 ** 31
const RULES = rulesOf(readFileSync(join(import.meta.dirname, '../../schema.sql'), 'utf8'))
const NO_RULES: TableRules = { checks: [], unique: [] }

/**
 * Stands where PostgreSQL does, and is as strict: one batch is one transaction; it keeps the columns that a
 * table has and nothing else, knows types, nulls, CHECKs and unique keys, and refuses to change what cannot
 * change. Batches wait until the simulation lets them through; what has been let through outlives every
 * crash.
 */
export class FakeDisk {
  readonly journal: NewRecord[] = []
  readonly answers = new Map<string, StoredAnswer>()
  readonly #tables = new Map<string, StoredTable>()
  readonly #onWritten: (written: Written) => void
  #heads: Head[] = [{ seq: -1, hash: CHAIN_START, ts: 0 }]
  #epoch = 0
  #queue: Waiting[] = []
  /** Batches go through at once, for tests that ask nothing of crashes. */
  isPrompt = false
  #isRefusing = false
  #seal: HashText | undefined
  /** The file beside the keys of a server: which shape of its tables was sealed. */
  shape: string | null = null

  constructor(onWritten: (written: Written) => void) {
    this.#onWritten = onWritten
  }

  get waiting(): number {
    return this.#queue.length
  }

  rows<T extends keyof Rows>(table: T): Rows[T][] {
    return this.rowsOf(table) as Rows[T][]
  }

  /** The same of any table. */
  rowsOf(table: string): object[] {
    return [...(this.#tables.get(table)?.rows.values() ?? [])]
  }

  row<T extends keyof Rows>(table: T, key: Key): Rows[T] | undefined {
    return this.#tables.get(table)?.rows.get(key) as Rows[T] | undefined
  }

  /** Lets so many batches through, in their order. */
  work(count = Infinity): void {
    for (let n = 0; n < count && this.#queue.length > 0; n++) {
      const { batch, epoch, resolve } = this.#queue.shift()!
      this.#write(batch, epoch)
      resolve()
    }
  }

  /** A commit fails: this batch and all behind it are not written, and whoever sent them hears it. */
  refuse(): void {
    this.#isRefusing = true
    for (const { reject } of this.#queue.splice(0)) reject(new Error('the disk refused a commit'))
  }

  /**
   * The power goes: the first so many of what was on its way are written, the others not, and nobody hears
   * either.
   */
  crash(written: number): void {
    for (const { batch, epoch } of this.#queue.splice(0, written)) this.#write(batch, epoch)
    this.#queue = []
    this.#isRefusing = false
    // Whoever still writes is dead.
    this.#epoch++
  }

  /** A store for one life of the engine. */
  open(): Store {
    const epoch = ++this.#epoch
    return {
      recover: async (definitions, keysFrom, load) => {
        this.#isRefusing = false
        for (const definition of definitions) this.#know(definition)
        const head = this.#checked()
        for (const { definition, rows } of this.#tables.values()) {
          if (definition.append) continue
          for (const row of rows.values())
            if (definition.hot?.when(row) ?? true) load.row(definition, { ...row })
        }
        const keys = [...this.answers.values()]
          .filter(({ key }) => (timeOfUuidv7(key) ?? 0) >= keysFrom)
          .sort((a, b) => (a.key < b.key ? 1 : -1))
        for (const answer of keys.slice(0, load.mostKeys)) load.key(answer)
        return { ...head, ...(this.#seal === undefined ? {} : { seal: this.#seal }) }
      },
      eachRow: async (definition, onRow) =>
        this.#tables.get(definition.name)?.rows.forEach((row) => onRow(row)),
      seal: async (seal) => {
        this.#seal = seal
      },
      flush: (batch) =>
        new Promise((resolve, reject) => {
          if (epoch !== this.#epoch) return
          if (this.#isRefusing) return reject(new Error('the disk refused a commit'))
          this.#queue.push({ batch, epoch, resolve, reject })
          if (this.isPrompt)
            queueMicrotask(() => {
              try {
                this.work()
              } catch (error) {
                reject(error)
              }
            })
        }),
      answer: async (member, key) => {
        const kept = this.answers.get(`${member} ${key}`)
        return kept === undefined ? null : { ...kept, type: this.journal[kept.seq]!.type }
      },
      forgetAnswers: async (until) => {
        for (const [name, answer] of this.answers)
          if ((timeOfUuidv7(answer.key) ?? 0) < until) this.answers.delete(name)
      },
      close: () => Promise.resolve(),
    }
  }

  #checked(): Head {
    const from = this.#heads.at(-1)!
    const checker = chainChecker(from)
    for (let seq = from.seq + 1; seq < this.journal.length; seq++) checker.next(bytesOf(this.journal[seq]!))
    return checker.head()
  }

  #know(definition: AnyDefinition): StoredTable {
    const known = this.#tables.get(definition.name)
    if (known !== undefined) return known
    const fixed: readonly string[] = definition.append
      ? []
      : [...keyColumns(definition), ...(definition.fixed ?? [])]
    const rules = RULES.get(definition.name) ?? NO_RULES
    const kept: StoredTable = {
      definition,
      rules,
      taken: new Map(rules.unique.map(({ name }) => [name, new Map<string, Key>()])),
      keyOf: keyReader(definition),
      rows: new Map(),
      comesBack: !definition.append && definition.hot !== undefined && definition.once !== true,
      columns: Object.entries(definition.columns).map(([name, type]) => ({
        name,
        type: type.replace('?', ''),
        mayBeNull: type.endsWith('?'),
        isFixed: fixed.includes(name),
      })),
    }
    this.#tables.set(definition.name, kept)
    return kept
  }

  #write(batch: Batch, epoch: number): void {
    holds(
      epoch === this.#epoch && this.journal.length - 1 === batch.previous,
      'I13',
      () => `a batch after seq ${batch.previous} reached a disk that ends with ${this.journal.length - 1}`,
    )
    for (const record of batch.journal) this.journal.push(record)
    this.#seal = batch.seal
    const last = batch.journal.at(-1)!
    if (last.seq - this.#heads.at(-1)!.seq >= HEAD_EVERY)
      this.#heads.push({ seq: last.seq, hash: last.hash, ts: last.ts })
    for (const answer of batch.answers) {
      const name = `${answer.member} ${answer.key}`
      holds(!this.answers.has(name), 'I4', () => `a second answer under the key ${name}`)
      this.answers.set(name, answer)
    }
    const changes: Changed[] = []
    for (const { definition, rows, known } of batch.changes)
      for (const row of rows) changes.push(this.#put(this.#know(definition), row as Fields, known))
    this.#onWritten({ journal: batch.journal, answers: batch.answers, changes })
  }

  #put(table: StoredTable, row: Fields, isKnown: boolean): Changed {
    const {
      definition: { name, append },
      keyOf,
      columns,
      rows,
      comesBack,
    } = table
    const key = keyOf(row)
    const before = rows.get(key) ?? null
    if (isKnown && before === null)
      throw new Breach('core', `${name}: an update of ${String(key)}, which the disk does not have`)
    if (!isKnown && before !== null && !comesBack)
      throw new Breach(
        'core',
        `${name}: ${String(key)} is there already${append ? ', and nothing is changed there' : ''}`,
      )
    const after: Fields = {}
    for (const { name: column, type, mayBeNull, isFixed } of columns) {
      const value = isKnown && isFixed ? before![column] : (row[column] ?? null)
      if (value === null ? !mayBeNull : !isOfType(type, value))
        throw new Breach('core', `${name}.${column} of ${String(key)} cannot be ${JSON.stringify(value)}`)
      after[column] = value
    }
    keepsRules(table, key, before, after)
    rows.set(key, after)
    return { table: name, before, after }
  }
}

/** Refuses what schema.sql does: a CHECK that is false, a unique key that another row has. */
function keepsRules(
  { definition: { name }, rules, taken }: StoredTable,
  key: Key,
  before: Fields | null,
  after: Fields,
): void {
  for (const check of rules.checks)
    if (check.breaks(after))
      throw new Breach('core', `${name}: ${String(key)} breaks ${check.name}: ${check.says}`)
  for (const { name: rule, keyOf } of rules.unique) {
    const holders = taken.get(rule)!
    const [had, has] = [before === null ? null : keyOf(before), keyOf(after)]
    if (had !== null && had !== has) holders.delete(had)
    if (has === null) continue
    const holder = holders.get(has)
    if (holder !== undefined && holder !== key)
      throw new Breach('core', `${name}: ${String(key)} has ${rule} ${has}, as ${String(holder)} has`)
    holders.set(has, key)
  }
}

/** A record as it is read back from a disk. */
export const bytesOf = (record: NewRecord): JournalRecord => ({
  ...record,
  record: Buffer.from(record.record),
  hash: Buffer.from(record.hash, 'latin1'),
})

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'int8':
      return Number.isSafeInteger(value)
    case 'int4':
      return Number.isSafeInteger(value) && Math.abs(value as number) < INT4
    case 'bool':
      return typeof value === 'boolean'
    case 'text':
    case 'uuid':
      return typeof value === 'string'
    default:
      return true
  }
}
