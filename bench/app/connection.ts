import { connect, type Socket } from 'node:net'

/** Bytes of a head as both servers write them. */
const LENGTH = Buffer.from('content-length: ')
const HEAD_ENDS = Buffer.from('\r\n\r\n')
const NOTHING = Buffer.alloc(0)
const ANSWER_BYTES = 64 * 1024
/** The system reads into this, one connection after another. */
const arriving = Buffer.allocUnsafe(ANSWER_BYTES)

/** `headers`: whole lines; `body` in ASCII. */
export const requestOf = (path: string, headers: string, body: string): Buffer =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`,
    'latin1',
  )

const ACCEPTED = '{"code":1,'
/** True if the server has done what it was asked. */
export const isAccepted = (body: Buffer): boolean => body.toString('latin1', 0, ACCEPTED.length) === ACCEPTED

/**
 * One kept-alive connection that posts one request after another and looks at as little of the answer as it
 * can: on two cores, what the load generator costs is taken from the server that it measures. So it stays
 * with bytes, and makes next to nothing for the collector.
 */
export class Connection {
  readonly #socket: Socket
  readonly #received = Buffer.allocUnsafe(ANSWER_BYTES)
  #length = 0
  #resolve: ((body: Buffer) => void) | null = null

  constructor(port: number) {
    const callback = (bytes: number) => {
      this.#take(bytes)
      return true
    }
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer: arriving, callback } })
    this.#socket.on('close', () => this.#answer(NOTHING))
  }

  /** The body of the answer, until the next request is sent; empty when the connection broke. */
  send(request: Buffer): Promise<Buffer> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#socket.write(request)
    })
  }

  #take(bytes: number): void {
    arriving.copy(this.#received, this.#length, 0, bytes)
    this.#length += bytes
    const received = this.#received.subarray(0, this.#length)
    const bodyAt = received.indexOf(HEAD_ENDS) + HEAD_ENDS.length
    if (bodyAt < HEAD_ENDS.length) return
    const length = Number.parseInt(
      received.toString('latin1', received.indexOf(LENGTH) + LENGTH.length, bodyAt),
      10,
    )
    if (this.#length < bodyAt + length) return
    this.#length = 0
    this.#answer(received.subarray(bodyAt, bodyAt + length))
  }

  #answer(body: Buffer): void {
    const resolve = this.#resolve
    this.#resolve = null
    resolve?.(body)
  }

  end(): void {
    this.#socket.destroy()
  }
}
