import { pino } from 'pino'
import { expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { inProcessBus } from '../bus/in-process.ts'
import { systemClock } from '../clock.ts'
import { LIMITS } from '../limits.ts'
import { Client } from './client.ts'
import { openStreams } from './streams.ts'

const sources = [
  { topic: { name: 'quote/{code}', kind: 'latest' as const, access: 'public' as const } },
  { topic: { name: 'trades/{code}', kind: 'log' as const, access: 'public' as const } },
]

function setting() {
  const bus = inProcessBus()
  const sent: string[] = []
  const line = { bufferedAmount: 0, send: (text: string) => void sent.push(text) }
  const streams = openStreams(bus, sources, systemClock(), LIMITS.socket, pino({ level: 'silent' }))
  const client = new Client(line as WebSocket, null, '', 0, { streams, limits: LIMITS.socket, due: () => {} })
  client.hear('{"op":"sub","topics":[{"t":"quote/S100"},{"t":"trades/S100"}]}', 1)
  /** Reads nothing: all that is sent stays. */
  const stall = () => {
    line.send = (text) => {
      line.bufferedAmount += text.length
    }
  }
  const frames = () =>
    sent
      .splice(0)
      .flatMap((text) => JSON.parse(text) as { t: string; s: number; d?: unknown; reset?: true }[])
  return { bus, line, client, stall, frames, end: () => streams.end() }
}

it('a reader whose line is full gets the newest value and a reset later, not everything', () => {
  const { bus, line, client, frames, end } = setting()
  bus.publish('trades/S100', 1)
  bus.publish('quote/S100', { last: 1 })
  expect(client.flush()).toBe('sent')
  const [first] = frames()

  line.bufferedAmount = LIMITS.socket.snapshotsOnlyBytes + 1
  for (let n = 2; n <= 100; n++) {
    bus.publish('trades/S100', n)
    bus.publish('quote/S100', { last: n })
  }
  expect(client.flush()).toBe('later')
  expect(frames()).toEqual([])

  line.bufferedAmount = 0
  expect(client.flush()).toBe('sent')
  expect(frames()).toMatchObject([
    { t: 'trades/S100', s: first!.s + 99, reset: true },
    { t: 'quote/S100', d: { last: 100 } },
  ])
  end()
})

it('a line that only fills up is closed', () => {
  const { line, client, end } = setting()
  line.bufferedAmount = LIMITS.socket.closeBytes + 1
  expect(client.flush()).toBe('close')
  end()
})

it('a reader of nothing asks in vain: what it is sent stops at the bound, whatever it asks for', () => {
  const { bus, line, client, stall, end } = setting()
  stall()
  for (let n = 0; n < 500; n++) bus.publish('trades/S100', 'x'.repeat(2_000))
  const asked = [
    JSON.stringify({ op: 'sub', topics: Array.from({ length: 100 }, (_, n) => ({ t: `none/${n}` })) }),
    '{"op":"sub","topics":[{"t":"trades/S100","after":1},{"t":"quote/S100"}]}',
    'not JSON',
    '{"op":"ping"}',
  ]
  let heard = 0
  for (; heard < 100_000 && !client.isStuck(); heard++) {
    client.hear(asked[heard % asked.length]!, heard * 100)
    client.flush()
  }
  expect(client.flush()).toBe('close')
  expect(line.bufferedAmount).toBeLessThan(LIMITS.socket.closeBytes + LIMITS.socket.snapshotsOnlyBytes)
  end()
})

it('what waits for one beat is bounded too: a log that is longer says where it is, and newest values wait for the next', () => {
  const { bus, line, client, frames, end } = setting()
  client.flush()
  frames()
  let longest = 0
  line.send = (text) => {
    longest = Math.max(longest, text.length)
  }
  for (let n = 0; n < 400; n++) {
    bus.publish('trades/S100', 'x'.repeat(5_000))
    bus.publish('quote/S100', 'x'.repeat(5_000))
  }
  expect(client.flush()).toBe('later')
  expect(client.flush()).toBe('sent')
  expect(longest).toBeGreaterThan(LIMITS.socket.snapshotsOnlyBytes)
  expect(longest).toBeLessThan(LIMITS.socket.snapshotsOnlyBytes + 10_000)
  end()
})
