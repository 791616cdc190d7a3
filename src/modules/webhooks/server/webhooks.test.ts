import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { jumpClock } from '#server/jump-clock.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { disableWebhook } from './commands.ts'
import { webhooks } from './tables.ts'

const DOCUMENTS = join(import.meta.dirname, '../../../../docs')
const folder = mkdtempSync(join(tmpdir(), 'akari-webhooks-'))
/** A program as it stands in a page of the documentation. */
function programOf(page: string): string {
  const [, text] = /```js\n(.*?)```/s.exec(readFileSync(join(DOCUMENTS, page), 'utf8'))!
  const file = join(folder, `${page}.mjs`)
  writeFileSync(file, text!)
  return file
}

let app: TestApp
let port: number
let url: string
let owner: { token: string; userId: string }
let other: { token: string; userId: string }
let apiKeyId: string
let keyFile: string
let code: string
let hook: { webhook: AnyJson; secret: string }

beforeAll(async () => {
  const free = createServer()
  await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve))
  ;({ port } = free.address() as AddressInfo)
  await new Promise((resolve) => free.close(resolve))
  url = `http://127.0.0.1:${port}`
  app = await startTestApp({ env: { WEBHOOK_TEST_ORIGIN: url } })
  owner = await app.enrol('090-4646-0001')
  other = await app.enrol('090-4646-0002')
  ;[code] = (await app.affordable(1)) as [string]
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  keyFile = join(folder, 'key.pem')
  writeFileSync(keyFile, pair.privateKey.export({ format: 'pem', type: 'pkcs8' }))
  await app.call('POST', '/api/auth/transaction-password', {
    token: owner.token,
    body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
  })
  const made = await post('/api/api-keys', {
    name: 'Program',
    scope: 'trade',
    networks: [],
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    transactionPassword: TRANSACTION_PASSWORD,
  })
  apiKeyId = made.data.id
}, 120_000)
afterAll(() => {
  receiver?.kill()
  rmSync(folder, { recursive: true })
})

const post = (path: string, body: object = {}, { token } = owner) => app.call('POST', path, { token, body })
const get = (path: string, { token } = owner) => app.call('GET', path, { token })
const said = ({ data, status }: { data: AnyJson; status: number }) => data?.rejection ?? status
const make = (fields: object = {}, of = owner) =>
  post(
    '/api/webhooks',
    { url: `${url}/in`, events: ['order.changed', 'deposit.changed'], apiKeyId, ...fields },
    of,
  )
const deliveries = async (): Promise<AnyJson[]> =>
  (await get(`/api/webhooks/${hook.webhook.id}/deliveries`)).data

/** The receiver of the documentation, as a process of its own: what it checks, it prints. */
let receiver: ChildProcess | null = null
const taken: AnyJson[] = []
async function open(secret = hook.secret): Promise<void> {
  receiver = spawn(process.execPath, [programOf('webhooks.md')], {
    env: { PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: receiver.stdout! }).on('line', (line) => taken.push(JSON.parse(line)))
  await waitFor(
    () =>
      fetch(url, { method: 'POST' }).then(
        ({ status }) => status,
        () => 0,
      ),
    (status) => status === 401,
  )
}
async function shut(): Promise<void> {
  receiver!.kill()
  await once(receiver!, 'exit')
  receiver = null
}
const order = async (): Promise<string> => {
  const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
  const fields = { side: 'up', type: 'limit', quantity: 100, leverage: 1, code, price: quote.lowerLimit }
  const { data, msg } = await post('/api/orders', fields)
  expect([data?.status, msg]).toEqual(['pending', expect.any(String)])
  return data.id
}
const look = () => app.context.outbox.scans[1].look()
const pass = async (ms: number, step: number) => {
  for (let left = ms; left > 0; left -= step) {
    await jumpClock(app, app.context.clock.wall() + step)
    await look()
  }
}

describe('making a webhook', () => {
  it.each([
    ['http', { url: 'http://hooks.example.com/' }, 'WEBHOOK_URL'],
    ['a private address', { url: 'https://192.168.1.1/' }, 'WEBHOOK_URL'],
    ['a number that is one', { url: 'https://2130706433/' }, 'WEBHOOK_URL'],
    ['the cloud’s metadata', { url: 'https://[::ffff:169.254.169.254]/' }, 'WEBHOOK_URL'],
    ['a name in it', { url: 'https://me:word@hooks.example.com/' }, 'WEBHOOK_URL'],
    ['nothing to tell of', { events: [] }, 'WEBHOOK_EVENTS'],
    ['another event', { events: ['account.changed'] }, 'MALFORMED'],
    ['no API key', { apiKeyId: undefined }, 'WEBHOOK_KEY'],
  ])('is refused by name with %s', async (_, fields, rejection) =>
    expect(said(await make(fields))).toBe(rejection),
  )

  it('is refused by a key of somebody else, and above five', async () => {
    expect(said(await make({}, other))).toBe('WEBHOOK_KEY')
    const made: string[] = []
    for (let turn = 0; turn < 5; turn++) made.push((await make()).data.webhook.id)
    expect(said(await make())).toBe('TOO_MANY_WEBHOOKS')
    for (const id of made)
      expect(said(await post(`/api/webhooks/${id}/delete`, {}, other))).toBe('WEBHOOK_NOT_FOUND')
    for (const id of made) await post(`/api/webhooks/${id}/delete`)
    expect((await get('/api/webhooks')).data).toEqual({ webhooks: [], most: 5 })
  })

  it('shows its secret once, tells the member, and leaves neither address nor secret in the journal', async () => {
    hook = (await make()).data
    expect(hook.webhook).toMatchObject({ url: `${url}/in`, state: 'active', isKeyOver: false, apiKeyId })
    const listed = (await get('/api/webhooks')).data
    expect(listed.webhooks).toEqual([hook.webhook])
    expect(JSON.stringify(listed)).not.toContain('whsec_')
    const { messages } = (await get('/api/messages')).data
    expect(messages[0]).toMatchObject({ kind: 'webhookMade', about: hook.webhook.id })
    const { rows } = await app.context.db.pool.query<{ record: Buffer }>('select record from journal')
    const journal = rows.map(({ record }) => record.toString()).join('\n')
    expect(journal).toContain(hook.webhook.id)
    expect(journal).not.toMatch(/127\.0\.0\.1|whsec_/)
  })

  it('is made by a program too, for its own key', async () => {
    const env = { AKARI_URL: `http://localhost:${app.port}`, AKARI_KEY_ID: apiKeyId, AKARI_KEY_FILE: keyFile }
    const body = JSON.stringify({ url: `${url}/in`, events: ['withdrawal.changed'] })
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [programOf('api-keys.md'), 'POST', '/api/webhooks', body],
      { env },
    )
    const { data } = JSON.parse(stdout)
    expect(data.webhook.apiKeyId).toBe(apiKeyId)
    expect(said(await post(`/api/webhooks/${data.webhook.id}/delete`))).toBe(200)
  })
})

describe('notices', () => {
  it('reach a receiver that checks them as the documentation does, test and order', async () => {
    await open()
    const { data } = await post(`/api/webhooks/${hook.webhook.id}/test`)
    expect(data).toMatchObject({ type: 'webhook.test', state: 'sent', tries: 1, answered: 204 })
    const id = await order()
    await waitFor(
      () => taken,
      (all) => all.some(({ data: { id: about } }) => about === id),
    )
    expect(taken[0]).toMatchObject({ type: 'webhook.test', data: {} })
    const told = taken.find(({ data: { id: about } }) => about === id)
    expect(told).toEqual({
      type: 'order.changed',
      timestamp: expect.any(String),
      id: expect.stringMatching(new RegExp(`^\\d{12}-${id}$`)),
      seq: expect.any(Number),
      data: { id, code, purpose: 'open', status: 'pending', quantity: 100, filledQuantity: 0 },
    })
  })

  it('of an hour in which the receiver is away all come, each once by id, with an order by seq', async () => {
    await shut()
    taken.length = 0
    const ids: string[] = []
    for (let turn = 0; turn < 4; turn++) {
      const id = await order()
      ids.push(id)
      await post(`/api/orders/${id}/cancel`)
      await pass(15 * MINUTE, 5 * MINUTE)
    }
    expect(taken).toEqual([])
    await open()
    await pass(90 * MINUTE, 15 * MINUTE)
    const waiting = async () => (await deliveries()).filter(({ state }) => state === 'waiting')
    for (let turn = 0; turn < 4 && (await waiting()).length > 0; turn++) await pass(HOUR, 30 * MINUTE)
    expect(await waiting()).toEqual([])
    const { rows } = await app.context.db.pool.query<{
      id: string
      seq: number
      status: string
      about: string
    }>(
      `select id, seq, data->>'status' as status, data->>'id' as about from webhook_events where member_id = $1 order by id`,
      [owner.userId],
    )
    const since = rows.filter(({ about }) => ids.includes(about))
    expect(since.length).toBeGreaterThanOrEqual(2 * ids.length)
    const got = taken.filter(({ data }) => ids.includes(data.id))
    expect(got.map(({ id }) => id).toSorted()).toEqual(since.map(({ id }) => id).toSorted())
    // By seq the last of each is how the order ended.
    for (const id of ids) {
      const own = got.filter(({ data }) => data.id === id).toSorted((a, b) => a.seq - b.seq)
      expect([own[0]!.data.status, own.at(-1)!.data.status]).toEqual(['pending', 'cancelled'])
    }
  }, 180_000)

  it('are sent again by hand under the same id, and nobody else’s are', async () => {
    const last = (await deliveries()).find(({ state }) => state === 'sent')
    await shut()
    await open()
    taken.length = 0
    const path = `/api/webhooks/${hook.webhook.id}/deliveries/${last.id}/resend`
    expect((await post(path)).data).toMatchObject({ state: 'sent', eventId: last.eventId })
    await waitFor(
      () => taken,
      (all) => all.length === 1,
    )
    expect(taken[0].id).toBe(last.eventId)
    expect(said(await post(path, {}, other))).toBe('WEBHOOK_NOT_FOUND')
    expect(said(await post(`/api/webhooks/${hook.webhook.id}/deliveries/none/resend`))).toBe(
      'WEBHOOK_DELIVERY_NOT_FOUND',
    )
  })

  it('are signed by both secrets for a day after one was replaced', async () => {
    const { data } = await post(`/api/webhooks/${hook.webhook.id}/secret`)
    expect(data.secret).not.toBe(hook.secret)
    const test = async () => (await post(`/api/webhooks/${hook.webhook.id}/test`)).data.answered
    expect(await test()).toBe(204)
    await shut()
    await open(data.secret)
    expect(await test()).toBe(204)
    await shut()
    await open(hook.secret)
    await jumpClock(app, app.context.clock.wall() + DAY + HOUR)
    expect(await test()).toBe(401)
    hook = data
    await shut()
    await open()
  })

  it('are none while it pauses', async () => {
    const path = `/api/webhooks/${hook.webhook.id}/state`
    expect((await post(path, { state: 'paused' })).data.state).toBe('paused')
    const silent = await order()
    expect((await post(path, { state: 'active' })).data.state).toBe('active')
    const told = await order()
    // The receiver has refused what was signed by the new secret alone, and is left alone for a while.
    await pass(2 * MINUTE, MINUTE)
    await waitFor(
      () => taken,
      (all) => all.some(({ data }) => data.id === told),
    )
    expect(taken.filter(({ data, seq }) => data.id === silent && data.status === 'pending' && seq)).toEqual(
      [],
    )
  })
})

describe('a webhook ends', () => {
  it('disabled after three days of no, with a notice to the member, and can go on', async () => {
    await shut()
    const id = await order()
    await waitFor(deliveries, (all) => all.some(({ eventId }) => eventId.endsWith(id)))
    await app.context.db.pool.query(
      "update outbox set tries = 21 where channel = 'member-webhook' and state = 'waiting'",
    )
    await pass(7 * HOUR, 7 * HOUR)
    await look()
    const state = async () => (await get('/api/webhooks')).data.webhooks[0].state
    await waitFor(state, (now) => now === 'disabled')
    const { messages } = (await get('/api/messages')).data
    expect(messages.map(({ kind }: AnyJson) => kind)).toContain('webhookDisabled')
    const own = (await deliveries()).filter(({ eventId }) => eventId.endsWith(id))
    expect(own.map(({ state: of }) => of)).toContain('failed')
    // Operators see none of it.
    expect(app.context.outbox.stuck()).toEqual([])
    await open()
    await post(`/api/webhooks/${hook.webhook.id}/state`, { state: 'active' })
    expect(await state()).toBe('active')
  })

  it('with its API key: nothing more is recorded or sent', async () => {
    await post(`/api/api-keys/${apiKeyId}/revoke`)
    const count = async () => (await app.context.db.pool.query('select 1 from webhook_events')).rowCount
    const before = await count()
    await order()
    expect(await count()).toBe(before)
    expect((await get('/api/webhooks')).data.webhooks[0]).toMatchObject({ isKeyOver: true })
    const { data } = await post(`/api/webhooks/${hook.webhook.id}/test`)
    expect(data).toMatchObject({ state: 'dropped', answered: null })
    expect(said(await make())).toBe('WEBHOOK_KEY')
  })

  it('deleted, and the journal says all of it again', async () => {
    await post(`/api/webhooks/${hook.webhook.id}/delete`)
    expect(app.context.engine.read.of(webhooks).get(hook.webhook.id)).toBeUndefined()
    const { types } = await replayJournal(app)
    expect(types).toContain(disableWebhook.type)
  }, 60_000)
})
