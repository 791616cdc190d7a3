import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { countUnread, lastToCome, markRead, newest } from './queries.ts'

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

/** The fourth tells of what happened first: its report came late. Two are of one time. */
const CAME: readonly [id: string, at: number][] = [
  ['000000000001-01-a', 2_000],
  ['000000000002-01-a', 3_000],
  ['000000000003-01-a', 3_000],
  ['000000000004-01-a', 1_000],
  ['000000000005-01-a', 4_000],
  ['000000000006-01-a', 2_500],
]
const BY_TIME = [5, 3, 2, 6, 1, 4]

it('messages go by time, page after page, and all are read by the one that came last', async () => {
  for (const [id, at] of CAME)
    await db.pool.query(
      "insert into messages (member_id, id, kind, args, at) values ('a', $1, 'passkeyAdded', '{}', $2)",
      [id, at],
    )
  await db.pool.query(
    "insert into messages (member_id, id, kind, args, at) values ('b', '000000000009-01-b', 'passkeyAdded', '{}', 1)",
  )
  const page = async (before: string | null) =>
    (await newest(db, 'a', { before, limit: 2, group: null, isUnread: false })).map(({ id }) => id)
  const seen: string[] = []
  for (let before: string | null = null; ; before = seen.at(-1)!) {
    const ids = await page(before)
    if (ids.length === 0) break
    seen.push(...ids)
  }
  expect(seen.map((id) => Number(id.slice(0, 12)))).toEqual(BY_TIME)

  expect(await lastToCome(db, 'nobody')).toBeNull()
  const last = await lastToCome(db, 'a')
  expect(last).toBe('000000000006-01-a')
  await markRead(db, 'a', last!)
  expect(await countUnread(db, 'a')).toBe(0)
})
