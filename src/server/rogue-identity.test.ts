import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateJst } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { atConsole, type AtConsole } from './manual-review.fixture.ts'
import { startTestApp, type AnyJson, type Answer, type TestApp } from './test-app.ts'
import { FACTS, sendPicture } from './verified.fixture.ts'
import { waitFor } from './wait-for.fixture.ts'

/**
 * Threat T15 at an identity that is another member's, too (decisions 0170, 0175): in no way does one person
 * accept it, by acts in another order, in bulk, through an appeal, or in another role.
 */
type Member = { token: string; userId: string }
let app: TestApp
const people: Record<string, AtConsole> = {}
const by = (name: string): AtConsole => people[name]!
const WHY = { reason: { code: 'original-checked' } }
const DUPLICATE = { reason: { code: 'duplicate' } }
const TEXT = 'ご提出の書類をもう一度確認しました。前の判断についてお知らせいたします。'
const APPEAL = { text: 'この書類は私のものです。もう一度ご確認をお願いいたします。' }

let mobiles = 0
const enrol = async (): Promise<[Member, Member]> =>
  (await Promise.all([1, 2].map(() => app.enrol(`090-6175-${String(++mobiles).padStart(4, '0')}`)))) as [
    Member,
    Member,
  ]
const post = ({ token }: Member, path: string, body: object): Promise<Answer> =>
  app.call('POST', `/api${path}`, { token, body })
const statusOf = async ({ token }: Member): Promise<string> =>
  (await app.call('GET', '/api/identity', { token })).data.status

/** Hands in both pictures anew, as a member does: each time other bytes. */
async function handIn(of: Member, idNumber: string): Promise<void> {
  for (const side of ['identity-front', 'identity-back'] as const) await sendPicture(app, of.token, side)
  const { data } = await app.call('GET', '/api/identity', { token: of.token })
  const details = { name: '佐藤 遥', kana: 'サトウ ハルカ', idNumber, documentType: 'licence', ...FACTS }
  expect((await post(of, '/identity/submit', { ...details, consents: data.consents })).code).toBe(1)
}
const pictureOf = async (of: Member, side: string): Promise<string> =>
  (await by('reviewer-1').get(`/identity/${of.userId}`))[side].pictureId
const outcome = (answer: Answer): string =>
  answer.code === 2 ? answer.data.rejection : answer.code === 1 ? answer.data.status : String(answer.status)
/** An act about one side by somebody who has looked at it. */
async function act(who: string, power: string, of: Member, side: string, more: object = {}): Promise<string> {
  const body = { pictureId: await pictureOf(of, side) }
  await by(who).act('identity.view', `${of.userId}.${side}`, { body })
  return outcome(await by(who).act(power, `${of.userId}.${side}`, { body, ...more }))
}
const accept = (who: string, of: Member, side = 'front') => act(who, 'identity.accept', of, side)
const acceptFlagged = (who: string, of: Member, side = 'front') =>
  act(who, 'identity.accept-flagged', of, side, WHY)
const reject = (who: string, of: Member, side = 'front') => act(who, 'identity.reject', of, side, DUPLICATE)
/** One reviewer rejects both sides: the verification is over, and the member may appeal or hand in anew. */
const turnDown = async (who: string, of: Member): Promise<void> => {
  for (const side of ['front', 'back']) expect(await reject(who, of, side)).toBe('carried-out')
}

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  for (const name of ['reviewer-1', 'reviewer-2', 'reviewer-3', 'support-1', 'auditor-1', 'administrator-1'])
    people[name] = await atConsole(app, `demo-${name}`)
}, 120_000)

describe('one reviewer, and a document that two members handed in', () => {
  it('accepts neither of two accounts of one person, in whatever order', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567801')
    await handIn(two, '301234567801')
    for (const each of [one, two, one]) expect(await accept('reviewer-1', each)).toBe('IDENTITY_FLAGGED')
    expect(await acceptFlagged('reviewer-1', one)).toBe('open')
    expect(await acceptFlagged('reviewer-1', one)).toBe('SIGNED_ALREADY')
    expect(await accept('reviewer-1', one)).toBe('IDENTITY_FLAGGED')
    for (const side of ['back', 'front']) await accept('reviewer-1', one, side)
    expect(await statusOf(one)).toBe('review')
  })

  it('accepts none after the case about it is closed: a case decides nothing', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567802')
    await handIn(two, '301234567802')
    const watch = app.modules.all.flatMap(({ scans = [] }) => scans)
    await watch.find(({ name }) => name === 'signals.watch')!.look()
    const { rows } = await by('reviewer-1').get('/cases?rule=same-document&state=open')
    for (const { id, memberId } of rows)
      if (memberId === one.userId || memberId === two.userId)
        await app.call('POST', `/api/console/cases/${id}/close`, {
          token: by('reviewer-1').token,
          body: { reason: 'false-signal' },
        })
    expect(await accept('reviewer-1', one)).toBe('IDENTITY_FLAGGED')
  })

  it('takes no flag away by rejecting the other one first', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567803')
    await handIn(two, '301234567803')
    expect(await acceptFlagged('reviewer-1', one)).toBe('open')
    await turnDown('reviewer-1', two)
    expect(await accept('reviewer-1', one)).toBe('IDENTITY_FLAGGED')
    expect((await by('reviewer-2').get(`/identity/${one.userId}`)).twins).toMatchObject([
      { memberId: two.userId, state: 'rejected' },
    ])
    // The first signature stands, and the second one is another person's.
    expect(await acceptFlagged('reviewer-2', one)).toBe('carried-out')
  })

  it('takes none away by a second application, of the one or of the other', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567804')
    await handIn(two, '301234567804')
    await turnDown('reviewer-1', two)
    await turnDown('reviewer-1', one)
    await handIn(one, '301234567804')
    expect(await accept('reviewer-1', one)).toBe('IDENTITY_FLAGGED')
    await handIn(two, '301234567804')
    for (const each of [one, two]) expect(await accept('reviewer-1', each)).toBe('IDENTITY_FLAGGED')
  })

  it('passes nobody by accepting the front before the other one comes', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567805')
    expect(await accept('reviewer-1', one)).toBe('carried-out')
    await handIn(two, '301234567805')
    // The other side is what would make the identity pass.
    expect(await accept('reviewer-1', one, 'back')).toBe('IDENTITY_FLAGGED')
    expect(await acceptFlagged('reviewer-1', one, 'back')).toBe('open')
    expect(await statusOf(one)).toBe('review')
    expect(await acceptFlagged('reviewer-2', one, 'back')).toBe('carried-out')
    expect(await statusOf(one)).toBe('passed')
  })

  it('counts no signature of before where the flag is gone, or the picture is another', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567806')
    await handIn(two, '301234567806')
    expect(await acceptFlagged('reviewer-1', one)).toBe('open')
    await turnDown('reviewer-3', two)
    await handIn(two, '301234567816')
    expect(await acceptFlagged('reviewer-2', one)).toBe('IDENTITY_NOT_FLAGGED')
    expect(await statusOf(one)).toBe('review')
    const older = { body: { pictureId: await pictureOf(one, 'front') }, ...WHY }
    await turnDown('reviewer-3', one)
    await handIn(one, '301234567816')
    expect(outcome(await by('reviewer-2').act('identity.accept-flagged', `${one.userId}.front`, older))).toBe(
      'CASE_DECIDED',
    )
    expect(await accept('reviewer-1', one)).toBe('IDENTITY_FLAGGED')
  })
})

describe('one reviewer, in bulk', () => {
  const prepare = async (of: readonly Member[], power: string): Promise<Answer> => {
    const lines = await Promise.all(
      of.map(async (each) => ({
        subject: `${each.userId}.front`,
        body: { pictureId: await pictureOf(each, 'front') },
      })),
    )
    for (const { subject, body } of lines) await by('reviewer-1').act('identity.view', subject, { body })
    return app.call('POST', '/api/console/lists/prepare?lang=en', {
      token: by('reviewer-1').token,
      body: { power, lines },
    })
  }

  it('lays out no flagged line, and signs none that was flagged after it was laid out', async () => {
    const [one, two] = await enrol()
    await handIn(one, '301234567807')
    await handIn(two, '301234567807')
    expect(outcome(await prepare([one, two], 'identity.accept'))).toBe('LIST_EMPTY')
    const [third, fourth] = await enrol()
    await handIn(third, '301234567808')
    const { data: list } = await prepare([third], 'identity.accept')
    expect(list.fits).toBe(1)
    await handIn(fourth, '301234567808')
    const signed = await app.call('POST', `/api/console/lists/${list.id}/sign?lang=en`, {
      token: by('reviewer-1').token,
      body: {},
    })
    expect(signed.code).toBe(1)
    const ended = await waitFor(
      () => by('reviewer-1').get(`/lists/${list.id}?lang=en`),
      (found) => found.list.state !== 'running',
    )
    expect(ended.lines.map(({ outcome: end, left }: AnyJson) => [end, left !== null])).toEqual([
      ['over', true],
    ])
    expect(await statusOf(third)).toBe('review')
    expect(await accept('reviewer-1', third)).toBe('IDENTITY_FLAGGED')
  })
})

describe('one person in several roles', () => {
  it('signs once, as a deputy or by right', async () => {
    const deputise = {
      body: { role: 'reviewer', until: addDays(dateJst(app.context.clock.wall()), 3) },
      reason: { code: 'absence' },
    }
    for (const who of ['administrator-1', 'auditor-1'])
      expect(outcome(await by(who).act('operator.deputise', 'demo-support-1', deputise))).toMatch(
        /open|carried-out/,
      )
    const [one, two] = await enrol()
    await handIn(one, '301234567809')
    await handIn(two, '301234567809')
    expect(await accept('support-1', one)).toBe('IDENTITY_FLAGGED')
    expect(await acceptFlagged('support-1', one)).toBe('open')
    expect(await acceptFlagged('support-1', one)).toBe('SIGNED_ALREADY')
    expect(await acceptFlagged('auditor-1', one)).toBe('ROLE_MAY_NOT')
    expect(await acceptFlagged('administrator-1', one)).toBe('ROLE_MAY_NOT')
    expect(await statusOf(one)).toBe('review')
  })
})

describe('one reviewer, through an appeal', () => {
  let one: Member
  let subject: string
  const verdict = (who: string, power: string, code = 'overturned') =>
    by(who).act(power, subject, { reason: { code, text: TEXT } })
  const decided = async (...asked: Parameters<typeof verdict>): Promise<string> =>
    outcome(await verdict(...asked))
  const look = async (who: string) => {
    for (const side of ['front', 'back'])
      await by(who).act('identity.view', `${one.userId}.${side}`, {
        body: { pictureId: await pictureOf(one, side) },
      })
  }

  it('grants none and turns none down, where the document is another member’s, too', async () => {
    const pair = await enrol()
    one = pair[0]
    await handIn(one, '301234567810')
    await handIn(pair[1], '301234567810')
    await turnDown('reviewer-1', one)
    subject = `identity-appeal.${(await post(one, '/identity/appeal', APPEAL)).data.id}`
    expect(await by('reviewer-2').get(`/appeals/${subject}`)).toMatchObject({
      power: 'appeal.decide-flagged',
      excluded: false,
    })
    for (const code of ['overturned', 'upheld'])
      expect(await decided('reviewer-2', 'appeal.decide', code)).toBe('IDENTITY_FLAGGED')
    // Whoever decided the first time decides nothing now, and whoever signs has looked at what was rejected.
    await look('reviewer-1')
    expect(await decided('reviewer-1', 'appeal.decide-flagged')).toBe('OWN_CASE')
    expect((await by('reviewer-1').get(`/appeals/${subject}`)).excluded).toBe(true)
    expect(await decided('reviewer-2', 'appeal.decide-flagged')).toBe('NOT_LOOKED')
    await look('reviewer-2')
    expect(await decided('reviewer-2', 'appeal.decide-flagged')).toBe('open')
    await look('reviewer-3')
    expect(await decided('reviewer-3', 'appeal.decide-flagged', 'upheld')).toBe('REQUEST_OPEN')
    expect(await statusOf(one)).toBe('rejected')
  })

  it('signs once; with a third person’s signature it is decided', async () => {
    const [{ id, about }] = (await by('reviewer-3').get(`/approvals?subject=${subject}&lang=en`)) as AnyJson[]
    const sign = (who: string) =>
      app.call('POST', `/api/console/approvals/${id}/sign`, { token: by(who).token, body: {} })
    expect(about.name).toMatch(/^#\d+$/)
    const { checks } = await by('reviewer-3').get(`/approvals/${id}?lang=en`)
    expect(checks).toMatchObject([{ passed: false, value: expect.stringMatching(/^#\d+ under review$/) }])
    expect(outcome(await sign('reviewer-2'))).toBe('SIGNED_ALREADY')
    expect(outcome(await sign('reviewer-1'))).toBe('OWN_CASE')
    expect(outcome(await sign('reviewer-3'))).toBe('carried-out')
    expect(await statusOf(one)).toBe('passed')
  })

  it('goes on as ever where the document is one member’s alone', async () => {
    const [alone] = await enrol()
    one = alone
    await handIn(one, '301234567811')
    await turnDown('reviewer-1', one)
    subject = `identity-appeal.${(await post(one, '/identity/appeal', APPEAL)).data.id}`
    await look('reviewer-2')
    expect(await decided('reviewer-2', 'appeal.decide-flagged')).toBe('IDENTITY_NOT_FLAGGED')
    expect(await decided('reviewer-2', 'appeal.decide')).toBe('carried-out')
    expect(await statusOf(one)).toBe('passed')
  })
})

it('the journal of all this run again leaves the same rows', { timeout: 60_000 }, async () => {
  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
})
