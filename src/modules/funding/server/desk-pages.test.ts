import { beforeAll, describe, expect, it } from 'vitest'
import { openBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { atConsole, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

const MANY = 10_000
const READ = 120_000

let app: TestApp
let auditor: AtConsole
let support: AtConsole

/** Ten thousand more rows like one that there is, a hundred of them of the same time. */
async function multiply(table: string, columns: string, where = 'true'): Promise<void> {
  await app.context.db.pool.query(`
    insert into ${table}
    select (jsonb_populate_record(one, jsonb_build_object('id', 'copy-' || lpad(n::text, 6, '0')) || ${columns})).*
    from ${table} one, generate_series(1, ${MANY}) n
    where one.id = (select id from ${table} where ${where} limit 1)`)
}

beforeAll(async () => {
  app = await startTestApp()
  const { token, userId } = await app.enrol('090-6868-1001')
  const accountId = await openBankAccount(app, token)
  const post = async (path: string, body: object): Promise<AnyJson> =>
    (await app.call('POST', path, { token, body })).data
  await post('/api/deposits', { amount: 300_000, method: 'bank' })
  await waitFor(
    async () => (await app.call('GET', '/api/deposits', { token })).data[0].status as string,
    (status) => status === 'approved',
  )
  await app.modules.staff.act('demo-reviewer-1', {
    power: 'trading.freeze-on',
    subject: userId,
    body: {},
    reason: { code: 'takeover', text: null },
  })
  const { id } = await post('/api/withdrawals', {
    amount: 10_000,
    accountId,
    transactionPassword: TRANSACTION_PASSWORD,
  })
  await app.call('POST', `/api/withdrawals/${id}/cancel`, { token, body: {} })
  auditor = await atConsole(app, 'demo-auditor-1')
  const past = (column: string) => `jsonb_build_object('${column}', 1700000000000 + n / 100)`
  const named = `jsonb_build_object('reference', 'Z' || lpad(n::text, 6, '0'))`
  await multiply(
    'deposits',
    `${past('decided_at')} || ${named} || '{"state": "denied", "line_id": null, "credited_yen": null}'`,
    "state <> 'pending'",
  )
  await multiply('withdrawals', `${past('requested_at')} || ${named}`, "state = 'cancelled'")
  await multiply('statement_lines', `${past('booked_at')} || ${named}`)
  await multiply('cash_entries', past('at'))
  await multiply(
    'approvals',
    `${past('asked_at')} || jsonb_build_object('id', md5(n::text) || md5('x' || n))`,
    "status = 'carried-out'",
  )
  // The demo desk answers those that have waited, so that the list moves: these wait from a time to come.
  await app.context.db.pool.query(`
    insert into transfer_files (id, day, yen, withdrawal_ids, made_by, made_at)
      select md5(n::text), '2026-11-24', n + 1, '[]', 'demo-treasurer-1', 1700000000000 + n / 100 from generate_series(0, ${MANY}) n;
    insert into statement_files (id, form, lines, in_yen, out_yen, imported_by, imported_at)
      select md5(n::text), 'csv', 1, 1, 0, 'demo-treasurer-1', 1700000000000 + n / 100 from generate_series(0, ${MANY}) n;
    insert into journal_checks (id, asked_by, begun_at, ended_at, status, to_seq)
      select md5(n::text), 'demo-auditor-1', 1700000000000 + n / 100, 1700000000001 + n, 'intact', n from generate_series(0, ${MANY}) n;
    insert into conversations (member_id, lang, waiting_since)
      select 'copy-' || lpad(n::text, 6, '0'), 'ja', case when n % 2 = 0 then 4100000000000 + n / 100 end from generate_series(0, ${MANY}) n;
    insert into chat_lines (id, member_id, author, kind, text, at, desk)
      select lpad(n::text, 36, '0'), 'copy-' || lpad(n::text, 6, '0'), 'member', 'text', '口座', 1700000000000 + n / 100, false from generate_series(0, ${MANY}) n`)
  support = await atConsole(app, 'demo-support-1')
  await auditor.act('ledger.export', 'ledger', { body: { form: 'csv' } })
  // Each of them names a request of its own.
  await multiply(
    'operator_acts',
    `${past('at')} || jsonb_build_object('id', lpad(n::text, 12, '0') || '-copy', 'approval_id', md5(n::text) || md5('x' || n))`,
    "power = 'ledger.export'",
  )
  await app.context.db.pool.query(`update approvals set body = '{"form": "csv"}' where length(id) = 64`)
}, READ)

/** Every row of a list, page after page. */
async function all(path: string, by: AtConsole): Promise<{ ids: string[]; total: number; pages: number }> {
  const ids: string[] = []
  let after: string | null = null
  let pages = 0
  let total = 0
  do {
    const query: string = after === null ? '' : `${path.includes('?') ? '&' : '?'}place=${after}`
    const page: AnyJson = await by.get(`${path}${query}`)
    ids.push(...page.rows.map(({ id, memberId }: AnyJson) => id ?? memberId))
    ;({ next: after, total } = page)
    pages++
  } while (after !== null)
  return { ids, total, pages }
}

describe('a list of ten thousand', () => {
  it.each([
    '/deposits?view=decided',
    '/withdrawals?view=decided',
    '/statement-lines?view=all',
    '/corrections',
    '/transfer-files',
    '/statements',
    '/approvals/past?status=carried-out',
    '/journal-checks',
    '/conversations',
    '/exports',
  ])(
    '%s is shown to its last row, each once, and says how many there are',
    async (path) => {
      const { ids, total, pages } = await all(path, path === '/conversations' ? support : auditor)
      expect(total).toBeGreaterThan(MANY)
      expect([ids.length, new Set(ids).size]).toEqual([total, total])
      expect(pages).toBe(Math.ceil(total / 100))
    },
    READ,
  )

  it.each(['/deposits?view=decided', '/withdrawals?view=decided', '/statement-lines?view=all'])(
    '%s finds the oldest of them by its reference',
    async (path) => {
      const found = await auditor.get(`${path}&q=z000001`)
      expect(found).toMatchObject({ total: 1, next: null, rows: [{ reference: 'Z000001' }] })
      expect(await auditor.get(`${path}&q=nothing-has-this`)).toMatchObject({ total: 0, rows: [] })
    },
  )

  it('of texts that support has written is the same, and finds one by its words', async () => {
    const texts = (n: number) => ({ ja: { title: `点検 ${n}`, text: '本文' } })
    for (let n = 0; n < 250; n++) await app.modules.news.draftNotice('demo-support-1', texts(n))
    const { ids, total, pages } = await all('/news', support)
    expect([total, new Set(ids).size, pages]).toEqual([ids.length, ids.length, Math.ceil(ids.length / 100)])
    expect(await support.get(`/news?q=${encodeURIComponent('点検 0')}`)).toMatchObject({
      total: 1,
      rows: [{ title: '点検 0' }],
    })
  })

  it('of conversations begins with who waits longest, and is searched by the member’s number alone', async () => {
    const { rows } = await support.get('/conversations')
    const since = rows.map(({ waitingSince }: AnyJson) => Date.parse(waitingSince))
    expect(since).toEqual(since.toSorted((a: number, b: number) => a - b))
    expect(await support.get(`/conversations?q=${encodeURIComponent('口座')}`)).toMatchObject({ total: 0 })
  })

  it('finds the entry by its id, and refuses a place that is none', async () => {
    expect(await auditor.get('/corrections?q=copy-000001')).toMatchObject({
      total: 1,
      rows: [{ id: 'copy-000001' }],
    })
    const { status } = await app.call('GET', '/api/console/corrections?place=1%27%3B', {
      token: auditor.token,
    })
    expect(status).toBe(400)
  })
})
