import { mkdtempSync, rmSync } from 'node:fs'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { waitFor } from '#server/wait-for.fixture.ts'
import { valueOf, type FixMessage } from '#wire/fix/message.ts'
import type { SessionOwner, SessionStep } from './connection.ts'
import { FixInitiator } from './initiator.ts'
import { compiled, QuickFix } from './quickfix.fixture.ts'
import type { SessionProfile } from './session.ts'
import type { Sent } from './wire.ts'

const folder = mkdtempSync(join(tmpdir(), 'akari-initiator-'))
const program = compiled(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** This end: numbers and messages as an engine would keep them, and what came. */
class Side {
  readonly store = { nextIn: 1, nextOut: 1, sent: [] as Sent[] }
  readonly came: FixMessage[] = []
  logons = 0
  readonly initiator: FixInitiator
  readonly #profile: SessionProfile

  constructor(port: number, name: string, resetsOnLogon = false) {
    this.#profile = {
      role: 'initiator',
      beginString: 'FIX.4.4',
      sender: name,
      target: 'VENUE',
      heartbeat: 1,
      resetsOnLogon,
      takes: new Set(['8']),
    }
    const log = { info: () => {}, warn: () => {}, error: () => {} }
    this.initiator = new FixInitiator(
      { host: '127.0.0.1', port, tls: null, isOpen: () => true },
      { owner: () => Promise.resolve(this.#owner()), now: () => Date.now(), log },
    )
    this.initiator.start()
  }

  #owner(): SessionOwner {
    const { store } = this
    return {
      profile: this.#profile,
      store: {
        numbers: () => store,
        step: (step) => Promise.resolve(this.#step(step)),
        sentFrom: (from, to) =>
          Promise.resolve(store.sent.filter(({ seq, type }) => seq >= from && seq <= to && type === 'D')),
      },
      take: (_seq, message) => {
        this.came.push(message)
        return Promise.resolve({ isTaken: false, send: [] })
      },
      ends: () => null,
      loggedOn: () => {
        this.logons++
      },
      left: () => {},
    }
  }

  #step({ reset, nextIn, send }: SessionStep): void {
    if (reset) Object.assign(this.store, { nextIn: 1, nextOut: 1, sent: [] })
    if (nextIn !== null) this.store.nextIn = nextIn
    for (const message of send) this.send(message)
  }

  send({ type, fields }: FixMessage): void {
    const message = { seq: this.store.nextOut++, at: Date.now(), type, fields }
    this.store.sent.push(message)
    this.initiator.write(message)
  }

  order(name: string): void {
    this.send({
      type: 'D',
      fields: [
        [11, name],
        [21, '1'],
        [55, '7203'],
        [54, '1'],
        [38, '100'],
        [40, '1'],
      ],
    })
  }

  /** Resolves with the next logon after so many. */
  on(before = 0): Promise<number> {
    return waitFor(
      () => this.logons,
      (logons) => logons > before,
    )
  }
}

describe.skipIf(program === null)('a session with QuickFIX, which accepts', () => {
  const venues: QuickFix[] = []
  const sides: Side[] = []
  afterEach(async () => {
    for (const side of sides.splice(0)) await side.initiator.stop()
    for (const venue of venues.splice(0)) await venue.kill()
  })
  async function both(name: string, more: Record<string, string> = {}) {
    const port = await freePort()
    const venue = new QuickFix({
      role: 'acceptor',
      program: program!,
      folder: join(folder, name),
      port: () => port,
      sender: 'VENUE',
      target: name,
      more,
    })
    const side = new Side(port, name, more['ResetOnLogon'] === 'Y')
    venues.push(venue)
    sides.push(side)
    return { venue, side }
  }
  const orders = (venue: QuickFix) => venue.came('D').map((fields) => fields.get(11)!)
  const rejects = (venue: QuickFix) => venue.lines.filter((line) => line.includes('|35=3|'))

  it('is tried until it is there, and carries messages both ways', async () => {
    const { venue, side } = await both('FIRST')
    side.order('before')
    venue.start()
    await side.on()
    side.order('after')
    await waitFor(
      () => orders(venue),
      (names) => names.length === 2,
    )
    expect(orders(venue)).toEqual(['before', 'after'])
    venue.send('35=8|37=1|17=e1|150=0|39=0|55=7203|54=1|11=after|151=100|14=0|6=0')
    await waitFor(
      () => side.came,
      (came) => came.length === 1,
    )
    expect(valueOf(side.came[0]!, 17)).toBe('e1')
    expect(rejects(venue)).toEqual([])
  })

  it('loses nothing and doubles nothing where the other end is killed, or the cable is cut', async () => {
    const { venue, side } = await both('KILLED')
    venue.start()
    await side.on()
    let n = 0
    for (let turn = 0; turn < 8; turn++) {
      const before = side.logons
      for (let each = 0; each < 5; each++) side.order(`o${n++}`)
      if (turn % 2 === 0) {
        await new Promise((resolve) => setTimeout(resolve, turn * 5))
        await venue.kill()
        for (let each = 0; each < 3; each++) side.order(`o${n++}`)
        venue.start()
      } else side.initiator.cut()
      await side.on(before)
    }
    const expected = Array.from({ length: n }, (_, each) => `o${each}`)
    // Messages on their way when it was killed may come again, marked as a possible repeat.
    const first = () => [...new Set(orders(venue))]
    await waitFor(first, (names) => names.length === n)
    expect(first()).toEqual(expected)
    const again = venue.came('D').filter((fields) => fields.get(43) !== 'Y')
    expect(new Set(again.map((fields) => fields.get(11))).size).toBe(again.length)
    expect(rejects(venue)).toEqual([])
  }, 120_000)

  it('takes what came while it was away, once and in order', async () => {
    const { venue, side } = await both('AWAY')
    venue.start()
    await side.on()
    for (let n = 0; n < 20; n++) {
      venue.send(`35=8|37=1|17=e${n}|150=0|39=0|55=7203|54=1|11=a|151=100|14=0|6=0`)
      if (n % 5 === 2) side.initiator.cut()
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await waitFor(
      () => side.came.length,
      (count) => count === 20,
    )
    expect(side.came.map((message) => valueOf(message, 17))).toEqual(
      Array.from({ length: 20 }, (_, n) => `e${n}`),
    )
  }, 60_000)

  it('begins at 1 with each logon where that is agreed', async () => {
    const { venue, side } = await both('RESET', { ResetOnLogon: 'Y' })
    venue.start()
    await side.on()
    side.order('one')
    side.initiator.cut()
    await side.on(1)
    expect(side.store.nextIn).toBe(2)
    side.order('two')
    await waitFor(
      () => orders(venue),
      (names) => names.includes('two'),
    )
  })
})
