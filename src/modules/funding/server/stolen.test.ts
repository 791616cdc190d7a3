import { Secret, TOTP as App } from 'otpauth'
import { beforeAll, describe, expect, it } from 'vitest'
import { softDevice } from '#modules/identity/server/passkey.fixture.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import { businessTime, openBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { sendPicture } from '#server/verified.fixture.ts'
import { TOTP } from '../model/withdrawal.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'

let app: TestApp
let accountId: string
let member: { token: string; userId: string }
beforeAll(async () => {
  app = await startTestApp()
  member = await app.enrol('090-6767-0001')
  accountId = await openBankAccount(app, member.token)
}, 60_000)

const post = (token: string, path: string, body: object, key = newKey()) =>
  app.call('POST', `/api${path}`, { token, body, key })
const withdraw = (token: string, amount: number, stepUp: object, key?: string) =>
  post(token, '/withdrawals', { amount, accountId, ...stepUp }, key)
const jump = (at: number) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
const available = async (token: string): Promise<number> =>
  (await app.call('GET', '/api/account', { token })).data.available

describe('a withdrawal proven by the authenticator app', () => {
  it('waits a day by the rule, within its own daily sum; each code once; then it is paid', async () => {
    const made = await post(member.token, '/auth/totp/new', {})
    const authenticator = new App({ issuer: 'Akari', secret: Secret.fromBase32(made.data.secret) })
    // The half minute of now, the one before and the next: three codes are good, each once.
    const now = Date.now()
    const [first, second, third] = [-1, 0, 1].map((steps) =>
      authenticator.generate({ timestamp: now + steps * 30_000 }),
    )
    member = (await post(member.token, '/auth/totp/confirm', { firstCode: first })).data
    const { token } = member
    const ask = (amount: number, oneTimeCode: string | undefined, key?: string) =>
      withdraw(token, amount, { transactionPassword: TRANSACTION_PASSWORD, oneTimeCode }, key)
    await jump(businessTime(app.context.clock.wall() + TOTP.accountAgeMs, 10))

    // Set up, the app is asked for beside the password, in the demo setting too.
    expect((await ask(50_000, undefined)).data.rejection).toBe('PROOF_NEEDED')
    expect((await withdraw(token, 50_000, { oneTimeCode: second })).data.rejection).toBe(
      'TRANSACTION_PASSWORD_REQUIRED',
    )
    expect((await ask(TOTP.yenADay + 1, second)).data.rejection).toBe('TOTP_LIMIT')
    expect((await ask(TOTP.yenADay, second)).data.rejection).toBe('CODE_WRONG')
    const before = await available(token)
    const key = newKey()
    const { data: row } = await ask(TOTP.yenADay, third, key)
    expect(row).toMatchObject({ status: 'pending', state: 'requested', decider: 'wait', approvedBy: null })
    expect(Date.parse(row.arrivesBy)).toBe(
      arrivesBy('wait', Date.parse(row.requestedAt) + DAY, null, app.context.businessDays.isTradingDay),
    )
    expect((await ask(TOTP.yenADay, third, key)).data.id).toBe(row.id)
    expect(await available(token)).toBe(before - TOTP.yenADay)

    const one = async () => (await app.call('GET', `/api/withdrawals/${row.id}`, { token })).data.withdrawal
    await jump(Date.parse(row.requestedAt) + TOTP.heldMs - MINUTE)
    expect((await one()).state).toBe('requested')
    await jump(Date.parse(row.requestedAt) + TOTP.heldMs + MINUTE)
    expect((await waitFor(one, ({ state }) => state !== 'requested')).approvedBy).toBe('rule')
    await jump(app.context.clock.wall() + 11 * MINUTE)
    await waitFor(one, ({ state }) => state === 'paid')
    expect(await available(token)).toBe(before - TOTP.yenADay)
  }, 90_000)
})

describe('T08: whoever has only the token', () => {
  it('moves no money: not with the password, not with an answer that was heard, not for another amount or act', async () => {
    const owner = await app.enrol('090-6767-0002')
    accountId = await openBankAccount(app, owner.token, { idNumber: '301234567891' })
    const passkey = softDevice()
    const { data: challenge } = await post(owner.token, '/auth/passkey/new/question', {})
    const {
      data: { token },
    } = await post(owner.token, '/auth/passkey/new', { name: '', created: passkey.create(challenge) })
    const proof = async (
      action: Parameters<typeof passkey.sign>[1],
      content: Parameters<typeof passkey.sign>[2],
    ) => passkey.sign((await post(token, '/auth/passkey/question', { action })).data, action, content)
    const before = await available(token)

    const key = newKey()
    const heard = {
      transactionPassword: TRANSACTION_PASSWORD,
      proof: await proof('withdrawal', { accountId, amount: 20_000 }),
    }
    const own = await withdraw(token, 20_000, heard, key)
    expect(own.data).toMatchObject({ decider: 'rule', amount: 20_000 })

    const stolen: [what: string, stepUp: object, amount: number, rejection: string][] = [
      ['nothing beside the token', { transactionPassword: '' }, 20_000, 'PROOF_NEEDED'],
      ['the transaction password too', {}, 20_000, 'PROOF_NEEDED'],
      ['the answer that was heard', heard, 20_000, 'PROOF_INVALID'],
      [
        'an answer for another amount',
        { proof: await proof('withdrawal', { accountId, amount: 10_000 }) },
        900_000,
        'PROOF_INVALID',
      ],
      [
        'an answer for another account',
        { proof: await proof('withdrawal', { accountId: 'another', amount: 20_000 }) },
        20_000,
        'PROOF_INVALID',
      ],
      ['an answer for a step-up', { proof: await proof('step-up', {}) }, 20_000, 'PROOF_INVALID'],
      [
        'an answer of the thief’s own passkey',
        {
          proof: softDevice().sign(
            (await post(token, '/auth/passkey/question', { action: 'withdrawal' })).data,
            'withdrawal',
            { accountId, amount: 20_000 },
          ),
        },
        20_000,
        'PROOF_INVALID',
      ],
    ]
    for (const [what, stepUp, amount, rejection] of stolen)
      expect([
        what,
        (await withdraw(token, amount, { transactionPassword: TRANSACTION_PASSWORD, ...stepUp })).data
          .rejection,
      ]).toEqual([what, rejection])
    // The owner's request, word for word and under its key: the same answer, and no second payment.
    expect((await withdraw(token, 20_000, heard, key)).data.id).toBe(own.data.id)
    expect(await available(token)).toBe(before - 20_000)
    // Nor does it set up ways of its own.
    const created = softDevice().create((await post(token, '/auth/passkey/new/question', {})).data)
    expect((await post(token, '/auth/passkey/new', { name: '', created })).data.rejection).toBe(
      'PROOF_NEEDED',
    )
    expect(
      (
        await post(token, '/auth/transaction-password', {
          newPassword: 'river-77',
          confirmPassword: 'river-77',
        })
      ).code,
    ).not.toBe(1)
    const account = {
      holder: 'サトウ ハルカ',
      bankCode: '0001',
      branchCode: '001',
      type: 'ordinary',
      number: '7654321',
      imageId: await sendPicture(app, token, 'passbook'),
    }
    expect(
      (await post(token, '/bank-accounts', { ...account, transactionPassword: TRANSACTION_PASSWORD })).data
        .rejection,
    ).toBe('PROOF_NEEDED')
  }, 60_000)
})
