import type { MemberId } from '#kernel/id.ts'
import type { Duplex } from 'node:stream'
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { CLOCK_HEADER, CLOCK_UNSURE, MISDIRECTED, STATUS, VENUE_AWAY } from '#wire/envelope.ts'
import { API_KEY_HEADER, SIGNATURE_HEADER } from '#wire/signed.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import { langOf, type Lang } from '#i18n/lang.ts'
import type { Clock } from '../clock.ts'
import { Signatures, type Signed } from '../engine/signatures.ts'
import { memberLimiter, rateOf, type Limits } from '../limits.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import type { Tracing } from '../tracing.ts'
import type { Addresses } from './address.ts'
import { endConnections } from './closing.ts'
import { answerForNode, refuseConnection, SLOW_BODY } from './connection-refusals.ts'
import { NotFound, type Caller, type RouteHandler, type Operator, type Request } from './route-handler.ts'
import { encode, encodingFor } from './encoding.ts'
import { envelopes, type Answer, type Envelopes, type Text } from './envelope.ts'
import { faultAnswer, RETRY_SOON } from './fault.ts'
import { hostOfTarget, isServedAt, openHosts, pathOfTarget, siteOf, type Site } from './host.ts'
import { keyFault, keyOf, needsKey } from './key.ts'
import {
  apiKeyRates,
  callerByKey,
  findApiKey,
  findOperatorKey,
  heardReads,
  operatorByKey,
  type ApiKeys,
  type HeardReads,
  type OperatorKeys,
  type SentByKey,
} from './api-key.ts'
import { serveDocument, type DocumentSite } from './api-page.ts'
import { openKeyLine, type KeyLine } from './key-line.ts'
import { openAdmissionQueue, pauseReads } from './admission-queue.ts'
import { cookieName, isOwnPage, sessionOfAnswer, setCookie, tokenIn } from './console-session.ts'
import { codingFault, EarlyFault, parseRequest, readBody, readBytes, readQuery } from './parse.ts'
import { headProblem } from './request-head.ts'
import { API_HEADERS, HSTS, isOwnOrigin } from './security.ts'
import { checkSignature } from './signature.ts'
import { NO_ROUTE, watchAnswers, type OnAnswered } from './answered.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import { traceRequests, UNTRACED, type TracedRequests } from './traced.ts'
import { watchBodies } from './slow-bodies.ts'
import type { Files } from './static.ts'
import { limitUnanswered, type Unread } from './unanswered.ts'
import type { Route } from '#wire/route.ts'

/** The owner of a token. At once where the session is in memory, which is the usual case. */
export type Sessions = { find(token: string): Caller | null | Promise<Caller | null> }

/**
 * The person at the console, and what their role may ask for. `attended`: somebody sits there; what the page
 * asks for by itself keeps no session alive.
 */
export type Operators = {
  find(token: string, attended: boolean): Operator | null | Promise<Operator | null>
  may(operator: Operator, route: Route): boolean
}

const NO_KEYS: ApiKeys = { find: () => null, used: () => {} }
const NO_OPERATOR_KEYS: OperatorKeys = { find: () => null, used: () => {}, answered: async () => {} }
const NOBODY: Operators = { find: () => null, may: () => false }

/** A module's route; refusals are worded by the module's catalogue. */
export type ModuleRoute = { module: string; handler: RouteHandler }

export type HttpOptions = {
  routes: readonly ModuleRoute[]
  sessions: Sessions
  /** The members' API keys; left out: there are none. */
  apiKeys?: ApiKeys
  /** The firm's keys, which read at the console; left out: there are none. */
  operatorKeys?: OperatorKeys
  addresses: Addresses
  /** Left out: nobody. */
  operators?: Operators
  /**
   * Under which host names this server is asked; left out: this machine's alone. Where the console has one of
   * its own, it is served there alone, and nothing else is.
   */
  origin?: string | null
  consoleHost?: string | null
  /** True if the engine has answered this key before: then the answer is a repeat. */
  isKnownKey: (memberId: MemberId, key: string) => boolean | Promise<boolean>
  /**
   * Reason why this route is not served now: the sentence of a 503; null: it is served. Left out: every route
   * always is.
   */
  away?: (route: Route) => 'unavailable' | 'clockUnsure' | null
  /** Left out: it can always be reached. */
  isVenueAway?: () => boolean
  /**
   * The promise of the server with the answer to this command, as the header `promise` (trust module). Left
   * out: nothing.
   */
  commitmentFor?: (
    memberId: MemberId,
    key: string,
    isRepeat: boolean,
  ) => string | null | Promise<string | null>
  /** Store in which the engine finds what devices have signed. Left out: nobody reads it. */
  signatures?: Signatures
  text: Text
  clock: Clock
  limits: Limits
  demo: boolean
  /** Files at `/`; null: the API alone. */
  files: Record<Site, Files> | null
  /** The OpenAPI document of a site, made when first asked for. */
  document: (site: DocumentSite) => object
  log: Log
  /** A request met rows that cannot be read. */
  sawDamage?: (error: unknown) => void
  /** Hears of each answer that is out, for metrics and the access log. Left out: nothing is measured. */
  answered?: readonly OnAnswered[]
  /** Spans of requests; null or left out: none. */
  tracing?: Tracing | null
  /** False: nothing is measured meanwhile. Left out: always. */
  isMeasured?: () => boolean
}

/** The edge as each request sees it. */
type Edge = Omit<
  HttpOptions,
  | 'routes'
  | 'files'
  | 'document'
  | 'operators'
  | 'apiKeys'
  | 'operatorKeys'
  | 'origin'
  | 'consoleHost'
  | 'signatures'
  | 'answered'
  | 'tracing'
> & {
  traced: TracedRequests
  operators: Operators
  apiKeys: ApiKeys
  operatorKeys: OperatorKeys
  keyReads: HeardReads
  keyRates: ReturnType<typeof apiKeyRates>
  signatures: Signatures
  envelopes: Envelopes
  lanes: ReturnType<typeof memberLimiter>
  keyLine: KeyLine
  /** Browsers reach the console over TLS alone, whatever this connection is. */
  isConsoleSecure: boolean
}

/** The facts known about a route before the first request. */
type Entry = {
  module: string
  handler: RouteHandler
  keyed: boolean
  write: boolean
  ownQuery: boolean
  urgent: boolean
  isConsole: boolean
}

/** Shorter answers fit into the packets that they travel in anyway. */
const COMPRESSED_FROM = 2_048
/** Brotli 4 makes a fifth of a chart's bars in 0.4 ms of a helper's thread. */
const ANSWER_LEVEL = 4

declare module 'fastify' {
  interface FastifyContextConfig {
    entry?: Entry
    site?: Site
  }
  interface FastifyInstance {
    unread: Unread
  }
}

/** The HTTP server with every route under `/api`. It does not listen yet. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { request } = options.limits
  const { tracing = null } = options
  const edge: Edge = {
    ...options,
    operators: options.operators ?? NOBODY,
    apiKeys: options.apiKeys ?? NO_KEYS,
    operatorKeys: options.operatorKeys ?? NO_OPERATOR_KEYS,
    keyReads: heardReads(options.clock.machine()),
    keyRates: apiKeyRates(options.limits),
    signatures: options.signatures ?? new Signatures(),
    envelopes: envelopes(options.text),
    lanes: memberLimiter(options.limits.lanes),
    keyLine: openKeyLine(),
    traced: tracing === null ? UNTRACED : traceRequests(tracing, options.addresses, options.log),
    isConsoleSecure: (options.consoleHost ?? null) !== null || options.origin?.startsWith('https:') === true,
  }
  const watch = answersOf(options)
  const app = fastify({
    logger: false,
    genReqId: (incoming) => requestIdOf(incoming, options.addresses),
    bodyLimit: request.bodyBytes,
    // Node knows one time for all requests, and an upload may take a minute: other bodies are watched by
    // `watchBodies`.
    requestTimeout: options.limits.upload.requestMs,
    keepAliveTimeout: request.keepAliveMs,
    connectionTimeout: request.idleMs,
    http: {
      headersTimeout: request.headersMs,
      connectionsCheckingInterval: request.checkEveryMs,
      maxHeaderSize: request.headerBytes,
      // Node would refuse it without an envelope: `headProblem` does.
      requireHostHeader: false,
    },
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/') || url === '*' ? url : pathOfTarget(url)),
    routerOptions: { querystringParser: (text) => ({ text }), maxParamLength: request.urlBytes },
    frameworkErrors: (error, incoming, reply) => {
      watch?.(incoming, reply)
      failEarly(edge, error, incoming, reply)
    },
    clientErrorHandler: guarded(
      edge.log,
      'a broken request',
      (error: NodeJS.ErrnoException, socket: Duplex) => refuseConnection(edge, error, socket),
      (_error, socket) => socket.destroy(),
    ),
  })
  // Without descriptors a connection cannot be taken; those that are there go on.
  app.server.on('error', (err: NodeJS.ErrnoException) => {
    // A port that cannot be listened at is said by who asked for it.
    if (err.syscall !== 'listen') edge.log.error({ err }, 'a connection could not be taken')
  })
  if (watch !== null || tracing !== null)
    app.addHook('onRequest', (incoming, reply, next) => {
      if (options.isMeasured?.() ?? true) {
        watch?.(incoming, reply)
        edge.traced.begin(incoming, reply)
      }
      next()
    })
  app.decorate(
    'unread',
    limitUnanswered(app, {
      addresses: options.addresses,
      limits: request,
      log: edge.log,
      refuse: (incoming, reply) =>
        send(
          reply,
          edge.envelopes.status(STATUS.tooMany, 'tooMany', langIn(incoming), null, [
            ['retry-after', '1'],
            ['connection', 'close'],
          ]),
        ),
    }),
  )
  endConnections(app, request.lastAnswersMs)
  app.server.maxConnections = request.connections
  options.addresses.share(app.server)
  const line = openAdmissionQueue(app.server, options.limits.overload)
  const hosts = openHosts({ origin: options.origin ?? null, consoleHost: options.consoleHost ?? null })
  const noteHost = hostNotes(options.log)
  app.addHook('onRequest', (incoming, reply, next) => {
    // Phones time their keys by `date`: it says the time that is relied on.
    if (!edge.clock.isSure())
      reply.raw
        .setHeader('date', new Date(edge.clock.machine()).toUTCString())
        .setHeader(CLOCK_HEADER, CLOCK_UNSURE)
    else if (edge.isVenueAway?.() === true) reply.raw.setHeader(CLOCK_HEADER, VENUE_AWAY)
    if (edge.addresses.isOverTls(incoming.raw)) reply.raw.setHeader('strict-transport-security', HSTS)
    const address = edge.addresses.of(incoming.raw)
    const wait = edge.addresses.take(address)
    if (wait > 0) {
      // The connection stays: a new one for each refusal would cost more than the refusal.
      send(
        reply,
        edge.envelopes.status(STATUS.tooMany, 'tooMany', langIn(incoming), null, [
          ['retry-after', String(wait)],
        ]),
      )
      if (!edge.addresses.isProxy(incoming.raw)) pauseReads(incoming.raw.socket, wait * SECOND)
      return
    }
    const { entry, site } = incoming.routeOptions.config
    const malformed = headProblem(incoming.raw, incoming.originalUrl)
    if (malformed !== null) {
      const { status, ...field } = malformed
      return send(reply, edge.envelopes.malformed('MALFORMED', [field], langIn(incoming), status))
    }
    const target = hostOfTarget(incoming.originalUrl)
    const named = target === null || target.toLowerCase() === incoming.headers.host?.toLowerCase()
    const elsewhere = askedElsewhere(named ? hosts.asked(incoming.headers.host) : null, site)
    if (elsewhere !== null) {
      if (elsewhere === 'wrongHost') noteHost(target ?? incoming.headers.host ?? '')
      return send(
        reply,
        edge.envelopes.status(
          elsewhere === 'wrongHost' ? MISDIRECTED : STATUS.notFound,
          elsewhere,
          langIn(incoming),
          null,
          [['connection', 'close']],
        ),
      )
    }
    line.enter(
      entry?.urgent === true,
      address,
      guarded(
        edge.log,
        'a request in line',
        (queuedMs: Ms) => {
          // A caller who has gone is not answered.
          if (reply.raw.destroyed) return undefined
          if (entry === undefined || queuedMs <= edge.limits.overload.guestMs) return next()
          return shedLoad(edge, entry, incoming, reply, queuedMs, next)
        },
        () => reply.raw.destroy(),
      ),
    )
  })
  const bodies = watchBodies(
    app.server,
    { ...request, uploadBytesPerSecond: options.limits.upload.bytesPerSecond },
    (socket) => refuseConnection(edge, SLOW_BODY, socket),
    edge.log,
  )
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', (incoming, _reply, _payload, next) =>
    next(codingFault(incoming.headers['content-encoding'])),
  )
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (incoming, body, done) => {
    bodies.arrived(incoming.raw)
    const text = readBytes(body as Buffer, incoming.headers['content-type'])
    if (typeof text === 'string') done(null, text)
    else done(text)
  })
  app.setErrorHandler((error, incoming, reply) =>
    failEarly(edge, error as { statusCode?: number }, incoming, reply),
  )
  answerForNode(edge, app.server)

  const paths: [pattern: RegExp, methods: Set<string>, site: Site][] = []
  for (const { module, handler } of options.routes) {
    const { route } = handler
    if (route.demoOnly && !options.demo) continue
    const entry: Entry = {
      module,
      handler,
      keyed: needsKey(route),
      write: route.method === 'POST',
      ownQuery: asksForOwnId(route),
      urgent: route.urgent ?? false,
      isConsole: siteOf(route) === 'console',
    }
    app.route({
      method: route.method,
      url: `/api${colons(route.path)}`,
      config: { entry, site: siteOf(route) },
      handler: (incoming, reply) => serve(edge, entry, incoming, reply),
    })
    paths.push([
      new RegExp(`^/api${route.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      new Set(route.method === 'GET' ? ['GET', 'HEAD'] : ['POST']),
      siteOf(route),
    ])
  }
  const serveFile = guarded(
    edge.log,
    'a file',
    (site: Site, path: string, incoming: FastifyRequest, reply: FastifyReply) =>
      options.files?.[site].serve(path, incoming, reply, () =>
        send(reply, edge.envelopes.status(STATUS.notFound, 'notFound', langIn(incoming))),
      ),
    (_site, _path, _incoming, reply) => reply.raw.destroy(),
  )
  serveDocument(app, (incoming) => hosts.asked(incoming.headers.host)!, options.document)
  app.setNotFoundHandler((incoming, reply) => {
    const asked = hosts.asked(incoming.headers.host)!
    const path = incoming.url.split('?', 1)[0]!
    const methods = paths
      .filter(([pattern, , site]) => isServedAt(asked, site) && pattern.test(path))
      .flatMap(([, allowed]) => [...allowed])
    const lang = langIn(incoming)
    if (methods.length > 0)
      send(reply, edge.envelopes.status(405, 'methodNotAllowed', lang, null, [['allow', methods.join(', ')]]))
    else if (path.startsWith('/api/') || options.files === null)
      send(reply, edge.envelopes.status(STATUS.notFound, 'notFound', lang))
    else serveFile(asked, path, incoming, reply)
  })
  return app
}

/** A caller who waits long in an overload is sent away before their body is read, guests before members. */
async function shedLoad(
  edge: Edge,
  { handler, keyed }: Entry,
  incoming: FastifyRequest,
  reply: FastifyReply,
  queuedMs: Ms,
  next: () => void,
): Promise<void> {
  const { token, 'idempotency-key': key } = incoming.headers
  let answer: Answer
  try {
    const found = typeof token === 'string' && token !== '' ? edge.sessions.find(token) : null
    const caller = found instanceof Promise ? await found : found
    // A repeat asks what became of a write: refusing it would read as if the write had been refused.
    if (
      caller !== null &&
      (queuedMs <= edge.limits.overload.memberMs ||
        (keyed && (await edge.isKnownKey(caller.memberId, keyOf(key)))))
    )
      return next()
    answer = edge.envelopes.status(STATUS.unavailable, 'overloaded', langIn(incoming), null, RETRY_SOON)
  } catch (error) {
    answer = faultAnswer(edge, error, { where: handler.route.name, requestId: incoming.id }, langIn(incoming))
  }
  send(reply, answer)
}

async function serve(edge: Edge, entry: Entry, incoming: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (incoming.url.length > edge.limits.request.urlBytes)
    return send(reply, edge.envelopes.status(414, 'addressTooLong', langOf(null)))
  const { lang: asked, fields, problems } = readQuery((incoming.query as { text: string }).text)
  const lang = langOf(asked)
  const away = edge.away?.(entry.handler.route) ?? null
  if (away !== null)
    return send(reply, edge.envelopes.status(STATUS.unavailable, away, lang, null, RETRY_SOON))
  let answer: Answer
  try {
    answer =
      problems.length > 0
        ? edge.envelopes.malformed('MALFORMED', problems, lang)
        : await answerTo(edge, entry, incoming, fields, lang)
  } catch (error) {
    answer = faultAnswer(edge, error, { where: entry.handler.route.name, requestId: incoming.id }, lang)
  }
  if (entry.handler.route.sameForAll && answer.body.length >= COMPRESSED_FROM)
    await sendCompressed(incoming, reply, answer)
  else send(reply, answer)
}

/** The facts known about a request once it may be answered. `isRepeat`: its key has been answered before. */
type Asking = {
  query: Record<string, string>
  lang: Lang
  caller: Caller | null
  operator: Operator | null
  token: string
  key: string
  /** By an API key: its signature, which has been checked. */
  signed: Signed | null
  isRepeat: boolean
}

/**
 * In order: origin, session or API key, idempotency key, then the rest (`answerAsked`). Requests with one
 * idempotency key go one after another: only the answer of the first says whether the next is a repeat.
 */
async function answerTo(
  edge: Edge,
  entry: Entry,
  incoming: FastifyRequest,
  query: Record<string, string>,
  lang: Lang,
): Promise<Answer> {
  const { handler, keyed, write } = entry
  const { headers } = incoming
  const say = edge.envelopes
  if (write && !isOwnOrigin(headers)) return say.status(STATUS.forbidden, 'foreignOrigin', lang)

  const token = typeof headers.token === 'string' ? headers.token : ''
  const isConsole = handler.route.access === 'operator'
  // A route that is the same for all cannot know who asks.
  const found = token === '' || isConsole || handler.route.sameForAll ? null : edge.sessions.find(token)
  const session = found instanceof Promise ? await found : found
  // A route that is open to all needs no key, and answers a key as it answers a guest.
  const byKey =
    headers[API_KEY_HEADER] !== undefined && handler.route.access === 'member'
      ? await answeredByKey(edge, handler.route, incoming, keyed, lang)
      : null
  if (byKey !== null && 'body' in byKey) return byKey
  const caller = byKey === null ? session : byKey.caller
  if (caller === null && handler.route.access === 'member')
    return say.status(STATUS.unauthorized, 'sessionOver', lang)
  const operator = isConsole ? await operatorOf(edge, handler.route, incoming, lang) : null
  if (operator !== null && 'body' in operator) return operator

  const key = keyed ? keyOf(headers['idempotency-key']) : ''
  if (keyed) {
    const fault = keyFault(key, edge.clock.bounds(), edge.limits.key)
    if (fault !== null)
      return say.malformed(
        fault,
        [{ path: 'Idempotency-Key', problem: 'a UUIDv7 made in the last 24 h' }],
        lang,
      )
  }
  const signed = byKey === null ? null : byKey.signed
  const asking = { query, lang, caller, operator, token, key, signed, isRepeat: false }
  if (!keyed || caller === null) return answerAsked(edge, entry, incoming, asking)
  const leave = await edge.keyLine.enter(`${caller.memberId} ${key}`)
  try {
    const isRepeat = await edge.isKnownKey(caller.memberId, key)
    return await answerAsked(edge, entry, incoming, { ...asking, isRepeat })
  } finally {
    leave()
  }
}

/** The operator by the console's cookie or by a key, or the answer to a request that may have neither. */
async function operatorOf(
  edge: Edge,
  route: Route,
  incoming: FastifyRequest,
  lang: Lang,
): Promise<Answer | Operator> {
  const { headers } = incoming
  const say = edge.envelopes
  const id = headers[API_KEY_HEADER]
  // A key reads in its scopes alone, whatever its roles might; no browser adds it by itself.
  if (id !== undefined) return operatorByItsKey(edge, route, incoming, typeof id === 'string' ? id : '', lang)
  const cookie = consoleCookie(edge, incoming)
  const token = tokenIn(headers.cookie, cookie.name)
  if (token !== '' && !isOwnPage(headers, route.method === 'POST'))
    return say.status(STATUS.forbidden, 'foreignOrigin', lang)
  const operator = await edge.operators.find(token, headers.unattended === undefined)
  if (operator === null)
    return say.status(
      STATUS.unauthorized,
      'sessionOver',
      lang,
      null,
      token === '' ? undefined : [cookie.given(null)],
    )
  // A page that another operator opened in this browser, in another tab, asks in nobody's name but its own.
  if (headers.operator !== undefined && headers.operator !== operator.operatorId)
    return say.status(STATUS.forbidden, 'sessionOver', lang)
  return edge.operators.may(operator, route) ? operator : say.status(STATUS.forbidden, 'roleMayNot', lang)
}

/** The console's cookie at the host that was asked: its name, and the header that gives or takes it. */
function consoleCookie(edge: Edge, { raw, headers }: FastifyRequest) {
  const isSecure = edge.isConsoleSecure || edge.addresses.isOverTls(raw)
  const name = cookieName(isSecure, headers.host ?? '')
  return {
    name,
    given: (token: string | null): [string, string] => ['set-cookie', setCookie(name, token, isSecure)],
  }
}

/** The caller by an API key, or the answer to one that opens nothing. */
async function answeredByKey(
  edge: Edge,
  route: Route,
  incoming: FastifyRequest,
  keyed: boolean,
  lang: Lang,
): Promise<Answer | { caller: Caller; signed: Signed }> {
  const { headers } = incoming
  const id = headers[API_KEY_HEADER]
  const apiKey = await findApiKey(edge.apiKeys, route, typeof id === 'string' ? id : '')
  if (isRefusal(apiKey)) return edge.envelopes.refused('server', apiKey, lang)
  const body = readBody(typeof incoming.body === 'string' ? incoming.body : '', edge.limits.request)
  if ('problem' in body)
    return edge.envelopes.malformed('MALFORMED', [{ path: '', problem: body.problem }], lang)
  const key = keyed ? keyOf(headers['idempotency-key']) : ''
  const sent = sentByKey(edge, incoming, { id: apiKey.id, key, body: body.value })
  const found = await callerByKey(apiKey, route, sent, edge.keyReads, edge.clock.machine())
  return isRefusal(found) ? edge.envelopes.refused('server', found, lang) : found
}

const sentByKey = (
  { addresses }: Edge,
  { headers, method, url, raw }: FastifyRequest,
  said: Pick<SentByKey, 'id' | 'key' | 'body'>,
): SentByKey => ({
  ...said,
  header: headers[SIGNATURE_HEADER],
  method,
  path: url,
  address: addresses.of(raw),
})

/** The operator as whom a program of the firm reads, by its key's signature, or what it is answered. */
async function operatorByItsKey(
  edge: Edge,
  route: Route,
  incoming: FastifyRequest,
  id: string,
  lang: Lang,
): Promise<Operator | Answer> {
  const key = findOperatorKey(edge.operatorKeys, route, id)
  if (isRefusal(key)) return edge.envelopes.refused('server', key, lang)
  const sent = sentByKey(edge, incoming, { id: key.id, key: '', body: {} })
  const found = await operatorByKey(key, route, sent, edge.keyReads, edge.clock.machine())
  return isRefusal(found) ? edge.envelopes.refused('server', found, lang) : found
}

/**
 * Seconds after which to try again, 0: now. Reads of a session are counted by their address alone; a repeat
 * asks what became of a write.
 */
function rateOfAsking(edge: Edge, { handler, write }: Entry, { caller, operator, isRepeat }: Asking): number {
  const now = edge.clock.machine()
  if (isRepeat) return 0
  if (caller?.apiKey !== undefined) return edge.keyRates.take(caller, handler.route, now)
  if (operator?.byKey !== undefined) return edge.keyRates.takeOfFirm(operator.byKey, now)
  const writer = caller !== null ? rateOf(caller) : operator === null ? null : `o:${operator.operatorId}`
  return write && writer !== null ? edge.lanes.take(writer, handler.route.lane ?? 'writes', now) : 0
}

/** In order: rate, form, owner, the device's signature, the module's own word. */
async function answerAsked(
  edge: Edge,
  entry: Entry,
  incoming: FastifyRequest,
  asking: Asking,
): Promise<Answer> {
  const { module, handler, keyed, ownQuery } = entry
  const { query, lang, caller, operator, token, key, isRepeat } = asking
  const { headers } = incoming
  const say = edge.envelopes
  const wait = rateOfAsking(edge, entry, asking)
  if (wait > 0) return say.status(STATUS.tooMany, 'tooMany', lang, null, [['retry-after', String(wait)]])
  if (caller?.apiKey !== undefined) edge.apiKeys.used(caller.sessionId)
  if (operator?.byKey !== undefined) edge.operatorKeys.used(operator.byKey)
  const text = typeof incoming.body === 'string' ? incoming.body : ''
  const { parsed, fields, body } = parseRequest(
    handler.route,
    { body: text, query, params: incoming.params },
    edge.limits.request,
  )
  if (fields.length > 0) return say.malformed('MALFORMED', fields, lang)
  if (ownQuery && query.user_id !== undefined && query.user_id !== caller?.memberId) {
    noteForeign(edge.log, caller, { what: handler.route.name, requestId: incoming.id }, query.user_id)
    return say.status(STATUS.forbidden, 'forbidden', lang)
  }

  const asked = asking.signed ?? signatureOf(edge, handler.route, caller, incoming, { key, body })
  const signed = asked instanceof Promise ? await asked : asked
  if (isRefusal(signed)) return say.refused('server', signed, lang)
  // A write without a key changes what protects the account, and its body holds passwords: nothing of it is
  // kept.
  const release =
    signed === null || caller === null || key === ''
      ? null
      : edge.signatures.hold(`s:${caller.sessionId}`, key, signed)

  let result: unknown
  try {
    result = await edge.traced.during(incoming, () =>
      enterQueue(edge, handler, incoming.id, {
        ...parsed,
        caller,
        operator,
        token,
        key,
        lang,
        address: edge.addresses.of(incoming.raw),
        userAgent: headers['user-agent'] ?? '',
      }),
    )
  } finally {
    release?.()
  }
  if (operator?.byKey !== undefined && !isRefusal(result))
    await edge.operatorKeys.answered(operator.byKey, handler.route.name, result)
  const answer = isRefusal(result) ? say.refused(module, result, lang) : say.success(result, lang)
  const said =
    keyed && caller !== null && edge.commitmentFor !== undefined
      ? edge.commitmentFor(caller.memberId, key, isRepeat)
      : null
  const promise = said instanceof Promise ? await said : said
  const more: [name: string, value: string][] = []
  if (isRepeat) more.push(['idempotent-replay', '1'])
  const given = entry.isConsole ? sessionOfAnswer(result) : undefined
  if (given !== undefined) more.push(consoleCookie(edge, incoming).given(given))
  if (promise !== null) more.push(['promise', promise])
  return more.length === 0 ? answer : { ...answer, headers: more }
}

/**
 * The signature of this session's device; null where nothing is asked of it. A token alone is no device
 * (threat T08).
 */
function signatureOf(
  edge: Edge,
  { signed }: Route,
  caller: Caller | null,
  { headers, url }: FastifyRequest,
  sent: { key: string; body: unknown },
): null | Refusal | Promise<Refusal | Signed> {
  if (signed === undefined || caller === null) return null
  if (caller.deviceKey === null) return signed === 'always' && !edge.demo ? no('DEVICE_KEY_NEEDED') : null
  return checkSignature(
    caller.deviceKey,
    { header: headers[SIGNATURE_HEADER], path: url.split('?', 1)[0]!, ...sent },
    edge.clock.machine(),
  )
}

/**
 * The module's own word. What of the caller's own is not there may be another's: which of the two nobody is
 * told.
 */
async function enterQueue(
  { log }: Edge,
  { route, handle }: RouteHandler,
  requestId: string,
  request: Request<Route>,
): Promise<unknown> {
  const note = () => {
    if (route.access === 'member')
      noteForeign(
        log,
        request.caller,
        { what: route.name, requestId },
        (request.params as { id?: string } | undefined)?.id,
      )
  }
  try {
    const result = await handle(request)
    if (isRefusal(result) && result.rejection.endsWith('_NOT_FOUND')) note()
    return result
  } catch (error) {
    if (error instanceof NotFound) note()
    throw error
  }
}

/**
 * A caller who asks for what is not theirs, or not there, is written down: one typing error, or somebody who
 * tries ids out (threat T01).
 */
export function noteForeign(
  log: Log,
  caller: Caller | null,
  { what, requestId }: { what: string; requestId: string },
  id: string | undefined,
): void {
  if (caller !== null && id !== undefined)
    log.warn(
      { member: caller.memberId, what, id, requestId },
      'what is not the caller’s own, or not there, was asked for',
    )
}

export const isRefusal = (result: unknown): result is Refusal =>
  typeof result === 'object' &&
  result !== null &&
  'rejection' in result &&
  'ok' in result &&
  result.ok === false

const answersOf = ({ answered = [], log }: Pick<HttpOptions, 'answered' | 'log'>) =>
  answered.length === 0
    ? null
    : watchAnswers((answer) => {
        for (const hear of answered) hear(answer)
      }, log)

async function sendCompressed(incoming: FastifyRequest, reply: FastifyReply, answer: Answer): Promise<void> {
  const encoding = encodingFor(incoming.headers['accept-encoding'])
  if (encoding === 'identity') return send(reply, answer)
  send(reply, {
    ...answer,
    body: await encode(Buffer.from(answer.body), encoding, ANSWER_LEVEL),
    headers: [...(answer.headers ?? []), ['content-encoding', encoding]],
  })
}

/** Past Fastify's own reply: what goes out is finished, and its hooks would only cost time. */
export function send(
  reply: FastifyReply,
  { status, body, headers = [] }: Omit<Answer, 'body'> & { body: string | Buffer },
): void {
  reply.hijack()
  const { raw } = reply
  if (raw.destroyed) return
  const all = [
    ...API_HEADERS,
    REQUEST_ID,
    reply.request.id,
    'content-length',
    String(Buffer.byteLength(body)),
  ]
  for (const [name, value] of headers) all.push(name, value)
  raw.writeHead(status, all)
  raw.end(body)
}

export const langIn = (incoming: FastifyRequest): Lang => {
  const at = incoming.url.indexOf('?')
  return langOf(at < 0 ? null : readQuery(incoming.url.slice(at + 1)).lang)
}

/** Refused before a route was reached: too big, not JSON, a broken address. */
function failEarly(
  edge: Edge,
  error: { statusCode?: number; message?: string },
  incoming: FastifyRequest,
  reply: FastifyReply,
): void {
  const lang = langIn(incoming)
  const sentence = { 400: 'MALFORMED', 413: 'tooLarge', 414: 'addressTooLong', 415: 'jsonOnly' }[
    error.statusCode ?? 500
  ]
  if (sentence === undefined)
    send(
      reply,
      faultAnswer(
        edge,
        error,
        { where: incoming.routeOptions.url ?? NO_ROUTE, requestId: incoming.id },
        lang,
      ),
    )
  else if (sentence === 'MALFORMED')
    send(
      reply,
      edge.envelopes.malformed(
        'MALFORMED',
        [{ path: '', problem: error instanceof EarlyFault ? error.message : 'not a valid request' }],
        lang,
      ),
    )
  else
    send(
      reply,
      edge.envelopes.status(error.statusCode!, error instanceof EarlyFault ? error.sentence : sentence, lang),
    )
}

/**
 * Reason why this is not answered under the name that was asked; null: it is. `site`: of the route, undefined
 * if there is none.
 */
function askedElsewhere(asked: Site | null, site: Site | undefined): 'wrongHost' | 'notFound' | null {
  if (asked === null) return 'wrongHost'
  return site === undefined || isServedAt(asked, site) ? null : 'notFound'
}

const NOTED_HOSTS = 20

/** Says once a name, for whoever looks for the reason, under which names this server was asked in vain. */
function hostNotes(log: Log): (host: string) => void {
  const noted = new Set<string>()
  return (host) => {
    if (noted.has(host) || noted.size >= NOTED_HOSTS) return
    noted.add(host)
    log.warn(
      { host },
      'asked under a name that is not this server’s; if it is, set ORIGIN (or CONSOLE_HOST) to it, and let the proxy hand on the Host header',
    )
  }
}

/** `/orders/{id}/cancel` as Fastify writes it. */
const colons = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

/**
 * `user_id` in a query never selects whose data is returned: it must be the caller's own
 * (product decision 2).
 */
const asksForOwnId = (route: Route): boolean => {
  const shape = (route.query as { def?: { shape?: object } } | undefined)?.def?.shape
  return shape !== undefined && 'user_id' in shape
}
