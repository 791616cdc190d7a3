import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND } from '#kernel/time.ts'
import { openBankAccount } from '#server/funded.fixture.ts'
import { seenOfEdits } from '#server/stored.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { TAGS_MOST } from '../model/notes.ts'
import { TIMELINE_KINDS } from '../operator-contract.ts'

/** The page of one member: everything that happened in one list, and what staff wrote. */
let app: TestApp
let member: { token: string; userId: string }
const tokens: Record<string, string> = {}

const get = (path: string, role = 'support') =>
  app.call('GET', `/api/console/members/${member.userId}${path}`, { token: tokens[role]! })
const timeline = async (query = ''): Promise<AnyJson> => (await get(`/timeline${query}`)).data
const write = (kind: string, words: string, role = 'support') =>
  app.call('POST', `/api/console/members/${member.userId}/notes`, {
    token: tokens[role]!,
    body: { kind, words },
  })

beforeAll(async () => {
  app = await startTestApp()
  const codes = (await app.call('GET', '/api/dev/operators')).data
  for (const { operatorId, role, code, number } of codes)
    if (number === 1)
      tokens[role] = (
        await app.call('POST', '/api/console/auth/login', { body: { operatorId, code } })
      ).data.token
  member = await app.enrol('090-7777-5511')
  const post = (path: string, body: object) => app.call('POST', `/api${path}`, { token: member.token, body })
  await openBankAccount(app, member.token)
  await post('/deposits', { amount: 300_000, method: 'bank' })
  const [code] = await app.affordable(1)
  await post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 })
  await post('/chat/lines', { text: 'Where is my receipt?' })
}, 90_000)

describe('the timeline', () => {
  it('has everything that happened, newest first, and who looked', async () => {
    const { rows } = await waitFor(
      () => timeline(),
      (found) =>
        ['order', 'deposit', 'case', 'chat', 'session', 'read'].every((kind) =>
          found.rows.some((row: AnyJson) => row.kind === kind),
        ),
      20 * SECOND,
    )
    const times = rows.map(({ at }: AnyJson) => Date.parse(at))
    expect(times).toEqual(times.toSorted((a: number, b: number) => b - a))
    const order = rows.find(({ kind }: AnyJson) => kind === 'order')
    expect([order.what, order.yen > 0, order.label]).toEqual([
      'cashBuy',
      true,
      expect.stringMatching(/^O-.* × 100$/),
    ])
    const ids = rows.map(({ kind, id }: AnyJson) => `${kind} ${id}`)
    expect(new Set(ids).size).toBe(ids.length)
  })
  it('shows the kinds that are asked for, and nothing of what is said in a chat', async () => {
    const { rows } = await timeline('?kinds=chat,deposit')
    expect(new Set(rows.map(({ kind }: AnyJson) => kind))).toEqual(new Set(['chat', 'deposit']))
    expect(JSON.stringify(rows)).not.toContain('receipt')
    expect((await timeline('?kinds=gossip')).rows).toEqual([])
    expect((await get('/timeline?kinds=chat;drop')).status).toBe(400)
  })
  it('goes to its last row by pages without a gap or a repeat, though rows bear the same time', async () => {
    const at = Math.floor(app.context.clock.wall())
    await app.context.db.pool.query(
      `insert into chat_lines (id, member_id, at, author, kind, text, desk)
       select 'zz' || lpad(n::text, 4, '0'), $1, $2, 'operator', 'text', 'line', false from generate_series(1, 120) n`,
      [member.userId, at],
    )
    const seen: string[] = []
    for (let place = ''; ;) {
      const { rows, next }: AnyJson = await timeline(`?kinds=chat,order,case${place}`)
      seen.push(...rows.map(({ kind, id }: AnyJson) => `${kind} ${id}`))
      if (next === null) break
      place = `&before=${next}`
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.filter((row) => row.startsWith('chat zz'))).toHaveLength(120)
    expect(seen.some((row) => row.startsWith('order'))).toBe(true)
    await app.context.db.pool.query(`delete from chat_lines where id like 'zz%'`)
  })
  it('is read by staff alone, and each look is the member’s to see, by what was shown', async () => {
    expect((await get('/timeline', 'listing')).status).toBe(403)
    expect(
      (await app.call('GET', `/api/console/members/${member.userId}/timeline`, { token: member.token }))
        .status,
    ).toBe(401)
    const what = async () =>
      (await app.call('GET', '/api/operator-acts/reads', { token: member.token })).data.reads.map(
        (row: AnyJson) => row.what,
      )
    await timeline('?kinds=loan')
    expect(await what()).toContain('融資の申込')
    // Nobody opened the kinds one by one: all of them at once are one look, which says what it showed.
    const looks = async () =>
      (
        await app.context.db.pool.query(
          `select what from operator_reads where member_id = $1 and role = 'reviewer' order by what`,
          [member.userId],
        )
      ).rows.map((row: AnyJson) => row.what)
    const path = `/api/console/members/${member.userId}/timeline`
    expect(await looks()).toEqual([])
    expect((await app.call('GET', path, { token: tokens.reviewer! })).code).toBe(1)
    expect(await looks()).toEqual(['timeline'])
    expect((await what())[0]).toContain('履歴の一覧（')
  })
  it('tells looks that follow one another closely as one, and keeps each', async () => {
    const now = Math.floor(app.context.clock.wall())
    for (const minutes of [60, 48, 36])
      await app.modules.staff.discloseLook({
        id: app.context.ids.uuid(),
        operatorId: 'demo-treasurer-2',
        role: 'treasurer',
        number: 2,
        memberId: member.userId,
        what: 'orders',
        at: now - minutes * MINUTE,
      })
    const theirs = (await timeline('?kinds=read')).rows.filter(
      ({ by }: AnyJson) => by[0].role === 'treasurer',
    )
    expect(theirs.map(({ what, label, at }: AnyJson) => [what, label, Date.parse(at)])).toEqual([
      ['orders', '× 3', now - 36 * MINUTE],
    ])
    const { reads } = (await app.call('GET', '/api/operator-acts/reads?limit=100', { token: member.token }))
      .data
    expect(reads.filter(({ role }: AnyJson) => role === 'treasurer')).toHaveLength(3)
  })
  it('knows each kind', async () => {
    for (const kind of TIMELINE_KINDS) expect((await get(`/timeline?kinds=${kind}`)).code).toBe(1)
  })
})

describe('notes and tags', () => {
  it('are written by staff, stay in order, and are the member’s among the own data', async () => {
    expect((await write('note', '  電話で住所変更の案内をした。\n折り返し不要 ')).code).toBe(1)
    expect((await write('tag', '要 フォロー', 'treasurer')).code).toBe(1)
    expect((await write('tag', '要　フォロー')).data.rejection).toBe('TAG_THERE')
    const { rows, tags } = (await get('/notes', 'auditor')).data
    expect(tags).toEqual(['要 フォロー'])
    expect(rows.map(({ kind, words, by }: AnyJson) => [kind, words, by.role])).toEqual([
      ['tag', '要 フォロー', 'treasurer'],
      ['note', '電話で住所変更の案内をした。\n折り返し不要', 'support'],
    ])
    expect((await get('')).data.tags).toEqual(['要 フォロー'])
    expect((await timeline('?kinds=note')).rows.map(({ by }: AnyJson) => by[0].role)).toEqual([
      'treasurer',
      'support',
    ])
    const own = (await app.call('GET', '/api/records/own-data', { token: member.token })).data
    expect(own.tables.member_notes).toHaveLength(2)
    expect((await write('untag', '要 フォロー')).code).toBe(1)
    expect((await get('/notes')).data.tags).toEqual([])
  })
  it('have bounds, and two people put a tag on once', async () => {
    expect((await write('note', ' \n ')).data.rejection).toBe('NOTE_EMPTY')
    expect((await write('note', 'x'.repeat(501))).data.rejection).toBe('NOTE_LONG')
    expect((await write('untag', 'never')).data.rejection).toBe('TAG_GONE')
    const both = await Promise.all([write('tag', 'twice'), write('tag', 'twice', 'treasurer')])
    expect(both.map(({ data }) => data.rejection).toSorted()).toEqual(['TAG_THERE', undefined])
    for (let n = 1; n < TAGS_MOST; n += 1) expect((await write('tag', `tag ${n}`)).code).toBe(1)
    expect((await write('tag', 'one more')).data.rejection).toBe('TAGS_FULL')
  })
  it('are nobody’s to write who has not the power, and of no member who is none', async () => {
    for (const role of ['listing', 'auditor'])
      expect([role, (await write('note', 'x', role)).status]).toEqual([role, 403])
    expect(
      (
        await app.call('POST', '/api/console/members/nobody/notes', {
          token: tokens.support!,
          body: { kind: 'note', words: 'x' },
        })
      ).status,
    ).toBe(404)
  })
  it('that SQL has changed or taken away are named by verify, and not shown', async () => {
    const { pool } = app.context.db
    expect(
      await seenOfEdits(app, [
        `update member_notes set words = 'kind words' where kind = 'note'`,
        `delete from member_notes where kind = 'note'`,
      ]),
    ).toEqual([
      'member_notes: the row is not what the server wrote there',
      'member_notes: the row is missing',
    ])
    await pool.query(`update member_notes set words = 'kind words' where kind = 'note'`)
    expect((await get('/notes')).status).toBe(503)
  })
})
