import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { awayFromTheBreak } from '#server/away-from-the-break.fixture.ts'
import { CLUSTER_VARIABLE, testDatabase } from '#platform/database/test-database.ts'
import { giveMarket } from '#server/run-market.fixture.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MS = 60_000
/** The command of `npm start`: in the care of its supervisor, who starts it again. */
const KEPT = "const { superviseServer } = await import('#server/supervisor.ts'); superviseServer()"

/**
 * A whole server in a process of its own: server, engine, exchange. With a data directory of the caller's it
 * starts its own PostgreSQL there, as `npm start` does; without one it has a database in the test run's, made
 * already, which saves a second or two.
 */
export type RunningServer = {
  url: string
  dataDir: string
  invitationCode: string
  /** Printed demo members: account and password. */
  members: { account: string; password: string }[]
  /** Milliseconds from the start of the process to the first healthy answer. */
  readyMs: number
  output: () => string
  /** The number of the process that was started. */
  pid: number
  /** Resolves when that process has ended. */
  ended: () => Promise<void>
  /** Asks it to stop and waits. */
  stop: () => Promise<void>
  /** kill -9 of everything that the process has started, itself included. */
  kill: () => Promise<void>
  /** The number of the server's own process, where a supervisor has started it. */
  kept: () => number
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function temporaryDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'akari-'))
  // PostgreSQL started by root runs as nobody: if it cannot get through, its data would lie elsewhere and
  // outlive the test.
  await chmod(dir, 0o711)
  return dir
}

export async function startServer(
  options: {
    dataDir?: string
    port?: number
    env?: Record<string, string>
    kept?: true
    /** The sources of another version. */
    root?: string
  } = {},
): Promise<RunningServer> {
  const root = options.root ?? ROOT
  const dataDir = options.dataDir ?? (await temporaryDir())
  giveMarket(dataDir)
  const database =
    options.dataDir === undefined && process.env[CLUSTER_VARIABLE] !== undefined ? await testDatabase() : null
  const port = options.port ?? (await freePort())
  const began = performance.now()
  const child = spawn(
    process.execPath,
    options.kept ? ['--input-type=module', '--eval', KEPT] : [join(root, 'src/server/main.ts')],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG: 'warn',
        ...(database === null ? {} : { DATABASE_URL: urlOf(database.config), DEMO: 'true' }),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that `kill` takes the database with it.
      detached: true,
    },
  )
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const url = `http://localhost:${port}`
  await healthy(child, url, () => output).catch((error: unknown) => {
    kill(-child.pid!)
    throw error
  })
  const readyMs = performance.now() - began
  if (options.env?.['MARKET'] === undefined && options.env?.['SCHEDULE'] === undefined)
    await leaveTheBreak(url)
  return {
    url,
    dataDir,
    readyMs,
    get invitationCode() {
      return /Invitation code: (\S+)/.exec(output)?.[1] ?? ''
    },
    get members() {
      return [...output.matchAll(/(0[789]0-?\d{4}-?\d{4})\s+(?:password\s+)?(\S{6,10})/g)].map((match) => ({
        account: match[1]!,
        password: match[2]!,
      }))
    },
    output: () => output,
    pid: child.pid!,
    ended: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve()
        else child.once('exit', () => resolve())
      }),
    stop: async () => {
      await end(child, 'SIGTERM')
      await database?.drop()
    },
    kill: () => killAll(child, dataDir),
    kept: () => Number(spawnSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' }).stdout),
  }
}

export const urlOf = ({
  host,
  port,
  user,
  password,
  database,
}: Awaited<ReturnType<typeof testDatabase>>['config']): string =>
  `postgresql://${user}:${password}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

async function healthy(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const until = performance.now() + READY_MS
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`the server ended at its start:\n${output()}`)
    const answer = await fetch(`${url}/api/health`).then(
      (response) => response.json() as Promise<{ code: number; data?: { status?: string } }>,
      () => null,
    )
    if (answer?.code === 1 && answer.data?.status === 'ok') return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`the server is not healthy after ${READY_MS} ms:\n${output()}`)
}

async function leaveTheBreak(url: string): Promise<void> {
  const { data } = (await (await fetch(`${url}/api/health`)).json()) as { data: { now: string } }
  const opening = awayFromTheBreak(Date.parse(data.now))
  if (opening === null) return
  await fetch(`${url}/api/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: new Date(opening).toISOString() }),
  })
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

/** Server and database at once: neither has a moment to say goodbye. */
async function killAll(child: ChildProcess, dataDir: string): Promise<void> {
  const gone = new Promise<void>((resolve) =>
    child.exitCode === null && child.signalCode === null ? child.once('exit', () => resolve()) : resolve(),
  )
  const postmaster = Number(
    readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
  )
  kill(-child.pid!)
  spawnSync('pkill', ['-KILL', '-P', String(postmaster)])
  kill(postmaster)
  await gone
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

export const removeDir = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true })
