import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig, type Config } from '#platform/config.ts'
import type { RunningApp } from './app.ts'
import { handedOverTo } from './desk.fixture.ts'
import { newKey, openTestApp, startTestApp, type TestApp, type AnyJson } from './test-app.ts'

const MOBILE = '090-1234-0001'
const PASSWORD = 'lamp-7Kq'
/** Of the second printed member, who has another phone by the time the demo setting ends. */
const MOVED = '090-1234-0002'
let demo: TestApp
let left: RunningApp
let again: (DEMO: string) => Promise<RunningApp>

type Reply = { code: number; data: AnyJson; rejection?: string }
const ask = async (path: string, body?: object, token?: string): Promise<Reply> => {
  const answer = await fetch(`http://localhost:${left.port}/api${path}`, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      'content-type': 'application/json',
      'idempotency-key': newKey(),
      ...(token === undefined ? {} : { token }),
    },
  })
  return answer.json() as Promise<Reply>
}
const before = { member: '', operator: '' }

beforeAll(async () => {
  demo = await startTestApp({ stays: true })
  const [printed] = demo.modules.identity.demo!.members
  before.member = (
    await demo.call('POST', '/api/auth/login', {
      body: { account: printed!.mobile, password: printed!.password },
    })
  ).data.token
  const { operatorId, code } = demo.modules.staff.codes()[0]!
  before.operator = (
    await demo.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
  ).data.token
  await demo.enrol(MOBILE, PASSWORD)
  await movePhone(demo.modules.identity.demo!.members[1]!)
  again = (DEMO) =>
    openTestApp({
      config: configOf(demo.context.config, DEMO),
      database: demo.context.db.config,
      log: demo.context.log,
    })
  await demo.stop()
  left = await again('leave')
})
afterAll(() => left.stop())

/** To `MOVED`, as the phone page does it. */
async function movePhone({ mobile, password }: { mobile: string; password: string }): Promise<void> {
  const write = async (path: string, body: object, token?: string) => {
    const answer = await demo.call('POST', path, { body, ...(token === undefined ? {} : { token }) })
    expect([path, answer.code]).toEqual([path, 1])
    return answer.data
  }
  const { token } = await write('/api/auth/login', { account: mobile, password })
  await write('/api/auth/transaction-password', { newPassword: PASSWORD, confirmPassword: PASSWORD }, token)
  await write('/api/auth/sms-code', { mobile: MOVED }, token)
  const { data } = await demo.call('GET', `/api/dev/inbox?mobile=${encodeURIComponent(MOVED)}`)
  await write(
    '/api/auth/phone',
    { mobile: MOVED, verificationCode: data[0].code, transactionPassword: PASSWORD },
    token,
  )
}

const configOf = ({ dataDir }: Config, DEMO: string): Config =>
  readConfig({ DATA_DIR: dataDir, PORT: '0', LOG: 'fatal', DEMO })

it('whose password, code or session was printed or begun in the demo setting gets in no more', async () => {
  expect([before.member, before.operator]).toEqual([expect.any(String), expect.any(String)])
  const { members, invitationCode } = demo.modules.identity.demo!
  for (const { mobile, password } of [...members, { ...members[1]!, mobile: MOVED }])
    expect([mobile, (await ask('/auth/login', { account: mobile, password })).data.rejection]).toEqual([
      mobile,
      'LOGIN_FAILED',
    ])
  expect((await ask('/account', undefined, before.member)).code).toBe(401)
  expect((await ask('/console/me', undefined, before.operator)).code).toBe(401)
  for (const { operatorId, code } of demo.modules.staff.codes().slice(0, 1))
    expect((await ask('/console/auth/login', { operatorId, code })).code).toBe(404)
  const { rows } = await left.context.db.pool.query(
    'select expires_at is not null as over from invitation_codes where code = $1',
    [invitationCode],
  )
  expect(rows).toEqual([{ over: true }])
  expect((await ask('/dev/inbox?mobile=09012340001')).code).toBe(404)
})

it('is in the journal, and the printed members are frozen', async () => {
  const { rows } = await left.context.db.pool.query<{ type: string }>(
    "select type from journal where type in ('staff.leave-demo', 'member.freeze', 'staff.found') order by seq",
  )
  expect(rows.map(({ type }) => type).toSorted()).toEqual([
    'member.freeze',
    'member.freeze',
    'staff.found',
    'staff.leave-demo',
  ])
  expect((await left.context.db.pool.query('select from members where frozen_at is not null')).rowCount).toBe(
    2,
  )
})

it('founds the console anew: two codes, as at a first start, and nobody else', async () => {
  expect(left.modules.staff.codes()).toEqual([])
  expect(left.modules.staff.invitations()).toHaveLength(2)
  const codes = ['op-first-administrator', 'op-first-auditor'].map((operatorId) => ({
    operatorId,
    code: handedOverTo(left, operatorId),
  }))
  for (const { code } of codes) expect((await ask('/console/auth/enrol/ask', { code })).code).toBe(1)
})

it('whoever chose their own password goes on by it', async () => {
  expect((await ask('/auth/login', { account: MOBILE, password: PASSWORD })).code).toBe(1)
})

it('happens once: DEMO=leave ends nobody at a later start, DEMO=off is taken, DEMO=on never again', async () => {
  const { token } = (await ask('/auth/login', { account: MOBILE, password: PASSWORD })).data
  await left.stop()
  left = await again('leave')
  expect((await ask('/account', undefined, token)).code).toBe(1)
  await left.stop()
  await expect(again('on')).rejects.toThrow('cannot go into the demo setting')
  left = await again('off')
  expect(readFileSync(join(left.context.config.dataDir, 'house.json'), 'utf8')).toContain('"sim"')
})
