import type { Socket } from 'node:net'
import { SECOND, type Ms } from '#kernel/time.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { decode, Framer } from './codec.ts'
import { valueOf, type FixMessage, type Received } from '#wire/fix/message.ts'
import { FixSession, LOGON_LASTS, type Effect, type SessionProfile } from './session.ts'
import { timeOf } from '#wire/fix/time.ts'
import { bytesOf, resent, type Sent } from './wire.ts'

/** A step of a session that is made durable in one write. */
export type SessionStep = {
  /** Both numbers begin at 1 again, before all else. */
  reset: boolean
  /** The number awaited; null: it stays. */
  nextIn: number | null
  /** SendingTime of the logon that was answered; null: none was. */
  loggedOnAt: Ms | null
  /** Messages that go out, in this order. */
  send: readonly FixMessage[]
}

/** The part of a session that outlives a connection: numbers, and messages to be sent again. */
export type SessionStore = {
  numbers(): { nextIn: number; nextOut: number }
  /** Throws where it can't be: the connection then ends, and nothing of the step has happened. */
  step(step: SessionStep): Promise<void>
  /** Application messages under these numbers that are kept, the first first; [] where there are no more. */
  sentFrom(from: number, to: number): Promise<readonly Sent[]>
}

/** The owner of a session: whoever answers its application messages. */
export type SessionOwner = {
  profile: SessionProfile
  store: SessionStore
  /**
   * Carries out an application message. `isTaken`: the store has moved on with it already; else it moves on
   * with what is to be sent.
   */
  take(
    seq: number,
    message: FixMessage,
    isRepeat: boolean,
  ): Promise<{ isTaken: boolean; send: readonly FixMessage[] }>
  /** Words with which the session ends, when time passes or a message comes; null: it goes on. */
  ends(because: 'time' | 'message'): string | null
  /** The other end has answered this end's logon, and what waited has gone out. */
  loggedOn?(): void
  /** The connection is over. */
  left(): void
}

/** Whom a logon lets in; else the words that it is turned away with. */
export type LetIn = (logon: Received, connection: FixConnection) => Promise<SessionOwner | string>

const EMPTY: SessionStep = { reset: false, nextIn: null, loggedOnAt: null, send: [] }
/** Bytes that may wait for a slow reader before it is let go. */
const MOST_UNREAD = 4 * 1024 * 1024
/** Time between two looks at the clock. */
const TICK: Ms = SECOND / 2

/**
 * A connection of the other end: its bytes in, in their order and one after another, and the session's out.
 * What goes out has been made durable before; its owner says so with `write`.
 */
export class FixConnection {
  readonly #socket: Socket
  readonly #now: () => Ms
  readonly #log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly #letIn: LetIn | null
  readonly #framer = new Framer()
  readonly #since: Ms
  readonly #timer: NodeJS.Timeout
  /** Work of this connection, one after another. */
  #turn: Promise<void> = Promise.resolve()
  #session: FixSession | null = null
  #owner: SessionOwner | null = null
  #logonAt: Ms | null = null
  /** Number of the last message that was written; null: no logon, nor the answer to one. */
  #written: number | null = null
  /** Messages that became durable before the answer to this end's logon wait for it. */
  #isHeld = false
  #isOver = false

  /** `letIn`: the other end logs on; `owner`: this end does, at once. */
  constructor(
    socket: Socket,
    options: { now: () => Ms; log: Pick<Log, 'info' | 'warn' | 'error'> } & (
      | { letIn: LetIn }
      | { owner: SessionOwner }
    ),
  ) {
    this.#socket = socket
    this.#now = options.now
    this.#log = options.log
    this.#letIn = 'letIn' in options ? options.letIn : null
    this.#since = options.now()
    socket.setNoDelay(true)
    socket.on(
      'error',
      guarded(options.log, 'a FIX connection', () => this.#over('the other end is gone')),
    )
    socket.on(
      'close',
      guarded(options.log, 'a FIX connection', () => this.#over('the other end hung up')),
    )
    const take = (bytes: Buffer) => {
      // Nothing more is read until this is done with: a fast sender waits at their own end.
      socket.pause()
      this.#inTurn(
        () => this.#take(bytes),
        () => socket.resume(),
      )
    }
    socket.on(
      'data',
      guarded(options.log, 'a FIX connection', take, () => socket.destroy()),
    )
    this.#timer = setInterval(
      guarded(options.log, 'a FIX connection', () => this.#inTurn(() => this.#tick())),
      TICK,
    )
    if ('owner' in options) this.#inTurn(() => this.#logOn(options.owner))
  }

  async #logOn(owner: SessionOwner): Promise<void> {
    this.#isHeld = true
    const session = this.#open(owner)
    await this.#carryOut(session.logon(this.#now()))
  }

  #open(owner: SessionOwner): FixSession {
    this.#owner = owner
    const { store, profile } = owner
    const numbers = { nextIn: store.numbers().nextIn, nextOut: () => store.numbers().nextOut }
    this.#session = new FixSession(profile, numbers, this.#now())
    return this.#session
  }

  /** True while messages of both ends go to and fro. */
  get isOn(): boolean {
    return !this.#isOver && this.#session?.isOn === true
  }

  get address(): string {
    return this.#socket.remoteAddress ?? ''
  }

  #inTurn(work: () => Promise<void>, then: () => void = () => {}): void {
    this.#turn = this.#turn
      .then(() => (this.#isOver ? undefined : work()))
      .catch((err: unknown) => {
        this.#log.warn({ err }, 'a FIX session could not go on')
        return this.#leave('the server cannot go on: ask again')
      })
      .then(then)
  }

  /** Says goodbye and hangs up, once what is under way is done. */
  end(why: string): Promise<void> {
    this.#inTurn(() => this.#leave(why))
    return this.#turn
  }

  /** Ends without a word. */
  drop(): void {
    this.#socket.destroy()
    this.#over('cut off')
  }

  async #leave(why: string): Promise<void> {
    if (this.#isOver) return
    if (this.#session?.isOn === true)
      await this.#carryOut(this.#session.logout(why, this.#now())).catch(() => {})
    this.#over(why)
  }

  #over(why: string): void {
    if (this.#isOver) return
    this.#isOver = true
    clearInterval(this.#timer)
    this.#log.info(
      { address: this.address, session: this.#owner?.profile.target ?? null, why },
      'a FIX session is over',
    )
    this.#socket.end()
    // An end that does not hang up in turn is hung up on.
    setTimeout(
      guarded(this.#log, 'a FIX connection', () => this.#socket.destroy()),
      SECOND,
    ).unref()
    // A command may be under way: the next connection begins with the numbers that it leaves.
    this.#turn = this.#turn.then(() => this.#owner?.left())
  }

  async #tick(): Promise<void> {
    const why = this.#owner?.ends('time') ?? null
    if (why !== null) return this.#leave(why)
    if (this.#session !== null) return this.#carryOut(this.#session.tick(this.#now()))
    if (this.#now() - this.#since >= LOGON_LASTS) this.#over('no logon')
  }

  async #take(bytes: Buffer): Promise<void> {
    const frames = this.#framer.take(bytes)
    if (frames === null) return this.#leave('what came is no message')
    for (const frame of frames) {
      if (this.#isOver) return
      const message = decode(frame)
      const session = this.#session ?? (await this.#begin(message))
      if (session === null) return
      const why = this.#owner!.ends('message')
      if (why !== null) return this.#leave(why)
      if (message?.type === 'A') this.#logonAt = timeOf(valueOf(message, 52) ?? '')
      await this.#carryOut(session.receive(message, this.#now()))
    }
  }

  /** The session that a logon opens; null: it opens none, and the connection is over. */
  async #begin(message: Received | null): Promise<FixSession | null> {
    if (message?.type !== 'A') {
      this.#over('the first message is no logon')
      return null
    }
    const owner = await this.#letIn!(message, this)
    if (typeof owner === 'string') {
      this.#turnAway(message, owner)
      return null
    }
    if (this.#isOver) {
      owner.left()
      return null
    }
    return this.#open(owner)
  }

  /**
   * A reject outside of any session, so that whoever tries to get in reads why they do not. A logout would be
   * counted by the other end, which would then miss a message of the session.
   */
  #turnAway(logon: Received, why: string): void {
    const ends = {
      beginString: 'FIX.4.4',
      sender: valueOf(logon, 56) ?? '',
      target: valueOf(logon, 49) ?? '',
    } as const
    const fields = [
      [45, valueOf(logon, 34) ?? '0'],
      [58, why],
      [372, 'A'],
    ] as const
    this.#socket.write(bytesOf(ends, { type: '3', fields }, 1, this.#now()))
    this.#over(why)
  }

  /** Does what the session wants in its order; what becomes durable together is one step. */
  async #carryOut(effects: readonly Effect[]): Promise<void> {
    let step = EMPTY
    const settle = async () => {
      const now = step
      step = EMPTY
      if (now !== EMPTY) await this.#owner!.store.step(now)
    }
    for (const effect of effects) {
      if (this.#isOver) return
      if (effect.do === 'send') step = { ...step, send: [...step.send, effect] }
      else if (effect.do === 'advance') step = { ...step, nextIn: effect.nextIn }
      else if (effect.do === 'reset') step = { ...EMPTY, reset: true }
      else if (effect.do === 'logged-on') {
        step = { ...step, loggedOnAt: this.#logonAt }
        if (this.#isHeld) {
          await settle()
          await this.#letGo()
        }
      } else if (effect.do === 'deliver') {
        await settle()
        const { isTaken, send } = await this.#owner!.take(effect.seq, effect.message, effect.isRepeat)
        step = { ...EMPTY, nextIn: isTaken ? null : effect.seq + 1, send }
        if (isTaken && send.length === 0) step = EMPTY
      } else if (effect.do === 'resend') {
        await settle()
        await this.#resend(effect.from, effect.to)
      } else {
        await settle()
        this.#over(effect.why)
      }
    }
    await settle()
  }

  async #resend(from: number, to: number): Promise<void> {
    const { store, profile } = this.#owner!
    const { nextOut } = store.numbers()
    const last = to === 0 || to >= nextOut ? nextOut - 1 : to
    for (let next = from; next <= last;) {
      const sent = await store.sentFrom(next, last)
      // Messages of the session between those that are kept are filled, and all after the last of them.
      const upTo = sent.length === 0 ? last : sent.at(-1)!.seq
      for (const bytes of resent(profile, sent, { from: next, to: upTo, nextOut }, this.#now()))
        this.#put(bytes)
      next = upTo + 1
    }
  }

  /** Sends what became durable since this end's logon went out, in the order of its numbers. */
  async #letGo(): Promise<void> {
    const { store, profile } = this.#owner!
    for (;;) {
      const last = store.numbers().nextOut - 1
      // Nothing can come between: the next message that becomes durable is written as it does.
      if (this.#written === null || this.#written >= last) break
      const waiting = await store.sentFrom(this.#written + 1, last)
      for (const message of waiting) this.#put(bytesOf(profile, message, message.seq, this.#now()))
      this.#written = last
    }
    this.#isHeld = false
    this.#owner!.loggedOn?.()
  }

  /** Sends a durable message. Before the answer to the logon nothing goes out: it is asked for later. */
  write(message: Sent): void {
    if (this.#isOver || this.#owner === null) return
    if ((this.#written === null || this.#isHeld) && message.type !== 'A') return
    this.#written = message.seq
    this.#session?.sent(this.#now())
    this.#put(bytesOf(this.#owner.profile, message, message.seq, this.#now()))
  }

  #put(bytes: Buffer): void {
    this.#socket.write(bytes)
    if (this.#socket.writableLength > MOST_UNREAD) {
      this.#over('the other end does not read')
      this.#socket.destroy()
    }
  }
}
