import { createServer, type Server } from 'node:http'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { atConsole, bankAccountByHand, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { signatureOf } from './webhook.ts'

/** Operators are told by mail, and the firm by its webhook, of what cannot wait. */
const SECRET = 'a secret of the firm, for tests'
const mails = mkdtempSync(join(tmpdir(), 'akari-mails-'))
const posted: { headers: AnyJson; body: string }[] = []
let answers = 204
let hook: Server
let app: TestApp
let member: { token: string; userId: string }
let accountId: string
const desk: Record<string, AtConsole> = {}

const scan = async (name: string): Promise<void> => {
  const found = app.modules.all.flatMap(({ scans = [] }) => scans).find((each) => each.name === name)!
  await found.look()
}
const look = async (): Promise<void> => {
  await scan('duty.watch')
  await app.context.outbox.scans[0].look()
}
const duty = (as = 'treasurer'): Promise<AnyJson> => desk[as]!.get('/duty?lang=en')
const post = (as: string, path: string, body: object) =>
  app.call('POST', `/api/console/auth/duty/${path}?lang=en`, { token: desk[as]!.token, body })
const noticesOf = async (kind: string | null): Promise<AnyJson[]> =>
  (await duty()).notices.filter((each: AnyJson) => each.kind === kind)
const mailsTo = (address: string): string[] =>
  readdirSync(mails)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => readFileSync(join(mails, name), 'utf8'))
    .filter((mail) => mail.includes(`To: ${address}\r\n`))
    .map((mail) => Buffer.from(mail.split('\r\n\r\n')[1]!, 'base64').toString())
const choice = { mail: null, lang: 'en', severity: 'notice', quiet: null }

beforeAll(async () => {
  hook = createServer((asked, answer) => {
    void textOf(asked).then((body) => {
      posted.push({ headers: asked.headers, body })
      answer.writeHead(answers).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  app = await startTestApp({
    env: {
      DEMO_DESK: 'off',
      MAIL_DIR: mails,
      NOTICE_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/alerts`,
      NOTICE_WEBHOOK_SECRET: SECRET,
      NOTICE_WEBHOOK_PRIVATE: 'on',
    },
  })
  member = await app.enrol('090-5151-0001')
  await verifyByHand(app, member)
  accountId = await bankAccountByHand(app, member)
  for (const [name, id] of [
    ['treasurer', 'demo-treasurer-1'],
    ['second', 'demo-treasurer-2'],
    ['reviewer', 'demo-reviewer-1'],
    ['support', 'demo-support-1'],
    ['auditor', 'demo-auditor-1'],
  ] as const)
    desk[name] = await atConsole(app, id)
}, 90_000)
afterAll(() => {
  hook.close()
  rmSync(mails, { recursive: true, force: true })
})

describe('what an operator chooses', () => {
  it('is refused by name, or kept', async () => {
    const refused = async (part: object) =>
      (await post('treasurer', 'choice', { ...choice, ...part })).data.rejection
    expect(await refused({ mail: 'nobody' })).toBe('MAIL_ADDRESS')
    expect(await refused({ quiet: { from: '25:00', to: '07:00' } })).toBe('QUIET_HOURS')
    expect((await duty()).choice).toEqual(choice)
    expect((await post('treasurer', 'test', {})).data.rejection).toBe('NO_CHANNEL')
    const own = {
      mail: 'treasurer1@example.jp',
      lang: 'ja',
      severity: 'critical',
      quiet: { from: '00:00', to: '23:59' },
    }
    expect((await post('treasurer', 'choice', own)).data).toEqual(own)
    expect((await duty()).choice).toEqual(own)
    expect((await duty('second')).choice.mail).toBeNull()
    await post('second', 'choice', { ...choice, mail: 'treasurer2@example.jp' })
    await post('support', 'choice', { ...choice, mail: 'support1@example.jp', quiet: own.quiet })
  })

  it('is tried by a test, at most five an hour', async () => {
    for (let turn = 0; turn < 5; turn++) expect((await post('second', 'test', {})).code).toBe(1)
    expect((await post('second', 'test', {})).data.rejection).toBe('TESTED_OFTEN')
    await app.context.outbox.scans[0].look()
    expect(mailsTo('treasurer2@example.jp')).toHaveLength(5)
    expect(mailsTo('treasurer2@example.jp')[0]).toContain('Test alert')
  })
})

describe('a withdrawal that is due within two hours', () => {
  const WHAT = '2時間以内に期限が来る出金 1件'
  it('is told once to the treasurer on duty, in quiet hours too, and to the webhook, signed', async () => {
    expect((await post('treasurer', 'shift', { hours: 8 })).data.until).not.toBeNull()
    expect((await duty('auditor')).onDuty).toMatchObject([{ person: { operatorId: 'demo-treasurer-1' } }])
    const asked = await app.call('POST', '/api/withdrawals', {
      token: member.token,
      body: { amount: 1_200_000, accountId, transactionPassword: TRANSACTION_PASSWORD },
    })
    await look()
    expect(await noticesOf('withdrawal-due')).toEqual([])
    const list = await desk['treasurer']!.get('/withdrawals')
    await jumpClock(app, Date.parse(list.rows[0].dueAt) - 2 * HOUR + MINUTE)
    await look()
    await look()
    const [notice, ...more] = await noticesOf('withdrawal-due')
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      change: 'began',
      severity: 'critical',
      figure: 1,
      deliveries: expect.arrayContaining([
        expect.objectContaining({
          to: expect.objectContaining({ operatorId: 'demo-treasurer-1' }),
          state: 'sent',
        }),
        expect.objectContaining({ to: null, channel: 'webhook', state: 'sent' }),
      ]),
    })
    // The second treasurer is not on duty, and no reviewer has a channel.
    expect(notice.deliveries).toHaveLength(2)
    const [mail] = mailsTo('treasurer1@example.jp')
    expect(mail).toContain(WHAT)
    const hooked = posted.filter(({ body }) => body.includes('withdrawal-due'))
    expect(hooked).toHaveLength(1)
    const [{ headers, body }] = hooked as [(typeof posted)[number]]
    const at = Number(/^t=(\d+),/.exec(headers['akari-signature'])![1])
    expect(headers['akari-signature']).toBe(signatureOf(SECRET, at, body))
    expect(JSON.parse(body)).toMatchObject({
      kind: 'withdrawal-due',
      figure: 1,
      page: '/console/withdrawals',
    })
    // Nothing of any member travels.
    for (const told of [mail!, body])
      for (const secret of [
        member.userId,
        asked.data.id,
        asked.data.reference,
        '1,200,000',
        '1200000',
        'サトウ',
      ])
        expect(told).not.toContain(secret)
    expect(
      (await duty()).conditions.find((each: AnyJson) => each.kind === 'withdrawal-due').on,
    ).toMatchObject({ figure: 1 })
  })

  it('is told to be over once it is decided, two minutes later', async () => {
    const [{ id }] = (await desk['treasurer']!.get('/withdrawals')).rows
    await desk['reviewer']!.act('withdrawal.approve', id)
    await desk['treasurer']!.act('withdrawal.approve', id)
    await look()
    expect((await noticesOf('withdrawal-due')).map(({ change }) => change)).toEqual(['began'])
    await jumpClock(app, app.context.clock.wall() + 3 * MINUTE)
    await look()
    expect((await noticesOf('withdrawal-due')).map(({ change }) => change)).toEqual(['over', 'began'])
  })
})

it('four members who wait are told after the quiet hours, unless they have been answered', async () => {
  const members = await Promise.all(
    ['0011', '0012', '0013', '0014'].map((end) => app.enrol(`090-5151-${end}`)),
  )
  for (const { token } of members)
    await app.call('POST', '/api/chat/lines', { token, body: { text: 'Hello' } })
  await look()
  const [notice] = await noticesOf('chat-waiting')
  expect(notice).toMatchObject({ change: 'began', figure: 4, severity: 'urgent' })
  expect(notice.deliveries.find(({ to }: AnyJson) => to?.operatorId === 'demo-support-1').state).toBe(
    'waiting',
  )
  // One more is nothing to tell of, but the page says how many there are.
  const fifth = await app.enrol('090-5151-0015')
  await app.call('POST', '/api/chat/lines', { token: fifth.token, body: { text: 'Hello' } })
  await look()
  expect((await duty()).conditions.find((each: AnyJson) => each.kind === 'chat-waiting').on).toMatchObject({
    figure: 5,
  })
  for (const { userId } of members)
    await app.call('POST', `/api/console/conversations/${userId}/lines`, {
      token: desk['support']!.token,
      body: { text: 'Good morning.' },
    })
  await look()
  await jumpClock(app, app.context.clock.wall() + 3 * MINUTE)
  await look()
  await jumpClock(app, app.context.clock.wall() + 24 * HOUR)
  await look()
  const kept = (await noticesOf('chat-waiting')).find(({ change }) => change === 'began')
  expect(kept.deliveries.find(({ to }: AnyJson) => to?.operatorId === 'demo-support-1').state).toBe('over')
  expect(mailsTo('support1@example.jp').filter((mail) => mail.includes('waiting in support (began'))).toEqual(
    [],
  )
}, 60_000)

it('what a channel does not take is tried again, then shown to every operator', async () => {
  answers = 500
  await app.context.db.pool.query("delete from duty_standings where kind = 'journal'")
  await app.context.db.pool.query(
    "insert into journal_checks (id, asked_by, begun_at, status, ended_at) values (gen_random_uuid(), 'demo-auditor-1', 9e12, 'failed', 9e12)",
  )
  await look()
  const failed = async () =>
    (await noticesOf('journal'))[0]?.deliveries.find(({ channel }: AnyJson) => channel === 'webhook')
  expect(await failed()).toMatchObject({ state: 'waiting', problem: 'it answered 500' })
  // Members' messages are of no operator's account, and a message is never told to anybody by its row.
  const [row, ...others] = (await desk['support']!.get('/duty/undelivered')).messages
  expect(others).toEqual([])
  expect(row).toMatchObject({ channel: 'webhook', kind: 'journal', state: 'waiting', tries: 1 })
  for (const wait of [MINUTE, 2 * MINUTE, 3 * MINUTE, 6 * MINUTE]) {
    await jumpClock(app, app.context.clock.wall() + wait)
    await app.context.outbox.scans[0].look()
  }
  expect((await duty('support')).undelivered).toBeGreaterThan(0)
  const before = posted.length
  const resend = (as: string, id: string) =>
    app.call('POST', '/api/console/duty/resend?lang=en', { token: desk[as]!.token, body: { id } })
  expect((await resend('treasurer', row.id)).status).toBe(403)
  answers = 204
  expect((await resend('support', row.id)).data).toEqual({ status: 'tried' })
  expect(posted.length).toBe(before + 1)
  expect(posted.at(-1)!.headers['idempotency-key']).toBe(row.id)
  expect((await failed()).state).toBe('sent')
  expect((await resend('support', row.id)).data.rejection).toBe('MESSAGE_NOT_WAITING')
  expect((await desk['support']!.get('/duty/undelivered')).total).toBe(0)
})
