import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { readCsv } from '#server/auditor.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal, yenIn } from '#server/journal-replay.fixture.ts'
import { startTestApp, type Answer, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { csvStatement, zenginStatement, type Booked } from './statement.fixture.ts'
import { cashEntries, statementFiles, statementLines } from './tables.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { businessMs, DECIDED_WITHIN_MS } from '../model/withdrawal-timer.ts'

/** Nobody but people decides: the demo desk and its bank are off. */
let app: TestApp
let haruka: { token: string; userId: string }
let accountId: string
let first: AtConsole
let second: AtConsole
let reviewer: AtConsole
let another: AtConsole
let auditor: AtConsole

const today = (): string => dateJst(app.context.clock.wall())
const get = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: haruka.token })).data
const post = (path: string, body?: unknown): Promise<Answer> =>
  app.call('POST', `/api${path}`, { token: haruka.token, ...(body === undefined ? {} : { body }) })
const available = async (): Promise<number> => (await get('/account')).available
const idOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const check = (who: AtConsole, bytes: Uint8Array, lang = 'ja'): Promise<Answer> =>
  app.call('POST', `/api/console/statements/check?lang=${lang}`, {
    token: who.token,
    body: { packed: gzipSync(bytes).toString('base64') },
  })
const brought = async (bytes: Uint8Array, who = first): Promise<Answer> => {
  const checked = await check(who, bytes)
  return checked.code === 1 ? who.act('statement.import', checked.data.id) : checked
}
const deposit = async (amount: number): Promise<{ id: string; reference: string }> =>
  (await post('/deposits', { amount, method: 'bank' })).data
const paidIn = ({ reference }: { reference: string }, yen: number, line: Partial<Booked> = {}): Booked => ({
  id: `B-${reference}`,
  day: today(),
  kind: 'in',
  yen,
  payer: `${reference} ｻﾄｳ ﾊﾙｶ`,
  ...line,
})
const rejection = async (answer: Promise<Answer>): Promise<string> => (await answer).data?.rejection
const TEXT = 'The entry does not agree with what the bank has shown us.'

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
    env: { DEMO_DESK: 'off' },
  })
  haruka = await app.enrol('090-6767-0001')
  await verifyByHand(app, haruka)
  accountId = await bankAccountByHand(app, haruka)
  ;[first, second, reviewer, another, auditor] = (await Promise.all(
    ['demo-treasurer-1', 'demo-treasurer-2', 'demo-reviewer-1', 'demo-reviewer-2', 'demo-auditor-1'].map(
      (id) => atConsole(app, id),
    ),
  )) as [AtConsole, AtConsole, AtConsole, AtConsole, AtConsole]
}, 60_000)
// The last test stops the firm, to run its journal again.

it('the instructions of a deposit are signed as it was announced, whatever SQL says since', async () => {
  const { id } = await deposit(210_000)
  const change = (by: number) =>
    app.context.db.pool.query('update deposits set yen = yen + $2 where id = $1', [id, by])
  await change(1)
  const { instructions } = await get(`/deposits/${id}`)
  await change(-1)
  expect(instructions.yen).toBe(210_000)
  expect((await post(`/deposits/${id}/cancel`, {})).code).toBe(1)
})

describe('a statement of the bank', () => {
  it('is read, shown with what each line belongs to, and brought in once by one treasurer', async () => {
    const asked = await deposit(200_000)
    const bytes = csvStatement([paidIn(asked, 200_000), paidIn(asked, 7, { id: 'B-stray', payer: 'スズキ' })])
    const checked = await check(first, bytes)
    expect(checked.data).toMatchObject({
      id: idOf(bytes),
      form: 'csv',
      inYen: 200_007,
      outYen: 0,
      hindrance: null,
    })
    expect(checked.data.lines).toMatchObject([
      {
        number: 2,
        amount: 200_000,
        reference: asked.reference,
        payer: 'サ•••',
        match: 'deposit',
        about: { kind: 'deposit', id: asked.id },
      },
      { number: 3, amount: 7, reference: null, payer: 'ス•••', match: 'unknown', about: null },
    ])
    // Looking at it has done nothing.
    expect(app.context.engine.read.of(statementLines).size).toBe(0)
    const done = await first.act('statement.import', idOf(bytes))
    expect(done.data).toMatchObject({ status: 'carried-out', result: { entered: 2 } })
    expect((await check(second, bytes)).data.hindrance).toBe('このファイルはすでに取り込まれています')
    expect(await rejection(second.act('statement.import', idOf(bytes)))).toBe('STATEMENT_KNOWN')
    const { rows: files } = await auditor.get('/statements')
    expect(files).toMatchObject([
      {
        id: idOf(bytes),
        form: 'csv',
        lines: 2,
        inYen: 200_007,
        importedBy: { role: 'treasurer', number: 1 },
      },
    ])
    const { counts, rows } = await first.get('/statement-lines')
    expect([counts, rows.map((row: AnyJson) => [row.match, row.payer])]).toEqual([
      { open: 1, unmatched: 1, refunds: 0, all: 2 },
      [['deposit', 'サ•••']],
    ])
    expect((await first.get('/statement-lines?view=unmatched')).rows).toMatchObject([
      { amount: 7, payer: 'ス•••' },
    ])
    // A name is opened one line at a time, and the member whose line it is reads of it.
    const looks = async () =>
      (await get('/operator-acts/reads')).reads.filter(({ role }: AnyJson) => role === 'auditor').length
    expect(await looks()).toBe(0)
    expect(await auditor.get('/statement-payers/B-stray')).toEqual({ payer: 'スズキ' })
    expect(await looks()).toBe(0)
    expect(await auditor.get(`/statement-payers/B-${asked.reference}`)).toEqual({ payer: 'サトウ ハルカ' })
    expect(await looks()).toBe(1)
    expect(
      (await app.call('GET', '/api/console/statement-payers/none', { token: auditor.token })).status,
    ).toBe(404)
    // The journal knows the hash and no name.
    const record = await app.context.db.pool.query(
      "select convert_from(record, 'UTF8') as text from journal order by seq desc limit 40",
    )
    const told = record.rows
      .map(({ text }) => text as string)
      .find((text) => text.includes('statement.import') && text.includes(idOf(bytes)))!
    expect(told).not.toMatch(/サトウ|スズキ/)
    expect((await get('/operator-acts/public')).acts[0]).toMatchObject({
      power: 'statement.import',
      subject: idOf(bytes),
    })
  })

  it('with a line that another file brought is refused whole, with the record’s number', async () => {
    const known = [...app.context.engine.read.of(statementLines).all()].find(({ yen }) => yen === 7)!
    const bytes = csvStatement([
      { id: 'B-new', day: today(), kind: 'in', yen: 5, payer: 'x' },
      { id: known.id, day: today(), kind: 'in', yen: 7, payer: 'y' },
    ])
    const before = app.context.engine.read.of(statementLines).size
    const refused = await brought(bytes)
    expect([refused.data, refused.msg]).toEqual([
      { rejection: 'STATEMENT_LINE_KNOWN', detail: { at: 3 } },
      '3行目は別のファイルですでに取り込まれています。何も取り込んでいません',
    ])
    expect([
      app.context.engine.read.of(statementLines).size,
      app.context.engine.read.of(statementLines).get('B-new'),
    ]).toEqual([before, undefined])
  })

  const line = { id: '1', day: '2026-11-24', kind: 'in', yen: 500, payer: 'ｽｽﾞｷ' } as const
  const broken: [name: string, bytes: () => Uint8Array, rejection: string, at: number | undefined][] = [
    [
      'cut off in the middle of a record',
      () => zenginStatement([line, { ...line, id: '2' }]).slice(0, 500),
      'STATEMENT_RECORD',
      3,
    ],
    ['without its end', () => zenginStatement([line]).slice(0, 202 * 3), 'STATEMENT_FORM', 3],
    [
      'with a sum that is not its entries’',
      () =>
        Buffer.from(
          Buffer.from(zenginStatement([line]))
            .toString('latin1')
            .replace('8000001', '8000001')
            .replace('0000000000500000001', '0000000000501000001'),
          'latin1',
        ),
      'STATEMENT_SUM',
      3,
    ],
    ['with an entry twice', () => csvStatement([line, line]), 'STATEMENT_TWICE', 3],
    [
      'with an amount in words',
      () => csvStatement([line, { ...line, id: '2', yen: 'many' as never }]),
      'STATEMENT_COLUMN',
      3,
    ],
    [
      'of an account at another bank',
      () =>
        Buffer.from(
          Buffer.from(zenginStatement([line]))
            .toString('latin1')
            .replace('9999', '0005'),
          'latin1',
        ),
      'STATEMENT_ACCOUNT',
      1,
    ],
    ['that is something else', () => new TextEncoder().encode('%PDF-1.7'), 'STATEMENT_FORM', 1],
    ['with nothing in it', () => new Uint8Array(), 'STATEMENT_EMPTY', undefined],
  ]
  it.each(broken)('%s is refused whole, with the record’s number', async (_, bytes, name, at) => {
    const before = [
      app.context.engine.read.of(statementLines).size,
      app.context.engine.read.of(statementFiles).size,
    ]
    const answer = await check(first, bytes())
    expect([answer.data.rejection, answer.data.detail.at]).toEqual([name, at])
    expect(await rejection(first.act('statement.import', idOf(bytes())))).toBe('STATEMENT_NOT_READ')
    expect([
      app.context.engine.read.of(statementLines).size,
      app.context.engine.read.of(statementFiles).size,
    ]).toEqual(before)
  })

  it('is not unpacked beyond its limit, and no form of a file is no file', async () => {
    expect((await check(first, Buffer.alloc(2_000_000, 65))).data.rejection).toBe('STATEMENT_SIZE')
    const raw = await app.call('POST', '/api/console/statements/check', {
      token: first.token,
      body: { packed: Buffer.from('not packed').toString('base64') },
    })
    expect(raw.data.rejection).toBe('STATEMENT_PACK')
  })

  it('is a treasurer’s: nobody else reads or brings one in, and nobody invents a line', async () => {
    expect((await check(reviewer, csvStatement([line]))).status).toBe(403)
    expect(await rejection(reviewer.act('statement.import', 'x'))).toBe('ROLE_MAY_NOT')
    expect((await app.call('GET', '/api/console/statements', { token: haruka.token })).status).toBe(401)
    const invented = await first.act('statement.import', 'f'.repeat(64), {
      body: {
        lines: [{ id: 'mine', kind: 'in', yen: 1_000_000, reference: null, payerHash: null, bookedAt: 0 }],
      },
    })
    expect(invented.data.rejection).toBe('BODY_UNKNOWN')
    expect(await rejection(first.act('statement.import', 'f'.repeat(64)))).toBe('STATEMENT_NOT_READ')
  })

  it('of two treasurers at once one brings it in', async () => {
    const bytes = zenginStatement([{ id: '77', day: today(), kind: 'in', yen: 11, payer: 'ｽｽﾞｷ' }])
    await Promise.all([check(first, bytes), check(second, bytes)])
    const answers = await Promise.all(
      [first, second, first, second].map((who) => who.act('statement.import', idOf(bytes))),
    )
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(answers.flatMap(({ data }) => data.rejection ?? []))).toEqual(new Set(['STATEMENT_KNOWN']))
    expect(
      [...app.context.engine.read.of(statementLines).all()].filter(({ yen }) => yen === 11),
    ).toHaveLength(1)
  })
})

describe('a deposit', () => {
  it('is credited by treasurer and reviewer, to the yen of its own line, whoever asks twice', async () => {
    const before = await available()
    const asked = await deposit(300_000)
    const foreign = await deposit(300_000)
    await brought(
      csvStatement([
        paidIn(asked, 250_000),
        paidIn(foreign, 300_000, { payer: `${foreign.reference} ｽｽﾞｷ ｲﾁﾛｳ` }),
      ]),
    )
    const { counts, rows } = await first.get('/deposits')
    // Lines that cannot be credited are not among those that can.
    expect(counts).toMatchObject({ ready: 2, check: 1 })
    expect(rows.find((row: AnyJson) => row.id === asked.id)).toMatchObject({
      amount: 300_000,
      line: { amount: 250_000, match: 'amount-differs' },
    })
    expect((await first.get('/deposits?view=check')).rows).toMatchObject([
      { id: foreign.id, line: { match: 'payer-differs' } },
    ])
    expect(JSON.stringify(rows)).not.toMatch(/サトウ/)
    const opened = await first.get(`/deposits/${asked.id}`)
    expect(opened).toMatchObject({
      name: 'サトウ ハルカ',
      lines: [{ payer: 'サトウ ハルカ', match: 'amount-differs' }],
    })
    expect((await get('/operator-acts/reads')).reads[0]).toMatchObject({ role: 'treasurer', number: 1 })

    const lineId = `B-${asked.reference}`
    expect(
      await rejection(
        first.act('deposit.credit', foreign.id, { body: { lineId: `B-${foreign.reference}` } }),
      ),
    ).toBe('LINE_OTHER_PAYER')
    expect(
      await rejection(first.act('deposit.credit', asked.id, { body: { lineId: `B-${foreign.reference}` } })),
    ).toBe('LINE_OTHER_REFERENCE')
    expect(await rejection(first.act('deposit.credit', asked.id, { body: { lineId: 'none' } }))).toBe(
      'LINE_NOT_FOUND',
    )
    expect(await rejection(first.act('deposit.credit', asked.id, { body: {} }))).toBe('BODY_INCOMPLETE')
    for (const body of [{ lineId: 5 }, { lineId: ['x'] }])
      expect(await rejection(first.act('deposit.credit', asked.id, { body }))).toBe('LINE_NOT_FOUND')
    expect((await first.act('deposit.credit', asked.id, { body: { lineId } })).data).toMatchObject({
      status: 'open',
      missing: 1,
    })
    expect(await rejection(first.act('deposit.credit', asked.id, { body: { lineId } }))).toBe(
      'SIGNED_ALREADY',
    )
    expect(await rejection(second.act('deposit.credit', asked.id, { body: { lineId } }))).toBe(
      'ROLE_SIGNED_ALREADY',
    )
    expect(await available()).toBe(before)
    // The second one reads what the first one saw: how much is credited, announced, brought by the bank.
    const request = (await reviewer.get(`/approvals?subject=${asked.id}`))[0]
    expect(request.about).toEqual({
      name: asked.reference,
      number: expect.any(Number),
      amount: 250_000,
      account: null,
      address: { page: 'deposits', path: [], at: asked.id },
    })
    const read = await reviewer.get(`/approvals/${request.id}`)
    expect(read).toMatchObject({
      person: 'サトウ ハルカ',
      checks: [{ passed: false }, { passed: true }],
      approval: { signatures: [{ role: 'treasurer', number: 1 }] },
    })
    expect(read.facts.map(({ yen, text }: AnyJson) => yen ?? text)).toEqual([
      300_000,
      '銀行振込',
      250_000,
      lineId,
      'サトウ ハルカ',
      expect.any(String),
    ])
    const signed = await Promise.all(
      [reviewer, another].map((who) => who.act('deposit.credit', asked.id, { body: { lineId } })),
    )
    expect(signed.filter(({ data }) => data.status === 'carried-out')).toHaveLength(1)
    expect(await available()).toBe(before + 250_000)
    expect((await get(`/deposits/${asked.id}`)).deposit).toMatchObject({
      status: 'approved',
      amount: 300_000,
      credited: 250_000,
      line: { source: 'file' },
    })
  })

  it('is refused with a listed reason and a text that the member reads; its money goes back to the sender', async () => {
    const foreign = (await first.get('/deposits?view=check')).rows.find(
      (row: AnyJson) => row.line.match === 'payer-differs',
    )
    const refuse = (who: AtConsole, reason: { code: string; text?: string } | null) =>
      who.act('deposit.refuse', foreign.id, { reason })
    const wrong: [reason: { code: string; text?: string } | null, rejection: string][] = [
      [null, 'REASON_REQUIRED'],
      [{ code: 'because', text: TEXT }, 'REASON_UNLISTED'],
      [{ code: 'name-differs' }, 'TEXT_REQUIRED'],
      [{ code: 'name-differs', text: 'short' }, 'TEXT_LENGTH'],
      [
        { code: 'name-differs', text: 'Send 10,000 yen to the account 1234567 of bank 0001 first.' },
        'TEXT_DEMANDS',
      ],
    ]
    for (const [reason, name] of wrong)
      expect([reason, await rejection(refuse(first, reason))]).toEqual([reason, name])
    expect((await refuse(first, { code: 'name-differs', text: TEXT })).data.status).toBe('open')
    const { data: open } = await app.call('GET', `/api/console/approvals?subject=${foreign.id}`, {
      token: reviewer.token,
    })
    await app.call('POST', `/api/console/approvals/${open.at(-1).id}/sign`, {
      token: reviewer.token,
      body: {},
    })
    expect((await get(`/deposits/${foreign.id}`)).deposit).toMatchObject({
      status: 'denied',
      reason: 'name-differs',
      text: TEXT,
      credited: null,
    })
    const line = (await first.get('/statement-lines?view=unmatched')).rows.find(
      (row: AnyJson) => row.reference === foreign.reference,
    )
    expect(line).toMatchObject({ match: 'ended', about: { kind: 'deposit', id: foreign.id } })
    // The bank shows that it went back.
    await brought(
      csvStatement([{ id: 'B-back', day: today(), kind: 'out', yen: 300_000, payer: foreign.reference }]),
    )
    const after = (await first.get('/statement-lines?view=all')).rows.filter(
      (row: AnyJson) => row.reference === foreign.reference,
    )
    expect(after.map((row: AnyJson) => row.match)).toEqual(['sent-back', 'sent-back'])
  })
})

describe('a withdrawal', () => {
  const withdraw = (amount: number) =>
    post('/withdrawals', { amount, accountId, transactionPassword: TRANSACTION_PASSWORD })
  let byRule: AnyJson
  let large: AnyJson
  let fileId: string

  it('above the daily rule waits with its clock and its checks, and is approved by treasurer and reviewer', async () => {
    byRule = (await withdraw(400_000)).data
    large = (await withdraw(1_200_000)).data
    const list = await reviewer.get('/withdrawals')
    expect(list).toMatchObject({
      counts: { review: 1, bank: 1, rule: 1 },
      figures: { reviewYen: 1_200_000, openAppeals: 0 },
    })
    expect(list.rows).toMatchObject([
      { id: large.id, state: 'requested', decider: 'two', sound: true, account: 'みずほ ••4567' },
    ])
    expect(
      businessMs(
        Date.parse(list.rows[0].requestedAt),
        Date.parse(list.rows[0].dueAt),
        tseCalendar.isTradingDay,
      ),
    ).toBe(DECIDED_WITHIN_MS)
    expect(
      (await reviewer.get('/withdrawals?view=rule')).rows.map((row: AnyJson) => [row.id, row.approvedBy]),
    ).toEqual([[byRule.id, 'rule']])
    const opened = await reviewer.get(`/withdrawals/${large.id}`)
    expect(opened).toMatchObject({
      name: 'サトウ ハルカ',
      holder: 'サトウ ハルカ',
      money: { held: 1_600_000, todayYen: 1_600_000, today: 2 },
    })
    expect(opened.checks.map(({ name, passed }: AnyJson) => [name, passed])).toEqual([
      ['name', true],
      ['account', true],
      ['rested', true],
      ['device', true],
      ['changed', true],
      ['recovery', true],
      ['frozen', true],
      ['once', true],
    ])
    // Whoever decides sees that access was changed a moment ago.
    await app.modules.inbox.tellMember(haruka.userId, 'phoneChanged', {})
    expect(
      (await reviewer.get(`/withdrawals/${large.id}`)).checks.filter(({ passed }: AnyJson) => !passed),
    ).toMatchObject([{ name: 'changed', value: expect.any(String) }])
    expect(await rejection(another.act('withdrawal.approve', byRule.id))).toBe('WITHDRAWAL_DECIDED')
    expect((await reviewer.act('withdrawal.approve', large.id)).data).toMatchObject({
      status: 'open',
      missing: 1,
    })
    expect(await rejection(reviewer.act('withdrawal.approve', large.id))).toBe('SIGNED_ALREADY')
    expect((await first.act('withdrawal.approve', large.id)).data.status).toBe('carried-out')
    expect((await get(`/withdrawals/${large.id}`)).withdrawal).toMatchObject({
      state: 'approved',
      approvedBy: 'two',
    })
  })

  it('stands in one file for the bank, which can be had again, byte for byte', async () => {
    const next = await first.get('/transfer-files/next')
    expect(next).toMatchObject({ count: 2, yen: 1_600_000, unwritable: [] })
    expect(await rejection(reviewer.act('transfer.make', next.id))).toBe('ROLE_MAY_NOT')
    expect(await rejection(first.act('transfer.make', 'e'.repeat(64)))).toBe('TRANSFER_NOT_WRITTEN')
    const made = await Promise.all(
      [first, second, first, second].map((who) => who.act('transfer.make', next.id)),
    )
    expect(made.filter(({ code }) => code === 1)).toHaveLength(1)
    expect(new Set(made.flatMap(({ data }) => data.rejection ?? []))).toEqual(new Set(['TRANSFER_KNOWN']))
    fileId = next.id
    expect(await first.get('/transfer-files/next')).toMatchObject({ id: null, count: 0 })
    expect((await first.get('/transfer-files')).rows).toMatchObject([
      { id: fileId, count: 2, yen: 1_600_000, paid: 0, returned: 0 },
    ])
    const bytes = Buffer.from((await second.get(`/transfer-files/${fileId}`)).content, 'base64')
    expect(idOf(bytes)).toBe(fileId)
    expect([bytes.length, bytes.subarray(0, 4).toString(), bytes.subarray(122, 127).toString()]).toEqual([
      5 * 122,
      '1210',
      '20001',
    ])
    expect(
      (await app.call('GET', `/api/console/transfer-files/${fileId}`, { token: reviewer.token })).status,
    ).toBe(403)
    // An account that is not what the journal knows is not paid to, and its file says so.
    await app.context.db.kysely
      .updateTable('bankAccountDetails')
      .set({ number: '7654321' })
      .where('accountId', '=', accountId)
      .execute()
    expect(
      await rejection(app.call('GET', `/api/console/transfer-files/${fileId}`, { token: first.token })),
    ).toBe('TRANSFER_DIFFERS')
    await app.context.db.kysely
      .updateTable('bankAccountDetails')
      .set({ number: '1234567' })
      .where('accountId', '=', accountId)
      .execute()
  })

  it('is paid and returned by lines of the bank alone', async () => {
    const references = await Promise.all(
      [byRule, large].map(async ({ id }) => (await first.get(`/withdrawals/${id}`)).reference as string),
    )
    const yesterday = addDays(today(), -1)
    expect(await rejection(first.act('withdrawal.mark-paid', large.id, { body: { lineId: 'none' } }))).toBe(
      'LINE_NOT_FOUND',
    )
    await brought(
      zenginStatement([
        { id: '101', day: yesterday, kind: 'out', yen: 400_000, payer: references[0]! },
        { id: '102', day: today(), kind: 'out', yen: 1_200_000, payer: references[1]! },
        { id: '103', day: today(), kind: 'returned', yen: 400_000, payer: references[0]! },
      ]),
    )
    const lineOf = (number: string): string =>
      [...app.context.engine.read.of(statementLines).all()].find(({ id }) => id.endsWith(`-${number}`))!.id
    expect(
      await rejection(second.act('withdrawal.mark-paid', large.id, { body: { lineId: lineOf('101') } })),
    ).toBe('LINE_OTHER_REFERENCE')
    expect(
      await rejection(second.act('withdrawal.mark-paid', byRule.id, { body: { lineId: lineOf('103') } })),
    ).toBe('LINE_OTHER_KIND')
    expect(
      await rejection(reviewer.act('withdrawal.mark-paid', large.id, { body: { lineId: lineOf('102') } })),
    ).toBe('ROLE_MAY_NOT')
    const list = await app.call('POST', '/api/console/lists/prepare', {
      token: second.token,
      body: { power: 'withdrawal.mark-paid' },
    })
    expect(list.data).toMatchObject({ fits: 2, completes: 2, yen: 1_600_000 })
    expect(list.data.lines.map(({ name, amount, account }: AnyJson) => [name, amount, account])).toEqual([
      [references[0], 400_000, 'みずほ ••4567'],
      [references[1], 1_200_000, 'みずほ ••4567'],
    ])
    // The importer of the statement does not say what became of the money (decision 0171).
    const says = (who: AtConsole) =>
      who.act('withdrawal.mark-paid', large.id, { body: { lineId: lineOf('102') } })
    expect(await rejection(says(first))).toBe('OWN_CASE')
    const [paid] = await Promise.all([says(second), says(second)])
    expect([paid.code === 1, (await get(`/withdrawals/${large.id}`)).withdrawal.state]).toEqual([
      true,
      'paid',
    ])
    await second.act('withdrawal.mark-paid', byRule.id, { body: { lineId: lineOf('101') } })
    // The books have the day of the signature, and say which was the bank's.
    const booked = readCsv(
      Buffer.from((await get('/records/tables/account?lang=en')).content, 'base64').toString(),
    ).filter((row) => row['Entry'] === 'Withdrawal')
    expect(booked.map((row) => [row['Change in your funds (yen)'], row['Booked'], row['Bank date']])).toEqual(
      [
        ['-1200000', today(), today()],
        ['-400000', today(), yesterday],
      ],
    )
    const before = await available()
    expect(
      await rejection(first.act('withdrawal.mark-returned', byRule.id, { body: { lineId: lineOf('103') } })),
    ).toBe('OWN_CASE')
    await second.act('withdrawal.mark-returned', byRule.id, { body: { lineId: lineOf('103') } })
    expect([(await get(`/withdrawals/${byRule.id}`)).withdrawal.state, await available()]).toEqual([
      'returned',
      before + 400_000,
    ])
    const [file] = (await first.get('/transfer-files')).rows
    expect(file).toMatchObject({ paid: 1, returned: 1 })
    // Payments of a file are seen beside it, by number and account, each as it stands now.
    const inFile = await reviewer.get(`/transfer-files/${file.id}/payments`)
    expect(inFile).toMatchObject({
      yen: 1_600_000,
      payments: [
        { id: byRule.id, amount: 400_000, account: 'みずほ ••4567', state: 'returned' },
        { id: large.id, amount: 1_200_000, account: 'みずほ ••4567', state: 'paid' },
      ],
    })
    // The file says the day alone: no figure is better for it.
    expect((await get('/withdrawal-clock')).medianMs).toBeGreaterThanOrEqual(0)
  })

  it('is denied by two reviewers with a reason and a text, and by nobody else', async () => {
    const { data: made } = await withdraw(1_500_000)
    const deny = (who: AtConsole, reason: { code: string; text?: string } | null) =>
      who.act('withdrawal.deny', made.id, { reason })
    expect(await rejection(deny(reviewer, null))).toBe('REASON_REQUIRED')
    expect(await rejection(deny(reviewer, { code: 'takeover' }))).toBe('TEXT_REQUIRED')
    expect(await rejection(deny(first, { code: 'takeover', text: TEXT }))).toBe('ROLE_MAY_NOT')
    expect((await deny(reviewer, { code: 'takeover', text: TEXT })).data.status).toBe('open')
    const { data: open } = await app.call('GET', `/api/console/approvals?subject=${made.id}`, {
      token: another.token,
    })
    const sign = (who: AtConsole) =>
      app.call('POST', `/api/console/approvals/${open.at(-1).id}/sign`, { token: who.token, body: {} })
    // Its time stands still, and every list of what waits says since when.
    const { stopped } = await waitFor(
      async (): Promise<AnyJson> => (await another.get(`/withdrawals/${made.id}`)).withdrawal,
      ({ stopped }) => stopped !== null,
    )
    const { items } = (await another.get('/queues')).find(({ name }: AnyJson) => name === 'withdrawals')
    expect(stopped.since).toEqual(expect.any(String))
    expect(items.find(({ subject }: AnyJson) => subject === made.id).stopped).toBe(stopped.since)
    // No second signature is blind: how much, whose, to where, which checks; the member reads who looked.
    const { reference } = (await another.get(`/withdrawals/${made.id}`))!
    expect(open.at(-1).about).toMatchObject({
      name: reference,
      amount: 1_500_000,
      account: 'みずほ ••4567',
      address: { page: 'withdrawals', at: made.id },
    })
    const looks = async () =>
      (await get('/operator-acts/reads')).reads.filter(({ role }: AnyJson) => role === 'auditor').length
    const before = await looks()
    const read = await auditor.get(`/approvals/${open.at(-1).id}`)
    expect(read).toMatchObject({
      person: 'サトウ ハルカ',
      approval: { reason: { code: 'takeover', text: TEXT }, signatures: [{ role: 'reviewer', number: 1 }] },
    })
    expect(read.facts).toContainEqual({ label: '名義', text: 'サトウ ハルカ', yen: null, was: null })
    expect(read.checks).toHaveLength(8)
    expect(await looks()).toBe(before + 1)
    // Whoever neither signs such requests nor sees all is shown no case, and of the member the number alone.
    const support = await atConsole(app, 'demo-support-1')
    const { about } = (await support.get(`/approvals?subject=${made.id}`))[0]
    expect(about).toMatchObject({
      name: `#${about.number}`,
      amount: null,
      account: null,
      address: { page: 'members' },
    })
    expect(await support.get(`/approvals/${open.at(-1).id}`)).toMatchObject({
      person: null,
      facts: [],
      checks: [],
    })
    expect(await rejection(sign(reviewer))).toBe('SIGNED_ALREADY')
    expect((await sign(another)).data.status).toBe('carried-out')
    expect((await get(`/withdrawals/${made.id}`)).withdrawal).toMatchObject({
      state: 'denied',
      reason: 'takeover',
      text: TEXT,
    })
    expect((await reviewer.get('/withdrawals?view=denied')).rows).toMatchObject([
      { id: made.id, reason: 'takeover', appealed: false },
    ])
  })
})

describe('a correction', () => {
  const reason = { code: 'system-error', text: TEXT }
  const reverse = async (id: string, who: AtConsole[] = [first, auditor]): Promise<Answer> => {
    const asked = await who[0]!.act('entry.reverse', id, { reason })
    if (asked.code !== 1) return asked
    const { data: open } = await app.call('GET', `/api/console/approvals?subject=${id}`, {
      token: who[1]!.token,
    })
    return app.call('POST', `/api/console/approvals/${open.at(-1).id}/sign?lang=en`, {
      token: who[1]!.token,
      body: {},
    })
  }
  const entry = (kind: string) =>
    [...app.context.engine.read.of(cashEntries).all()].find(
      (row) => row.kind === kind && row.reversedBy === null,
    )!

  it('is a new entry against the wrong one, by treasurer and auditor, that the member sees and everybody counts', async () => {
    const before = await available()
    const wrong = entry('deposit')
    expect((await get('/withdrawal-clock')).corrections).toBe(0)
    expect(await rejection(first.act('entry.reverse', wrong.id))).toBe('REASON_REQUIRED')
    expect(await rejection(reviewer.act('entry.reverse', wrong.id, { reason }))).toBe('ROLE_MAY_NOT')
    expect(await rejection(first.act('entry.reverse', '999999-0', { reason }))).toBe('ENTRY_NOT_FOUND')
    // Whoever checks a correction is not the one who asks for it.
    expect(await rejection(auditor.act('entry.reverse', wrong.id, { reason }))).toBe('NOT_YET_PREPARED')
    const done = await reverse(wrong.id)
    expect(done.data).toMatchObject({ status: 'carried-out', result: { reverses: wrong.id } })
    expect(await available()).toBe(before - wrong.yen)
    expect(app.context.engine.read.of(cashEntries).get(wrong.id)!.reversedBy).toBe(done.data.result.entryId)
    const [newest] = await get('/account/log')
    expect(newest).toMatchObject({ id: done.data.result.entryId, kind: 'correction', amount: -wrong.yen })
    expect((await get('/messages')).messages[0]).toMatchObject({ kind: 'entryCorrected' })
    expect((await get('/operator-acts')).acts[0]).toMatchObject({
      power: 'entry.reverse',
      reason: { code: 'system-error', text: TEXT },
      approvals: [{ role: 'treasurer' }, { role: 'auditor' }],
    })
    expect([(await get('/withdrawal-clock')).corrections, (await get('/trust/heads')).corrections]).toEqual([
      1, 1,
    ])
    // Its line stands for nothing again, and the entry is not reversed twice.
    expect(app.context.engine.read.of(statementLines).get(wrong.lineId!)!.usedFor).toBeNull()
    expect(await rejection(first.act('entry.reverse', wrong.id, { reason }))).toBe('ENTRY_REVERSED')
    const listed = await auditor.get('/corrections')
    expect(listed.corrected).toBe(1)
    expect(listed.rows.find((row: AnyJson) => row.id === wrong.id)).toMatchObject({
      reversedBy: done.data.result.entryId,
      hindrance: 'この記帳はすでに訂正されています',
    })
  })

  it('that was wrong itself is corrected the same way', async () => {
    const before = await available()
    const wrong = entry('correction')
    expect((await reverse(wrong.id)).data).toMatchObject({ status: 'carried-out' })
    expect(await available()).toBe(before + wrong.yen)
  })

  it('of a payout that the bank sent back is refused, and after one the bank cannot send it back again', async () => {
    const rows = [...app.context.engine.read.of(cashEntries).all()]
    const returned = rows.find(({ kind }) => kind === 'withdrawal-returned')!
    const sentBack = rows.find(({ kind, about }) => kind === 'withdrawal' && about === returned.about)!
    expect(await rejection(first.act('entry.reverse', sentBack.id, { reason }))).toBe('ENTRY_RETURNED')
    const standing = rows.find(({ kind, about }) => kind === 'withdrawal' && about !== returned.about)!
    const before = await available()
    expect((await reverse(standing.id)).data).toMatchObject({ status: 'carried-out' })
    expect(await available()).toBe(before + standing.yen)
    const { reference } = await first.get(`/withdrawals/${standing.about}`)
    await brought(
      csvStatement([{ id: 'B-again', day: today(), kind: 'returned', yen: standing.yen, payer: reference }]),
    )
    expect(
      await rejection(
        second.act('withdrawal.mark-returned', standing.about, { body: { lineId: 'B-again' } }),
      ),
    ).toBe('ENTRY_REVERSED')
  })

  it('never takes what the member has not free', async () => {
    const wrong = [...app.context.engine.read.of(cashEntries).all()].find(
      (row) => row.way === 'in' && row.reversedBy === null,
    )!
    const left = await available()
    // All but less than the entry is on its way out.
    const { data: out } = await post('/withdrawals', {
      amount: left - wrong.yen + 1,
      accountId,
      transactionPassword: TRANSACTION_PASSWORD,
    })
    const refused = await first.act('entry.reverse', wrong.id, { reason })
    expect([refused.data, await available()]).toEqual([
      { rejection: 'REVERSAL_UNCOVERED', detail: { yen: wrong.yen, most: wrong.yen - 1 } },
      wrong.yen - 1,
    ])
    await post(`/withdrawals/${out.id}/cancel`)
  })
})

it(
  'every yen adds up, each withdrawal is in one file, and the journal run again says the same',
  { timeout: 60_000 },
  async () => {
    const { again, held } = await replayJournal(app)
    const sum = yenIn(held)
    expect(sum).toBe(0)
    expect(again).toEqual(held)
  },
)
