import { createHmac, hash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rowText } from './row-text.ts'
import type { Head, HashText, Store } from './store.ts'
import type { AnyDefinition, Row } from './table.ts'

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
}
/** Which shape of the tables was sealed last: null where none was, '' where that can no longer be read. */
export type SealMemory = { shape(): string | null; keep(shape: string): void }

/** The rows in the database are not those that the engine left there. */
export class RowsChanged extends Error {
  override name = 'RowsChanged'
}

/** Of a print: nobody who has not the key sees one. */
const BYTES = 16
const SECRET_LETTERS = 22
const SET_TAG = 'KABU-ROW-v1\0'
const SEAL_TAG = 'KABU-ROWS-v1\0'

/** Which tables, columns and hot rows a seal is over: those of another version cannot be compared with it. */
const shapeOf = (definitions: readonly AnyDefinition[]): string =>
  hash(
    'sha256',
    JSON.stringify(
      definitions
        .filter(({ append }) => !append)
        .map((each) => [each.name, each.columns, each.key, each.append ? null : (each.hot?.sql ?? null)]),
    ),
  )

export class RowSeal {
  readonly shape: string
  readonly #key: Uint8Array
  readonly #set = Buffer.alloc(BYTES)
  readonly #texts = new Map<AnyDefinition, (row: Row) => string>()

  constructor({ key }: Pick<SealOptions, 'key'>, definitions: readonly AnyDefinition[]) {
    this.#key = key
    this.shape = shapeOf(definitions)
    const secret = createHmac('sha256', key).update(SET_TAG).digest('base64url').slice(0, SECRET_LETTERS)
    for (const definition of definitions) {
      const text = rowText(definition)
      this.#texts.set(definition, (row) => `${secret}${definition.name}:${text(row)}`)
    }
  }

  /** What a version of a row adds to the set: 32 latin1 letters. */
  printOf(definition: AnyDefinition, row: Row): HashText {
    return hash('sha256', this.#texts.get(definition)!(row), 'binary')
  }

  /** Takes a print into the set, or out of it: the same twice is nothing. */
  flip(print: HashText): void {
    for (let at = 0; at < BYTES; at++) this.#set[at]! ^= print.charCodeAt(at)
  }

  /** What stands beside this head for the rows as they are now. */
  at(head: HashText): HashText {
    return createHmac('sha256', this.#key)
      .update(SEAL_TAG)
      .update(this.shape)
      .update(head, 'latin1')
      .update(this.#set)
      .digest()
      .toString('latin1')
  }
}

/**
 * Holds the rows that were loaded against the seal that was found with the head. What no version has sealed
 * yet, or another one has, is sealed now. Throws `RowsChanged`.
 */
export async function checkSeal(
  seal: RowSeal,
  { memory }: SealOptions,
  { seal: found, ...head }: Head & { seal?: HashText },
  store: Pick<Store, 'seal'>,
): Promise<'held' | 'sealed'> {
  const expected = seal.at(head.hash)
  const sealed = memory.shape()
  if (found === expected) {
    if (sealed !== seal.shape) memory.keep(seal.shape)
    return 'held'
  }
  const isFirst = found === undefined && sealed === null
  const isOfAnotherVersion = found !== undefined && sealed !== null && sealed !== '' && sealed !== seal.shape
  if (head.seq >= 0 && !isFirst && !isOfAnotherVersion) {
    throw new RowsChanged(
      found === undefined
        ? `the seal over the rows that record ${head.seq} left has been taken away`
        : `the rows in the database are not those that record ${head.seq} left`,
    )
  }
  await store.seal(expected)
  memory.keep(seal.shape)
  return 'sealed'
}

/** In a file of its own beside the keys. */
export function sealMemory(dataDir: string): SealMemory {
  const file = join(dataDir, 'sealed-rows.json')
  return {
    shape() {
      if (!existsSync(file)) return null
      try {
        const { shape } = JSON.parse(readFileSync(file, 'utf8')) as { shape?: unknown }
        return typeof shape === 'string' ? shape : ''
      } catch {
        return ''
      }
    },
    keep(shape) {
      writeFileSync(`${file}.new`, `${JSON.stringify({ shape })}\n`, { mode: 0o600, flush: true })
      renameSync(`${file}.new`, file)
    },
  }
}

/** The key of a server's seal, from the one that salts its public tree. */
export const sealKey = (salts: Uint8Array): Buffer =>
  createHmac('sha256', salts).update('KABU-SEAL-ROWS-v1').digest()
