import { HOUR, iso } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { ClockReturn } from './wall-clock.ts'

type Records = { from: number; to: number }
type Queries = Pick<Database['pool'], 'query'>

/**
 * The records that stand at times which had not come when the clock went back (decision 120); null: none. The
 * journal's time never goes back: they are its last before.
 */
export async function recordsBeyond(pool: Queries, { record, at }: ClockReturn): Promise<Records | null> {
  const { rows } = await pool.query<{ seq: number }>(
    'select seq from journal where seq < $1 and ts <= $2 order by seq desc limit 1',
    [record, at],
  )
  const from = (rows[0]?.seq ?? -1) + 1
  return from < record ? { from, to: record - 1 } : null
}

/** Lines of `npm run verify` on each return of the clock: which records, of which types, and what moved. */
export async function clockReturnLines(pool: Queries): Promise<string[]> {
  const { rows } = await pool.query<ClockReturn>(
    'select record, at, ahead_ms as "aheadMs" from clock_returns order by record',
  )
  return (await Promise.all(rows.map((each) => linesOf(pool, each)))).flat()
}

async function linesOf(pool: Queries, back: ClockReturn): Promise<string[]> {
  const records = await recordsBeyond(pool, back)
  const hours = Math.round(back.aheadMs / HOUR)
  const said = `The clock had been ahead by ${hours} h, and went back to ${iso(back.at)} in record ${back.record}.`
  if (records === null) return [said]
  const span = [records.from, records.to]
  const types = await pool.query<{ type: string; n: number }>(
    'select type, count(*) as n from journal where seq between $1 and $2 group by type order by type',
    span,
  )
  const entries = await pool.query<{ kind: string; n: number; yen: number }>(
    `select kind, count(*) as n, sum(yen)::int8 as yen from transfers where seq between $1 and $2
     group by kind order by kind`,
    span,
  )
  return [
    `${said} Records ${records.from} to ${records.to} stand at times that had not come. They stay:`,
    `  records: ${types.rows.map(({ type, n }) => `${type} ${n}`).join(', ')}`,
    `  entries, with their sums in yen: ${entries.rows.map(({ kind, n, yen }) => `${kind} ${n} (${yen})`).join(', ') || 'none'}`,
  ]
}
