import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CALL_TIMEOUT_MS, RUNTIME_TIMEOUT_MS } from '#kernel/specification.ts'

vi.mock('./texts.ts', () => ({ translate: (key: string) => key }))
const { request } = await import('./request.ts')
const { fetchFile } = await import('./download.ts')

/**
 * A server that takes every request and answers none until it is told to, and the browser's clock for
 * time-outs under the test's hand.
 */
let server: Server
let isAnswering = false
let arrived: string[] = []
const timeouts: { ms: number; pass: () => void }[] = []
beforeAll(async () => {
  server = createServer((incoming, answer) => {
    arrived.push(`${incoming.method} ${incoming.url}`)
    if (isAnswering)
      answer.end(
        JSON.stringify({ code: 1, msg: '', data: { name: 'a.csv', type: 'text/csv', content: 'YQ==' } }),
      )
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const real = globalThis.fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => real(origin + path, init))
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const timeout = new AbortController()
    timeouts.push({ ms, pass: () => timeout.abort(new DOMException('', 'TimeoutError')) })
    return timeout.signal
  })
})
afterEach(() => {
  isAnswering = false
  arrived = []
  timeouts.length = 0
})
afterAll(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})
const untilArrived = (count: number) => vi.waitFor(() => expect(arrived).toHaveLength(count))

test('a call that is not answered: timed out after five seconds, and the next try is answered', async () => {
  const call = request({ method: 'GET', path: '/health' })
  await untilArrived(1)
  expect(timeouts.map(({ ms }) => ms)).toEqual([CALL_TIMEOUT_MS])
  timeouts[0]!.pass()
  await expect(call).rejects.toMatchObject({
    name: 'CallError',
    kind: 'timeout',
    code: 0,
    msg: 'client.noAnswer',
  })
  isAnswering = true
  await expect(request({ method: 'GET', path: '/health' })).resolves.toMatchObject({ status: 200 })
})

test('a file that is made first has a minute, and says the same when it is over', async () => {
  const file = fetchFile(
    { name: 'getTable', method: 'GET', path: '/records/tables/orders', output: {} } as never,
    {},
  )
  await untilArrived(1)
  expect(timeouts.map(({ ms }) => ms)).toEqual([RUNTIME_TIMEOUT_MS])
  timeouts[0]!.pass()
  await expect(file).rejects.toMatchObject({ kind: 'timeout', msg: 'client.noAnswer' })
})

test('whoever leaves the page before is told nothing', async () => {
  const left = new AbortController()
  const call = request({ method: 'GET', path: '/health', signal: left.signal })
  await untilArrived(1)
  left.abort()
  await expect(call).rejects.toMatchObject({ name: 'AbortError' })
})

test('a server that is not there is no time-out', async () => {
  const real = globalThis.fetch
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(request({ method: 'GET', path: '/health' })).rejects.toMatchObject({
    kind: 'network',
    msg: 'client.network',
  })
  vi.stubGlobal('fetch', real)
})
