import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateJst } from '#kernel/time.ts'
import { LANGS } from '#i18n/lang.ts'
import { csvStatement } from '#modules/funding/server/statement.fixture.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from '#server/test-app.ts'
import { CASE_NOTE_LONGEST } from '../model/case.ts'
import { RULE_NAMES } from '../model/rules.ts'

/** Signals open cases, people look at them, and the member reads of each look; nothing else changes. */
let app: TestApp
let member: { token: string; userId: string }
const desk = {} as Record<
  'reviewer' | 'second' | 'auditor' | 'support' | 'treasurer' | 'administrator',
  AtConsole
>
const MOBILE = '090-5151-2525'
const DEVICE = 'device-of-somebody-else-000001'

const scan = async (): Promise<void> => {
  await app.modules.all
    .flatMap(({ scans = [] }) => scans)
    .find(({ name }) => name === 'signals.watch')!
    .look()
}
const cases = async (query = '', as: keyof typeof desk = 'reviewer'): Promise<AnyJson> =>
  desk[as].get(`/cases${query}`)
const post = (as: keyof typeof desk, path: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/console/cases/${path}`, { token: desk[as].token, body })
const mine = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const looks = async (): Promise<string[]> =>
  (await mine('/operator-acts/reads?lang=en')).reads
    .filter(({ what }: AnyJson) => what === 'Risk case')
    .map(({ role, number }: AnyJson) => `${role} ${number}`)
const comeFrom = (mobile: string, deviceId: string): Promise<Answer> =>
  app.call('POST', '/api/auth/login', { body: { account: mobile, password: 'lamp-7Kq', deviceId } })

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  member = await app.enrol(MOBILE)
  await verifyByHand(app, member)
  const accountId = await bankAccountByHand(app, member)
  for (const [name, id] of [
    ['reviewer', 'demo-reviewer-1'],
    ['second', 'demo-reviewer-2'],
    ['auditor', 'demo-auditor-1'],
    ['support', 'demo-support-1'],
    ['treasurer', 'demo-treasurer-1'],
    ['administrator', 'demo-administrator-1'],
  ] as const)
    desk[name] = await atConsole(app, id)
  expect((await comeFrom(MOBILE, DEVICE)).code).toBe(1)
  const asked = await app.call('POST', '/api/withdrawals', {
    token: member.token,
    body: { amount: 200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
  })
  expect(asked.code).toBe(1)
  await scan()
}, 120_000)

describe('the rules', () => {
  it.each(LANGS)('are published with definitions and thresholds (%s)', async (lang) => {
    const { data } = await app.call('GET', `/api/signals/rules?lang=${lang}`)
    expect(data.rules.map(({ rule }: AnyJson) => rule)).toEqual(RULE_NAMES)
    for (const { name, definition, thresholds } of data.rules) {
      expect(name.length).toBeGreaterThan(3)
      expect(definition).not.toContain('{')
      expect(Object.keys(thresholds).length).toBeGreaterThan(0)
    }
  })
})

describe('a signal', () => {
  it('opens a case once, with its evidence', async () => {
    const { rows, total } = await cases()
    expect(total).toBe(1)
    expect(rows).toMatchObject([
      {
        memberId: member.userId,
        state: 'open',
        rules: ['withdrawal-new-device'],
        signals: 1,
        assigned: null,
      },
    ])
    await scan()
    expect((await cases()).rows[0].signals).toBe(1)
    const { signals } = await desk.reviewer.get(`/cases/${rows[0].id}/evidence?lang=en`)
    expect(signals).toHaveLength(1)
    expect(signals[0].evidence.map(({ what, yen }: AnyJson) => [what, yen])).toEqual([
      ['device', null],
      ['withdrawal', 200_000],
    ])
    const { reference } = (await app.context.db.pool.query('select reference from withdrawals')).rows[0]
    expect(signals[0].evidence.map(({ reference: each }: AnyJson) => each)).toEqual([null, reference])
    expect(signals[0].definition).toContain('72 hours')
  })

  it('makes a queue of open cases for those who may see them, and for nobody else', async () => {
    const queue = async (as: keyof typeof desk) =>
      (await desk[as].get('/queues')).find(({ name }: AnyJson) => name === 'cases')
    const { rows } = await cases()
    for (const as of ['reviewer', 'auditor'] as const)
      expect(await queue(as)).toMatchObject({
        mine: true,
        count: 1,
        items: [{ subject: rows[0].id, memberId: member.userId, assigned: null }],
      })
    for (const as of ['administrator', 'treasurer', 'support'] as const)
      expect(await queue(as)).toBeUndefined()
  })

  it('of another rule goes into the open case: a transfer from another name', async () => {
    const { data } = await app.call('POST', '/api/deposits', {
      token: member.token,
      body: { amount: 300_000, method: 'bank' },
    })
    const day = dateJst(app.context.clock.market())
    const line = (id: string, payer: string) => ({
      id,
      day,
      kind: 'in' as const,
      yen: 300_000,
      payer: `${data.reference} ${payer}`,
    })
    const packed = gzipSync(
      csvStatement([line('s-1', 'ヤマダ タロウ'), line('s-2', 'サトウ ハルカ')]),
    ).toString('base64')
    const checked = await app.call('POST', '/api/console/statements/check', {
      token: desk.treasurer.token,
      body: { packed },
    })
    expect((await desk.treasurer.act('statement.import', checked.data.id)).code).toBe(1)
    await scan()
    const { rows } = await cases()
    expect(rows).toHaveLength(1)
    expect([rows[0].rules.toSorted(), rows[0].signals]).toEqual([
      ['payer-differs', 'withdrawal-new-device'],
      2,
    ])
  })

  it('names each member of a shared device to staff, and none of them to another', async () => {
    const others = ['090-5151-2601', '090-5151-2602']
    const ids: string[] = []
    for (const mobile of others) {
      ids.push((await app.enrol(mobile)).userId)
      await comeFrom(mobile, DEVICE)
    }
    await scan()
    const { rows, total } = await cases('?rule=shared-device')
    expect(total).toBe(3)
    const own = rows.find(({ memberId }: AnyJson) => memberId === member.userId)
    const { signals } = await desk.auditor.get(`/cases/${own.id}/evidence`)
    const shared = signals.find(({ rule }: AnyJson) => rule === 'shared-device')
    expect(shared.others.map(({ memberId }: AnyJson) => memberId).toSorted()).toEqual(ids.toSorted())
    const file = JSON.stringify(await mine('/records/own-data'))
    for (const id of ids) expect(file).not.toContain(id)
  })

  it('holds no withdrawal, bends no balance and freezes nobody', async () => {
    const [withdrawal] = await mine('/withdrawals')
    expect(withdrawal).toMatchObject({ amount: 200_000 })
    expect(withdrawal.stopped).toBeNull()
    const { rows } = await app.context.db.pool.query(
      'select frozen_at, held_until from members where id = $1',
      [member.userId],
    )
    expect(rows).toEqual([{ frozen_at: null, held_until: null }])
    expect(
      (await mine('/operator-acts')).acts.every(({ power }: AnyJson) => !power.startsWith('case.')),
    ).toBe(true)
  })
})

describe('a case', () => {
  const id = async () =>
    (await cases()).rows.find(({ memberId }: AnyJson) => memberId === member.userId).id as string

  it('is listed without a look, and its evidence is one that the member reads of at once', async () => {
    const before = (await looks()).length
    await desk.second.get(`/cases/${await id()}`)
    expect(await looks()).toHaveLength(before)
    await desk.second.get(`/cases/${await id()}/evidence`)
    expect((await looks())[0]).toBe('reviewer 2')
    expect(await looks()).toHaveLength(before + 1)
  })

  it('is read by reviewers and auditors alone', async () => {
    for (const path of ['/cases', `/cases/${await id()}`, `/cases/${await id()}/evidence`])
      for (const role of ['support', 'treasurer', 'administrator'] as const) {
        const answer = await app.call('GET', `/api/console${path}`, { token: desk[role].token })
        expect([path, role, answer.status]).toEqual([path, role, 403])
      }
    expect((await app.call('GET', `/api/console/cases`, { token: member.token })).status).toBe(401)
    expect((await post('support', `${await id()}/notes`, { words: 'x' })).status).toBe(403)
    expect((await post('auditor', `${await id()}/close`, { reason: 'explained' })).status).toBe(403)
  })

  it('has notes, which the member finds in the own data', async () => {
    const at = await id()
    expect((await post('reviewer', `${at}/notes`, { words: '  ' })).data.rejection).toBe('CASE_NOTE_EMPTY')
    const long = 'ん'.repeat(CASE_NOTE_LONGEST + 1)
    expect((await post('reviewer', `${at}/notes`, { words: long })).data.rejection).toBe('CASE_NOTE_LONG')
    expect((await post('reviewer', `${at}/notes`, { words: ' Called the member. ' })).code).toBe(1)
    expect((await post('auditor', `${at}/assignment`, { takes: true })).data.assigned.role).toBe('auditor')
    const { entries, assigned } = await desk.reviewer.get(`/cases/${at}`)
    expect(assigned.operatorId).toBe('demo-auditor-1')
    expect(entries.map(({ kind, words }: AnyJson) => [kind, words])).toEqual([
      ['note', 'Called the member.'],
      ['taken', ''],
    ])
    const { tables } = await mine('/records/own-data')
    expect(tables.case_entries.map(({ words }: AnyJson) => words)).toContain('Called the member.')
    // The rules' findings come once people have looked at them.
    expect([tables.risk_cases, tables.risk_signals]).toEqual([undefined, undefined])
  })

  it('is closed with a reason of the list, and a new signal opens a new one', async () => {
    const at = await id()
    expect((await post('reviewer', `${at}/close`, { reason: 'just so' })).status).toBe(400)
    expect((await post('reviewer', `${at}/close`, { reason: 'member-protected' })).code).toBe(1)
    for (const [path, body] of [
      ['notes', { words: 'Again.' }],
      ['assignment', { takes: true }],
      ['close', { reason: 'explained' }],
    ] as const)
      expect((await post('reviewer', `${at}/${path}`, body)).data.rejection).toBe('CASE_CLOSED')
    expect((await cases('?state=closed')).rows).toMatchObject([{ id: at, reason: 'member-protected' }])
    await scan()
    expect((await cases('?state=open')).total).toBe(2)
    const { tables } = await mine('/records/own-data')
    expect(tables.risk_cases).toHaveLength(1)
    expect(tables.risk_signals).toHaveLength(3)
    expect(tables.risk_signals[0].others).toBeUndefined()
  })

  it('is read page by page, and found by its member’s number', async () => {
    await app.context.db.pool.query(
      `insert into members select 'm-' || n, 100000 + n, 'experience', 0 from generate_series(1, 250) n`,
    )
    await app.context.db.pool.query(
      `insert into risk_cases select gen_random_uuid(), 'm-' || n, 'open', 1000 + n / 2, null, null, null
       from generate_series(1, 250) n`,
    )
    const seen: string[] = []
    let place: string | null = ''
    while (place !== null) {
      const page: AnyJson = await cases(place === '' ? '' : `?place=${place}`)
      expect(page.total).toBe(253)
      seen.push(...page.rows.map(({ id: each }: AnyJson) => each))
      place = page.next
    }
    expect([seen.length, new Set(seen).size]).toEqual([253, 253])
    expect((await cases('?q=100007')).rows).toMatchObject([{ memberNumber: 100_007 }])
    await app.context.db.pool.query(`delete from risk_cases where member_id like 'm-%'`)
    await app.context.db.pool.query(`delete from members where id like 'm-%'`)
  })

  it('keeps what was found and written: a changed row is named, and not shown', async () => {
    expect(
      await seenOfEdits(app, [
        `update case_entries set words = 'kind words' where kind = 'note'`,
        `delete from case_entries where kind = 'note'`,
        `update risk_signals set evidence = '[]' where rule = 'payer-differs'`,
      ]),
    ).toEqual([
      'case_entries: the row is not what the server wrote there',
      'case_entries: the row is missing',
      'risk_signals: the row is not what the server wrote there',
    ])
  })
})
