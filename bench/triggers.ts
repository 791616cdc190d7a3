import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '#kernel/id.ts'
import { tenthsOf, yenOf } from '#kernel/price.ts'
import { connect as openDatabase, type Database } from '#platform/database/connect.ts'
import { nextTick } from '#modules/instruments/model/tick.ts'
import { Connection, isAccepted, requestOf } from './app/connection.ts'
import type { Ready } from './app/orders-app.ts'
import type { Row } from './run.ts'

const STOPS = Number(process.env['BENCH_STOPS'] ?? 10_000)
const PER_MEMBER = 50
const CONNECTIONS = 50
/** The distance of all stops above the last price, in ticks. */
const ABOVE = 3
const WITHIN_MS = 60_000
const HEALTH_MS = 50

/**
 * Ten thousand stops fired by one print: none lost, none doubled, and how fast the server answers meanwhile.
 */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const members = Math.ceil(STOPS / PER_MEMBER) + CONNECTIONS
  const child = fork(join(import.meta.dirname, 'app', 'orders-app.ts'), [folder], {
    env: { ...process.env, BENCH_MEMBERS: String(members) },
  })
  try {
    const ready = await new Promise<Ready>((resolve, reject) => {
      child.once('message', (message) => resolve(message as Ready))
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
    })
    const db = openDatabase(ready.database, { error() {} })
    try {
      return await measure(ready, db)
    } finally {
      await db.close()
    }
  } finally {
    await ended(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.send('stop')
  await gone
}

type Stock = {
  code: string
  tickTable: 'topix500' | 'other'
  quote: { last: number | null; ask: number | null }
}

async function measure({ port, tokens }: Ready, db: Database): Promise<Row[]> {
  const get = async <T>(path: string): Promise<T> =>
    ((await (await fetch(`http://127.0.0.1:${port}/api${path}`)).json()) as { data: T }).data
  // The cheapest issue that trades: every member can hold fifty orders of it at its upper limit.
  const rows = await get<Stock[]>('/stocks?sort=turnover&limit=200')
  const cheapest = rows
    .filter(({ quote }) => quote.ask !== null && quote.last !== null)
    .reduce((low, one) => (one.quote.last! < low.quote.last! ? one : low))
  const { code } = cheapest
  const { quote, tickTable } = await get<Stock>(`/stocks/${code}`)
  const triggerPrice = yenOf(nextTick(tenthsOf(quote.last!), tickTable, ABOVE))
  const post = (connection: Connection, token: string, body: object) =>
    connection.send(
      requestOf(
        '/api/orders',
        `token: ${token}\r\nidempotency-key: ${uuidv7(Date.now(), randomBytes(16))}\r\n`,
        JSON.stringify({ code, leverage: 1, ...body }),
      ),
    )

  const holders = tokens.slice(CONNECTIONS)
  const connections = Array.from({ length: CONNECTIONS }, () => new Connection(port))
  let placed = 0
  await Promise.all(
    connections.map(async (connection) => {
      for (let n = placed++; n < STOPS; n = placed++) {
        const answer = await post(connection, holders[n % holders.length]!, {
          side: 'up',
          type: 'stop',
          quantity: 100,
          triggerPrice,
        })
        if (!isAccepted(answer)) throw new Error(`a stop was not taken: ${answer.toString().slice(0, 300)}`)
      }
    }),
  )
  const count = async (where: string): Promise<number> =>
    Number(
      (
        await db.pool.query<{ n: string }>(
          `select count(*) as n from orders where type = 'stop' and ${where}`,
        )
      ).rows[0]!.n,
    )
  const idle = await healthOf(port, sleep(1_000))

  // Buyers lift the price through the trigger.
  const begun = performance.now()
  let allAt = 0
  const fired = (async () => {
    for (let n = 0; performance.now() - begun < WITHIN_MS; n++) {
      if (n < CONNECTIONS)
        await post(connections[n]!, tokens[n]!, {
          side: 'up',
          type: 'limit',
          quantity: 3_000,
          price: yenOf(nextTick(tenthsOf(triggerPrice), tickTable, 2)),
          timeInForce: 'ioc',
        })
      if (n % 5 === 4 && (await count("ord_status <> 'ARMED'")) === STOPS) break
      await sleep(20)
    }
    allAt = performance.now()
    await settled(count)
  })()
  const busy = await healthOf(port, fired)
  for (const connection of connections) connection.end()

  // Each release leaves its member one message, in the same command.
  const released = await db.pool.query<{ n: string; orders: string }>(
    "select count(*) as n, count(distinct order_id) as orders from messages where kind = 'stopReleased'",
  )
  const lost = STOPS - Number(released.rows[0]!.orders)
  const doubled =
    Number(released.rows[0]!.n) -
    Number(released.rows[0]!.orders) +
    (await count('filled_quantity > quantity'))
  const row = (
    metric: string,
    value: number,
    unit: string,
    goal: string,
    ok: boolean,
    against: [string, number],
  ): Row => ({
    bench: 'triggers',
    metric,
    value,
    unit,
    anchor: against[0],
    anchorValue: against[1],
    ratio: against[1] === 0 ? 0 : value / against[1],
    goal,
    ok,
  })
  const slowest = Math.max(...busy)
  const p99 = busy.toSorted((a, b) => a - b)[Math.floor(busy.length * 0.99)]!
  return [
    row(`lost of ${STOPS} stops`, lost, '', '0', lost === 0, ['released', STOPS - lost]),
    row('doubled', doubled, '', '0', doubled === 0, ['released', Number(released.rows[0]!.n)]),
    row('from the first print to the last release', Math.round(allAt - begun), 'ms', 'said, not set', true, [
      'stops',
      STOPS,
    ]),
    row(
      `slowest health answer of ${busy.length}, p99 ${p99.toFixed(1)} ms`,
      slowest,
      'ms',
      `≤ ${HEALTH_MS} ms`,
      slowest <= HEALTH_MS,
      ['slowest, idle', Math.max(...idle)],
    ),
  ]
}

/** The fate of the stops is known: no order waits for the venue's first word. */
async function settled(count: (where: string) => Promise<number>): Promise<void> {
  for (let n = 0; n < 200 && (await count("ord_status in ('HELD', 'PENDING_NEW')")) > 0; n++) await sleep(50)
}

/** The time of each health answer, in milliseconds, one after another every 5 ms until `end`. */
async function healthOf(port: number, end: Promise<unknown>): Promise<number[]> {
  let over = false
  void end.finally(() => (over = true))
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const times: number[] = []
  while (!over) {
    const from = performance.now()
    await answered(socket)
    times.push(performance.now() - from)
    await sleep(5)
  }
  socket.destroy()
  await end
  return times
}

const answered = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve())
    socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
  })
