import { sql, type Kysely } from 'kysely'
import type { SqlTables } from './connect.ts'
import { listCheck, ownerIndex, type Owners } from './row-list-check.ts'
import type { AnyPart, Codes, Fields, FieldsOf, Found, Part } from './row-list-codes.ts'
import { isOf, listCodes, ownerEntry, selected, sourceOf, tableAndKey } from './row-list-codes.ts'
import { RowForged, snake, type Coded } from './row-mac.ts'

declare module './connect.ts' {
  interface SqlTables {
    rowLists: { name: string; owner: string; rows: string; mac: Buffer }
  }
}

export const part =
  <T extends keyof SqlTables>() =>
  <Column extends keyof SqlTables[T] & string>(
    definition: Part<SqlTables[T], Column>,
  ): Part<SqlTables[T], Column> =>
    definition

export type Sql = Kysely<SqlTables>

/** Reads rows and their lists as they stood at one moment: somebody may be writing both. */
export const atOneMoment = <T>(db: Sql, read: (trx: Sql) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

type Change<Fields> = { put?: readonly Fields[]; drop?: readonly Fields[] }
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
  /**
   * The lists of those of these owners who have begun: `for update` where others write them too. Throws
   * `RowForged` where one is not the server's.
   */
  listed(db: Sql, owners: readonly string[], lock?: 'for update'): Promise<Map<string, Listed<Parts>>>
}

/** One owner's list, apart from the rows: for rows that are read, or written, many at a time. */
export type Listed<Parts> = {
  /** The keys of rows that are not as the list has them, of those that `which` names. */
  wrong<P extends keyof Parts>(
    of: P,
    rows: readonly FieldsOf<Parts[P]>[],
    which?: (key: string) => boolean,
  ): string[]
  /**
   * Lists rows in the transaction that writes them; `only`: no others of this table. Throws `RowForged` where
   * another has written the list. After an error it is read anew.
   */
  put<P extends keyof Parts>(
    trx: Sql,
    of: P,
    rows: readonly FieldsOf<Parts[P]>[],
    only?: 'only',
  ): Promise<void>
  /** The same of rows that are deleted. */
  drop<P extends keyof Parts>(trx: Sql, of: P, rows: readonly FieldsOf<Parts[P]>[]): Promise<void>
}

export function rowList<const Parts extends Record<string, AnyPart>>(
  secret: Uint8Array,
  { name, parts, owners }: { name: string; parts: Parts; owners: Owners },
): RowList<Parts> {
  const index = ownerIndex(owners)
  const coding = listCodes(secret, name)
  const { entryOf, codeOf, opened, written, wrong, believed } = coding
  const empty = (owner: string) => written(owner, new Map())
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
  /** Writes the list over the one that was read before. */
  async function keepOver(db: Sql, owner: string, codes: Codes, before: Buffer): Promise<Buffer> {
    const { rows, mac } = written(owner, codes)
    const { numAffectedRows } = await sql`
      update row_lists set rows = ${rows}, mac = ${mac}
      where name = ${name} and owner = ${owner} and mac = ${before}`.execute(db)
    if (numAffectedRows !== 1n) throw new RowForged('row_lists', `${name} ${owner}`)
    return mac
  }
  /** The locked list of an owner, and the rows of one table as it has them. Throws `RowForged`. */
  const standing = async (trx: Sql, owner: string, of: AnyPart) => {
    const codes = await locked(trx, owner)
    const { rows } = await sql<Fields>`
      select ${sql.raw(selected(of))} from ${sql.raw(sourceOf(of))} t where ${sql.raw(of.owner)} = ${owner}`.execute(
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
      if (!index.isListed || made.rows.length === 0) return
      const all = await locked(trx, index.indexOf(owner))
      if (all.has(ownerEntry(owner))) throw new RowForged('row_lists', `${name} ${owner}`)
      await keep(trx, index.indexOf(owner), all.set(ownerEntry(owner), ''))
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
          or exists (select from ${sql.raw(sourceOf(each))} t where ${sql.raw(each.owner)} = ${owner}) as begun`.execute(
        db,
      )
      return rows[0]!.begun ? this.of(db, owner, of) : []
    },
    async of(db, owner, of) {
      const each = parts[of as string]!
      const { rows } = await sql<Fields & { listRows: string | null; listMac: Buffer; isRow: boolean }>`
        select case when row_number() over () = 1 then l.rows end as "listRows", l.mac as "listMac", t.* from row_lists l
        left join lateral (
          select true as "isRow", ${sql.raw(selected(each))} from ${sql.raw(sourceOf(each))} t where ${sql.raw(each.owner)} = l.owner
        ) as t on true where l.name = ${name} and l.owner = ${owner}`.execute(db)
      const list = rows.find(({ listRows }) => listRows !== null)
      const codes = opened(owner, list && { rows: list.listRows!, mac: list.listMac })
      // Of the row itself alone: the list and its code are nobody's to see.
      const own = rows
        .filter(({ isRow }) => isRow)
        .map(({ listRows: _rows, listMac: _mac, isRow: _is, ...row }): Fields => row)
      return believed(owner, codes, each, own) as never
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
    async listed(db, owners, lock) {
      const { rows } = await sql<{ owner: string; rows: string; mac: Buffer }>`
        select owner, rows, mac from row_lists where name = ${name} and owner = any(${[...owners]}::text[])
        order by owner ${sql.raw(lock ?? '')}`.execute(db)
      return new Map(rows.map(({ owner, ...found }) => [owner, one(owner, found)]))
    },
    ...listCheck(name, Object.values<AnyPart>(parts), coding, index),
  }

  function one(owner: string, found: NonNullable<Found>): Listed<Parts> {
    const codes = opened(owner, found)
    let before = found.mac
    return {
      wrong: (of, rows, which = () => true) =>
        [...wrong(owner, codes, parts[of as string]!, rows as readonly Fields[])]
          .map((entry) => tableAndKey(entry)[1])
          .filter(which),
      async put(trx, of, rows, only) {
        const each = parts[of as string]!
        if (only !== undefined) for (const entry of codes.keys()) if (isOf(each, entry)) codes.delete(entry)
        for (const row of rows as readonly Fields[]) codes.set(entryOf(each, row), codeOf(owner, each, row))
        before = await keepOver(trx, owner, codes, before)
      },
      async drop(trx, of, rows) {
        for (const row of rows as readonly Fields[]) codes.delete(entryOf(parts[of as string]!, row))
        before = await keepOver(trx, owner, codes, before)
      },
    }
  }
}
