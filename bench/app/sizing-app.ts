/**
 * A whole server that says what it takes: memory after the collector has run, bytes on the disk, CPU. A
 * process of its own; forked with a folder.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '#platform/config.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { awayFromTheBreak } from '#server/away-from-the-break.fixture.ts'
import { startApp } from '#server/app.ts'
import { enrol } from './enrol.ts'
import { familyCpu, threadsNow } from './used.ts'

/** Bytes; CPU in microseconds. `heap`: with what lies outside of it; `log`: of PostgreSQL, ever written. */
export type Taken = {
  heap: number
  rss: number
  database: number
  log: number
  exchange: number
  main: number
  market: number
  postgres: number
}
export type SizingReady = { port: number; codes: string[] }
export type Asked = { what: 'taken' | 'stop' } | { what: 'enrol'; members: number }

const folder = process.argv[2]!
const FREE = { perSecond: 1e9, burst: 1e9, perMinute: null }
const config = readConfig({ DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG: 'error' })
const embedded = await startEmbedded(folder)
const postmaster = readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8')
const postgresCpu = familyCpu(Number.parseInt(postmaster, 10))
const open = await startApp({
  config,
  database: embedded.config,
  log: openLog('error'),
  limits: { ...LIMITS, lanes: { orders: FREE, cancels: FREE, writes: FREE } },
  fatal: (error) => {
    throw error
  },
})
const opening = awayFromTheBreak(open.context.clock.wall())
if (opening !== null)
  await fetch(`http://127.0.0.1:${open.port}/api/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: new Date(opening).toISOString() }),
  })

const filesIn = (path: string): number =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    // Snapshots take each other's place.
    .filter((entry) => entry.isFile() && !entry.name.startsWith('stretch-'))
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)

async function taken(): Promise<Taken> {
  const { rows } = await open.context.db.pool.query<{ database: number; log: number }>(
    `select pg_database_size(current_database())::int8 as database, (pg_current_wal_insert_lsn() - '0/0')::int8 as log`,
  )
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed, external } = process.memoryUsage()
  const threads = threadsNow()
  return {
    ...rows[0]!,
    heap: heapUsed + external,
    rss,
    exchange: filesIn(join(folder, 'venue')),
    main: threads['MainThread'] ?? 0,
    market: threads['exchange'] ?? 0,
    postgres: postgresCpu(),
  }
}

process.on('message', async (asked: Asked) => {
  if (asked.what === 'taken') return void process.send!(await taken())
  if (asked.what === 'enrol') return void process.send!(await enrol(open, asked.members))
  await open.stop()
  await embedded.stop()
  process.exit(0)
})
const codes = open.modules.instruments
  .all()
  .filter(({ kind }) => kind === 'stock')
  .map(({ code }) => code)
process.send!({ port: open.port, codes } satisfies SizingReady)
