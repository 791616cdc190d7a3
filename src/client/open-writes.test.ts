import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NAME = 'placeOrder {"input":{"code":"S714","quantity":100}}'
const answerOf = (data: unknown) => ({ state: 'done', answer: { code: 1, msg: '', data } })
const REFUSED = { state: 'done', answer: { code: 2, msg: 'no', data: { rejection: 'LOT_SIZE', detail: {} } } }

/** Storage of a tab, as a reload finds it. */
let stored: Map<string, string>
let isOnLine = true
const listeners = new Set<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  vi.resetModules()
  stored = new Map()
  isOnLine = true
  listeners.clear()
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', { ...storage, getItem: (key: string) => (key === 'token' ? 'mine' : null) })
  vi.stubGlobal('navigator', {
    get onLine() {
      return isOnLine
    },
  })
  vi.stubGlobal(
    'addEventListener',
    (type: string, act: () => void) => type === 'online' && listeners.add(act),
  )
  vi.stubGlobal('removeEventListener', (_: string, act: () => void) => listeners.delete(act))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A tab whose server gives these answers to questions for an outcome, the last one for ever. */
async function tab(...outcomes: object[]) {
  let asked = 0
  vi.stubGlobal('fetch', (address: string) => {
    expect(address).toContain('/api/ops/the-key')
    if (!isOnLine) return Promise.reject(new TypeError('Failed to fetch'))
    const data = outcomes[Math.min(asked++, outcomes.length - 1)]
    return Promise.resolve(Response.json({ code: 1, msg: '', data }))
  })
  const [{ openWrites }, { askForOutcomes }] = await Promise.all([
    import('./open-writes.ts'),
    import('./open-outcomes.ts'),
  ])
  const learned = vi.fn<() => void>()
  return { openWrites, learned, stop: askForOutcomes(learned), asked: () => asked }
}

test('an order whose answer is lost and whose page is gone is asked for as soon as the line is back', async () => {
  isOnLine = false
  const { openWrites, learned, stop, asked } = await tab(answerOf({ id: 'order-1' }))
  openWrites.keep(NAME, 'the-key')
  openWrites.doubt(NAME)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(0)
  // The page gives up.
  openWrites.end(NAME, { state: 'doubt' })
  expect(openWrites.inDoubt()).toHaveLength(1)
  isOnLine = true
  for (const act of listeners) act()
  await vi.advanceTimersByTimeAsync(10)
  expect(openWrites.get()[NAME]).toEqual({ key: 'the-key', state: 'done', answer: { id: 'order-1' } })
  expect(learned).toHaveBeenCalledTimes(1)
  // The same again is still a question, until the member has read it.
  expect(openWrites.keyOf(NAME)).toBe('the-key')
  openWrites.shown(NAME)
  expect(openWrites.keyOf(NAME)).toBeUndefined()
  stop()
})

test('a page that still waits asks itself', async () => {
  const { openWrites, stop, asked } = await tab(answerOf({ id: 'order-1' }))
  openWrites.keep(NAME, 'the-key')
  openWrites.doubt(NAME)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(0)
  stop()
})

test('a reload asks for what was under way', async () => {
  stored.set(
    'open-writes',
    JSON.stringify({ owner: '', keys: { [NAME]: { key: 'the-key', state: 'sent' } } }),
  )
  const { openWrites, stop } = await tab({ state: 'running' }, REFUSED)
  expect(openWrites.get()[NAME]?.state).toBe('doubt')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(openWrites.get()[NAME]).toMatchObject({ state: 'refused', answer: 'no' })
  // The key of a refusal is used up.
  expect(openWrites.keyOf(NAME)).toBeUndefined()
  stop()
})

test('one that never arrived is said so after a while, and its key stays', async () => {
  const { openWrites, stop } = await tab({ state: 'unknown' })
  openWrites.keep(NAME, 'the-key')
  openWrites.end(NAME, { state: 'doubt' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(openWrites.get()[NAME]?.state).toBe('doubt')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(openWrites.get()[NAME]?.state).toBe('none')
  openWrites.shown(NAME)
  expect(openWrites.get()[NAME]).toEqual({ key: 'the-key', state: 'told' })
  stop()
})

test('what the version before had kept, the key alone, is asked for by it and not sent anew', async () => {
  stored.set('open-writes', JSON.stringify({ owner: '', keys: { [NAME]: 'the-key' } }))
  const { openWrites, learned, stop } = await tab(answerOf({ id: 'order-1' }))
  expect(openWrites.keyOf(NAME)).toBe('the-key')
  await vi.waitFor(() => expect(openWrites.get()[NAME]).toMatchObject({ key: 'the-key', state: 'done' }))
  expect(learned).toHaveBeenCalled()
  stop()
})
