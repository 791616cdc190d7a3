import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { DAY } from '#kernel/time.ts'
import { blemishesSince, loanStore, yearsOf } from './queries.ts'

const NOW = Date.parse('2027-11-22T00:00:00Z')
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('the score counts unmet calls, and days, not entries, with a shortfall; nothing from before', async () => {
  const shortfall = (memberId: string, seq: number, n: number, daysAgo: number, kind = 'shortfall') =>
    db.pool.query(
      'insert into transfers (member_id, seq, n, debit, credit, yen, tax_yen, kind, at, trade_date) values ($1, $2, $3, $4, $5, 1, 0, $6, $7, $8)',
      [
        memberId,
        seq,
        n,
        `m:${memberId}:shortfall`,
        `m:${memberId}:available`,
        kind,
        NOW - daysAgo * DAY,
        new Date(NOW - daysAgo * DAY).toISOString().slice(0, 10),
      ],
    )
  const call = (memberId: string, daysAgo: number, state: string) =>
    db.pool.query(
      'insert into margin_calls (member_id, trade_date, amount_yen, before_yen, notional_yen, met_yen, made_at, made_seq, deadline_at, state, ended_at) values ($1, $2, 1, 0, 1, 0, 0, 0, 0, $3, $4)',
      [memberId, new Date(NOW - daysAgo * DAY).toISOString().slice(0, 10), state, NOW - daysAgo * DAY],
    )
  // Twice on one day, once on another; one that is too old; a repayment of one.
  for (const [seq, n, ago] of [
    [1, 0, 10],
    [2, 0, 10],
    [3, 0, 5],
    [4, 0, 400],
  ] as const)
    await shortfall('a', seq, n, ago)
  await shortfall('b', 5, 0, 3, 'shortfall-repaid')
  for (const [member, ago, state] of [
    ['a', 20, 'closed'],
    ['c', 30, 'closed'],
    ['c', 40, 'closed'],
    ['c', 50, 'met'],
    ['c', 500, 'closed'],
  ] as const)
    await call(member, ago, state)
  expect(await blemishesSince(db, NOW - 365 * DAY)).toEqual([
    { memberId: 'a', unmetCalls: 1, shortfallDays: 2 },
    { memberId: 'c', unmetCalls: 2, shortfallDays: 0 },
  ])
})

it('years of loans add up by kind, the newest first', async () => {
  for (const [n, [kind, yen, day]] of (
    [
      ['lent', 1_000, '2026-12-30'],
      ['interest', 3, '2027-01-01'],
      ['repaid', 400, '2027-02-01'],
      ['interest', 2, '2027-02-01'],
    ] as const
  ).entries()) {
    await db.pool.query(
      'insert into loan_entries (loan_id, seq, n, member_id, kind, yen, principal_yen, day, at) values ($1, $2, 0, $3, $4, $5, 0, $6, 0)',
      ['l', n, 'a', kind, yen, day],
    )
  }
  expect(await yearsOf(db, 'a')).toEqual([
    { year: 2027, lent: 0, repaid: 400, interest: 5 },
    { year: 2026, lent: 1_000, repaid: 0, interest: 0 },
  ])
  expect(await yearsOf(db, 'b')).toEqual([])
})

it('what was typed is kept once, its number sealed, and let go of where no loan came of it', async () => {
  const store = loanStore(db, Buffer.alloc(32, 7))
  const form = {
    name: '佐藤 遥',
    idNumber: '301234567890',
    address: 'Tokyo',
    contact: '0312345678',
    email: 'a@example.jp',
  }
  const hash = await store.putDetails('x', 'a', form, Buffer.alloc(16, 1), NOW)
  expect(await store.putDetails('x', 'a', { ...form, address: 'Osaka' }, Buffer.alloc(16, 2), NOW)).toBe(hash)
  expect(await store.detailsOf('x')).toMatchObject(form)
  const { rows } = await db.pool.query('select * from loan_details')
  expect(JSON.stringify(rows)).not.toContain(form.idNumber)
  expect(await store.newestDetails('a')).toEqual({
    address: 'Tokyo',
    contact: '0312345678',
    email: 'a@example.jp',
  })
  await store.dropDetails('x')
  expect(await store.detailsOf('x')).toBe(null)
})
