import { beforeAll, describe, expect, it } from 'vitest'
import { done } from '#platform/engine/command.ts'
import { no } from '#kernel/result.ts'
import { DAY, HOUR } from '#kernel/time.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { Case } from './public.ts'

/** The route as modules above use it: effects and a queue of this test's own, in the whole server. */
let app: TestApp
let member: { token: string; userId: string }
let other: { token: string; userId: string }
const waiting = new Map<string, Case>()
const decided: [subject: string, by: string[]][] = []

/** The part that modules above register when they are made. */
function furnish({ staff }: TestApp['modules']): void {
  // The cases of this test are its own; all others belong to the modules above.
  for (const [power, prefix] of [
    ['loan.approve', 'case '],
    ['loan.approve', 'own '],
    ['loan.approve', 'look '],
    ['loan.approve', 'again '],
    ['entry.reverse', 'entry '],
  ] as const) {
    staff.register('staff', {
      power,
      prefix,
      carryOut(_tables, { subject, signers }) {
        waiting.delete(subject)
        decided.push([subject, signers.map(({ operatorId }) => operatorId)])
        return done(null)
      },
      memberOf: (_tables, subject) => subject.split(' ')[1]!,
      excluded: (_tables, subject) => (subject.startsWith('own') ? ['demo-reviewer-1'] : []),
    })
  }
  staff.queue({
    name: 'test',
    roles: ['reviewer'],
    items: () => [...waiting.values()],
    judge: async (subject) =>
      subject.startsWith('look') ? null : { power: 'loan.approve', subject, body: {} },
  })
}

beforeAll(async () => {
  app = await startTestApp()
  furnish(app.modules)
  member = await app.enrol('090-5151-0001')
  other = await app.enrol('090-5151-0002')
}, 60_000)

const acts = async (who: { token: string }, query = '') =>
  (await app.call('GET', `/api/operator-acts?lang=en${query}`, { token: who.token })).data.acts

describe('the demo desk', () => {
  it('decides what waits within 10 s, by as many different people as the row demands, and says that it did', async () => {
    const since = Math.floor(app.context.clock.wall())
    for (const name of ['case', 'own', 'look'])
      waiting.set(`${name} ${member.userId}`, {
        subject: `${name} ${member.userId}`,
        memberId: member.userId,
        since,
      })
    const shown = await waitFor(
      () => acts(member),
      (found) => found.length === 2,
      10_000,
    )
    expect(decided.toSorted()).toEqual([
      [`case ${member.userId}`, ['demo-reviewer-1', 'demo-reviewer-2']],
      [`own ${member.userId}`, ['demo-reviewer-2', 'demo-reviewer-3']],
    ])
    expect(shown[1]).toMatchObject({
      power: 'loan.approve',
      what: 'Approve loan',
      subject: `case ${member.userId}`,
      reason: null,
      demoDesk: true,
      simulated: true,
      approvals: [
        { role: 'reviewer', number: 1, desk: true },
        { role: 'reviewer', number: 2, desk: true },
      ],
    })
    // Cases that the checks leave to people wait for them.
    expect([...waiting.keys()]).toEqual([`look ${member.userId}`])
  })
})

describe('an act by people', () => {
  const subject = () => `entry ${member.userId}`
  it('carries a text that stands outside the journal, and is not labelled as the desk’s', async () => {
    const { staff } = app.modules
    const words = '9月2日の入金を二重に記帳したため、反対記帳で訂正しました。'
    const kept = await staff.text(member.userId, words)
    if (!kept.ok) throw new Error(kept.rejection)
    const asked = {
      power: 'entry.reverse' as const,
      subject: subject(),
      body: { entry: '12-1' },
      reason: { code: 'duplicate', text: kept.value },
    }
    expect(await staff.act('demo-treasurer-1', asked)).toMatchObject({
      ok: true,
      answer: { status: 'open', missing: 1 },
    })
    expect(await staff.act('demo-treasurer-1', asked)).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    const [open, ...before] = await acts(member)
    expect(before).toHaveLength(2)
    expect(open).toMatchObject({
      status: 'open',
      power: 'entry.reverse',
      reason: { code: 'duplicate', text: words },
      approvals: [{ role: 'treasurer', number: 1 }],
    })
    expect(Date.parse(open.endsAt) - Date.parse(open.at)).toBe(DAY)
    expect(await staff.act('demo-auditor-2', asked)).toMatchObject({
      ok: true,
      answer: { status: 'carried-out' },
    })
    const [act] = await acts(member)
    expect(act).toMatchObject({
      what: 'Correct entry (reversing entry)',
      reason: { code: 'duplicate', words: 'Duplicate', text: words },
      demoDesk: false,
      approvals: [
        { role: 'treasurer', number: 1, desk: false },
        { role: 'auditor', number: 2, desk: false },
      ],
    })
    expect(await staff.actsOn(member.userId, subject(), 'ja')).toMatchObject([
      { id: act.id, reason: { words: '重複' } },
    ])
    const journal = await app.context.db.kysely
      .selectFrom('journal')
      .select('record')
      .where('type', '=', 'staff.act')
      .execute()
    expect(journal.length).toBeGreaterThan(4)
    expect(journal.map(({ record }) => record.toString()).join()).not.toContain('入金')
  })
  it.each([
    ['TEXT_LENGTH', '短い説明です。'],
    ['TEXT_LENGTH', 'あ'.repeat(501)],
    ['TEXT_DEMANDS', '出金の前に、保証金として10万円を指定の口座に送金してください。'],
  ])('%s: a text that may not be', async (rejection, words) => {
    expect(await app.modules.staff.text(member.userId, words)).toMatchObject({ ok: false, rejection })
  })
  it('that is refused leaves no words behind', async () => {
    const { staff } = app.modules
    const kept = await staff.text(member.userId, '9月2日の入金を二重に記帳したため、反対記帳で訂正しました。')
    if (!kept.ok) throw new Error(kept.rejection)
    const refused = await staff.act('demo-reviewer-1', {
      power: 'entry.reverse' as const,
      subject: `${subject()} refused`,
      body: { entry: '12-1' },
      reason: { code: 'duplicate', text: kept.value },
    })
    expect(refused).toMatchObject({ ok: false })
    const found = await app.context.db.pool.query('select from staff_texts where id = $1', [kept.value.id])
    expect(found.rowCount).toBe(0)
  })
  it('that only one of two asked for stands in the member’s record, with its withdrawal and its lapse', async () => {
    const { staff } = app.modules
    const subject = `again ${member.userId} asked`
    const asked = (yen: number) => ({ power: 'loan.approve' as const, subject, body: { yen } })
    expect(await staff.act('demo-reviewer-1', asked(1))).toMatchObject({
      ok: true,
      answer: { status: 'open' },
    })
    expect(await acts(member, '&limit=1')).toMatchObject([
      { status: 'open', power: 'loan.approve', subject, approvals: [{ role: 'reviewer', number: 1 }] },
    ])
    const [{ id: first }] = await acts(member, '&limit=1')
    expect(await staff.act('demo-reviewer-1', asked(2))).toMatchObject({
      ok: true,
      answer: { status: 'open' },
    })
    await app.call('POST', '/api/dev/clock', {
      body: { at: new Date(app.context.clock.wall() + DAY).toISOString() },
    })
    const shown = await staff.actsOn(member.userId, subject, 'en')
    expect(shown).toMatchObject([{ id: first, status: 'withdrawn' }, { status: 'lapsed' }])
    expect(Date.parse(shown[1]!.endsAt!) - Date.parse(shown[1]!.at)).toBe(DAY)
    expect(shown.map(({ id }) => id)).toEqual(
      (await acts(member, '&limit=2')).map(({ id }: { id: string }) => id).toReversed(),
    )
    const [newest] = await acts(member, '&limit=1')
    expect(
      (await acts(member, `&limit=1&before=${newest.id}`)).map(({ id }: { id: string }) => id),
      'page by page',
    ).toEqual([shown[0]!.id])
  })
  it('is nobody else’s to read', async () => {
    expect(await acts(other)).toEqual([])
    expect((await app.call('GET', '/api/operator-acts')).status).toBe(401)
  })
  it('is listed newest first, page by page', async () => {
    const all = await acts(member)
    expect(all.map(({ power }: { power: string }) => power)).toEqual([
      'loan.approve',
      'loan.approve',
      'entry.reverse',
      'loan.approve',
      'loan.approve',
    ])
    expect(await acts(member, `&limit=1&before=${all[0].id}`)).toEqual([all[1]])
  })
  it('tells the member', async () => {
    const { data } = await app.call('GET', '/api/messages', { token: member.token })
    expect(data.messages.filter(({ kind }: { kind: string }) => kind === 'operatorActed')).toHaveLength(3)
  })
})

it('says which powers a role has for what stands outside the engine', () => {
  const { staff } = app.modules
  expect([
    staff.may('demo-support-1', 'chat.reply'),
    staff.may('demo-auditor-1', 'chat.reply'),
    staff.may('x', 'chat.reply'),
  ]).toEqual([null, no('ROLE_MAY_NOT', { role: 'auditor' }), no('OPERATOR_UNKNOWN')])
})

it('what concerns everybody is everybody’s to read, and nothing of a member’s is in it', async () => {
  const now = Math.floor(app.context.clock.market())
  const body = {
    terms: {
      ...GOOD['ai-card'],
      ...(await app.modules.ai.figures()),
      opensAt: now + HOUR,
      closesAt: now + DAY,
    },
  }
  for (const id of ['demo-listing-1', 'demo-auditor-1'])
    expect(
      await app.modules.staff.act(id, { power: 'ai-card.publish', subject: 'AI-2026-0777', body }),
    ).toMatchObject({ ok: true })
  const { data } = await app.call('GET', '/api/operator-acts/public?lang=en')
  // The demo desk publishes samples beside it.
  expect(data.acts.filter(({ subject }: { subject: string }) => subject === 'AI-2026-0777')).toMatchObject([
    {
      power: 'ai-card.publish',
      what: 'Publish AI model card',
      subject: 'AI-2026-0777',
      approvals: [{ role: 'listing' }, { role: 'auditor' }],
    },
  ])
  expect((await acts(member)).some(({ power }: { power: string }) => power === 'ai-card.publish')).toBe(false)
})

describe('after a restart', () => {
  const asked = () => ({ power: 'loan.approve' as const, subject: `again ${member.userId}`, body: {} })
  let again: Awaited<ReturnType<typeof reopen>>
  it('an open request is still open, remembers who signed, and is completed by another', async () => {
    expect(await app.modules.staff.act('demo-reviewer-1', asked())).toMatchObject({
      ok: true,
      answer: { status: 'open' },
    })
    again = await reopen(app)
    furnish(again.modules)
    const { staff } = again.modules
    expect(await staff.act('demo-reviewer-1', asked())).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    expect(await staff.act('demo-reviewer-3', asked())).toMatchObject({
      ok: true,
      answer: { status: 'carried-out' },
    })
    expect(decided.at(-1)).toEqual([`again ${member.userId}`, ['demo-reviewer-1', 'demo-reviewer-3']])
    expect(await staff.actsOn(member.userId, `again ${member.userId}`, 'ja')).toHaveLength(1)
  }, 60_000)

  it('the journal with all of this, run again, says the same and leaves the same rows', async () => {
    const { types, held, again: made } = await replayJournal(again, { ownEffects: true })
    expect([types.has('staff.act'), types.has('staff.open-demo-operator')]).toEqual([true, true])
    expect(held.operator_acts!.length).toBeGreaterThanOrEqual(5)
    expect(made).toEqual(held)
  }, 60_000)
})
