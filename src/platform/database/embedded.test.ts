import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isRoot } from './binaries.ts'
import { startEmbedded, type Embedded } from './embedded.ts'

/** Most tests share one data directory: making one takes longer than all of them. */
let folder: string
const folders: string[] = []
const running: Embedded[] = []

function freshFolder(): string {
  const fresh = mkdtempSync(join(tmpdir(), 'akari-embedded-'))
  chmodSync(fresh, 0o711)
  folders.push(fresh)
  return fresh
}
beforeAll(() => (folder = freshFolder()))
afterEach(async () => {
  for (const each of running.splice(0)) await each.stop()
})
afterAll(() => folders.forEach((each) => rmSync(each, { recursive: true, force: true })))

async function start(dataDir = folder): Promise<Embedded> {
  const embedded = await startEmbedded(dataDir)
  running.push(embedded)
  return embedded
}
async function ask(embedded: Embedded, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(embedded.config)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
const pidFile = () => join(folder, 'postgres', 'cluster', 'postmaster.pid')
const postmaster = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10)

describe('the embedded PostgreSQL', () => {
  it('keeps what it was told over a restart, and never saves at durability', async () => {
    const first = await start()
    await ask(first, 'create table kept as select 1 as one')
    await first.stop()
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select * from kept')).toEqual([{ one: 1 }])
    for (const [name, value] of [
      ['fsync', 'on'],
      ['full_page_writes', 'on'],
      ['synchronous_commit', 'on'],
      ['data_checksums', 'on'],
      ['listen_addresses', ''],
    ]) {
      expect(await ask(second, `show ${name}`)).toEqual([{ [name!]: value }])
    }
  })

  it('that did not come up in time is stopped, and the next start finds its way', async () => {
    const own = freshFolder()
    await expect(startEmbedded(own, 0)).rejects.toThrow('did not start within 0 s')
    expect(existsSync(join(own, 'postgres', 'cluster', 'postmaster.pid'))).toBe(false)
    expect(await ask(await start(own), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('whose server was killed before it made the database is adopted, and gets one', async () => {
    const own = freshFolder()
    const first = await start(own)
    await ask({ ...first, config: { ...first.config, database: 'postgres' } }, 'drop database akari')
    const second = await start(own)
    expect(second.adopted).toBe(true)
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('is reachable through a socket in a closed folder, with a password that lies in a file of its own', async () => {
    const embedded = await start()
    expect(statSync(embedded.config.host).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, 'keys', 'postgres')).mode & 0o777).toBe(0o600)
    await expect(
      ask({ ...embedded, config: { ...embedded.config, password: 'wrong' } }, 'select 1'),
    ).rejects.toThrow('password authentication failed')
  })

  it('says by name that its password is gone or another, leaves no postmaster behind, and goes on with the right one', async () => {
    await (await start()).stop()
    const file = join(folder, 'keys', 'postgres')
    const password = readFileSync(file, 'utf8')
    rmSync(file)
    await expect(startEmbedded(folder)).rejects.toThrow(
      `${file}, the password of the database in ${folder}, is gone.`,
    )
    expect(existsSync(file)).toBe(false)
    writeFileSync(file, '')
    await expect(startEmbedded(folder)).rejects.toThrow(`${file} is empty.`)
    for (const other of [`0${password}`, password.slice(0, 20), '\xa5'.repeat(64)]) {
      writeFileSync(file, other)
      await expect(startEmbedded(folder)).rejects.toThrow(/does not take the password in keys\/postgres/)
    }
    writeFileSync(file, password)
    expect(await ask(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('adopts a postmaster that a killed server left behind, and stops it in the end', async () => {
    await startEmbedded(folder)
    const pid = postmaster()
    const second = await start()
    expect([second.adopted, postmaster()]).toEqual([true, pid])
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
    await second.stop()
    expect(existsSync(pidFile())).toBe(false)
  })

  it('two servers that start at once share one postmaster', async () => {
    await (await start()).stop()
    const both = await Promise.all([start(), start()])
    expect(both.filter(({ adopted }) => adopted)).toHaveLength(1)
    for (const each of both) expect(await ask(each, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('starts again after a postmaster that was killed with all that it had open (trap: postmaster.pid)', async () => {
    const first = await startEmbedded(folder)
    await ask(first, 'create table killed as select 1 as one')
    process.kill(postmaster(), 'SIGKILL')
    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await ask(second, 'select * from killed')).toEqual([{ one: 1 }])
  })

  it.each([
    [
      'has the number of another process',
      () => `${process.pid}\n${join(folder, 'postgres', 'cluster')}\n1\n5432\n\n\n  1  1\nready   \n`,
    ],
    ['is empty', () => ''],
  ])('starts when the file of a killed postmaster %s (trap: postmaster.pid)', async (_what, text) => {
    await (await start()).stop()
    writeFileSync(pidFile(), text())
    const second = await start()
    expect(await ask(second, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('makes a data directory that a killed first start left half made', async () => {
    const half = freshFolder()
    mkdirSync(join(half, 'postgres', 'cluster.making'), { recursive: true })
    writeFileSync(join(half, 'postgres', 'cluster.making', 'PG_VERSION'), '18')
    if (isRoot()) chmodSync(join(half, 'postgres'), 0o777)
    expect(await ask(await start(half), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it.runIf(isRoot())(
    'as root below a folder closed to others, keeps its data where it can be reached',
    async () => {
      const closed = freshFolder()
      chmodSync(closed, 0o700)
      const embedded = await start(closed)
      const home = realpathSync(join(closed, 'postgres'))
      expect([lstatSync(join(closed, 'postgres')).isSymbolicLink(), home.startsWith(closed)]).toEqual([
        true,
        false,
      ])
      expect(await ask(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
      await running.pop()!.stop()
      rmSync(home, { recursive: true })
      await expect(startEmbedded(closed)).rejects.toThrow('which is gone')
    },
  )

  it('is stopped also when its files are gone', async () => {
    const dataDir = freshFolder()
    const { stop, postmaster: started } = await startEmbedded(dataDir)
    rmSync(dataDir, { recursive: true })
    await stop()
    expect(existsSync(`/proc/${started.pid}`)).toBe(false)
  })
})
