import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Database } from '#platform/database/connect.ts'

export type Asked =
  | { kind: 'root' }
  | { kind: 'consistency'; from: number; size: number }
  | { kind: 'inclusion'; seq: number; size: number }
export type Included = { path: string[]; entry: string; salt: string; record: string }
export type Said = { id: number; value?: { size: number; root: string } | string[] | Included; failed?: string }

export type TreeThread = {
  /** The root over all durable records. */
  root(): Promise<{ size: number; root: string }>
  /** RFC 9162, 2.1.4; hexadecimal. */
  consistency(from: number, size: number): Promise<string[]>
  inclusion(seq: number, size: number): Promise<Included>
  stop(): Promise<void>
}

const MEMORY_MB = 192

/** Starts with the first question. A question fails where the thread does, and the next one starts another. */
export function treeThread(database: Database['config'], saltKey: Uint8Array): TreeThread {
  const waiting = new Map<number, { resolve: (value: any) => void; reject: (err: Error) => void }>()
  let thread: Worker | null = null
  let id = 0
  function begin(): Worker {
    const worker = new Worker(new URL('./tree-worker.ts', import.meta.url), { workerData: { database, saltKey }, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    worker.on('message', ({ id: of, value, failed }: Said) => {
      const asker = waiting.get(of)
      waiting.delete(of)
      if (failed === undefined) asker?.resolve(value)
      else asker?.reject(new Error(failed))
    })
    const end = (err: Error) => {
      thread = null
      for (const asker of waiting.values()) asker.reject(err)
      waiting.clear()
    }
    worker.on('error', end)
    worker.on('exit', () => end(new Error('the thread of the tree was ended')))
    worker.unref()
    return worker
  }
  const ask = <T>(asked: Asked): Promise<T> => new Promise<T>((resolve, reject) => {
    thread ??= begin()
    waiting.set(++id, { resolve, reject })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    thread.postMessage({ ...asked, id })
  })
  return {
    root: () => ask({ kind: 'root' }),
    consistency: (from, size) => ask({ kind: 'consistency', from, size }),
    inclusion: (seq, size) => ask({ kind: 'inclusion', seq, size }),
    async stop() {
      const worker = thread
      if (worker === null) return
      const exited = once(worker, 'exit')
      await worker.terminate()
      await exited
    },
  }
}
