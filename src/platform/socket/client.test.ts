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
  const streams = openStreams(bus, sources, systemClock(), LIMITS.socket)
  const client = new Client(line as unknown as WebSocket, null, '', 0, { streams, limits: LIMITS.socket, due: () => {} })
  client.hear('{"op":"sub","topics":[{"t":"quote/S100"},{"t":"trades/S100"}]}', 1)
  const frames = () => sent.splice(0).flatMap((text) => JSON.parse(text) as { t: string; s: number; d?: unknown; reset?: true }[])
  return { bus, line, client, frames, end: () => streams.end() }
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
  expect(frames()).toMatchObject([{ t: 'trades/S100', s: first!.s + 99, reset: true }, { t: 'quote/S100', d: { last: 100 } }])
  end()
})

it('a line that only fills up is closed', () => {
  const { line, client, end } = setting()
  line.bufferedAmount = LIMITS.socket.closeBytes + 1
  expect(client.flush()).toBe('close')
  end()
})
