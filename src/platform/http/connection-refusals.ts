import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { langOf } from '#i18n/lang.ts'
import { STATUS } from '#wire/envelope.ts'
import { guarded } from '../guarded.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Addresses } from './address.ts'
import { answerConnection } from './closing.ts'
import type { Envelopes } from './envelope.ts'

type Edge = {
  addresses: Pick<Addresses, 'of' | 'take'>
  envelopes: Envelopes
  limits: Pick<Limits, 'request'>
  log: Log
}

export const SLOW_BODY = Object.assign(new Error('a body took too long'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
})

/**
 * Bytes that are not HTTP, or headers that are too long or too slow: there is no request to answer, only a
 * connection.
 */
export function refuseConnection(
  { envelopes, limits }: Pick<Edge, 'envelopes' | 'limits'>,
  error: NodeJS.ErrnoException,
  socket: Duplex,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, sentence] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ([431, 'headersTooLong'] as const)
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ([408, 'tooSlow'] as const)
        : ([400, 'MALFORMED'] as const)
  answerConnection(socket, envelopes.status(status, sentence, langOf(null)), limits.request.farewellMs)
}

/**
 * Requests that Node would refuse by itself, without an envelope: expectations, which go the way of every
 * request to where its head is looked at, and tunnels.
 */
export function answerForNode({ addresses, envelopes, limits, log }: Edge, server: Server): void {
  server.on(
    'checkExpectation',
    guarded(log, 'an expectation', (incoming: IncomingMessage, reply: ServerResponse) => {
      server.emit('request', incoming, reply)
    }),
  )
  server.on(
    'connect',
    guarded(
      log,
      'a tunnel',
      (incoming: IncomingMessage, stream: Duplex) => {
        stream.on('error', () => stream.destroy())
        const wait = addresses.take(addresses.of(incoming))
        const answer =
          wait > 0
            ? envelopes.status(STATUS.tooMany, 'tooMany', langOf(null), null, [['retry-after', String(wait)]])
            : envelopes.status(405, 'methodNotAllowed', langOf(null), null, [['allow', 'GET, HEAD, POST']])
        answerConnection(stream, answer, limits.request.farewellMs)
      },
      (_incoming, stream) => stream.destroy(),
    ),
  )
}
