import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startDueScans } from './due-scan.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('scans run at the start and then every so often, one turn at a time, none while the clock is in doubt, and go on after a failure', async () => {
  let isSure = true
  const ends: (() => void)[] = []
  const seen: string[] = []
  const errors: unknown[] = []
  const stop = startDueScans(
    [
      {
        name: 'slow',
        everyMs: 10,
        look: () => {
          seen.push('slow')
          return new Promise<void>((end) => void ends.push(end))
        },
      },
      {
        name: 'broken',
        everyMs: 25,
        look: () => {
          seen.push('broken')
          throw new Error('no')
        },
      },
    ],
    { isSure: () => isSure },
    { error: (fields: unknown) => void errors.push(fields) } as never,
  )
  expect(seen).toEqual(['slow', 'broken'])
  await vi.advanceTimersByTimeAsync(30)
  expect(seen, 'the slow one is still at it').toEqual(['slow', 'broken', 'broken'])
  expect(errors).toMatchObject([{ scan: 'broken' }, { scan: 'broken' }])
  isSure = false
  ends.pop()!()
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toHaveLength(3)
  isSure = true
  await vi.advanceTimersByTimeAsync(10)
  expect(seen.at(-1)).toBe('slow')
  const stopped = stop()
  ends.pop()!()
  await stopped
  const count = seen.length
  await vi.advanceTimersByTimeAsync(100)
  expect(seen).toHaveLength(count)
})

it('a scan that fails says in its stack trace which one it is', async () => {
  const errors: Error[] = []
  const look = () => {
    throw new Error('no')
  }
  const stop = startDueScans([{ name: 'planted', everyMs: 10, look: () => look() }], { isSure: () => true }, {
    error: ({ err }: { err: Error }) => void errors.push(err),
  } as never)
  await stop()
  expect(errors[0]?.stack).toContain('scan planted')
})
