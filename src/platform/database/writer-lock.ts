import pg from 'pg'

/** Any number, the same for every version: `pg_locks` shows who holds it. */
const WRITER_LOCK = 5_180_230_117
/** A killed server's session may outlive it for a moment. */
const TRIES = 30
const PAUSE_MS = 100

/** Another server writes to this database, or did so after this one began. */
export class LeaseTaken extends Error {
  override name = 'LeaseTaken'
}

/**
 * Holds the database for this session alone, until it ends. Throws `LeaseTaken` where another has it for
 * longer than a killed one could.
 */
export async function takeWriterLock(client: pg.Client, waiting: () => void = () => {}): Promise<void> {
  for (let tries = 0; ; tries++) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      WRITER_LOCK,
    ])
    if (rows[0]!.taken) return
    if (tries === TRIES) throw new LeaseTaken('another engine is at work on this database')
    if (tries === 0) waiting()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Runs `act` while no other server can write to this database. Throws `LeaseTaken` where one does. */
export async function withWriterLock<T>(config: pg.ClientConfig, act: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, application_name: 'akari-writer' })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeWriterLock(client)
    return await act()
  } finally {
    await client.end().catch(() => {})
  }
}
