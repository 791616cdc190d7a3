import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { DAY, MINUTE, dateJst } from '#kernel/time.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { houseBalances } from '#modules/ledger/server/tables.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from '#server/test-app.ts'
import { csvStatement, type Booked } from './statement.fixture.ts'
import { deposits, statementLines } from './tables.ts'

/** Money that cannot be credited goes back; a deposit that came in two lines is credited by both. */
let app: TestApp
let member: { token: string; userId: string }
let [importer, treasurer, reviewer]: AtConsole[] = []

const today = (): string => dateJst(app.context.clock.wall())
const unexplained = async (): Promise<string[]> => {
  const { causes, bank } = await treasurer!.get(`/reconciliation?date=${today()}`)
  // Whatever is on its way: the differences are all of the total, and no yen of it twice.
  expect(bank.differences).toBe(bank.ledger - bank.statements - bank.opening)
  return causes
    .filter(({ expected }: AnyJson) => !expected)
    .map(({ cause, yen, amount }: AnyJson) => `${cause} ${yen}${amount === 0 ? '' : ` (${amount})`}`)
}
const underWay = async (): Promise<number> => {
  const { causes } = await treasurer!.get(`/reconciliation?date=${today()}`)
  return causes.find(({ cause }: AnyJson) => cause === 'refund-under-way')?.count ?? 0
}
/** The alarm a day and some minutes later: it is over once its figure has been low for two of them. */
const alarm = async (): Promise<AnyJson> => {
  const scan = app.modules.all.flatMap((each) => each.scans ?? []).find(({ name }) => name === 'duty.watch')!
  for (const wait of [DAY, 3 * MINUTE]) {
    await jumpClock(app, app.context.clock.wall() + wait)
    await scan.look()
  }
  return (await treasurer!.get('/duty?lang=en')).conditions.find(
    ({ kind }: AnyJson) => kind === 'reconciliation',
  ).on
}
const firm = (kind: string): number =>
  app.context.engine.read.of(houseBalances).get(kind as 'unidentified')?.balanceYen ?? 0
const lineOf = (id: string) => app.context.engine.read.of(statementLines).get(id)!
async function bring(...lines: Booked[]): Promise<void> {
  const { data } = await app.call('POST', '/api/console/statements/check', {
    token: importer!.token,
    body: { packed: gzipSync(csvStatement(lines)).toString('base64') },
  })
  expect((await importer!.act('statement.import', data.id)).data.status).toBe('carried-out')
}
const typed = { bankCode: '0001', branchCode: '001', type: 'ordinary', number: '7654321', holder: 'スズキ' }
const check = (line: string, more: object = {}): Promise<Answer> =>
  app.call('POST', '/api/console/refunds/check', {
    token: treasurer!.token,
    body: { line, ...typed, ...more },
  })
async function refund(line: string, reason = 'no-reference'): Promise<void> {
  const { account } = (await check(line)).data
  const body = { lineId: line, yen: lineOf(line).yen, account }
  for (const who of [treasurer!, reviewer!])
    expect((await who.act('refund.decide', `refund-${line}`, { body, reason: { code: reason } })).code).toBe(
      1,
    )
}
async function makeFile(): Promise<AnyJson> {
  const next = await treasurer!.get('/transfer-files/next')
  expect((await treasurer!.act('transfer.make', next.id)).data.status).toBe('carried-out')
  return next
}

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol('090-6868-0101')
  await verifyByHand(app, member)
  importer = await atConsole(app, 'demo-treasurer-1')
  treasurer = await atConsole(app, 'demo-treasurer-2')
  reviewer = await atConsole(app, 'demo-reviewer-1')
}, 60_000)

it('goes back to its sender by the file for the bank, and the alarm ends when that is decided', async () => {
  await bring({ id: 'S-1', day: today(), kind: 'in', yen: 77_000, payer: 'ｽｽﾞｷ' })
  expect(await unexplained()).toEqual(['unmatched-line -77000'])
  expect((await alarm())?.figure).toBe(1)
  for (const [more, rejection] of [
    [{ holder: 'サトウ' }, 'LINE_OTHER_PAYER'],
    [{ bankCode: '9998' }, 'BANK_UNKNOWN'],
    [{ branchCode: '999' }, 'BRANCH_UNKNOWN'],
    [{ number: '12345678' }, 'ACCOUNT_NUMBER'],
  ] as const)
    expect((await check('S-1', more)).data).toMatchObject({ rejection })

  await refund('S-1')
  expect([firm('unidentified'), lineOf('S-1').usedFor]).toEqual([77_000, 'refund-S-1'])
  expect(await unexplained()).toEqual([])
  const off = await alarm()
  expect([await underWay(), await unexplained(), off]).toEqual([1, [], null])
  const [{ state, reference, account, since }] = (await treasurer!.get('/refunds')).rows
  expect([state, account]).toEqual(['to-send', 'みずほ 東京営業部 ****321'])
  expect(Date.parse(since)).toBeLessThanOrEqual(app.context.clock.wall())

  const next = await makeFile()
  expect(next.payments).toMatchObject([{ amount: 77_000, refundOf: 'S-1', member: null, reference }])
  const { content } = await treasurer!.get(`/transfer-files/${next.id}`)
  const record = Buffer.from(content, 'base64').toString('latin1').split('\r\n')[1]!
  expect([
    record.slice(1, 5),
    record.slice(38, 39) + record.slice(43, 50),
    record.includes('0000077000'),
  ]).toEqual(['0001', expect.stringMatching(/7654321$/) as unknown, true])
  expect((await treasurer!.get('/refunds')).rows[0].state).toBe('in-file')

  // Gone by the bank's statement alone, said by another treasurer than the one who brought it in.
  await bring({ id: 'S-1-out', day: today(), kind: 'out', yen: 77_000, payer: reference })
  const paid = { body: { lineId: 'S-1-out' } }
  expect((await importer!.act('refund.mark-paid', 'refund-S-1', paid)).data).toMatchObject({
    rejection: 'OWN_CASE',
  })
  expect((await treasurer!.act('refund.mark-paid', 'refund-S-1', paid)).data.status).toBe('carried-out')
  expect([firm('unidentified'), await unexplained(), await underWay()]).toEqual([0, [], 0])
  const { bank } = await treasurer!.get(`/reconciliation?date=${today()}`)
  expect(bank.ledger - bank.statements - bank.opening).toBe(0)
}, 120_000)

it('comes back, is an open difference, and goes again under a number of its own', async () => {
  const { reference } = (await treasurer!.get('/refunds/S-1')).refund
  await bring({ id: 'S-1-back', day: today(), kind: 'returned', yen: 77_000, payer: reference })
  const back = { body: { lineId: 'S-1-back' } }
  expect((await treasurer!.act('refund.mark-bounced', 'refund-S-1', back)).data.status).toBe('carried-out')
  expect([await unexplained(), firm('unidentified')]).toEqual([['refund-bounced 0 (77000)'], 77_000])
  const earlier = (await treasurer!.get('/transfer-files')).rows[0].id
  await refund('S-1', 'returned-unpaid')
  const again = (await treasurer!.get('/refunds/S-1')).refund
  expect([again.state, again.reference === reference]).toEqual(['to-send', false])
  // The file of before is still the same, byte for byte.
  expect((await treasurer!.get(`/transfer-files/${earlier}`)).id).toBe(earlier)
  await makeFile()
  await bring({ id: 'S-1-out-2', day: today(), kind: 'out', yen: 77_000, payer: again.reference })
  const paid = { body: { lineId: 'S-1-out-2' } }
  expect((await treasurer!.act('refund.mark-paid', 'refund-S-1', paid)).data.status).toBe('carried-out')
  expect([await unexplained(), firm('unidentified')]).toEqual([[], 0])
}, 120_000)

it('is overdue after three days, and says so to the member whose reference it bears', async () => {
  const { id, reference } = (
    await app.call('POST', '/api/deposits', { token: member.token, body: { amount: 50_000, method: 'bank' } })
  ).data
  await bring({ id: 'S-2', day: today(), kind: 'in', yen: 50_000, payer: `${reference} ｽｽﾞｷ` })
  await refund('S-2', 'name-differs')
  const { acts } = (await app.call('GET', '/api/operator-acts', { token: member.token })).data
  expect(acts.filter(({ power }: AnyJson) => power === 'refund.decide')).toHaveLength(1)
  // Its line is there no more for the deposit, which its member may take back.
  expect((await app.call('POST', `/api/deposits/${id}/cancel`, { token: member.token })).code).toBe(1)
  await jumpClock(app, app.context.clock.wall() + 3 * DAY)
  expect(await unexplained()).toEqual(['missing-transfer 0 (50000)'])
}, 120_000)

it('ends what was asked of it before it was paid or came back: a signature of then decides nothing', async () => {
  await bring({ id: 'S-9', day: today(), kind: 'in', yen: 30_000, payer: 'ｽｽﾞｷ' })
  await refund('S-9')
  const ask = async (number: string) => {
    const { account } = (await check('S-9', { number })).data
    const body = { lineId: 'S-9', yen: 30_000, account }
    const { data } = await treasurer!.act('refund.decide', 'refund-S-9', {
      body,
      reason: { code: 'returned-unpaid' },
    })
    return data.approvalId as string
  }
  const isOpen = async (id: string) => (await reviewer!.get(`/approvals/${id}`)).approval.status === 'open'
  const first = await ask('9999999')
  await makeFile()
  const { reference } = (await treasurer!.get('/refunds/S-9')).refund
  await bring({ id: 'S-9-out', day: today(), kind: 'out', yen: 30_000, payer: reference })
  expect(await isOpen(first)).toBe(true)
  await treasurer!.act('refund.mark-paid', 'refund-S-9', { body: { lineId: 'S-9-out' } })
  expect(await isOpen(first)).toBe(false)
  await bring({ id: 'S-9-back', day: today(), kind: 'returned', yen: 30_000, payer: reference })
  await treasurer!.act('refund.mark-bounced', 'refund-S-9', { body: { lineId: 'S-9-back' } })
  const signed = await app.call('POST', `/api/console/approvals/${first}/sign`, { token: reviewer!.token })
  expect([signed.code === 1, (await treasurer!.get('/refunds/S-9')).refund.state]).toEqual([false, 'bounced'])
  await refund('S-9', 'returned-unpaid')
  expect((await treasurer!.get('/refunds/S-9')).refund.state).toBe('to-send')
}, 120_000)

it('credits two lines of one deposit, each with its own signatures and proof, once', async () => {
  const { id, reference } = (
    await app.call('POST', '/api/deposits', { token: member.token, body: { amount: 90_000, method: 'bank' } })
  ).data
  const payer = `${reference} ｻﾄｳ ﾊﾙｶ`
  await bring(
    { id: 'S-3', day: today(), kind: 'in', yen: 60_000, payer },
    { id: 'S-4', day: today(), kind: 'in', yen: 30_000, payer },
    { id: 'S-5', day: today(), kind: 'in', yen: 30_000, payer: `${reference} ｽｽﾞｷ` },
  )
  const before = balances(app.context.engine.read, member.userId).available
  const credit = (who: AtConsole, lineId: string) => who.act('deposit.credit', id, { body: { lineId } })
  for (const line of ['S-3', 'S-4'])
    for (const who of [treasurer!, reviewer!]) {
      const { data } = await credit(who, line)
      if (who === reviewer || line === 'S-4') continue
      // The second signer reads which line it is, and that there are others.
      const { facts, checks } = await reviewer!.get(`/approvals/${data.approvalId}?lang=en`)
      expect(facts).toContainEqual(expect.objectContaining({ label: 'Line', text: 'S-3' }))
      expect(checks.find(({ value }: AnyJson) => value === 'S-4, S-5')).toMatchObject({ passed: false })
    }
  expect(app.context.engine.read.of(deposits).get(id)).toMatchObject({ creditedYen: 90_000, lineId: 'S-3' })
  expect(balances(app.context.engine.read, member.userId).available - before).toBe(90_000)
  for (const [line, rejection] of [
    ['S-3', 'LINE_USED'],
    ['S-4', 'LINE_USED'],
    ['S-5', 'LINE_OTHER_PAYER'],
  ] as const)
    expect([line, (await credit(treasurer!, line)).data]).toMatchObject([line, { rejection }])
  const { lines, row } = await treasurer!.get(`/deposits/${id}`)
  expect(lines.map((line: AnyJson) => [line.id, line.match]).toSorted()).toEqual([
    ['S-3', 'used'],
    ['S-4', 'used'],
    ['S-5', 'ended'],
  ])
  expect(row.credited).toBe(90_000)

  // Corrected, its line stands open again: counted anew, the correction itself cannot be undone.
  const entry = (await treasurer!.get('/corrections')).rows.find(
    (each: AnyJson) => each.about === id && each.amount === 30_000,
  )
  const auditor = await atConsole(app, 'demo-auditor-1')
  const reason = { code: 'system-error', text: 'The line was credited by mistake, which is undone here.' }
  for (const who of [treasurer!, auditor])
    expect((await who.act('entry.reverse', entry.id, { reason })).code).toBe(1)
  const correction = (await treasurer!.get('/corrections')).rows.find(
    (each: AnyJson) => each.reverses === entry.id,
  )
  // The ledger's own sum stands credited wherever it is read; the correction is a row with its amount.
  const own = async () => (await app.call('GET', `/api/deposits/${id}`, { token: member.token })).data.deposit
  const decided = async () =>
    (await treasurer!.get('/deposits?view=decided')).rows.find((each: AnyJson) => each.id === id)
  const money = async () =>
    (await treasurer!.get(`/members/${member.userId}/money`)).rows
      .filter((each: AnyJson) => each.reference === reference)
      .map(({ kind, yen, state, line }: AnyJson) => [kind, yen, state, line])
  expect([(await own()).credited, (await decided()).credited]).toEqual([60_000, 60_000])
  expect((await treasurer!.get(`/deposits/${id}`)).row.credited).toBe(60_000)
  expect(await money()).toEqual([
    ['deposit', 60_000, 'approved', 'S-3'],
    ['credit', 60_000, 'booked', 'S-3'],
    ['credit', 30_000, 'reversed', 'S-4'],
    ['correction', -30_000, 'booked', 'S-4'],
  ])
  const happened = (await treasurer!.get(`/members/${member.userId}/timeline?kinds=deposit`)).rows
  expect(happened).toContainEqual(
    expect.objectContaining({ kind: 'deposit', what: 'correction', yen: -30_000 }),
  )
  expect(happened.find((each: AnyJson) => each.label === reference).yen).toBe(60_000)
  for (const who of [treasurer!, reviewer!]) expect((await credit(who, 'S-4')).code).toBe(1)
  expect((await treasurer!.act('entry.reverse', correction.id, { reason })).data).toMatchObject({
    rejection: 'LINE_USED',
  })
  expect(app.context.engine.read.of(deposits).get(id)!.creditedYen).toBe(90_000)
  expect([(await own()).credited, (await decided()).line.id]).toEqual([90_000, 'S-3'])
  expect(balances(app.context.engine.read, member.userId).available - before).toBe(90_000)
}, 120_000)
