import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fastify, type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../clock.ts'
import { LIMITS } from '../limits.ts'
import { openLog } from '../log.ts'
import { openAddresses } from './address.ts'
import { limitUnanswered, overfull, type Unread } from './unanswered.ts'

const MEGABYTE = 1_048_576
/** More than the buffers of the two kernels take for a connection. */
const BIG = Buffer.alloc(8 * MEGABYTE, 'x')

let app: FastifyInstance
let unread: Unread
let waiting: (() => void)[]
const opened: Socket[] = []

async function open(most: { address: number; server: number }, demo = false): Promise<void> {
  app = fastify({ forceCloseConnections: true })
  unread = limitUnanswered(app, {
    addresses: openAddresses({ proxies: [], demo, limits: LIMITS.address, clock: systemClock() }),
    limits: { ...LIMITS.request, unread: most },
    log: openLog('silent'),
    refuse: (_incoming, reply) => void reply.code(429).header('connection', 'close').send('too many'),
  })
  app.get('/n/:n', (incoming) => `answer ${(incoming.params as { n: string }).n};`)
  app.get(
    '/later/:n',
    (incoming) =>
      new Promise((resolve) =>
        waiting.push(() => resolve(`answer ${(incoming.params as { n: string }).n};`)),
      ),
  )
  app.get('/big', () => BIG)
  await app.listen({ host: '127.0.0.1', port: 0 })
}
beforeEach(() => {
  waiting = []
})
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy()
  await app.close()
})

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`
/** A raw connection; `reads`: whether it takes what it is sent. */
function say(text: string, reads: boolean): { heard: () => string; socket: Socket; isOpen: () => boolean } {
  const socket = connect((app.server.address() as { port: number }).port, '127.0.0.1')
  opened.push(socket)
  let heard = ''
  let isOpen = true
  if (reads)
    socket.on('data', (data) => {
      heard += String(data)
    })
  else socket.pause()
  socket.on('error', () => {})
  socket.on('close', () => {
    isOpen = false
  })
  socket.write(text)
  return { heard: () => heard, socket, isOpen: () => isOpen }
}
async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let n = 0; !isSo(); n++) {
    if (n > 2_000) throw new Error('not so after 20 s')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
const answers = (heard: string): number[] => [...heard.matchAll(/answer (\d+);/g)].map(([, n]) => Number(n))
const upTo = (length: number): number[] => Array.from({ length }, (_, n) => n)

describe('requests of one connection', () => {
  it(`up to ${LIMITS.request.pipelined} in one packet are answered in their order, ${LIMITS.request.unanswered} at a time`, async () => {
    await open(LIMITS.request.unread)
    const { heard, isOpen } = say(
      upTo(LIMITS.request.pipelined)
        .map((n) => get(`/later/${n}`))
        .join(''),
      true,
    )
    await waitUntil(() => waiting.length === LIMITS.request.unanswered)
    // The second is ready before the first, and is told after it; each that is told lets one more in.
    for (const ready of waiting.splice(0).toReversed()) ready()
    let most = 0
    while (answers(heard()).length < LIMITS.request.pipelined) {
      await waitUntil(() => waiting.length > 0 || answers(heard()).length === LIMITS.request.pipelined)
      most = Math.max(most, waiting.length)
      for (const ready of waiting.splice(0)) ready()
    }
    expect(answers(heard())).toEqual(upTo(LIMITS.request.pipelined))
    expect([most <= LIMITS.request.unanswered, isOpen()]).toEqual([true, true])
  })

  it('the one above is refused by name, after the answers before it, and the connection ends', async () => {
    await open(LIMITS.request.unread)
    const { heard, isOpen } = say(
      upTo(LIMITS.request.pipelined + 5)
        .map((n) => get(`/n/${n}`))
        .join(''),
      true,
    )
    await waitUntil(() => !isOpen())
    expect(answers(heard())).toEqual(upTo(LIMITS.request.pipelined))
    expect(
      heard()
        .match(/HTTP\/1\.1 \d+/g)!
        .at(-1),
    ).toBe('HTTP/1.1 429')
    expect(heard().match(/HTTP\/1\.1 429/g)).toHaveLength(1)
  })

  it('hundreds in one packet end it: nobody asks so who reads', async () => {
    await open(LIMITS.request.unread)
    const { socket } = say(get('/n/1').repeat(300), false)
    socket.resume()
    expect(await once(socket, 'close')).toBeDefined()
  })
})

describe('raw sockets that read nothing', () => {
  it('of one address end above its bound, the fullest first, and one stays', async () => {
    await open({ address: 12 * MEGABYTE, server: 1_000 * MEGABYTE })
    const lines = [
      say(get('/big').repeat(3), false),
      say(get('/big').repeat(2), false),
      say(get('/big'), false),
    ]
    await waitUntil(() => unread.ended >= 2 && unread.bytes > 0 && unread.bytes <= 12 * MEGABYTE)
    expect(unread.ended).toBe(2)
    // They are told nothing: who reads on gets what had been sent, and the end.
    for (const { socket } of lines) socket.resume()
    await waitUntil(() => lines.filter(({ isOpen }) => isOpen()).length === 1)
  })

  it('of the server end above its bound, whoever they are, and what is read counts no more', async () => {
    await open({ address: MEGABYTE, server: 12 * MEGABYTE }, true)
    const lines = upTo(4).map(() => say(get('/big'), false))
    await waitUntil(() => unread.ended === 3)
    for (const { socket } of lines) socket.resume()
    await waitUntil(() => unread.bytes === 0)
    expect(unread.ended).toBe(3)
  })

  it('who reads loses nothing beside them', async () => {
    await open({ address: 12 * MEGABYTE, server: 12 * MEGABYTE }, true)
    for (let n = 0; n < 3; n++) say(get('/big').repeat(2), false)
    await waitUntil(() => unread.ended > 0)
    const { heard } = say(get('/n/7'), true)
    await waitUntil(() => answers(heard()).length === 1)
    expect(answers(heard())).toEqual([7])
  })
})

const line = (address: string, ...bytes: number[]) =>
  bytes.map((each) => ({ socket: `${address}${each}`, address, bytes: each }))
it.each<[string, ReturnType<typeof line>, string[]]>([
  ['within both bounds', line('a', 4, 5), []],
  ['of an address the fullest', [...line('a', 2, 9, 3), ...line('b', 1)], ['a9']],
  ['one big answer of an address is none too many', line('a', 14), []],
  ['of the server the fullest, of any address', [...line('a', 9), ...line('b', 8), ...line('c', 7)], ['a9']],
  [
    'what the address has lost already is not counted for the server',
    [...line('a', 9, 8), ...line('b', 9)],
    ['a9'],
  ],
  [
    'an address that no limits hold for ends by the server alone',
    [...line('here', 9, 8), ...line('b', 1)],
    [],
  ],
  ['of such an address, above the bound of the server', line('here', 9, 8, 7), ['here9']],
])('%s', (_, connections, ended) => {
  expect(
    overfull(connections, { address: 10, server: 20 }, (address) => address !== 'here').map(
      ({ socket }) => socket,
    ),
  ).toEqual(ended)
})
