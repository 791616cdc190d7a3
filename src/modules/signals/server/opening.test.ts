import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from '#server/test-app.ts'

/** A case that people open by hand: the member reads of it at once, or two people seal it first. */
let app: TestApp
let member: { token: string; userId: string }
let withdrawal: AnyJson
const others: { token: string; userId: string }[] = []
const desk = {} as Record<'reviewer' | 'second' | 'third' | 'auditor', AtConsole>
const SEAL = { reason: { code: 'suspicious-report' } }

const post = (as: keyof typeof desk, path: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/console/cases${path}`, { token: desk[as].token, body })
const raise = (as: keyof typeof desk, memberId: string, more: object = {}): Promise<Answer> =>
  post(as, '', {
    memberId,
    ground: 'money-doubt',
    words: 'The transfer came twice.',
    evidence: [],
    seal: false,
    ...more,
  })
const stoppedBy = ({ code, data, status }: Answer): string | number =>
  code === 2 ? data.rejection : code === 1 ? 'NOTHING STOPPED IT' : status
const tables = async (of: { token: string }): Promise<AnyJson> =>
  (await app.call('GET', '/api/records/own-data', { token: of.token })).data.tables
const told = async (of: { token: string }): Promise<string[]> =>
  ((await tables(of)).case_entries ?? []).map(({ kind, words }: AnyJson) => `${kind} ${words}`.trim())
const entriesOf = async (as: keyof typeof desk, id: string): Promise<string[]> =>
  (await desk[as].get(`/cases/${id}`)).entries.map(({ kind, words, link }: AnyJson) =>
    `${kind} ${link?.reference ?? words}`.trim(),
  )

beforeAll(async () => {
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, files: { ...LIMITS.files, exportsPerMember: [] } },
  })
  member = await app.enrol('090-5151-0175')
  await verifyByHand(app, member)
  const accountId = await bankAccountByHand(app, member)
  for (const n of [6, 7, 8]) others.push(await app.enrol(`090-5151-017${n}`))
  for (const [name, id] of [
    ['reviewer', 'demo-reviewer-1'],
    ['second', 'demo-reviewer-2'],
    ['third', 'demo-reviewer-3'],
    ['auditor', 'demo-auditor-1'],
  ] as const)
    desk[name] = await atConsole(app, id)
  await app.call('POST', '/api/withdrawals', {
    token: member.token,
    body: { amount: 200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
  })
  withdrawal = {
    ...(await app.call('GET', '/api/withdrawals', { token: member.token })).data[0],
    ...(await app.context.db.pool.query('select id, reference from withdrawals')).rows[0],
  }
}, 120_000)

describe('a case that is opened by hand', () => {
  let id: string

  it('has its ground, linked rows and a note, which the member reads at once', async () => {
    expect(await desk.reviewer.get(`/cases/about/${member.userId}`)).toMatchObject({ open: null })
    const { data } = await raise('reviewer', member.userId, { evidence: [withdrawal.reference] })
    expect(data).toMatchObject({ joined: false, written: true })
    id = data.id
    expect(await entriesOf('second', id)).toEqual([
      'opened money-doubt',
      `linked ${withdrawal.reference}`,
      'note The transfer came twice.',
    ])
    expect(await told(member)).toEqual([
      'opened money-doubt',
      `linked withdrawal ${withdrawal.id}`,
      'note The transfer came twice.',
    ])
    expect(await desk.second.get(`/cases/${id}`)).toMatchObject({
      ground: 'money-doubt',
      signals: 0,
      assigned: { operatorId: 'demo-reviewer-1' },
    })
    const { links } = await desk.second.get(`/cases/${id}/evidence`)
    expect(links).toMatchObject([{ what: 'withdrawal', reference: withdrawal.reference, yen: 200_000 }])
    // Nothing else has changed for the member.
    const [same] = (await app.call('GET', '/api/withdrawals', { token: member.token })).data
    expect([same.state, same.dueAt, same.stopped]).toEqual([withdrawal.state, withdrawal.dueAt, null])
  })

  it('is one a member: the same thing again goes into it, and is said', async () => {
    expect((await desk.second.get(`/cases/about/${member.userId}`)).open).toMatchObject({ id, seal: null })
    const { data } = await raise('second', member.userId, {
      ground: 'identity-doubt',
      words: 'Another voice.',
    })
    expect(data).toEqual({ id, joined: true, written: true })
    expect((await desk.reviewer.get('/cases?state=open')).total).toBe(1)
    expect((await entriesOf('reviewer', id)).slice(3)).toEqual([
      'opened identity-doubt',
      'note Another voice.',
    ])
  })

  it('takes no number of another member’s, and no chat that there is not', async () => {
    expect(stoppedBy(await raise('reviewer', others[0]!.userId, { words: ' \n ' }))).toBe('CASE_NOTE_EMPTY')
    expect(stoppedBy(await raise('reviewer', others[0]!.userId, { words: '\0' }))).toBe(400)
    for (const evidence of [[withdrawal.reference], ['chat'], ['W-0']])
      expect(stoppedBy(await raise('reviewer', others[0]!.userId, { evidence }))).toBe(
        'CASE_EVIDENCE_UNKNOWN',
      )
    expect(await told(others[0]!)).toEqual([])
    expect((await desk.reviewer.get('/cases?state=open')).total).toBe(1)
  })
})

describe('a case that is to be sealed first', () => {
  let id: string

  it('is written to by nobody, nor looked at, before two have sealed it', async () => {
    const about = others[1]!
    const { data } = await raise('reviewer', about.userId, { seal: true })
    expect(data).toMatchObject({ joined: false, written: false })
    id = data.id
    for (const answer of [
      await post('second', `/${id}/notes`, { words: 'Reported.' }),
      await raise('second', about.userId, { words: 'Reported.' }),
      await post('second', `/${id}/assignment`, { takes: true }),
      await post('second', `/${id}/close`, { reason: 'explained' }),
      await app.call('GET', `/api/console/cases/${id}/evidence`, { token: desk.second.token }),
    ])
      expect(stoppedBy(answer)).toBe('CASE_SEAL_WAITS')
    expect((await desk.reviewer.act('case.seal', id, SEAL)).data.status).toBe('open')
    const [{ id: approval }] = await desk.auditor.get(`/approvals?subject=${id}`)
    const { facts } = await desk.auditor.get(`/approvals/${approval}?lang=en`)
    expect(facts.map(({ label, text }: AnyJson) => `${label}: ${text}`)).toContain(
      'Ground: Doubt about funds',
    )
    expect((await desk.auditor.act('case.seal', id, SEAL)).data.status).toBe('carried-out')
    expect(await told(about)).toEqual([])
    const { reads } = (await app.call('GET', '/api/operator-acts/reads', { token: about.token })).data
    expect(reads).toEqual([])
  })

  it('takes the same thing under its seal, and tells nobody who may not see it that it is there', async () => {
    const about = others[1]!
    expect((await raise('reviewer', about.userId)).data).toEqual({ id, joined: true, written: true })
    expect((await desk.third.get(`/cases/about/${about.userId}`)).open).toBeNull()
    expect((await raise('third', about.userId, { words: 'Seen by me.' })).data).toEqual({
      id: null,
      joined: false,
      written: true,
    })
    expect(await told(about)).toEqual([])
    expect(await entriesOf('auditor', id)).toEqual([
      'opened money-doubt',
      'note The transfer came twice.',
      'opened money-doubt',
      'note Seen by me.',
    ])
    const { rows } = await app.context.db.pool.query('select id from sealed_entries where case_id = $1', [id])
    expect(rows).toHaveLength(4)
  })

  it('is an ordinary case after a day without the second signature', async () => {
    const about = others[2]!
    const { data } = await raise('reviewer', about.userId, { seal: true })
    await jumpClock(app, app.context.clock.wall() + DAY)
    for (const [name, operator] of [
      ['reviewer', 'demo-reviewer-1'],
      ['auditor', 'demo-auditor-1'],
    ] as const)
      desk[name] = await atConsole(app, operator)
    expect((await desk.reviewer.get(`/cases/${data.id}`)).waitsForSeal).toBe(false)
    expect((await post('reviewer', `/${data.id}/notes`, { words: 'Called.' })).code).toBe(1)
    expect(await told(about)).toEqual(['note Called.'])
  })
})
