import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateJst, timeJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, startTestApp, type Answer, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { interestOf, nextChargeDay } from '../model/interest.ts'
import { loans } from './tables.ts'

type Member = { token: string; userId: string }

/** Nobody but people decides: the demo desk is off. */
let app: TestApp
let haruka: Member
let jun: Member
let guest: Member
let first: AtConsole
let second: AtConsole
let third: AtConsole

const get = async (path: string, who = haruka): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: who.token })).data
/**
 * A write as the phone does it: what the route of a busy firm sends away for a moment comes again with the
 * same key.
 */
async function post(path: string, body: object, who = haruka, key = newKey()): Promise<Answer> {
  const answer = await app.call('POST', `/api${path}`, { token: who.token, body, key })
  if (answer.status !== 503) return answer
  await pause(100)
  return post(path, body, who, key)
}
const FORM = {
  name: '佐藤 遥',
  idNumber: '301234567890',
  address: '東京都千代田区千代田1-1',
  contact: '03-1234-5678',
  email: 'haruka@example.jp',
}
const apply = (amount: number, who = haruka, more: object = {}, key = newKey()) =>
  post('/loans', { amount, ...FORM, ...more }, who, key)
const rejection = async (answer: Promise<Answer>): Promise<string> => (await answer).data?.rejection
const profile = (income: string, who = haruka) =>
  post(
    '/account-opening/profile',
    {
      occupation: 'employee',
      income,
      assets: 'under-3000',
      experience: 'under-3',
      purpose: 'long-term',
      insiderTie: 'none',
      insiderCode: null,
    },
    who,
  )
const money = (who = haruka) => balances(app.context.engine.read, who.userId)
const lent = (id: string) => app.context.engine.read.of(loans).get(id)!
const today = () => dateJst(app.context.clock.market())
const jump = (at: number) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
const openLoan = async (): Promise<AnyJson> =>
  (await get('/loans')).loans.find(({ state }: AnyJson) => state === 'open')
/** Lent by two reviewers: the loan's id. */
async function borrow(amount: number, who = haruka, more: object = {}): Promise<string> {
  const { data } = await apply(amount, who, more)
  await first.act('loan.approve', data.id)
  const done = await second.act('loan.approve', data.id)
  if (done.data?.status !== 'carried-out') throw new Error(done.msg)
  return data.id
}

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
    env: { DEMO_DESK: 'off' },
  })
  haruka = await app.enrol('090-6161-0001')
  jun = await app.enrol('090-6161-0002')
  guest = await app.enrol('090-6161-0003')
  await verifyByHand(app, haruka)
  await verifyByHand(app, jun, { idNumber: '301234567891' })
  ;[first, second, third] = (await Promise.all(
    ['demo-reviewer-1', 'demo-reviewer-2', 'demo-reviewer-3'].map((id) => atConsole(app, id)),
  )) as [AtConsole, AtConsole, AtConsole]
}, 60_000)
// The last test stops the firm, to run its journal again.

describe('an application', () => {
  it('is refused by name, with nothing kept, as long as something is missing', async () => {
    expect(await rejection(apply(500_000, guest))).toBe('LOAN_IDENTITY_NEEDED')
    expect((await get('/loans', guest)).obstacle).toBe('LOAN_IDENTITY_NEEDED')
    expect(await rejection(apply(500_000))).toBe('LOAN_UNAFFORDABLE')
    expect((await profile('under-1000')).code).toBe(1)
    const { means, obstacle, rates, prefill } = await get('/loans')
    expect(prefill).toMatchObject({ name: '佐藤 遥', idNumber: '' })
    expect(means).toEqual({
      incomeAnswer: 'under-1000',
      income: 5_000_000,
      third: 1_666_666,
      shares: 0,
      secured: 0,
      limit: 1_666_666,
      owed: 0,
      room: 1_666_666,
    })
    expect([obstacle, rates]).toEqual([
      null,
      [
        { below: 1_000_000, rateBp: 1_200 },
        { below: 10_000_000, rateBp: 800 },
        { below: null, rateBp: 500 },
      ],
    ])
    const wrong: [amount: number, more: object, name: string][] = [
      [499_999, {}, 'LOAN_MINIMUM'],
      [100_000_001, {}, 'LOAN_MAXIMUM'],
      [1_666_667, {}, 'LOAN_UNAFFORDABLE'],
      [1_000_000, { name: '' }, 'LOAN_NAME_REQUIRED'],
      [1_000_000, { name: '佐藤 陽' }, 'LOAN_NAME_DIFFERS'],
      [1_000_000, { idNumber: '301234567899' }, 'LOAN_ID_DIFFERS'],
      [1_000_000, { address: ' ' }, 'LOAN_ADDRESS_REQUIRED'],
      [1_000_000, { address: 'a' }, 'LOAN_ADDRESS_SHORT'],
      [1_000_000, { contact: '1' }, 'LOAN_CONTACT_FORMAT'],
      [1_000_000, { email: 'x' }, 'LOAN_EMAIL_FORMAT'],
    ]
    for (const [amount, more, name] of wrong)
      expect([name, await rejection(apply(amount, haruka, more))]).toEqual([name, name])
    for (const amount of [-1, 0, 500_000.5, '500000', null, 2 ** 53])
      expect((await apply(amount as number)).status).toBe(400)
    expect(await app.context.db.kysely.selectFrom('loanDetails').selectAll().execute()).toEqual([])
  })

  it('of 200 at once, one is taken, and nothing is kept of the others', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => apply(600_000)))
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(answers.filter(({ code }) => code !== 1).map(({ data }) => data?.rejection))).toEqual(
      new Set(['LOAN_PENDING']),
    )
    expect(await app.context.db.kysely.selectFrom('loanDetails').select('id').execute()).toHaveLength(1)
    expect((await get('/loans')).obstacle).toBe('LOAN_PENDING')
  })

  it('is taken once however often the same key comes, is the member’s own, and can be cancelled until it is decided', async () => {
    const [{ id }] = (await get('/loans')).loans
    expect(await rejection(post(`/loans/${id}/cancel`, {}, jun))).toBe('LOAN_NOT_FOUND')
    expect((await app.call('GET', `/api/loans/${id}`, { token: jun.token })).status).toBe(404)
    expect((await post(`/loans/${id}/cancel`, {})).data).toMatchObject({
      status: 'failed',
      state: 'cancelled',
    })
    expect(await rejection(post(`/loans/${id}/cancel`, {}))).toBe('LOAN_DECIDED')
    expect(await rejection(first.act('loan.approve', id))).toBe('LOAN_DECIDED')
    const key = newKey()
    const [one, again] = [await apply(700_000, haruka, {}, key), await apply(700_000, haruka, {}, key)]
    expect([one.code, again.code, again.data.id]).toEqual([1, 1, one.data.id])
    // Name and number stand nowhere in the journal.
    const records = await app.context.db.pool.query(
      "select convert_from(record, 'UTF8') as text from journal",
    )
    expect(records.rows.filter(({ text }) => /千代田|301234567890|haruka@/.test(text as string))).toEqual([])
  })
})

describe('the desk', () => {
  it('shows the arithmetic and the checks, and two reviewers lend: the money is there with the second signature', async () => {
    const { rows, counts } = await first.get('/loans')
    expect([counts, rows.map(({ amount, sound, room }: AnyJson) => [amount, sound, room])]).toEqual([
      { review: 1, open: 0 },
      [[700_000, true, 1_666_666]],
    ])
    expect(JSON.stringify(rows)).not.toMatch(/佐藤/)
    const { id } = rows[0]
    const opened = await first.get(`/loans/${id}`)
    expect(opened).toMatchObject({
      verifiedName: '佐藤 遥',
      form: { name: '佐藤 遥', idNumber: '301234567890', contact: '0312345678' },
      means: { third: 1_666_666 },
      score: 600,
    })
    expect(opened.checks.every(({ passed }: AnyJson) => passed)).toBe(true)
    expect((await get('/operator-acts/reads')).reads[0]).toMatchObject({ role: 'reviewer', number: 1 })
    const before = money().available
    expect((await first.act('loan.approve', id)).data).toMatchObject({ status: 'open', missing: 1 })
    expect(await rejection(first.act('loan.approve', id))).toBe('SIGNED_ALREADY')
    expect(money().available).toBe(before)
    const signed = await Promise.all([second, third].map((who) => who.act('loan.approve', id)))
    expect(signed.filter(({ data }) => data.status === 'carried-out')).toHaveLength(1)
    expect([money().available - before, money().loan]).toEqual([700_000, 700_000])
    const { loan, statement, schedule, acts } = await get(`/loans/${id}`)
    expect(loan).toMatchObject({
      status: 'approved',
      state: 'open',
      rateBp: 1_200,
      principal: 700_000,
      interest: 0,
      owed: 700_000,
    })
    expect([statement.map(({ kind, amount }: AnyJson) => [kind, amount]), schedule.length]).toEqual([
      [['lent', 700_000]],
      12,
    ])
    expect(acts[0]).toMatchObject({ power: 'loan.approve' })
    expect((await get('/messages')).messages?.[0]?.kind ?? (await get('/messages'))[0]?.kind).toBe(
      'loanApproved',
    )
  })

  it('an open loan allows another within what can be afforded, and no more', async () => {
    expect((await get('/loans')).means).toMatchObject({ owed: 700_000, room: 966_666 })
    expect(await rejection(apply(966_667))).toBe('LOAN_UNAFFORDABLE')
    const { data } = await apply(966_666)
    // The income that was stated then is what it is decided by: a profile that says less later takes nothing
    // back.
    await profile('under-300')
    expect((await first.get(`/loans/${data.id}`)).means).toMatchObject({
      incomeAnswer: null,
      income: 5_000_000,
      room: 966_666,
    })
    await profile('under-1000')
    expect((await post(`/loans/${data.id}/cancel`, {})).code).toBe(1)
  })

  it('refuses with a reason of the list; the member reads it, appeals to a third person, and two people look again', async () => {
    await profile('over-2000', jun)
    const {
      data: { id },
    } = await apply(2_000_000, jun, { idNumber: '301234567891' })
    expect(await rejection(first.act('loan.refuse', id))).toBe('REASON_REQUIRED')
    expect(await rejection(first.act('loan.refuse', id, { reason: { code: 'because' } }))).toBe(
      'REASON_UNLISTED',
    )
    await first.act('loan.refuse', id, { reason: { code: 'documents' } })
    expect((await second.act('loan.refuse', id, { reason: { code: 'documents' } })).data.status).toBe(
      'carried-out',
    )
    expect((await get(`/loans/${id}`, jun)).loan).toMatchObject({
      status: 'failed',
      state: 'refused',
      reason: 'documents',
    })
    expect((await get('/loans', jun)).obstacle).toBe(null)
    const TEXT = 'All of my documents are in order, please look again.'
    expect(await rejection(post(`/loans/${id}/appeal`, { text: 'short' }, jun))).toBe('APPEAL_TEXT')
    expect(await rejection(post(`/loans/${id}/appeal`, { text: TEXT }))).toBe('LOAN_NOT_FOUND')
    expect((await post(`/loans/${id}/appeal`, { text: TEXT }, jun)).data.appeal.state).toBe('open')
    expect(await rejection(post(`/loans/${id}/appeal`, { text: TEXT }, jun))).toBe('APPEALED_ALREADY')
    const [appeal] = await third.get('/appeals')
    expect(appeal).toMatchObject({ kind: 'loan', case: id, about: '融資 2,000,000円' })
    const answer = {
      reason: {
        code: 'overturned',
        text: 'The documents were in order after all; the application is looked at again.',
      },
    }
    expect(await rejection(first.act('appeal.decide', appeal.subject, answer))).toBe('OWN_CASE')
    expect((await third.act('appeal.decide', appeal.subject, answer)).data.status).toBe('carried-out')
    expect((await get(`/loans/${id}`, jun)).loan).toMatchObject({
      status: 'pending',
      state: 'pending',
      reason: null,
    })
    await first.act('loan.approve', id)
    await third.act('loan.approve', id)
    expect(money(jun).loan).toBe(2_000_000)
  })
})

describe('interest', () => {
  it('is charged on the first of each month for its days, once, and counts in total assets until then', async () => {
    const { id } = await openLoan()
    const from = lent(id).since!
    const firstOf = nextChargeDay(from)
    const before = (await get('/account')).available
    await jump(timeJst(firstOf, 0) - 3_600_000)
    const due = interestOf(700_000, 120_000, (Date.parse(today()) - Date.parse(from)) / 86_400_000)
    expect(await get('/account')).toMatchObject({ loan: 700_000, loanInterest: due })
    expect((await get(`/loans/${id}`)).loan).toMatchObject({ interest: due, owed: 700_000 + due })
    await jump(timeJst(nextChargeDay(nextChargeDay(firstOf)), 1))
    const charged = await waitFor(
      () => lent(id),
      ({ since }) => since === today(),
    )
    const days = (Date.parse(today()) - Date.parse(from)) / 86_400_000
    const whole = interestOf(700_000, 120_000, days)
    expect(charged).toMatchObject({ principalYen: 700_000, carriedYen: 0, onTime: 3, late: 0 })
    expect(whole - charged.paidInterestYen).toBeGreaterThanOrEqual(0)
    expect(whole - charged.paidInterestYen).toBeLessThan(3)
    expect((await get('/account')).available).toBe(before - charged.paidInterestYen)
    const { statement } = await get(`/loans/${id}`)
    expect(statement.map(({ kind, day }: AnyJson) => [kind, day.slice(8)])).toEqual([
      ['interest', '01'],
      ['interest', '01'],
      ['interest', '01'],
      ['lent', from.slice(8)],
    ])
    const { years, owed } = await get('/loans')
    expect(owed).toBe(700_000)
    expect(years.reduce((sum: number, { interest }: AnyJson) => sum + interest, 0)).toBe(
      charged.paidInterestYen,
    )
  }, 120_000)
})

describe('a repayment', () => {
  it('is refused by name: too much, not there, another’s, no form of an amount', async () => {
    const { id, owed } = await openLoan()
    expect(await rejection(post(`/loans/${id}/repay`, { amount: owed + 1 }))).toBe('REPAY_TOO_MUCH')
    expect(await rejection(post(`/loans/${id}/repay`, { amount: 1 }, jun))).toBe('LOAN_NOT_FOUND')
    for (const amount of [0, -1, 0.5, '1', undefined])
      expect((await post(`/loans/${id}/repay`, { amount })).status).toBe(400)
  })

  it('in part lowers principal and the next charge; of 200 at once no yen is repaid twice', async () => {
    const { id } = await openLoan()
    const before = money()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => post(`/loans/${id}/repay`, { amount: 20_000 })),
    )
    const done = answers.filter(({ code }) => code === 1).length
    const paid = before.available - money().available
    expect([done, paid, before.loan - money().loan]).toEqual([35, 700_000, 700_000])
    expect(new Set(answers.filter(({ code }) => code !== 1).map(({ data }) => data.rejection))).toEqual(
      new Set(['LOAN_NOT_OPEN']),
    )
    expect((await get(`/loans/${id}`)).loan).toMatchObject({
      status: 'approved',
      state: 'repaid',
      principal: 0,
      owed: 0,
    })
    expect(lent(id).onTime).toBe(4)
    expect(await get('/account')).toMatchObject({ loan: 0, loanInterest: 0 })
  })

  it('in whole takes interest and principal of that day, and ends the loan', async () => {
    const id = await borrow(1_000_000)
    await jump(app.context.clock.wall() + 5 * 86_400_000)
    const { owed } = (await get(`/loans/${id}`)).loan
    expect(owed).toBe(1_000_000 + interestOf(1_000_000, 80_000, 5))
    const before = money().available
    expect((await post(`/loans/${id}/repay`, { amount: null })).data).toMatchObject({
      state: 'repaid',
      owed: 0,
    })
    expect(before - money().available).toBe(owed)
  })
})

describe('what a loan covers', () => {
  it('cannot be withdrawn beyond the rule, which the page shows and the refusal names; an account with a loan cannot be closed', async () => {
    const accountId = await bankAccountByHand(app, jun)
    const { withdrawable, loanRoom } = await get('/index/withdrawal?user_id=' + jun.userId, jun)
    const account = await get('/account', jun)
    // Loans are at most 60 % of what stays: 2,000,000 ÷ 0.6 must stay.
    expect(loanRoom).toBe(account.totalAssets - account.withdrawalHold - Math.ceil(2_000_000 / 0.6))
    expect(withdrawable).toBe(loanRoom)
    const asked = await post(
      '/withdrawals',
      { amount: withdrawable + 1, accountId, transactionPassword: TRANSACTION_PASSWORD },
      jun,
    )
    expect(asked.data).toEqual({ rejection: 'LOAN_COVER', detail: { most: withdrawable } })
    expect(
      (
        await post(
          '/withdrawals',
          { amount: withdrawable, accountId, transactionPassword: TRANSACTION_PASSWORD },
          jun,
        )
      ).code,
    ).toBe(1)
    expect((await get('/account-closing', jun)).obstacle.rejection).toBe('CLOSING_HOLDS')
  }, 30_000)
})

it('the journal of all that, run again, says the same byte for byte and leaves the same rows', async () => {
  const { types, held, again } = await replayJournal(app)
  for (const type of ['loan.apply', 'loan.cancel', 'loan.repay', 'loan.interest', 'loan.appeal', 'staff.act'])
    expect(types).toContain(type)
  expect(again).toEqual(held)
}, 60_000)
