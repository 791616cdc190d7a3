import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { no } from '#kernel/result.ts'
import { route } from '#wire/route.ts'
import { systemClock } from '../clock.ts'
import { EngineError } from '../engine/engine.ts'
import { LIMITS } from '../limits.ts'
import { openLog } from '../log.ts'
import { openAddresses } from './address.ts'
import { Forbidden, NotFound, on, SessionOver, TooMany, type Caller } from './route-handler.ts'
import { createHttp, type ModuleRoute } from './server.ts'
import { openSite } from './static.ts'

/** The error or answer of the route, by the name in its path. */
const OUTCOMES: Record<string, () => unknown> = {
  fine: () => ({ id: 'x' }),
  refused: () => no('LOT_SIZE', { unit: 100 }),
  notFound: () => {
    throw new NotFound()
  },
  sessionOver: () => {
    throw new SessionOver()
  },
  forbidden: () => {
    throw new Forbidden()
  },
  tooMany: () => {
    throw new TooMany(7)
  },
  reused: () => {
    throw new EngineError('KEY_REUSED')
  },
  overloaded: () => {
    throw new EngineError('OVERLOADED')
  },
  stopped: () => {
    throw new EngineError('STOPPED')
  },
  unknown: () => {
    throw new EngineError('UNKNOWN')
  },
  outage: () => {
    throw Object.assign(new Error('terminating connection'), { code: '57P01' })
  },
  bug: () => {
    throw new Bug('1 is not 2')
  },
  error: () => {
    throw new TypeError('secret detail')
  },
}
const outcome = route({
  name: 'outcome',
  method: 'GET',
  path: '/outcome/{name}',
  access: 'public',
  params: z.strictObject({ name: z.string() }),
  output: z.unknown(),
})

const LONG = { name: 'long', method: 'GET', path: '/long', access: 'public', output: z.unknown() } as const
const forAll = route({ ...LONG, sameForAll: true })
const forOne = route({ ...LONG, name: 'own', path: '/own' })
const long = ({ caller }: { caller: Caller | null }) => ({
  member: caller?.memberId ?? null,
  bars: Array.from({ length: 200 }, (_, n) => ({ open: n, close: n + 1 })),
})
const CALLER = { memberId: 'm1', sessionId: 's1', deviceKey: null } as Caller

let app: FastifyInstance
let url: string
let port: number
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-site-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>明かり</title>'.repeat(50))
  writeFileSync(join(folder, 'assets', 'app-B1a2C3d4.js'), 'export {}\n'.repeat(500))
  writeFileSync(join(folder, 'logo.png'), Buffer.from([0x89, 0x50]))
  app = createHttp({
    routes: [
      { module: 'orders', handler: on(outcome, ({ params }) => OUTCOMES[params.name]!()) },
      { module: 'market', handler: on(forAll, long) },
      { module: 'market', handler: on(forOne, long) },
    ],
    addresses: openAddresses({ proxies: [], demo: true, limits: LIMITS.address, clock: systemClock() }),
    sessions: { find: (token) => (token === 'mine' ? CALLER : null) },
    isKnownKey: () => false,
    text: (lang, key) => `${lang} ${key}`,
    clock: systemClock(),
    demo: true,
    limits: { ...LIMITS, request: { ...LIMITS.request, headersMs: 400, requestMs: 800, checkEveryMs: 100 } },
    files: { app: openSite(folder), console: openSite(folder), both: openSite(folder) },
    document: () => ({ openapi: '3.1.0' }),
    log: openLog('silent'),
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as { port: number }).port
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('what a module answers or throws', () => {
  const cases: [name: string, status: number, code: number, msg: string, retryAfter: string | null][] = [
    ['fine', 200, 1, 'server.success', null],
    ['refused', 200, 2, 'orders.rejection.LOT_SIZE', null],
    ['notFound', 404, 404, 'server.notFound', null],
    ['sessionOver', 401, 401, 'server.sessionOver', null],
    ['forbidden', 403, 403, 'server.forbidden', null],
    ['tooMany', 429, 429, 'server.tooMany', '7'],
    ['reused', 422, 422, 'server.keyReused', null],
    ['overloaded', 503, 503, 'server.overloaded', '1'],
    ['stopped', 503, 503, 'server.overloaded', '1'],
    ['unknown', 503, 503, 'server.outcomeUnknown', '1'],
    ['outage', 503, 503, 'server.unavailable', '1'],
    ['bug', 500, 500, 'server.bug', null],
    ['error', 500, 500, 'server.bug', null],
  ]
  it.each(cases)('%s: %i', async (name, status, code, msg, retryAfter) => {
    const response = await fetch(`${url}/api/outcome/${name}?lang=en`)
    const envelope = (await response.json()) as { code: number; msg: string; data: unknown }
    expect([response.status, envelope.code, envelope.msg, response.headers.get('retry-after')]).toEqual([
      status,
      code,
      `en ${msg}`,
      retryAfter,
    ])
    expect(JSON.stringify(envelope)).not.toContain('secret detail')
    if (name === 'refused') expect(envelope.data).toEqual({ rejection: 'LOT_SIZE', detail: { unit: 100 } })
    if (code === 500)
      expect(envelope.data).toMatchObject({ reference: expect.stringMatching(/^[0-9a-f]{8}$/) })
  })
})

describe('an address that asks without end', () => {
  let few: FastifyInstance
  const burst = 5
  beforeAll(async () => {
    few = createHttp({
      routes: [{ module: 'orders', handler: on(outcome, ({ params }) => OUTCOMES[params.name]!()) }],
      sessions: { find: () => null },
      isKnownKey: () => false,
      addresses: openAddresses({
        proxies: [],
        demo: false,
        limits: { ...LIMITS.address, requests: { perSecond: 0.001, burst, perMinute: null } },
        clock: systemClock(),
      }),
      text: (lang, key) => `${lang} ${key}`,
      clock: systemClock(),
      demo: true,
      limits: LIMITS,
      files: { app: openSite(folder), console: openSite(folder), both: openSite(folder) },
      document: () => ({}),
      log: openLog('silent'),
    })
    await few.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => few.close())

  it('is told when to come back, whatever it asks for, and keeps its connection', async () => {
    const address = `http://127.0.0.1:${(few.server.address() as { port: number }).port}`
    const asked = await Promise.all(
      ['/', '/logo.png', '/nothing', '/api/none', '/api/outcome/fine'].map((path) => fetch(address + path)),
    )
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200])
    for (const path of ['/', '/nothing', '/api/none', '/api/outcome/fine?lang=en', '/api/openapi.json']) {
      const refused = await fetch(address + path)
      expect([
        path,
        refused.status,
        refused.headers.get('retry-after'),
        refused.headers.get('connection'),
      ]).toEqual([path, 429, '1', 'keep-alive'])
      expect(await refused.json()).toMatchObject({
        code: 429,
        msg: expect.stringContaining('server.tooMany'),
        data: null,
      })
    }
  })
})

describe('a crowd', () => {
  const busy = (name: string, access: 'public' | 'member', ms: number) => ({
    module: 'orders',
    handler: on(
      route({
        name,
        method: 'GET',
        path: `/${name}`,
        access,
        output: z.unknown(),
        ...(name === 'health' && { urgent: true }),
      }),
      () => {
        for (const end = performance.now() + ms; performance.now() < end;);
        return {}
      },
    ),
  })
  const member = { memberId: 'm', sessionId: 's', tradingUnlocked: false, full: false, deviceKey: null }
  let overloaded: FastifyInstance
  const open = async (routes: ModuleRoute[], overload: typeof LIMITS.overload) => {
    overloaded = createHttp({
      routes,
      sessions: { find: (token) => (token === 'm' ? member : null) },
      isKnownKey: () => false,
      addresses: openAddresses({ proxies: [], demo: true, limits: LIMITS.address, clock: systemClock() }),
      text: (lang, key) => `${lang} ${key}`,
      clock: systemClock(),
      demo: true,
      limits: { ...LIMITS, overload },
      files: null,
      document: () => ({}),
      log: openLog('silent'),
    })
    await overloaded.listen({ host: '127.0.0.1', port: 0, backlog: 1_000 })
  }
  const opened = () => connect((overloaded.server.address() as { port: number }).port, '127.0.0.1')
  const ask = async (socket: Socket, path: string): Promise<string> => {
    socket.write(
      `GET /api/${path} HTTP/1.1\r\nhost: localhost\r\ntoken: ${path === 'members' ? 'm' : ''}\r\n\r\n`,
    )
    const [text] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return String(text)
  }
  afterEach(() => overloaded.close())

  it('is answered as far as nobody waits for long: guests are sent away before members, health never', async () => {
    await open([busy('guests', 'public', 5), busy('health', 'public', 5), busy('members', 'member', 5)], {
      sliceMs: 5,
      requests: 3,
      guestMs: 100,
      places: 4_096,
      memberMs: 1_000,
    })
    const names = [
      ...Array<string>(60).fill('guests'),
      ...Array<string>(300).fill('members'),
      'guests',
      'health',
    ]
    const sockets = names.map(opened)
    // All are let in before the first asks, so that they stand in line at once.
    await expect
      .poll(
        () =>
          new Promise<number>((resolve) => overloaded.server.getConnections((_, count) => resolve(count))),
      )
      .toBe(names.length)
    const said = await Promise.all(sockets.map((socket, n) => ask(socket, names[n]!)))
    const taken = (name: string) =>
      said.filter((text, n) => names[n] === name && text.startsWith('HTTP/1.1 200 ')).length
    for (const [name, all] of [
      ['guests', 61],
      ['members', 300],
    ] as const) {
      expect(taken(name)).toBeGreaterThan(0)
      expect(taken(name)).toBeLessThan(all)
    }
    expect(taken('health')).toBe(1)
    for (const text of said) expect(text).toMatch(/^HTTP\/1.1 (200|503 [^]*retry-after: 1\r)/)
  })

  it('keeps nobody out who has to get through', { timeout: 60_000 }, async () => {
    await open([busy('guests', 'public', 5), busy('health', 'public', 0)], {
      ...LIMITS.overload,
      requests: Infinity,
    })
    let answered = 0
    const asks = Array.from({ length: 400 }, async () => {
      await ask(opened(), 'guests')
      answered++
    })
    await ask(opened(), 'health')
    expect(answered).toBeLessThan(100)
    await Promise.all(asks)
  })
})

describe('a connection', () => {
  it('that asks hundreds of times in one packet and reads nothing is ended: its answers would be kept for it', async () => {
    const socket = connect(port, '127.0.0.1')
    const gone = once(socket, 'close')
    socket.on('error', () => {})
    socket.write('GET /api/outcome/fine HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(300))
    let heard = ''
    socket.on('data', (chunk) => {
      heard += String(chunk)
    })
    await gone
    expect(heard.split('HTTP/1.1 200').length - 1).toBeLessThanOrEqual(LIMITS.request.unanswered)
  })

  it.each([
    [
      'absolute form of the host itself',
      'GET http://localhost/api/outcome/fine HTTP/1.1\r\nhost: localhost',
      200,
    ],
    [
      'absolute form of another host',
      'GET http://evil.example/api/outcome/fine HTTP/1.1\r\nhost: localhost',
      421,
    ],
    [
      'absolute form of another host, at the port',
      'GET http://evil.example/ HTTP/1.1\r\nhost: localhost',
      421,
    ],
    [
      'absolute form of a host that only looks alike',
      'GET http://localhost@evil.example/ HTTP/1.1\r\nhost: localhost',
      421,
    ],
    ['absolute form, both of another host', 'GET http://evil.example/ HTTP/1.1\r\nhost: evil.example', 421],
    ['two hosts', 'GET /api/outcome/fine HTTP/1.1\r\nhost: localhost\r\nHost: evil.example', 400],
    ['the same host twice', 'GET /api/outcome/fine HTTP/1.1\r\nhost: localhost\r\nhost: localhost', 400],
    ['neither path nor address', 'GET evil.example HTTP/1.1\r\nhost: localhost', 400],
    ['another scheme', 'GET ftp://localhost/ HTTP/1.1\r\nhost: localhost', 421],
  ])('that asks by %s', async (_, head, status) => {
    const { said } = await answerTo(`${head}\r\nconnection: close\r\n\r\n`)
    expect(said.split('\r\n', 1)[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  const answerTo = (bytes: string): Promise<{ said: string; ms: number }> =>
    new Promise((resolve) => {
      const began = performance.now()
      let said = ''
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      socket.on('data', (chunk) => {
        said += String(chunk)
      })
      socket.on('close', () => resolve({ said, ms: performance.now() - began }))
    })
  const cases: [name: string, bytes: string, status: number][] = [
    ['that never ends its headers', 'GET /api/outcome/fine HTTP/1.1\r\nhost: localhost\r\n', 408],
    [
      'that never ends its body',
      'POST /api/outcome/fine HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
      408,
    ],
    ['with endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    ['that does not speak HTTP', 'hello\r\n\r\n', 400],
  ]
  it.each(cases)('%s gets an envelope and ends', async (_, bytes, status) => {
    const { said, ms } = await answerTo(bytes)
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(said.slice(said.indexOf('\r\n\r\n')))).toMatchObject({ code: status, data: null })
    expect(ms).toBeLessThan(5_000)
  })
})

it('a body that is compressed is refused by name, before anybody reads it', async () => {
  const sent = (coding: string) =>
    fetch(`${url}/api/outcome/fine`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': coding, token: 'mine' },
      body: '{}',
    })
  for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
    const answer = await sent(coding)
    expect([coding, answer.status]).toEqual([coding, 415])
    expect(await answer.json()).toMatchObject({ code: 415, msg: 'ja server.plainBodyOnly' })
  }
  expect((await sent('identity')).status).not.toBe(415)
})

describe('a long answer', () => {
  const get = async (path: string, accept: string) => {
    const answer = await fetch(`${url}/api${path}`, { headers: { 'accept-encoding': accept, token: 'mine' } })
    return {
      encoding: answer.headers.get('content-encoding'),
      length: Number(answer.headers.get('content-length')),
      member: (await answer.json()).data.member,
    }
  }

  it('that is the same for all travels compressed, and cannot know who asks', async () => {
    const plain = await get('/long', 'identity')
    expect(plain).toMatchObject({ encoding: null, member: null })
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
    ] as const) {
      const packed = await get('/long', accept)
      expect(packed).toMatchObject({ encoding, member: null })
      expect(packed.length).toBeLessThan(plain.length / 4)
    }
  })

  it('that may be a member’s own never does: beside words of a stranger its length would tell of it', async () => {
    expect(await get('/own', 'br, gzip')).toMatchObject({ encoding: null, member: 'm1' })
  })
})

describe('files', () => {
  it('are compressed as the browser likes, and asked for again only when they may have changed', async () => {
    for (const [accept, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const page = await fetch(url, { headers: { 'accept-encoding': accept } })
      expect([page.headers.get('content-encoding'), page.headers.get('cache-control')]).toEqual([
        encoding,
        'no-cache',
      ])
      expect(await page.text()).toContain('明かり')
      expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    const etag = (await fetch(url)).headers.get('etag')!
    expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await fetch(`${url}/assets/app-B1a2C3d4.js`)).headers.get('cache-control')).toContain('immutable')
    const image = await fetch(`${url}/logo.png`, { headers: { 'accept-encoding': 'br' } })
    expect([image.headers.get('content-type'), image.headers.get('content-encoding')]).toEqual([
      'image/png',
      null,
    ])
  })

  it.each(['/none.js', '/assets/', '/..%2findex.html', '/assets/../../x', '/index.html/', '/constructor'])(
    '%s is not one',
    async (path) => {
      expect((await fetch(url + path)).status).toBe(404)
    },
  )
})
