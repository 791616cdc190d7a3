import type { MemberId } from '#kernel/id.ts'
import { createHmac } from 'node:crypto'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import { damaged, missing, type Stored, type StoredCheck } from '#platform/engine/check-stored.ts'
import { joined, lp, tag } from '../model/bytes.ts'
import {
  FILLER,
  liabilityLeaf,
  placesFor,
  sumLevels,
  sumNode,
  sumPath,
  type Sum,
} from '../model/liabilities.ts'
import { SALT_BYTES } from '../model/record.ts'

/** Leaves of one tile: its root is kept, what is under it is reckoned from the leaves when somebody asks. */
const TILE = 256
const TILE_BYTES = 40
const READ_AT_ONCE = 20 * TILE
/**
 * Leaves of so many days are kept: a phone that was away for longer looks at the newest day. Roots are kept
 * for ever.
 */
const DAYS_KEPT = 30
const SALT_TAG = Buffer.from(tag('KABU-OWED-v1'))

export type Reckoned = {
  day: DateJst
  size: number
  at: Ms
  members: number
  root: string
  total: Yen
  bank: Yen
  market: Yen
}
type Leaf = { memberId: MemberId; yen: Yen }
export type LeafProof = { place: number; yen: Yen; salt: string; path: { hash: string; yen: Yen }[] }

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex')

/** The node of a tile with nothing but fillers. */
function emptyTile(leaves: number): Sum {
  let node = FILLER
  for (let under = 1; under < leaves; under *= 2) node = sumNode(node, node)!
  return node
}

/**
 * The tree of what the server owes, from the ledger's accounts; members stand in an order of the day that
 * tells nothing of them.
 */
export class LiabilityStore {
  readonly #pool: Database['pool']
  readonly #saltKey: Uint8Array

  constructor(pool: Database['pool'], saltKey: Uint8Array) {
    this.#pool = pool
    this.#saltKey = saltKey
  }

  /**
   * Reckons a day and keeps it, in one transaction over one snapshot of the ledger; a day that is kept
   * already is answered as it is. Throws where the leaves do not add up to what the ledger owes its members
   * (invariant I14).
   */
  async reckon(day: DateJst, at: Ms): Promise<void> {
    const client = await this.#pool.connect()
    try {
      await client.query('begin isolation level repeatable read')
      const { rowCount } = await client.query('select from liabilities where day = $1', [day])
      if (rowCount === 0) await this.#keep(client, day, at)
      await client.query('commit')
    } catch (err) {
      await client.query('rollback')
      throw err
    } finally {
      client.release()
    }
  }

  async #keep(client: Pick<Database['pool'], 'query'>, day: DateJst, at: Ms): Promise<void> {
    const {
      rows: [ledger],
    } = await client.query<{ size: number; bank: Yen; market: Yen; owed: Yen; members: number }>(OWED)
    const tileLeaves = Math.min(TILE, placesFor(ledger!.members))
    const tiles: Sum[] = []
    let members = 0
    await client.query(
      `declare owed no scroll cursor for select member_id, greatest(0, sum(balance_yen))::bigint as yen from accounts where member_id is not null group by member_id order by md5($$${day}$$ || member_id)`,
    )
    for (;;) {
      const { rows } = await client.query<{ member_id: string; yen: Yen }>(`fetch ${READ_AT_ONCE} from owed`)
      if (rows.length === 0) break
      await client.query(
        'insert into liability_leaves (day, place, member_id, yen) select $1, * from unnest($2::int[], $3::text[], $4::bigint[])',
        [
          day,
          rows.map((_, index) => members + index),
          rows.map((row) => row.member_id),
          rows.map(({ yen }) => yen),
        ],
      )
      members += rows.length
      for (let from = 0; from < rows.length; from += tileLeaves) {
        tiles.push(
          rootOf(
            tileOf(
              this.#saltKey,
              day,
              tileLeaves,
              rows.slice(from, from + tileLeaves).map((row) => ({ memberId: row.member_id, yen: row.yen })),
            ),
          ),
        )
      }
    }
    const root = rootOf(upper(tiles, tileLeaves))
    assert(
      members === ledger!.members && root.yen === BigInt(ledger!.owed),
      `the leaves of ${day} add up to ${root.yen} of ${members} members, the ledger owes ${ledger!.owed} to ${ledger!.members}`,
    )
    await client.query(
      'insert into liabilities (day, size, at, members, root, total, bank, market, tiles) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      [
        day,
        ledger!.size,
        at,
        members,
        hexOf(root.hash),
        ledger!.owed,
        ledger!.bank,
        ledger!.market,
        Buffer.concat(tiles.map(bytesOfTile)),
      ],
    )
    await client.query(
      'delete from liability_leaves where day < (select min(day) from (select day from liabilities order by day desc limit $1) as kept)',
      [DAYS_KEPT],
    )
  }

  /**
   * A member's leaf on a day, with what leads from it to the root. Null: the server owed them nothing then,
   * or the day is not kept.
   */
  async proof(day: DateJst, memberId: MemberId): Promise<LeafProof | null> {
    const {
      rows: [own],
    } = await this.#pool.query<{ place: number; yen: Yen; members: number; tiles: Buffer }>(
      'select place, yen, members, tiles from liability_leaves join liabilities using (day) where day = $1 and member_id = $2',
      [day, memberId],
    )
    if (own === undefined) return null
    const tileLeaves = Math.min(TILE, placesFor(own.members))
    const tile = Math.floor(own.place / tileLeaves)
    const { rows } = await this.#pool.query<{ memberId: MemberId; yen: Yen }>(
      'select member_id as "memberId", yen from liability_leaves where day = $1 and place >= $2 and place < $3 order by place',
      [day, tile * tileLeaves, (tile + 1) * tileLeaves],
    )
    const path = [
      ...sumPath(tileOf(this.#saltKey, day, tileLeaves, rows), own.place % tileLeaves),
      ...sumPath(upper(tilesFrom(own.tiles), tileLeaves), tile),
    ]
    return {
      place: own.place,
      yen: own.yen,
      salt: hexOf(saltOf(this.#saltKey, day, memberId)),
      path: path.map(({ hash, yen }) => ({ hash: hexOf(hash), yen: Number(yen) })),
    }
  }
}

/** The levels above the tiles. */
function upper(tiles: readonly Sum[], tileLeaves: number): Sum[][] {
  const empty = emptyTile(tileLeaves)
  return levelsOf([...tiles, ...Array.from({ length: placesFor(tiles.length) - tiles.length }, () => empty)])
}

function levelsOf(leaves: readonly Sum[]): Sum[][] {
  const levels = sumLevels(leaves)
  assert(levels !== null, 'what a member is owed is never below zero, and all of it together a safe integer')
  return levels
}
const rootOf = (levels: readonly (readonly Sum[])[]): Sum => levels.at(-1)![0]!

function bytesOfTile({ hash, yen }: Sum): Buffer {
  const bytes = Buffer.alloc(TILE_BYTES)
  bytes.set(hash)
  bytes.writeBigUInt64BE(yen, 32)
  return bytes
}
const tilesFrom = (bytes: Buffer): Sum[] =>
  Array.from({ length: bytes.length / TILE_BYTES }, (_, index) => ({
    hash: bytes.subarray(index * TILE_BYTES, index * TILE_BYTES + 32),
    yen: bytes.readBigUInt64BE(index * TILE_BYTES + 32),
  }))

/**
 * The balances of the ledger in this snapshot. A member is owed what is their own less what they owe; who
 * owes more than they own is owed nothing (decision 0053). The server's accounts stand the other way round:
 * what came in is below zero there.
 */
const OWED = `
  select (select seq + 1 from lease) as size, count(*)::int as members, coalesce(sum(greatest(0, yen)), 0)::bigint as owed,
    (select coalesce(-sum(balance_yen), 0)::bigint from house_balances where kind = 'bank') as bank,
    (select coalesce(-sum(balance_yen), 0)::bigint from house_balances where kind in ('clearing', 'dividends')) as market
  from (select sum(balance_yen) as yen from accounts where member_id is not null group by member_id) as each_member`

/** First 16 bytes of HMAC-SHA256(salt key, tag ‖ lp(day) ‖ lp(pseudonym)): shown to the member alone. */
function saltOf(saltKey: Uint8Array, day: DateJst, memberId: MemberId): Buffer {
  return createHmac('sha256', saltKey)
    .update(joined(SALT_TAG, lp(ascii(day)), lp(ascii(memberId))))
    .digest()
    .subarray(0, SALT_BYTES)
}
function tileOf(saltKey: Uint8Array, day: DateJst, size: number, owed: readonly Leaf[]): Sum[][] {
  const leaves = owed.map(({ memberId, yen }) =>
    liabilityLeaf(memberId, saltOf(saltKey, day, memberId), BigInt(yen)),
  )
  return levelsOf([...leaves, ...Array.from({ length: size - leaves.length }, () => FILLER)])
}

type Kept = { day: DateJst; size: number; members: number; root: string; total: Yen; tiles: Buffer }

/**
 * Leaves of the days that are kept which do not lead to their day's root, or are gone; which of a tile's they
 * are says the ledger, as it stood then.
 */
export async function differingLeaves(
  client: Parameters<StoredCheck['run']>[0],
  saltKey: Uint8Array,
): Promise<Stored> {
  const all: Stored = { rows: 0, differences: [] }
  const { rows: days } = await client.query<Kept>(
    'select day, size, members, root, total, tiles from liabilities order by day desc limit $1',
    [DAYS_KEPT],
  )
  for (const { day, size, members, root, total, tiles: bytes } of days) {
    const [tiles, tileLeaves] = [tilesFrom(bytes), Math.min(TILE, placesFor(members))]
    const above = rootOf(upper(tiles, tileLeaves))
    const isWhole = bytes.length === Math.ceil(members / tileLeaves) * TILE_BYTES
    if (!isWhole || hexOf(above.hash) !== root || above.yen !== BigInt(total))
      all.differences.push(damaged('liabilities', day, 'its tiles do not lead to its root'))
    for (let from = 0; from < members; from += tileLeaves) {
      const to = Math.min(from + tileLeaves, members)
      const { rows } = await client.query<Leaf & { place: number }>(
        'select place, member_id as "memberId", yen from liability_leaves where day = $1 and place >= $2 and place < $3 order by place',
        [day, from, to],
      )
      all.rows += rows.length
      const there = new Set(rows.map(({ place }) => place))
      for (let place = from; place < to; place++)
        if (!there.has(place)) all.differences.push(missing('liability_leaves', `${day} ${place}`))
      const tile = tiles[from / tileLeaves]
      const { hash, yen: sum } = rootOf(tileOf(saltKey, day, tileLeaves, rows))
      if (rows.length < to - from || (sum === tile?.yen && Buffer.from(hash).equals(tile.hash))) continue
      const owed = await client.query<Leaf>(OWED_THEN, [rows.map(({ memberId }) => memberId), size])
      const then = new Map(owed.rows.map(({ memberId, yen }) => [memberId, yen]))
      const others = rows.filter(({ memberId, yen }) => then.get(memberId) !== yen)
      for (const { place, memberId } of others.length > 0 ? others : rows)
        all.differences.push(
          damaged(
            'liability_leaves',
            `${day} ${place}`,
            `${memberId} was owed another sum, or nothing, then`,
          ),
        )
    }
    const { rows: more } = await client.query<{ place: number }>(
      'select place from liability_leaves where day = $1 and (place < 0 or place >= $2)',
      [day, members],
    )
    for (const { place } of more)
      all.differences.push(damaged('liability_leaves', `${day} ${place}`, 'no such place was signed'))
  }
  return all
}
/** The sums owed to these members after so many records: now, less what has moved since. */
const OWED_THEN = `
  select a.member_id as "memberId", greatest(0, sum(a.balance_yen - coalesce(t.moved, 0)))::bigint as yen from accounts a
    left join lateral (select sum(case when credit = a.id then yen else -yen end) as moved from transfers
      where member_id = a.member_id and seq >= $2 and (credit = a.id or debit = a.id)) t on true
  where a.member_id = any($1::text[]) group by a.member_id`
