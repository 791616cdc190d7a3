import type { Database } from '#platform/database/connect.ts'
import { askThread } from './thread.ts'

export type Asked =
  | { kind: 'root' }
  | { kind: 'consistency'; from: number; size: number }
  | { kind: 'inclusion'; seq: number; size: number }
export type Included = { path: string[]; entry: string; salt: string; record: string }

export type TreeThread = {
  /** The root over all durable records. */
  root(): Promise<{ size: number; root: string }>
  /** RFC 9162, 2.1.4; hexadecimal. */
  consistency(from: number, size: number): Promise<string[]>
  inclusion(seq: number, size: number): Promise<Included>
  stop(): Promise<void>
}

/** The tree over the journal, made and read in a thread of its own. */
export function treeThread(database: Database['config'], saltKey: Uint8Array): TreeThread {
  const { ask, stop } = askThread<Asked>('tree', new URL('./tree-worker.ts', import.meta.url), { database, saltKey })
  return {
    root: () => ask({ kind: 'root' }),
    consistency: (from, size) => ask({ kind: 'consistency', from, size }),
    inclusion: (seq, size) => ask({ kind: 'inclusion', seq, size }),
    stop,
  }
}
