import type pg from 'pg'
import type { Config } from '../config.ts'
import { Misconfigured } from '../misconfigured.ts'
import { passkeyHosts } from '../passkey-hosts.ts'

/** Kinds of passkeys, each with the name in `settings` under which their host is remembered. */
const KINDS = [
  { whose: 'members', setting: 'PASSKEYS', where: 'the app', rows: 'select from passkeys' },
  {
    whose: 'operators',
    setting: 'CONSOLE_PASSKEYS',
    where: 'the console',
    rows: 'select from operator_passkeys where ended_at is null',
  },
] as const

type Queries = Pick<pg.Client, 'query'>

/**
 * Holds the names that passkeys are bound to against those that the database remembers. Answers whether this
 * start ends the operators' passkeys. Throws `Misconfigured` where passkeys would end and the settings do not
 * accept it.
 */
export async function expectPasskeyHosts(client: Queries, config: Config): Promise<boolean> {
  const { rows } = await client.query<{ name: string; value: string }>('select name, value from settings')
  const kept = new Map(rows.map(({ name, value }) => [name, value]))
  const asked = passkeyHosts(config)
  const lost: { whose: string; said: string }[] = []
  for (const { whose, setting, where, rows: query } of KINDS) {
    const before = kept.get(setting)
    if (before === undefined || before === asked[whose]) continue
    const { rowCount } = await client.query(query)
    if (rowCount! > 0)
      lost.push({
        whose,
        said: `${rowCount} passkeys of ${whose} answer at ${before} alone, and ${where} is at ${asked[whose]} now.`,
      })
  }
  if (lost.length > 0 && !config.endsPasskeys)
    throw new Misconfigured(
      `${lost.map(({ said }) => said).join(' ')} Set ORIGIN (and CONSOLE_HOST) as they were, or start once with PASSKEYS=end: ` +
        'operators come in by recovery codes or new invitations then, and members by their passwords (docs/operate.md, Another address).',
    )
  return lost.some(({ whose }) => whose === 'operators')
}

/** The names that passkeys are made for from now on. */
export async function rememberPasskeyHosts(pool: Queries, config: Config): Promise<void> {
  const hosts = passkeyHosts(config)
  for (const { whose, setting } of KINDS)
    await pool.query(
      'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
      [setting, hosts[whose]],
    )
}
