import { beforeAll, expect, it } from 'vitest'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { LANGS } from '#i18n/lang.ts'
import { MOST_FEEDS } from '../model/feed.ts'

let app: TestApp
let owner: { token: string; userId: string }
let other: { token: string; userId: string }
beforeAll(async () => {
  app = await startTestApp({ stays: true })
  owner = await app.enrol('090-4646-0001')
  other = await app.enrol('090-4646-0002')
}, 60_000)

const make = (covers: unknown, { token } = owner, key = newKey(), lang = 'en') =>
  app.call('POST', `/api/calendar-feeds?lang=${lang}`, { token, key, body: { covers } })
const revoke = (id: string, { token } = owner) =>
  app.call('POST', `/api/calendar-feeds/${id}/revoke`, { token, body: {} })
const get = (path: string, method = 'GET') => fetch(`http://localhost:${app.port}${path}`, { method })
const textOf = async (path: string) => (await (await get(path)).text()).replaceAll('\r\n ', '')
const codesIn = (file: string) =>
  new Set([...file.matchAll(/^DESCRIPTION;LANGUAGE=[\w-]+:(\w+)/gm)].map(([, code]) => code))

it('a member has an address, the same for a request sent twice, and a calendar reads it without a session', async () => {
  const key = newKey()
  const first = await make('market', owner, key)
  expect(first.data).toMatchObject({ feed: { covers: 'market', lang: 'en' } })
  expect((await make('market', owner, key)).data).toEqual(first.data)
  const answer = await get(first.data.path)
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ])
  const file = await answer.text()
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\n/)
  // The whole market: results and dividends of hundreds of issues.
  expect(codesIn(file.replaceAll('\r\n ', '')).size).toBeGreaterThan(100)
  expect(file).not.toContain('calendars.')
  expect((await get(first.data.path, 'HEAD')).status).toBe(200)
})

it('is written in the language in which it was asked for', async () => {
  const files = new Set<string>()
  const member = await app.enrol('090-4646-0003')
  for (const lang of LANGS) {
    const { data } = await make('market', member, newKey(), lang)
    const file = await textOf(data.path)
    expect(file).toContain(`SUMMARY;LANGUAGE=${lang}:`)
    files.add(/^X-WR-CALNAME:(.*)$/m.exec(file)![1]!)
  }
  expect(files.size).toBe(LANGS.length)
})

it('tells the IPOs with all their dates, to whom it tells only the member’s own issues too', async () => {
  await waitFor(
    async () => (await app.call('GET', '/api/ipo/offerings')).data as unknown[],
    (found) => found.length > 0,
  )
  const { data } = await make('own')
  const before = await textOf(data.path)
  for (const step of ['opens', 'closes', 'draw', 'payment', 'listing'])
    expect(before).toMatch(new RegExp(`^UID:ipo-[\\w-]+-${step}@`, 'm'))
  const codes = codesIn(before)
  const list = await app.call('GET', '/api/results')
  const { code } = list.data.results.find((one: { code: string }) => !codes.has(one.code))
  const { lists } = (await app.call('GET', '/api/watchlists', { token: owner.token })).data
  await app.call('POST', `/api/watchlists/${lists[0].id}/add`, { token: owner.token, body: { code } })
  const after = codesIn(await textOf(data.path))
  expect([...after].filter((one) => !codes.has(one))).toEqual([code])
  // Dates alone: nothing of the account is in it.
  expect(before).not.toMatch(/quantity|balance|order/i)
})

it('ends at once: by its owner alone, and where all other devices are logged out', async () => {
  const { data } = await make('own')
  expect((await revoke(data.feed.id, other)).data).toMatchObject({ rejection: 'FEED_NOT_FOUND' })
  expect((await get(data.path)).status).toBe(200)
  expect((await revoke(data.feed.id)).data.revokedAt).toEqual(expect.any(String))
  expect((await get(data.path)).status).toBe(410)
  const { token, userId } = await app.enrol('090-4646-0004')
  const second = await make('market', { token, userId })
  await app.call('POST', '/api/auth/sessions/end-others', { token, body: {} })
  expect((await get(second.data.path)).status).toBe(410)
  expect((await app.call('GET', '/api/calendar-feeds', { token })).data.feeds).toEqual([])
})

it.each([
  'x.ics',
  `${'A'.repeat(43)}.ics`,
  'A'.repeat(43),
  `..%2f${'A'.repeat(43)}.ics`,
  `${'A'.repeat(400)}.ics`,
  "'%20or%201=1.ics",
])('is no feed at /calendar/%s', async (file) => expect((await get(`/calendar/${file}`)).status).toBe(404))

it('opens nothing else: its secret is no token and no key', async () => {
  const { data } = await make('own')
  const secret = data.path.slice('/calendar/'.length, -'.ics'.length) as string
  expect((await app.call('GET', '/api/account', { token: secret })).status).toBe(401)
  const { data: refused } = await app.call('GET', '/api/account', { headers: { 'api-key': secret } })
  expect(refused).toMatchObject({ rejection: 'API_KEY_UNKNOWN' })
})

it('a member has so many', async () => {
  const member = await app.enrol('090-4646-0005')
  for (let made = 0; made < MOST_FEEDS; made++) expect((await make('market', member)).code).toBe(1)
  expect((await make('market', member)).data).toMatchObject({ rejection: 'TOO_MANY_FEEDS' })
})

it('neither the database nor the journal has an address, and the journal runs again', async () => {
  const { data } = await make('own', other)
  const secret = data.path.slice('/calendar/'.length, -'.ics'.length) as string
  const { rows } = await app.context.db.pool.query<{ all: string }>(
    `select string_agg(encode(record, 'escape'), '') || (select string_agg(t::text, '') from calendar_feeds t)
      || (select string_agg(t::text, '') from idempotency t) as all from journal`,
  )
  expect(rows[0]!.all).toContain('calendar-feed.make')
  expect(rows[0]!.all).not.toContain(secret)
  const { held, again } = await replayJournal(app)
  expect(again).toEqual(held)
}, 60_000)
