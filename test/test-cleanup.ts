import { afterAll, vi } from 'vitest'
import { closeLeft } from '#server/test-app.ts'

/**
 * Before each file of those that share a worker: what it leaves open or turned is closed and put back before
 * the next one begins.
 */
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await closeLeft()
}, 60_000)
