import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { openBankAccount, TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import * as contract from '../operator-contract.ts'
import { plainAccount } from '../model/plain-text.ts'
import { findHledger } from '../../../../test/debian.ts'

let app: TestApp
let member: { token: string; userId: string }
let number: number
const tokens: Record<string, string> = {}

const get = async (path: string, role = 'auditor') =>
  app.call('GET', `/api${path}${path.includes('?') ? '&' : '?'}lang=en`, { token: tokens[role]! })
const data = async (path: string, role?: string): Promise<AnyJson> => (await get(path, role)).data
const act = (power: string, subject: string, body: object, role = 'auditor') =>
  app.call('POST', '/api/console/act', { token: tokens[role]!, body: { power, subject, body } })
const mine = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const query = (text: string) => app.context.db.pool.query(text)

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({ limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } } })
  const codes = (await app.call('GET', '/api/dev/operators')).data as {
    operatorId: string
    role: string
    number: number
    code: string
  }[]
  for (const { operatorId, role, code, number: which } of codes) {
    if (which === 1 || role === 'treasurer')
      tokens[which === 1 ? role : `${role} ${which}`] = (
        await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
      ).data.token
  }
  member = await app.enrol('090-7777-4321')
  const accountId = await openBankAccount(app, member.token)
  const post = async (path: string, body: object): Promise<AnyJson> =>
    (await app.call('POST', `/api${path}`, { token: member.token, body })).data
  await post('/deposits', { amount: 500_000, method: 'bank' })
  await waitFor(
    () => mine('/records/tables/deposits').then(() => mine('/account/log')),
    (log) => log.some(({ kind }: { kind: string }) => kind === 'deposit'),
    40 * SECOND,
  )
  await post('/withdrawals', { amount: 60_000, accountId, transactionPassword: TRANSACTION_PASSWORD })
  const [first, second] = await app.affordable(2)
  for (const code of [first, second])
    await post('/orders', { code, side: 'up', type: 'market', quantity: 200, leverage: 1 })
  const lots = await waitFor(
    () => mine('/lots?status=open'),
    (found) => found.length >= 2,
  )
  await post(`/lots/${lots[0].id}/close`, { type: 'market', quantity: 100 })
  await waitFor(
    () => mine('/orders?status=pending'),
    (found) => found.length === 0,
  )
  number = (await data(`/console/members?q=4321`)).rows[0].number
}, 120_000)

const routes = Object.values(contract).filter(
  (each): each is typeof contract.showMember =>
    typeof each === 'object' &&
    'access' in each &&
    each.name !== contract.writeMemberNote.name &&
    // Lists for keys of the firm alone: `backoffice/server/firm-keys.test.ts` asks them.
    !('roles' in each && each.roles?.length === 0),
)
describe('every route of the module', () => {
  it('but the one for notes is a reading one, closed to guests and members and to every role that it does not name', async () => {
    expect(routes.length).toBe(21)
    const examples: Record<string, string> = { account: 'h:bank', seq: '0', id: member.userId }
    for (const route of routes) {
      expect([route.name, route.method, route.access]).toEqual([route.name, 'GET', 'operator'])
      const path = `/api${route.path.replace(/\{(\w+)\}/g, (_, name: string) => examples[name]!)}`
      const status = async (token?: string) =>
        (await app.call('GET', path, token === undefined ? {} : { token })).status
      expect([route.name, await status(), await status(member.token)]).toEqual([route.name, 401, 401])
      for (const role of ROLES) {
        const may = (route.roles as readonly string[]).includes(role)
        const got = await status(tokens[role])
        expect([route.name, role, got === 403]).toEqual([route.name, role, !may])
      }
    }
  })
})

describe('the one field for everything', () => {
  const find = async (text: string, role = 'auditor') =>
    (await data(`/console/search?q=${encodeURIComponent(text)}`, role)).hits as contract.Hit[]
  const looks = async () =>
    (
      await query(
        `select what from operator_reads where operator_id = 'demo-treasurer-2' and member_id = '${member.userId}' order by what`,
      )
    ).rows.map(({ what }) => what)
  it('finds member, order, deposit and withdrawal by the whole of their numbers, each for those who may read it, and the member reads of the look', async () => {
    const order = (await mine('/orders'))[0].number as string
    const {
      rows: [deposit],
    } = await query(`select id, reference from deposits where member_id = '${member.userId}'`)
    const {
      rows: [withdrawal],
    } = await query(`select id, reference, state from withdrawals where member_id = '${member.userId}'`)
    const whose = { id: member.userId, number }
    // The number alone is nobody's secret within the firm: no look.
    expect(await find(`#${number}`, 'treasurer 2')).toEqual([
      { kind: 'member', id: member.userId, label: `#${number}`, member: whose, waiting: null },
    ])
    expect(await looks()).toEqual([])
    expect(await find('4321', 'treasurer 2')).toMatchObject([{ kind: 'member', id: member.userId }])
    expect(await find(` ${order.toLowerCase()} `, 'treasurer 2')).toMatchObject([
      { kind: 'order', label: order, member: whose },
    ])
    expect(await find(deposit.reference, 'treasurer 2')).toMatchObject([
      { kind: 'deposit', id: deposit.id, member: whose, waiting: null },
    ])
    expect(await find(withdrawal.reference, 'treasurer 2')).toMatchObject([
      {
        kind: 'withdrawal',
        id: withdrawal.id,
        member: whose,
        waiting: withdrawal.state === 'approved' ? 'bank' : null,
      },
    ])
    expect(await looks()).toEqual(['deposit', 'orders', 'profile', 'withdrawal'])
    // Support reads no money, the listing desk no member; what nobody has is nothing.
    for (const [text, role] of [
      [deposit.reference, 'support'],
      [withdrawal.reference, 'support'],
      [`#${number}`, 'listing'],
      [order, 'listing'],
      ['O-20260101-999999', 'auditor'],
      ['%', 'auditor'],
      ['12345678', 'auditor'],
    ] as const) {
      expect([text, role, (await find(text, role)).filter(({ kind }) => kind !== 'member')]).toEqual([
        text,
        role,
        [],
      ])
    }
    expect(await find(`#${number}`, 'listing')).toEqual([])
  })
  it('finds a member by the heading of the member’s page, and the records of the audit log by numbers', async () => {
    for (const heading of [`会員 ${number}`, `会員${number}`, `Member ${number}`])
      expect([heading, await find(heading, 'treasurer')]).toEqual([
        heading,
        [expect.objectContaining({ kind: 'member', id: member.userId })],
      ])
    const {
      rows: [deposit],
    } = await query(`select id, reference from deposits where member_id = '${member.userId}'`)
    const audit = async (q: string) =>
      (await data(`/console/audit?q=${encodeURIComponent(q)}`)).rows as AnyJson[]
    const found = await audit(deposit.reference)
    expect(found.length).toBeGreaterThan(0)
    for (const { subject, about } of found)
      expect([subject, about]).toEqual([
        deposit.id,
        expect.objectContaining({
          name: deposit.reference,
          address: expect.objectContaining({ page: 'deposits' }),
        }),
      ])
    expect((await audit(`#${number}`)).map(({ subject }) => subject)).toContain(deposit.id)
    // A number that nobody has is in no record, though its digits may be.
    expect(await audit('#999999')).toEqual([])
  })
  it('finds a listing by the beginning of its id, for those who work at listings', async () => {
    await query(
      `insert into listings (id, kind, terms, hash, opens_at, closes_at, published_at, signers) values ('IPO-2026-0099', 'ipo', '{}', 'x', 0, 1, 0, '[]')`,
    )
    expect(await find('ipo-2026-009', 'listing')).toEqual([
      { kind: 'listing', id: 'IPO-2026-0099', label: 'IPO-2026-0099', member: null, waiting: null },
    ])
    expect(await find('ipo-2026-009', 'support')).toEqual([])
    await query(`delete from listings where id = 'IPO-2026-0099'`)
  })
})

it('no value of any field breaks it', async () => {
  const values = [
    '',
    '-1',
    '999999999999999',
    '9999999999999999',
    'h:bank',
    'm:x:available',
    '999999999999999-999999',
    '2026-02-30',
    'e5',
    'a%',
    "' or 1=1 --",
    '７',
    '__proto__',
  ]
  const examples: Record<string, string> = { account: 'h:fee', seq: '1', id: member.userId }
  const fieldsOf = (schema: unknown) =>
    Object.keys((schema as { def: { shape: object } } | undefined)?.def.shape ?? {})
  const pathOf = (route: (typeof routes)[number], params: Record<string, string>) =>
    route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? examples[name]!))
  const paths = routes.flatMap((route) =>
    values.flatMap((value) => [
      ...fieldsOf(route.query).map((field) => `${pathOf(route, {})}?${field}=${encodeURIComponent(value)}`),
      ...fieldsOf(route.params).map((field) => pathOf(route, { [field]: value || ' ' })),
    ]),
  )
  const broken: unknown[] = []
  for (const path of paths) {
    const { status } = await get(path)
    if (![200, 400, 404].includes(status)) broken.push([path, status])
  }
  expect(broken).toEqual([])
})

describe('members', () => {
  it('are found by number and by the end of the telephone number, masked; by level and state', async () => {
    const [byNumber, byPhone] = [
      await data(`/console/members?q=${number}`),
      await data('/console/members?q=090-7777-4321'),
    ]
    expect(byNumber.rows.map((row: { id: string; mobile: null }) => [row.id, row.mobile])).toContainEqual([
      member.userId,
      null,
    ])
    expect(byPhone.rows).toMatchObject([
      { id: member.userId, number, state: 'open', mobile: '090-****-4321' },
    ])
    expect((await data('/console/members?q=9999999')).rows).toEqual([])
    expect((await data('/console/members?q=Suzuki')).rows).toEqual([])
    expect((await data('/console/members?after=999999999999999')).rows).toEqual([])
    expect((await data('/console/members?state=closed')).rows).toEqual([])
    const level = byPhone.rows[0].level
    expect(
      (await data(`/console/members?level=${level}`)).rows.map(({ id }: { id: string }) => id),
    ).toContain(member.userId)
    expect(
      (await data(`/console/members?after=${number}`)).rows.map(({ id }: { id: string }) => id),
    ).not.toContain(member.userId)
  })
  it('are found by anything that the console may see; the member reads of it, and the words stand in the record', async () => {
    const address = 'find-me@example.jp'
    await query(
      `insert into email_addresses (member_id, address, code_tries) values ('${member.userId}', '${address}', 0)
       on conflict (member_id) do update set address = excluded.address`,
    )
    const order = (await mine('/orders'))[0].number as string
    const account = (
      await query(`select number from bank_account_details where member_id = '${member.userId}' limit 1`)
    ).rows[0].number as string
    const find = async (text: string) => data(`/console/members?q=${encodeURIComponent(text)}`, 'support')
    const FINDS: [text: string, by: string][] = [
      ['佐藤', 'name'],
      ['佐藤 遥', 'name'],
      ['さとう', 'name'],
      ['ｻﾄｳ ﾊﾙｶ', 'name'],
      ['haruka sato', 'name'],
      ['satou', 'name'],
      [address.toUpperCase(), 'email'],
      ['find-me@', 'email'],
      [account.slice(-4), 'account'],
      [order.toLowerCase(), 'order'],
      ['4321', 'mobile'],
    ]
    for (const [text, by] of FINDS)
      expect([
        text,
        (await find(text)).rows.map((row: AnyJson) => [row.id === member.userId, row.by]),
      ]).toEqual([text, expect.arrayContaining([[true, by]])])
    for (const text of ['佐', 'sa', '鈴木', 'find-you@', '%', '_____', "o'neil; drop"])
      expect([text, (await find(text)).rows]).toEqual([text, []])
    const looks = await mine('/operator-acts/reads')
    expect(looks.reads.filter(({ role }: AnyJson) => role === 'support').length).toBeGreaterThan(0)
    const { rows } = await data('/console/searches')
    for (const [words] of FINDS)
      expect(rows).toContainEqual(
        expect.objectContaining({ words, found: expect.any(Number), by: { role: 'support', number: 1 } }),
      )
    expect(rows.find(({ words }: AnyJson) => words === '鈴木')).toMatchObject({ found: 0 })
    // The same words again are one search.
    await find('佐藤')
    expect(
      (await data('/console/searches')).rows.filter(({ words }: AnyJson) => words === '佐藤'),
    ).toHaveLength(1)
    expect((await get('/console/searches', 'support')).status).toBe(403)
  })
  it('are shown as they stand, personal data masked but for the reviewer, who needs the name', async () => {
    const own = await mine('/account')
    const seen = await data(`/console/members/${member.userId}`)
    expect(seen).toMatchObject({
      number,
      mobile: '090-****-4321',
      state: 'open',
      frozen: false,
      simulated: true,
    })
    expect(
      Object.fromEntries(seen.balances.map(({ name, yen }: { name: string; yen: number }) => [name, yen])),
    ).toMatchObject({
      available: own.available,
      lotMargin: own.lotMargin,
      withdrawalHold: own.withdrawalHold,
    })
    expect(seen.name).toMatch(/^.•••$/)
    expect((await data(`/console/members/${member.userId}`, 'support')).name).toBe(seen.name)
    const whole = (await data(`/console/members/${member.userId}`, 'reviewer')).name
    expect([whole.length > 1, whole[0]]).toEqual([true, seen.name[0]])
    const everything = JSON.stringify(
      await Promise.all(
        ['', '/holdings', '/orders', '/money', '/cases', '/acts', '/devices'].map((part) =>
          data(`/console/members/${member.userId}${part}`),
        ),
      ),
    )
    for (const secret of ['7777-4321', '77774321', '1234567', member.token, whole])
      expect(everything).not.toContain(secret)
    expect((await data(`/console/members/${member.userId}/holdings`)).rows.length).toBe(2)
    expect((await data(`/console/members/${member.userId}/orders`)).rows.length).toBe(3)
    expect(
      (await data(`/console/members/${member.userId}/money`)).rows
        .map(({ kind, yen }: { kind: string; yen: number }) => [kind, yen])
        .toSorted(),
    ).toEqual([
      ['deposit', 500_000],
      ['withdrawal', 60_000],
    ])
    expect(
      (await data(`/console/members/${member.userId}/cases`)).rows.map(({ kind }: { kind: string }) => kind),
    ).toEqual(expect.arrayContaining(['identity', 'bank-account']))
    expect((await get('/console/members/nobody')).status).toBe(404)
    expect((await get(`/console/members/${member.userId}/acts?before=yesterday`)).status).toBe(400)
  })
  it('read afterwards who looked at what; each kind of look is there', async () => {
    const { reads } = await mine('/operator-acts/reads?limit=100')
    expect(reads).toContainEqual(
      expect.objectContaining({ what: expect.any(String), role: 'auditor', number: 1 }),
    )
    expect(new Set(reads.map(({ role }: { role: string }) => role))).toEqual(
      new Set(['auditor', 'support', 'reviewer', 'treasurer', 'administrator']),
    )
    const logged = (
      await query(
        `select distinct what from operator_reads where member_id = '${member.userId}' and role = 'auditor'`,
      )
    ).rows.map((row) => row.what)
    expect(logged.toSorted()).toEqual(
      expect.arrayContaining([
        'bank-account',
        'deposit',
        'identity',
        'ledger',
        'orders',
        'profile',
        'withdrawal',
      ]),
    )
    await app.modules.staff.act('demo-reviewer-1', {
      power: 'trading.freeze-on',
      subject: member.userId,
      body: {},
      reason: { code: 'takeover', text: null },
    })
    const shown = (await data(`/console/members/${member.userId}/acts`)).rows
    // An act that one of two has signed has not been done.
    const stageOf = (power: string) => shown.find(({ what }: { what: string }) => what === power)?.stage
    expect([stageOf('trading.freeze-on'), stageOf('deposit.credit'), stageOf('profile')]).toEqual([
      'asked',
      'carried-out',
      null,
    ])
    expect(shown.map(({ kind }: AnyJson) => kind)).toContain('read')
    const acts = (await data(`/console/members/${member.userId}/timeline?kinds=act`)).rows
    expect(acts.map(({ kind, what }: AnyJson) => `${kind} ${what}`)).toEqual(
      expect.arrayContaining(['act trading.freeze-on', 'act identity.accept', 'act deposit.credit']),
    )
  })
})

describe('the ledger', () => {
  it('adds up to nothing, and every account to its entries', async () => {
    const { rows, totals, sum } = await data('/console/ledger?of=house')
    expect(sum).toBe(0)
    expect(totals.find(({ kind }: { kind: string }) => kind === 'bank')).toMatchObject({
      house: true,
      accounts: 1,
    })
    const members = (await data(`/console/ledger?of=${number}`)).rows
    expect(new Set(members.map(({ number: of }: { number: number }) => of))).toEqual(new Set([number]))
    for (const { id, yen } of [...rows, ...members]) {
      const entries: { change: number }[] = []
      for (let before = ''; ;) {
        const page = await data(`/console/ledger/accounts/${encodeURIComponent(id)}${before}`)
        entries.push(...page.rows)
        if (page.next === null) break
        before = `?before=${page.next}`
      }
      expect([id, entries.reduce((all, { change }) => all + change, 0)]).toEqual([id, yen])
    }
    expect((await get('/console/ledger/accounts/h:vault')).status).toBe(404)
    expect((await get('/console/ledger/accounts/nonsense')).status).toBe(400)
    expect((await data('/console/ledger?of=9999999999')).rows).toEqual([])
  })
  it('explains an entry by the record that made it, whose place in the chain anybody can reckon', async () => {
    const account = `m:${member.userId}:available`
    const entry = (await data(`/console/ledger/accounts/${account}?kind=deposit`)).rows[0]
    expect(entry).toMatchObject({
      kind: 'deposit',
      what: 'Deposit',
      debit: 'h:bank',
      credit: account,
      yen: 500_000,
      change: 500_000,
    })
    const record = await data(`/console/journal/${entry.seq}`)
    expect(record.entries.map(({ id }: { id: string }) => id)).toContain(entry.id)
    const said = JSON.parse(record.record)
    expect([record.type, said.type, said.seq, said.body.input.power]).toEqual([
      'staff.act',
      'staff.act',
      String(entry.seq),
      'deposit.credit',
    ])
    const hash = createHash('sha256')
      .update('KABU-JRN-v1\0')
      .update(Buffer.from(record.before, 'hex'))
      .update(record.record)
      .digest('hex')
    expect([record.hash, record.follows, record.next.follows]).toEqual([hash, true, true])
    expect((await data(`/console/journal/${entry.seq - 1}`)).hash).toBe(record.before)
    expect((await data('/console/journal/0')).before).toBe('0'.repeat(64))
    expect((await get('/console/journal/999999999999999')).status).toBe(404)
    expect(record.by).toBe('operator')
  })
  it('says what the demo desk did in a member’s name', async () => {
    const inDemo = await waitFor(
      async () =>
        (
          await query(
            `select distinct on (said ->> 'type') seq, said ->> 'type' as type
             from (select seq, convert_from(record, 'UTF8')::jsonb as said from journal) as records
             where said ->> 'type' in ('copy.stake', 'consent.give') order by said ->> 'type', seq`,
          )
        ).rows as { seq: string; type: string }[],
      (rows) => rows.length === 2,
    )
    for (const { seq } of inDemo)
      expect(await data(`/console/journal/${seq}`)).toMatchObject({ by: 'demo-desk' })
  })
  it('is not read unseen', async () => {
    const logged = (
      await query(
        `select distinct role from operator_reads where member_id = '${member.userId}' and what = 'ledger'`,
      )
    ).rows
    expect(logged).toContainEqual({ role: 'auditor' })
  })
})

describe('the check of the journal', () => {
  const last = async () => (await data('/console/journal-checks')).rows[0]
  const ask = async () => {
    const { data: acted } = await act('journal.verify', 'journal', {})
    expect(acted.status).toBe('carried-out')
    return waitFor(last, (check) => check?.id === acted.result.id && check.status !== 'running')
  }
  it('is asked for by an auditor or administrator alone, and is a public act', async () => {
    expect((await act('journal.verify', 'journal', {}, 'support')).data.rejection).toBe('ROLE_MAY_NOT')
    expect(await data('/console/last-check', 'support')).toEqual({ check: null })
    const found = await ask()
    expect(await data('/console/last-check', 'support')).toEqual({
      check: { status: 'intact', at: found.endedAt, toSeq: found.toSeq },
    })
    expect(found).toMatchObject({
      status: 'intact',
      badSeq: null,
      what: null,
      by: { role: 'auditor', number: 1 },
    })
    expect(found.entries).toBeGreaterThan(10)
    // The simulated desk acts in public too, whenever it is due.
    const { acts } = (await app.call('GET', '/api/operator-acts/public')).data as {
      acts: { power: string }[]
    }
    expect(acts.find(({ power }) => power === 'journal.verify')).toMatchObject({
      approvals: [{ role: 'auditor' }],
    })
    expect((await data('/console/journal/1')).verified).toMatchObject({
      toSeq: found.toSeq,
      head: found.head,
    })
  })
  it('names the first record whose entry somebody changed in the database', async () => {
    const entry = (await data(`/console/ledger/accounts/m:${member.userId}:available?kind=deposit`)).rows[0]
    await query(`update transfers set yen = yen + 1 where seq = ${entry.seq} and n = 0`)
    expect(await ask()).toMatchObject({ status: 'broken', badSeq: entry.seq })
    await query(`update transfers set yen = yen - 1 where seq = ${entry.seq} and n = 0`)
    expect(await ask()).toMatchObject({ status: 'intact' })
  })
})

describe('reconciliation', () => {
  let entered: string
  let traded: string
  const differing = async (date: string, more = '') =>
    await data(`/console/reconciliation?date=${date}${more}`)
  const unexplained = async (date: string): Promise<string[]> =>
    (await differing(date)).causes
      .filter(({ expected }: { expected: boolean }) => !expected)
      .map(({ cause, count, yen }: AnyJson) => `${cause} ${count} ${yen}`)
  beforeAll(async () => {
    const log = (await mine('/account/log')) as { kind: string; at: string }[]
    const dayOf = (kind: string) =>
      new Date(Date.parse(log.find((entry) => entry.kind === kind)!.at) + 9 * 3_600_000)
        .toISOString()
        .slice(0, 10)
    entered = dayOf('deposit')
    traded = dayOf('lot-margin')
    // A trade of a moment ago is on its way; two minutes later it is booked, or missing.
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + 2 * MINUTE).toISOString() },
    })
  })

  it('finds nothing but what explains itself', async () => {
    expect([await unexplained(entered), await unexplained(traded)]).toEqual([[], []])
    const found = await differing(traded)
    expect([found.venue.fills > 0, found.venue.fills]).toEqual([true, found.venue.trades])
    expect(found.bank.ledger).toBe(found.bank.statements + found.bank.opening)
    const unpaid = found.differences.find(({ cause }: { cause: string }) => cause === 'on-its-way')
    expect(unpaid).toMatchObject({ side: 'bank', yen: 0, amount: 60_000, memberId: member.userId })
    expect((await data('/console/reconciliation?date=2026-02-30')).rejection).toBe('DATE_WRONG')
    expect((await data('/console/reconciliation?date=2999-01-01')).rejection).toBe('DATE_WRONG')
  })
  it.each([
    [
      'a line of the statement changed',
      () => entered,
      "update statement_lines set yen = yen - 100000 where kind = 'in'",
      "update statement_lines set yen = yen + 100000 where kind = 'in'",
      ['amount-differs 1 100000'],
    ],
    [
      'a line short by a bank’s fee',
      () => entered,
      "update statement_lines set yen = yen - 440 where kind = 'in'",
      "update statement_lines set yen = yen + 440 where kind = 'in'",
      ['bank-fee 1 440'],
    ],
    [
      'a line lost',
      () => entered,
      "create table lost as select * from statement_lines where kind = 'in'; delete from statement_lines where kind = 'in'",
      'insert into statement_lines select * from lost; drop table lost',
      ['missing-line 1 500000'],
    ],
    [
      'a line nobody knows',
      () => entered,
      "insert into statement_lines select 'x-1', kind, 777, '00000000', payer_hash, source, booked_at, null from statement_lines where kind = 'in'",
      "delete from statement_lines where id = 'x-1'",
      ['unmatched-line 1 -777'],
    ],
    [
      'a line a second time',
      () => entered,
      "insert into statement_lines select 'x-2', kind, yen, reference, payer_hash, source, booked_at, null from statement_lines where kind = 'in'",
      "delete from statement_lines where id = 'x-2'",
      ['duplicate-line 1 -500000'],
    ],
    [
      'a line used for another',
      () => entered,
      "update statement_lines set used_for = 'another' where kind = 'in'",
      "update statement_lines set used_for = (select id from deposits where line_id = statement_lines.id) where kind = 'in'",
      ['line-used-elsewhere 1 0'],
    ],
    [
      'a payment that never left',
      () => entered,
      'update withdrawals set approved_at = approved_at - 300000000',
      'update withdrawals set approved_at = approved_at + 300000000',
      ['missing-transfer 1 0'],
    ],
    [
      'a fill lost',
      () => traded,
      'create table lost as select * from fills order by n limit 1; delete from fills using lost where fills.n = lost.n',
      'insert into fills select * from lost; drop table lost',
      [expect.stringMatching(/^not-booked 1 -/), expect.stringMatching(/^fee-differs 1 /)],
    ],
    [
      'a fill at another price',
      () => traded,
      'update fills set price_tenths = price_tenths + 10 where n = (select min(n) from fills)',
      'update fills set price_tenths = price_tenths - 10 where n = (select min(n) from fills)',
      [expect.stringMatching(/^trade-differs 1 /)],
    ],
    [
      'money held for nothing',
      () => traded,
      "update lots set margin_yen = margin_yen - 9 where id = (select min(id) from lots where status <> 'closed')",
      "update lots set margin_yen = margin_yen + 9 where id = (select min(id) from lots where status <> 'closed')",
      ['held-differs 1 9'],
    ],
  ])('planted: %s', async (_what, date, plant, undo, causes) => {
    for (const text of plant.split(';')) await query(text)
    try {
      expect(await unexplained(date())).toEqual(causes)
    } finally {
      for (const text of undo.split(';')) await query(text)
    }
    expect(await unexplained(date())).toEqual([])
  })
  it('leads from a difference to the line and to the record', async () => {
    await query('update fills set price_tenths = price_tenths + 10 where n = (select min(n) from fills)')
    const { differences } = await differing(traded, '&cause=trade-differs')
    await query('update fills set price_tenths = price_tenths - 10 where n = (select min(n) from fills)')
    expect(differences).toMatchObject([{ side: 'venue', cause: 'trade-differs', memberId: member.userId }])
    const record = await data(`/console/journal/${differences[0].entry.split('-')[0]}`)
    expect([
      record.type,
      record.entries.some(({ orderId }: { orderId: string }) => orderId === differences[0].subject),
    ]).toEqual(['execution.apply', true])
    const line = (await query("select id, used_for from statement_lines where kind = 'in'")).rows[0]
    expect(await data(`/console/statement-lines/${line.id}`)).toMatchObject({
      kind: 'in',
      yen: 500_000,
      usedFor: line.used_for,
      source: 'demo-bank',
    })
    expect((await get('/console/statement-lines/none')).status).toBe(404)
  })
})

describe('files of the books', () => {
  const take = async (id: string, role?: string): Promise<{ text: string; pieces: number }> => {
    let text = ''
    let pieces = 0
    for (let from: string | null = 'e0'; from !== null; pieces++) {
      const piece: AnyJson = await data(`/console/exports/${id}?from=${encodeURIComponent(from)}`, role)
      text += piece.text
      from = piece.next
    }
    return { text, pieces }
  }
  const ask = async (form: string) => {
    const { data: acted } = await act('ledger.export', 'ledger', { form })
    expect(acted.status).toBe('carried-out')
    return (await data('/console/exports')).rows[0]
  }

  it('are asked for by an act that everybody can read, and taken by whoever asked', async () => {
    expect((await act('ledger.export', 'ledger', { form: 'csv' }, 'treasurer')).data.rejection).toBe(
      'ROLE_MAY_NOT',
    )
    expect((await act('ledger.export', 'ledger', { form: 'xls' })).data.rejection).toBe('EXPORT_FORM')
    const asked = await ask('csv')
    expect(asked).toMatchObject({ form: 'csv', by: { role: 'auditor', number: 1 } })
    expect((await get('/console/exports/nothing')).status).toBe(404)
    const codes = (await app.call('GET', '/api/dev/operators')).data
    const { operatorId, code } = codes.find(
      ({ operatorId: id }: { operatorId: string }) => id === 'demo-auditor-2',
    )
    tokens['auditor2'] = (
      await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
    ).data.token
    expect((await get(`/console/exports/${asked.id}`, 'auditor2')).status).toBe(404)
  })
  it('as CSV hold each entry once, and nothing that a spreadsheet would run', async () => {
    const { text } = await take((await ask('csv')).id)
    const [head, ...rows] = text.trimEnd().split('\r\n')
    expect(head).toMatch(/^\uFEFFEntry number,Time \(Japan\),.*Simulated/)
    expect(rows[0]).toMatch(/^\d+-\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,.*,Firm\/market,Cash,/)
    const { count } = (await query('select count(*) as count from transfers')).rows[0]
    expect(rows.length).toBe(Number(count))
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(rows.length)
    for (const cell of text.slice(1).split(/,|\r\n/)) expect(cell).not.toMatch(/^["]?[=+@]/)
  })
  it('as the journal itself hash to its head', async () => {
    const asked = await ask('journal')
    const { text } = await take(asked.id)
    let before = Buffer.alloc(32)
    const lines = text.trimEnd().split('\n')
    for (const line of lines) {
      const { hash, record } = /^\{"hash":"(?<hash>[0-9a-f]{64})","record":(?<record>.*)\}$/.exec(line)!
        .groups as { hash: string; record: string }
      before = createHash('sha256').update('KABU-JRN-v1\0').update(before).update(record).digest()
      expect(before.toString('hex')).toBe(hash)
    }
    expect(lines.length).toBe(asked.toSeq + 1)
  })
  it.skipIf(findHledger() === undefined)(
    'as plain-text accounting, read by hledger, make every balance to the yen',
    async () => {
      const { text, pieces } = await take((await ask('hledger')).id)
      expect(pieces).toBeGreaterThan(1)
      const file = join(app.context.config.dataDir, 'books.journal')
      writeFileSync(file, text)
      const hledger = (...args: string[]) =>
        spawnSync(findHledger()!, ['-f', file, ...args], { encoding: 'utf8' })
      // Strict: every account's balance is asserted at the end of the file.
      expect([hledger('check').stderr, hledger('check').status]).toEqual(['', 0])
      const { stdout } = hledger('balance', '--flat', '--empty', '--no-total', '--output-format=csv')
      const made = new Map(
        stdout
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => {
            const [account, yen] = line.replaceAll('"', '').split(',')
            return [account!, Number(yen!.replace(' JPY', ''))]
          }),
      )
      const accounts = (await query('select id, balance_yen from accounts')).rows as {
        id: string
        balance_yen: number
      }[]
      expect(accounts.length).toBeGreaterThanOrEqual(10)
      for (const { id, balance_yen: yen } of accounts)
        expect([id, made.get(plainAccount(id)) ?? 0]).toEqual([id, yen === 0 ? 0 : -yen])
      expect([...made.values()].reduce((sum, yen) => sum + yen, 0)).toBe(0)
      // One yen less in one entry, and hledger says so.
      writeFileSync(file, text.replace(/ 500000 JPY\n(.*) -500000 JPY/, ' 499999 JPY\n$1 -499999 JPY'))
      expect(hledger('check').stderr).toContain('assertion')
    },
  )
  it('are not there for longer than a day', async () => {
    const asked = await ask('journal')
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + 25 * 3_600_000).toISOString() },
    })
    const codes = (await app.call('GET', '/api/dev/operators')).data
    const { operatorId, code } = codes.find(
      ({ operatorId: id }: { operatorId: string }) => id === 'demo-auditor-1',
    )
    tokens['auditor'] = (
      await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
    ).data.token
    expect((await data(`/console/exports/${asked.id}`)).rejection).toBe('EXPORT_OVER')
  })
})
