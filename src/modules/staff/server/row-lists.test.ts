import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { silent } from '#platform/engine/fixture.ts'
import { DAY, MINUTE } from '#kernel/time.ts'
import { newestReads, readsOf, writeRead } from './queries.ts'
import { readList } from './row-lists.ts'

const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
const list = readList(config)
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

const look = (id: string, memberId: string, at: number) =>
  writeRead(
    { db, config },
    { id, operatorId: 'reviewer', role: 'reviewer', number: 1, memberId, what: 'identity', at },
  )
beforeEach(async () => {
  await db.pool.query('truncate operator_reads, row_lists')
  await fillRowMacs(database.config, [list])
  await look('1', 'haruka', 0)
  await look('2', 'haruka', 20 * MINUTE)
  await look('3', 'sora', 0)
})

async function found(): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(sql, [list.stored])
  await sql.query('rollback')
  sql.release()
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}

it('looks are the member’s to read; the same within ten minutes is one, and nobody’s is none', async () => {
  await look('4', 'haruka', 25 * MINUTE)
  expect((await newestReads({ db, config }, 'haruka', null, 10)).map(({ id }) => id)).toEqual(['2', '1'])
  expect((await newestReads({ db, config }, 'haruka', '2', 10)).map(({ id }) => id)).toEqual(['1'])
  expect(await readsOf({ db, config }, 'jun')).toEqual([])
  expect(await found()).toEqual([])
})

it.each([
  ["update operator_reads set what = 'chat' where id = '1'", /^operator_reads 1: the row is not what/],
  ["update operator_reads set operator_id = 'x' where id = '1'", /^operator_reads 1: the row is not what/],
  ["update operator_reads set at = 9 where id = '1'", /^operator_reads 1: the row is not what/],
  ["update operator_reads set member_id = 'sora' where id = '1'", /^operator_reads 1: /],
  ["delete from operator_reads where id = '1'", /^operator_reads 1: the row is missing$/],
  ["delete from operator_reads where member_id = 'haruka'", /^operator_reads 1: the row is missing$/],
  [
    "insert into operator_reads values ('9', 'x', 'reviewer', 1, 'haruka', 'chat', 9)",
    /^operator_reads 9: the server wrote no such row$/,
  ],
  ["delete from row_lists where owner = 'haruka 0'", /^row_lists reads haruka 0: /],
])('%s: verify names it, and nobody is told the rest as all', async (edit, said) => {
  await db.pool.query(edit)
  expect(await found()).toContainEqual(expect.stringMatching(said))
  await expect(readsOf({ db, config }, 'haruka')).rejects.toThrow(RowForged)
  await expect(look('5', 'haruka', 90 * MINUTE)).rejects.toThrow(RowForged)
})

it('looks that are gone with their list are missed', async () => {
  await db.pool.query(
    "delete from operator_reads where member_id = 'haruka'; delete from row_lists where owner = 'haruka 0'",
  )
  expect(await found()).toEqual([expect.stringMatching(/^row_lists reads haruka 0: the list .* is gone/)])
  await expect(look('5', 'haruka', 90 * MINUTE)).rejects.toThrow(RowForged)
})

it('a look rewrites the looks of its month alone, however many there are', async () => {
  const sizes = async () =>
    (
      await db.pool.query<{ size: number }>(
        "select max(length(rows))::int as size from row_lists where name = 'reads'",
      )
    ).rows[0]!.size
  for (let n = 0; n < 3; n++) await look(`a${n}`, 'haruka', (40 + n) * DAY)
  const before = await sizes()
  for (let n = 0; n < 12; n++) await look(`b${String(n).padStart(2, '0')}`, 'haruka', (90 + 30 * n) * DAY)
  expect(await sizes()).toBe(before)
  const ids = (await newestReads({ db, config }, 'haruka', 'b03', 5)).map(({ id }) => id)
  expect(ids).toEqual(['b02', 'b01', 'b00', 'a2', 'a1'])
  expect(await readsOf({ db, config }, 'haruka')).toHaveLength(17)
  expect(await found()).toEqual([])
  await db.pool.query("delete from operator_reads where id = 'a1'")
  await expect(readsOf({ db, config }, 'haruka')).rejects.toThrow(RowForged)
})
