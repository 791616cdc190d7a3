import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Manifest } from '#platform/backup/manifest.ts'
import { apiOf, must, registerMember, waitFor, type Registered } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { cheapCodes, expectAll, load, type Acknowledged } from '../app/load.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'
import { command, run } from './command.ts'

/**
 * The rules of docs/operate.md for backups, tried: taken from a server at work, restored elsewhere, refused
 * where it must be.
 */
let root = ''
const at = (name: string) => join(root, name)
const before: Acknowledged[] = []
let members: Registered[]
let manifest: Manifest
/** The newest head that a phone saw before the server was lost. */
let seen: { size: number }

const headOf = async (url: string) =>
  must(await apiOf(url).get('/trust/heads')).data as { newest: { size: number } | null; records: number }

beforeAll(async () => {
  root = await temporaryDir()
  const app = await startServer({ dataDir: at('data'), env: { DEMO_DESK: 'off' } })
  members = [
    await registerMember(app.url, app.invitationCode),
    await registerMember(app.url, app.invitationCode),
  ]
  const codes = await waitFor(
    () => cheapCodes(apiOf(app.url)),
    (found) => found.length >= 6,
    30_000,
  )
  let over = false
  const during: Acknowledged[] = []
  await waitFor(
    () => headOf(app.url),
    ({ newest }) => newest !== null,
    60_000,
  )
  const running = members.map((member) => load(member, codes, during, () => over))
  await waitFor(
    () => during,
    (noted) => noted.length >= 10,
  )
  before.push(...during)
  const { code, said } = await command(['backup', at('backup')], { DATA_DIR: at('data') })
  expect([code, said]).toEqual([0, expect.stringContaining('Backed up:')])
  const then = during.length
  await waitFor(
    () => during,
    (noted) => noted.length > then,
    60_000,
  )
  over = true
  await Promise.all(running)
  manifest = JSON.parse(readFileSync(join(at('backup'), 'backup.json'), 'utf8')) as Manifest
  seen = (
    await waitFor(
      () => headOf(app.url),
      ({ newest }) => newest!.size > manifest.journal.seq + 1,
      60_000,
    )
  ).newest!
  await app.kill()
}, 240_000)
afterAll(() => removeDir(root))

describe('a backup', () => {
  it('holds the rows of one moment and every file but the database’s own', () => {
    expect(manifest.tables.find(({ name }) => name === 'journal')!.rows).toBe(manifest.journal.seq + 1)
    const paths = manifest.files.map(({ path }) => path)
    for (const path of [
      'files/house.json',
      'files/keys/signing',
      'files/keys/images',
      'files/auditor-head.json',
    ])
      expect(paths).toContain(path)
    expect(paths.some((path) => path.startsWith('files/venue/stretch-'))).toBe(true)
    expect(paths.filter((path) => path.includes('postgres'))).toEqual([])
  })

  it('is not written over, and one that is damaged or cut short is not restored', async () => {
    expect(await command(['backup', at('backup')], { DATA_DIR: at('data') })).toMatchObject({
      code: 1,
      said: expect.stringContaining('is there already'),
    })
    cpSync(at('backup'), at('damaged'), { recursive: true })
    const file = join(at('damaged'), 'tables', 'journal.gz')
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1]! ^= 1
    writeFileSync(file, bytes)
    expect(await command(['restore', at('damaged')], { DATA_DIR: at('nowhere') })).toMatchObject({
      code: 1,
      said: expect.stringContaining('tables/journal.gz is not what was written'),
    })
    cpSync(at('backup'), at('cut'), { recursive: true, filter: (path) => !path.endsWith('backup.json') })
    expect(await command(['restore', at('cut')], { DATA_DIR: at('nowhere') })).toMatchObject({
      code: 1,
      said: expect.stringContaining('is no finished backup'),
    })
    expect(existsSync(at('nowhere'))).toBe(false)
  })
})

describe('a restored server', () => {
  let app: RunningServer
  beforeAll(async () => {
    const { code, said } = await command(['restore', at('backup')], { DATA_DIR: at('again') })
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`the journal holds from its first record to ${manifest.journal.seq}`),
    ])
    expect(said).toContain(manifest.journal.head)
    // The auditor's own memory, which is theirs and not the server's to restore.
    cpSync(join(at('data'), 'auditor-head.json'), join(at('again'), 'auditor-head.json'))
    app = await startServer({ dataDir: at('again'), env: { DEMO_DESK: 'off' } })
  })
  afterAll(async () => {
    await app.stop()
    await checkDurable(at('again'))
  })

  it('is not restored over another', async () => {
    expect(await command(['restore', at('backup')], { DATA_DIR: at('again') })).toMatchObject({
      code: 1,
      said: expect.stringContaining('is not empty'),
    })
  })

  it('goes on where the backup ends: members are logged in, all that was answered before is there once, and new orders are filled', async () => {
    await expectAll(before, members, app.url)
    expect((await apiOf(app.url).get('/health')).data.faults).not.toContain('exchange-log-damaged')
    expect((await headOf(app.url)).records).toBeGreaterThan(manifest.journal.seq)
    const codes = await waitFor(
      () => cheapCodes(apiOf(app.url)),
      (found) => found.length >= 6,
      30_000,
    )
    const member = await registerMember(app.url, app.invitationCode)
    const order = must(
      await member.api.post('/orders', {
        code: codes[0],
        side: 'up',
        type: 'market',
        quantity: 100,
        leverage: 1,
      }),
    ).data as { id: string }
    await waitFor(
      async () => must(await member.api.get('/orders')).data as { id: string; status: string }[],
      (orders) => orders.find(({ id }) => id === order.id)?.status === 'holding',
      60_000,
    )
  })

  it('lets no second server on the same data', async () => {
    const second = await run(['src/server/main.ts'], { DATA_DIR: at('again'), PORT: '0' })
    expect(second).toMatchObject({
      code: 1,
      said: expect.stringContaining('another Akari is at work on this data'),
    })
  })

  it('is a shorter journal than the phones have seen: it cannot show that it goes on, and an auditor who remembers does not sign for it', async () => {
    const { newest } = await headOf(app.url)
    const answer = await apiOf(app.url).get(`/trust/consistency?from=${newest!.size}&to=${seen.size}`)
    expect([newest!.size < seen.size, answer.data.rejection]).toEqual([true, 'NO_SUCH_HEAD'])
    await waitFor(
      () => apiOf(app.url).get('/health'),
      ({ data }) => data.measures.trust.headsRefused > 0,
      60_000,
    )
  })
})
