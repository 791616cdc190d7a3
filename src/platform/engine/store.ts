import type { Ms } from '#kernel/time.ts'
import type { AnyDefinition, AnyTableDefinition, Row } from './table.ts'

/** A hash as 32 latin1 characters: half the memory and a third of the time of a Buffer. */
export type HashText = string

/**
 * One line of the journal on its way to the disk: `record` is the canonical text (journal.ts), `hash` its
 * place in the chain.
 */
export type NewRecord = { seq: number; ts: Ms; type: string; record: string; hash: HashText }
/** The same as it is read back: bytes, which may not be what was written. */
export type JournalRecord = { seq: number; ts: Ms; type: string; record: Buffer; hash: Buffer }

/** The record kept under (member, key): the SHA-256 of the request, and the answer as JSON text. */
export type StoredAnswer = StoredKey & { seq: number; request: HashText; answer: string }
/** The same as it is read back, with the command that its record is of. */
export type RecordedAnswer = StoredAnswer & { type: string }
export type StoredKey = { member: string; key: string }

/**
 * Rows of one table, the latest version of each. `known`: the disk has an earlier version of every one of
 * them, so that what cannot change need not be said again.
 */
export type Change = { definition: AnyDefinition; rows: readonly Row[]; known: boolean }

/** A batch: one transaction. */
export type Batch = {
  /** Seq of the record before the first of this batch: the guard compares it. */
  previous: number
  journal: NewRecord[]
  answers: StoredAnswer[]
  changes: Change[]
  /** Over the rows in memory as they are after it (`row-seal.ts`), where they are sealed. */
  seal?: HashText
}

export type Head = { seq: number; hash: HashText; ts: Ms }

/**
 * The store in which batches become durable: PostgreSQL in the product, memory in benches and in the
 * simulation.
 */
export type Store = {
  /**
   * Takes the lease, then reads: the hot rows of each table, the answered keys not older than `keysFrom`
   * (newest first, at most `mostKeys` of them), and the head of the chain, checked, with the seal that was
   * found beside it. Rejects when another writer holds the lease or the chain is broken.
   */
  recover(
    definitions: readonly AnyDefinition[],
    keysFrom: Ms,
    load: { row(definition: AnyDefinition, row: Row): void; key(key: StoredKey): void; mostKeys?: number },
  ): Promise<Head & { seal?: HashText }>
  /** The hot rows of a table as another version may have defined it, after `recover`. */
  eachRow(definition: AnyTableDefinition, onRow: (row: Row) => void): Promise<void>
  /** Another seal beside the same head: the rows were never sealed, or by another version. */
  seal(seal: HashText): Promise<void>
  /** Resolves when the batch is durable. Flushes are sent in order; when one fails, so does each after it. */
  flush(batch: Batch): Promise<void>
  /** The answer kept under a key; null when it never was, or has been forgotten. */
  answer(member: string, key: string): Promise<RecordedAnswer | null>
  /** Answers of keys that can no longer come back. */
  forgetAnswers(before: Ms): Promise<void>
  /** Lets go of the lease. */
  close(): Promise<void>
}
