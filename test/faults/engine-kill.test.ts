import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { uuidv7 } from '#kernel/id.ts'
import { seeded } from '#kernel/random.ts'
import { systemClock } from '#platform/clock.ts'
import { startEmbedded, type Embedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { startEngine, type Engine } from '#platform/engine/engine.ts'
import { balances, commands, FIXTURE_SQL, member, place, silent, tables } from '#platform/engine/fixture.ts'
import { readRecord } from '#platform/engine/journal.ts'
import { openPostgresStore, type PostgresStore } from '#platform/engine/postgres-store.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import type { Acknowledged } from './engine-under-load.ts'
import { median } from '../../bench/median.ts'

const KILLS = process.env['TEST_LONG'] === '1' ? 200 : 5
/** Bound on a start after a kill, as a multiple of one after an orderly stop of the same rows. */
const AT_MOST_TIMES = 5
const ORDERLY_STARTS = 3

let folder: string
let embedded: Embedded
const acknowledged: Acknowledged[] = []
const readyMs: number[] = []
let running: Engine | null = null
const random = seeded('engine-kill')
const clock = systemClock()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-kill-'))
  chmodSync(folder, 0o711)
  embedded = await startEmbedded(folder)
  await migrate(embedded.config)
  const sql = new pg.Client(embedded.config)
  await sql.connect()
  await sql.query(FIXTURE_SQL)
  await sql.end()
})
afterEach(async () => {
  await running?.stop()
  running = null
})
afterAll(async () => {
  await embedded.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs the engine in a process of its own and kills it in the middle of its work. */
async function runAndKill(afterMs: number, withPostgres: boolean): Promise<void> {
  const notes = join(folder, 'acknowledged')
  rmSync(notes, { force: true })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'engine-under-load.ts')], {
    env: { ...process.env, ENGINE_DATABASE: JSON.stringify(embedded.config), ENGINE_NOTES: notes },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let complained = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complained += text))
  child.stdout.once('data', () => setTimeout(() => killAll(child.pid!, withPostgres), afterMs))
  const signal = await new Promise((resolve) => child.once('close', (_code, by) => resolve(by)))
  expect([signal, complained], 'the engine ran until it was killed').toEqual(['SIGKILL', ''])
  // The last line may be cut off in the middle.
  const lines = readFileSync(notes, 'utf8').split('\n').slice(0, -1)
  acknowledged.push(...lines.map((line) => JSON.parse(line) as Acknowledged))
}

function killAll(pid: number, withPostgres: boolean): void {
  kill(pid)
  if (!withPostgres) return
  const postmaster = Number.parseInt(
    readFileSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8'),
    10,
  )
  for (const each of [postmaster, ...childrenOf(postmaster)]) kill(each)
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone by itself: a helper of PostgreSQL, or an engine that gave up, which is said above.
  }
}

function childrenOf(parent: number): number[] {
  const isChild = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

async function recover(): Promise<{ engine: Engine; store: PostgresStore }> {
  const begun = performance.now()
  embedded = await startEmbedded(folder)
  const store = openPostgresStore(embedded.config, silent)
  const id = () =>
    uuidv7(
      clock.machine(),
      Uint8Array.from({ length: 16 }, () => random.below(256)),
    )
  const engine = await startEngine({
    store,
    tables,
    commands,
    clock,
    world: { id },
    log: silent,
    fatal: (error) => {
      throw error
    },
  })
  running = engine
  readyMs.push(performance.now() - begun)
  return { engine, store }
}

async function checkEverything({ engine, store }: { engine: Engine; store: PostgresStore }): Promise<void> {
  await store.verifyJournal()
  const records: Buffer[] = []
  await store.readJournal(({ record }) => records.push(record))
  const entries = records.map(readRecord)
  const keys = entries.filter(({ key }) => key !== '').map(({ actor, key }) => `${actor} ${key}`)
  expect(new Set(keys).size, 'a key with two effects').toBe(keys.length)
  for (const { seq, member: name, key } of acknowledged)
    expect(entries[seq], `seq ${seq} was acknowledged`).toMatchObject({ seq, actor: `m:${name}`, key })

  const rows = reexecute(tables, commands, records)
  const yen = (list: readonly object[]) =>
    (list as { member: string; account: string; yen: number }[])
      .map((row) => `${row.member} ${row.account} ${row.yen}`)
      .sort()
  const onDisk = await store.rowsOf(balances)
  expect(yen(rows.get(balances)!)).toEqual(yen(onDisk))
  expect(
    onDisk.reduce((sum, row) => sum + row.yen, 0),
    'the sum of all accounts',
  ).toBe(0)

  for (const { member: name, key, input, seq, result } of acknowledged.slice(-50)) {
    expect(await engine.submit(place, input, member(name, key)), 'a client that asks again').toEqual({
      result,
      seq,
      replay: true,
    })
  }
}

describe('kill -9 under load', () => {
  it.each(
    Array.from(
      { length: KILLS },
      (_, round) => [round + 1, round % 2 === 1 ? 'engine and PostgreSQL' : 'engine'] as const,
    ),
  )(
    'kill %i, of the %s: nothing acknowledged is lost, nothing is doubled, the chain holds',
    async (_round, what) => {
      const before = acknowledged.length
      await runAndKill(150 + random.below(700), what !== 'engine')
      const recovered = await recover()
      expect(acknowledged.length, 'there was load').toBeGreaterThan(before)
      await checkEverything(recovered)
    },
  )

  it('is ready again in a few times what a start after an orderly stop takes', async () => {
    const afterKills = [...readyMs]
    readyMs.length = 0
    for (let start = 0; start < ORDERLY_STARTS; start++) {
      await running?.stop()
      await embedded.stop()
      await recover()
    }
    expect(median(afterKills)).toBeLessThan(AT_MOST_TIMES * median(readyMs))
  })
})
