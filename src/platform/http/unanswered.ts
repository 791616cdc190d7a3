import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Ms } from '#kernel/time.ts'
import { every } from '../every.ts'
import { guarded } from '../guarded.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import type { Addresses } from './address.ts'

const LOOK_EVERY: Ms = 500
/** Multiple of `pipelined` at which a connection is nobody's who reads: it ends without a word. */
const ENDLESS = 4

/**
 * A connection's requests that are not answered, or whose answers are not read. `served`: those that are let
 * through to their route.
 */
type Pipeline = {
  address: string
  replies: Set<ServerResponse>
  served: number
  isFull: boolean
  waiting: (() => void)[]
}

/** The backlog of answers of a server that nobody reads. */
export type Unread = {
  /** Bytes of all connections, as of the last look. */
  bytes: number
  /** Connections that were ended for it since the start. */
  ended: number
}

type Deps = {
  addresses: Addresses
  limits: Limits['request']
  log: Log
  refuse: (incoming: FastifyRequest, reply: FastifyReply) => void
}

/**
 * Answers are kept for whoever does not read them. Of one connection `unanswered` requests are served at a
 * time and up to `pipelined` wait for their turn; the next one is refused by name, in its order. Of one
 * address, and of the server, the connections with most unread bytes end above the bounds of `unread`; a
 * single answer of an address is not too much for it.
 */
export function limitUnanswered(app: FastifyInstance, { addresses, limits, log, refuse }: Deps): Unread {
  const { unanswered, pipelined } = limits
  const pipelines = new Map<Socket, Pipeline>()
  const unread: Unread = { bytes: 0, ended: 0 }
  const pipelineOf = ({ socket }: IncomingMessage, address: string): Pipeline => {
    const known = pipelines.get(socket)
    if (known !== undefined) return known
    const pipeline = { address, replies: new Set<ServerResponse>(), served: 0, isFull: false, waiting: [] }
    pipelines.set(socket, pipeline)
    // Answers whose turn has not come hear nothing of their connection's end.
    socket.once(
      'close',
      guarded(log, 'the end of a connection', () => pipelines.delete(socket)),
    )
    return pipeline
  }

  app.addHook('onRequest', (incoming, reply, next) => {
    const pipeline = pipelineOf(incoming.raw, addresses.of(incoming.raw))
    pipeline.replies.add(reply.raw)
    let isServed = false
    reply.raw.once(
      'close',
      guarded(
        log,
        'the end of an answer',
        () => {
          pipeline.replies.delete(reply.raw)
          if (!isServed) return
          pipeline.served--
          if (!incoming.raw.socket.destroyed) pipeline.waiting.shift()?.()
        },
        () => incoming.raw.socket.destroy(),
      ),
    )
    const serve = () => {
      isServed = true
      pipeline.served++
      next()
    }
    const { size } = pipeline.replies
    if (size > pipelined * ENDLESS) incoming.raw.socket.destroy()
    else if (pipeline.isFull || size > pipelined) {
      // The rest of the packet is not answered: the connection ends with this word.
      if (!pipeline.isFull) refuse(incoming, reply)
      pipeline.isFull = true
    } else if (pipeline.served < unanswered) serve()
    else pipeline.waiting.push(serve)
  })

  const stop = every(
    LOOK_EVERY,
    guarded(log, 'what answers wait for', () => {
      const connections = unreadBy(pipelines)
      const ended = overfull(connections, limits.unread, addresses.isCounted)
      for (const { socket } of ended) socket.destroy()
      unread.bytes = sumOf(connections) - sumOf(ended)
      unread.ended += ended.length
      if (ended.length > 0)
        log.warn(
          { connections: ended.length, bytes: sumOf(ended) },
          'connections that do not read their answers were ended',
        )
    }),
  )
  app.addHook('onClose', (_app, done) => {
    stop()
    done()
  })
  return unread
}

type Connection<S> = { socket: S; address: string; bytes: number }
const sumOf = (connections: readonly { bytes: number }[]): number =>
  connections.reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * Connections with unread bytes. An answer whose turn has not come keeps its own; those of the one whose turn
 * it is are its socket's.
 */
function unreadBy(pipelines: ReadonlyMap<Socket, Pipeline>): Connection<Socket>[] {
  return [...pipelines]
    .map(([socket, { address, replies }]) => ({
      socket,
      address,
      bytes: [...replies].reduce((sum, { writableLength }) => sum + writableLength, 0),
    }))
    .filter(({ bytes }) => bytes > 0)
}

/**
 * The connections that have to end, those with most unread first: of an address above its bound, all but one
 * at most, then of the server above its own.
 */
export function overfull<S>(
  connections: readonly Connection<S>[],
  most: { address: number; server: number },
  isCounted: (address: string) => boolean,
): Connection<S>[] {
  const fullest = connections.toSorted((a, b) => b.bytes - a.bytes)
  const ended = new Set<Connection<S>>()
  for (const [address, own] of Map.groupBy(fullest, (each) => each.address)) {
    let bytes = sumOf(own)
    if (!isCounted(address)) continue
    for (const each of own) {
      if (bytes <= most.address || bytes === each.bytes) break
      ended.add(each)
      bytes -= each.bytes
    }
  }
  let bytes = sumOf(fullest.filter((each) => !ended.has(each)))
  for (const each of fullest) {
    if (bytes <= most.server) break
    if (ended.has(each)) continue
    ended.add(each)
    bytes -= each.bytes
  }
  return [...ended]
}
