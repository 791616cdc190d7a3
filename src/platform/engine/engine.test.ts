import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { DAY, HOUR, MINUTE } from '#kernel/time.ts'
import { defineCommand, done } from './command.ts'
import { event } from './event.ts'
import { EngineError, startEngine, type Engine, type EngineOptions } from './engine.ts'
import {
  balances,
  change,
  commands,
  deposit,
  fixtureWorld,
  member,
  orders,
  place,
  silent,
  SYSTEM,
  tables,
} from './fixture.ts'
import { readRecord } from './journal.ts'
import { memoryDisk, openMemoryStore } from './memory-store.ts'

/** A way to the disk that opens one batch at a time. */
function gate() {
  const routes: { open: () => void; jam: (error: Error) => void }[] = []
  return {
    reach: () => new Promise<void>((open, jam) => void routes.push({ open, jam })),
    get batches() {
      return routes.length
    },
    open: (batch: number) => routes[batch]!.open(),
    jam: (batch: number) => routes[batch]!.jam(new Error('disk full')),
  }
}

const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))
const failsAs = (code: string) => expect.objectContaining({ name: 'EngineError', code })

const boom = defineCommand({
  type: 'test.bug',
  captureInputs: () => ({}),
  run(access) {
    access.of(balances).insert({ member: 'z', account: 'available', yen: 1 })
    throw new Bug('an invariant is broken')
  },
})
const stamped = event('stamped', (n: number) => ({ n }))
const again = event('again', (n: number) => ({ n }))
const stamp = defineCommand({
  type: 'test.stamp',
  captureInputs: () => ({}),
  run: (_access, input: { n: number }, _inputs, call) =>
    done({ at: call.at, seq: call.seq }, [stamped(input.n), again(input.n)]),
})
const bad = defineCommand({
  type: 'test.not-json',
  captureInputs: () => ({ value: Number.NaN }),
  run: () => done({}),
})

let world: ReturnType<typeof fixtureWorld>
let disk: ReturnType<typeof memoryDisk>
let deaths: unknown[]
const PLACE = { code: '7203', quantity: 100, priceTenths: 100 }

async function start(options: Partial<EngineOptions> = {}): Promise<Engine> {
  return startEngine({
    store: openMemoryStore(disk),
    tables,
    commands: [...commands, boom, stamp, bad],
    clock: world.clock,
    world: { id: world.id },
    log: silent,
    fatal: (error) => deaths.push(error),
    ...options,
  })
}

/** An engine whose first batch (genesis, a deposit) is durable; later ones wait at the gate. */
async function startGated(limits: EngineOptions['limits'] = {}) {
  const first = await start()
  await first.submit(deposit, { member: 'a', yen: 100_000 }, SYSTEM)
  const way = gate()
  const engine = await start({ store: openMemoryStore(disk, way.reach), limits })
  return { engine, way }
}

/** The state of a promise: settled or not, and how. */
function watch(promise: Promise<unknown>) {
  const seen: { settled?: unknown } = {}
  promise.then(
    (value) => (seen.settled = value),
    (error: unknown) => (seen.settled = error),
  )
  return seen
}

beforeEach(() => {
  world = fixtureWorld()
  disk = memoryDisk()
  deaths = []
})

describe('nobody is told anything that is not durable', () => {
  it('an answer waits for its batch', async () => {
    const { engine, way } = await startGated()
    const told = watch(engine.submit(place, PLACE, member('a', world.id())))
    await turn()
    expect(way.batches).toBe(1)
    expect(told.settled).toBeUndefined()
    way.open(0)
    await turn()
    expect(told.settled).toMatchObject({ result: { ok: true }, replay: false, seq: 2 })
  })

  it('a rejection waits for the batch whose state it saw (trap)', async () => {
    const { engine, way } = await startGated()
    const poor = watch(engine.submit(place, { ...PLACE, quantity: 1_000_000 }, member('a', world.id())))
    await turn()
    expect(poor.settled).toBeUndefined()
    way.open(0)
    await turn()
    expect(poor.settled).toMatchObject({ result: { ok: false, rejection: 'INSUFFICIENT' } })
  })

  it('a repeat waits for the batch of the first, and then gives the same answer (trap)', async () => {
    const { engine, way } = await startGated()
    const caller = member('a', world.id())
    const first = watch(engine.submit(place, PLACE, caller))
    await turn()
    const repeat = watch(engine.submit(place, PLACE, caller))
    const other = watch(engine.submit(place, { ...PLACE, quantity: 200 }, caller))
    await turn()
    expect([first.settled, repeat.settled, other.settled]).toEqual([undefined, undefined, undefined])
    way.open(0)
    await turn()
    expect(repeat.settled).toEqual({ ...(first.settled as object), replay: true })
    expect(other.settled).toEqual(failsAs('KEY_REUSED'))
  })

  it('events are heard in order, after the answers, whatever one listener does', async () => {
    const { engine, way } = await startGated()
    const heard: unknown[] = []
    engine.subscribe(() => {
      throw new Error('a listener that fails')
    })
    const stop = engine.subscribe((event, { seq }) => heard.push([event.type, event['n'], seq]))
    for (const n of [1, 2]) void engine.submit(stamp, { n }, SYSTEM)
    await turn()
    expect(heard).toEqual([])
    way.open(0)
    await turn()
    expect(heard).toEqual([
      ['stamped', 1, 2],
      ['again', 1, 2],
      ['stamped', 2, 3],
      ['again', 2, 3],
    ])
    stop()
    void engine.submit(stamp, { n: 3 }, SYSTEM)
    await turn()
    way.open(1)
    await turn()
    expect(heard).toHaveLength(4)
    expect(deaths).toEqual([])
  })
})

describe('a batch', () => {
  it('takes all that came in one turn; two are in the pipe, the rest collects', async () => {
    const { engine, way } = await startGated({ batch: 4 })
    const told = Array.from({ length: 12 }, (_, n) => watch(engine.submit(stamp, { n }, SYSTEM)))
    await turn()
    expect(way.batches).toBe(2)
    expect(engine.stats()).toMatchObject({ inFlight: 12, waiting: 0 })
    way.open(0)
    await turn()
    expect(told.filter(({ settled }) => settled !== undefined)).toHaveLength(4)
    expect(way.batches).toBe(3)
  })

  it('that fails ends the process; those behind it are not written, and nobody is told (trap)', async () => {
    const { engine, way } = await startGated({ batch: 1 })
    const caller = member('a', world.id())
    const told = [0, 1, 2].map((n) => watch(engine.submit(stamp, { n }, n === 0 ? caller : SYSTEM)))
    const late = watch(engine.submit(stamp, { n: 0 }, caller))
    await turn()
    way.open(1)
    way.jam(0)
    await turn()
    expect(told.map(({ settled }) => settled)).toEqual([
      failsAs('UNKNOWN'),
      failsAs('UNKNOWN'),
      failsAs('UNKNOWN'),
    ])
    expect(late.settled).toEqual(failsAs('UNKNOWN'))
    expect(deaths).toEqual([expect.objectContaining({ message: 'disk full' })])
    expect(disk.journal).toHaveLength(2)
    await expect(engine.submit(stamp, { n: 9 }, SYSTEM)).rejects.toEqual(failsAs('STOPPED'))
  })
})

describe('a command that does not end well', () => {
  it('of members only is a bug of its sender where no member sends it, and the engine goes on', async () => {
    const engine = await start()
    expect(() => engine.submit(place, PLACE, SYSTEM)).toThrow(Bug)
    expect(deaths).toEqual([])
    expect(disk.journal).toHaveLength(1)
    await expect(engine.submit(place, PLACE, member('a', ''))).resolves.toMatchObject({ seq: 1 })
  })

  it.each([['refuse'], ['throw']] as const)('leaves nothing of what it wrote: %s', async (how) => {
    const engine = await start()
    await engine.submit(deposit, { member: 'a', yen: 100_000 }, SYSTEM)
    await engine.submit(place, PLACE, member('a', world.id()))
    const before = [engine.read.of(orders).all(), engine.read.of(balances).all()]
    const key = world.id()
    const outcome = engine.submit(change, { how }, member('a', key))
    if (how === 'throw') await expect(outcome).rejects.toThrow('changed my mind')
    else expect(await outcome).toMatchObject({ result: { ok: false, rejection: 'CHANGED_MY_MIND' } })
    expect([engine.read.of(orders).all(), engine.read.of(balances).all()]).toEqual(before)
    expect(disk.journal.map(({ type }) => type)).toEqual([
      'genesis',
      'fixture.deposit',
      'fixture.place',
      ...(how === 'refuse' ? ['fixture.change-my-mind'] : []),
    ])
    expect((await engine.op('a', key)).state).toBe(how === 'refuse' ? 'done' : 'unknown')
    expect(deaths).toEqual([])
  })

  it('as a bug stops the engine', async () => {
    const engine = await start()
    await expect(engine.submit(boom, {}, SYSTEM)).rejects.toThrow('invariant')
    expect(deaths).toEqual([expect.any(Bug)])
    expect(engine.read.of(balances).all()).toEqual([])
    await expect(engine.submit(stamp, { n: 1 }, SYSTEM)).rejects.toEqual(failsAs('STOPPED'))
  })

  it('that was given what is no JSON is refused, and stops the engine as the bug that it is', async () => {
    const engine = await start()
    await expect(engine.submit(bad, {}, SYSTEM)).rejects.toThrow('finite')
    expect(deaths).toHaveLength(1)
  })
})

describe('keys', () => {
  it('give the stored answer again, also after a restart; with another body they are refused', async () => {
    const engine = await start()
    await engine.submit(deposit, { member: 'a', yen: 100_000 }, SYSTEM)
    const caller = member('a', world.id())
    const first = await engine.submit(place, PLACE, caller)
    const again = await start()
    for (const each of [engine, again]) {
      const repeated =
        each === engine ? engine.submit(place, PLACE, caller) : again.submit(place, PLACE, caller)
      expect(await repeated).toEqual({ ...first, replay: true })
    }
    await expect(again.submit(place, { ...PLACE, quantity: 200 }, caller)).rejects.toEqual(
      failsAs('KEY_REUSED'),
    )
    expect(await again.submit(place, PLACE, member('b', caller.key))).toMatchObject({
      replay: false,
      result: { ok: false },
    })
    expect(await again.op('a', caller.key)).toEqual({ state: 'done', type: place.type, result: first.result })
    expect(await again.op('a', world.id())).toEqual({ state: 'unknown' })
    expect(await again.op('a', 'nonsense')).toEqual({ state: 'unknown' })
  })

  it.each([
    ['a day and a second old', -DAY - 1_000, 'KEY_EXPIRED'],
    ['six minutes ahead', 6 * MINUTE, 'KEY_INVALID'],
    ['not quite a day old', -DAY + 1_000, null],
    ['four minutes ahead', 4 * MINUTE, null],
  ])(
    '%s: refused before the engine, so that an old key can never meet its row on the disk (trap)',
    async (_name, age, code) => {
      const engine = await start()
      const now = world.clock.now
      world.clock.now = now + age
      const key = world.id()
      world.clock.now = now
      const answer = engine.submit(stamp, { n: 1 }, member('a', key))
      if (code === null) expect(await answer).toMatchObject({ replay: false })
      else await expect(answer).rejects.toEqual(failsAs(code))
    },
  )

  it.each([21 * HOUR, 26 * HOUR, 3 * 365 * DAY])(
    'of before a clock that went %i ms ahead, of its time and of after: each is carried out once and no more',
    async (step) => {
      let engine = await start()
      const before = member('a', world.id())
      const lost = member('a', world.id())
      const first = await engine.submit(stamp, { n: 1 }, before)
      world.clock.now += step
      world.clock.unconfirmedMs = step
      const meanwhile = member('a', world.id())
      for (const caller of [lost, meanwhile])
        expect(await engine.submit(stamp, { n: 1 }, caller)).toMatchObject({ replay: false })
      await engine.stop()
      engine = await start()
      for (const caller of [before, lost, meanwhile])
        expect(await engine.submit(stamp, { n: 1 }, caller)).toMatchObject({ replay: true })
      expect((await engine.submit(stamp, { n: 1 }, before)).result).toEqual(first.result)

      world.clock.told = world.clock.now
      world.clock.now -= step
      world.clock.unconfirmedMs = 0
      await engine.stop()
      engine = await start()
      for (const caller of [before, lost, meanwhile])
        expect(await engine.submit(stamp, { n: 1 }, caller)).toMatchObject({ replay: true })
    },
  )

  it.each([
    ['not-a-uuid'],
    ['7C1D0F0E-0000-7000-8000-000000000001'],
    ['7c1d0f0e-0000-4000-8000-000000000001'],
  ])('%s is no key', async (key) => {
    const engine = await start()
    await expect(engine.submit(stamp, { n: 1 }, member('a', key))).rejects.toEqual(failsAs('KEY_INVALID'))
  })

  it('keep their answer as long as they are accepted, and are forgotten afterwards, on the disk too', async () => {
    const engine = await start()
    const caller = member('a', world.id())
    await engine.submit(stamp, { n: 1 }, caller)
    world.clock.now += 23 * HOUR + 59 * MINUTE
    expect(await engine.submit(stamp, { n: 1 }, caller)).toMatchObject({ replay: true })
    world.clock.now += 2 * HOUR
    await engine.submit(stamp, { n: 1 }, member('a', world.id()))
    expect(await engine.op('a', caller.key)).toEqual({ state: 'unknown' })
    expect([...disk.answers.values()].map(({ key }) => key)).not.toContain(caller.key)
  })

  it('1,000 keys sent five times each have one effect each', async () => {
    const engine = await start()
    const keys = Array.from({ length: 1_000 }, () => world.id())
    for (let from = 0; from < keys.length; from += 40) {
      const sent = keys
        .slice(from, from + 40)
        .flatMap((key) => [1, 2, 3, 4, 5].map(() => engine.submit(stamp, { n: 1 }, member('a', key))))
      const answers = await Promise.all(sent)
      expect(answers.filter(({ replay }) => !replay)).toHaveLength(40)
    }
    expect(disk.journal.filter(({ type }) => type === 'test.stamp')).toHaveLength(1_000)
  })
})

describe('more keys than the memory holds', () => {
  const keys = 3
  /** A key made so many minutes ago. */
  function keyOf(minutes: number): string {
    const now = world.clock.now
    world.clock.now = now - minutes * MINUTE
    const key = world.id()
    world.clock.now = now
    return key
  }
  const ages = [50, 40, 30, 20, 10, 0]

  it('leave it in the order of their own time, and have one effect all the same: the disk remembers', async () => {
    let engine = await start({ limits: { keys } })
    const used = ages.map(keyOf)
    for (const [n, key] of used.entries()) await engine.submit(stamp, { n }, member('a', key))
    for (let round = 0; round < 2; round++) {
      expect(engine.stats().keys).toBeLessThanOrEqual(keys)
      for (const [n, key] of used.entries()) {
        expect(await engine.hasIdempotencyKey('a', key)).toBe(true)
        expect(await engine.op('a', key)).toMatchObject({ state: 'done' })
        expect(await engine.submit(stamp, { n }, member('a', key))).toMatchObject({
          replay: true,
          seq: n + 1,
        })
        await expect(engine.submit(stamp, { n: 99 }, member('a', key))).rejects.toEqual(failsAs('KEY_REUSED'))
        expect(await engine.hasIdempotencyKey('b', key)).toBe(false)
      }
      // A restart reads no more of them either.
      engine = await start({ limits: { keys } })
    }
    expect(disk.journal.filter(({ type }) => type === 'test.stamp')).toHaveLength(ages.length)
  })

  it('a right repeat beside a wrong one under the same key is told the answer, in whichever order they come', async () => {
    const engine = await start({ limits: { keys } })
    const used = ages.map(keyOf)
    for (const [n, key] of used.entries()) await engine.submit(stamp, { n }, member('a', key))
    for (const [n, key] of used.entries()) {
      const said = await Promise.allSettled(
        [99, n, 98, n].map((each) => engine.submit(stamp, { n: each }, member('a', key))),
      )
      const refused = { status: 'rejected', reason: failsAs('KEY_REUSED') }
      const answered = { status: 'fulfilled', value: expect.objectContaining({ replay: true, seq: n + 1 }) }
      expect(said).toEqual([refused, answered, refused, answered])
    }
    expect(disk.journal.filter(({ type }) => type === 'test.stamp')).toHaveLength(ages.length)
  })

  it('an old key that is new is looked for once, and sent five times at once has one effect', async () => {
    const engine = await start({ limits: { keys } })
    for (const [n, age] of ages.entries()) await engine.submit(stamp, { n }, member('a', keyOf(age)))
    const late = keyOf(45)
    expect([await engine.hasIdempotencyKey('a', late), await engine.op('a', late)]).toEqual([
      false,
      { state: 'unknown' },
    ])
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => engine.submit(stamp, { n: 7 }, member('a', late))),
    )
    expect(answers.map(({ replay, seq }) => `${replay} ${seq}`).sort()).toEqual([
      'false 7',
      ...Array(4).fill('true 7'),
    ])
    expect(await engine.submit(stamp, { n: 7 }, member('a', late))).toMatchObject({ replay: true, seq: 7 })
    expect(engine.stats().keys).toBeLessThanOrEqual(keys)
  })

  it('while they are under way none is let go of', async () => {
    const { engine, way } = await startGated({ keys })
    const used = ages.map(keyOf)
    const told = used.map((key, n) => watch(engine.submit(stamp, { n }, member('a', key))))
    const again = used.map((key, n) => watch(engine.submit(stamp, { n }, member('a', key))))
    await turn()
    for (let batch = 0; batch < way.batches; batch++) way.open(batch)
    await vi.waitFor(() =>
      expect([...told, ...again].filter(({ settled }) => settled !== undefined)).toHaveLength(
        2 * ages.length,
      ),
    )
    expect(told.map(({ settled }) => settled)).toEqual(
      used.map((_, n) => expect.objectContaining({ replay: false, seq: n + 2 })),
    )
    expect(again.map(({ settled }) => settled)).toEqual(
      used.map((_, n) => expect.objectContaining({ replay: true, seq: n + 2 })),
    )
    expect(engine.stats().keys).toBeLessThanOrEqual(keys)
  })

  it('a disk that does not say whether it was answered leaves the key free, and the server standing', async () => {
    const failing = {
      ...openMemoryStore(disk),
      answer: () => Promise.reject(new Error('the connection broke')),
    }
    const engine = await start({ store: failing, limits: { keys } })
    for (const [n, age] of ages.entries()) await engine.submit(stamp, { n }, member('a', keyOf(age)))
    const late = keyOf(45)
    for (let time = 0; time < 2; time++)
      await expect(engine.submit(stamp, { n: 7 }, member('a', late))).rejects.toThrow('the connection broke')
    expect(deaths).toEqual([])
  })
})

describe('backpressure', () => {
  const limits = { inFlight: 4, reserved: 2, waiting: 1, waitMs: 30, batch: 100 }

  it('a key whose first write only waits is not known: what skips its proof for a repeat must not be the first to have an effect (trap)', async () => {
    const { engine, way } = await startGated({ ...limits, inFlight: 3, waiting: 2 })
    const submit = (key: string) => watch(engine.submit(stamp, { n: 1 }, member('a', key)))
    const [runs, waits, served] = [world.id(), world.id(), world.id()]
    submit(runs)
    submit(waits)
    const known = {
      runs: watch(engine.hasIdempotencyKey('a', runs)),
      waits: watch(engine.hasIdempotencyKey('a', waits)),
    }
    await turn()
    expect([known.runs.settled, known.waits.settled]).toEqual([undefined, undefined])
    world.clock.now += 31
    await vi.waitFor(() => expect(known.waits.settled).toBe(false))
    submit(served)
    const later = watch(engine.hasIdempotencyKey('a', served))
    way.open(0)
    await vi.waitFor(() => expect(known.runs.settled).toBe(true))
    await turn()
    way.open(1)
    await vi.waitFor(() => expect(later.settled).toBe(true))
    expect(await engine.hasIdempotencyKey('a', waits)).toBe(false)
  })

  it('keeps places for cancels and withdrawals, lets one wait, refuses the next at once and the waiting one in time', async () => {
    const { engine, way } = await startGated(limits)
    const submit = (lane: 'normal' | 'reserved', key = world.id()) =>
      watch(engine.submit(stamp, { n: 1 }, member('a', key), { lane }))
    const [one, two] = [submit('normal'), submit('normal')]
    const key = world.id()
    const [waits, refused] = [submit('normal', key), submit('normal')]
    const cancels = [submit('reserved'), submit('reserved')]
    await turn()
    expect(refused.settled).toEqual(failsAs('OVERLOADED'))
    expect(engine.stats()).toMatchObject({ inFlight: 4, waiting: 1 })
    expect(await engine.op('a', key)).toEqual({ state: 'running' })
    world.clock.now += 31
    await vi.waitFor(() => expect(waits.settled).toEqual(failsAs('OVERLOADED')))
    expect(await engine.op('a', key)).toEqual({ state: 'unknown' })
    for (let batch = 0; batch < way.batches; batch++) way.open(batch)
    await turn()
    expect(
      [one, two, ...cancels].every(
        ({ settled }) => !(settled instanceof EngineError) && settled !== undefined,
      ),
    ).toBe(true)
  })

  it('lets those who wait in when a batch is durable, cancels first', async () => {
    const { engine, way } = await startGated({ ...limits, inFlight: 2, reserved: 0, waiting: 5, batch: 2 })
    const order: string[] = []
    const submit = (name: string, lane: 'normal' | 'reserved') =>
      void engine.submit(stamp, { n: 1 }, SYSTEM, { lane }).then(() => order.push(name))
    submit('a', 'normal')
    submit('b', 'normal')
    submit('c', 'normal')
    submit('d', 'reserved')
    submit('e', 'reserved')
    for (let batch = 0; batch < 3; batch++) {
      await turn()
      way.open(batch)
    }
    await vi.waitFor(() => expect(order).toEqual(['a', 'b', 'd', 'e', 'c']))
  })
})

describe('time and the end', () => {
  it('the time of the journal never goes back, whatever the clock does', async () => {
    const engine = await start()
    const times: number[] = []
    for (const back of [0, HOUR, -2 * HOUR, 1]) {
      world.clock.now += back
      const { result } = await engine.submit(stamp, { n: 1 }, SYSTEM)
      if (result.ok) times.push(result.answer.at)
    }
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(disk.journal.map(({ record }) => readRecord(record).ts)).toEqual(disk.journal.map(({ ts }) => ts))
    expect(disk.journal.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4])
  })

  it('stop answers what was accepted and takes no more', async () => {
    const { engine, way } = await startGated()
    const told = watch(engine.submit(stamp, { n: 1 }, SYSTEM))
    await turn()
    const stopped = watch(engine.stop())
    await expect(engine.submit(stamp, { n: 2 }, SYSTEM)).rejects.toEqual(failsAs('STOPPED'))
    expect(stopped.settled).toBeUndefined()
    way.open(0)
    await turn()
    expect(told.settled).toMatchObject({ seq: 2 })
    expect('settled' in stopped).toBe(true)
  })

  it('a command may not submit another, and an unknown command or table is a bug', async () => {
    const engine = await start()
    const stranger = defineCommand({ type: 'stranger', captureInputs: () => ({}), run: () => done({}) })
    expect(() => engine.submit(stranger, {}, SYSTEM)).toThrow('not registered')
    expect(() => engine.submit(stamp, { n: 1 }, { ...SYSTEM, memberId: 'a' })).toThrow('by its actor')
  })
})
