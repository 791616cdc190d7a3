import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTimeout } from './with-timeout.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The state of it so far. */
function watched<T>(promise: Promise<T>): { now: string } {
  const seen = { now: 'waiting' }
  promise.then(
    (value) => (seen.now = `came: ${String(value)}`),
    (failure: Error) => (seen.now = `failed: ${failure.message}`),
  )
  return seen
}

test('a page that does not come is given up after 60 s, not before', async () => {
  const page = watched(withTimeout(() => new Promise(() => {})))
  await vi.advanceTimersByTimeAsync(59_999)
  expect(page.now).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(page.now).toBe('failed: a page did not come in time')
})

test('one that comes in the last moment is shown; nothing is left running', async () => {
  const page = watched(withTimeout(() => new Promise((come) => setTimeout(come, 59_999, 'the page'))))
  await vi.advanceTimersByTimeAsync(59_999)
  expect([page.now, vi.getTimerCount()]).toEqual(['came: the page', 0])
})

test('one that fails says so at once', async () => {
  const page = watched(withTimeout(() => Promise.reject(new Error('no network'))))
  await vi.advanceTimersByTimeAsync(0)
  expect([page.now, vi.getTimerCount()]).toEqual(['failed: no network', 0])
})
