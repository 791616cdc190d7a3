import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { doneTo } from './member-queries.ts'

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

/** Three acts and two reads of one millisecond, between an older act and a newer read. */
const ACTS: readonly [id: string, at: number][] = [
  ['000000000001-01', 1_000],
  ['000000000002-01', 2_000],
  ['000000000003-01', 2_000],
  ['000000000004-01', 2_000],
]
const READS: readonly [id: string, at: number][] = [
  ['read-a', 2_000],
  ['read-b', 2_000],
  ['read-c', 3_000],
]

it('pages of acts and reads leave out no row of one millisecond', async () => {
  for (const [id, at] of ACTS)
    await db.pool.query(
      `insert into operator_acts (id, approval_id, member_id, power, subject, signatures, at)
       values ($1, $1, 'haruka', 'identity.accept', 'haruka', '[]', $2)`,
      [id, at],
    )
  const reads = READS.map(([id, at]) => ({
    id,
    operatorId: 'reviewer',
    role: 'reviewer' as const,
    number: 1,
    memberId: 'haruka',
    what: 'identity' as const,
    at,
  }))
  const seen: string[] = []
  for (let last: { at: number; id: string } | null = null; ;) {
    const rows = await doneTo(db, 'haruka', reads, last, 2, 5_000)
    seen.push(...rows.map(({ id }) => id))
    if (rows.length < 2) break
    last = rows.at(-1)!
  }
  expect(seen).toEqual([
    'read-c',
    'read-b',
    'read-a',
    '000000000004-01',
    '000000000003-01',
    '000000000002-01',
    '000000000001-01',
  ])
})
