import { webcrypto } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { businessTime, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal, yenIn } from '#server/journal-replay.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { newKey, startTestApp, type Answer, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { sendPicture, verify } from '#server/verified.fixture.ts'
import { MOST_TRANSFER_YEN } from '../model/deposit.ts'
import { instructionsText, type Instructions } from '../model/instructions.ts'
import { arrivesBy } from '../model/withdrawal-timer.ts'
import { demoBankCommand } from './statement.ts'
import { withdrawals } from './tables.ts'

type Member = { token: string; userId: string; accountId: string }

/** Edits of rows with SQL beside the journal, by the table that `npm run verify` then names. */
const EDITS = {
  'bank_account_details: the row is not what the journal has the hash of':
    "update bank_account_details set number = '7654391' where account_id = (select min(id) from bank_accounts)",
  'bank_account_details: the row is missing':
    'delete from bank_account_details where account_id = (select min(id) from bank_accounts)',
  'identity_details: the row is not what the journal has the hash of':
    "update identity_details set kana = kana || 'x' where id = (select min(details_id) from verifications)",
  'staff_texts: the row is not what the journal has the hash of':
    "update staff_texts set text = 'x' where id = (select min(text_id) from operator_acts)",
  'sealed_images: the picture does not open: it is not what was sealed':
    "update sealed_images set sealed = sealed || '\\x00'::bytea where id = (select min(image_id) from identity_pictures)",
  'sealed_images: the row is missing':
    'delete from sealed_images where id = (select min(image_id) from identity_pictures)',
}

let app: TestApp
let haruka: Member
let other: Member

const get = async (member: { token: string }, path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const post = (member: { token: string }, path: string, body?: unknown, key?: string): Promise<Answer> =>
  app.call('POST', `/api${path}`, {
    token: member.token,
    ...(body === undefined ? {} : { body }),
    ...(key === undefined ? {} : { key }),
  })
const withdraw = (member: Member, amount: number, key?: string, accountId = member.accountId) =>
  post(member, '/withdrawals', { amount, accountId, transactionPassword: TRANSACTION_PASSWORD }, key)
const one = async (member: { token: string }, id: string): Promise<AnyJson> =>
  (await get(member, `/withdrawals/${id}`)).withdrawal
const available = async (member: Member): Promise<number> => (await get(member, '/account')).available
const jump = (at: number) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
const messages = async (member: Member): Promise<string[]> =>
  (await get(member, '/messages?limit=100')).messages.map(({ kind }: { kind: string }) => kind)
/** The answer of the demo bank to lines that it books. */
const booked = async (lines: object[]): Promise<AnyJson> => {
  const answered: AnyJson = await app.context.engine.submit(
    demoBankCommand,
    { lines: lines as never },
    { actor: 'demo-bank', memberId: null, device: '', key: '' },
  )
  return answered.result.answer
}
/** Demo operators of a role, as the console will call them. */
async function act(
  power: string,
  subject: string,
  body: object,
  roles: string[],
  reason?: { code: string; text?: string },
  member = haruka,
) {
  const { staff } = app.modules
  const text = reason?.text === undefined ? null : await staff.text(member.userId, reason.text)
  if (text?.ok === false) throw new Error(text.rejection)
  const because = reason === undefined ? null : { code: reason.code, text: text?.value ?? null }
  let last: AnyJson
  for (const operatorId of roles)
    last = await staff.act(operatorId, {
      power: power as never,
      subject,
      body: body as never,
      reason: because,
    })
  return last
}

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  const enrolled = await Promise.all([app.enrol('090-6666-0001'), app.enrol('090-6666-0002')])
  ;[haruka, other] = enrolled.map((member) => ({ ...member, accountId: '' })) as [Member, Member]
}, 60_000)
// The last test stops the firm, to run its journal again.

const ACCOUNT = {
  holder: 'サトウ ハルカ',
  bankCode: '0001',
  branchCode: '001',
  type: 'ordinary',
  number: '1234567',
}

describe('before the identity is verified', () => {
  it('neither money nor an account comes in', async () => {
    expect((await post(haruka, '/deposits', { amount: 500_000, method: 'bank' })).data).toMatchObject({
      rejection: 'IDENTITY_REQUIRED',
    })
    expect(
      (await post(haruka, '/bank-accounts', { ...ACCOUNT, transactionPassword: 'x' })).data,
    ).toMatchObject({ rejection: 'IDENTITY_REQUIRED' })
    await expect(sendPicture(app, haruka.token, 'passbook')).rejects.toThrow(/本人確認/)
    expect(await get(haruka, '/bank-accounts')).toMatchObject({
      accounts: [],
      holder: null,
      most: 5,
      restHours: 72,
    })
  })
})

describe('an account at a bank', () => {
  beforeAll(async () => {
    for (const [n, member] of [haruka, other].entries()) {
      await post(member, '/auth/transaction-password', {
        newPassword: TRANSACTION_PASSWORD,
        confirmPassword: TRANSACTION_PASSWORD,
      })
      await verify(app, member.token, { idNumber: `30123456789${n}` })
    }
  }, 60_000)

  it('is found in the Zengin list', async () => {
    expect(await get(haruka, '/banks')).toContainEqual({ code: '0001', name: 'みずほ', kana: 'ミズホ' })
    expect((await get(haruka, '/banks?query=みつびしゆーえふじぇい'))[0]).toMatchObject({ code: '0005' })
    expect(await get(haruka, '/banks/0001/branches?query=存在しない')).toEqual([])
    expect((await get(haruka, '/banks/0001/branches?query=東京営業部'))[0]).toMatchObject({
      code: '001',
      name: '東京営業部',
    })
    expect((await app.call('GET', '/api/banks/0002/branches', {})).status).toBe(404)
  })

  it('is entered with a picture and the transaction password, in the verified name alone', async () => {
    const imageId = await sendPicture(app, haruka.token, 'passbook')
    const foreign = await sendPicture(app, other.token, 'passbook')
    const whole = { ...ACCOUNT, imageId, transactionPassword: TRANSACTION_PASSWORD }
    const refusals: [change: object, rejection: string][] = [
      [{ holder: 'スズキ ハルカ' }, 'HOLDER_DIFFERS'],
      [{ bankCode: '0002' }, 'BANK_UNKNOWN'],
      [{ branchCode: '999' }, 'BRANCH_UNKNOWN'],
      [{ number: '12345678' }, 'ACCOUNT_NUMBER'],
      [{ imageId: undefined }, 'PASSBOOK_REQUIRED'],
      [{ imageId: foreign }, 'PASSBOOK_REQUIRED'],
      [{ transactionPassword: 'wrong-99' }, 'TRANSACTION_PASSWORD_WRONG'],
    ]
    for (const [change, rejection] of refusals)
      expect([
        change,
        (await post(haruka, '/bank-accounts', { ...whole, ...change })).data.rejection,
      ]).toEqual([change, rejection])
    const key = newKey()
    const added = await post(haruka, '/bank-accounts', whole, key)
    expect(added.data).toMatchObject({
      status: 'pending',
      holder: 'サトウ ハルカ',
      bankName: 'みずほ',
      branchName: '東京営業部',
      number: '•••4567',
      simulated: true,
    })
    expect((await post(haruka, '/bank-accounts', whole, key)).data.id).toBe(added.data.id)
    expect((await post(haruka, '/bank-accounts', whole)).data).toMatchObject({
      rejection: 'BANK_ACCOUNT_KNOWN',
    })
    haruka.accountId = added.data.id
    const others = await post(other, '/bank-accounts', {
      ...ACCOUNT,
      imageId: foreign,
      number: '7654321',
      transactionPassword: TRANSACTION_PASSWORD,
    })
    other.accountId = others.data.id
    const { accounts } = await waitFor(
      () => get(haruka, '/bank-accounts'),
      ({ accounts: [account] }) => account.status === 'approved',
    )
    expect(Date.parse(accounts[0].usableFrom) - Date.parse(accounts[0].addedAt)).toBe(72 * HOUR)
    await waitFor(
      () => get(other, '/bank-accounts'),
      ({ accounts: [account] }) => account.status === 'approved',
    )
    expect(await messages(haruka)).toEqual(
      expect.arrayContaining(['bankAccountAdded', 'bankAccountAccepted']),
    )
  })

  it('is not usable for 72 hours, and nobody else’s ever', async () => {
    await jump(businessTime(app.context.clock.wall(), 10))
    expect((await withdraw(haruka, 10_000)).data.rejection).toBe('BANK_ACCOUNT_NEW')
    expect((await withdraw(haruka, 10_000, undefined, other.accountId)).data.rejection).toBe(
      'BANK_ACCOUNT_NOT_FOUND',
    )
    expect(
      (
        await post(haruka, `/bank-accounts/${other.accountId}/remove`, {
          transactionPassword: TRANSACTION_PASSWORD,
        })
      ).data.rejection,
    ).toBe('BANK_ACCOUNT_NOT_FOUND')
    await jump(businessTime(app.context.clock.wall() + 72 * HOUR, 10))
    expect((await get(haruka, `/index/withdrawal?user_id=${haruka.userId}`)).accounts).toMatchObject([
      { id: haruka.accountId, usable: true, label: 'みずほ 東京営業部 普通 •••4567' },
    ])
  }, 60_000)

  it('five at a time, one removed makes room', async () => {
    for (const number of ['1', '2', '3', '4']) {
      const imageId = await sendPicture(app, other.token, 'passbook')
      expect(
        (
          await post(other, '/bank-accounts', {
            ...ACCOUNT,
            number,
            imageId,
            transactionPassword: TRANSACTION_PASSWORD,
          })
        ).code,
      ).toBe(1)
    }
    const imageId = await sendPicture(app, other.token, 'passbook')
    const sixth = { ...ACCOUNT, number: '5', imageId, transactionPassword: TRANSACTION_PASSWORD }
    expect((await post(other, '/bank-accounts', sixth)).data.rejection).toBe('BANK_ACCOUNTS_FULL')
    const refused = await app.context.db.pool.query(
      'select 1 from bank_account_details d where not exists (select 1 from bank_accounts a where a.id = d.account_id)',
    )
    expect(refused.rows, 'of what was refused nothing is kept').toEqual([])
    const { accounts } = await get(other, '/bank-accounts')
    const last = accounts.at(-1).id
    expect(
      (await post(other, `/bank-accounts/${last}/remove`, { transactionPassword: TRANSACTION_PASSWORD }))
        .data,
    ).toEqual({ id: last, status: 'removed' })
    expect(
      (await post(other, `/bank-accounts/${last}/remove`, { transactionPassword: TRANSACTION_PASSWORD })).data
        .rejection,
    ).toBe('BANK_ACCOUNT_NOT_FOUND')
    expect((await post(other, '/bank-accounts', sixth)).code).toBe(1)
    expect(await messages(other)).toContain('bankAccountRemoved')
  }, 20_000)
})

it('an account that a reviewer does not accept says why, and cannot be paid to', async () => {
  const imageId = await sendPicture(app, haruka.token, 'passbook')
  const { data } = await post(haruka, '/bank-accounts', {
    ...ACCOUNT,
    number: '9',
    imageId,
    transactionPassword: TRANSACTION_PASSWORD,
  })
  expect(await act('bank-account.view', data.id, {}, ['demo-reviewer-1'])).toMatchObject({ ok: true })
  expect(
    await act('bank-account.reject', data.id, {}, ['demo-reviewer-1'], { code: 'image-unreadable' }),
  ).toMatchObject({ ok: true })
  expect(await act('bank-account.accept', data.id, {}, ['demo-reviewer-2'])).toMatchObject({
    ok: false,
    rejection: 'BANK_ACCOUNT_DECIDED',
  })
  expect((await get(haruka, '/bank-accounts')).accounts[1]).toMatchObject({
    id: data.id,
    status: 'denied',
    reason: 'image-unreadable',
    usable: false,
  })
  expect((await withdraw(haruka, 10_000, undefined, data.id)).data.rejection).toBe('BANK_ACCOUNT_UNREVIEWED')
  expect(await messages(haruka)).toContain('bankAccountRejected')
  await post(haruka, `/bank-accounts/${data.id}/remove`, { transactionPassword: TRANSACTION_PASSWORD })
})

it('an appeal about an account is answered by the demo desk where records show it, and left to people where eyes must', async () => {
  const appealed = async (number: string, code: string): Promise<string> => {
    const imageId = await sendPicture(app, haruka.token, 'passbook')
    const { data } = await post(haruka, '/bank-accounts', {
      ...ACCOUNT,
      number,
      imageId,
      transactionPassword: TRANSACTION_PASSWORD,
    })
    await act('bank-account.view', data.id, {}, ['demo-reviewer-1'])
    expect(await act('bank-account.reject', data.id, {}, ['demo-reviewer-1'], { code })).toMatchObject({
      ok: true,
    })
    expect(
      (
        await post(haruka, `/bank-accounts/${data.id}/appeal`, {
          text: '名義は本人確認の氏名と同じです。もう一度確認してください。',
        })
      ).data.appeal,
    ).toMatchObject({ state: 'open' })
    return data.id
  }
  const [named, unread] = [await appealed('21', 'name-differs'), await appealed('22', 'image-unreadable')]
  const one = async (id: string) =>
    (await get(haruka, '/bank-accounts')).accounts.find((account: { id: string }) => account.id === id)
  const answered = await waitFor(
    () => one(named),
    ({ appeal }) => appeal.state !== 'open',
  )
  expect(answered).toMatchObject({
    status: 'approved',
    reason: null,
    appeal: { state: 'overturned', answer: expect.stringContaining('記録') },
  })
  expect(await one(unread)).toMatchObject({ status: 'denied', appeal: { state: 'open', answer: null } })
  expect(await messages(haruka)).toContain('bankAccountAppealDecided')
  for (const id of [named, unread])
    await post(haruka, `/bank-accounts/${id}/remove`, { transactionPassword: TRANSACTION_PASSWORD })
}, 20_000)

describe('a deposit', () => {
  it('is no more than one transfer of a bank carries', async () => {
    const asked = await post(haruka, '/deposits', { amount: MOST_TRANSFER_YEN + 1, method: 'bank' })
    expect([asked.status, asked.data?.id]).toEqual([400, undefined])
  })
  it('has a signed page that a browser can check, is paid by the demo bank and credited by two operators', async () => {
    const before = await available(haruka)
    const { data: made } = await post(haruka, '/deposits', { amount: 500_000, method: 'atm' })
    expect(made).toMatchObject({
      status: 'pending',
      amount: 500_000,
      method: 'atm',
      credited: null,
      line: null,
    })
    const { instructions, signature } = await get(haruka, `/deposits/${made.id}`)
    const { publicKey, algorithm } = await get(haruka, '/house-key')
    const isSigned = async (page: Instructions) => {
      const key = await webcrypto.subtle.importKey(
        'raw',
        Buffer.from(publicKey, 'base64url'),
        algorithm,
        false,
        ['verify'],
      )
      return webcrypto.subtle.verify(
        algorithm,
        key,
        Buffer.from(signature, 'base64url'),
        Buffer.from(instructionsText(page)),
      )
    }
    expect(await isSigned(instructions)).toBe(true)
    expect(await isSigned({ ...instructions, accountNumber: '0010011' })).toBe(false)
    expect((await app.call('GET', `/api/deposits/${made.id}`, { token: other.token })).status).toBe(404)

    const done = await waitFor(
      () => get(haruka, `/deposits/${made.id}`),
      ({ deposit }) => deposit.status === 'approved',
    )
    expect(done).toMatchObject({
      instructions: null,
      signature: null,
      deposit: { credited: 500_000, line: { amount: 500_000, source: 'demo-bank' } },
    })
    expect(await available(haruka)).toBe(before + 500_000)
    const acts = (await get(haruka, '/operator-acts')).acts.filter(
      ({ subject, power }: AnyJson) =>
        power === 'deposit.credit' && (subject === undefined || subject === made.id),
    )
    expect(JSON.stringify(acts)).toContain('treasurer')
    expect(await messages(haruka)).toContain('depositCredited')
    // A line serves once, whoever asks.
    const again = await act('deposit.credit', made.id, { lineId: done.deposit.line.id }, ['demo-treasurer-1'])
    expect(again.ok).toBe(false)
  }, 30_000)

  it('is refused a foreign line, and ends with a reason that the member reads', async () => {
    const { data: made } = await post(haruka, '/deposits', { amount: 1, method: 'bank' })
    await post(haruka, `/deposits/${made.id}/cancel`)
    expect((await post(haruka, `/deposits/${made.id}/cancel`)).data.rejection).toBe('DEPOSIT_DECIDED')
    expect((await post(other, `/deposits/${made.id}/cancel`)).data.rejection).toBe('DEPOSIT_NOT_FOUND')
    expect((await get(haruka, `/deposits/${made.id}`)).deposit).toMatchObject({
      status: 'denied',
      reason: 'member-asked',
    })
    expect((await get(haruka, '/deposits?status=denied')).map(({ id }: AnyJson) => id)).toEqual([made.id])
    expect((await get(haruka, '/deposits?status=approved')).length).toBe(1)
  })

  it('is not credited from another person’s money; refused, it has a reason and a text', async () => {
    const before = await available(haruka)
    const { data: made } = await post(haruka, '/deposits', { amount: 70_000, method: 'bank' })
    const line = {
      id: 'bank-1',
      kind: 'in',
      yen: 70_000,
      reference: made.reference,
      payerHash: 'somebody else',
      bookedAt: app.context.clock.wall(),
    }
    expect(await booked([line])).toEqual({ entered: 1, known: 0 })
    expect(await booked([line, { ...line, yen: 1 }])).toEqual({ entered: 0, known: 2 })
    expect((await post(haruka, `/deposits/${made.id}/cancel`)).data.rejection).toBe('DEPOSIT_PAID')
    expect(await act('deposit.credit', made.id, { lineId: 'bank-1' }, ['demo-treasurer-1'])).toMatchObject({
      ok: false,
      rejection: 'LINE_OTHER_PAYER',
    })
    const text = 'The payer of the transfer is not you; the transfer goes back to its sender.'
    expect(
      await act('deposit.refuse', made.id, {}, ['demo-treasurer-1', 'demo-reviewer-1'], {
        code: 'name-differs',
        text,
      }),
    ).toMatchObject({ ok: true })
    expect((await get(haruka, `/deposits/${made.id}`)).deposit).toMatchObject({
      status: 'denied',
      reason: 'name-differs',
      text,
      credited: null,
    })
    expect(await available(haruka)).toBe(before)
  }, 20_000)

  it('waits five at a time', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => post(haruka, '/deposits', { amount: 1_000, method: 'counter' })),
    )
    expect(made.filter(({ code }) => code === 1)).toHaveLength(5)
    expect(new Set(made.flatMap(({ data }) => data.reference ?? [])).size).toBe(5)
    expect(made.filter(({ data }) => data.rejection === 'DEPOSITS_PENDING')).toHaveLength(3)
    await waitFor(
      () => get(haruka, '/deposits?status=pending'),
      (rows) => rows.length === 0,
    )
  }, 30_000)
})

describe('a withdrawal', () => {
  it('is asked with an amount of at least 10,000, within the balance, with the right password', async () => {
    expect((await withdraw(haruka, 9_999)).msg).toBe('出金額は10,000円以上で入力してください')
    expect(
      (
        await app.call('POST', '/api/withdrawals?lang=en', {
          token: haruka.token,
          body: { amount: 9_999, accountId: haruka.accountId, transactionPassword: TRANSACTION_PASSWORD },
        })
      ).msg,
    ).toContain('cannot be less than 10,000')
    expect((await withdraw(haruka, (await available(haruka)) + 1)).data.rejection).toBe('NOT_WITHDRAWABLE')
    expect(
      (
        await post(haruka, '/withdrawals', {
          amount: 10_000,
          accountId: haruka.accountId,
          transactionPassword: 'wrong-99',
        })
      ).data.rejection,
    ).toBe('TRANSACTION_PASSWORD_WRONG')
    expect(
      (await post(haruka, '/withdrawals', { amount: 10_000, accountId: haruka.accountId })).data.rejection,
    ).toBe('TRANSACTION_PASSWORD_REQUIRED')
  })

  it('is approved by rule up to the daily sum, and paid by the demo bank within the day', async () => {
    const before = await get(haruka, '/account')
    const key = newKey()
    const { data: made } = await withdraw(haruka, 300_000, key)
    expect(made).toMatchObject({
      status: 'approved',
      state: 'approved',
      approvedBy: 'rule',
      amount: 300_000,
      fee: 0,
      account: 'みずほ 東京営業部 普通 •••4567',
    })
    expect(Date.parse(made.arrivesBy)).toBe(
      arrivesBy('rule', Date.parse(made.requestedAt), null, app.context.businessDays.isTradingDay),
    )
    const again = await withdraw(haruka, 300_000, key)
    expect([again.data.id, again.headers.get('idempotent-replay')]).toEqual([made.id, '1'])
    const held = await get(haruka, '/account')
    expect([held.available, held.withdrawalHold]).toEqual([
      before.available - 300_000,
      before.withdrawalHold + 300_000,
    ])
    await jump(app.context.clock.wall() + 11 * MINUTE)
    const paid = await waitFor(
      () => one(haruka, made.id),
      ({ state }) => state === 'paid',
    )
    expect(Date.parse(paid.paidAt) - Date.parse(paid.requestedAt)).toBe(10 * MINUTE)
    expect((await post(haruka, `/withdrawals/${made.id}/cancel`)).data.rejection).toBe('WITHDRAWAL_DECIDED')
    expect((await get(haruka, '/account')).withdrawalHold).toBe(before.withdrawalHold)
    expect(await get(haruka, '/withdrawal-clock')).toMatchObject({
      paid: 1,
      denied: 0,
      denialBp: 0,
      medianMs: 10 * MINUTE,
      openAppeals: 0,
      corrections: 0,
    })
    expect((await app.call('GET', '/api/withdrawal-clock', {})).data.paid).toBe(1)
    expect(await messages(haruka)).toEqual(expect.arrayContaining(['withdrawalRequested', 'withdrawalPaid']))
  }, 30_000)

  it('comes back when the bank returns it, from a line of the statement alone', async () => {
    const before = await available(haruka)
    const row = app.context.engine.read
      .of(withdrawals)
      .by('member', haruka.userId)
      .find(({ state }) => state === 'paid')
    const back = (line: object) => ({
      id: 'bank-2',
      kind: 'returned',
      yen: row!.yen,
      reference: row!.reference,
      payerHash: null,
      bookedAt: app.context.clock.wall(),
      ...line,
    })
    await booked([back({ id: 'bank-3', yen: 1 }), back({ id: 'bank-4', kind: 'out', yen: 2 })])
    for (const [lineId, rejection] of [
      ['bank-0', 'LINE_NOT_FOUND'],
      ['bank-3', 'LINE_OTHER_AMOUNT'],
      ['bank-4', 'LINE_OTHER_KIND'],
      [row!.lineId, 'LINE_USED'],
    ]) {
      expect(await act('withdrawal.mark-returned', row!.id, { lineId }, ['demo-treasurer-1'])).toMatchObject({
        ok: false,
        rejection,
      })
    }
    await booked([back({})])
    await waitFor(
      () => one(haruka, row!.id),
      ({ state }) => state === 'returned',
    )
    expect(
      await act('withdrawal.mark-returned', row!.id, { lineId: 'bank-2' }, ['demo-treasurer-2']),
    ).toMatchObject({ ok: false, rejection: 'WITHDRAWAL_DECIDED' })
    expect(await one(haruka, row!.id)).toMatchObject({ status: 'denied', state: 'returned' })
    expect(await available(haruka)).toBe(before + row!.yen)
    expect(await messages(haruka)).toContain('withdrawalReturned')
  }, 20_000)

  it('T03: many at once on one balance never take more than there is, and five a day', async () => {
    await jump(businessTime(app.context.clock.wall() + DAY, 10))
    const balance = await available(haruka)
    // Three would fit; each is asked for ten times at once, on connections of their own.
    const third = Math.floor(balance / 3)
    const asked = await Promise.all(Array.from({ length: 10 }, () => withdraw(haruka, third)))
    expect(asked.filter(({ code }) => code === 1)).toHaveLength(3)
    expect(new Set(asked.flatMap(({ data }) => data.rejection ?? []))).toEqual(new Set(['NOT_WITHDRAWABLE']))
    const account = await get(haruka, '/account')
    expect([account.available, account.withdrawalHold]).toEqual([balance - 3 * third, 3 * third])
    for (const { data } of asked.filter(({ code }) => code === 1))
      await post(haruka, `/withdrawals/${data.id}/cancel`)
    expect(await available(haruka)).toBe(balance)
    const more = await Promise.all(Array.from({ length: 4 }, () => withdraw(haruka, 10_000)))
    expect(more.filter(({ code }) => code === 1)).toHaveLength(2)
    expect(new Set(more.flatMap(({ data }) => data.rejection ?? []))).toEqual(new Set(['WITHDRAWALS_TODAY']))
  }, 60_000)

  it('T03: beside an order the two share the money, whichever comes first', async () => {
    await jump(businessTime(app.context.clock.wall() + DAY, 10))
    const [code] = await app.affordable(1)
    const balance = await available(haruka)
    const limits = await get(haruka, `/stocks/${code}`)
    const price = limits.quote.lowerLimit as number
    const order = { code, side: 'up', type: 'limit', price, quantity: 100, leverage: 1 }
    const answers = await Promise.all([
      withdraw(haruka, balance),
      post(haruka, '/orders', order),
      withdraw(haruka, balance),
      post(haruka, '/orders', order),
    ])
    const account = await get(haruka, '/account')
    expect(account.available).toBeGreaterThanOrEqual(0)
    expect(
      account.available + account.withdrawalHold + account.orderHold + account.lotMargin + account.unsettled,
    ).toBeLessThanOrEqual(balance + 20_000)
    expect(
      answers.some(
        ({ data }) => data?.rejection === 'NOT_WITHDRAWABLE' || data?.rejection === 'BUYING_POWER',
      ),
    ).toBe(true)
    for (const row of await get(haruka, '/withdrawals?status=pending'))
      await post(haruka, `/withdrawals/${row.id}/cancel`)
  }, 60_000)

  it('is refused outside the hours', async () => {
    await jump(businessTime(app.context.clock.wall(), 15, 30))
    expect((await withdraw(haruka, 10_000)).msg).toBe('出金の受付は平日 09:00–15:30 です')
    expect((await get(haruka, `/index/withdrawal?user_id=${haruka.userId}`)).hours).toEqual({
      from: '09:00',
      to: '15:30',
      open: false,
    })
  }, 60_000)

  it('above the daily sum waits for two; denied it needs a listed reason and a text; the complaint goes to a third', async () => {
    await jump(businessTime(app.context.clock.wall() + DAY, 10))
    const balance = await available(haruka)
    const { data: made } = await withdraw(haruka, 1_200_000)
    expect(made).toMatchObject({ status: 'pending', state: 'requested', decider: 'two' })
    const text = 'The holder name of the payout account differs from the verified one.'
    expect(await act('withdrawal.deny', made.id, {}, ['demo-reviewer-1'], undefined)).toMatchObject({
      ok: false,
      rejection: 'REASON_REQUIRED',
    })
    const denied = await act('withdrawal.deny', made.id, {}, ['demo-reviewer-1', 'demo-reviewer-2'], {
      code: 'name-differs',
      text,
    })
    expect(denied).toMatchObject({ ok: true })
    const view = await one(haruka, made.id)
    expect(view).toMatchObject({ status: 'denied', reason: 'name-differs', text, appeal: null })
    const { acts } = await get(haruka, `/withdrawals/${made.id}`)
    expect(acts).toMatchObject([
      {
        power: 'withdrawal.deny',
        reason: { code: 'name-differs', text },
        approvals: [
          { role: 'reviewer', number: 1 },
          { role: 'reviewer', number: 2 },
        ],
      },
    ])
    expect(await available(haruka)).toBe(balance)
    expect((await post(haruka, `/withdrawals/${made.id}/appeal`, { text: 'too short' })).data.rejection).toBe(
      'APPEAL_TEXT',
    )
    expect(
      (await post(other, `/withdrawals/${made.id}/appeal`, { text: 'x'.repeat(30) })).data.rejection,
    ).toBe('WITHDRAWAL_NOT_FOUND')
    const appealed = await post(haruka, `/withdrawals/${made.id}/appeal`, {
      text: '口座の名義は本人確認の氏名と同じです。もう一度確認してください。',
    })
    expect(appealed.data.appeal).toMatchObject({ state: 'open' })
    expect(
      (await post(haruka, `/withdrawals/${made.id}/appeal`, { text: 'x'.repeat(30) })).data.rejection,
    ).toBe('APPEALED_ALREADY')
    expect(
      await act('appeal.decide', `withdrawal:${appealed.data.appeal.id}`, {}, ['demo-reviewer-1'], {
        code: 'upheld',
        text,
      }),
    ).toMatchObject({ rejection: 'OWN_CASE' })
    const answered = await waitFor(
      () => one(haruka, made.id),
      ({ appeal }) => appeal.state !== 'open',
    )
    expect(answered.appeal).toMatchObject({ state: 'granted', answer: expect.stringContaining('記録') })
    expect(await one(haruka, answered.appeal.payoutId)).toMatchObject({
      state: 'approved',
      approvedBy: 'appeal',
      amount: 1_200_000,
    })
    expect(await get(haruka, '/withdrawal-clock')).toMatchObject({ denied: 1, openAppeals: 0 })
    expect(await messages(haruka)).toEqual(
      expect.arrayContaining(['withdrawalDenied', 'appealDecided', 'withdrawalApproved']),
    )
  }, 60_000)

  const frozenBy = (operator: string) =>
    act('trading.freeze', haruka.userId, {}, [operator], { code: 'takeover' })
  /** Of two who approve, one has signed: the desk leaves it to people, and nobody else comes. */
  async function half(yen: number, from = businessTime(app.context.clock.wall() + DAY, 10)) {
    await jump(from)
    const { data: made } = await withdraw(haruka, yen)
    expect(made).toMatchObject({ state: 'requested', stopped: null })
    expect(await act('withdrawal.approve', made.id, {}, ['demo-treasurer-1'])).toMatchObject({
      ok: true,
      answer: { status: 'open' },
    })
    return made
  }

  it('T16: without a decision it is approved by itself when the business hours are over, and paid', async () => {
    const made = await half(1_010_000)
    await jump(Date.parse(made.dueAt) - MINUTE)
    expect((await one(haruka, made.id)).state).toBe('requested')
    await jump(Date.parse(made.dueAt) + 11 * MINUTE)
    const paid = await waitFor(
      () => one(haruka, made.id),
      ({ state }) => state === 'paid',
    )
    expect(paid).toMatchObject({ approvedBy: 'time', approvedAt: made.dueAt })
    expect(Date.parse(paid.paidAt) - Date.parse(made.dueAt)).toBe(10 * MINUTE)
    expect(Date.parse(paid.paidAt)).toBeLessThan(Date.parse(made.arrivesBy))
  }, 60_000)

  it('a frozen account is not paid by time: it stands, the member sees for what and since when, and goes on with what was left', async () => {
    let friday = businessTime(app.context.clock.wall() + DAY, 10)
    while (new Date(friday).getUTCDay() !== 5) friday = businessTime(friday + DAY, 10)
    const made = await half(1_020_000, friday)
    await jump(Date.parse(made.requestedAt) + HOUR)
    expect(await frozenBy('demo-reviewer-1')).toMatchObject({ ok: true })
    const since = app.context.clock.wall()
    const stands = await waitFor(
      () => one(haruka, made.id),
      ({ stopped }) => stopped !== null,
    )
    expect(stands).toMatchObject({ state: 'requested', stopped: { for: 'frozen' }, arrivesBy: null })
    expect(Math.abs(Date.parse(stands.stopped.since) - since)).toBeLessThan(MINUTE)
    const { frozen } = await get(haruka, `/index/withdrawal?user_id=${haruka.userId}`)
    expect(frozen).toMatchObject({ by: 'firm' })
    expect(Math.abs(Date.parse(frozen.since) - since)).toBeLessThan(MINUTE)
    expect(Date.parse(frozen.until) - Date.parse(frozen.since)).toBe(DAY)
    // Every page says so, not the withdrawal alone.
    const ofEveryPage = async () => (await get(haruka, `/index/getUserInfo?user_id=${haruka.userId}`)).frozen
    expect(await ofEveryPage()).toEqual({ by: 'firm', until: frozen.until })
    // Nobody approves it by hand either, before whoever froze it opens it.
    expect(await act('withdrawal.approve', made.id, {}, ['demo-reviewer-2'])).toMatchObject({
      rejection: 'WITHDRAWAL_STOPPED',
      detail: { stop: 'frozen' },
    })
    await jump(Date.parse(made.requestedAt) + 20 * HOUR + 10 * MINUTE)
    expect(await one(haruka, made.id)).toMatchObject({ state: 'requested', stopped: { for: 'frozen' } })
    // Two end it on Saturday morning: of five hours four are left, from Monday at nine.
    expect(
      await act('trading.release', haruka.userId, {}, ['demo-reviewer-1', 'demo-reviewer-2'], {
        code: 'cleared',
      }),
    ).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    const on = await waitFor(
      () => one(haruka, made.id),
      ({ stopped }) => stopped === null,
    )
    expect(Math.abs(Date.parse(on.dueAt) - businessTime(since + DAY, 9) - 4 * HOUR)).toBeLessThan(MINUTE)
    expect(Date.parse(on.arrivesBy), 'the bank’s hours follow').toBe(Date.parse(on.dueAt) + 90 * MINUTE)
    expect((await get(haruka, `/index/withdrawal?user_id=${haruka.userId}`)).frozen).toBeNull()
    expect(await ofEveryPage()).toBeNull()
    await jump(Date.parse(on.dueAt) + 11 * MINUTE)
    expect(
      Date.parse(
        (
          await waitFor(
            () => one(haruka, made.id),
            ({ state }) => state !== 'requested',
          )
        ).approvedAt,
      ),
    ).toBeGreaterThanOrEqual(Date.parse(on.dueAt))
  }, 60_000)

  it('one open request a case: against a denial nobody opens an approval, and the time stands while it is open', async () => {
    await jump(businessTime(app.context.clock.wall() + DAY, 10))
    const { data: made } = await withdraw(haruka, 1_030_000)
    const reason = {
      code: 'legal-hold',
      text: 'A seizure order of the court of Tokyo is announced for this account.',
    }
    expect(await act('withdrawal.deny', made.id, {}, ['demo-reviewer-1'], reason)).toMatchObject({ ok: true })
    for (const operator of ['demo-treasurer-1', 'demo-reviewer-2'])
      expect(await act('withdrawal.approve', made.id, {}, [operator])).toMatchObject({
        rejection: 'REQUEST_OPEN',
      })
    expect(
      await waitFor(
        () => one(haruka, made.id),
        ({ stopped }) => stopped !== null,
      ),
    ).toMatchObject({ stopped: { for: 'denial' } })
    // The member reads who asked for it, why and when, before anybody else has signed.
    const asked = (await get(haruka, '/operator-acts')).acts.find(
      ({ subject }: { subject: string }) => subject === made.id,
    )
    expect(asked).toMatchObject({
      status: 'open',
      power: 'withdrawal.deny',
      subject: made.id,
      reason: { code: 'legal-hold', text: reason.text },
      approvals: [{ role: 'reviewer', number: 1 }],
    })
    expect((await get(haruka, `/withdrawals/${made.id}`)).acts).toMatchObject([
      { id: asked.id, status: 'open' },
    ])
    // A freeze meanwhile takes the name, and its end gives it back to the denial, with the denial's own
    // beginning.
    await jump(Date.parse(made.requestedAt) + HOUR)
    await post(haruka, '/auth/freeze', {})
    const frozenAt = Date.parse(
      (
        await waitFor(
          () => one(haruka, made.id),
          ({ stopped }) => stopped.for === 'frozen',
        )
      ).stopped.since,
    )
    expect(Math.abs(frozenAt - Date.parse(made.requestedAt) - HOUR)).toBeLessThan(MINUTE)
    expect((await get(haruka, `/index/withdrawal?user_id=${haruka.userId}`)).frozen).toMatchObject({
      by: 'member',
      until: null,
      since: new Date(frozenAt).toISOString(),
    })
    expect(
      (await post(haruka, '/auth/unfreeze', { transactionPassword: TRANSACTION_PASSWORD })).data,
    ).toEqual({ frozen: false })
    expect(
      (
        await waitFor(
          () => one(haruka, made.id),
          ({ stopped }) => stopped.for === 'denial',
        )
      ).stopped.since,
    ).toBe(asked.at)
    await jump(Date.parse(made.requestedAt) + 23 * HOUR)
    expect(await one(haruka, made.id)).toMatchObject({ state: 'requested', stopped: { for: 'denial' } })
    await jump(Date.parse(made.requestedAt) + 24 * HOUR + MINUTE)
    expect(
      await waitFor(
        () => one(haruka, made.id),
        ({ state }) => state !== 'requested',
      ),
      'it has lapsed',
    ).toMatchObject({ stopped: null })
    expect((await get(haruka, `/withdrawals/${made.id}`)).acts[0]).toMatchObject({
      id: asked.id,
      status: 'lapsed',
      endsAt: new Date(Date.parse(asked.at) + DAY).toISOString(),
    })
  }, 60_000)

  it('a published check that fails stops the time', async () => {
    const made = await half(1_040_000)
    await app.context.db.kysely
      .updateTable('bankAccountDetails')
      .set({ number: '7654321' })
      .where('accountId', '=', haruka.accountId)
      .execute()
    await jump(Date.parse(made.dueAt) + MINUTE)
    expect(
      await waitFor(
        () => one(haruka, made.id),
        ({ stopped }) => stopped !== null,
      ),
    ).toMatchObject({ state: 'requested', stopped: { for: 'account' } })
    await app.context.db.kysely
      .updateTable('bankAccountDetails')
      .set({ number: '1234567' })
      .where('accountId', '=', haruka.accountId)
      .execute()
    const on = await waitFor(
      () => one(haruka, made.id),
      ({ stopped }) => stopped === null,
      15_000,
    )
    await jump(Date.parse(on.dueAt) + 11 * MINUTE)
    expect(
      await waitFor(
        () => one(haruka, made.id),
        ({ state }) => state === 'paid',
      ),
    ).toMatchObject({ approvedBy: 'time' })
  }, 60_000)
})

describe('leaving', () => {
  it('pays out everything that is left and closes the account', async () => {
    await jump(businessTime(app.context.clock.wall() + DAY, 10))
    await waitFor(
      () => get(haruka, '/account'),
      ({ withdrawalHold, orderHold }) => withdrawalHold === 0 && orderHold === 0,
    )
    const state = await get(haruka, '/account-closing')
    expect(state).toMatchObject({ status: 'open', obstacle: null })
    const { data } = await post(haruka, '/account-closing', {
      accountId: haruka.accountId,
      transactionPassword: TRANSACTION_PASSWORD,
    })
    expect(data).toMatchObject({ status: 'closing' })
    expect((await withdraw(haruka, 10_000)).data.rejection).toBe('ACCOUNT_CLOSING')
    expect((await post(haruka, '/deposits', { amount: 1, method: 'bank' })).data.rejection).toBe(
      'ACCOUNT_CLOSING',
    )
    expect((await one(haruka, data.withdrawalId)).amount).toBe(state.payout)
    await waitFor(
      () => one(haruka, data.withdrawalId),
      ({ state: now }) => now === 'approved',
    )
    await jump(app.context.clock.wall() + 11 * MINUTE)
    await waitFor(
      () => get(haruka, '/account-closing'),
      ({ status }) => status === 'closed',
    )
    expect((await get(haruka, '/account')).totalAssets).toBe(0)
  }, 60_000)

  it('every yen of the firm adds up, and the journal run again says the same', async () => {
    const { again, held, types } = await replayJournal(app)
    // A text has two codes: the journal's hash of it, and the server's list of all. A person has two, too.
    const beside = [
      'identity_details: its person is not found again by the hash',
      'staff_texts: the row is not what the server wrote there',
    ]
    const seen = await seenOfEdits(app, Object.values(EDITS))
    expect(seen.filter((what) => beside.includes(what))).toEqual(beside)
    expect(seen.filter((what) => !beside.includes(what))).toEqual(Object.keys(EDITS))
    for (const type of [
      'bank-account.add',
      'deposit.request',
      'statement.demo-bank',
      'withdrawal.request',
      'withdrawal.timer',
      'withdrawal.appeal',
      'account.close',
      'staff.act',
    ])
      expect(types).toContain(type)
    const sum = yenIn(held)
    expect(sum).toBe(0)
    expect(again).toEqual(held)
  }, 60_000)
})
