import { once } from 'node:events'
import pg from 'pg'

/** pg's connection as COPY needs it; its types leave these out. */
type CopyConnection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}
type Settled = { resolve: (rows: number) => void; reject: (error: Error) => void }

/**
 * The rows of a select as PostgreSQL writes them in its text format, chunk by chunk. Resolves to how many
 * there were.
 */
export const copyOut = (
  client: pg.Client,
  select: string,
  onChunk: (chunk: Buffer) => void,
): Promise<number> =>
  new Promise((resolve, reject) => {
    client.query(new CopyOut(`copy (${select}) to stdout`, onChunk, { resolve, reject }))
  })

/** Rows in the same format into a table. `target`: its name and columns. */
export const copyIn = (client: pg.Client, target: string, chunks: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(`copy ${target} from stdin`, chunks, { resolve, reject }))
  })

class Copy extends pg.Query {
  readonly #sql: string
  readonly #settled: Settled
  error: Error | null = null
  #rows = 0

  constructor(sql: string, settled: Settled) {
    super('')
    this.#sql = sql
    this.#settled = settled
  }

  override submit = (connection: pg.Connection): void => {
    connection.query(this.#sql)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#rows = Number(text.slice('COPY '.length))
  }

  handleError(error: Error): void {
    this.error ??= error
    this.handleReadyForQuery()
  }

  handleReadyForQuery(): void {
    if (this.error === null) this.#settled.resolve(this.#rows)
    else this.#settled.reject(this.error)
  }
}

class CopyOut extends Copy {
  readonly #onChunk: (chunk: Buffer) => void

  constructor(sql: string, onChunk: (chunk: Buffer) => void, settled: Settled) {
    super(sql, settled)
    this.#onChunk = onChunk
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.error !== null) return
    try {
      this.#onChunk(chunk)
    } catch (error) {
      this.error = error as Error
    }
  }
}

class CopyIn extends Copy {
  readonly #chunks: AsyncIterable<Buffer>

  constructor(sql: string, chunks: AsyncIterable<Buffer>, settled: Settled) {
    super(sql, settled)
    this.#chunks = chunks
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#send(connection).then(
      () => connection.endCopyFrom(),
      (error: Error) => {
        this.error ??= error
        connection.sendCopyFail(error.message)
      },
    )
  }

  async #send(connection: CopyConnection): Promise<void> {
    for await (const chunk of this.#chunks) {
      connection.sendCopyFromChunk(chunk)
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain')
    }
  }
}
