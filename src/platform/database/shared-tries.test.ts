import { afterAll, beforeAll, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { openLog } from '../log.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { forgetTries, sharedTries } from './shared-tries.ts'
import { testDatabase } from './test-database.ts'

const LIMITS = [
  { max: 3, withinMs: MINUTE },
  { max: 5, withinMs: HOUR },
]
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
/** The counts of a server that has just started on this database. */
const open = (what = 'tries') => sharedTries(db, what, LIMITS)

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, openLog('silent'))
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('counts for two servers together, at once too, and past a restart', async () => {
  const servers = [open(), open()]
  const waits = await Promise.all(
    Array.from({ length: 8 }, (_, n) => servers[n % 2]!.take('203.0.113.1', 1_000)),
  )
  expect(waits.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 60, 60, 60, 60, 60])
  expect(await open().take('203.0.113.1', 2_000)).toBe(59)
  expect(await open().take('203.0.113.2', 2_000)).toBe(0)
  expect(await open('others').take('203.0.113.1', 2_000)).toBe(0)
})

it('counts in every window, and what is refused is not counted', async () => {
  const [one, other] = [open(), open()]
  for (const at of [0, 10_000, 20_000]) expect(await one.take('a', at)).toBe(0)
  expect([await other.take('a', 30_000), await one.take('a', 59_999)]).toEqual([30, 1])
  expect(await other.take('a', 60_000)).toBe(0)
  expect(await one.take('a', 70_000)).toBe(0)
  // Five in the hour: the first of them leaves it after an hour.
  expect(await one.take('a', 10 * MINUTE)).toBe((HOUR - 10 * MINUTE) / 1_000)
  expect(await other.take('a', HOUR)).toBe(0)
})

it('gives one back, for both', async () => {
  const [one, other] = [open(), open()]
  for (const at of [0, 0, 0]) expect(await one.take('b', at)).toBe(0)
  expect(await one.take('b', 1)).toBe(60)
  await one.giveBack('b')
  expect(await one.take('b', 2)).toBe(0)
  expect(await other.take('b', 3)).toBe(60)
})

it('a name that is refused costs the database one statement a second', async () => {
  const tries = open()
  for (const at of [0, 0, 0]) await tries.take('c', at)
  expect(await tries.take('c', 1)).toBe(60)
  await db.pool.query('delete from tries')
  expect(await tries.take('c', 500)).toBe(60)
  expect(await tries.take('c', 1_001)).toBe(0)
})

it('leaves nothing behind that no longer counts', async () => {
  await open().take('d', 5_000)
  await forgetTries(db, 5_000 + HOUR)
  expect((await db.pool.query('select name from tries')).rows).toEqual([])
})
