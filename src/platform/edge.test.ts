import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'

let edge: ChildProcess
let port = 0
let said = ''
const open = new Set<Socket>()

/** `files`: how many descriptors it may have open. */
async function start(files = 512): Promise<void> {
  said = ''
  edge = spawn(
    'sh',
    [
      '-c',
      `ulimit -n ${files}; exec "$0" "$1"`,
      process.execPath,
      fileURLToPath(new URL('./edge.fixture.ts', import.meta.url)),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  edge.stderr!.on('data', (chunk) => {
    said += String(chunk)
  })
  const [first] = (await once(edge.stdout!, 'data')) as [Buffer]
  port = Number(String(first))
}
afterEach(async () => {
  for (const socket of open) socket.destroy()
  open.clear()
  if (edge.exitCode !== null) return
  edge.kill('SIGKILL')
  await once(edge, 'exit')
})

function line(): Socket {
  const socket = connect(port, '127.0.0.1')
  open.add(socket)
  return socket.on('error', () => {}).on('close', () => open.delete(socket))
}

/** Says it on a connection of its own, and hears until the other side ends, or has become a socket. */
async function say(...parts: (string | Buffer)[]): Promise<string> {
  const socket = line()
  socket.on('data', (chunk) => {
    if (chunk.includes('101 Switching')) socket.destroy()
  })
  return heardFrom(socket, parts)
}
/** The same, and says at once that no more is to come. */
async function sayAndGo(...parts: (string | Buffer)[]): Promise<void> {
  const socket = line()
  const over = heardFrom(socket, parts)
  socket.end()
  await over
}
async function heardFrom(socket: Socket, parts: (string | Buffer)[]): Promise<string> {
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString('latin1')
  })
  for (const part of parts) socket.write(part)
  await new Promise<void>((resolve) => socket.once('close', () => resolve()))
  return heard
}
const ask = (name: string): Promise<string> =>
  say(`GET /api/ping/${name} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`)

/** It answers, is still the same process, and nothing that it did not foresee was thrown. */
const state = async () => ({
  answers: (await ask('me')).includes('200 OK'),
  ended: edge.exitCode ?? edge.signalCode,
  said,
})
const WELL = { answers: true, ended: null, said: '' }

const TARGETS = [
  '//',
  'http://[',
  '//%',
  '/%',
  '/%zz',
  '/ws',
  '/ws?',
  '/ws?%',
  '/ws?ticket=%',
  '/ws?ticket=%ff%fe',
  '//ws',
  '/\\ws',
  '\\',
  '*',
  '?',
  '#',
  'http://',
  'http:///',
  'http://%/',
  'http://a:99999/',
  'ws://[::1',
  '/api/ping/%',
  '/api/ping/%E0%A4%A',
  '/api/ping/..%2f..%2fetc%2fpasswd',
  '/api/%70ing/a',
  '/%61pi/ping/a',
  '/upload',
  '/upload/%/%',
  '/api/openapi.json?%=%',
  '/api/docs?%=%',
  '/api/ping/a?lang=%',
  '/api/ping/a?lang=__proto__',
  '/api/ping/a?__proto__=1',
  `/${'a'.repeat(3_000)}`,
  `/api/ping/${'%2e'.repeat(900)}`,
  '/api/ping/\u0000',
  '/api/ping/ÿ',
  '/constructor',
  '/toString',
  '/__proto__',
  '/console/%',
  'javascript:alert(1)',
  '/a b',
]
const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'
const HEADS: [name: string, lines: string][] = [
  ['plain', ''],
  ['websocket', UPGRADE],
  ['another protocol', 'connection: upgrade\r\nupgrade: h2c\r\n'],
  [
    'a broken key',
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: x\r\n',
  ],
  ['a foreign origin', `${UPGRADE}origin: http://[\r\n`],
  ['a forwarded address', `${UPGRADE}x-forwarded-for: ::::,%,\r\n`],
  ['expectations', 'expect: the unexpected\r\n'],
  ['an odd host', 'host: [\r\n'],
]

describe('outsiders do not end the process', () => {
  it('with an address, whatever it is and however it is asked for', async () => {
    await start()
    for (const target of TARGETS) {
      const requests = ['GET', 'POST', 'OPTIONS', 'CONNECT'].flatMap((method) =>
        HEADS.map(
          ([, lines]) =>
            `${method} ${target} HTTP/1.1\r\nhost: localhost\r\n${lines}connection: close\r\n\r\n`,
        ),
      )
      await Promise.all(requests.map((request) => say(Buffer.from(request, 'latin1'))))
    }
    expect(await state()).toEqual(WELL)
  })

  it('with another version of sockets, which is told ours', async () => {
    await start()
    const shake = (version: string) =>
      say(
        `GET /ws HTTP/1.1\r\nhost: localhost\r\n${UPGRADE.replace('version: 13', `version: ${version}`)}\r\n`,
      )
    for (const version of ['8', '7', '0', '14', '13, 8', '']) {
      const heard = await shake(version)
      expect(heard.split('\r\n')[0], version).toBe('HTTP/1.1 426 Upgrade Required')
      expect(heard.toLowerCase()).toContain('\r\nsec-websocket-version: 13\r\n')
    }
    expect(await shake('13')).toContain('101 Switching')
    expect(await state()).toEqual(WELL)
  })

  it('with frames of a socket that no browser sends', async () => {
    await start()
    const handshake = `GET /ws HTTP/1.1\r\nhost: localhost\r\n${UPGRADE}\r\n`
    await Promise.all(FRAMES.map(([, ...frames]) => sayAndGo(handshake, ...frames)))
    expect(await state()).toEqual(WELL)
  })

  it('with forms that are none', async () => {
    await start()
    await Promise.all(
      FORMS.map((body) =>
        sayAndGo(
          `POST /upload HTTP/1.1\r\nhost: localhost\r\ntoken: m\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length}\r\n\r\n`,
          body,
        ),
      ),
    )
    // One that says more than it sends, and goes.
    await Promise.all(
      FORMS.map((body) =>
        sayAndGo(
          `POST /upload HTTP/1.1\r\nhost: localhost\r\ntoken: m\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${body.length + 9}\r\n\r\n`,
          body,
        ),
      ),
    )
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      'multipart/mixed; boundary=b',
      'application/json',
      '%',
      '',
    ]) {
      await sayAndGo(
        `POST /upload HTTP/1.1\r\nhost: localhost\r\ntoken: m\r\ncontent-type: ${type}\r\ncontent-length: 4\r\n\r\n--b-`,
      )
    }
    expect(await state()).toEqual(WELL)
  })

  it('with bytes that are nothing', async () => {
    await start()
    const random = seeded('edge')
    const starts = [
      '',
      'GET / HTTP/1.1\r\n',
      'POST /api/write HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
      `GET /ws HTTP/1.1\r\nhost: localhost\r\n${UPGRADE}\r\n`,
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]
    for (let round = 0; round < 40; round++) {
      await Promise.all(
        starts.map((begin) =>
          sayAndGo(
            begin,
            Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256))),
          ),
        ),
      )
    }
    expect(await state()).toEqual(WELL)
  })

  it('with more connections than it has descriptors for', async () => {
    await start(64)
    const many = Array.from({ length: 120 }, line)
    for (const socket of many) socket.write('GET /api/ping/a HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await Promise.all(
      many.map(
        (socket) =>
          new Promise<void>((resolve) => socket.once('data', () => resolve()).once('close', () => resolve())),
      ),
    )
    edge.kill('SIGUSR2')
    for (const socket of many) socket.destroy()
    await expect.poll(() => ask('me')).toContain('200 OK')
    expect([edge.exitCode, edge.signalCode]).toEqual([null, null])
  })
})

/** The text of the answer, without its date. */
function answerOf(heard: string) {
  const end = heard.indexOf('\r\n\r\n')
  const [first = '', ...lines] = heard.slice(0, end).split('\r\n')
  const headers = new Map(
    lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 2)]),
  )
  return { status: Number(first.split(' ')[1]), headers, body: heard.slice(end + 4) }
}
const POST = 'POST /api/write HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n'
const JSON_BODY = 'content-type: application/json\r\n'
const sent = (bytes: number[] | string, type = JSON_BODY): (string | Buffer)[] => {
  const body = Buffer.from(bytes as string)
  return [`${POST}${type}content-length: ${body.length}\r\n\r\n`, body]
}
const text = (...bytes: number[]) => [...Buffer.from('{"text":"'), ...bytes, ...Buffer.from('"}')]
const GET = (target: string, more = '') =>
  `GET ${target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${more}\r\n`

/** Refused before any route, each with what is named: the field of malformed input, or null. */
const REFUSED: [name: string, request: (string | Buffer)[], status: number, field: string | null][] = [
  ['bytes that are no UTF-8', sent(text(0xff, 0xfe)), 400, ''],
  ['half of a character', sent(text(0xe3, 0x81)), 400, ''],
  ['half of a surrogate pair', sent(text(0xed, 0xa0, 0x80)), 400, ''],
  ['an overlong form', sent(text(0xc0, 0xaf)), 400, ''],
  [
    'another character set',
    sent('{"text":"x"}', 'content-type: application/json; charset=shift_jis\r\n'),
    415,
    null,
  ],
  ['no word of what it is', sent('{"text":"x"}', ''), 415, null],
  ['a fragment', [GET('/api/ping/a#frag')], 400, ''],
  ['a fragment behind a query', [GET('/api/ping/a?lang=en#frag')], 400, ''],
  ['a fragment of another address', [GET('http://localhost/api/ping/a#frag')], 400, ''],
  ['a fragment of a page', [GET('/orders#frag')], 400, ''],
  ['an expectation', [GET('/api/ping/a', 'expect: the unexpected\r\n')], 417, 'Expect'],
  ['no host', ['GET /api/ping/a HTTP/1.1\r\nconnection: close\r\n\r\n'], 400, 'Host'],
  ['two hosts', [GET('/api/ping/a', 'host: other\r\n')], 400, 'Host'],
  ['a tunnel', ['CONNECT localhost:80 HTTP/1.1\r\nhost: localhost\r\n\r\n'], 405, null],
  ['a tunnel to nowhere', ['CONNECT //[ HTTP/1.1\r\nhost: localhost\r\n\r\n'], 405, null],
  ['a method that there is not', ['BREW / HTTP/1.1\r\nhost: localhost\r\n\r\n'], 400, null],
  ['a method that is not of the route', [GET('/api/write')], 405, null],
  ['an upgrade to another protocol', [asksUpgrade('/api/ping/a', 'upgrade: h2c\r\n')], 404, null],
  ['a socket elsewhere', [asksUpgrade('/other')], 404, null],
  ['a socket with a fragment', [asksUpgrade('/ws#frag')], 400, ''],
  ['a socket without a host', [asksUpgrade('/ws').replace('host: localhost\r\n', '')], 400, 'Host'],
  ['a socket for another page', [asksUpgrade('/ws', `${UPGRADE}origin: http://evil.example\r\n`)], 403, null],
  ['a socket by a used ticket', [asksUpgrade('/ws?ticket=used')], 401, null],
  [
    'a socket of another version',
    [asksUpgrade('/ws', UPGRADE.replace('13', '12'))],
    426,
    'Sec-WebSocket-Version',
  ],
  ['a socket with a broken key', [asksUpgrade('/ws', UPGRADE.replace('dGhl', ''))], 400, ''],
  ['a socket that is posted', [asksUpgrade('/ws').replace('GET', 'POST')], 400, ''],
  ['what is no HTTP', ['hello\r\n\r\n'], 400, null],
]
function asksUpgrade(target: string, lines = UPGRADE): string {
  const connection = lines.includes('connection:') ? '' : 'connection: upgrade\r\n'
  return `GET ${target} HTTP/1.1\r\nhost: localhost\r\n${connection}${lines}\r\n`
}

describe('what no route answers', () => {
  it('gets the envelope, its name and the headers of every answer, and harms nobody', async () => {
    await start()
    for (const [name, request, status, field] of REFUSED) {
      const { headers, body, ...answer } = answerOf(await say(...request))
      expect([name, answer.status]).toEqual([name, status])
      expect([name, JSON.parse(body)]).toEqual([
        name,
        {
          code: status,
          msg: expect.stringMatching(/^server\.\w+$/),
          data:
            field === null
              ? null
              : { rejection: 'MALFORMED', fields: [{ path: field, problem: expect.any(String) }] },
        },
      ])
      expect([name, Object.fromEntries(headers)]).toEqual([
        name,
        expect.objectContaining({
          'content-type': 'application/json; charset=utf-8',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
          'x-content-type-options': 'nosniff',
        }),
      ])
    }
    expect(await state()).toEqual(WELL)
  })

  it('is not mistaken for what is: characters, a charset that is named, what goes on at 100', async () => {
    await start()
    for (const [name, request] of [
      ['characters', sent('{"text":"東証 😀"}')],
      ['a charset', sent('{"text":"x"}', 'content-type: application/json; charset="UTF-8"\r\n')],
      ['100', [`${POST}${JSON_BODY}expect: 100-continue\r\ncontent-length: 12\r\n\r\n{"text":"x"}`]],
      ['no host, of HTTP/1.0', ['GET /api/ping/a HTTP/1.0\r\n\r\n']],
    ] as [string, (string | Buffer)[]][])
      expect([name, await say(...request)]).toEqual([name, expect.stringContaining('"code":1')])
  })
})

const [TEXT, BINARY, CLOSE, PING, PONG] = [1, 2, 8, 9, 10]
type Parts = { fin?: boolean; reserved?: number; masked?: boolean; says?: number }
/**
 * A frame as RFC 6455 writes it, with whatever may be wrong about it. `says`: a length that is not its own.
 */
function frame(
  opcode: number,
  payload: string | Buffer,
  { fin = true, reserved = 0, masked = true, says }: Parts = {},
): Buffer {
  const bytes = Buffer.from(payload)
  const length = says ?? bytes.length
  const head =
    length < 126
      ? Buffer.from([0, length])
      : length < 65_536
        ? Buffer.from([0, 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0, 127]), bigEndian(length)])
  head[0] = (fin ? 128 : 0) | (reserved << 4) | opcode
  if (!masked) return Buffer.concat([head, bytes])
  head[1]! |= 128
  const mask = Buffer.from([1, 2, 3, 4])
  return Buffer.concat([head, mask, bytes.map((byte, at) => byte ^ mask[at % 4]!)])
}
function bigEndian(length: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(length))
  return bytes
}
const FRAMES: [name: string, ...frames: Buffer[]][] = [
  ['not masked', frame(TEXT, '{}', { masked: false })],
  ...[1, 2, 4, 7].map((reserved): [string, Buffer] => [
    `reserved bits ${reserved}`,
    frame(TEXT, '{}', { reserved }),
  ]),
  ...[3, 7, 11, 15].map((opcode): [string, Buffer] => [`opcode ${opcode}`, frame(opcode, 'x')]),
  ['too long', frame(TEXT, 'x'.repeat(5_000))],
  ['says 2^53', frame(TEXT, 'x', { says: 2 ** 53 })],
  ['says more than comes', frame(TEXT, 'x', { says: 4_000 })],
  ['bad UTF-8', frame(TEXT, Buffer.from([0xff, 0xc0, 0x80]))],
  ['half a character', frame(TEXT, Buffer.from([0xe3, 0x81]), { fin: false }), frame(0, Buffer.from([0x82]))],
  ['binary', frame(BINARY, 'x')],
  ['a fragment of nothing', frame(0, 'x')],
  ['a text within a text', frame(TEXT, 'x', { fin: false }), frame(TEXT, 'y')],
  ['fragments without end', ...Array.from({ length: 5_000 }, () => frame(0, 'x', { fin: false }))].toSpliced(
    1,
    0,
    frame(TEXT, '', { fin: false }),
  ) as [string, ...Buffer[]],
  ['a long ping', frame(PING, 'x'.repeat(126))],
  ['a ping in pieces', frame(PING, 'x', { fin: false })],
  ['pongs that nobody asked for', ...Array.from({ length: 300 }, () => frame(PONG, 'x'))],
  ['pings', ...Array.from({ length: 300 }, () => frame(PING, 'x'.repeat(125)))],
  ...[0, 999, 1_004, 1_005, 1_006, 5_000, 65_535].map((code): [string, Buffer] => [
    `closed with ${code}`,
    frame(CLOSE, Buffer.from([code >> 8, code & 255])),
  ]),
  ['closed with a byte', frame(CLOSE, 'x')],
  ['closed with bad UTF-8', frame(CLOSE, Buffer.from([3, 232, 0xff]))],
  ['speaks after its farewell', frame(CLOSE, ''), frame(TEXT, '{"op":"ping"}')],
  ...[
    'null',
    '[]',
    '0',
    '{}',
    '{"op":"sub"}',
    '{"op":"sub","topics":[{"t":"__proto__"}]}',
    '{"op":"sub","topics":[{"t":"trades/a","after":9007199254740991}]}',
    '{"op":"sub","topics":[{"t":"trades/a","after":-1}]}',
    '{"op":"unsub","topics":["toString"]}',
    '{"__proto__":{"op":"ping"}}',
    '['.repeat(4_000),
  ].map((message): [string, Buffer] => [message, frame(TEXT, message)]),
]

const part = (head: string, body = ''): string => `--b\r\n${head}\r\n\r\n${body}`
const FORMS: string[] = [
  '',
  '--b',
  '--b--',
  '--b--\r\n',
  '\r\n\r\n',
  part(''),
  part('content-disposition'),
  part('content-disposition: form-data'),
  part('content-disposition: form-data; name'),
  part('content-disposition: form-data; name="file"; filename="a'),
  part('content-disposition: form-data; name="__proto__"', 'x\r\n--b--\r\n'),
  part('content-disposition: form-data; name="constructor"; filename="a"', 'x\r\n--b--\r\n'),
  part('content-disposition: form-data; name="file"', 'no file\r\n--b--\r\n'),
  part('content-disposition: form-data; name="file"; filename="a"', 'x\r\n') +
    part('content-disposition: form-data; name="file"; filename="b"', 'y\r\n--b--\r\n'),
  part('content-disposition: form-data; name="purpose"', `${'x'.repeat(9_000)}\r\n--b--\r\n`),
  part(`content-disposition: form-data; name="${'n'.repeat(9_000)}"`, 'x\r\n--b--\r\n'),
  part(Array.from({ length: 3_000 }, (_, at) => `x-${at}: y`).join('\r\n'), 'x\r\n--b--\r\n'),
  part(
    'content-disposition: form-data; name="file"; filename="a"\r\ncontent-transfer-encoding: base64',
    '!!!!\r\n--b--\r\n',
  ),
  part("content-disposition: form-data; name=file; filename*=utf-8''%ff%", 'x\r\n--b--\r\n'),
  part('content-disposition: form-data; name="file"; filename="a"', 'x'.repeat(60_000)),
]
