import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { imageCleaner } from '#platform/images.ts'
import { LIMITS } from '#platform/limits.ts'
import { encryptedImages } from '#platform/encryption.ts'
import { retentionJob, storedSince } from './retention-job.ts'
import { ERASED_LATER, ERASED_SOON } from './retention-queries.ts'

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

it('thirty days after an account has ended what its member had set up is erased, what was said after seven years', async () => {
  const ended: Record<string, number | null> = {
    'erased-all': timeJst('2026-11-20', 23, 59),
    'erased-soon': timeJst('2033-10-21', 23, 59),
    'in-grace': timeJst('2033-10-22', 0),
    stays: null,
  }
  for (const [memberId, at] of Object.entries(ended)) {
    if (at !== null)
      await db.pool.query('insert into account_closings values ($1, null, $2, 0, $3)', [
        memberId,
        'closed',
        at,
      ])
    for (const [table, values] of Object.entries({
      watchlists: "($1, '[]', '[]')",
      charts: "($1, '{}')",
      chart_drawings: "($1, '7203', '[]', '2026-11-01')",
      order_templates: "($1, '[]')",
      push_devices: "($1, $1, 's', 'https://push', 'p', 'a', 'ja', 0)",
      push_refusals: "($1, 'orders')",
      skipped_tours: '($1, 0)',
      conversations: "($1, null, '', '', 'ja')",
      chat_lines: "($1, $1, 0, 'member', 'text', 'words', null, null, null, null, false)",
      appeal_texts: "($1, $1, 'words')",
      message_reads: "($1, '')",
      message_reads_of_one: "($1, 'm')",
    }))
      await db.pool.query(`insert into ${table} values ${values}`, [memberId])
  }
  const images = { destroyOf: () => Promise.resolve() }
  await retentionJob({ db, images: images as never }).run(timeJst('2033-11-21', 3))
  const left = async (table: string) => {
    const { rows } = await db.pool.query<{ id: string }>(`select distinct member_id as id from ${table}`)
    return rows.map(({ id }) => id).toSorted()
  }
  for (const table of ERASED_SOON) expect([table, await left(table)]).toEqual([table, ['in-grace', 'stays']])
  for (const table of ERASED_LATER)
    expect([table, await left(table)]).toEqual([table, ['erased-soon', 'in-grace', 'stays']])
})

it('lets go of the accounts of senders that two never signed', async () => {
  const old = timeJst('2033-10-21', 23, 59)
  for (const [hash, at] of [
    ['never', old],
    ['signed', old],
    ['earlier', old],
    ['new', timeJst('2033-10-22', 0)],
  ] as const)
    await db.pool.query(
      "insert into refund_details values ($1, 'L', 'ｽｽﾞｷ', '0001', '', '001', '', 'ordinary', '1', '', $2)",
      [hash, at],
    )
  await db.pool.query(
    "insert into refunds values ('refund-L', 'L', 1, null, '1', 'signed', 'approved', '', '', 0, null, null, null, $1)",
    [JSON.stringify([{ reference: '2', detailsHash: 'earlier', transferId: null }])],
  )
  const images = { destroyOf: () => Promise.resolve() }
  await retentionJob({ db, images: images as never }).run(timeJst('2033-11-21', 3))
  const { rows } = await db.pool.query('select hash from refund_details order by hash')
  expect(rows).toEqual([{ hash: 'earlier' }, { hash: 'new' }, { hash: 'signed' }])
})

it('is due every night at three', () => {
  const job = retentionJob({} as never)
  expect([job.next(timeJst('2026-11-21', 2, 59)), job.next(timeJst('2026-11-21', 3))]).toEqual([
    timeJst('2026-11-21', 3),
    timeJst('2026-11-22', 3),
  ])
  expect(storedSince(timeJst('2028-02-29', 12))).toBe(timeJst('2021-02-28', 0))
})
