import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import type { Route } from '#wire/route.ts'
import { tokenHeaders } from './console-token.fixture.ts'
import { signIn } from './desk.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { sendPicture } from './verified.fixture.ts'

/**
 * The headers between a browser and what it is told to do: those of every kind of answer, and who may
 * write (threat T07).
 */
let app: TestApp
let member: { token: string; userId: string }
let operatorToken: string
let picture: string
beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  member = await app.enrol('090-7171-0001')
  operatorToken = await signIn(app, 'demo-auditor-1')
  picture = await sendPicture(app, member.token, 'identity-front')
}, 60_000)

const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const API = {
  ...COMMON,
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}
const FILE = {
  ...COMMON,
  vary: 'accept-encoding',
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}
const PAGE = { ...FILE, 'content-type': 'text/html; charset=utf-8' }

/** Headers that differ in every answer, or are the connection's own. */
const PASSING = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'etag',
  'content-encoding',
  'promise',
  'x-request-id',
])
const lasting = (headers: Iterable<[string, string]>): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !PASSING.has(name)))
const ask = (path: string, init: RequestInit = {}) =>
  fetch(`http://localhost:${app.port}${path}`, { redirect: 'manual', ...init })
const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } })
const assetIn = async (page: string): Promise<string> =>
  /\/assets\/[\w.-]+\.js/.exec(await (await ask(page)).text())![0]

describe('the headers of every kind of answer, each of them', () => {
  type Case = [what: string, answer: () => Promise<Response>, status: number, headers: Record<string, string>]
  const cases: Case[] = [
    ['the app', () => ask('/'), 200, PAGE],
    ['the console', () => ask('/console/'), 200, PAGE],
    ['a place in the console', () => ask('/console/approvals'), 200, PAGE],
    ['one with a dot', () => ask('/console/figure-rows/cash.deposited?day=2026-11-27'), 200, PAGE],
    [
      'a file that never changes',
      async () => ask(await assetIn('/')),
      200,
      {
        ...FILE,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
      },
    ],
    [
      'one of the console',
      async () => ask(`/console${(await assetIn('/console/')).replace(/^\/console/, '')}`),
      200,
      {
        ...FILE,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': 'text/javascript; charset=utf-8',
      },
    ],
    [
      'the service worker',
      () => ask('/service-worker.js'),
      200,
      { ...FILE, 'content-type': 'text/javascript; charset=utf-8' },
    ],
    ['an icon', () => ask('/icon-192.png'), 200, { ...FILE, 'content-type': 'image/png' }],
    [
      'the manifest',
      () => ask('/app.ja.webmanifest'),
      200,
      { ...FILE, 'content-type': 'application/manifest+json' },
    ],
    [
      'a page that has not changed',
      async () => ask('/', { headers: { 'if-none-match': (await ask('/')).headers.get('etag')! } }),
      304,
      FILE,
    ],
    ['a page by HEAD', () => ask('/', { method: 'HEAD' }), 200, PAGE],
    ['a file that is not there', () => ask('/nothing.js'), 404, API],
    ['a success', () => ask('/api/health'), 200, API],
    ['a success by HEAD', () => ask('/api/health', { method: 'HEAD' }), 200, API],
    ['a member’s data', () => ask('/api/account', { headers: { token: member.token } }), 200, API],
    [
      'an operator’s',
      () => ask('/api/console/me', { headers: tokenHeaders(operatorToken, app.port) }),
      200,
      API,
    ],
    ['the document', () => ask('/api/openapi.json'), 200, API],
    [
      'the document as a page',
      () => ask('/api/docs'),
      200,
      { ...API, 'content-type': 'text/html; charset=utf-8' },
    ],
    [
      'a picture',
      () => ask(`/upload/identity-front/${picture}`, { headers: { token: member.token } }),
      200,
      {
        ...API,
        'content-type': 'image/jpeg',
        'content-disposition': 'attachment; filename="identity-front.jpg"',
      },
    ],
    [
      'a picture that is not there',
      () => ask('/upload/identity-front/x', { headers: { token: member.token } }),
      404,
      API,
    ],
    ['a refusal', () => post('/api/auth/login', '{"account":"","password":""}'), 200, API],
    [
      'a repeat',
      async () => {
        const headers = { token: member.token, 'idempotency-key': newKey() }
        const body = JSON.stringify({ code: 'S000', side: 'up', type: 'market', quantity: 100, leverage: 1 })
        await post('/api/orders', body, headers)
        return post('/api/orders', body, headers)
      },
      200,
      { ...API, 'idempotent-replay': '1' },
    ],
    ['malformed input', () => post('/api/auth/login', '{'), 400, API],
    ['no session', () => ask('/api/account'), 401, API],
    [
      'another’s own',
      () => ask('/api/index/getUserInfo?user_id=x', { headers: { token: member.token } }),
      403,
      API,
    ],
    ['no such route', () => ask('/api/nothing'), 404, API],
    ['no such method', () => ask('/api/health', { method: 'PUT' }), 405, { ...API, allow: 'GET, HEAD' }],
    [
      'a question about crossing',
      () =>
        ask('/api/orders', {
          method: 'OPTIONS',
          headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
        }),
      405,
      { ...API, allow: 'POST, GET, HEAD' },
    ],
    ['too big a body', () => post('/api/auth/login', `"${'x'.repeat(70_000)}"`), 413, API],
    ['too long an address', () => ask(`/api/stocks?query=${'x'.repeat(3_000)}`), 414, API],
    [
      'a form',
      () => post('/api/auth/login', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }),
      415,
      API,
    ],
    ['an upload without a session', () => ask('/upload', { method: 'POST', body: new FormData() }), 401, API],
  ]
  it.each(cases)('%s', async (_, answer, status, headers) => {
    const response = await answer()
    expect([response.status, lasting(response.headers)]).toEqual([status, headers])
    await response.arrayBuffer()
  })

  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['endless headers', `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('%s', async (_, bytes, status) => {
    const said = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(app.port, 'localhost', () => socket.write(bytes))
      socket
        .on('data', (chunk) => {
          text += String(chunk)
        })
        .on('close', () => resolve(text))
    })
    const [first, ...lines] = said.slice(0, said.indexOf('\r\n\r\n')).split('\r\n')
    expect(first).toContain(String(status))
    expect(lasting(lines.map((line) => line.split(': ', 2) as [string, string]))).toEqual(API)
  })
})

describe('from another site', () => {
  const ALONE: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://localhost.evil.example' },
    { origin: 'file://' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://user@localhost' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { 'sec-fetch-site': 'Same-Origin' },
    { 'sec-fetch-site': '' },
  ]
  /** With the right origin in a header that a page cannot set, beside one that it can. */
  const MIXED = (): Record<string, string>[] => [
    { 'sec-fetch-site': 'cross-site', origin: `http://localhost:${app.port}` },
    { origin: `http://localhost:${app.port + 1}` },
    { origin: `http://localhost:${app.port}.evil.example` },
  ]
  const writes = (): Route[] =>
    app.modules.all
      .flatMap((module) => module.routes ?? [])
      .map(({ route }) => route)
      .filter(({ method }) => method === 'POST')

  it('nothing is written, by no route, whatever token comes along', async () => {
    expect(writes().length).toBeGreaterThan(80)
    const wrong: string[] = []
    for (const route of writes()) {
      const token = route.access === 'operator' ? operatorToken : member.token
      for (const headers of [...ALONE, ...MIXED()]) {
        const { status, code } = await app.call('POST', `/api${route.path.replace(/\{\w+\}/g, 'x')}`, {
          token,
          body: {},
          headers,
        })
        if (status !== 403 || code !== 403) wrong.push(`${route.name} ${JSON.stringify(headers)}: ${status}`)
      }
    }
    expect(wrong).toEqual([])
    const uploads = await Promise.all(
      [...ALONE, ...MIXED()].map((headers) =>
        ask('/upload', {
          method: 'POST',
          body: new FormData(),
          headers: { token: member.token, ...headers },
        }),
      ),
    )
    expect(new Set(uploads.map(({ status }) => status))).toEqual(new Set([403]))
  }, 60_000)

  it('no form can say what a route takes: JSON alone, the token in a header, no cookie of a member', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/html',
      'application/json-patch+json',
      'application/xml',
    ]) {
      expect([
        type,
        (await post('/api/auth/login', '{"account":"a","password":"b"}', { 'content-type': type })).status,
      ]).toEqual([type, 415])
    }
    expect((await ask('/api/account', { headers: { cookie: `token=${member.token}` } })).status).toBe(401)
    expect((await ask('/api/account', { headers: { authorization: `Bearer ${member.token}` } })).status).toBe(
      401,
    )
    expect((await ask(`/api/account?token=${member.token}`)).status).toBe(401)
    expect((await ask('/api/health')).headers.get('set-cookie')).toBeNull()
  })

  it('from this one, or from no page at all, all is taken', async () => {
    for (const headers of [
      {},
      { origin: `http://localhost:${app.port}` },
      { 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-site': 'none' },
    ] as Record<string, string>[]) {
      expect(
        (
          await app.call('POST', '/api/messages/read', {
            token: member.token,
            body: { upTo: '000000000000-00-x' },
            headers,
          })
        ).status,
      ).toBe(200)
    }
  })
})
