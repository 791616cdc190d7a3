import { standIn } from '#kernel/stand-in.fixture.ts'
import { expect, test, vi } from 'vitest'
import { pino } from 'pino'
import type { Command } from './command.ts'
import { deliverTo } from './command-batcher.ts'
import { EngineError, type Engine } from './engine.ts'

const caller = { actor: 'venue', memberId: null, device: '', key: '' }
type Input = { key: string; items: number[] }

/** An engine that takes down what it is given, and refuses as told. */
function taker(refuse: (input: Input, times: number) => 'OVERLOADED' | 'STOPPED' | null = () => null) {
  const taken: Input[] = []
  const tried = new Map<string, number>()
  let atOnce = 0
  let most = 0
  const engine = standIn<Engine>({
    async submit(_: Command, input: Input) {
      most = Math.max(most, ++atOnce)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
      atOnce--
      const times = (tried.get(input.key) ?? 0) + 1
      tried.set(input.key, times)
      const code = refuse(input, times)
      if (code !== null) throw new EngineError(code)
      taken.push(input)
    },
  })
  const deliver = deliverTo(
    () => engine,
    {} as Command,
    caller,
    (key, items: number[]) => ({ key, items }),
    pino({ level: 'silent' }),
    (before, item) => Math.floor(before / 100) !== Math.floor(item / 100),
  )
  return { taken, deliver, most: () => most }
}
/** Waits for so many commands; then a while for one too many. */
async function quiet(taken: readonly Input[], commands: number): Promise<void> {
  await vi.waitFor(() => expect(taken.length).toBeGreaterThanOrEqual(commands), {
    timeout: 20_000,
    interval: 5,
  })
  await new Promise((resolve) => {
    setTimeout(resolve, 30)
  })
}

test('what comes together for one key is one command; what comes meanwhile is the next, in order', async () => {
  const { taken, deliver } = taker()
  deliver('a', 1)
  deliver('a', 2)
  deliver('b', 3)
  await Promise.resolve()
  deliver('a', 4)
  deliver('a', 5)
  await quiet(taken, 3)
  expect(taken).toEqual([
    { key: 'a', items: [1, 2] },
    { key: 'b', items: [3] },
    { key: 'a', items: [4, 5] },
  ])
})

test('what must stay apart is a command of its own, in order', async () => {
  const { taken, deliver } = taker()
  for (const item of [1, 2, 101, 102, 201]) deliver('a', item)
  await quiet(taken, 3)
  expect(taken.map(({ items }) => items)).toEqual([[1, 2], [101, 102], [201]])
})

test('what the engine has no place for is sent again, before anything later of its key', async () => {
  const { taken, deliver } = taker((_, times) => (times <= 2 ? 'OVERLOADED' : null))
  deliver('a', 1)
  await Promise.resolve()
  deliver('a', 2)
  await quiet(taken, 2)
  expect(taken).toEqual([
    { key: 'a', items: [1] },
    { key: 'a', items: [2] },
  ])
})

test('a thousand at once go in turn, and all arrive', async () => {
  const { taken, deliver, most } = taker()
  for (let key = 0; key < 1_000; key++) deliver(`k${key}`, key)
  await quiet(taken, 1_000)
  expect(taken).toHaveLength(1_000)
  expect(most()).toBe(64)
})

test('an engine that stops ends it', async () => {
  const { taken, deliver } = taker(() => 'STOPPED')
  deliver('a', 1)
  await quiet(taken, 0)
  expect(taken).toEqual([])
})
