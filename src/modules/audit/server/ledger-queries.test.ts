import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { accountsThen, entriesBetween } from './export-queries.ts'
import { entriesOfRecord, firmEntries, type At } from './ledger-queries.ts'
import { bankEntriesOf, fillsOf } from './reconciliation-queries.ts'

/**
 * A ledger of 200,000 entries, as orders and now and then a bank make them: what the console asks is answered
 * from a few blocks of it, wherever it is asked, and no page costs more than the one before.
 */
const RECORDS = 50_000
const EVERY = 5_000
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
const WHOLE = { before: null, kind: null, from: null, to: null, limit: 50 }

beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
  const client = db.pool
  // Each record: hold, margin, fee, profit, of one of a thousand members; every 5,000th a deposit. A record a
  // second from midnight of the 19th.
  await client.query(`insert into transfers (member_id, seq, n, debit, credit, yen, tax_yen, kind, at, trade_date)
    select 'm' || seq % 1000, seq, n,
      case when n = 0 and seq % ${EVERY} = 0 then 'h:bank' when n = 3 then 'h:clearing' else 'm:m' || seq % 1000 || ':available' end,
      case n when 2 then 'h:fee' when 3 then 'm:m' || seq % 1000 || ':unsettled' else 'm:m' || seq % 1000 || ':lotMargin' end,
      seq % 97 + 1, 0, (array['deposit', 'lot-margin', 'fee', 'profit'])[n + 1], 1763478000000 + seq * 1000::bigint, '2025-11-19'
    from generate_series(0, ${RECORDS - 1}) as seq, generate_series(0, 3) as n order by seq, n`)
  await client.query(`insert into house_balances select substr(id, 3), sum(yen) from (select debit as id, -yen as yen from transfers union all select credit, yen from transfers) as each
    where id like 'h:%' group by id`)
  await client.query(
    `insert into fills select 'o' || n, ((2025 - 2000) * 372 + 11 * 31 + 18 + n / 25000) * 100000000000 + n, 'l', 0, 1000, 100, 9 from generate_series(0, 49999) as n`,
  )
  await client.query(`update lease set seq = ${RECORDS - 1}`)
  // The firm's autovacuum does this by itself.
  await client.query('vacuum analyze transfers')
  await client.query('vacuum analyze fills')
  await client.query('analyze house_balances')
}, 60_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

/** Blocks of 8 KiB that a query touched, by what PostgreSQL says. */
async function blocksOf(run: () => Promise<unknown>): Promise<number> {
  const touched = async () => {
    const { rows } = await db.pool.query<{ blocks: number }>(
      `select (heap_blks_read + heap_blks_hit)::bigint as blocks from pg_statio_user_tables where relname = 'transfers'`,
    )
    return rows[0]!.blocks
  }
  const before = await settled(touched)
  await run()
  return (await settled(touched)) - before
}
/** Counts come in a moment after the query: until two readings are the same. */
async function settled(read: () => Promise<number>): Promise<number> {
  await db.pool.query(`select pg_stat_force_next_flush()`).catch(() => {})
  let last = -1
  for (let now = await read(); now !== last; now = await read()) {
    last = now
    await new Promise((resolve) => setTimeout(resolve, 1_100))
  }
  return last
}

describe('pages of an account of the firm', () => {
  const all = async (account: string) => {
    const found: number[] = []
    let pages = 0
    for (let before: At | null = null; ; pages++) {
      const { rows, next } = await firmEntries(db, account, { ...WHOLE, before, limit: 5_000 })
      found.push(...rows.map(({ seq }) => seq))
      if (next === null) return { found, pages }
      before = next
    }
  }
  it.each([
    ['h:fee', RECORDS],
    ['h:clearing', RECORDS],
    ['h:bank', RECORDS / EVERY],
  ])('%s: each entry once, newest first', async (account, entries) => {
    const { found } = await all(account)
    expect([found.length, found[0]! > found.at(-1)!]).toEqual([entries, true])
    expect(new Set(found).size).toBe(entries)
  })
  it('filter by kind and by time', async () => {
    const at = 1_763_478_000_000
    expect(
      (await firmEntries(db, 'h:bank', { ...WHOLE, from: at + 5_000_000, to: at + 15_000_000 })).rows.map(
        ({ seq }) => seq,
      ),
    ).toEqual([10_000, 5_000])
    expect((await firmEntries(db, 'h:bank', { ...WHOLE, kind: 'fee' })).rows).toEqual([])
  })
})

describe('what is asked of 200,000 entries', () => {
  const asked: (() => Promise<unknown>)[] = [
    () => firmEntries(db, 'h:fee', WHOLE),
    () => firmEntries(db, 'h:fee', { ...WHOLE, before: { seq: 1_000, n: 0 } }),
    () => firmEntries(db, 'h:bank', WHOLE),
    () => entriesOfRecord(db, 31_234),
    () => entriesBetween(db, 20_000, 20_500),
  ]
  it('is answered from a few of its blocks: the newest and the oldest fees, the bank, a record, a piece of an export', async () => {
    const { rows } = await db.pool.query<{ blocks: number }>(
      `select (pg_relation_size('transfers') / 8192)::bigint as blocks`,
    )
    expect(rows[0]!.blocks).toBeGreaterThan(2_000)
    const touched = await blocksOf(async () => {
      for (const run of asked) await run()
    })
    expect([touched > 10, touched < rows[0]!.blocks / 4]).toEqual([true, true])
  }, 20_000)
  it('a day of the bank and of the exchange, and balances of before, are found', async () => {
    expect((await bankEntriesOf(db, '2025-11-19')).length).toBe(RECORDS / EVERY)
    expect((await fillsOf(db, '2025-11-19')).length).toBe(25_000)
    const then = await accountsThen(db, 9_999, '', 10)
    const { rows } = await db.pool.query<{ yen: number }>(
      `select sum(yen)::bigint as yen from transfers where credit = 'h:fee' and seq <= 9999`,
    )
    expect(then.find(({ id }) => id === 'h:fee')!.yen).toBe(rows[0]!.yen)
  })
})
