import { beforeAll, describe, expect, it } from 'vitest'
import { openBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { atConsole, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

const MANY = 10_000
const READ = 120_000

let app: TestApp
let auditor: AtConsole

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
  await app.context.db.pool.query(`
    insert into transfer_files (id, day, yen, withdrawal_ids, made_by, made_at)
      select md5(n::text), '2026-11-24', n + 1, '[]', 'demo-treasurer-1', 1700000000000 + n / 100 from generate_series(0, ${MANY}) n;
    insert into statement_files (id, form, lines, in_yen, out_yen, imported_by, imported_at)
      select md5(n::text), 'csv', 1, 1, 0, 'demo-treasurer-1', 1700000000000 + n / 100 from generate_series(0, ${MANY}) n`)
}, READ)

/** Every row of a list, page after page. */
async function all(path: string): Promise<{ ids: string[]; total: number; pages: number }> {
  const ids: string[] = []
  let after: string | null = null
  let pages = 0
  let total = 0
  do {
    const query: string = after === null ? '' : `${path.includes('?') ? '&' : '?'}place=${after}`
    const page: AnyJson = await auditor.get(`${path}${query}`)
    ids.push(...page.rows.map(({ id }: AnyJson) => id))
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
  ])(
    '%s is shown to its last row, each once, and says how many there are',
    async (path) => {
      const { ids, total, pages } = await all(path)
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
