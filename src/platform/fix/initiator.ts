import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { SECOND, type Ms } from '#kernel/time.ts'
import { after } from '../after.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { FixConnection, type SessionOwner } from './connection.ts'
import type { Sent } from './wire.ts'

/** Pauses before the next attempt, the last one from then on; a session that stood begins with the first. */
const PAUSES: readonly Ms[] = [SECOND / 2, SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND]
/** A connection that is not made within this is given up. */
const CONNECT_LASTS: Ms = 10 * SECOND
/** Time between two looks at the schedule, while it is closed. */
const LOOK: Ms = SECOND

/** The other end of a session, and how it is reached. */
export type Counterparty = {
  readonly host: string
  readonly port: number
  /** null: in the open, at this machine alone. `ca`: whom its certificate is from; null: the public ones. */
  readonly tls: { readonly ca: Buffer | null } | null
  /** True while the session is to stand. */
  isOpen(at: Ms): boolean
}

/**
 * The side that logs on: it connects while the schedule is open, and again whenever a connection has ended,
 * with pauses that grow. The owner's store has what outlives a connection.
 */
export class FixInitiator {
  readonly #to: Counterparty
  readonly #owner: () => Promise<SessionOwner>
  readonly #now: () => Ms
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>
  #connection: FixConnection | null = null
  #socket: Socket | null = null
  #failures = 0
  #isStopped = false
  #left: Promise<void> = Promise.resolve()

  /** `owner` is asked for each connection: a new day may begin with new numbers. */
  constructor(
    to: Counterparty,
    options: { owner: () => Promise<SessionOwner>; now: () => Ms; log: Pick<Log, 'info' | 'warn' | 'error'> },
  ) {
    this.#to = to
    this.#owner = options.owner
    this.#now = options.now
    this.#log = options.log
  }

  /** True while the session stands. */
  get isOn(): boolean {
    return this.#connection?.isOn === true
  }

  /** Begins; it never fails: what can't be reached is tried again. */
  start(): void {
    this.#connect()
  }

  /** Says goodbye; no connection follows. */
  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#connection === null) this.#socket?.destroy()
    await this.#connection?.end('the server stops')
    await this.#left
  }

  /** Ends the connection without a word, as a cable that is cut does. */
  cut(): void {
    this.#connection?.drop()
    this.#socket?.destroy()
  }

  /** A message is durable: it goes out where the session stands, and is asked for later where it does not. */
  write(message: Sent): void {
    this.#connection?.write(message)
  }

  #again(pause: Ms): void {
    if (!this.#isStopped) after(pause, this.#log, 'a FIX session', () => this.#connect())
  }

  #connect(): void {
    if (this.#isStopped) return
    if (!this.#to.isOpen(this.#now())) return this.#again(LOOK)
    const { host, port, tls } = this.#to
    const socket =
      tls === null
        ? connect({ host, port })
        : connectTls({ host, port, servername: host, ...(tls.ca === null ? {} : { ca: tls.ca }) })
    this.#socket = socket
    socket.setTimeout(CONNECT_LASTS, () => socket.destroy(new Error('no connection')))
    let isMade = false
    const lost = (err?: Error) => {
      if (isMade || this.#socket !== socket) return
      this.#socket = null
      this.#log.warn({ err, host, port, failures: this.#failures }, 'a FIX session has no connection')
      this.#pause()
    }
    socket.on('error', guarded(this.#log, 'a FIX session', lost))
    socket.on(
      'close',
      guarded(this.#log, 'a FIX session', () => lost()),
    )
    const made = async () => {
      isMade = true
      socket.setTimeout(0)
      await this.#begin(socket)
    }
    socket.once(
      tls === null ? 'connect' : 'secureConnect',
      guarded(this.#log, 'a FIX session', made, () => socket.destroy()),
    )
  }

  #pause(): void {
    this.#again(PAUSES[Math.min(this.#failures++, PAUSES.length - 1)]!)
  }

  async #begin(socket: Socket): Promise<void> {
    const failed = (err: unknown) => {
      this.#log.warn({ err }, 'a FIX session could not begin')
      return null
    }
    const owner = await this.#owner().catch(failed)
    if (owner === null || this.#isStopped || socket.destroyed) {
      socket.destroy()
      this.#socket = null
      return this.#pause()
    }
    let leave = () => {}
    this.#left = new Promise((resolve) => (leave = resolve))
    this.#connection = new FixConnection(socket, {
      now: this.#now,
      log: this.#log,
      owner: {
        ...owner,
        ends: (because) =>
          this.#to.isOpen(this.#now()) ? owner.ends(because) : 'the session is over for now',
        loggedOn: () => {
          this.#failures = 0
          owner.loggedOn?.()
        },
        left: () => {
          this.#connection = null
          this.#socket = null
          owner.left()
          leave()
          this.#pause()
        },
      },
    })
  }
}
