import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * The anchor of everything durable: TPC-B by pgbench, 8 clients, scale 10, on the same cluster. Its
 * statements are prepared, as ours are: the simple protocol parses and plans each anew.
 */
export const ANCHOR = 'pgbench TPC-B, prepared, 8 clients'
const SCALE = 10
const CLIENTS = 8
const DEBIAN = '/usr/lib/postgresql'

export type Config = { host: string; port: number; user: string; password: string; database: string }

function findPgbench(): string {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : []
  for (const folder of [...(process.env['PATH'] ?? '').split(delimiter), ...debian.sort().reverse()]) {
    if (existsSync(join(folder, 'pgbench'))) return join(folder, 'pgbench')
  }
  throw new Error(
    'pgbench is missing; it comes with the postgresql packages (Debian: apt-get install postgresql)',
  )
}

function pgbench(config: Config, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(
    findPgbench(),
    ['-h', config.host, '-p', String(config.port), '-U', config.user, ...args, config.database],
    { encoding: 'utf8', env: { ...process.env, PGPASSWORD: config.password } },
  )
  if (status !== 0) throw new Error(`pgbench failed: ${stderr}`)
  return stdout
}

export const preparePgbench = (config: Config): string => pgbench(config, ['-i', '-q', '-s', String(SCALE)])

/** Transactions per second. */
export function runPgbench(config: Config, seconds: number): number {
  const said = pgbench(config, [
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '2',
    '-T',
    String(seconds),
    '-n',
  ])
  const tps = /^tps = ([\d.]+)/m.exec(said)
  if (tps === null) throw new Error(`pgbench said no tps: ${said}`)
  return Number(tps[1])
}
