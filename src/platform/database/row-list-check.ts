import { hash } from 'node:crypto'
import type pg from 'pg'
import { damaged, missing } from '../engine/check-stored.ts'
import type { Difference } from '../engine/difference.ts'
import type { AnyPart, Codes, Fields, Found, ListCodes } from './row-list-codes.ts'
import { changesOf, isOwnerEntry, ownerEntry, selected, sourceOf, tableAndKey } from './row-list-codes.ts'
import { snake, type Coded } from './row-mac.ts'

const OWNERS_AT_ONCE = 200
const NOBODYS = 'the server wrote no such row'
const NO_LIST = 'the list of these rows is gone, or is not what the server wrote'

/**
 * Owners who must have a list: in SQL, by what others hold; `listed`: a list of its own, of the owner `''`,
 * says who has one, or so many of them, where there are as many owners as members.
 */
export type Owners = { sql: string } | 'listed' | { listed: number }
export type Index = ReturnType<typeof ownerIndex>

/** The lists that say who has one. */
export function ownerIndex(owners: Owners) {
  const indexes: readonly string[] =
    owners === 'listed'
      ? ['']
      : 'sql' in owners
        ? []
        : Array.from({ length: owners.listed }, (_, n) => ` ${n}`)
  const isListed = indexes.length > 0
  const isIndex = (owner: string): boolean => indexes.includes(owner)
  /** The list that says that an owner has one. */
  const indexOf = (owner: string): string =>
    indexes[indexes.length === 1 ? 0 : hash('sha256', owner, 'buffer').readUInt32BE() % indexes.length]!
  const needed =
    typeof owners === 'object' && 'sql' in owners
      ? `select owner from (${owners.sql}) o`
      : `select unnest('{${indexes.map((index) => `"${index}"`).join()}}'::text[]) as owner`
  return { isListed, isIndex, indexOf, needed }
}

/** All lists of a name with their rows: for `npm run verify`, and made anew once. */
export function listCheck(
  name: string,
  parts: readonly AnyPart[],
  { entryOf, codeOf, opened, written }: ListCodes,
  { isListed, isIndex, indexOf, needed }: Index,
): Pick<Coded, 'stored' | 'fill'> {
  return {
    stored: {
      tables: [...parts.map(({ table }) => table), 'row_lists'],
      columns: {
        ...Object.fromEntries(
          parts.map(({ table, columns, madeOf }) => [table, madeOf ?? columns.map(snake)] as const),
        ),
        row_lists: ['name', 'owner', 'rows', 'mac'],
      },
      async run(client) {
        const differences: Difference[] = []
        let rows = 0
        const listed = new Set<string>()
        const met = new Set<string>()
        for await (const { owner, found, held } of eachOwner(client)) {
          let codes: Codes = new Map()
          try {
            codes = opened(owner, found)
          } catch {
            differences.push(damaged('row_lists', `${name} ${owner}`, NO_LIST))
          }
          if (isIndex(owner)) for (const entry of codes.keys()) if (isOwnerEntry(entry)) listed.add(entry)
          if (!isIndex(owner)) met.add(ownerEntry(owner))
          for (const [of, all] of held)
            for (const row of all) {
              rows++
              const entry = entryOf(of, row)
              const code = codes.get(entry)
              codes.delete(entry)
              if (code === undefined) differences.push(damaged(...tableAndKey(entry), NOBODYS))
              else differences.push(...changesOf(of, entry, code, codeOf(owner, of, row)))
            }
          for (const entry of codes.keys())
            if (!isOwnerEntry(entry)) differences.push(missing(...tableAndKey(entry)))
        }
        if (isListed)
          for (const entry of met.difference(listed))
            differences.push(damaged('row_lists', `${name}${entry}`, NOBODYS))
        for (const entry of listed)
          if (!met.has(entry)) differences.push(damaged('row_lists', `${name}${entry}`, NO_LIST))
        return { rows, differences }
      },
    },
    async fill(client) {
      await client.query('delete from row_lists where name = $1', [name])
      let count = 0
      const lists = new Map<string, Codes>()
      for await (const { owner, held } of eachOwner(client)) {
        const codes: Codes = new Map()
        for (const [of, all] of held)
          for (const row of all) codes.set(entryOf(of, row), codeOf(owner, of, row))
        count += codes.size
        lists.set(owner, codes)
      }
      if (isListed)
        for (const owner of lists.keys())
          if (!isIndex(owner)) lists.get(indexOf(owner))!.set(ownerEntry(owner), '')
      const all = [...lists].map(([owner, codes]) => ({ owner, ...written(owner, codes) }))
      for (let at = 0; at < all.length; at += OWNERS_AT_ONCE) {
        const some = all.slice(at, at + OWNERS_AT_ONCE)
        await client.query(
          `insert into row_lists (name, owner, rows, mac)
            select $1, * from unnest($2::text[], $3::text[], $4::bytea[])`,
          [name, some.map(({ owner }) => owner), some.map(({ rows }) => rows), some.map(({ mac }) => mac)],
        )
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
      ...parts.map((of) => `select ${of.owner} as owner from ${sourceOf(of)} t`),
    ].join(' union ')
    for (let after: string | null = null; ;) {
      const { rows: owners }: { rows: OwnerRow[] } = await client.query<OwnerRow>(
        `select o.owner, l.rows, l.mac from (${all}) o left join row_lists l on l.name = $1 and l.owner = o.owner
          where o.owner is not null and ($2::text is null or o.owner collate "C" > $2) order by o.owner collate "C" limit ${OWNERS_AT_ONCE}`,
        [name, after],
      )
      const names: string[] = owners.map(({ owner }) => owner)
      const held: [AnyPart, Map<string, Fields[]>][] = []
      for (const of of parts) {
        const { rows } = await client.query<Fields & { of: string }>(
          `select ${of.owner} as "of", ${selected(of)} from ${sourceOf(of)} t where ${of.owner} = any($1::text[])`,
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
