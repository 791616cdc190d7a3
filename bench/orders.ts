import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { uuidv7 } from '#kernel/id.ts'
import { Connection, isAccepted, requestOf } from './app/connection.ts'
import type { Ready } from './app/orders-app.ts'
import type { Collected, Used } from './app/used.ts'
import { median } from './median.ts'
import { ANCHOR, preparePgbench, runPgbench } from './pgbench.ts'
import type { Row } from './run.ts'

const CONNECTIONS = 50
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
/** A server runs for days: what the first seconds cost until its code is compiled is not what is measured. */
const WARM_UP_ROUNDS = 4
const NULL_ROUNDS = 3
/**
 * Share of the accepted orders that are filled: less is other work than is to be measured. The last ones of a
 * round may be on their way.
 */
const WHOLE = 0.98
const ECHO = 'bare Fastify echo'
/** File for a profile of the server's main thread, which one more round writes. */
const PROFILE = process.env['BENCH_PROFILE']
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)

/**
 * Our own garbage is collected before the clock runs: while the load generator stands still, answers that are
 * there look late.
 */
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

type Load = { perSecond: number; p50: number; p99: number }
/** `sender`: microseconds of this process's CPU for all that it sent. */
type Sent = { accepted: number; sender: number }

const ask = <T>(child: ChildProcess, what: string): Promise<T> =>
  new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as T))
    child.send(what)
  })

/** Sends one request; answers whether it counts. */
type One = (connection: Connection) => Promise<boolean>

/** Fifty connections, each with one request under way, for some seconds. */
async function load(port: number, one: One): Promise<Load & Sent> {
  const times: number[] = []
  let accepted = 0
  const [begun, used] = [performance.now(), process.cpuUsage()]
  const end = begun + SECONDS * 1_000
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new Connection(port)
      while (performance.now() < end) {
        const from = performance.now()
        if (await one(connection)) accepted++
        times.push(performance.now() - from)
      }
      connection.end()
    }),
  )
  const { user, system } = process.cpuUsage(used)
  return {
    perSecond: accepted / ((performance.now() - begun) / 1_000),
    ...quantiles(times),
    accepted,
    sender: user + system,
  }
}

/**
 * Open loop of `perSecond` requests over fifty connections, whether answers come or not. Each time counts
 * from when its request was due: one that finds no free connection waits, and so do those behind it (a closed
 * loop would not have sent them).
 */
async function paced(port: number, perSecond: number, one: One): Promise<Load> {
  const times: number[] = []
  const free = Array.from({ length: CONNECTIONS }, () => new Connection(port))
  const all = Math.floor(perSecond * SECONDS)
  let [accepted, n] = [0, 0]
  const begun = performance.now()
  const dueAt = (of: number) => begun + (of / perSecond) * 1_000
  const send = async (connection: Connection, due: number) => {
    n++
    if (await one(connection)) accepted++
    times.push(performance.now() - due)
    free.push(connection)
    sendDue()
  }
  const sendDue = () => {
    while (free.length > 0 && n < all && dueAt(n) <= performance.now()) void send(free.pop()!, dueAt(n))
  }
  while (times.length < all) {
    sendDue()
    await sleep(1)
  }
  for (const connection of free) connection.end()
  return { perSecond: accepted / ((performance.now() - begun) / 1_000), ...quantiles(times) }
}

function quantiles(times: number[]): { p50: number; p99: number } {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
  return { p50: at(0.5), p99: at(0.99) }
}

let placed = 0
/** Requests a second: more than any server has answered yet. */
const AHEAD = 6_000
const REQUEST_BYTES = 1_024
const written = Buffer.allocUnsafe(AHEAD * SECONDS * REQUEST_BYTES)

/**
 * Buys and shorts in turn, over all members and issues, so that the books stay where they are. Their requests
 * are made before the clock runs: the server is measured, not who asks it.
 */
function orders<T>(
  { port, tokens, codes }: Ready,
  most: number,
  under: (port: number, one: One) => Promise<T>,
): Promise<T> {
  const request = (n: number) => {
    const side = (n + Math.floor(n / codes.length)) % 2 === 0 ? 'up' : 'down'
    const headers = `token: ${tokens[n % tokens.length]!}\r\nidempotency-key: ${uuidv7(Date.now(), randomBytes(16))}\r\n`
    return requestOf('/api/orders?lang=jp', headers, orderOf(codes[n % codes.length]!, side))
  }
  const first = placed
  const ends = [0]
  for (let index = 0; index < Math.min(most, AHEAD) * SECONDS; index++)
    ends.push(ends[index]! + request(first + index).copy(written, ends[index]))
  collect()
  return under(port, async (connection) => {
    const at = placed++ - first
    const made = at + 1 < ends.length ? written.subarray(ends[at], ends[at + 1]) : request(first + at)
    return isAccepted(await connection.send(made))
  })
}

const orderOf = (code: string, side: 'up' | 'down') =>
  JSON.stringify({ code, side, type: 'market', quantity: 100, leverage: 3.3 })
const ECHO_ORDER = orderOf('S100', 'up')
const ECHO_BODY = Buffer.from(ECHO_ORDER)
const ECHO_REQUEST = requestOf('/echo', '', ECHO_ORDER)

/**
 * One round against its anchors, with what an order of it cost. `paced`: at the pace of TPC-B, where the
 * server is not full: what is slow then stood still.
 */
type Round = Load & {
  measured: number
  unmeasured: number
  anchor: number
  echo: number
  cost: Cost
  paced: Load
  pacedEcho: Load
}
/**
 * Of one order: microseconds of CPU, bytes, rows and round trips to the database; `longestMs`: the longest
 * that the collector stood still.
 */
type Cost = Record<
  | 'sender'
  | 'main'
  | 'exchange'
  | 'tree'
  | 'helpers'
  | 'postgres'
  | 'wal'
  | 'rows'
  | 'batches'
  | 'filled'
  | 'made'
  | 'collecting'
  | 'longestMs',
  number
>

function costOf(before: Used, after: Used, collected: Collected, { accepted, sender }: Sent): Cost {
  const each = (of: (used: Used) => number) => (of(after) - of(before)) / Math.max(accepted, 1)
  const thread = (name: string) => each(({ threads }) => threads[name] ?? 0)
  return {
    sender: sender / Math.max(accepted, 1),
    main: thread('MainThread'),
    exchange: thread('exchange'),
    tree: thread('tree'),
    helpers: thread('helpers'),
    postgres: each((used) => used.postgres),
    wal: each((used) => used.walBytes),
    rows: each((used) => used.rows),
    batches: each((used) => used.batches),
    filled: each((used) => used.filled),
    made: collected.bytes / Math.max(accepted, 1),
    collecting: (collected.ms * 1_000) / Math.max(accepted, 1),
    longestMs: collected.longestMs,
  }
}

/**
 * Orders by HTTP: accepted and filled, both durable, by a whole server with its exchange; against TPC-B and a
 * bare Fastify in the same rounds.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const child = fork(join(import.meta.dirname, 'app', 'orders-app.ts'), [folder])
  try {
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready))
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
    const echo: One = async (connection) => (await connection.send(ECHO_REQUEST)).equals(ECHO_BODY)
    const echoOf = async () => (await load(ready.echoPort, echo)).perSecond
    preparePgbench(ready.database)
    // The first request of a session reads it from the database: each member must have been here.
    for (let round = 0; round < WARM_UP_ROUNDS || placed < ready.tokens.length; round++)
      await orders(ready, AHEAD, load)
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const anchor = runPgbench(ready.database, SECONDS)
      const echoed = await echoOf()
      const pacedEcho = await paced(ready.echoPort, anchor, echo)
      const before = await ask<Used>(child, 'used')
      await ask(child, 'watch')
      const { accepted, sender, ...measured } = await orders(ready, AHEAD, load)
      const collected = await ask<Collected>(child, 'collected')
      await settled()
      const cost = costOf(before, await ask<Used>(child, 'used'), collected, { accepted, sender })
      const withMetrics = await inTurns(child, ready, round)
      rounds.push({
        ...measured,
        ...withMetrics,
        anchor,
        echo: echoed,
        cost,
        pacedEcho,
        paced: await orders(ready, anchor, (port, one) => paced(port, anchor, one)),
      })
    }
    if (PROFILE) {
      await ask(child, 'profile')
      await orders(ready, AHEAD, load)
      await ask(child, 'profiled')
    }
    const alone = await ask<number>(child, 'metricsCost')
    await ask(child, 'forget')
    const forgotten: { perSecond: number; echo: number }[] = []
    await orders(ready, AHEAD, load)
    for (let round = 0; round < NULL_ROUNDS; round++)
      forgotten.push({ echo: await echoOf(), perSecond: (await orders(ready, AHEAD, load)).perSecond })
    return [
      ...rowsOf(rounds),
      ofMetrics(rounds),
      ofMetricsAlone(rounds, alone),
      ofNullFlush(forgotten),
      ...costRows(rounds),
    ]
  } finally {
    if (child.exitCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.send('stop')
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

/** CPU of the main thread for an order, while metrics are counted and read, or while there are none. */
async function cpuOfOrder(child: ChildProcess, ready: Ready, how: 'measure' | 'unmeasure'): Promise<number> {
  await ask(child, how)
  const before = await ask<Used>(child, 'used')
  const sent = await orders(ready, AHEAD, load)
  await settled()
  const { main } = costOf(before, await ask<Used>(child, 'used'), NOTHING_COLLECTED, sent)
  await ask(child, 'unmeasure')
  return main
}
const NOTHING_COLLECTED: Collected = { bytes: 0, ms: 0, longestMs: 0, times: 0 }

/** With and without metrics, one after the other; which comes first changes with each round. */
async function inTurns(
  child: ChildProcess,
  ready: Ready,
  round: number,
): Promise<{ measured: number; unmeasured: number }> {
  const first = round % 2 === 0
  const one = await cpuOfOrder(child, ready, first ? 'measure' : 'unmeasure')
  const other = await cpuOfOrder(child, ready, first ? 'unmeasure' : 'measure')
  return first ? { measured: one, unmeasured: other } : { measured: other, unmeasured: one }
}

function ofMetrics(rounds: Round[]): Row {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  return row(
    'CPU of the main thread, an order, with metrics',
    middle(({ measured }) => measured),
    'µs',
    ['without metrics', middle(({ unmeasured }) => unmeasured)],
    middle(({ measured, unmeasured }) => measured / unmeasured),
    'aim 1.01×, said, not set',
    true,
  )
}

/** An order's CPU with what metrics take by themselves, which two rounds differ by more than. */
function ofMetricsAlone(rounds: Round[], alone: number): Row {
  const order = median(rounds.map(({ cost }) => cost.main))
  const ratio = (order + alone) / order
  return row('  metrics alone, an order', alone, 'µs', ['an order', order], ratio, '≤ 1.01×', ratio <= 1.01)
}

/** The last fills are applied, and PostgreSQL has told what it counted, a second late. */
const settled = () => sleep(1_200)

const row = (
  metric: string,
  value: number,
  unit: string,
  [anchor, anchorValue]: [string, number],
  ratio: number,
  goal: string,
  ok: boolean,
): Row => ({
  bench: 'orders',
  metric,
  value,
  unit,
  anchor,
  anchorValue: Math.round(anchorValue),
  ratio,
  goal,
  ok,
})

function rowsOf(rounds: Round[]): Row[] {
  const middle = (of: (round: Round) => number) => median(rounds.map(of))
  const perSecond = Math.round(middle((round) => round.perSecond))
  const filled = middle(({ cost }) => cost.filled)
  const isWhole = filled >= WHOLE
  const shape = `${CONNECTIONS} connections, ${Math.round(filled * 100)} % filled`
  const ratio = middle((round) => round.perSecond / round.anchor)
  const ofEcho = middle((round) => round.perSecond / round.echo)
  const p99 = middle((round) => round.p99)
  const paced = (of: 'p50' | 'p99') => middle((round) => round.paced[of])
  const echoP99 = middle(({ pacedEcho }) => pacedEcho.p99)
  const anchor: [string, number] = [ANCHOR, middle((round) => round.anchor)]
  return [
    row(`durable, ${shape}`, perSecond, '1/s', anchor, ratio, '≥ 1.1×', isWhole && ratio >= 1.1),
    row(
      'against a bare echo',
      perSecond,
      '1/s',
      [ECHO, middle((round) => round.echo)],
      ofEcho,
      'said, not set',
      true,
    ),
    row(
      'p99',
      p99,
      'ms',
      ['its p50', middle((round) => round.p50)],
      middle((round) => round.p99 / round.p50),
      'said, not set',
      true,
    ),
    row(
      `p99 at the pace of TPC-B, p50 ${paced('p50').toFixed(1)} ms`,
      paced('p99'),
      'ms',
      [`${ECHO}, paced`, echoP99],
      paced('p99') / echoP99,
      'said, not set',
      true,
    ),
  ]
}

function ofNullFlush(rounds: { perSecond: number; echo: number }[]): Row {
  const ratio = median(rounds.map(({ perSecond, echo }) => perSecond / echo))
  return row(
    'with a flush that does nothing',
    Math.round(median(rounds.map(({ perSecond }) => perSecond))),
    '1/s',
    [ECHO, median(rounds.map(({ echo }) => echo))],
    ratio,
    'said, not set',
    true,
  )
}

const COSTS: readonly [metric: string, unit: string, of: (cost: Cost) => number][] = [
  ['CPU of the main thread, an order', 'µs', (cost) => cost.main],
  ['  of the exchange, an order', 'µs', (cost) => cost.exchange],
  ['  of the tree of the journal, an order', 'µs', (cost) => cost.tree],
  ['  of helpers (collector, files), an order', 'µs', (cost) => cost.helpers],
  ['  of PostgreSQL, an order', 'µs', (cost) => cost.postgres],
  ['  of the load generator, an order', 'µs', (cost) => cost.sender],
  ['log of PostgreSQL, an order', 'B', (cost) => cost.wal],
  ['rows written, an order', '', (cost) => cost.rows],
  ['round trips to the database, an order', '', (cost) => cost.batches],
  ['memory made, an order', 'B', (cost) => cost.made],
  ['collecting it, an order', 'µs', (cost) => cost.collecting],
  ['longest stand-still of the collector', 'ms', (cost) => cost.longestMs],
]
const costRows = (rounds: Round[]): Row[] =>
  COSTS.map(([metric, unit, of]) =>
    row(metric, median(rounds.map(({ cost }) => of(cost))), unit, ['', 0], 0, 'said, not set', true),
  )
