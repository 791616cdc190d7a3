import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from '#kernel/id.ts'
import { Connection } from './house/connection.ts'
import type { Filled, Ready } from './house/orders-house.ts'
import { median } from './median.ts'
import { ANCHOR, preparePgbench, runPgbench } from './pgbench.ts'
import type { Row } from './run.ts'

const CONNECTIONS = 50
const ROUNDS = 5
/** A house runs for days: what the first seconds cost until its code is compiled is not what is measured. */
const WARM_UP_ROUNDS = 4
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

type Load = { perSecond: number; p50: number; p99: number }

const ask = <T>(child: ChildProcess, what: string): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as T))
    child.send(what)
  })

/** Fifty connections, each with one request under way, for some seconds. `one` says whether its answer counts. */
async function load(port: number, one: (connection: Connection, n: number) => Promise<boolean>): Promise<Load & { accepted: number }> {
  const times: number[] = []
  let accepted = 0
  let n = 0
  const begun = performance.now()
  const end = begun + SECONDS * 1_000
  await Promise.all(Array.from({ length: CONNECTIONS }, async () => {
    const connection = new Connection(port)
    while (performance.now() < end) {
      const from = performance.now()
      if (await one(connection, n++)) accepted++
      times.push(performance.now() - from)
    }
    connection.end()
  }))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { perSecond: accepted / ((performance.now() - begun) / 1_000), p50: at(0.5), p99: at(0.99), accepted }
}

let placed = 0
/** Buys and shorts in turn, over all members and issues, so that the books stay where they are. */
function orders({ port, tokens, codes }: Ready): Promise<Load & { accepted: number }> {
  return load(port, async (connection) => {
    const n = placed++
    const side = (n + Math.floor(n / codes.length)) % 2 === 0 ? 'up' : 'down'
    const headers = `token: ${tokens[n % tokens.length]!}\r\nidempotency-key: ${uuidv7(Date.now(), randomBytes(16))}\r\n`
    const answer = await connection.post('/api/orders?lang=jp', headers, orderOf(codes[n % codes.length]!, side))
    return answer.startsWith('{"code":1,')
  })
}

const orderOf = (code: string, side: 'up' | 'down') => JSON.stringify({ code, side, type: 'market', quantity: 100, leverage: 3.3 })
const ECHO_BODY = orderOf('S100', 'up')

/** Orders by HTTP: accepted and filled, both durable, by a whole house with its exchange; against TPC-B and a bare Fastify in the same rounds. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const child = fork(join(import.meta.dirname, 'house', 'orders-house.ts'), [folder])
  try {
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready))
      child.once('exit', (code) => reject(new Error(`the house ended with ${code}`)))
    })
    preparePgbench(ready.database)
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await orders(ready)
    const rounds: (Load & { anchor: number; echo: number; filled: number })[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const anchor = runPgbench(ready.database, SECONDS)
      const echo = (await load(ready.echoPort, async (connection) => (await connection.post('/echo', '', ECHO_BODY)) === ECHO_BODY)).perSecond
      const before = await ask<Filled>(child, 'filled')
      const { accepted, ...measured } = await orders(ready)
      const after = await ask<Filled>(child, 'filled')
      rounds.push({ ...measured, anchor, echo, filled: (after.filled - before.filled) / Math.max(accepted, 1) })
    }
    return rowsOf(rounds)
  } finally {
    if (child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

function rowsOf(rounds: (Load & { anchor: number; echo: number; filled: number })[]): Row[] {
  const middle = (of: (round: (typeof rounds)[number]) => number) => median(rounds.map(of))
  const perSecond = Math.round(middle((round) => round.perSecond))
  const shape = `${CONNECTIONS} connections, ${Math.round(middle((round) => round.filled) * 100)} % filled`
  const row = (metric: string, value: number, unit: string, anchor: string, of: 'anchor' | 'echo', ratio: number, goal: string, ok: boolean): Row =>
    ({ bench: 'orders', metric, value, unit, anchor, anchorValue: Math.round(middle((round) => round[of])), ratio, goal, ok })
  const ratio = middle((round) => round.perSecond / round.anchor)
  const ofEcho = middle((round) => round.perSecond / round.echo)
  const p99 = middle((round) => round.p99)
  return [
    row(`durable, ${shape}`, perSecond, '1/s', ANCHOR, 'anchor', ratio, '≥ 1× (aim 1.5×)', ratio >= 1),
    row('against a bare echo', perSecond, '1/s', 'bare Fastify echo', 'echo', ofEcho, 'said, not set', true),
    row(`p99, p50 ${middle((round) => round.p50).toFixed(1)} ms`, p99, 'ms', ANCHOR, 'anchor', p99 / 30, '≤ 30 ms', p99 <= 30),
  ]
}
