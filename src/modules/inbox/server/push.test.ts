import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hash,
  hkdfSync,
  randomBytes,
  verify,
  type ECDH,
} from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { placeOf } from '../model/message-id.ts'
import { messagesAfter } from './queries.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

/** A browser's side of RFC 8291: keys of its own, and what the push server was given, opened with them. */
function browser(path: string) {
  const pair: ECDH = createECDH('prime256v1')
  pair.generateKeys()
  const secret = randomBytes(16)
  return {
    device: {
      endpoint: `${origin}${path}`,
      p256dh: pair.getPublicKey('base64url'),
      auth: secret.toString('base64url'),
    },
    open(body: Buffer): { title: string; body: string; messageId: string; unread: number } {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const theirs = body.subarray(21, 21 + length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), theirs])
      const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(theirs), secret, info, 32))
      const derive = (what: string, bytes: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes))
      const cipher = body.subarray(21 + length)
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(cipher.subarray(-16))
      const plain = Buffer.concat([decipher.update(cipher.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'))
    },
  }
}

type Taken = { path: string; headers: IncomingMessage['headers']; body: Buffer }
let server: Server
let origin: string
let taken: Taken[] = []
let status: (path: string) => number = () => 201
let app: TestApp

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    taken.push({ path: request.url!, headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status(request.url!)).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await startTestApp({ env: { PUSH_TEST_ORIGIN: origin } })
}, 60_000)
afterAll(async () => {
  await app.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  taken = []
  status = () => 201
})

let members = 0
const enrol = () => app.enrol(`090-2222-${String(++members).padStart(4, '0')}`)
const subscribe = (token: string, device: object, lang = 'en') =>
  app.call('POST', `/api/push/devices?lang=${lang}`, { token, body: device })
const tell = (memberId: string) =>
  app.modules.inbox.tellMember(memberId, 'depositCredited', { amount: 1_234_567 })
/** Long enough for a notification that ought not to come. */
const aMoment = () => new Promise((resolve) => setTimeout(resolve, 400))

test('a device that allows it is told: encrypted for it alone, signed by the firm, without amounts', async () => {
  const { token, userId } = await enrol()
  const phone = browser('/send/1')
  const { publicKey } = (await app.call('GET', '/api/push', { token })).data
  expect((await subscribe(token, phone.device)).data).toMatchObject({ devices: 1, publicKey })
  await tell(userId)
  const [{ path, headers, body }] = (await waitFor(
    () => taken,
    (all) => all.length === 1,
  )) as [Taken]
  expect([path, headers['content-encoding'], headers.ttl]).toEqual(['/send/1', 'aes128gcm', '86400'])
  expect(body.toString('latin1')).not.toContain('messageId')
  const payload = phone.open(body)
  const [message] = (await app.call('GET', '/api/messages?lang=en', { token })).data.messages
  expect(payload).toEqual({
    title: message.title,
    body: 'Open the app to read it.',
    messageId: message.id,
    unread: 1,
  })
  expect(JSON.stringify(payload)).not.toMatch(/1,?234/)

  const [, jwt, key] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization!)!
  expect(key).toBe(publicKey)
  const point = Buffer.from(key!, 'base64url')
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const [head, claims, signature] = jwt!.split('.') as [string, string, string]
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ aud: origin })
})

test('a start hands over what came after a device, and nothing that its member had before', async () => {
  const { token, userId } = await enrol()
  await tell(userId)
  const mine = async () =>
    (await messagesAfter(app.context.db, placeOf(0))).filter(({ memberId }) => memberId === userId)
  await subscribe(token, browser('/send/late').device)
  expect(await mine()).toEqual([])
  await tell(userId)
  await expect.poll(async () => (await mine()).length).toBe(1)
  await waitFor(
    () => taken,
    (all) => all.length === 1,
  )
})

test('a group that is not wanted stays in the inbox alone; security cannot be switched off', async () => {
  const { token, userId } = await enrol()
  await subscribe(token, browser('/send/2').device)
  const choose = (group: string, wanted: boolean) =>
    app.call('POST', '/api/push/groups', { token, body: { group, wanted } })
  expect((await choose('money', false)).data.groups).toContainEqual({ group: 'money', wanted: false })
  await tell(userId)
  await aMoment()
  expect(taken).toEqual([])
  expect((await app.call('GET', '/api/messages', { token })).data.unread).toBe(1)
  expect((await choose('account', false)).data).toMatchObject({ rejection: 'PUSH_ALWAYS' })
  await choose('money', true)
  await tell(userId)
  await waitFor(
    () => taken,
    (all) => all.length === 1,
  )
})

test('a device that is gone is forgotten, one that errs is kept; the other devices are told all the same', async () => {
  const { token, userId } = await enrol()
  for (const path of ['/gone', '/full', '/fine']) await subscribe(token, browser(path).device)
  status = (path) => ({ '/gone': 410, '/full': 429 })[path] ?? 201
  await tell(userId)
  await waitFor(
    () => taken,
    (all) => all.length === 3,
  )
  await waitFor(
    async () => (await app.call('GET', '/api/push', { token })).data.devices,
    (devices) => devices === 2,
  )
  taken = []
  await tell(userId)
  await waitFor(
    () => taken,
    (all) => all.length === 2,
  )
  expect(taken.map(({ path }) => path).toSorted()).toEqual(['/fine', '/full'])
})

test('a device is told of one member: the last who allowed it; nothing after unsubscribing or logging out', async () => {
  const [first, second] = [await enrol(), await enrol()]
  const { device } = browser('/shared')
  await subscribe(first.token, device)
  await subscribe(second.token, device)
  await tell(first.userId)
  await aMoment()
  expect(taken).toEqual([])
  expect(
    (
      await app.call('POST', '/api/push/devices/remove', {
        token: first.token,
        body: { endpoint: device.endpoint },
      })
    ).data.devices,
  ).toBe(0)
  await tell(second.userId)
  await waitFor(
    () => taken,
    (all) => all.length === 1,
  )
  await app.call('POST', '/api/auth/logout', { token: second.token })
  taken = []
  await tell(second.userId)
  await aMoment()
  expect(taken).toEqual([])
})

test('a device whose address changed hands in the new one by the old one and its secret, and by nothing less', async () => {
  const { token, userId } = await enrol()
  const [old, next, stranger] = [
    browser('/send/old').device,
    browser('/send/next'),
    browser('/send/stranger').device,
  ]
  expect((await subscribe(token, old)).data.known).toEqual([hash('sha256', old.endpoint)])
  const replace = (body: object) => app.call('POST', '/api/push/devices/replace', { body })
  const proof = { endpoint: old.endpoint, auth: old.auth }
  expect((await replace({ ...next.device, old: { ...proof, auth: stranger.auth } })).data.rejection).toBe(
    'PUSH_UNKNOWN',
  )
  expect(
    (await replace({ ...next.device, endpoint: 'http://127.0.0.1:1/x', old: proof })).data.rejection,
  ).toBe('PUSH_ENDPOINT')
  expect((await replace({ ...next.device, old: proof })).code).toBe(1)
  expect((await replace({ ...next.device, old: proof })).data.rejection).toBe('PUSH_UNKNOWN')
  await tell(userId)
  const [{ path, body }] = (await waitFor(
    () => taken,
    (all) => all.length === 1,
  )) as [Taken]
  expect([path, next.open(body).unread]).toEqual(['/send/next', 1])
})

test('addresses that are no push server’s and keys that are none are refused', async () => {
  const { token } = await enrol()
  const { device } = browser('/send/5')
  const cases: [object, string][] = [
    [{ ...device, endpoint: 'http://127.0.0.1:1/x' }, 'PUSH_ENDPOINT'],
    [{ ...device, endpoint: 'http://169.254.169.254/' }, 'PUSH_ENDPOINT'],
    [{ ...device, auth: 'AAAA' }, 'PUSH_KEYS'],
    [{ ...device, auth: 1 }, 'MALFORMED'],
    [{ endpoint: device.endpoint }, 'MALFORMED'],
  ]
  for (const [body, rejection] of cases) expect((await subscribe(token, body)).data.rejection).toBe(rejection)
})

test('messages are read one by one or all, filtered by what they are about, and only one’s own', async () => {
  const [mine, other] = [await enrol(), await enrol()]
  const list = async (query = '', token = mine.token) =>
    (await app.call('GET', `/api/messages${query}`, { token })).data
  await app.modules.inbox.tellMember(mine.userId, 'passkeyAdded', {})
  for (let count = 0; count < 3; count++) await tell(mine.userId)
  const { messages, unread } = await list()
  expect([unread, messages.map(({ group }: { group: string }) => group)]).toEqual([
    4,
    ['money', 'money', 'money', 'account'],
  ])
  const read = (id: string, token = mine.token) => app.call('POST', `/api/messages/${id}/read`, { token })
  expect((await read(messages[1].id, other.token)).data).toMatchObject({ rejection: 'MESSAGE_NOT_FOUND' })
  expect((await read(messages[1].id)).data).toEqual({ unread: 3 })
  expect((await read(messages[1].id)).data).toEqual({ unread: 3 })
  expect((await list('?status=unread')).messages.map(({ id }: { id: string }) => id)).toEqual([
    messages[0].id,
    messages[2].id,
    messages[3].id,
  ])
  expect((await list('?group=account')).messages.length).toBe(1)
  expect((await list(`?group=money&limit=1&before=${messages[0].id}`)).messages).toMatchObject([
    { id: messages[1].id, status: 'read' },
  ])
  expect(
    (await app.call('POST', '/api/messages/read', { token: mine.token, body: { upTo: messages[0].id } }))
      .data,
  ).toEqual({ unread: 0 })
  expect((await list('', other.token)).messages).toEqual([])
})
