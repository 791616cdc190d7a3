import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, HOUR, MINUTE, type DateJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { heldBy } from '#modules/staff/server/held-roles.ts'
import { operatorRoles } from '#modules/staff/server/tables.ts'
import { loadTexts } from '#i18n/server.ts'
import { atConsole, type AtConsole } from './manual-review.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Threat T15 with several roles a person (decision 0165): whoever holds two is one person still, gives nobody
 * powers alone or as a deputy, and holds nothing after the end.
 */
let app: TestApp
let member: { token: string; userId: string }
const people: Record<string, AtConsole> = {}
const by = (id: string): AtConsole => people[id]!
const NAMES = [
  'administrator-1',
  'administrator-2',
  'auditor-1',
  'auditor-2',
  'support-1',
  'support-2',
  'reviewer-1',
  'reviewer-2',
  'listing-1',
  'treasurer-1',
]
const wall = () => Math.floor(app.context.clock.wall())
const inDays = (n: number): DateJst => addDays(dateJst(wall()), n)
const sign = (who: AtConsole, approvalId: string): Promise<Answer> =>
  app.call('POST', `/api/console/approvals/${approvalId}/sign`, { token: who.token, body: {} })
const REASON = { code: 'duties' }
const outcome = (answer: Answer): string =>
  answer.code === 2 ? answer.data.rejection : answer.code === 1 ? answer.data.status : String(answer.status)

/** Asked by an administrator, signed by an auditor. */
async function change(power: string, subject: string, body: object, code: string): Promise<string> {
  const asked = await by('administrator-1').act(power, subject, { body, reason: { code } })
  return asked.code === 1 ? outcome(await sign(by('auditor-1'), asked.data.approvalId)) : outcome(asked)
}
const grant = (subject: string, role: string) =>
  change('operator.grant', `demo-${subject}`, { role }, 'duties')
const deputise = (subject: string, role: string, until: string) =>
  change('operator.deputise', `demo-${subject}`, { role, until }, 'absence')
const withdraw = (subject: string, role: string) =>
  change('operator.withdraw', `demo-${subject}`, { role }, 'duties')
const rolesOf = (id: string) => heldBy(app.context.engine.read, `demo-${id}`, wall()).map(({ role }) => role)
const freezeOn = (who: AtConsole) =>
  who.act('trading.freeze-on', member.userId, { reason: { code: 'takeover' } })
const me = (id: string): Promise<AnyJson> => by(id).get('/me')
const setClock = async (at: number): Promise<void> => {
  await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
  for (const id of NAMES) people[id] = await atConsole(app, `demo-${id}`)
}

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  member = await app.enrol('090-6868-0165')
  for (const id of NAMES) people[id] = await atConsole(app, `demo-${id}`)
}, 120_000)

describe('several roles a person', () => {
  it('counts from the last signature on, in the session that is open, and is read everywhere', async () => {
    expect((await me('support-1')).powers).not.toContain('trading.freeze')
    expect(outcome(await freezeOn(by('support-1')))).toBe('ROLE_MAY_NOT')
    const asked = await by('administrator-1').act('operator.grant', 'demo-support-1', {
      body: { role: 'reviewer' },
      reason: REASON,
    })
    expect(outcome(asked)).toBe('open')
    expect((await me('support-1')).roles).toEqual(['support'])
    expect(outcome(await sign(by('auditor-1'), asked.data.approvalId))).toBe('carried-out')
    expect((await me('support-1')).roles).toEqual(['support', 'reviewer'])
    expect((await me('support-1')).powers).toContain('trading.freeze')

    const listed = (await by('support-2').get('/operators')).find(
      ({ operatorId }: AnyJson) => operatorId === 'demo-support-1',
    )
    expect(listed.roles).toEqual([
      expect.objectContaining({ role: 'support', number: 1, by: [], until: null }),
      expect.objectContaining({
        role: 'reviewer',
        number: 4,
        until: null,
        reason: { code: 'duties' },
        by: [
          { operatorId: 'demo-administrator-1', role: 'administrator', number: 1 },
          { operatorId: 'demo-auditor-1', role: 'auditor', number: 1 },
        ],
      }),
    ])
    const { rows } = await by('auditor-1').get('/audit?limit=20&lang=en')
    expect(rows.map(({ what, stage }: AnyJson) => [what, stage])).toContainEqual([
      'Grant additional role',
      'carried-out',
    ])
    const acts = (await app.call('GET', '/api/operator-acts/public', { token: member.token })).data.acts
    expect(acts[0]).toMatchObject({ power: 'operator.grant', reason: { code: 'duties' } })
  })

  it('is one signature a person, in whichever of the roles it is given', async () => {
    const asked = await freezeOn(by('support-1'))
    expect(outcome(asked)).toBe('open')
    expect(outcome(await sign(by('support-1'), asked.data.approvalId))).toBe('SIGNED_ALREADY')
    const [{ signatures }] = await by('auditor-1').get(`/approvals?subject=${member.userId}`)
    expect(signatures).toEqual([
      expect.objectContaining({ operatorId: 'demo-support-1', role: 'reviewer', number: 4 }),
    ])
    expect(outcome(await sign(by('reviewer-1'), asked.data.approvalId))).toBe('carried-out')
    // Those who froze do not end it by themselves, in no role of theirs.
    const release = (who: AtConsole) =>
      who.act('trading.release', member.userId, { reason: { code: 'cleared' } })
    expect(outcome(await release(by('support-1')))).toBe('open')
    expect(outcome(await release(by('support-1')))).toBe('SIGNED_ALREADY')
    expect(outcome(await release(by('reviewer-1')))).toBe('OWN_CASE')
    expect(outcome(await release(by('reviewer-2')))).toBe('carried-out')
  })
})

describe('roles that are kept apart', () => {
  it.each([
    ['an auditor who would administer', 'auditor-2', 'administrator'],
    ['an administrator who would audit', 'administrator-2', 'auditor'],
    ['a treasurer who would review payments', 'treasurer-1', 'reviewer'],
    ['a reviewer who would pay', 'reviewer-1', 'treasurer'],
    ['whoever reviews beside another role, and would pay', 'support-1', 'treasurer'],
    ['a product manager who would audit', 'listing-1', 'auditor'],
  ])('%s', async (_, subject, role) => {
    expect(await grant(subject, role)).toBe('ROLES_APART')
    expect(await deputise(subject, role, inDays(3))).toBe('ROLES_APART')
  })

  it('are no way round by a change of the own role', async () => {
    const asked = await by('administrator-1').act('operator.role', 'demo-support-1', {
      body: { role: 'treasurer' },
    })
    expect(outcome(asked)).toBe('ROLES_APART')
    const same = await by('administrator-1').act('operator.role', 'demo-support-1', {
      body: { role: 'reviewer' },
    })
    expect(outcome(same)).toBe('ROLE_HELD')
  })
})

describe('who gives roles', () => {
  it.each<[string, () => Promise<Answer>, string]>([
    ['nobody to themselves', () => ask('administrator-1', 'grant', 'administrator-1', 'listing'), 'OWN_CASE'],
    [
      'nobody without a reason',
      () => by('administrator-1').act('operator.grant', 'demo-listing-1', { body: { role: 'support' } }),
      'REASON_REQUIRED',
    ],
    ['no reviewer', () => ask('reviewer-1', 'grant', 'listing-1', 'support'), 'ROLE_MAY_NOT'],
    [
      'no auditor before an administrator',
      () => ask('auditor-1', 'grant', 'listing-1', 'support'),
      'NOT_YET_PREPARED',
    ],
    ['no role that is none', () => ask('administrator-1', 'grant', 'listing-1', 'owner'), 'OPERATOR_FORM'],
    ['no role that is held', () => ask('administrator-1', 'grant', 'listing-1', 'listing'), 'ROLE_HELD'],
    [
      'nobody who is not there',
      () => ask('administrator-1', 'grant', 'nobody', 'support'),
      'OPERATOR_UNKNOWN',
    ],
    [
      'no deputy without a date',
      () => ask('administrator-1', 'deputise', 'listing-1', 'support'),
      'BODY_INCOMPLETE',
    ],
    [
      'no deputy until yesterday',
      () => ask('administrator-1', 'deputise', 'listing-1', 'support', inDays(-1)),
      'DEPUTY_DAY',
    ],
    [
      'no deputy for ever',
      () => ask('administrator-1', 'deputise', 'listing-1', 'support', inDays(92)),
      'DEPUTY_DAY',
    ],
    [
      'no deputy until a day that is none',
      () => ask('administrator-1', 'deputise', 'listing-1', 'support', '2026-02-31'),
      'DEPUTY_DAY',
    ],
    [
      'nobody takes what is not held',
      () => ask('administrator-1', 'withdraw', 'listing-1', 'support'),
      'ROLE_NOT_HELD',
    ],
    [
      'nobody takes the own role so',
      () => ask('administrator-1', 'withdraw', 'listing-1', 'listing'),
      'ROLE_NOT_HELD',
    ],
  ])('%s', async (_, run, rejection) => expect(outcome(await run())).toBe(rejection))
  const ask = (who: string, act: string, subject: string, role: string, until?: string) =>
    by(who).act(`operator.${act}`, `demo-${subject}`, {
      body: until === undefined ? { role } : { role, until },
      reason: { code: act === 'deputise' ? 'absence' : 'duties' },
    })

  it('never one person twice, nor two administrators', async () => {
    const asked = await ask('administrator-1', 'grant', 'listing-1', 'support')
    expect(outcome(await sign(by('administrator-1'), asked.data.approvalId))).toBe('SIGNED_ALREADY')
    expect(outcome(await sign(by('administrator-2'), asked.data.approvalId))).toBe('ROLE_SIGNED_ALREADY')
    expect(rolesOf('listing-1')).toEqual(['listing'])
    // One request about a colleague's roles is open at a time: the contrary waits.
    expect(outcome(await ask('administrator-2', 'deputise', 'listing-1', 'support', inDays(2)))).toBe(
      'REQUEST_OPEN',
    )
  })
})

describe('a deputy', () => {
  it('acts in the role, and gives no role, no key and no code on', async () => {
    expect(await deputise('support-2', 'administrator', inDays(1))).toBe('carried-out')
    const { roles, powers } = await me('support-2')
    expect(roles).toEqual(['support', 'administrator'])
    expect(powers).toContain('fees.set')
    expect(powers).not.toContain('operator.grant')
    const deputy = by('support-2')
    for (const [power, subject, body] of [
      ['operator.grant', 'demo-reviewer-2', { role: 'listing' }],
      ['operator.deputise', 'demo-reviewer-2', { role: 'listing', until: inDays(2) }],
      ['operator.withdraw', 'demo-support-1', { role: 'reviewer' }],
    ] as const)
      expect(
        outcome(
          await deputy.act(power, subject, {
            body,
            reason: { code: power.endsWith('ise') ? 'absence' : 'duties' },
          }),
        ),
        power,
      ).toBe('DEPUTY_MAY_NOT')
    for (const [power, subject, body] of [
      ['operator.add', 'op-00000165', { role: 'auditor' }],
      ['operator.role', 'demo-support-1', { role: null }],
      ['key.rotate', 'demo-auditor-1', {}],
      ['recovery.make', 'console', {}],
    ] as const)
      expect(outcome(await deputy.act(power, subject, { body })), power).toBe('DEPUTY_MAY_NOT')
    // Neither can they prolong what they have, nor an administrator and themselves together.
    const longer = { body: { role: 'administrator', until: inDays(30) }, reason: { code: 'absence' } }
    expect(outcome(await deputy.act('operator.deputise', 'demo-support-2', longer))).toBe('DEPUTY_MAY_NOT')
  })

  it('ends at the date by itself: no signature, no power, no list, whatever the scan does', async () => {
    const row = () =>
      app.context.engine.read
        .of(operatorRoles)
        .all()
        .find(({ role }) => role === 'administrator')!
    const { until } = row()
    await setClock(until! - MINUTE)
    expect((await me('support-2')).roles).toContain('administrator')
    await setClock(until!)
    const late = by('support-2')
    expect((await me('support-2')).roles).toEqual(['support'])
    expect(
      outcome(
        await late.act('limits.set', `limits-${inDays(5)}`, {
          body: { from: inDays(5), byRuleYen: 1_000_000, orderYen: 500_000_000, openOrders: 200 },
        }),
      ),
    ).toBe('ROLE_MAY_NOT')
    await waitFor(
      () => Promise.resolve(row()),
      ({ endedAt }) => endedAt !== null,
    )
    expect(row()).toMatchObject({ endedAt: until, endedBy: null })
    const ended = await waitFor(
      async () =>
        (await by('auditor-1').get('/audit?limit=200&lang=en')).rows.find(
          ({ type }: AnyJson) => type === 'staff.end-deputy',
        ),
      (found) => found !== undefined,
    )
    expect([ended.what, ended.subject]).toEqual([
      loadTexts()('en', 'staff.console.record.staff.end-deputy'),
      'demo-support-2',
    ])
  })

  it('is prolonged by two others alone, and keeps the number', async () => {
    expect(await deputise('reviewer-2', 'listing', inDays(1))).toBe('carried-out')
    expect(await deputise('reviewer-2', 'listing', inDays(9))).toBe('carried-out')
    const rows = app.context.engine.read
      .of(operatorRoles)
      .by('operator', 'demo-reviewer-2')
      .toSorted((a, b) => a.since - b.since)
    expect(rows.map(({ endedAt }) => endedAt !== null)).toEqual([true, false])
    expect(rows[0]!.number).toBe(rows[1]!.number)
    await setClock(wall() + 3 * DAY)
    expect(rolesOf('reviewer-2')).toEqual(['reviewer', 'listing'])
  })
})

describe('the end of a role', () => {
  it('is at once: what was open for it is signed no more', async () => {
    const asked = await freezeOn(by('reviewer-1'))
    expect(await withdraw('support-1', 'reviewer')).toBe('carried-out')
    expect(outcome(await sign(by('support-1'), asked.data.approvalId))).toBe('ROLE_MAY_NOT')
    expect((await me('support-1')).roles).toEqual(['support'])
  })

  it('comes with leaving, for every role', async () => {
    expect(rolesOf('reviewer-2')).toEqual(['reviewer', 'listing'])
    await setClock(wall() + HOUR)
    const asked = await by('administrator-1').act('operator.role', 'demo-reviewer-2', {
      body: { role: null },
    })
    expect(outcome(await sign(by('auditor-1'), asked.data.approvalId))).toBe('carried-out')
    expect(rolesOf('reviewer-2')).toEqual([])
    expect(
      app.context.engine.read
        .of(operatorRoles)
        .by('operator', 'demo-reviewer-2')
        .every(({ endedAt }) => endedAt !== null),
    ).toBe(true)
  })
})
