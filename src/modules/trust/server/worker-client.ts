import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The answer of a thread: one of the two. */
export type Said = { id: number; value?: unknown; failed?: string }
/** Of what is told and not asked: nobody waits for an answer. */
export const ONE_WAY = 0

/** Questions to a thread of one's own. */
export type Asker<Asked> = {
  ask<T>(asked: Asked): Promise<T>
  /** Without an answer, and without effect where no thread is at work. */
  tell(told: Asked): void
  stop(): Promise<void>
}

const MEMORY_MB = 192

/**
 * The thread starts with the first question. A question fails where the thread does, and the next one starts
 * another.
 */
export function workerClient<Asked extends object>(
  name: string,
  url: URL,
  workerData: unknown,
): Asker<Asked> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (err: Error) => void }>()
  let thread: Worker | null = null
  let id = ONE_WAY
  function begin(): Worker {
    const worker = new Worker(url, {
      name,
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
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
    worker.on('exit', () => end(new Error(`the thread "${name}" was ended`)))
    worker.unref()
    return worker
  }
  return {
    ask: <T>(asked: Asked) =>
      new Promise<T>((resolve, reject) => {
        thread ??= begin()
        waiting.set(++id, { resolve: (value) => resolve(value as T), reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
        thread.postMessage({ ...asked, id })
      }),
    tell: (told) => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      thread?.postMessage({ ...told, id: ONE_WAY })
    },
    async stop() {
      const worker = thread
      if (worker === null) return
      const exited = once(worker, 'exit')
      await worker.terminate()
      await exited
    },
  }
}
