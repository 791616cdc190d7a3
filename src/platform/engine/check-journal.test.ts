import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#platform/database/test-database.ts'
import { checkJournal } from './check-journal.ts'
import { bodyText, chained, CHAIN_START, recordText } from './journal.ts'
import { journalChecker } from './journal-checker.ts'

/**
 * A ledger of 2,500 records, each of which moves something between three accounts, as the engine would have
 * written it.
 */
const RECORDS = 2_500
const ACCOUNTS = ['h:bank', 'm:a:available', 'm:b:available'] as const
/** Enough that nobody comes below zero. */
const FIRST = ['m:a:available', 'm:b:available'].map((credit) => ({
  credit,
  debit: 'h:bank',
  kind: 'deposit',
  yen: 1_000_000,
}))
let database: Awaited<ReturnType<typeof testDatabase>>
let sql: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  sql = new pg.Client(database.config)
  await sql.connect()
  const journal: [number, number, Buffer, Buffer][] = []
  const entries: [number, number, string, string, number][] = []
  const balances = new Map<string, number>(ACCOUNTS.map((id) => [id, 0]))
  let hash = CHAIN_START
  for (let seq = 0; seq < RECORDS; seq++) {
    const moved =
      seq === 0
        ? FIRST
        : Array.from({ length: seq % 4 }, (_, n) => ({
            credit: ACCOUNTS[(seq + n + 1) % 3]!,
            debit: ACCOUNTS[(seq + n) % 3]!,
            kind: 'deposit',
            yen: (seq % 97) + n + 1,
          }))
    for (const [n, { debit, credit, yen }] of moved.entries()) {
      entries.push([seq, n, debit, credit, yen])
      balances.set(debit, balances.get(debit)! - yen)
      balances.set(credit, balances.get(credit)! + yen)
    }
    const record = recordText(
      { actor: 'system', device: '', key: '', seq, ts: 1_000 + seq, type: 'test' },
      bodyText({ result: { ok: true }, transfers: moved }),
    )
    hash = chained(hash, record)
    journal.push([seq, 1_000 + seq, Buffer.from(record), Buffer.from(hash, 'latin1')])
  }
  const column = <T>(rows: readonly unknown[][], at: number) => rows.map((row) => row[at] as T)
  await sql.query(
    'insert into journal (seq, ts, type, record, hash) select unnest($1::int8[]), unnest($2::int8[]), $5, unnest($3::bytea[]), unnest($4::bytea[])',
    [column(journal, 0), column(journal, 1), column(journal, 2), column(journal, 3), 'test'],
  )
  await sql.query(
    `insert into transfers (member_id, seq, n, debit, credit, yen, tax_yen, kind, at, trade_date)
    select split_part(case when debit like 'm:%' then debit else credit end, ':', 2), seq, n, debit, credit, yen, 0, 'deposit', 0, '2026-11-19'
    from unnest($1::int8[], $2::int4[], $3::text[], $4::text[], $5::int8[]) as entry(seq, n, debit, credit, yen)`,
    [0, 1, 2, 3, 4].map((at) => column(entries, at)),
  )
  for (const [id, yen] of balances) {
    if (id === 'h:bank') await sql.query('insert into house_balances values ($1, $2)', ['bank', yen])
    else
      await sql.query('insert into member_balances (member_id, available) values ($1, $2)', [
        id.split(':')[1],
        yen,
      ])
  }
  await sql.query('insert into heads select seq, hash, ts from journal where seq in (1000, 2000)')
  await sql.query('update lease set seq = $1, head = $2', [RECORDS - 1, Buffer.from(hash, 'latin1')])
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const check = () => checkJournal(database.config, () => {})

/** Edits that a database administrator might make, the first record that does not hold, and the undo. */
const PLANTED: [what: string, badSeq: number | null, plant: string, undo: string][] = [
  [
    'a record edited',
    1_234,
    "update journal set record = overlay(record placing '7' from 30) where seq = 1234",
    'update journal set record = saved.record from saved where journal.seq = saved.seq',
  ],
  [
    'a record deleted',
    77,
    'delete from journal where seq = 77',
    'insert into journal select * from saved where seq = 77',
  ],
  [
    'two records swapped',
    10,
    'update journal set seq = -seq where seq in (10, 20); update journal set seq = 30 + seq where seq in (-10, -20)',
    'delete from journal where seq in (10, 20); insert into journal select * from saved where seq in (10, 20)',
  ],
  [
    'the end cut off',
    2_490,
    'delete from journal where seq >= 2490',
    'insert into journal select * from saved where seq >= 2490',
  ],
  [
    'another head written down',
    2_000,
    "update heads set hash = decode(repeat('11', 32), 'hex') where seq = 2000",
    'update heads set hash = saved.hash from saved where heads.seq = saved.seq',
  ],
  [
    'the lease at another head',
    2_499,
    "update lease set head = decode(repeat('11', 32), 'hex')",
    'update lease set head = saved.hash from saved where saved.seq = 2499',
  ],
  ['a journal beyond the lease', 2_499, 'update lease set seq = 2498', 'update lease set seq = 2499'],
  [
    'an entry edited',
    1_501,
    'update transfers set yen = yen + 1 where seq = 1501 and n = 0',
    'update transfers set yen = yen - 1 where seq = 1501 and n = 0',
  ],
  [
    'an entry turned round',
    2_003,
    'update transfers set debit = credit, credit = debit where seq = 2003 and n = 1',
    'update transfers set debit = credit, credit = debit where seq = 2003 and n = 1',
  ],
  [
    'an entry given to another member',
    1_501,
    "update transfers set member_id = 'c' where seq = 1501 and n = 0",
    'update transfers set member_id = saved_transfers.member_id from saved_transfers where transfers.seq = 1501 and saved_transfers.seq = 1501',
  ],
  [
    'an entry deleted',
    999,
    'delete from transfers where seq = 999 and n = 2',
    'insert into transfers select * from saved_transfers where seq = 999 and n = 2',
  ],
  [
    'an entry invented',
    2_496,
    'insert into transfers select member_id, 2496, 5, debit, credit, yen, tax_yen, kind, order_id, lot_id, code, at, trade_date from saved_transfers where seq = 3 and n = 0',
    'delete from transfers where seq = 2496 and n = 5',
  ],
  [
    'a balance changed',
    null,
    "update member_balances set available = available + 1 where member_id = 'a'",
    "update member_balances set available = available - 1 where member_id = 'a'",
  ],
  [
    'an account invented',
    null,
    "insert into member_balances (member_id, available) values ('c', 5)",
    "delete from member_balances where member_id = 'c'",
  ],
]

describe('the check of the whole journal', () => {
  beforeAll(() =>
    sql.query(
      'create table saved as select * from journal; create table saved_transfers as select * from transfers',
    ),
  )

  it('finds nothing where nothing is wrong, in a thread of its own, and says how far it is', async () => {
    const checker = journalChecker({ config: database.config })
    const told: number[] = []
    const found = await checker.check((read, of) => told.push(read, of))
    expect(found).toMatchObject({
      status: 'intact',
      toSeq: RECORDS - 1,
      badSeq: null,
      what: null,
      accounts: 3,
      entries: 3_752,
    })
    expect(told).toEqual([1, RECORDS, 2_001, RECORDS, RECORDS, RECORDS])
    await checker.stop()
  })
  it.each(PLANTED)('%s: first bad seq %s', async (_what, badSeq, plant, undo) => {
    await sql.query(plant)
    expect(await check()).toMatchObject({ status: 'broken', badSeq })
    await sql.query(undo)
    expect(await check()).toMatchObject({ status: 'intact' })
  })
  it('sees a change of what the record says of an entry; other columns are left to running it again, as the page says', async () => {
    const { rows: columns } = await sql.query<{ name: string; type: string }>(
      "select attname::text as name, atttypid::regtype::text as type from pg_attribute where attrelid = 'transfers'::regclass and attnum > 0 order by 1",
    )
    const seen: string[] = []
    for (const { name, type } of columns) {
      await sql.query(`begin; update transfers set ${name} = ${type === 'text' ? `'x' || coalesce(${name}, '')` : `${name} + 7`}
        where seq = 1501 and n = 0; commit`)
      if ((await check()).status === 'broken') seen.push(name)
      await sql.query(
        'begin; truncate transfers; insert into transfers select * from saved_transfers; commit',
      )
    }
    expect(seen).toEqual(['credit', 'debit', 'kind', 'member_id', 'n', 'seq', 'yen'])
    const others = columns.map(({ name }) => name).filter((name) => !seen.includes(name))
    expect(others).toEqual(['at', 'code', 'lot_id', 'order_id', 'tax_yen', 'trade_date'])
  })
})
