import { connect, type Socket } from 'node:net'

/** As both servers write it. */
const LENGTH = 'content-length: '

/** `headers`: whole lines; `body` in ASCII. */
export const requestOf = (path: string, headers: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`

/**
 * One kept-alive connection that posts one request after another and looks at as little of the answer as it can: on two cores,
 * what the load generator costs is taken from the house that it measures.
 */
export class Connection {
  readonly #socket: Socket
  #received = ''
  #resolve: ((answer: string) => void) | null = null

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket.setEncoding('latin1').on('data', (chunk) => this.#take(String(chunk)))
    this.#socket.on('close', () => this.#resolve?.(''))
  }

  post(path: string, headers: string, body: string): Promise<string> {
    return this.send(requestOf(path, headers, body))
  }

  /** The body of the answer; '' when the connection broke. */
  send(request: string): Promise<string> {
    return new Promise((resolve) => {
      this.#resolve = resolve
      this.#socket.write(request, 'latin1')
    })
  }

  #take(chunk: string): void {
    this.#received += chunk
    const bodyAt = this.#received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const lengthAt = this.#received.indexOf(LENGTH)
    const length = Number.parseInt(this.#received.slice(lengthAt + LENGTH.length, bodyAt), 10)
    if (this.#received.length < bodyAt + length) return
    const body = this.#received.slice(bodyAt, bodyAt + length)
    this.#received = ''
    const resolve = this.#resolve
    this.#resolve = null
    resolve?.(body)
  }

  end(): void {
    this.#socket.destroy()
  }
}
