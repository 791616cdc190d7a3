import { parentPort } from 'node:worker_threads'
import { assert } from '#kernel/assert.ts'
import { ONE_WAY, type Said } from './worker-client.ts'

/**
 * In a thread: answers one question after another, since they share a connection. What is told and fails is
 * left to the next question.
 */
export function serveWorker(answer: (asked: never) => Promise<unknown>): void {
  assert(parentPort, 'this runs in a thread of its own')
  const port = parentPort
  let line: Promise<void> = Promise.resolve()
  const say = (said: Said) => {
    if (said.id !== ONE_WAY) port.postMessage(said)
  }
  port.on('message', (asked: { id: number }) => {
    line = line.then(async () => {
      try {
        say({ id: asked.id, value: await answer(asked as never) })
      } catch (err) {
        say({ id: asked.id, failed: (err as Error).message })
      }
    })
  })
}
