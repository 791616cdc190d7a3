import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Bug } from '#kernel/assert.ts'
import { inProcessBus } from '#platform/bus/in-process.ts'
import type { MachineClocks } from '#platform/clock-watch.ts'
import { systemClock } from '#platform/clock.ts'
import { openDamageWatch } from '#platform/database/damage-watch.ts'
import { openMemoryWatch } from '#platform/memory-watch.ts'
import { archivingOf, openArchiveWatch } from '#platform/backup/archive-watch.ts'
import type { Config } from '#platform/config.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { claimDatabase, rememberDemoIsOver } from '#platform/database/ownership.ts'
import { rememberPasskeyHosts } from '#platform/database/passkey-ownership.ts'
import { fillRowMacs } from '#platform/database/row-mac.ts'
import { checkJournal } from '#platform/engine/check-journal.ts'
import { answersCheck } from '#platform/engine/kept-answers.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import { startEngine, type Engine, type Limits as EngineLimits } from '#platform/engine/engine.ts'
import { openPostgresStore, type PostgresStore } from '#platform/engine/postgres-store.ts'
import { sealKey, sealMemory } from '#platform/engine/row-seal.ts'
import { Signatures } from '#platform/engine/signatures.ts'
import type { Store } from '#platform/engine/store.ts'
import type { Text } from '#platform/http/envelope.ts'
import { startDueScans } from '#platform/due-scan.ts'
import { jobRunsIn, openJobs, type Jobs } from '#platform/jobs.ts'
import { idSource } from '#platform/ids.ts'
import { imageCleaner } from '#platform/images.ts'
import { LIMITS, type Limits } from '#platform/limits.ts'
import type { Log } from '#platform/log.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { openDatabaseWatchdog } from '#platform/database-watchdog.ts'
import { openPrometheus, servePrometheus } from '#platform/prometheus.ts'
import { openTracing } from '#platform/tracing.ts'
import { openMetrics } from '#platform/metrics.ts'
import { openOutbox } from '#platform/outbox/outbox.ts'
import { encryptedImages } from '#platform/encryption.ts'
import type { CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import type { SeedSource } from '#modules/draws/server/public.ts'
import type { AppContext, Listener, Module } from '#modules/module.ts'
import { changedDays, publishedHours } from '#modules/schedules/server/public.ts'
import { openLogMarks } from '#modules/venue/server/public.ts'
import { openInclusionCommitments } from '#modules/trust/server/public.ts'
import { langOf } from '#i18n/lang.ts'
import { loadTexts } from '#i18n/server.ts'
import { figuresOf } from './figures.ts'
import { mountRoutes } from './mount-routes.ts'
import { openMarket, type MarketWorld } from './market-world.ts'
import { readReplay } from './replay-files.ts'
import { createModules, type Modules } from './modules.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { openDemoPast } from './past/past.ts'
import { codedRows, guardOf, reactionOf, rulesOf } from './rules.ts'
import type { Status } from './system-routes.ts'
import {
  beginInPast,
  clockConfirmed,
  confirmEffect,
  seenScan,
  setWallClock,
  timeBefore,
  timeSeen,
  CLOCK_TABLES,
} from './wall-clock.ts'

export type AppOptions = {
  config: Config
  database: Database['config']
  log: Log
  limits?: Limits
  engineLimits?: Partial<EngineLimits>
  /** Between the engine and its database, for benches: a disk that forgets. */
  disk?: (store: Store) => Store
  /** For benches: false, while metrics are to cost nothing. */
  isMeasured?: () => boolean
  /** A module of a test, above all others: its commands do what no product does yet. */
  extraModule?: (context: AppContext, world: MarketWorld) => Module
  /** The source of the seeds of draws, where it is not this server with the secrets of its data directory. */
  seeds?: SeedSource
  /** Corporate actions of companies on the simulated market, for tests that need an ex-date now. */
  corporateActions?: CorporateActions
  /** The machine's clocks, for tests that set them. */
  clocks?: Partial<MachineClocks>
  /** Before it listens: the supervisor gives its place at the route. */
  beforeListening?: () => Promise<void>
  /** The engine can no longer be trusted: the process must end. */
  fatal: (error: unknown) => void
}

export type RunningApp = {
  context: AppContext
  modules: Modules
  app: FastifyInstance
  jobs: Jobs
  /** Port on which it listens. */
  port: number
  /** Port of `/metrics`; null: there are none. */
  metricsPort: number | null
  stop(): Promise<void>
}

/** Puts the modules together and opens every route. Resolves when the first request can be answered. */
export async function startApp(options: AppOptions): Promise<RunningApp> {
  const { log, limits = LIMITS, disk = (store) => store } = options
  let engine: Engine | null = null
  let state: 'ok' | 'starting' | 'stopping' = 'starting'
  // Before it stands, the start itself fails; while it stops, nothing is left to lose.
  const lost = (error: Error) => {
    if (engine !== null && state !== 'stopping') options.fatal(error)
  }
  // Files that cannot be played claim no data directory.
  const replay = options.config.replay && readReplay(options.config.replay, log)
  const store = openPostgresStore(options.database, { warn: (message) => log.warn(message) }, lost)
  const config = await claimed(store, options)
  const db = connect(options.database, log)
  let world: MarketWorld | null = null
  let modules: Modules | null = null
  let jobs: Jobs | null = null
  const { offset, before, beginsInPast } = await timeBefore(db, config.demoPast)
  if (config.leavesDemo && offset !== 0)
    throw new Misconfigured(
      'The demo clock of this server was moved, and time does not go back: it cannot leave the demo setting. Begin with a new DATA_DIR (and DATABASE_URL).',
    )
  // Also the past and the exchange are made by this clock: where it is in doubt, the last record's time goes
  // on.
  const clock = systemClock({
    offset,
    before,
    attested: config.clockDate,
    ...(options.clocks === undefined ? {} : { clocks: options.clocks }),
    marketSource: () => world?.marketTime?.() ?? null,
  })
  const { calendar, businessDays, schedule } = (world = openMarket({
    config,
    replay,
    clock,
    log,
    logMarks: await openLogMarks(db, log),
    market: () => modules!.market,
    actions: () => modules!.actions,
    days: () => modules!.days,
    corporateActions: options.corporateActions,
    engine: () => context.engine,
    db: () => db,
  }))
  const prometheus = config.metrics === null ? null : await openPrometheus()
  const tracing = await openTracing(config, log)
  const metrics = openMetrics(clock, log, prometheus?.flushed)
  const watchdog = openDatabaseWatchdog()
  const texts = loadTexts()
  const text: Text = (lang, key, args) => texts(langOf(lang), key, args)
  const uuid = idSource(clock)
  const context: AppContext = {
    config,
    clock,
    calendar,
    businessDays,
    schedule,
    db,
    log,
    tracing,
    text,
    bus: inProcessBus(),
    outbox: openOutbox({ db, clock, log, chance: () => randomBytes(1)[0]! / 255 }),
    images: encryptedImages(db, config.keys.images, clock, uuid, imageCleaner(limits.upload)),
    ids: { uuid, bytes: (n) => randomBytes(n) },
    get engine() {
      if (engine === null) throw new Bug('the engine was used before it stood')
      return engine
    },
    doneBefore: () => jobs?.doneBefore() ?? 0,
  }
  const made = (modules = modulesOf(options, context, world))
  const commitments = openInclusionCommitments({
    keys: config.keys,
    wall: () => clock.wall(),
    db,
    durable: made.trust.take,
  })
  const setClock = setWallClock(clock)
  const seen = timeSeen(clock)
  const begin = beginInPast(clock)
  made.staff.register('health', confirmEffect(clock))
  const signatures = new Signatures()
  const macs = codedRows(config, made.all)
  const status = (): Status =>
    state !== 'ok' ? state : watchdog.stalled() ? 'stalled' : clock.isSure() ? 'ok' : 'clock-unsure'
  engine = await startEngine({
    store: commitments.over(metrics.timed(disk(store), watchdog.watch)),
    tables: [...CLOCK_TABLES, ...made.all.flatMap((module) => module.tables ?? [])],
    commands: [setClock, seen, begin, ...made.all.flatMap((module) => module.commands ?? [])],
    guard: guardOf(made.all),
    react: reactionOf(made.all),
    clock,
    log,
    signatures,
    seal: {
      key: sealKey(config.keys.salts),
      memory: sealMemory(config.dataDir),
      prove: () => proveRows(config, options.database, log),
      macs: {
        names: macs.map(({ name }) => name),
        fill: async (names) => {
          const rows = await fillRowMacs(
            options.database,
            macs.filter(({ name }) => names.includes(name)),
          )
          if (rows > 0)
            log.warn({ rows, names }, 'rows of an older version were given codes, once, as they were found')
        },
      },
    },
    world: { id: context.ids.uuid },
    ...(tracing === null ? {} : { span: (type: string) => tracing.current()?.part(type) }),
    fatal: options.fatal,
    ...(options.engineLimits === undefined ? {} : { limits: options.engineLimits }),
  })
  if (beginsInPast) await engine.submit(begin, null, { ...SYSTEM_CALLER, actor: 'demo' })
  world.changeDays?.(changedDays(engine.read), publishedHours(engine.read))
  const confirming = listen(clockConfirmed, ({ byMs }) => clock.watch.confirm(byMs))
  tell(engine, [confirming, ...made.all.flatMap(({ listeners = [] }) => listeners)], log)
  for (const module of made.all) await module.start?.()
  if (config.leavesDemo) await rememberDemoIsOver(db.pool)
  if (config.endsPasskeys) await rememberPasskeyHosts(db.pool, config)
  jobs = await openJobs(
    made.all.flatMap((module) => module.jobs ?? []),
    jobRunsIn(db, config.keys.salts),
    clock,
    log,
  )

  const damage = openDamageWatch({
    db,
    log,
    checks: () => [
      answersCheck,
      ...made.all.flatMap(({ stored = [] }) => stored),
      ...macs.map(({ stored }) => stored),
    ],
    monotonic: () => clock.monotonic(),
  })
  const memory = openMemoryWatch({
    onChange: (isShort, heap) =>
      isShort
        ? log.error(heap, 'memory is short: all but cancels, withdrawals and operators is refused')
        : log.warn(heap, 'there is memory again'),
  })
  const archive = openArchiveWatch({
    archiveDir: config.archiveDir,
    ask: (archiveDir) => archivingOf(db.pool, archiveDir),
    machine: () => clock.machine(),
    monotonic: () => clock.monotonic(),
    log,
  })
  let past: ReturnType<typeof openDemoPast> | null = null
  const { app, sockets, faults } = mountRoutes({
    context,
    modules: made,
    limits,
    signatures,
    damage,
    memory,
    archive,
    answered: prometheus === null ? [] : [prometheus.answered],
    ...(options.isMeasured === undefined ? {} : { isMeasured: options.isMeasured }),
    status,
    doubt: clock.watch.doubt,
    demoPast: () => past?.progress() ?? null,
    jobs: () => jobs,
    metrics,
    commitments,
    setClock,
    nameOf: world.instruments.nameOf,
  })
  if (made.identity.demo !== null) past = openDemoPast({ context, clock, modules: made, app, jobs, setClock })
  prometheus?.show(
    figuresOf({ context, modules: made.all, app, sockets, metrics, memory, archive, status, faults }),
  )
  await options.beforeListening?.()
  const page = prometheus === null ? null : await servePrometheus(config.metrics!, prometheus, log)
  // A caller who waits to be let in is not turned away by the kernel, which answers nothing and lets them try
  // again after seconds.
  await app.listen({ host: config.host, port: config.port, backlog: limits.request.connections })
  jobs.start()
  const stopScans = startDueScans(
    [
      seenScan(clock, () => context.engine, seen, options.fatal),
      ...context.outbox.scans,
      ...made.all.flatMap((module) => module.scans ?? []),
    ],
    clock,
    log,
  )
  const ping = () => db.kysely.selectFrom('jobRuns').select('name').limit(1).execute()
  const watches = [
    metrics.start({
      engine: () => context.engine,
      ping,
      sockets: () => sockets.size,
      unread: () => app.unread,
    }),
    watchdog.start({ ping, gone: options.fatal }),
    clock.watch.start(log),
    damage.start(),
    memory.start(),
    archive.start(),
  ]
  state = 'ok'
  for (const module of made.all) module.opened?.()

  const opened = jobs
  past?.start()
  return {
    context,
    modules: made,
    app,
    jobs: opened,
    port: portOf(app),
    metricsPort: page?.port ?? null,
    async stop() {
      state = 'stopping'
      for (const stop of watches) stop()
      await past?.stop()
      sockets.stop()
      await app.close()
      await Promise.all([opened.stop(), stopScans()])
      for (const module of made.all.toReversed()) await module.stop?.()
      await context.outbox.idle()
      await page?.stop()
      await context.engine.stop()
      await tracing?.stop()
      await db.close()
    },
  }
}

/**
 * The difference of any row from the journal, where no seal stands for the rows: once, at the first start
 * after a version that signed none. Records that this version cannot repeat leave their entries and balances
 * proven.
 */
async function proveRows(config: Config, database: Database['config'], log: Log): Promise<string | null> {
  log.warn('no seal stands for the rows: all of them are held against the journal, once')
  const { status, what, again } = await checkJournal(database, () => {}, rulesOf(config, database, log))
  if (status === 'broken') return what
  if (again?.notAgain)
    log.warn(again.notAgain, 'from here on entries and balances alone were held against it')
  return null
}

/**
 * The database, for this server alone and brought up to this version; the settings that it agrees with. Lets
 * go of it where it does not.
 */
async function claimed(store: PostgresStore, { database, config }: AppOptions): Promise<Config> {
  try {
    await store.lock()
    await migrate(database)
    return { ...config, ...(await claimDatabase(database, config, SEALED_COLUMNS)) }
  } catch (error) {
    await store.close().catch(() => {})
    throw error
  }
}

function modulesOf(
  { limits = LIMITS, extraModule, seeds }: AppOptions,
  context: AppContext,
  world: MarketWorld,
): Modules {
  const made = createModules(context, world, limits, seeds)
  return extraModule === undefined ? made : { ...made, all: [...made.all, extraModule(context, world)] }
}

/**
 * Events of the engine reach the modules that hear them. A listener that throws is a bug of that module; the
 * others hear all the same.
 */
function tell(engine: Engine, listeners: readonly Listener[], log: Log): void {
  const byType = new Map<string, Listener['handle'][]>()
  for (const { on, handle } of listeners) byType.set(on, [...(byType.get(on) ?? []), handle])
  engine.subscribe((event) => {
    for (const handle of byType.get(event.type) ?? []) {
      try {
        handle(event)
      } catch (err) {
        log.error({ err, event: event.type }, 'a listener failed')
      }
    }
  })
}

function portOf(app: FastifyInstance): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
