import { readFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { once } from 'node:events'
import { MINUTE } from '#kernel/time.ts'
import type { Config } from '#platform/config.ts'
import type { ApiKey, ApiKeys } from '#platform/http/api-key.ts'
import { FixConnection, type SessionOwner } from '#platform/fix/connection.ts'
import { valueOf, type FixMessage, type Received } from '#wire/fix/message.ts'
import type { SessionProfile } from '#platform/fix/session.ts'
import type { Sent } from '#platform/fix/wire.ts'
import { guarded } from '#platform/guarded.ts'
import {
  isLoopback,
  memberLimiter,
  places,
  rateLimiter,
  windowLimiter,
  type Limits,
} from '#platform/limits.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import type { AppContext } from '#modules/module.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import type { fixCommands } from './commands.ts'
import { isSignedBy } from './logon.ts'
import { MARKET_MESSAGES, MarketSession, type MarketParts } from './market-session.ts'
import { MemoryStore } from './memory-store.ts'
import { engineStore, ORDER_MESSAGES, OrdersSession } from './orders-session.ts'
import { copiesOf, keyOf } from './tables.ts'

/** CompID of the server for orders, for prices, and for copies of a member's reports. */
const ORDERS = 'AKARI'
const MARKET = 'AKARI-MD'
const COPIES = 'AKARI-DC'
const TARGETS: readonly string[] = [ORDERS, MARKET, COPIES]
const NOTHING: ReadonlySet<string> = new Set()
/** Logon field by which a session asks that its orders end with its connection. */
const CANCELS_ON_DISCONNECT = 8013

type Parts = MarketParts & {
  apiKeys: ApiKeys
  commands: ReturnType<typeof fixCommands>
  orders: Pick<OrdersPublic, 'cancel'>
  limits: Limits
}

/** A session that somebody is logged on to. */
type Standing = { connection: FixConnection; market: MarketSession | null }

/** The place where programs log on by FIX: its listener, and the sessions that stand. */
export class FixGateway {
  readonly #context: AppContext
  readonly #parts: Parts
  readonly #at: NonNullable<Config['fix']>
  readonly #connections = new Set<FixConnection>()
  /** By CompIDs of both ends. */
  readonly #standing = new Map<string, Standing>()
  readonly #addresses: ReturnType<typeof places>
  readonly #logons: ReturnType<typeof windowLimiter>
  readonly #orderRates: ReturnType<typeof memberLimiter>
  readonly #readRates: ReturnType<typeof rateLimiter>
  readonly #messageRates: ReturnType<typeof rateLimiter>
  #server: Server | null = null

  constructor(context: AppContext, parts: Parts, at: NonNullable<Config['fix']>) {
    this.#context = context
    this.#parts = parts
    this.#at = at
    const { fix, apiKey } = parts.limits
    this.#addresses = places(fix.perAddress)
    this.#logons = windowLimiter([{ max: fix.logonsAMinute, withinMs: MINUTE }])
    this.#orderRates = memberLimiter(apiKey.lanes)
    this.#readRates = rateLimiter(apiKey.readsOfAll)
    this.#messageRates = rateLimiter(fix.messages)
  }

  readonly #now = () => this.#context.clock.machine()

  /** Listens; a port that can't be had is a setting to be mended. */
  async start(): Promise<void> {
    const { host, port, tls } = this.#at
    const take = guarded(this.#context.log, 'a FIX connection', (socket: Socket) => this.#accept(socket))
    const server =
      tls === null
        ? createServer(take)
        : createTlsServer(
            { cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile), minVersion: 'TLSv1.2' },
            take,
          )
    server.maxConnections = this.#parts.limits.fix.connections
    const failed = await once(server.listen({ host, port }), 'listening').then(
      () => null,
      (err: Error) => err,
    )
    if (failed !== null)
      throw new Misconfigured(`FIX_PORT ${port} at ${host} cannot be listened at: ${failed.message}`)
    const { log } = this.#context
    server.on(
      'error',
      guarded(log, 'the FIX port', (err: Error) => log.error({ err }, 'the FIX port has a problem')),
    )
    server.on(
      'tlsClientError',
      guarded(log, 'the FIX port', (err: Error) => log.info({ err }, 'a FIX connection had no TLS')),
    )
    this.#server = server
  }

  get port(): number | null {
    const address = this.#server?.address()
    return typeof address === 'object' && address !== null ? address.port : null
  }

  /** Sessions that stand, for figures. */
  get sessions(): number {
    return this.#standing.size
  }

  /** Ends every connection without a word, as a cable that is cut does. */
  cut(): void {
    for (const connection of this.#connections) connection.drop()
  }

  async stop(): Promise<void> {
    this.#server?.close()
    await Promise.all([...this.#connections].map((connection) => connection.end('the server stops')))
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? ''
    const isCounted = !(isLoopback(address) && this.#context.config.demo)
    if (isCounted && this.#addresses.isFull(address)) return void socket.destroy()
    const leave = isCounted ? this.#addresses.enter(address) : () => {}
    const connection: FixConnection = new FixConnection(socket, {
      now: this.#now,
      log: this.#context.log,
      letIn: (logon) => this.#letIn(logon, connection),
    })
    this.#connections.add(connection)
    const forget = () => {
      leave()
      this.#connections.delete(connection)
    }
    socket.once('close', guarded(this.#context.log, 'a FIX connection', forget))
  }

  async #letIn(logon: Received, connection: FixConnection): Promise<SessionOwner | string> {
    const target = valueOf(logon, 56)
    if (logon.beginString !== 'FIX.4.4') return 'only FIX.4.4 is spoken here'
    if (target === undefined || !TARGETS.includes(target))
      return `TargetCompID (56) is ${ORDERS}, ${MARKET} or ${COPIES}`
    if (this.#logons.take(connection.address, this.#now()) > 0) return 'too many logons'
    const id = valueOf(logon, 49) ?? ''
    const key = /^[0-9a-f]{32}$/.test(id) ? await this.#parts.apiKeys.find(id) : null
    // An unknown key and a wrong signature are told alike: which keys there are is nobody's business.
    if (key === null || !(await isSignedBy(key.publicKey, logon)))
      return 'the API key has not signed this logon'
    const refusal = key.refusal()
    if (refusal !== null) return refusal.rejection
    if (!key.allows(connection.address)) return 'API_KEY_ADDRESS'
    if (target === ORDERS && key.scope !== 'trade') return 'API_KEY_SCOPE'
    const name = target === COPIES ? copiesOf(id) : `${id} ${target}`
    if (this.#standing.has(name)) return 'this session is logged on already'
    this.#parts.apiKeys.used(id)
    if (target === COPIES) return this.#copiesOwner(key, connection)
    return target === ORDERS
      ? this.#ordersOwner(name, key, connection, valueOf(logon, CANCELS_ON_DISCONNECT) === 'Y')
      : this.#marketOwner(name, key, connection)
  }

  #profile(key: ApiKey, sender: string, takes: ReadonlySet<string>): SessionProfile {
    return {
      role: 'acceptor',
      beginString: 'FIX.4.4',
      sender,
      target: key.id,
      heartbeat: 30,
      resetsOnLogon: sender === MARKET,
      takes,
      ownTags: new Set([CANCELS_ON_DISCONNECT]),
    }
  }

  /** Words with which a session ends: its key opens nothing any more, or it says too much. */
  #endOf(key: ApiKey, because: 'time' | 'message'): string | null {
    const refusal = key.refusal()
    if (refusal !== null) return refusal.rejection
    return because === 'message' && this.#messageRates.take(key.memberId, this.#now()) > 0
      ? 'too many messages'
      : null
  }

  #ordersOwner(name: string, key: ApiKey, connection: FixConnection, cancelsAtEnd: boolean): SessionOwner {
    const holder = { keyId: key.id, memberId: key.memberId }
    const session = new OrdersSession(this.#context, holder, {
      commands: this.#parts.commands,
      orders: this.#parts.orders,
      rate: (lane) =>
        lane === 'reads'
          ? this.#readRates.take(key.memberId, this.#now())
          : this.#orderRates.take(key.memberId, lane, this.#now()),
      now: this.#now,
    })
    this.#standing.set(name, { connection, market: null })
    return {
      profile: this.#profile(key, ORDERS, ORDER_MESSAGES),
      store: engineStore(this.#context, holder),
      ends: (because) => this.#endOf(key, because),
      take: session.take,
      left: () => {
        this.#standing.delete(name)
        if (cancelsAtEnd)
          session
            .cancelWorking(null)
            .catch((err: unknown) =>
              this.#context.log.error({ err }, 'orders of a session that ended were not cancelled'),
            )
      },
    }
  }

  /** Reports alone: nothing is asked there. */
  #copiesOwner(key: ApiKey, connection: FixConnection): SessionOwner {
    const name = copiesOf(key.id)
    this.#standing.set(name, { connection, market: null })
    return {
      profile: this.#profile(key, COPIES, NOTHING),
      store: engineStore(this.#context, { keyId: name, memberId: key.memberId }),
      ends: (because) => this.#endOf(key, because),
      take: () => Promise.resolve({ isTaken: false, send: [] }),
      left: () => {
        this.#standing.delete(name)
      },
    }
  }

  #marketOwner(name: string, key: ApiKey, connection: FixConnection): SessionOwner {
    const store = new MemoryStore((message) => connection.write(message), this.#now)
    const market = new MarketSession(this.#parts, (message: FixMessage) => store.send(message))
    this.#standing.set(name, { connection, market })
    return {
      profile: this.#profile(key, MARKET, MARKET_MESSAGES),
      store,
      ends: (because) => this.#endOf(key, because),
      take: market.take,
      left: () => {
        this.#standing.delete(name)
        market.end()
      },
    }
  }

  /** A message of a session is durable: it goes out where somebody is logged on. */
  queued(name: string, message: Sent): void {
    const standing = this.#standing.get(keyOf(name) === name ? `${name} ${ORDERS}` : name)
    standing?.connection.write(message)
  }

  /** A quote or a board has changed. */
  changed(code: string): void {
    for (const { market } of this.#standing.values()) market?.changed(code)
  }
}
