import pg from 'pg'
import { SECOND } from '#kernel/time.ts'
import { Misconfigured } from '../misconfigured.ts'

/** The oldest PostgreSQL that the server is tried on (`test/faults/own-database.test.ts`). */
export const OLDEST_POSTGRES = 15
const CONNECT_MS = 10 * SECOND
/** A pooler that has other clients may lend another session now and then. */
const POOLER_TRIES = 3

/**
 * A database that is not there, does not let us in or cannot be spoken with. It may come back: a start is
 * tried again.
 */
export class DatabaseUnreachable extends Misconfigured {
  override name = 'DatabaseUnreachable'
}

export type DatabaseFacts = {
  /** As `server_version_num`: 150018 is 15.18. */
  version: number
  user: string
  database: string
  encoding: string
  fsync: string
  isReadOnly: boolean
  /** Schema in which tables are made; null: none of the search path is there. */
  schema: string | null
  mayCreate: boolean | null
  /** A table of ours that this user can neither change nor bring up to a newer version. */
  otherOwner: { table: string; owner: string } | null
}

/** Read on any version: the oldest ones are refused by what it says. */
const FACTS = `select current_setting('server_version_num')::int4 as version, current_user::text as user,
  current_database()::text as database, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly", current_schema()::text as schema,
  has_schema_privilege(current_schema(), 'create') as "mayCreate",
  (select json_build_object('table', c.relname, 'owner', pg_get_userbyid(c.relowner)) from pg_class c
    where c.relname in ('migrations', 'lease', 'journal') and c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
      and not pg_has_role(c.relowner, 'usage') order by c.relname limit 1) as "otherOwner"`

/**
 * Refuses a PostgreSQL of one's own that could not keep what the server tells it, before anything is made in
 * it: its version, its durability, the rights of the user, and a pooler in between. Throws `Misconfigured`,
 * and `DatabaseUnreachable` where there is no answer.
 */
export async function refuseUnfitDatabase(config: pg.ClientConfig): Promise<void> {
  const [first, second] = [clientOf(config), clientOf(config)]
  try {
    await first.connect().catch((error: Error) => {
      throw new DatabaseUnreachable(whyUnreachable(error, first))
    })
    const { rows } = await first.query<DatabaseFacts>(FACTS)
    const why = unfitness(rows[0]!)
    if (why !== null) throw new Misconfigured(why)
    await second.connect().catch((error: Error) => {
      throw new DatabaseUnreachable(whyUnreachable(error, second))
    })
    if (await isLentByTransaction(first, second)) throw new Misconfigured(POOLER)
  } finally {
    await Promise.all([first, second].map((client) => client.end().catch(() => {})))
  }
}

function clientOf(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client({
    ...config,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'akari-start',
  })
  client.on('error', () => {})
  return client
}

const POOLER =
  'DATABASE_URL leads to a pooler that lends PostgreSQL by transaction (PgBouncer with pool_mode=transaction, for example): ' +
  'the lock that keeps a second server out would be lost between two statements. Name PostgreSQL itself, or a pooler with pool_mode=session.'

/** Two connections that keep their sessions never reach the same one. */
async function isLentByTransaction(first: pg.Client, second: pg.Client): Promise<boolean> {
  const sessionOf = async (client: pg.Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid
  for (let tries = 0; tries < POOLER_TRIES; tries++) {
    const seen = await sessionOf(first)
    await second.query('begin')
    const isSame = (await sessionOf(second)) === seen
    await second.query('rollback')
    if (isSame) return true
  }
  return false
}

/** The sentence by which a database is refused; null: it is fit. */
export function unfitness(facts: DatabaseFacts): string | null {
  const { version, user, database, encoding, fsync, isReadOnly, schema, mayCreate, otherOwner } = facts
  if (version < OLDEST_POSTGRES * 10_000)
    return `PostgreSQL of DATABASE_URL is ${versionText(version)}; ${OLDEST_POSTGRES} or later is needed. Upgrade it (pg_upgrade), or name another.`
  if (isReadOnly)
    return 'The database of DATABASE_URL can only be read: it is a standby, or default_transaction_read_only is on. Name the primary.'
  if (fsync !== 'on')
    return 'PostgreSQL of DATABASE_URL runs with fsync=off: what it confirms would be lost with its power. Set fsync = on in postgresql.conf, and restart it.'
  if (encoding !== 'UTF8')
    return `The database "${database}" of DATABASE_URL has the encoding ${encoding}; it must be UTF8. Make one: create database ${quoted(database)} encoding 'UTF8' template template0;`
  if (schema === null)
    return `The database "${database}" of DATABASE_URL has no schema to make tables in. As its owner: create schema public authorization ${quoted(user)};`
  if (mayCreate !== true)
    return `The user "${user}" of DATABASE_URL may not make tables in the schema ${schema} of the database "${database}". As its owner: grant create on schema ${schema} to ${quoted(user)}; or make the database with ${quoted(user)} as its owner.`
  if (otherOwner !== null)
    return `In the database "${database}" of DATABASE_URL the table ${otherOwner.table} belongs to "${otherOwner.owner}", not to "${user}". Use that user, or let each table belong to this one: alter table ${otherOwner.table} owner to ${quoted(user)};`
  return null
}

type Place = Pick<pg.ClientConfig, 'user' | 'host' | 'port' | 'database'>

/** The sentence about a PostgreSQL that could not be connected with. Never the password. */
export function whyUnreachable(
  error: Error & { code?: string },
  { user, host, port, database }: Place,
): string {
  const { code = '', message } = error
  const place = `${host}:${port}`
  if (code === '3D000')
    return `PostgreSQL at ${place} has no database "${database}". Make it: create database ${quoted(database)} owner ${quoted(user)};`
  if (/SASL|password must be a string/.test(message) && code === '')
    return `DATABASE_URL has no password for the user "${user}", and PostgreSQL at ${place} asks for one.`
  if (code === '28P01')
    return `PostgreSQL at ${place} does not take the user "${user}" with this password. Look at user and password in DATABASE_URL.`
  if (code.startsWith('28'))
    return `PostgreSQL at ${place} does not let in the user "${user}" of DATABASE_URL: ${message}.`
  if (/^(53|57P03)/.test(code))
    return `PostgreSQL at ${place} lets nobody in now: ${message}. Try again when it does.`
  if (message.includes('does not support SSL'))
    return `PostgreSQL at ${place} speaks without TLS, which DATABASE_URL asks for: turn ssl on there, or leave sslmode out.`
  if (/CERT|ALTNAME|UNABLE_TO/.test(code))
    return `The certificate of PostgreSQL at ${place} is not trusted (${message}): add sslrootcert=FILE, with the certificate of its authority, to DATABASE_URL.`
  if (/^E[A-Z_]+$/.test(code) || message.includes('timeout'))
    return `For DATABASE_URL nobody answers at ${place} (${code === '' || code === 'ETIMEDOUT' ? `no answer within ${CONNECT_MS / SECOND} s` : code}). Look whether PostgreSQL runs there, and whether host and port are right.`
  return `The database of DATABASE_URL cannot be used: ${message.trim()}. Look whether it is there, and whether its address, user, password and name are right.`
}

/** The same about the database of a URL. */
export const whyUnreachableAt = (error: Error, connectionString: string): string =>
  whyUnreachable(error, new pg.Client({ connectionString }))

const quoted = (name: string | undefined): string => `"${(name ?? '').replaceAll('"', '""')}"`
/** 150018 is 15.18, 90624 is 9.6.24. */
const versionText = (version: number): string =>
  version >= 100_000
    ? `${Math.floor(version / 10_000)}.${version % 10_000}`
    : `${Math.floor(version / 10_000)}.${Math.floor(version / 100) % 100}.${version % 100}`
