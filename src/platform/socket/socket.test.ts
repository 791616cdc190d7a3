import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { topic, type ServerFrame } from '#wire/topic.ts'
import { inProcessBus } from '../bus/in-process.ts'
import { systemClock } from '../clock.ts'
import { openAddresses } from '../http/address.ts'
import { envelopes } from '../http/envelope.ts'
import { LIMITS } from '../limits.ts'
import { serveSockets, type Sockets } from './server.ts'

const quotes = topic<{ last: number }>({ name: 'quote/{code}', kind: 'latest', access: 'public' })
const trades = topic<number>({ name: 'trades/{code}', kind: 'log', access: 'public' })
const member = topic<string>({ name: 'member', kind: 'log', access: 'member' })
const values: Record<string, unknown> = { S100: { last: 1 }, S200: null }

let server: Server
let sockets: Sockets
let bus: ReturnType<typeof inProcessBus>
let opened: WebSocket[]
const tickets = new Map([
  ['ticket-1', { memberId: 'm1', sessionId: 's1', budget: 'm1' }],
  ['ticket-2', { memberId: 'm1', sessionId: 's2', budget: 'm1' }],
  ['ticket-3', { memberId: 'm1', sessionId: 's3', budget: 'm1' }],
])

beforeEach(async () => {
  bus = inProcessBus()
  opened = []
  server = createServer()
  const left = new Map(tickets)
  sockets = serveSockets({
    server,
    bus,
    clock: systemClock(),
    limits: {
      ...LIMITS.socket,
      perMember: 2,
      perAddress: 20,
      subscriptions: 3,
      ringLength: 4,
      flushMs: 20,
      farewellMs: 200,
      totalBytes: 100_000,
    },
    addresses: openAddresses({ proxies: [], demo: false, limits: LIMITS.address, clock: systemClock() }),
    envelopes: envelopes((_lang, key) => key),
    log: pino({ level: 'silent' }),
    topics: [{ topic: quotes, snapshot: (_, [code]) => values[code!] }, { topic: trades }, { topic: member }],
    redeem: async (ticket) => {
      const found = left.get(ticket) ?? null
      left.delete(ticket)
      return found
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  for (const socket of opened) socket.terminate()
  sockets.stop()
  await new Promise((resolve) => server.close(resolve))
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Line = {
  socket: WebSocket
  /** Without pongs. */
  frames: ServerFrame[]
  messages: number
  pongs: number
  closed: () => number | null
  say(frame: unknown): Promise<void>
  /** Three beats have passed, and what went out in them has arrived: a pong comes after it. */
  settled(): Promise<void>
}

async function join(search = '', headers: Record<string, string> = {}): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws${search}`, {
    headers,
  })
  opened.push(socket)
  let closed: number | null = null
  let onPong = () => {}
  const gone = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const line: Line = {
    socket,
    frames: [],
    messages: 0,
    pongs: 0,
    closed: () => closed,
    async say(frame) {
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
      await line.settled()
    },
    async settled() {
      await pause(60)
      if (socket.readyState !== WebSocket.OPEN) return gone
      const pong = new Promise<void>((resolve) => {
        onPong = resolve
      })
      socket.send('{"op":"ping"}')
      await Promise.race([pong, gone])
    },
  }
  socket.on('message', (text) => {
    const frames = [JSON.parse(String(text)) as ServerFrame].flat()
    const others = frames.filter((frame) => !('op' in frame && frame.op === 'pong'))
    line.frames.push(...others)
    if (others.length > 0) line.messages++
    if (others.length === frames.length) return
    line.pongs++
    onPong()
  })
  socket.on('close', (code) => {
    closed = code
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  return line
}
const data = (line: Line) => line.frames.map((frame) => ('d' in frame ? frame.d : frame))

describe('newest values', () => {
  it('begin with the value of now, and skip those in between', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'quote/S100' }] })
    expect(data(line)).toEqual([{ last: 1 }])
    for (let last = 2; last <= 50; last++) bus.publish('quote/S100', { last })
    await line.settled()
    expect(data(line)).toEqual([{ last: 1 }, { last: 50 }])
  })

  it('wait for the first where there is none yet', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'quote/S200' }] })
    expect(line.frames).toEqual([])
    bus.publish('quote/S200', { last: 3 })
    await line.settled()
    expect(data(line)).toEqual([{ last: 3 }])
  })

  it('of several topics that are due at once come as one message', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'quote/S100' }, { t: 'quote/S200' }] })
    const before = line.messages
    bus.publish('quote/S100', { last: 2 })
    bus.publish('quote/S200', { last: 3 })
    await line.settled()
    expect(line.messages - before).toBe(1)
    expect(data(line).slice(-2)).toEqual([{ last: 2 }, { last: 3 }])
  })

  it('go out at once when nothing did lately, and then once a beat', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'quote/S100' }] })
    const before = line.messages
    const until = performance.now() + 200
    for (let last = 2; performance.now() < until; last++) {
      bus.publish('quote/S100', { last })
      await pause(1)
    }
    await line.settled()
    // Ten beats of 20 ms, and one more frame at either end.
    expect(line.messages - before).toBeGreaterThan(1)
    expect(line.messages - before).toBeLessThanOrEqual(12 + Math.ceil((performance.now() - until) / 20))
  })

  it('are asked for only while somebody reads', async () => {
    const line = await join()
    expect(bus.wanted('quote/S100')).toBe(false)
    await line.say({ op: 'sub', topics: [{ t: 'quote/S100' }] })
    expect(bus.wanted('quote/S100')).toBe(true)
    await line.say({ op: 'unsub', topics: ['quote/S100'] })
    expect(bus.wanted('quote/S100')).toBe(false)
  })
})

describe('a log', () => {
  const numbers = (line: Line) => line.frames.map((frame) => ('s' in frame ? frame.s : -1))

  it('is numbered without gaps, and goes on from the last message seen', async () => {
    const first = await join()
    await first.say({ op: 'sub', topics: [{ t: 'trades/S100' }] })
    for (const n of [1, 2, 3]) bus.publish('trades/S100', n)
    await first.settled()
    const [one, two, three] = numbers(first)
    expect([two, three]).toEqual([one! + 1, one! + 2])
    first.socket.close()
    await first.settled()
    bus.publish('trades/S100', 4)

    const again = await join()
    await again.say({ op: 'sub', topics: [{ t: 'trades/S100', after: one }] })
    expect(data(again)).toEqual([2, 3, 4])
    bus.publish('trades/S100', 5)
    await again.settled()
    expect(numbers(again)).toEqual([one! + 1, one! + 2, one! + 3, one! + 4])
  })

  it('says so where it no longer reaches back', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'trades/S100' }] })
    for (let n = 1; n <= 6; n++) bus.publish('trades/S100', n)
    await line.settled()
    const first = numbers(line)[0]!
    for (const after of [first, 5, first + 100]) {
      line.frames.length = 0
      await line.say({ op: 'sub', topics: [{ t: 'trades/S100', after }] })
      expect(line.frames).toEqual([{ t: 'trades/S100', s: first + 5, reset: true }])
    }
  })

  it('of a member is the own one, whatever is asked for', async () => {
    const guest = await join()
    await guest.say({ op: 'sub', topics: [{ t: 'member' }, { t: 'member/m1' }] })
    expect(guest.frames).toEqual([
      { op: 'error', reason: 'MEMBERS_ONLY', t: 'member' },
      { op: 'error', reason: 'NO_SUCH_TOPIC', t: 'member/m1' },
    ])
    const line = await join('?ticket=ticket-1')
    await line.say({ op: 'sub', topics: [{ t: 'member' }, { t: 'member/m2' }] })
    bus.publish('member/m1', 'mine')
    bus.publish('member/m2', 'not mine')
    await line.settled()
    expect(data(line)).toEqual([{ op: 'error', reason: 'NO_SUCH_TOPIC', t: 'member/m2' }, 'mine'])
    expect(line.frames.at(-1)).toMatchObject({ t: 'member' })
  })
})

describe('the line', () => {
  const refused: [name: string, search: string, headers: Record<string, string>, status: number][] = [
    ['an unknown ticket', '?ticket=nothing', {}, 401],
    ['another site, by Sec-Fetch-Site', '', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another site, by Origin', '', { origin: 'https://evil.example' }, 403],
  ]
  it.each(refused)('is refused to %s', async (_, search, headers, status) => {
    await expect(join(search, headers)).rejects.toThrow(String(status))
  })

  it('takes a ticket once', async () => {
    await join('?ticket=ticket-1')
    await expect(join('?ticket=ticket-1')).rejects.toThrow('401')
  })

  it('ends with its session, and with a third of the same member', async () => {
    const one = await join('?ticket=ticket-1')
    const two = await join('?ticket=ticket-2')
    sockets.closeSession('s2')
    await two.settled()
    expect([one.closed(), two.closed()]).toEqual([null, 1008])
    await join('?ticket=ticket-3')
    expect(sockets.size).toBe(2)
  })

  it('answers what it cannot read, and closes on a flood or a message that is too long', async () => {
    const line = await join()
    for (const bad of [
      'not JSON',
      '{"op":"sub"}',
      '{"op":"sub","topics":[{"t":"quote/S100","x":1}]}',
      '[]',
      '{"op":"drop"}',
    ])
      await line.say(bad)
    expect(line.frames).toEqual(Array.from({ length: 5 }, () => ({ op: 'error', reason: 'MALFORMED' })))
    expect(line.pongs).toBe(5)
    await line.say({ op: 'sub', topics: ['S100', 'S200', 'S300'].map((code) => ({ t: `trades/${code}` })) })
    await line.say({ op: 'sub', topics: [{ t: 'trades/S400' }, { t: 'quote/S999' }] })
    expect(line.frames.slice(-2)).toEqual([
      { op: 'error', reason: 'TOO_MANY_SUBSCRIPTIONS', t: 'trades/S400' },
      { op: 'error', reason: 'TOO_MANY_SUBSCRIPTIONS', t: 'quote/S999' },
    ])
    for (let n = 0; n < 40; n++) line.socket.send('{"op":"ping"}')
    await line.settled()
    expect(line.closed()).toBe(1008)
    const long = await join()
    await long.say(JSON.stringify({ op: 'unsub', topics: ['x'.repeat(5_000)] }))
    expect(long.closed()).toBe(1009)
  })

  it.each(['ping', 'pong'] as const)(
    'closes on a flood of %ss, which ask for nothing but an answer',
    async (kind) => {
      const line = await join()
      for (let n = 0; n < 40; n++) line.socket[kind]('x'.repeat(125))
      await expect.poll(line.closed).toBe(1008)
    },
  )

  it('is left where what all have not read is more than the server holds: the fullest first', async () => {
    const [awake, asleep] = await Promise.all([join(), join()])
    for (const line of [awake, asleep]) await line.say({ op: 'sub', topics: [{ t: 'quote/S100' }] })
    asleep.socket.pause()
    // The kernel takes some megabytes for a reader that sleeps.
    for (let last = 0; sockets.size === 2; last++) {
      bus.publish('quote/S100', { last, text: 'x'.repeat(200_000) })
      await pause(25)
    }
    expect(awake.closed()).toBe(null)
  })

  it('keeps no log that only has the name of one', async () => {
    const line = await join()
    await line.say({ op: 'sub', topics: [{ t: 'trades/never' }] })
    expect(bus.wanted('trades/never')).toBe(true)
    await line.say({ op: 'unsub', topics: ['trades/never'] })
    expect(bus.wanted('trades/never')).toBe(false)
  })

  it('has a limit for each address', async () => {
    await Promise.all(Array.from({ length: 20 }, () => join()))
    await expect(join()).rejects.toThrow('429')
  })

  it('is left where it does not answer a farewell', async () => {
    const line = await join('?ticket=ticket-1')
    line.socket.pause()
    sockets.closeSession('s1')
    const gone = new Promise((resolve) => server.close(resolve))
    expect(await Promise.race([gone.then(() => 'gone'), pause(10_000)])).toBe('gone')
  })
})
