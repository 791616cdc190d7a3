import type { Database } from '#platform/database/connect.ts'
import { HASH_BYTES } from '../model/tree.ts'
import { workerClient } from './worker-client.ts'

export type Asked =
  | { kind: 'leaves'; first: number; leaves: string }
  | { kind: 'root' }
  | { kind: 'consistency'; from: number; size: number }
  | { kind: 'inclusion'; seq: number; size: number }
export type Included = { path: string[]; entry: string; salt: string; record: string }

export type TreeThread = {
  /**
   * Leaves of durable records from `first` on, 32 letters each: what is told here need not be read and hashed
   * again.
   */
  take(first: number, leaves: string): void
  /** The root over all durable records. */
  root(): Promise<{ size: number; root: string }>
  /** RFC 9162, 2.1.4; hexadecimal. */
  consistency(from: number, size: number): Promise<string[]>
  inclusion(seq: number, size: number): Promise<Included>
  stop(): Promise<void>
}

/** Told in one go, half a tile: a message for each batch would wake the thread two hundred times a second. */
const TELL_FROM = 128 * HASH_BYTES

/** The tree over the journal, made and read in a thread of its own. */
export function treeThread(database: Database['config'], saltKey: Uint8Array): TreeThread {
  const { ask, tell, stop } = workerClient<Asked>('tree', new URL('./tree-worker.ts', import.meta.url), {
    database,
    saltKey,
  })
  let first = 0
  let untold = ''
  const tellAll = () => {
    if (untold !== '') tell({ kind: 'leaves', first, leaves: untold })
    untold = ''
  }
  return {
    take(from, leaves) {
      if (from !== first + untold.length / HASH_BYTES) tellAll()
      if (untold === '') first = from
      untold += leaves
      if (untold.length >= TELL_FROM) tellAll()
    },
    root() {
      tellAll()
      return ask({ kind: 'root' })
    },
    consistency: (from, size) => ask({ kind: 'consistency', from, size }),
    inclusion: (seq, size) => ask({ kind: 'inclusion', seq, size }),
    stop,
  }
}
