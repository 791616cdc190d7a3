import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { standIn } from '#kernel/stand-in.fixture.ts'
import { uuidv7 } from '#kernel/id.ts'
import { DEMO_FIRM } from '#platform/firm.ts'
import { openOutbox } from '#platform/outbox/outbox.ts'
import { inProcessBus } from '#platform/bus/in-process.ts'
import type { Config } from '#platform/config.ts'
import { protectionList } from '#modules/identity/server/row-lists.ts'
import type { Database } from '#platform/database/connect.ts'
import { emptyLists } from '#platform/database/row-list.fixture.ts'
import type { Command } from '#platform/engine/command.ts'
import { startDueScans } from '#platform/due-scan.ts'
import { EngineError, startEngine, type Engine } from '#platform/engine/engine.ts'
import { silent } from '#platform/engine/fixture.ts'
import type { AnyDefinition } from '#platform/engine/table.ts'
import { LIMITS } from '#platform/limits.ts'
import type { Log } from '#platform/log.ts'
import { everyDayCalendar, tseCalendar } from '#modules/instruments/model/calendar.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import type { NewIssue } from '#modules/instruments/model/new-issue.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { paymentsStopped } from '#modules/funding/server/payment-stops.ts'
import { withdrawalsDue } from '#modules/funding/server/withdrawal-timer.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { openListing } from '#modules/instruments/server/listing.ts'
import { instrumentOf, listsIssues } from '#modules/instruments/server/module.ts'
import type { AppContext, Module } from '#modules/module.ts'
import { createModules, type Modules } from '#server/modules.ts'
import type { MarketWorld } from '#server/market-world.ts'
import { setWallClock, wallClock } from '#server/wall-clock.ts'
import { Breach } from './breach.ts'
import type { Dice } from './dice.ts'
import type { FakeDisk } from './fake-disk.ts'
import type { FakeExchange } from './fake-exchange.ts'
import { FakeNetwork } from './fake-network.ts'
import type { SimClock } from './sim-clock.ts'

const SEED = '5a'.repeat(32)
/** A few issues that members can pay, of both tick tables. */
export const INSTRUMENTS: readonly Instrument[] = simulatedUniverse(SEED)
  .filter(
    ({ kind, openingPriceTenths }) =>
      kind === 'stock' && openingPriceTenths >= 5_000 && openingPriceTenths <= 30_000,
  )
  .toSorted((a, b) =>
    a.tickTable === b.tickTable ? (a.code < b.code ? -1 : 1) : a.tickTable < b.tickTable ? -1 : 1,
  )
  .filter((_, index, all) => index < 2 || index >= all.length - 3)

/**
 * Modules whose `start` needs nothing but rows, clock and exchange; the others' reads and jobs ask SQL, and
 * are left to the tests of the whole server.
 */
const STARTED = ['instruments', 'staff', 'market', 'orders', 'margin-calls', 'funding']
/** Modules whose scans for what is due run; what operators do comes from the script. */
const SCANNED = ['orders', 'funding']

export type SimWorld = {
  readonly dice: Dice
  readonly clock: SimClock
  readonly disk: FakeDisk
  readonly exchange: FakeExchange
  /** Something that must not be happened where nobody could be told of it. */
  readonly failed: (error: unknown) => void
  /** SQL beside the engine; left out: nothing is kept there. */
  readonly db?: Database
  /**
   * The modules that are started; left out: all whose start needs no SQL, and what they look at by the clock.
   */
  readonly starts?: readonly string[]
  /** Commands beside those of the modules. */
  readonly more?: readonly Command[]
}

/** One life of the server, from a start to a crash: every module with the real commands, over fakes. */
export type SimApp = {
  readonly config: Config
  readonly engine: Engine
  readonly modules: Modules
  readonly network: FakeNetwork
  readonly commands: ReadonlyMap<string, Command>
  readonly tables: readonly AnyDefinition[]
  /** Its engine has said that it must end. */
  readonly death: () => unknown
  /** Another id, of the time that the machine's clock says: a request's key. */
  readonly ids: () => string
}

const key = (byte: number): Buffer => Buffer.alloc(32, byte)
const CONFIG = {
  version: 'simulation',
  versionCode: 0,
  host: 'localhost',
  port: 0,
  sms: null,
  smsCountries: ['+81'],
  mail: null,
  origin: null,
  consoleHost: null,
  accessLog: false,
  metrics: null,
  tracing: null,
  fix: null,
  isPrivate: false,
  venue: null,
  proxies: [],
  // Made only where a module writes into it.
  dataDir: join(tmpdir(), `akari-simulation-${process.pid}`),
  archiveDir: null,
  keysDir: '',
  databaseUrl: null,
  market: 'sim',
  schedule: 'always-open',
  replay: null,
  demo: true,
  leavesDemo: false,
  endsPasskeys: false,
  demoDesk: true,
  demoPast: false,
  clockDate: null,
  logLevel: 'silent',
  chatUrl: null,
  pushTestOrigin: null,
  webhookTestOrigin: null,
  noticeWebhook: null,
  firm: DEMO_FIRM,
  newsFeeds: [],
  screeningList: null,
  webDir: '',
  consoleDir: '',
  keys: {
    market: Buffer.from(SEED, 'hex'),
    pepper: key(1),
    demo: key(2),
    images: key(3),
    push: key(4),
    signing: key(5),
    drawOperator: key(6),
    drawAuditor: key(7),
    salts: key(8),
  },
} satisfies Config

/** Starts the server on what the disk has. */
export async function openSimApp(world: SimWorld): Promise<SimApp> {
  const { clock, disk, exchange, dice } = world
  const kept = disk.row('wall_clock', 'wall')
  clock.restart(kept?.offsetMs ?? 0)
  const uuid = () => uuidv7(Math.max(clock.machine(), 0), dice.bytes(16))
  const network = new FakeNetwork(exchange, dice, {
    now: () => clock.market(),
    heardUpTo: (orderId) => disk.row('orders', orderId)?.lastExecNo ?? 0,
  })
  let engine: Engine | null = null
  let death: unknown = null
  const log = watchful(world.failed)
  const app: AppContext = {
    config: CONFIG,
    clock,
    calendar: everyDayCalendar,
    businessDays: tseCalendar,
    schedule: schedules['always-open'],
    log,
    tracing: null,
    db: world.db ?? noDatabase,
    bus: inProcessBus(),
    outbox: openOutbox({ db: world.db ?? noDatabase, clock, log, chance: () => 0.5 }),
    images: {} as AppContext['images'],
    ids: { uuid, bytes: (n) => dice.bytes(n) },
    text: (_lang, name) => name,
    get engine() {
      return engine!
    },
    doneBefore: () => clock.market(),
  }
  const listing = openListing(INSTRUMENTS, () => clock.market())
  const codes = new Set(INSTRUMENTS.map(({ code }) => code))
  const modules = createModules(
    app,
    standIn<MarketWorld>({
      calendar: app.calendar,
      businessDays: app.businessDays,
      changeDays: null,
      schedule: app.schedule,
      instruments: listing,
      marketTime: null,
      disclosuresOn: null,
      newIssues: listsIssues({
        isReplay: false,
        isOfUniverse: (code) => codes.has(code),
        calendar: app.calendar,
      }),
      bring(issue: NewIssue) {
        listing.add(
          instrumentOf(SEED, issue, () => 1),
          0,
        )
        exchange.add(issue.code, 'other', issue.offerTenths)
      },
      drop: () => {},
      venueParts: null,
      exchange: { venue: network.venue, feed: network.feed },
      past: {
        firstDate: '2026-11-01',
        firstMinuteDate: () => '2026-11-01',
        days: () => [],
        minutes: () => [],
        firstPrice: () => null,
        holdsEveryDay: true,
      },
    }),
    LIMITS,
  )
  const setClock = setWallClock(clock)
  const tables = [wallClock, ...modules.all.flatMap((module) => module.tables ?? [])]
  const commands = [
    setClock,
    ...(world.more ?? []),
    ...modules.all.flatMap((module) => module.commands ?? []),
  ]
  const starting = startEngine({
    store: disk.open(),
    tables,
    commands,
    clock,
    world: { id: uuid },
    log,
    fatal: (error) => {
      death = error
    },
    seal: {
      key: key(9),
      memory: {
        read: () => disk.shape,
        keep: (shape) => {
          disk.shape = shape
        },
      },
      prove: () => Promise.resolve('rows that no seal stands for'),
    },
  })
  engine = await whileWorking(disk, starting)
  handle(engine, modules.all, world.failed)
  for (const module of modules.all)
    if ((world.starts ?? STARTED).includes(module.name))
      await whileWorking(disk, module.start?.() ?? Promise.resolve())
  const timer: Command = commands.find(({ type }) => type === 'withdrawal.timer')!
  // Names, pictures and devices stand in SQL: here they are as they should be.
  const checked = { failed: async () => null, forget: () => {} }
  const withoutSql = [
    withdrawalsDue({ context: app, checked, timer }),
    paymentsStopped({ context: app, checked }),
  ]
  const scans = modules.all
    .filter(({ name }) => SCANNED.includes(name))
    .flatMap((module) => module.scans ?? [])
  if (world.starts === undefined)
    startDueScans(
      scans.map((scan) => withoutSql.find(({ name }) => name === scan.name) ?? scan),
      clock,
      log,
    )
  return {
    config: CONFIG,
    engine,
    modules,
    network,
    tables,
    commands: new Map(commands.map((command) => [command.type, command])),
    death: () => death,
    ids: uuid,
  }
}

/** The disk keeps up while the server starts. */
async function whileWorking<T>(disk: FakeDisk, promise: Promise<T>): Promise<T> {
  let isOver = false
  const settled = promise.finally(() => {
    isOver = true
  })
  settled.catch(() => {})
  while (!isOver) {
    await new Promise<void>((resolve) => void setImmediate(resolve))
    disk.work()
  }
  return settled
}

/** Listeners wired as by the server's shell; one that fails is a finding. */
function handle(engine: Engine, modules: readonly Module[], failed: (error: unknown) => void): void {
  const listeners = modules.flatMap((module) => module.listeners ?? [])
  engine.subscribe((event) => {
    for (const { on, handle: listen } of listeners) {
      if (on !== event.type) continue
      try {
        listen(event)
      } catch (error) {
        failed(error)
      }
    }
  })
}

/**
 * Says nothing; what a module writes down as an error is a finding, unless the engine was about to stop
 * anyway.
 */
function watchful(failed: (error: unknown) => void): Log {
  const error = ((fields: { err?: unknown }, what: string) => {
    if (!(fields.err instanceof EngineError)) failed(new Breach('core', `${what}: ${String(fields.err)}`))
  }) as Log['error']
  return Object.assign(Object.create(silent) as Log, { error })
}

const lists = emptyLists((owner) => protectionList(CONFIG).empty(owner))
/** SQL beside the engine: nothing is kept there, and nothing found. */
const query: object = new Proxy(() => query, {
  get(_target, name) {
    switch (name) {
      case 'then':
        return undefined
      case 'getExecutor':
        return () => lists
      case 'execute':
        // A transaction's work is not done, and it leaves nothing to be done after it.
        return async (work?: unknown) => (work === undefined ? [] : async () => {})
      case 'executeTakeFirst':
        return () => Promise.resolve(undefined)
      case 'executeTakeFirstOrThrow':
        return () => Promise.reject(new Error('SQL was asked for what the simulation does not keep'))
      default:
        return query
    }
  },
})
const noDatabase = { config: {}, pool: query, kysely: query, close: () => Promise.resolve() } as Database
