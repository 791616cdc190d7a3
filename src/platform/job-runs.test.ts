import { afterAll, beforeAll, expect, it } from 'vitest'
import { connect, type Database } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { fillRowMacs, RowForged } from './database/row-mac.ts'
import { testDatabase } from './database/test-database.ts'
import { runStored } from './engine/check-stored.ts'
import { silent } from './engine/fixture.ts'
import { jobList, jobRunsIn } from './jobs.ts'

const SALTS = Buffer.alloc(32, 1)
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, silent)
  await fillRowMacs(database.config, [jobList(SALTS)])
  for (const name of ['interest', 'settlement']) await jobRunsIn(db, SALTS).write(name, 1)
  await jobRunsIn(db, SALTS).write('interest', 2)
}, 120_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('how far jobs have run is read as it was written', async () => {
  expect(await jobRunsIn(db, SALTS).read()).toEqual(
    new Map([
      ['interest', 2],
      ['settlement', 1],
    ]),
  )
})

it.each([
  ['set on', "update job_runs set ran_for = 9 where name = 'settlement'", /^job_runs settlement: /],
  ['taken away', "delete from job_runs where name = 'settlement'", /^job_runs settlement: .*missing/],
  ['added', "insert into job_runs values ('other', 9)", /^job_runs other: /],
  ['taken away with the list', 'delete from job_runs; delete from row_lists', /^row_lists jobs/],
])('a job whose time was %s, by SQL, is named and not believed', async (_what, edit, named) => {
  const sql = await db.pool.connect()
  await sql.query(
    `begin; create temp table runs as select * from job_runs; create temp table lists as select * from row_lists; ${edit}`,
  )
  const { differences } = await runStored(sql, [jobList(SALTS).stored])
  await sql.query('commit')
  await expect(jobRunsIn(db, SALTS).read()).rejects.toThrow(RowForged)
  await expect(jobRunsIn(db, SALTS).write('interest', 3)).rejects.toThrow(RowForged)
  await sql.query(
    'truncate job_runs, row_lists; insert into job_runs select * from runs; insert into row_lists select * from lists; drop table runs; drop table lists',
  )
  sql.release()
  expect(differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)).toEqual([
    expect.stringMatching(named),
  ])
})
