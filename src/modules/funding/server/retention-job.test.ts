import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { imageCleaner } from '#platform/images.ts'
import { LIMITS } from '#platform/limits.ts'
import { encryptedImages } from '#platform/encryption.ts'
import { retentionJob, storedSince } from './retention-job.ts'

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

it('seven years after an account has ended its pictures can no longer be opened; those of others can', async () => {
  let ids = 0
  const images = encryptedImages(
    db,
    randomBytes(32),
    { wall: () => 0 },
    () => `image-${++ids}`,
    imageCleaner(LIMITS.upload),
  )
  const picture = { jpeg: Buffer.from('picture'), width: 1, height: 1 }
  const kept: Record<string, string> = {}
  for (const [memberId, state, endedAt] of [
    ['long-gone', 'closed', timeJst('2026-11-20', 23, 59)],
    ['just-gone', 'closed', timeJst('2026-11-22', 0)],
    ['came-back', 'revoked', timeJst('2026-01-01', 0)],
    ['here', null, null],
  ] as const) {
    kept[memberId] = await images.put(memberId, 'identity-front', picture)
    if (state !== null)
      await db.pool.query('insert into account_closings values ($1, null, $2, 0, $3)', [
        memberId,
        state,
        endedAt,
      ])
  }
  const job = retentionJob({ db, images })
  await job.run(timeJst('2033-11-21', 3))
  const left = await Promise.all(
    Object.entries(kept).map(async ([memberId, id]) => [memberId, (await images.open(id)) !== null]),
  )
  expect(Object.fromEntries(left)).toEqual({
    'long-gone': false,
    'just-gone': true,
    'came-back': true,
    here: true,
  })
})

it('is due every night at three', () => {
  const job = retentionJob({} as never)
  expect([job.next(timeJst('2026-11-21', 2, 59)), job.next(timeJst('2026-11-21', 3))]).toEqual([
    timeJst('2026-11-21', 3),
    timeJst('2026-11-22', 3),
  ])
  expect(storedSince(timeJst('2028-02-29', 12))).toBe(timeJst('2021-02-28', 0))
})
