import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPulse, PULSE } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000)
const never = () => new Promise<void>(() => {})

describe('the pulse of the database', () => {
  it('is well as long as every question is answered', async () => {
    const pulse = openPulse()
    const gone = vi.fn<(error: Error) => void>()
    const stop = pulse.start({ ping: () => Promise.resolve(), gone })
    await seconds(2 * PULSE.gone)
    expect([pulse.stalled(), gone.mock.calls]).toEqual([false, []])
    stop()
  })

  it.each([
    ['hangs', never],
    ['refuses the connection', () => Promise.reject(new Error('refused'))],
  ])('is stalled after five seconds of a database that %s, and says once after thirty that it is gone', async (_what, ping) => {
    const pulse = openPulse()
    const gone = vi.fn<(error: Error) => void>()
    pulse.start({ ping, gone })
    await seconds(PULSE.stalled - 1)
    expect(pulse.stalled()).toBe(false)
    await seconds(1)
    expect(pulse.stalled()).toBe(true)
    await seconds(2 * PULSE.gone)
    expect(gone.mock.calls).toHaveLength(1)
  })

  it('comes back with the first answer', async () => {
    const pulse = openPulse()
    let isAway = true
    const stop = pulse.start({ ping: () => (isAway ? Promise.reject(new Error('refused')) : Promise.resolve()), gone: () => {} })
    await seconds(PULSE.stalled + 3)
    isAway = false
    await seconds(1)
    expect(pulse.stalled()).toBe(false)
    await seconds(PULSE.stalled - 1)
    expect(pulse.stalled()).toBe(false)
    stop()
  })

  it('is stalled by one batch that the disk does not take', async () => {
    const pulse = openPulse()
    const stop = pulse.start({ ping: () => Promise.resolve(), gone: () => {} })
    let settle = () => {}
    pulse.watch(new Promise<void>((resolve) => (settle = resolve)))
    await seconds(PULSE.stalled)
    expect(pulse.stalled()).toBe(true)
    settle()
    await seconds(0)
    expect(pulse.stalled()).toBe(false)
    stop()
  })
})
