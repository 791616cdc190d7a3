import type { Ms } from '#kernel/time.ts'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type pg from 'pg'
import { archiveOf, archiveSettings } from '../backup/archive.ts'
import { makeDirectory } from '../directory.ts'
import { rotateLog } from '../log-file.ts'
import { Misconfigured } from '../misconfigured.ts'
import { isOpenToOthers, isRoot, NOBODY, OPEN_PLACE, postgresBinaries } from './binaries.ts'
import { withClient } from './with-client.ts'

const USER = 'akari'
/**
 * The longest start: a machine at its limit, or a database that reads its log again after a loss of power.
 */
const START_MS = 120_000
const STOP_MS = 20_000
const POLL_MS = 10
const ANSWER_MS = 2_000
/** A killed postmaster's children may hold the shared memory, or its pid look alive, for a second or two. */
const LEFTOVER = /lock file .* (?:already exists|is empty)|pre-existing shared memory block/
const WRONG_PASSWORD = '28P01'
/** `duplicate_database`, and the same from its catalogue (PostgreSQL, Appendix A). */
const MADE_BY_ANOTHER = new Set(['42P04', '23505'])
const WAY_OUT = 'Put the right one back, or restore a backup into a new DATA_DIR.'
/**
 * A postmaster writes its number as soon as it has made the file: one that stays empty was killed in between.
 */
const EMPTY_PID_FILE_MS = 2_000
/** A path to a socket may have 107 bytes; PostgreSQL adds `/.s.PGSQL.5432` and a lock file. */
const SOCKET_PATH_MAX = 85

/**
 * PostgreSQL fills a new file of its log with zeros while everybody waits: 16 MB stood in the way for 60 ms
 * twice a second under load.
 */
const LOG_FILE_MB = 4

/**
 * Read at each start. Durable settings are PostgreSQL's defaults, named here so that nobody turns them off by
 * mistake.
 */
const SETTINGS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  password_encryption: 'scram-sha-256',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // Without the detail of an error, which repeats the values of the row (threat T26).
  log_error_verbosity: 'terse',
}

/** The process of a cluster, known also when its files are gone. */
export type Postmaster = { readonly cluster: string; readonly pid: number }

export type Embedded = {
  /** The connection settings of the owner of everything. */
  config: { host: string; port: number; user: string; password: string; database: string }
  /** A postmaster of a killed server was still running, and goes on. */
  adopted: boolean
  postmaster: Postmaster
  /** Fast shutdown: open transactions end, the data is on the disk. */
  stop(): Promise<void>
  /** The same without waiting for it, for a process that ends now. */
  stopSoon(): void
}

/**
 * Starts PostgreSQL on `<dataDir>/postgres` (made at the first start), reachable through a socket file alone.
 * A postmaster that a killed server left behind is adopted. Whether another server is at work on the same
 * data is the engine's question (postgres-store.ts). `startMs`: the longest wait; what did not come up by
 * then is stopped.
 */
export async function startEmbedded(dataDir: string, startMs = START_MS): Promise<Embedded> {
  const binaries = postgresBinaries()
  makeDirectory(dataDir)
  const home = homeOf(dataDir)
  const cluster = join(home, 'cluster')
  const password = passwordIn(dataDir)
  if (!existsSync(join(cluster, 'PG_VERSION'))) initialize(binaries, home, cluster, password)
  const socketDir = socketDirOf(home)
  const config = { host: socketDir, port: 5432, user: USER, password, database: USER }

  const settings = { ...SETTINGS, ...archiveSettings(archiveOf(dataDir)), unix_socket_directories: socketDir }
  const log = join(home, 'postgres.log')
  const child = await startOrAdopt({ binaries, cluster, socketDir, log, settings }, config, startMs)
  return embeddedOf(cluster, config, child)
}

/**
 * The PostgreSQL that a killed server of `dataDir` has left running; null where there is none. Starts
 * nothing.
 */
export async function adoptEmbedded(dataDir: string): Promise<Embedded | null> {
  if (!existsSync(join(dataDir, 'postgres'))) return null
  const home = homeOf(dataDir)
  const cluster = join(home, 'cluster')
  const config = {
    host: socketDirOf(home),
    port: 5432,
    user: USER,
    password: passwordIn(dataDir),
    database: USER,
  }
  return (await isAlive(cluster, config)) ? embeddedOf(cluster, config, null) : null
}

function embeddedOf(cluster: string, config: Embedded['config'], child: ChildProcess | null): Embedded {
  // Read once: its file may be gone by the time it is to stop.
  const postmaster = { cluster, pid: child?.pid ?? postmasterPid(cluster)! }
  return {
    config,
    adopted: child === null,
    postmaster,
    stop: () => stop(postmaster, child),
    stopSoon: () => void askToStop(postmaster),
  }
}

const clusterFile = (dataDir: string): string => join(dataDir, 'postgres', 'cluster', 'PG_VERSION')
/** True if a data directory has an embedded database. */
export const hasCluster = (dataDir: string): boolean => existsSync(clusterFile(dataDir))

/** Stops a PostgreSQL whose data directory is gone. Nothing where it has ended. */
export const stopPostmaster = (postmaster: Postmaster): Promise<void> => stop(postmaster, null)

/**
 * The cluster's own folder. As root below a closed folder it lies elsewhere, and a symbolic link says where.
 */
function homeOf(dataDir: string): string {
  const home = join(dataDir, 'postgres')
  if (!existsSync(home)) {
    if (lstatSync(home, { throwIfNoEntry: false }))
      throw new Error(
        `${home} points to ${readlinkSync(home)}, which is gone. Restore it, or name another DATA_DIR.`,
      )
    if (isRoot() && !isOpenToOthers(realpathSync(dataDir))) {
      // A fresh name: what a deleted data directory of this path left behind has another password.
      const elsewhere = join(OPEN_PLACE, `data-${randomBytes(6).toString('hex')}`)
      mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
      symlinkSync(elsewhere, home)
    } else mkdirSync(home)
    if (isRoot()) chownSync(home, NOBODY, NOBODY)
  }
  return realpathSync(home)
}

/** In a file of its own outside the database, as every key (security-and-trust.md 3). */
function passwordIn(dataDir: string): string {
  const file = join(dataDir, 'keys', 'postgres')
  if (!existsSync(file)) {
    // A new one would open nothing, and hide which is missing.
    if (existsSync(join(dataDir, 'postgres', 'cluster')))
      throw new Misconfigured(`${file}, the password of the database in ${dataDir}, is gone. ${WAY_OUT}`)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  }
  const password = readFileSync(file, 'utf8').trim()
  if (password === '') throw new Misconfigured(`${file} is empty. ${WAY_OUT}`)
  return password
}

/**
 * Made under another name first: a start that is killed half-way leaves nothing that looks like a cluster.
 */
function initialize(binaries: string, home: string, cluster: string, password: string): void {
  const making = `${cluster}.making`
  const passwordFile = join(home, 'password')
  rmSync(making, { recursive: true, force: true })
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot()) chownSync(passwordFile, NOBODY, NOBODY)
  const { status, stderr } = spawnSync(
    join(binaries, 'bin', 'initdb'),
    [
      '-D',
      making,
      '-U',
      USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--data-checksums',
      '--no-sync',
      '--no-instructions',
      `--wal-segsize=${LOG_FILE_MB}`,
    ],
    { ...asPostgresUser(), encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (status !== 0) throw new Error(`PostgreSQL could not make its data directory: ${stderr}`)
  renameSync(making, cluster)
}

function socketDirOf(home: string): string {
  const near = join(home, 'socket')
  const socketDir =
    Buffer.byteLength(near) <= SOCKET_PATH_MAX ? near : join(tmpdir(), `akari-${shortHash(home)}`)
  mkdirSync(socketDir, { recursive: true, mode: 0o700 })
  chmodSync(socketDir, 0o700)
  if (isRoot()) chownSync(socketDir, NOBODY, NOBODY)
  return socketDir
}

/**
 * null: there is one already. Asked anew at each try, because another server may start at the same moment.
 */
async function startOrAdopt(
  {
    binaries,
    cluster,
    socketDir,
    log,
    settings,
  }: { binaries: string; cluster: string; socketDir: string; log: string; settings: Record<string, string> },
  config: Embedded['config'],
  startMs: number,
): Promise<ChildProcess | null> {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const deadline = Date.now() + startMs
  for (;;) {
    if (await isAlive(cluster, config)) {
      // Its server may have been killed before it made the database.
      await makeDatabase(config)
      return null
    }
    for (const file of [join(cluster, 'postmaster.pid'), join(socketDir, '.s.PGSQL.5432.lock')])
      removeStale(file, cluster)
    rotateLog(log)
    const output = openSync(log, 'a')
    // Its own session: Ctrl-C in the terminal is for the server, which then stops its database in good order.
    const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', cluster, ...args], {
      ...asPostgresUser(),
      stdio: ['ignore', output, output],
      detached: true,
    })
    closeSync(output)
    child.unref()
    const ready = await isReady(child, cluster, config, deadline).catch(async (error: unknown) => {
      if (child.pid !== undefined) await stop({ cluster, pid: child.pid }, child)
      throw error
    })
    if (ready) return child
    // One that is only slow goes on by itself: without a server it would keep the next start from its files.
    if (child.pid !== undefined) await stop({ cluster, pid: child.pid }, child)
    const said = readFileSync(log, 'utf8').slice(-1_000)
    const isLate = Date.now() >= deadline
    if (!LEFTOVER.test(said) || isLate)
      throw new Error(
        `PostgreSQL did not start${isLate ? ` within ${startMs / 1_000} s` : ''}. The end of ${log}:\n${said}`,
      )
    await pause(100)
  }
}

/** False when the process ended before it answered; what answers meanwhile may be another's. */
async function isReady(
  child: ChildProcess,
  cluster: string,
  config: Embedded['config'],
  deadline: number,
): Promise<boolean> {
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  while (!ended && Date.now() < deadline) {
    if (postmasterPid(cluster) === child.pid && (await answers({ ...config, database: 'postgres' }))) {
      await makeDatabase(config)
      return true
    }
    await pause(POLL_MS)
  }
  return false
}

async function makeDatabase(config: Embedded['config']): Promise<void> {
  await withClient({ ...config, database: 'postgres' }, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [config.database])
    if (rowCount !== 0) return
    await client.query(`create database ${config.database}`).catch((error: pg.DatabaseError) => {
      // Another server that started at the same moment has made it.
      if (!MADE_BY_ANOTHER.has(error.code ?? '')) throw error
    })
  })
}

/** A postmaster on this cluster, left by a server that was killed, that still takes connections. */
async function isAlive(cluster: string, config: Embedded['config']): Promise<boolean> {
  const pid = postmasterPid(cluster)
  return pid !== null && isPostmaster(pid, cluster) && (await answers({ ...config, database: 'postgres' }))
}

/** Answers whether it is at work. Without its files it could not close them: it ends at once. */
function askToStop({ cluster, pid }: Postmaster): boolean {
  if (!isPostmaster(pid, cluster)) return false
  process.kill(pid, existsSync(cluster) ? 'SIGINT' : 'SIGQUIT')
  return true
}

async function stop(postmaster: Postmaster, child: ChildProcess | null): Promise<void> {
  if (!askToStop(postmaster)) return
  const { cluster, pid } = postmaster
  const deadline = Date.now() + STOP_MS
  const gone = () =>
    child === null ? !isPostmaster(pid, cluster) : child.exitCode !== null || child.signalCode !== null
  while (!gone()) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not stop in time')
    await pause(POLL_MS)
  }
}

const postmasterPid = (cluster: string): number | null => pidIn(join(cluster, 'postmaster.pid'))

function pidIn(file: string): number | null {
  if (!existsSync(file)) return null
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isNaN(pid) ? null : pid
}

/**
 * PostgreSQL trusts its two lock files as long as any process has that number: after a reboot or in a
 * container another often does, and a killed one is there for a second until somebody has asked how it ended.
 */
function removeStale(file: string, cluster: string): void {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (written === undefined) return
  const pid = pidIn(file)
  const isStale = pid === null ? Date.now() - written > EMPTY_PID_FILE_MS : !isPostmaster(pid, cluster)
  if (isStale) rmSync(file, { force: true })
}

function isPostmaster(pid: number, cluster: string): boolean {
  const proc = `/proc/${pid}/cmdline`
  if (existsSync('/proc/self/cmdline'))
    return existsSync(proc) && readFileSync(proc, 'utf8').split('\0').includes(resolve(cluster))
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout.includes(
    resolve(cluster),
  )
}

/**
 * One that was put to sleep takes a connection and says nothing. Throws `Misconfigured` where it has another
 * password.
 */
const answers = (config: Embedded['config']): Promise<boolean> =>
  Promise.race([
    withClient(config, async (client) => void (await client.query('select 1'))).then(() => true, refused),
    pause(ANSWER_MS).then(() => false),
  ])

function refused(error: NodeJS.ErrnoException): false {
  if (error.code !== WRONG_PASSWORD) return false
  throw new Misconfigured(
    `The embedded database does not take the password in keys/postgres of its DATA_DIR. ${WAY_OUT}`,
  )
}

const asPostgresUser = () => ({
  cwd: '/',
  env: { LC_ALL: 'C', TZ: 'UTC' },
  ...(isRoot() ? { uid: NOBODY, gid: NOBODY } : {}),
})
const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
const pause = (ms: Ms): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
