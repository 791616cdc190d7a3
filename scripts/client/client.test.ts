import { execFile } from 'node:child_process'
import { generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst } from '#kernel/time.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import type { Options } from './runtime.ts'
import { typeText } from './types.ts'
import { writeClient } from './write.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

type Reply = { ok: boolean; data: AnyJson; rejection?: string; msg?: string; key: string; repeated?: boolean }
type Client = Record<string, (call?: object) => Promise<Reply>>

let app: TestApp
let folder: string
let connect: (options: Options) => Promise<Client>
let url: string
let code: string
let token: string
let lowest: number
let trader: { keyId: string; privateKey: string }
let reader: { keyId: string; privateKey: string }
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-client-'))
  const built = join(folder, 'built')
  const installed = join(folder, 'node_modules/akari-client')
  mkdirSync(installed, { recursive: true })
  const [running] = await Promise.all([startTestApp(), writeClient(built)])
  app = running
  // A program installs the file that npm packs, and has nothing of the project beside it.
  const { stdout } = await run('npm', ['pack', '--offline', '--silent'], { cwd: built })
  await run('tar', ['-xzf', join(built, stdout.trim()), '-C', installed, '--strip-components=1'])
  ;({ connect } = await import(pathToFileURL(join(installed, 'index.js')).href))
  url = `http://localhost:${app.port}`
  ;({ token } = await app.enrol('090-4646-0001'))
  const password = { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD }
  await app.call('POST', '/api/auth/transaction-password', { token, body: password })
  ;[code] = (await app.affordable(1)) as [string]
  lowest = (await app.call('GET', `/api/stocks/${code}`)).data.quote.lowerLimit
  ;[reader, trader] = [await makeKey('read'), await makeKey('trade')]
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A key as a member makes it in the app. */
async function makeKey(scope: 'read' | 'trade'): Promise<{ keyId: string; privateKey: string }> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const text = (key: KeyObject) => key.export({ format: 'pem', type: 'pkcs8' }).toString()
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const { data } = await app.call('POST', '/api/api-keys', {
    token,
    body: { name: scope, scope, networks: [], publicKey, transactionPassword: TRANSACTION_PASSWORD },
  })
  return { keyId: data.id, privateKey: text(pair.privateKey) }
}
/** A key of the firm, as two people of the console make it. */
async function firmKey(): Promise<{ keyId: string; privateKey: string }> {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url')
  const keyId = hash('sha256', Buffer.from(publicKey, 'base64url')).slice(0, 32)
  const body = {
    name: 'reports',
    scopes: ['orders', 'ledger'],
    networks: ['127.0.0.1'],
    publicKey,
    until: dateJst(app.context.clock.wall() + DAY),
  }
  for (const who of ['demo-administrator-1', 'demo-auditor-1']) {
    const signed = await app.modules.staff.act(who, { power: 'firm-key.make', subject: keyId, body })
    if (!signed.ok) throw new Error(signed.rejection)
  }
  return { keyId, privateKey: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}
const terms = () => ({ code, side: 'up', type: 'limit', quantity: 100, price: lowest, leverage: 1 })
const ordersOf = async () => (await app.call('GET', '/api/orders?limit=100', { token })).data as AnyJson[]

describe('the client that npm packs', () => {
  it('has no dependencies, and a method for each route that a key may call, none of them for money', async () => {
    const manifest = JSON.parse(
      readFileSync(join(folder, 'node_modules/akari-client/package.json'), 'utf8'),
    ) as object
    expect(Object.keys(manifest)).not.toContain('dependencies')
    const routes = app.modules.all.flatMap((module) => module.routes ?? []).map(({ route }) => route)
    const open = routes.filter(({ apiKey }) => apiKey !== undefined).map(({ name }) => name)
    const methods = Object.keys(await connect({ url, ...trader }))
    expect(methods.toSorted()).toEqual([...open, 'op'].toSorted())
    expect(methods.join(' ')).not.toMatch(/withdraw|deposit|bank/i)
  })

  it('places a limit order, reads it and cancels it, as its README does', async () => {
    const [, program] = /```js\n(.*?)```/s.exec(
      readFileSync(join(folder, 'node_modules/akari-client/README.md'), 'utf8'),
    )!
    writeFileSync(join(folder, 'order.mjs'), program!)
    writeFileSync(join(folder, 'key.pem'), trader.privateKey)
    const env = { AKARI_URL: url, AKARI_KEY_ID: trader.keyId, AKARI_KEY_FILE: join(folder, 'key.pem') }
    const args = [join(folder, 'order.mjs'), code, String(lowest)]
    const { stdout } = await run(process.execPath, args, { env })
    expect(stdout).toBe('pending\ncancel requested\n')
    expect((await ordersOf())[0]).toMatchObject({ code, price: lowest, quantity: 100, type: 'limit' })
  })

  it('answers what the app answers, and the names of refusals as data', async () => {
    const akari = await connect({ url, ...trader, lang: 'en' })
    const { data } = await akari['getAccount']!()
    const own = (await app.call('GET', '/api/account', { token })).data
    expect(data).toEqual({ ...own, at: data.at })
    const refused = await akari['placeOrder']!({ body: { ...terms(), quantity: 150 } })
    expect(refused).toMatchObject({ ok: false, rejection: 'LOT_SIZE', detail: { lotSize: 100 } })
    expect(refused.msg).toContain('100')
    const listed = await akari['listOrders']!({ query: { limit: '1', code, status: undefined } })
    expect([listed.data.length, listed.data[0].code]).toEqual([1, code])
    // Reads of one millisecond are one request to the server only if they are signed as one.
    const many = await Promise.all(Array.from({ length: 5 }, () => akari['getMargin']!()))
    expect(many.map(({ ok }) => ok)).toEqual([true, true, true, true, true])
  })

  it('is refused by name to trade with a key that reads, and no key moves money', async () => {
    const akari = await connect({ url, ...reader })
    const before = (await ordersOf()).length
    expect(await akari['placeOrder']!({ body: terms() })).toMatchObject({
      ok: false,
      rejection: 'API_KEY_SCOPE',
    })
    expect((await akari['listOrders']!()).ok).toBe(true)
    expect(await ordersOf()).toHaveLength(before)
    // The same signature on a route that the client does not know.
    const { openClient } = await import('./runtime.ts')
    const withdraw = { method: 'POST', path: '/api/withdrawals', keyed: true } as const
    const loose = await openClient({ withdraw }, { url, ...trader })
    expect(await loose['withdraw']!({ body: { amount: 10_000 } })).toMatchObject({
      ok: false,
      rejection: 'API_KEY_ROUTE',
    })
  })

  it('sends a write again under its own key when no answer came: it happens once', async () => {
    let lost = 0
    const fetchOnce: typeof fetch = async (...asked) => {
      const answer = await fetch(...asked)
      if (++lost > 2) return answer
      if (lost === 2) return Response.json({ code: 503, msg: '', data: null }, { status: 503 })
      throw new TypeError('the line broke')
    }
    const before = (await ordersOf()).length
    const akari = await connect({ url, ...trader, fetch: fetchOnce, pauseMs: 1 })
    const placed = await akari['placeOrder']!({ body: terms() })
    expect([placed.ok, placed.repeated, lost]).toEqual([true, true, 3])
    expect(await ordersOf()).toHaveLength(before + 1)
    // A program that started anew sends it with the key that it had written down.
    const again = await akari['placeOrder']!({ body: terms(), key: placed.key })
    expect([again.data.id, again.repeated]).toEqual([placed.data.id, true])
    expect(await akari['op']!({ params: { key: placed.key } })).toMatchObject({ data: { state: 'done' } })
    expect(await akari['cancelOrder']!({ params: { id: placed.data.id } })).toMatchObject({ ok: true })
  })

  it('has a second entry point for programs of the firm, which reads and does nothing', async () => {
    const routes = app.modules.all.flatMap((module) => module.routes ?? []).map(({ route }) => route)
    const open = routes.filter(({ operatorKey }) => operatorKey !== undefined).map(({ name }) => name)
    const { connect: connectFirm } = (await import(
      pathToFileURL(join(folder, 'node_modules/akari-client/back-office.js')).href
    )) as { connect: (options: Options) => Promise<Client> }
    const firm = await connectFirm({ url, ...(await firmKey()), lang: 'en' })
    expect(Object.keys(firm).toSorted()).toEqual([...open, 'getBackOfficeApi'].toSorted())
    const orders = (await firm['readOrders']!()).data.rows as AnyJson[]
    expect(orders.map(({ id }) => id)).toEqual((await ordersOf()).map(({ id }) => id))
    expect(await firm['readEntries']!({ query: { form: 'hledger' } })).toMatchObject({ ok: true })
    expect(await firm['listDeskDeposits']!()).toMatchObject({ ok: false, rejection: 'API_KEY_NO_SCOPE' })
    expect(await firm['readReconciliation']!({ query: { date: '2999-01-01' } })).toMatchObject({
      ok: false,
      rejection: 'DATE_WRONG',
    })
  })

  it('gives up by an error that has status, data and the key', async () => {
    let tries = 0
    const away: typeof fetch = async () => {
      tries += 1
      throw new TypeError('away')
    }
    const akari = await connect({ url, ...trader, fetch: away, pauseMs: 1, tries: 3 })
    await expect(akari['placeOrder']!({ body: terms() })).rejects.toMatchObject({
      name: 'AkariError',
      status: 0,
      key: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(tries).toBe(3)
    const sound = await connect({ url, ...trader })
    await expect(sound['getOrder']!({ params: { id: 'x' } })).rejects.toMatchObject({
      status: 404,
      key: null,
    })
    await expect(sound['placeOrder']!({ body: { code } })).rejects.toMatchObject({ status: 400 })
    await expect(connect({ url, keyId: 'x', privateKey: 'no key' })).rejects.toThrow('PKCS #8')
  })

  it('is typed: requests, answers, and the refusals of each method', async () => {
    writeFileSync(
      join(folder, 'typed.ts'),
      `import { AkariError, connect, type PlaceOrderData } from 'akari-client'
const akari = await connect({ url: '', keyId: '', privateKey: '' })
const placed = await akari.placeOrder({
  body: { code: 'S801', side: 'up', type: 'limit', quantity: 100, price: 1000, leverage: 1 },
})
if (placed.ok) {
  const order: PlaceOrderData = placed.data
  const status: 'pending' | 'holding' | 'closing' | 'closed' | 'cancelled' | 'expired' | 'rejected' = order.status
  console.log(status, order.fills.map(({ price }) => price.toFixed(1)))
} else if (placed.rejection === 'LOT_SIZE' || placed.rejection === 'API_KEY_SCOPE') console.log(placed.msg)
// @ts-expect-error no refusal has this name
else if (placed.rejection === 'LOTSIZE') console.log(placed.detail)
// @ts-expect-error a side is up or down
await akari.placeOrder({ body: { code: 'S801', side: 'buy', type: 'market', quantity: 100, leverage: 1 } })
// @ts-expect-error the id is missing
await akari.cancelOrder({})
// @ts-expect-error no key may
akari.requestWithdrawal
await akari.getAccount()
console.log(AkariError.name)
`,
    )
    const options = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'esnext',
      '--lib',
      'esnext,dom',
    ]
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    const compiled = await run(process.execPath, [tsc, ...options, 'typed.ts'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    expect(compiled.stdout).toBe('')
  })
})

describe('a schema as a type', () => {
  it.each<[schema: Parameters<typeof typeText>[0], type: string]>([
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ anyOf: [{ type: 'integer' }, { type: 'number' }, { type: 'null' }] }, 'number | null'],
    [{ enum: ['a', "b'c"] }, "'a' | 'b\\'c'"],
    [{ const: 1 }, '1'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "Array<'a' | 'b'>"],
    [{ prefixItems: [{ type: 'string' }, { type: 'integer' }] }, '[string, number]'],
    [{ additionalProperties: { type: 'integer' } }, 'Record<string, number>'],
    [
      { properties: { a: { type: 'string' }, 'b-c': { properties: {} } }, required: ['a'] },
      "{\n  a: string\n  'b-c'?: {}\n}",
    ],
    [{}, 'unknown'],
  ])('%j is written as %s', (schema, type) => expect(typeText(schema)).toBe(type))
})
