import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeCome, type Answer } from './preload-cache.ts'

vi.mock('./texts.ts', () => ({ translate: (key: string) => key }))
const { request } = await import('./request.ts')
const { session } = await import('./session.ts')

const ADDRESS = '/api/account?lang=jp'
const said = (data: unknown) => new Response(JSON.stringify({ code: 1, msg: '', data }))
const fetched = vi.fn<() => Promise<Response>>(() => Promise.resolve(said('asked now')))
const come = (envelope: object): Answer => {
  const text = JSON.stringify(envelope)
  return { response: new Response(text), text }
}
const early = (
  token: string,
  age = 0,
  answer = Promise.resolve(come({ code: 1, msg: '', data: 'asked early' })),
) => {
  globalThis.akariAsked = new Map([[ADDRESS, { at: performance.now() - age, token, answer }]])
}
const read = async (path = '/account') => (await request({ method: 'GET', path })).envelope.data

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockClear()
  session.renew('mine')
})
afterEach(() => {
  vi.unstubAllGlobals()
  globalThis.akariAsked = undefined
})

test('what was asked early is taken once, then asked for anew', async () => {
  early('mine')
  expect(await read()).toBe('asked early')
  expect(fetched).not.toHaveBeenCalled()
  expect(await read()).toBe('asked now')
})

test.each<[what: string, arrange: () => void, path?: string]>([
  ['of another session', () => early('another')],
  ['older than a read may be', () => early('mine', 5_001)],
  ['for another address', () => early('mine'), '/market'],
  ['of which nothing was asked', () => {}],
])('an answer %s is not taken', async (_, arrange, path) => {
  arrange()
  expect(await read(path)).toBe('asked now')
})

test('an early question that failed is a failed call, and the next one asks', async () => {
  const failed = Promise.reject<Answer>(new TypeError('failed to fetch'))
  failed.catch(() => {})
  early('mine', 0, failed)
  await expect(read()).rejects.toMatchObject({ kind: 'network' })
  expect(await read()).toBe('asked now')
})

test('what has come is taken without waiting, once', () => {
  const answer = come({ code: 1, msg: '', data: { yen: 5 } })
  early('mine', 0, Promise.resolve(answer))
  expect(takeCome(ADDRESS, 'mine')).toBeUndefined()
  globalThis.akariAsked!.get(ADDRESS)!.come = answer
  expect(takeCome(ADDRESS, 'another')).toBeUndefined()
  expect(takeCome(ADDRESS, 'mine')).toEqual({ yen: 5 })
  expect(takeCome(ADDRESS, 'mine')).toBeUndefined()
  expect(globalThis.akariAsked!.size).toBe(0)
})

test.each<[what: string, answer: Answer]>([
  ['a refusal', come({ code: 2, msg: 'no', data: { rejection: 'CLOSED', detail: {} } })],
  ['a session that is over', come({ code: 401, msg: '', data: null })],
  ['a proxy’s page', { response: new Response('<html>'), text: '<html>' }],
])('%s is left for the call, which says it', async (_, answer) => {
  early('mine', 0, Promise.resolve(answer))
  globalThis.akariAsked!.get(ADDRESS)!.come = answer
  expect(takeCome(ADDRESS, 'mine')).toBeUndefined()
  expect(globalThis.akariAsked!.size).toBe(1)
  await read().catch(() => {})
  expect(fetched).not.toHaveBeenCalled()
})
