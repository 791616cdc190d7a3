import type pg from 'pg'
import type { Config } from '../config.ts'
import { refuseUnfitDatabase } from './fitness.ts'
import { startEmbedded, type Embedded } from './embedded.ts'
import { LeaseTaken, withWriterLock } from './writer-lock.ts'

/**
 * Runs `use` on the database of the settings, for a command beside a running server or without one. An
 * embedded PostgreSQL that was started for it stops afterwards, unless a server has begun to work on it
 * meanwhile.
 */
export async function withDatabase<T>(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  use: (database: pg.ClientConfig) => Promise<T>,
): Promise<T> {
  if (databaseUrl !== null) {
    await refuseUnfitDatabase({ connectionString: databaseUrl })
    return use({ connectionString: databaseUrl })
  }
  const embedded = await startEmbedded(dataDir)
  try {
    return await use(embedded.config)
  } finally {
    if (!embedded.adopted) await stopUnlessAtWork(embedded)
  }
}

/** Stops an embedded PostgreSQL, unless a server is at work on it. */
export async function stopUnlessAtWork({ config, stop }: Embedded): Promise<void> {
  await withWriterLock(config, stop).catch((error: unknown) => {
    if (!(error instanceof LeaseTaken)) throw error
  })
}
