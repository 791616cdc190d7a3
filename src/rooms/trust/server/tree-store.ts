import { assert } from '#kernel/assert.ts'
import type { Database } from '#platform/database/connect.ts'
import { nodeHash, nodeOver, nodesOf, rangeRoot, treeRoot, type Hash, type Node, type Range } from '../model/tree.ts'
import { bytesOfText, leavesBy, type Leaves } from './leaves.ts'

/**
 * The tree over the journal, as far as heads need it. Nodes from this level on are kept in SQL: one row for every 128 records. Those below are reckoned
 * anew from the records of one tile, 256 at most.
 */
const TILE_LEVEL = 8
const TILE = 2 ** TILE_LEVEL
const READ_AT_ONCE = 4 * TILE
const TILES_KEPT = 16

/** The driver's own words for `records come as bytes`: it knows `binary`, its types do not. */
const asBytes = (text: string, values: number[]) => ({ text, values, binary: true, types: { getTypeParser: () => (value: Buffer) => value } }) as { text: string; values: number[] }

/** Reads records and nodes by one connection, and writes nodes. One caller at a time. */
export class TreeStore {
  readonly #client: Database['pool']
  readonly #by: Leaves
  /** Leaves of the tiles that were looked at last, complete or not. */
  readonly #tiles = new Map<number, readonly Buffer[]>()

  constructor(client: Database['pool'], saltKey: Uint8Array) {
    this.#client = client
    this.#by = leavesBy(saltKey)
  }

  /** How many records are durable. */
  async records(): Promise<number> {
    const { rows } = await this.#client.query<{ size: number }>('select coalesce(max(seq) + 1, 0) as size from journal')
    return rows[0]!.size
  }

  /** Makes the nodes of every tile that is complete by now, and answers the root over all `size` records. */
  async root(size: number): Promise<Hash> {
    const { rows } = await this.#client.query<{ tiles: number }>('select coalesce(max(index) + 1, 0) as tiles from journal_nodes where level = $1', [TILE_LEVEL])
    for (let tile = rows[0]!.tiles; (tile + 1) * TILE <= size;) {
      const upTo = Math.min(Math.floor(size / TILE), tile + READ_AT_ONCE / TILE)
      const leaves = await this.#leaves(tile * TILE, upTo * TILE)
      for (; tile < upTo; tile++) await this.#keep(tile, leaves.splice(0, TILE))
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
    const tiles = new Map<number, readonly Buffer[]>()
    for (const [tile, upTo] of reach) tiles.set(tile, await this.#tile(tile, upTo))
    const leafAt = (index: number): Hash => {
      const leaf = tiles.get(Math.floor(index / TILE))?.[index % TILE]
      assert(leaf !== undefined, `leaf ${index} was not read`)
      return leaf
    }
    return ranges.map((range) => rangeRoot(range, (node) => (node.level < TILE_LEVEL ? nodeOver(leafAt, node) : kept(node))))
  }

  /** What a record says, with its salt and what stands for it in the tree. */
  async record(seq: number): Promise<{ record: Buffer; salt: Buffer; entry: Buffer }> {
    const { rows } = await this.#client.query<{ record: Buffer }>('select record from journal where seq = $1', [seq])
    assert(rows[0] !== undefined, `record ${seq} is not there`)
    const { record } = rows[0]
    return { record, salt: bytesOfText(this.#by.salt(seq)), entry: bytesOfText(this.#by.entry(seq, record)) }
  }

  async #leaves(from: number, to: number): Promise<Buffer[]> {
    // As bytes: every record there is comes this way, and the text form of bytes is twice as long.
    const { rows } = await this.#client.query<{ record: Buffer }>(asBytes('select record from journal where seq >= $1 and seq < $2 order by seq', [from, to]))
    assert(rows.length === to - from, `${rows.length} records where ${to - from} must be, from ${from} on`)
    return rows.map(({ record }, index) => bytesOfText(this.#by.leaf(from + index, record)))
  }

  /** Leaves of a tile from its first on, as many as reach `upTo`. */
  async #tile(tile: number, upTo: number): Promise<readonly Buffer[]> {
    const known = this.#tiles.get(tile) ?? []
    const from = tile * TILE + known.length
    const leaves = from >= upTo ? known : [...known, ...(await this.#leaves(from, upTo))]
    this.#tiles.delete(tile)
    this.#tiles.set(tile, leaves)
    for (const oldest of this.#tiles.keys()) if (this.#tiles.size > TILES_KEPT) this.#tiles.delete(oldest)
    return leaves
  }

  async #nodes(nodes: readonly Node[]): Promise<(node: Node) => Hash> {
    const { rows } = nodes.length === 0 ? { rows: [] } : await this.#client.query<{ level: number; index: number; hash: Buffer }>(
      'select level, index, hash from journal_nodes join unnest($1::int[], $2::bigint[]) as asked(l, i) on level = l and index = i', [nodes.map(({ level }) => level), nodes.map(({ index }) => index)],
    )
    const found = new Map(rows.map(({ level, index, hash: bytes }) => [`${level} ${index}`, bytes]))
    return ({ level, index }) => {
      const bytes = found.get(`${level} ${index}`)
      assert(bytes !== undefined, `node ${index} of level ${level} is not there`)
      return bytes
    }
  }

  /** A complete tile, and every node above it that it completes: together, or after a stop the tile is made again. */
  async #keep(tile: number, leaves: readonly Buffer[]): Promise<void> {
    let [level, index, bytes] = [TILE_LEVEL, tile, treeRoot(leaves)]
    const made: { level: number; index: number; bytes: Hash }[] = [{ level, index, bytes }]
    while (index % 2 === 1) {
      const left = (await this.#nodes([{ level, index: index - 1 }]))({ level, index: index - 1 })
      ;[level, index, bytes] = [level + 1, (index - 1) / 2, nodeHash(left, bytes)]
      made.push({ level, index, bytes })
    }
    await this.#client.query('insert into journal_nodes (level, index, hash) select * from unnest($1::int[], $2::bigint[], $3::bytea[])', [
      made.map((node) => node.level), made.map((node) => node.index), made.map((node) => Buffer.from(node.bytes)),
    ])
  }
}
