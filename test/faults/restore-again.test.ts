import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EMPTY, testDatabase } from '#platform/database/test-database.ts'
import { waitFor } from '../app/api.ts'
import { freePort, removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'
import { command, run } from './command.ts'

/** A restore that fails or is killed half-way: nothing starts on it, and the next try goes through. */
let root = ''
const at = (name: string) => join(root, name)
const restored = { code: 0, said: expect.stringContaining('Restored into') as string }

beforeAll(async () => {
  root = await temporaryDir()
  const database = await testDatabase()
  const env = { DATABASE_URL: urlOf(database.config), DEMO: 'on' }
  const server = await startServer({ dataDir: at('data'), env })
  expect(await command(['backup', at('backup')], { DATA_DIR: at('data'), ...env })).toMatchObject({ code: 0 })
  await server.stop()
  await database.drop()
}, 120_000)
afterAll(() => removeDir(root))

const restoring = (env: Record<string, string>) =>
  spawn(process.execPath, ['scripts/boot.mjs', 'restore', at('backup')], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })

/** Restores, and is killed as soon as `isThere`. */
async function killedRestore(env: Record<string, string>, isThere: () => Promise<boolean>): Promise<void> {
  const child = restoring(env)
  await waitFor(isThere, (there) => there || child.exitCode !== null, 60_000)
  expect(child.exitCode, 'it was still at work').toBe(null)
  child.kill('SIGKILL')
  await once(child, 'exit')
}

it('that found no database leaves nothing that the next try refuses', async () => {
  const nowhere = `postgresql://akari:x@127.0.0.1:${await freePort()}/akari`
  const away = await command(['restore', at('backup')], { DATA_DIR: at('first'), DATABASE_URL: nowhere })
  expect(away).toMatchObject({ code: 1, said: expect.stringContaining('nobody answers at') })
  const refusal = await run(['src/server/main.ts'], { DATA_DIR: at('first'), PORT: '0' })
  expect(refusal).toMatchObject({
    code: 2,
    said: expect.stringMatching(
      /^Akari cannot start: A backup was to be restored into .+ Run npm run restore again/,
    ),
  })
  const database = await testDatabase(EMPTY)
  const env = { DATA_DIR: at('first'), DATABASE_URL: urlOf(database.config) }
  for (const asked of [['restore', at('backup')], ['verify']])
    expect(await command(asked, env), 'held against other rules').toMatchObject({
      said: expect.stringContaining('was begun in the demo setting, and DEMO is off'),
    })
  Object.assign(env, { DEMO: 'on' })
  expect(await command(['restore', at('backup')], env)).toMatchObject(restored)
  expect(await command(['restore', at('backup')], env)).toMatchObject({
    code: 1,
    said: expect.stringContaining('is not empty'),
  })
  await database.drop()
}, 120_000)

it('that was killed with its embedded database half made is cleared by the next try, which a server starts on', async () => {
  await killedRestore({ DATA_DIR: at('embedded') }, async () =>
    existsSync(join(at('embedded'), 'postgres', 'cluster', 'postmaster.pid')),
  )
  const { code, said } = await command(['restore', at('backup')], { DATA_DIR: at('embedded') })
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/^What an earlier restore had left there was cleared\.[^]+Restored into/),
  ])
  expect(readdirSync(at('embedded'))).not.toContain('restore-unfinished.json')
  const server = await startServer({ dataDir: at('embedded') })
  await server.stop()
}, 180_000)

it('that was killed among the tables of a database of one’s own is cleared there too', async () => {
  const database = await testDatabase(EMPTY)
  const client = new pg.Client(database.config)
  await client.connect()
  const env = { DATA_DIR: at('own'), DATABASE_URL: urlOf(database.config), DEMO: 'on' }
  await killedRestore(env, async () => {
    const { rows } = await client.query<{ has: boolean }>("select to_regclass('journal') is not null as has")
    return rows[0]!.has
  })
  const elsewhere = await run(['src/server/main.ts'], {
    ...env,
    DATA_DIR: at('another'),
    DEMO: 'on',
    PORT: '0',
  })
  expect(elsewhere).toMatchObject({
    code: 2,
    said: expect.stringContaining('the database of DATABASE_URL, and that did not end'),
  })
  expect(await command(['restore', at('backup')], env)).toMatchObject(restored)
  await client.end()
  const server = await startServer({ dataDir: at('own'), env: { ...env, DEMO: 'on' } })
  await server.stop()
  await database.drop()
}, 180_000)

it('is not cleared while it is at work', async () => {
  const first = restoring({ DATA_DIR: at('twice') })
  const mark = join(at('twice'), 'restore-unfinished.json')
  const { pid } = await waitFor(
    async () =>
      existsSync(mark) ? (JSON.parse(readFileSync(mark, 'utf8') || '{}') as { pid?: number }) : {},
    (written) => written.pid !== undefined,
    60_000,
  )
  // Held where it is: it could be done before the second has asked.
  process.kill(pid!, 'SIGSTOP')
  expect(await command(['restore', at('backup')], { DATA_DIR: at('twice') })).toMatchObject({
    code: 1,
    said: expect.stringMatching(/A restore into .+ is at work \(process \d+\)/),
  })
  process.kill(pid!, 'SIGKILL')
  await once(first, 'exit')
}, 120_000)
