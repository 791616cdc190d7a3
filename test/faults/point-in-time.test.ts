import { chownSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { archiveSettings } from '#platform/backup/archive.ts'
import { apiOf, must, registerMember, waitFor, type Registered } from '../app/api.ts'
import { checkDurable } from '../app/durable.ts'
import { cheapCodes } from '../app/load.ts'
import { removeDir, startServer, temporaryDir, type RunningServer } from '../app/start.ts'
import { installedPostgres, startPostgres, type OwnPostgres } from '../postgres.ts'
import { command } from './command.ts'

/**
 * The rules of docs/recovery.md, tried on the embedded PostgreSQL and on the newest one of the machine:
 * orders, a second that is noted, more orders, and the way back to that second.
 */
const NOBODY = 65_534
const own = installedPostgres().at(-1)
type Order = { id: string; status: string }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

describe.each(['embedded', ...(own === undefined ? [] : [`PostgreSQL ${own.version}`])])('%s', (kind) => {
  let root = ''
  let app: RunningServer
  let postgres: OwnPostgres | null = null
  let member: Registered
  let env: Record<string, string>
  /** Beside the settings of a restore: into the embedded database, whatever it was before. */
  let back: Record<string, string>
  let code: string
  const [before, after] = [[] as string[], [] as string[]]
  let moment = ''
  const at = (name: string) => join(root, name)
  const restore = (to: string, into: string, more: Record<string, string> = {}) =>
    command(['restore', '--to', to], { ...back, DATA_DIR: at(into), ...more })

  async function place(): Promise<string> {
    const order = { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }
    return (must(await member.api.post('/orders', order)).data as { id: string }).id
  }
  const archived = () => readdirSync(at('archive/wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))

  beforeAll(async () => {
    root = await temporaryDir()
    mkdirSync(at('archive/wal'), { recursive: true })
    if (process.getuid?.() === 0) chownSync(at('archive/wal'), NOBODY, NOBODY)
    if (kind !== 'embedded') postgres = await startPostgres(own!, at('pg'), archiveSettings(at('archive')))
    await postgres?.asAdministrator('alter role akari replication')
    back = { ARCHIVE_DIR: at('archive'), DEMO: 'on' }
    env = { ...back, DEMO_DESK: 'off', ...(postgres && { DATABASE_URL: postgres.url }) }
    app = await startServer({ dataDir: at('data'), env })
    member = await registerMember(app.url, app.invitationCode)
    ;[code] = (await waitFor(
      () => cheapCodes(apiOf(app.url)),
      (found) => found.length >= 1,
      30_000,
    )) as [string]
    await waitFor(
      () => readdirSync(at('archive/venue')).filter((name) => name.startsWith('stretch-')),
      (names) => names.length > 0,
      60_000,
    )
    const { code: status, said } = await command(['backup', '--base'], { ...env, DATA_DIR: at('data') })
    expect([status, said]).toEqual([0, expect.stringContaining('Every moment from')])
    for (let n = 0; n < 2; n++) before.push(await place())
    await pause(1_100)
    moment = new Date().toISOString()
    await pause(1_100)
    for (let n = 0; n < 2; n++) after.push(await place())
    const archivedBefore = archived().length
    await app.stop()
    if (postgres) {
      await postgres.asAdministrator('select pg_switch_wal()')
      await waitFor(archived, (names) => names.length > archivedBefore, 60_000)
    }
  }, 240_000)
  afterAll(async () => {
    await postgres?.stop()
    await removeDir(root)
  })

  it('goes back to the second: what was answered before it is there, and nothing else', async () => {
    const { code: status, said } = await restore(moment, 'again')
    expect([status, said]).toEqual([0, expect.stringContaining(`Moment: ${moment.slice(0, 19)}`)])
    expect(said).toMatch(/Last command: \S+, record \d+, of /)
    expect(said).toMatch(/The exchange goes on from .*: 2 orders in its log .*, each known to the journal/)
    expect(said).toContain('add up to 0 yen')
    expect(existsSync(`${at('again')}.recovering`)).toBe(false)
    const again = await startServer({ dataDir: at('again'), env: { DEMO_DESK: 'off' } })
    const orders = await waitFor(
      async () => must(await apiOf(again.url, member.token).get('/orders')).data as Order[],
      (found) => found.every(({ status: now }) => now === 'holding'),
      60_000,
    )
    expect(orders.map(({ id }) => id).toSorted()).toEqual(before.toSorted())
    const health = await apiOf(again.url).get('/health')
    expect(health.data.faults).not.toContain('exchange-log-damaged')
    await again.stop()
    await checkDurable(at('again'))
  }, 240_000)

  it('refuses a moment before the base backup, one after the end, and one without a zone', async () => {
    expect(await restore('2020-01-01T00:00:00Z', 'none')).toMatchObject({
      code: 1,
      said: expect.stringContaining('lies before the first base backup'),
    })
    const late = new Date(Date.now() + 3_600_000).toISOString()
    expect(await restore(late, 'none')).toMatchObject({
      code: 1,
      said: expect.stringContaining('lies after the end of the archive: the last commit'),
    })
    expect(await restore('2026-11-28 10:00', 'none')).toMatchObject({
      code: 1,
      said: expect.stringContaining('is no time with its zone'),
    })
    expect(existsSync(at('none'))).toBe(false)
  }, 240_000)

  it('goes on to the end of the archive', async () => {
    const { code: status, said } = await restore('latest', 'newest')
    expect([status, said]).toEqual([0, expect.stringContaining('Restored into')])
    expect(after).toHaveLength(2)
  }, 240_000)

  it('names a file of the log that is missing', async () => {
    const names = archived().toSorted()
    const gone = names.at(-2)!
    renameSync(join(at('archive/wal'), gone), at(gone))
    expect(await restore('latest', 'gap')).toMatchObject({
      code: 1,
      said: expect.stringContaining('The archive has a gap'),
    })
    renameSync(at(gone), join(at('archive/wal'), gone))
  }, 240_000)

  it('is nobody else’s archive: a restored server does not write into it', async () => {
    const refused = await startServer({ dataDir: at('again'), env }).catch((error: Error) => error)
    expect(refused).toMatchObject({ message: expect.stringContaining('the archive of another database') })
  }, 240_000)
})
