import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { no } from '#kernel/result.ts'
import { systemClock } from './clock.ts'
import { openAddresses } from './http/address.ts'
import { envelopes } from './http/envelope.ts'
import { createHttp } from './http/server.ts'
import type { Picture } from './images.ts'
import { LIMITS } from './limits.ts'
import { openLog } from './log.ts'
import { serveUploads } from './uploads.ts'

/** Marker inside a picture's metadata (place, camera), which would show up were anything of it kept. */
const SECRET = 'canary-35.6895N-139.6917E'
const SCRIPT = '<script>alert(1)</script><?php system($_GET["c"]); ?>'

const addresses = openAddresses({ proxies: [], demo: true, limits: LIMITS.address, clock: systemClock() })
let app: FastifyInstance
let url: string
const taken: Picture[] = []
const kept = new Map<string, Uint8Array>()

beforeAll(async () => {
  const text = (lang: string, key: string) => `${lang} ${key}`
  const limits = {
    ...LIMITS,
    upload: { ...LIMITS.upload, perMember: [{ max: 200, withinMs: 86_400_000 }], fileBytes: 2_000_000 },
  }
  const sessions = {
    find: (token: string) =>
      token.startsWith('m')
        ? { memberId: token, sessionId: token, tradingUnlocked: false, full: false, deviceKey: null }
        : null,
  }
  const deps = { sessions, clock: systemClock(), limits, log: openLog('silent') }
  app = createHttp({
    ...deps,
    addresses,
    routes: [],
    isKnownKey: () => false,
    text,
    demo: true,
    files: null,
    document: () => ({}),
  })
  serveUploads(app, {
    ...deps,
    addresses,
    envelopes: envelopes(text),
    uploads: [
      {
        module: 'members',
        handler: {
          purpose: 'identity-front',
          refuse: ({ memberId }) => (memberId === 'm-verified' ? no('ALREADY_VERIFIED') : null),
          async take(caller, picture) {
            taken.push(picture)
            kept.set(`${caller.memberId}-1`, picture.jpeg)
            return { id: `${caller.memberId}-1`, width: picture.width, height: picture.height }
          },
          show: async (caller, id) => (id.startsWith(`${caller.memberId}-`) ? (kept.get(id) ?? null) : null),
        },
      },
    ],
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as { port: number }).port}`
})
afterAll(() => app.close())

type Sent = {
  token?: string
  name?: string
  type?: string
  purpose?: string
  headers?: Record<string, string>
}
async function send(
  bytes: Uint8Array,
  {
    token = 'm-1',
    name = 'photo.jpg',
    type = 'image/jpeg',
    purpose = 'identity-front',
    headers = {},
  }: Sent = {},
) {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append('file', new Blob([Uint8Array.from(bytes)], { type }), name)
  return answerOf(
    await fetch(`${url}/upload?lang=en`, { method: 'POST', headers: { token, ...headers }, body: form }),
  )
}
async function answerOf(response: Response) {
  const { code, data } = (await response.json()) as {
    code: number
    data: { rejection?: string; width: number; height: number }
  }
  return { status: response.status, code, rejection: data?.rejection ?? null, data }
}

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
/** A document-like picture: noise does not shrink to nothing. */
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
const bytes = (...parts: (string | Uint8Array | number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  )

/** A PNG built by hand: whatever header is wanted, over little data. */
function png(width: number, height: number, data: Uint8Array, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  frame.set(body, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
const rows = (width: number, height: number) => Buffer.alloc(height * (width * 3 + 1))
/** Claims other dimensions in a JPEG's frame header. */
function resized(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(height, at + 5)
  changed.writeUInt16BE(width, at + 7)
  return changed
}

type Expected = 'taken' | 'UPLOAD_KIND' | 'UPLOAD_SIZE' | 'UPLOAD_BROKEN'
type Case = [what: string, make: () => Promise<Uint8Array> | Uint8Array, expected: Expected, as?: Sent]
const jpeg = () => noisy(640, 400).jpeg().toBuffer()
const exif = {
  IFD0: { Make: SECRET, ImageDescription: SECRET },
  IFD3: {
    GPSLatitudeRef: 'N',
    GPSLatitude: '35/1 41/1 22/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '139/1 41/1 30/1',
  },
}

const CORPUS: Case[] = [
  ['a JPEG', jpeg, 'taken'],
  ['a PNG', () => noisy(640, 400).png().toBuffer(), 'taken', { name: 'a.png', type: 'image/png' }],
  ['a WebP', () => noisy(640, 400).webp().toBuffer(), 'taken', { name: 'a.webp', type: 'image/webp' }],
  ['a grey CMYK JPEG', () => noisy(640, 400).toColourspace('cmyk').jpeg().toBuffer(), 'taken'],
  [
    'a 16-bit PNG with transparency',
    () => noisy(300, 200).ensureAlpha(0.3).toColourspace('rgb16').png().toBuffer(),
    'taken',
  ],
  ['a progressive JPEG', () => noisy(640, 400).jpeg({ progressive: true }).toBuffer(), 'taken'],
  ['one pixel', () => plain(1, 1).png().toBuffer(), 'taken'],
  ['larger than what is stored', () => plain(5_000, 3_000).jpeg().toBuffer(), 'taken'],
  [
    'turned by its EXIF orientation',
    () => noisy(640, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    'taken',
  ],
  [
    'GPS data and a maker in EXIF',
    async () =>
      sharp(await jpeg())
        .withExif(exif)
        .jpeg()
        .toBuffer(),
    'taken',
  ],
  [
    'GPS data in a WebP',
    async () =>
      sharp(await jpeg())
        .withExif(exif)
        .webp()
        .toBuffer(),
    'taken',
  ],
  ['a note in a PNG', () => png(20, 20, rows(20, 20), [chunk('tEXt', bytes(`Comment\0${SECRET}`))]), 'taken'],
  [
    'XMP in a JPEG',
    async () =>
      sharp(await jpeg())
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SECRET}</x:xmpmeta>`)
        .jpeg()
        .toBuffer(),
    'taken',
  ],
  [
    'a comment segment with a script',
    async () => {
      const j = await jpeg()
      return bytes(j.subarray(0, 2), [0xff, 0xfe, 0, SCRIPT.length + 2], SCRIPT, j.subarray(2))
    },
    'taken',
  ],
  ['a script after the end of a JPEG', async () => bytes(await jpeg(), SCRIPT, SECRET), 'taken'],
  [
    'a script after the end of a PNG',
    async () => bytes(await noisy(64, 64).png().toBuffer(), SCRIPT, SECRET),
    'taken',
  ],
  [
    'a ZIP behind a JPEG',
    async () =>
      bytes(await jpeg(), 'PK\x03\x04', Buffer.alloc(400, 7), SECRET, 'PK\x05\x06', Buffer.alloc(18)),
    'taken',
  ],
  ['a path in the name', jpeg, 'taken', { name: '../../../../etc/passwd' }],
  ['a Windows path in the name', jpeg, 'taken', { name: '..\\..\\windows\\system32\\a.jpg' }],
  ['a script and a NUL in the name', jpeg, 'taken', { name: '"><img src=x onerror=alert(1)>\0.jpg' }],
  ['a name of 3,000 characters', jpeg, 'taken', { name: `${'a'.repeat(3_000)}.jpg` }],
  ['a JPEG that says it is a page', jpeg, 'taken', { name: 'a.html', type: 'text/html' }],
  ['a PNG named JPEG', () => noisy(64, 64).png().toBuffer(), 'taken', { name: 'a.jpg', type: 'image/jpeg' }],
  [
    'an animated WebP',
    async () =>
      sharp(
        await Promise.all(
          [20, 200].map((grey) =>
            sharp({ create: { width: 64, height: 64, channels: 3, background: { r: grey, g: 0, b: 0 } } })
              .png()
              .toBuffer(),
          ),
        ),
        { join: { animated: true } },
      )
        .webp({ delay: [100, 100] })
        .toBuffer(),
    'taken',
  ],

  ['nothing at all', () => Buffer.alloc(0), 'UPLOAD_KIND'],
  ['zero bytes', () => Buffer.alloc(5_000), 'UPLOAD_KIND'],
  [
    'an SVG',
    () => bytes(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>1</script></svg>`),
    'UPLOAD_KIND',
    { name: 'a.svg', type: 'image/svg+xml' },
  ],
  [
    'an SVG named JPEG',
    () => bytes('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'UPLOAD_KIND',
  ],
  [
    'an SVG that reads files',
    () =>
      bytes(
        '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
      ),
    'UPLOAD_KIND',
  ],
  ['a page', () => bytes(`<!doctype html>${SCRIPT}`), 'UPLOAD_KIND', { type: 'text/html' }],
  ['a GIF', () => plain(10, 10).gif().toBuffer(), 'UPLOAD_KIND'],
  ['a GIF that is JavaScript', () => bytes('GIF89a/*', Buffer.alloc(40), '*/=1;alert(1)'), 'UPLOAD_KIND'],
  ['a TIFF', () => plain(10, 10).tiff().toBuffer(), 'UPLOAD_KIND'],
  ['an AVIF', () => plain(10, 10).avif().toBuffer(), 'UPLOAD_KIND'],
  ['a BMP', () => bytes('BM', Buffer.alloc(60)), 'UPLOAD_KIND'],
  ['a PDF', () => bytes('%PDF-1.7\n1 0 obj<<>>endobj'), 'UPLOAD_KIND'],
  ['a program', () => bytes('\x7fELF\x02\x01\x01', Buffer.alloc(200)), 'UPLOAD_KIND'],
  ['a ZIP', () => bytes('PK\x03\x04', Buffer.alloc(200)), 'UPLOAD_KIND'],
  [
    'ImageMagick commands',
    () => bytes('push graphic-context\nfill \'url(https://x/";|id")\'\npop graphic-context'),
    'UPLOAD_KIND',
  ],
  ['two bytes of a JPEG', () => bytes([0xff, 0xd8]), 'UPLOAD_KIND'],
  ['a RIFF that is sound', () => bytes('RIFF', [36, 0, 0, 0], 'WAVEfmt ', Buffer.alloc(28)), 'UPLOAD_KIND'],

  ['the first bytes of a JPEG over a script', () => bytes([0xff, 0xd8, 0xff, 0xe0], SCRIPT), 'UPLOAD_BROKEN'],
  ['the first bytes of a PNG over a script', () => bytes('\x89PNG\r\n\x1a\n', SCRIPT), 'UPLOAD_BROKEN'],
  [
    'the first bytes of a WebP over noise',
    () => bytes('RIFF', [60, 0, 0, 0], 'WEBPVP8 ', Buffer.alloc(52, 9)),
    'UPLOAD_BROKEN',
  ],
  [
    'half a JPEG',
    async () => {
      const j = await jpeg()
      return j.subarray(0, j.length >> 1)
    },
    'UPLOAD_BROKEN',
  ],
  [
    'half a PNG',
    async () => {
      const p = await noisy(640, 400).png().toBuffer()
      return p.subarray(0, p.length >> 1)
    },
    'UPLOAD_BROKEN',
  ],
  [
    'half a WebP',
    async () => {
      const w = await noisy(640, 400).webp().toBuffer()
      return w.subarray(0, w.length >> 1)
    },
    'UPLOAD_BROKEN',
  ],
  [
    'a JPEG with its middle wiped out',
    async () => {
      const j = await jpeg()
      j.fill(0xff, j.length >> 1, (j.length >> 1) + 2_000)
      return j
    },
    'UPLOAD_BROKEN',
  ],
  ['a PNG whose pixels are not there', () => png(500, 500, Buffer.alloc(10)), 'UPLOAD_BROKEN'],
  ['a PNG of no width', () => png(0, 100, rows(1, 100)), 'UPLOAD_BROKEN'],
  [
    'a PNG whose data is not compressed data',
    () =>
      Buffer.concat([
        png(20, 20, rows(20, 20)).subarray(0, 33),
        chunk('IDAT', Buffer.from('not zlib at all')),
        chunk('IEND', Buffer.alloc(0)),
      ]),
    'UPLOAD_BROKEN',
  ],

  [
    'a PNG of 256 megapixels in 750 KB',
    () => png(16_000, 16_000, Buffer.alloc(16_000 * 48_001)),
    'UPLOAD_SIZE',
  ],
  [
    'a PNG that claims 2,147 million pixels a side',
    () => png(0x7fffffff, 0x7fffffff, Buffer.alloc(10)),
    'UPLOAD_BROKEN',
  ],
  ['a JPEG that claims 65,500 × 65,500', async () => resized(await jpeg(), 65_500, 65_500), 'UPLOAD_SIZE'],
  ['8,001 pixels wide', () => plain(8_001, 4).png().toBuffer(), 'UPLOAD_SIZE'],
  ['8,001 pixels high', () => plain(4, 8_001).png().toBuffer(), 'UPLOAD_SIZE'],
  ['25 megapixels', () => plain(5_000, 5_000).png().toBuffer(), 'UPLOAD_SIZE'],
  ['more bytes than are taken', async () => bytes(await jpeg(), Buffer.alloc(2_100_000)), 'UPLOAD_SIZE'],
]

describe(`hostile and honest files at the route, ${CORPUS.length} of them`, () => {
  it.each(CORPUS)('%s', async (_what, make, expected, as) => {
    const before = taken.length
    const answer = await send(await make(), as)
    expect({ status: answer.status, code: answer.code, rejection: answer.rejection }).toEqual({
      status: 200,
      code: expected === 'taken' ? 1 : 2,
      rejection: expected === 'taken' ? null : expected,
    })
    expect(taken.length - before).toBe(expected === 'taken' ? 1 : 0)
    if (expected === 'taken') await expectClean(taken.at(-1)!)
  })
})

/** The kept picture is a JPEG of pixels and nothing else. */
async function expectClean({ jpeg, width, height }: Picture): Promise<void> {
  const header = await sharp(jpeg).metadata()
  expect(header).toMatchObject({ format: 'jpeg', width, height })
  expect([header.exif, header.xmp, header.icc, header.iptc, header.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(Math.max(width, height)).toBeLessThanOrEqual(LIMITS.upload.storedSide)
  const text = Buffer.from(jpeg).toString('latin1')
  for (const trace of [SECRET, '<script', '<?php', 'PK\x03\x04']) expect(text).not.toContain(trace)
  // Nothing follows the end of the picture.
  expect(Buffer.from(jpeg).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]))
}

it('turns a picture upright and keeps its proportions', async () => {
  await send(await noisy(640, 400).withMetadata({ orientation: 6 }).jpeg().toBuffer())
  expect(taken.at(-1)).toMatchObject({ width: 400, height: 640 })
  await send(await plain(5_000, 2_500).jpeg().toBuffer())
  expect(taken.at(-1)).toMatchObject({ width: 2_560, height: 1_280 })
})

describe('who may send and what a form is', () => {
  const form = (fields: [string, string | Blob][]) => {
    const data = new FormData()
    for (const [name, value] of fields) data.append(name, value)
    return data
  }
  const file = new Blob([Uint8Array.from([1])])
  const post = async (body: FormData | string, headers: Record<string, string> = { token: 'm-1' }) =>
    answerOf(await fetch(`${url}/upload`, { method: 'POST', headers, body }))

  it.each<[string, FormData | string, Record<string, string>, number]>([
    [
      'nobody',
      form([
        ['purpose', 'identity-front'],
        ['file', file],
      ]),
      {},
      401,
    ],
    [
      'a session that is over',
      form([
        ['purpose', 'identity-front'],
        ['file', file],
      ]),
      { token: 'gone' },
      401,
    ],
    [
      'another site',
      form([
        ['purpose', 'identity-front'],
        ['file', file],
      ]),
      { token: 'm-1', 'sec-fetch-site': 'cross-site' },
      403,
    ],
    ['no form', '{"purpose":"identity-front"}', { token: 'm-1', 'content-type': 'application/json' }, 400],
    ['bare bytes', 'x', { token: 'm-1', 'content-type': 'image/jpeg' }, 400],
    ['a form without a boundary', 'x', { token: 'm-1', 'content-type': 'multipart/form-data' }, 400],
    [
      'a form that breaks off',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      { token: 'm-1', 'content-type': 'multipart/form-data; boundary=x' },
      400,
    ],
    ['no file', form([['purpose', 'identity-front']]), { token: 'm-1' }, 400],
    ['no purpose', form([['file', file]]), { token: 'm-1' }, 400],
    [
      'an unknown purpose',
      form([
        ['purpose', '__proto__'],
        ['file', file],
      ]),
      { token: 'm-1' },
      400,
    ],
    [
      'two files',
      form([
        ['purpose', 'identity-front'],
        ['file', file],
        ['file', file],
      ]),
      { token: 'm-1' },
      400,
    ],
    [
      'two purposes',
      form([
        ['purpose', 'identity-front'],
        ['purpose', 'chat'],
        ['file', file],
      ]),
      { token: 'm-1' },
      400,
    ],
    [
      'a field nobody asked for',
      form([
        ['memberId', 'm-2'],
        ['file', file],
      ]),
      { token: 'm-1' },
      400,
    ],
    [
      'a file in the place of the purpose',
      form([
        ['purpose', file],
        ['file', file],
      ]),
      { token: 'm-1' },
      400,
    ],
  ])('%s', async (_who, body, headers, status) => {
    const before = taken.length
    expect(await post(body, headers)).toMatchObject({ status, code: status })
    expect(taken.length).toBe(before)
  })

  it("asks the module before the picture is looked at, in the module's own words", async () => {
    expect(await send(bytes('no picture'), { token: 'm-verified' })).toMatchObject({
      code: 2,
      rejection: 'ALREADY_VERIFIED',
    })
  })

  it('takes so many a day from one member, broken ones among them, and not from another', async () => {
    const limits = { ...LIMITS, upload: { ...LIMITS.upload, perMember: [{ max: 2, withinMs: 86_400_000 }] } }
    const few = createHttp({
      addresses,
      routes: [],
      sessions: { find: () => null },
      isKnownKey: () => false,
      text: (_lang, key) => key,
      clock: systemClock(),
      limits,
      demo: true,
      files: null,
      document: () => ({}),
      log: openLog('silent'),
    })
    serveUploads(few, {
      sessions: {
        find: (token) => ({
          memberId: token,
          sessionId: token,
          tradingUnlocked: false,
          full: false,
          deviceKey: null,
        }),
      },
      addresses,
      clock: systemClock(),
      limits,
      log: openLog('silent'),
      envelopes: envelopes((_lang, key) => key),
      uploads: [
        {
          module: 'members',
          handler: { purpose: 'identity-front', take: async () => ({}), show: async () => null },
        },
      ],
    })
    await few.listen({ host: '127.0.0.1', port: 0 })
    const at = `http://127.0.0.1:${(few.server.address() as { port: number }).port}/upload`
    const one = async (token: string) =>
      (
        await answerOf(
          await fetch(at, {
            method: 'POST',
            headers: { token },
            body: form([
              ['purpose', 'identity-front'],
              ['file', file],
            ]),
          }),
        )
      ).rejection
    expect([await one('a'), await one('a'), await one('a'), await one('b')]).toEqual([
      'UPLOAD_KIND',
      'UPLOAD_KIND',
      'UPLOAD_LIMIT',
      'UPLOAD_KIND',
    ])
    await few.close()
  })
})

describe('uploads that come slowly', () => {
  const member = (token: string) => ({
    memberId: token,
    sessionId: token,
    tradingUnlocked: false,
    full: false,
    deviceKey: null,
  })
  let slow: FastifyInstance
  const open: Socket[] = []
  async function openSlow(more: Partial<typeof LIMITS.request> = {}): Promise<string> {
    const clock = systemClock()
    const limits = { ...LIMITS, request: { ...LIMITS.request, ...more } }
    // Another address than this machine, as far as the demo setting is asked.
    const own = openAddresses({ proxies: ['127.0.0.1'], demo: true, limits: LIMITS.address, clock })
    const deps = { addresses: own, sessions: { find: member }, clock, limits, log: openLog('silent') }
    slow = createHttp({
      ...deps,
      routes: [],
      isKnownKey: () => false,
      text: (_lang, key) => key,
      demo: true,
      files: null,
      document: () => ({}),
    })
    serveUploads(slow, {
      ...deps,
      envelopes: envelopes((_lang, key) => key),
      uploads: [
        {
          module: 'members',
          handler: { purpose: 'identity-front', take: async () => ({ id: 'x' }), show: async () => null },
        },
      ],
    })
    await slow.listen({ host: '127.0.0.1', port: 0 })
    return `http://127.0.0.1:${(slow.server.address() as { port: number }).port}/upload`
  }
  /** Says that a form is coming, sends its first bytes, and no more. */
  async function stall(at: string, token: string, address: string): Promise<Socket> {
    const socket = connect(Number(new URL(at).port), '127.0.0.1')
    open.push(socket)
    socket.on('error', () => {})
    const heard = once(slow.server, 'request')
    socket.write(
      `POST /upload HTTP/1.1\r\nhost: localhost\r\ntoken: ${token}\r\nx-forwarded-for: ${address}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n--b\r\n`,
    )
    await heard
    return socket
  }
  async function one(at: string, token: string, address: string): Promise<number> {
    const form = new FormData()
    form.append('purpose', 'identity-front')
    form.append('file', new Blob([Uint8Array.from([1])]))
    return (await fetch(at, { method: 'POST', headers: { token, 'x-forwarded-for': address }, body: form }))
      .status
  }
  afterEach(async () => {
    for (const socket of open.splice(0)) socket.destroy()
    await slow.close()
  })

  it('take no more places than a member, an address and the server have, and leave the others theirs', async () => {
    const at = await openSlow()
    for (let n = 0; n < 16; n++) await stall(at, 'm-slow', `192.0.2.${n}`)
    expect([await one(at, 'm-slow', '192.0.2.99'), await one(at, 'm-other', '192.0.2.99')]).toEqual([
      429, 200,
    ])
    for (let n = 0; n < 16; n++) await stall(at, `m-${n}`, '198.51.100.1')
    expect([await one(at, 'm-other', '198.51.100.1'), await one(at, 'm-other', '192.0.2.99')]).toEqual([
      429, 200,
    ])
    for (let n = 0; n < 16; n++) await stall(at, `m-far-${n}`, `203.0.113.${n}`)
    expect(await one(at, 'm-other', '192.0.2.99')).toBe(503)
    for (const socket of open) socket.destroy()
    await expect.poll(() => one(at, 'm-other', '192.0.2.99')).toBe(200)
  })

  it('are ended long before an upload may end that goes on', async () => {
    const at = await openSlow({ requestMs: 300, checkEveryMs: 50 })
    const socket = await stall(at, 'm-slow', '192.0.2.1')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('getting a picture back', () => {
  it('gives it to its owner as a download that no browser takes for a page', async () => {
    await send(await jpeg())
    const response = await fetch(`${url}/upload/identity-front/m-1-1`, { headers: { token: 'm-1' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename="identity-front.jpg"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(kept.get('m-1-1')!))).toBe(true)
  })
  it.each([
    ['another member', 'm-2', 'identity-front/m-1-1', 404],
    ['nobody', '', 'identity-front/m-1-1', 401],
    ['another purpose', 'm-1', 'chat/m-1-1', 404],
    ['a path', 'm-1', 'identity-front/..%2F..%2Fetc%2Fpasswd', 404],
  ])('%s gets none', async (_who, token, path, status) => {
    expect((await fetch(`${url}/upload/${path}`, { headers: { token } })).status).toBe(status)
  })
})
