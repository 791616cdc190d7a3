import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { ASK_FOR_MS } from './idempotent-write.ts'

const close = route({
  name: 'close',
  method: 'POST',
  path: '/close',
  access: 'member',
  keyed: true,
  output: z.unknown(),
})
const LOCKED = { code: 2, msg: 'locked', data: { rejection: 'TRADING_LOCKED', detail: {} } }
const DONE = { code: 1, msg: '', data: 'closed' }

/**
 * The client with a server that gives these answers in turn, the last one for ever, and keeps the key of each
 * write.
 */
async function client(...answers: object[]) {
  vi.resetModules()
  const keys: string[] = []
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
    if (address.startsWith('/api/ops/'))
      return Promise.resolve(Response.json({ code: 1, msg: '', data: { state: 'running' } }))
    keys.push(headers['idempotency-key']!)
    return Promise.resolve(Response.json(answers[Math.min(keys.length, answers.length) - 1]))
  })
  const [{ callLoosely }, { onFailure }, lock] = await Promise.all([
    import('./call.ts'),
    import('./failures.ts'),
    import('./trading-lock.ts'),
  ])
  const told: string[] = []
  onFailure((msg) => told.push(msg))
  return { callLoosely, lock, keys, told }
}
/** The member's answers to the sheet, in turn. */
function member(lock: typeof import('./trading-lock.ts'), ...answers: boolean[]) {
  let asked = 0
  lock.unlocking.subscribe(() => {
    const answer = lock.unlocking.get()
    if (answer !== null) void Promise.resolve().then(() => answer(answers[asked++]!))
  })
  return () => asked
}

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a write that finds trading locked asks the member, and is sent again under a key of its own', async () => {
  const { callLoosely, lock, keys, told } = await client(LOCKED, DONE)
  const asked = member(lock, true)
  let kept = 'first'
  expect(
    await callLoosely(
      close,
      {},
      {
        onNewKey: (key) => {
          kept = key
        },
      },
    ),
  ).toBe('closed')
  expect([asked(), new Set(keys).size, kept, told]).toEqual([1, 2, keys[1], []])
})

test('whoever lets it be hears the refusal, once, and nothing is sent again', async () => {
  const { callLoosely, lock, keys, told } = await client(LOCKED)
  member(lock, false)
  await expect(callLoosely(close)).rejects.toMatchObject({ rejection: 'TRADING_LOCKED' })
  expect([keys.length, told]).toEqual([1, ['locked']])
})

test('locked again meanwhile, it asks again', async () => {
  const { callLoosely, lock, keys } = await client(LOCKED, LOCKED, DONE)
  const asked = member(lock, true, true)
  expect(await callLoosely(close)).toBe('closed')
  expect([asked(), new Set(keys).size]).toEqual([2, 3])
})

test('several writes that are refused together wait for one answer', async () => {
  const { callLoosely, lock, keys } = await client(LOCKED, LOCKED, DONE)
  const asked = member(lock, true)
  expect(await Promise.all([callLoosely(close), callLoosely(close)])).toEqual(['closed', 'closed'])
  expect([asked(), new Set(keys).size]).toEqual([1, 4])
})

test('what comes of the second sending is asked by the second key alone', async () => {
  const { callLoosely, lock, keys } = await client(LOCKED, { code: 503, msg: 'busy', data: null })
  member(lock, true)
  const last: string[] = []
  const sent = callLoosely(close, {}, { onNewKey: (key) => last.push(key) }).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(2 * ASK_FOR_MS)
  expect(await sent).toMatchObject({ kind: 'unknown' })
  expect([last, keys.length]).toEqual([[keys[1]], 2])
})

test('opened by another member who has come meanwhile, nothing is sent by their session', async () => {
  const { callLoosely, lock, keys, told } = await client(LOCKED, DONE)
  const { session } = await import('./session.ts')
  session.start({ token: 't', userId: 'a' })
  lock.unlocking.subscribe(() => session.start({ token: 't2', userId: 'b' }))
  member(lock, true)
  await expect(callLoosely(close)).rejects.toMatchObject({ kind: 'network' })
  expect([keys.length, told.length]).toEqual([1, 1])
})
