import { createHmac, hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowText } from './row-text.ts'
import type { Head, HashText, Store } from './store.ts'
import type { AnyDefinition, AnyTableDefinition, Row } from './table.ts'

/**
 * The rows in memory under one seal, which stands beside the head of the chain and is written with every
 * batch: whoever changes a row in the database has not the key, and the next start finds it. A set is the
 * exclusive or of keyed hashes of its rows (a row once a key), so that a change costs the hash of two
 * versions. Only an HMAC over it and the head leaves the process: what single rows add to it is never seen.
 */
export type SealOptions = {
  /** From outside the database. */
  key: Uint8Array
  /** Outside the database too. */
  memory: SealMemory
  /**
   * Holds all rows against the journal, where no seal that can be trusted stands for them. Answers what
   * differs, null where nothing does.
   */
  prove: () => Promise<string | null>
  /** Rows outside of the engine, which have codes of their own (`row-mac.ts`). */
  macs?: {
    names: readonly string[]
    /** Gives codes to rows of a version that made none of these names, and begins those of a new server. */
    fill: (names: readonly string[]) => Promise<void>
  }
}
/** The shape sealed last, as `RowSeal.signedShape` wrote it; null where nothing was. */
export type SealMemory = { read(): string | null; keep(signedShape: string): void }

/** The rows in the database are not those that the engine left there. */
export class RowsChanged extends Error {
  override name = 'RowsChanged'
}

/** Of a print: nobody who has not the key sees one. */
const BYTES = 16
const SECRET_LETTERS = 22
const SET_TAG = 'KABU-ROW-v1\0'
const SEAL_TAG = 'KABU-ROWS-v1\0'

const SHAPE_TAG = 'KABU-SHAPE-v1\0'

/** A table as its rows are sealed: which columns, and which rows are in memory. */
type SealedTable = readonly [
  name: string,
  columns: AnyDefinition['columns'],
  key: AnyDefinition['key'],
  hot: string | null,
]
const shapeOf = (definitions: readonly AnyDefinition[]): readonly SealedTable[] =>
  definitions.flatMap((each) =>
    each.append ? [] : [[each.name, each.columns, each.key, each.hot?.sql ?? null] as const],
  )
/** The same as definitions, for reading alone. */
const definitionsOf = (shape: readonly SealedTable[]): AnyTableDefinition[] =>
  shape.map(([name, columns, key, sql], place) => ({
    name,
    columns,
    key,
    place,
    append: false,
    ...(sql === null ? {} : { hot: { sql, when: () => true } }),
  }))

const macOf = (key: Uint8Array, shape: string, tag = SHAPE_TAG): string =>
  createHmac('sha256', key).update(tag).update(shape).digest('hex')

/**
 * The rows outside of the engine that have codes: signed too, or taking codes away would have new ones made.
 */
type Filled = { names: readonly string[]; mac: string }
const FILLED_TAG = 'KABU-FILLED-v1\0'
function signedNames(key: Uint8Array, names: readonly string[]): Filled {
  return { names, mac: macOf(key, JSON.stringify(names), FILLED_TAG) }
}
/** The tables that a version before gave codes to; null where that cannot be trusted. */
function filledNames(key: Uint8Array, text: string): readonly string[] | null {
  if (isUnsigned(text)) return []
  if (signedTables(key, text) === null) return null
  const { filled } = parsed(text)
  if (filled === undefined) return []
  return signedNames(key, filled.names).mac === filled.mac ? filled.names : null
}

/**
 * The tables that another version sealed; null where nobody with the key wrote this. What it says is run as
 * SQL: nothing of it is looked at before.
 */
function signedTables(key: Uint8Array, text: string): AnyTableDefinition[] | null {
  const { shape, mac } = parsed(text)
  if (typeof mac !== 'string' || macOf(key, JSON.stringify(shape)) !== mac) return null
  return definitionsOf(shape as readonly SealedTable[])
}

/** Versions before signed shapes left a hash alone. */
const isUnsigned = (text: string): boolean => /^[0-9a-f]{64}$/.test(String(parsed(text).shape))

/**
 * Of these names those whose rows have codes by now, for a check of data as it stands: all of them, where
 * what was signed is not what was written.
 */
export function codedNames(
  key: Uint8Array,
  signed: string | null,
  names: readonly string[],
): readonly string[] {
  const coded = signed === null ? [] : (filledNames(key, signed) ?? names)
  return names.filter((name) => coded.includes(name))
}

type Parsed = { shape?: unknown; mac?: unknown; filled?: Filled }
function parsed(text: string): Parsed {
  try {
    return (JSON.parse(text) as Parsed | null) ?? {}
  } catch {
    return {}
  }
}

export class RowSeal {
  /** For the next version, which holds the rows against this seal before it makes its own. */
  readonly signedShape: string
  readonly #shape: string
  readonly #key: Uint8Array
  readonly #set = Buffer.alloc(BYTES)
  readonly #texts = new Map<AnyDefinition, (row: Row) => string>()

  constructor({ key, macs }: Pick<SealOptions, 'key' | 'macs'>, definitions: readonly AnyDefinition[]) {
    this.#key = key
    const shape = shapeOf(definitions)
    const text = JSON.stringify(shape)
    this.#shape = hash('sha256', text)
    this.signedShape = JSON.stringify({
      shape,
      mac: macOf(key, text),
      ...(macs === undefined ? {} : { filled: signedNames(key, macs.names) }),
    })
    const secret = createHmac('sha256', key).update(SET_TAG).digest('base64url').slice(0, SECRET_LETTERS)
    for (const definition of definitions) {
      const text = rowText(definition)
      this.#texts.set(definition, (row) => `${secret}${definition.name}:${text(row)}`)
    }
  }

  /** The part that a version of a row adds to the set: 32 latin1 letters. */
  printOf(definition: AnyDefinition, row: Row): HashText {
    return hash('sha256', this.#texts.get(definition)!(row), 'binary')
  }

  /** Takes a print into the set, or out of it: the same twice is nothing. */
  flip(print: HashText): void {
    for (let at = 0; at < BYTES; at++) this.#set[at]! ^= print.charCodeAt(at)
  }

  /** The seal to stand beside this head for the rows as they are now. */
  at(head: HashText): HashText {
    return createHmac('sha256', this.#key)
      .update(SEAL_TAG)
      .update(this.#shape)
      .update(head, 'latin1')
      .update(this.#set)
      .digest()
      .toString('latin1')
  }
}

/**
 * Holds the rows that were loaded against the seal that was found with the head. Rows of another version are
 * held against the seal of that version, with the tables that it signed; where no seal can be trusted (a
 * version that made none, or signed no tables) everything is proven from the journal, once. Throws
 * `RowsChanged`.
 */
export async function checkSeal(
  seal: RowSeal,
  { key, memory, prove, macs }: SealOptions,
  { seal: found, ...head }: Head & { seal?: HashText },
  store: Pick<Store, 'seal' | 'eachRow'>,
): Promise<'held' | 'sealed'> {
  const expected = seal.at(head.hash)
  const sealed = memory.read()
  if (found === expected) {
    await fillMacs()
    if (sealed !== seal.signedShape) memory.keep(seal.signedShape)
    return 'held'
  }
  if (head.seq >= 0) {
    const what = await whatChanged()
    if (what !== null) throw new RowsChanged(what)
    await fillMacs()
  } else await macs?.fill(macs.names)
  await store.seal(expected)
  memory.keep(seal.signedShape)
  return 'sealed'

  /** Codes for rows that a version before left without; never for rows whose signature is gone. */
  async function fillMacs(): Promise<void> {
    const isOlder = sealed === null && found === undefined
    const filled = isOlder ? [] : sealed === null ? null : filledNames(key, sealed)
    if (macs === undefined || filled === null) return
    const names = macs.names.filter((name) => !filled.includes(name))
    if (names.length > 0) await macs.fill(names)
  }

  async function whatChanged(): Promise<string | null> {
    if (found === undefined && sealed !== null)
      return `the seal over the rows that record ${head.seq} left has been taken away`
    const others = `the rows in the database are not those that record ${head.seq} left`
    if (found === undefined || (sealed !== null && isUnsigned(sealed))) {
      const differs = await prove()
      return differs && `${others}: ${differs}`
    }
    const tables = sealed === null ? null : signedTables(key, sealed)
    if (tables === null)
      return `${others}, or the file sealed-rows.json, which says what another version sealed, is not what was written`
    const before = new RowSeal({ key }, tables)
    for (const table of tables) await store.eachRow(table, (row) => before.flip(before.printOf(table, row)))
    return before.at(head.hash) === found ? null : others
  }
}

/** In a file of its own beside the keys. */
export function sealMemory(dataDir: string): SealMemory {
  const file = join(dataDir, 'sealed-rows.json')
  return {
    read: () => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null),
    keep(signedShape) {
      writeFileSync(`${file}.new`, `${signedShape}\n`, { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

/** The key of a server's seal, from the one that salts its public tree. */
export const sealKey = (salts: Uint8Array): Buffer =>
  createHmac('sha256', salts).update('KABU-SEAL-ROWS-v1').digest()
