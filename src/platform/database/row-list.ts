import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type pg from 'pg'
import { damaged, missing } from '../engine/check-stored.ts'
import type { Difference } from '../engine/difference.ts'
import type { SqlTables } from './connect.ts'
import { plain, RowForged, snake, type Coded } from './row-mac.ts'

declare module './connect.ts' {
  interface SqlTables {
    rowLists: { name: string; owner: string; rows: string; mac: Buffer }
  }
}

/** Rows of one table that belong to one owner: `owner` in SQL (null: in no list), the rest as columns. */
type Part<Row, Column> = {
  row?: Row
  table: string
  owner: string
  key: readonly Column[]
  /** The values of a row, with its key. */
  columns: readonly Column[]
}
type AnyPart = Part<unknown, string>
type FieldsOf<P> = P extends Part<infer Row, infer Column> ? Pick<Row, Column & keyof Row> : never

export const part =
  <T extends keyof SqlTables>() =>
  <Column extends keyof SqlTables[T] & string>(
    definition: Part<SqlTables[T], Column>,
  ): Part<SqlTables[T], Column> =>
    definition

export type Sql = Kysely<SqlTables>
type Change<Fields> = { put?: readonly Fields[]; drop?: readonly Fields[] }
/** The list of an owner: the code of each row by table and key. */
type Codes = Map<string, string>
type Found = { rows: string; mac: Buffer } | undefined

/**
 * Keyed lists of rows beside the journal: an owner's list names each of their rows with a code of what it
 * says, under a code over all of it. Whoever has SQL alone can neither change a row, add one nor take one
 * away unseen. Who has none of these rows has an empty list: one that is gone is missed.
 */
export type RowList<Parts> = Coded & {
  /** The list of somebody who has no rows. */
  empty(owner: string): { rows: string; mac: Buffer }
  /** The list of a new owner, in the transaction that makes them. */
  begin(trx: Sql, owner: string): Promise<void>
  /** Rows that were just written, of a list that was just begun. */
  add<P extends keyof Parts>(
    trx: Sql,
    owner: string,
    of: P,
    rows: readonly FieldsOf<Parts[P]>[],
  ): Promise<void>
  /** The owner's rows of one table, as the server wrote them. Throws `RowForged` where they are not. */
  of<P extends keyof Parts>(db: Sql, owner: string, of: P): Promise<FieldsOf<Parts[P]>[]>
  /** The same of an owner who may not have begun: without a list they have no rows. */
  ofAny<P extends keyof Parts>(db: Sql, owner: string, of: P): Promise<FieldsOf<Parts[P]>[]>
  /**
   * Changes rows in `act`, which is given those that stand and answers what it has written and deleted. One
   * owner's changes come one after another. Throws `RowForged`.
   */
  change<P extends keyof Parts>(
    db: Sql,
    owner: string,
    of: P,
    act: (trx: Sql, rows: FieldsOf<Parts[P]>[]) => Promise<Change<FieldsOf<Parts[P]>>>,
  ): Promise<void>
  /**
   * The owner's rows for their only writer, which writes each in one statement. Throws `RowForged` where they
   * are not as the server wrote them, or the list has changed since. After an error it is asked for anew: the
   * statement may have come through.
   */
  hold<P extends keyof Parts>(
    db: Sql,
    owner: string,
    of: P,
  ): Promise<{ put(row: FieldsOf<Parts[P]>): Promise<void> }>
}

const TAG = 'KABU-ROW-LIST-v1'
/** Of a row's code, in bytes: it stands under the code of its list. */
const BYTES = 16
const OWNERS_AT_ONCE = 200
const NOT_WRITTEN = 'the row is not what the server wrote there'
const NOBODYS = 'the server wrote no such row'
const NO_LIST = 'the list of these rows is gone, or is not what the server wrote'

/**
 * `owners`: in SQL, who must have a list, by what others hold; `listed`: a list of its own, of the owner
 * `''`, says who has one.
 */
export function rowList<const Parts extends Record<string, AnyPart>>(
  secret: Uint8Array,
  { name, parts, owners }: { name: string; parts: Parts; owners: { sql: string } | 'listed' },
): RowList<Parts> {
  const [isListed, needed] =
    owners === 'listed' ? [true, `select ''::text as owner`] : [false, `select owner from (${owners.sql}) o`]
  const tables = Object.values<AnyPart>(parts).map(({ table }) => table)
  const hmac = (...said: readonly unknown[]): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([TAG, name, ...said]))
      .digest()
  type Fields = Record<string, unknown>
  const entryOf = ({ table, key }: AnyPart, row: Fields): string =>
    [table, ...key.map((column) => plain(row[column]))].join(' ')
  const codeOf = (owner: string, { table, columns }: AnyPart, row: Fields): string =>
    hmac(owner, table, ...columns.map((column) => plain(row[column])))
      .subarray(0, BYTES)
      .toString('base64url')
  const macOf = (owner: string, rows: string): Buffer => hmac(owner, rows)

  function opened(owner: string, found: Found): Codes {
    const right = macOf(owner, found?.rows ?? '')
    if (found?.mac.length !== right.length || !timingSafeEqual(found.mac, right))
      throw new RowForged('row_lists', `${name} ${owner}`)
    return new Map(JSON.parse(found.rows) as [string, string][])
  }
  const written = (owner: string, codes: Codes): { rows: string; mac: Buffer } => {
    const rows = JSON.stringify([...codes])
    return { rows, mac: macOf(owner, rows) }
  }

  const empty = (owner: string) => written(owner, new Map())

  /** The first row of a table that is not as its list has it; null: all are. */
  function wrong(
    owner: string,
    codes: Codes,
    of: AnyPart,
    rows: readonly Fields[],
  ): { entry: string; what: string } | null {
    const left = new Set([...codes.keys()].filter((entry) => entry.startsWith(`${of.table} `)))
    for (const row of rows) {
      const entry = entryOf(of, row)
      if (!left.delete(entry)) return { entry, what: NOBODYS }
      if (codes.get(entry) !== codeOf(owner, of, row)) return { entry, what: NOT_WRITTEN }
    }
    const [gone] = left
    return gone === undefined ? null : { entry: gone, what: 'the row is missing' }
  }
  function believed(owner: string, codes: Codes, of: AnyPart, rows: readonly Fields[]): readonly Fields[] {
    const found = wrong(owner, codes, of, rows)
    if (found !== null) throw new RowForged(...tableAndKey(found.entry))
    return rows
  }

  const keep = async (db: Sql, owner: string, codes: Codes): Promise<void> => {
    const { rows, mac } = written(owner, codes)
    await sql`update row_lists set rows = ${rows}, mac = ${mac} where name = ${name} and owner = ${owner}`.execute(
      db,
    )
  }
  const locked = async (db: Sql, owner: string): Promise<Codes> => {
    const { rows } = await sql<{ rows: string; mac: Buffer }>`
      select rows, mac from row_lists where name = ${name} and owner = ${owner} for update`.execute(db)
    return opened(owner, rows[0])
  }
  const selected = ({ columns }: AnyPart) =>
    columns.map((column) => `t.${snake(column)} as "${column}"`).join(', ')
  /** The locked list of an owner, and the rows of one table as it has them. Throws `RowForged`. */
  const standing = async (trx: Sql, owner: string, of: AnyPart) => {
    const codes = await locked(trx, owner)
    const { rows } = await sql<Fields>`
      select ${sql.raw(selected(of))} from ${sql.raw(of.table)} t where ${sql.raw(of.owner)} = ${owner}`.execute(
      trx,
    )
    return { codes, rows: believed(owner, codes, of, rows) }
  }

  return {
    name: `row_lists.${name}`,
    empty,
    async begin(trx, owner) {
      const { rows, mac } = empty(owner)
      const made = await sql`
        insert into row_lists (name, owner, rows, mac) values (${name}, ${owner}, ${rows}, ${mac})
        on conflict (name, owner) do nothing returning owner`.execute(trx)
      if (!isListed || made.rows.length === 0) return
      const all = await locked(trx, '')
      if (all.has(ownerEntry(owner))) throw new RowForged('row_lists', `${name} ${owner}`)
      await keep(trx, '', all.set(ownerEntry(owner), ''))
    },
    async add(trx, owner, of, rows) {
      const [each, codes] = [parts[of as string]!, await locked(trx, owner)]
      for (const row of rows as readonly Fields[]) codes.set(entryOf(each, row), codeOf(owner, each, row))
      await keep(trx, owner, codes)
    },
    async ofAny(db, owner, of) {
      const each = parts[of as string]!
      const { rows } = await sql<{ begun: boolean }>`
        select exists (select from row_lists where name = ${name} and owner = ${owner})
          or exists (select from ${sql.raw(each.table)} t where ${sql.raw(each.owner)} = ${owner}) as begun`.execute(
        db,
      )
      return rows[0]!.begun ? this.of(db, owner, of) : []
    },
    async of(db, owner, of) {
      const each = parts[of as string]!
      const { rows } = await sql<Fields & { listRows: string; listMac: Buffer; isRow: boolean }>`
        select l.rows as "listRows", l.mac as "listMac", t.* from row_lists l left join lateral (
          select true as "isRow", ${sql.raw(selected(each))} from ${sql.raw(each.table)} t where ${sql.raw(each.owner)} = l.owner
        ) as t on true where l.name = ${name} and l.owner = ${owner}`.execute(db)
      const [first] = rows
      const codes = opened(owner, first && { rows: first.listRows, mac: first.listMac })
      return believed(
        owner,
        codes,
        each,
        rows.filter(({ isRow }) => isRow),
      ) as never
    },
    async change(db, owner, of, act) {
      const each = parts[of as string]!
      const within = async (trx: Sql): Promise<void> => {
        const { codes, rows } = await standing(trx, owner, each)
        const { put = [], drop = [] } = await act(trx, rows as never)
        if (put.length + drop.length === 0) return
        for (const row of drop) codes.delete(entryOf(each, row))
        for (const row of put) codes.set(entryOf(each, row), codeOf(owner, each, row))
        await keep(trx, owner, codes)
      }
      await (db.isTransaction ? within(db) : db.transaction().execute(within))
    },
    async hold(db, owner, of) {
      const each = parts[of as string]!
      const [columns, key] = [each.columns.map(snake), each.key.map(snake)]
      const set = columns
        .filter((column) => !key.includes(column))
        .map((column) => `${column} = excluded.${column}`)
      const { codes } = await db.transaction().execute((trx) => standing(trx, owner, each))
      let before = written(owner, codes).mac
      return {
        async put(row) {
          codes.set(entryOf(each, row), codeOf(owner, each, row))
          const { rows, mac } = written(owner, codes)
          const { numAffectedRows } = await sql`
            with put as (
              insert into ${sql.raw(each.table)} (${sql.raw(columns.join(', '))})
              values (${sql.join(each.columns.map((column) => (row as Fields)[column]))})
              on conflict (${sql.raw(key.join(', '))}) do update set ${sql.raw(set.join(', '))}
            )
            update row_lists set rows = ${rows}, mac = ${mac}
            where name = ${name} and owner = ${owner} and mac = ${before}`.execute(db)
          if (numAffectedRows !== 1n) throw new RowForged('row_lists', `${name} ${owner}`)
          before = mac
        },
      }
    },
    stored: {
      tables: [...tables, 'row_lists'],
      async run(client) {
        const differences: Difference[] = []
        let rows = 0
        let listed = new Set<string>()
        const met = new Set<string>()
        for await (const { owner, found, held } of eachOwner(client)) {
          let codes: Codes = new Map()
          try {
            codes = opened(owner, found)
          } catch {
            differences.push(damaged('row_lists', `${name} ${owner}`, NO_LIST))
          }
          if (isListed && owner === '') listed = new Set([...codes.keys()].filter(isOwnerEntry))
          else if (isListed && !listed.has(ownerEntry(owner)))
            differences.push(damaged('row_lists', `${name} ${owner}`, NOBODYS))
          met.add(ownerEntry(owner))
          for (const [of, all] of held)
            for (const row of all) {
              rows++
              const entry = entryOf(of, row)
              const code = codes.get(entry)
              codes.delete(entry)
              if (code !== codeOf(owner, of, row))
                differences.push(damaged(...tableAndKey(entry), code === undefined ? NOBODYS : NOT_WRITTEN))
            }
          for (const entry of codes.keys())
            if (!isOwnerEntry(entry)) differences.push(missing(...tableAndKey(entry)))
        }
        for (const entry of listed)
          if (!met.has(entry)) differences.push(damaged('row_lists', `${name}${entry}`, NO_LIST))
        return { rows, differences }
      },
    },
    async fill(client) {
      await client.query('delete from row_lists where name = $1', [name])
      let count = 0
      const lists: [owner: string, codes: Codes][] = []
      for await (const { owner, held } of eachOwner(client)) {
        const codes: Codes = new Map()
        for (const [of, all] of held)
          for (const row of all) codes.set(entryOf(of, row), codeOf(owner, of, row))
        count += codes.size
        lists.push([owner, codes])
      }
      if (isListed) for (const [owner] of lists) if (owner !== '') lists[0]![1].set(ownerEntry(owner), '')
      for (const [owner, codes] of lists) {
        const { rows, mac } = written(owner, codes)
        await client.query('insert into row_lists (name, owner, rows, mac) values ($1, $2, $3, $4)', [
          name,
          owner,
          rows,
          mac,
        ])
      }
      return count
    },
  }

  /** Everybody who has a list, needs one, or has rows, in order of their names. */
  async function* eachOwner(
    client: pg.ClientBase,
  ): AsyncGenerator<{ owner: string; found: Found; held: [AnyPart, Fields[]][] }> {
    const all = [
      `select owner from row_lists where name = $1`,
      needed,
      ...Object.values<AnyPart>(parts).map(({ table, owner }) => `select ${owner} as owner from ${table} t`),
    ].join(' union ')
    for (let after: string | null = null; ;) {
      const { rows: owners }: { rows: OwnerRow[] } = await client.query<OwnerRow>(
        `select o.owner, l.rows, l.mac from (${all}) o left join row_lists l on l.name = $1 and l.owner = o.owner
          where o.owner is not null and ($2::text is null or o.owner collate "C" > $2) order by o.owner collate "C" limit ${OWNERS_AT_ONCE}`,
        [name, after],
      )
      const names: string[] = owners.map(({ owner }) => owner)
      const held: [AnyPart, Map<string, Fields[]>][] = []
      for (const of of Object.values<AnyPart>(parts)) {
        const { rows } = await client.query<Fields & { of: string }>(
          `select ${of.owner} as "of", ${selected(of)} from ${of.table} t where ${of.owner} = any($1::text[])`,
          [names],
        )
        held.push([of, Map.groupBy(rows, (row) => row.of)])
      }
      for (const { owner, rows, mac } of owners)
        yield {
          owner,
          found: rows === null ? undefined : { rows, mac },
          held: held.map(([of, byOwner]) => [of, byOwner.get(owner) ?? []]),
        }
      if (owners.length < OWNERS_AT_ONCE) return
      after = names.at(-1)!
    }
  }
}

type OwnerRow = { owner: string; rows: string | null; mac: Buffer }

/** In the list of owners; tables have no such name. */
const ownerEntry = (owner: string): string => ` ${owner}`
const isOwnerEntry = (entry: string): boolean => entry.startsWith(' ')
function tableAndKey(entry: string): [table: string, key: string] {
  const at = entry.indexOf(' ')
  return [entry.slice(0, at), entry.slice(at + 1)]
}
