import { fork, type ChildProcess } from 'node:child_process'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  PORT_REQUEST,
  isReady,
  SUPERVISED,
  EXIT_DO_NOT_RESTART,
  STOP,
  STOP_SIGNALS,
  type Ready,
} from './supervisor-ipc.ts'
import type { Postmaster } from '#platform/database/embedded.ts'
import type { MaintenanceServer } from './maintenance-server.ts'

/**
 * Pauses before each try; the last one from then on. A server whose database is away finds it again within
 * that time.
 */
const PAUSES_MS = [0, 500, 1_000, 2_000]
/** Longer than a server gives itself (`start.ts`): this one has stopped answering altogether. */
const LONGEST_STOP_MS = 20_000

/**
 * `npm start`: the server in a process of its own. One that ended by itself, because its disk refused it or a
 * rule of its own was broken, is started again from what is durable; meanwhile its route says that it is
 * away. A server that never stood is not tried again, nor one that could only fail the same way.
 */
export function superviseServer(): void {
  let context: ChildProcess | null = null
  let place: Ready | null = null
  let maintenance: MaintenanceServer | null = null
  let tries = 0
  let isStopping = false

  function begin(): void {
    const env = place === null ? process.env : { ...process.env, PORT: String(place.port) }
    const argv = place === null ? [SUPERVISED] : [SUPERVISED, place.identity]
    const child = (context = fork(join(import.meta.dirname, 'main.ts'), argv, {
      env,
      stdio: 'inherit',
      execArgv: heapLimit(process.env['NODE_OPTIONS'] ?? '', machineMemory()),
    }))
    child.on('message', (message) => {
      // A child that no longer hears is seen by its end.
      if (message === PORT_REQUEST)
        void releasePort().then(() => child.connected && child.send(PORT_REQUEST, () => {}))
      if (!isReady(message)) return
      place = message
      tries = 0
    })
    // A server that did not even begin, for want of descriptors or processes, has no end of its own.
    child.on('error', () => {
      if (child.pid === undefined) void ended(1)
    })
    child.once('exit', (code, signal) => void ended(code ?? (isStopping && signal !== 'SIGKILL' ? 0 : 1)))
  }

  async function ended(code: number): Promise<void> {
    context = null
    if (isStopping || place === null || code === 0 || code === EXIT_DO_NOT_RESTART) return finish(code)
    if (maintenance === null) await takePort(place)
    await pause(PAUSES_MS[Math.min(tries++, PAUSES_MS.length - 1)])
    if (!isStopping) begin()
  }

  async function takePort(at: Ready): Promise<void> {
    const { openMaintenanceServer } = await import('./maintenance-server.ts')
    // Somebody else's place now: then nobody is told, and the next start says why not.
    maintenance = await openMaintenanceServer(at).catch(() => null)
  }
  async function releasePort(): Promise<void> {
    await maintenance?.close()
    maintenance = null
  }
  async function finish(code: number, isLeft = code !== 0 && (isStopping || place !== null)): Promise<void> {
    await releasePort()
    if (isLeft) await stopLeftDatabase(place?.postmaster ?? null).catch(() => {})
    process.exit(code)
  }
  /** However many signals come, of a group, a terminal and a parent: one stop. */
  function stop(): void {
    if (isStopping) return
    isStopping = true
    if (context === null) return void finish(0, true)
    const child = context
    child.send(STOP, () => {})
    setTimeout(() => child.kill('SIGKILL'), LONGEST_STOP_MS).unref()
  }
  for (const signal of STOP_SIGNALS) process.on(signal, stop)
  begin()
}

const MB = 1_048_576

/** Bytes that this machine, or the container that the process runs in, has. */
const machineMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity)

/**
 * The argument by which V8 may use half of the memory for its old space; PostgreSQL, the exchange's thread
 * and the system's files have the other. V8's own default stops at 4 GB on any machine. Whoever runs the
 * server may say it in NODE_OPTIONS.
 */
export const heapLimit = (options: string, bytes: number): string[] =>
  /--max[-_]old[-_]space[-_]size/.test(options) ? [] : [`--max-old-space-size=${Math.floor(bytes / 2 / MB)}`]

/**
 * The embedded PostgreSQL of a server that ended without stopping it. Where its files can no longer be used,
 * nobody else is at work on it.
 */
async function stopLeftDatabase(started: Postmaster | null): Promise<void> {
  const [{ readConfig }, { stopUnlessAtWork }, { adoptEmbedded, stopPostmaster }] = await Promise.all([
    import('#platform/config.ts'),
    import('#platform/database/open.ts'),
    import('#platform/database/embedded.ts'),
  ])
  const find = async () => {
    const { databaseUrl, dataDir } = readConfig(process.env)
    return databaseUrl === null ? adoptEmbedded(dataDir) : null
  }
  const left = await find().catch(() => null)
  if (left !== null) await stopUnlessAtWork(left)
  if (started !== null && left?.postmaster.pid !== started.pid) await stopPostmaster(started)
}
