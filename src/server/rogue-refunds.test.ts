import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { houseBalances } from '#modules/ledger/server/tables.ts'
import { csvStatement, type Booked } from '#modules/funding/server/statement.fixture.ts'
import { refunds, statementLines } from '#modules/funding/server/tables.ts'
import { atConsole, verifyByHand, type AtConsole } from './manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from './test-app.ts'

/** Ways to send money elsewhere by a refund: none leads there. */
let app: TestApp
let member: { token: string; userId: string }
let [importer, treasurer, reviewer, second, support, auditor]: AtConsole[] = []
let number = 0
/** The line of each attempt: a member's own money under a reference of theirs. */
let line = ''
let deposit = ''

const today = (): string => dateJst(app.context.clock.wall())
const read = () => app.context.engine.read
const moved = () => ({
  available: balances(read(), member.userId).available,
  unidentified: read().of(houseBalances).get('unidentified')?.balanceYen ?? 0,
  usedFor: read().of(statementLines).get(line)!.usedFor,
})
async function bring(lines: readonly Booked[], who = importer!): Promise<void> {
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: who.token,
    body: { packed: gzipSync(csvStatement(lines)).toString('base64') },
  })
  expect((await who.act('statement.import', data.id)).data.status).toBe('carried-out')
}
async function account(of = line, holder = 'サトウ ハルカ'): Promise<string> {
  const { data } = await app.call('POST', '/api/console/refunds/check', {
    token: treasurer!.token,
    body: { line: of, bankCode: '0001', branchCode: '001', type: 'ordinary', number: '7654321', holder },
  })
  return data.account
}
const ask = async (
  who: AtConsole,
  more: { account: string } & Record<string, unknown>,
  subject = `refund-${line}`,
): Promise<AnyJson> =>
  (
    await who.act('refund.decide', subject, {
      body: { lineId: line, yen: 40_000, ...more },
      reason: { code: 'duplicate' },
    })
  ).data
const credit = async (who: AtConsole): Promise<AnyJson> =>
  (await who.act('deposit.credit', deposit, { body: { lineId: line } })).data

beforeAll(async () => {
  // Faster than people are: no attempt is stopped by the rate alone.
  const fast = { perSecond: 1_000, burst: 1_000, perMinute: null }
  const lanes = { orders: fast, cancels: fast, writes: fast }
  app = await startTestApp({ env: { DEMO_DESK: 'off' }, limits: { ...LIMITS, lanes } })
  member = await app.enrol('090-6868-0102')
  await verifyByHand(app, member)
  for (const id of ['treasurer-1', 'treasurer-2', 'reviewer-1', 'reviewer-2', 'support-1', 'auditor-1'])
    await atConsole(app, `demo-${id}`).then((each) => all.push(each))
  ;[importer, treasurer, reviewer, second, support, auditor] = all
}, 60_000)
const all: AtConsole[] = []
beforeEach(async () => {
  const { data } = await app.call('POST', '/api/deposits', {
    token: member.token,
    body: { amount: 40_000, method: 'bank' },
  })
  deposit = data.id
  line = `R-${++number}`
  await bring([{ id: line, day: today(), kind: 'in', yen: 40_000, payer: `${data.reference} ｻﾄｳ ﾊﾙｶ` }])
})

describe('a refund', () => {
  it('needs two of two roles, of whom whoever brought the line in is not the last', async () => {
    const body = { account: await account() }
    for (const who of [support!, auditor!])
      expect(await ask(who, body)).toMatchObject({ rejection: 'ROLE_MAY_NOT' })
    expect(await ask(reviewer!, body)).toMatchObject({ status: 'open' })
    expect(await ask(second!, body)).toMatchObject({ rejection: expect.any(String) as unknown })
    expect(await ask(importer!, body)).toMatchObject({ rejection: 'OWN_CASE' })
    expect(moved()).toEqual({ available: expect.any(Number) as unknown, unidentified: 0, usedFor: null })
    expect(await ask(treasurer!, body)).toMatchObject({ status: 'carried-out' })
    expect(moved()).toMatchObject({ unidentified: 40_000, usedFor: `refund-${line}` })
  })

  it('may be asked for by whoever brought the line in: another signs last', async () => {
    const body = { account: await account() }
    const before = moved().unidentified
    expect(await ask(importer!, body)).toMatchObject({ status: 'open' })
    expect(await ask(importer!, body)).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    expect(await ask(reviewer!, body)).toMatchObject({ status: 'carried-out' })
    expect(moved().unidentified - before).toBe(40_000)
  })

  it('takes no credited line, and a line that goes back is not credited', async () => {
    const before = moved()
    const body = { account: await account() }
    expect(await ask(treasurer!, body)).toMatchObject({ status: 'open' })
    // Asked for by one, credited by two meanwhile: the other signature finds the line used.
    for (const [who, status] of [
      [treasurer!, 'open'],
      [reviewer!, 'carried-out'],
    ] as const)
      expect(await credit(who)).toMatchObject({ status })
    expect(await ask(reviewer!, body)).toMatchObject({ rejection: 'LINE_USED' })
    expect(await ask(treasurer!, { ...body, yen: 39_999 })).toMatchObject({ rejection: 'LINE_USED' })
    expect(await account()).toBeUndefined()
    expect(moved()).toEqual({ ...before, available: before.available + 40_000, usedFor: deposit })
  })

  it('leaves no credit after it was decided, nor a second refund', async () => {
    const before = moved()
    expect(await credit(treasurer!)).toMatchObject({ status: 'open' })
    const body = { account: await account() }
    for (const who of [treasurer!, reviewer!]) await ask(who, body)
    expect(await credit(reviewer!)).toMatchObject({ rejection: 'LINE_USED' })
    const after = { ...before, unidentified: before.unidentified + 40_000, usedFor: `refund-${line}` }
    expect(moved()).toEqual(after)

    const next = await treasurer!.get('/transfer-files/next')
    expect((await treasurer!.act('transfer.make', next.id)).data.status).toBe('carried-out')
    expect(await ask(treasurer!, { ...body, yen: 39_999 })).toMatchObject({ rejection: 'REFUND_UNDER_WAY' })
    const later = await treasurer!.get('/transfer-files/next')
    expect(later.payments).toEqual([])
    expect(moved()).toEqual(after)
    const { rows } = await app.context.db.pool.query(
      "select debit, credit, yen::int from transfers where kind = 'unidentified' and seq in (select split_part(id, '-', 1)::bigint from refund_entries where line_id = $1)",
      [line],
    )
    expect(rows).toEqual([{ debit: 'h:bank', credit: 'h:unidentified', yen: 40_000 }])
  })

  it('is of the whole line, to an account of its payer that both have signed', async () => {
    const good = await account()
    const before = moved()
    await bring([{ id: `${line}-other`, day: today(), kind: 'in', yen: 9, payer: 'ﾀﾅｶ' }])
    const other = await account(`${line}-other`, 'タナカ')
    const ATTEMPTS: [harm: string, body: Parameters<typeof ask>[1], subject?: string][] = [
      ['more than came', { account: good, yen: 40_001 }],
      ['less than came', { account: good, yen: 1 }],
      ['an account that nobody checked', { account: 'f'.repeat(64) }],
      ['the account of another line', { account: other }],
      ['another line than the subject’s', { account: good }, 'refund-R-0'],
      ['another subject’s line', { account: other, lineId: `${line}-other`, yen: 9 }],
    ]
    for (const [harm, body, subject] of ATTEMPTS)
      expect([harm, await ask(treasurer!, body, subject)]).toEqual([
        harm,
        expect.objectContaining({ rejection: expect.any(String) as unknown }),
      ])
    expect(await account(line, 'ナカノ ゴロウ')).toBeUndefined()
    expect(await ask(treasurer!, { account: good })).toMatchObject({ status: 'open' })
    // The second signs what the first has signed: another account is another request.
    expect(await ask(reviewer!, { account: await account() })).toMatchObject({ rejection: 'REQUEST_OPEN' })
    expect(moved()).toEqual(before)
    expect(read().of(refunds).get(`refund-${line}`)).toBeUndefined()
  })

  it('stays with the account that was signed: who changes its row stops the file', async () => {
    const body = { account: await account() }
    for (const who of [treasurer!, reviewer!]) await ask(who, body)
    await app.context.db.pool.query("update refund_details set number = '1111111' where hash = $1", [
      body.account,
    ])
    const { payments, unwritable } = await treasurer!.get('/transfer-files/next')
    expect(payments).toEqual([])
    expect(unwritable).toMatchObject([{ refundOf: line, problem: 'account-differs' }])
  })
})
