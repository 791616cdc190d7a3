import pg from 'pg'

/** The answers that a message of ours brings; the rest are errors. */
type IdempotencyIndex = {
  wanted: number
  resolve: (tags: readonly string[]) => void
  reject: (error: Error) => void
}

/**
 * One write to the socket, ended by one Sync: everything in it is answered, or the first error and nothing
 * more. Given to `client.query`, which keeps several of them in flight in order (`pipeline: true`, which
 * takes heirs of its own Query alone).
 */
export class FlushQuery extends pg.Query {
  readonly #bytes: Buffer
  readonly #answers: IdempotencyIndex
  readonly #tags: string[] = []
  #error: Error | null = null

  constructor(bytes: Buffer, answers: IdempotencyIndex) {
    super('')
    this.#bytes = bytes
    this.#answers = answers
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.write(this.#bytes)
  }

  handleCommandComplete(message: { text: string }): void {
    this.#tags.push(message.text)
  }

  handleError(error: Error): void {
    this.#error = error
    this.#settle()
  }

  handleReadyForQuery(): void {
    this.#settle()
  }

  /** The guard answers with a row that says nothing new. */
  handleDataRow(): void {}
  handleRowDescription(): void {}
  /** Its rows are on their way already. */
  handleCopyInResponse(): void {}
  handleEmptyQuery(): void {}
  handlePortalSuspended(): void {}

  #settle(): void {
    const { wanted, resolve, reject } = this.#answers
    if (this.#error !== null) reject(this.#error)
    else if (this.#tags.length !== wanted)
      reject(new Error(`${wanted} answers expected, got ${this.#tags.join(', ')}`))
    else resolve(this.#tags)
  }
}
