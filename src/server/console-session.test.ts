import { beforeAll, describe, expect, it } from 'vitest'
import { tokenHeaders } from './console-token.fixture.ts'
import { signIn } from './desk.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
}, 60_000)

const COOKIE = /^(console-\d+)=(op-[\w-]{43}); Path=\/; HttpOnly; SameSite=Strict$/

type Asked = { method?: string; headers?: Record<string, string>; body?: object }
async function ask(path: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  const response = await fetch(`http://localhost:${app.port}/api${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const cookies = response.headers.getSetCookie()
  return { status: response.status, cookies, text: await response.text() }
}
const codeOf = async (operatorId: string) =>
  (await app.call('GET', '/api/dev/operators')).data.find(
    (each: { operatorId: string }) => each.operatorId === operatorId,
  ).code as string
const enter = async (operatorId: string) =>
  ask('/console/auth/login', { method: 'POST', body: { operatorId, code: await codeOf(operatorId) } })

/** Headers that a browser adds for a page of the console, and for one of another port of the same host. */
const [HERE, OTHER_PORT, ELSEWHERE] = ['same-origin', 'same-site', 'cross-site'].map((site) => ({
  'sec-fetch-site': site,
}))

describe('the session of the console', () => {
  it('is a cookie, and stands in no answer that a script could read', async () => {
    const entered = await enter('demo-auditor-1')
    const [, name, token] = COOKIE.exec(entered.cookies.join())!
    expect(name).toBe(`console-${app.port}`)
    expect(entered.text).not.toContain('op-')
    const cookie = `${name}=${token}`
    expect((await ask('/console/me', { headers: { cookie, ...HERE } })).status).toBe(200)
    // A header is what members have; an operator's token in it is nobody's.
    expect((await ask('/console/me', { headers: { token: token! } })).status).toBe(401)
    const renewed = await ask('/console/auth/renew', {
      method: 'POST',
      headers: { cookie, ...HERE },
      body: {},
    })
    expect(renewed.text).not.toContain('op-')
    expect(COOKIE.exec(renewed.cookies.join())![2]).not.toBe(token)
  })

  it('comes over TLS under a name that its host alone can give', async () => {
    const safe = await startTestApp({
      env: { DEMO_DESK: 'off', CONSOLE_HOST: 'desk.localhost', ORIGIN: 'https://akari.localhost' },
    })
    const { operatorId, code } = safe.modules.staff.codes()[0]!
    const { headers } = await safe.call('POST', '/api/console/auth/login', {
      headers: { host: 'desk.localhost' },
      body: { operatorId, code },
    })
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-console=op-[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/,
    )
    await safe.close()
  })

  it('is asked by the pages of the console alone: a hostile one reads, writes and downloads nothing', async () => {
    const { cookie } = tokenHeaders(await signIn(app, 'demo-administrator-1'), app.port)
    const member = await app.enrol('090-6868-0001')
    const freeze = { power: 'trading.freeze', subject: member.userId, body: {}, reason: { code: 'takeover' } }
    const { seq } = (await app.call('GET', '/api/health')).data
    const hostile: [string, Record<string, string>][] = [
      ['another site', { ...ELSEWHERE, origin: 'https://evil.example' }],
      ['another port', { ...OTHER_PORT, origin: 'http://localhost:1' }],
      ['an older browser', { origin: 'https://evil.example' }],
      ['a page without an origin', { origin: 'null' }],
    ]
    for (const [who, headers] of hostile) {
      const sent = { ...headers, cookie: cookie! }
      const write = await ask('/console/act', { method: 'POST', headers: sent, body: freeze })
      expect([who, write.status]).toEqual([who, 403])
      for (const path of ['/console/me', '/console/audit', '/console/operators', '/console/operators?x=.csv'])
        expect([who, path, (await ask(path, { headers: sent })).status]).toEqual([who, path, 403])
      const out = await ask('/console/auth/logout', { method: 'POST', headers: sent, body: {} })
      expect([who, out.status, out.cookies]).toEqual([who, 403, []])
    }
    // A write says where it comes from, whoever sends it.
    expect(
      (await ask('/console/auth/logout', { method: 'POST', headers: { cookie: cookie! }, body: {} })).status,
    ).toBe(403)
    // The cookie opens nothing of the members', the live stream's ticket and pictures included.
    for (const [method, path] of [
      ['GET', '/account'],
      ['POST', '/ws/ticket'],
    ] as const) {
      const said = await ask(path, {
        method,
        headers: { cookie: cookie!, ...HERE },
        ...(method === 'POST' ? { body: {} } : {}),
      })
      expect([401, 404]).toContain(said.status)
    }
    expect((await ask('/console/me', { headers: { cookie: cookie!, ...HERE } })).status).toBe(200)
    expect((await app.call('GET', '/api/health')).data.seq).toBe(seq)
  })

  it('is taken away by signing out, and where it is over', async () => {
    const { cookie } = tokenHeaders(await signIn(app, 'demo-auditor-2'), app.port)
    const own = { cookie: cookie!, ...HERE }
    const gone = `console-${app.port}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`
    const out = await ask('/console/auth/logout', { method: 'POST', headers: own, body: {} })
    expect([out.status, out.cookies]).toEqual([200, [gone]])
    const after = await ask('/console/me', { headers: own })
    expect([after.status, after.cookies]).toEqual([401, [gone]])
    expect((await ask('/console/me')).cookies).toEqual([])
  })

  it('lets no page of one operator act as another who has signed in in the same browser', async () => {
    const { cookie } = tokenHeaders(await signIn(app, 'demo-support-1'), app.port)
    const from = (operator: string) => ({ cookie: cookie!, ...HERE, operator })
    expect((await ask('/console/me', { headers: from('demo-support-1') })).status).toBe(200)
    const other = await ask('/console/me', { headers: from('demo-support-2') })
    expect([other.status, other.cookies]).toEqual([403, []])
  })
})
