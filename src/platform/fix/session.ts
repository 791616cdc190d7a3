import { Bug } from '#kernel/assert.ts'
import { SECOND } from '#kernel/time.ts'
import {
  isFlagged,
  numberOf,
  valueOf,
  type Field,
  type FixMessage,
  type Received,
} from '#wire/fix/message.ts'
import { timeOf } from '#wire/fix/time.ts'
import { faultOf, missing, wrongValue, type Fault } from './validate.ts'

/** Both ends of a session and how this end behaves. */
export interface SessionProfile {
  role: 'acceptor' | 'initiator'
  beginString: 'FIX.4.4'
  /** CompID of this end. */
  sender: string
  /** CompID of the other end. */
  target: string
  /** Interval of heartbeats that an initiator asks for, in seconds. */
  heartbeat: number
  /** Both numbers begin anew at 1 with each logon. */
  resetsOnLogon: boolean
  /**
   * Application messages that this end takes; all others of the standard are refused as not supported. With
   * Reject (3) it hears of its own messages that the other end could not read.
   */
  takes: ReadonlySet<string>
  /**
   * Application messages that it takes are delivered whatever their body is: a trade that is refused for its
   * form would be lost. Left out: a message that breaks the standard is refused.
   */
  isLenient?: true
  /** Tags of our own that the other end may send. */
  ownTags?: ReadonlySet<number>
}

/** An effect that a session wants; they are carried out in their order. */
export type Effect =
  /** A message under the next number, which the store gives. */
  | { do: 'send'; type: string; fields: readonly Field[] }
  /** Messages that went out before: again from `from` to `to` (0: to the last), with the gaps filled. */
  | { do: 'resend'; from: number; to: number }
  /** An application message that came, once and in its order; what it does and `nextIn` are one write. */
  | { do: 'deliver'; seq: number; message: FixMessage; isRepeat: boolean }
  /** The next number that is awaited, where no message was delivered. */
  | { do: 'advance'; nextIn: number }
  /** Both numbers are 1 again, and nothing that went out is kept. */
  | { do: 'reset' }
  | { do: 'logged-on' }
  | { do: 'close'; why: string }

/** Time that the clocks of both ends may be apart, and the age of a message that is no repeat. */
const CLOCKS_APART = 120 * SECOND
/** A logon must come, or be answered, within this. */
export const LOGON_LASTS = 10 * SECOND
/** A logout must be answered within this. */
const LOGOUT_LASTS = 2 * SECOND
/** Messages past a gap that are kept until it is filled; with more, the connection ends and starts anew. */
export const MOST_HELD = 5_000

const ADMIN = new Set(['0', '1', '2', '3', '4', '5', 'A'])
export const isAdmin = (type: string): boolean => ADMIN.has(type)

/** Routing fields that a reject turns round: whom it came from is whom it goes to. */
const TURNED: ReadonlyArray<readonly [from: number, to: number]> = [
  [115, 128],
  [116, 129],
  [144, 145],
  [128, 115],
  [129, 116],
  [145, 144],
]
const turned = (message: FixMessage): Field[] =>
  TURNED.flatMap(([from, to]): Field[] => {
    const value = valueOf(message, from)
    return value === undefined || value === '' ? [] : [[to, value]]
  })

type Phase = 'connected' | 'logging-on' | 'on' | 'logging-out' | 'over'

/**
 * One end of a FIX session over one connection: facts in (a message, the time), effects out. It reads no
 * clock and no store; the numbers that outlive the connection are given to it and asked back as effects.
 * Source: https://www.fixtrading.org/standards/fix-session-layer-online/
 */
export class FixSession {
  readonly #profile: SessionProfile
  readonly #held = new Map<number, Received>()
  readonly #effects: Effect[] = []
  #phase: Phase = 'connected'
  #nextIn: number
  #nextOut: () => number
  /** Last number of the gap that was asked for again. */
  #askedTo = 0
  #heartbeat: number
  #cameAt: number
  #wentAt: number
  #since: number
  #isTested = false

  /** A connection that stands since `now`; `nextOut` is the store's, asked when a reject or gap needs it. */
  constructor(profile: SessionProfile, numbers: { nextIn: number; nextOut: () => number }, now: number) {
    this.#profile = profile
    this.#nextIn = numbers.nextIn
    this.#nextOut = numbers.nextOut
    this.#heartbeat = profile.heartbeat * SECOND
    this.#cameAt = this.#wentAt = this.#since = now
  }

  get isOn(): boolean {
    return this.#phase === 'on'
  }

  #take(): Effect[] {
    return this.#effects.splice(0)
  }

  #send(type: string, fields: readonly Field[], now: number): void {
    this.#wentAt = now
    this.#effects.push({ do: 'send', type, fields })
  }

  #close(why: string): void {
    if (this.#phase === 'over') return
    this.#phase = 'over'
    this.#effects.push({ do: 'close', why })
  }

  #advance(nextIn = this.#nextIn + 1): void {
    this.#nextIn = nextIn
    this.#effects.push({ do: 'advance', nextIn })
  }

  /** Logon of an initiator, the first message of a connection. */
  logon(now: number): Effect[] {
    const { role, heartbeat, resetsOnLogon } = this.#profile
    if (role !== 'initiator' || this.#phase !== 'connected') throw new Bug('logon of an acceptor, or twice')
    this.#phase = 'logging-on'
    if (resetsOnLogon) this.#reset()
    this.#sendLogon(heartbeat, resetsOnLogon, now)
    return this.#take()
  }

  /** Goodbye: what comes until it is answered is still taken. */
  logout(text: string, now: number): Effect[] {
    if (this.#phase !== 'on') this.#close(text)
    else this.#sendLogout(text, now)
    return this.#take()
  }

  /** A message of this end went out now, which stands for a heartbeat. */
  sent(now: number): void {
    this.#wentAt = now
  }

  /** Time passes: heartbeats, questions to a silent end, and ends. Call it about once a second. */
  tick(now: number): Effect[] {
    const phase = this.#phase
    if ((phase === 'connected' || phase === 'logging-on') && now - this.#since >= LOGON_LASTS)
      this.#close('no logon')
    else if (phase === 'logging-out' && now - this.#since >= LOGOUT_LASTS)
      this.#close('no answer to the logout')
    else if (phase === 'on' && this.#heartbeat > 0) this.#beat(now)
    return this.#take()
  }

  #beat(now: number): void {
    const silent = now - this.#cameAt
    if (silent >= this.#heartbeat * 2.4) return this.#close('silent')
    if (silent >= this.#heartbeat * 1.2 && !this.#isTested) {
      this.#isTested = true
      return this.#send('1', [[112, 'TEST']], now)
    }
    if (now - this.#wentAt >= this.#heartbeat && !this.#isTested) this.#send('0', [], now)
  }

  /** A message that came; null stands for one that was garbled, which is passed over. */
  receive(message: Received | null, now: number): Effect[] {
    if (this.#phase === 'over') return []
    if (message !== null) this.#receive(message, now)
    else if (this.#phase === 'connected') this.#close('garbled before the logon')
    return this.#take()
  }

  #receive(message: Received, now: number): void {
    if (message.beginString !== this.#profile.beginString) return this.#otherVersion(message, now)
    const isLogon = message.type === 'A'
    const awaitsLogon = this.#phase === 'connected' || this.#phase === 'logging-on'
    if (awaitsLogon && !isLogon && !(this.#phase === 'logging-on' && message.type === '5'))
      return this.#close('first message is no logon')
    const wrong = this.#faultOf(message)
    if (wrong !== null && isLogon && awaitsLogon) return this.#close(wrong.text)
    if (wrong === null) this.#byType(message, now)
    else this.#reject(message, wrong, now)
    this.#drain(now)
  }

  #faultOf(message: Received): Fault | null {
    const { takes, isLenient, ownTags } = this.#profile
    const wrong = faultOf(message, ownTags)
    const isDelivered = isLenient === true && takes.has(message.type) && message.type !== '3'
    return isDelivered && numberOf(message, 34) !== null ? null : wrong
  }

  #otherVersion(message: Received, now: number): void {
    if (this.#phase !== 'on') return this.#close('another version of FIX')
    this.#sendLogout('Incorrect BeginString', now)
    if (message.type === '5') this.#close('logged out')
  }

  /** A message without a fault, by its type. */
  #byType(message: Received, now: number): void {
    if (message.type === 'A') return this.#logon(message, now)
    if (message.type === '2') return this.#resendRequest(message, now)
    if (message.type === '4') return this.#sequenceReset(message, now)
    if (message.type === '5') return this.#logout(message, now)
    const isHeard = this.#profile.takes.has(message.type)
    if (!this.#stands(message, now, { high: isHeard || message.type !== '3', low: true })) return
    if (message.type === '1') this.#send('0', [[112, valueOf(message, 112)!]], now)
    if (isAdmin(message.type) && !isHeard) this.#advance()
    else this.#deliver(message, now)
  }

  #deliver(message: Received, now: number): void {
    const seq = this.#nextIn
    if (!this.#profile.takes.has(message.type)) {
      this.#advance()
      const fields: Field[] = [
        [45, String(seq)],
        [58, 'Unsupported Message Type'],
        [372, message.type],
        [380, '3'],
      ]
      return this.#send('j', fields, now)
    }
    this.#nextIn++
    this.#effects.push({ do: 'deliver', seq, message, isRepeat: isFlagged(message, 97) })
  }

  /** Messages behind a gap that has been filled. */
  #drain(now: number): void {
    for (;;) {
      if (this.#phase === 'over') return
      const seq = this.#nextIn
      const message = this.#held.get(seq)
      if (message === undefined) break
      this.#held.delete(seq)
      // A logon and a request to resend were answered when they came.
      if (message.type === 'A' || message.type === '2') this.#advance()
      else this.#byType(message, now)
      if (this.#nextIn === seq) break
    }
    for (const seq of this.#held.keys()) if (seq < this.#nextIn) this.#held.delete(seq)
  }

  /** True if a message is from the other end, of this time, and in its turn; else it has been answered. */
  #stands(message: Received, now: number, check: { high: boolean; low: boolean }): boolean {
    const sentAt = timeOf(valueOf(message, 52) ?? '')
    if (sentAt === null || Math.abs(now - sentAt) > CLOCKS_APART) {
      this.#rejectAndLeave(message, { reason: 10, text: 'SendingTime accuracy problem' }, now)
      return false
    }
    if (valueOf(message, 49) !== this.#profile.target || valueOf(message, 56) !== this.#profile.sender) {
      this.#rejectAndLeave(message, { reason: 9, text: 'CompID problem' }, now)
      return false
    }
    const seq = numberOf(message, 34)!
    if (check.high && seq > this.#nextIn) {
      this.#tooHigh(message, seq, now)
      return false
    }
    if (check.low && seq < this.#nextIn) {
      this.#tooLow(message, seq, sentAt, now)
      return false
    }
    this.#cameAt = now
    this.#isTested = false
    return true
  }

  #tooHigh(message: Received, seq: number, now: number): void {
    this.#cameAt = now
    this.#isTested = false
    if (this.#held.size >= MOST_HELD) return this.#close('too many messages behind a gap')
    this.#held.set(seq, message)
    if (this.#askedTo >= this.#nextIn) return
    this.#askedTo = seq - 1
    const fields: Field[] = [
      [7, String(this.#nextIn)],
      [16, '0'],
    ]
    this.#send('2', fields, now)
  }

  #tooLow(message: Received, seq: number, sentAt: number, now: number): void {
    if (!isFlagged(message, 43)) {
      const text = `MsgSeqNum too low, expecting ${this.#nextIn} but received ${seq}`
      this.#sendLogout(text, now)
      return this.#close(text)
    }
    this.#cameAt = now
    this.#isTested = false
    if (message.type === '4') return
    const first = valueOf(message, 122)
    if (first === undefined) return this.#reject(message, missing(122), now)
    const firstAt = timeOf(first)
    if (firstAt === null || firstAt > sentAt)
      this.#rejectAndLeave(message, { reason: 10, text: 'SendingTime accuracy problem' }, now)
  }

  #reject(message: FixMessage, { reason, text, tag }: Fault, now: number): void {
    const seq = numberOf(message, 34)
    if (seq === null && this.#phase === 'on') {
      // Without its number nothing can be said of a message but that the other end does not count.
      this.#sendLogout('MsgSeqNum missing', now)
      return this.#close('MsgSeqNum missing')
    }
    const isCounted = message.type !== 'A' && message.type !== '4' && seq === this.#nextIn
    const fields: Field[] = [
      ...turned(message),
      [45, String(seq)],
      [58, text],
      ...(tag === undefined ? [] : [[371, String(tag)] as const]),
      [372, message.type],
      [373, String(reason)],
    ]
    this.#send('3', fields, now)
    if (isCounted) this.#advance()
  }

  #rejectAndLeave(message: FixMessage, wrong: Fault, now: number): void {
    if (this.#phase !== 'on') return this.#close(wrong.text)
    this.#reject(message, wrong, now)
    this.#sendLogout('', now)
  }

  #sendLogout(text: string, now: number): void {
    this.#send('5', text === '' ? [] : [[58, text]], now)
    this.#phase = 'logging-out'
    this.#since = now
  }

  #sendLogon(heartbeat: number, resets: boolean, now: number): void {
    const fields: Field[] = [[98, '0'], [108, String(heartbeat)], ...(resets ? [[141, 'Y'] as const] : [])]
    this.#send('A', fields, now)
  }

  #reset(): void {
    this.#nextIn = 1
    this.#askedTo = 0
    this.#held.clear()
    this.#effects.push({ do: 'reset' })
  }

  #logon(message: Received, now: number): void {
    const asksReset = isFlagged(message, 141)
    const { role, resetsOnLogon } = this.#profile
    const isAnswer = this.#phase === 'logging-on'
    if (role === 'initiator' && !isAnswer && !asksReset) return this.#close('logon that nobody asked for')
    if (!isAnswer && (asksReset || (resetsOnLogon && this.#phase === 'connected'))) this.#reset()
    if (!this.#stands(message, now, { high: false, low: true })) return
    const heartbeat = numberOf(message, 108)
    if (heartbeat === null || heartbeat < 0 || numberOf(message, 98) !== 0)
      return this.#close('logon in other terms')
    this.#heartbeat = heartbeat * SECOND
    this.#phase = 'on'
    if (!isAnswer) this.#sendLogon(heartbeat, asksReset, now)
    this.#effects.push({ do: 'logged-on' })
    const seq = numberOf(message, 34)!
    if (seq > this.#nextIn) this.#tooHigh(message, seq, now)
    else this.#advance()
  }

  #resendRequest(message: Received, now: number): void {
    if (!this.#stands(message, now, { high: false, low: false })) return
    const from = numberOf(message, 7)!
    const to = numberOf(message, 16)!
    const seq = numberOf(message, 34)!
    if (from >= 1 && from < this.#nextOut()) this.#effects.push({ do: 'resend', from, to })
    this.#wentAt = now
    if (seq === this.#nextIn) this.#advance()
    else if (seq > this.#nextIn) this.#tooHigh(message, seq, now)
  }

  #sequenceReset(message: Received, now: number): void {
    const isFill = isFlagged(message, 123)
    if (!this.#stands(message, now, { high: isFill, low: isFill })) return
    const nextIn = numberOf(message, 36)!
    if (nextIn > this.#nextIn) this.#advance(nextIn)
    else if (nextIn < this.#nextIn) this.#reject(message, wrongValue(), now)
  }

  #logout(message: Received, now: number): void {
    if (!this.#stands(message, now, { high: false, low: false })) return
    if (numberOf(message, 34) === this.#nextIn) this.#advance()
    if (this.#phase === 'on') this.#send('5', [], now)
    this.#close('logged out')
  }
}
