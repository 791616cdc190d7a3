import { performance } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Ms } from '#kernel/time.ts'
import { every } from '../every.ts'

const LOOK_EVERY: Ms = 10

/**
 * Made before the server listens. The answer lets nobody in any more, lets who is being answered have their answer, for `lastAnswersMs` at most, and ends
 * every connection. Node by itself waits for one that has not sent a request yet, which browsers open ahead, and lets one that has just had its answer rest
 * for the whole of its keep-alive time.
 */
export function closing(app: FastifyInstance, lastAnswersMs: Ms): () => Promise<void> {
  let answering = 0
  app.addHook('onRequest', (_incoming, reply, next) => {
    answering++
    reply.raw.once('close', () => { answering-- })
    next()
  })
  return async () => {
    const last = performance.now() + lastAnswersMs
    const stop = every(LOOK_EVERY, () => { if (answering === 0 || performance.now() > last) app.server.closeAllConnections() })
    await app.close()
    stop()
  }
}
