import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import pg from 'pg'
import { iso, type Ms } from '#kernel/time.ts'
import { isOpenToOthers, isRoot, NOBODY, postgresBinaries } from '../database/binaries.ts'
import { makeDirectory } from '../directory.ts'
import { restoreCommand, WAL } from './archive.ts'
import { segmentsIn, type Base } from './base.ts'
import { NoBackup } from './manifest.ts'

/** A cluster that was brought to a moment, reachable through a socket file in its folder alone. */
export type Recovered = {
  config: pg.ClientConfig
  /** The time of the last commit in it; null: none after the base backup. */
  lastCommitAt: Ms | null
  /** It ends, and its files go. */
  remove(): Promise<void>
}
export type Moment = Ms | 'latest'

const DEBIAN = '/usr/lib/postgresql'
const POLL_MS = 100
const PORT = 5432

/**
 * Unpacks a base backup into `folder` and lets PostgreSQL work the archive's log over it, up to a moment or
 * to its end. A PostgreSQL for this alone: nobody else reaches it, and its archive and settings are not those
 * of the one that was backed up. Throws `NoBackup` where the archive does not go so far, or has a gap.
 */
export async function recoverDatabase(
  archiveDir: string,
  { folder: baseFolder, base }: { folder: string; base: Base },
  folder: string,
  to: Moment,
): Promise<Recovered> {
  const gap = firstGap(archiveDir, base)
  if (to === 'latest' && gap !== null) throw new NoBackup(gapText(archiveDir, gap, to))
  const runner = runnerOf(archiveDir)
  const binaries = binariesOf(base)
  const cluster = join(folder, 'cluster')
  // PostgreSQL's user passes through the first, and reads the second alone.
  makeDirectory(folder, 0o711)
  mkdirSync(cluster, { mode: 0o700 })
  if (runner.uid !== undefined) for (const path of [folder, cluster]) chownSync(path, runner.uid, runner.gid)
  await unpack(join(baseFolder, base.cluster.path), cluster, runner)
  const write = (name: string, text: string) => {
    rmSync(join(cluster, name), { force: true })
    writeFileSync(join(cluster, name), text, { mode: 0o600 })
    if (runner.uid !== undefined) chownSync(join(cluster, name), runner.uid, runner.gid)
  }
  // Its own settings may name files and libraries that this machine has not.
  write('postgresql.conf', '')
  write('postgresql.auto.conf', '')
  write('pg_hba.conf', 'local all all trust\n')
  write('pg_ident.conf', '')
  write('recovery.signal', '')
  const log = join(folder, 'postgres.log')
  const output = openSync(log, 'w', 0o600)
  const settings = Object.entries(settingsOf(archiveDir, folder, to)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const child = spawn(join(binaries, 'postgres'), ['-D', cluster, ...settings], {
    ...runner,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: process.env['PATH'] },
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  const config = { host: folder, port: PORT, user: base.user, database: base.database }
  const isUp = await waited(child, config)
  const said = readFileSync(log, 'utf8')
  if (!isUp) {
    const reached = commitIn(said)
    if (said.includes('recovery ended before configured recovery target was reached'))
      throw new NoBackup(
        gap === null ? endText(archiveDir, reached, base) : gapText(archiveDir, gap, reached),
      )
    if (gap !== null) throw new NoBackup(gapText(archiveDir, gap, reached))
    throw new NoBackup(`PostgreSQL could not recover. The end of ${log}:\n${said.slice(-1_000)}`)
  }
  return {
    config,
    lastCommitAt: commitIn(said),
    async remove() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const settingsOf = (archiveDir: string, folder: string, to: Moment): Record<string, string> => ({
  restore_command: restoreCommand(archiveDir),
  ...(to === 'latest' ? {} : { recovery_target_time: iso(to).replace('Z', '+00') }),
  recovery_target_action: 'promote',
  hot_standby: 'off',
  archive_mode: 'off',
  listen_addresses: '',
  unix_socket_directories: folder,
  unix_socket_permissions: '0700',
  port: String(PORT),
  // Only read, once, and then thrown away.
  fsync: 'off',
  max_connections: '60',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_error_verbosity: 'terse',
})

/** PostgreSQL does not run as root: then it is the owner of the archive's log, who may read it. */
function runnerOf(archiveDir: string): { uid: number; gid: number } | { uid?: undefined; gid?: undefined } {
  if (!isRoot()) return {}
  const wal = join(archiveDir, WAL)
  const { uid, gid } = statSync(wal)
  if (!isOpenToOthers(dirname(wal)))
    throw new NoBackup(
      `${archiveDir} lies in a folder that is closed to others, so that PostgreSQL cannot read it.`,
    )
  return uid === 0 ? { uid: NOBODY, gid: NOBODY } : { uid, gid }
}

/** The folder of a `postgres` of the version that was backed up. */
function binariesOf({ postgres, embedded }: Base): string {
  const places = [join(DEBIAN, String(postgres), 'bin'), ...(process.env['PATH'] ?? '').split(':')]
  const all = embedded ? [embeddedBinaries(), ...places] : [...places, embeddedBinaries()]
  const found = all.find((place) => {
    if (place === null || place === '' || !existsSync(join(place, 'postgres'))) return false
    const { stdout } = spawnSync(join(place, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/\) (\d+)/.exec(stdout)?.[1]) === postgres
  })
  if (found === undefined || found === null)
    throw new NoBackup(
      `The base backup is of PostgreSQL ${postgres}, and this machine has no program of that version. Install it (postgresql-${postgres}).`,
    )
  return found
}

function embeddedBinaries(): string | null {
  try {
    return join(postgresBinaries(), 'bin')
  } catch {
    return null
  }
}

async function unpack(file: string, cluster: string, runner: ReturnType<typeof runnerOf>): Promise<void> {
  const tar = spawn('tar', ['-x', '-C', cluster, '-f', '-'], {
    ...runner,
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  tar.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const ended = once(tar, 'close') as Promise<[number]>
  await pipeline(createReadStream(file), createGunzip(), tar.stdin).catch((error: Error) => {
    said ||= error.message
  })
  const [code] = await ended
  if (code !== 0) throw new NoBackup(`${file} could not be unpacked: ${said.trim()}`)
}

/** Until it is open for queries, which is when it has reached the moment. False where it ended before. */
async function waited(child: ChildProcess, config: pg.ClientConfig): Promise<boolean> {
  let hasEnded = false
  for (const event of ['exit', 'error']) child.once(event, () => (hasEnded = true))
  while (!hasEnded) {
    const client = new pg.Client(config)
    client.on('error', () => {})
    const isOpen = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (isOpen) return true
    await pause(POLL_MS)
  }
  return false
}

const pause = (ms: Ms): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGINT')
  await gone
}

type Gap = { missing: number; after: number }
/** The first file of the log that the archive has not, while it has later ones. */
function firstGap(archiveDir: string, { segment, segmentBytes }: Base): Gap | null {
  const there = [...segmentsIn(archiveDir, segmentBytes).keys()].filter((number) => number >= segment)
  const last = Math.max(segment, ...there)
  const has = new Set(there)
  for (let number = segment; number < last; number++)
    if (!has.has(number)) return { missing: number, after: last }
  return null
}

const COMMIT = /last completed transaction was at log time (\S+ \S+?) ?(?:UTC|\+00)/g
function commitIn(said: string): Ms | null {
  const text = [...said.matchAll(COMMIT)].at(-1)?.[1]
  return text === undefined ? null : Date.parse(`${text.replace(' ', 'T')}Z`)
}

const timeText = (reached: Ms | null, otherwise: string): string =>
  reached === null ? otherwise : iso(reached)

const endText = (archiveDir: string, reached: Ms | null, { endedAt }: Base): string =>
  `The moment lies after the end of the archive: the last commit in ${archiveDir} is of ${timeText(reached, endedAt)}. Name an earlier moment, or "latest".`

function gapText(archiveDir: string, { missing, after }: Gap, reached: Moment | null): string {
  const last = typeof reached === 'number' ? ` (${iso(reached)})` : ''
  return `The archive has a gap: file ${missing} of PostgreSQL's log is missing in ${join(archiveDir, WAL)}, while there are files up to ${after}. Nothing after it can be had${last}: find the file, or name a moment before it.`
}
