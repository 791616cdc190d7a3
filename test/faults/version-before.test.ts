import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { EMPTY, testDatabase } from '#platform/database/test-database.ts'
import { apiOf, logIn, must, waitFor, type Registered } from '../app/api.ts'
import { checkDurableIn } from '../app/durable.ts'
import { cheapCodes } from '../app/load.ts'
import { removeDir, startServer, temporaryDir, urlOf } from '../app/start.ts'
import { command } from './command.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/**
 * The commit before the newest migration came; null in a shallow clone, and where there is no history at
 * all.
 */
function versionBefore(): string | null {
  try {
    if (git('rev-parse', '--show-prefix') !== '') return null
    const newest = git('log', '--diff-filter=A', '-1', '--format=%H', '--', 'migrations')
    return newest === '' ? null : git('rev-parse', '--verify', `${newest}^`)
  } catch {
    return null
  }
}

const before = versionBefore()
let root = ''
beforeAll(async () => {
  root = await temporaryDir()
})
afterAll(() => removeDir(root))

/** Its sources, with the libraries of this one. */
function sourcesOf(commit: string, folder: string): void {
  mkdirSync(folder)
  const archive = spawnSync('git', ['archive', commit, 'src', 'migrations', 'assets', 'package.json'], {
    cwd: ROOT,
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['-x', '-C', folder], { input: archive.stdout })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
}

async function buysOne({ api }: Registered, url: string): Promise<void> {
  const [code] = await waitFor(
    () => cheapCodes(apiOf(url)),
    (found) => found.length > 0,
    30_000,
  )
  const lots = async () => (must(await api.get('/lots?status=open')).data as unknown[]).length
  const had = await lots()
  must(await api.post('/orders', { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }))
  await waitFor(lots, (has) => has > had, 60_000)
}

// CI takes the whole history (fetch-depth: 0); a tarball has none.
it.skipIf(before === null)(
  'the version before the newest migration begins, and goes on on the new schema; this one goes on after it (needs the history of git)',
  async () => {
    const old = join(root, 'before')
    sourcesOf(before!, old)
    const database = await testDatabase(EMPTY)
    const dataDir = join(root, 'data')
    const env = { DATABASE_URL: urlOf(database.config), DEMO: 'true' }

    const first = await startServer({ dataDir, env, root: old })
    const [member] = first.members
    await buysOne(await logIn(first.url, member!.account, member!.password), first.url)
    await first.stop()

    // The new version has brought the schema up, and is not there yet: as when it is rolled out by turns.
    await migrate(database.config)
    // By name an earlier version refuses a newer schema; here it is to work on it, so it knows the names.
    rmSync(join(old, 'migrations'), { recursive: true })
    cpSync(join(ROOT, 'migrations'), join(old, 'migrations'), { recursive: true })
    const again = await startServer({ dataDir, env, root: old })
    await buysOne(await logIn(again.url, member!.account, member!.password), again.url)
    await again.stop()

    const now = await startServer({ dataDir, env })
    await buysOne(await logIn(now.url, member!.account, member!.password), now.url)
    expect(await command(['verify'], { DATA_DIR: dataDir, ...env })).toMatchObject({ code: 0 })
    await now.stop()
    await checkDurableIn(database.config)
    await database.drop()
  },
  300_000,
)
