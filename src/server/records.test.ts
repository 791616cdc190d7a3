import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { LIMITS } from '#platform/limits.ts'
import { conditionOf } from '#modules/records/server/own-data-queries.ts'
import { waitFor } from './wait-for.fixture.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { verify } from './verified.fixture.ts'

/**
 * Statements, tables and logs of a member who bought, sold and still holds: all of them must say what the
 * ledger says.
 */
let app: TestApp
let token: string
let userId: string
const get = async (path: string, lang = 'jp') =>
  await app.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, { token })
const file = async (path: string, lang?: string) =>
  Buffer.from((await get(path, lang)).data.content, 'base64')
const squeezed = (text: string) => text.replaceAll(' ', '')

/** A picture sent to the desk: its id. */
async function sendPicture(by: string, purpose: string, background: string): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append(
    'file',
    new Blob([
      new Uint8Array(
        await sharp({ create: { width: 400, height: 300, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ]),
  )
  const { data } = (await (
    await fetch(`http://localhost:${app.port}/upload`, { method: 'POST', headers: { token: by }, body: form })
  ).json()) as { data: { imageId: string } }
  return data.imageId
}

beforeAll(async () => {
  app = await startTestApp({
    limits: {
      ...LIMITS,
      files: {
        ...LIMITS.files,
        perMember: [{ max: 1_000, withinMs: 60_000 }],
        exportsPerMember: [{ max: 2, withinMs: 60_000 }],
      },
    },
  })
  ;({ token, userId } = await app.enrol('090-7777-0101'))
  const [code, other] = await app.affordable(2)
  const lots = async (status: string) => (await get(`/lots?status=${status}`)).data as { id: string }[]
  for (const each of [code, other])
    await app.call('POST', '/api/orders', {
      token,
      body: { code: each, side: 'up', type: 'market', quantity: 200, leverage: 1 },
    })
  const held = await waitFor(
    () => lots('open'),
    (found) => found.length >= 2,
  )
  await app.call('POST', `/api/lots/${held[0]!.id}/close`, { token, body: { type: 'market', quantity: 100 } })
  await app.call('POST', `/api/lots/${held[1]!.id}/close`, { token, body: { type: 'market' } })
  await waitFor(
    () => lots('closed'),
    (found) => found.length >= 1,
  )
  await waitFor(
    async () => (await get('/orders?status=pending')).data,
    (found) => found.length === 0,
  )
}, 90_000)

type Entry = { amount: number; kind: string; id: string }
const today = () => dateJst(app.context.clock.market())
const month = () => today().slice(0, 7)

describe('the income log', () => {
  it('leads from the opening to the closing balance of any period by its groups', async () => {
    const account = (await get('/account')).data
    const own =
      account.available +
      account.unsettled +
      account.orderHold +
      account.lotMargin +
      account.withdrawalHold +
      account.subscriptionHold +
      account.dividendHold +
      account.paidShares
    const income = (await get('/records/income')).data
    expect(income.closing).toBe(own)
    expect(
      income.opening + income.groups.reduce((sum: number, { yen }: { yen: number }) => sum + yen, 0),
    ).toBe(income.closing)
    expect(income.groups.find(({ group }: { group: string }) => group === 'cash').yen).toBe(10_000_000)
    const entries = income.entries as Entry[]
    expect(entries.length).toBe(income.count)
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(income.total)
  })
  it('holds nothing in a period that no calendar has, or that runs backwards', async () => {
    for (const span of ['from=2026-99-99', `from=${today()}&to=2020-01-01`]) {
      expect((await get(`/records/income?${span}`)).data).toMatchObject({
        opening: 0,
        closing: 0,
        count: 0,
        entries: [],
      })
    }
  })
  it('reads one group, and goes on from an entry', async () => {
    const all = (await get('/records/income?group=fees')).data
    expect(new Set(all.entries.map(({ kind }: Entry) => kind))).toEqual(new Set(['fee']))
    const rest = (await get(`/records/income?group=fees&before=${all.entries[0].id}`)).data.entries
    expect(rest).toEqual(all.entries.slice(1))
  })
})

describe('tables', () => {
  it('carry a byte order mark, begin with a head that says that they are simulated, have as many rows as the log, and speak the reader’s language', async () => {
    const log = (await get('/account/log')).data
    for (const lang of ['jp', 'fr']) {
      const answer = await get(`/records/tables/account`, lang)
      expect([answer.data.type, answer.data.simulated]).toEqual(['text/csv', true])
      const bytes = Buffer.from(answer.data.content, 'base64')
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const lines = bytes.toString().slice(1).trimEnd().split('\r\n')
      expect(lines.length).toBe(log.length + 1)
      expect(lines[0]).toMatch(
        lang === 'jp' ? /^日時（日本時間）,.*,模擬取引/ : /^Heure \(Japon\),.*,Simulation/,
      )
      expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/)
      expect(lines.slice(1).join(' ')).not.toMatch(/,(available|lotMargin|unsettled|fee|street),/)
    }
  })
  it.each(['orders', 'trades', 'income', 'deposits', 'withdrawals'])('%s', async (table) => {
    const text = (await file(`/records/tables/${table}`, 'en')).toString()
    const [head, ...rows] = text.trimEnd().split('\r\n')
    expect(head).toContain('Simulated')
    const cells = (line: string) => line.replaceAll(/"(?:[^"]|"")*"/g, 'x').split(',').length
    for (const row of rows) expect(cells(row)).toBe(cells(head!))
  })
  it('refuse a period that runs backwards, and a table that there is not', async () => {
    expect((await get(`/records/tables/orders?from=${today()}&to=2020-01-01`)).data.rejection).toBe(
      'PERIOD_WRONG',
    )
    expect((await get('/records/tables/passwords')).status).toBe(400)
  })
})

describe('statements', () => {
  it('list the days with trades and the periods that have begun', async () => {
    const { days, months, quarters } = (await get('/records/statements')).data
    expect([days.length >= 1, months.includes(month()), quarters.length]).toEqual([true, true, 1])
  })
  it.each(['jp', 'en', 'zh-Hans', 'zh-Hant', 'es', 'fr'])(
    'a day’s trades in %s, with the fees that the ledger took',
    async (lang) => {
      const { days } = (await get('/records/statements')).data
      const text = squeezed(pdfText(await file(`/records/trade-report?date=${days[0]}`, lang)))
      const orders = (await get('/orders', lang)).data as {
        number: string
        name: string
        filledQuantity: number
      }[]
      for (const { number } of orders.filter(({ filledQuantity }) => filledQuantity > 0))
        expect(text).toContain(number)
      const fees = ((await get('/records/income?group=fees')).data.entries as Entry[]).reduce(
        (sum, { amount }) => sum - amount,
        0,
      )
      const grouped = new Intl.NumberFormat(lang === 'jp' ? 'ja' : lang, { useGrouping: 'always' }).format(
        fees,
      )
      expect(text).toContain(grouped.replace(/\s/g, ''))
      expect(text).toContain(
        {
          jp: '模擬取引',
          en: 'Simulated',
          'zh-Hans': '模拟交易',
          'zh-Hant': '模擬交易',
          es: 'Simulado',
          fr: 'Simulation',
        }[lang],
      )
      expect(text).not.toContain('〓')
      expect(text).not.toContain('records.')
    },
  )
  it('the month’s balances, movements and positions, to the yen', async () => {
    const text = squeezed(pdfText(await file(`/records/balance-report?period=${month()}`, 'en')))
    const account = (await get('/account')).data
    const { closing } = (await get('/records/income')).data
    for (const yen of [account.available, account.lotMargin, closing])
      expect(text).toContain(yen.toLocaleString('en'))
    const open = (await get('/lots?status=open')).data as {
      number: string
      openQuantity: number
      margin: number
    }[]
    expect(open.map(({ openQuantity }) => openQuantity)).toContain(100)
    for (const lot of open) expect(text).toContain(lot.number)
    for (const lot of open) expect(text).toContain(lot.margin.toLocaleString('en'))
    expect(text).not.toContain('portfolio.')
  })
  it('refuse a day without trades, a period ahead, a year without settlements', async () => {
    const refused = async (path: string) => (await get(path)).data.rejection
    expect(await refused('/records/trade-report?date=2020-01-06')).toBe('NOTHING_TRADED')
    expect(await refused('/records/trade-report?date=2026-99-99')).toBe('NOTHING_TRADED')
    expect(await refused('/records/balance-report?period=2999-01')).toBe('PERIOD_WRONG')
    expect(await refused('/records/balance-report?period=nonsense')).toBe('PERIOD_WRONG')
    expect(await refused('/records/year-report?year=1999')).toBe('NOTHING_SETTLED')
  })
})

/**
 * Tables of the firm, of the market, of operators, and of what everybody reads; numbers and addresses that
 * nobody is named by are kept for a short time (`phone_codes`, `sms_codes`, `password_failures`).
 */
const OF_NOBODY = [
  'ai_days',
  'ai_inputs',
  'ai_picks',
  'blocked_texts',
  'break_glasses',
  'canned_drafts',
  'canned_versions',
  'case_requests',
  'case_seals',
  'clock_returns',
  'copy_navs',
  'daily_bars',
  'daily_closings',
  'daily_figures',
  'day_inventory',
  'document_drafts',
  'document_versions',
  'draw_links',
  'draws',
  'duty_choices',
  'duty_deliveries',
  'duty_notices',
  'duty_shifts',
  'duty_standings',
  'ex_days',
  'exchange_log_mark',
  'feed_looks',
  'firm_keys',
  'firm_records',
  'firm_webhook_events',
  'firm_webhooks',
  'halts',
  'heads',
  'house_balances',
  'ipo_results',
  'job_runs',
  'journal',
  'journal_checks',
  'journal_nodes',
  'key_fingerprints',
  'lease',
  'liabilities',
  'listings',
  'market_days',
  'market_gap_prices',
  'market_gaps',
  'market_recorded',
  'migrations',
  'minute_bars',
  'new_issues',
  'news',
  'news_feeds',
  'notice_publications',
  'notices',
  'operator_drafts',
  'operator_names',
  'operator_passkeys',
  'operator_roles',
  'operator_searches',
  'operator_sessions',
  'operator_views',
  'operators',
  'outbox',
  'outbox_marks',
  'password_failures',
  'phone_codes',
  'public_heads',
  'queue_assignments',
  'recovery_sets',
  'refund_details',
  'refund_entries',
  'schedules',
  'sealed_entries',
  'sealed_months',
  'settings',
  'signed_lists',
  'sms_codes',
  'statement_files',
  'statement_lines',
  'statement_originals',
  'tax_rules',
  'transfer_files',
  'tries',
  'used_once',
  'venue_executions',
  'venue_sessions',
  'wall_clock',
]

describe('own data', () => {
  it('holds every row about the member, nobody else’s, and no secret', async () => {
    const other = await app.enrol('090-7777-0102')
    for (const [whose, text] of [
      [token, 'How do I save my statements?'],
      [other.token, 'A question of somebody else'],
    ] as const) {
      expect((await app.call('POST', '/api/chat/lines', { token: whose, body: { text } })).code).toBe(1)
    }
    const [code] = await app.affordable(1)
    for (const [path, body] of [
      ['/watchlists', { name: 'My own list' }],
      ['/alerts', { code, watches: 'rise', changeBp: 2_999, repeats: 'once' }],
      ['/account-opening/consents', { consents: [{ document: 'terms', version: 1 }] }],
    ] as const)
      expect((await app.call('POST', `/api${path}`, { token, body })).code).toBe(1)
    const [mine, theirs] = [
      await sendPicture(token, 'chat', '#205080'),
      await sendPicture(other.token, 'chat', '#805020'),
    ]
    const { data } = await get('/records/own-data', 'en')
    // Each picture is named, and had by its purpose and id, by its owner alone.
    expect(data.pictures).toEqual([{ id: mine, purpose: 'chat', at: expect.any(Number) }])
    const picture = async (id: string, by: string) =>
      fetch(`http://localhost:${app.port}/upload/chat/${id}`, { headers: { token: by } })
    expect(
      Buffer.from(await (await picture(mine, token)).arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('ffd8ff')
    expect([(await picture(mine, other.token)).status, JSON.stringify(data).includes(theirs)]).toEqual([
      404,
      false,
    ])
    expect(data.note).toContain('simulated')
    const log = (await get('/account/log')).data
    expect(data.tables.transfers.length).toBe(log.length)
    expect(Object.keys(data.tables)).toEqual(
      expect.arrayContaining([
        'accounts',
        'alerts',
        'chat_lines',
        'consents',
        'credentials',
        'fills',
        'lots',
        'members',
        'messages',
        'orders',
        'sessions',
        'transfers',
        'watchlists',
      ]),
    )
    expect(data.tables.members).toEqual([expect.objectContaining({ id: userId })])
    const text = JSON.stringify(data)
    for (const own of ['How do I save my statements?', 'My own list']) expect(text).toContain(own)
    for (const secret of [other.userId, token, '$argon2', '090-7777-0102', 'A question of somebody else'])
      expect(text).not.toContain(secret)
    expect(data.leftOut).toEqual(expect.arrayContaining(['credentials.password_hash']))
  })
  it('leaves out no table: each is of members, or of nobody and known to be', async () => {
    const { rows } = await app.context.db.pool.query<{ table: string; columns: string[] }>(`
      select table_name as "table", array_agg(column_name::text) as columns from information_schema.columns where table_schema = current_schema() group by 1 order by 1
    `)
    const ofNobody = rows
      .filter(({ table, columns }) => conditionOf(table, columns) === null)
      .map(({ table }) => table)
    // A new table belongs here, or its rows name their member as `member_id`, or `own-data-queries.ts` says
    // through what.
    expect(ofNobody).toEqual(OF_NOBODY)
    for (const product of [
      'applications',
      'ipo_wins',
      'block_deliveries',
      'day_applications',
      'ai_applications',
      'copy_follows',
      'copy_last_shares',
      'copy_pools',
      'loans',
      'loan_details',
      'loan_entries',
      'loan_appeals',
      'entitlements',
      'credit_records',
    ]) {
      expect(
        rows.find(({ table }) => table === product),
        product,
      ).toBeDefined()
      expect(ofNobody).not.toContain(product)
    }
  })
  it('is handed out so often in an hour, then 429', async () => {
    await get('/records/own-data')
    expect((await get('/records/own-data')).status).toBe(429)
  })
})

it('name their customer, on each paper and in each row, once the name is verified', async () => {
  const { days } = (await get('/records/statements')).data
  const papers = [`trade-report?date=${days[0]}`, `balance-report?period=${month()}`]
  const named = async (lang: string) => [
    ...(await Promise.all(
      papers.map(async (path) => squeezed(pdfText(await file(`/records/${path}`, lang)))),
    )),
    ...(await file('/records/tables/account', lang)).toString().trimEnd().split('\r\n').slice(1),
  ]
  for (const text of await named('jp')) expect(text).toContain('本人確認前')
  await verify(app, token)
  for (const text of await named('jp')) expect(text.replaceAll(' ', '')).toContain('佐藤遥')
})

it('documents are the published ones, by their hashes', async () => {
  const published = JSON.parse(
    readFileSync(join(import.meta.dirname, '../modules/legal/documents/published.json'), 'utf8'),
  )
  const listed = (await app.call('GET', '/api/documents')).data as {
    id: string
    versions: { version: number; sha256: object }[]
  }[]
  expect(
    Object.fromEntries(
      listed.flatMap(({ id, versions }) =>
        versions.map(({ version, sha256 }) => [`${id}.${version}`, sha256]),
      ),
    ),
  ).toEqual(published)
  expect((await app.call('GET', '/api/documents/nothing')).status).toBe(404)
  expect((await app.call('GET', '/api/documents/terms?version=9')).status).toBe(404)
  const { data } = await app.call('GET', '/api/documents/fees?lang=fr')
  expect([data.title, data.version, data.simulated]).toEqual(['Frais, intérêts et impôts', 2, true])
})
