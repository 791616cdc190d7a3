import { expect, it } from 'vitest'
import { findWork, isWork } from './work.ts'

it('is found by trying, for this challenge and no other, and no harder one', () => {
  const nonce = findWork('one', 8, 0, 10_000)!
  expect(isWork({ challenge: 'one', nonce }, 8)).toBe(true)
  expect(findWork('one', 8, 0, nonce)).toBe(null)
  const other = ['two', 'three', 'four', 'five'].filter((challenge) => isWork({ challenge, nonce }, 8))
  expect(other.length).toBeLessThan(2)
  expect(isWork({ challenge: 'one', nonce }, 32)).toBe(false)
})
