import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { decode, Framer } from '#platform/fix/codec.ts'
import { LIMITS } from '#platform/limits.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import { bytesOf } from '#platform/fix/wire.ts'
import { TRANSACTION_PASSWORD } from '#server/funded.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type AnyJson, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

let app: TestApp
let owner: { token: string; userId: string }
let code: string
let keyId: string
let privateKey: KeyObject

/** Orders of a minute: a slow machine does not send more than any number in a second. */
const ORDERS_A_MINUTE = 20

beforeAll(async () => {
  const { apiKey } = LIMITS
  const orders = { ...apiKey.lanes.orders, perMinute: ORDERS_A_MINUTE }
  const limits = { ...LIMITS, apiKey: { ...apiKey, lanes: { ...apiKey.lanes, orders } } }
  app = await startTestApp({ env: { FIX_PORT: '0' }, limits })
  owner = await app.enrol('090-4747-0001')
  ;[code] = (await app.affordable(1)) as [string]
  await app.call('POST', '/api/auth/transaction-password', {
    token: owner.token,
    body: { newPassword: TRANSACTION_PASSWORD, confirmPassword: TRANSACTION_PASSWORD },
  })
  ;({ keyId, privateKey } = await makeKey('trade'))
}, 120_000)
const clients: Client[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.destroy()
  await waitFor(
    () => Promise.resolve(app.modules.fix!.sessions),
    (count) => count === 0,
  )
})

async function makeKey(scope: 'read' | 'trade') {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const body = {
    name: 'FIX',
    scope,
    networks: [],
    publicKey: pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
    transactionPassword: TRANSACTION_PASSWORD,
  }
  const { data } = await app.call('POST', '/api/api-keys', { token: owner.token, body })
  return { keyId: data.id as string, privateKey: pair.privateKey }
}

/** The other end: it numbers what it sends, and keeps what comes. */
class Client {
  socket!: Socket
  readonly came: FixMessage[] = []
  seq = 1
  isOver = false
  readonly ends: { beginString: 'FIX.4.4'; sender: string; target: string }

  constructor(sender = keyId, target = 'AKARI') {
    this.ends = { beginString: 'FIX.4.4', sender, target }
    clients.push(this)
  }

  async open(): Promise<this> {
    this.socket = connect(app.modules.fix!.port!, '127.0.0.1')
    this.isOver = false
    const framer = new Framer()
    this.socket.on('data', (bytes) => {
      for (const frame of framer.take(bytes)!) this.came.push(decode(frame)!)
    })
    this.socket.on('close', () => {
      this.isOver = true
    })
    this.socket.on('error', () => {})
    await once(this.socket, 'connect')
    return this
  }

  send(type: string, fields: readonly Field[], seq = this.seq++): void {
    this.socket.write(bytesOf(this.ends, { type, fields }, seq, Date.now()))
  }

  logon(more: readonly Field[] = [], by = privateKey): void {
    const at = Date.now()
    const seq = this.seq++
    const text = ['A', this.ends.sender, this.ends.target, String(seq), fixTime(at)].join('\u0001')
    const signature = sign('sha256', Buffer.from(text), { key: by, dsaEncoding: 'ieee-p1363' }).toString(
      'base64url',
    )
    const fields: Field[] = [[98, '0'], [108, '30'], [95, String(signature.length)], [96, signature], ...more]
    this.socket.write(bytesOf(this.ends, { type: 'A', fields }, seq, at))
  }

  /** The next message of a type that fits, which is taken out of what came. */
  async next(type: string, fits: (message: FixMessage) => boolean = () => true): Promise<FixMessage> {
    const find = () => this.came.findIndex((message) => message.type === type && fits(message))
    // The messages that came instead stand in the error.
    await waitFor(
      () => Promise.resolve(find() >= 0 || [type, this.isOver, this.came]),
      (found) => found === true,
    )
    return this.came.splice(find(), 1)[0]!
  }
}
const loggedOn = async (...ends: ConstructorParameters<typeof Client>) => {
  const client = await new Client(...ends).open()
  client.logon([[141, 'Y']])
  await client.next('A')
  return client
}
const report = (client: Client, execType: string, clOrdId: string) =>
  client.next('8', (message) => valueOf(message, 150) === execType && valueOf(message, 11) === clOrdId)
const values = (message: FixMessage, ...tags: number[]) => tags.map((tag) => valueOf(message, tag))
const order = (clOrdId: string, more: readonly Field[]): Field[] => [
  [11, clOrdId],
  [55, code],
  [54, '1'],
  [60, fixTime(Date.now())],
  [38, '100'],
  ...more,
]
const lowest = async (): Promise<string> => {
  const { quote } = (await app.call('GET', `/api/stocks/${code}`)).data
  return String(quote.lowerLimit)
}
const orders = async (): Promise<AnyJson[]> =>
  (await app.call('GET', '/api/orders', { token: owner.token })).data

describe('a logon', () => {
  it.each([
    ['no key', async () => new Client('0'.repeat(32)), 'the API key has not signed this logon'],
    [
      'another server',
      async () => new Client(keyId, 'ELSEWHERE'),
      'TargetCompID (56) is AKARI, AKARI-MD or AKARI-DC',
    ],
  ])('is turned away with words by %s', async (_, make, words) => {
    const client = await (await make()).open()
    client.logon()
    expect(valueOf(await client.next('3'), 58)).toBe(words)
    await waitFor(
      () => Promise.resolve(client.isOver),
      (isOver) => isOver,
    )
  })

  it('is turned away that another key has signed, and by a key that may only read', async () => {
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
    const client = await new Client().open()
    client.logon([], other)
    expect(valueOf(await client.next('3'), 58)).toBe('the API key has not signed this logon')
    const reader = await makeKey('read')
    const second = await new Client(reader.keyId).open()
    second.logon([], reader.privateKey)
    expect(valueOf(await second.next('3'), 58)).toBe('API_KEY_SCOPE')
  })

  it('stands once: a second connection is turned away, and a logon that is sent again', async () => {
    const client = await loggedOn()
    const second = await new Client().open()
    second.logon()
    expect(valueOf(await second.next('3'), 58)).toBe('this session is logged on already')
    client.socket.destroy()
  })
})

describe('an order', () => {
  it('is taken, replaced and cancelled under its names, and is the member’s order in the app', async () => {
    const client = await loggedOn()
    const price = await lowest()
    client.send(
      'D',
      order('one', [
        [40, '2'],
        [44, price],
      ]),
    )
    const taken = await report(client, '0', 'one')
    expect(values(taken, 39, 14, 151, 38, 55, 54, 544, 44)).toEqual([
      '0',
      '0',
      '100',
      '100',
      code,
      '1',
      '1',
      price,
    ])
    const mine = (await orders()).find(({ id }) => id === valueOf(taken, 37))!
    expect([mine.status, mine.quantity]).toEqual(['pending', 100])

    client.send('D', order('one', [[40, '1']]))
    expect(values(await report(client, '8', 'one'), 39, 103)).toEqual(['8', '6'])

    client.send('F', [
      [41, 'one'],
      [11, 'two'],
      [55, code],
      [54, '1'],
      [60, fixTime(Date.now())],
      [38, '100'],
    ])
    expect(values(await report(client, '6', 'two'), 41, 39)).toEqual(['one', '0'])
    expect(values(await report(client, '4', 'two'), 41, 39, 151)).toEqual(['one', '4', '0'])
    client.send('H', [
      [11, 'two'],
      [55, code],
      [54, '1'],
    ])
    expect(values(await report(client, 'I', 'two'), 39, 14)).toEqual(['4', '0'])
    client.socket.destroy()
  })

  it('at market is filled, and what was bought is sold', async () => {
    const client = await loggedOn()
    client.send('D', order('buy', [[40, '1']]))
    await report(client, '0', 'buy')
    const fill = await client.next(
      '8',
      (message) => valueOf(message, 150) === 'F' && valueOf(message, 39) === '2',
    )
    expect(values(fill, 11, 14, 151)).toEqual(['buy', '100', '0'])
    expect(Number(valueOf(fill, 31))).toBeGreaterThan(0)
    client.send(
      'D',
      order('sell', [[40, '1']]).map(([tag, value]): Field => (tag === 54 ? [54, '2'] : [tag, value])),
    )
    await report(client, '0', 'sell')
    expect(values(await client.next('8', (message) => valueOf(message, 39) === '2'), 11, 54)).toEqual([
      'sell',
      '2',
    ])
    client.socket.destroy()
  }, 60_000)

  it('that the rules refuse is refused with their name, and the session goes on', async () => {
    const client = await loggedOn()
    client.send(
      'D',
      order('much', [[40, '1']]).map(([tag, value]): Field => (tag === 38 ? [38, '9999900'] : [tag, value])),
    )
    const refused = await report(client, '8', 'much')
    expect(valueOf(refused, 58)).toMatch(/^[A-Z_]+: \w/)
    client.send('1', [[112, 'there?']])
    expect(valueOf(await client.next('0'), 112)).toBe('there?')
    client.socket.destroy()
  })

  it('repeats no one’s words: what it names is a name of ours, or is left out', async () => {
    const client = await loggedOn()
    client.send(
      'D',
      order('words', [[40, '1']]).map(([tag, value]): Field => [tag, tag === 55 ? 'Sato Haruka' : value]),
    )
    expect(values(await report(client, '8', 'words'), 55, 103)).toEqual(['[N/A]', '1'])
    client.send('AF', [
      [584, 'Sato Haruka'],
      [585, '7'],
    ])
    expect(values(await client.next('3'), 371)).toEqual(['584'])
    client.socket.destroy()
  })

  it('is told of after the connection was lost, exactly once', async () => {
    const client = await loggedOn()
    client.send('D', order('lost', [[40, '1']]))
    await report(client, '0', 'lost')
    client.socket.destroy()
    await waitFor(orders, (all) => all.some(({ filledQuantity }) => filledQuantity === 100))
    const before = client.came.filter((message) => valueOf(message, 11) === 'lost').length
    await waitFor(
      () => Promise.resolve(app.modules.fix!.sessions),
      (count) => count === 0,
    )
    const nextIn = Math.max(...[3, ...client.came.map((message) => Number(valueOf(message, 34)) + 1)])
    await client.open()
    client.logon()
    const logon = await client.next('A')
    expect(Number(valueOf(logon, 34))).toBeGreaterThanOrEqual(nextIn)
    client.send('2', [
      [7, String(nextIn)],
      [16, '0'],
    ])
    const fills = () =>
      client.came.filter((message) => valueOf(message, 11) === 'lost' && valueOf(message, 150) === 'F')
    await waitFor(
      () => Promise.resolve(fills()),
      (all) => all.length > 0,
    )
    const ids = client.came.filter((message) => message.type === '8').map((message) => valueOf(message, 17))
    expect(new Set(ids).size).toBe(ids.length)
    expect(before).toBeGreaterThanOrEqual(0)
    client.socket.destroy()
  }, 60_000)
})

describe('copies of a member’s reports', () => {
  it('are of orders by FIX and in the app alike, miss nothing, and equal the books', async () => {
    const reader = await makeKey('read')
    const copies = await new Client(reader.keyId, 'AKARI-DC').open()
    copies.logon([[141, 'Y']], reader.privateKey)
    await copies.next('A')
    const client = await loggedOn()
    client.send('D', order('copied', [[40, '1']]))
    const isFilled = (message: FixMessage) => valueOf(message, 39) === '2'
    const fill = await client.next('8', isFilled)
    const at = (fits: (message: FixMessage) => boolean) =>
      waitFor(
        () => Promise.resolve(copies.came.find((message) => message.type === '8' && fits(message))),
        (found) => found !== undefined,
      ).then((found) => found!)
    const first = await at((message) => valueOf(message, 17) === valueOf(fill, 17))
    expect(values(first, 11, 14, 31, 797)).toEqual([...values(fill, 11, 14, 31), 'Y'])

    const inApp = async (more: AnyJson) => {
      const body = { code, side: 'up', quantity: 100, leverage: 1, ...more }
      return (await app.call('POST', '/api/orders', { token: owner.token, body })).data.id as string
    }
    const bought = await inApp({ type: 'market' })
    const isOf = (id: string) => (message: FixMessage) => valueOf(message, 37) === id
    expect(values(await at(isOf(bought)), 150, 11, 54, 544, 40)).toEqual(['0', bought, '1', '1', '1'])
    const last = await at((message) => isOf(bought)(message) && isFilled(message))
    expect(values(last, 150, 14, 151)).toEqual(['F', '100', '0'])

    // While nobody is there it goes on being written.
    const seen = Math.max(...copies.came.map(seqOf))
    copies.socket.destroy()
    await waitFor(
      () => Promise.resolve(app.modules.fix!.sessions),
      (count) => count === 1,
    )
    const waiting = await inApp({ type: 'limit', price: Number(await lowest()) })
    await app.call('POST', `/api/orders/${waiting}/cancel`, { token: owner.token, body: {} })
    await waitFor(orders, (all) => all.some(({ id, status }) => id === waiting && status === 'cancelled'))
    await copies.open()
    copies.logon([], reader.privateKey)
    await copies.next('A')
    copies.send('2', [
      [7, String(seen + 1)],
      [16, '0'],
    ])
    expect(values(await at(isOf(waiting)), 150, 43)).toEqual(['0', 'Y'])
    const ended = await at((message) => isOf(waiting)(message) && valueOf(message, 150) === '4')
    expect(values(ended, 39, 151)).toEqual(['4', '0'])

    const told = new Map<string, number>()
    for (const { fields } of copies.came) {
      const trade = new Map(fields)
      if (trade.get(150) !== 'F') continue
      const tenths = Math.round(Number(trade.get(31)) * 10) * Number(trade.get(32))
      told.set(trade.get(37)!, (told.get(trade.get(37)!) ?? 0) + tenths)
    }
    const { rows } = await app.context.db.pool.query<{ order_id: string; sum: string }>(
      'select order_id, sum(price_tenths * quantity) as sum from fills where order_id = any($1) group by 1',
      [[...told.keys()]],
    )
    expect(told.size).toBe(2)
    expect(told).toEqual(new Map(rows.map((row) => [row.order_id, Number(row.sum)])))
    copies.send('D', order('asked', [[40, '1']]))
    expect(values(await copies.next('j'), 372, 380)).toEqual(['D', '3'])
    client.socket.destroy()
  }, 60_000)
})

it('orders that come too fast are refused unread, and the session goes on', async () => {
  const client = await loggedOn()
  for (let n = 0; n <= ORDERS_A_MINUTE; n++) client.send('D', order(`fast-${n}`, [[40, '9']]))
  expect(values(await client.next('j'), 372, 380)).toEqual(['D', '4'])
  client.send('1', [[112, 'there?']])
  await client.next('0')
  client.socket.destroy()
})

describe('prices', () => {
  it('come as whole pictures, and go on coming', async () => {
    const client = await loggedOn(keyId, 'AKARI-MD')
    client.send('V', [
      [262, 'q'],
      [263, '1'],
      [264, '5'],
      [267, '2'],
      [269, '0'],
      [269, '1'],
      [146, '1'],
      [55, code],
    ])
    const first = await client.next('W')
    expect(values(first, 262, 55)).toEqual(['q', code])
    expect(Number(valueOf(first, 268))).toBeGreaterThan(3)
    await client.next('W')
    client.send('x', [
      [320, 'list'],
      [559, '4'],
    ])
    expect(Number(valueOf(await client.next('y'), 146))).toBeGreaterThan(10)
    client.socket.destroy()
  })

  it('come as what has changed after the first picture, which together make the next one', async () => {
    const client = await loggedOn(keyId, 'AKARI-MD')
    const ask = (id: string, more: readonly Field[]) =>
      client.send('V', [[262, id], ...more, [264, '0'], [267, '1'], [269, '0'], [146, '1'], [55, code]])
    const again: readonly Field[] = [[263, '1']]
    ask('i', [...again, [265, '1']])
    let board = applied(new Map(), await client.next('W'))
    board = applied(board, await client.next('X'))
    ask('p', again)
    await client.next('W', (message) => valueOf(message, 262) === 'p')
    // A board may move between the two: of many pictures one is of the same moment.
    let whole: Map<string, string>
    let n = 0
    do {
      const picture = await client.next('W')
      for (const message of client.came.filter(({ type }) => type === 'X'))
        if (seqOf(message) < seqOf(picture))
          board = applied(board, client.came.splice(client.came.indexOf(message), 1)[0]!)
      whole = applied(new Map(), picture)
    } while (!isDeepStrictEqual(board, whole) && ++n < 20)
    expect(board).toEqual(whole)
    client.socket.destroy()
  })
})

const seqOf = (message: FixMessage) => Number(valueOf(message, 34))

/** A picture as a program keeps it: size or price by what names each entry. */
function applied(board: ReadonlyMap<string, string>, { fields }: FixMessage): Map<string, string> {
  const next = new Map(board)
  const opens = fields.some(([tag]) => tag === 279) ? 279 : 269
  for (const [at, [tag]] of fields.entries()) {
    if (tag !== opens) continue
    const rest = fields.slice(at + 1)
    const end = rest.findIndex(([each]) => each === opens)
    const entry = new Map([fields[at]!, ...rest.slice(0, end < 0 ? rest.length : end)])
    const type = entry.get(269)!
    const name = type === '0' || type === '1' ? `${type} ${entry.get(270)}` : type
    if (entry.get(279) === '2') next.delete(name)
    else next.set(name, entry.get(271) ?? entry.get(270)!)
  }
  return next
}

it('the journal makes sessions, orders and reports again', async () => {
  const { held, again, types } = await replayJournal(app)
  for (const table of ['fix_sessions', 'fix_messages', 'fix_orders', 'fix_copies', 'fix_parts', 'fix_names'])
    expect([table, again[table]]).toEqual([table, held[table]])
  expect(types).toContain('fix.order.place')
})
