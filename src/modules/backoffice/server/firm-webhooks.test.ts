import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, MINUTE } from '#kernel/time.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, startTestApp, type Answer, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { disableFirmWebhook } from './webhook-effects.ts'

let app: TestApp
let receiver: Server
let url: string
let member: { token: string; userId: string }
let answerBy = 204
const taken: { headers: IncomingHttpHeaders; body: string }[] = []
const people: Record<string, AtConsole> = {}
const by = (id: string): AtConsole => people[id]!
const said = (answer: Answer): string =>
  answer.code === 1 ? (answer.data.status ?? 'done') : (answer.data?.rejection ?? String(answer.status))
const signAt = (who: AtConsole, approvalId: string): Promise<Answer> =>
  app.call('POST', `/api/console/approvals/${approvalId}/sign`, { token: who.token, body: {} })
const request = (body: object = {}, who = by('administrator-1'), id = `fw-${newKey()}`) =>
  who.act('firm-webhook.make', id, { body: { url: `${url}/in`, events: ['deposit.state'], ...body } })
async function made(body: object = {}): Promise<string> {
  const id = `fw-${newKey()}`
  const asked = await request(body, by('administrator-1'), id)
  expect(said(await signAt(by('auditor-1'), asked.data.approvalId))).toBe('carried-out')
  return id
}
const set = (id: string, state: string, who = by('treasurer-1')) =>
  who.act('firm-webhook.set', id, { body: { state } })
const listed = async (id: string): Promise<AnyJson> =>
  (await by('treasurer-1').get('/firm-webhooks')).webhooks.find((each: AnyJson) => each.id === id)
const deliveries = (id: string): Promise<AnyJson[]> =>
  by('treasurer-1').get(`/firm-webhooks/${id}/deliveries`)
const deposit = async (): Promise<string> =>
  (await app.call('POST', '/api/deposits', { token: member.token, body: { amount: 20_000, method: 'bank' } }))
    .data.id
const pass = (ms: number) => jumpClock(app, app.context.clock.wall() + ms)
const signIn = async () => {
  for (const id of ['administrator-1', 'administrator-2', 'auditor-1', 'treasurer-1', 'support-1'])
    people[id] = await atConsole(app, `demo-${id}`)
}

beforeAll(async () => {
  receiver = createServer((incoming, answer) => {
    let body = ''
    incoming.on('data', (part) => {
      body += part
    })
    incoming.on('end', () => {
      taken.push({ headers: incoming.headers, body })
      answer.writeHead(answerBy).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
  app = await startTestApp({ env: { DEMO_DESK: 'off', WEBHOOK_TEST_ORIGIN: url } })
  member = await app.enrol('090-7878-0001')
  await verifyByHand(app, member)
  await signIn()
}, 120_000)
afterAll(() => new Promise((resolve) => receiver.close(resolve)))

describe('a webhook of the firm is made', () => {
  it('by two people under its address, and one person makes none', async () => {
    const asked = await request()
    expect(said(asked)).toBe('open')
    expect((await by('treasurer-1').get('/firm-webhooks')).webhooks).toEqual([])
    expect(said(await signAt(by('administrator-2'), asked.data.approvalId))).not.toBe('carried-out')
    const { facts } = await by('auditor-1').get(`/approvals/${asked.data.approvalId}?lang=en`)
    expect(facts.map(({ label, text }: AnyJson) => `${label}: ${text}`)).toEqual([
      `URL: ${url}/in`,
      'Events: Deposit status',
    ])
  })

  it.each([
    ['http', { url: 'http://hooks.example.com/' }, 'WEBHOOK_URL'],
    ['an address of the firm’s own network', { url: 'https://10.0.0.5/' }, 'WEBHOOK_URL'],
    ['this machine', { url: 'https://[::1]/' }, 'WEBHOOK_URL'],
    ['cloud metadata', { url: 'https://169.254.169.254/latest' }, 'WEBHOOK_URL'],
    ['a password', { url: 'https://a:b@hooks.example.com/' }, 'WEBHOOK_URL'],
    ['no event', { events: [] }, 'WEBHOOK_EVENTS'],
    ['an event of cases', { events: ['case.opened'] }, 'WEBHOOK_EVENTS'],
    ['a member’s event', { events: ['order.changed'] }, 'WEBHOOK_EVENTS'],
  ])('not with %s', async (_, body, rejection) => expect(said(await request(body))).toBe(rejection))

  it('not by a role that may not', async () =>
    expect(said(await request({}, by('support-1')))).toBe('ROLE_MAY_NOT'))
})

describe('a webhook of the firm tells', () => {
  it('the state of a deposit, signed, with nothing of the member in it', async () => {
    const id = await made()
    expect(said(await by('treasurer-1').act('firm-webhook.secret', id))).toBe('ROLE_MAY_NOT')
    expect(said(await by('administrator-1').act('firm-webhook.secret', id))).toBe('carried-out')
    const { secret } = await by('administrator-1').get(`/firm-webhooks/${id}/secret`)
    const readBy = async (who: string) =>
      (await app.call('GET', `/api/console/firm-webhooks/${id}/secret`, { token: by(who).token })).status
    expect([await readBy('administrator-2'), await readBy('auditor-1')]).toEqual([404, 403])
    const depositId = await deposit()
    const { headers, body } = await waitFor(
      () => taken.find((each) => each.body.includes(depositId))!,
      (found) => found !== undefined,
    )
    expect(JSON.parse(body)).toMatchObject({
      type: 'deposit.state',
      data: { id: depositId, status: 'pending' },
    })
    expect(Object.keys(JSON.parse(body).data)).toEqual(['id', 'status'])
    expect(body).not.toMatch(new RegExp(`${member.userId}|20000|7878`))
    const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
      .update([headers['webhook-id'], headers['webhook-timestamp'], body].join('.'))
      .digest('base64')
    expect(String(headers['webhook-signature']).split(' ')).toContain(`v1,${expected}`)
    await waitFor(
      () => deliveries(id),
      (all) => all.some(({ state, answered }) => state === 'sent' && answered === 204),
    )
  })

  it('each closing once, from the webhook on', async () => {
    await made({ events: ['closing.made'] })
    const scans = app.modules.all.flatMap((module) => module.scans ?? [])
    const look = async () => scans.find(({ name }) => name === 'backoffice.tell')!.look()
    const closed = () => taken.filter(({ body }) => body.includes('closing.made'))
    await look()
    await pass(DAY)
    await waitFor(
      async () => (await app.context.db.pool.query('select 1 from daily_closings')).rowCount ?? 0,
      (count) => count > 0,
    )
    await signIn()
    await look()
    await look()
    await waitFor(closed, (all) => all.length > 0)
    const days = closed().map(({ body }) => JSON.parse(body).data.day)
    const { rows } = await app.context.db.pool.query('select day from daily_closings')
    expect(days.toSorted()).toEqual(rows.map(({ day }) => day).toSorted())
  }, 60_000)

  it('a test when somebody asks, and again what was not taken', async () => {
    const id = await made()
    answerBy = 500
    const send = (body: object, who = by('treasurer-1')) =>
      app.call('POST', `/api/console/firm-webhooks/${id}/send`, { token: who.token, body })
    expect((await send({}, by('support-1'))).status).toBe(403)
    const failed = (await send({})).data
    expect(failed).toMatchObject({ type: 'webhook.test', state: 'failed', answered: 500 })
    expect(await listed(id)).toMatchObject({ failed: 1, state: 'active' })
    answerBy = 204
    expect((await send({ deliveryId: failed.id })).data).toMatchObject({ state: 'sent', answered: 204 })
    expect(await listed(id)).toMatchObject({ failed: 0 })
    expect(said(await send({ deliveryId: 'none' }))).toBe('FIRM_WEBHOOK_UNKNOWN')
  })
})

describe('a webhook of the firm stops', () => {
  it('while it is paused, by one person, and for good when it is deleted', async () => {
    const id = await made()
    expect(said(await set(id, 'paused', by('support-1')))).toBe('ROLE_MAY_NOT')
    expect(said(await set(id, 'running'))).toBe('FIRM_WEBHOOK_STATE')
    expect(said(await set(id, 'paused'))).toBe('carried-out')
    await deposit()
    expect(await deliveries(id)).toEqual([])
    expect(said(await set(id, 'deleted'))).toBe('carried-out')
    expect(await listed(id)).toBeUndefined()
    expect(said(await set(id, 'active'))).toBe('FIRM_WEBHOOK_UNKNOWN')
  })

  it('disabled by an answer of 410, resumed, and the journal says all of it again', async () => {
    const id = await made()
    answerBy = 410
    await deposit()
    await pass(2 * MINUTE)
    await signIn()
    await waitFor(
      () => listed(id),
      ({ state }) => state === 'disabled',
    )
    answerBy = 204
    expect(said(await set(id, 'active'))).toBe('carried-out')
    const { types } = await replayJournal(app)
    expect(types).toContain(disableFirmWebhook.type)
  }, 60_000)
})
