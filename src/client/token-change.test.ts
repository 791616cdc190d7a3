import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { route } from '#wire/route.ts'

const read = route({ name: 'read', method: 'GET', path: '/read', access: 'member', output: z.unknown() })
const end = route({ name: 'end', method: 'POST', path: '/end', access: 'member', output: z.unknown() })
const OVER = { code: 401, msg: 'over', data: null }
const DONE = { code: 1, msg: '', data: 'done' }

/**
 * The client with a server that knows one token, and ends it while it answers `end`. `late`: reads are
 * answered once this is called.
 */
async function client({ isSlow = false } = {}) {
  vi.resetModules()
  localStorageOf({ token: 'first', userId: 'u' })
  let known: string | null = 'first'
  const answers: { address: string; token: string; code: number }[] = []
  const late: (() => void)[] = []
  vi.stubGlobal('fetch', async (address: string, { headers }: { headers: Record<string, string> }) => {
    const token = headers['token']!
    if (isSlow && address.startsWith('/api/read'))
      await new Promise<void>((resolve) => {
        late.push(resolve)
      })
    const isKnown = token === known
    if (address.startsWith('/api/end')) {
      await Promise.resolve()
      known = null
    }
    answers.push({ address: address.split('?')[0]!, token, code: isKnown ? 1 : 401 })
    return Response.json(isKnown ? DONE : OVER)
  })
  const [{ call, replaceToken }, { onFailure }, { session }] = await Promise.all([
    import('./call.ts'),
    import('./failures.ts'),
    import('./session.ts'),
  ])
  const told: string[] = []
  onFailure((msg) => told.push(msg))
  return { call, replaceToken, session, answers, told, late, knows: (token: string) => void (known = token) }
}

function localStorageOf(stored: Record<string, string>): void {
  const values = new Map(Object.entries(stored))
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
}

afterEach(() => vi.unstubAllGlobals())

test('a read that begins while the member logs out is not sent, and tells nobody that a session has ended', async () => {
  const { call, replaceToken, session, answers, told } = await client()
  let asked: Promise<unknown> = Promise.resolve('not asked')
  await replaceToken(async () => {
    await call(end)
    asked = call(read).catch(({ kind }: { kind: string }) => kind)
    await Promise.resolve()
    session.clear()
  })
  expect(await asked).toBe('session')
  expect(answers.map(({ address }) => address)).toEqual(['/api/end'])
  expect(told).toEqual([])
})

test('a read that begins while the token is replaced goes out with the new one', async () => {
  const { call, replaceToken, session, answers, told, knows } = await client()
  let asked: Promise<unknown> = Promise.resolve('not asked')
  await replaceToken(async () => {
    await call(end)
    asked = call(read)
    knows('second')
    session.renew('second')
  })
  expect(await asked).toBe('done')
  expect(answers).toEqual([
    { address: '/api/end', token: 'first', code: 1 },
    { address: '/api/read', token: 'second', code: 1 },
  ])
  expect(told).toEqual([])
})

test('reads that are under way come before their token ends', async () => {
  const { call, replaceToken, session, answers, late } = await client({ isSlow: true })
  const asked = call(read)
  const over = replaceToken(async () => {
    await call(end)
    session.clear()
  })
  await vi.waitFor(() => expect(late).toHaveLength(1))
  expect(answers).toEqual([])
  late[0]!()
  await over
  expect(await asked).toBe('done')
  expect(answers.map(({ address, code }) => [address, code])).toEqual([
    ['/api/read', 1],
    ['/api/end', 1],
  ])
})
