import { crc32, deflateSync } from 'node:zlib'
import { seeded } from '#kernel/random.ts'
import { waitFor } from './wait-for.fixture.ts'
import type { TestApp } from './test-app.ts'

/** A server as it is called from outside. */
type Called = Pick<TestApp, 'port' | 'call'>

const [WIDTH, HEIGHT] = [640, 420]

/** A PNG of grey noise: large and lively enough for the published checks, another one for each seed. */
export function samplePng(seed: string): Buffer {
  const random = seeded('picture', seed)
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT)
  for (let at = 0; at < rows.length; at++) rows[at] = at % (WIDTH + 1) === 0 ? 0 : random.below(256)
  const size = Buffer.alloc(13)
  size.writeUInt32BE(WIDTH, 0)
  size.writeUInt32BE(HEIGHT, 4)
  // Eight bits of grey, no interlace.
  size.set([8, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** Sends a picture as the app does; its id. */
export async function sendPicture(
  app: Pick<Called, 'port'>,
  token: string,
  purpose: string,
): Promise<string> {
  const form = new FormData()
  form.append('purpose', purpose)
  form.append(
    'file',
    new Blob([new Uint8Array(samplePng(`${token} ${purpose}`))], { type: 'image/png' }),
    'picture.png',
  )
  const response = await fetch(`http://localhost:${app.port}/upload`, {
    method: 'POST',
    headers: { token },
    body: form,
  })
  const { code, msg, data } = (await response.json()) as { code: number; msg: string; data: { id: string } }
  if (code !== 1) throw new Error(`${purpose}: ${msg}`)
  return data.id
}

/** Facts of a person, of nobody. */
export const FACTS = {
  birthDate: '1990-04-01',
  postalCode: '100-0001',
  address: '東京都千代田区千代田1-1',
  occupation: 'employee',
  purpose: 'long-term',
} as const

/** Hands in a sample document and waits for the demo desk to accept it. */
export async function verify(
  app: Called,
  token: string,
  { kana = 'サトウ ハルカ', idNumber = '301234567890' } = {},
): Promise<void> {
  await sendPicture(app, token, 'identity-front')
  await sendPicture(app, token, 'identity-back')
  const { data } = await app.call('GET', '/api/identity', { token })
  const submitted = await app.call('POST', '/api/identity/submit', {
    token,
    body: { name: '佐藤 遥', kana, idNumber, documentType: 'licence', ...FACTS, consents: data.consents },
  })
  if (submitted.code !== 1) throw new Error(submitted.msg)
  await waitFor(
    async () => (await app.call('GET', '/api/identity', { token })).data.status as string,
    (status) => status === 'passed',
  )
}
