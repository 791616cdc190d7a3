import { beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { ROLES, type Role } from '#modules/staff/model/power.ts'
import { powerOf, type PowerName } from '#registry/powers.ts'
import { softKey } from '#modules/identity/server/device-key.fixture.ts'
import type { Route } from '#wire/route.ts'
import { aiApplication } from './ai-application.fixture.ts'
import { openBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { ipoApplication } from './ipo-application.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Route × role × owner, made from the list of routes: a new route is in it without being written here (threat
 * T01).
 */
let app: TestApp
let routes: Route[]
let owner: { token: string; userId: string }
let other: { token: string; userId: string }
let ids: Record<string, string>
const orderKey = newKey()

beforeAll(async () => {
  // Asked one after another, all routes together are more than a member's rate.
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  routes = app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route)
  owner = await app.enrol('090-7777-0001')
  other = await app.enrol('090-7777-0002')
  const [code] = await app.affordable(1)
  const placed = await app.call('POST', '/api/orders', {
    token: owner.token,
    key: orderKey,
    body: { code, side: 'up', type: 'market', quantity: 100, leverage: 1 },
  })
  expect(placed.msg).toBe('成功しました')
  const lots = await waitFor(
    async () => (await app.call('GET', '/api/lots', { token: owner.token })).data,
    (found) => found.length > 0,
  )
  const list = await app.call('POST', '/api/watchlists', { token: owner.token, body: { name: 'Mine' } })
  const template = await app.call('POST', '/api/order-templates', {
    token: owner.token,
    body: {
      name: 'Mine',
      side: 'up',
      type: 'limit',
      quantity: 100,
      leverage: 1,
      condition: 'none',
      timeInForce: 'day',
      validity: 'day',
      takeProfitBp: null,
      stopLossBp: null,
    },
  })
  const screen = await app.call('POST', '/api/screens', {
    token: owner.token,
    body: { name: 'Mine', address: '' },
  })
  const alert = await app.call('POST', '/api/alerts', {
    token: owner.token,
    body: { code, watches: 'rise', changeBp: 2_999, repeats: 'once' },
  })
  const told = await waitFor(
    async () => (await app.call('GET', '/api/messages', { token: owner.token })).data.messages,
    (found) => found.length > 0,
  )
  const account = await openBankAccount(app, owner.token)
  const post = async (path: string, body: object): Promise<string> =>
    (await app.call('POST', path, { token: owner.token, body })).data.id
  const funding = {
    'bank-accounts': account,
    deposits: await post('/api/deposits', { amount: 1_000, method: 'bank' }),
    withdrawals: await post('/api/withdrawals', {
      amount: 10_000,
      accountId: account,
      transactionPassword: TRANSACTION_PASSWORD,
    }),
  }
  await post('/api/account-opening/profile', {
    occupation: 'employee',
    income: 'over-2000',
    assets: 'under-3000',
    experience: 'under-3',
    purpose: 'learning',
    insiderTie: 'none',
    insiderCode: null,
  })
  const loans = await post('/api/loans', {
    amount: 500_000,
    name: '佐藤 遥',
    idNumber: '301234567890',
    address: '東京都千代田区千代田1-1',
    contact: '0312345678',
    email: 'a@example.jp',
  })
  const apiKey = await post('/api/api-keys', {
    name: 'Mine',
    scope: 'read',
    networks: [],
    publicKey: softKey().fields.deviceKey,
    transactionPassword: TRANSACTION_PASSWORD,
  })
  const { webhook } = (
    await app.call('POST', '/api/webhooks', {
      token: owner.token,
      body: { url: 'https://hooks.example.com/', events: ['order.changed'], apiKeyId: apiKey },
    })
  ).data
  const feed = await app.call('POST', '/api/calendar-feeds', { token: owner.token, body: { covers: 'own' } })
  ids = {
    ...funding,
    'api-keys': apiKey,
    'calendar-feeds': feed.data.feed.id,
    webhooks: webhook.id,
    loans,
    applications: await ipoApplication(app, owner.token),
    ai: await aiApplication(app, owner.token),
    alerts: alert.data.id,
    messages: told[0].id,
    watchlists: list.data.lists[1].id,
    screens: screen.data.screens[0].id,
    orders: placed.data.id,
    lots: lots[0].id,
    'order-templates': template.data.templates[0].id,
  }
}, 120_000)

const BODIES: Record<string, unknown> = {
  appealBankAccount: { text: 'This rejection is wrong, please look again.' },
  appealWithdrawal: { text: 'This denial is wrong, please look again.' },
  appealLoan: { text: 'This refusal is wrong, please look again.' },
  repayLoan: { amount: 1 },
  renameWatchlist: { name: 'Yours' },
  addToWatchlist: { code: 'S100' },
  takeOffWatchlist: { code: 'S100' },
  arrangeRows: { rows: [] },
  closeLot: { type: 'market' },
  setTimeExit: { timeExit: false },
  setWebhook: { state: 'paused' },
}
const ask = (route: Route, id: string, token?: string, userId?: string) => {
  const path = route.path.replace(/\{\w+\}/g, id)
  return app.call(route.method, `/api${path}${userId === undefined ? '' : `?user_id=${userId}`}`, {
    ...(token === undefined ? {} : { token }),
    ...(route.method === 'POST' ? { body: BODIES[route.name] ?? {} } : {}),
  })
}

describe('routes of members', () => {
  it('are closed to guests, each of them', async () => {
    const closed = routes.filter((route) => route.access === 'member')
    expect(closed.length).toBeGreaterThan(15)
    for (const route of closed)
      expect([route.name, (await ask(route, 'x')).status]).toEqual([route.name, 401])
  })

  it('say of another’s object what they say of one that does not exist', async () => {
    const owned = routes.filter((route) => route.access === 'member' && route.path.includes('{id}'))
    expect(owned.map((route) => route.name)).toEqual(
      expect.arrayContaining(['getOrder', 'cancelOrder', 'getLot', 'closeLot']),
    )
    for (const route of owned) {
      const id = ids[route.path.split('/')[1]!]
      expect([route.name, id]).not.toEqual([route.name, undefined])
      const noted = vi.spyOn(app.context.log, 'warn')
      const foreign = await ask(route, id!, other.token)
      expect(noted).toHaveBeenCalledExactlyOnceWith(
        expect.objectContaining({ member: other.userId, what: route.name, id }),
        expect.any(String),
      )
      noted.mockRestore()
      const unknown = await ask(route, '01a1fbe0-fb8a-7956-8bab-0b4cbfd0010f', other.token)
      expect([route.name, foreign.status, foreign.code, foreign.data]).toEqual([
        route.name,
        unknown.status,
        unknown.code,
        unknown.data,
      ])
      expect(foreign.status === 404 || String(foreign.data.rejection).endsWith('_NOT_FOUND')).toBe(true)
    }
    expect((await app.call('GET', `/api/lots/${ids.lots}`, { token: owner.token })).data.status).toBe(
      'holding',
    )
  })

  it('take user_id of the caller alone', async () => {
    const asking = routes.filter(
      (route) => 'user_id' in ((route.query as { def?: { shape?: object } } | undefined)?.def?.shape ?? {}),
    )
    expect(asking.map((route) => route.path).toSorted()).toEqual([
      '/index/getCzhiurl',
      '/index/getUserInfo',
      '/index/withdrawal',
    ])
    for (const route of asking) {
      expect([route.name, (await ask(route, '', owner.token, owner.userId)).status]).toEqual([
        route.name,
        200,
      ])
      expect([route.name, (await ask(route, '', owner.token, other.userId)).status]).toEqual([
        route.name,
        403,
      ])
    }
  })

  it('ask for user_id where the specification does: not for the way to pay in', async () => {
    const codes = await Promise.all(
      ['getCzhiurl', 'withdrawal', 'getUserInfo'].map(
        async (name) => (await app.call('GET', `/api/index/${name}?lang=en`, { token: owner.token })).code,
      ),
    )
    expect(codes).toEqual([1, 400, 400])
  })

  it('tell nobody else what became of a key', async () => {
    const op = (token: string) => app.call('GET', `/api/ops/${orderKey}?lang=en`, { token })
    const mine = (await op(owner.token)).data
    expect(mine).toMatchObject({
      state: 'done',
      answer: { code: 1, msg: 'Request Success', data: { id: ids.orders, status: 'pending' } },
    })
    expect(mine.answer.data.name).not.toBe(mine.answer.data.code)
    expect((await op(other.token)).data).toEqual({ state: 'unknown' })
  })
})

describe('routes of operators', () => {
  const ofOperators = () => routes.filter((route) => route.access === 'operator')
  const tokenOf: Record<string, string> = {}
  beforeAll(async () => {
    const operators = (await app.call('GET', '/api/dev/operators')).data as {
      operatorId: string
      role: Role
      number: number
      code: string
    }[]
    for (const { operatorId, role, number, code } of operators) {
      if (number === 1)
        tokenOf[role] = (
          await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
        ).data.token
    }
  })

  it('are closed to guests and members, each of them', async () => {
    expect(ofOperators().length).toBeGreaterThan(15)
    for (const route of ofOperators()) {
      expect([route.name, (await ask(route, 'x')).status]).toEqual([route.name, 401])
      expect([route.name, (await ask(route, 'x', owner.token)).status]).toEqual([route.name, 401])
    }
  })

  it('are open to the roles that they name, or that their power’s row does, and to no other', async () => {
    for (const route of ofOperators()) {
      const { power } = route
      const may =
        typeof power === 'string' && power !== 'asked'
          ? powerOf(power as PowerName).signers.flat()
          : (route.roles ?? ROLES)
      for (const role of ROLES) {
        if (route.name === 'consoleLogout' || route.name === 'consoleRenew') continue
        const { status } = await ask(route, 'x', tokenOf[role])
        expect([route.name, role, status === 403, status === 401]).toEqual([
          route.name,
          role,
          !may.includes(role),
          false,
        ])
      }
    }
  }, 60_000)

  it('give no operator anything of a member’s: their token is nobody’s there', async () => {
    for (const route of routes.filter((each) => each.access === 'member')) {
      for (const role of ROLES)
        expect([route.name, role, (await ask(route, 'x', tokenOf[role])).status]).toEqual([
          route.name,
          role,
          401,
        ])
    }
  }, 60_000)
})

it('a repeated key gives the first answer and says so; another body is refused', async () => {
  const body = { code: 'S000', side: 'up', type: 'market', quantity: 100, leverage: 1 }
  const key = newKey()
  const post = (change: object = {}) =>
    app.call('POST', '/api/orders', { token: owner.token, key, body: { ...body, ...change } })
  const first = await post()
  const again = await post()
  expect([first.headers.get('idempotent-replay'), again.headers.get('idempotent-replay')]).toEqual([
    null,
    '1',
  ])
  expect(again.data).toEqual(first.data)
  const changed = await post({ quantity: 200 })
  expect([changed.status, changed.code, changed.data]).toEqual([422, 422, { rejection: 'KEY_REUSED' }])
  // Both at once: whichever comes second waits for the first, and says that it is a repeat.
  const other = newKey()
  const both = await Promise.all(
    [0, 1].map(() => app.call('POST', '/api/orders', { token: owner.token, key: other, body })),
  )
  expect(both.map(({ headers }) => headers.get('idempotent-replay')).toSorted()).toEqual(['1', null])
  expect(both[0]!.data).toEqual(both[1]!.data)
  // However often: a 429 would read as if the order had been refused.
  const often = await Promise.all(Array.from({ length: 40 }, () => post()))
  expect(new Set(often.map((answer) => answer.status))).toEqual(new Set([200]))
})
