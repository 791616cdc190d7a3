import { createServer } from 'node:http'
import { WebSocketServer, type WebSocket } from 'ws'
import { inProcessBus } from '#platform/bus/in-process.ts'
import { systemClock } from '#platform/clock.ts'
import { openAddresses } from '#platform/http/address.ts'
import { envelopes } from '#platform/http/envelope.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { serveSockets } from '#platform/socket/server.ts'
import { topic } from '#wire/topic.ts'
import { threadsNow } from './used.ts'

/** The message to the readers, in a process of their own. */
export type SocketsReady = { port: number; barePort: number }

const TOPICS = Number(process.argv[2])
const TICK_MS = Number(process.argv[3])
const NAMES = Array.from({ length: TOPICS }, (_, index) => `quote/S${1_000 + index}`)

/** A quote as the market tells it, with the moment at which it was made. */
const quote = (name: string, n: number) => ({
  code: name.slice(6),
  last: 2_000 + (n % 100),
  bid: 1_999,
  ask: 2_001,
  bidQuantity: 300,
  askQuantity: 500,
  volume: 1_000 * n,
  turnover: 2_000_000 * n,
  change: 12,
  at: new Date().toISOString(),
  made: performance.timeOrigin + performance.now(),
})

const clock = systemClock()
const bus = inProcessBus()
const server = createServer()
serveSockets({
  server,
  bus,
  clock,
  limits: { ...LIMITS.socket, flushMs: TICK_MS, perAddress: Infinity },
  addresses: openAddresses({ proxies: [], demo: true, limits: LIMITS.address, clock }),
  envelopes: envelopes((_lang, key) => key),
  log: openLog('error'),
  redeem: async () => null,
  topics: [
    { topic: topic({ name: 'quote/{code}', kind: 'latest', access: 'public' }), snapshot: () => null },
  ],
})

/**
 * The anchor: `ws` itself, which sends a text that was made once to everybody who asked for it, and can do
 * nothing else.
 */
const bare = createServer()
const readers = new Map<string, WebSocket[]>(NAMES.map((name) => [name, []]))
new WebSocketServer({ server: bare, perMessageDeflate: false }).on('connection', (socket) =>
  socket.on('message', (text) => readers.get(String(text))!.push(socket)),
)

let what = ''
let n = 0
setInterval(() => {
  n++
  for (const name of NAMES) {
    if (what === 'ours') bus.publish(name, quote(name, n))
    else if (what === 'bare') {
      const text = JSON.stringify({ t: name, s: n, d: quote(name, n) })
      for (const socket of readers.get(name)!) socket.send(text)
    }
  }
}, TICK_MS)

process.on('message', (asked: string) => {
  if (asked === 'stop') process.exit(0)
  what = asked
  process.send!(threadsNow())
})
server.listen(0, '127.0.0.1', () =>
  bare.listen(0, '127.0.0.1', () => {
    const port = (of: typeof server) => (of.address() as { port: number }).port
    process.send!({ port: port(server), barePort: port(bare) } satisfies SocketsReady)
  }),
)
