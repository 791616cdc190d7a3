import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { newKey, testHouse, type TestHouse } from '#server/test-house.ts'
import { softDevice, type SoftDevice } from './passkey.fixture.ts'

const isLong = process.env['TEST_LONG'] === '1'
/** Threats T09 and T10, at full size where there is time. */
const [PAIRS, ADDRESSES, MEMBERS] = isLong ? [10_000, 200, 100] : [280, 8, 6]
const AT_ONCE = 8
const PASSWORD = 'lamp-7Kq'
const INVITATION = 'ABCDEFGHJK'

type Answer = { status: number; code: number; data: any }

let gateway: Server
let house: TestHouse
const codes = new Map<string, string>()
const members: { mobile: string; device: SoftDevice }[] = []
const mobileOf = (n: number): string => `0907272${String(n).padStart(4, '0')}`
/** An address of this machine's own range: limits of addresses hold for it outside the demo setting. */
const addressOf = (n: number): string => `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`

/** As a client at that address sends it. */
const from = (address: string, path: string, body: object, token?: string): Promise<Answer> => new Promise((resolve, reject) => {
  const sent = request(
    { host: '127.0.0.1', port: house.port, path: `/api${path}`, method: 'POST', localAddress: address, headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), ...(token === undefined ? {} : { token }) } },
    (response) => {
      let text = ''
      response.on('data', (chunk) => { text += chunk })
      response.on('end', () => resolve({ status: response.statusCode!, ...(JSON.parse(text) as { code: number; data: unknown }) }))
    },
  )
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
})

/** So many of these at once, until all are done. */
async function inTurns<T>(all: readonly T[], run: (one: T, n: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(Array.from({ length: AT_ONCE }, async () => {
    for (let n = next++; n < all.length; n = next++) await run(all[n]!, n)
  }))
}

beforeAll(async () => {
  gateway = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk) => { body += chunk })
    incoming.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string }
      const code = /\d{6}/.exec(text)
      if (code !== null) codes.set(to, code[0])
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => { gateway.listen(0, '127.0.0.1', resolve) })
  house = await testHouse({ env: { DEMO: 'off', HOST: '127.0.0.1', SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`, SMS_TOKEN: 'gate' } })
  await house.house.db.kysely.insertInto('invitationCodes').values({ code: INVITATION, kind: 'batch', owner: null, usesLeft: null, expiresAt: null }).execute()
  await inTurns(Array.from({ length: MEMBERS }, (_, n) => n), async (n) => {
    // At home, each: registering is limited by address too.
    const [home, mobile, device] = [addressOf(1_000 + n), mobileOf(n), softDevice()]
    await from(home, '/auth/sms-code', { mobile })
    const { data: { token } } = await from(home, '/auth/register', { mobile, password: PASSWORD, confirmPassword: PASSWORD, invitationCode: INVITATION, verificationCode: codes.get(`+81${mobile.slice(1)}`) })
    const { data: question } = await from(home, '/auth/passkey/new/question', {}, token)
    await from(home, '/auth/factor-code', {}, token)
    expect((await from(home, '/auth/passkey/new', { name: '', created: device.create(question), verificationCode: codes.get(`+81${mobile.slice(1)}`) }, token)).code).toBe(1)
    members[n] = { mobile, device }
  })
}, 240_000)
afterAll(async () => {
  await house?.close()
  await new Promise((resolve) => { gateway.close(resolve) })
})

it(`T09: ${PAIRS} pairs of stolen names and passwords from ${ADDRESSES} addresses open no session that moves money`, { timeout: 30 * 60_000 }, async () => {
  const every = Math.floor(PAIRS / MEMBERS)
  // One pair in so many is right here as well, and comes early in its address's turn.
  const pairs = Array.from({ length: PAIRS }, (_, n) => ({ account: n % every === 0 && n / every < MEMBERS ? mobileOf(n / every) : `0907373${String(n).padStart(4, '0')}`, address: addressOf(n % ADDRESSES) }))
  const opened: { token: string; address: string }[] = []
  const said = new Map<string, number>()
  const began = performance.now()
  await inTurns(pairs, async ({ account, address }) => {
    const { status, code, data } = await from(address, '/auth/login', { account, password: PASSWORD })
    if (code === 1) opened.push({ token: data.token, address })
    const word = code === 1 ? 'opened' : (data?.rejection ?? String(status))
    said.set(word, (said.get(word) ?? 0) + 1)
  })
  // An address has thirty tries a minute, whoever they are for; the rest is not looked at. A slow machine may not get as far.
  const allowed = 30 * (2 + (performance.now() - began) / MINUTE)
  expect([...said.keys()].filter((word) => word !== '429').toSorted()).toEqual(['LOGIN_FAILED', 'opened'])
  expect(PAIRS - (said.get('429') ?? 0)).toBeLessThanOrEqual(ADDRESSES * allowed)
  if (!isLong) expect(said.get('429')).toBeGreaterThan(0)
  expect(opened.length).toBeGreaterThan(0)
  for (const { token, address } of opened) {
    const { data: security } = await house.call('GET', '/api/auth/security', { token })
    expect(security.session).toEqual({ factor: 'password', full: false })
    const acts: [path: string, body: object][] = [
      ['/withdrawals', { amount: 10_000, accountId: 'x', transactionPassword: PASSWORD }],
      ['/bank-accounts', { holder: 'サトウ ハルカ', bankCode: '0001', branchCode: '001', type: 'ordinary', number: '1234567', transactionPassword: PASSWORD }],
      ['/orders', { code: 'S801', side: 'up', type: 'market', quantity: 100, leverage: 1 }],
      ['/auth/unlock', { transactionPassword: PASSWORD }],
      ['/auth/passkey/new', { name: '', created: softDevice().create((await from(address, '/auth/passkey/new/question', {}, token)).data) }],
    ]
    for (const [path, body] of acts) expect([path, (await from(address, path, body, token)).code]).not.toEqual([path, 1])
  }
})

it(`T10: ${MEMBERS} members whom others have locked out log in by their passkeys`, { timeout: 10 * 60_000 }, async () => {
  await inTurns(members, async ({ mobile, device }, n) => {
    const [stranger, home] = [addressOf(2_000 + n), addressOf(3_000 + n)]
    for (let tries = 0; tries < LIMITS.login.perAccount.failures; tries++) await from(stranger, '/auth/login', { account: mobile, password: 'wrong-11' })
    expect((await from(home, '/auth/login', { account: mobile, password: PASSWORD })).data.rejection).toBe('LOGIN_LOCKED')
    const { data: question } = await from(home, '/auth/passkey/login/question', {})
    const { code, data } = await from(home, '/auth/passkey/login', { proof: device.sign(question, 'login', {}) })
    expect(code).toBe(1)
    expect((await house.call('GET', '/api/auth/security', { token: data.token })).data.session).toEqual({ factor: 'passkey', full: true })
  })
})
