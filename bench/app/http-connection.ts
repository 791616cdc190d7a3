import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { uuidv7 } from '#kernel/id.ts'

export type Said = {
  /** 0: the connection broke. */
  status: number
  /** The envelope's code; NaN where there is none. */
  code: number
  retryAfter: string | null
  body: string
  ms: number
}

const LENGTH = 'content-length: '
const RETRY = 'retry-after: '
const BROKEN = { status: 0, code: Number.NaN, retryAfter: null, body: '' }

/**
 * A kept-alive connection that asks one thing after another and notes how long each answer took. It is opened
 * again when it has ended. `from`: an address of this machine's own range.
 */
export class HttpConnection {
  readonly #port: number
  readonly #from: string
  #socket: Socket | null = null
  #received = ''
  #since = 0
  #resolve: ((said: Said) => void) | null = null

  constructor(port: number, from = '127.0.0.1') {
    this.#port = port
    this.#from = from
  }

  get(path: string, token = ''): Promise<Said> {
    return this.#ask(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\n${token === '' ? '' : `token: ${token}\r\n`}\r\n`,
    )
  }
  /** With a new key, as a member's app sends it. */
  post(path: string, token: string, body: object): Promise<Said> {
    const text = JSON.stringify(body)
    const key = uuidv7(Date.now(), randomBytes(16))
    return this.#ask(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\ntoken: ${token}\r\nidempotency-key: ${key}\r\n\r\n${text}`,
    )
  }
  end(): void {
    this.#socket?.destroy()
  }

  #ask(text: string): Promise<Said> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#since = performance.now()
      this.#opened().write(text)
    })
  }

  #opened(): Socket {
    if (this.#socket !== null && this.#socket.writable) return this.#socket
    this.#received = ''
    const socket = connect({ port: this.#port, host: '127.0.0.1', localAddress: this.#from, noDelay: true })
    socket.setEncoding('latin1').on('data', (chunk) => this.#take(String(chunk)))
    socket
      .on('error', () => {})
      .on('close', () => {
        if (this.#socket !== socket) return
        this.#socket = null
        this.#answered(BROKEN)
      })
    this.#socket = socket
    return socket
  }

  #take(chunk: string): void {
    this.#received += chunk
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const length = Number.parseInt(this.#headerOf(LENGTH, bodyAt)!, 10)
    if (this.#received.length < bodyAt + length) return
    const body = this.#received.slice(bodyAt, bodyAt + length)
    const said = {
      status: Number(this.#received.slice(9, 12)),
      code: Number(/^\{"code":(\d+)/.exec(body)?.[1]),
      retryAfter: this.#headerOf(RETRY, bodyAt),
      body,
    }
    if (this.#headerOf('connection: ', bodyAt) === 'close') {
      this.#socket?.destroy()
      this.#socket = null
    }
    this.#received = ''
    this.#answered(said)
  }

  #headerOf(name: string, before: number): string | null {
    const at = this.#received.lastIndexOf(name, before)
    return at < 0 ? null : this.#received.slice(at + name.length, this.#received.indexOf('\r\n', at))
  }

  #answered(said: Omit<Said, 'ms'>): void {
    const resolve = this.#resolve
    this.#resolve = null
    resolve?.({ ...said, ms: performance.now() - this.#since })
  }
}

/** The `share` of times that were not longer; Infinity where there are none. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity
}
