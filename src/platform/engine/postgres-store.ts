import pg from 'pg'
import type { Ms } from '#kernel/time.ts'
import { uuidv7 } from '#kernel/id.ts'
import { RowForged } from '../database/row-mac.ts'
import { LeaseTaken, sessionName, takeWriterLock } from '../database/writer-lock.ts'
import { BrokenChain, CHAIN_START, chainChecker } from './journal.ts'
import { hasOutcome } from './kept-answers.ts'
import { CopyRows, type CopyColumn } from './copy-rows.ts'
import { FlushQuery } from './flush-query.ts'
import { keyColumns } from './row-key.ts'
import type { RowCodec } from './row-codec.ts'
import { SharedTexts } from './shared-texts.ts'
import type { Batch, HashText, Head, JournalRecord, RecordedAnswer, StoredKey, Store } from './store.ts'
import type { AnyDefinition, AnyTableDefinition, BaseColumnType, Row } from './table.ts'
import { ARRAY, WireWriter, type WireType } from './wire-writer.ts'

/** A head is written down this often: a start checks the chain from the last one on. */
const HEAD_EVERY = 1_000

/** The time of the last durable record, by the wall clock; null: nothing is durable yet. */
export async function lastRecord({ pool }: { pool: pg.Pool }): Promise<{ seq: number; ts: Ms } | null> {
  const { rows } = await pool.query<{ seq: number; ts: number }>('select seq, ts from lease where seq >= 0')
  return rows[0] ?? null
}

type Column = { property: string; sql: string; type: WireType; isOwn?: boolean }

/** `memberId` is `member_id`. */
export const sqlName = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

export function columnsOf(definition: AnyDefinition): Column[] {
  return Object.entries(definition.columns).map(([property, type]) => ({
    property,
    sql: sqlName(property),
    type: type.replace('?', '') as BaseColumnType,
    isOwn: definition.own?.includes(property) === true,
  }))
}

const column = (property: string, type: WireType): Column => ({ property, sql: property, type })
const JOURNAL: readonly Column[] = [
  column('seq', 'int8'),
  column('ts', 'int8'),
  column('type', 'text'),
  column('record', 'utf8'),
  column('hash', 'latin1'),
]
/** Read back, it is bytes: they may not be what was written. */
export const JOURNAL_READ: readonly CopyColumn[] = JOURNAL.map((column) =>
  column.property === 'record' || column.property === 'hash' ? { ...column, type: 'bytea' as const } : column,
)
const KEYS: readonly Column[] = [column('key', 'uuid'), column('member', 'text')]
export const ANSWERS: readonly Column[] = [
  ...KEYS,
  column('seq', 'int8'),
  column('request', 'latin1'),
  column('answer', 'text'),
]

/**
 * In the select list the arrays are read as they come; in the from clause PostgreSQL would copy them first,
 * 20 % more of its time.
 */
function insertSql(table: string, columns: readonly Column[]): string {
  const names = columns.map(({ sql }) => sql).join(', ')
  const arrays = columns.map((_, index) => `unnest($${index + 1})`).join(', ')
  return `insert into ${table} (${names}) select ${arrays}`
}

/**
 * New rows go in as a binary COPY: PostgreSQL fills page after page with them, with less to log than row by
 * row (decision 0087).
 */
const copySql = (table: string, columns: readonly Column[]): string =>
  `copy ${table} (${columns.map(({ sql }) => sql).join(', ')}) from stdin (format binary)`

/**
 * A row that is new to memory may be known to the disk: it has left memory and is there again. An upsert
 * takes half as long again.
 */
const comesBack = (definition: AnyDefinition): boolean =>
  !definition.append && definition.hot !== undefined && definition.once !== true

function upsertSql(definition: AnyDefinition): string {
  const columns = columnsOf(definition)
  const key = keyColumns(definition)
  const rest = columns.filter(({ property }) => !key.includes(property))
  const onConflict =
    rest.length === 0
      ? 'nothing'
      : `update set ${rest.map(({ sql }) => `${sql} = excluded.${sql}`).join(', ')}`
  return `${insertSql(definition.name, columns)} on conflict (${key.map(sqlName).join(', ')}) do ${onConflict}`
}

/** The next versions of rows that are there: a third less work than an upsert, and only what can change. */
function updateSql(definition: AnyDefinition, columns: readonly Column[]): string {
  const arrays = columns.map(({ sql }, index) => `unnest($${index + 1}) as ${sql}`).join(', ')
  const key = keyColumns(definition)
  const sets = columns
    .filter(({ property }) => !key.includes(property))
    .map(({ sql }) => `${sql} = next.${sql}`)
    .join(', ')
  const same = key
    .map(sqlName)
    .map((name) => `now.${name} = next.${name}`)
    .join(' and ')
  return `update ${definition.name} as now set ${sets} from (select ${arrays}) as next where ${same}`
}

/**
 * Fence, continuity and chain head in one: no row matches when another engine has taken the lease, or when a
 * batch before this one failed, and the division by zero takes the whole batch back.
 */
const GUARD = `with mine as (update lease set seq = $3, head = $4, ts = $5, row_seal = $6 where epoch = $1 and seq = $2 returning 1)
  select 1 / count(*) from mine`
const DIVISION_BY_ZERO = '22012'

/** A plan is made once, when a table may be empty; rows are found by their key whatever it becomes. */
const BY_KEY = 'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off'

/**
 * A line that was cut without a word: the server lets go of the lease in a quarter of a minute, not after two
 * hours.
 */
const LET_GO =
  'set tcp_keepalives_idle = 5; set tcp_keepalives_interval = 3; set tcp_keepalives_count = 3; set tcp_user_timeout = 15000'

/** A statement that the database knows by name. `isCopy`: rows follow it, instead of arrays. */
type Prepared = { name: string; columns: readonly Column[]; isCopy: boolean }

const INTO_JOURNAL: Prepared = { name: 'journal', columns: JOURNAL, isCopy: true }
const INTO_ANSWERS: Prepared = { name: 'answers', columns: ANSWERS, isCopy: true }

/**
 * PostgreSQL as the engine's disk: one connection of its own, one transaction and one round trip per batch.
 * `lost`: the connection broke, perhaps while nothing was on its way; every later flush fails.
 */
export function openPostgresStore(
  config: pg.ClientConfig,
  log: { warn(message: string): void },
  lost: (error: Error) => void = () => {},
): PostgresStore {
  return new PostgresStore(config, log, lost)
}

export class PostgresStore implements Store {
  readonly #client: pg.Client
  readonly #log: { warn(message: string): void }
  readonly #writer = new WireWriter(1024 * 1024)
  readonly #inserts = new Map<AnyDefinition, Prepared>()
  readonly #updates = new Map<AnyDefinition, Prepared>()
  #epoch = -1
  #lastHead = -1
  #failed: Error | null = null
  #isConnected = false
  #isLocked = false

  constructor(config: pg.ClientConfig, log: { warn(message: string): void }, lost: (error: Error) => void) {
    this.#log = log
    this.#client = new pg.Client({ ...config, pipeline: true, application_name: sessionName('akari-engine') })
    this.#client.on('error', (error) => {
      this.#failed ??= error
      lost(error)
    })
  }

  /**
   * Connects, and keeps every other engine out while this session lives: before the tables are brought up to
   * this version, not after. Throws `LeaseTaken`. `recover` does it where nobody has.
   */
  async lock(): Promise<void> {
    if (this.#isLocked) return
    await this.#client.connect()
    this.#isConnected = true
    await takeWriterLock(this.#client, () =>
      this.#log.warn('another engine holds the lease; waiting for it to end'),
    )
    this.#isLocked = true
  }

  async recover(
    definitions: readonly AnyDefinition[],
    keysFrom: Ms,
    load: Parameters<Store['recover']>[2],
  ): ReturnType<Store['recover']> {
    await this.lock()
    await this.#client.query(
      `set plan_cache_mode = force_generic_plan; set synchronous_commit = on; set timezone = 'UTC'; ${BY_KEY}; ${LET_GO}`,
    )
    await this.#raiseEpoch()
    const head = await this.#checkHead()
    const texts = new SharedTexts()
    for (const definition of definitions) {
      if (definition.append) continue
      const onRow = (row: Row) => {
        if (definition.hot !== undefined && !definition.hot.when(row)) {
          throw new Error(`${definition.name}: hot.sql and hot.when disagree about ${JSON.stringify(row)}`)
        }
        load.row(definition, row)
      }
      await this.eachRow(definition, onRow, texts)
    }
    await this.#copy(
      'idempotency',
      KEYS,
      ` where key >= '${firstKeyOf(keysFrom)}' order by key desc${load.mostKeys === undefined ? '' : ` limit ${load.mostKeys}`}`,
      (row) => {
        load.key(row as StoredKey)
      },
    )
    await this.#prepare(definitions)
    const { seal } = await this.#one<{ seal: Buffer | null }>('select row_seal as seal from lease')
    return { ...head, ...(seal === null ? {} : { seal: seal.toString('latin1') }) }
  }

  async eachRow(
    definition: AnyTableDefinition,
    onRow: (row: Row) => void,
    texts: SharedTexts | null = null,
  ): Promise<void> {
    const where = definition.hot === undefined ? '' : ` where ${definition.hot.sql}`
    const { name, codec } = definition
    await this.#copy(name, columnsOf(definition), where, onRow, { texts, codec })
  }

  async seal(seal: HashText): Promise<void> {
    await this.#client.query('update lease set row_seal = $1 where epoch = $2', [
      Buffer.from(seal, 'latin1'),
      this.#epoch,
    ])
  }

  async flush(batch: Batch): Promise<void> {
    if (this.#failed !== null) throw this.#failed
    const wanted = this.#encode(batch)
    const bytes = this.#writer.take()
    await new Promise<void>((resolve, reject) => {
      const settle = (tags: readonly string[]) => {
        this.#writer.giveBack(bytes)
        const wrong = wanted.findIndex((tag, index) => tag !== tags[index])
        if (wrong < 0) resolve()
        else
          reject(
            (this.#failed ??= new Error(
              `the batch was answered with ${tags[wrong]}, not with ${wanted[wrong]}`,
            )),
          )
      }
      const fail = (error: Error & { code?: string }) => {
        const deposed = error.code === DIVISION_BY_ZERO
        this.#failed ??= deposed
          ? new LeaseTaken('another engine has taken the lease, or a batch before this one failed')
          : error
        reject(this.#failed)
      }
      this.#client.query(new FlushQuery(bytes, { wanted: wanted.length, resolve: settle, reject: fail }))
    })
  }

  /** Throws `RowForged` where the row says another outcome than the record that it names. */
  async answer(member: string, key: string): Promise<RecordedAnswer | null> {
    type Found = {
      seq: number | string
      request: Buffer
      answer: string
      type: string
      record: Buffer | null
    }
    const {
      rows: [found],
    } = await this.#client.query<Found>(
      'select seq, request, answer, type, record from idempotency left join journal using (seq) where key = $1 and member = $2',
      [key, member],
    )
    if (found === undefined) return null
    const { seq, request, answer, type, record } = found
    if (!hasOutcome({ key, member, answer, record })) throw new RowForged('idempotency', `${key} ${member}`)
    return { member, key, seq: Number(seq), request: request.toString('latin1'), answer, type }
  }

  async forgetAnswers(before: Ms): Promise<void> {
    await this.#client.query('delete from idempotency where key < $1', [firstKeyOf(before)])
  }

  async close(): Promise<void> {
    // A client that never reached its database would wait for an end for ever.
    if (this.#isConnected) await this.#client.end()
  }

  /** The epoch fences off whoever held the lease before. */
  async #raiseEpoch(): Promise<void> {
    const { rows } = await this.#client.query<{ epoch: number }>(
      'update lease set epoch = epoch + 1 returning epoch::int4',
    )
    if (rows.length !== 1) throw new Error('the table "lease" must hold one row')
    this.#epoch = rows[0]!.epoch
  }

  /**
   * The chain from the last written-down head to the lease's must hold. Throws BrokenChain with the first bad
   * seq.
   */
  async #checkHead(): Promise<Head> {
    const lease = await this.#one<HeadRow>('select seq::text, head as hash, ts::text from lease')
    const last = await this.#one<{ seq: string | null }>('select max(seq)::text as seq from journal')
    const head = headOf(lease)
    if (head.seq >= 0 && last.seq === null) throw new BrokenChain(0, 'the journal is empty, the lease is not')
    if (Number(last.seq ?? -1) > head.seq)
      throw new BrokenChain(head.seq + 1, 'the journal goes on beyond the head of the lease')
    const { rows } = await this.#client.query<HeadRow>(
      'select seq::text, hash, ts::text from heads where seq <= $1 order by heads.seq desc limit 1',
      [head.seq],
    )
    const from = rows.length === 0 ? { seq: -1, hash: CHAIN_START, ts: 0 } : headOf(rows[0]!)
    this.#lastHead = from.seq
    const checker = chainChecker(from)
    await this.#copy('journal', JOURNAL_READ, ` where seq > ${from.seq} order by seq`, (row) =>
      checker.next(row as JournalRecord),
    )
    const reached = checker.head()
    if (reached.seq !== head.seq) throw new BrokenChain(reached.seq + 1, 'the record is missing')
    if (reached.hash !== head.hash) throw new BrokenChain(head.seq, 'it is not the head that the lease names')
    return head
  }

  /** The whole chain, from the first record. Throws BrokenChain with the first bad seq. */
  async verifyJournal(): Promise<Head> {
    const checker = chainChecker({ seq: -1, hash: CHAIN_START, ts: 0 })
    await this.readJournal((record) => checker.next(record))
    return checker.head()
  }

  /** Every record, in order: for checks. */
  readJournal(onRecord: (record: JournalRecord) => void): Promise<void> {
    return this.#copy('journal', JOURNAL_READ, ' order by seq', (row) => onRecord(row as JournalRecord))
  }

  /** Every row of a table, cold ones too: for checks. */
  async rowsOf<R extends Row>(definition: AnyDefinition & { row?: R }): Promise<R[]> {
    const rows: R[] = []
    await this.#copy(definition.name, columnsOf(definition), '', (row) => rows.push(row as R))
    return rows
  }

  async #prepare(definitions: readonly AnyDefinition[]): Promise<void> {
    const writer = this.#writer
    writer.parse('begin', 'begin', [])
    writer.parse('commit', 'commit', [])
    writer.parse('guard', GUARD, [20, 20, 20, 17, 20, 17])
    writer.parse('head', 'insert into heads (seq, hash, ts) values ($1, $2, $3)', [20, 17, 20])
    const arrays = ({ name, columns }: Prepared, sql: string) =>
      writer.parse(
        name,
        sql,
        columns.map(({ type }) => ARRAY[type]),
      )
    const copy = (prepared: Prepared, table: string) =>
      writer.parse(prepared.name, copySql(table, prepared.columns), [])
    copy(INTO_JOURNAL, 'journal')
    copy(INTO_ANSWERS, 'idempotency')
    for (const definition of definitions) {
      const columns = columnsOf(definition)
      const insert: Prepared = { name: `insert ${definition.name}`, columns, isCopy: !comesBack(definition) }
      if (insert.isCopy) copy(insert, definition.name)
      else arrays(insert, upsertSql(definition))
      this.#inserts.set(definition, insert)
      if (definition.append) continue
      const changing = columns.filter(({ property }) => !definition.fixed?.includes(property))
      // Nothing of it can change: there is no next version to write.
      if (changing.length === keyColumns(definition).length) continue
      const update: Prepared = { name: `update ${definition.name}`, columns: changing, isCopy: false }
      arrays(update, updateSql(definition, changing))
      this.#updates.set(definition, update)
    }
    writer.sync()
    const bytes = writer.take()
    await new Promise<unknown>((resolve, reject) => {
      this.#client.query(new FlushQuery(bytes, { wanted: 0, resolve, reject }))
    })
  }

  /** Returns what PostgreSQL must answer, statement by statement. */
  #encode(batch: Batch): string[] {
    const writer = this.#writer
    const last = batch.journal.at(-1)!
    const wanted = ['BEGIN', 'SELECT 1']
    writer.execute('begin', 0, () => {})
    writer.execute('guard', 6, () => {
      writer.int8Parameter(this.#epoch)
      writer.int8Parameter(batch.previous)
      writer.int8Parameter(last.seq)
      writer.latin1Parameter(last.hash)
      writer.int8Parameter(last.ts)
      if (batch.seal === undefined) writer.nullParameter()
      else writer.latin1Parameter(batch.seal)
    })
    const insert = (into: Prepared, rows: readonly object[]) => {
      if (into.isCopy) writer.copy(into.name, into.columns, rows)
      else this.#arrays(into, rows)
      wanted.push(into.isCopy ? `COPY ${rows.length}` : `INSERT 0 ${rows.length}`)
    }
    insert(INTO_JOURNAL, batch.journal)
    if (batch.answers.length > 0) insert(INTO_ANSWERS, batch.answers)
    for (const { definition, rows, known } of batch.changes) {
      if (known) {
        this.#arrays(this.#updates.get(definition)!, rows)
        wanted.push(`UPDATE ${rows.length}`)
      } else insert(this.#inserts.get(definition)!, rows)
    }
    if (last.seq - this.#lastHead >= HEAD_EVERY) {
      this.#lastHead = last.seq
      wanted.push('INSERT 0 1')
      writer.execute('head', 3, () => {
        writer.int8Parameter(last.seq)
        writer.latin1Parameter(last.hash)
        writer.int8Parameter(last.ts)
      })
    }
    writer.execute('commit', 0, () => {})
    writer.sync()
    wanted.push('COMMIT')
    return wanted
  }

  #arrays({ name, columns }: Prepared, rows: readonly object[]): void {
    this.#writer.execute(name, columns.length, () => {
      for (const { property, type } of columns) this.#writer.arrayParameter(type, rows, property)
    })
  }

  async #one<R extends pg.QueryResultRow>(sql: string): Promise<R> {
    const { rows } = await this.#client.query<R>(sql)
    return rows[0]!
  }

  #copy(
    table: string,
    columns: readonly CopyColumn[],
    where: string,
    onRow: (row: Record<string, unknown>) => void,
    by: { texts?: SharedTexts | null; codec?: RowCodec | undefined } = {},
  ): Promise<void> {
    const select = `select ${columns.map(({ property }) => sqlName(property)).join(', ')} from ${table}${where}`
    return new Promise<void>((resolve, reject) => {
      this.#client.query(new CopyRows(select, columns, onRow, { resolve, reject }, by))
    })
  }
}

type HeadRow = { seq: string; hash: Buffer; ts: string }
const headOf = (row: HeadRow): Head => ({
  seq: Number(row.seq),
  hash: row.hash.toString('latin1'),
  ts: Number(row.ts),
})

/** The smallest UUIDv7 of a millisecond: keys sort by their time. */
const firstKeyOf = (at: Ms): string => uuidv7(Math.max(0, at), new Uint8Array(16))
