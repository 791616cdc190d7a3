import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateJst, iso, timeJst } from '#kernel/time.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { parseActions } from '#modules/instruments/model/actions-file.ts'
import { listedActions, type CorporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { closingText, tiesOf, type Closing } from '#modules/closings/model/closing.ts'
import { closeDay, closingsCheck } from '#modules/closings/server/closing.ts'
import { closingPaper, closingTable } from '#modules/closings/server/papers.ts'
import { behindFigure } from '#modules/closings/model/behind.ts'
import { FIGURE_KEYS } from '#modules/closings/model/figures.ts'
import * as contract from '#modules/closings/operator-contract.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { LANGS } from '#i18n/lang.ts'
import { findHledger } from '../../test/debian.ts'
import { readCsv } from './auditor.fixture.ts'
import { closingsByHledger } from './closings-by-hledger.fixture.ts'
import { businessTime, enterBankAccount, TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { jumpClock } from './jump-clock.fixture.ts'
import { atConsole, type AtConsole } from './manual-review.fixture.ts'
import { startTestApp, type TestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Days with a deposit, trades, a dividend and its tax, interest of a margin lot, a settled sale with its tax
 * and a withdrawal: each is closed at its end, and the reports are held against hledger, against the signed
 * statement, and against themselves after somebody has changed a row.
 */
let decided: CorporateActions = listedActions(true, [])
const decisions: CorporateActions = {
  known: true,
  between: (...asked) => decided.between(...asked),
  basePrice: (...asked) => decided.basePrice(...asked),
  sharesSince: (...asked) => decided.sharesSince(...asked),
}
let app: TestApp
let token: string
let userId: string
let auditor: AtConsole
const days: string[] = []

const mine = async (path: string): Promise<AnyJson> => (await app.call('GET', `/api${path}`, { token })).data
async function post(path: string, body: object): Promise<AnyJson> {
  const answer = await app.call('POST', `/api${path}`, { token, body })
  expect([path, answer.code, answer.data]).toEqual([path, 1, answer.data])
  return answer.data
}
const buy = async (code: string, leverage: number) =>
  post('/orders', { code, side: 'up', type: 'market', quantity: 200, leverage })
const lots = () => mine('/lots?status=open')

/** Ten in the morning of the next day, once its prices are there. */
async function nextDay(code: string): Promise<void> {
  const date = addDays(dateJst(app.context.clock.market()), 1)
  await jumpClock(app, timeJst(date, 10))
  await waitFor(
    async () => (await mine(`/stocks/${code}`)).quote,
    ({ tradeDate, ask, bid }) => tradeDate >= date && ask !== null && bid !== null,
    60_000,
  )
}

beforeAll(async () => {
  app = await startTestApp({ corporateActions: decisions })
  ;({ token, userId } = await app.enrol('090-2525-0001'))
  const accountId = await enterBankAccount(app, token)
  const [cash, margin] = (await app.affordable(2)) as [string, string]
  const today = app.modules.market.phase().tradeDate
  const file = `code,ex_date,new_shares,old_shares,dividend,pay_date\n${cash},${addDays(today, 1)},,,9.5,${addDays(today, 2)}`
  decided = listedActions(true, parseActions(file, app.context.calendar).actions)
  await post('/deposits', { amount: 500_000, method: 'bank' })
  await waitFor(
    () => mine('/deposits'),
    ([deposit]) => deposit?.status === 'approved',
    60_000,
  )
  await buy(cash, 1)
  await buy(margin, 2)
  await waitFor(lots, (found) => found.length === 2)
  await nextDay(cash)
  for (const { id } of await lots()) await post(`/lots/${id}/close`, { type: 'market' })
  await waitFor(lots, (found) => found.length === 0)
  await nextDay(cash)
  await jumpClock(app, businessTime(app.context.clock.wall() + 3 * 86_400_000, 10))
  await post('/withdrawals', { amount: 60_000, accountId, transactionPassword: TRANSACTION_PASSWORD })
  await jumpClock(app, app.context.clock.wall() + 11 * 60_000)
  await waitFor(
    () => mine('/withdrawals'),
    ([withdrawal]) => withdrawal?.state === 'paid',
    60_000,
  )
  await nextDay(cash)
  auditor = await atConsole(app, 'demo-auditor-1')
  days.push(...(await auditor.get('/closings')).rows.map(({ day }: { day: string }) => day))
}, 240_000)

const show = (day = days[0]!) => auditor.get(`/closings/${day}`)
const query = (text: string) => app.context.db.pool.query(text)

it.skipIf(findHledger() === undefined)(
  'is what hledger makes of the entries, to the yen, on days with each of these',
  async () => {
    const { closings, compared } = await closingsByHledger(app)
    for (const { day, kind, report, hledger } of compared)
      expect([day, kind, report]).toEqual([day, kind, hledger])
    expect(compared.length).toBeGreaterThan(20)
    expect(closings.length).toBeGreaterThanOrEqual(4)
    expect(closings.map((closing) => tiesOf(closing).off)).toEqual(closings.map(() => 0))
    const kinds = new Set(closings.flatMap(({ moves }) => moves.map(({ kind }) => kind)))
    for (const kind of ['deposit', 'withdrawal', 'fee', 'interest', 'dividend', 'dividend-income-tax'])
      expect([kind, kinds.has(kind as never)]).toEqual([kind, true])
    expect(kinds.has('profit') || kinds.has('loss')).toBe(true)
  },
)

it('follows the one before record by record, is the signed statement’s, and is counted', async () => {
  const reports: contract.ClosingView[] = []
  for (const day of days.toReversed()) reports.push(await show(day))
  for (const [n, report] of reports.entries()) {
    expect(report).toMatchObject({ number: n + 1, off: 0, whole: true, simulated: true })
    expect(report.fromSeq).toBe(n === 0 ? 0 : reports[n - 1]!.toSeq + 1)
    expect(report.before).toBe(n === 0 ? null : reports[n - 1]!.hash)
    expect(report.classes.map(({ opening }) => opening)).toEqual(
      n === 0 ? report.classes.map(() => 0) : reports[n - 1]!.classes.map(({ closing }) => closing),
    )
  }
  const { days: signed } = (await app.call('GET', '/api/trust/liabilities')).data
  expect(
    reports.toReversed().map(({ day, owed, toSeq, statement }) => [day, owed, toSeq + 1, statement.root]),
  ).toEqual(signed.map(({ day, total, size, root }: AnyJson) => [day, total, size, root]))
  const { rows } = await query('select report, hash, to_seq from daily_closings order by number desc limit 1')
  const closing = JSON.parse(rows[0].report) as Closing
  expect(createHash('sha256').update(closingText(closing)).digest('hex')).toBe(rows[0].hash)
  const head = await query(`select encode(hash, 'hex') as hash from journal where seq = ${rows[0].to_seq}`)
  expect(closing.head).toBe(head.rows[0].hash)
})

it('is for auditor, treasurer and administrator, and has nobody’s data in it', async () => {
  const paths = [
    contract.listClosings.path,
    `/console/closings/${days[0]}`,
    `/console/closings/${days[0]}/again`,
    `/console/closing-files/${'0'.repeat(64)}`,
  ]
  for (const role of ROLES) {
    const desk = await atConsole(app, `demo-${role}-1`)
    if (role === 'auditor') auditor = desk
    for (const path of paths) {
      const { status } = await app.call('GET', `/api${path}`, { token: desk.token })
      const may = ['auditor', 'treasurer', 'administrator'].includes(role)
      expect([role, path, status]).toEqual([role, path, may ? (path.endsWith('0') ? 404 : 200) : 403])
    }
  }
  for (const path of paths) {
    expect((await app.call('GET', `/api${path}`)).status).toBe(401)
    expect((await app.call('GET', `/api${path}`, { token })).status).toBe(401)
  }
  const found = async (asked: string): Promise<string[]> =>
    (await auditor.get(`/closings?${asked}`)).rows.map(({ day }: { day: string }) => day)
  expect([await found(`q=${days[1]}`), await found('place=1764226250000_x')]).toEqual([[days[1]], days])
  expect((await app.call('GET', '/api/console/closings/1999-01-01', { token: auditor.token })).status).toBe(
    404,
  )
  expect((await app.call('GET', '/api/console/closings/today', { token: auditor.token })).status).toBe(400)
  const { rows } = await query('select report from daily_closings')
  const text = JSON.stringify([rows, await Promise.all(days.map((day) => show(day)))])
  for (const secret of [userId, '090-2525', '佐藤', 'サトウ']) expect(text).not.toContain(secret)
})

describe('as a file', () => {
  const take = async (form: string, lang = 'en', day = days[0]!) => {
    const { data } = await auditor.act('closing.export', day, { body: { form } })
    expect(data.status).toBe('carried-out')
    const path = `/api/console/closing-files/${data.approvalId}?lang=${lang}`
    const file = (await app.call('GET', path, { token: auditor.token })).data
    return { id: data.approvalId as string, name: file.name, bytes: Buffer.from(file.content, 'base64') }
  }
  it('is asked for by an act that everybody can read, and taken by whoever asked', async () => {
    expect((await auditor.act('closing.export', days[0]!, { body: { form: 'xls' } })).data.rejection).toBe(
      'CLOSING_FORM',
    )
    expect((await auditor.act('closing.export', 'today', { body: { form: 'pdf' } })).data.rejection).toBe(
      'CLOSING_FORM',
    )
    const { id, name } = await take('csv')
    expect(name).toBe(`akari-closing-${days[0]}.csv`)
    const other = await atConsole(app, 'demo-treasurer-1')
    expect((await app.call('GET', `/api/console/closing-files/${id}`, { token: other.token })).status).toBe(
      404,
    )
    const { acts } = (await app.call('GET', '/api/operator-acts/public')).data
    expect(acts).toContainEqual(expect.objectContaining({ power: 'closing.export' }))
  })
  it.each(LANGS)(
    'as pages in %s has number, verdict, hash and head, and says that it is simulated',
    async (lang) => {
      const report = await show()
      const { bytes } = await take('pdf', lang)
      const text = pdfText(bytes).replaceAll(/\s/g, '')
      const word = (key: string) => app.context.text(lang, key).replaceAll(/\s/g, '')
      for (const said of [
        report.hash,
        report.head,
        report.statement.root,
        word('closings.paper.ties'),
        word('records.pdf.mark'),
        word('records.simulated'),
        word('portfolio.account.available'),
        word('closings.paper.verdict.bank'),
      ])
        expect(text).toContain(said)
      // No member, and no character that the fonts lack.
      expect(text).not.toContain(userId)
      expect(text).not.toContain('〓')
    },
  )
  it.each(LANGS)('says in %s what the bank has and nothing explains', async (lang) => {
    const { hash } = await show()
    const { rows } = await query(`select report from daily_closings where day = '${days[0]}'`)
    const closing = JSON.parse((rows[0] as { report: string }).report) as Closing
    const bank = { statements: 71_220_000, opening: 0, open: { count: 8, yen: 1_509_124 } }
    const kept = { closing, hash, bank, at: closing.at }
    const open = app.context.text(lang, 'closings.console.bank.open', { n: 8 })
    expect(JSON.stringify(closingPaper(app.context, kept, lang))).toContain(open)
    expect(closingTable(app.context, kept, lang)).toContain(open)
  })
  it('as a table adds up: opening, credits less debits, closing', async () => {
    const { bytes } = await take('csv')
    const rows = readCsv(bytes.toString())
    const classes = rows.filter((row) => row['Difference'] !== '')
    expect(classes.length).toBe(20)
    const of = (row: (typeof rows)[number], name: string) => Number(row[name])
    for (const row of classes)
      expect([of(row, 'Opening') + of(row, 'Credits') - of(row, 'Debits'), of(row, 'Difference')]).toEqual([
        of(row, 'Closing'),
        0,
      ])
    const { bank } = await show()
    const said = (key: string) =>
      rows
        .map((row) => Object.values(row))
        .find(([part]) => part === app.context.text('en', `closings.${key}`))?.[1]
    expect([said('console.bank.statements'), said('console.bank.unexplained')].map(Number)).toEqual([
      bank.statements,
      bank.open.yen,
    ])
    const yen = rows.reduce((sum, row) => sum + of(row, 'Yen'), 0)
    expect([yen, classes.reduce((sum, row) => sum + of(row, 'Debits'), 0)]).toEqual([
      (await show()).moved,
      yen,
    ])
  })
})

describe('reckoned again', () => {
  const damages = async () => {
    const client = await app.context.db.pool.connect()
    try {
      await client.query('begin')
      return (await runStored(client, [closingsCheck])).differences.map(({ table, key }) => `${table} ${key}`)
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  it('from the entries is the same report', async () => {
    for (const day of days) {
      const again = await auditor.get(`/closings/${day}/again`)
      expect([day, again.same, again.hash]).toEqual([day, true, (await show(day)).hash])
    }
    expect(await damages()).toEqual([])
  })
  it('tells of a row, an entry or a statement that was changed', async () => {
    const day = days.at(-1)!
    const edits: [edit: string, back: string, whole: boolean][] = [
      [
        `update transfers set yen = yen + 1 where seq = (select min(seq) from transfers where kind = 'deposit')`,
        `update transfers set yen = yen - 1 where seq = (select min(seq) from transfers where kind = 'deposit')`,
        true,
      ],
      [
        `update daily_closings set hash = reverse(hash) where day = '${day}'`,
        `update daily_closings set hash = reverse(hash) where day = '${day}'`,
        false,
      ],
      [
        `update liabilities set total = total + 1 where day = '${day}'`,
        `update liabilities set total = total - 1 where day = '${day}'`,
        true,
      ],
    ]
    for (const [edit, back, whole] of edits) {
      await query(edit)
      const at = edit.includes('transfers')
        ? (
            await query(
              `select day from daily_closings where to_seq >= (select min(seq) from transfers where kind = 'deposit') order by number limit 1`,
            )
          ).rows[0].day
        : day
      expect([edit, (await auditor.get(`/closings/${at}/again`)).same]).toEqual([edit, false])
      expect([edit, (await show(at)).whole]).toEqual([edit, whole])
      expect(await damages()).toContain(`daily_closings ${at}`)
      await query(back)
    }
    expect(await damages()).toEqual([])
  })
  it('once a day, whatever comes twice', async () => {
    const before = (await query('select count(*) as n from daily_closings')).rows[0].n
    const job = app.modules.all.find(({ name }) => name === 'closings')!.jobs![0]!
    await job.run(job.next(timeJst(addDays(days[0]!, -1), 23)))
    await jumpClock(app, app.context.clock.wall() + 60_000)
    expect((await query('select count(*) as n from daily_closings')).rows[0].n).toBe(before)
    expect(iso(job.next(app.context.clock.market())) > iso(app.context.clock.market())).toBe(true)
  })
})

describe('the figures', () => {
  type View = contract.FigureView
  const figures = async (): Promise<{ day: string; figures: View[] }> => auditor.get('/figures')
  const over = async (key: string, most = 365) =>
    (await auditor.get(`/figures/${key}?days=${most}`)).days as { day: string; value: number | null }[]
  const sumOf = async (key: string) => (await over(key)).reduce((sum, { value }) => sum + (value ?? 0), 0)
  const counted = async (text: string) => Number((await query(text)).rows[0].n)

  it('say what was done in these days, and what stood at the close', async () => {
    expect([
      await sumOf('cash.deposits'),
      await sumOf('cash.deposited'),
      await sumOf('cash.withdrawals'),
      await sumOf('cash.withdrawn'),
    ]).toEqual([1, 500_000, 1, 60_000])
    const taken = await counted(`select sum(yen) as n from transfers where kind = 'fee'`)
    expect(await sumOf('income.fee')).toBe(taken)
    const filled = await counted('select count(*) as n from fills')
    expect([await sumOf('trading.fills'), await sumOf('trading.orders')]).toEqual([
      filled,
      await counted('select count(*) as n from orders'),
    ])
    const turnover = (await query('select price_tenths, quantity from fills')).rows
    expect(await sumOf('trading.turnover')).toBe(
      turnover.reduce(
        (sum, { price_tenths: price, quantity }) => sum + Math.ceil((price * quantity) / 10),
        0,
      ),
    )
    // One member took every step; the demo setting's own were made with the server.
    for (const step of ['submitted', 'bank', 'deposited', 'ordered'])
      expect([step, await sumOf(`funnel.${step}`)]).toEqual([
        step,
        await counted(
          {
            submitted: 'select count(distinct member_id) as n from identity_details',
            bank: "select count(distinct member_id) as n from bank_accounts where state = 'approved'",
            deposited: 'select count(distinct member_id) as n from deposits where credited_yen is not null',
            ordered:
              'select count(distinct member_id) as n from orders where member_id in (select id from members)',
          }[step]!,
        ),
      ])
    const { day, figures: all } = await figures()
    expect(day).toBe(days[0])
    const value = (key: string) => all.find((figure) => figure.key === key)!
    const report = await show()
    expect(value('money.owed').value).toBe(report.owed)
    expect(value('members.total').value).toBe(await counted('select count(*) as n from members'))
    expect(value('funnel.ordered').inAll).toBe(
      await counted(
        'select count(*) as n from members where exists (select from orders where member_id = members.id)',
      ),
    )
    // Nothing has moved since the last close but what this test did: today's balances are the ledger's.
    expect(value('money.own').today).toBe(
      await counted(
        "select sum(balance_yen) as n from accounts where member_id is not null and kind not in ('loan', 'shortfall')",
      ),
    )
    expect([value('risk.margin').today, value('cash.deposits').line.length > 3]).toEqual([null, true])
  })

  it('are the same when a day is reckoned again', async () => {
    const kept = await query('select day, key, value from daily_figures order by day, key')
    await query(
      'create table was as select * from daily_closings; delete from daily_closings; delete from daily_figures',
    )
    for (const day of days.toReversed()) await closeDay(app.context, day)
    const again = await query('select day, key, value from daily_figures order by day, key')
    // Open lots are those of the moment; all were closed by then.
    const fixed = ({ key }: AnyJson) => !key.startsWith('risk.margin') && !/^risk[.](issue|member)$/.test(key)
    expect(again.rows.filter(fixed)).toEqual(kept.rows.filter(fixed))
    const { rows } = await query(
      'select w.day from was w join daily_closings d using (day) where w.hash <> d.hash',
    )
    expect(rows).toEqual([])
    await query('drop table was')
  })

  const rowsBehind = async (of: string, day?: string) => {
    const rows: contract.BehindView['rows'] = []
    for (let place = ''; ;) {
      const asked = [day && `day=${day}`, place && `place=${place}`].filter(Boolean).join('&')
      const view: contract.BehindView = await auditor.get(`/figure-rows/${of}?${asked}`)
      rows.push(...view.rows)
      if (view.next === null) return { ...view, rows }
      place = view.next
    }
  }
  const rank = (times: number[], share: number): number | null => {
    if (times.length === 0) return null
    const [sorted, at] = [times.toSorted((a, b) => a - b), (times.length - 1) * share]
    const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!]
    return Math.round(low + (high - low) * (at % 1))
  }
  /** Figure made of the rows that were shown, page by page. */
  const madeOf = ({ rows, makes }: contract.BehindView): number | null => {
    const times = rows.flatMap(({ ms }) => ms ?? [])
    switch (makes) {
      case 'count':
        return rows.length
      case 'yen':
        return rows.reduce((sum, { yen }) => sum + yen!, 0)
      case 'median':
        return rank(times, 0.5)
      case 'slow':
        return rank(times, 0.9)
    }
  }
  const LISTED = FIGURE_KEYS.filter((key) => behindFigure(key) !== null)

  it('have a list of the day behind them that makes them: shown, added up, and kept', async () => {
    const seen = new Set<string>()
    for (const key of LISTED)
      for (const { day, value } of await over(key)) {
        const list = await rowsBehind(key, day)
        expect([key, day, list.says, list.made, madeOf(list), list.total]).toEqual([
          ...[key, day, value, value, value],
          list.rows.length,
        ])
        if (list.rows.length > 0) seen.add(key)
      }
    for (const key of [
      ...['members.total', 'funnel.deposited', 'money.owed', 'money.bank', 'cash.withdrawn'],
      ...['cash.depositMedian', 'trading.orders', 'trading.turnover', 'income.fee', 'income.tax'],
    ])
      expect([key, seen.has(key)]).toEqual([key, true])
    // Nothing is asked of the members meanwhile: the day that goes on is as its figures have it.
    const { figures: all } = await figures()
    for (const key of LISTED) {
      const list = await rowsBehind(key)
      const { today } = all.find((each) => each.key === key)!
      expect([key, list.day, list.says, madeOf(list)]).toEqual([key, null, today, today])
    }
  })

  it('and so has each line of a report', async () => {
    for (const day of days) {
      const report: contract.ClosingView = await show(day)
      const lines: [list: string, yen: number, count: number | null][] = [
        ['entries', report.moved, report.entries],
        ...report.classes.flatMap(({ account, closing, debits, credits }): typeof lines => [
          [`closing.${account}`, closing, null],
          [`debits.${account}`, debits, null],
          [`credits.${account}`, credits, null],
        ]),
        ...report.moves.map(({ list, yen, count }): (typeof lines)[number] => [list, yen, count]),
      ]
      for (const [name, yen, count] of lines) {
        const list = await rowsBehind(name, day)
        expect([day, name, list.says, list.made, madeOf(list)]).toEqual([day, name, yen, yen, yen])
        if (count !== null) expect([name, list.total]).toEqual([name, count])
      }
    }
  })

  it('say so where rows were changed after the close, and who looked at them', async () => {
    const day = days[0]!
    const key = 'funnel.registered'
    await query(`update members set opened_at = opened_at + 400 * 86400000::bigint where id = '${userId}'`)
    const all = await Promise.all(days.map((each) => rowsBehind(key, each)))
    expect(all.filter(({ says, made }) => says !== made)).toHaveLength(1)
    await query(`update members set opened_at = opened_at - 400 * 86400000::bigint where id = '${userId}'`)
    const { reads } = (await app.call('GET', '/api/operator-acts/reads?lang=en', { token })).data
    expect(reads).toContainEqual(expect.objectContaining({ role: 'auditor' }))
    const status = async (path: string) =>
      (await app.call('GET', `/api/console/figure-rows/${path}`, { token: auditor.token })).status
    expect([
      await status(`risk.margin?day=${day}`),
      await status('money.mine'),
      await status('closing.mine'),
      await status('move.fee.available'),
      await status('debits.fee.fee'),
      await status('money.owed?day=1999-01-01'),
      await status('money.owed?day=today'),
      await status(`money.owed?day=${day}`),
    ]).toEqual([404, 404, 404, 404, 404, 404, 400, 200])
  })

  it('are read by key over ten thousand rows, and no entry is read again', async () => {
    await query(
      `insert into daily_figures select 'money.owed', to_char(date '1980-01-01' + n, 'YYYY-MM-DD'), n from generate_series(1, 10000) as n`,
    )
    await query('analyze daily_figures')
    const { rows } = await query(
      `explain (analyze, buffers, format json) select * from daily_figures where key in ('money.owed') and day >= '${addDays(days[0]!, -364)}' order by day`,
    )
    const { Plan: plan } = rows[0]['QUERY PLAN'][0]
    expect(plan['Actual Rows']).toBeLessThan(400)
    expect(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']).toBeLessThan(20)
    const began = performance.now()
    expect((await over('money.owed')).length).toBe(days.length)
    await figures()
    expect(performance.now() - began).toBeLessThan(5_000)
    await query(`delete from daily_figures where day < '2020-01-01'`)
  })

  it('are refused under another name, and to other roles', async () => {
    const status = async (path: string, token: string) =>
      (await app.call('GET', `/api/console${path}`, { token })).status
    expect(await status('/figures/money.mine', auditor.token)).toBe(400)
    expect(await status('/figures/money.owed?days=31', auditor.token)).toBe(400)
    const support = await atConsole(app, 'demo-support-1')
    expect([
      await status('/figures', support.token),
      await status('/figures/money.owed', support.token),
      await status('/figure-rows/money.owed', support.token),
    ]).toEqual([403, 403, 403])
  })
})
