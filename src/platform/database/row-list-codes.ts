import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto'
import { damaged } from '../engine/check-stored.ts'
import type { Difference } from '../engine/difference.ts'
import { leastRecent } from '../least-recent.ts'
import { plain, RowForged, snake } from './row-mac.ts'

/** Rows of one table that belong to one owner: `owner` in SQL (null: in no list), the rest as columns. */
export type Part<Row, Column> = {
  row?: Row
  table: string
  /** The rows, where they are not those of the table themselves: a query. */
  from?: string
  owner: string
  key: readonly Column[]
  /** The values of a row, with its key. */
  columns: readonly Column[]
  /** The columns that these are made of, as SQL names them, where `from` makes others of them. */
  madeOf?: readonly string[]
  /** The list has the values themselves, so that a changed one is named by its column. */
  open?: true
}
export type AnyPart = Part<unknown, string>
export type FieldsOf<P> = P extends Part<infer Row, infer Column> ? Pick<Row, Column & keyof Row> : never

/** A code over a row, or the values of its columns. */
export type Code = string | readonly (string | null)[]
/** The list of an owner: the code of each row by table and key. */
export type Codes = Map<string, Code>
export type Found = { rows: string; mac: Buffer } | undefined

export type Fields = Record<string, unknown>

const TAG = 'KABU-ROW-LIST-v1'
/** Of a row's code, in bytes: it stands under the code of its list. */
const BYTES = 16
const NOT_WRITTEN = 'the row is not what the server wrote there'

/**
 * Lists that were opened of late, by their codes: days of all issues, one issue after another, ask for the
 * same few. Another text under the same code is another list.
 */
const OPENED_KEPT = 32
const openedOfLate = leastRecent<
  string,
  { secret: Uint8Array; rows: string; codes: ReadonlyMap<string, Code> }
>(OPENED_KEPT)

export type ListCodes = ReturnType<typeof listCodes>
/** Writing and reading of a list, and rows held against it, apart from where both stand. */
export function listCodes(secret: Uint8Array, name: string) {
  const key = createSecretKey(secret)
  const hmac = (...said: readonly unknown[]): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([TAG, name, ...said]))
      .digest()
  const entryOf = ({ table, key }: AnyPart, row: Fields): string =>
    [table, ...key.map((column) => plain(row[column]))].join(' ')
  const codeOf = (owner: string, of: AnyPart, row: Fields): Code =>
    of.open
      ? valuesOf(of).map((column) => plain(row[column]))
      : hmac(owner, of.table, ...of.columns.map((column) => plain(row[column])))
          .subarray(0, BYTES)
          .toString('base64url')
  const macOf = (owner: string, rows: string): Buffer => hmac(owner, rows)

  function opened(owner: string, found: Found): Codes {
    const place = `${name} ${owner} ${found?.mac.toString('base64url')}`
    const known = openedOfLate.get(place)
    if (known !== undefined && known.rows === found?.rows && Buffer.compare(known.secret, secret) === 0)
      return new Map(known.codes)
    const right = macOf(owner, found?.rows ?? '')
    if (found?.mac.length !== right.length || !timingSafeEqual(found.mac, right))
      throw new RowForged('row_lists', `${name} ${owner}`)
    const codes: Codes = new Map(JSON.parse(found.rows) as [string, Code][])
    openedOfLate.set(place, { secret, rows: found.rows, codes: new Map(codes) })
    return codes
  }
  const written = (owner: string, codes: Codes): { rows: string; mac: Buffer } => {
    const rows = JSON.stringify([...codes])
    return { rows, mac: macOf(owner, rows) }
  }

  /** Rows of a table that are not as its list has them: changed, added, or gone. */
  function* wrong(owner: string, codes: Codes, of: AnyPart, rows: readonly Fields[]): Generator<string> {
    const left = new Set([...codes.keys()].filter((entry) => isOf(of, entry)))
    for (const row of rows) {
      const entry = entryOf(of, row)
      if (!left.delete(entry) || !isSame(codes.get(entry)!, codeOf(owner, of, row))) yield entry
    }
    yield* left
  }
  function believed(owner: string, codes: Codes, of: AnyPart, rows: readonly Fields[]): readonly Fields[] {
    for (const entry of wrong(owner, codes, of, rows)) throw new RowForged(...tableAndKey(entry))
    return rows
  }
  return { entryOf, codeOf, opened, written, wrong, believed }
}

export const selected = ({ columns }: AnyPart) =>
  columns.map((column) => `t.${snake(column)} as "${column}"`).join(', ')
export const sourceOf = ({ table, from }: AnyPart): string => (from === undefined ? table : `(${from})`)
export const isOf = ({ table }: AnyPart, entry: string): boolean => entry.startsWith(`${table} `)
const valuesOf = ({ columns, key }: AnyPart): string[] => columns.filter((column) => !key.includes(column))

const isSame = (a: Code, b: Code): boolean =>
  typeof a === 'string' || typeof b === 'string'
    ? a === b
    : a.length === b.length && a.every((value, at) => value === b[at])

/** Differences of a row from its list: by columns, where the list has the values. */
export function changesOf(of: AnyPart, entry: string, listed: Code, held: Code): Difference[] {
  if (isSame(listed, held)) return []
  const [table, key] = tableAndKey(entry)
  if (typeof listed === 'string' || typeof held === 'string') return [damaged(table, key, NOT_WRITTEN)]
  return valuesOf(of).flatMap((column, at) => {
    const [is, said] = [held[at]!, listed[at]!]
    const what = `${column} is ${is ?? 'nothing'}, the server wrote ${said ?? 'nothing'}`
    return is === said ? [] : [{ table, key, column, held: is, said, what }]
  })
}

/** In the list of owners; tables have no such name. */
export const ownerEntry = (owner: string): string => ` ${owner}`
export const isOwnerEntry = (entry: string): boolean => entry.startsWith(' ')
export function tableAndKey(entry: string): [table: string, key: string] {
  const at = entry.indexOf(' ')
  return [entry.slice(0, at), entry.slice(at + 1)]
}
