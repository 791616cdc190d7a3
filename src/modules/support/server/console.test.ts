import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { LANGS } from '#i18n/lang.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { LIMITS } from '#platform/limits.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import type { ChatLine } from '../contract.ts'

/** The console's side of the customer service, by HTTP: two operators, a member beside them. */
let app: TestApp
let member: { token: string; userId: string }
let other: { token: string; userId: string }
const tokens: Record<string, string> = {}

async function signIn(operatorId: string): Promise<string> {
  const { code } = app.modules.staff.codes().find((each) => each.operatorId === operatorId)!
  return (await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })).data.token
}
const post = (as: string, path: string, body: unknown = {}, key?: string) =>
  app.call('POST', `/api/console/${path}${path.includes('?') ? '&' : '?'}lang=en`, {
    token: tokens[as]!,
    body,
    ...(key === undefined ? {} : { key }),
  })
const get = async (as: string, path: string) =>
  await app.call('GET', `/api/console/${path}${path.includes('?') ? '&' : '?'}lang=en`, {
    token: tokens[as]!,
  })
const say = (who: { token: string }, text: string, lang = 'fr') =>
  app.call('POST', `/api/chat/lines?lang=${lang}`, { token: who.token, body: { text } })
const chat = async (who: { token: string }) =>
  (await app.call('GET', '/api/chat?lang=fr', { token: who.token })).data
const thread = async (as = 'one') => (await get(as, `conversations/${member.userId}`)).data
const rowOf = async (who: { userId: string }) =>
  (await get('one', 'conversations')).data.rows.find(
    (row: { memberId: string }) => row.memberId === who.userId,
  )

beforeAll(async () => {
  // No pace: more is asked here within a second than a person does.
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    env: { DEMO_DESK: 'off' },
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
  })
  member = await app.enrol('090-6262-0001')
  other = await app.enrol('090-6262-0002')
  for (const [name, id] of [
    ['one', 'demo-support-1'],
    ['two', 'demo-support-2'],
    ['reviewer', 'demo-reviewer-1'],
    ['auditor', 'demo-auditor-1'],
  ] as const)
    tokens[name] = await signIn(id)
}, 60_000)

describe('conversations', () => {
  it('stand in a list, who waits longest first, without any word of them; nothing is there before a member wrote', async () => {
    expect((await get('one', 'conversations')).data.rows).toEqual([])
    await say(other, 'Hello', 'en')
    await say(member, 'Quand arrive mon retrait ?')
    const rows = (await get('one', 'conversations')).data.rows
    expect(rows.map((row: { memberId: string }) => row.memberId)).toEqual([other.userId, member.userId])
    expect(rows[1]).toMatchObject({
      state: 'waiting',
      topic: 'withdrawal',
      unread: 1,
      lang: 'fr',
      assigned: null,
      number: expect.any(Number),
    })
    expect(JSON.stringify(rows)).not.toContain('retrait')
  })

  it('are support’s to read, each look written down for the member', async () => {
    expect([
      (await get('reviewer', 'conversations')).status,
      (await get('auditor', `conversations/${member.userId}`)).status,
    ]).toEqual([403, 403])
    expect((await get('one', 'conversations/nobody')).status).toBe(404)
    expect(await thread()).toMatchObject({
      lines: [{ by: 'member', text: 'Quand arrive mon retrait ?' }],
      readUpTo: null,
      references: [],
      member: { level: 'experience', frozen: false, cases: [] },
      simulated: true,
    })
    const { reads } = (await app.call('GET', '/api/operator-acts/reads?lang=en', { token: member.token }))
      .data
    expect(reads).toMatchObject([{ role: 'support', number: 1 }])
  })

  it('are taken, given to another who answers, and given back', async () => {
    const assign = (as: string, operatorId: string | null) =>
      post(as, `conversations/${member.userId}/assign`, { operatorId })
    expect((await assign('two', 'demo-support-2')).data.assigned).toEqual({
      operatorId: 'demo-support-2',
      role: 'support',
      number: 2,
    })
    expect((await chat(member)).operator).toBe(2)
    expect((await assign('reviewer', 'demo-support-1')).data.assigned.number).toBe(1)
    expect((await assign('one', 'demo-auditor-1')).data).toMatchObject({ rejection: 'ASSIGNEE' })
    expect((await assign('auditor', 'demo-support-1')).status).toBe(403)
    expect((await assign('one', null)).data).toEqual({ assigned: null })
    expect((await post('one', 'conversations/nobody/assign', { operatorId: null })).data.rejection).toBe(
      'NO_CONVERSATION',
    )
  })

  it('wait in a queue: counted for support, the next one taken by one alone, filtered by who works on them', async () => {
    const chatOf = async (as: string) =>
      (await get(as, 'queues')).data.find(({ name }: { name: string }) => name === 'chat')
    expect(await chatOf('one')).toMatchObject({
      mine: true,
      count: 2,
      items: [{ subject: other.userId, assigned: null }, { subject: member.userId }],
    })
    expect([await chatOf('reviewer'), (await chatOf('auditor')).mine]).toEqual([undefined, false])
    const [first] = (await get('one', 'conversations')).data.rows
    expect(Date.parse(first.answerBy)).toBeGreaterThanOrEqual(Date.parse(first.waitingSince) + 600_000)
    const taken = await Promise.all(['one', 'two'].map((as) => post(as, 'conversations/next')))
    expect(taken.map(({ data }) => data.memberId).toSorted()).toEqual(
      [member.userId, other.userId].toSorted(),
    )
    expect((await post('one', 'conversations/next')).data.rejection).toBe('NOBODY_WAITS')
    expect((await post('reviewer', 'conversations/next')).status).toBe(403)
    const found = async (as: string, query: string) =>
      (await get(as, `conversations?${query}`)).data.rows.map((row: { memberId: string }) => row.memberId)
    expect(await found('one', 'who=mine')).toEqual([taken[0]!.data.memberId])
    expect(await found('one', 'who=others&state=waiting')).toEqual([taken[1]!.data.memberId])
    expect([await found('one', 'who=nobody'), await found('one', 'state=closed')]).toEqual([[], []])
    for (const { userId } of [member, other])
      await post('one', `conversations/${userId}/assign`, { operatorId: null })
  })

  it('are answered: sent twice, said once; the member has it, and that it was read is seen', async () => {
    const key = newKey()
    const reply = (text: string, as = 'one') =>
      post(as, `conversations/${member.userId}/lines`, { text }, key)
    const first = await reply('Bonjour, je regarde.')
    expect((await reply('Bonjour, je regarde.')).data).toEqual(first.data)
    expect((await reply('Autre chose')).status).toBe(422)
    const view = await chat(member)
    expect(view.lines.filter(({ by }: ChatLine) => by === 'operator')).toMatchObject([
      { text: 'Bonjour, je regarde.', operator: 1, desk: false },
    ])
    expect(await rowOf(member)).toMatchObject({ state: 'open', assigned: { number: 1 } })
    await app.call('POST', '/api/chat/read', { token: member.token, body: { upTo: first.data.id } })
    expect((await thread()).readUpTo).toBe(first.data.id)
    expect((await post('two', `conversations/${member.userId}/read`, { upTo: first.data.id })).data).toEqual({
      status: 'read',
    })
    expect((await rowOf(member)).unread).toBe(0)
    expect((await post('one', `conversations/${member.userId}/typing`)).data).toEqual({ status: 'seen' })
  })

  it.each([
    ['LINE_EMPTY', ' ', undefined],
    ['LINE_LONG', 'あ'.repeat(1_001), undefined],
    ['LINE_BLOCKED', 'Le numéro de compte est 1234567.', 'account number'],
    ['LINE_BLOCKED', 'Send it to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'wallet'],
    ['LINE_BLOCKED', 'Allez sur https://evil.example.com/', 'unknown link'],
    ['LINE_BLOCKED', 'Envoyez d’abord 50000 yens de garantie', 'payment'],
  ])('%s: %s', async (rejection, text, why) => {
    const before = (await chat(member)).lines.length
    const answer = await post('one', `conversations/${member.userId}/lines`, { text })
    expect([answer.data.rejection, (await chat(member)).lines.length]).toEqual([rejection, before])
    if (why !== undefined) expect(answer.msg).toContain(why)
  })
  it('what was held back is in the journal, without its words', async () => {
    const records = (
      await app.context.db.kysely
        .selectFrom('journal')
        .select('record')
        .where('type', '=', 'support.block-line')
        .execute()
    ).map(({ record }) => record.toString())
    expect(records).toHaveLength(4)
    expect(records.join()).not.toMatch(/1234567|bc1q|evil|garantie/)
    expect(records.every((record) => record.includes('demo-support-1'))).toBe(true)
  })

  it('nobody answers without the power, or whom nobody knows', async () => {
    expect((await post('reviewer', `conversations/${member.userId}/lines`, { text: 'Bonjour' })).status).toBe(
      403,
    )
    expect((await post('one', 'conversations/nobody/lines', { text: 'Bonjour' })).data.rejection).toBe(
      'NO_CONVERSATION',
    )
    expect(
      (
        await app.call('POST', `/api/console/conversations/${member.userId}/lines`, {
          token: member.token,
          body: { text: 'x' },
        })
      ).status,
    ).toBe(401)
    expect((await app.call('GET', '/api/chat', { token: tokens.one! })).status).toBe(401)
  })

  it('are closed where the member sees it, and opened by the next line', async () => {
    expect((await post('reviewer', `conversations/${member.userId}/close`)).status).toBe(403)
    expect((await post('two', `conversations/${member.userId}/close`)).data).toEqual({ status: 'closed' })
    expect((await post('two', `conversations/${member.userId}/close`)).data.rejection).toBe(
      'CONVERSATION_CLOSED',
    )
    expect((await chat(member)).lines.at(-1)).toMatchObject({
      kind: 'closed',
      by: 'operator',
      operator: 2,
      text: null,
    })
    expect((await rowOf(member)).state).toBe('closed')
    await say(member, 'Encore une question')
    expect((await rowOf(member)).state).toBe('waiting')
  })

  it('show the pictures that their member sent, and no others', async () => {
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
    const show = (as: string, who: { userId: string }) =>
      get(as, `conversations/${who.userId}/pictures/${sent.data.imageId}`)
    const shown = await show('one', member)
    expect(Buffer.from(shown.data.jpeg, 'base64').subarray(0, 2).toString('hex')).toBe('ffd8')
    expect([(await show('one', other)).status, (await show('reviewer', member)).status]).toEqual([404, 403])
    expect((await rowOf(member)).topic).toBe('image')
  })
})

describe('standard answers', () => {
  const texts = (word: string) =>
    Object.fromEntries(LANGS.map((lang) => [lang, `${word} ({officeFrom}–{officeTo}) ${lang}`]))
  const draft = (as: string, canned: string, all: object) => post(as, 'canned', { canned, texts: all })
  const sign = (as: string, subject: string, body: object) =>
    post(as, 'act', { power: 'chat.canned', subject, body })
  const inUse = async (name: string) =>
    (await get('two', 'canned')).data.find(({ canned }: { canned: string }) => canned === name)

  it('stand in six languages with their places, filled in from the rules', async () => {
    const fee = await inUse('fee')
    expect(fee).toMatchObject({ version: 0, by: null })
    expect([
      fee.texts.en.includes('{feeRate}%'),
      fee.filled.en.includes('0.05%'),
      /1\u202f000[ \u202f]¥/.test(fee.filled.fr),
    ]).toEqual([true, true, true])
  })
  it('are worded anew by a signed act; the version before stays readable', async () => {
    expect((await draft('auditor', 'thanks', texts('Merci'))).status).toBe(403)
    expect((await draft('one', 'thanks', { ...texts('Merci'), fr: 'Merci' })).data.rejection).toBe(
      'CANNED_PLACES',
    )
    expect((await draft('one', 'thanks', texts('Send 50000 yen first'))).data.rejection).toBe('CANNED_WORDS')
    const { draft: id, sha256, after } = (await draft('one', 'thanks', texts('Danke'))).data
    expect((await inUse('thanks')).version).toBe(0)
    expect((await sign('one', 'thanks', { draft: id, sha256, after })).data).toMatchObject({
      status: 'carried-out',
      result: { version: 1 },
    })
    expect(await inUse('thanks')).toMatchObject({
      version: 1,
      by: { number: 1 },
      filled: { ja: 'Danke (8:00–20:00) ja' },
    })
    // The answer that the member gets is the new one, in the member's language.
    expect(await app.modules.support.answer('demo-support-2', member.userId, 'thanks')).toMatchObject({
      ok: true,
    })
    expect((await chat(member)).lines.at(-1).text).toBe('Danke (8:00–20:00) fr')
    expect(
      (await get('one', 'canned/thanks')).data.map(({ version }: { version: number }) => version),
    ).toEqual([1, 0])
    // Two who word it at once: the second is told.
    expect((await sign('two', 'thanks', { draft: id, sha256, after })).data.rejection).toBe('CANNED_CHANGED')
  })
  it('are never other words than those that were signed, and one of its own has no first version', async () => {
    const { draft: id, after } = (await draft('one', 'parking', texts('P'))).data
    expect((await sign('one', 'parking', { draft: id, sha256: '0'.repeat(64), after })).data.rejection).toBe(
      'CANNED_UNKNOWN',
    )
    expect(await inUse('parking')).toBeUndefined()
    expect((await get('one', 'canned/parking')).status).toBe(404)
    const again = (await draft('one', 'parking', texts('P'))).data
    expect((await sign('one', 'parking', again)).code).toBe(1)
    expect((await sign('one', 'lockers', { ...again, after: 0 })).data.rejection).toBe('CANNED_UNKNOWN')
    expect(await inUse('parking')).toMatchObject({ version: 1, filled: { en: 'P (8:00–20:00) en' } })
    expect((await sign('one', 'P', again)).data.rejection).toBe('CANNED_UNKNOWN')
  })
  it('whose text is changed or taken away by SQL are not sent, and verify says so', async () => {
    const edits = [
      "update canned_drafts set texts = jsonb_set(texts, '{en}', '\"Call 03\"') where canned = 'thanks'",
      "delete from canned_drafts where canned = 'thanks'",
    ]
    expect(await seenOfEdits(app, edits)).toEqual([
      'canned_drafts: the row is not what the journal has the hash of',
      'canned_drafts: the row is not what the server wrote there',
      'canned_drafts: the row is missing',
      'canned_drafts: the row is missing',
    ])
    const { pool } = app.context.db
    const { rows } = await pool.query("select * from canned_drafts where canned = 'thanks'")
    for (const edit of edits) {
      await pool.query(edit)
      await expect(app.modules.support.answer('demo-support-2', member.userId, 'thanks')).rejects.toThrow(
        RowForged,
      )
      expect((await get('one', 'canned/thanks')).status).toBe(503)
    }
    for (const { id, canned, operator_id, texts: all, sha256, at } of rows)
      await pool.query('insert into canned_drafts values ($1, $2, $3, $4, $5, $6)', [
        id,
        canned,
        operator_id,
        all,
        sha256,
        at,
      ])
    expect(await inUse('thanks')).toMatchObject({ version: 1 })
  })
})

it('the journal with all of this, run again, says the same and leaves the same rows', async () => {
  const { held, again } = await replayJournal(app)
  expect(held.canned_versions).toHaveLength(2)
  expect(again).toEqual(held)
}, 60_000)
