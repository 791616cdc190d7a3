import { readFileSync } from 'node:fs'
import { decode, Framer } from './codec.ts'
import { valueOf, type FixMessage } from '#wire/fix/message.ts'
import { FixSession, type Effect, type SessionProfile } from './session.ts'
import { fixTime } from '#wire/fix/time.ts'
import { bytesOf, resent, type Sent } from './wire.ts'

const START = Date.UTC(2026, 10, 28, 0, 30, 0)
const ENDS = { beginString: 'FIX.4.4', sender: 'ISLD', target: 'TW' } as const
const PROFILE: SessionProfile = {
  ...ENDS,
  role: 'acceptor',
  heartbeat: 30,
  resetsOnLogon: true,
  takes: new Set(['D', 'd']),
}
/** Time that a line may wait for its message, in milliseconds of the definition's clock. */
const PATIENCE = 30_000

/** Numbers and messages that went out, as an engine would keep them. */
interface Store {
  nextIn: number
  sent: Sent[]
  nextOut: number
}

interface Connection {
  session: FixSession
  framer: Framer
  out: string[]
  isClosed: boolean
  /** Logon that the side that logs on has sent, until the definition comes to it. */
  logon: string | null
}

/** End under a definition: it gives application messages back, as the definitions expect of theirs. */
class Reflector {
  now = START
  readonly #role: SessionProfile['role']
  readonly #store: Store = { nextIn: 1, sent: [], nextOut: 1 }
  readonly #connections = new Map<string, Connection>()
  readonly #seen = new Set<string>()

  constructor(role: SessionProfile['role']) {
    this.#role = role
  }

  /** `heartbeat`: what the definition's logon says, which the side that logs on asks for. */
  connect(id: string, heartbeat: number): void {
    const isFirst = this.#role === 'initiator'
    if (isFirst) Object.assign(this.#store, { nextIn: 1, nextOut: 1, sent: [] })
    const numbers = { nextIn: this.#store.nextIn, nextOut: () => this.#store.nextOut }
    // Numbers begin anew with each connection of a definition: the acceptor's profile says so, and the side
    // that logs on has new ones, as at the beginning of a day.
    const profile: SessionProfile = isFirst
      ? { ...PROFILE, role: 'initiator', resetsOnLogon: false, heartbeat }
      : PROFILE
    const session = new FixSession(profile, numbers, this.now)
    const connection: Connection = { session, framer: new Framer(), out: [], isClosed: false, logon: null }
    this.#connections.set(id, connection)
    if (!isFirst) return
    this.#carryOut(connection, session.logon(this.now))
    connection.logon = connection.out.shift()!
  }

  of(id: string): Connection {
    return this.#connections.get(id)!
  }

  receive(id: string, bytes: Buffer): void {
    const connection = this.of(id)
    const frames = connection.framer.take(bytes)
    if (frames === null) connection.isClosed = true
    for (const frame of frames ?? []) {
      if (connection.isClosed) return
      const message = decode(frame)
      // One session, one connection: a second is not served while the first stands.
      const isTaken = [...this.#connections.values()].some((other) => other !== connection && !other.isClosed)
      if (isTaken && !connection.session.isOn) connection.isClosed = true
      else this.#carryOut(connection, connection.session.receive(message, this.now))
    }
  }

  tick(): void {
    this.now += 1000
    for (const connection of this.#connections.values())
      if (!connection.isClosed) this.#carryOut(connection, connection.session.tick(this.now))
  }

  #carryOut(connection: Connection, effects: readonly Effect[]): void {
    for (const effect of effects) {
      if (effect.do === 'send') this.#send(connection, effect)
      else if (effect.do === 'close') connection.isClosed = true
      else if (effect.do === 'reset') Object.assign(this.#store, { nextIn: 1, nextOut: 1, sent: [] })
      else if (effect.do === 'resend') {
        const range = { ...effect, nextOut: this.#store.nextOut }
        for (const bytes of resent(ENDS, this.#store.sent, range, this.now))
          connection.out.push(bytes.toString('latin1'))
      } else if (effect.do === 'deliver') this.#reflect(connection, effect.message, effect.isRepeat)
    }
  }

  #send(connection: Connection, { type, fields }: FixMessage): void {
    const seq = this.#store.nextOut++
    this.#store.sent.push({ seq, at: this.now, type, fields })
    connection.session.sent(this.now)
    connection.out.push(bytesOf(ENDS, { type, fields }, seq, this.now).toString('latin1'))
  }

  #reflect(connection: Connection, message: FixMessage, isRepeat: boolean): void {
    const id = valueOf(message, 11)
    if (id !== undefined) {
      if (isRepeat && this.#seen.has(id)) return
      this.#seen.add(id)
    }
    const own = message.fields.filter(([tag]) => ![34, 43, 49, 52, 56, 122].includes(tag))
    this.#send(connection, { type: message.type, fields: own.toSorted(([a], [b]) => a - b) })
  }
}

const SOH = '\u0001'

/** Text of a line with its times, its length and its sum, where the line does not give its own. */
function messageOf(line: string, now: number): Buffer {
  const text = line.replaceAll(/<TIME(?:([+-])(\d+))?>/g, (_, sign?: string, seconds?: string) =>
    fixTime(now + (sign === '-' ? -1 : 1) * Number(seconds ?? 0) * 1000).slice(0, 17),
  )
  if (!text.startsWith('8=')) return Buffer.from(text, 'latin1')
  const fields = text.split(SOH).slice(0, -1)
  const sum = fields.at(-1)!.startsWith('10=') ? fields.pop() : undefined
  const rest = fields
    .slice(1)
    .map((field) => field + SOH)
    .join('')
  const length = fields.some((field) => field.startsWith('9=')) ? '' : `9=${rest.length}${SOH}`
  const whole = Buffer.from(`${fields[0]}${SOH}${length}${rest}`, 'latin1')
  const total = whole.reduce((all, byte) => (all + byte) & 0xff, 0)
  const end = sum ?? `10=${String(total).padStart(3, '0')}`
  return Buffer.concat([whole, Buffer.from(end + SOH, 'latin1')])
}

const TIMES = new Set(['10', '42', '52', '60', '122'])
/** Text of a message with the values that the definitions leave open taken out. */
const comparable = (text: string): string =>
  text
    .split(SOH)
    .map((field) => (TIMES.has(field.split('=')[0]!) ? `${field.split('=')[0]}=` : field))
    .join('|')

const heartbeatOf = (text: string): number => Number(new RegExp(`${SOH}108=(\\d+)`).exec(text)?.[1] ?? '30')

/**
 * The first thing that a definition finds wrong, null if all came as it says. Mirrored, for the side that
 * logs on: its logon goes out when it connects, and the definition's first one is the answer.
 */
export function problemOf(file: string, role: SessionProfile['role']): string | null {
  const end = new Reflector(role)
  const lines = readFileSync(file, 'latin1').split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    const parts = /^([IEie])(?:(\d),)?(.*)$/s.exec(line)
    if (parts === null) continue
    const [, verb, id = '1', rest] = parts
    if (verb === 'i' && rest === 'CONNECT') {
      end.connect(id, heartbeatOf(lines.slice(at).find((each) => each.includes('35=A')) ?? ''))
      continue
    }
    const wrong = step(end, verb!, id, rest!)
    if (wrong !== null) return `line ${at + 1}: ${wrong}`
  }
  return null
}

function step(server: Reflector, verb: string, id: string, rest: string): string | null {
  if (verb === 'i') server.of(id).isClosed = true
  else if (verb === 'I') server.receive(id, messageOf(rest, server.now))
  else if (verb === 'e') return awaitClose(server, id)
  else return awaitMessage(server, id, rest)
  return null
}

function awaitClose(server: Reflector, id: string): string | null {
  for (const until = server.now + PATIENCE; !server.of(id).isClosed && server.now < until;) server.tick()
  const left = server.of(id).out
  if (left.length > 0) return `not expected: ${comparable(left[0]!)}`
  return server.of(id).isClosed ? null : 'still connected'
}

function awaitMessage(server: Reflector, id: string, rest: string): string | null {
  const { logon } = server.of(id)
  if (logon !== null && rest.includes('35=A')) {
    server.of(id).out.unshift(logon)
    server.of(id).logon = null
  }
  for (const until = server.now + PATIENCE; server.of(id).out.length === 0 && server.now < until;)
    server.tick()
  const came = server.of(id).out.shift()
  const expected = comparable(messageOf(rest, server.now).toString('latin1'))
  if (came === undefined) return `nothing came, expected ${expected}`
  return comparable(came) === expected ? null : `${comparable(came)}\n  is not ${expected}`
}
