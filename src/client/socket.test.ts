import { expect, test } from 'vitest'
import type { ServerFrame } from '#wire/topic.ts'
import { RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'
import { PROBE_MS, SILENCE_MS, type LinkState } from './reconnecting-socket.ts'
import { makeConnection, receive } from './socket.ts'

test.each([
  [null, 7, 'apply'],
  [6, 7, 'apply'],
  [7, 7, 'ignore'],
  [7, 3, 'ignore'],
  [6, 8, 'resume'],
  [0, 1, 'apply'],
] as const)('after %s comes %s: %s', (last, seq, verdict) => expect(receive(last, seq)).toBe(verdict))

/** A world of one line, clock and frame under the test's hand. */
function world() {
  const sent: string[] = []
  const states: LinkState[] = []
  let timers: { at: number; act: () => void }[] = []
  const frames: (() => void)[] = []
  let now = 0
  let line: { opened(): void; closed(reason: string): void; frame(text: string): void } | null = null
  const connection = makeConnection(
    {
      open(on) {
        line = on
        return { send: (text) => sent.push(text), close: () => (line = null) }
      },
      after(ms, act) {
        const timer = { at: now + ms, act }
        timers.push(timer)
        return () => (timers = timers.filter((each) => each !== timer))
      },
      nextFrame: (act) => frames.push(act),
      random: () => 1,
    },
    (state) => states.push(state),
  )
  return {
    connection,
    states,
    sent: () => sent.splice(0).map((text) => JSON.parse(text)),
    open: () => line!.opened(),
    drop: (reason = '') => line!.closed(reason),
    hasSocket: () => line !== null,
    take: (frame: ServerFrame) => line!.frame(JSON.stringify(frame)),
    draw() {
      for (const act of frames.splice(0)) act()
    },
    pass(ms: number) {
      const until = now + ms
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        now = next.at
        timers = timers.filter((timer) => timer !== next)
        next.act()
      }
      now = until
    },
  }
}
const reader = (heard: unknown[], resets: unknown[] = []) => ({
  onMessage: (message: unknown) => heard.push(message),
  onReset: () => resets.push('reset'),
})

test('readers of one name share a subscription, and the last to leave ends it', () => {
  const w = world()
  const [one, two] = [[], []] as unknown[][]
  const stopOne = w.connection.subscribe('quote/S214', 'latest', reader(one!))
  const stopTwo = w.connection.subscribe('quote/S214', 'latest', reader(two!))
  w.open()
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'quote/S214' }] }])
  w.take({ t: 'quote/S214', s: 1, d: 3481 })
  w.take({ t: 'quote/S214', s: 2, d: 3482 })
  expect(one).toEqual([])
  w.draw()
  expect([one, two], 'only the newest, once a frame').toEqual([[3482], [3482]])
  stopOne()
  expect(w.sent()).toEqual([])
  stopTwo()
  expect(w.sent()).toEqual([{ op: 'unsub', topics: ['quote/S214'] }])
})

test('one that comes later gets the newest at once', () => {
  const w = world()
  w.connection.subscribe('quote/S214', 'latest', reader([]))
  w.open()
  w.take({ t: 'quote/S214', s: 1, d: 3481 })
  w.draw()
  const late: unknown[] = []
  w.connection.subscribe('quote/S214', 'latest', reader(late))
  expect(late).toEqual([3481])
})

test('a log is heard in full; a gap is asked for again, what was seen is not heard twice', () => {
  const w = world()
  const [heard, resets] = [[], []] as unknown[][]
  w.connection.subscribe('member', 'log', reader(heard!, resets))
  w.open()
  w.sent()
  for (const s of [41, 42, 44]) w.take({ t: 'member', s, d: s })
  w.draw()
  expect(heard).toEqual([41, 42])
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'member', after: 42 }] }])
  for (const s of [42, 43, 44]) w.take({ t: 'member', s, d: s })
  w.draw()
  expect(heard).toEqual([41, 42, 43, 44])
  w.take({ t: 'member', s: 99, reset: true })
  w.take({ t: 'member', s: 100, d: 100 })
  w.draw()
  expect([heard!.at(-1), resets]).toEqual([100, ['reset']])
})

test('a log that nobody heard for a while goes on where it was left, and another member begins anew', () => {
  const w = world()
  const stop = w.connection.subscribe('member', 'log', reader([]))
  w.open()
  w.take({ t: 'member', s: 42, d: null })
  w.draw()
  stop()
  w.sent()
  const again = w.connection.subscribe('member', 'log', reader([]))
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'member', after: 42 }] }])
  again()
  w.connection.restart(true)
  w.open()
  w.sent()
  w.connection.subscribe('member', 'log', reader([]))
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'member' }] }])
})

test('a lost line comes back, later each time, and goes on where it was', () => {
  const w = world()
  w.connection.subscribe('member', 'log', reader([]))
  w.open()
  w.take({ t: 'member', s: 42, d: null })
  w.sent()
  w.drop()
  expect(w.states).toEqual(['connecting', 'open', 'lost'])
  w.pass(499)
  w.drop()
  w.pass(1)
  w.drop()
  w.pass(2_000)
  w.open()
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'member', after: 42 }] }])
  expect(w.states.at(-1)).toBe('open')
})

test('a window that gives way to newer ones says so, and waits to be asked', () => {
  const w = world()
  w.connection.connect()
  w.open()
  w.drop('TOO_MANY_SOCKETS')
  w.pass(10 * RUNTIME_TIMEOUT_MS)
  expect(w.states).toEqual(['connecting', 'open', 'elsewhere'])
  w.connection.restart(false)
  w.open()
  expect(w.states.at(-1)).toBe('open')
})

test('a line that is silent is dead, pinged before', () => {
  const w = world()
  w.connection.connect()
  w.open()
  w.pass(SILENCE_MS - 1)
  expect(w.sent()).toEqual([{ op: 'ping' }])
  expect(w.states.at(-1)).toBe('open')
  w.pass(1)
  expect(w.states.at(-1)).toBe('lost')
})

test('a line that is asked for a sign of life is dead within seconds, else it goes on as before', () => {
  const w = world()
  w.connection.connect()
  w.open()
  w.connection.probe()
  expect(w.sent()).toEqual([{ op: 'ping' }])
  w.pass(PROBE_MS - 1)
  w.take({ op: 'pong' })
  w.pass(PROBE_MS)
  expect(w.states.at(-1)).toBe('open')
  w.connection.probe()
  w.pass(PROBE_MS)
  expect(w.states.at(-1)).toBe('lost')
  w.connection.probe()
  expect(w.states.at(-1)).toBe('lost')
})

test('a log that has said nothing yet is read anew after the line was lost', () => {
  const w = world()
  const [heard, resets] = [[], []] as unknown[][]
  w.connection.subscribe('member', 'log', reader(heard!, resets))
  w.open()
  w.draw()
  expect(resets).toEqual([])
  w.drop()
  w.pass(500)
  w.open()
  w.draw()
  expect(resets).toEqual(['reset'])
  // One that has is told by its numbers what it missed.
  w.take({ t: 'member', s: 7, d: 'sold' })
  w.drop()
  w.pass(500)
  w.open()
  w.draw()
  expect([heard, resets]).toEqual([['sold'], ['reset']])
  expect(w.sent().at(-1)).toEqual({ op: 'sub', topics: [{ t: 'member', after: 7 }] })
})

test('a server that takes the line and never opens it: given up after a minute, told as lost, and tried again', () => {
  const w = world()
  w.connection.connect()
  w.pass(RUNTIME_TIMEOUT_MS - 1)
  expect([w.states, w.hasSocket()]).toEqual([['connecting'], true])
  w.pass(1)
  expect([w.states, w.hasSocket()]).toEqual([['connecting', 'lost'], false])
  w.pass(1_000)
  expect(w.hasSocket()).toBe(true)
  w.open()
  w.pass(SILENCE_MS - 1)
  expect(w.states.at(-1)).toBe('open')
})

test("another member's line begins without a past", () => {
  const w = world()
  w.connection.subscribe('member', 'log', reader([]))
  w.open()
  w.take({ t: 'member', s: 42, d: null })
  w.sent()
  w.connection.restart(true)
  w.open()
  expect(w.sent()).toEqual([{ op: 'sub', topics: [{ t: 'member' }] }])
})
