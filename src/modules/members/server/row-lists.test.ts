import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { silent } from '#platform/engine/fixture.ts'
import { profileOf, putProfile } from './queries.ts'
import { profileList } from './row-lists.ts'

const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
const list = profileList(config)
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, silent)
}, 120_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

const answer = (memberId: string, income: string) =>
  putProfile(
    { db, config },
    {
      memberId,
      occupation: 'employee',
      income,
      assets: 'under-300',
      experience: 'none',
      purpose: 'learning',
      insiderTie: 'none',
      insiderCode: null,
      at: 1,
    },
  )
const incomeOf = async (memberId: string) => (await profileOf({ db, config }, memberId))?.income ?? null
beforeEach(async () => {
  await db.pool.query('truncate investor_profiles, row_lists')
  await fillRowMacs(database.config, [list])
  await answer('haruka', 'under-300')
  await answer('sora', 'over-2000')
})

async function found(): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(sql, [list.stored])
  await sql.query('rollback')
  sql.release()
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}

it('answers are those that the member gave last; who gave none has none', async () => {
  await answer('haruka', 'under-1000')
  expect([await incomeOf('haruka'), await incomeOf('sora'), await incomeOf('jun')]).toEqual([
    'under-1000',
    'over-2000',
    null,
  ])
  expect(await found()).toEqual([])
})

it.each([
  [
    "update investor_profiles set income = 'over-2000' where member_id = 'haruka'",
    /^investor_profiles haruka: the row is not what/,
  ],
  [
    "update investor_profiles set at = 9 where member_id = 'haruka'",
    /^investor_profiles haruka: the row is not what/,
  ],
  [
    "delete from investor_profiles where member_id = 'haruka'",
    /^investor_profiles haruka: the row is missing$/,
  ],
  ["delete from row_lists where owner = 'haruka'", /^row_lists profiles haruka: /],
])('%s: verify names it, and nothing is lent by it', async (edit, said) => {
  await db.pool.query(edit)
  expect(await found()).toContainEqual(expect.stringMatching(said))
  await expect(incomeOf('haruka')).rejects.toThrow(RowForged)
})

it('answers of somebody who gave none, or gone with their list, are seen', async () => {
  await db.pool.query(
    "insert into investor_profiles select 'jun', occupation, 'over-2000', assets, experience, purpose, insider_tie, insider_code, at from investor_profiles where member_id = 'sora'",
  )
  await db.pool.query("delete from investor_profiles where member_id = 'haruka'")
  await db.pool.query("delete from row_lists where owner = 'haruka'")
  expect(await found()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^investor_profiles jun: the server wrote no such row$/),
      expect.stringMatching(/^row_lists profiles haruka: the list .* is gone/),
    ]),
  )
  await expect(incomeOf('jun')).rejects.toThrow(RowForged)
  await expect(answer('haruka', 'over-2000')).rejects.toThrow(RowForged)
})
