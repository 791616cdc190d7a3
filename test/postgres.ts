import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './app/start.ts'

/** Debian's folder, one for each version of PostgreSQL. */
const DEBIAN = '/usr/lib/postgresql'
const NOBODY = 65_534
const PASSWORD = 'for-a-test'
export type Installed = { version: number; binaries: string }

/** Versions of PostgreSQL that this machine has beside the embedded one, oldest first. */
export const installedPostgres = (): Installed[] =>
  (existsSync(DEBIAN) ? readdirSync(DEBIAN) : [])
    .map((name) => ({ version: Number(name), binaries: join(DEBIAN, name, 'bin') }))
    .filter(({ binaries }) => existsSync(join(binaries, 'postgres')))
    .toSorted((a, b) => a.version - b.version)

/** PostgreSQL does not run as root. */
const asNobody = () => (process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {})

export type OwnPostgres = {
  port: number
  /** A URL of the user `akari`, who owns the database of that name. */
  url: string
  asAdministrator(sql: string, database?: string): Promise<void>
  stop(): Promise<void>
}

/** A cluster of an installed version in `folder`, with its defaults, at a port of 127.0.0.1. */
export async function startPostgres(
  { binaries }: Installed,
  folder: string,
  settings: Record<string, string> = {},
): Promise<OwnPostgres> {
  mkdirSync(folder)
  writeFileSync(join(folder, 'password'), PASSWORD)
  if (process.getuid?.() === 0) {
    chownSync(folder, NOBODY, NOBODY)
    chownSync(join(folder, 'password'), NOBODY, NOBODY)
  }
  const cluster = join(folder, 'cluster')
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      cluster,
      '-U',
      'boss',
      '--auth=scram-sha-256',
      `--pwfile=${join(folder, 'password')}`,
      '-E',
      'UTF8',
      '-N',
    ],
    { ...asNobody(), cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C.UTF-8' } },
  )
  if (made.status !== 0) throw new Error(made.stderr)
  const port = await freePort()
  const given = {
    port: String(port),
    unix_socket_directories: folder,
    listen_addresses: '127.0.0.1',
    ...settings,
  }
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', cluster, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...asNobody(), cwd: '/', stdio: 'ignore', env: { LC_ALL: 'C.UTF-8' } },
  )
  const asAdministrator = async (sql: string, database = 'postgres') => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'boss', password: PASSWORD, database })
    client.on('error', () => {})
    await client.connect()
    await client.query(sql).finally(() => client.end())
  }
  await answering(child, () => asAdministrator(`create role akari login password '${PASSWORD}'`))
  await asAdministrator('create database akari owner akari')
  return {
    port,
    url: `postgresql://akari:${PASSWORD}@127.0.0.1:${port}/akari`,
    asAdministrator,
    stop: () => ended(child, 'SIGINT'),
  }
}

/** PgBouncer before a PostgreSQL, in one of its modes; `url` leads through it. */
export async function startPooler(
  program: string,
  folder: string,
  database: OwnPostgres,
  mode: 'session' | 'transaction',
): Promise<{ url: string; stop(): Promise<void> }> {
  mkdirSync(folder)
  const port = await freePort()
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"akari" "${PASSWORD}"\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]\nakari = host=127.0.0.1 port=${database.port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
      `auth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\nunix_socket_dir =\ndefault_pool_size = 40\nignore_startup_parameters = extra_float_digits\n`,
  )
  if (process.getuid?.() === 0)
    for (const name of ['', 'users.txt', 'pgbouncer.ini']) chownSync(join(folder, name), NOBODY, NOBODY)
  const child = spawn(program, [join(folder, 'pgbouncer.ini')], { ...asNobody(), cwd: '/', stdio: 'ignore' })
  const url = database.url.replace(`:${database.port}/`, `:${port}/`)
  await answering(child, async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
  })
  return { url, stop: () => ended(child, 'SIGINT') }
}

const READY_MS = 20_000
async function answering(child: ChildProcess, ask: () => Promise<void>): Promise<void> {
  const until = performance.now() + READY_MS
  for (;;) {
    const why = await ask().then(
      () => null,
      (error: Error) => error,
    )
    if (why === null) return
    if (child.exitCode !== null || performance.now() > until) throw why
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}
