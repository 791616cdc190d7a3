import { createHash, createPublicKey, verify } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import { MINUTE } from '#kernel/time.ts'
import { readRecord, type JournalEntry } from '#platform/engine/journal.ts'
import type { Signed } from '#platform/engine/signatures.ts'
import { needsKey } from '#platform/http/key.ts'
import { LIMITS } from '#platform/limits.ts'
import { commandBytes } from '#wire/signed.ts'
import { softKey, type SoftKey } from '#modules/identity/server/device-key.fixture.ts'
import { softDevice } from '#modules/identity/server/passkey.fixture.ts'
import { challengeOf } from '#modules/identity/server/webauthn-challenges.ts'
import { openBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'

const MOBILE = '090-6868-0001'
const PASSWORD = 'lamp-7Kq'
let app: TestApp
let accountId: string
let code: string
/** A session without a key, as a client of the API has it, and one of a browser. */
let plain: string
let token: string
let device: SoftKey

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  plain = (await app.enrol(MOBILE)).token
  accountId = await openBankAccount(app, plain)
  ;[code] = (await app.affordable(1)) as [string]
  ;({ token, device } = await browser())
}, 120_000)

const logIn = async (fields: object) =>
  app.call('POST', '/api/auth/login', { body: { account: MOBILE, password: PASSWORD, ...fields } })
async function browser(): Promise<{ token: string; device: SoftKey }> {
  const made = softKey()
  return { token: (await logIn(made.fields)).data.token, device: made }
}
type Sent = { path?: string; key?: string; body?: Json; at?: number; by?: SoftKey; token?: string }
const withdrawal = (amount = 10_000) => ({ amount, accountId, transactionPassword: TRANSACTION_PASSWORD })
const order = { side: 'up', type: 'market', quantity: 100, leverage: 1 }
/** Sends a command as the browser does; `signed` is what its signature says instead. */
async function send(
  { path = '/api/withdrawals', key = newKey(), body = withdrawal(), token: by = token }: Sent,
  signed: Sent | null = {},
) {
  const headers =
    signed === null
      ? {}
      : (signed.by ?? device).headers(signed.path ?? path, signed.key ?? key, signed.body ?? body, signed.at)
  return app.call('POST', path, { token: by, key, body, headers })
}
const said = async (answer: ReturnType<typeof send>) => (await answer).data?.rejection ?? (await answer).code
const records = async (): Promise<JournalEntry[]> =>
  (await app.context.db.pool.query<{ record: Buffer }>('select record from journal order by seq')).rows.map(
    ({ record }) => readRecord(record),
  )
const held = async (): Promise<number> =>
  (await app.call('GET', '/api/account', { token })).data.withdrawalHold

describe('a session with a device key', () => {
  const refused: [
    what: string,
    sent: () => Sent | Promise<Sent>,
    signed: () => Sent | null | Promise<Sent | null>,
    rejection: string | number,
  ][] = [
    ['nothing but the token', () => ({}), () => null, 'SIGNATURE_NEEDED'],
    ['what was signed for another path', () => ({}), () => ({ path: '/api/orders' }), 'SIGNATURE_WRONG'],
    ['what was signed under another key', () => ({}), () => ({ key: newKey() }), 'SIGNATURE_WRONG'],
    [
      'what was signed for another amount',
      () => ({}),
      () => ({ body: withdrawal(20_000) }),
      'SIGNATURE_WRONG',
    ],
    [
      'the signature of another session of the same member',
      () => ({}),
      async () => ({ by: (await browser()).device }),
      'SIGNATURE_WRONG',
    ],
    [
      'a clock that is six minutes slow',
      () => ({}),
      () => ({ at: Date.now() - 6 * MINUTE }),
      'SIGNATURE_TIME',
    ],
    [
      'a clock that is six minutes fast',
      () => ({}),
      () => ({ at: Date.now() + 6 * MINUTE }),
      'SIGNATURE_TIME',
    ],
    [
      'the token of one session with the key of another',
      async () => ({ token: (await browser()).token }),
      () => ({}),
      'SIGNATURE_WRONG',
    ],
    [
      'an unsigned order',
      () => ({ path: '/api/orders', body: { ...order, code } }),
      () => null,
      'SIGNATURE_NEEDED',
    ],
    [
      'an unsigned payout account',
      () => ({
        path: '/api/bank-accounts',
        body: {
          holder: 'サトウ ハルカ',
          bankCode: '0001',
          branchCode: '001',
          type: 'ordinary',
          number: '7654321',
        },
      }),
      () => null,
      'SIGNATURE_NEEDED',
    ],
    [
      'an unsigned transaction password',
      () => ({
        path: '/api/auth/transaction-password',
        key: '',
        body: { oldPassword: TRANSACTION_PASSWORD, newPassword: 'stone-31', confirmPassword: 'stone-31' },
      }),
      () => null,
      'SIGNATURE_NEEDED',
    ],
  ]
  it.each(refused)('refuses %s', async (_, sent, signed, rejection) => {
    const before = await held()
    expect(await said(send(await sent(), await signed()))).toBe(rejection)
    expect(await held()).toBe(before)
  })

  it('takes what its device signed, once, and the journal alone proves whose word it was', async () => {
    const key = newKey()
    const first = await send({ key })
    expect(first.code).toBe(1)
    // The phone asks again: it signs anew, and hears the same.
    const again = await send({ key }, { at: Date.now() + 1_000 })
    expect([again.data.id, again.headers.get('idempotent-replay')]).toEqual([first.data.id, '1'])
    // A signature that was heard is good for nothing else.
    expect(await said(send({ body: withdrawal() }, { key }))).toBe('SIGNATURE_WRONG')

    const all = await records()
    const asked = all.filter((record) => record.key === key)
    expect(asked).toHaveLength(1)
    const { body, device: session } = asked[0]!
    const signed = body['signed'] as Signed
    const begun = all.find((record) => record.type === 'device.register' && record.device === session)!.body[
      'input'
    ] as { publicKey: string; passkey: null }
    expect(begun.passkey).toBe(null)
    const publicKey = createPublicKey({
      key: Buffer.from(begun.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    })
    const bytes = commandBytes(
      { method: 'POST', path: signed.path, key, at: signed.at },
      Buffer.from(signed.body, 'hex'),
    )
    expect(
      verify(
        'sha256',
        bytes,
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signed.signature, 'base64url'),
      ),
    ).toBe(true)
    expect(signed.body).toBe(
      createHash('sha256').update(`{"accountId":"${accountId}","amount":"10000"}`).digest('hex'),
    )
    expect(JSON.stringify(all)).not.toContain(TRANSACTION_PASSWORD)
  })

  it('signs its orders, and what closes and cancels them', async () => {
    const placed = await send({
      path: '/api/orders',
      body: {
        ...order,
        code,
        type: 'limit',
        price: (await app.call('GET', `/api/stocks/${code}`)).data.quote.lowerLimit,
      },
    })
    expect(placed.code).toBe(1)
    const path = `/api/orders/${placed.data.id}/cancel`
    expect(await said(send({ path, body: {} }, null))).toBe('SIGNATURE_NEEDED')
    expect((await send({ path, body: {} })).code).toBe(1)
    const signed = (await records())
      .filter(({ type, body }) => type.startsWith('order.') && body['signed'] !== undefined)
      .map(({ type }) => type)
    expect(signed).toEqual(['order.place', 'order.cancel'])
  })

  it('says in the list of devices whose word the key is', async () => {
    const { data } = await app.call('GET', '/api/auth/sessions', { token })
    expect(data.find((one: { current: boolean }) => one.current).key).toBe('session')
    expect(data.some((one: { key: string | null }) => one.key === null)).toBe(true)
  })
})

it('a session without one goes on as before, and its records name the session alone', async () => {
  const key = newKey()
  expect((await app.call('POST', '/api/withdrawals', { token: plain, key, body: withdrawal() })).code).toBe(1)
  const record = (await records()).find((one) => one.key === key)
  expect(record!.device).toMatch(/^s:/)
  expect(record!.body['signed']).toBe(undefined)
})

it.each([
  ['no key', 'AAAA', 'MALFORMED'],
  ['another kind of key', 'M'.repeat(122), 'MALFORMED'],
  ['a point beside the curve', `MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE${'B'.repeat(86)}`, 'DEVICE_KEY_INVALID'],
])('nobody logs in with %s', async (_, deviceKey, answer) => {
  expect(await said(logIn({ deviceKey }))).toBe(answer)
})

it('is asked for by every write of the modules that move money, but those that only ask or announce', () => {
  const moving = new Set([
    'orders',
    'portfolio',
    'daytrade',
    'ai',
    'draws',
    'ipo',
    'block',
    'copy',
    'funding',
    'loans',
  ])
  const unsigned = app.modules.all
    .filter(({ name }) => moving.has(name))
    .flatMap(({ routes = [] }) => routes.map(({ route }) => route))
    .filter((route) => route.access === 'member' && needsKey(route) && route.signed === undefined)
    .map(({ name }) => name)
  expect(unsigned.toSorted()).toEqual([
    'appealBankAccount',
    'appealLoan',
    'appealWithdrawal',
    'applyForLoan',
    'cancelDeposit',
    'lockOneTap',
    'removeTemplate',
    'requestDeposit',
    'saveTemplate',
    'switchOffOneTap',
  ])
})

it('ends with its session: what was signed with it is worth nothing then, and the journal says since when', async () => {
  const gone = await browser()
  const { data } = await app.call('GET', '/api/auth/sessions', { token: gone.token })
  const { id } = data.find((one: { current: boolean }) => one.current)
  expect((await app.call('POST', '/api/auth/sessions/end', { token, body: { sessionId: id } })).data).toEqual(
    { status: 'ended' },
  )
  expect(await said(send({ token: gone.token }, { by: gone.device }))).toBe(401)
  const about = (await records())
    .filter(({ device: session }) => session === `s:${id}`)
    .map(({ type }) => type)
  expect(about).toEqual(['device.register', 'device.end'])
})

it('is the member’s by the word of their passkey, where one opens the session; a passkey that signed for another key opens nothing', async () => {
  const phone = softDevice()
  const { data: question } = await app.call('POST', '/api/auth/passkey/new/question', { token, body: {} })
  const created = { name: '', created: phone.create(question), ...softKey().fields }
  // Whoever has the token alone plants no passkey, however fresh the session.
  expect(await said(send({ path: '/api/auth/passkey/new', key: '', body: created as never }, null))).toBe(
    'SIGNATURE_NEEDED',
  )
  const path = '/api/auth/passkey/new'
  expect(
    (
      await app.call('POST', path, {
        token,
        key: null,
        body: created,
        headers: device.headers(path, '', created as never),
      })
    ).code,
  ).toBe(1)

  const made = softKey()
  const byPasskey = async (content: Json, fields: object) => {
    const { data: asked } = await app.call('POST', '/api/auth/passkey/login/question', { body: {} })
    return {
      asked,
      answer: await app.call('POST', '/api/auth/passkey/login', {
        body: { proof: phone.sign(asked, 'login', content), ...fields },
      }),
    }
  }
  expect((await byPasskey(softKey().fields, made.fields)).answer.data.rejection).toBe('PASSKEY_UNKNOWN')
  expect((await byPasskey({}, made.fields)).answer.data.rejection).toBe('PASSKEY_UNKNOWN')
  const { asked, answer } = await byPasskey(made.fields, made.fields)
  expect(answer.code).toBe(1)
  ;({ token, device } = { token: answer.data.token, device: made })
  const { data } = await app.call('GET', '/api/auth/sessions', { token })
  expect(data.find((one: { current: boolean }) => one.current).key).toBe('passkey')

  const { passkey } = (await records()).findLast(({ type }) => type === 'device.register')!.body['input'] as {
    passkey: Record<string, string>
  }
  expect(passkey).toMatchObject({ action: 'login', question: asked.id, passkey: phone.id })
  const { challenge } = JSON.parse(Buffer.from(passkey['clientData']!, 'base64url').toString()) as {
    challenge: string
  }
  expect(challenge).toBe(challengeOf(asked.id, 'login', made.fields).toString('base64url'))
})

it('stands in the journal so that it runs again byte for byte', async () => {
  const { types, held: rows, again } = await replayJournal(app)
  expect([...types]).toEqual(expect.arrayContaining(['device.register', 'device.end', 'withdrawal.request']))
  expect(again).toEqual(rows)
}, 60_000)
