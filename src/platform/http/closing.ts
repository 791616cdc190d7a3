import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Ms } from '#kernel/time.ts'
import { every } from '../every.ts'

const LOOK_EVERY: Ms = 10

/**
 * From `app.close()` on, who is being answered may take `lastAnswersMs` for it; then, or as soon as there is
 * nobody, every connection ends. Node by itself waits for one that has not sent a request yet, which browsers
 * open ahead, and lets one that has just had its answer rest for the whole of its keep-alive time. Before all
 * other hooks: they may keep a request waiting.
 */
export function endConnections(app: FastifyInstance, lastAnswersMs: Ms): void {
  let answering = 0
  let stop = (): void => {}
  app.addHook('onRequest', (_incoming, reply, next) => {
    answering++
    reply.raw.once('close', () => {
      answering--
    })
    next()
  })
  app.addHook('preClose', (done) => {
    const last = performance.now() + lastAnswersMs
    stop = every(LOOK_EVERY, () => {
      if (answering === 0 || performance.now() > last) app.server.closeAllConnections()
    })
    done()
  })
  app.addHook('onClose', (_app, done) => {
    stop()
    done()
  })
}

/**
 * A last word to a connection that is no request's (any more). Whoever does not end it too within
 * `farewellMs` is left: an end alone would keep its place among the connections.
 */
export function leave(stream: Duplex, words: string, farewellMs: Ms): void {
  const late = setTimeout(() => stream.destroy(), farewellMs)
  stream
    .once('close', () => clearTimeout(late))
    .resume()
    .end(words)
}
