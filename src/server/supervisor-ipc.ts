import type { Postmaster } from '#platform/database/embedded.ts'

/** Messages between a server and the supervisor of its route (`supervisor.ts`). */
export type Ready = {
  readonly host: string
  readonly port: number
  /** Of the keys that it works with (`identityOf`). */
  readonly identity: string
  /** The embedded PostgreSQL, where it has one. */
  readonly postmaster: Postmaster | null
}
export const PORT_REQUEST = 'port request'
export const STOP = 'stop'
export const isReady = (message: unknown): message is Ready =>
  typeof message === 'object' && message !== null && 'port' in message

/** The mark of a server with a supervisor; others (`node --watch`) have a channel to their child too. */
export const SUPERVISED = '--kept'
const isSupervised = (): boolean => process.argv.includes(SUPERVISED)
/** The identity of the data that a server that is started again goes on with; null at a first start. */
export const identityBefore = (): string | null =>
  isSupervised() ? (process.argv[process.argv.indexOf(SUPERVISED) + 1] ?? null) : null

/**
 * The exit code of a process that would fail the same way if it were started again: a wrong setting, a
 * journal that is not whole.
 */
export const EXIT_DO_NOT_RESTART = 2
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves when the route is free for this server. At once where it has no supervisor. */
export async function requestPort(): Promise<void> {
  if (!isSupervised()) return
  const free = new Promise<void>((resolve) => {
    process.on('message', (message) => {
      if (message === PORT_REQUEST) resolve()
    })
    process.once('disconnect', resolve)
  })
  tell(PORT_REQUEST)
  await free
}

/** The supervisor stands there when this server has ended by itself. */
export function sayReady(at: Ready): void {
  if (isSupervised()) tell(at)
}

/**
 * Calls `stop` once, however often it is asked: one signal may come to each process of a group, and from the
 * terminal, the parent and the supervisor besides. A server is asked to stop as well where its supervisor is
 * gone.
 */
export function whenAskedToStop(stop: (why: string) => void): void {
  let isAsked = false
  const once = (why: string) => {
    if (isAsked) return
    isAsked = true
    stop(why)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, once)
  if (!isSupervised()) return
  process.on('message', (message) => {
    if (message === STOP) once(STOP)
  })
  process.once('disconnect', () => once('supervisor gone'))
}

/** A supervisor that is gone is told nothing: the server then stops by itself. */
function tell(message: Ready | string): void {
  if (process.connected) process.send!(message, () => {})
}
