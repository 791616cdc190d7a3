import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey, startTestApp, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { softKey } from '#modules/identity/server/device-key.fixture.ts'

const SCRIPT = new URL('./verify-records.ts', import.meta.url).pathname
let app: TestApp
let folder: string
let file: AnyJson

/** The end of the script, and the checks that it found wrong. */
const run = (...args: string[]): Promise<{ code: number; wrong: string[]; out: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [SCRIPT, ...args], (error, out) => {
      resolve({
        code: error === null ? 0 : Number(error.code),
        wrong: out.split('\n').filter((line) => line.startsWith('WRONG')),
        out,
      })
    })
  })
const verify = (content: unknown) => {
  const path = join(folder, 'records.json')
  writeFileSync(path, JSON.stringify(content))
  return run(path)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-verify-'))
  app = await startTestApp()
  const { token } = await app.enrol('090-5454-0031')
  await app.enrol('090-5454-0032')
  const get = async (path: string) => (await app.call('GET', `/api/trust${path}`, { token })).data
  await app.call('POST', '/api/dev/clock', {
    body: { at: new Date(Date.parse((await get('/liabilities')).nextAt) + 1_000).toISOString() },
  })
  // The same member in a browser, which signs what it sends.
  const device = softKey()
  const {
    data: { token: browser },
  } = await app.call('POST', '/api/auth/login', {
    body: { account: '090-5454-0031', password: 'lamp-7Kq', ...device.fields },
  })
  const [key, rest] = [
    newKey(),
    { code: 'S000', side: 'up', type: 'limit', price: 1, quantity: 200, leverage: 1 },
  ]
  const signed = await app.call('POST', '/api/orders', {
    token: browser,
    key,
    body: rest,
    headers: device.headers('/api/orders', key, rest),
  })
  const order = await app.call('POST', '/api/orders', {
    token,
    key: newKey(),
    body: { code: 'S000', side: 'up', type: 'limit', price: 1, quantity: 100, leverage: 1 },
  })
  const promise = order.headers.get('promise')!
  const seq = promise.split(' ')[0]!
  await waitFor(
    () => get('/heads'),
    ({ newest }) => newest !== null && newest.size > Number(seq),
    30_000,
  )
  const { keys, newest, earlier } = await get('/heads')
  const heads = new Map([newest, ...earlier].map((head) => [head.size, head]))
  const records = []
  for (const number of [
    signed.headers.get('promise')!.split(' ')[0],
    seq,
    ...(await get('/records')).map((row: { seq: number }) => row.seq),
  ]) {
    const { head, ...proof } = await get(`/records/${number}`)
    heads.set(head.size, head)
    records.push({ ...proof, size: head.size })
  }
  const line = [...heads.values()].toSorted((a, b) => a.size - b.size)
  const consistency = []
  for (let at = 0; at + 1 < line.length; at++)
    consistency.push({
      from: line[at].size,
      to: line[at + 1].size,
      path: (await get(`/consistency?from=${line[at].size}&to=${line[at + 1].size}`)).path,
    })
  const { statement, leaf } = await get('/liabilities/mine')
  file = {
    format: 'akari-records-v1',
    keys,
    heads: line,
    consistency,
    records,
    promises: [promise],
    liabilities: (await get('/liabilities')).days,
    own: { day: statement.day, ...leaf },
  }
}, 120_000)
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

it('finds that a member’s file holds, from the file alone', async () => {
  const { code, wrong, out } = await verify(file)
  expect([code, wrong]).toEqual([0, []])
  expect(out).toMatch(/ok {4}record \d+ is the one that was promised/)
  expect(out).toMatch(/ok {4}record \d+ is signed by the member’s device: \/api\/orders/)
  expect(out).toMatch(/10000000 yen of \S+ are in the total/)
})

const other = (hex: string): string => `${hex[0] === '0' ? '1' : '0'}${hex.slice(1)}`
const TAMPERED: [what: string, change: (copy: AnyJson) => void, said: RegExp][] = [
  [
    'a record',
    (copy) => {
      const at = copy.records.findIndex(({ record }: { record: string | null }) =>
        record?.includes('10000000'),
      )
      copy.records[at].record = copy.records[at].record.replace('10000000', '10000001')
    },
    /is the text that was hashed/,
  ],
  [
    'what a device signed',
    (copy) => {
      const one = copy.records.find(({ record }: { record: string | null }) => record?.includes('"signed"'))
      one.record = one.record.replace('"path":"/api/orders"', '"path":"/api/orders/"')
    },
    /is signed by the member’s device/,
  ],
  [
    'the key of a device',
    (copy) => {
      const one = copy.records.find(({ record }: { record: string | null }) =>
        record?.includes('device.register'),
      )
      one.record = one.record.replace(/"publicKey":"[^"]+"/, `"publicKey":"${softKey().fields.deviceKey}"`)
    },
    /is signed by the member’s device/,
  ],
  [
    'the entry of a record',
    (copy) => {
      copy.records[1].entry = other(copy.records[1].entry)
    },
    /is in the head/,
  ],
  [
    'the number of a record',
    (copy) => {
      copy.records[1].seq++
    },
    /is in the head/,
  ],
  [
    'a path that is too long',
    (copy) => {
      copy.records[1].path.push(copy.records[1].path[0])
    },
    /too long/,
  ],
  [
    'the root of a head',
    (copy) => {
      copy.heads[0].root = other(copy.heads[0].root)
    },
    /signed by the firm/,
  ],
  [
    'a head’s auditor',
    (copy) => {
      copy.heads.at(-1).auditor = copy.heads.at(-1).house
    },
    /signed by the firm and by the auditor/,
  ],
  [
    'the firm’s key',
    (copy) => {
      copy.keys.house = copy.keys.auditor
    },
    /signed by the firm/,
  ],
  [
    'a promise for another record',
    (copy) => {
      copy.promises[0] = copy.promises[0].replace(/^\d+/, (seq: string) => String(Number(seq) - 1))
    },
    /was promised/,
  ],
  [
    'a promise for another leaf',
    (copy) => {
      copy.promises[0] = copy.promises[0].replace(/[0-9a-f]{64}/, other)
    },
    /was promised/,
  ],
  [
    'the total that is owed',
    (copy) => {
      copy.liabilities[0].total--
    },
    /signed by the firm/,
  ],
  [
    'the own sum',
    (copy) => {
      copy.own.yen++
    },
    /are in the total/,
  ],
  [
    'a sum below zero beside it',
    (copy) => {
      copy.own.path[0].yen = -1
    },
    /below zero/,
  ],
  [
    'an account that is short',
    (copy) => {
      copy.liabilities[0].bank -= 1e9
    },
    /is in the account/,
  ],
]
describe('finds', () => {
  it.each(TAMPERED)('%s', async (_, change, said) => {
    const copy = structuredClone(file)
    change(copy)
    const { code, wrong } = await verify(copy)
    expect([code, wrong.some((line) => said.test(line))], wrong.join('\n')).toEqual([1, true])
  })
  it.each(['records', 'own', 'promises', 'heads'])('a file that was cut: it has no %s', async (part) => {
    const { [part]: _gone, ...rest } = file
    expect(await verify(rest)).toMatchObject({
      code: 2,
      out: expect.not.stringContaining('everything holds'),
    })
  })
  it('how much of the member it was given', async () => {
    expect((await verify({ ...file, records: [] })).out).toContain(' 0 records of the member')
  })
  it('heads that do not continue each other', async () => {
    const copy = structuredClone(file)
    if (copy.consistency.length === 0) return expect(copy.heads).toHaveLength(1)
    copy.consistency[0].path[0] = other(copy.consistency[0].path[0])
    expect((await verify(copy)).wrong[0]).toMatch(/are those that were published before/)
  })
  it('that it was given something else', async () => {
    expect((await verify({ format: 'other' })).code).toBe(2)
    expect((await run()).code).toBe(2)
  })
})

it('reads a running server, and remembers where it was', async () => {
  const keep = join(folder, 'last-look.json')
  const address = `http://localhost:${app.port}`
  expect((await run(address, '--keep', keep)).code).toBe(0)
  const again = await run(address, '--keep', keep)
  expect([again.code, again.out.includes('of the last look')]).toEqual([0, true])
  writeFileSync(keep, JSON.stringify({ ...file.heads.at(-1), root: 'a'.repeat(64), keys: file.keys }))
  const forged = await run(address, '--keep', keep)
  expect([forged.code, forged.wrong.some((line) => line.includes('of the last look'))]).toEqual([1, true])
})
