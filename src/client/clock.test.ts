import { expect, test } from 'vitest'
import { DAY, SECOND } from '#kernel/time.ts'
import { learnWallTime, serverNow, wallNow } from './clock.ts'

test.each([
  ['an answer that took a while is no lead', 1.5 * SECOND, 0],
  ['a demo clock that was moved is', 3 * DAY, 3 * DAY],
  ['so is one that lives through its past', -95 * DAY, -95 * DAY],
  ['until it has caught up', 0, 0],
])('%s', (_, ahead, lead) => {
  learnWallTime(serverNow() + ahead)
  expect(Math.abs(wallNow() - serverNow() - lead)).toBeLessThan(100)
})
