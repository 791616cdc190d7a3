import { beforeAll, describe, expect, it } from 'vitest'
import { done } from '#platform/engine/command.ts'
import { addDays, dateJst } from '#kernel/time.ts'
import { POWER_NAMES, powerOf } from '#registry/powers.ts'
import { KEPT_ELSEWHERE } from '../model/kept-elsewhere.ts'
import { LIMITS } from '#platform/limits.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'

let app: TestApp
let member: { token: string; userId: string }
const tokens: Record<string, string> = {}
const as = (who: string) => ({ token: tokens[who]! })

async function signIn(operatorId: string): Promise<string> {
  const code = (await app.call('GET', '/api/dev/operators')).data.find(
    (each: { operatorId: string }) => each.operatorId === operatorId,
  ).code
  const { data } = await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
  return data.token
}

beforeAll(async () => {
  // No pace: more is asked here within a second than a person does.
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  member = await app.enrol('090-6666-0001')
  for (const [short, id] of [
    ['r1', 'demo-reviewer-1'],
    ['r2', 'demo-reviewer-2'],
    ['t1', 'demo-treasurer-1'],
    ['s1', 'demo-support-1'],
    ['a1', 'demo-auditor-1'],
    ['adm', 'demo-administrator-1'],
  ] as const) {
    tokens[short] = await signIn(id)
  }
  app.modules.staff.register('staff', {
    power: 'loan.approve',
    prefix: 'loan-',
    carryOut: () => done({ granted: true }),
    memberOf: () => member.userId,
  })
}, 60_000)

const freeze = { power: 'trading.freeze', body: {}, reason: { code: 'takeover' } }

describe('the way in', () => {
  it('is by the code of a demo operator; a wrong one says nothing, and after five of them nothing is tried for a while', async () => {
    const wrong = () =>
      app.call('POST', '/api/console/auth/login', {
        body: { operatorId: 'demo-listing-2', code: 'AAAAAAAAAA' },
      })
    for (let turn = 0; turn < 5; turn++) expect((await wrong()).data.rejection).toBe('CODE_WRONG')
    expect((await wrong()).status).toBe(429)
    expect(
      (await app.call('POST', '/api/console/auth/login', { body: { operatorId: 'nobody', code: 'x' } })).data
        .rejection,
    ).toBe('CODE_WRONG')
  })

  it('knows one session at a time, which is renewed and ended', async () => {
    const [first, second] = [await signIn('demo-listing-1'), await signIn('demo-listing-1')]
    const me = (token: string) => app.call('GET', '/api/console/me', { token })
    expect([(await me(first)).status, (await me(second)).data.role]).toEqual([401, 'listing'])
    const { data } = await app.call('POST', '/api/console/auth/renew', { token: second, body: {} })
    // Requests that another tab has sent by then are answered (operator-sessions.test.ts says for how long).
    expect([(await me(second)).status, (await me(data.token)).status]).toEqual([200, 200])
    await app.call('POST', '/api/console/auth/logout', { token: data.token, body: {} })
    expect([(await me(second)).status, (await me(data.token)).status]).toEqual([401, 401])
  })

  it('is not a member’s, nor is a member’s an operator’s', async () => {
    expect((await app.call('GET', '/api/console/me', { token: member.token })).status).toBe(401)
    expect((await app.call('GET', '/api/orders', { token: tokens.r1! })).status).toBe(401)
    expect((await app.call('GET', '/api/operator-acts', { token: tokens.adm! })).status).toBe(401)
  })
})

it('keeps views of tables for the operator who made them, twelve of a table, on whatever machine', async () => {
  const save = (who: string, table: string, name: string, query: string | null) =>
    app.call('POST', '/api/console/auth/views', { ...as(who), body: { table, name, query } })
  const named = async (token: string) =>
    (await app.call('GET', '/api/console/auth/views', { token })).data.map(
      ({ table, name, query }: { table: string; name: string; query: string }) => [table, name, query],
    )
  for (let n = 1; n <= 13; n++) await save('adm', 'listings', `View ${n}`, `kind=ipo&n=${n}`)
  await save('adm', 'members', ' Mine ', 'level=core')
  await save('adm', 'listings', 'View 5', 'kind=ai-card')
  const own = await named(tokens.adm!)
  expect(own.filter(([table]: string[]) => table === 'listings')).toHaveLength(12)
  expect(own).toContainEqual(['listings', 'View 5', 'kind=ai-card'])
  expect(own).toContainEqual(['members', 'Mine', 'level=core'])
  expect(own.map(([, name]: string[]) => name)).not.toContain('View 1')
  expect(
    (await save('adm', 'members', 'Mine', null)).data.map(({ table }: { table: string }) => table),
  ).not.toContain('members')
  expect(await named(tokens.a1!)).toEqual([])
  // Another machine is another session of the same person.
  tokens.adm = await signIn('demo-administrator-1')
  expect(await named(tokens.adm)).toHaveLength(12)
  for (const body of [
    { table: '../x', name: 'a', query: '' },
    { table: 'members', name: ' ', query: '' },
    { table: 'members', name: 'a', query: 'x'.repeat(1_001) },
  ]) {
    expect((await app.call('POST', '/api/console/auth/views', { ...as('adm'), body })).status).toBe(400)
  }
  expect((await app.call('GET', '/api/console/auth/views', { token: member.token })).status).toBe(401)
})

it('keeps what an operator typed and did not send, for that operator alone, forty forms, for a week', async () => {
  const path = (name: string) => `/api/console/auth/drafts/${encodeURIComponent(name)}`
  const save = (who: string, name: string, value: string | null) =>
    app.call('POST', path(name), { ...as(who), body: { value } })
  const read = async (who: string, name: string) =>
    (await app.call('GET', path(name), as(who))).data.draft?.value ?? null
  expect((await save('adm', 'news notice', '"half a"')).code).toBe(1)
  await save('adm', 'news notice', '"half a notice"')
  expect([await read('adm', 'news notice'), await read('a1', 'news notice')]).toEqual([
    '"half a notice"',
    null,
  ])
  // As many as there may be, each a little newer.
  await app.context.db.pool.query(
    `insert into operator_drafts select operator_id, 'reply ' || n, value, at + n from operator_drafts, generate_series(1, 40) n`,
  )
  expect((await save('adm', 'reply 1', '""')).code).toBe(1)
  expect([await read('adm', 'news notice'), await read('adm', 'reply 1')]).toEqual([null, '""'])
  await save('adm', 'reply 1', null)
  expect(await read('adm', 'reply 1')).toBe(null)
  await app.context.db.pool.query(`update operator_drafts set at = at - 7 * 86400000 where name = 'reply 2'`)
  expect(await read('adm', 'reply 2')).toBe(null)
  expect((await save('adm', '../x', '""')).status).toBe(400)
  expect((await save('adm', 'reply 3', 'x'.repeat(60_001))).status).toBe(400)
  expect((await app.call('GET', path('reply 3'), { token: member.token })).status).toBe(401)
})

it('one operator acts where one is enough, and the member reads who, why and that the server’s key signed', async () => {
  const acted = await app.call('POST', '/api/console/act', {
    ...as('r1'),
    body: { ...freeze, subject: member.userId },
  })
  expect(acted.data).toMatchObject({ status: 'carried-out', missing: 0 })
  const { acts } = (await app.call('GET', '/api/operator-acts?lang=en', { token: member.token })).data
  expect(acts[0]).toMatchObject({
    power: 'trading.freeze',
    serverKeys: true,
    reason: { code: 'takeover' },
    approvals: [{ role: 'reviewer', number: 1, desk: false }],
  })
  const lifted = await app.call('POST', '/api/console/act?lang=en', {
    ...as('r1'),
    body: { power: 'trading.unfreeze', subject: member.userId, body: {} },
  })
  expect([lifted.data.rejection, lifted.msg]).toEqual([
    'POWER_RETIRED',
    'This action is no longer available: another has taken its place',
  ])
  const { powers } = (await app.call('GET', '/api/console/me', as('r1'))).data
  expect([powers.includes('trading.release'), powers.includes('trading.unfreeze')]).toEqual([true, false])
})

it('an account is frozen and opened from wherever it is shown: each reviewer reads what they may do, and why not', async () => {
  const freezeOf = async (who: string) =>
    (await app.call('GET', `/api/console/freezes/${member.userId}?lang=en`, as(who))).data
  // Frozen by reviewer 1 above.
  expect(await freezeOf('r1')).toMatchObject({
    own: false,
    until: expect.any(String),
    by: [{ role: 'reviewer', number: 1 }],
    ground: 'takeover',
    stopped: 0,
    hindrances: {
      'trading.freeze': expect.stringMatching(/alone within the last 30 days/),
      'trading.release': null,
    },
  })
  expect((await freezeOf('r2')).hindrances).toEqual({
    'trading.freeze': null,
    'trading.freeze-on': null,
    'trading.release': null,
  })
  expect((await freezeOf('t1')).hindrances).toMatchObject({ 'trading.freeze': 'This role may not do this' })
  expect((await app.call('GET', `/api/console/freezes/${member.userId}`, as('s1'))).status).toBe(403)
  const body = {
    power: 'trading.release',
    subject: member.userId,
    body: {},
    reason: { code: 'account-secured' },
  }
  const { data: asked } = await app.call('POST', '/api/console/act', { ...as('r1'), body })
  expect(asked.status).toBe('open')
  const opened = (await app.call('GET', `/api/console/approvals/${asked.approvalId}?lang=en`, as('r2'))).data
  expect(opened.facts.map(({ label, text, yen }: AnyJson) => [label, text ?? yen])).toEqual([
    ['Frozen until', expect.any(String)],
    ['Reason for the freeze', 'Suspected takeover'],
    ['Frozen by', '佐々木 健 (Reviewer 1)'],
    ['Withdrawals that stand still', 0],
  ])
  const { data } = await app.call('POST', '/api/console/act', { ...as('r2'), body })
  expect(data.status).toBe('carried-out')
  const { acts } = (await app.call('GET', '/api/operator-acts?lang=en', { token: member.token })).data
  expect(acts[0]).toMatchObject({
    power: 'trading.release',
    reason: { code: 'account-secured', words: 'Account secured' },
    approvals: [{ number: 1 }, { number: 2 }],
  })
  expect(await freezeOf('r2')).toMatchObject({ until: null, by: [] })
})

it('whoever froze alone is told of the 30 days once that freeze is over, not of a case of their own', async () => {
  const { data } = await app.call('GET', `/api/console/freezes/${member.userId}?lang=en`, as('r1'))
  expect(data.until).toBe(null)
  expect(data.hindrances['trading.freeze']).toBe(
    'You have frozen this member alone within the last 30 days and cannot do so again. A freeze signed by two people is possible',
  )
})

it('what was carried out names its member, the acts of one person too', async () => {
  const { number } = (await app.call('GET', `/api/console/freezes/${member.userId}`, as('r1'))).data
  const { rows } = (await app.call('GET', '/api/console/approvals/past?status=carried-out', as('a1'))).data
  const about = rows
    .filter(({ subject }: { subject: string }) => subject === member.userId)
    .map(({ power, about: shown }: { power: string; about: { number: number; name: string } }) => [
      power,
      shown.number,
      shown.name,
    ])
  expect(about).toEqual(
    expect.arrayContaining([
      ['trading.freeze', number, `#${number}`],
      ['trading.release', number, `#${number}`],
    ]),
  )
})

it('where two are needed the first asks, the second signs by id, and nobody twice', async () => {
  const asked = await app.call('POST', '/api/console/act', {
    ...as('r1'),
    body: { power: 'loan.approve', subject: 'loan-1', body: { yen: 500_000 } },
  })
  expect(asked.data).toMatchObject({ status: 'open', missing: 1 })
  const open = async (who: string) =>
    (await app.call('GET', '/api/console/approvals?lang=en', as(who))).data.find(
      (each: { subject: string }) => each.subject === 'loan-1',
    )
  expect(await open('r1')).toMatchObject({
    missing: [['reviewer']],
    hindrance: 'The same person cannot sign twice',
    signatures: [{ role: 'reviewer', number: 1, by: 'server' }],
  })
  expect(await open('s1')).toMatchObject({ hindrance: 'This role may not do this' })
  expect(await open('r2')).toMatchObject({ hindrance: null })
  const sign = (who: string) =>
    app.call('POST', `/api/console/approvals/${asked.data.approvalId}/sign`, { ...as(who), body: {} })
  expect((await sign('r1')).data.rejection).toBe('SIGNED_ALREADY')
  expect((await sign('s1')).data.rejection).toBe('ROLE_MAY_NOT')
  expect((await sign('r2')).data).toMatchObject({ status: 'carried-out', result: { granted: true } })
  expect((await sign('r2')).data.rejection).toBe('APPROVAL_NOT_OPEN')
  const about = (await app.call('GET', '/api/console/approvals?subject=loan-1', as('a1'))).data
  expect(about.map((each: { status: string }) => each.status)).toEqual(['carried-out'])
})

it('whoever alone has asked takes the request back, which is on the record; nobody else can', async () => {
  const ask = (subject: string) =>
    app.call('POST', '/api/console/act', {
      ...as('r1'),
      body: { power: 'loan.approve', subject, body: { yen: 1 } },
    })
  const { approvalId } = (await ask('loan-w')).data
  const withdraw = (who: string, id = approvalId) =>
    app.call('POST', `/api/console/approvals/${id}/withdraw`, { ...as(who), body: {} })
  const mayWithdraw = async (who: string) =>
    (await app.call('GET', `/api/console/approvals/${approvalId}`, as(who))).data.approval.mayWithdraw
  expect([await mayWithdraw('r1'), await mayWithdraw('r2')]).toEqual([true, false])
  expect((await withdraw('r2')).data.rejection).toBe('WITHDRAW_OTHERS')
  expect((await withdraw('r1')).code).toBe(1)
  expect((await withdraw('r1')).data.rejection).toBe('APPROVAL_NOT_OPEN')
  const sign = await app.call('POST', `/api/console/approvals/${approvalId}/sign`, { ...as('r2'), body: {} })
  expect(sign.data.rejection).toBe('APPROVAL_NOT_OPEN')
  const [past] = (await app.call('GET', '/api/console/approvals?subject=loan-w', as('a1'))).data
  expect(past).toMatchObject({ status: 'expired', withdrawnAt: expect.any(String), mayWithdraw: false })
  const { rows } = (await app.call('GET', '/api/console/audit?subject=loan-w&lang=ja', as('a1'))).data
  const said = rows.map(({ what, stage }: { what: string; stage: string }) => `${what} ${stage}`)
  expect(said).toContain('申請の取下げ：融資の承認 withdrawn')
  // The case is free again.
  expect((await ask('loan-w')).data.status).toBe('open')
})

it('what is prepared is what is signed', async () => {
  const request = { power: 'loan.approve', subject: 'loan-2', body: { yen: 1 } }
  const { data: prepared } = await app.call('POST', '/api/console/act/prepare', {
    ...as('r1'),
    body: request,
  })
  const { askedAt, textId } = prepared
  const asked = await app.call('POST', '/api/console/act', {
    ...as('r1'),
    body: { ...request, prepared: { askedAt, textId } },
  })
  expect(asked.data.approvalId).toBe(prepared.id)
  const again = await app.call('POST', '/api/console/act', {
    ...as('r1'),
    body: { ...request, prepared: { askedAt, textId } },
  })
  expect(again.data.rejection).toBe('SIGNED_ALREADY')
})

it('a case of a queue has somebody who works on it', async () => {
  app.modules.staff.queue({
    name: 'lent',
    roles: ['reviewer'],
    judge: async () => null,
    items: () => [{ subject: 'loan-9', memberId: member.userId, since: app.context.clock.wall() }],
  })
  const assign = (who: string, body: object) =>
    app.call('POST', '/api/console/queues/assign', {
      ...as(who),
      body: { queue: 'lent', subject: 'loan-9', operatorId: 'demo-reviewer-2', ...body },
    })
  expect((await assign('r1', {})).data.assigned).toMatchObject({ role: 'reviewer', number: 2 })
  const queueOf = async (who: string) =>
    (await app.call('GET', '/api/console/queues', as(who))).data.find(
      (each: { name: string }) => each.name === 'lent',
    )
  expect((await queueOf('r1')).items[0].assigned.operatorId).toBe('demo-reviewer-2')
  expect(await queueOf('s1')).toBeUndefined()
  expect((await queueOf('a1')).mine).toBe(false)
  expect((await assign('r1', { subject: 'loan-8' })).data.rejection).toBe('CASE_NOT_WAITING')
  expect((await assign('r1', { queue: 'x' })).data.rejection).toBe('QUEUE_UNKNOWN')
  expect((await assign('r1', { operatorId: 'demo-treasurer-1' })).data.rejection).toBe('ROLE_MAY_NOT')
  expect((await assign('s1', {})).data.rejection).toBe('ROLE_MAY_NOT')
  expect((await assign('adm', {})).status).toBe(403)
})

it('a look at a member’s data is read by that member, once within ten minutes', async () => {
  const { staff } = app.modules
  for (let turn = 0; turn < 3; turn++) await staff.logRead('demo-auditor-1', member.userId, 'ledger')
  const { reads } = (await app.call('GET', '/api/operator-acts/reads?lang=en', { token: member.token })).data
  expect(reads.filter(({ role }: { role: string }) => role === 'auditor')).toEqual([
    {
      id: expect.any(String),
      what: 'Ledger of the account',
      role: 'auditor',
      number: 1,
      at: expect.any(String),
    },
  ])
})

describe('the audit log', () => {
  const audit = async (query: Record<string, string>, who = 'a1') =>
    (await app.call('GET', `/api/console/audit?${new URLSearchParams(query)}`, as(who))).data as {
      rows: { subject: string; power: string; at: string; about: { name: string } | null }[]
      powers: string[]
    }

  it('offers the powers whose acts stand in it; each other one has a page where they stand', async () => {
    const { powers } = await audit({})
    const alone = POWER_NAMES.filter((name) => powerOf(name).signers.length === 0)
    const elsewhere = Object.keys(KEPT_ELSEWHERE)
    expect([...powers, ...elsewhere, ...alone].toSorted()).toEqual([...POWER_NAMES].toSorted())
    for (const power of elsewhere) expect([power, (await audit({ power })).rows]).toEqual([power, []])
    // A seal is known to those who may sign it.
    expect((await audit({}, 's1')).powers).not.toContain('case.seal')
  })

  it('is searched by the number of a member, as it is written and as its page is headed', async () => {
    const { number } = (await app.call('GET', `/api/console/freezes/${member.userId}`, as('r1'))).data
    for (const q of [`#${number}`, String(number), `会員 ${number}`, `Member ${number}`]) {
      const { rows } = await audit({ q })
      expect([q, rows.map(({ power }) => power)]).toEqual([
        q,
        expect.arrayContaining(['trading.freeze', 'trading.unfreeze', 'loan.approve']),
      ])
      expect(rows.find(({ power }) => power === 'trading.freeze')!.about).toMatchObject({
        name: `#${number}`,
        address: { page: 'members', path: [member.userId] },
      })
    }
    expect((await audit({ q: '#99999' })).rows).toEqual([])
    expect((await audit({ q: member.userId.slice(0, 12) })).rows.length).toBeGreaterThan(0)
  })

  it('is cut by days in Japan, both included', async () => {
    const { rows } = await audit({})
    const day = dateJst(Date.parse(rows[0]!.at))
    const before = addDays(day, -1)
    expect((await audit({ from: day, to: day })).rows.length).toBeGreaterThan(0)
    expect((await audit({ from: day })).rows.every(({ at }) => dateJst(Date.parse(at)) >= day)).toBe(true)
    expect((await audit({ to: before })).rows.every(({ at }) => dateJst(Date.parse(at)) <= before)).toBe(true)
    expect((await app.call('GET', '/api/console/audit?from=today', as('a1'))).status).toBe(400)
  })
})

it('the audit log shows what was done and what was refused, each with the hash of its record', async () => {
  const { rows } = (await app.call('GET', '/api/console/audit?power=loan.approve&lang=en', as('a1'))).data
  expect(rows.map((row: { refused: string | null }) => row.refused)).toContain(
    'The same person cannot sign twice',
  )
  expect(rows.every((row: { power: string }) => row.power === 'loan.approve')).toBe(true)
  // Asked for by one, carried out by the other: never done before it is.
  expect(
    rows
      .filter(({ subject }: { subject: string }) => subject === 'loan-1')
      .map(({ actor, stage }: { actor: { number: number; role: string }; stage: string }) => [
        `${actor.role} ${actor.number}`,
        stage,
      ]),
  ).toEqual([
    ['reviewer 2', 'carried-out'],
    ['support 1', 'refused'],
    ['reviewer 1', 'refused'],
    ['reviewer 1', 'asked'],
  ])
  const record = (await app.call('GET', `/api/console/audit/${rows[0].seq}`, as('a1'))).data
  const { createHash } = await import('node:crypto')
  const reckoned = createHash('sha256')
    .update('KABU-JRN-v1\0')
    .update(Buffer.from(record.before, 'hex'))
    .update(record.record)
    .digest('hex')
  expect(reckoned).toBe(record.hash)
})
