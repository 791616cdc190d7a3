import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { dateJst, HOUR } from '#kernel/time.ts'
import { pdfText } from '#platform/pdf-text.fixture.ts'
import { LIMITS } from '#platform/limits.ts'
import { ACCOUNT_DOCUMENTS, MARGIN_DOCUMENTS } from '#modules/legal/model/documents.ts'
import { freeTextProblem } from '#modules/staff/model/free-text.ts'
import { SYSTEM_CALLER } from '#platform/engine/command.ts'
import { protectionList } from '#modules/identity/server/row-lists.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { FACTS } from '#server/verified.fixture.ts'
import { operators } from '#modules/staff/server/tables.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { newKey, startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { LANGS } from '#i18n/lang.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { QUESTIONS } from '../model/quiz.ts'
import { settleDemoPapers } from './demo.ts'
import { identityStore } from './queries.ts'
import { verifications } from './tables.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    limits: { ...LIMITS, upload: { ...LIMITS.upload, perMember: [{ max: 100, withinMs: 24 * HOUR }] } },
  })
}, 60_000)

type Member = { token: string; userId: string }
let mobiles = 0
const enrol = (): Promise<Member> => app.enrol(`090-6600-${String(++mobiles).padStart(4, '0')}`)
const consents = [...ACCOUNT_DOCUMENTS, ...MARGIN_DOCUMENTS].map((document) => ({ document, version: 1 }))
let numbers = 301_000_000_000
const form = (change: object = {}) => ({
  name: '明里 太郎',
  kana: 'あかり たろう',
  idNumber: String(++numbers),
  documentType: 'licence',
  ...FACTS,
  consents,
  ...change,
})

let shade = 0
const readable = () =>
  sharp({
    create: {
      width: 900,
      height: 600,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 120 + (++shade % 40), sigma: 30 },
    },
  })
    .jpeg()
    .toBuffer()
const blank = () =>
  sharp({ create: { width: 900 + ++shade, height: 600, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()

async function upload({ token }: Member, side: 'front' | 'back', bytes: Buffer) {
  const data = new FormData()
  data.append('purpose', `identity-${side}`)
  data.append('file', new Blob([Uint8Array.from(bytes)]), 'x.jpg')
  return (await (
    await fetch(`http://localhost:${app.port}/upload?lang=en`, {
      method: 'POST',
      headers: { token },
      body: data,
    })
  ).json()) as { code: number; data: AnyJson; msg: string }
}
const get = async ({ token }: Member, path: string) =>
  (await app.call('GET', `/api/${path}?lang=en`, { token })).data
const post = (member: Member, path: string, body: unknown, key = newKey()) =>
  app.call('POST', `/api/${path}?lang=en`, { token: member.token, body, key })
const decided = (member: Member) =>
  waitFor(
    () => get(member, 'identity'),
    (view) => view.status === 'passed' || view.status === 'rejected',
  )

async function verified(member: Member): Promise<void> {
  await upload(member, 'front', await readable())
  await upload(member, 'back', await readable())
  expect((await post(member, 'identity/submit', form())).code).toBe(1)
  expect((await decided(member)).status).toBe('passed')
}

describe('verification', () => {
  it(
    'a member hands in, the demo desk decides each side by the published checks, and the member is a beginner who sees who decided',
    { timeout: 60_000 },
    async () => {
      const member = await enrol()
      expect(await get(member, 'identity')).toMatchObject({
        status: 'none',
        samples: true,
        desk: true,
        simulated: true,
        acts: [],
        front: { status: 'none', imageId: null, draftId: null },
      })
      expect((await post(member, 'identity/submit', form())).data.rejection).toBe('FRONT_REQUIRED')
      const front = await upload(member, 'front', await readable())
      expect((await post(member, 'identity/submit', form())).data.rejection).toBe('BACK_REQUIRED')
      await upload(member, 'back', await readable())
      expect((await get(member, 'identity')).front).toMatchObject({ status: 'none', draftId: front.data.id })
      expect(
        (await post(member, 'identity/submit', form({ consents: consents.slice(1) }))).data.rejection,
      ).toBe('CONSENT_REQUIRED')
      expect(
        (await post(member, 'identity/submit', form({ consents: [{ document: 'terms', version: 9 }] }))).data
          .rejection,
      ).toBe('CONSENT_OUTDATED')
      expect((await post(member, 'identity/submit', form({ kana: '明里' }))).data.rejection).toBe(
        'KANA_CHARACTERS',
      )

      const body = form()
      const key = newKey()
      const [first, again] = await Promise.all([
        post(member, 'identity/submit', body, key),
        post(member, 'identity/submit', body, key),
      ])
      expect([first.data, again.data]).toEqual([{ status: 'review' }, { status: 'review' }])
      expect((await post(member, 'identity/submit', form())).data.rejection).toBe('IDENTITY_IN_REVIEW')
      expect(await upload(member, 'front', await readable())).toMatchObject({
        code: 2,
        data: { rejection: 'IDENTITY_IN_REVIEW' },
      })

      await decided(member)
      const view = await waitFor(
        () => get(member, 'identity'),
        ({ acts }) => acts.length === 2,
      )
      expect(view).toMatchObject({
        status: 'passed',
        name: '明里 太郎',
        kana: 'アカリ タロウ',
        idNumber: `••••••••${body.idNumber.slice(-4)}`,
        front: { status: 'accepted', imageId: front.data.id },
        back: { status: 'accepted' },
        consents: [],
      })
      expect(view.acts.map((act: AnyJson) => [act.power, act.demoDesk, act.approvals[0].role])).toEqual([
        ['identity.accept', true, 'reviewer'],
        ['identity.accept', true, 'reviewer'],
      ])
      expect(
        (await get(member, `index/getUserInfo`)).level ??
          (await app.call('GET', `/api/index/getUserInfo?user_id=${member.userId}`, { token: member.token }))
            .data.level,
      ).toBe('beginner')
      expect((await post(member, 'identity/submit', form())).data.rejection).toBe('IDENTITY_PASSED')
      const refused = await app.context.db.pool.query(
        `select 1 from identity_details d where member_id = $1
         and not exists (select 1 from verifications v where v.details_id = d.id)`,
        [member.userId],
      )
      expect(refused.rows, 'of what was refused nothing is kept').toEqual([])
      expect(await upload(member, 'front', await readable())).toMatchObject({
        code: 2,
        data: { rejection: 'IDENTITY_PASSED' },
      })
      expect((await get(member, 'messages')).messages.map((message: AnyJson) => message.kind)).toContain(
        'identityPassed',
      )
      // The journal knows ids and hashes alone.
      const { rows } = await app.context.db.pool.query<{ record: Buffer }>(
        `select record from journal where type in ('identity.submit', 'staff.act')`,
      )
      expect(rows.length).toBeGreaterThan(2)
      for (const { record } of rows)
        for (const secret of ['明里', 'アカリ', body.idNumber]) expect(record.includes(secret)).toBe(false)
      const kept = await app.context.db.pool.query(
        `select number_sealed from identity_details where member_id = $1`,
        [member.userId],
      )
      expect(
        kept.rows.every((row: { number_sealed: Buffer }) => !row.number_sealed.includes(body.idNumber)),
      ).toBe(true)
    },
  )

  it('pictures go to their owner alone', async () => {
    const [owner, other] = [await enrol(), await enrol()]
    const { data } = await upload(owner, 'front', await readable())
    const ask = (token: string, purpose = 'identity-front') =>
      fetch(`http://localhost:${app.port}/upload/${purpose}/${data.id}`, { headers: { token } })
    expect([
      (await ask(owner.token)).status,
      (await ask(other.token)).status,
      (await ask('')).status,
      (await ask(owner.token, 'identity-back')).status,
    ]).toEqual([200, 404, 401, 404])
  })

  it(
    'a rejected side is sent again while the other one stays; details that did not change keep it',
    { timeout: 60_000 },
    async () => {
      const member = await enrol()
      await upload(member, 'front', await readable())
      await upload(member, 'back', await blank())
      const body = form()
      await post(member, 'identity/submit', body)
      const rejected = await decided(member)
      expect(rejected).toMatchObject({
        status: 'rejected',
        front: { status: 'accepted' },
        back: { status: 'rejected', reason: 'image-unreadable' },
        mayAppeal: true,
      })
      expect((await post(member, 'identity/submit', body)).data.rejection).toBe('BACK_REQUIRED')
      await upload(member, 'back', await readable())
      expect(
        (await post(member, 'identity/submit', { ...body, idNumber: rejected.idNumber, consents: [] })).code,
      ).toBe(1)
      expect(await get(member, 'identity')).toMatchObject({
        status: 'review',
        front: { status: 'accepted' },
        back: { status: 'sent', reason: null },
      })
      expect((await decided(member)).status).toBe('passed')
    },
  )

  it('the same document at a second member is a duplicate', { timeout: 60_000 }, async () => {
    const [first, second] = [await enrol(), await enrol()]
    const body = form()
    for (const member of [first, second]) {
      await upload(member, 'front', await readable())
      await upload(member, 'back', await readable())
      await post(member, 'identity/submit', body)
      await decided(member)
    }
    expect(await get(second, 'identity')).toMatchObject({
      status: 'rejected',
      front: { status: 'rejected', reason: 'duplicate' },
      back: { status: 'accepted' },
    })
    // Another number puts it right with the same pictures; both are compared again.
    expect((await post(second, 'identity/submit', { ...body, idNumber: String(++numbers) })).code).toBe(1)
    expect(await get(second, 'identity')).toMatchObject({
      status: 'review',
      front: { status: 'sent' },
      back: { status: 'sent' },
    })
    expect((await decided(second)).status).toBe('passed')
  })

  it('what the demo desk answers to an appeal is a reason that an operator may give, in every language', () => {
    for (const lang of LANGS)
      for (const code of ['upheld', 'overturned'])
        expect([lang, freeTextProblem(app.context.text(lang, `members.appeal.${code}`))]).toEqual([
          lang,
          null,
        ])
  })

  it('an appeal is decided by somebody else, with a reason', { timeout: 60_000 }, async () => {
    const member = await enrol()
    const text = { text: 'うら面ははっきり写っています。もう一度ご確認をお願いします。' }
    expect((await post(member, 'identity/appeal', text)).data.rejection).toBe('NOT_REJECTED')
    await upload(member, 'front', await readable())
    await upload(member, 'back', await blank())
    await post(member, 'identity/submit', form())
    await decided(member)
    expect((await post(member, 'identity/appeal', { text: '短い' })).data.rejection).toBe('APPEAL_LENGTH')
    expect((await post(member, 'identity/appeal', text)).data.status).toBe('open')
    expect((await post(member, 'identity/appeal', text)).data.rejection).toBe('APPEALED_BEFORE')
    const view = await waitFor(
      () => get(member, 'identity'),
      ({ appeal, acts }) =>
        appeal.status !== 'open' && acts.some((act: AnyJson) => act.power === 'appeal.decide'),
    )
    expect(view).toMatchObject({ status: 'rejected', appeal: { status: 'upheld' }, mayAppeal: false })
    const [reject, appeal] = ['identity.reject', 'appeal.decide'].map((power) =>
      view.acts.find((act: AnyJson) => act.power === power),
    )
    expect(appeal.reason).toMatchObject({ code: 'upheld', text: expect.stringMatching(/.{20,}/) })
    expect(appeal.approvals[0].number).not.toBe(reject.approvals[0].number)
  })

  it(
    'people decide by the same act: an operator who sees an old picture, or has rejected, is refused; a view is an act that the member sees',
    { timeout: 60_000 },
    async () => {
      const byHand = await startTestApp({ env: { DEMO_DESK: 'off' } })
      try {
        const member = await byHand.enrol('090-6700-0001')
        const send = async (side: string, bytes: Buffer) => {
          const data = new FormData()
          data.append('purpose', `identity-${side}`)
          data.append('file', new Blob([Uint8Array.from(bytes)]))
          const answer = await fetch(`http://localhost:${byHand.port}/upload`, {
            method: 'POST',
            headers: { token: member.token },
            body: data,
          })
          return ((await answer.json()) as { data: { id: string } }).data.id
        }
        const [frontId] = [await send('front', await readable()), await send('back', await readable())]
        const call = (path: string, body: unknown) =>
          byHand.call('POST', `/api/${path}`, { token: member.token, body })
        expect((await call('identity/submit', form())).code).toBe(1)
        const { staff } = byHand.modules
        const reviewers = byHand.context.engine.read
          .of(operators)
          .all()
          .filter(({ role }) => role === 'reviewer')
          .map(({ id }) => id)
        const subject = `${member.userId}.front`
        const body = { pictureId: frontId }
        expect(
          await staff.act(reviewers[0]!, { power: 'identity.accept', subject, body: { pictureId: 'older' } }),
        ).toMatchObject({ ok: false, rejection: 'CASE_DECIDED' })
        for (const power of ['identity.view', 'identity.accept'] as const)
          expect(await staff.act(reviewers[0]!, { power, subject, body: {} })).toMatchObject({
            ok: false,
            rejection: 'BODY_INCOMPLETE',
            detail: { field: 'pictureId' },
          })
        expect(
          await staff.act(reviewers[0]!, { power: 'identity.accept', subject: 'nobody.front', body }),
        ).toMatchObject({ ok: false, rejection: 'CASE_UNKNOWN' })
        expect(await staff.act(reviewers[0]!, { power: 'identity.view', subject, body })).toMatchObject({
          ok: true,
        })
        expect(await staff.act(reviewers[0]!, { power: 'identity.reject', subject, body })).toMatchObject({
          ok: false,
          rejection: 'REASON_REQUIRED',
        })
        expect(
          await staff.act(reviewers[0]!, {
            power: 'identity.reject',
            subject,
            body,
            reason: { code: 'expired', text: null },
          }),
        ).toMatchObject({ ok: true })
        expect(await staff.act(reviewers[1]!, { power: 'identity.accept', subject, body })).toMatchObject({
          ok: false,
          rejection: 'CASE_DECIDED',
        })
        expect((await byHand.call('GET', '/api/identity', { token: member.token })).data).toMatchObject({
          status: 'review',
          front: { status: 'rejected', reason: 'expired' },
          back: { status: 'sent' },
        })
        const row = byHand.context.engine.read.of(verifications).get(member.userId)!
        const back = { subject: `${member.userId}.back`, body: { pictureId: row.backId } }
        expect(await staff.act(reviewers[1]!, { power: 'identity.accept', ...back })).toMatchObject({
          ok: false,
          rejection: 'NOT_LOOKED',
        })
        // The look of another, or of another side, is not one's own.
        expect(await staff.act(reviewers[0]!, { power: 'identity.view', ...back })).toMatchObject({
          ok: true,
        })
        expect(await staff.act(reviewers[1]!, { power: 'identity.accept', ...back })).toMatchObject({
          ok: false,
          rejection: 'NOT_LOOKED',
        })
        expect(await staff.act(reviewers[1]!, { power: 'identity.view', ...back })).toMatchObject({
          ok: true,
        })
        expect(await staff.act(reviewers[1]!, { power: 'identity.accept', ...back })).toMatchObject({
          ok: true,
        })

        const appeal = (
          await call('identity/appeal', { text: 'この書類の有効期限は来年の三月です。ご確認ください。' })
        ).data
        const asked = async () => {
          const text = await staff.text(member.userId, '有効期限をもう一度確認し、前の判断を取り消します。')
          return {
            power: 'appeal.decide' as const,
            subject: `identity-appeal.${appeal.id}`,
            body: {},
            reason: { code: 'overturned', text: text.ok ? text.value : null },
          }
        }
        expect(await staff.act(reviewers[0]!, await asked())).toMatchObject({
          ok: false,
          rejection: 'OWN_CASE',
        })
        expect(await staff.act(reviewers[2]!, await asked())).toMatchObject({ ok: true })
        const view = (await byHand.call('GET', '/api/identity', { token: member.token })).data
        expect(view).toMatchObject({ status: 'passed', appeal: { status: 'overturned' } })
        expect(view.acts.map((act: AnyJson) => act.power)).toEqual([
          'identity.view',
          'identity.reject',
          'identity.view',
          'identity.view',
          'identity.accept',
          'appeal.decide',
        ])
        expect(view.acts.every((act: AnyJson) => act.demoDesk === false)).toBe(true)
      } finally {
        await byHand.close()
      }
    },
  )
})

describe('account opening', () => {
  it('keeps the profile, asks an insider for the company, and stores each consent with its version and time', async () => {
    const member = await enrol()
    const before = await get(member, 'account-opening')
    expect(before).toMatchObject({ identity: 'none', profile: null })
    expect(before.documents.map((each: AnyJson) => [each.document, each.version, each.agreedAt])).toEqual(
      consents.map(({ document, version }) => [document, version, null]),
    )
    const profile = {
      occupation: 'employee',
      income: 'under-500',
      assets: 'under-1000',
      experience: 'under-3',
      purpose: 'long-term',
      insiderTie: 'none',
      insiderCode: null,
    }
    expect(
      (await post(member, 'account-opening/profile', { ...profile, insiderTie: 'officer' })).data.rejection,
    ).toBe('INSIDER_CODE_REQUIRED')
    expect(
      (
        await post(member, 'account-opening/profile', {
          ...profile,
          insiderTie: 'officer',
          insiderCode: 'Z999',
        })
      ).data.rejection,
    ).toBe('INSIDER_CODE_UNKNOWN')
    expect((await post(member, 'account-opening/profile', profile)).code).toBe(1)
    expect((await post(member, 'account-opening/profile', { ...profile, income: 'over-2000' })).code).toBe(1)
    expect(
      (await post(member, 'account-opening/consents', { consents: [{ document: 'terms', version: 2 }] })).data
        .rejection,
    ).toBe('CONSENT_OUTDATED')
    expect(
      (await post(member, 'account-opening/consents', { consents: [{ document: 'terms', version: 1 }] }))
        .code,
    ).toBe(1)
    const after = await get(member, 'account-opening')
    expect(after.profile).toMatchObject({ ...profile, income: 'over-2000' })
    expect(
      after.documents
        .filter((each: AnyJson) => each.agreedAt !== null)
        .map((each: AnyJson) => [each.document, each.agreedVersion]),
    ).toEqual([['terms', 1]])
  })
})

describe('levels', () => {
  const right = Object.fromEntries(QUESTIONS.map((question) => [question.id, question.right]))
  const wrong = { ...right, callMeet: 'a', callUnmet: 'a' }

  it(
    'a failed quiz waits for the next day; a passed one, thirty days and the money make an intermediate by the daily review',
    { timeout: 120_000 },
    async () => {
      const member = await enrol()
      await verified(member)
      expect((await post(member, 'level/quiz', { answers: wrong })).data).toEqual({
        status: 'failed',
        right: 6,
        wrong: ['callMeet', 'callUnmet'],
      })
      expect((await post(member, 'level/quiz', { answers: right })).data.rejection).toBe('QUIZ_TOO_SOON')
      const jump = async (days: number) => {
        const at = new Date(app.context.clock.wall() + days * 24 * HOUR).toISOString()
        expect((await app.call('POST', '/api/dev/clock', { body: { at } })).code).toBe(1)
        await app.jobs.runDue()
      }
      await jump(1)
      expect((await post(member, 'level/quiz', { answers: right })).data).toMatchObject({
        status: 'passed',
        right: 8,
      })
      expect((await post(member, 'level/quiz', { answers: right })).data.rejection).toBe('QUIZ_PASSED')
      await jump(28)
      expect(await get(member, 'level')).toMatchObject({
        level: 'beginner',
        days: 29,
        equity: 10_000_000,
        daysSinceUnmetCall: null,
      })
      await jump(2)
      expect(await get(member, 'level')).toMatchObject({ level: 'intermediate', days: 31 })
      expect((await get(member, 'messages')).messages.map((message: AnyJson) => message.kind)).toContain(
        'levelRaised',
      )
    },
  )
})

describe('a demo member', () => {
  const login = async (n: number): Promise<Member & { account: string }> => {
    const { mobile: account, password } = app.modules.identity.demo!.members[n]!
    return { account, ...(await app.call('POST', '/api/auth/login', { body: { account, password } })).data }
  }

  it('has the papers of an account from the first start on: each document agreed to, a profile, an identity by a sample', async () => {
    const { token } = await login(0)
    const opening = (await app.call('GET', '/api/account-opening', { token })).data
    expect(opening).toMatchObject({
      identity: 'passed',
      profile: { occupation: 'employee', insiderTie: 'none' },
    })
    expect(
      opening.documents.map((each: AnyJson) => [each.document, each.agreedVersion, each.agreedAt === null]),
    ).toEqual(consents.map(({ document, version }) => [document, version, false]))
  })

  it('is verified to every reader, by level and by row, under a name and number that say sample', async () => {
    const first = await login(0)
    const second = await login(1)
    for (const [member, name, kana, idNumber] of [
      [first, '見本 一郎', 'ミホン イチロウ', '000000000001'],
      [second, '見本 花子', 'ミホン ハナコ', '000000000002'],
    ] as const) {
      const { token, userId } = member
      const month = dateJst(app.context.clock.wall()).slice(0, 7)
      // The clock has jumped: papers wait until the jobs of the days between have run.
      const paper = await waitFor(
        () => app.call('GET', `/api/records/balance-report?period=${month}&lang=jp`, { token }),
        ({ status }) => status !== 503,
        60_000,
      )
      const reviewer = await atConsole(app, 'demo-reviewer-1')
      const pictures = await Promise.all(
        (['front', 'back'] as const).map(async (side) => {
          const { imageId } = (await get(member, 'identity'))[side]
          const url = `http://localhost:${app.port}/upload/identity-${side}/${imageId}`
          const { width, height } = await sharp(
            Buffer.from(await (await fetch(url, { headers: { token } })).arrayBuffer()),
          ).metadata()
          return [width, height]
        }),
      )
      const own = (await get(member, 'records/own-data')).tables
      const everywhere: Record<string, unknown> = {
        level: (await get(member, 'level')).verified,
        userInfo: (await app.call('GET', `/api/index/getUserInfo?user_id=${userId}`, { token })).data
          .verified,
        identityPage: await get(member, 'identity'),
        loan: (await get(member, 'loans')).prefill,
        score: (await get(member, 'credit-score')).facts.isVerified,
        bankAccounts: (await get(member, 'bank-accounts')).holder !== null,
        deposit: (await post(member, 'deposits', { amount: 10_000, method: 'bank' })).data.rejection ?? null,
        paper: pdfText(Buffer.from(paper.data.content, 'base64')).replaceAll(' ', ''),
        ownData: own['verifications']!.length,
        ownDetails: own['identity_details'],
        consoleMember: (await reviewer.get(`/members/${userId}`)).identity,
        consoleCase: await reviewer.get(`/identity/${userId}`),
        pictures,
      }
      expect(everywhere).toMatchObject({
        level: true,
        userInfo: true,
        identityPage: { status: 'passed', name, kana, samples: true, acts: [] },
        loan: { name, idNumber },
        score: true,
        bankAccounts: true,
        deposit: null,
        paper: expect.stringContaining(name.replace(' ', '')),
        ownData: 1,
        ownDetails: [{ name, kana }],
        consoleMember: { front: 'accepted', back: 'accepted' },
        consoleCase: { status: 'passed', name, idNumber, front: { check: null }, back: { check: null } },
        pictures: [
          [900, 570],
          [900, 570],
        ],
      })
    }
    // The document that a recovery asks for is the one in the row.
    const { account } = second
    const recover = async (documentNumber: string) => {
      const what = { what: 'password', mobile: account }
      const inbox = async () =>
        (await app.call('GET', `/api/dev/inbox?mobile=${encodeURIComponent(account)}`)).data
      const before = (await inbox()).length
      await app.call('POST', '/api/auth/recovery/code', { body: what })
      // The answer does not wait for the message.
      const data = await waitFor(inbox, (messages) => messages.length > before)
      return app.call('POST', '/api/auth/recovery', {
        body: {
          ...what,
          verificationCode: data[0].code,
          nameKana: 'みほん はなこ',
          documentNumber,
          newPassword: 'lamp-8Kq',
          confirmPassword: 'lamp-8Kq',
        },
      })
    }
    expect((await recover('000000000003')).code).toBe(2)
    expect((await recover('000000000002')).code).toBe(1)
  })

  it('of an earlier version is brought along once; nobody is who has no level by it, or handed in something', async () => {
    const { engine } = app.context
    const store = identityStore(app.context.db, app.context.config.keys.images)
    const rowOf = (memberId: string) => engine.read.of(verifications).get(memberId)
    const earlier = app.context.ids.uuid()
    const commands = app.modules.all.flatMap((module) => module.commands ?? [])
    const open = commands.find(({ type }) => type === 'member.open')!
    await engine.submit(open, { memberId: earlier, level: 'advanced' }, SYSTEM_CALLER)
    await protectionList(app.context.config).begin(app.context.db.kysely, earlier)
    const [newcomer, waiting] = [await enrol(), await enrol()]
    await upload(waiting, 'front', await blank())
    await upload(waiting, 'back', await readable())
    await post(waiting, 'identity/submit', form())
    expect((await decided(waiting)).status).toBe('rejected')
    const before = rowOf(waiting.userId)
    const all = [earlier, newcomer.userId, waiting.userId]
    await settleDemoPapers(app.context, store, all)
    const settled = rowOf(earlier)
    expect(settled).toMatchObject({ frontState: 'accepted', backState: 'accepted', attempts: 1 })
    expect([rowOf(newcomer.userId), rowOf(waiting.userId)]).toEqual([undefined, before])
    await settleDemoPapers(app.context, store, all)
    expect(rowOf(earlier)).toEqual(settled)
  })

  it('is in no figure of the desk, which decided nothing', async () => {
    const ids = app.modules.identity.demoMemberIds()
    const rows = ids.map((id) => app.context.engine.read.of(verifications).get(id)!)
    const counted = await identityStore(app.context.db, app.context.config.keys.images).decidedSince(0)
    expect(rows.every(({ decidedAt }) => decidedAt !== null)).toBe(true)
    expect(counted.filter(({ decidedAt }) => rows.some((row) => row.decidedAt === decidedAt))).toEqual([])
  })
})

it('a name that SQL has put in the place of the verified one is believed by nobody', async () => {
  const [memberId] = app.modules.identity.demoMemberIds()
  const store = identityStore(app.context.db, app.context.config.keys.images)
  const nameNow = async () =>
    (await store.detailsOf(app.context.engine.read.of(verifications).get(memberId!)!))!.kana
  const before = await nameNow()
  const write = (kana: string) =>
    app.context.db.pool.query('update identity_details set kana = $1 where member_id = $2', [kana, memberId])
  await write('ドロボウ タロウ')
  await expect(nameNow()).rejects.toThrow(/identity_details .* not what the server wrote/)
  await write(before)
  expect(await nameNow()).toBe(before)
})

it('figures of pictures, and the hash that finds a document again, that SQL has changed are named by the check', async () => {
  const details = 'identity_details: its number is not found again by its hash'
  const pictures = 'identity_pictures: the row does not say what its picture is'
  const front = "side = 'front' and image_id = (select min(front_id) from verifications)"
  expect(await seenOfEdits(app, ['select 1'])).toEqual([])
  for (const [edit, said] of [
    [
      "update identity_details set number_hash = '\\x00' where id = (select min(details_id) from verifications)",
      details,
    ],
    ...[
      'width = width + 1',
      'height = 1',
      'bytes = bytes - 1',
      'sha256 = md5(sha256)',
      "side = 'back'",
      "member_id = 'x'",
    ].map((change) => [`update identity_pictures set ${change} where ${front}`, pictures] as const),
    [`delete from identity_pictures where ${front}`, 'identity_pictures: the row is missing'],
  ] as const)
    expect(await seenOfEdits(app, [edit]), edit).toEqual([said])
})

it(
  'the journal of all this, run again, leaves the same rows (decision 0011)',
  { timeout: 60_000 },
  async () => {
    const { types, held, again } = await replayJournal(app)
    expect([...types]).toEqual(
      expect.arrayContaining([
        'identity.submit',
        'identity.verify-demo',
        'identity.appeal',
        'staff.act',
        'consent.give',
        'quiz.answer',
        'level.review',
      ]),
    )
    expect(again).toEqual(held)
  },
)
