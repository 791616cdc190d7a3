/**
 * Routes, sockets and uploads without any module behind them, as a process of its own: `edge.test.ts` asks
 * whether it lives. Prints its port.
 */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import { inProcessBus } from './bus/in-process.ts'
import { systemClock } from './clock.ts'
import type { Engine } from './engine/engine.ts'
import { openAddresses } from './http/address.ts'
import { on } from './http/route-handler.ts'
import { envelopes } from './http/envelope.ts'
import { openHosts } from './http/host.ts'
import { createHttp } from './http/server.ts'
import { openSite } from './http/static.ts'
import { LIMITS } from './limits.ts'
import { openLog } from './log.ts'
import { serveSockets } from './socket/server.ts'
import { serveUploads } from './uploads.ts'
import { openMetrics } from './metrics.ts'

const ping = route({
  name: 'ping',
  method: 'GET',
  path: '/ping/{name}',
  access: 'public',
  params: z.strictObject({ name: z.string() }),
  output: z.unknown(),
})
const write = route({
  name: 'write',
  method: 'POST',
  path: '/write',
  access: 'public',
  input: z.strictObject({ text: z.string() }),
  output: z.unknown(),
})
const trades = topic<number>({ name: 'trades/{code}', kind: 'log', access: 'public' })
const quotes = topic<number>({ name: 'quote/{code}', kind: 'latest', access: 'public' })

const [clock, limits, log, bus] = [systemClock(), LIMITS, openLog('error'), inProcessBus()]
const text = (_lang: string, key: string) => key
const addresses = openAddresses({ proxies: [], demo: true, limits: limits.address, clock })
const sessions = {
  find: (token: string) => ({
    memberId: token,
    sessionId: token,
    tradingUnlocked: false,
    full: false,
    deviceKey: null,
  }),
}
const files = openSite(join(import.meta.dirname, 'http'))
const app = createHttp({
  routes: [
    { module: 'edge', handler: on(ping, () => ({ simulated: true })) },
    { module: 'edge', handler: on(write, ({ input }) => input) },
  ],
  sessions,
  addresses,
  isKnownKey: () => false,
  text,
  clock,
  limits,
  demo: true,
  files: { app: files, console: files, both: files },
  document: () => ({ info: { title: 'Akari', version: '1', description: '' }, paths: {} }),
  log,
})
serveUploads(app, {
  sessions,
  addresses,
  clock,
  limits,
  log,
  envelopes: envelopes(text),
  uploads: [{ module: 'edge', handler: { purpose: 'chat', take: async () => ({}), show: async () => null } }],
})
const sockets = serveSockets({
  server: app.server,
  topics: [{ topic: trades }, { topic: quotes }],
  bus,
  redeem: async () => null,
  clock,
  limits: limits.socket,
  addresses,
  hosts: openHosts({ origin: null, consoleHost: null }),
  envelopes: envelopes(text),
  log,
})
const stats = { seq: 0, at: 0, commands: 0, refused: 0, replays: 0, batches: 0, inFlight: 0, waiting: 0 }
const metrics = openMetrics(clock, log)
await app.listen({ host: '127.0.0.1', port: 0 })
// Samples of every five seconds are taken whenever the test says so.
process.on('SIGUSR2', () =>
  metrics.start({
    engine: () => ({ stats: () => stats }) as Engine,
    ping: () => Promise.resolve(),
    sockets: () => sockets.size,
    unread: () => app.unread,
  }),
)
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`)
