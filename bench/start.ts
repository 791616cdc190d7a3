import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '#kernel/id.ts'
import { startEmbedded } from '#platform/database/embedded.ts'
import { silent } from '#platform/engine/fixture.ts'
import { chained, recordText } from '#platform/engine/journal.ts'
import { openPostgresStore } from '#platform/engine/postgres-store.ts'
import type { Batch, HashText, KeptAnswer, NewRecord } from '#platform/engine/store.ts'
import { median } from './median.ts'
import type { Row } from './run.ts'

const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
const AT_ONCE = 5_000
/** Records since the last head that was written down: as many as a start may have to check. */
const UNCHECKED = 999
const ROUNDS = 5
const CLEAN_MS = 3_000
const FULL_MS = 5_000
const MAIN = join(import.meta.dirname, '..', 'src', 'server', 'main.ts')

/** From the start of the process to the first answer that all is well; in milliseconds. */
async function startOf(folder: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [MAIN], { env: { ...process.env, DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', LOG: 'fatal' }, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    while (!(await isWell(port))) {
      if (child.exitCode !== null) throw new Error(`the house ended with ${child.exitCode}`)
      await sleep(10)
    }
    return performance.now() - begun
  } finally {
    await ended(child)
  }
}

const isWell = (port: number): Promise<boolean> => fetch(`http://127.0.0.1:${port}/api/health`).then((answer) => answer.ok, () => false)

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

/** As many records as a busy day leaves, half of them with a key that may come again, by the engine's own way to the disk. */
async function fill(folder: string): Promise<void> {
  const embedded = await startEmbedded(folder)
  const store = openPostgresStore(embedded.config, silent)
  let { seq, hash } = await store.recover([], Date.now(), { row() {}, key() {} })
  while (seq < RECORDS) {
    const left = RECORDS - seq
    const batch = recordsAfter(seq, hash, left > AT_ONCE + UNCHECKED ? AT_ONCE : left > UNCHECKED ? left - UNCHECKED : left)
    await store.flush(batch)
    ;({ seq, hash } = batch.journal.at(-1)!)
  }
  await store.close()
  await embedded.stop()
}

const REQUEST: HashText = '\x01'.repeat(32)
/** As long as the records and answers of orders. */
const BODY = JSON.stringify({ input: 'x'.repeat(900) })
const ANSWER = JSON.stringify({ answer: 'x'.repeat(900), ok: true })

function recordsAfter(previous: number, before: HashText, count: number): Batch {
  const journal: NewRecord[] = []
  const answers: KeptAnswer[] = []
  let hash = before
  for (let seq = previous + 1; seq <= previous + count; seq++) {
    const ts = Date.now()
    const key = uuidv7(ts, randomBytes(16))
    const member = `m${seq % 10_000}`
    const record = recordText({ actor: `m:${member}`, device: '', key, seq, ts, type: 'bench.filled' }, BODY)
    hash = chained(hash, record)
    journal.push({ seq, ts, type: 'bench.filled', record, hash })
    if (seq % 2 === 0) answers.push({ member, key, seq, request: REQUEST, answer: ANSWER })
  }
  return { previous, journal, answers, changes: [] }
}

/** How long a start takes: on an empty folder, on a small house, and after a million records. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  try {
    const first = await startOf(folder)
    const rounds = async () => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await startOf(folder))
      return median(times)
    }
    const small = await rounds()
    await fill(folder)
    const full = await rounds()
    const row = (metric: string, value: number, most: number): Row => ({ bench: 'start', metric, value: Math.round(value), unit: 'ms', anchor: 'small house', anchorValue: Math.round(small), ratio: value / small, goal: `≤ ${most} ms`, ok: value <= most })
    return [
      row('the very first, which makes the database', first, 2 * FULL_MS),
      row('a small house', small, CLEAN_MS),
      row(`after ${RECORDS.toLocaleString('en-US')} records, half with a key of this day`, full, FULL_MS),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
