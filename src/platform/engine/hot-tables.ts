import { assert, Bug } from '#kernel/assert.ts'
import type { Json } from '#kernel/hash.ts'
import type { RowSeal } from './row-seal.ts'
import { codecColumns } from './row-codec.ts'
import { LargeMap } from './large-map.ts'
import { joinedKey, keyColumns, keyReader, type Key } from './row-key.ts'
import { SortedList } from './sorted-list.ts'
import type { Change, HashText } from './store.ts'
import type {
  AnyAppendDefinition,
  AnyDefinition,
  AnyTableDefinition,
  IndexValue,
  Row,
  TableAccess,
} from './table.ts'

type Fields = Record<string, unknown>

/** Cell with the current version of a row. Indexes hold cells, so that a new version seldom touches them. */
type Cell = { readonly key: Key; row: Row }

/** Up to so many rows of a group stand in an array of just their number: a list takes 300 bytes more. */
const FEW = 6

/** Most groups hold a row or a few (the lots of a member, say), and need no list. */
class Index {
  readonly #groups = new LargeMap<string | number, Cell | readonly Cell[] | SortedList<Cell>>()
  readonly #group: (row: Row) => IndexValue
  readonly #value: (row: Row) => number
  readonly #compare: (a: Cell, b: Cell) => number

  constructor(group: (row: Row) => IndexValue, value: (row: Row) => number) {
    this.#group = group
    this.#value = value
    this.#compare = (a, b) => value(a.row) - value(b.row) || byKey(a, b)
  }

  /** `isLoaded`: from the disk, with many others that nobody asks for yet. */
  add(cell: Cell, isLoaded = false): void {
    const group = this.#group(cell.row)
    if (group === null) return
    const found = this.#groups.get(group)
    if (found === undefined) this.#groups.set(group, cell)
    else if (found instanceof SortedList) {
      if (isLoaded) found.addLater(cell)
      else found.add(cell)
    } else this.#groups.set(group, this.#joined('row' in found ? [found] : found, cell))
  }

  #joined(few: readonly Cell[], cell: Cell): readonly Cell[] | SortedList<Cell> {
    if (few.length < FEW) {
      const at = few.findIndex((other) => this.#compare(other, cell) > 0)
      return at < 0 ? [...few, cell] : [...few.slice(0, at), cell, ...few.slice(at)]
    }
    const list = new SortedList(this.#compare)
    for (const each of few) list.add(each)
    list.add(cell)
    return list
  }

  remove(cell: Cell): void {
    const group = this.#group(cell.row)
    if (group === null) return
    const found = this.#groups.get(group)
    if (found instanceof SortedList) {
      found.remove(cell)
      if (found.size === 0) this.#groups.delete(group)
    } else if (found !== undefined && !('row' in found)) {
      assert(found.includes(cell), 'removed from an index what is not in it')
      const left = found.filter((each) => each !== cell)
      this.#groups.set(group, left.length === 1 ? left[0]! : left)
    } else {
      assert(found === cell, 'removed from an index what is not in it')
      this.#groups.delete(group)
    }
  }

  /** Most updates leave a row where it stands. */
  moves(before: Row, after: Row): boolean {
    return this.#group(before) !== this.#group(after) || this.#value(before) !== this.#value(after)
  }

  rows(group: string | number): Row[] {
    const found = this.#groups.get(group)
    if (found === undefined) return []
    return 'row' in found ? [found.row] : found.map((cell) => cell.row)
  }

  range(group: string | number, from: number, to: number, limit: number): Row[] {
    const rows: Row[] = []
    const found = this.#groups.get(group)
    if (found === undefined) return rows
    const reached = ({ row }: Cell) => this.#value(row) >= from
    const cells =
      found instanceof SortedList ? found.from(reached) : ('row' in found ? [found] : found).filter(reached)
    for (const cell of cells) {
      if (rows.length >= limit || this.#value(cell.row) > to) break
      rows.push(cell.row)
    }
    return rows
  }
}

/** One step back: the row of a cell before a change, or null when the cell was new. */
type Step = { table: HotTable; cell: Cell; before: Row | null }

/** The promises of `Table`, untyped: the definition gives modules their types. */
class HotTable {
  readonly definition: AnyTableDefinition
  readonly #cells = new LargeMap<Key, Cell>()
  readonly #indexes: Index[] = []
  readonly #named = new Map<string, Index>()
  readonly #keyOf: (row: Row) => Key
  readonly #fixed: readonly string[]
  readonly #columns: readonly string[]
  readonly #steps: Step[]
  readonly #seal: RowSeal | null
  /** The changes of the batch: the versions before it, null of those that were not in memory. */
  readonly #before = new Map<Key, Row | null>()
  /** Of rows that have changed since the start: the next change takes it out of the set again. */
  readonly #prints = new Map<Key, HashText>()
  #inserted = new Map<Key, Row>()
  #updated = new Map<Key, Row>()
  /** The row asked for last is most often the one that is changed next. */
  #last: Cell | undefined

  constructor(definition: AnyTableDefinition, steps: Step[], seal: RowSeal | null) {
    this.definition = definition
    this.#seal = seal
    this.#steps = steps
    this.#fixed = [...keyColumns(definition), ...(definition.fixed ?? [])]
    this.#columns = Object.keys(definition.columns)
    const written = definition.codec?.columns.join()
    if (written !== undefined && written !== codecColumns(definition, this.#fixed).join())
      throw new Bug(`${definition.name} has other columns than its code: run node scripts/row-codecs.ts`)
    this.#keyOf = keyReader(definition)
    for (const [name, group] of Object.entries(definition.indexes ?? {}))
      this.#index(name, new Index(group, () => 0))
    for (const [name, { group, value }] of Object.entries(definition.ordered ?? {}))
      this.#index(name, new Index(group, value))
  }

  get size(): number {
    return this.#cells.size
  }

  get(...key: Key[]): Row | undefined {
    this.#last = this.#cells.get(joinedKey(key))
    return this.#last?.row
  }

  insert(row: Row): Row {
    const cell = this.#enter(row, false)
    this.#steps.push({ table: this, cell, before: null })
    return row
  }

  update(row: Row, patch: Partial<Row>): Row {
    const cell = this.#last?.row === row ? this.#last : this.#cells.get(this.#keyOf(row))
    if (cell === undefined || cell.row !== row) {
      throw new Bug(
        `${this.definition.name}: changed a version of ${String(this.#keyOf(row))} that is not the current one`,
      )
    }
    // `Bug` itself instead of `assert` where every command comes by: its sentence would be written each time.
    // A patch that names every column is the next version already: copying it once more would cost more than
    // looking.
    const next = this.#isWhole(patch) ? patch : { ...row, ...patch }
    const column = this.#changedFixed(row, next)
    if (column !== null) throw new Bug(`${this.definition.name}: ${column} of a row cannot change`)
    this.#steps.push({ table: this, cell, before: row })
    this.#put(cell, next)
    return next
  }

  by(index: string, value: string | number): Row[] {
    return this.#indexNamed(index).rows(value)
  }

  range(
    index: string,
    group: string | number,
    bounds: { from?: number; to?: number; limit?: number } = {},
  ): Row[] {
    const { from = -Infinity, to = Infinity, limit = Infinity } = bounds
    return this.#indexNamed(index).range(group, from, to, limit)
  }

  all(): Row[] {
    return [...this.#cells.values()].sort(byKey).map((cell) => cell.row)
  }

  /** A row from the disk, before the first command. */
  load(row: Row): void {
    this.#enter(row, true)
  }

  #enter(row: Row, isLoaded: boolean): Cell {
    const cell: Cell = { key: this.#keyOf(row), row }
    if (!this.#cells.add(cell.key, cell))
      throw new Bug(`${this.definition.name}: ${String(cell.key)} is there already`)
    for (const index of this.#indexes) index.add(cell, isLoaded)
    return cell
  }

  undo(cell: Cell, before: Row | null): void {
    if (before === null) this.#drop(cell)
    else this.#put(cell, before)
  }

  /** The command is done: this version goes to the disk, and a row that is no longer hot leaves. */
  keep(cell: Cell, before: Row | null): void {
    if (this.#seal !== null && !this.#before.has(cell.key)) this.#before.set(cell.key, before)
    if (before === null || this.#inserted.has(cell.key)) {
      this.#inserted.set(cell.key, cell.row)
      this.#updated.delete(cell.key)
    } else this.#updated.set(cell.key, cell.row)
    const { hot } = this.definition
    if (hot !== undefined && this.#cells.get(cell.key) === cell && !hot.when(cell.row)) this.#drop(cell)
  }

  take(): Change[] {
    const changes: Change[] = []
    if (this.#seal !== null) this.#sealChanges(this.#seal)
    if (this.#inserted.size > 0) {
      changes.push({ definition: this.definition, rows: [...this.#inserted.values()], known: false })
      this.#inserted = new Map()
    }
    if (this.#updated.size > 0) {
      changes.push({ definition: this.definition, rows: [...this.#updated.values()], known: true })
      this.#updated = new Map()
    }
    return changes
  }

  #sealChanges(seal: RowSeal): void {
    for (const [key, before] of this.#before) {
      if (before !== null) seal.flip(this.#prints.get(key) ?? seal.printOf(this.definition, before))
      const now = this.#cells.get(key)
      if (now === undefined) this.#prints.delete(key)
      else {
        const print = seal.printOf(this.definition, now.row)
        seal.flip(print)
        this.#prints.set(key, print)
      }
    }
    this.#before.clear()
  }

  #put(cell: Cell, row: Row): void {
    for (const index of this.#indexes) if (index.moves(cell.row, row)) index.remove(cell)
    const before = cell.row
    cell.row = row
    for (const index of this.#indexes) if (index.moves(before, row)) index.add(cell)
  }

  #changedFixed(before: Row, after: Row): string | null {
    if (this.definition.codec !== undefined) return this.definition.codec.changedFixed(before, after)
    return this.#fixed.find((column) => (after as Fields)[column] !== (before as Fields)[column]) ?? null
  }

  #isWhole(patch: Partial<Row>): boolean {
    if (this.definition.codec !== undefined) return this.definition.codec.isWhole(patch)
    for (const column of this.#columns) if (!(column in patch)) return false
    return true
  }

  #drop(cell: Cell): void {
    for (const index of this.#indexes) index.remove(cell)
    this.#cells.delete(cell.key)
    this.#last = undefined
  }

  #index(name: string, index: Index): void {
    this.#indexes.push(index)
    this.#named.set(name, index)
  }

  #indexNamed(name: string): Index {
    const index = this.#named.get(name)
    if (index === undefined) throw new Bug(`${this.definition.name} has no index ${name}`)
    return index
  }
}

class AppendedRows {
  readonly definition: AnyAppendDefinition
  rows: Row[] = []
  /** The number of rows that earlier commands of this batch left. */
  kept = 0

  constructor(definition: AnyAppendDefinition) {
    this.definition = definition
  }

  insert(row: Row): Row {
    this.rows.push(row)
    return row
  }

  take(): Change[] {
    const { definition, rows } = this
    if (rows.length === 0) return []
    this.rows = []
    this.kept = 0
    return [{ definition, rows, known: false }]
  }
}

/** All tables of the engine, and what the command that runs has done to them. */
export class HotTables {
  readonly access: TableAccess
  readonly #tables = new Map<AnyDefinition, HotTable | AppendedRows>()
  readonly #appended: AppendedRows[] = []
  readonly #steps: Step[] = []
  readonly #transfers: AppendedRows | undefined

  readonly #seal: RowSeal | null

  /** `seal`: told of every row that is loaded, and of the changes of each batch when they are taken. */
  constructor(definitions: readonly AnyDefinition[], seal: RowSeal | null = null) {
    this.#seal = seal
    for (const definition of definitions) {
      const table = definition.append
        ? new AppendedRows(definition)
        : new HotTable(definition, this.#steps, seal)
      this.#tables.set(definition, table)
      if (table instanceof AppendedRows) this.#appended.push(table)
    }
    this.#transfers = this.#appended.find(({ definition }) => definition.inRecord !== undefined)
    const places: (HotTable | AppendedRows)[] = []
    for (const [{ place }, table] of this.#tables) places[place] = table
    const of = ({ name, place }: AnyDefinition) => {
      const table = places[place]
      if (table === undefined) throw new Bug(`table ${name} is not registered with the engine`)
      return table
    }
    this.access = { of: of as TableAccess['of'] }
  }

  load(definition: AnyDefinition, row: Row): void {
    const table = this.#tables.get(definition)
    assert(table instanceof HotTable, `${definition.name} holds no rows in memory`)
    table.load(row)
    this.#seal?.flip(this.#seal.printOf(definition, row))
  }

  /** The part of the journal's record about the ledger rows that the running command has added. */
  transfers(): readonly Json[] {
    if (this.#transfers === undefined) return []
    const {
      definition: { inRecord },
      rows,
      kept,
    } = this.#transfers
    return rows.slice(kept).map(inRecord!)
  }

  /** Takes back all that the running command has written. */
  undo(): void {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop())
      step.table.undo(step.cell, step.before)
    for (const table of this.#appended) table.rows.length = table.kept
  }

  /** The running command is done; its changes belong to the batch. */
  keep(): void {
    for (const { table, cell, before } of this.#steps) table.keep(cell, before)
    this.#steps.length = 0
    for (const table of this.#appended) table.kept = table.rows.length
  }

  /** The changes of the batch: the latest version of each row. The next batch begins empty. */
  takeChanges(): Change[] {
    const changes: Change[] = []
    for (const table of this.#tables.values()) changes.push(...table.take())
    return changes
  }
}

const byKey = (a: Cell, b: Cell): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
