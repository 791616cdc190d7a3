import sharp from 'sharp'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { no } from '#kernel/result.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { ChatLine } from '../contract.ts'

type Member = { token: string; userId: string }
let app: TestApp
let member: Member
let other: Member
let quiet: TestApp
beforeAll(async () => {
  app = await startTestApp()
  quiet = await startTestApp({ env: { DEMO_DESK: 'off' } })
  app.modules.support.about({
    kind: 'parcel',
    card: async (memberId, id) =>
      id === `p-${memberId}`
        ? {
            title: 'Parcel',
            reference: '77-12',
            status: 'on its way',
            tone: 'warn',
            rows: [{ label: 'Yen', value: '500,000' }],
            page: 'recharge',
            action: 'Open',
          }
        : null,
  })
  member = await app.enrol('090-6161-0001')
  other = await app.enrol('090-6161-0002')
}, 90_000)

const chat = async (who: Member, query = '', on = app) =>
  (await on.call('GET', `/api/chat?lang=fr${query}`, { token: who.token })).data
const say = (who: Member, text: string, options: { key?: string; lang?: string; on?: TestApp } = {}) =>
  (options.on ?? app).call('POST', `/api/chat/lines?lang=${options.lang ?? 'fr'}`, {
    token: who.token,
    body: { text },
    ...(options.key === undefined ? {} : { key: options.key }),
  })
const texts = (lines: ChatLine[]) => lines.map(({ text }) => text)

describe('with the demo desk', () => {
  it('a question is read, typed at and answered within 10 s, in the member’s language, labelled', async () => {
    const events: { type: string }[] = []
    app.context.bus.subscribe(`chat/${member.userId}`, (event) => void events.push(event as { type: string }))
    const asked = await say(member, 'Quand arrive mon retrait ?')
    expect(asked.data).toMatchObject({
      by: 'member',
      kind: 'text',
      text: 'Quand arrive mon retrait ?',
      operator: null,
      desk: false,
    })
    const view = await waitFor(
      () => chat(member),
      ({ lines }) => lines.length === 2,
      10_000,
    )
    expect(view.lines[1]).toMatchObject({
      by: 'operator',
      operator: 1,
      desk: true,
      text: app.context.text('fr', 'support.canned.withdrawal', {
        withdrawFrom: '9:00',
        withdrawTo: '15:30',
        withdrawByRule: 1_000_000,
      }),
    })
    expect(view).toMatchObject({
      unread: 1,
      readUpTo: asked.data.id,
      operator: 1,
      hasMore: false,
      office: { from: '8:00', to: '20:00', desk: true },
      simulated: true,
    })
    const kinds = events.map(({ type }) => type)
    expect([kinds[0], kinds[1], kinds.at(-1), new Set(kinds)]).toEqual([
      'line',
      'read',
      'line',
      new Set(['line', 'read', 'typing']),
    ])
  }, 20_000)

  it('reading moves the mark forward alone, and never to a line of another’s', async () => {
    const [mine, answer] = (await chat(member)).lines as ChatLine[]
    const read = async (upTo: string) =>
      (await app.call('POST', '/api/chat/read', { token: member.token, body: { upTo } })).data.unread
    expect([await read(mine!.id), await read(answer!.id), await read(mine!.id)]).toEqual([1, 0, 0])
    expect((await app.call('GET', '/api/chat/unread', { token: member.token })).data).toEqual({ unread: 0 })
    expect(
      (await app.call('POST', '/api/chat/read', { token: other.token, body: { upTo: answer!.id } })).data,
    ).toEqual({ unread: 0 })
  })

  it('a card of what it is about stands once, for its own member alone', async () => {
    const open = (who: Member, about: string) =>
      app.call('POST', '/api/chat/about', { token: who.token, body: { about } })
    expect((await open(member, `p-${member.userId}`)).code).toBe(1)
    expect((await open(member, `p-${member.userId}`)).code).toBe(1)
    const cards = ((await chat(member)).lines as ChatLine[]).filter(({ kind }) => kind === 'about')
    expect(cards.map(({ by, about }) => [by, about])).toEqual([
      [
        'house',
        {
          id: `p-${member.userId}`,
          kind: 'parcel',
          title: 'Parcel',
          reference: '77-12',
          status: 'on its way',
          tone: 'warn',
          rows: [{ label: 'Yen', value: '500,000' }],
          page: 'recharge',
          action: 'Open',
        },
      ],
    ])
    const noted = vi.spyOn(app.context.log, 'warn')
    expect((await open(other, `p-${member.userId}`)).data.rejection).toBe('ABOUT_NOT_FOUND')
    expect(noted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ member: other.userId, what: 'about', id: `p-${member.userId}` }),
      expect.any(String),
    )
    noted.mockRestore()
    expect((await chat(other)).lines).toEqual([])
  })

  it('a picture is its sender’s alone', async () => {
    const form = new FormData()
    form.append('purpose', 'chat')
    form.append(
      'file',
      new Blob([
        new Uint8Array(
          await sharp({ create: { width: 40, height: 20, channels: 3, background: '#0a70c0' } })
            .png()
            .toBuffer(),
        ),
      ]),
    )
    const sent = (await (
      await fetch(`http://localhost:${app.port}/upload`, {
        method: 'POST',
        headers: { token: member.token },
        body: form,
      })
    ).json()) as { data: ChatLine }
    expect(sent.data).toMatchObject({ by: 'member', kind: 'image', text: null })
    const show = (who: Member) =>
      fetch(`http://localhost:${app.port}/upload/chat/${sent.data.imageId}`, {
        headers: { token: who.token },
      })
    const noted = vi.spyOn(app.context.log, 'warn')
    expect([
      (await show(member)).headers.get('content-type'),
      (await show(other)).status,
      (await show({ token: 'x', userId: '' })).status,
    ]).toEqual(['image/jpeg', 404, 401])
    expect(noted).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ member: other.userId, what: 'chat', id: sent.data.imageId }),
      expect.any(String),
    )
    noted.mockRestore()
  })
})

describe('without it', () => {
  let asker: Member
  it('health says so, and nobody is promised that the demo bank pays', async () => {
    const health = async ({ call }: TestApp) => (await call('GET', '/api/health')).data
    expect([await health(app), await health(quiet)]).toMatchObject([
      { demo: true, demoDesk: true },
      { demo: true, demoDesk: false },
    ])
  })

  beforeAll(async () => {
    asker = await quiet.enrol('090-6161-0003')
  })

  it.each([
    ['LINE_EMPTY', ' \n '],
    ['LINE_LONG', 'あ'.repeat(1_001)],
  ])('%s', async (rejection, text) => {
    expect((await say(asker, text, { on: quiet })).data.rejection).toBe(rejection)
    expect((await chat(asker, '', quiet)).lines).toEqual([])
  })
  it('a line sent twice under one key is said once; another text under it is refused', async () => {
    const key = newKey()
    const full = '𠮷'.repeat(1_000)
    const [first, again] = [
      await say(asker, full, { key, on: quiet }),
      await say(asker, full, { key, on: quiet }),
    ]
    expect([first.code, again.data]).toEqual([1, first.data])
    expect((await say(asker, 'other', { key, on: quiet })).status).toBe(422)
    expect(
      (await Promise.all(Array.from({ length: 5 }, () => say(asker, full, { key, on: quiet })))).map(
        ({ data }) => data.id,
      ),
    ).toEqual(Array(5).fill(first.data.id))
    expect((await chat(asker, '', quiet)).lines).toHaveLength(1)
  })
  it('history comes page by page, older before', async () => {
    for (const text of ['a', 'b', 'c', 'd']) await say(asker, text, { on: quiet })
    const page = await chat(asker, '&limit=2', quiet)
    expect([texts(page.lines), page.hasMore]).toEqual([['c', 'd'], true])
    const older = await chat(asker, `&limit=3&before=${page.lines[0].id}`, quiet)
    expect([texts(older.lines).slice(1), older.hasMore]).toEqual([['a', 'b'], false])
  })
  it('nobody answers by themselves', async () => {
    expect(await chat(asker, '', quiet)).toMatchObject({
      unread: 0,
      readUpTo: null,
      operator: null,
      office: { desk: false },
    })
  })
})

describe('operators', () => {
  let asker: Member
  beforeAll(async () => {
    asker = await quiet.enrol('090-6161-0004')
    await say(asker, 'Bonjour', { on: quiet })
  })
  it('answer by their power, in their own name, and take the case over', async () => {
    const { support: desk } = quiet.modules
    expect(await desk.reply('demo-treasurer-1', asker.userId, 'Bonjour, je regarde.')).toEqual(
      no('ROLE_MAY_NOT', { role: 'treasurer' }),
    )
    expect(await desk.reply('demo-support-2', 'nobody', 'Bonjour, je regarde.')).toEqual(
      no('NO_CONVERSATION'),
    )
    expect(await desk.reply('demo-support-2', asker.userId, ' ')).toEqual(no('LINE_EMPTY'))
    expect(await desk.reply('demo-support-2', asker.userId, 'Bonjour, je regarde.')).toMatchObject({
      ok: true,
    })
    expect(await desk.answer('demo-support-2', asker.userId, 'thanks')).toMatchObject({ ok: true })
    const view = await chat(asker, '', quiet)
    expect(view).toMatchObject({ operator: 2, unread: 2 })
    expect(view.lines.map(({ by, operator, desk: isDesk }: ChatLine) => [by, operator, isDesk])).toEqual([
      ['member', null, false],
      ['operator', 2, false],
      ['operator', 2, false],
    ])
  })
  it('are assigned by a role that may, to one who answers', async () => {
    const { support: desk } = quiet.modules
    expect(await desk.assign('demo-auditor-1', asker.userId, 'demo-support-1')).toEqual(
      no('ROLE_MAY_NOT', { role: 'auditor' }),
    )
    expect(await desk.assign('demo-support-2', asker.userId, 'demo-auditor-1')).toEqual(no('ASSIGNEE'))
    expect(await desk.assign('demo-support-2', 'nobody', 'demo-support-1')).toEqual(no('NO_CONVERSATION'))
    expect(await desk.assign('demo-reviewer-1', asker.userId, 'demo-support-1')).toBeNull()
    expect((await chat(asker, '', quiet)).operator).toBe(1)
  })
  it('cannot send what the filter holds back: it is recorded, its text outside the journal, and the member never gets it', async () => {
    const { support: desk } = quiet.modules
    const before = (await chat(asker, '', quiet)).lines.length
    const line = '出金の前に、口座番号１２３４５６７へ五万円を振り込んでください。'
    expect(await desk.reply('demo-support-1', asker.userId, line)).toEqual(
      no('LINE_BLOCKED', { problem: 'ACCOUNT_NUMBER' }),
    )
    expect((await chat(asker, '', quiet)).lines).toHaveLength(before)
    const { kysely } = quiet.context.db
    const [blocked] = await kysely
      .selectFrom('blockedLines')
      .innerJoin('blockedTexts', 'blockedTexts.id', 'blockedLines.id')
      .selectAll()
      .execute()
    expect(blocked).toMatchObject({
      memberId: asker.userId,
      operatorId: 'demo-support-1',
      problem: 'ACCOUNT_NUMBER',
      text: line,
    })
    const journal = (
      await kysely.selectFrom('journal').select('record').where('type', '=', 'support.block-line').execute()
    ).map(({ record }) => record.toString())
    expect([journal.length, journal[0]!.includes(blocked!.textHash), journal[0]!.includes('口座')]).toEqual([
      1,
      true,
      false,
    ])
  })
  it('are seen to type and to have read', async () => {
    const { support: desk } = quiet.modules
    const events: unknown[] = []
    quiet.context.bus.subscribe(`chat/${asker.userId}`, (event) => void events.push(event))
    const [line] = (await chat(asker, '', quiet)).lines
    expect(desk.typing('demo-support-2', asker.userId)).toBeNull()
    expect(await desk.read('demo-support-2', asker.userId, line.id)).toBeNull()
    expect(await desk.read('demo-support-2', asker.userId, line.id)).toBeNull()
    expect([
      desk.typing('demo-auditor-1', asker.userId)?.rejection,
      (await desk.read('x', asker.userId, line.id))?.rejection,
    ]).toEqual(['ROLE_MAY_NOT', 'OPERATOR_UNKNOWN'])
    expect(events).toEqual([
      { type: 'typing', operator: 2 },
      { type: 'read', upTo: line.id },
    ])
  })
  it('a member takes the whole conversation along', async () => {
    const { data } = await quiet.call('GET', '/api/chat/export?lang=en', { token: asker.token })
    expect(data.name).toMatch(/^akari-chat-\d{4}-\d{2}-\d{2}\.txt$/)
    expect(data.text.split('\n').map((line: string) => line.replace(/\d+\/\d+\/\d+ \d+:\d+/g, 'T'))).toEqual([
      '[Simulated] Akari customer service, saved T',
      'T You: Bonjour',
      'T Agent 2: Bonjour, je regarde.',
      `T Agent 2: ${quiet.context.text('fr', 'support.canned.thanks')}`,
      '',
    ])
  })
})
