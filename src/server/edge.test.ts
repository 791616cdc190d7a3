import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import type { Module } from '#modules/module.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let member: { token: string; userId: string }
let other: { token: string; userId: string }
beforeAll(async () => {
  app = await startTestApp()
  member = await app.enrol('090-1111-0001')
  other = await app.enrol('090-1111-0002')
})

const read = { upTo: '000000000000-00-x' }

describe('every answer is an envelope with its status', () => {
  const cases: [
    name: string,
    method: string,
    path: string,
    options: Parameters<TestApp['call']>[2],
    status: number,
    code: number,
  ][] = [
    ['health', 'GET', '/api/health', {}, 200, 1],
    ['an unknown path', 'GET', '/api/nothing', {}, 404, 404],
    ['an unknown file', 'GET', '/nothing.js', {}, 404, 404],
    ['a path that leads outside', 'GET', '/..%2f..%2fpackage.json', {}, 404, 404],
    ['a method that is not there', 'PUT', '/api/health', { body: {} }, 405, 405],
    ['a POST where only GET is', 'POST', '/api/health', { body: {} }, 405, 405],
    ['a doubled query', 'GET', '/api/health?lang=en&lang=ja', {}, 400, 400],
    ['an unknown query', 'GET', '/api/health?x=1', {}, 400, 400],
    ['a broken escape in the path', 'GET', '/api/orders/%zz', {}, 400, 400],
    ['no session', 'GET', '/api/index/getUserInfo?user_id=1', {}, 401, 401],
    ['a made-up token', 'GET', '/api/index/getUserInfo?user_id=1', { token: 'x'.repeat(43) }, 401, 401],
    ['a body that is too big', 'POST', '/api/auth/login', { raw: `"${'x'.repeat(70_000)}"` }, 413, 413],
    ['a body that is not JSON', 'POST', '/api/auth/login', { raw: '{' }, 400, 400],
    [
      'a form instead of JSON',
      'POST',
      '/api/auth/login',
      { raw: 'a=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      415,
    ],
    [
      'another site',
      'POST',
      '/api/auth/login',
      { body: {}, headers: { 'sec-fetch-site': 'cross-site' } },
      403,
      403,
    ],
    [
      'another origin',
      'POST',
      '/api/auth/login',
      { body: {}, headers: { origin: 'https://evil.example' } },
      403,
      403,
    ],
    ['a refusal', 'POST', '/api/auth/login', { body: { account: '', password: '' } }, 200, 2],
    ['a URL that is too long', 'GET', `/api/stocks?query=${'x'.repeat(3_000)}`, {}, 414, 414],
  ]
  it.each(cases)('%s', async (_, method, path, options, status, code) => {
    const answer = await app.call(method, path, options)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(answer.msg).not.toBe('')
    expect(answer).toHaveProperty('data')
    expect(answer.headers.get('date')).not.toBeNull()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  it('speaks the language that was asked for, Japanese where none is', async () => {
    const says = async (query: string) => (await app.call('GET', `/api/nothing${query}`)).msg
    expect(await says('')).toBe(await says('?lang=jp'))
    expect(await says('?lang=ja')).toBe(await says('?lang=jp'))
    expect(await says('?lang=en')).toBe('Not found')
    expect(await says('?lang=xx')).toBe('Not found')
  })
})

describe('a key', () => {
  const post = (key: string | null, body: unknown = read) =>
    app.call('POST', '/api/messages/read', { token: member.token, key, body })
  const cases: [name: string, key: string | null, rejection: string | null][] = [
    ['is needed', null, 'KEY_REQUIRED'],
    ['must be a UUIDv7', 'abc', 'KEY_INVALID'],
    ['of yesterday is too old', newKey(Date.now() - DAY - MINUTE), 'KEY_EXPIRED'],
    ['of tomorrow is too new', newKey(Date.now() + HOUR), 'KEY_EXPIRED'],
    ['of now will do', newKey(), null],
  ]
  it.each(cases)('%s', async (_, key, rejection) => {
    const answer = await post(key)
    expect(answer.status).toBe(rejection === null ? 200 : 400)
    expect(answer.data.rejection ?? null).toBe(rejection)
  })
  it('is not asked for by login, registration, tickets and the demo', async () => {
    expect((await app.call('POST', '/api/socket-ticket', { token: member.token, key: null })).status).toBe(
      200,
    )
    expect(
      (await app.call('POST', '/api/auth/login', { key: null, body: { account: 'x', password: 'y' } })).data
        .rejection,
    ).toBe('LOGIN_FAILED')
  })
  it.each(['jp', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'])(
    'whose write was refused tells it in the sentence of the answer: %s',
    async (lang) => {
      const [code] = await app.affordable(1)
      for (const [path, body, rejection] of [
        ['orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 2 }, 'LEVERAGE_ABOVE_LEVEL'],
        ['lots/00000000-0000-7000-8000-000000000000/deliver', {}, 'LOT_NOT_FOUND'],
        ['deposits/none/cancel', {}, 'DEPOSIT_NOT_FOUND'],
      ] as const) {
        const key = newKey()
        const { msg, data } = await app.call('POST', `/api/${path}?lang=${lang}`, {
          token: member.token,
          key,
          body,
        })
        expect(data.rejection).toBe(rejection)
        const { answer } = (await app.call('GET', `/api/ops/${key}?lang=${lang}`, { token: member.token }))
          .data
        expect(answer).toEqual({ code: 2, msg, data })
      }
    },
  )
  it('that nobody has used is unknown', async () => {
    expect((await app.call('GET', `/api/ops/${newKey()}`, { token: member.token })).data).toEqual({
      state: 'unknown',
    })
  })
})

describe('whose it is', () => {
  it('user_id must be the own one', async () => {
    const info = (userId: string) =>
      app.call('GET', `/api/index/getUserInfo?user_id=${userId}`, { token: member.token })
    expect((await info(member.userId)).data).toMatchObject({
      user_id: member.userId,
      mobile: '090-****-0001',
      level: 'experience',
      maxLeverage: 1,
    })
    expect((await info(other.userId)).status).toBe(403)
    expect((await app.call('GET', '/api/index/getUserInfo', { token: member.token })).status).toBe(400)
  })
})

describe('limits', () => {
  it('answer 429 with Retry-After, and are each member’s own', async () => {
    const { burst } = LIMITS.lanes.writes
    const answers = await Promise.all(
      Array.from({ length: burst + 10 }, () =>
        app.call('POST', '/api/messages/read', { token: other.token, body: read }),
      ),
    )
    const refused = answers.filter((answer) => answer.status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await app.call('POST', '/api/messages/read', { token: member.token, body: read })).status).toBe(
      200,
    )
  })
})

describe('the demo clock', () => {
  it('goes forward only, not too far, and sessions and keys do not notice', async () => {
    const at = (ms: number) =>
      app.call('POST', '/api/dev/clock', { key: null, body: { at: new Date(Date.now() + ms).toISOString() } })
    expect((await at(-HOUR)).data.rejection).toBe('CLOCK_BACKWARDS')
    expect((await at(500 * DAY)).data.rejection).toBe('CLOCK_TOO_FAR')
    expect((await app.call('POST', '/api/dev/clock', { key: null, body: { at: 'tomorrow' } })).status).toBe(
      400,
    )
    const { data } = await at(10 * DAY)
    expect(Math.abs(Date.parse(data.now) - Date.now() - 10 * DAY)).toBeLessThan(5_000)
    expect((await at(9 * DAY)).data.rejection).toBe('CLOCK_BACKWARDS')
    expect(
      (await app.call('GET', `/api/index/getUserInfo?user_id=${member.userId}`, { token: member.token }))
        .status,
    ).toBe(200)
    expect((await app.call('POST', '/api/messages/read', { token: member.token, body: read })).status).toBe(
      200,
    )
    expect(
      Math.abs(Date.parse((await app.call('GET', '/api/health')).headers.get('date')!) - Date.now()),
    ).toBeLessThan(5_000)
  }, 60_000)
})

describe('the demo clock', () => {
  it('answers before a connection ends on which nothing happens, and says what is still under way', async () => {
    let held = Promise.resolve()
    let go = () => {}
    const slow = await startTestApp({
      stays: true,
      limits: { ...LIMITS, request: { ...LIMITS.request, idleMs: 1_200 } },
      extraModule: () => ({
        name: 'slow' as Module['name'],
        jobs: [{ name: 'slow', next: (after) => (Math.floor(after / HOUR) + 1) * HOUR, run: () => held }],
      }),
    })
    held = new Promise((resolve) => (go = resolve))
    const now = slow.context.clock.market()
    const at = new Date(slow.context.clock.wall() + 2 * HOUR).toISOString()
    const moved = await slow.call('POST', '/api/dev/clock', { body: { at } })
    expect([moved.code, moved.data.dueAt]).toEqual([1, expect.any(String)])
    // Jobs of the minutes before may be under way first.
    const hour = new Date((Math.floor(now / HOUR) + 1) * HOUR).toISOString()
    await waitFor(
      async () => (await slow.call('GET', '/api/dev/clock')).data.dueAt,
      (dueAt) => dueAt === hour,
    )
    go()
    expect((await slow.call('GET', '/api/dev/clock')).data.dueAt).toBeNull()
    await slow.close()
  }, 60_000)
})
