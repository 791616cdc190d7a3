import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { LIMITS } from '#platform/limits.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { startTestApp, type Answer, type TestApp, type AnyJson } from './test-app.ts'
import { FACTS, sendPicture } from './verified.fixture.ts'

/**
 * The desks of identities, bank accounts and appeals as operators and the member call them; nobody decides by
 * himself.
 */
type Member = { token: string; userId: string }
let app: TestApp
let member: Member
let other: Member
let late: Member
let third: Member
let twins: Member[]
const tokens: Record<string, string> = {}
const PASSWORD = 'river-55'
const APPEAL = { text: 'うら面の住所ははっきり読めます。もう一度ご確認をお願いします。' }
const ANSWER = 'ご指摘のとおり読み取れました。前の判断を取り消します。お手数をおかけしました。'

async function signIn(operatorId: string): Promise<string> {
  const { data } = await app.call('GET', '/api/dev/operators')
  const { code } = data.find((each: { operatorId: string }) => each.operatorId === operatorId)
  return (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token
}
const desk = async (who: string, path: string): Promise<AnyJson> =>
  (await app.call('GET', `/api/console${path}`, { token: tokens[who]! })).data
const act = (
  who: string,
  power: string,
  subject: string,
  body: object = {},
  reason?: object,
): Promise<Answer> =>
  app.call('POST', '/api/console/act', {
    token: tokens[who]!,
    body: { power, subject, body, ...(reason === undefined ? {} : { reason }) },
  })
const get = async (path: string, { token }: Member = member): Promise<AnyJson> =>
  (await app.call('GET', `/api${path}`, { token })).data
const post = (path: string, body: object, { token }: Member = member) =>
  app.call('POST', `/api${path}`, { token, body })
const open = (who: string, link: string) =>
  app.call('GET', `/api/console/pictures/${link}`, { token: tokens[who]! })
const kinds = async (of: Member): Promise<string[]> =>
  (await get('/messages?limit=100', of)).messages.map(({ kind }: { kind: string }) => kind)

async function handIn(of: Member, idNumber: string): Promise<void> {
  await sendPicture(app, of.token, 'identity-front')
  await sendPicture(app, of.token, 'identity-back')
  const { consents } = await get('/identity', of)
  const { code } = await post(
    '/identity/submit',
    { name: '佐藤 遥', kana: 'サトウ ハルカ', idNumber, documentType: 'licence', ...FACTS, consents },
    of,
  )
  expect(code).toBe(1)
}

beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  ;[member, other] = await Promise.all([app.enrol('090-6611-0001'), app.enrol('090-6611-0002')])
  ;[late, third, ...twins] = (await Promise.all([3, 4, 5, 6].map((n) => app.enrol(`090-6611-000${n}`)))) as [
    Member,
    Member,
    ...Member[],
  ]
  for (const [short, id] of [
    ['r1', 'demo-reviewer-1'],
    ['r2', 'demo-reviewer-2'],
    ['r3', 'demo-reviewer-3'],
    ['t1', 'demo-treasurer-1'],
    ['s1', 'demo-support-1'],
    ['a1', 'demo-auditor-1'],
  ] as const) {
    tokens[short] = await signIn(id)
  }
}, 60_000)
// The last test stops the server, to run its journal again.

describe('identities', () => {
  it('wait in a queue by number, and a case holds what was typed beside the published checks; opening it is seen by the member', async () => {
    await handIn(member, '301234567890')
    await handIn(other, '301234567891')
    const list = await desk('r1', '/identity')
    expect(list.cases).toMatchObject([
      { memberId: member.userId, documentType: 'licence', attempts: 1, front: 'sent', back: 'sent' },
      { memberId: other.userId },
    ])
    expect(JSON.stringify(list)).not.toContain('サトウ')
    expect(list.today).toEqual({ decided: 0, rejected: 0, medianMs: null })
    const found = await desk('r1', `/identity/${member.userId}`)
    expect(found).toMatchObject({
      status: 'review',
      name: '佐藤 遥',
      kana: 'サトウ ハルカ',
      idNumber: '301234567890',
      numberForm: true,
      sameDocument: 0,
      samePicture: false,
      front: { status: 'sent', width: 640, height: 420, check: null },
      back: { status: 'sent' },
      acts: [],
    })
    expect((await get('/operator-acts/reads')).reads).toMatchObject([{ role: 'reviewer', number: 1 }])
    expect((await app.call('GET', '/api/console/identity/nobody', { token: tokens.r1! })).status).toBe(404)
    for (const [who, path] of [
      ['t1', '/identity'],
      ['s1', `/identity/${member.userId}`],
      ['t1', '/bank-accounts'],
      ['s1', '/appeals'],
    ] as const) {
      expect([
        who,
        path,
        (await app.call('GET', `/api/console${path}`, { token: tokens[who]! })).status,
      ]).toEqual([who, path, 403])
    }
  })

  it(
    'a look at a picture is an act that the member reads; it opens the picture once, to who looked, marked, and is kept by nothing',
    { timeout: 60_000 },
    async () => {
      const { front } = await desk('r1', `/identity/${member.userId}`)
      const subject = `${member.userId}.front`
      expect((await act('t1', 'identity.view', subject, { pictureId: front.pictureId })).data.rejection).toBe(
        'ROLE_MAY_NOT',
      )
      expect((await act('r1', 'identity.view', subject, { pictureId: 'another' })).data.rejection).toBe(
        'CASE_UNKNOWN',
      )
      const looked = await act('r1', 'identity.view', subject, { pictureId: front.pictureId })
      expect(looked.data.status).toBe('carried-out')
      const link = looked.data.approvalId
      expect((await open('r2', link)).status).toBe(404)
      expect((await open('a1', link)).status).toBe(403)
      expect((await app.call('GET', `/api/console/pictures/${link}`, { token: member.token })).status).toBe(
        401,
      )
      const shown = await open('r1', link)
      expect(shown.headers.get('cache-control')).toBe('no-store')
      expect(shown.data).toMatchObject({ width: 640, height: 420 })
      expect(shown.data.leftMs).toBeLessThanOrEqual(60_000)
      const jpeg = Buffer.from(shown.data.jpeg, 'base64')
      const kept = (await app.context.images.open(front.pictureId))!.jpeg
      const mean = async (bytes: Buffer) => (await sharp(bytes).greyscale().stats()).channels[0]!.mean
      expect(await mean(jpeg)).toBeLessThan((await mean(kept)) - 5)
      expect((await open('r1', link)).data.rejection).toBe('PICTURE_OVER')
      expect((await open('r1', '0'.repeat(64))).status).toBe(404)
      const [record] = (await get('/operator-acts?lang=en')).acts
      expect(record).toMatchObject({
        power: 'identity.view',
        subject,
        approvals: [{ role: 'reviewer', number: 1 }],
      })
      // A decided case opens no picture, and the journal names none of its bytes.
      const accepted = await act('r1', 'identity.accept', subject, { pictureId: front.pictureId })
      expect((await open('r1', accepted.data.approvalId)).status).toBe(404)
    },
  )

  it('a link is over after a minute', { timeout: 30_000 }, async () => {
    const { back } = await desk('r2', `/identity/${member.userId}`)
    const looked = await act('r2', 'identity.view', `${member.userId}.back`, { pictureId: back.pictureId })
    const { wall } = app.context.clock
    app.context.clock.wall = () => wall() + 60_000
    try {
      expect((await open('r2', looked.data.approvalId)).data.rejection).toBe('PICTURE_OVER')
    } finally {
      app.context.clock.wall = wall
    }
  })

  it('a rejection needs a listed reason and no text; decided is decided', async () => {
    const { back } = await desk('r1', `/identity/${member.userId}`)
    const reject = (reason?: object, pictureId = back.pictureId) =>
      act('r1', 'identity.reject', `${member.userId}.back`, { pictureId }, reason)
    expect((await reject()).data.rejection).toBe('REASON_REQUIRED')
    expect((await reject({ code: 'because' })).data.rejection).toBe('REASON_UNLISTED')
    expect((await reject({ code: 'image-unreadable' }, 'older')).data.rejection).toBe('CASE_DECIDED')
    expect((await reject({ code: 'image-unreadable' })).data.rejection).toBe('NOT_LOOKED')
    expect(
      (await act('r1', 'identity.view', `${member.userId}.back`, { pictureId: back.pictureId })).data.status,
    ).toBe('carried-out')
    expect((await reject({ code: 'image-unreadable' })).data.status).toBe('carried-out')
    expect((await reject({ code: 'image-unreadable' })).data.rejection).toBe('CASE_DECIDED')
    expect(await get('/identity')).toMatchObject({
      status: 'rejected',
      mayAppeal: true,
      back: { status: 'rejected', reason: 'image-unreadable' },
    })
    expect((await desk('r1', '/identity')).today).toMatchObject({ decided: 1, rejected: 1 })
  })

  it('an appeal waits in the one queue with the member’s words, and somebody else decides it with a reason and a text', async () => {
    const filed = await post('/identity/appeal', APPEAL)
    const view = (await get('/identity')).appeal
    expect(view).toMatchObject({ status: 'open', text: APPEAL.text })
    expect(Date.parse(view.answerBy)).toBeGreaterThan(Date.parse(view.filedAt))
    const [item] = await desk('r2', '/appeals')
    const subject = `identity-appeal.${filed.data.id}`
    expect(item).toMatchObject({
      subject,
      kind: 'identity',
      memberId: member.userId,
      case: member.userId,
      state: 'open',
      answerBy: view.answerBy,
    })
    expect(await desk('r1', `/appeals/${subject}`)).toMatchObject({
      text: APPEAL.text,
      excluded: true,
      name: 'サトウ ハルカ',
    })
    const found = await desk('r2', `/appeals/${subject}`)
    expect(found.excluded).toBe(false)
    expect(found.acts.map(({ power }: { power: string }) => power)).toEqual([
      'identity.view',
      'identity.accept',
      'identity.view',
      'identity.view',
      'identity.reject',
    ])
    expect(
      (await app.call('GET', '/api/console/appeals/identity-appeal.none', { token: tokens.r1! })).status,
    ).toBe(404)

    const verdict = (who: string, reason?: object) => act(who, 'appeal.decide', subject, {}, reason)
    const refused: [who: string, reason: object | undefined, rejection: string][] = [
      ['r2', undefined, 'REASON_REQUIRED'],
      ['r2', { code: 'overturned' }, 'TEXT_REQUIRED'],
      ['r2', { code: 'overturned', text: '短い' }, 'TEXT_LENGTH'],
      [
        'r2',
        {
          code: 'upheld',
          text: '審査を進めるため、まず手数料をお振り込みください。振込先は別にご案内します。',
        },
        'TEXT_DEMANDS',
      ],
      ['r1', { code: 'upheld', text: ANSWER }, 'OWN_CASE'],
      ['t1', { code: 'overturned', text: ANSWER }, 'ROLE_MAY_NOT'],
    ]
    for (const [who, reason, rejection] of refused)
      expect([reason, (await verdict(who, reason)).data.rejection]).toEqual([reason, rejection])
    expect((await verdict('r2', { code: 'overturned', text: ANSWER })).data.status).toBe('carried-out')
    expect((await verdict('r3', { code: 'upheld', text: ANSWER })).data.rejection).toBe('CASE_DECIDED')
    const after = await get('/identity')
    expect(after).toMatchObject({ status: 'passed', appeal: { status: 'overturned' } })
    expect(after.acts.at(-1)).toMatchObject({
      power: 'appeal.decide',
      reason: { code: 'overturned', text: ANSWER },
      approvals: [{ role: 'reviewer', number: 2 }],
    })
    expect(await desk('r2', '/appeals')).toEqual([])
    await handIn(late, '301234567890')
    expect(await desk('r2', `/identity/${late.userId}`)).toMatchObject({
      sameDocument: 1,
      twins: [{ memberId: member.userId, state: 'passed' }],
      front: { check: 'duplicate' },
    })
  })
})

describe('a document that two members have handed in', () => {
  const view = async (who: string, of: Member, side: 'front' | 'back') => {
    const { pictureId } = (await desk('r1', `/identity/${of.userId}`))[side]
    const subject = `${of.userId}.${side}`
    expect((await act(who, 'identity.view', subject, { pictureId })).data.status).toBe('carried-out')
    return { subject, body: { pictureId } }
  }
  const WHY = { code: 'other-mistyped' }

  it('flags both while both wait, and neither is accepted by one person', async () => {
    await handIn(twins[0]!, '301234567895')
    await handIn(twins[1]!, '301234567895')
    for (const [one, two] of [twins, twins.toReversed()]) {
      expect(await desk('r1', `/identity/${one!.userId}`)).toMatchObject({
        sameDocument: 1,
        twins: [{ memberId: two!.userId, state: 'review' }],
        front: { check: null },
      })
      const { subject, body } = await view('r1', one!, 'front')
      expect((await act('r1', 'identity.accept', subject, body)).data.rejection).toBe('IDENTITY_FLAGGED')
    }
  })

  it('opens a case of each of them, by a published rule', async () => {
    const watch = app.modules.all.flatMap(({ scans = [] }) => scans)
    await watch.find(({ name }) => name === 'signals.watch')!.look()
    const { rows } = await desk('r1', '/cases?rule=same-document')
    expect(rows.map(({ memberId }: AnyJson) => memberId)).toEqual(
      expect.arrayContaining(twins.map(({ userId }) => userId)),
    )
  })

  it('is accepted by two reviewers who have looked, with a reason that the member reads', async () => {
    const [one, two] = twins as [Member, Member]
    const { subject, body } = await view('r1', one, 'front')
    const flagged = (who: string, reason?: object) =>
      act(who, 'identity.accept-flagged', subject, body, reason)
    expect((await flagged('r1')).data.rejection).toBe('REASON_REQUIRED')
    const { data: asked } = await flagged('r1', WHY)
    expect([asked.status, asked.missing]).toEqual(['open', 1])
    expect((await flagged('r1', WHY)).data.rejection).toBe('SIGNED_ALREADY')
    expect((await flagged('r2', WHY)).data.rejection).toBe('NOT_LOOKED')
    const opened = await desk('r2', `/approvals/${asked.approvalId}?lang=en`)
    expect(opened.checks).toMatchObject([
      { passed: false, value: expect.stringMatching(/^#\d+ under review$/) },
    ])
    await view('r2', one, 'front')
    // The other side has no number: it is accepted by one, as ever, and passes nothing alone.
    const back = await view('r1', one, 'back')
    expect((await act('r1', 'identity.accept', back.subject, back.body)).data.status).toBe('carried-out')
    expect((await get('/identity', one)).status).toBe('review')
    expect((await flagged('r2', WHY)).data.status).toBe('carried-out')
    const passed = await get('/identity', one)
    expect(passed.status).toBe('passed')
    expect(passed.acts.at(-1)).toMatchObject({
      power: 'identity.accept-flagged',
      reason: { code: 'other-mistyped' },
      approvals: [{ number: 1 }, { number: 2 }],
    })
    expect(await desk('r1', `/identity/${two.userId}`)).toMatchObject({
      twins: [{ memberId: one.userId, state: 'passed' }],
      front: { check: 'duplicate' },
    })
    const front = await view('r1', two, 'front')
    expect((await act('r1', 'identity.accept', front.subject, front.body)).data.rejection).toBe(
      'IDENTITY_FLAGGED',
    )
  })

  it('is one member’s alone again when the other is turned down: no flag to sign', async () => {
    const [, two] = twins as [Member, Member]
    await handIn(third, '301234567897')
    const { subject, body } = await view('r1', third, 'front')
    expect((await act('r1', 'identity.accept-flagged', subject, body, WHY)).data.rejection).toBe(
      'IDENTITY_NOT_FLAGGED',
    )
    expect((await act('r1', 'identity.accept', subject, body)).data.status).toBe('carried-out')
    const { subject: back, body: seen } = await view('r2', two, 'back')
    expect((await act('r2', 'identity.reject', back, seen, { code: 'duplicate' })).data.status).toBe(
      'carried-out',
    )
  })
})

describe('bank accounts', () => {
  const ACCOUNT = {
    holder: 'サトウ ハルカ',
    bankCode: '0001',
    branchCode: '001',
    type: 'ordinary',
    number: '1234567',
  }
  let id: string

  it(
    'wait with their holder beside the verified name; the passbook is looked at in the same way',
    { timeout: 60_000 },
    async () => {
      await post('/auth/transaction-password', { newPassword: PASSWORD, confirmPassword: PASSWORD })
      const imageId = await sendPicture(app, member.token, 'passbook')
      const added = await post('/bank-accounts', { ...ACCOUNT, imageId, transactionPassword: PASSWORD })
      id = added.data.id
      expect((await desk('r1', '/bank-accounts')).rows).toMatchObject([
        { id, bankName: 'みずほ', sameName: true, status: 'pending' },
      ])
      expect(await desk('r1', `/bank-accounts/${id}`)).toMatchObject({
        holder: 'サトウ ハルカ',
        verifiedName: 'サトウ ハルカ',
        number: '1234567',
        check: null,
        placeKnown: true,
        sameRecord: true,
        elsewhere: 0,
        acts: [],
      })
      expect((await get('/operator-acts/reads')).reads[0]).toMatchObject({ role: 'reviewer', number: 1 })
      expect((await app.call('GET', '/api/console/bank-accounts/none', { token: tokens.r1! })).status).toBe(
        404,
      )
      expect((await act('r1', 'bank-account.view', 'none')).data.rejection).toBe('BANK_ACCOUNT_NOT_FOUND')
      const looked = await act('r1', 'bank-account.view', id)
      expect((await open('r2', looked.data.approvalId)).status).toBe(404)
      expect((await open('r1', looked.data.approvalId)).data).toMatchObject({ width: 640, height: 420 })
      expect((await open('r1', looked.data.approvalId)).data.rejection).toBe('PICTURE_OVER')
      expect((await get('/operator-acts?lang=en')).acts[0]).toMatchObject({
        power: 'bank-account.view',
        what: 'View bank account picture',
      })
    },
  )

  it('of a frozen member are accepted by nobody and added by nobody, and the desk reads that they are frozen', async () => {
    const frozen = await act('r3', 'trading.freeze', member.userId, {}, { code: 'court-order' })
    expect(frozen.data.status).toBe('carried-out')
    expect((await desk('r1', `/bank-accounts/${id}`)).member.frozen).toBe(true)
    expect((await act('r1', 'bank-account.accept', id)).data.rejection).toBe('PAYOUT_FROZEN')
    const imageId = await sendPicture(app, member.token, 'passbook')
    const another = { ...ACCOUNT, number: '7654321', imageId, transactionPassword: PASSWORD }
    expect((await post('/bank-accounts', another)).data.rejection).toBe('ACCOUNT_FROZEN')
    for (const [who, status] of [
      ['r3', 'open'],
      ['r2', 'carried-out'],
    ] as const)
      expect(
        (await act(who, 'trading.release', member.userId, {}, { code: 'ground-ended' })).data.status,
      ).toBe(status)
    expect((await desk('r1', `/bank-accounts/${id}`)).member.frozen).toBe(false)
  })

  it('rejected with a listed reason, appealed by its owner alone and once, overturned by somebody else', async () => {
    const appeal = (body: object = APPEAL, of = member) => post(`/bank-accounts/${id}/appeal`, body, of)
    expect((await appeal()).data.rejection).toBe('ACCOUNT_NOT_REJECTED')
    expect((await act('r1', 'bank-account.reject', id)).data.rejection).toBe('REASON_REQUIRED')
    expect((await act('r1', 'bank-account.reject', id, {}, { code: 'takeover' })).data.rejection).toBe(
      'REASON_UNLISTED',
    )
    expect((await act('r1', 'bank-account.reject', id, {}, { code: 'image-unreadable' })).data.status).toBe(
      'carried-out',
    )
    expect((await act('r2', 'bank-account.accept', id)).data.rejection).toBe('BANK_ACCOUNT_DECIDED')
    expect((await appeal(APPEAL, other)).data.rejection).toBe('BANK_ACCOUNT_NOT_FOUND')
    expect((await appeal({ text: '短い' })).data.rejection).toBe('APPEAL_TEXT')
    const filed = await appeal()
    expect(filed.data).toMatchObject({
      status: 'denied',
      reason: 'image-unreadable',
      appeal: { state: 'open', text: APPEAL.text, answer: null },
    })
    expect((await appeal()).data.rejection).toBe('ACCOUNT_APPEALED')

    const subject = `bank-account:${filed.data.appeal.id}`
    expect(await desk('r3', '/appeals')).toMatchObject([
      { subject, kind: 'bank-account', case: id, answerBy: filed.data.appeal.answerBy },
    ])
    const found = await desk('r3', `/appeals/${subject}`)
    expect(found).toMatchObject({ text: APPEAL.text, excluded: false })
    expect(found.acts.map(({ power }: { power: string }) => power)).toEqual([
      'bank-account.view',
      'bank-account.reject',
    ])
    expect(
      (await act('r1', 'appeal.decide', subject, {}, { code: 'upheld', text: ANSWER })).data.rejection,
    ).toBe('OWN_CASE')
    expect(
      (await act('r3', 'appeal.decide', subject, {}, { code: 'overturned', text: ANSWER })).data.status,
    ).toBe('carried-out')
    expect(
      (await act('r2', 'appeal.decide', subject, {}, { code: 'upheld', text: ANSWER })).data.rejection,
    ).toBe('APPEAL_DECIDED')
    const { accounts } = await get('/bank-accounts')
    expect(accounts).toMatchObject([
      { id, status: 'approved', reason: null, appeal: { state: 'overturned', answer: ANSWER } },
    ])
    expect(await kinds(member)).toEqual(
      expect.arrayContaining(['bankAccountRejected', 'bankAccountAppealDecided', 'identityAppealDecided']),
    )
  })

  it('upheld, it stays rejected; removed meanwhile, there is nothing left to decide', async () => {
    const add = async (number: string) => {
      const imageId = await sendPicture(app, member.token, 'passbook')
      const { data } = await post('/bank-accounts', {
        ...ACCOUNT,
        number,
        imageId,
        transactionPassword: PASSWORD,
      })
      expect(
        (await act('r2', 'bank-account.reject', data.id, {}, { code: 'number-differs' })).data.rejection,
      ).toBe('NOT_LOOKED')
      await act('r2', 'bank-account.view', data.id)
      await act('r2', 'bank-account.reject', data.id, {}, { code: 'number-differs' })
      return {
        account: data.id as string,
        subject: `bank-account:${(await post(`/bank-accounts/${data.id}/appeal`, APPEAL)).data.appeal.id}`,
      }
    }
    const [first, second] = [await add('7'), await add('8')]
    expect(
      (await act('r1', 'appeal.decide', first.subject, {}, { code: 'upheld', text: ANSWER })).data.status,
    ).toBe('carried-out')
    expect((await get('/bank-accounts')).accounts[1]).toMatchObject({
      status: 'denied',
      appeal: { state: 'upheld', answer: ANSWER },
    })
    expect(
      (await post(`/bank-accounts/${second.account}/remove`, { transactionPassword: PASSWORD })).code,
    ).toBe(1)
    expect(
      (await act('r1', 'appeal.decide', second.subject, {}, { code: 'overturned', text: ANSWER })).data
        .rejection,
    ).toBe('APPEAL_DECIDED')
    expect((await post(`/bank-accounts/${second.account}/appeal`, APPEAL)).data.rejection).toBe(
      'BANK_ACCOUNT_NOT_FOUND',
    )
    expect(await desk('r1', '/appeals')).toEqual([])
  })
})

it(
  'the journal of all this knows no name, no number and no words, and run again leaves the same rows (decision 0011)',
  { timeout: 60_000 },
  async () => {
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>('select record from journal')
    for (const secret of ['サトウ', '佐藤', '301234567890', '1234567', APPEAL.text, ANSWER])
      expect([secret, rows.some(({ record }) => record.includes(secret))]).toEqual([secret, false])
    const { types, held, again } = await replayJournal(app)
    expect([...types]).toEqual(
      expect.arrayContaining(['bank-account.appeal', 'identity.appeal', 'staff.act']),
    )
    expect(again).toEqual(held)
  },
)
