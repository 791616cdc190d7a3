import { once } from 'node:events'
import pg from 'pg'
import { NoBackup } from './manifest.ts'
import { withClient } from '../database/with-client.ts'

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
    client.query(new CopyOut(select, onChunk, { resolve, reject }))
  })

/** Rows in the same format into a table. `target`: its name and columns. */
export const copyIn = (client: pg.Client, target: string, chunks: AsyncIterable<Buffer>): Promise<number> =>
  new Promise((resolve, reject) => {
    client.query(new CopyIn(`copy ${target} from stdin`, chunks, { resolve, reject }))
  })

/**
 * The whole cluster as PostgreSQL streams it (its protocol, 55.4, BASE_BACKUP): a tar file in chunks, with
 * the part of its log that makes it whole. Resolves to the position at which it begins. Throws where the
 * cluster has tablespaces of its own, or the user may not.
 */
export async function baseBackup(config: pg.ClientConfig, onChunk: (chunk: Buffer) => void): Promise<string> {
  const settings: pg.ClientConfig & { replication: string } = {
    ...config,
    application_name: 'akari-base',
    replication: 'database',
  }
  return withClient(settings, async (client) => {
    return await new Promise<string>((resolve, reject) => {
      const copy = new BaseCopy(onChunk, { resolve: () => resolve(copy.from), reject })
      client.query(copy)
    })
  })
}

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

  constructor(
    select: string,
    onChunk: (chunk: Buffer) => void,
    settled: Settled,
    sql = `copy (${select}) to stdout`,
  ) {
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

/** The first byte of a message: a new tar file, or a piece of one. */
const [NEW_ARCHIVE, PIECE] = [...Buffer.from('nd')] as [number, number]

class BaseCopy extends CopyOut {
  from = ''

  constructor(onChunk: (chunk: Buffer) => void, settled: Settled) {
    let archives = 0
    super(
      '',
      (chunk) => {
        if (chunk[0] === NEW_ARCHIVE && ++archives > 1)
          throw new NoBackup('The cluster has tablespaces of its own, which a base backup does not take.')
        if (chunk[0] === PIECE) onChunk(chunk.subarray(1))
      },
      settled,
      "BASE_BACKUP (LABEL 'akari', CHECKPOINT 'fast', WAL, MANIFEST 'no')",
    )
  }

  handleRowDescription(): void {}
  /** The first of its rows is where it begins. */
  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    this.from ||= fields[0] ?? ''
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
