import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fillJournal } from '../test/app/fill-journal.ts'
import { fillMembers } from './app/many-members.ts'
import { median } from './median.ts'
import type { Row } from './run.ts'

const RECORDS = Number(process.env['BENCH_RECORDS'] ?? 1_000_000)
/** Members with three lots each: a million takes 7 GB of memory and 8 GB of disk. */
const MEMBERS = Number(process.env['BENCH_MEMBERS'] ?? 50_000)
const LOTS = 3
const ROUNDS = 5
/** Of the start of a small server. */
const MOST = 3.5
const MAIN = join(import.meta.dirname, '..', 'src', 'server', 'main.ts')

/** From the start of the process to the first answer that all is well; in milliseconds. */
async function startOf(folder: string): Promise<number> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), HOST: '127.0.0.1', LOG: 'fatal' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while (!(await isWell(port))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
      await sleep(10)
    }
    return performance.now() - begun
  } finally {
    await ended(child)
  }
}

const isWell = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health`).then(
    (answer) => answer.ok,
    () => false,
  )

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

/** The time of a start: on an empty folder, on a small server, after a million records, with many members. */
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
    await fillJournal(folder, RECORDS)
    const full = await rounds()
    await fillJournal(folder, 0, (config) => fillMembers(config, 0, MEMBERS, LOTS))
    const many = await rounds()
    const row = (metric: string, value: number, most = Infinity): Row => ({
      bench: 'start',
      metric,
      value: Math.round(value),
      unit: 'ms',
      anchor: 'small server',
      anchorValue: Math.round(small),
      ratio: value / small,
      goal: most === Infinity ? 'said, not set' : `≤ ${most}×`,
      ok: value / small <= most,
    })
    const records = RECORDS.toLocaleString('en-US')
    return [
      row('the very first, which makes the database', first),
      row('a small server', small),
      row(`after ${records} records, half with a key of this day`, full, MOST),
      row(`the same with ${MEMBERS.toLocaleString('en-US')} members of ${LOTS} lots`, many, MOST),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
