import { beforeAll, expect, it } from 'vitest'
import { hexOf } from '#kernel/hex.ts'
import { softKey } from '#modules/identity/server/device-key.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { bytesOf } from '../model/bytes.ts'
import { entryHash } from '../model/record.ts'
import { leafHash, rootByInclusion } from '../model/tree.ts'

const MOBILE = '090-5454-0101'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.enrol(MOBILE)
}, 60_000)

it(
  'the record that registered a device’s key is among the member’s own, with what proves it, and among nobody else’s',
  { timeout: 60_000 },
  async () => {
    const device = softKey()
    const {
      data: { token },
    } = await app.call('POST', '/api/auth/login', {
      body: { account: MOBILE, password: 'lamp-7Kq', ...device.fields },
    })
    const list = async (by: string) =>
      (await app.call('GET', '/api/trust/records', { token: by })).data as {
        seq: number
        type: string
        kinds: string[]
        isPublished: boolean
      }[]
    const [newest] = await waitFor(
      () => list(token),
      ([first]) => first!.isPublished,
      50_000,
    )
    expect(newest).toMatchObject({ type: 'device.register', kinds: [] })
    const rest = (await app.call('GET', `/api/trust/records?before=${newest!.seq}`, { token })).data as {
      type: string
    }[]
    expect(rest.length).toBeGreaterThan(0)
    expect(rest.map(({ type }) => type)).not.toContain('device.register')

    const { data: proof } = await app.call('GET', `/api/trust/records/${newest!.seq}`, { token })
    expect(JSON.parse(proof.record).body.input).toMatchObject({ publicKey: device.fields.deviceKey })
    expect(hexOf(entryHash(bytesOf(proof.salt, 16), Buffer.from(proof.record)))).toBe(proof.entry)
    const root = rootByInclusion(
      leafHash(bytesOf(proof.entry, 32)),
      proof.seq,
      proof.head.size,
      proof.path.map((hex: string) => bytesOf(hex, 32)),
    )
    expect(hexOf(root!)).toBe(proof.head.root)

    const other = await app.enrol('090-5454-0102')
    expect((await list(other.token)).map(({ seq }) => seq)).not.toContain(newest!.seq)
    expect((await app.call('GET', `/api/trust/records/${newest!.seq}`, { token: other.token })).status).toBe(
      404,
    )
  },
)
