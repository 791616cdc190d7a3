import { connect, type Database } from '#platform/database/connect.ts'
import { fillRowMacs } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { memberCaller, SYSTEM_CALLER } from '#platform/engine/command.ts'
import { silent } from '#platform/engine/fixture.ts'
import type { Caller, Operator } from '#platform/http/route-handler.ts'
import { protectionList } from '#modules/identity/server/row-lists.ts'
import { TooMany, type RouteHandler } from '#modules/module.ts'
import { timeJst, type Ms } from '#kernel/time.ts'
import { oweCommand } from '../simulation/debts.ts'
import { diceOf } from '../simulation/dice.ts'
import { FakeDisk } from '../simulation/fake-disk.ts'
import { FakeExchange } from '../simulation/fake-exchange.ts'
import { openChecks } from '../simulation/invariants/all.ts'
import { batchOf } from '../simulation/invariants/durable.ts'
import { simClock, type SimClock } from '../simulation/sim-clock.ts'
import { INSTRUMENTS, openSimApp, type SimApp } from '../simulation/sim-app.ts'

/** A Tuesday while the bank takes requests. */
const BEGINS = timeJst('2026-12-01', 10)
/** Somebody's, and not this machine's: limits for each address count. */
const ADDRESS = '203.0.113.7'

/**
 * The outcome of a call: `said` is 'good', or the name of the refusal; `TOO_MANY` is the edge's word for a
 * limit.
 */
export type Outcome = { said: string; data: never }
type Asking = {
  as?: Caller | null
  operator?: Operator
  input?: object
  params?: object
  query?: object
  key?: string
  address?: string
}

/**
 * All modules with their real commands and routes: the engine in memory, SQL in a database of its own, and a
 * clock that stands until it is turned.
 */
export type AppContext = {
  readonly context: SimApp
  readonly clock: SimClock
  readonly db: Database
  readonly disk: FakeDisk
  /** Calls a route as the edge does, without HTTP. */
  call(route: string, asking?: Asking): Promise<Outcome>
  /** Carries a command out. `by`: a member's id; left out: the server itself. */
  run(type: string, input: unknown, by?: string): Promise<Outcome>
  /**
   * Does all of this at the same moment: each with a connection of its own, so that none has to wait for
   * another's.
   */
  atOnce<T>(works: readonly (() => Promise<T>)[]): Promise<T[]>
  /** Another number that nobody has. */
  next(): number
  close(): Promise<void>
}

/**
 * Opens one. The invariants of the simulation are asked of every batch of it; a breach fails the call that
 * made it.
 */
export async function startApp(at: Ms = BEGINS): Promise<AppContext> {
  const database = await testDatabase()
  const db = connect(database.config, silent)
  const clock = simClock(at)
  const dice = diceOf('invariants')
  const checks = openChecks()
  const failures: unknown[] = []
  const disk: FakeDisk = new FakeDisk((written) => {
    const batch = batchOf(written, disk)
    for (const check of checks) {
      try {
        check(batch)
      } catch (error) {
        failures.push(error)
      }
    }
  })
  disk.isPrompt = true
  const exchange = new FakeExchange(diceOf('invariants', 'exchange'))
  for (const { code, tickTable, openingPriceTenths } of INSTRUMENTS)
    exchange.add(code, tickTable, openingPriceTenths)
  exchange.advanceTo(at)
  const app = await openSimApp({
    dice,
    clock,
    disk,
    exchange,
    db,
    failed: (error) => void failures.push(error),
    starts: ['instruments', 'staff'],
    more: [oweCommand],
  })
  // Codes of rows, which a start of a new server fills in too.
  await fillRowMacs(
    database.config,
    app.modules.all.flatMap((module) => module.macs ?? []),
  )
  const routes = new Map(
    app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => [handler.route.name, handler]),
  )
  let numbers = 0

  return {
    context: app,
    clock,
    db,
    disk,
    async call(route, asking = {}) {
      const outcome = await answered(routes.get(route)!, asking)
      if (failures.length > 0) throw failures.shift()
      return outcome
    },
    async run(type, input, by) {
      const key = by === undefined ? '' : app.ids()
      // The rows of a registration, which these members did not go through.
      if (type === 'member.open')
        await protectionList(app.config).begin(db.kysely, (input as { memberId: string }).memberId)
      const caller = by === undefined ? { ...SYSTEM_CALLER, key } : memberCaller(by, 'phone', key)
      const { result } = await app.engine.submit(app.commands.get(type)!, input, caller)
      if (failures.length > 0) throw failures.shift()
      return result.ok
        ? { said: 'good', data: result.answer as never }
        : { said: result.rejection, data: result.detail as never }
    },
    async atOnce(works) {
      await Promise.all(works.map(() => db.pool.query('select 1')))
      return Promise.all(works.map((work) => work()))
    },
    next: () => ++numbers,
    async close() {
      for (const module of app.modules.all) await module.stop?.()
      await quiet(db)
      await db.close()
      await database.drop()
    },
  }
}

const QUIET_TURNS = 20
/** Members are told of things beside the answer: whoever is still at it finishes. */
async function quiet({ pool }: Database): Promise<void> {
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await new Promise<void>((resolve) => void setImmediate(resolve))
    if (pool.waitingCount > 0 || pool.idleCount < pool.totalCount) turns = 0
  }
}

async function answered(
  handler: RouteHandler,
  { as = null, operator, input = {}, params = {}, query = {}, key = '', address = ADDRESS }: Asking,
): Promise<Outcome> {
  const request = {
    input,
    params,
    query,
    caller: as,
    operator: operator ?? null,
    token: '',
    key,
    lang: 'en',
    address,
    userAgent: 'test',
  }
  try {
    const answer = (await handler.handle(request)) as { ok?: boolean; rejection?: string } | null
    return answer?.ok === false
      ? { said: answer.rejection!, data: answer as never }
      : { said: 'good', data: answer as never }
  } catch (error) {
    if (error instanceof TooMany) return { said: 'TOO_MANY', data: error.retryAfterSeconds as never }
    throw error
  }
}
