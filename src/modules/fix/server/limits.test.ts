import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { LONGEST_MESSAGE } from '#platform/fix/codec.ts'
import { FixSession, MOST_HELD, type Effect } from '#platform/fix/session.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import type { Received } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import { MOST_ISSUES, readRequest } from '../model/market-data.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { FIX_PORT: '0' } })
}, 60_000)

/** Bytes sent to the port; answers what came back, once the connection has ended. */
async function answerTo(bytes: string | Buffer): Promise<string> {
  const socket = connect(app.modules.fix!.port!, '127.0.0.1')
  let came = ''
  socket.on('data', (data) => {
    came += data.toString('latin1')
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  if (!socket.destroyed) await once(socket, 'close')
  return came
}

describe('a connection that has not logged on ends without a word', () => {
  it.each<[string, string | Buffer]>([
    ['noise', `8=${'x'.repeat(1_000)}`],
    ['HTTP', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n8=FIX.4.4\u00019=5\u000135=0\u000110=000\u0001'],
    ['a message that is too long', `8=FIX.4.4\u00019=${LONGEST_MESSAGE + 1}\u0001`],
    ['an order before the logon', '8=FIX.4.4\u00019=5\u000135=D\u000110=181\u0001'],
    ['bytes of all kinds', Buffer.concat([Buffer.from('8=FIX.4.4\u0001'), Buffer.alloc(70_000, 0xff)])],
  ])('after %s', async (_, bytes) => expect(await answerTo(bytes)).toBe(''))

  it('and the server lives', async () => expect((await app.call('GET', '/api/health')).status).toBe(200))
})

const heard = (type: string, seq: number, more: Received['fields'] = []): Received => ({
  beginString: 'FIX.4.4',
  type,
  fields: [[34, String(seq)], [49, 'them'], [52, fixTime(0)], [56, 'us'], ...more],
})

it('messages behind a gap are kept up to a bound', () => {
  const profile = { role: 'acceptor', beginString: 'FIX.4.4', sender: 'us', target: 'them' } as const
  const session = new FixSession(
    { ...profile, heartbeat: 30, resetsOnLogon: false, takes: new Set() },
    { nextIn: 1, nextOut: () => 1 },
    0,
  )
  const effects: Effect[] = session.receive(
    heard('A', 1, [
      [98, '0'],
      [108, '30'],
    ]),
    0,
  )
  for (let seq = 3; seq <= MOST_HELD + 3; seq++) effects.push(...session.receive(heard('0', seq), 0))
  expect(effects.filter((effect) => effect.do === 'send' && effect.type === '2')).toHaveLength(1)
  expect(effects.at(-1)).toEqual({ do: 'close', why: 'too many messages behind a gap' })
})

it('a request names a bounded number of issues', () => {
  const codes = Array.from({ length: MOST_ISSUES + 1 }, (_, n) => [55, String(1000 + n)] as const)
  expect(readRequest({ type: 'V', fields: [[262, 'q'], [263, '0'], [264, '0'], ...codes] })).toMatchObject({
    reason: '3',
  })
})
