import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { Misconfigured } from '#platform/misconfigured.ts'
import { startTestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { run } from './command.ts'

/**
 * Files of a data directory, each with the tests that delete, cut, change and garble it: what a start makes
 * of that is never silence. A new file gets a row.
 */
const FILES: [file: RegExp, hurtIn: string][] = [
  [/^house\.json$/, 'src/platform/database/ownership.test.ts'],
  [/^keys\/[a-z-]+$/, 'src/platform/database/ownership.test.ts'],
  [/^handed-over\/[a-z0-9-]+\.txt$/, 'src/server/founding.test.ts'],
  [/^sealed-rows\.json$/, 'src/platform/engine/row-seal.test.ts'],
  [/^auditor-(head|day)\.json$/, 'src/server/stored-checks.test.ts'],
  [/^venue\/stretch-\d+\.json$/, 'src/modules/venue/server/damaged-files.test.ts'],
  [/^venue\/[^/]+\.log$/, 'src/modules/venue/server/damaged-files.test.ts'],
  [/^venue\/days\/[\d-]+\.json$/, 'src/server/stored-checks.test.ts'],
  [/^venue\/receipts\/[\d-]+\/\d+\.log$/, 'src/modules/venue/server/receipt-book.test.ts'],
]
const ROOT = join(import.meta.dirname, '..', '..')
let folder: string
let files: string[]
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'akari-files-'))
  const app = await startTestApp()
  const { dataDir } = app.context.config
  // A snapshot of the exchange, and a head that the auditor signed.
  const names = () => readdirSync(dataDir, { recursive: true }).map(String)
  await waitFor(
    () => names().join(),
    (all) => all.includes('auditor-head') && all.includes('stretch-'),
    200_000,
  )
  execFileSync('cp', ['-r', `${dataDir}/.`, folder])
  await app.close()
  files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const settings = () => ({ DATA_DIR: folder, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })

it('every file of a running server has a row here, and the tests of the row are there', () => {
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter((file) => !FILES.some(([pattern]) => pattern.test(file)))).toEqual([])
  for (const [, test] of FILES) expect(readFileSync(join(ROOT, test), 'utf8')).toContain('it(')
  expect(() => readConfig(settings())).not.toThrow()
})

/** Things that stand in a file's place. */
const PLACES: [what: string, put: (path: string) => void][] = [
  ['a directory', (path) => mkdirSync(path)],
  ['a named pipe', (path) => execFileSync('mkfifo', [path])],
]
describe.each(PLACES)('%s in the place of a file', (what, put) => {
  it('is refused by name, with a way out, before anything is read', () => {
    for (const file of files) {
      const path = join(folder, file)
      renameSync(path, `${folder}.kept`)
      put(path)
      let said: unknown
      try {
        readConfig(settings())
      } catch (error) {
        said = error
      }
      rmSync(path, { recursive: true })
      renameSync(`${folder}.kept`, path)
      expect(said, file).toBeInstanceOf(Misconfigured)
      expect((said as Misconfigured).message).toContain(`${path} is ${what}, and no file. Put back`)
    }
  })
})

it('a file that no start could hold is refused by its size, before it is read', () => {
  for (const file of files) {
    const path = join(folder, file)
    renameSync(path, `${folder}.kept`)
    writeFileSync(path, '')
    // A hole: nothing of it lies on the disk.
    truncateSync(path, 4 * 2 ** 30)
    expect(() => readConfig(settings()), file).toThrow(`${path} has 4294967296 bytes`)
    rmSync(path)
    renameSync(`${folder}.kept`, path)
  }
})

it('what no server writes is refused too, where it would be waited for', () => {
  for (const path of ['strange', 'venue/strange', 'postgres/cluster/postmaster.pid']) {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    execFileSync('mkfifo', [join(folder, path)])
    expect(() => readConfig(settings()), path).toThrow('a named pipe')
    rmSync(join(folder, path))
  }
  writeFileSync(join(folder, 'strange'), '')
  expect(() => readConfig(settings())).not.toThrow()
})

it('a start that finds one ends by itself and says so', async () => {
  const path = join(folder, 'keys', 'salts')
  renameSync(path, `${folder}.kept`)
  execFileSync('mkfifo', [path])
  const { code, said } = await run(['src/server/main.ts'], { ...settings(), PORT: '0' })
  expect(said).toContain(`${path} is a named pipe, and no file.`)
  expect(code).not.toBe(0)
}, 120_000)
