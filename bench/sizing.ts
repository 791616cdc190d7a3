import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from '#kernel/id.ts'
import { Connection, isAccepted, requestOf } from './app/connection.ts'
import type { Asked, SizingReady, Taken } from './app/sizing-app.ts'
import type { Row } from './run.ts'

const MEMBERS = 6_000
const ORDERS = 3_000
const SOCKETS = 300
/** Steps: so many, and this times as many; the difference is measured. */
const MANY = 4
const CONNECTIONS = 20
/** Fills are applied, and PostgreSQL has counted. */
const SETTLED_MS = 2_000
/** A server that has just started writes what a running one has written already. */
const WARM_MS = 60_000
const IDLE_MS = 30_000
const ISSUES = 20

type Per = { idle: Taken; slope: Taken }
const each = (of: (name: keyof Taken) => number): Taken => ({
  heap: of('heap'),
  rss: of('rss'),
  database: of('database'),
  log: of('log'),
  exchange: of('exchange'),
  main: of('main'),
  market: of('market'),
  postgres: of('postgres'),
})

const asker = (child: ChildProcess) => async (asked: Asked) => {
  child.send(asked)
  return ((await once(child, 'message')) as [unknown])[0]
}
type Ask = ReturnType<typeof asker>

/**
 * The cost of one more: the difference of two steps, the second of which makes more, so that what the first
 * cost once is in neither. What the market takes by itself in that time is taken away.
 */
async function slopeOf(
  ask: Ask,
  idle: Taken,
  few: number,
  make: (count: number) => Promise<unknown>,
): Promise<Taken> {
  await make(few)
  await sleep(SETTLED_MS)
  const [before, begun] = [(await ask({ what: 'taken' })) as Taken, performance.now()]
  await make((MANY - 1) * few)
  await sleep(SETTLED_MS)
  const after = (await ask({ what: 'taken' })) as Taken
  const seconds = (performance.now() - begun) / 1_000
  const flows: readonly (keyof Taken)[] = ['log', 'database', 'exchange', 'main', 'market', 'postgres']
  return each((name) => {
    const byItself = flows.includes(name) ? idle[name] * seconds : 0
    return (after[name] - before[name] - byItself) / ((MANY - 1) * few)
  })
}

/** The cost of a second in which nobody asks anything. */
async function idleOf(ask: Ask): Promise<Taken> {
  const [before, begun] = [(await ask({ what: 'taken' })) as Taken, performance.now()]
  await sleep(IDLE_MS)
  const after = (await ask({ what: 'taken' })) as Taken
  const seconds = (performance.now() - begun) / 1_000
  return each((name) => (after[name] - before[name]) / seconds)
}

/** Market orders of all members in turn, bought and sold short, so that the books stay where they are. */
async function order({ port, codes }: SizingReady, tokens: readonly string[], from: number, count: number) {
  let n = from
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      const connection = new Connection(port)
      while (n < from + count) {
        const at = n++
        const code = codes[at % codes.length]!
        const side = (at + Math.floor(at / codes.length)) % 2 === 0 ? 'up' : 'down'
        const body = JSON.stringify({ code, side, type: 'market', quantity: 100, leverage: 3.3 })
        const key = uuidv7(Date.now(), randomBytes(16))
        const headers = `token: ${tokens[at % tokens.length]!}\r\nidempotency-key: ${key}\r\n`
        const answer = await connection.send(requestOf('/api/orders?lang=jp', headers, body))
        if (!isAccepted(answer)) throw new Error(`an order was not accepted: ${answer.toString()}`)
      }
      connection.end()
    }),
  )
}

/** A socket that hears the prices of twenty issues, as a phone with its market page open. */
async function socket({ port, codes }: SizingReady, index: number): Promise<Socket> {
  const open = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(open, 'connect')
  const key = randomBytes(16).toString('base64')
  open.write(
    `GET /ws HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${key}\r\n\r\n`,
  )
  await once(open, 'data')
  open.resume()
  const topics = Array.from({ length: ISSUES }, (_, n) => ({
    t: `quote/${codes[(index * ISSUES + n) % codes.length]!}`,
  }))
  const text = Buffer.from(JSON.stringify({ op: 'sub', topics }))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  // Masked with zeros: the text as it is.
  open.write(Buffer.concat([Buffer.from([0x81, 0x80 | 126]), length, Buffer.alloc(4), text]))
  return open
}

/** The cost of one more order, member and socket, as slopes within one run; and of a second without any. */
export default async function bench(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'akari-bench-'))
  chmodSync(folder, 0o711)
  const child = fork(join(import.meta.dirname, 'app', 'sizing-app.ts'), [folder], {
    execArgv: ['--expose-gc'],
  })
  const sockets: Socket[] = []
  try {
    const [ready] = (await once(child, 'message')) as [SizingReady]
    const ask = asker(child)
    const tokens: string[] = []
    const enrol = async (members: number) =>
      tokens.push(...((await ask({ what: 'enrol', members })) as string[]))
    await enrol(100)
    await sleep(WARM_MS)
    const idle = await idleOf(ask)
    const empty = (await ask({ what: 'taken' })) as Taken
    const member = await slopeOf(ask, idle, MEMBERS, enrol)
    let placed = 0
    const place = async (count: number) => {
      await order(ready, tokens, placed, count)
      placed += count
    }
    // Code that runs for the first time is slow, and stays behind.
    await place(ORDERS)
    const anOrder = await slopeOf(ask, idle, ORDERS, place)
    const connected = async (count: number) => {
      for (let n = 0; n < count; n++) sockets.push(await socket(ready, sockets.length))
    }
    const aSocket = await slopeOf(ask, idle, SOCKETS, connected)
    const listening = await idleOf(ask)
    const perSocket = each((name) => (listening[name] - idle[name]) / sockets.length)
    return [
      row('an empty server: resident memory', empty.rss, 'B'),
      row('an empty server: database', empty.database, 'B'),
      ...rows('a second', { idle, slope: idle }).slice(1),
      ...rows('a member', { idle, slope: member }),
      ...rows('an order', { idle, slope: anOrder }),
      ...rows('a socket', { idle, slope: aSocket }),
      row('a socket: main thread, a second', perSocket.main, 'µs'),
    ]
  } finally {
    for (const each of sockets) each.destroy()
    if (child.exitCode === null) {
      const gone = once(child, 'exit')
      child.send({ what: 'stop' } satisfies Asked)
      await gone
    }
    rmSync(folder, { recursive: true, force: true })
  }
}

const row = (metric: string, value: number, unit: string): Row => ({
  bench: 'sizing',
  metric,
  value,
  unit,
  anchor: '',
  anchorValue: 0,
  ratio: 0,
  goal: 'said, not set',
  ok: true,
})

const rows = (what: string, { slope }: Per): Row[] => [
  row(`${what}: memory`, slope.heap, 'B'),
  row(`${what}: database`, slope.database, 'B'),
  row(`${what}: log of PostgreSQL`, slope.log, 'B'),
  row(`${what}: files of the exchange`, slope.exchange, 'B'),
  row(`${what}: main thread`, slope.main, 'µs'),
  row(`${what}: exchange`, slope.market, 'µs'),
  row(`${what}: PostgreSQL`, slope.postgres, 'µs'),
]
