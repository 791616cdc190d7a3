import { beforeAll, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { TRANSACTION_PASSWORD } from './funded.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from './manual-review.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from './test-app.ts'

/**
 * Threat T15 at the powers that are no signed act: notes in risk cases, their end, and messages that are sent
 * again. Each attempt is stopped by name or by its route, and the member's things stand as they were.
 */
let app: TestApp
let member: { token: string; userId: string }
let id: string
let withdrawal: string
const desk: Record<string, AtConsole> = {}
const by = (name: string): AtConsole => desk[name]!

const post = (who: string, path: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/console/${path}`, { token: by(who).token, body })
const mine = async (path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token: member.token })).data
const stoppedBy = ({ code, data, status }: Answer): string | number =>
  code === 2 ? data.rejection : code === 1 ? 'NOTHING STOPPED IT' : status
const note = (who: string, more: object = { words: 'Looked at.' }, of = id) =>
  post(who, `cases/${of}/notes`, more)
const close = (who: string, more: object = { reason: 'explained' }, of = id) =>
  post(who, `cases/${of}/close`, more)
const raise = (who: string, more: object = {}) =>
  post(who, 'cases', {
    memberId: member.userId,
    ground: 'staff-observation',
    words: 'Seen at the desk.',
    evidence: [],
    seal: false,
    ...more,
  })
const resend = (who: string, more: object = { id: 'none' }) => post(who, 'duty/resend', more)
const entries = async (): Promise<string[]> =>
  (await by('auditor-1').get(`/cases/${id}`)).entries.map(({ kind, words, by: { role, number } }: AnyJson) =>
    `${role} ${number} ${kind} ${words}`.trim(),
  )

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  const mobile = '090-5151-0166'
  member = await app.enrol(mobile)
  await verifyByHand(app, member)
  const accountId = await bankAccountByHand(app, member)
  for (const name of [
    'support-1',
    'reviewer-1',
    'reviewer-2',
    'treasurer-1',
    'listing-1',
    'auditor-1',
    'administrator-1',
  ])
    desk[name] = await atConsole(app, `demo-${name}`)
  await app.call('POST', '/api/auth/login', {
    body: { account: mobile, password: 'lamp-7Kq', deviceId: 'device-of-somebody-else-000166' },
  })
  withdrawal = (
    await app.call('POST', '/api/withdrawals', {
      token: member.token,
      body: { amount: 200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
    })
  ).data.id
  await app.modules.all
    .flatMap(({ scans = [] }) => scans)
    .find(({ name }) => name === 'signals.watch')!
    .look()
  id = (await by('reviewer-1').get('/cases')).rows[0].id
}, 120_000)

const LONG = 'a'.repeat(4_001)

it.each<[harm: string, run: () => Promise<Answer>, stopped: string | number]>([
  ['support writes into a case', () => note('support-1'), 403],
  ['a treasurer does', () => note('treasurer-1'), 403],
  ['a product manager does', () => note('listing-1'), 403],
  ['an administrator does', () => note('administrator-1'), 403],
  [
    'a member does',
    () => app.call('POST', `/api/console/cases/${id}/notes`, { token: member.token, body: { words: 'x' } }),
    401,
  ],
  [
    'a note in a colleague’s name',
    () => note('reviewer-1', { words: 'x', operatorId: 'demo-reviewer-2' }),
    400,
  ],
  ['a note of another time', () => note('reviewer-1', { words: 'x', at: '2020-01-01T00:00:00.000Z' }), 400],
  ['a note that seals itself', () => note('reviewer-1', { words: 'x', sealed: true }), 400],
  ['a note that freezes', () => note('reviewer-1', { words: 'x', power: 'trading.freeze' }), 400],
  ['a note of nothing', () => note('reviewer-1', { words: ' \r\n ' }), 'CASE_NOTE_EMPTY'],
  ['a note without end', () => note('reviewer-1', { words: LONG.repeat(3) }), 400],
  ['a note in no case', () => note('reviewer-1', undefined, '00000000-0000-4000-8000-000000000000'), 404],
  [
    'a note as an act',
    () => by('reviewer-1').act('case.note', id, { body: { words: 'x' } }),
    'POWER_UNKNOWN',
  ],
  [
    'a note that is changed',
    () =>
      app.call('PUT', `/api/console/cases/${id}/notes`, {
        token: by('reviewer-1').token,
        body: { words: 'y' },
      }),
    405,
  ],
  [
    'a note that is taken away',
    () => app.call('DELETE', `/api/console/cases/${id}/notes`, { token: by('reviewer-1').token }),
    405,
  ],
  ['support ends a case', () => close('support-1'), 403],
  ['an auditor ends it', () => close('auditor-1'), 403],
  ['an administrator ends it', () => close('administrator-1'), 403],
  ['an end without a reason', () => close('reviewer-1', {}), 400],
  ['an end for a reason of their own', () => close('reviewer-1', { reason: 'friend' }), 400],
  ['an end that pays as well', () => close('reviewer-1', { reason: 'explained', pay: withdrawal }), 400],
  ['an end by a note', () => note('reviewer-1', { words: 'x', state: 'closed' }), 400],
  ['the end of no case', () => close('reviewer-1', undefined, '00000000-0000-4000-8000-000000000000'), 404],
  [
    'an end as an act',
    () => by('reviewer-1').act('case.close', id, { reason: { code: 'explained' } }),
    'POWER_UNKNOWN',
  ],
  ['a case that is opened anew by hand', () => post('reviewer-1', `cases/${id}/open`, {}), 404],
  ['support opens a case', () => raise('support-1'), 403],
  ['a treasurer does', () => raise('treasurer-1'), 403],
  ['an administrator does', () => raise('administrator-1'), 403],
  ['a case without a ground', () => raise('reviewer-1', { ground: undefined }), 400],
  ['a case on a ground of their own', () => raise('reviewer-1', { ground: 'grudge' }), 400],
  ['a case without a word', () => raise('reviewer-1', { words: ' ' }), 'CASE_NOTE_EMPTY'],
  ['a case about nobody', () => raise('reviewer-1', { memberId: 'nobody' }), 404],
  ['a case that freezes', () => raise('reviewer-1', { freeze: true }), 400],
  ['a case in a colleague’s name', () => raise('reviewer-1', { by: 'demo-reviewer-2' }), 400],
  [
    'a case about what is not the member’s',
    () => raise('reviewer-1', { evidence: ['W-none'] }),
    'CASE_EVIDENCE_UNKNOWN',
  ],
  [
    'a case as an act',
    () => by('reviewer-1').act('case.open', id, { reason: { code: 'member-report' } }),
    'POWER_UNKNOWN',
  ],
  ['a treasurer sends a message again', () => resend('treasurer-1'), 403],
  ['a reviewer does', () => resend('reviewer-1'), 403],
  ['an auditor does', () => resend('auditor-1'), 403],
  ['a product manager does', () => resend('listing-1'), 403],
  ['a message to another address', () => resend('support-1', { id: 'none', to: 'me@example.jp' }), 400],
  ['a message with other words', () => resend('support-1', { id: 'none', body: 'Pay here.' }), 400],
  ['a message under another key', () => resend('support-1', { id: 'none', key: 'new' }), 400],
  ['a message that is not there', () => resend('support-1'), 'MESSAGE_NOT_WAITING'],
  ['all messages at once', () => resend('administrator-1', { id: '%' }), 'MESSAGE_NOT_WAITING'],
  ['a message as an act', () => by('support-1').act('message.resend', 'none'), 'POWER_UNKNOWN'],
])('%s', async (_, run, stopped) => expect(stoppedBy(await run())).toBe(stopped))

it('a message that was sent is not sent twice, whoever asks', async () => {
  const { rows } = await app.context.db.pool.query<{ id: string }>(
    "select id from outbox where state in ('sent', 'dropped') limit 3",
  )
  for (const sent of rows)
    expect(stoppedBy(await resend('support-1', { id: sent.id }))).toBe('MESSAGE_NOT_WAITING')
})

it('what is allowed stands by role, number and time, once, and moves nothing of the member’s', async () => {
  const [account, request] = [await mine('/account'), (await mine(`/withdrawals/${withdrawal}`)).withdrawal]
  const before = await entries()
  expect((await note('reviewer-1', { words: 'The device is the member’s own.' })).code).toBe(1)
  expect((await close('reviewer-2')).code).toBe(1)
  expect((await entries()).slice(before.length)).toEqual([
    'reviewer 1 note The device is the member’s own.',
    'reviewer 2 closed explained',
  ])
  // A case that has ended takes nothing more: no second end with another reason, no note put in later.
  expect(stoppedBy(await close('reviewer-1', { reason: 'reported' }))).toBe('CASE_CLOSED')
  expect(stoppedBy(await note('reviewer-1'))).toBe('CASE_CLOSED')
  expect(stoppedBy(await post('reviewer-1', `cases/${id}/assignment`, { takes: true }))).toBe('CASE_CLOSED')
  expect(await mine('/account')).toEqual({ ...account, at: expect.anything() })
  const after = (await mine(`/withdrawals/${withdrawal}`)).withdrawal
  expect([after.state, after.dueAt, after.stopped]).toEqual([request.state, request.dueAt, request.stopped])
  // The member finds the note in the own data: nothing was sealed.
  const { case_entries: told } = (await mine('/records/own-data')).tables
  expect(told.map(({ words }: AnyJson) => words)).toContain('The device is the member’s own.')
})
