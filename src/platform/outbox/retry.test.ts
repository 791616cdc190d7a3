import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { MOST_TRIES, waitAfter } from './retry.ts'

it.each([
  [1, 0.5, 30 * SECOND],
  [2, 0.5, MINUTE],
  [5, 0.5, 8 * MINUTE],
  [11, 0.5, 6 * HOUR],
  [19, 0.5, 6 * HOUR],
  [1, 0, 22.5 * SECOND],
  [1, 1, 37.5 * SECOND],
])('after try %i with chance %f it waits %i ms', (tries, chance, ms) => {
  expect(waitAfter(tries, chance)).toBe(ms)
})

it('ends after twenty tries, which last more than two days and less than three', () => {
  expect(waitAfter(MOST_TRIES, 0)).toBeNull()
  const waits = (chance: number) =>
    Array.from({ length: MOST_TRIES - 1 }, (_, at) => waitAfter(at + 1, chance)!).reduce((a, b) => a + b)
  expect(waits(0)).toBeGreaterThan(1.9 * DAY)
  expect(waits(1)).toBeLessThan(4 * DAY)
})
