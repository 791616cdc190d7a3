import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { administer, testDatabase } from '#platform/database/test-database.ts'
import { SETTINGS } from '#platform/setting-names.ts'
import { removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'

/** `docs/production.md`, read as whoever types it would: its commands, their paths and settings. */
const ROOT = join(import.meta.dirname, '..', '..')
const PAGE = readFileSync(join(ROOT, 'docs/production.md'), 'utf8')
const BLOCKS = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
/** Files that `npm run release` makes beside what it copies. */
const MADE = ['akari']

let folder = ''
beforeAll(async () => {
  folder = await temporaryDir()
})
afterAll(() => removeDir(folder))

/** A block with its places in `folder`, and this clone for the release. */
function here(block: string): string {
  return block
    .replaceAll('/etc/akari', join(folder, 'etc/akari'))
    .replaceAll('/etc/caddy', join(folder, 'etc/caddy'))
    .replaceAll('/opt/akari', ROOT)
}
const blockWith = (words: string): string => BLOCKS.find((block) => block.includes(words))!

it('every path of the release that it names is there, and its archive is of this version', () => {
  const paths = [...PAGE.matchAll(/\/opt\/akari\/([\w./-]+)/g)].map(([, path]) => path!)
  expect(paths.length).toBeGreaterThan(4)
  for (const path of paths) expect(MADE.includes(path) || existsSync(join(ROOT, path)), path).toBe(true)
  for (const [, path] of PAGE.matchAll(/\b(deploy\/[\w./-]*\w)/g))
    if (!path!.startsWith('deploy/secrets')) expect(existsSync(join(ROOT, path!)), path).toBe(true)
  const named = new Set([...PAGE.matchAll(/akari-(\d+\.\d+\.\d+)/g)].map(([, found]) => found))
  expect([...named]).toEqual([version])
})

it('every setting that it names is one', () => {
  const named = [...PAGE.matchAll(/`([A-Z][A-Z_]{3,})(?:=\w*)?`/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(3)
  expect(named.filter((name) => !(SETTINGS as readonly string[]).includes(name))).toEqual([])
})

it('every block is a script that a shell reads', () => {
  expect(BLOCKS.length).toBe(6)
  for (const block of BLOCKS) execFileSync('sh', ['-n'], { input: block })
})

it('the database, the settings and the proxy of the page, typed as they stand, let a server begin that waits for its first people', async () => {
  const name = `page_${process.pid}`
  const { config, drop } = await testDatabase()
  for (const place of ['etc/akari', 'etc/caddy']) mkdirSync(join(folder, place), { recursive: true })

  // The SQL goes to the database of the tests in place of the machine's.
  const database = here(blockWith('create database'))
  const [typed, sql] = /su postgres -c psql <<SQL\n(.*?)^SQL\n/ms.exec(database)!
  execFileSync('sh', ['-eu'], {
    input: database.replace(typed, `cat > ${folder}/database.sql <<SQL\n${sql}SQL\n`),
  })
  const statements = readFileSync(join(folder, 'database.sql'), 'utf8').replaceAll(/\bakari\b/g, name)
  for (const statement of statements.trim().split('\n')) await administer(config, statement)
  const url = new URL(readFileSync(join(folder, 'etc/akari/database-url'), 'utf8').trim())
  expect(statSync(join(folder, 'etc/akari/database-url')).mode & 0o077, 'for nobody else').toBe(0)

  for (const words of ['akari.env', 'Caddyfile']) {
    const block = here(blockWith(words)).replaceAll(/^(?:systemctl|curl) .*\n/gm, '')
    execFileSync('sh', ['-eu'], { input: block })
  }
  expect(readFileSync(join(folder, 'etc/caddy/Caddyfile'), 'utf8')).toContain('\nyour.name {')
  const settings = parseEnv(readFileSync(join(folder, 'etc/akari/akari.env'), 'utf8')) as Record<
    string,
    string
  >
  expect(readConfig({ ...settings, DATA_DIR: join(folder, 'none') })).toMatchObject({
    origin: 'https://your.name',
    demo: false,
    proxies: ['127.0.0.1'],
  })

  const own = urlOf({ ...config, user: name, password: url.password, database: name })
  const app = await startServer({ dataDir: join(folder, 'data'), env: { ...settings, DATABASE_URL: own } })
  expect(existsSync(join(folder, 'data/handed-over/op-first-administrator.txt'))).toBe(true)
  const page = await fetch(`${app.url}/`, { headers: { 'x-forwarded-proto': 'https' } })
  expect([page.status, page.headers.get('strict-transport-security')]).toEqual([200, expect.any(String)])
  await app.stop()
  await administer(config, `drop database ${name}`)
  await administer(config, `drop role ${name}`)
  await drop()
}, 120_000)
