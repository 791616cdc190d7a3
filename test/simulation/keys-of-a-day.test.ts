import { hash } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { uuidv7 } from '#kernel/id.ts'
import { randomFrom } from '#kernel/random.ts'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import { startEngine } from '#platform/engine/engine.ts'
import { fixtureWorld, member, silent } from '#platform/engine/fixture.ts'
import { CHAIN_START } from '#platform/engine/journal.ts'
import type { Store } from '#platform/engine/store.ts'

const isLong = process.env['TEST_LONG'] !== undefined
/** Keys that the memory holds, and how many times as many come in two days of the clock. */
const MOST = isLong ? 50_000 : 5_000
const TIMES = 12
const HOURS = 48
const LOOKS = isLong ? HOURS : 8
const AT_ONCE = 200
/** On a machine that does ten other things. */
const LONGEST = 15 * MINUTE
const MEMBERS = 1_000
/** The most that a key takes (`idempotency-index.ts`). */
const KEY_BYTES = 40
/** Of an engine at work, whatever the number of keys. */
const SLACK = 6 * 1_048_576

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const note = defineMemberCommand({
  type: 'soak.note',
  captureInputs: () => ({}),
  run: () => done({ noted: true }),
})
const REQUEST = hash('sha256', `${note.type}\n`, 'binary')

/** A disk that knows the answer to every key that was asked of it, and keeps none. */
function forgetful(): Store {
  return {
    recover: () => Promise.resolve({ seq: -1, hash: CHAIN_START, ts: 0 }),
    eachRow: () => Promise.resolve(),
    seal: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    answer: (asked, key) =>
      Promise.resolve({
        member: asked,
        key,
        seq: 1,
        request: REQUEST,
        answer: '{"answer":{"noted":true},"ok":true}',
        type: note.type,
      }),
    forgetAnswers: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

it(
  'two days of keys at full speed take the memory of those that it holds, and no more',
  async () => {
    const random = randomFrom([7, 2, 8, 1])
    const world = fixtureWorld()
    const sixteen = new Uint8Array(16)
    const id = () => {
      for (let at = 0; at < 16; at++) sixteen[at] = random.below(256)
      return uuidv7(world.clock.now, sixteen)
    }
    const members = Array.from({ length: MEMBERS }, id)
    const deaths: unknown[] = []
    const engine = await startEngine({
      store: forgetful(),
      tables: [],
      commands: [note],
      clock: world.clock,
      world: { id },
      log: silent,
      limits: { keys: MOST },
      fatal: (error) => deaths.push(error),
    })
    const held = () => {
      collect()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const batches = (MOST * TIMES) / AT_ONCE
    const begun = held()
    const looks: number[] = []
    for (let batch = 0; batch < batches; batch++) {
      world.clock.now += (HOURS * HOUR) / batches
      const callers = Array.from({ length: AT_ONCE }, () => member(members[random.below(MEMBERS)]!, id()))
      const answers = await Promise.all(callers.map((caller) => engine.submit(note, undefined, caller)))
      if (answers.some(({ replay }) => replay)) expect.fail('a new key was taken for a repeat')
      const again = await engine.submit(note, undefined, callers[0]!)
      if (!again.replay || engine.stats().keys > MOST) expect.fail(`batch ${batch}: a repeat is not known`)
      if (batch % Math.floor(batches / LOOKS) === 0) looks.push(held() - begun)
    }
    expect(deaths).toEqual([])
    expect(engine.stats().commands).toBe(batches * AT_ONCE)
    // All looks from the first on that more keys had come before than the memory holds.
    const full = looks.slice(Math.ceil((2 * LOOKS) / TIMES))
    expect(Math.max(...full)).toBeLessThan(MOST * KEY_BYTES + SLACK)
    expect(Math.max(...full) - Math.min(...full)).toBeLessThan(MOST * KEY_BYTES * 0.5 + SLACK)
    await engine.stop()
  },
  LONGEST,
)
