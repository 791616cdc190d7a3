import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

/** A mail service that may be away: what it was handed, under which key. */
let service: Server
let answers = 202
const handed: { key: string; to: string; subject: string; text: string }[] = []
let app: TestApp
let member: { token: string; userId: string }
const post = (path: string, body: object = {}) =>
  app.call('POST', `/api${path}?lang=en`, { token: member.token, body })
const messages = async (kind: string): Promise<AnyJson[]> =>
  (await app.call('GET', '/api/messages', { token: member.token })).data.messages.filter(
    (message: AnyJson) => message.kind === kind,
  )

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const mail = (await json(request)) as { to: string; subject: string; text: string }
    if (answers < 300) handed.push({ key: String(request.headers['idempotency-key']), ...mail })
    response.writeHead(answers).end()
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({
    env: { MAIL_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}/send` },
  })
  member = await app.enrol('090-6363-0001')
  await post('/auth/email', { email: 'haruka@example.jp' })
  const [{ text }] = (await waitFor(
    () => handed,
    (all) => all.length > 0,
  )) as [AnyJson]
  await post('/auth/email/verify', { verificationCode: /\d{6}/.exec(text)![0] })
  handed.length = 0
}, 60_000)
afterAll(() => {
  service.closeAllConnections()
  service.close()
})

it('a mail service that is away for an hour gets every notice once, and nobody waits for it', async () => {
  answers = 503
  expect((await post('/auth/freeze')).code).toBe(1)
  await app.modules.identity.tell(member.userId, 'passkeyAdded', {})
  await app.modules.identity.tell(member.userId, 'passwordChanged', {})
  expect([await messages('accountFrozen'), await messages('passkeyAdded')].map((all) => all.length)).toEqual([
    1, 1,
  ])
  for (let minutes = 0; minutes < 60; minutes += 10) {
    await jumpClock(app, app.context.clock.wall() + 10 * MINUTE)
    await app.context.outbox.scans[0].look()
  }
  expect(handed).toEqual([])
  answers = 202
  await jumpClock(app, app.context.clock.wall() + HOUR)
  await app.context.outbox.scans[0].look()
  await waitFor(
    () => handed,
    (all) => all.length >= 3,
  )
  await jumpClock(app, app.context.clock.wall() + 3 * HOUR)
  await app.context.outbox.scans[0].look()
  expect(handed.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'haruka@example.jp'))
  expect(new Set(handed.map(({ key }) => key)).size).toBe(3)
  expect(new Set(handed.map(({ subject }) => subject)).size).toBe(3)
}, 60_000)

it('a notice whose message was left before a kill is not left twice', async () => {
  const { pool } = app.context.db
  await app.modules.identity.tell(member.userId, 'authenticatorOn', {})
  expect(await messages('authenticatorOn')).toHaveLength(1)
  // As a kill leaves it: the message is durable, and its row was not marked.
  const body = { memberId: member.userId, kind: 'authenticatorOn', args: {}, at: 1 }
  await pool.query(
    "update outbox set state = 'waiting', done_at = null, body = $1 where channel = 'inbox' and kind = 'authenticatorOn'",
    [body],
  )
  await jumpClock(app, app.context.clock.wall() + HOUR)
  await app.context.outbox.scans[0].look()
  expect(await messages('authenticatorOn')).toHaveLength(1)
})

it('a journal that is run again sends nothing', async () => {
  await waitFor(
    async () =>
      (await app.context.db.pool.query("select 1 from outbox where state = 'waiting'")).rows as unknown[],
    (waiting) => waiting.length === 0,
  )
  const before = handed.length
  const { types } = await replayJournal(app)
  expect(types).toContain('inbox.tell')
  expect(handed.length).toBe(before)
}, 60_000)
