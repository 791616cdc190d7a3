import { parentPort } from 'node:worker_threads'
import { assert } from '#kernel/assert.ts'
import type { Said } from './thread.ts'

/** In a thread: answers one question after another, since they share a connection. */
export function answering(answer: (asked: never) => Promise<unknown>): void {
  assert(parentPort, 'this runs in a thread of its own')
  const port = parentPort
  let line: Promise<void> = Promise.resolve()
  port.on('message', (asked: { id: number }) => {
    line = line.then(async () => {
      try {
        port.postMessage({ id: asked.id, value: await answer(asked as never) } satisfies Said)
      } catch (err) {
        port.postMessage({ id: asked.id, failed: (err as Error).message } satisfies Said)
      }
    })
  })
}
