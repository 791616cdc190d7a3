import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { EMPTY, testDatabase } from '#platform/database/test-database.ts'
import { waitFor } from '../app/api.ts'
import { freePort, removeDir, temporaryDir } from '../app/start.ts'
import { command } from './command.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const IMAGE_MB = 350
const USER = 10_001
let folder = ''
let release = ''
let archive = ''

beforeAll(async () => {
  folder = await temporaryDir()
  const packed = join(folder, 'packed')
  expect(await command(['release', packed], {})).toMatchObject({ code: 0 })
  archive = readdirSync(packed).find((name) => name.endsWith('.tar.gz'))!
  mkdirSync(join(folder, 'unpacked'))
  execFileSync('tar', ['-xzf', join(packed, archive), '-C', join(folder, 'unpacked')])
  release = join(folder, 'unpacked', archive.replace('.tar.gz', ''))
}, 240_000)
afterAll(() => removeDir(folder))

const healthOf = (port: number) =>
  waitFor(
    async () =>
      ((await (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.json()) ?? {}) as {
        data?: { status: string }
      },
    ({ data }) => data?.status === 'ok',
    120_000,
  )
const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))
const megabytes = (path: string): number =>
  Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])

describe('the release', () => {
  it('is what its checksums say, and lists every part that it has by name, version and hash', () => {
    const packed = join(folder, 'packed')
    const [sums, parts] = ['.sha256', '.cdx.json'].map((end) => archive.replace('.tar.gz', end))
    const checked = spawnSync('sha256sum', ['-c', sums!], { cwd: packed, encoding: 'utf8' })
    expect(checked.stdout).toBe(`${archive}: OK\n${parts}: OK\n`)

    type Part = { name: string; version: string; hashes?: unknown[] }
    const sbom = JSON.parse(readFileSync(join(packed, parts!), 'utf8')) as {
      bomFormat: string
      components: Part[]
    }
    expect(sbom.bomFormat).toBe('CycloneDX')
    const listed = new Set(sbom.components.map(({ name, version }) => `${name} ${version}`))
    const present = packagesIn(join(release, 'node_modules'))
    expect(present.length).toBeGreaterThan(50)
    expect(present.filter((each) => !listed.has(each))).toEqual([])
    expect(sbom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([])
  })

  it('has no tool of development, no test, and no file that others may write', () => {
    const names = readdirSync(join(release, 'node_modules'))
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg']))
    for (const tool of ['vite', 'vitest', 'typescript', 'oxlint', 'react', 'playwright-core'])
      expect(names).not.toContain(tool)
    const find = (...args: string[]) => execFileSync('find', [release, ...args], { encoding: 'utf8' })
    expect(find('-name', '*.test.ts*', '-not', '-path', '*/node_modules/*')).toBe('')
    expect(find('-type', 'f', '-perm', '-o+w')).toBe('')
  })

  it('starts by one command with an empty environment, serves the app, and stops in good order', async () => {
    const port = await freePort()
    const env = { PATH: '/usr/bin:/bin', PORT: String(port), DATA_DIR: join(folder, 'data') }
    const child = spawn(join(release, 'akari'), ['start'], { cwd: folder, env, stdio: 'ignore' })
    await healthOf(port)
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    expect(page).toContain('<!doctype html>')
    const verified = spawnSync(join(release, 'akari'), ['verify'], { cwd: folder, env, encoding: 'utf8' })
    expect(verified.status, verified.stdout + verified.stderr).toBe(0)
    const end = ended(child)
    child.kill('SIGTERM')
    expect(await end).toBe(0)
    expect(spawnSync(join(release, 'akari'), ['build'], { env, encoding: 'utf8' }).status).toBe(2)
  })
})

/** Parts of a container, without its engine: namespaces, a root of its own, another user. */
const mayIsolate =
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['-m', '-p', '-f', 'mount', '-t', 'tmpfs', 'x', '/mnt']).status === 0
const ISOLATED = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount --bind "$DATA" "$ROOT/var/lib/akari"
mount -t tmpfs tmpfs "$ROOT/tmp"
mount -t tmpfs tmpfs "$ROOT/run"
mount -t tmpfs tmpfs "$ROOT/dev"
for device in null zero urandom random; do touch "$ROOT/dev/$device"; mount --bind "/dev/$device" "$ROOT/dev/$device"; done
mount -t proc proc "$ROOT/proc"
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DATABASE_URL="$URL" DEMO=off HOST=127.0.0.1 PORT="$PORT" DATA_DIR=/var/lib/akari \\
  setpriv --no-new-privs chroot --userspec=${USER}:${USER} "$ROOT" \\
  /opt/akari/bin/node /opt/akari/scripts/production.ts start
`

describe('the root file system of the image', () => {
  let root = ''
  beforeAll(() => {
    if (!mayIsolate) return
    root = join(folder, 'root')
    execFileSync(join(ROOT, 'deploy/root-filesystem.sh'), [release, root])
  })

  it.skipIf(!mayIsolate)(`has no shell, and is at most ${IMAGE_MB} MB (needs root)`, () => {
    expect(['bin/sh', 'usr/bin/sh', 'bin/bash'].filter((path) => existsSync(join(root, path)))).toEqual([])
    expect(megabytes(root)).toBeLessThanOrEqual(IMAGE_MB)
  })

  it.skipIf(!mayIsolate)(
    'runs read-only as process 1 and as a user without rights, is healthy by its own check, and stops by SIGTERM (needs root, unshare)',
    async () => {
      const database = await testDatabase(EMPTY)
      const { host, port: number, user, password, database: name } = database.config
      // The database of the tests has a socket of its own user alone.
      const bridge = await bridgeTo(join(host, `.s.PGSQL.${number}`))
      const data = join(folder, 'volume')
      mkdirSync(data, { mode: 0o700 })
      chownSync(data, USER, USER)
      const port = await freePort()
      const child = spawn('unshare', ['-m', '-p', '-f', 'sh', '-c', ISOLATED], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH']!,
          ROOT: root,
          DATA: data,
          PORT: String(port),
          URL: `postgresql://${user}:${password}@127.0.0.1:${(bridge.address() as AddressInfo).port}/${name}`,
        },
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => (said += text))
      const end = ended(child)
      onTestFinished(async () => {
        // The namespace ends with its process 1, and unshare with it.
        const [left] = childrenOf(child.pid!)
        if (child.exitCode === null && left !== undefined) process.kill(left, 'SIGKILL')
        bridge.close()
        await database.drop()
      })
      await Promise.race([healthOf(port), end.then(() => Promise.reject(new Error('it ended')))]).catch(
        (error: unknown) => Promise.reject(new Error(said, { cause: error })),
      )

      // Process 1 of the namespace is the only child of unshare.
      const [first] = childrenOf(child.pid!)
      const status = readFileSync(`/proc/${first}/status`, 'utf8')
      expect(status).toMatch(new RegExp(`^Uid:\\s+${USER}\\s`, 'm'))
      expect(status).toMatch(/^NSpid:\s+\d+\s+1$/m)
      expect(status).toMatch(/^CapEff:\s+0+$/m)
      const inside = (...args: string[]) =>
        spawnSync(
          'nsenter',
          ['-t', String(first), '-m', '-p', `--root=/proc/${first}/root`, `--setuid=${USER}`, ...args],
          { encoding: 'utf8', env: { PORT: String(port) } },
        )
      expect(inside('/opt/akari/bin/node', '/opt/akari/deploy/healthy.mjs').status).toBe(0)
      const writes = "require('fs').writeFileSync('/opt/akari/src/x', '')"
      expect(inside('/opt/akari/bin/node', '-e', writes).stderr).toMatch(/EROFS|EACCES/)

      process.kill(first!, 'SIGTERM')
      await end
      expect(said).not.toMatch(/"level":60/)
      expect(inside('/opt/akari/bin/node', '-v').status, 'the namespace is gone').not.toBe(0)
    },
    240_000,
  )
})

const childrenOf = (pid: number): number[] =>
  spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter(Boolean)
    .map(Number)

function bridgeTo(socket: string): Promise<Server> {
  const bridge = createServer((from) => {
    const to = connect(socket)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const)
      one.on('error', () => other.destroy()).pipe(other)
  })
  return new Promise((resolve) => bridge.listen(0, '127.0.0.1', () => resolve(bridge)))
}

/** Names and versions of everything below a folder `node_modules`. */
function packagesIn(modules: string): string[] {
  return readdirSync(modules).flatMap((name) => {
    const path = join(modules, name)
    if (name.startsWith('.') || !lstatSync(path).isDirectory()) return []
    if (name.startsWith('@')) return packagesIn(path)
    const nested = existsSync(join(path, 'node_modules')) ? packagesIn(join(path, 'node_modules')) : []
    const { name: full, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
      name: string
      version: string
    }
    return [`${full} ${version}`, ...nested]
  })
}
