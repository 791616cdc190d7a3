import { createPublicKey, hash, verify, type JsonWebKey } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import {
  addOperator,
  enrolOperator,
  operatorDevice,
  signIn,
  type OperatorDevice,
} from '#server/desk.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { operatorPasskeys } from './tables.ts'

let app: TestApp
let member: { token: string; userId: string }
let tokens: { administrator: string; auditor: string }
let reviewer: { operatorId: string; device: OperatorDevice; token: string }
let halves: readonly string[]

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-6767-0001')
  tokens = {
    administrator: await signIn(app, 'demo-administrator-1'),
    auditor: await signIn(app, 'demo-auditor-1'),
  }
  const added = await addOperator(app, 'reviewer', tokens)
  halves = added.halves
  reviewer = { operatorId: added.operatorId, ...(await enrolOperator(app, added)) }
}, 60_000)

const freeze = () => ({
  power: 'trading.freeze',
  subject: member.userId,
  body: {},
  reason: { code: 'takeover' },
})
const prepare = async (request: object) =>
  (await app.call('POST', '/api/console/act/prepare', { token: reviewer.token, body: request })).data
const act = (request: object, prepared: { askedAt: number; textId: string | null }, passkey?: object) =>
  app.call('POST', '/api/console/act', {
    token: reviewer.token,
    body: {
      ...request,
      prepared: { askedAt: prepared.askedAt, textId: prepared.textId },
      ...(passkey === undefined ? {} : { passkey }),
    },
  })

it('whoever was added has the next number of the role, and is in the public record with both who signed', async () => {
  const me = (await app.call('GET', '/api/console/me', { token: reviewer.token })).data
  expect(me).toMatchObject({ role: 'reviewer', number: 4, demo: false, signsBy: 'passkey' })
  const { acts } = (await app.call('GET', '/api/operator-acts/public?lang=en')).data
  expect(acts[0]).toMatchObject({
    power: 'operator.add',
    subject: reviewer.operatorId,
    approvals: [
      { role: 'administrator', number: 1 },
      { role: 'auditor', number: 1 },
    ],
  })
})

it('half a code, a wrong one, and a code that was used open nothing', async () => {
  const added = await addOperator(app, 'support', tokens)
  const ask = (code: string) => app.call('POST', '/api/console/auth/enrol/ask', { body: { code } })
  expect((await ask(added.halves[0]!)).data.rejection).toBe('CODE_WRONG')
  expect((await ask(added.halves[0]! + added.halves[0]!)).data.rejection).toBe('CODE_WRONG')
  expect((await ask(halves.join(''))).data.rejection).toBe('CODE_WRONG')
  const { data: asked } = await ask(added.halves.toReversed().join('').toLowerCase())
  const wrong = await app.call('POST', '/api/console/auth/enrol', {
    body: {
      id: asked.id,
      passkey: operatorDevice().create(asked.challenge, { origin: 'https://evil.example' }),
    },
  })
  expect(wrong.data.rejection).toBe('PASSKEY_WRONG')
  const again = await app.call('POST', '/api/console/auth/enrol', {
    body: { id: asked.id, passkey: operatorDevice().create(asked.challenge) },
  })
  expect(again.data.rejection).toBe('PASSKEY_WRONG')
})

it('signs an operator in once for each challenge, at this address, with the device’s lock opened', async () => {
  const ask = async () => (await app.call('POST', '/api/console/auth/passkey/ask', { body: {} })).data
  const enter = (id: string, answer: object) =>
    app.call('POST', '/api/console/auth/passkey', { body: { id, answer } })
  for (const wrong of [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { unverified: true },
    { type: 'webauthn.create' },
  ]) {
    const { id, challenge } = await ask()
    expect([wrong, (await enter(id, reviewer.device.answer(challenge, wrong))).data.rejection]).toEqual([
      wrong,
      'PASSKEY_WRONG',
    ])
  }
  const { id, challenge } = await ask()
  const answer = reviewer.device.answer(challenge)
  const entered = await enter(id, answer)
  expect((await enter(id, answer)).data.rejection).toBe('PASSKEY_WRONG')
  const copied = await ask()
  expect(
    (await enter(copied.id, reviewer.device.answer(copied.challenge, { counter: 0 }))).data.rejection,
  ).toBe('PASSKEY_WRONG')
  const other = await ask()
  expect((await enter(other.id, answer)).data.rejection).toBe('PASSKEY_WRONG')
  expect((await app.call('GET', '/api/console/me', { token: reviewer.token })).status).toBe(401)
  reviewer.token = entered.data.token
})

it('signs a request and no other: edited, unsigned, forged, replayed or another’s answers are refused', async () => {
  const request = freeze()
  const prepared = await prepare(request)
  expect((await act(request, prepared)).data.rejection).toBe('SIGNATURE_WRONG')
  expect(
    (await act({ ...request, body: { more: 1 } }, prepared, reviewer.device.sign(prepared))).data.rejection,
  ).toBe('SIGNATURE_WRONG')
  expect((await act(request, prepared, operatorDevice().sign(prepared))).data.rejection).toBe(
    'SIGNATURE_WRONG',
  )
  expect(
    (await act(request, prepared, reviewer.device.sign(prepared, { origin: 'https://evil.example' }))).data
      .rejection,
  ).toBe('SIGNATURE_WRONG')
  expect(
    (await act(request, prepared, reviewer.device.sign(prepared, { unverified: true }))).data.rejection,
  ).toBe('SIGNATURE_WRONG')
  const answer = reviewer.device.sign(prepared)
  expect((await act(request, prepared, answer)).data.status).toBe('carried-out')
  expect((await act(request, prepared, answer)).data.rejection).toBe('SIGNATURE_WRONG')
  const { acts } = (await app.call('GET', '/api/operator-acts', { token: member.token })).data
  expect(acts[0]).toMatchObject({
    power: 'trading.freeze',
    serverKeys: false,
    approvals: [{ role: 'reviewer', number: 4 }],
  })
})

it('stands whole in the journal: anybody who has the public key can verify it', async () => {
  const { rows } = (
    await app.call('GET', '/api/console/audit?power=trading.freeze', { token: tokens.auditor })
  ).data
  const { seq } = rows.find((row: { refused: string | null }) => row.refused === null)
  const { record } = (await app.call('GET', `/api/console/audit/${seq}`, { token: tokens.auditor })).data
  const { input } = JSON.parse(record).body
  const { passkey } = input
  const data = Buffer.from(passkey.authenticatorData, 'base64url')
  const client = Buffer.from(passkey.clientDataJSON, 'base64url')
  const key = JSON.parse(
    app.context.engine.read.of(operatorPasskeys).get(passkey.id)!.publicKey,
  ) as JsonWebKey
  const signed = Buffer.concat([data, Buffer.from(hash('sha256', client), 'hex')])
  expect(
    verify(
      'sha256',
      signed,
      createPublicKey({ key, format: 'jwk' }),
      Buffer.from(passkey.signature, 'base64url'),
    ),
  ).toBe(true)
  const about = (
    await app.call('GET', `/api/console/approvals?subject=${member.userId}`, { token: tokens.auditor })
  ).data[0]
  expect(JSON.parse(client.toString()).challenge).toBe(
    Buffer.from(hash('sha256', about.requestText), 'hex').toString('base64url'),
  )
})

it('a role is changed and keys are rotated by two others, and whoever it is about signs in again', async () => {
  const own = await app.call('POST', '/api/console/act', {
    token: tokens.administrator,
    body: { power: 'operator.role', subject: 'demo-administrator-1', body: { role: 'treasurer' } },
  })
  expect(own.data.rejection).toBe('OWN_CASE')
  const change = async (power: string, body: object) => {
    const asked = await app.call('POST', '/api/console/act', {
      token: tokens.administrator,
      body: { power, subject: reviewer.operatorId, body },
    })
    return app.call('POST', `/api/console/approvals/${asked.data.approvalId}/sign`, {
      token: tokens.auditor,
      body: {},
    })
  }
  expect((await change('operator.role', { role: 'treasurer' })).data.result).toMatchObject({
    role: 'treasurer',
  })
  expect((await app.call('GET', '/api/console/me', { token: reviewer.token })).status).toBe(401)
  expect((await change('key.rotate', {})).data.status).toBe('carried-out')
  const { id, challenge } = (await app.call('POST', '/api/console/auth/passkey/ask', { body: {} })).data
  expect(
    (
      await app.call('POST', '/api/console/auth/passkey', {
        body: { id, answer: reviewer.device.answer(challenge) },
      })
    ).data.rejection,
  ).toBe('PASSKEY_WRONG')
  expect((await change('operator.role', { role: null })).data.status).toBe('carried-out')
  // Whoever acted as a reviewer then is still shown as that one.
  const { acts } = (await app.call('GET', '/api/operator-acts', { token: member.token })).data
  expect(acts[0].approvals[0]).toMatchObject({ role: 'reviewer', number: 4 })
})

it('the journal with all of this, run again, says the same and leaves the same rows', async () => {
  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
})
