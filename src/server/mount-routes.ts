import type { FastifyInstance } from 'fastify'
import { accessLog, type OnAnswered } from '#platform/http/answered.ts'
import { openAddresses } from '#platform/http/address.ts'
import { envelopes, type Text } from '#platform/http/envelope.ts'
import type { RouteExamples, ShownExample } from '#platform/http/examples.ts'
import { openApiDocument } from '#platform/http/openapi.ts'
import { isServedAt, openHosts, siteOf } from '#platform/http/host.ts'
import { createHttp, type ModuleRoute } from '#platform/http/server.ts'
import { serveSecretFiles } from '#platform/http/secret-files.ts'
import { bothSites, openSite } from '#platform/http/static.ts'
import { needsKey } from '#platform/http/key.ts'
import type { DamageWatch } from '#platform/database/damage-watch.ts'
import type { MemoryWatch } from '#platform/memory-watch.ts'
import type { ArchiveWatch } from '#platform/backup/archive-watch.ts'
import type { Limits } from '#platform/limits.ts'
import type { Signatures } from '#platform/engine/signatures.ts'
import { serveSockets, type Sockets } from '#platform/socket/server.ts'
import { serveUploads } from '#platform/uploads.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import type { Route } from '#wire/route.ts'
import { getBackOfficeApi, type FaultName } from '#wire/system.ts'
import type { Modules } from './modules.ts'
import { isClockUnconfirmed, recordsAhead } from './wall-clock.ts'
import { systemRoutes, type Status, type SystemDeps } from './system-routes.ts'

type JsonObject = Record<string, unknown>
type Deps = Omit<
  SystemDeps,
  'envelopes' | 'measures' | 'faults' | 'venueHas' | 'moduleOf' | 'clockAnswerMs'
> & {
  context: AppContext
  modules: Modules
  limits: Limits
  signatures: Signatures
  damage: Pick<DamageWatch, 'saw' | 'stands'>
  memory: Pick<MemoryWatch, 'isShort'>
  archive: Pick<ArchiveWatch, 'faults'>
  answered: readonly OnAnswered[]
  isMeasured?: () => boolean
}

/**
 * Every route of every module behind one HTTP server, and the streams beside them. It does not listen yet.
 */
export function mountRoutes({
  context,
  modules,
  limits,
  signatures,
  damage,
  memory,
  archive,
  answered,
  isMeasured,
  ...deps
}: Deps): { app: FastifyInstance; sockets: Sockets; faults: () => FaultName[] } {
  const { config, clock, log, text } = context
  const ofModules: ModuleRoute[] = modules.all.flatMap(({ name, routes = [] }) =>
    routes.map((handler) => ({ module: handler.words ?? name, handler })),
  )
  const measures = () =>
    Object.fromEntries(
      modules.all.flatMap(({ name, measuresAs, measures: read }) =>
        read ? [[measuresAs ?? name, read()]] : [],
      ),
    )
  const faults = () => [
    ...new Set<FaultName>([
      ...(memory.isShort() ? ['memory-short' as const] : []),
      ...archive.faults(),
      ...(damage.stands() ? ['storage-damaged' as const] : []),
      ...(isClockUnconfirmed(clock) ? ['clock-unconfirmed' as const] : []),
      ...(clock.isBehind() ? ['clock-behind' as const] : []),
      ...(recordsAhead(context.engine, clock) === null ? [] : ['records-ahead' as const]),
      ...modules.all.flatMap((module) => module.faults?.() ?? []),
    ]),
  ]
  const own = systemRoutes({
    ...deps,
    context,
    measures,
    faults,
    venueHas: modules.venueHas,
    envelopes: envelopes(text),
    moduleOf: wordingModules(modules.all),
    // Well before a connection ends on which nothing happens.
    clockAnswerMs: (limits.request.idleMs * 5) / 6,
  })
  const ofServer = [
    ...own,
    on(getBackOfficeApi, (): { document: JsonObject } => ({ document: backOffice() })),
  ]
  const routes: ModuleRoute[] = [...ofModules, ...ofServer.map((handler) => ({ module: 'server', handler }))]
  const examples = () => shownExamples(routes, modules.all, text)
  const { version, demo } = config
  const backOffice = (): JsonObject =>
    openApiDocument(
      routes.map(({ handler }) => handler.route).filter(({ operatorKey }) => operatorKey !== undefined),
      { version, demo, site: 'console', title: 'Akari back office', examples: examples() },
    )
  const addresses = openAddresses({
    proxies: config.proxies,
    demo: config.demo,
    limits: limits.address,
    clock,
  })
  const [appFiles, consoleFiles] = [
    openSite(config.webDir),
    openSite(config.consoleDir, { at: '/console', fallback: true }),
  ]
  const app = createHttp({
    routes,
    addresses,
    text,
    clock,
    limits,
    log,
    signatures,
    sawDamage: damage.saw,
    answered: [...(config.accessLog ? [accessLog(log)] : []), ...answered],
    tracing: context.tracing,
    ...(isMeasured === undefined ? {} : { isMeasured }),
    demo: config.demo,
    sessions: modules.identity,
    apiKeys: modules.apiKeys,
    operatorKeys: modules.operatorKeys,
    isVenueAway: modules.isVenueAway,
    away: (route) => awayFor(deps.status(), memory.isShort(), route),
    isKnownKey: (memberId, key) => context.engine.hasIdempotencyKey(memberId, key),
    commitmentFor: deps.commitments.of,
    operators: modules.staff.operators,
    origin: config.origin,
    consoleHost: config.consoleHost,
    files: { app: appFiles, console: consoleFiles, both: bothSites(appFiles, consoleFiles) },
    document: (site) =>
      openApiDocument(
        routes.map(({ handler }) => handler.route).filter((route) => isServedAt(site, siteOf(route))),
        { version, demo, site, examples: examples() },
      ),
  })
  serveUploads(app, {
    sessions: modules.identity,
    addresses,
    clock,
    limits,
    log,
    envelopes: envelopes(text),
    uploads: modules.all.flatMap(({ name, uploads = [] }) =>
      uploads.map((handler) => ({ module: name, handler })),
    ),
  })
  serveSecretFiles(
    app,
    modules.all.flatMap(({ secretFiles = [] }) => secretFiles),
    log,
  )
  const sockets = serveSockets({
    server: app.server,
    topics: modules.all.flatMap((module) => module.topics ?? []),
    bus: context.bus,
    redeem: modules.identity.redeem,
    clock,
    limits: limits.socket,
    addresses,
    hosts: openHosts(config),
    envelopes: envelopes(text),
    log,
  })
  modules.identity.onSessionEnd((sessionId) => sockets.closeSession(sessionId))
  return { app, sockets, faults }
}

/** The state of a write, which is the server's own route. */
const OWN_EXAMPLES: RouteExamples = {
  op: { params: { key: '01a21e61-4a05-7fe1-ae87-7e722b1b70fe' }, output: { state: 'running' } },
  getBackOfficeApi: { output: { document: { openapi: '3.1.0' } } },
}

/** The examples of all modules, with their answers as they are sent: in English. */
function shownExamples(
  routes: readonly ModuleRoute[],
  modules: readonly Module[],
  text: Text,
): Map<string, ShownExample> {
  const { successOf, refusalOf } = envelopes(text)
  const wordsOf = new Map(routes.map(({ module, handler }) => [handler.route.name, module]))
  const all = [OWN_EXAMPLES, ...modules.map(({ examples = {} }) => examples)]
  return new Map(
    all
      .flatMap(Object.entries<RouteExamples[string]>)
      .map(([name, { output, refused, ...request }]) => [
        name,
        {
          ...request,
          done: successOf(output, 'en'),
          ...(refused && {
            refused: refusalOf(wordsOf.get(name) ?? 'server', { ok: false, ...refused }, 'en'),
          }),
        },
      ]),
  )
}

/**
 * The module that words a refusal, by the type of the command: the command's own, unless the route that
 * answers it has the words of another.
 */
function wordingModules(modules: readonly Module[]): (type: string, rejection: string) => string {
  const moduleOf = new Map<string, string>()
  const own = new Set<string>()
  const others = new Map<string, string>()
  for (const { name, commands = [], routes = [] } of modules) {
    for (const { type } of commands) moduleOf.set(type, name)
    for (const { route, words } of routes)
      for (const code of route.rejections ?? [])
        if (words === undefined) own.add(`${name} ${code}`)
        else others.set(`${name} ${code}`, words)
  }
  return (type, rejection) => {
    const module = moduleOf.get(type) ?? 'server'
    const refused = `${module} ${rejection}`
    return own.has(refused) ? module : (others.get(refused) ?? module)
  }
}

/** They say themselves how the server is. */
const PROBES: ReadonlySet<string> = new Set(['health', 'live'])

/**
 * Reason why a route is not served in this state of the server. Health says itself how it is; with the clock
 * unsure, nothing is begun that is timed by it, and whoever wants out gets out; so they do with little memory
 * left, and operators, who find out why, stay.
 */
export function awayFor(
  status: Status,
  isShort: boolean,
  route: Route,
): 'unavailable' | 'clockUnsure' | null {
  if (status === 'stalled' && !PROBES.has(route.name)) return 'unavailable'
  if (isShort && !PROBES.has(route.name) && !route.urgent && route.access !== 'operator') return 'unavailable'
  return status === 'clock-unsure' && route.access === 'member' && needsKey(route) && !route.urgent
    ? 'clockUnsure'
    : null
}
