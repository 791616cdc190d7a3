import pg from 'pg'
import { iso, type DateJst } from '#kernel/time.ts'
import { NoBackup } from './manifest.ts'
import { withClient } from '../database/with-client.ts'

async function query<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  return withClient(config, async (client) => {
    return (await client.query<Row>(sql, values)).rows
  })
}

/** All accounts of members and of the firm: money is moved and never made, so that they add up to nothing. */
export async function sumOfBalances(config: pg.ClientConfig): Promise<bigint> {
  const [row] = await query<{ sum: string }>(
    config,
    'select coalesce(sum(balance_yen), 0)::text as sum from accounts',
  )
  return BigInt(row!.sum)
}

/** The days of the exchange that are published in it. */
export async function revealedDays(config: pg.ClientConfig): Promise<ReadonlySet<DateJst>> {
  const rows = await query<{ date: DateJst }>(
    config,
    'select distinct trade_date::text as date from market_days where file_hash is not null',
  )
  return new Set(rows.map(({ date }) => date))
}

/**
 * The exchange's log is not ahead of the journal: each order that it names is in the database. Throws
 * `NoBackup`.
 */
export async function expectKnown(config: pg.ClientConfig, orders: readonly string[]): Promise<void> {
  const rows = await query<{ id: string }>(config, 'select id from orders where id = any($1)', [orders])
  const known = new Set(rows.map(({ id }) => id))
  const ahead = orders.find((id) => !known.has(id))
  if (ahead !== undefined)
    throw new NoBackup(
      `The exchange's log names the order ${ahead}, which the journal does not know at that moment: the clocks of the server and of its database differ.`,
    )
}

/** A sentence about the last record of its journal. */
export async function lastCommand(config: pg.ClientConfig): Promise<string> {
  const [last] = await query<{ seq: string; type: string; ts: string }>(
    config,
    'select seq, type, ts from journal order by seq desc limit 1',
  )
  return last === undefined
    ? 'The journal has no command yet.'
    : `Last command: ${last.type}, record ${last.seq}, of ${iso(Math.floor(Number(last.ts)))}.`
}
