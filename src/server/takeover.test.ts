import { beforeAll, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { softDevice } from '#modules/identity/server/passkey.fixture.ts'
import { businessTime, openBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { newKey, startTestApp, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Somebody knows a member's two passwords (threat T12): what they can do to an account with a passkey, and
 * what the member still can.
 */
const PASSWORD = 'lamp-7Kq'
const MOBILE = '090-6767-0001'
const phone = softDevice()
const thief = softDevice()
let app: TestApp
let accountId: string
let member: string
let stolen: string

const post = (token: string, path: string, body: unknown, key?: string) =>
  app.call('POST', `/api${path}`, { token, body, ...(key === undefined ? {} : { key }) })
async function proof(
  token: string,
  device: typeof phone,
  action: 'withdrawal' | 'account.unfreeze' | 'step-up',
  content: Record<string, string | number>,
) {
  const { data } = await post(token, '/auth/passkey/question', { action })
  return device.sign(data, action, content)
}
const withdrawal = (change: object = {}) => ({
  amount: 50_000,
  accountId,
  transactionPassword: TRANSACTION_PASSWORD,
  ...change,
})
const byPasskey = async (): Promise<string> => {
  const { data } = await app.call('POST', '/api/auth/passkey/login/question', { body: {} })
  return (
    await app.call('POST', '/api/auth/passkey/login', { body: { proof: phone.sign(data, 'login', {}) } })
  ).data.token
}
const byPassword = async (): Promise<string> =>
  (await app.call('POST', '/api/auth/login', { body: { account: MOBILE, password: PASSWORD } })).data.token

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  const { token } = await app.enrol(MOBILE)
  accountId = await openBankAccount(app, token)
  const { data } = await post(token, '/auth/passkey/new/question', {})
  member = (await post(token, '/auth/passkey/new', { name: '', created: phone.create(data) })).data.token
  stolen = await byPassword()
}, 60_000)

it('takes nothing: no withdrawal, no payout account, no passkey of their own, and not with a signature made for something else', async () => {
  const said = async (answer: ReturnType<typeof post>) => (await answer).data.rejection as string
  expect(await said(post(stolen, '/withdrawals', withdrawal()))).toBe('PROOF_NEEDED')
  expect(
    await said(
      post(
        stolen,
        '/withdrawals',
        withdrawal({ proof: await proof(stolen, thief, 'withdrawal', { amount: 50_000, accountId }) }),
      ),
    ),
  ).toBe('PROOF_INVALID')
  expect(await said(post(stolen, '/withdrawals', withdrawal({ oneTimeCode: '000000' })))).toBe('PROOF_NEEDED')
  // The member signs one thing; the same signature for another amount, or in another session, is nothing.
  const signed = await proof(member, phone, 'withdrawal', { amount: 10_000, accountId })
  expect(await said(post(member, '/withdrawals', withdrawal({ proof: signed })))).toBe('PROOF_INVALID')
  const again = await proof(member, phone, 'withdrawal', { amount: 50_000, accountId })
  expect(await said(post(stolen, '/withdrawals', withdrawal({ proof: again })))).toBe('PROOF_INVALID')
  expect(
    await said(
      post(stolen, `/bank-accounts/${accountId}/remove`, { transactionPassword: TRANSACTION_PASSWORD }),
    ),
  ).toBe('PROOF_NEEDED')
  const { data } = await post(stolen, '/auth/passkey/new/question', {})
  expect(
    await said(
      post(stolen, '/auth/passkey/new', { name: '', created: thief.create(data), password: PASSWORD }),
    ),
  ).toBe('PROOF_NEEDED')
  expect((await app.call('GET', '/api/withdrawals', { token: member })).data).toEqual([])
})

it('the member withdraws with one signature, once, however often the phone asks', async () => {
  const key = newKey()
  const body = withdrawal({ proof: await proof(member, phone, 'withdrawal', { amount: 50_000, accountId }) })
  const answers = await Promise.all([1, 2, 3].map(() => post(member, '/withdrawals', body, key)))
  expect(new Set(answers.map(({ msg, data }) => JSON.stringify([msg, data.id])))).toHaveLength(1)
  expect(answers[0]!.code).toBe(1)
  expect((await post(member, '/withdrawals', body, key)).data.id).toBe(answers[0]!.data.id)
  expect((await post(member, '/withdrawals', body)).data.rejection).toBe('PROOF_INVALID')
  expect((await app.call('GET', '/api/withdrawals', { token: member })).data).toHaveLength(1)
})

it('the member freezes, and what left the server stays inside until the passkey opens it; a recovery closes it for 72 hours', async () => {
  expect((await post(stolen, '/auth/freeze', {})).data).toEqual({ frozen: true })
  member = await byPasskey()
  const ask = async () =>
    post(
      member,
      '/withdrawals',
      withdrawal({ proof: await proof(member, phone, 'withdrawal', { amount: 50_000, accountId }) }),
    )
  expect((await ask()).data.rejection).toBe('ACCOUNT_FROZEN')
  expect(
    (await post(member, '/auth/unfreeze', { proof: await proof(member, phone, 'account.unfreeze', {}) }))
      .data,
  ).toEqual({ frozen: false })
  expect((await ask()).code).toBe(1)

  const lost = { what: 'transaction-password', mobile: MOBILE }
  await app.call('POST', '/api/auth/recovery/code', { body: lost })
  const inbox = await waitFor(
    async () => (await app.call('GET', `/api/dev/inbox?mobile=${MOBILE}`)).data as { code: string | null }[],
    (found) => found.filter(({ code }) => code !== null).length > 1,
  )
  const recover = (change: object) =>
    app.call('POST', '/api/auth/recovery', {
      body: {
        ...lost,
        verificationCode: inbox[0]!.code,
        nameKana: 'サトウ　ハルカ',
        documentNumber: '301234567890',
        password: PASSWORD,
        ...change,
      },
    })
  expect((await recover({ documentNumber: '301234567891' })).data.rejection).toBe('RECOVERY_FAILED')
  expect((await recover({ nameKana: 'スズキ ハルカ' })).data.rejection).toBe('RECOVERY_FAILED')
  expect((await recover({})).data.status).toBe('recovered')
  member = await byPasskey()
  await post(member, '/auth/transaction-password', {
    newPassword: TRANSACTION_PASSWORD,
    confirmPassword: TRANSACTION_PASSWORD,
  })
  expect((await ask()).data.rejection).toBe('WITHDRAWALS_CLOSED')
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(businessTime(app.context.clock.wall() + 3 * DAY, 10)).toISOString() },
  })
  expect((await ask()).code).toBe(1)
}, 30_000)

it('a lost phone moves to another by code, papers and password, and the old one hears of it', async () => {
  const newMobile = '090-6767-0002'
  const lost = { what: 'phone', mobile: MOBILE, newMobile }
  await app.call('POST', '/api/auth/recovery/code', { body: lost })
  const read = async (mobile: string) =>
    (await app.call('GET', `/api/dev/inbox?mobile=${mobile}`)).data as { code: string | null; text: string }[]
  const [sms] = await waitFor(
    () => read(newMobile),
    (found) => found.length > 0,
  )
  const recover = (change: object) =>
    app.call('POST', '/api/auth/recovery', {
      body: {
        ...lost,
        verificationCode: sms!.code,
        nameKana: 'サトウ　ハルカ',
        documentNumber: '301234567890',
        password: PASSWORD,
        ...change,
      },
    })
  expect((await recover({ documentNumber: '' })).data.rejection).toBe('RECOVERY_FAILED')
  expect((await recover({})).data.status).toBe('recovered')
  expect(
    (await app.call('POST', '/api/auth/login', { body: { account: newMobile, password: PASSWORD } })).code,
  ).toBe(1)
  await waitFor(
    () => read(MOBILE),
    (found) => found[0]!.code === null && found[0]!.text.includes('凍結'),
  )
})
