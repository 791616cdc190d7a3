import { STATUS_CODES } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Ms } from '#kernel/time.ts'
import { every } from '../every.ts'
import type { Answer } from './envelope.ts'
import { newRequestId, REQUEST_ID } from './request-id.ts'
import { API_HEADERS } from './security.ts'

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
 * An answer to a connection that is no request's (any more), with the headers of every answer; it is the last
 * one there. Whoever does not end the connection too within `farewellMs` is left: an end alone would keep its
 * place among the connections.
 */
export function answerConnection(
  stream: Duplex,
  { status, body, headers = [] }: Answer,
  farewellMs: Ms,
): void {
  const all = [
    ...API_HEADERS,
    REQUEST_ID,
    newRequestId(),
    'content-length',
    String(Buffer.byteLength(body)),
    ...headers.flat(),
  ]
  const lines = all.map((text, n) => (n % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('')
  const late = setTimeout(() => stream.destroy(), farewellMs)
  stream
    .once('close', () => clearTimeout(late))
    .resume()
    .end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}connection: close\r\n\r\n${body}`)
}
