import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { fillRowMacs, RowForged } from './row-mac.ts'
import { testDatabase } from './test-database.ts'
import { openDamageWatch } from './damage-watch.ts'
import { silent } from '../engine/fixture.ts'
import { jobList, jobRunsIn } from '../jobs.ts'

const salts = Buffer.alloc(32, 1)
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, silent)
  await fillRowMacs(database.config, [jobList(salts)])
  await jobRunsIn(db, salts).write('interest', 5)
}, 120_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

const watching = () =>
  openDamageWatch({ db, log: silent, checks: () => [jobList(salts).stored], monotonic: () => 0 })

it('a row that was changed is a fault until it is put back, and no longer', async () => {
  const damage = watching()
  expect(damage.stands()).toBe(false)
  await db.pool.query('update job_runs set ran_for = 9')
  const error = await jobRunsIn(db, salts)
    .read()
    .catch((err: unknown) => err)
  expect(error).toBeInstanceOf(RowForged)
  damage.saw(error)
  await damage.look()
  expect(damage.stands()).toBe(true)
  await db.pool.query('update job_runs set ran_for = 5')
  expect(damage.stands()).toBe(true)
  await damage.look()
  expect(damage.stands()).toBe(false)
})

it('a page that could not be read is a fault until everything can be', async () => {
  const damage = watching()
  damage.saw(Object.assign(new Error('invalid page in block 3'), { code: 'XX001' }))
  // An index that lacks a row stands in for a page: a table is read by both.
  await db.pool.query(
    "create table torn (n int8 primary key); insert into torn values (1); update pg_index set indisready = false where indexrelid = 'torn_pkey'::regclass; insert into torn values (2); update pg_index set indisready = true where indexrelid = 'torn_pkey'::regclass",
  )
  await damage.look()
  expect(damage.stands()).toBe(true)
  await db.pool.query('reindex table torn')
  await damage.look()
  expect(damage.stands()).toBe(false)
  await db.pool.query('drop table torn')
})

it('a table that no check looks at stays a fault', async () => {
  const damage = watching()
  damage.saw(new RowForged('idempotency', 'a key'))
  await damage.look()
  expect(damage.stands()).toBe(true)
})
