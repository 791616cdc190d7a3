import { SECOND, type Ms } from '#kernel/time.ts'
import { isDamage } from '#platform/database/damage.ts'
import { every } from '#platform/every.ts'
import { guarded } from '#platform/guarded.ts'
import type { AppContext } from '#modules/module.ts'

const EVERY: Ms = 30 * SECOND
const NOBODY = 'probe'
const READ = [
  ['sessions', 'member_id'],
  ['credentials', 'mobile'],
  ['known_devices', 'member_id'],
  ['password_failures', 'subject'],
] as const

/**
 * The reads and writes of a login, taken back again: a server whose members cannot get in because a page of a
 * table is damaged would otherwise call itself well. `failed`: the last try could not read or write there; a
 * database that is away is for others to say.
 */
export function loginProbe({ db, log, ids, clock }: Pick<AppContext, 'db' | 'log' | 'ids' | 'clock'>) {
  let failed = false
  async function probe(): Promise<void> {
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query(
        'insert into sessions (id, token_hash, member_id, started_at, seen_at) values ($1, $2, $3, $4, $4)',
        [ids.uuid(), Buffer.from(ids.bytes(32)), NOBODY, Math.floor(clock.machine())],
      )
      for (const [table, column] of READ)
        await client.query(`select * from ${table} where ${column} = $1`, [NOBODY])
    } finally {
      await client.query('rollback').catch(() => {})
      client.release()
    }
  }
  const look = (): Promise<void> =>
    probe().then(
      () => {
        failed = false
      },
      (err: unknown) => {
        if (!isDamage(err)) return
        if (!failed)
          log.error(
            { err },
            'nobody can log in: rows of the database cannot be read. Restore a backup (docs/operate.md)',
          )
        failed = true
      },
    )
  return { failed: () => failed, look, start: () => every(EVERY, guarded(log, 'a probe of the login', look)) }
}
