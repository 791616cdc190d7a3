import { beforeAll, describe, expect, it } from 'vitest'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto'
import type { Json } from '#kernel/hash.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import { callerFor } from '#platform/engine/command.ts'
import { API_KEY_REFUSALS } from '#platform/http/api-key.ts'
import { needsKey } from '#platform/http/key.ts'
import { LIMITS } from '#platform/limits.ts'
import type { PowerName } from '#registry/powers.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, startTestApp, type Answer, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { API_KEY_HEADER, askedFor, commandBytes, SIGNATURE_HEADER } from '#wire/signed.ts'
import type { ApiKeyScope, Route } from '#wire/route.ts'
import { LANGS } from '#i18n/lang.ts'
import { MOST_API_KEYS } from '../model/api-key.ts'
import { makeKey, revokeKeys } from './commands.ts'
import { keyDetails } from './details-queries.ts'

/** The alphabet of base64url, and the order of the curve P-256 (FIPS 186-4, D.1.2.3). */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const DOCUMENT = join(import.meta.dirname, '../../../../docs/api-keys.md')
let app: TestApp
let owner: { token: string; userId: string }
let other: { token: string; userId: string }
let code: string
let routes: Route[]
let reader: Program
let trader: Program

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  const lanes = { orders: free, cancels: free, writes: free }
  app = await startTestApp({
    limits: {
      ...LIMITS,
      lanes,
      apiKey: { reads: free, readsOfAll: free, lanes },
      apikeys: { perMember: [{ max: 2_000, withinMs: DAY }] },
    },
  })
  routes = app.modules.all.flatMap((module) => module.routes ?? []).map((handler) => handler.route)
  owner = await enrol('090-4545-0001')
  other = await enrol('090-4545-0002')
  ;[code] = (await app.affordable(1)) as [string]
  ;[reader, trader] = [await program('read'), await program('trade')]
}, 120_000)

async function enrol(mobile: string): Promise<{ token: string; userId: string }> {
  const member = await app.enrol(mobile)
  await app.call('POST', '/api/auth/transaction-password', {
    token: member.token,
    body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
  })
  return member
}
type Pair = { publicKey: string; privateKey: KeyObject }
function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'), privateKey }
}
const make = (
  { token }: { token: string },
  fields: object = {},
  { key = newKey(), pair = newPair() }: { key?: string; pair?: Pair } = {},
) =>
  app.call('POST', '/api/api-keys', {
    token,
    key,
    body: {
      name: 'Program',
      scope: 'read',
      networks: [],
      publicKey: pair.publicKey,
      transactionPassword: TRANSACTION_PASSWORD,
      ...fields,
    },
  })
type Sent = { key?: string; body?: Json; at?: number }
type Program = {
  id: string
  headers(method: string, path: string, sent?: Sent, by?: KeyObject): Record<string, string>
  /** Asks as a member's program does; `signed`: what its signature says instead, null: it has none. */
  ask(
    method: string,
    path: string,
    sent?: Sent & { more?: Record<string, string> },
    signed?: (Sent & { path?: string }) | null,
  ): Promise<Answer>
}
async function program(scope: ApiKeyScope, of = owner, fields: object = {}): Promise<Program> {
  const pair = newPair()
  const { data } = await make(of, { scope, ...fields }, { pair })
  expect(data).toMatchObject({ scope })
  return programOf(data.id, pair.privateKey)
}
function programOf(id: string, privateKey: KeyObject): Program {
  const headers: Program['headers'] = (
    method,
    path,
    { key = '', body, at = Date.now() } = {},
    by = privateKey,
  ) => {
    const bytes = commandBytes({ method, path, key, at }, hash('sha256', askedFor(body), 'buffer'))
    const signature = sign('sha256', bytes, { key: by, dsaEncoding: 'ieee-p1363' }).toString('base64url')
    return { [API_KEY_HEADER]: id, [SIGNATURE_HEADER]: `${at}.${signature}` }
  }
  return {
    id,
    headers,
    ask(method, path, sent = {}, signed = {}) {
      const key = sent.key ?? (method === 'GET' ? '' : newKey())
      const header =
        signed === null
          ? { [API_KEY_HEADER]: id }
          : headers(method, signed.path ?? path, { ...sent, key, ...signed })
      return app.call(method, path, {
        key: key === '' ? null : key,
        ...(sent.body === undefined ? {} : { body: sent.body }),
        headers: { ...header, ...sent.more },
      })
    },
  }
}
const said = ({ data, status }: Answer): string | number => data?.rejection ?? status
const lowest = async () => (await app.call('GET', `/api/stocks/${code}`)).data.quote.lowerLimit
const order = async (): Promise<Json> => ({
  side: 'up',
  type: 'limit',
  quantity: 100,
  leverage: 1,
  code,
  price: await lowest(),
})
const listed = async ({ token }: { token: string }) =>
  (await app.call('GET', '/api/api-keys', { token })).data.keys as Record<string, unknown>[]
const ordersOf = async ({ token }: { token: string }) =>
  (await app.call('GET', '/api/orders', { token })).data as unknown[]

describe('making a key', () => {
  it('asks for the second factor, lists it once for a request sent twice, and tells the member', async () => {
    const [key, pair] = [newKey(), newPair()]
    const before = (await listed(owner)).length
    expect(said(await make(owner, { transactionPassword: 'wrong-31' }, { pair }))).toBe(
      'TRANSACTION_PASSWORD_WRONG',
    )
    expect(said(await make(owner, { transactionPassword: undefined }, { pair }))).toBe(
      'TRANSACTION_PASSWORD_REQUIRED',
    )
    expect(await listed(owner)).toHaveLength(before)
    const fields = { name: ' 相場 ', networks: ['127.0.0.1', '10.0.0.1/8', '10.2.3.4/8'] }
    const first = await make(owner, fields, { key, pair })
    expect(first.data).toMatchObject({ name: '相場', networks: ['127.0.0.1/32', '10.0.0.0/8'], usedAt: null })
    expect((await make(owner, fields, { key, pair })).data).toEqual(first.data)
    expect(await listed(owner)).toHaveLength(before + 1)
    const messages = (await app.call('GET', '/api/messages', { token: owner.token })).data.messages as {
      kind: string
      text: string
    }[]
    const told = messages.filter(({ kind }) => kind === 'apiKeyMade')
    expect(told).toHaveLength(before + 1)
    expect(told[0]!.text).not.toContain('message.')
  })

  it.each([
    ['no name', { name: ' ' }, 'NAME_INVALID'],
    ['no address', { networks: ['127.0.0.1', 'example.com'] }, 'API_KEY_NETWORK'],
    [
      'eleven addresses',
      { networks: Array.from({ length: 11 }, (_, at) => `10.0.0.${at}`) },
      'API_KEY_NETWORKS',
    ],
    [
      'no point of the curve',
      { publicKey: `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'B'.repeat(86)}` },
      'API_KEY_PUBLIC_KEY',
    ],
    ['another scope', { scope: 'withdraw' }, 'MALFORMED'],
    ['its private half', { privateKey: 'x' }, 'MALFORMED'],
  ])('is refused by name with %s, before the factor is asked', async (_, fields, rejection) =>
    expect(said(await make(owner, { ...fields, transactionPassword: 'wrong-31' }))).toBe(rejection),
  )

  it('takes no public key twice, whoever has it and whether it stands: what one signs the other would be asked', async () => {
    const pair = newPair()
    const { data } = await make(owner, {}, { pair })
    expect(said(await make(owner, {}, { pair }))).toBe('API_KEY_TAKEN')
    expect(said(await make(other, {}, { pair }))).toBe('API_KEY_TAKEN')
    await app.call('POST', `/api/api-keys/${data.id}/revoke`, { token: owner.token, body: {} })
    expect(said(await make(owner, {}, { pair }))).toBe('API_KEY_TAKEN')
  })

  it('the server has the public half alone, and the journal no word of the member’s', async () => {
    const { publicKey } = newPair()
    await make(
      owner,
      { name: 'SECRET WORD', networks: ['192.0.2.77'] },
      { pair: { ...newPair(), publicKey } },
    )
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>(
      'select record from journal order by seq',
    )
    const all = rows.map(({ record }) => record.toString()).join('\n')
    expect(all).toContain(publicKey)
    expect(all).not.toMatch(/SECRET WORD|192\.0\.2\.77|PRIVATE KEY/)
  })
})

describe('a request by key', () => {
  it('reads the member’s own figures, and no token is needed', async () => {
    const { data } = await reader.ask('GET', '/api/account')
    const own = (await app.call('GET', '/api/account', { token: owner.token })).data
    expect(data).toEqual({ ...own, at: data.at })
    expect(said(await reader.ask('GET', '/api/account?x=1'))).toBe('MALFORMED')
  })

  it('trades by the scope of trade: placed, repeated, cancelled, and the journal says by which key', async () => {
    const [key, body] = [newKey(), await order()]
    const first = await trader.ask('POST', '/api/orders', { key, body })
    expect(first.code).toBe(1)
    const again = await trader.ask('POST', '/api/orders', { key, body })
    expect([again.data.id, again.headers.get('idempotent-replay')]).toEqual([first.data.id, '1'])
    expect((await trader.ask('POST', `/api/orders/${first.data.id}/cancel`, { body: {} })).code).toBe(1)
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>(
      "select record from journal where type = 'order.place' order by seq desc limit 1",
    )
    const record = JSON.parse(rows[0]!.record.toString())
    expect(record).toMatchObject({ device: `s:${trader.id}`, body: { signed: { path: '/api/orders' } } })
  })

  it('is made by the program of the documentation, as it stands there', async () => {
    const [, text] = /```js\n(.*?)```/s.exec(readFileSync(DOCUMENT, 'utf8'))!
    const folder = mkdtempSync(join(tmpdir(), 'akari-api-key-'))
    const [file, keyFile] = [join(folder, 'ask.mjs'), join(folder, 'key.pem')]
    writeFileSync(file, text!)
    const { publicKey, privateKey } = newPair()
    writeFileSync(keyFile, privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const { data } = await make(owner, { scope: 'trade' }, { pair: { publicKey, privateKey } })
    const run = promisify(execFile)
    const ask = async (...args: string[]): Promise<Pick<Answer, 'code' | 'data'>> => {
      const { stdout } = await run(process.execPath, [file, ...args], {
        env: {
          AKARI_URL: `http://localhost:${app.port}`,
          AKARI_KEY_ID: data.id as string,
          AKARI_KEY_FILE: keyFile,
        },
      })
      return JSON.parse(stdout) as Answer
    }
    try {
      const placed = await ask('POST', '/api/orders', JSON.stringify(await order()))
      expect(placed).toMatchObject({ code: 1, data: { code } })
      const { data: list } = await ask('GET', '/api/orders?limit=5')
      expect(list).toEqual(expect.arrayContaining([expect.objectContaining({ id: placed.data.id })]))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('is refused on every route that is not open to keys, whatever it asks for and whatever its scope', async () => {
    const open = routes.filter(({ apiKey }) => apiKey !== undefined)
    const shut = routes.filter(({ access, apiKey }) => access === 'member' && apiKey === undefined)
    expect(shut.length).toBeGreaterThan(80)
    for (const route of shut) {
      const path = `/api${route.path.replaceAll(/\{\w+\}/g, 'x')}`
      expect([
        route.name,
        said(await trader.ask(route.method, path, route.method === 'POST' ? { body: {} } : {})),
      ]).toEqual([route.name, 'API_KEY_ROUTE'])
    }
    for (const { name, method, path: of } of routes.filter(({ access }) => access === 'operator')) {
      const path = `/api${of.replaceAll(/\{\w+\}/g, 'x')}`
      const answer = said(await trader.ask(method, path, method === 'POST' ? { body: {} } : {}))
      // Of the routes that keys of the firm may read, a member's key is none of theirs.
      expect([name, ['API_KEY_ROUTE', 'API_KEY_UNKNOWN', 401].includes(answer)]).toEqual([name, true])
    }
    // No money out, no accounts, identity, security or keys: by name, so that nobody opens one in passing.
    expect(open.map(({ name }) => name).toSorted()).toEqual([
      'amendOrder',
      'cancelOrder',
      'closeLot',
      'closeLots',
      'deleteWebhook',
      'getAccount',
      'getAccountLog',
      'getLot',
      'getMargin',
      'getOrder',
      'getReceipt',
      'listDividends',
      'listFees',
      'listLossCuts',
      'listLots',
      'listOrders',
      'listWebhookDeliveries',
      'listWebhooks',
      'makeWebhook',
      'placeOrder',
      'resendWebhookDelivery',
      'rotateWebhookSecret',
      'setExits',
      'setWebhook',
      'testWebhook',
    ])
    // A write by key is signed, and has an idempotency key against replay.
    for (const route of open.filter(({ method }) => method === 'POST'))
      expect([route.name, needsKey(route), route.signed, route.apiKey]).toEqual([
        route.name,
        true,
        'by-device',
        'trade',
      ])
    for (const route of open.filter(({ method }) => method === 'GET')) expect(route.apiKey).toBe('read')
  })

  it('with the scope of reading may read all that is open, and write nothing', async () => {
    for (const route of routes.filter(({ apiKey }) => apiKey !== undefined)) {
      const answer = await reader.ask(route.method, `/api${route.path.replaceAll(/\{\w+\}/g, 'x')}`, {
        ...(route.method === 'POST' ? { body: {} } : {}),
      })
      const refused = said(answer)
      if (route.apiKey === 'trade') expect([route.name, refused]).toEqual([route.name, 'API_KEY_SCOPE'])
      // A session that a handler asks for would be a 401 or a bug: a key has none.
      else
        expect([
          route.name,
          [200, 404, 'MALFORMED', 'NO_RECEIPT', 'WEBHOOK_NOT_FOUND'].includes(refused),
        ]).toEqual([route.name, true])
    }
  })

  it('what is open to all needs no key, and is told to nobody in particular', async () => {
    const { data } = await reader.ask('GET', '/api/home', {}, null)
    expect(data).toEqual((await app.call('GET', '/api/home')).data)
  })

  it.each<[what: string, ask: () => Promise<Answer>, rejection: string]>([
    ['without a signature', () => reader.ask('GET', '/api/account', {}, null), 'API_KEY_UNSIGNED'],
    [
      'by a key that nobody has',
      () => programOf('0'.repeat(32), newPair().privateKey).ask('GET', '/api/account'),
      'API_KEY_UNKNOWN',
    ],
    [
      'by no id at all',
      () => programOf("' or 1=1 --", newPair().privateKey).ask('GET', '/api/account'),
      'API_KEY_UNKNOWN',
    ],
    [
      'signed by another key of the member',
      () => programOf(reader.id, newPair().privateKey).ask('GET', '/api/account'),
      'API_KEY_SIGNATURE',
    ],
    [
      'with another body',
      () => trader.ask('POST', '/api/orders', { body: { quantity: 200 } }, { body: { quantity: 100 } }),
      'API_KEY_SIGNATURE',
    ],
    [
      'with another query',
      () => reader.ask('GET', '/api/orders', {}, { path: '/api/orders?limit=1' }),
      'API_KEY_SIGNATURE',
    ],
    [
      'on another path',
      () => trader.ask('POST', '/api/lots/close', { body: {} }, { path: '/api/orders' }),
      'API_KEY_SIGNATURE',
    ],
    [
      'under another idempotency key',
      () => trader.ask('POST', '/api/orders', { body: {} }, { key: newKey() }),
      'API_KEY_SIGNATURE',
    ],
    [
      'a clock that is six minutes slow',
      () => trader.ask('POST', '/api/orders', { body: {}, at: Date.now() - 6 * MINUTE }),
      'API_KEY_TIME',
    ],
    [
      'a clock that is six minutes fast',
      () => reader.ask('GET', '/api/account', { at: Date.now() + 6 * MINUTE }),
      'API_KEY_TIME',
    ],
    [
      'that is no JSON',
      () => app.call('POST', '/api/orders', { raw: '{', headers: { [API_KEY_HEADER]: trader.id } }),
      'MALFORMED',
    ],
  ])('is refused by name: %s', async (_, ask, rejection) => expect(said(await ask())).toBe(rejection))

  it('a read is heard once, whatever way its signature is written', async () => {
    const own = await program('read')
    const at = Date.now()
    const headers = own.headers('GET', '/api/account', { at })
    const again = (signature = headers[SIGNATURE_HEADER]!) =>
      app.call('GET', '/api/account', { headers: { ...headers, [SIGNATURE_HEADER]: signature } })
    expect((await again()).code).toBe(1)
    expect(said(await again())).toBe('API_KEY_REPEATED')
    // The last of 86 characters has four bits that say nothing, and s has a twin on the curve.
    const [time, bytes] = headers[SIGNATURE_HEADER]!.split('.') as [string, string]
    const loose = `${bytes.slice(0, -1)}${LETTERS[LETTERS.indexOf(bytes.at(-1)!) ^ 1]!}`
    const [r, half] = [bytes, bytes].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer]
    const s = ORDER - BigInt(`0x${half.subarray(32).toString('hex')}`)
    const twin = Buffer.concat([r.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')])
    for (const other of [loose, twin.toString('base64url')])
      expect(said(await again(`${time}.${other}`))).toBe('API_KEY_REPEATED')
    // A clock that is fast shuts nothing out that is signed by another.
    expect((await own.ask('GET', '/api/account', { at: at + 60_000 })).code).toBe(1)
    expect((await own.ask('GET', '/api/account', { at: at - 1_000 })).code).toBe(1)
    // After a start nothing is remembered: what was signed before it is refused by its time.
    expect(said(await own.ask('GET', '/api/account', { at: at - 4 * MINUTE }))).toBe('API_KEY_TIME')
  })

  it('another member’s things are not there for it', async () => {
    const placed = await trader.ask('POST', '/api/orders', { body: await order() })
    const stranger = await program('trade', other)
    expect((await stranger.ask('GET', `/api/orders/${placed.data.id}`)).status).toBe(404)
    expect(said(await stranger.ask('POST', `/api/orders/${placed.data.id}/cancel`, { body: {} }))).toBe(
      'ORDER_NOT_FOUND',
    )
    // The key of one with the private half of another.
    const pair = newPair()
    const { data } = await make(other, { scope: 'trade' }, { pair })
    expect(said(await programOf(trader.id, pair.privateKey).ask('GET', '/api/account'))).toBe(
      'API_KEY_SIGNATURE',
    )
    expect((await programOf(data.id, pair.privateKey).ask('GET', '/api/account')).code).toBe(1)
  })

  it('comes from the addresses that the key is bound to, or not at all', async () => {
    const inside = await program('read', owner, { networks: ['127.0.0.0/8', '::1'] })
    const outside = await program('read', owner, { networks: ['203.0.113.0/24'] })
    expect((await inside.ask('GET', '/api/account')).code).toBe(1)
    expect(said(await outside.ask('GET', '/api/account'))).toBe('API_KEY_ADDRESS')
    // A header of the caller’s own is no proxy’s word.
    expect(
      said(await outside.ask('GET', '/api/account', { more: { 'x-forwarded-for': '203.0.113.7' } })),
    ).toBe('API_KEY_ADDRESS')
  })

  it('no scope lets money leave', async () => {
    for (const path of [
      '/api/withdrawals',
      '/api/bank-accounts',
      '/api/account-closing',
      '/api/api-keys',
      '/api/auth/password',
    ])
      expect([path, said(await trader.ask('POST', path, { body: { amount: 10_000 } }))]).toEqual([
        path,
        'API_KEY_ROUTE',
      ])
  })

  it('every refusal has a sentence in every language', () => {
    for (const lang of LANGS)
      for (const rejection of API_KEY_REFUSALS) {
        const sentence = app.context.text(lang, `server.rejection.${rejection}`)
        expect([lang, sentence.includes('rejection.')]).toEqual([lang, false])
      }
  })
})

describe('the end of a key', () => {
  it('is the next request’s, once it is revoked; another’s nobody revokes', async () => {
    const own = await program('trade')
    expect(
      said(await app.call('POST', `/api/api-keys/${own.id}/revoke`, { token: other.token, body: {} })),
    ).toBe('API_KEY_NOT_FOUND')
    expect((await own.ask('GET', '/api/account')).code).toBe(1)
    const { data } = await app.call('POST', `/api/api-keys/${own.id}/revoke`, {
      token: owner.token,
      body: {},
    })
    expect(data).toMatchObject({ id: own.id, revokedBecause: 'member' })
    expect(said(await own.ask('GET', '/api/account'))).toBe('API_KEY_REVOKED')
    expect(said(await own.ask('POST', '/api/orders', { body: await order() }))).toBe('API_KEY_REVOKED')
    expect(
      (await app.call('POST', `/api/api-keys/${own.id}/revoke`, { token: owner.token, body: {} })).data,
    ).toEqual(data)
  })

  it('is that of a command which had come in before, and waited: the journal decides', async () => {
    const own = await program('trade')
    const { handle } = app.modules.all
      .flatMap((module) => module.routes ?? [])
      .find(({ route }) => route.name === 'placeOrder')!
    const before = await ordersOf(owner)
    await app.call('POST', `/api/api-keys/${own.id}/revoke`, { token: owner.token, body: {} })
    const answer = await handle({
      input: await order(),
      query: undefined,
      params: undefined,
      caller: {
        memberId: owner.userId,
        sessionId: own.id,
        tradingUnlocked: true,
        full: false,
        deviceKey: null,
        apiKey: { scope: 'trade' },
      },
      operator: null,
      token: '',
      key: newKey(),
      lang: 'ja',
      address: '127.0.0.1',
      userAgent: '',
    } as never)
    expect(answer).toMatchObject({ ok: false, rejection: 'API_KEY_REVOKED', module: 'server' })
    expect(await ordersOf(owner)).toEqual(before)
  })

  it('is every key’s where all other devices are logged out, and where the account is frozen', async () => {
    const { token, userId } = await enrol('090-4545-0003')
    const first = await program('read', { token, userId })
    await app.call('POST', '/api/auth/sessions/end-others', { token, body: {} })
    expect(said(await first.ask('GET', '/api/account'))).toBe('API_KEY_REVOKED')
    expect(await listed({ token })).toMatchObject([{ id: first.id, revokedBecause: 'sessions' }])
    const second = await program('read', { token, userId })
    await app.call('POST', '/api/auth/freeze', { token, body: {} })
    expect(said(await second.ask('GET', '/api/account'))).toBe('API_KEY_REVOKED')
    expect(said(await make({ token }))).toBe('ACCOUNT_FROZEN')
  })

  it('is not a freeze by the firm, while which the key is refused by another name', async () => {
    const member = await enrol('090-4545-0004')
    const own = await program('read', member)
    const act = (power: PowerName) =>
      app.modules.staff.act('demo-reviewer-1', {
        power,
        subject: member.userId,
        body: {},
        reason: { code: 'takeover', text: null },
      })
    expect(await act('trading.freeze')).toMatchObject({ answer: { status: 'carried-out' } })
    expect(said(await own.ask('GET', '/api/account'))).toBe('API_KEY_FROZEN')
  })
})

it('a member has so many keys at once, however often they ask, and nothing is kept of what was refused', async () => {
  const member = await enrol('090-4545-0005')
  const details = keyDetails(app.context.db)
  const rejections = new Map<string, number>()
  for (let asked = 0; asked < 1_000; asked++) {
    const id = `${asked}`.padStart(32, 'f')
    const detailsHash =
      asked < MOST_API_KEYS
        ? await details.put(id, member.userId, { name: 'One', networks: [] }, Buffer.alloc(16))
        : ''
    const { result } = await app.context.engine.submit(
      makeKey,
      { id, scope: 'read', publicKey: `${asked}`, detailsHash },
      callerFor(member.userId),
    )
    const said = result.ok ? 'made' : result.rejection
    rejections.set(said, (rejections.get(said) ?? 0) + 1)
  }
  expect([...rejections]).toEqual([
    ['made', MOST_API_KEYS],
    ['TOO_MANY_API_KEYS', 1_000 - MOST_API_KEYS],
  ])
  expect(said(await make(member))).toBe('TOO_MANY_API_KEYS')
  const { rows } = await app.context.db.pool.query('select from api_key_details where member_id = $1', [
    member.userId,
  ])
  expect(rows).toHaveLength(MOST_API_KEYS)
  await app.context.engine.submit(revokeKeys, {}, callerFor(member.userId))
  expect(said(await make(member))).toBe(200)
})

it('the last use is noted to within ten minutes, not at every request', async () => {
  const own = await program('read')
  const count = async () =>
    Number(
      (await app.context.db.pool.query("select count(*) from journal where type = 'api-key.used'")).rows[0]
        .count,
    )
  const before = await count()
  for (let asked = 0; asked < 5; asked++)
    expect((await own.ask('GET', `/api/orders?limit=${asked + 1}`)).code).toBe(1)
  await waitFor(
    () => listed(owner),
    (keys) => keys.some(({ id, usedAt }) => id === own.id && usedAt !== null),
  )
  expect(await count()).toBe(before + 1)
})

it('addresses that were changed by SQL are believed by nobody, and the journal runs again byte for byte', async () => {
  const own = await program('read', owner, { networks: ['203.0.113.0/24'] })
  await app.context.db.pool.query("update api_key_details set networks = '' where id = $1", [own.id])
  expect((await own.ask('GET', '/api/account')).status).toBe(503)
  await app.context.db.pool.query("update api_key_details set networks = '203.0.113.0/24' where id = $1", [
    own.id,
  ])
  expect(said(await own.ask('GET', '/api/account'))).toBe('API_KEY_ADDRESS')
  const { types, held, again } = await replayJournal(app)
  expect([...types]).toEqual(
    expect.arrayContaining(['api-key.make', 'api-key.revoke', 'api-key.revoke-all', 'api-key.used']),
  )
  expect(again).toEqual(held)
}, 120_000)
