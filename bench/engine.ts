import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { systemClock } from '#platform/clock.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startEngine, type Engine } from '#platform/engine/engine.ts'
import { balances, commands, fill, FIXTURE_SQL, member, place, silent, SYSTEM, tables } from '#platform/engine/fixture.ts'
import { CHAIN_START } from '#platform/engine/journal.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import type { Batch, Store } from '#platform/engine/store.ts'
import { uuidv7 } from '#kernel/id.ts'
import { randomFrom } from '#kernel/random.ts'
import { median } from './median.ts'
import { ANCHOR, preparePgbench, runPgbench, type Config } from './pgbench.ts'
import type { Row } from './run.ts'

const MEMBERS = 10_000
const IN_FLIGHT = 200
const ROUNDS = 5
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const CODES = Array.from({ length: 200 }, (_, index) => `S${100 + index}`)

const clock = systemClock()
const random = randomFrom([1, 2, 3, 4])
const sixteen = new Uint8Array(16)
const id = () => {
  for (let at = 0; at < 16; at++) sixteen[at] = random.below(256)
  return uuidv7(clock.machine(), sixteen)
}
const memberOf = (index: number) => `m${String(index).padStart(6, '0')}`

/** Half of the commands place an order, half fill one: what an accepted and filled market order does to the engine. */
async function load(engine: Engine, seconds: number): Promise<number> {
  let commandsDone = 0
  const begun = performance.now()
  const end = begun + seconds * 1_000
  const one = async () => {
    while (performance.now() < end) {
      const memberId = memberOf(random.below(MEMBERS))
      const input = { code: CODES[random.below(CODES.length)]!, priceTenths: 20_000 + 5 * random.below(1_000), quantity: 100 }
      const placed = await engine.submit(place, input, member(memberId, id()))
      if (!placed.result.ok) throw new Error(placed.result.rejection)
      await engine.submit(fill, { feeYen: 110, id: placed.result.answer.id }, SYSTEM)
      commandsDone += 2
    }
  }
  await Promise.all(Array.from({ length: IN_FLIGHT }, one))
  return commandsDone / ((performance.now() - begun) / 1_000)
}

/** Counts on the way to the disk. */
function counted(store: Store) {
  const count = { rows: 0, commands: 0, batches: 0 }
  const flush = (batch: Batch) => {
    count.batches += 1
    count.commands += batch.journal.length
    count.rows += batch.journal.length + batch.answers.length + batch.changes.reduce((sum, { rows }) => sum + rows.length, 0)
    return store.flush(batch)
  }
  const counting: Store = {
    recover: (...args) => store.recover(...args), flush, answer: (...args) => store.answer(...args), forgetAnswers: (at) => store.forgetAnswers(at), close: () => store.close(),
  }
  return { store: counting, count }
}

const YEN = 1e12
const WHATS = ['anchor', 'durable', 'memory'] as const
type What = (typeof WHATS)[number]

/** A disk that forgets: what is left is deciding, applying, journalling and hashing. */
const nullStore: Store = {
  async recover(_definitions, _keysFrom, load) {
    for (let index = 0; index < MEMBERS; index++) load.row(balances, { member: memberOf(index), account: 'available', yen: YEN })
    return { seq: -1, hash: CHAIN_START, ts: 0 }
  },
  flush: () => Promise.resolve(),
  answer: () => Promise.resolve(null),
  forgetAnswers: () => Promise.resolve(),
  close: () => Promise.resolve(),
}

const start = (store: Store): Promise<Engine> =>
  startEngine({
    store, tables, commands, clock, world: { id }, log: silent,
    fatal: (error) => {
      throw error
    },
  })

async function measure(store: Store, seconds: number): Promise<number> {
  const engine = await start(store)
  const perSecond = await load(engine, seconds)
  await engine.stop()
  return perSecond
}

async function prepare(config: Config): Promise<void> {
  preparePgbench(config)
  await migrate(config)
  const sql = new pg.Client(config)
  await sql.connect()
  await sql.query(FIXTURE_SQL)
  await sql.query(
    `insert into fixture_balances select 'm' || lpad(i::text, 6, '0'), 'available', $2 from generate_series(0, $1 - 1) i`, [MEMBERS, YEN],
  )
  await sql.query('vacuum analyze')
  await sql.query('checkpoint')
  await sql.end()
}

/** Commands per second with and without the disk, against TPC-B in the same rounds. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  try {
    await prepare(embedded.config)
    const rounds: (Record<What, number> & { rows: number; batch: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const { store, count } = counted(openPostgresStore(embedded.config, silent))
      const run: Record<What, () => number | Promise<number>> = {
        anchor: () => runPgbench(embedded.config, SECONDS),
        durable: () => measure(store, SECONDS),
        memory: () => measure(nullStore, SECONDS / 2),
      }
      const speed = { anchor: 0, durable: 0, memory: 0 }
      // Each leaves the disk something to do: none may always come after the same one.
      for (let turn = 0; turn < 3; turn++) {
        const what = WHATS[(turn + round) % 3]!
        speed[what] = await run[what]()
      }
      rounds.push({ ...speed, rows: count.rows / count.commands, batch: count.commands / count.batches })
    }
    const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
    const row = (metric: string, of: 'durable' | 'memory', goal: number, aim: number): Row => {
      const ratio = middle((round) => round[of] / round.anchor)
      return {
        bench: 'engine', metric, value: Math.round(middle((round) => round[of])), unit: '1/s', anchor: ANCHOR,
        anchorValue: Math.round(middle((round) => round.anchor)), ratio, goal: `≥ ${goal}× (aim ${aim}×)`, ok: ratio >= goal,
      }
    }
    const shape = `${IN_FLIGHT} in flight, ${middle((round) => round.rows).toFixed(1)} rows each`
    return [row(`durable, ${shape}`, 'durable', 3.5, 5), row('without disk', 'memory', 10, 20)]
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
