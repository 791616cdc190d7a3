import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { newKey, startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { findWork, isWork } from '../model/work.ts'
import { softDevice, type SoftDevice } from './passkey.fixture.ts'
import { invite } from './as-written.fixture.ts'

const isLong = process.env['TEST_LONG'] === '1'
/** Threats T09 and T10, at full size where there is time. */
const [PAIRS, ADDRESSES, MEMBERS] = isLong ? [10_000, 200, 100] : [280, 8, 6]
const AT_ONCE = 8
const PASSWORD = 'lamp-7Kq'
const INVITATION = 'ABCDEFGHJK'

type Answer = { status: number; code: number; data: AnyJson }

let gateway: Server
let app: TestApp
const codes = new Map<string, string>()
const members: { mobile: string; device: SoftDevice; deviceId: string }[] = []
const mobileOf = (n: number): string => `0907272${String(n).padStart(4, '0')}`
/** An address of this machine's own range: limits of addresses hold for it outside the demo setting. */
const addressOf = (n: number): string => `127.0.${1 + Math.floor(n / 200)}.${1 + (n % 200)}`

/** A request that a client at that address sends. */
const from = (address: string, path: string, body: object, token?: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: app.port,
        path: `/api${path}`,
        method: 'POST',
        localAddress: address,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': newKey(),
          ...(token === undefined ? {} : { token }),
        },
      },
      (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode!, ...(JSON.parse(text) as { code: number; data: unknown }) }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })

/** Runs of `AT_ONCE` at a time, until all are done. */
async function inTurns<T>(all: readonly T[], run: (one: T, n: number) => Promise<void>): Promise<void> {
  let next = 0
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let n = next++; n < all.length; n = next++) await run(all[n]!, n)
    }),
  )
}

beforeAll(async () => {
  gateway = createServer((incoming, response) => {
    let body = ''
    incoming.on('data', (chunk) => {
      body += chunk
    })
    incoming.on('end', () => {
      const { to, text } = JSON.parse(body) as { to: string; text: string }
      const code = /\d{6}/.exec(text)
      if (code !== null) codes.set(to, code[0])
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => {
    gateway.listen(0, '127.0.0.1', resolve)
  })
  const limits = {
    ...LIMITS,
    login: { ...LIMITS.login, ofStrangers: { ...LIMITS.login.ofStrangers, bits: 8 } },
  }
  app = await startTestApp({
    limits,
    env: {
      DEMO: 'off',
      HOST: '127.0.0.1',
      SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`,
      SMS_TOKEN: 'gate',
    },
  })
  await invite(app.context, { code: INVITATION })
  await inTurns(
    Array.from({ length: MEMBERS }, (_, n) => n),
    async (n) => {
      // At home, each: registering is limited by address too.
      const [home, mobile, device, deviceId] = [
        addressOf(1_000 + n),
        mobileOf(n),
        softDevice(),
        `${n}`.padStart(32, 'd'),
      ]
      await from(home, '/auth/sms-code', { mobile, deviceId })
      const {
        data: { token },
      } = await from(home, '/auth/register', {
        mobile,
        password: PASSWORD,
        confirmPassword: PASSWORD,
        invitationCode: INVITATION,
        verificationCode: codes.get(`+81${mobile.slice(1)}`),
        deviceId,
      })
      const { data: challenge } = await from(home, '/auth/passkey/new/question', {}, token)
      await from(home, '/auth/factor-code', {}, token)
      expect(
        (
          await from(
            home,
            '/auth/passkey/new',
            {
              name: '',
              created: device.create(challenge),
              verificationCode: codes.get(`+81${mobile.slice(1)}`),
            },
            token,
          )
        ).code,
      ).toBe(1)
      members[n] = { mobile, device, deviceId }
    },
  )
}, 240_000)
afterAll(async () => {
  await app?.close()
  await new Promise((resolve) => {
    gateway.close(resolve)
  })
})

it(
  `T09: ${PAIRS} pairs of stolen names and passwords from ${ADDRESSES} addresses open no session that moves money`,
  { timeout: 30 * 60_000 },
  async () => {
    const every = Math.floor(PAIRS / MEMBERS)
    // One pair in so many is right here as well, and comes early in its address's turn.
    const pairs = Array.from({ length: PAIRS }, (_, n) => ({
      account:
        n % every === 0 && n / every < MEMBERS ? mobileOf(n / every) : `0907373${String(n).padStart(4, '0')}`,
      address: addressOf(n % ADDRESSES),
    }))
    const opened: { token: string; address: string }[] = []
    const said = new Map<string, number>()
    const began = performance.now()
    await inTurns(pairs, async ({ account, address }) => {
      const { status, code, data } = await from(address, '/auth/login', { account, password: PASSWORD })
      if (code === 1) opened.push({ token: data.token, address })
      const word = code === 1 ? 'opened' : (data?.rejection ?? String(status))
      said.set(word, (said.get(word) ?? 0) + 1)
    })
    // An address has thirty tries a minute, whoever they are for; the rest is not looked at. A slow machine
    // may not get as far.
    const allowed = 30 * (2 + (performance.now() - began) / MINUTE)
    expect([...said.keys()].filter((word) => word !== '429').toSorted()).toEqual(['LOGIN_FAILED', 'opened'])
    expect(PAIRS - (said.get('429') ?? 0)).toBeLessThanOrEqual(ADDRESSES * allowed)
    if (!isLong) expect(said.get('429')).toBeGreaterThan(0)
    expect(opened.length).toBeGreaterThan(0)
    for (const { token, address } of opened) {
      const { data: security } = await app.call('GET', '/api/auth/security', { token })
      expect(security.session).toEqual({ factor: 'password', full: false })
      const acts: [path: string, body: object][] = [
        ['/withdrawals', { amount: 10_000, accountId: 'x', transactionPassword: PASSWORD }],
        [
          '/bank-accounts',
          {
            holder: 'サトウ ハルカ',
            bankCode: '0001',
            branchCode: '001',
            type: 'ordinary',
            number: '1234567',
            transactionPassword: PASSWORD,
          },
        ],
        ['/orders', { code: 'S801', side: 'up', type: 'market', quantity: 100, leverage: 1 }],
        ['/auth/unlock', { transactionPassword: PASSWORD }],
        [
          '/auth/passkey/new',
          {
            name: '',
            created: softDevice().create((await from(address, '/auth/passkey/new/question', {}, token)).data),
          },
        ],
      ]
      for (const [path, body] of acts)
        expect([path, (await from(address, path, body, token)).code]).not.toEqual([path, 1])
    }
  },
)

const wrongly = (address: string, mobile: string, more = {}) =>
  from(address, '/auth/login', { account: mobile, password: 'wrong-11', ...more })
const rightly = (address: string, mobile: string, more = {}) =>
  from(address, '/auth/login', { account: mobile, password: PASSWORD, ...more })
const { failures } = LIMITS.login.perGuesser

it(
  `T10: whoever guesses at ${MEMBERS} members is locked out, and they are not: by passkey, by password on their own device, on a new one elsewhere`,
  { timeout: 10 * 60_000 },
  async () => {
    await inTurns(members, async ({ mobile, device, deviceId }, n) => {
      const [stranger, home] = [addressOf(2_000 + n), addressOf(3_000 + n)]
      for (let tries = 0; tries < failures; tries++) await wrongly(stranger, mobile)
      expect((await rightly(stranger, mobile)).data.rejection).toBe('LOGIN_LOCKED')
      const { data: challenge } = await from(home, '/auth/passkey/login/question', {})
      const { code, data } = await from(home, '/auth/passkey/login', {
        proof: device.sign(challenge, 'login', {}),
      })
      expect(code).toBe(1)
      expect((await app.call('GET', '/api/auth/security', { token: data.token })).data.session).toEqual({
        factor: 'passkey',
        full: true,
      })
      expect((await rightly(home, mobile)).code).toBe(1)
      // Behind the same address as the stranger, too.
      expect((await rightly(stranger, mobile, { deviceId })).code).toBe(1)
    })
  },
)

it('a device that was in has tries of its own, and is locked by them alone', async () => {
  const { mobile, deviceId } = members[0]!
  const home = addressOf(3_100)
  for (let tries = 0; tries < failures; tries++) await wrongly(home, mobile, { deviceId })
  expect((await rightly(home, mobile, { deviceId })).data.rejection).toBe('LOGIN_LOCKED')
  expect((await rightly(home, mobile)).code).toBe(1)
})

describe('an account that strangers guess at from many addresses', () => {
  const mobile = mobileOf(1)
  const isAsked = ({ data }: Answer) => expect(data.rejection).toBe('WORK_NEEDED')

  it('costs devices that were never in some work for each guess, and its own device none', async () => {
    const { deviceId } = members[1]!
    for (let n = 0; n < LIMITS.login.ofStrangers.failures / (failures - 1); n++)
      for (let tries = 1; tries < failures; tries++) await wrongly(addressOf(4_000 + n), mobile)
    const asked = await rightly(addressOf(4_100), mobile)
    isAsked(asked)
    const { challenge, bits } = asked.data.detail as { challenge: string; bits: number }
    const work = { challenge, nonce: findWork(challenge, bits, 0, 100_000)! }
    expect((await rightly(addressOf(4_101), mobile, { deviceId })).code).toBe(1)

    if (!isWork({ challenge, nonce: work.nonce + 1 }, bits))
      isAsked(await rightly(addressOf(4_100), mobile, { work: { ...work, nonce: work.nonce + 1 } }))
    isAsked(
      await rightly(addressOf(4_100), mobile, {
        work: { ...work, challenge: challenge.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) },
      }),
    )
    expect((await rightly(addressOf(4_100), mobile, { work })).code).toBe(1)
    isAsked(await rightly(addressOf(4_100), mobile, { work }))
  })

  it('looks as one that nobody has', async () => {
    const nobody = '09075559999'
    for (let n = 0; n < LIMITS.login.ofStrangers.failures / (failures - 1); n++)
      for (let tries = 1; tries < failures; tries++) await wrongly(addressOf(4_200 + n), nobody)
    expect((await wrongly(addressOf(4_300), nobody)).data.rejection).toBe('WORK_NEEDED')
  })
})

describe('a stranger', () => {
  const codeTo = (mobile: string) => codes.get(`+81${mobile.slice(1)}`)
  const form = (mobile: string, more: object) => ({
    mobile,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    invitationCode: INVITATION,
    ...more,
  })

  it('makes nobody’s code void, neither by asking for another nor by guessing', async () => {
    const [mobile, nat, deviceId] = ['09076660001', addressOf(5_000), 'e'.repeat(32)]
    await from(nat, '/auth/sms-code', { mobile, deviceId })
    const verificationCode = codeTo(mobile)
    for (const address of [nat, addressOf(5_001)]) {
      await from(address, '/auth/sms-code', { mobile })
      for (let tries = 0; tries < LIMITS.smsCode.tries; tries++)
        await from(address, '/auth/register', form(mobile, { verificationCode: '000000' }))
    }
    expect((await from(nat, '/auth/register', form(mobile, { verificationCode }))).data.rejection).toBe(
      'VERIFICATION_INVALID',
    )
    expect((await from(nat, '/auth/register', form(mobile, { verificationCode, deviceId }))).code).toBe(1)
  })

  it('closes registration at a shared address for nobody by mistyping', async () => {
    const [mobile, nat] = ['09076660002', addressOf(5_100)]
    for (let n = 0; n < 8; n++)
      expect(
        (await from(nat, '/auth/register', form(`0907666${1_000 + n}`, { verificationCode: '000000' }))).data
          .rejection,
      ).toBe('VERIFICATION_INVALID')
    await from(nat, '/auth/sms-code', { mobile })
    expect((await from(nat, '/auth/register', form(mobile, { verificationCode: codeTo(mobile) }))).code).toBe(
      1,
    )
  })

  it('closes nobody’s recovery, neither by asking for codes nor by guessing', async () => {
    const [{ mobile, deviceId }, home] = [members[2]!, addressOf(5_200)]
    const guess = (address: string, more: object) =>
      from(address, '/auth/recovery', {
        what: 'password',
        mobile,
        nameKana: '',
        documentNumber: '',
        newPassword: 'stone-31',
        confirmPassword: 'stone-31',
        ...more,
      })
    for (let n = 0; n < 4; n++)
      for (let times = 0; times < 4; times++)
        await from(addressOf(5_300 + n), '/auth/recovery/code', { what: 'password', mobile })
    for (let tries = 0; tries < failures; tries++)
      await guess(addressOf(5_300), { verificationCode: '000000' })
    expect((await guess(addressOf(5_300), { verificationCode: '000000' })).data.rejection).toBe(
      'RECOVERY_LOCKED',
    )
    expect((await from(home, '/auth/recovery/code', { what: 'password', mobile })).data.rejection).toBe(
      'TOO_MANY_CODES',
    )

    const before = codeTo(mobile)
    expect((await from(home, '/auth/recovery/code', { what: 'password', mobile, deviceId })).code).toBe(1)
    const verificationCode = await waitFor(
      async () => codeTo(mobile)!,
      (code) => code !== before,
    )
    expect((await guess(home, { verificationCode, deviceId })).data.status).toBe('recovered')
  })

  it('learns of no number whether it is a member’s', async () => {
    const [token, address] = [(await rightly(addressOf(5_400), mobileOf(3))).data.token, addressOf(5_400)]
    const said = async (path: string, body: object, by?: string) => {
      const { status, data } = await from(address, path, body, by)
      return [status, data.rejection]
    }
    for (const [path, body, by] of [
      ['/auth/phone', { verificationCode: '000000' }, token],
      ['/auth/sms-code', {}, undefined],
      ['/auth/recovery/code', { what: 'password' }, undefined],
      ['/auth/register', { ...form('', {}), verificationCode: '000000' }, undefined],
    ] as const)
      expect([path, await said(path, { ...body, mobile: mobileOf(4) }, by)]).toEqual([
        path,
        await said(path, { ...body, mobile: '09075558888' }, by),
      ])
  })

  it('has no message sent abroad', async () => {
    const { data } = await from(addressOf(5_500), '/auth/sms-code', { mobile: '+2348031234567' })
    expect(data).toEqual({ rejection: 'SMS_COUNTRY', detail: { countries: '+81' } })
  })
})
