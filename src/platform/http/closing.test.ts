import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, expect, it } from 'vitest'
import { endConnections } from './closing.ts'

/** Longer than any test may take: what closes has not waited for it. */
const LONG_MS = 600_000
const opened: Socket[] = []
let app: FastifyInstance
let answer: (text: string) => void
/** Null: who comes goes straight to the route. */
let line: ((go: () => void) => void) | null
const close = () => app.close()

async function open(lastAnswersMs: number): Promise<void> {
  app = fastify({ keepAliveTimeout: 60_000, http: { headersTimeout: 60_000 } })
  endConnections(app, lastAnswersMs)
  line = null
  app.addHook('onRequest', (_incoming, _reply, next) => {
    ;(line ?? ((go) => go()))(next)
  })
  app.get('/now', () => 'at once')
  app.get(
    '/later',
    () =>
      new Promise<string>((resolve) => {
        answer = resolve
      }),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
}
afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy()
})

async function say(text: string): Promise<{ heard: () => string; ended: Promise<unknown> }> {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  opened.push(socket)
  let heard = ''
  socket.on('data', (data) => {
    heard += String(data)
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close')
  await once(socket, 'connect')
  if (text !== '') socket.write(text)
  await pause(50)
  return { heard: () => heard, ended }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
async function took(act: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await act()
  return performance.now() - since
}

it.each([
  ['that has sent nothing', ''],
  ['in the middle of its head', 'GET /now HTTP/1.1\r\nhost: localhost\r\n'],
  ['that rests', get('/now')],
])('does not wait for a connection %s', async (_, text) => {
  await open(LONG_MS)
  const line = await say(text)
  await close()
  await line.ended
  expect(app.server.listening).toBe(false)
})

it('who is being answered has the answer, and then the connection ends', async () => {
  await open(LONG_MS)
  const line = await say(get('/later'))
  const silent = await say('')
  setTimeout(() => answer('here it is'), 200)
  expect(await took(close)).toBeGreaterThanOrEqual(150)
  await Promise.all([line.ended, silent.ended])
  expect(line.heard()).toContain('here it is')
})

it('who waits in the queue when the server closes has the answer too', async () => {
  await open(LONG_MS)
  line = (go) => {
    setTimeout(go, 250)
  }
  const { heard, ended } = await say(get('/now'))
  expect(await took(close)).toBeGreaterThanOrEqual(150)
  await ended
  expect(heard()).toContain('at once')
})

it('waits so long for a last answer and no longer', async () => {
  await open(600)
  const line = await say(get('/later'))
  expect(await took(close)).toBeGreaterThanOrEqual(599)
  await line.ended
  expect(line.heard()).toBe('')
})

it('lets go of who left before the answer', async () => {
  await open(LONG_MS)
  const line = await say(get('/later'))
  opened[0]!.destroy()
  await line.ended
  await pause(50)
  await close()
  expect(line.heard()).toBe('')
})
