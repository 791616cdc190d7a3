import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { silent } from '#platform/engine/fixture.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import type { Store } from '#platform/engine/store.ts'
import { measure, nullStore, prepareFixture, SHAPE, zipf } from './app/fixture-load.ts'
import { familyCpu } from './app/used.ts'
import { median } from './median.ts'
import type { Config } from './pgbench.ts'
import type { Row } from './run.ts'

const FEW = 1_000
const MANY = Number(process.env['BENCH_MEMBERS'] ?? 1_000_000)
const ROUNDS = 5
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/** Microseconds of CPU for one command: of the engine, and of PostgreSQL. */
type Cost = { memory: number; durable: number; database: number }

/**
 * The cost of a command with a thousand members and with a million: as CPU, which other work on the machine
 * moves little.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const embedded = await startEmbedded(folder)
  const postgresCpu = familyCpu(
    Number.parseInt(readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'), 10),
  )
  try {
    const configs = new Map<number, Config>()
    for (const members of [FEW, MANY]) {
      const config = await databaseOf(embedded, `members_${members}`)
      await prepareFixture(config, members)
      configs.set(members, config)
    }
    const cost = async (members: number): Promise<Cost> => {
      const memory = await measure(nullStore(members), SECONDS / 2, members, zipf)
      const store = openPostgresStore(configs.get(members)!, silent)
      let [before, after] = [0, 0]
      // The reads of the start are no cost of a command.
      const timed: Store = {
        async recover(...deps) {
          const head = await store.recover(...deps)
          before = postgresCpu()
          return head
        },
        eachRow: (definition, onRow) => store.eachRow(definition, onRow),
        seal: (seal) => store.seal(seal),
        flush: (batch) => store.flush(batch),
        answer: (...deps) => store.answer(...deps),
        forgetAnswers: (until) => store.forgetAnswers(until),
        close() {
          after = postgresCpu()
          return store.close()
        },
      }
      const durable = await measure(timed, SECONDS, members, zipf)
      return { memory: memory.cpu, durable: durable.cpu, database: (after - before) / durable.commands }
    }
    const rounds: { few: Cost; many: Cost }[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push({ few: await cost(FEW), many: await cost(MANY) })
    const row = (metric: string, of: (cost: Cost) => number, most: number): Row => {
      const ratio = median(rounds.map(({ few, many }) => of(many) / of(few)))
      return {
        bench: 'growth',
        metric: `${metric}, ${MANY.toLocaleString('en-US')} members`,
        value: median(rounds.map(({ many }) => of(many))),
        unit: 'µs',
        anchor: `${FEW.toLocaleString('en-US')} members`,
        anchorValue: median(rounds.map(({ few }) => of(few))),
        ratio,
        goal: `≤ ${most}×`,
        ok: ratio <= most,
      }
    }
    return [
      row('CPU of a command in memory', ({ memory }) => memory, 1.2),
      row(`CPU of a durable command, ${SHAPE}`, ({ durable, database }) => durable + database, 1.3),
    ]
  } finally {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function databaseOf({ config }: Embedded, database: string): Promise<Config> {
  const sql = new pg.Client(config)
  await sql.connect()
  await sql.query(`create database ${database}`)
  await sql.end()
  return { ...config, database }
}
