import { createHmac, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import { canonical, type Json } from '#kernel/hash.ts'
import { damaged, eachRow, type StoredCheck } from '../engine/check-stored.ts'
import type { SqlTables } from './connect.ts'
import { withClient } from './with-client.ts'

/**
 * Rows that let somebody in stand outside of the journal and its seal: each has a keyed code over what it
 * says (HMAC-SHA-256), bound to its table and key. Who has SQL alone can make none.
 */
export type RowMac<Fields = never> = Coded & {
  /** The code of a row that says this. */
  of(fields: Fields): Buffer
  /** Throws `RowForged` where the code is not that of the row. */
  check(row: Fields, mac: Buffer | null): void
}
/** Rows beside the journal that have codes, one each (here) or in lists (`row-list.ts`). */
export type Coded = {
  /** Table and column of the code, as SQL names them. */
  name: string
  /** Every row, for `npm run verify`. */
  stored: StoredCheck
  /** Gives every row the code of what it says now; answers how many. */
  fill(client: pg.ClientBase): Promise<number>
}

/** A row says something that this server did not write there. */
export class RowForged extends Error {
  override name = 'RowForged'
  readonly table: string
  constructor(table: string, key: string) {
    super(
      `${table} ${key}: ${WHAT}. Nothing of it is believed: npm run verify (docs/operate.md, Changed rows)`,
    )
    this.table = table
  }
}
const WHAT = 'the row is not what the server wrote there'
const TAG = 'KABU-ROW-MAC-v1'

/** `key` and `columns`: what the code is over; `inUse`: the rows that are believed at all, in SQL. */
type Definition<Row, Column> = {
  table: string
  key: keyof Row & string
  columns: readonly Column[]
  mac: keyof Row & string
  inUse?: string
}

export const rowMacKey = (salts: Uint8Array): Buffer =>
  createHmac('sha256', salts).update('KABU-ROW-MACS-v1').digest()

/** The code of one group of columns of a table. */
export const rowMac =
  <T extends keyof SqlTables>() =>
  <Column extends keyof SqlTables[T] & string>(
    secret: Uint8Array,
    { table, key, columns, mac, inUse = 'true' }: Definition<SqlTables[T], Column>,
  ): RowMac<Pick<SqlTables[T], Column>> => {
    type Fields = Pick<SqlTables[T], Column>
    const name = `${table}.${snake(mac)}`
    const head = [TAG, name]
    const of = (fields: Fields): Buffer =>
      createHmac('sha256', secret)
        .update(JSON.stringify([...head, ...columns.map((column) => plain(fields[column]))]))
        .digest()
    const stands = (fields: Fields, found: Buffer | null): boolean => {
      const right = of(fields)
      return found?.length === right.length && timingSafeEqual(found, right)
    }
    const selected = columns.map((column) => `${snake(column)} as "${column}"`).join()
    const sql = `select ${snake(key)} as key, ${snake(mac)} as found_mac, ${selected} from ${table} where ${inUse}`
    type Read = Fields & { key: string; found_mac: Buffer | null }
    return {
      name,
      of,
      check(row, found) {
        if (!stands(row, found)) throw new RowForged(table, String((row as Record<string, unknown>)[key]))
      },
      stored: {
        tables: [table],
        columns: { [table]: [...columns, mac].map(snake) },
        async run(client) {
          const forged: string[] = []
          const rows = await eachRow(client, sql, (row: Read) => {
            if (!stands(row, row.found_mac)) forged.push(row.key)
          })
          return { rows, differences: forged.map((each) => damaged(table, each, WHAT)) }
        },
      },
      async fill(client) {
        const macs: [key: string, mac: Buffer][] = []
        const rows = await eachRow(client, sql, (row: Read) => macs.push([row.key, of(row)]))
        for (let at = 0; at < rows; at += AT_ONCE) {
          const some = macs.slice(at, at + AT_ONCE)
          await client.query(
            `update ${table} set ${snake(mac)} = new.mac from unnest($1::text[], $2::bytea[]) as new(key, mac)
              where ${table}.${snake(key)} = new.key`,
            [some.map(([each]) => each), some.map(([, each]) => each)],
          )
        }
        return rows
      },
    }
  }
const AT_ONCE = 1_000

/** Codes for the rows of a version that made none, written once: all or nothing. */
export async function fillRowMacs(
  config: pg.ClientConfig,
  macs: readonly Pick<Coded, 'fill'>[],
): Promise<number> {
  return withClient(config, async (client) => {
    let filled = 0
    await client.query('begin')
    // A server that writes lists meanwhile waits: its row would else stand in the place of one of these.
    await client.query('lock table row_lists in share row exclusive mode')
    for (const { fill } of macs) filled += await fill(client)
    await client.query('commit')
    return filled
  })
}

/** A column as SQL names it. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** The input of a code: bytes, numbers, arrays and objects as text. */
export const plain = (value: unknown): string | null =>
  value === null
    ? null
    : Buffer.isBuffer(value)
      ? value.toString('base64')
      : typeof value === 'object'
        ? canonical(value as Json)
        : String(value)
