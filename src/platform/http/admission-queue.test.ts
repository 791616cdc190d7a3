import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openAdmissionQueue, pauseReads } from './admission-queue.ts'

/** A loop whose turns and ticks are the test's. */
function loop() {
  const server = new EventEmitter() as Server
  let now = 0
  let ends: (() => void)[] = []
  const ticks: (() => void)[] = []
  const line = openAdmissionQueue(server, {
    sliceMs: 5,
    requests: 3,
    places: 6,
    now: () => now,
    atEndOfTurn: (end) => ends.push(end),
    next: (tick) => ticks.push(tick),
  })
  const served: string[] = []
  return {
    served,
    pass: (ms: number) => {
      now += ms
    },
    connection: () => server.emit('connection'),
    /** Asks; to serve it takes so long. */
    ask: (name: string, ms: number, { isUrgent = false, from = '192.0.2.1' } = {}) =>
      line.enter(isUrgent, from, (queuedMs) => {
        served.push(queuedMs > 0 ? `${name} ${queuedMs}` : name)
        now += ms
      }),
    endTurn() {
      const ended = ends
      ends = []
      for (const end of ended) end()
      for (let tick = ticks.shift(); tick !== undefined; tick = ticks.shift()) tick()
      return ended.length
    },
  }
}

describe('the queue in front of the routes', () => {
  it('is none where few come: each is served at once', () => {
    const { ask, served, endTurn } = loop()
    ask('a', 1)
    ask('b', 1)
    expect(served).toEqual(['a', 'b'])
    expect(endTurn()).toBe(1)
    expect(endTurn()).toBe(0)
    ask('c', 1)
    expect(served).toEqual(['a', 'b', 'c'])
  })

  it('serves a slice a turn, in order, and whoever comes meanwhile stands behind', () => {
    const { ask, served, endTurn } = loop()
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name, 3)
    expect(served).toEqual(['a', 'b'])
    endTurn()
    expect(served).toEqual(['a', 'b', 'c', 'd'])
    ask('f', 3)
    expect(served).toEqual(['a', 'b', 'c', 'd'])
    endTurn()
    expect(served).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
    endTurn()
    expect(endTurn()).toBe(0)
  })

  it('lets through at once what is urgent', () => {
    const { ask, served } = loop()
    for (const name of ['a', 'b', 'c']) ask(name, 9)
    ask('cancel', 1, { isUrgent: true })
    expect(served).toEqual(['a', 'cancel'])
  })

  it('serves each address in turn: whoever asks for much waits behind themselves', () => {
    const { ask, served, endTurn } = loop()
    for (const name of ['a', 'b', 'c', 'd']) ask(name, 5)
    ask('other', 5, { from: '192.0.2.2' })
    for (let turn = 0; turn < 4; turn++) endTurn()
    expect(served).toEqual(['a', 'b', 'other 5', 'c', 'd'])
  })

  it('says who has waited for how long in a crowd; who found few before them has not', () => {
    const { ask, served, endTurn, pass } = loop()
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name, 5)
    pass(100)
    for (let turn = 0; turn < 5; turn++) endTurn()
    expect(served).toEqual(['a', 'b', 'c', 'd', 'e 115'])
  })

  it('has so many places: who finds none is told so at once', () => {
    const { ask, served } = loop()
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) ask(name, 9)
    expect(served).toEqual(['a', 'h Infinity'])
  })

  it('gives turns to letting in alone as long as each brings a connection, but not all of them', () => {
    const { ask, served, endTurn, connection } = loop()
    for (const name of ['a', 'b', 'c']) ask(name, 5)
    const turnsFor = (count: number) => {
      for (let turn = 1; ; turn++) {
        connection()
        endTurn()
        if (served.length === count) return turn
      }
    }
    expect([turnsFor(2), turnsFor(3)]).toEqual([32, 32])
    ask('d', 5)
    endTurn()
    ask('e', 5)
    expect(served).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('a connection that rests', () => {
  let server: Server
  afterEach(() => server.close())

  it('is answered what it has asked, and heard again only later', async () => {
    const heard: number[] = []
    server = createServer((incoming, response) => {
      heard.push(performance.now())
      response.end('no')
      pauseReads(incoming.socket, 300)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const socket = connect((server.address() as { port: number }).port, '127.0.0.1')
    const ask = () => socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n{}')
    let answers = 0
    await new Promise<void>((resolve) => {
      socket.on('data', () => (++answers === 4 ? resolve() : ask()))
      ask()
    })
    socket.destroy()
    for (let at = 1; at < 4; at++) expect(heard[at]! - heard[at - 1]!).toBeGreaterThan(280)
  })
})
