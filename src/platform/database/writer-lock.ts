import { hostname } from 'node:os'
import pg from 'pg'

/** Any number, the same for every version: `pg_locks` shows who holds it. */
const WRITER_LOCK = 5_180_230_117
/** A killed server's session may outlive it for a moment. */
const TRIES = 30
const PAUSE_MS = 100

/** Bytes of a name of a session that PostgreSQL keeps. */
const NAME_BYTES = 63

/** The name of a session of this process, by which others see in `pg_stat_activity` who it is. */
export const sessionName = (what: string): string =>
  `${what} ${process.pid}@${hostname()}`.slice(0, NAME_BYTES)

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
    if (tries === TRIES) throw new LeaseTaken(leaseText(await holderOf(client)))
    if (tries === 0) waiting()
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

/** Runs `act` while no other server can write to this database. Throws `LeaseTaken` where one does. */
export async function withWriterLock<T>(config: pg.ClientConfig, act: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...config, application_name: sessionName('akari-writer') })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeWriterLock(client)
    return await act()
  } finally {
    await client.end().catch(() => {})
  }
}

/** The session that has the lock, by the database's clock. */
type Holder = {
  session: number
  name: string | null
  address: string | null
  since: string | null
  spokeAt: string | null
  silentS: number | null
}

const AT = `'YYYY-MM-DD HH24:MI:SS "UTC"'`
const HOLDER = `select l.pid as session, a.application_name as name, host(a.client_addr) as address,
  to_char(a.backend_start at time zone 'UTC', ${AT}) as since, to_char(a.state_change at time zone 'UTC', ${AT}) as "spokeAt",
  floor(extract(epoch from clock_timestamp() - a.state_change))::int4 as "silentS"
  from pg_locks l left join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and (l.classid::int8 << 32) + l.objid::int8 = $1
    and l.database = (select oid from pg_database where datname = current_database())`

/** Null: it has let go meanwhile. */
async function holderOf(client: pg.Client): Promise<Holder | null> {
  const { rows } = await client.query<Holder>(HOLDER, [WRITER_LOCK])
  return rows[0] ?? null
}

/** The sentence about the holder of the lease: since when, and the way out where it hangs. */
function leaseText(holder: Holder | null): string {
  const begin = 'another Akari is at work on this data'
  if (holder === null) return `${begin}, or was until a moment ago. Start again.`
  const { session, name, address, since, spokeAt, silentS } = holder
  const [, what, pid, host] = /^akari-(engine|writer) (\d+)@(.+)$/.exec(name ?? '') ?? []
  const who =
    pid === undefined
      ? `session ${session} of PostgreSQL${address === null ? '' : `, from ${address}`}`
      : `${what === 'writer' ? 'a command (backup, restore, verify), ' : ''}process ${pid} on ${host}`
  const times =
    since === null ? '' : `, since ${since}; it last spoke to the database at ${spokeAt} (${silentS} s ago)`
  const kill = pid === undefined ? '' : `kill -9 ${pid} on ${host}, or `
  return (
    `${begin}: ${who}${times}. If it is at work, stop it first, or name another DATA_DIR (or DATABASE_URL). ` +
    `If it hangs, end it: ${kill}in the database: select pg_terminate_backend(${session}); then start again. Nothing acknowledged is lost by that, and it cannot write any more.`
  )
}
