import { performance } from 'node:perf_hooks'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { timeOfUuidv7 } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { keyOf } from './key.ts'

/** The methods that are told apart: which others somebody sends is theirs to choose, so they are one. */
export const METHODS = ['GET', 'HEAD', 'POST', 'other'] as const
/** Lanes that limits of members count apart (`limits.ts`), and everything that is no call of the API. */
export const LANES = ['orders', 'cancels', 'writes', 'reads', 'other'] as const
/** The place of what no route answers: files, unknown paths, addresses that cannot be read. */
export const NO_ROUTE = 'none'
/** Status of a request whose sender left before its answer was written. */
const LEFT = 499

/** A request that is over. None of its values but the ids can be chosen by whoever sends it. */
export type Answered = {
  requestId: string
  method: (typeof METHODS)[number]
  lane: (typeof LANES)[number]
  /** Pattern of the route, `/api/orders/:id/cancel`; never the path that was asked. */
  route: string
  status: number
  ms: Ms
  /** Bytes that the connection sent since its answer before, with headers. */
  bytes: number
  /** The idempotency key of a write, under which the journal has its record; null: none. */
  key: string | null
}
export type OnAnswered = (answered: Answered) => void

const methodOf = (method: string): Answered['method'] => METHODS.find((known) => known === method) ?? 'other'

function laneOf({ routeOptions }: FastifyRequest): Answered['lane'] {
  const { entry } = routeOptions.config
  if (entry === undefined) return 'other'
  return entry.handler.route.lane ?? (entry.write ? 'writes' : 'reads')
}

/** Tells of each request when its answer is out, or its sender is gone. */
export function watchAnswers(
  tell: OnAnswered,
  log: Pick<Log, 'error'>,
): (incoming: FastifyRequest, reply: FastifyReply) => void {
  const sentBefore = new WeakMap<object, number>()
  return (incoming, reply) => {
    const since = performance.now()
    const { socket } = incoming.raw
    reply.raw.once(
      'close',
      guarded(log, 'an answer that is out', () => {
        const sent = socket.bytesWritten
        const bytes = sent - (sentBefore.get(socket) ?? 0)
        sentBefore.set(socket, sent)
        const key = keyOf(incoming.headers['idempotency-key'])
        tell({
          requestId: incoming.id,
          method: methodOf(incoming.method),
          lane: laneOf(incoming),
          route: incoming.routeOptions.url ?? NO_ROUTE,
          status: reply.raw.writableFinished ? reply.raw.statusCode : LEFT,
          ms: performance.now() - since,
          bytes,
          key: timeOfUuidv7(key) === null ? null : key,
        })
      }),
    )
  }
}

/**
 * One line of JSON for each answer, without anything of a person: no address, token, path, query or body.
 * With `key` the journal's record is found, and with that who it was by whoever may read the journal.
 */
export const accessLog =
  (log: Pick<Log, 'info'>): OnAnswered =>
  ({ ms, ...answered }) =>
    log.info({ ...answered, ms: Math.round(ms * 10) / 10 }, 'answered')
