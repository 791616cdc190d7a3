import { readFileSync, writeFileSync } from 'node:fs'
import { Session, type Profiler } from 'node:inspector/promises'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import type { Store } from '#platform/engine/store.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { awayFromTheBreak } from '#server/away-from-the-break.fixture.ts'
import { startApp } from '#server/app.ts'
import { enrol } from './enrol.ts'
import { metricsCost } from './metrics-cost.ts'
import { familyCpu, threadsNow, watchCollector, type Collected, type Used } from './used.ts'

/** Messages to and from the load generator, in a process of its own. */
export type Ready = {
  port: number
  echoPort: number
  tokens: string[]
  codes: string[]
  database: { host: string; port: number; user: string; password: string; database: string }
}

const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 10_000)
const FREE = { perSecond: 1e9, burst: 1e9, perMinute: null }

const folder = process.argv[2]!
/** A collector of one's own, for what traces cost. */
const traces = Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('OTEL_')))
const config = readConfig({
  ...traces,
  DATA_DIR: folder,
  PORT: '0',
  METRICS_PORT: '0',
  HOST: '127.0.0.1',
  LOG: 'error',
})
const embedded = await startEmbedded(folder)
const postgresCpu = familyCpu(
  Number.parseInt(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10),
)
let forgets = false
let isMeasured = false
let collected: () => Collected | null = () => null
const profiler = new Session()
/** Microseconds of the profiler's clock at which the load began. */
let profiledFrom = 0
const forgetful = (store: Store): Store => ({
  recover: (...deps) => store.recover(...deps),
  eachRow: (definition, onRow) => store.eachRow(definition, onRow),
  seal: (seal) => store.seal(seal),
  answer: (...deps) => store.answer(...deps),
  forgetAnswers: (before) => store.forgetAnswers(before),
  close: () => store.close(),
  flush: (batch) => (forgets ? Promise.resolve() : store.flush(batch)),
})
const open = await startApp({
  config,
  disk: forgetful,
  isMeasured: () => isMeasured,
  database: embedded.config,
  log: openLog('error'),
  fatal: (error) => {
    throw error
  },
  limits: { ...LIMITS, lanes: { orders: FREE, cancels: FREE, writes: FREE } },
})

/**
 * The log of a server that has run for a day has its files: PostgreSQL writes into the old ones again. A new
 * one is filled with zeros first while everybody waits, under this load 20 ms five times a second until
 * `max_wal_size` is there.
 */
async function fillLog(): Promise<void> {
  const { pool } = open.context.db
  const {
    rows: [log],
  } = await pool.query<{ files: number }>(
    `select (pg_size_bytes(current_setting('max_wal_size')) / pg_size_bytes(current_setting('wal_segment_size')))::int4 as files`,
  )
  for (let file = 0; file < log!.files; file++)
    await pool.query(`select pg_logical_emit_message(true, 'bench', ''), pg_switch_wal()`)
  await pool.query('checkpoint')
}

/** The bare anchor: the same body, parsed and sent back by Fastify as it comes. */
const echo = fastify()
echo.post('/echo', (request) => Promise.resolve(request.body))
await echo.listen({ host: '127.0.0.1', port: 0 })

/** A profile from a moment on: the profiler's own start would count as the server's work. */
function withoutStart(profile: Profiler.Profile, from: number): Profiler.Profile {
  const [samples, timeDeltas] = [profile.samples ?? [], profile.timeDeltas ?? []]
  let at = profile.startTime
  const first = timeDeltas.findIndex((delta) => (at += delta) >= from)
  if (first < 0) throw new Error('the profile ends before the load began')
  return {
    ...profile,
    startTime: at,
    samples: samples.slice(first),
    timeDeltas: [0, ...timeDeltas.slice(first + 1)],
  }
}

/** In the market's break orders are taken, but not filled. */
async function leaveTheBreak(): Promise<void> {
  const opening = awayFromTheBreak(open.context.clock.wall())
  if (opening === null) return
  const answer = await fetch(`http://127.0.0.1:${open.port}/api/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: new Date(opening).toISOString() }),
  })
  if (!answer.ok) throw new Error(`the clock was not set: ${await answer.text()}`)
}

await leaveTheBreak()
await fillLog()
// At the end each holds about ten lots.
const tokens = await enrol(open, MEMBERS)
const codes = open.modules.instruments
  .all()
  .filter(({ kind }) => kind === 'stock')
  .map(({ code }) => code)
const address = echo.server.address()
const ready: Ready = {
  port: open.port,
  echoPort: typeof address === 'object' ? address!.port : 0,
  tokens,
  codes,
  database: embedded.config,
}

const READ_EVERY_MS = 2_500
let reading: NodeJS.Timeout | undefined
const read = async () => (await fetch(`http://127.0.0.1:${open.metricsPort}/metrics`)).text()

/** Asked by name; each is answered. */
const answers: Record<string, () => unknown> = {
  used: async (): Promise<Used> => {
    const {
      rows: [counted],
    } = await open.context.db.pool.query<Pick<Used, 'filled' | 'walBytes' | 'rows'>>(
      `select (select count(*) from orders where filled_quantity = quantity) as filled, (pg_current_wal_insert_lsn() - '0/0')::int8 as "walBytes",
        (select sum(n_tup_ins + n_tup_upd)::int8 from pg_stat_user_tables where relname not like 'pgbench%') as rows`,
    )
    const { commands, batches } = open.context.engine.stats()
    return { ...counted!, threads: threadsNow(), postgres: postgresCpu(), commands, batches }
  },
  watch: () => {
    collected = watchCollector()
  },
  collected: () => collected(),
  /** From now on nothing is durable: what is left is everything but the disk. There is no way back. */
  forget: () => {
    forgets = true
  },
  metricsCost,
  /** Each answer is counted from now on, or is not; a reader comes six times as often as Prometheus does. */
  measure: () => {
    isMeasured = true
    reading = setInterval(read, READ_EVERY_MS)
  },
  unmeasure: () => {
    isMeasured = false
    clearInterval(reading)
  },
  profile: async () => {
    profiler.connect()
    await profiler.post('Profiler.enable')
    await profiler.post('Profiler.setSamplingInterval', { interval: 200 })
    await profiler.post('Profiler.start')
    await profiler.post('HeapProfiler.startSampling', {
      samplingInterval: 65_536,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    })
    profiledFrom = Number(process.hrtime.bigint() / 1_000n)
  },
  profiled: async () => {
    const name = process.env['BENCH_PROFILE']!
    writeFileSync(
      `${name}.heapprofile`,
      JSON.stringify((await profiler.post('HeapProfiler.stopSampling')).profile),
    )
    const { profile } = await profiler.post('Profiler.stop')
    writeFileSync(`${name}.cpuprofile`, JSON.stringify(withoutStart(profile, profiledFrom)))
  },
}
process.on('message', async (asked: string) => {
  const answer = answers[asked]
  if (answer !== undefined) return void process.send!((await answer()) ?? null)
  await open.stop()
  await echo.close()
  await embedded.stop()
  process.exit(0)
})
process.send!(ready)
