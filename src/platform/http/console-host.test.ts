import { request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { route } from '#wire/route.ts'
import { systemClock } from '../clock.ts'
import { LIMITS } from '../limits.ts'
import { openLog } from '../log.ts'
import { serveUploads } from '../uploads.ts'
import { openAddresses } from './address.ts'
import { envelopes } from './envelope.ts'
import { on } from './route-handler.ts'
import { openHosts } from './host.ts'
import { createHttp } from './server.ts'
import { bothSites, openSite } from './static.ts'

const BASE = { method: 'GET', access: 'public', output: z.unknown() } as const
const ROUTES = [
  route({ ...BASE, name: 'orders', path: '/orders/{id}', params: z.strictObject({ id: z.string() }) }),
  route({ ...BASE, name: 'act', method: 'POST', path: '/console/act', access: 'operator' }),
  route({ ...BASE, name: 'login', path: '/console/login', site: 'console' }),
  route({ ...BASE, name: 'health', path: '/health', site: 'both' }),
]
const [APP, DESK] = ['app.example', 'desk.example']

let folder: string
const apps: FastifyInstance[] = []
async function open(consoleHost: string | null, proxies: string[] = []): Promise<number> {
  const [addresses, clock, log] = [
    openAddresses({ proxies, demo: true, limits: LIMITS.address, clock: systemClock() }),
    systemClock(),
    openLog('silent'),
  ]
  const [ofApp, ofConsole] = [
    openSite(join(folder, 'app')),
    openSite(join(folder, 'console'), { at: '/console', fallback: true }),
  ]
  const text = (_lang: string, key: string) => key
  const deps = { addresses, sessions: { find: () => null }, clock, limits: LIMITS, log }
  const app = createHttp({
    ...deps,
    text,
    routes: ROUTES.map((each) => ({ module: 'server', handler: on(each, () => each.name) })),
    isKnownKey: () => false,
    demo: true,
    origin: `https://${APP}`,
    consoleHost,
    files: { app: ofApp, console: ofConsole, both: bothSites(ofApp, ofConsole) },
    document: (site) => ({ site }),
  })
  serveUploads(app, { ...deps, envelopes: envelopes(text), uploads: [] })
  await app.listen({ host: '127.0.0.1', port: 0 })
  apps.push(app)
  return (app.server.address() as { port: number }).port
}

let apart: number
let together: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-hosts-'))
  for (const name of ['app', 'console']) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'index.html'), name)
  }
  apart = await open(DESK)
  together = await open(null)
})
afterAll(async () => {
  for (const app of apps) await app.close()
  rmSync(folder, { recursive: true })
})

/** Status and text, of a path that is sent as it is written. */
const ask = (port: number, host: string, path: string, method = 'GET') =>
  new Promise<[status: number, text: string]>((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, path, method, headers: { host } },
      (reply) => void textOf(reply).then((text) => resolve([reply.statusCode!, text])),
    )
      .on('error', reject)
      .end()
  })

describe('a console with a host name of its own', () => {
  it.each<[path: string, atApp: number, atDesk: number, method?: string]>([
    ['/api/orders/1', 200, 404],
    ['/%61pi/orders/1', 200, 404],
    ['/api/%6frders/1', 200, 404],
    ['/api/console/login', 404, 200],
    ['/api/%63onsole/login', 404, 200],
    ['/%61pi/console/login', 404, 200],
    ['/api/%63%6f%6e%73%6f%6c%65/login', 404, 200],
    ['/api/console/act', 404, 401, 'POST'],
    ['/api/%63onsole/act', 404, 401, 'POST'],
    ['/api/console/act', 404, 405],
    ['/api/health', 200, 200],
    ['/api/%68ealth', 200, 200],
    ['/upload', 401, 404, 'POST'],
    ['/%75pload', 401, 404, 'POST'],
    ['/upload/identity/1', 401, 404],
    ['/', 200, 404],
    ['/console/', 404, 200],
    ['/console/approvals', 404, 200],
    ['/%63onsole/', 404, 404],
    ['/console/../', 404, 404],
    ['//console/', 404, 404],
  ])('%s: %i at the app’s, %i at the console’s', async (path, atApp, atDesk, method) => {
    const asked = [APP, DESK, DESK.toUpperCase(), `${DESK}:8443`, `${DESK}.`, '127.0.0.1:8080'].map((host) =>
      ask(apart, host, path, method),
    )
    expect((await Promise.all(asked)).map(([status]) => status)).toEqual([
      atApp,
      atDesk,
      atDesk,
      atDesk,
      atDesk,
      atApp,
    ])
  })

  it('describes at each what is served there, and lists no operator’s route for members where there is one host', async () => {
    expect(await ask(apart, APP, '/api/openapi.json')).toEqual([200, '{"site":"app"}'])
    expect(await ask(apart, DESK, '/api/openapi.json')).toEqual([200, '{"site":"console"}'])
    expect(await ask(together, APP, '/api/openapi.json')).toEqual([200, '{"site":"app"}'])
    expect(await ask(together, APP, '/api/console/openapi.json')).toEqual([200, '{"site":"console"}'])
    expect(await ask(apart, DESK, '/api/console/openapi.json')).toEqual([200, '{"site":"console"}'])
    expect((await ask(apart, APP, '/api/console/openapi.json'))[0]).toBe(404)
    expect((await ask(apart, APP, '/api/console/docs'))[0]).toBe(404)
    for (const path of ['/', '/console/', '/api/orders/1', '/api/console/login'])
      expect((await ask(together, APP, path))[0], path).toBe(200)
  })
})

describe('a page that a proxy carries over TLS', () => {
  const hsts = async (port: number, headers: Record<string, string>, path: string) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).headers.get('strict-transport-security')

  it('is to be asked for by TLS from then on, whatever it is; no other is, nor where anybody says so', async () => {
    const behind = await open(null, ['127.0.0.0/8'])
    const tls = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' }
    for (const path of ['/', '/api/health', '/api/none', '/upload/a/1', '/api/docs'])
      expect([path, await hsts(behind, tls, path)]).toEqual([path, 'max-age=31536000'])
    expect(await hsts(behind, { 'x-forwarded-proto': 'http' }, '/')).toBe(null)
    expect(await hsts(together, tls, '/')).toBe(null)
  })
})

describe('a name that is not this server’s', () => {
  it.each([
    'evil.example',
    'evil.example:8080',
    'app.example.evil',
    'localhost.evil',
    '127.0.0.1.evil',
    'desk.example.evil',
    'xapp.example',
    '127.0.0.1@evil',
    '[::1]evil',
    '[::1',
    '0x7f.1',
    '…',
  ])('%s is refused whatever is asked', async (host) => {
    for (const path of [
      '/',
      '/api/health',
      '/api/orders/1',
      '/upload/a/1',
      '/api/openapi.json',
      '/api/docs',
      '/nothing',
    ]) {
      const [status, text] = await ask(apart, Buffer.from(host).toString('latin1'), path)
      expect([path, status, text]).toEqual([path, 421, expect.stringContaining('server.wrongHost')])
    }
  })

  it.each([
    'localhost',
    'localhost:8080',
    'LOCALHOST',
    '127.0.0.1',
    '127.0.0.1:8080',
    '192.168.1.5:8080',
    '[::1]:8080',
    '[::1]',
    'app.example',
    'App.Example.:443',
    '',
  ])('"%s" is: addresses cannot be made to point elsewhere, and no browser sends none', async (host) => {
    expect((await ask(apart, host, '/api/orders/1'))[0]).toBe(200)
  })
})

it('host names are weighed without a request, too: a socket is asked in the same way', () => {
  const hosts = openHosts({ origin: null, consoleHost: DESK })
  expect([undefined, 'localhost:1', APP, DESK].map((host) => hosts.asked(host))).toEqual([
    'app',
    'app',
    null,
    'console',
  ])
})
