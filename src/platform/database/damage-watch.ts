import { SECOND, type Ms } from '#kernel/time.ts'
import type { Database } from './connect.ts'
import { RowForged } from './row-mac.ts'
import { readEverything, runStored, type StoredCheck } from '../engine/check-stored.ts'
import { every } from '../every.ts'
import { guarded } from '../guarded.ts'
import type { Log } from '../log.ts'
import { withClient } from './with-client.ts'

export type DamageWatch = {
  /** A request met a page that cannot be read, or a row that is not what the server wrote. */
  saw(error: unknown): void
  stands(): boolean
  /** Looks whether it was mended. */
  look(): Promise<void>
  /** Answers the way to stop. */
  start(): () => void
}

const EVERY: Ms = 30 * SECOND
/** Reading everything takes long in a large database: a tenth of the time at most. */
const REST = 9

/**
 * Damage of the storage that somebody has met, until the same tables are found well again: what was put back
 * is believed at once, and only a fault that was mended is over.
 */
export function openDamageWatch({
  db,
  log,
  checks,
  monotonic,
}: {
  db: Pick<Database, 'config'>
  log: Log
  checks: () => readonly StoredCheck[]
  monotonic: () => Ms
}): DamageWatch {
  /** Tables with a row that was changed; `null` among them: some page could not be read. */
  const damaged = new Set<string | null>()
  let nextAt: Ms = -Infinity

  async function look(): Promise<void> {
    if (damaged.size === 0) return
    const asked = [...damaged]
    await withClient(db.config, async (client) => {
      await client.query('begin isolation level repeatable read read only')
      for (const table of asked) {
        const own = checks().filter(({ tables }) => table !== null && tables.includes(table))
        // A table that nobody looks at stays damaged until the next start looks at all.
        if (table !== null && own.length === 0) continue
        const { differences } = await (table === null ? readEverything(client) : runStored(client, own))
        if (differences.length === 0) damaged.delete(table)
      }
      await client.query('rollback')
    })
    if (damaged.size === 0) log.info({ tables: asked }, 'what was damaged in the storage is well again')
  }
  return {
    saw: (error) => void damaged.add(error instanceof RowForged ? error.table : null),
    stands: () => damaged.size > 0,
    look,
    start: () => {
      let atWork = false
      return every(
        EVERY,
        guarded(log, 'a look whether damage was mended', () => {
          const began = monotonic()
          if (atWork || began < nextAt) return
          atWork = true
          look()
            .catch((err: unknown) => log.warn({ err }, 'whether damage was mended cannot be told'))
            .finally(() => {
              atWork = false
              nextAt = monotonic() + REST * (monotonic() - began)
            })
        }),
      )
    },
  }
}
