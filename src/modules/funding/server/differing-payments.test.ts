import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { houseBalances } from '#modules/ledger/server/tables.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal, yenIn } from '#server/journal-replay.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { csvStatement, type Booked } from './statement.fixture.ts'
import { deposits, withdrawals } from './tables.ts'

/** Withdrawals of 100,000 yen that the bank pays with another sum. */
let app: TestApp
let member: { token: string; userId: string }
let accountId: string
let [importer, treasurer, reviewer, second]: AtConsole[] = []
let id: string
let reference: string
let number = 0

const today = (): string => dateJst(app.context.clock.wall())
const money = () => {
  const { available, withdrawalHold } = balances(app.context.engine.read, member.userId)
  const claims = app.context.engine.read.of(houseBalances).get('bankClaims')?.balanceYen ?? 0
  return { available, withdrawalHold, claims }
}
const row = () => app.context.engine.read.of(withdrawals).get(id)!
async function reconciled(): Promise<string[]> {
  const { causes, bank } = await treasurer!.get(`/reconciliation?date=${today()}`)
  expect(bank.differences).toBe(bank.ledger - bank.statements - bank.opening)
  return causes
    .filter(({ expected }: AnyJson) => !expected)
    .map(({ cause, yen }: AnyJson) => `${cause} ${yen}`)
}
async function bring(line: Omit<Booked, 'id' | 'day'>, who = importer!): Promise<string> {
  const lineId = `D-${++number}`
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: who.token,
    body: { packed: gzipSync(csvStatement([{ id: lineId, day: today(), ...line }])).toString('base64') },
  })
  expect((await who.act('statement.import', data.id)).data.status).toBe('carried-out')
  return lineId
}
const sent = (yen: number) => bring({ kind: 'out', yen, payer: reference })
const markReturned = async (lineId: string): Promise<AnyJson> =>
  (await treasurer!.act('withdrawal.mark-returned', id, { body: { lineId } })).data
const matches = async (...ids: string[]): Promise<string[]> => {
  const { rows } = await treasurer!.get('/statement-lines?view=all')
  return ids.map((lineId) => rows.find((each: AnyJson) => each.id === lineId).match)
}
async function paid(lineId: string): Promise<void> {
  const { data } = await treasurer!.act('withdrawal.mark-paid', id, { body: { lineId } })
  expect(data.status).toBe('carried-out')
}
const settle = async (who: AtConsole, lineId: string): Promise<AnyJson> =>
  (await who.act('withdrawal.settle', id, { body: { lineId } })).data
async function settled(lineId: string): Promise<void> {
  expect(await settle(treasurer!, lineId)).toMatchObject({ status: 'open' })
  expect(await settle(reviewer!, lineId)).toMatchObject({ status: 'carried-out' })
}
const waits = async (): Promise<string[]> =>
  (await reviewer!.get('/queues'))
    .find(({ name }: AnyJson) => name === 'settlements')
    .items.map(({ subject }: AnyJson) => subject)

/** A member, who takes five withdrawals a day, and the same journal run again in the end. */
function setting(): void {
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO_DESK: 'off' } })
    member = await app.enrol('090-6868-0202')
    await verifyByHand(app, member)
    accountId = await bankAccountByHand(app, member)
    ;[importer, treasurer, reviewer, second] = await Promise.all(
      ['demo-treasurer-1', 'demo-treasurer-2', 'demo-reviewer-1', 'demo-reviewer-2'].map((who) =>
        atConsole(app, who),
      ),
    )
  }, 120_000)
}
/** Accounts of the ledger by the journal run again, and as they stand; their sum in yen. */
const byReplay = async () => {
  const { again, held } = await replayJournal(app)
  return { again, held, yen: yenIn(held) }
}

beforeEach(async () => {
  const { data } = await app.call('POST', '/api/withdrawals', {
    token: member.token,
    body: { amount: 100_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
  })
  id = data.id
  reference = row().reference
})

describe('a payment of another sum', () => {
  setting()

  it('of less is paid as it was sent, and the rest is the member’s again, in one command', async () => {
    const before = money()
    const line = await sent(99_000)
    expect([await waits(), await reconciled()]).toEqual([[id], ['amount-differs 99000']])
    // Neither by the importer, nor by one, nor twice by one, nor by a role that may not.
    expect(await settle(importer!, line)).toMatchObject({ rejection: 'OWN_CASE' })
    // Nobody signs more than is carried out.
    const more = await reviewer!.act('withdrawal.settle', id, { body: { lineId: line, amount: 5_000_000 } })
    expect(more.data).toMatchObject({ rejection: 'BODY_UNKNOWN' })
    expect(await settle(reviewer!, line)).toMatchObject({ status: 'open' })
    expect(await settle(reviewer!, line)).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    expect(await settle(second!, line)).toMatchObject({ rejection: expect.any(String) as unknown })
    expect(money()).toEqual(before)
    const done = await Promise.all([1, 2, 3].map(() => settle(treasurer!, line)))
    expect(done.filter(({ status }) => status === 'carried-out').length).toBeGreaterThan(0)
    expect(money()).toEqual({
      available: before.available + 1_000,
      withdrawalHold: before.withdrawalHold - 100_000,
      claims: before.claims,
    })
    expect(row()).toMatchObject({ state: 'paid', paidYen: 99_000, claimYen: null, lineId: line })
    expect([await waits(), await reconciled()]).toEqual([[], []])
    // The member reads what was sent, and who said so.
    const { data } = await app.call('GET', `/api/withdrawals/${id}`, { token: member.token })
    expect([data.withdrawal.paid, data.acts.map(({ power }: AnyJson) => power)]).toEqual([
      99_000,
      ['withdrawal.settle'],
    ])
    const { messages } = (await app.call('GET', '/api/messages?limit=100', { token: member.token })).data
    expect(messages.map(({ kind }: AnyJson) => kind)).toContain('withdrawalDiffered')
    // All of it comes back: as much as went.
    const back = await bring({ kind: 'returned', yen: 99_000, payer: reference })
    const returned = await treasurer!.act('withdrawal.mark-returned', id, { body: { lineId: back } })
    expect(returned.data.status).toBe('carried-out')
    expect(money().available).toBe(before.available + 100_000)
    expect(await reconciled()).toEqual([])
  })

  it('of more is the firm’s claim, which the bank’s line ends, and no yen of the member', async () => {
    const before = money()
    const line = await sent(130_000)
    const { approvalId } = await settle(treasurer!, line)
    const { facts } = await reviewer!.get(`/approvals/${approvalId}?lang=en`)
    expect(facts).toContainEqual(
      expect.objectContaining({ label: 'Difference, claimed from the bank', yen: 30_000 }),
    )
    expect(await settle(reviewer!, line)).toMatchObject({ status: 'carried-out' })
    expect(money()).toEqual({
      available: before.available,
      withdrawalHold: before.withdrawalHold - 100_000,
      claims: before.claims - 30_000,
    })
    expect(await reconciled()).toEqual([])
    const { rows } = await treasurer!.get('/withdrawals?view=bank')
    expect(rows.find((each: AnyJson) => each.id === id)).toMatchObject({ paid: 130_000, claim: 30_000 })
    // Half of its line cannot be undone.
    const entry = (await treasurer!.get('/corrections')).rows.find((each: AnyJson) => each.about === id)
    const reason = { code: 'system-error', text: 'The payment was settled by mistake, which is undone.' }
    expect((await treasurer!.act('entry.reverse', entry.id, { reason })).data).toMatchObject({
      rejection: 'ENTRY_CLAIMED',
    })
    const more = await bring({ kind: 'returned', yen: 30_001, payer: reference })
    expect(await settle(treasurer!, more)).toMatchObject({ rejection: 'LINE_OTHER_AMOUNT' })
    const back = await bring({ kind: 'returned', yen: 30_000, payer: reference })
    expect(await waits()).toEqual([id])
    await settled(back)
    expect([money().claims, row().claimYen, await waits()]).toEqual([before.claims, null, []])
    expect(money().available).toBe(before.available)
    expect(await settle(treasurer!, back)).toMatchObject({ rejection: 'LINE_USED' })
    expect(await reconciled()).toEqual(['duplicate-line -30001'])
  })

  it('that comes back whole gives the member what was asked, and ends the claim', async () => {
    const before = money()
    await settled(await sent(100_001))
    const back = await bring({ kind: 'returned', yen: 100_001, payer: reference })
    const { data } = await treasurer!.act('withdrawal.mark-returned', id, { body: { lineId: back } })
    expect(data.status).toBe('carried-out')
    expect(money()).toEqual({
      available: before.available + 100_000,
      withdrawalHold: before.withdrawalHold - 100_000,
      claims: before.claims,
    })
  })

  it('is not settled by a line that fits, by one of several, or once it is decided otherwise', async () => {
    const fits = await sent(100_000)
    expect(await settle(treasurer!, fits)).toMatchObject({ rejection: 'LINE_FITS' })
    const other = await sent(60_000)
    expect(await settle(treasurer!, other)).toMatchObject({ rejection: 'RULE_SEVERAL_LINES' })
    expect(await settle(treasurer!, 'none')).toMatchObject({ rejection: 'LINE_NOT_FOUND' })
    // Asked for by one before it was paid as ever: the other signature finds it decided.
    expect((await treasurer!.act('withdrawal.mark-paid', id, { body: { lineId: fits } })).code).toBe(1)
    expect(await settle(reviewer!, other)).toMatchObject({ rejection: 'WITHDRAWAL_DECIDED' })
  })

  it('is the same when the journal is run again', { timeout: 60_000 }, async () => {
    const { again, held, yen } = await byReplay()
    expect([yen, again]).toEqual([0, held])
  })
})

describe('a second debit that the bank corrects itself', () => {
  setting()

  it('has the return, which gives the member nothing, and no difference stays', async () => {
    const before = await reconciled()
    const [first, again] = [await sent(100_000), await sent(100_000)]
    await paid(first)
    const had = money()
    expect(await matches(again)).toEqual(['stray-debit'])
    const back = await bring({ kind: 'returned', yen: 100_000, payer: reference })
    expect(await matches(again, back)).toEqual(['bank-corrected', 'bank-corrected'])
    expect(await markReturned(back)).toMatchObject({ rejection: 'LINE_OF_SECOND_DEBIT' })
    expect(await settle(treasurer!, back)).toMatchObject({ rejection: 'WITHDRAWAL_DECIDED' })
    expect([money(), row().state]).toEqual([had, 'paid'])
    expect(await reconciled()).toEqual(before)
    const { causes } = await treasurer!.get(`/reconciliation?date=${today()}`)
    expect(causes).toContainEqual(
      expect.objectContaining({ cause: 'bank-corrected', expected: true, count: 2, yen: 0, amount: 0 }),
    )
    // The payment itself comes back later: that is the member's.
    const own = await bring({ kind: 'returned', yen: 100_000, payer: reference })
    expect(await markReturned(own)).toMatchObject({ status: 'carried-out' })
    expect(money().available).toBe(had.available + 100_000)
    expect(await reconciled()).toEqual(before)
  })

  it('is none of the payment’s before that is marked as paid', async () => {
    const before = await reconciled()
    const [first, again] = [await sent(100_000), await sent(100_000)]
    const back = await bring({ kind: 'returned', yen: 100_000, payer: reference })
    expect(await matches(first, again, back)).toEqual(['payout', 'payout', 'bank-corrected'])
    expect(await markReturned(back)).toMatchObject({ rejection: 'WITHDRAWAL_NOT_PAID' })
    await paid(again)
    expect(await matches(first, back)).toEqual(['bank-corrected', 'bank-corrected'])
    expect(await markReturned(back)).toMatchObject({ rejection: 'LINE_OF_SECOND_DEBIT' })
    expect(await reconciled()).toEqual(before)
  })

  it('leaves the other of one sum to be settled', async () => {
    const before = await reconciled()
    const [first] = [await sent(99_000), await sent(99_000)]
    expect(await settle(treasurer!, first)).toMatchObject({ rejection: 'RULE_SEVERAL_LINES' })
    await bring({ kind: 'returned', yen: 99_000, payer: reference })
    await settled(first)
    expect(row()).toMatchObject({ state: 'paid', paidYen: 99_000 })
    expect(await reconciled()).toEqual(before)
  })

  it('is the same when the journal is run again', { timeout: 60_000 }, async () => {
    const { again, held, yen } = await byReplay()
    expect([yen, again]).toEqual([0, held])
  })
})

describe('a claim that the bank pays back in its own name', () => {
  setting()

  const bank = (yen: number) => bring({ kind: 'in', yen, payer: 'ﾃｽﾄｷﾞﾝｺｳ' })
  const shown = async (): Promise<AnyJson> => await treasurer!.get(`/withdrawals/${id}`)

  it('ends by the lines that two people name, a part at a time', async () => {
    const [before, differed] = [money(), await reconciled()]
    await settled(await sent(130_000))
    const [part, rest, over] = [await bank(29_000), await bank(1_000), await bank(30_001)]
    expect((await shown()).credits.map((line: AnyJson) => line.id)).toEqual([part, rest])
    expect(await settle(importer!, part)).toMatchObject({ rejection: 'OWN_CASE' })
    expect(await settle(treasurer!, over)).toMatchObject({ rejection: 'LINE_OTHER_AMOUNT' })
    const { approvalId } = await settle(treasurer!, part)
    const { facts } = await reviewer!.get(`/approvals/${approvalId}?lang=en`)
    expect(facts).toContainEqual(expect.objectContaining({ label: 'Payer', text: 'テストギンコウ' }))
    expect(await settle(reviewer!, part)).toMatchObject({ status: 'carried-out' })
    expect([row().claimYen, money().claims]).toEqual([1_000, before.claims - 1_000])
    expect(await settle(treasurer!, part)).toMatchObject({ rejection: 'LINE_USED' })
    // Of the sum of what is left: it waits, and says so.
    expect([await matches(rest), await waits()]).toEqual([['claim-credit'], [id]])
    await settled(rest)
    expect([row().claimYen, row().state, await waits()]).toEqual([null, 'paid', []])
    expect(money()).toEqual({ ...before, withdrawalHold: before.withdrawalHold - 100_000 })
    expect(await settle(treasurer!, over)).toMatchObject({ rejection: 'LINE_OTHER_REFERENCE' })
    expect(await reconciled()).toEqual([...differed, 'unmatched-line -30001'])
  })

  it('ends once, whatever else was asked of the line', async () => {
    await settled(await sent(120_000))
    const [line, other] = [await bank(20_000), await bank(20_000)]
    expect(await settle(treasurer!, line)).toMatchObject({ status: 'open' })
    // Another line by the other role is another request, which waits for a signature of its own.
    expect(await settle(reviewer!, other)).not.toMatchObject({ status: 'carried-out' })
    expect(row().claimYen).toBe(20_000)
    const done = [await settle(reviewer!, line), await settle(treasurer!, other)]
    expect(done.filter(({ status }) => status === 'carried-out')).toHaveLength(1)
    expect(row().claimYen).toBe(null)
    expect(await settle(second!, other)).toMatchObject({ rejection: expect.any(String) as unknown })
  })

  it('does not end by a line that is a member’s, or of another payment', async () => {
    await settled(await sent(140_000))
    const { data } = await app.call('POST', '/api/deposits', {
      token: member.token,
      body: { amount: 40_000, method: 'bank' },
    })
    const own = app.context.engine.read.of(deposits).get(data.id)!.reference
    const line = await bring({ kind: 'in', yen: 40_000, payer: `${own} ﾔﾏﾀﾞ` })
    expect(await settle(treasurer!, line)).toMatchObject({ rejection: 'LINE_OTHER_REFERENCE' })
    expect(row().claimYen).toBe(40_000)
  })

  it('is the same when the journal is run again', { timeout: 60_000 }, async () => {
    const { again, held, yen } = await byReplay()
    expect([yen, again]).toEqual([0, held])
  })
})
