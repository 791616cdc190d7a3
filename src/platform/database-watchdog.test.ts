import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabaseWatchdog, WATCHDOG } from './database-watchdog.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const seconds = (n: number) => vi.advanceTimersByTimeAsync(n * 1_000)
const never = () => new Promise<void>(() => {})

describe('the pulse of the database', () => {
  it('is well as long as every question is answered', async () => {
    const watchdog = openDatabaseWatchdog()
    const gone = vi.fn<(error: Error) => void>()
    const stop = watchdog.start({ ping: () => Promise.resolve(), gone })
    await seconds(2 * WATCHDOG.gone)
    expect([watchdog.stalled(), gone.mock.calls]).toEqual([false, []])
    stop()
  })

  it.each([
    ['hangs', never],
    ['refuses the connection', () => Promise.reject(new Error('refused'))],
  ])(
    'is stalled after five seconds of a database that %s, and says once after thirty that it is gone',
    async (_what, ping) => {
      const watchdog = openDatabaseWatchdog()
      const gone = vi.fn<(error: Error) => void>()
      watchdog.start({ ping, gone })
      await seconds(WATCHDOG.stalled - 1)
      expect(watchdog.stalled()).toBe(false)
      await seconds(1)
      expect(watchdog.stalled()).toBe(true)
      await seconds(2 * WATCHDOG.gone)
      expect(gone.mock.calls).toHaveLength(1)
    },
  )

  it('comes back with the first answer', async () => {
    const watchdog = openDatabaseWatchdog()
    let isAway = true
    const stop = watchdog.start({
      ping: () => (isAway ? Promise.reject(new Error('refused')) : Promise.resolve()),
      gone: () => {},
    })
    await seconds(WATCHDOG.stalled + 3)
    isAway = false
    await seconds(1)
    expect(watchdog.stalled()).toBe(false)
    await seconds(WATCHDOG.stalled - 1)
    expect(watchdog.stalled()).toBe(false)
    stop()
  })

  it('is stalled by one batch that the disk does not take', async () => {
    const watchdog = openDatabaseWatchdog()
    const stop = watchdog.start({ ping: () => Promise.resolve(), gone: () => {} })
    let settle = () => {}
    watchdog.watch(new Promise<void>((resolve) => (settle = resolve)))
    await seconds(WATCHDOG.stalled)
    expect(watchdog.stalled()).toBe(true)
    settle()
    await seconds(0)
    expect(watchdog.stalled()).toBe(false)
    stop()
  })
})
