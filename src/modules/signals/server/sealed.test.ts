import { beforeAll, describe, expect, it } from 'vitest'
import { addMonths, dateJst, DAY } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { POWER_NAMES, powerOf } from '#registry/powers.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from '#server/test-app.ts'

/**
 * A case of which the law forbids to tell: looks and notes in it are for the auditor alone, until it is
 * disclosed. Nothing else is ever sealed.
 */
let app: TestApp
let member: { token: string; userId: string }
let id: string
let month: string
const desk = {} as Record<
  'reviewer' | 'second' | 'third' | 'auditor' | 'otherAuditor' | 'administrator' | 'treasurer',
  AtConsole
>
const DEVICE = 'device-of-somebody-else-000002'
const OVER = { reason: { code: 'secrecy-over' } }
const SEAL = { reason: { code: 'suspicious-report' } }

const scan = async (name: string): Promise<void> => {
  await app.modules.all
    .flatMap(({ scans = [] }) => scans)
    .find((each) => each.name === name)!
    .look()
}
const post = (as: keyof typeof desk, path: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/console/cases/${path}`, { token: desk[as].token, body })
const get = (as: keyof typeof desk, path: string): Promise<Answer> =>
  app.call('GET', `/api/console${path}`, { token: desk[as].token })
const mine = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const looks = async (): Promise<string[]> =>
  (await mine('/operator-acts/reads?lang=en')).reads
    .filter(({ what }: AnyJson) => what === 'Risk case')
    .map(({ role, number }: AnyJson) => `${role} ${number}`)
const notes = async (): Promise<string[]> =>
  ((await mine('/records/own-data')).tables.case_entries ?? [])
    .filter(({ kind }: AnyJson) => kind === 'note')
    .map(({ words }: AnyJson) => words)
const seenBy = async (as: keyof typeof desk): Promise<string[]> =>
  (await get(as, `/cases/${id}`)).data.entries.map(({ kind, words }: AnyJson) => `${kind} ${words}`.trim())

beforeAll(async () => {
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, files: { ...LIMITS.files, exportsPerMember: [] } },
  })
  const mobile = '090-5151-3535'
  member = await app.enrol(mobile)
  await verifyByHand(app, member)
  const accountId = await bankAccountByHand(app, member)
  for (const [name, operatorId] of [
    ['reviewer', 'demo-reviewer-1'],
    ['second', 'demo-reviewer-2'],
    ['third', 'demo-reviewer-3'],
    ['auditor', 'demo-auditor-1'],
    ['otherAuditor', 'demo-auditor-2'],
    ['administrator', 'demo-administrator-1'],
    ['treasurer', 'demo-treasurer-1'],
  ] as const)
    desk[name] = await atConsole(app, operatorId)
  await app.call('POST', '/api/auth/login', {
    body: { account: mobile, password: 'lamp-7Kq', deviceId: DEVICE },
  })
  await app.call('POST', '/api/withdrawals', {
    token: member.token,
    body: { amount: 200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
  })
  await scan('signals.watch')
  id = (await desk.reviewer.get('/cases')).rows[0].id
  month = dateJst(app.context.clock.wall()).slice(0, 7)
}, 120_000)

describe('a case that was reported to the authority', () => {
  it('is closed as reported under a seal only: one person cannot tell the member of it', async () => {
    const before = (await mine('/records/own-data')).tables
    expect((await post('reviewer', `${id}/close`, { reason: 'reported' })).data.rejection).toBe(
      'CASE_REPORT_UNSEALED',
    )
    const after = (await mine('/records/own-data')).tables
    expect([after.risk_cases, after.case_entries]).toEqual([before.risk_cases, before.case_entries])
    expect(JSON.stringify(after)).not.toContain('reported')
  })
})

describe('a seal', () => {
  it('takes a reviewer and an auditor, and a reason of the list', async () => {
    expect((await desk.reviewer.act('case.seal', id)).data.rejection).toBe('REASON_REQUIRED')
    expect((await desk.reviewer.act('case.seal', id, { reason: { code: 'takeover' } })).data.rejection).toBe(
      'REASON_UNLISTED',
    )
    expect((await desk.treasurer.act('case.seal', id, SEAL)).data.rejection).toBe('ROLE_MAY_NOT')
    const asked = await desk.reviewer.act('case.seal', id, SEAL)
    expect(asked.data.status).toBe('open')
    expect(JSON.stringify(await desk.third.get('/approvals'))).not.toContain('case.seal')
    expect(JSON.stringify(await desk.auditor.get('/approvals'))).toContain('case.seal')
    // One signature seals nothing.
    await get('second', `/cases/${id}/evidence`)
    expect(await looks()).toEqual(['reviewer 2'])
    // Whoever signs second reads what it is about, and that is no look.
    const { data: opened } = await get('auditor', `/approvals/${asked.data.approvalId}?lang=en`)
    expect(opened.approval.about.name).toMatch(/^#\d+$/)
    expect(opened.facts.map(({ label, text }: AnyJson) => `${label}: ${text}`)).toEqual(
      expect.arrayContaining([
        `Member: ${opened.approval.about.name}`,
        'Rules: New device and withdrawal',
        'Signals: 1',
      ]),
    )
    expect(opened.approval.reason.code).toBe('suspicious-report')
    expect(opened.approval.signatures).toMatchObject([{ role: 'reviewer', number: 1 }])
    expect(await looks()).toEqual(['reviewer 2'])
    const sign = (as: keyof typeof desk) =>
      app.call('POST', `/api/console/approvals/${asked.data.approvalId}/sign`, { token: desk[as].token })
    expect((await sign('reviewer')).data.rejection).toBe('SIGNED_ALREADY')
    expect((await sign('second')).data.rejection).toBe('ROLE_SIGNED_ALREADY')
    expect((await sign('auditor')).data.status).toBe('carried-out')
    expect((await desk.second.act('case.seal', id, SEAL)).data.rejection).toBe('CASE_SEALED')
  })

  it('takes the case out of every queue', async () => {
    for (const as of ['reviewer', 'second', 'auditor'] as const)
      expect((await desk[as].get('/queues')).find(({ name }: AnyJson) => name === 'cases').count).toBe(0)
  })

  it('keeps looks and notes for the auditor, and the case from whoever has no part in it', async () => {
    expect((await get('reviewer', `/cases/${id}/evidence`)).code).toBe(1)
    expect((await post('reviewer', `${id}/notes`, { words: 'Reported on form 4.' })).code).toBe(1)
    expect((await post('auditor', `${id}/notes`, { words: 'Seen.' })).code).toBe(1)
    expect(await looks()).toEqual(['reviewer 2'])
    expect(await notes()).toEqual([])
    expect(await seenBy('auditor')).toEqual(['look', 'note Reported on form 4.', 'note Seen.'])
    expect(await seenBy('otherAuditor')).toEqual(await seenBy('auditor'))
    expect(await seenBy('reviewer')).toEqual(['look', 'note Reported on form 4.'])
    for (const path of [`/cases/${id}`, `/cases/${id}/evidence`])
      expect((await get('third', path)).status).toBe(404)
    expect((await post('third', `${id}/notes`, { words: 'Mine.' })).status).toBe(404)
    expect((await desk.third.get('/cases')).total).toBe(0)
    expect((await desk.otherAuditor.get('/cases')).rows).toMatchObject([{ id, seal: 'sealed' }])
  })

  it('is named nowhere to members, nor to operators who have not signed it', async () => {
    const seal = (await desk.auditor.get('/audit?limit=200')).rows.find(
      ({ power }: AnyJson) => power === 'case.seal',
    )
    expect((await get('third', `/audit/${seal.seq}`)).status).toBe(404)
    expect((await get('auditor', `/audit/${seal.seq}`)).code).toBe(1)
    const own = JSON.stringify(await desk.reviewer.get('/approvals/past'))
    expect(own).toContain('case.seal')
    const open = JSON.stringify([
      await desk.third.get('/audit?limit=200'),
      await desk.third.get('/approvals'),
      await desk.third.get('/approvals/past'),
      await desk.third.get(`/approvals?subject=${id}`),
      await mine('/operator-acts'),
      (await app.call('GET', '/api/operator-acts/public')).data,
      await mine('/records/own-data'),
      await mine('/inbox'),
      await desk.administrator.get('/audit?limit=200'),
      await desk.administrator.get('/approvals/past'),
      await desk.administrator.get(`/approvals?subject=${id}`),
    ])
    expect(open).not.toContain('case.seal')
    expect(open).not.toContain('suspicious-report')
    expect(JSON.stringify(await desk.auditor.get('/audit?limit=200'))).toContain('case.seal')
  })

  it('stands in the journal by its hash alone for who has no part in it', async () => {
    const records = async (as: keyof typeof desk) => {
      const { seq: last } = (await desk[as].get('/journal/0')).head
      return Promise.all(
        Array.from({ length: last + 1 }, (_, seq): Promise<AnyJson> => desk[as].get(`/journal/${seq}`)),
      )
    }
    const seen = await records('administrator')
    const kept = seen.filter(({ record }) => record === null)
    const auditors = await records('auditor')
    expect(kept.map(({ seq }) => auditors[seq]!.type)).toEqual(
      expect.arrayContaining(['staff.act', 'signals.sealed-entry']),
    )
    for (const { type, actor, by, follows } of kept)
      expect({ type, actor, by, follows }).toEqual({ type: null, actor: null, by: null, follows: true })
    for (const word of ['case.seal', 'suspicious-report', 'signals.sealed-entry', id])
      expect(JSON.stringify(seen)).not.toContain(word)
    expect(auditors.every(({ record }) => record !== null)).toBe(true)
  })

  it('leaves no gap in a page of the audit log', async () => {
    const of = async (as: keyof typeof desk) => (await desk[as].get('/audit?limit=200')).rows.length
    const all = await of('auditor')
    const seen = await of('administrator')
    expect(seen).toBeLessThan(all)
    expect((await desk.administrator.get(`/audit?limit=${seen}`)).rows.length).toBe(seen)
  })

  it('holds the case open, unless it was reported: it ends before the case does', async () => {
    expect((await post('reviewer', `${id}/close`, { reason: 'explained' })).data.rejection).toBe(
      'CASE_SEALED',
    )
  })

  it('seals no ordinary act, and no look outside of the case', async () => {
    expect((await get('reviewer', `/members/${member.userId}`)).code).toBe(1)
    const names = (await mine('/operator-acts/reads?lang=en')).reads.map(({ what }: AnyJson) => what)
    expect(names).toContain('Member profile')
    expect(
      (await desk.reviewer.act('trading.freeze', member.userId, { reason: { code: 'takeover' } })).code,
    ).toBe(1)
    const [act] = (await mine('/operator-acts')).acts
    expect(act.power).toBe('trading.freeze')
    // The only powers that are kept back do nothing but seal: none of them concerns a member.
    expect(POWER_NAMES.filter((name) => powerOf(name).seen === 'sealed')).toEqual([
      'case.seal',
      'case.disclose',
      'case.reveal',
      'case.withhold',
    ])
    const { rows } = await app.context.db.pool.query(
      "select member_id from operator_acts where power like 'case.%'",
    )
    expect(rows).toEqual([{ member_id: null }])
  })

  it('leaves each entry with its hash in the journal: one that is changed or gone is named', async () => {
    const seen = await seenOfEdits(app, [
      "update case_entries set words = 'Nothing.' where words = 'Reported on form 4.'",
      "delete from case_entries where kind = 'look'",
      "update case_entries set sealed = false where kind = 'look'",
    ])
    expect(seen.toSorted()).toEqual([
      'case_entries: the row is missing',
      'case_entries: the row is missing',
      'case_entries: the row is not what the journal has the hash of',
      'case_entries: the row is not what the journal has the hash of',
      'case_entries: the row is not what the server wrote there',
      'case_entries: the row is not what the server wrote there',
    ])
  })

  it('ends with disclosure: the member reads looks with their times, and notes', async () => {
    const before = await desk.auditor.get(`/cases/${id}`)
    const looked = before.entries.find(({ kind }: AnyJson) => kind === 'look')
    // One signature tells nobody, and the power of before takes none.
    expect((await desk.third.act('case.disclose', id)).data.rejection).toBe('POWER_RETIRED')
    expect((await desk.reviewer.act('case.reveal', id)).data.rejection).toBe('REASON_REQUIRED')
    const asked = await desk.reviewer.act('case.reveal', id, OVER)
    expect(asked.data.status).toBe('open')
    expect((await desk.second.act('case.reveal', id, OVER)).data.rejection).toBe('ROLE_SIGNED_ALREADY')
    await scan('signals.disclose')
    expect(await looks()).toEqual(['reviewer 2'])
    expect(await notes()).toEqual([])
    const { data: opened } = await get('auditor', `/approvals/${asked.data.approvalId}?lang=en`)
    expect(opened.facts.map(({ label, text }: AnyJson) => `${label}: ${text}`)).toEqual(
      expect.arrayContaining(['Reason: Suspicious transaction report', 'Entries under seal: 3']),
    )
    // Nobody works against what is asked for: the end without disclosure waits until it is over.
    expect(
      (await desk.otherAuditor.act('case.withhold', id, { reason: { code: 'report-secret' } })).data
        .rejection,
    ).toBe('REQUEST_OPEN')
    expect((await desk.auditor.act('case.reveal', id, OVER)).data.status).toBe('carried-out')
    await scan('signals.disclose')
    await scan('signals.disclose')
    expect((await looks()).toSorted()).toEqual(['reviewer 1', 'reviewer 2'])
    const read = (await mine('/operator-acts/reads?lang=en')).reads.find(
      ({ what, number }: AnyJson) => what === 'Risk case' && number === 1,
    )
    expect(read.at).toBe(looked.at)
    expect((await notes()).toSorted()).toEqual(['Reported on form 4.', 'Seen.'])
    expect((await desk.third.act('case.reveal', id, OVER)).data.rejection).toBe('CASE_NOT_SEALED')
    expect(
      (await desk.reviewer.act('case.withhold', id, { reason: { code: 'report-secret' } })).data,
    ).toMatchObject({ rejection: 'CASE_NOT_SEALED' })
    // A case that was disclosed is sealed no more.
    expect((await desk.reviewer.act('case.seal', id, SEAL)).data.rejection).toBe('CASE_SEALED')
    await get('auditor', `/cases/${id}/evidence`)
    expect(await looks()).toContain('auditor 1')
    expect((await post('reviewer', `${id}/close`, { reason: 'reported' })).data.rejection).toBe(
      'CASE_REPORT_UNSEALED',
    )
    expect((await post('reviewer', `${id}/close`, { reason: 'explained' })).code).toBe(1)
    expect((await mine('/records/own-data')).tables.risk_cases).toHaveLength(1)
  })
})

describe('a seal that the law does not let end in the open', () => {
  it('is withheld by two with a reason, and the auditor goes on reading it', async () => {
    for (const mobile of ['090-5151-3601', '090-5151-3602']) {
      await app.enrol(mobile)
      await app.call('POST', '/api/auth/login', {
        body: { account: mobile, password: 'lamp-7Kq', deviceId: DEVICE },
      })
    }
    await scan('signals.watch')
    id = (await desk.reviewer.get('/cases?state=open')).rows.find(
      ({ memberId }: AnyJson) => memberId === member.userId,
    ).id
    const sealed = await desk.reviewer.act('case.seal', id, { reason: { code: 'investigation' } })
    expect((await desk.auditor.act('case.seal', id, { reason: { code: 'investigation' } })).data.status).toBe(
      'carried-out',
    )
    expect(sealed.code).toBe(1)
    await post('reviewer', `${id}/notes`, { words: 'Asked by the police.' })
    const withhold = { reason: { code: 'investigation-secret' } }
    expect((await desk.auditor.act('case.withhold', id, withhold)).data.status).toBe('open')
    expect((await desk.reviewer.act('case.withhold', id, withhold)).data.status).toBe('carried-out')
    // Under the seal that is withheld go on: the end of the case, and looks at it.
    const told = await looks()
    expect((await get('second', `/cases/${id}/evidence`)).code).toBe(1)
    expect((await post('reviewer', `${id}/close`, { reason: 'reported' })).code).toBe(1)
    await scan('signals.disclose')
    expect(await looks()).toEqual(told)
    expect(JSON.stringify((await mine('/records/own-data')).tables.case_entries)).not.toContain('reported')
    expect(await seenBy('auditor')).toContain('closed reported')
    expect(await notes()).not.toContain('Asked by the police.')
    expect((await mine('/records/own-data')).tables.risk_cases).toHaveLength(1)
    expect(await seenBy('auditor')).toContain('note Asked by the police.')
    expect(await seenBy('third')).not.toContain('note Asked by the police.')
  })

  it('can be put on a case that was closed, and a case be closed as reported under it', async () => {
    const others = (await desk.reviewer.get('/cases?state=open')).rows
    expect(others.length).toBeGreaterThan(1)
    const other = others[0]
    expect((await desk.reviewer.act('case.seal', other.id, SEAL)).code).toBe(1)
    expect((await desk.auditor.act('case.seal', other.id, SEAL)).data.status).toBe('carried-out')
    expect((await post('reviewer', `${other.id}/close`, { reason: 'reported' })).code).toBe(1)
    expect(await desk.auditor.get(`/cases/${other.id}`)).toMatchObject({ state: 'closed', seal: 'sealed' })
    expect((await desk.third.get('/cases?state=closed')).rows.map((row: AnyJson) => row.id)).not.toContain(
      other.id,
    )
    const late = others[1].id
    expect((await post('reviewer', `${late}/close`, { reason: 'explained' })).code).toBe(1)
    expect((await desk.reviewer.act('case.seal', late, SEAL)).code).toBe(1)
    expect((await desk.auditor.act('case.seal', late, SEAL)).data.status).toBe('carried-out')
  })

  it('is counted: the number of sealed entries is published when the month is over', async () => {
    const published = async (): Promise<AnyJson> => (await app.call('GET', '/api/signals/sealed')).data.months
    expect(await published()).toEqual([])
    expect((await mine('/operator-acts/reads')).sealed).toBeNull()
    const next = `${addMonths(month, 1)}-01`
    await jumpClock(app, Math.max(app.context.clock.wall(), Date.parse(`${next}T00:00:00+09:00`)) + DAY / 2)
    expect(await published()).toEqual([
      { month, sealed: 4, entries: 7, disclosed: 1, withheld: 1, standing: 2 },
    ])
    expect((await mine('/operator-acts/reads')).sealed).toEqual({ month, entries: 7 })
  })

  it('can be disclosed later, when the law lets it', async () => {
    expect((await desk.auditor.act('case.reveal', id, OVER)).data.status).toBe('open')
    expect(await notes()).not.toContain('Asked by the police.')
    expect((await desk.second.act('case.reveal', id, OVER)).data.status).toBe('carried-out')
    expect(await notes()).toContain('Asked by the police.')
  })
})

it('seals, their ends and counts are made again by the journal, row by row', async () => {
  const { types, held, again } = await replayJournal(app)
  expect(types.has('signals.sealed-entry')).toBe(true)
  for (const table of ['case_seals', 'sealed_entries', 'sealed_months']) {
    expect([table, held[table]!.length > 0]).toEqual([table, true])
    expect(again[table]).toEqual(held[table])
  }
}, 60_000)
