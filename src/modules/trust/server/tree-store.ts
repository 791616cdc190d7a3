import { assert } from '#kernel/assert.ts'
import type { Database } from '#platform/database/connect.ts'
import {
  HASH_BYTES,
  nodeHash,
  nodeOver,
  nodesOf,
  rangeRoot,
  type Hash,
  type Node,
  type Range,
} from '../model/tree.ts'
import { bytesOfText, leavesBy, nextLevel, type HashText, type Leaves } from './leaves.ts'

/**
 * The tree over the journal, as far as heads need it. Nodes from this level on are kept in SQL: one row for
 * every 128 records. Those below are reckoned anew from the leaves of one tile, 256 at most.
 */
const TILE_LEVEL = 8
const TILE = 2 ** TILE_LEVEL
const READ_AT_ONCE = 4
const TILES_REMEMBERED = 16
/** Leaves of one tile from its first on, 32 letters each: how many there are is how far the tile reaches. */
type Tile = string
const lengthOf = (leaves: number): number => leaves * HASH_BYTES
const leafIn = (tile: Tile, index: number): HashText => tile.slice(lengthOf(index), lengthOf(index + 1))

/** The driver's own words for `records come as bytes`: it hasIdempotencyKey `binary`, its types do not. */
const asBytes = (text: string, values: number[]) =>
  ({ text, values, binary: true, types: { getTypeParser: () => (value: Buffer) => value } }) as {
    text: string
    values: number[]
  }

/** Reads records and nodes by one connection, and writes nodes. One caller at a time. */
export class TreeStore {
  readonly #client: Database['pool']
  readonly #by: Leaves
  /** The tiles that were looked at last, complete or not. */
  readonly #tiles = new Map<number, Tile>()
  /** The first tile whose nodes are not kept; null: to be looked up. */
  #unkept: number | null = null
  /** The last complete node that was made at each level: a tile's left neighbours, as a rule. */
  readonly #last = new Map<number, { index: number; bytes: Hash }>()

  constructor(client: Database['pool'], saltKey: Uint8Array) {
    this.#client = client
    this.#by = leavesBy(saltKey)
  }

  /** The number of durable records. */
  async records(): Promise<number> {
    const { rows } = await this.#client.query<{ size: number }>(
      'select coalesce(max(seq) + 1, 0) as size from journal',
    )
    return rows[0]!.size
  }

  /**
   * Leaves of durable records from `first` on, as the engine wrote them. What is not told here is read from
   * the disk.
   */
  async take(first: number, leaves: string): Promise<void> {
    for (let at = 0; at < leaves.length;) {
      const seq = first + at / HASH_BYTES
      const tile = Math.floor(seq / TILE)
      const told = leaves.slice(at, at + lengthOf((tile + 1) * TILE - seq))
      const before = (this.#tiles.get(tile) ?? '').slice(0, lengthOf(seq % TILE))
      if (before.length === lengthOf(seq % TILE)) this.#remember(tile, before + told)
      at += told.length
    }
    for (let tile = await this.#firstUnkept(); this.#tiles.get(tile)?.length === lengthOf(TILE); tile++)
      await this.#keep(tile, this.#tiles.get(tile)!)
  }

  /** Makes the nodes of every tile that is complete by now, and answers the root over all `size` records. */
  async root(size: number): Promise<Hash> {
    for (let tile = await this.#firstUnkept(); (tile + 1) * TILE <= size;) {
      const upTo = Math.min(Math.floor(size / TILE), tile + READ_AT_ONCE)
      const leaves = await this.#leaves(tile * TILE, upTo * TILE)
      for (let at = 0; tile < upTo; tile++, at += TILE)
        await this.#keep(tile, leaves.slice(lengthOf(at), lengthOf(at + TILE)))
    }
    const [root] = await this.hashes([{ start: 0, size }])
    return root!
  }

  /** The roots of these ranges. */
  async hashes(ranges: readonly Range[]): Promise<Hash[]> {
    const needed = ranges.flatMap(nodesOf)
    const kept = await this.#nodes(needed.filter(({ level }) => level >= TILE_LEVEL))
    const reach = new Map<number, number>()
    for (const { level, index } of needed.filter((node) => node.level < TILE_LEVEL)) {
      const [from, to] = [index * 2 ** level, (index + 1) * 2 ** level]
      const tile = Math.floor(from / TILE)
      reach.set(tile, Math.max(reach.get(tile) ?? 0, to))
    }
    const tiles = new Map<number, Tile>()
    for (const [tile, upTo] of reach) tiles.set(tile, await this.#tile(tile, upTo))
    const leafAt = (index: number): Hash => {
      const leaf = leafIn(tiles.get(Math.floor(index / TILE)) ?? '', index % TILE)
      assert(leaf !== '', `leaf ${index} was not read`)
      return bytesOfText(leaf)
    }
    return ranges.map((range) =>
      rangeRoot(range, (node) => (node.level < TILE_LEVEL ? nodeOver(leafAt, node) : kept(node))),
    )
  }

  /** The text of a record, with its salt and its entry in the tree. */
  async record(seq: number): Promise<{ record: Buffer; salt: Buffer; entry: Buffer }> {
    const { rows } = await this.#client.query<{ record: Buffer }>(
      'select record from journal where seq = $1',
      [seq],
    )
    assert(rows[0] !== undefined, `record ${seq} is not there`)
    const { record } = rows[0]
    return { record, salt: bytesOfText(this.#by.salt(seq)), entry: bytesOfText(this.#by.entry(seq, record)) }
  }

  async #leaves(from: number, to: number): Promise<Tile> {
    // Bytes instead of text: every record there is may come this way, and the text form is twice as long.
    const { rows } = await this.#client.query<{ record: Buffer }>(
      asBytes('select record from journal where seq >= $1 and seq < $2 order by seq', [from, to]),
    )
    assert(rows.length === to - from, `${rows.length} records where ${to - from} must be, from ${from} on`)
    return rows.map(({ record }, index) => this.#by.leaf(from + index, record)).join('')
  }

  /** A tile as far as `upTo`, at least. */
  async #tile(tile: number, upTo: number): Promise<Tile> {
    const known = this.#tiles.get(tile) ?? ''
    const from = tile * TILE + known.length / HASH_BYTES
    return this.#remember(tile, from >= upTo ? known : known + (await this.#leaves(from, upTo)))
  }

  #remember(tile: number, leaves: Tile): Tile {
    this.#tiles.delete(tile)
    this.#tiles.set(tile, leaves)
    for (const oldest of this.#tiles.keys())
      if (this.#tiles.size > TILES_REMEMBERED) this.#tiles.delete(oldest)
    return leaves
  }

  async #firstUnkept(): Promise<number> {
    if (this.#unkept === null) {
      const { rows } = await this.#client.query<{ tiles: number }>(
        'select coalesce(max(index) + 1, 0) as tiles from journal_nodes where level = $1',
        [TILE_LEVEL],
      )
      this.#unkept = rows[0]!.tiles
    }
    return this.#unkept
  }

  async #nodes(nodes: readonly Node[]): Promise<(node: Node) => Hash> {
    const { rows } =
      nodes.length === 0
        ? { rows: [] }
        : await this.#client.query<{ level: number; index: number; hash: Buffer }>(
            'select level, index, hash from journal_nodes join unnest($1::int[], $2::bigint[]) as asked(l, i) on level = l and index = i',
            [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
          )
    const found = new Map(rows.map(({ level, index, hash: bytes }) => [`${level} ${index}`, bytes]))
    return ({ level, index }) => {
      const bytes = found.get(`${level} ${index}`)
      assert(bytes !== undefined, `node ${index} of level ${level} is not there`)
      return bytes
    }
  }

  /**
   * A complete tile, and every node above it that it completes: together, or after a stop the tile is made
   * again.
   */
  async #keep(tile: number, leaves: Tile): Promise<void> {
    let [level, index, bytes]: [number, number, Hash] = [TILE_LEVEL, tile, rootOf(leaves)]
    const made: { level: number; index: number; bytes: Hash }[] = [{ level, index, bytes }]
    while (index % 2 === 1) {
      const left = this.#last.get(level)
      const beside =
        left?.index === index - 1
          ? left.bytes
          : (await this.#nodes([{ level, index: index - 1 }]))({ level, index: index - 1 })
      ;[level, index, bytes] = [level + 1, (index - 1) / 2, nodeHash(beside, bytes)]
      made.push({ level, index, bytes })
    }
    await this.#client.query(
      'insert into journal_nodes (level, index, hash) select * from unnest($1::int[], $2::bigint[], $3::bytea[])',
      [
        made.map((node) => node.level),
        made.map((node) => node.index),
        made.map((node) => Buffer.from(node.bytes)),
      ],
    )
    for (const { level: of, ...node } of made) this.#last.set(of, node)
    this.#unkept = tile + 1
  }
}

/** Of a complete tile. */
function rootOf(tile: Tile): Hash {
  let level = Array.from({ length: TILE }, (_, index) => leafIn(tile, index))
  while (level.length > 1) level = nextLevel(level)
  return bytesOfText(level[0]!)
}
