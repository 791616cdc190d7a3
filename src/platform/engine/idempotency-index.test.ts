import { expect, it } from 'vitest'
import { uuidv7 } from '#kernel/id.ts'
import { seeded, type Random } from '#kernel/random.ts'
import { IdempotencyIndex } from './idempotency-index.ts'

const MINUTE_2 = 2 ** 16
const idAt = (random: Random, at: number) =>
  uuidv7(
    at,
    Uint8Array.from({ length: 16 }, () => random.below(256)),
  )

it('knows each answered key of each member and no other, through growth and forgetting', () => {
  const random = seeded('index')
  const index = new IdempotencyIndex(100_000)
  const members = Array.from({ length: 7 }, () => idAt(random, 0))
  const answered = new Map<string, number>()
  for (let n = 0; n < 5_000; n++) {
    const at = random.below(20) * MINUTE_2
    const [member, key] = [members[n % members.length]!, idAt(random, at)]
    // Several members may use the same key, and the same may be told twice.
    for (const each of n % 3 === 0 ? [member, member, members[(n + 1) % members.length]!] : [member]) {
      index.answered(each, key)
      answered.set(`${each} ${key}`, at)
    }
  }
  const isRight = (from: number) =>
    [...answered].every(([both, at]) => {
      const [member, key] = both.split(' ') as [string, string]
      return index.whereIs(member, key) === (at >= from ? 'memory' : 'nowhere')
    })
  expect(index.size).toBe(answered.size)
  expect(isRight(0)).toBe(true)
  expect([...answered].slice(0, 2_000).map(([both]) => index.whereIs('nobody', both.split(' ')[1]!))).toEqual(
    Array(2_000).fill('nowhere'),
  )
  index.forget(10 * MINUTE_2)
  expect(isRight(10 * MINUTE_2)).toBe(true)
  expect(index.size).toBe([...answered.values()].filter((at) => at >= 10 * MINUTE_2).length)
})

it('takes at most 40 bytes a key', () => {
  const random = seeded('bytes')
  const index = new IdempotencyIndex(1_000_000)
  const member = idAt(random, 0)
  for (let n = 1; n <= 40_000; n++) {
    index.answered(member, idAt(random, 0))
    if (n >= 100 && index.bytes / n > 40) expect.fail(`${n} keys take ${index.bytes} bytes`)
  }
  expect(index.size).toBe(40_000)
})
