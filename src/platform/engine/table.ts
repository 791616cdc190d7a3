import type { Json } from '#kernel/hash.ts'
import type { RowCodec } from './row-codec.ts'

/** A row is an immutable version: never change its members, `update` makes the next version. */
export type Row = object

/**
 * A row, key, input or answer of one of many tables and commands that stand in one list. `unknown` will not
 * do: it is taken and given back, and only the definition in hand knows which it is.
 */
export type Whichever = any

/**
 * SQL type of a column. `?` marks a column that may be null. Row property `memberId` is the SQL column
 * `member_id`.
 */
export type ColumnType = BaseColumnType | `${BaseColumnType}?`
export type BaseColumnType = 'text' | 'int8' | 'int4' | 'bool' | 'bytea' | 'uuid' | 'jsonb'

type BaseOf<T> = [T] extends [string]
  ? 'text' | 'uuid'
  : [T] extends [number]
    ? 'int8' | 'int4'
    : [T] extends [boolean]
      ? 'bool'
      : [T] extends [Uint8Array]
        ? 'bytea'
        : 'jsonb'
type ColumnOf<T> = null extends T ? `${BaseOf<NonNullable<T>>}?` : BaseOf<T>
export type Columns<R> = { readonly [Name in keyof R]-?: ColumnOf<R[Name]> }

/** The value under which an index files a row; null leaves the row out of the index. */
export type IndexValue = string | number | null

export type OrderedIndex<R> = {
  /** The list that the row stands in (an issue code, say); null leaves the row out. */
  group: (row: R) => IndexValue
  /** Its place in the list, ascending. Rows with the same value stand in key order. */
  value: (row: R) => number
}

type Name<R> = keyof R & string
type KeySpec<R> = Name<R> | readonly [Name<R>, ...Name<R>[]]
type KeyValues<R, K> =
  K extends Name<R>
    ? [value: R[K]]
    : K extends readonly Name<R>[]
      ? { [I in keyof K]: R[K[I] & keyof R] }
      : never

export type TableSpec<R extends Row, K extends KeySpec<R>, I extends string, O extends string> = {
  /** SQL name of the table. */
  name: string
  columns: Columns<R>
  /** Primary key: one column or several. */
  key: K
  /** Columns that keep their first value: they are written once, and to change one is a bug. */
  fixed?: readonly Name<R>[]
  /**
   * The rows that commands may still ask for. A row that is not hot leaves memory at the end of the command
   * that made it so and is read by SQL alone from then on. `when` and `sql` (a condition over the SQL
   * columns, used at start) must say the same. Left out: every row stays in memory.
   */
  hot?: { when: (row: R) => boolean; sql: string }
  /** Columns of which no other row of any table has the text: a start looks for no equal one. */
  own?: readonly Name<R>[]
  /** Code for these columns (`scripts/row-codecs.ts`): without it they are read one by one, by name. */
  codec?: RowCodec
  /** Keys are ids that are given once: no row comes back under the key of one that has left memory. */
  once?: true
  /** `by(name, value)`: rows filed under one value. */
  indexes?: { readonly [Index in I]: (row: R) => IndexValue }
  /**
   * `range(name, group, …)`: rows sorted by a number, so that a price finds what it triggers without a
   * search.
   */
  ordered?: { readonly [Index in O]: OrderedIndex<R> }
}
/**
 * Its own among all tables that are defined: commands ask for tables so often that looking one up must cost
 * nothing.
 */
type Place = { readonly place: number }

export type TableDefinition<
  R extends Row,
  K extends KeySpec<R> = Whichever,
  I extends string = Whichever,
  O extends string = Whichever,
> = TableSpec<R, K, I, O> & Place & { append: false; row?: R }

export type AppendSpec<R extends Row, K extends KeySpec<R>> = Pick<
  TableSpec<R, K, never, never>,
  'name' | 'columns' | 'key'
> & {
  /**
   * The form in which the journal's record of a command tells of a row that it adds, under `transfers`; one
   * table alone, the ledger's, has this.
   */
  inRecord?: (row: R) => Json
}
/** Rows are written once and never held in memory (the ledger's transfers, say). */
export type AppendDefinition<R extends Row, K extends KeySpec<R> = Whichever> = AppendSpec<R, K> &
  Place & { append: true; row?: R }

type LooseSpec = Place & {
  name: string
  columns: { readonly [name: string]: ColumnType }
  key: string | readonly string[]
  row?: Whichever
  own?: readonly string[]
  codec?: RowCodec
}
/** A definition whose types nobody needs any more: what the engine is given. */
export type AnyTableDefinition = LooseSpec & {
  append: false
  fixed?: readonly string[]
  hot?: { when: (row: Whichever) => boolean; sql: string }
  once?: true
  indexes?: { readonly [name: string]: (row: Whichever) => IndexValue }
  ordered?: { readonly [name: string]: OrderedIndex<Whichever> }
}
export type AnyAppendDefinition = LooseSpec & { append: true; inRecord?: (row: Whichever) => Json }
export type AnyDefinition = AnyTableDefinition | AnyAppendDefinition

let places = 0

/**
 * `defineTable<OrderRow>()({ name: 'orders', columns: { id: 'text', … }, key: 'id' })`. Every property of the
 * row is a column; the migration that creates the SQL table is the module's own.
 */
export const defineTable =
  <R extends Row>() =>
  <const K extends KeySpec<R>, I extends string = never, O extends string = never>(
    spec: TableSpec<R, K, I, O>,
  ): TableDefinition<R, K, I, O> => ({ ...spec, append: false, place: places++ })

/** The same for a table that commands only add to. */
export const defineAppendTable =
  <R extends Row>() =>
  <const K extends KeySpec<R>>(spec: AppendSpec<R, K>): AppendDefinition<R, K> => ({
    ...spec,
    append: true,
    place: places++,
  })

/**
 * A table as a command reads and writes it. Everything that comes back in a list is in key order (or value
 * order, then key order): the order depends on the rows alone, never on how they came to be there, so that a
 * restart changes nothing.
 */
export type Table<
  R extends Row,
  K = Whichever,
  I extends string = Whichever,
  O extends string = Whichever,
> = {
  get(...key: K extends KeySpec<R> ? KeyValues<R, K> : never): R | undefined
  /** Fails as a bug when the key is taken. */
  insert(row: R): R
  /**
   * The next version of `row`, which must be the current one (a stale row is a bug). Its key and its fixed
   * columns cannot change.
   */
  update(row: R, patch: Partial<R>): R
  by(index: I, value: string | number): R[]
  /** Rows of a group with `from` ≤ value ≤ `to` (both optional), ascending; at most `limit`. */
  range(index: O, group: string | number, bounds?: { from?: number; to?: number; limit?: number }): R[]
  all(): R[]
  readonly size: number
}
export type AppendTable<R extends Row> = { insert(row: R): R }

export type ReadTable<
  R extends Row,
  K = Whichever,
  I extends string = Whichever,
  O extends string = Whichever,
> = Omit<Table<R, K, I, O>, 'insert' | 'update'>

/** The route of a command to all tables: `tables.of(orders).get(id)`. */
export type TableAccess = {
  of<R extends Row, K extends KeySpec<R>, I extends string, O extends string>(
    definition: TableDefinition<R, K, I, O>,
  ): Table<R, K, I, O>
  of<R extends Row, K extends KeySpec<R>>(definition: AppendDefinition<R, K>): AppendTable<R>
}
/** The same without writing. */
export type TableReader = {
  of<R extends Row, K extends KeySpec<R>, I extends string, O extends string>(
    definition: TableDefinition<R, K, I, O>,
  ): ReadTable<R, K, I, O>
}
