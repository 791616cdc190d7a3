import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EMPTY, testDatabase } from '#platform/database/test-database.ts'
import { logIn } from '../app/api.ts'
import { removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'
import { command, run } from './command.ts'

let root = ''
const at = (name: string) => join(root, name)
beforeAll(async () => {
  root = await temporaryDir()
})
afterAll(() => removeDir(root))

it('keys and secrets lie outside of DATA_DIR: a start, another, a backup without them, and its restore', async () => {
  const database = await testDatabase(EMPTY)
  mkdirSync(at('secrets'))
  mkdirSync(at('keys'))
  writeFileSync(at('secrets/database'), `${urlOf(database.config)}\n`)
  // Made before, as by whoever fills a store of secrets; the others are made by the first start.
  for (const name of ['market', 'pepper', 'signing'])
    writeFileSync(join(at('keys'), name), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 })
  const env = { DATABASE_URL_FILE: at('secrets/database'), KEYS_DIR: at('keys'), DEMO: 'on' }
  mkdirSync(join(at('data'), 'keys'), { recursive: true })

  const first = await startServer({ dataDir: at('data'), env })
  const [member] = first.members
  await first.stop()
  expect(readdirSync(at('keys')).length).toBeGreaterThan(3)
  expect(readdirSync(join(at('data'), 'keys')), 'nothing is written beside the data').toEqual([])
  const second = await startServer({ dataDir: at('data'), env })
  await logIn(second.url, member!.account, member!.password)
  expect(second.output()).not.toContain(database.config.password)

  const backup = await command(['backup', at('backup')], { DATA_DIR: at('data'), ...env })
  expect([backup.code, backup.said]).toEqual([0, expect.stringContaining('The keys lie in KEYS_DIR')])
  expect(existsSync(at('backup/files/keys'))).toBe(false)
  await second.stop()

  const { KEYS_DIR: _, ...without } = env
  const other = await run(['src/server/main.ts'], { DATA_DIR: at('data'), PORT: '0', ...without })
  expect(other).toMatchObject({
    code: 2,
    said: expect.stringContaining('The keys of this database are missing'),
  })

  const target = await testDatabase(EMPTY)
  writeFileSync(at('secrets/database'), urlOf(target.config))
  const restored = await command(['restore', at('backup')], { DATA_DIR: at('again'), ...env })
  expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restored into') })
  const third = await startServer({ dataDir: at('again'), env })
  await logIn(third.url, member!.account, member!.password)
  await third.stop()
  for (const each of [database, target]) await each.drop()
}, 240_000)
