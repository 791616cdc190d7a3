import { readdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import { LIMITS } from '#platform/limits.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { ChallengeAction } from '../model/step-up.ts'
import { softKey } from './device-key.fixture.ts'
import { softDevice, type SoftDevice } from './passkey.fixture.ts'
import { memberMacs } from './row-macs.ts'
import { invite } from './as-written.fixture.ts'

/** Outside the demo setting, where passwords alone move nothing; SMS go to a gateway that this test is. */
const limits = {
  ...LIMITS,
  lanes: { ...LIMITS.lanes, writes: { perSecond: 1_000, burst: 1_000, perMinute: null } },
  login: { ...LIMITS.login, perAddress: [{ max: 10_000, withinMs: 60_000 }] },
  smsCode: {
    ...LIMITS.smsCode,
    perAddress: [{ max: 1_000, withinMs: 60_000 }],
    perMember: [{ max: 1_000, withinMs: 60_000 }],
  },
  registration: {
    perAddress: [{ max: 1_000, withinMs: 60_000 }],
    invitationTriesPerAddress: [{ max: 1_000, withinMs: 60_000 }],
  },
}
const PASSWORD = 'lamp-7Kq'
const INVITATION = 'ABCDEFGHJK'

let gateway: Server
let mails: string
let app: TestApp
const taken: { to: string; text: string; authorization: string | undefined; key: string | undefined }[] = []
let failures = 0

beforeAll(async () => {
  gateway = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      if (failures > 0) {
        failures--
        response.writeHead(503).end()
        return
      }
      taken.push({
        ...JSON.parse(body),
        authorization: request.headers.authorization,
        key: request.headers['idempotency-key'],
      })
      response.writeHead(202).end()
    })
  })
  await new Promise<void>((resolve) => {
    gateway.listen(0, '127.0.0.1', resolve)
  })
  mails = mkdtempSync(join(tmpdir(), 'akari-mails-'))
  const { port } = gateway.address() as AddressInfo
  app = await startTestApp({
    limits,
    env: { DEMO: 'off', SMS_URL: `http://127.0.0.1:${port}/send`, SMS_TOKEN: 'gate', MAIL_DIR: mails },
  })
  await invite(app.context, { code: INVITATION })
}, 60_000)
afterAll(async () => {
  await app.close()
  await new Promise((resolve) => {
    gateway.close(resolve)
  })
  rmSync(mails, { recursive: true })
})

const post = (path: string, body: unknown, token?: string) =>
  app.call('POST', `/api${path}`, { body, ...(token === undefined ? {} : { token }) })
const get = (path: string, token: string) => app.call('GET', `/api${path}`, { token })
const codeOf = (mobile: string): string =>
  /\d{6}/.exec(taken.findLast(({ to, text }) => to === mobile && /\d{6}/.test(text))!.text)![0]
const e164 = (mobile: string) => `+81${mobile.slice(1)}`
async function member(mobile: string): Promise<{ token: string; userId: string }> {
  expect((await post('/auth/sms-code', { mobile })).code).toBe(1)
  const answer = await post('/auth/register', {
    mobile,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    invitationCode: INVITATION,
    verificationCode: codeOf(e164(mobile)),
  })
  expect(answer.msg).toBe('成功しました')
  return answer.data
}
const login = async (mobile: string, password = PASSWORD) =>
  post('/auth/login', { account: mobile, password })
const alive = async (token: string) => (await get('/auth/security', token)).status === 200

/** A change of a factor, with the code that goes to the member's phone for it. */
async function change(path: string, body: object, token: string) {
  await post('/auth/factor-code', {}, token)
  return post(
    path,
    { ...body, verificationCode: /\d{6}/.exec(taken.findLast(({ text }) => /\d{6}/.test(text))!.text)![0] },
    token,
  )
}
async function enrol(token: string, device: SoftDevice, more: object = {}) {
  const { data } = await post('/auth/passkey/new/question', {}, token)
  return change('/auth/passkey/new', { name: '', created: device.create(data), ...more }, token)
}
async function proof(token: string, device: SoftDevice, action: ChallengeAction, content: Json, wrong = {}) {
  const { data } = await post('/auth/passkey/question', { action }, token)
  return device.sign(data, action, content, wrong)
}
/** Password, then passkey. */
async function full(mobile: string, device: SoftDevice): Promise<string> {
  const {
    data: { token },
  } = await login(mobile)
  return (await post('/auth/step-up', { proof: await proof(token, device, 'step-up', {}) }, token)).data.token
}
async function loginByPasskey(device: SoftDevice, wrong = {}) {
  const { data } = await post('/auth/passkey/login/question', {})
  return post('/auth/passkey/login', { proof: device.sign(data, 'login', {}, wrong) })
}
const kinds = async (token: string): Promise<string[]> =>
  (await get('/messages', token)).data.messages.map((message: { kind: string }) => message.kind)

describe('the SMS gateway', () => {
  it('gets number, text and its token, once for one code, and is tried again when it fails', async () => {
    failures = 1
    const before = taken.length
    expect((await post('/auth/sms-code?lang=en', { mobile: '09061110001' })).code).toBe(1)
    expect(taken.slice(before)).toEqual([
      {
        to: '+819061110001',
        text: expect.stringMatching(/^\[Akari.*\d{6}/),
        authorization: 'Bearer gate',
        key: expect.any(String),
      },
    ])
    failures = 2
    const answer = await post('/auth/sms-code', { mobile: '09061110002' })
    expect([answer.status, taken.length]).toEqual([503, before + 1])
  })
})

describe('passkeys', () => {
  const mobile = '09061110010'
  const phone = softDevice()
  const tablet = softDevice()

  it('are added in a login of just now, and make the session a full one with a new token', async () => {
    const { token } = await member(mobile)
    expect((await get('/auth/security', token)).data.session).toEqual({ factor: 'password', full: false })
    const added = await enrol(token, phone)
    expect(added.msg).toBe('成功しました')
    expect(await alive(token)).toBe(false)
    expect((await get('/auth/security', added.data.token)).data).toMatchObject({
      session: { factor: 'passkey', full: true },
      passkeys: [{ id: phone.id }],
      frozen: false,
    })
    expect(await kinds(added.data.token)).toEqual(['passkeyAdded'])
  })

  it('log in alone, and lift the session of a password', async () => {
    const alone = await loginByPasskey(phone)
    expect((await get('/auth/security', alone.data.token)).data.session).toEqual({
      factor: 'passkey',
      full: true,
    })
    const {
      data: { token: view },
    } = await login(mobile)
    expect((await get('/auth/security', view)).data.session).toEqual({ factor: 'password', full: false })
    const lifted = await full(mobile, phone)
    expect((await get('/auth/security', lifted)).data.session.full).toBe(true)
    expect(await alive(view)).toBe(true)
  })

  it('a second one is added only with the first, and removing one ends all other sessions', async () => {
    const {
      data: { token: view },
    } = await login(mobile)
    expect((await enrol(view, tablet)).data.rejection).toBe('PROOF_NEEDED')
    expect((await enrol(view, tablet, { password: PASSWORD })).data.rejection).toBe('PROOF_NEEDED')
    expect(
      (
        await enrol(view, tablet, {
          proof: await proof(view, tablet, 'factor.change', { change: 'add-passkey' }),
        })
      ).data.rejection,
    ).toBe('PROOF_INVALID')
    const added = await enrol(view, tablet, {
      proof: await proof(view, phone, 'factor.change', { change: 'add-passkey' }),
    })
    expect(added.code).toBe(1)
    const {
      data: { token: other },
    } = await loginByPasskey(phone)
    const remove = async (token: string, content: Json) =>
      change(
        '/auth/passkey/remove',
        { passkeyId: phone.id, proof: await proof(token, tablet, 'factor.change', content) },
        token,
      )
    expect(
      (await remove(added.data.token, { change: 'remove-passkey', passkeyId: tablet.id })).data.rejection,
    ).toBe('PROOF_INVALID')
    expect((await remove(added.data.token, { change: 'remove-passkey', passkeyId: phone.id })).data).toEqual({
      status: 'removed',
    })
    expect([await alive(added.data.token), await alive(other), await alive(view)]).toEqual([
      true,
      false,
      false,
    ])
    expect((await loginByPasskey(phone)).data.rejection).toBe('PASSKEY_UNKNOWN')
    expect((await loginByPasskey(tablet)).code).toBe(1)
  })

  it('of somebody else, or for another member’s session, are nothing', async () => {
    const stranger = await member('09061110011')
    expect(
      (
        await post(
          '/auth/step-up',
          { proof: await proof(stranger.token, tablet, 'step-up', {}) },
          stranger.token,
        )
      ).data.rejection,
    ).toBe('PROOF_INVALID')
    const { data: challenge } = await post('/auth/passkey/question', { action: 'step-up' }, stranger.token)
    const {
      data: { token: own },
    } = await login(mobile)
    expect(
      (await post('/auth/step-up', { proof: tablet.sign(challenge, 'step-up', {}) }, own)).data.rejection,
    ).toBe('PROOF_INVALID')
    expect(
      (await change('/auth/passkey/remove', { passkeyId: tablet.id }, stranger.token)).data.rejection,
    ).toBe('PASSKEY_NOT_FOUND')
  })
})

describe('an answer of a passkey is refused', () => {
  const mobile = '09061110020'
  const device = softDevice()
  let token: string
  beforeAll(async () => {
    token = (await enrol((await member(mobile)).token, device)).data.token
  })
  const stepUp = (proven: unknown) => post('/auth/step-up', { proof: proven }, token)

  it.each([
    ['of another address', { origin: 'https://akari.example.phish' }],
    ['of a neighbouring name', { origin: 'http://localhost.phish.example' }],
    ['for another host', { rpId: 'phish.example' }],
    ['without the device’s lock', { unverified: true }],
    ['whose count went back', { counter: 0 }],
  ])('%s', async (_, wrong) => {
    // A first proof, which leaves a count to go back from.
    token = (await stepUp(await proof(token, device, 'step-up', {}))).data.token
    expect((await stepUp(await proof(token, device, 'step-up', {}, wrong))).data.rejection).toBe(
      'PROOF_INVALID',
    )
    expect((await loginByPasskey(device, wrong)).data.rejection).toBe('PASSKEY_UNKNOWN')
  })

  it('when it comes again, however soon', async () => {
    const { data: challenge } = await post('/auth/passkey/login/question', {})
    const proven = { proof: device.sign(challenge, 'login', {}) }
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('/auth/passkey/login', proven)))
    expect(answers.filter((answer) => answer.code === 1)).toHaveLength(1)
    expect((await post('/auth/passkey/login', proven)).data.rejection).toBe('PASSKEY_UNKNOWN')
  })

  it('when it was for another act, or for another content', async () => {
    const {
      data: { token: full },
    } = await loginByPasskey(device)
    const passwords = { oldPassword: PASSWORD, newPassword: 'stone-31', confirmPassword: 'stone-31' }
    expect(
      (await post('/auth/password', { ...passwords, proof: await proof(full, device, 'step-up', {}) }, full))
        .data.rejection,
    ).toBe('PROOF_INVALID')
    expect(
      (
        await post(
          '/auth/password',
          { ...passwords, proof: await proof(full, device, 'password.change', { newPassword: 'stone-32' }) },
          full,
        )
      ).data.rejection,
    ).toBe('PROOF_INVALID')
    expect((await post('/auth/password', passwords, full)).data.rejection).toBe('PROOF_NEEDED')
    expect((await login(mobile)).code).toBe(1)
  })

  it('when a device that does not count answers twice to two challenges, both count', async () => {
    const quiet = softDevice({ counts: false })
    const {
      data: { token: proven },
    } = await enrol((await member('09061110021')).token, quiet)
    expect(proven).toBeTruthy()
    expect([(await loginByPasskey(quiet)).code, (await loginByPasskey(quiet)).code]).toEqual([1, 1])
  })
})

describe('lockouts', () => {
  it('of the password leave the passkey open (T10), and of the transaction password too', async () => {
    const mobile = '09061110030'
    const device = softDevice()
    let {
      data: { token },
    } = await enrol((await member(mobile)).token, device)
    for (let n = 0; n < 5; n++) await login(mobile, 'wrong-11')
    expect((await login(mobile)).data.rejection).toBe('LOGIN_LOCKED')
    expect((await loginByPasskey(device)).code).toBe(1)
    expect(
      (
        await change(
          '/auth/transaction-password',
          { newPassword: 'river-55', confirmPassword: 'river-55' },
          token,
        )
      ).code,
    ).toBe(1)
    for (let n = 0; n < 5; n++) await post('/auth/unlock', { transactionPassword: 'wrong-11' }, token)
    expect((await post('/auth/unlock', { transactionPassword: 'river-55' }, token)).data.rejection).toBe(
      'TRANSACTION_PASSWORD_LOCKED',
    )
    expect(
      (await post('/auth/unlock', { proof: await proof(token, device, 'unlock', {}) }, token)).data.status,
    ).toBe('unlocked')
    expect((await post('/auth/unlock', { transactionPassword: 'river-55' }, token)).data.status).toBe(
      'unlocked',
    )
    // Forgotten: the passkey sets another; passwords alone do not.
    expect(
      (
        await change(
          '/auth/transaction-password',
          { newPassword: 'river-77', confirmPassword: 'river-77' },
          token,
        )
      ).data.rejection,
    ).toBe('OLD_PASSWORD_WRONG')
    const {
      data: { token: other },
    } = await loginByPasskey(device)
    token = other
    const reset = {
      newPassword: 'river-77',
      confirmPassword: 'river-77',
      proof: await proof(token, device, 'transaction-password.reset', { newPassword: 'river-77' }),
    }
    expect((await change('/auth/transaction-password', reset, token)).data).toEqual({ status: 'changed' })
    expect((await post('/auth/unlock', { transactionPassword: 'river-77' }, token)).data.status).toBe(
      'unlocked',
    )
  })

  it('two passwords unlock no trading outside the demo setting', async () => {
    const { token } = await member('09061110031')
    await change(
      '/auth/transaction-password',
      { newPassword: 'river-55', confirmPassword: 'river-55' },
      token,
    )
    expect((await post('/auth/unlock', { transactionPassword: 'river-55' }, token)).data.rejection).toBe(
      'STEP_UP_NEEDED',
    )
    expect(
      (await get(`/index/getUserInfo?user_id=${(await login('09061110031')).data.userId}`, token)).data
        .tradingUnlockedUntil,
    ).toBe(null)
  })

  it('a login of long ago adds a first passkey only with the password', async () => {
    const mobile = '09061110032'
    await member(mobile)
    const {
      data: { token },
    } = await login(mobile)
    // The machine's clock cannot be moved: the session is copied as an older one.
    const again = await testSession(token, LIMITS.session.freshMs)
    expect((await enrol(again, softDevice())).data.rejection).toBe('PASSWORD_NEEDED')
    expect((await enrol(again, softDevice(), { password: 'wrong-11' })).data.rejection).toBe(
      'OLD_PASSWORD_WRONG',
    )
    expect((await enrol(again, softDevice(), { password: PASSWORD })).code).toBe(1)
  })
  /** The same session under another token: what memory holds of the one before is not asked. */
  async function testSession(token: string, olderMs = 0): Promise<string> {
    const { kysely } = app.context.db
    const { createHash, randomBytes } = await import('node:crypto')
    const row = await kysely
      .selectFrom('sessions')
      .selectAll()
      .where('tokenHash', '=', createHash('sha256').update(token).digest())
      .executeTakeFirstOrThrow()
    const fresh = randomBytes(32).toString('base64url')
    const macs = memberMacs(app.context.config)
    const copy = {
      ...row,
      id: app.context.ids.uuid(),
      tokenHash: createHash('sha256').update(fresh).digest(),
      startedAt: row.startedAt - olderMs,
    }
    await kysely
      .insertInto('sessions')
      .values({ ...copy, mac: macs.session.of(copy), seenMac: macs.seen.of(copy) })
      .execute()
    return fresh
  }
})

describe('the authenticator app', () => {
  const mobile = '09061110040'
  let token: string
  let totp: TOTP
  const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * 30_000 })

  it('is on from its first code; each code counts once; five wrong ones close it', async () => {
    token = (await member(mobile)).token
    const { data } = await post('/auth/totp/new', {}, token)
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Akari:.*secret=/)
    totp = new TOTP({
      issuer: 'Akari',
      algorithm: 'SHA1',
      digits: 6,
      period: 30,
      secret: Secret.fromBase32(data.secret),
    })
    expect((await post('/auth/step-up', { oneTimeCode: at(0) }, token)).data.rejection).toBe('TOTP_OFF')
    const confirmed = await change('/auth/totp/confirm', { firstCode: at(-1) }, token)
    expect(confirmed.msg).toBe('成功しました')
    token = confirmed.data.token
    expect((await get('/auth/security', token)).data).toMatchObject({
      totp: true,
      session: { factor: 'totp', full: false },
    })
    expect((await post('/auth/totp/new', {}, token)).data.rejection).toBe('TOTP_ON')

    const {
      data: { token: view },
    } = await login(mobile)
    expect((await post('/auth/step-up', { oneTimeCode: at(-1) }, view)).data.rejection).toBe('CODE_WRONG')
    const code = at(0)
    const twice = await Promise.all([1, 2, 3].map(() => post('/auth/step-up', { oneTimeCode: code }, view)))
    expect(twice.filter((answer) => answer.code === 1)).toHaveLength(1)
    token = twice.find((answer) => answer.code === 1)!.data.token
    expect(
      (
        await get(
          `/index/getUserInfo?user_id=${twice.find((answer) => answer.code === 1)!.data.userId}`,
          token,
        )
      ).data.tradingUnlockedUntil,
    ).not.toBe(null)
    // A thief of the password closes the codes for all who have proven no more than it, however often they
    // log in; not for the member's session that has.
    const thief = (await login(mobile)).data.token
    for (let n = 0; n < 5; n++) await post('/auth/step-up', { oneTimeCode: '000000' }, thief)
    expect(
      (await post('/auth/step-up', { oneTimeCode: at(1) }, (await login(mobile)).data.token)).data.rejection,
    ).toBe('SMS_CODE_NEEDED')
    expect((await post('/auth/step-up', { oneTimeCode: '000000' }, token)).data.rejection).toBe('CODE_WRONG')
    for (let n = 0; n < 4; n++) await post('/auth/step-up', { oneTimeCode: '000000' }, token)
    expect((await post('/auth/step-up', { oneTimeCode: at(1) }, token)).data.rejection).toBe('CODE_LOCKED')
  })

  it('is a stop-gap: another password, phone or payout account needs a passkey', async () => {
    const answer = await post(
      '/auth/password',
      { oldPassword: PASSWORD, newPassword: 'stone-31', confirmPassword: 'stone-31', oneTimeCode: '123456' },
      token,
    )
    expect(answer.data.rejection).toBe('PASSKEY_NEEDED')
  })
  it('keeps its secret out of the database’s reach', async () => {
    const { rows } = await app.context.db.pool.query<{ sealed_secret: Buffer }>(
      'select sealed_secret from authenticators',
    )
    for (const row of rows) expect(row.sealed_secret.includes(Buffer.from(totp.secret.bytes))).toBe(false)
  })
})

describe('a device key, outside the demo setting', () => {
  it.each([
    ['a withdrawal', '09061110401', '/withdrawals', { amount: 20_000, accountId: 'b' }],
    [
      'a payout account',
      '09061110402',
      '/bank-accounts',
      { holder: 'サトウ ハルカ', bankCode: '0001', branchCode: '001', type: 'ordinary', number: '1234567' },
    ],
    ['closing the account', '09061110403', '/account-closing', { accountId: null }],
  ])('%s needs one, however full the session', async (_, mobile, path, body) => {
    const phone = softDevice()
    await enrol((await member(mobile)).token, phone)
    const token = await full(mobile, phone)
    expect((await post(path, body, token)).data.rejection).toBe('DEVICE_KEY_NEEDED')
    // Registered by the passkey that opens the session, and then asked for.
    const key = softKey()
    const { data: challenge } = await post('/auth/passkey/login/question', {})
    const {
      data: { token: signing },
    } = await post('/auth/passkey/login', {
      proof: phone.sign(challenge, 'login', key.fields),
      ...key.fields,
    })
    expect((await post(path, body, signing)).data.rejection).toBe('SIGNATURE_NEEDED')
    const idempotency = newKey()
    const { data } = await app.call('POST', `/api${path}`, {
      token: signing,
      key: idempotency,
      body,
      headers: key.headers(`/api${path}`, idempotency, body),
    })
    expect(data.rejection).not.toMatch(/SIGNATURE|DEVICE/)
  })
})

describe('token × event (T11)', () => {
  const events: [
    name: string,
    run: (mobile: string, device: SoftDevice, token: string, sessionId: string) => Promise<unknown>,
    own: boolean,
    others: boolean,
  ][] = [
    ['logging out', (_m, _d, token) => post('/auth/logout', {}, token), false, true],
    [
      'ending that device',
      async (_m, _d, token) => post('/auth/sessions/end', { sessionId: await currentOf(token) }, token),
      false,
      true,
    ],
    ['ending the others', (_m, _d, token) => post('/auth/sessions/end-others', {}, token), true, false],
    [
      'stepping up',
      async (_m, device, token) =>
        post('/auth/step-up', { proof: await proof(token, device, 'step-up', {}) }, token),
      false,
      true,
    ],
    [
      'another password',
      async (_m, device, token) => {
        const answer = await post(
          '/auth/password',
          {
            oldPassword: PASSWORD,
            newPassword: 'stone-31',
            confirmPassword: 'stone-31',
            proof: await proof(token, device, 'password.change', { newPassword: 'stone-31' }),
          },
          token,
        )
        expect(answer.msg).toBe('成功しました')
      },
      true,
      false,
    ],
    [
      'another phone',
      async (mobile, device, token) => {
        const next = `0906112${mobile.slice(-4)}`
        await post('/auth/sms-code', { mobile: next }, token)
        const answer = await post(
          '/auth/phone',
          {
            mobile: next,
            verificationCode: codeOf(e164(next)),
            proof: await proof(token, device, 'phone.change', { mobile: next }),
          },
          token,
        )
        expect(answer.data.mobile).toMatch(/^090-\*{4}/)
        expect(
          await waitFor(
            async () => taken.findLast(({ to }) => to === e164(mobile)),
            (sms) => sms!.text.includes('携帯電話番号'),
          ),
        ).toMatchObject({ text: expect.stringContaining('凍結') })
      },
      true,
      false,
    ],
    [
      'a new passkey',
      async (_m, device, token) => {
        const answer = await enrol(token, softDevice(), {
          proof: await proof(token, device, 'factor.change', { change: 'add-passkey' }),
        })
        expect(answer.code).toBe(1)
      },
      false,
      false,
    ],
    [
      'removing the passkey',
      async (_m, device, token) => {
        const answer = await change(
          '/auth/passkey/remove',
          {
            passkeyId: device.id,
            proof: await proof(token, device, 'factor.change', {
              change: 'remove-passkey',
              passkeyId: device.id,
            }),
          },
          token,
        )
        expect(answer.data).toEqual({ status: 'removed' })
      },
      true,
      false,
    ],
    [
      'another transaction password',
      async (_m, _d, token) => {
        expect(
          (
            await change(
              '/auth/transaction-password',
              { newPassword: 'river-77', confirmPassword: 'river-77' },
              token,
            )
          ).code,
        ).toBe(1)
        expect(
          (
            await change(
              '/auth/transaction-password',
              { oldPassword: 'river-77', newPassword: 'river-78', confirmPassword: 'river-78' },
              token,
            )
          ).code,
        ).toBe(1)
      },
      true,
      false,
    ],
    ['freezing', (_m, _d, token) => post('/auth/freeze', {}, token), true, false],
    [
      'a recovery',
      async (mobile) => {
        const before = taken.length
        await post('/auth/recovery/code', { what: 'passkey', mobile })
        await waitFor(
          async () => taken.length,
          (count) => count > before,
        )
        const answer = await post('/auth/recovery', {
          what: 'passkey',
          mobile,
          verificationCode: codeOf(e164(mobile)),
          nameKana: '',
          documentNumber: '',
          password: PASSWORD,
        })
        expect(answer.data.status).toBe('recovered')
      },
      false,
      false,
    ],
  ]
  const currentOf = async (token: string): Promise<string> =>
    (await get('/auth/sessions', token)).data.find((one: { current: boolean }) => one.current).id

  it.each(
    events.map(([name, run, own, others], index) => ({
      name,
      run,
      own,
      others,
      mobile: `090611101${String(index).padStart(2, '0')}`,
    })),
  )('$name leaves the own token: $own, others: $others', async ({ run, own, others, mobile }) => {
    const device = softDevice()
    await enrol((await member(mobile)).token, device)
    const [mine, view] = [await full(mobile, device), (await login(mobile)).data.token]
    const {
      data: { token: passkey },
    } = await loginByPasskey(device)
    await run(mobile, device, mine, '')
    expect([await alive(mine), await alive(view), await alive(passkey)]).toEqual([own, others, others])
  })

  it('nobody ends the session of another', async () => {
    const [one, other] = [await member('09061110201'), await member('09061110202')]
    expect(
      (await post('/auth/sessions/end', { sessionId: await currentOf(one.token) }, other.token)).data
        .rejection,
    ).toBe('SESSION_NOT_FOUND')
    expect(await alive(one.token)).toBe(true)
  })
})

describe('the mail address', () => {
  const mobile = '09061110050'
  const device = softDevice()
  const filed = () =>
    readdirSync(mails)
      .toSorted()
      .map((name) => readFileSync(join(mails, name), 'utf8'))
  const textOf = (file: string) => Buffer.from(file.split('\r\n\r\n')[1]!, 'base64').toString()

  it('counts once its code has come back; then every change is told there too, without a link', async () => {
    let {
      data: { token },
    } = await enrol((await member(mobile)).token, device)
    const set = async (email: string) =>
      post('/auth/email', { email, proof: await proof(token, device, 'email.change', { email }) }, token)
    expect((await set('no address')).data.rejection).toBe('EMAIL_FORMAT')
    expect((await set('haruka@example.jp')).code).toBe(1)
    const [file] = filed()
    expect(file).toMatch(
      /^From: Akari <no-reply@localhost>\r\nTo: haruka@example\.jp\r\nSubject: =\?UTF-8\?B\?/,
    )
    const code = /\d{6}/.exec(textOf(file!))![0]
    expect(
      (await post('/auth/email/verify', { verificationCode: code === '111111' ? '222222' : '111111' }, token))
        .data.rejection,
    ).toBe('VERIFICATION_INVALID')
    expect((await post('/auth/email/verify', { verificationCode: code }, token)).data).toEqual({
      address: 'h***@example.jp',
    })
    expect((await post('/auth/email/verify', { verificationCode: code }, token)).data.rejection).toBe(
      'VERIFICATION_INVALID',
    )
    expect((await get('/auth/security', token)).data.email).toEqual({
      address: 'h***@example.jp',
      verified: true,
    })

    token = (await loginByPasskey(device)).data.token
    await post('/auth/freeze?lang=en', {}, token)
    const last = filed().at(-1)!
    expect(last).toContain('To: haruka@example.jp')
    expect(textOf(last)).toContain('「セキュリティ設定」')
    for (const one of filed()) expect(textOf(one)).not.toMatch(/https?:|www\./)
  })
})

describe('a recovery', () => {
  const mobile = '09061110060'
  const device = softDevice()
  const ask = async (what: string, more = {}) => {
    const before = taken.length
    await post('/auth/recovery/code', { what, mobile, ...more })
    await waitFor(
      async () => taken.length,
      (count) => count > before,
    )
  }
  const form = (what: string, more = {}) => ({
    what,
    mobile,
    nameKana: '',
    documentNumber: '',
    verificationCode: codeOf(e164(mobile)),
    ...more,
  })

  it('of the password sets a new one, closes withdrawals for 72 h, and says so', async () => {
    const {
      data: { token },
    } = await enrol((await member(mobile)).token, device)
    await ask('password')
    const wrong = await post(
      '/auth/recovery',
      form('password', { verificationCode: '000000', newPassword: 'stone-31', confirmPassword: 'stone-31' }),
    )
    expect(wrong.data.rejection).toBe('RECOVERY_FAILED')
    expect(
      (await post('/auth/recovery', form('password', { newPassword: 'short', confirmPassword: 'short' })))
        .data.rejection,
    ).toBe('PASSWORD_LENGTH')
    const done = await post(
      '/auth/recovery',
      form('password', { newPassword: 'stone-31', confirmPassword: 'stone-31' }),
    )
    expect(Date.parse(done.data.withdrawalsClosedUntil) - app.context.clock.wall()).toBeGreaterThan(
      71.9 * 3_600_000,
    )
    expect(await alive(token)).toBe(false)
    expect((await login(mobile)).data.rejection).toBe('LOGIN_FAILED')
    const {
      data: { token: fresh },
    } = await login(mobile, 'stone-31')
    expect((await get('/auth/security', fresh)).data).toMatchObject({
      withdrawalsClosedUntil: done.data.withdrawalsClosedUntil,
      passkeys: [{ id: device.id }],
    })
    expect((await kinds(fresh))[0]).toBe('recovered')
    // The code was good once.
    expect(
      (
        await post(
          '/auth/recovery',
          form('password', { newPassword: 'stone-32', confirmPassword: 'stone-32' }),
        )
      ).data.rejection,
    ).toBe('RECOVERY_FAILED')
  })

  it('says of a number that nobody has what it says of a member’s, sends nothing, and closes after five wrong tries', async () => {
    const before = taken.length
    const answer = await post('/auth/recovery/code', { what: 'password', mobile: '09061119999' })
    expect([answer.code, taken.length]).toEqual([1, before])
    const attempt = () =>
      post('/auth/recovery', {
        what: 'password',
        mobile: '09061119999',
        verificationCode: '000000',
        nameKana: '',
        documentNumber: '',
        newPassword: 'stone-31',
        confirmPassword: 'stone-31',
      })
    const said = []
    for (let n = 0; n < 6; n++) said.push((await attempt()).data.rejection)
    expect(said).toEqual([
      'RECOVERY_FAILED',
      'RECOVERY_FAILED',
      'RECOVERY_FAILED',
      'RECOVERY_FAILED',
      'RECOVERY_LOCKED',
      'RECOVERY_LOCKED',
    ])
  })
})

describe('a frozen account', () => {
  it('opens again by a passkey alone, and the journal knows of both without a name', async () => {
    const mobile = '09061110070'
    const device = softDevice()
    await enrol((await member(mobile)).token, device)
    const {
      data: { token: view },
    } = await login(mobile)
    expect((await post('/auth/freeze', {}, view)).data).toEqual({ frozen: true })
    expect((await get('/auth/security', view)).data.frozen).toBe(true)
    expect((await post('/auth/unfreeze', {}, view)).data.rejection).toBe('PROOF_NEEDED')
    expect(
      (await post('/auth/unfreeze', { proof: await proof(view, device, 'account.unfreeze', {}) }, view)).data,
    ).toEqual({ frozen: false })
    expect(await kinds(view)).toEqual(['accountUnfrozen', 'accountFrozen', 'passkeyAdded'])
    const { rows } = await app.context.db.pool.query<{ text: string }>(
      "select string_agg(convert_from(record, 'utf8'), '') as text from journal",
    )
    for (const type of ['member.freeze', 'member.unfreeze', 'member.rest'])
      expect(rows[0]!.text).toContain(type)
    for (const secret of ['haruka', 'stone-31', '9061110070', device.id])
      expect(rows[0]!.text).not.toContain(secret)
    const { rows: devices } = await app.context.db.pool.query<{ device: string }>(
      "select convert_from(record, 'utf8')::jsonb ->> 'device' as device from journal where type in ('member.freeze', 'member.unfreeze')",
    )
    for (const { device: named } of devices) expect(named).toMatch(/^s:/)
  })

  it('of a member who has no factor yet opens without an operator: by one enrolled with a code to the phone', async () => {
    const mobile = '09061110071'
    const device = softDevice()
    const { token } = await member(mobile)
    expect((await post('/auth/freeze', {}, token)).data).toEqual({ frozen: true })
    expect((await post('/auth/unfreeze', {}, token)).data.rejection).toBe('PASSKEY_NEEDED')
    const { token: full } = (await enrol(token, device)).data
    expect(
      (await post('/auth/unfreeze', { proof: await proof(full, device, 'account.unfreeze', {}) }, full)).data,
    ).toEqual({ frozen: false })
  })
})

it('a login on a new device is told, one on a known device is not', async () => {
  const mobile = '09061110080'
  const { token } = await member(mobile)
  const from = (deviceId: string) => post('/auth/login', { account: mobile, password: PASSWORD, deviceId })
  await from('a-phone')
  await from('a-phone')
  await from('a-tablet')
  expect((await kinds(token)).filter((kind) => kind === 'newDevice')).toHaveLength(2)
})
