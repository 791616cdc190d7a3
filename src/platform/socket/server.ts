import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer, type RawData, type ServerOptions, type WebSocket } from 'ws'
import { langOf } from '#i18n/lang.ts'
import { SECOND } from '#kernel/time.ts'
import { MISDIRECTED, STATUS } from '#wire/envelope.ts'
import type { Bus } from '../bus/bus.ts'
import type { Clock } from '../clock.ts'
import { every } from '../every.ts'
import { guarded } from '../guarded.ts'
import type { Addresses } from '../http/address.ts'
import { answerConnection } from '../http/closing.ts'
import type { Answer, Envelopes } from '../http/envelope.ts'
import { isServedAt, type Hosts } from '../http/host.ts'
import { headProblem } from '../http/request-head.ts'
import { isOwnOrigin } from '../http/security.ts'
import type { Limits } from '../limits.ts'
import type { Log } from '../log.ts'
import { Client, type Identity } from './client.ts'
import { openOutbox } from './outbox.ts'
import { openStreams } from './streams.ts'
import type { TopicSource } from './topics.ts'

export type Sockets = {
  /** A session that ends takes its sockets with it. */
  closeSession(sessionId: string): void
  readonly size: number
  stop(): void
}

export type SocketOptions = {
  server: Server
  topics: readonly TopicSource[]
  bus: Bus
  /** Uses up a ticket; null when it is unknown, used or too old. */
  redeem: (ticket: string) => Promise<Identity | null>
  clock: Clock
  limits: Limits['socket']
  addresses: Addresses
  /** Left out: asked under any name. */
  hosts?: Hosts
  envelopes: Envelopes
  log: Log
}

/** RFC 6455, 4.4: a client of another version is told this one. */
const VERSION = '13'
const UPGRADE_REQUIRED = 426
const GOING_AWAY = 1001
const POLICY = 1008

/** `/ws?ticket=`: one socket for all streams of a browser. Without a ticket a guest reads the public ones. */
export function serveSockets({
  server,
  topics,
  bus,
  redeem,
  clock,
  limits,
  addresses,
  hosts,
  envelopes,
  log,
}: SocketOptions): Sockets {
  const streams = openStreams(bus, topics, clock, limits, log)
  const clients = new Set<Client>()
  let isStopped = false
  // `autoPong`: answers to pings count too, and go to nobody who does not read. `closeTimeout`: whoever does
  // not answer a farewell is left after it. The types do not know it yet.
  const upgrading: ServerOptions & { closeTimeout: number } = {
    noServer: true,
    perMessageDeflate: false,
    autoPong: false,
    maxPayload: limits.messageBytes,
    clientTracking: false,
    closeTimeout: limits.farewellMs,
  }
  const upgrader = new WebSocketServer(upgrading)
  const end = (client: Client) => {
    if (!clients.delete(client)) return
    outbox.forget(client)
    client.leave()
  }
  const drop = (client: Client) => {
    end(client)
    client.terminate()
  }
  const close = (client: Client, code: number, reason: string) => {
    end(client)
    client.close(code, reason)
  }
  const outbox = openOutbox(limits.flushMs, drop, log)
  const stopPing = every(
    limits.pingMs,
    guarded(log, 'pings', () => {
      const now = clock.monotonic()
      for (const client of [...clients]) {
        if (now - client.heardAt > limits.deadMs || client.isStuck()) drop(client)
        else client.ping()
      }
    }),
  )

  /** Over all sockets: the ones with most unread give way. */
  const stopRelief = every(
    SECOND,
    guarded(log, 'what sockets have not read', () => {
      let unread = 0
      for (const client of clients) unread += client.unread
      if (unread <= limits.totalBytes) return
      for (const client of [...clients].toSorted((one, other) => other.unread - one.unread)) {
        if (unread <= limits.totalBytes) break
        unread -= client.unread
        drop(client)
      }
    }),
  )

  const welcome = (socket: WebSocket, identity: Identity | null, address: string) => {
    const client = new Client(socket, identity, address, clock.monotonic(), {
      streams,
      limits,
      due: outbox.due,
    })
    clients.add(client)
    // The oldest socket of the member gives way: a phone that lost its line comes back before the old one is
    // seen to be dead.
    const own =
      identity === null ? [] : [...clients].filter((other) => other.identity?.budget === identity.budget)
    for (const old of own.slice(0, -limits.perMember)) close(old, POLICY, 'TOO_MANY_SOCKETS')
    /** A handler of the other side, unless it has been left: whoever reads no answers is not heard. */
    const hears = <Args extends unknown[]>(what: string, heard: (...args: Args) => boolean) =>
      guarded(
        log,
        `a ${what} of a socket`,
        (...args: Args) => {
          if (!clients.has(client)) return
          if (client.isStuck()) drop(client)
          else if (!heard(...args)) close(client, POLICY, 'TOO_MANY_MESSAGES')
        },
        () => drop(client),
      )
    socket.on(
      'message',
      hears('message', (data: RawData, binary: boolean) => {
        if (!binary) return client.hear(String(data), clock.monotonic())
        close(client, POLICY, 'TEXT_ONLY')
        return true
      }),
    )
    socket.on(
      'ping',
      hears('ping', (data: Buffer) => {
        const isFew = client.count(clock.monotonic())
        if (isFew) client.pong(data)
        return isFew
      }),
    )
    socket.on(
      'pong',
      hears('pong', () => client.count(clock.monotonic())),
    )
    socket.on(
      'close',
      guarded(log, 'the end of a socket', () => end(client)),
    )
    socket.on('error', (error) => log.debug({ err: error }, 'a socket failed'))
  }
  const refuse = (stream: Duplex, answer: Answer) => answerConnection(stream, answer, limits.farewellMs)
  upgrader.on(
    'wsClientError',
    guarded(
      log,
      'a broken handshake',
      (error: Error, stream: Duplex) =>
        refuse(
          stream,
          envelopes.malformed('MALFORMED', [{ path: '', problem: error.message }], langOf(null)),
        ),
      (_error, stream) => stream.destroy(),
    ),
  )
  const upgrade = guarded(
    log,
    'an upgrade',
    async (incoming: IncomingMessage, stream: Duplex, head: Buffer) => {
      stream.on('error', () => stream.destroy())
      const address = addresses.of(incoming)
      const [path, query] = (incoming.url ?? '').split('?', 2)
      const asked = new URLSearchParams(query)
      const lang = langOf(asked.get('lang'))
      const tooMany = (seconds: number) =>
        envelopes.status(STATUS.tooMany, 'tooMany', lang, null, [['retry-after', String(seconds)]])
      const wait = addresses.take(address)
      if (wait > 0) return refuse(stream, tooMany(wait))
      const malformed = headProblem(incoming, incoming.url ?? '')
      if (malformed !== null) {
        const { status, ...field } = malformed
        return refuse(stream, envelopes.malformed('MALFORMED', [field], lang, status))
      }
      const site = hosts === undefined ? 'both' : hosts.asked(incoming.headers.host)
      if (site === null) return refuse(stream, envelopes.status(MISDIRECTED, 'wrongHost', lang))
      if (path !== '/ws' || !isServedAt(site, 'app'))
        return refuse(stream, envelopes.status(STATUS.notFound, 'notFound', lang))
      if (!isOwnOrigin(incoming.headers))
        return refuse(stream, envelopes.status(STATUS.forbidden, 'foreignOrigin', lang))
      const isFull = () => addresses.isCounted(address) && countFrom(clients, address) >= limits.perAddress
      if (isFull()) return refuse(stream, tooMany(limits.pingMs / SECOND))
      if (incoming.headers['sec-websocket-version'] !== VERSION)
        return refuse(
          stream,
          envelopes.malformed(
            'MALFORMED',
            [{ path: 'Sec-WebSocket-Version', problem: `nothing but ${VERSION} is spoken` }],
            lang,
            UPGRADE_REQUIRED,
            [['sec-websocket-version', VERSION]],
          ),
        )
      const ticket = asked.get('ticket')
      const identity = ticket === null ? null : await redeem(ticket)
      if (ticket !== null && identity === null)
        return refuse(stream, envelopes.status(STATUS.unauthorized, 'sessionOver', lang))
      // Others may have come while the ticket was looked at, and the server may be about to stop.
      if (isFull()) return refuse(stream, tooMany(limits.pingMs / SECOND))
      if (isStopped) return stream.destroy()
      upgrader.handleUpgrade(incoming, stream, head, (socket) => welcome(socket, identity, address))
    },
    (_incoming, stream) => void stream.destroy(),
  )
  server.on('upgrade', upgrade)

  return {
    closeSession(sessionId) {
      for (const client of [...clients])
        if (client.identity?.sessionId === sessionId) close(client, POLICY, 'SESSION_OVER')
    },
    get size() {
      return clients.size
    },
    stop() {
      isStopped = true
      server.off('upgrade', upgrade)
      outbox.stop()
      stopPing()
      stopRelief()
      for (const client of [...clients]) close(client, GOING_AWAY, 'STOPPING')
      streams.end()
    },
  }
}

const countFrom = (clients: ReadonlySet<Client>, address: string): number =>
  [...clients].filter((client) => client.address === address).length
