import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connect, type Database } from './connect.ts'
import { Misconfigured } from '../misconfigured.ts'
import { migrate, refuseNewerDatabase } from './migrate.ts'
import { schemaText } from './schema.ts'
import { administer, testDatabase } from './test-database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let folder: string
beforeEach(async () => {
  database = await testDatabase()
  db = connect(database.config, { error: () => {} })
  folder = mkdtempSync(join(tmpdir(), 'akari-migrations-'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})
const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql)
const forget = () => administer(database.config, 'delete from migrations')

describe('migrate', () => {
  it('applies what is missing, in order, once', async () => {
    await forget()
    file('0002_b.sql', 'insert into a values (2)')
    file('0001_a.sql', 'create table a (n int8)')
    expect(await migrate(database.config, folder)).toEqual(['0001_a.sql', '0002_b.sql'])
    expect(await migrate(database.config, folder)).toEqual([])
    file('0003_c.sql', 'insert into a values (3)')
    expect(await migrate(database.config, folder)).toEqual(['0003_c.sql'])
    expect((await db.pool.query('select n from a order by n')).rows).toEqual([{ n: 2 }, { n: 3 }])
  })

  it('two servers that start at once apply each file once', async () => {
    await forget()
    file('0001_a.sql', 'create table a (n int8); select pg_sleep(0.1)')
    const both = await Promise.all([migrate(database.config, folder), migrate(database.config, folder)])
    expect(both.flat()).toEqual(['0001_a.sql'])
  })

  it('takes a failing file back whole, and names it', async () => {
    await forget()
    file('0001_a.sql', 'create table a (n int8); select 1 / 0')
    await expect(migrate(database.config, folder)).rejects.toThrow('0001_a.sql failed: division by zero')
    expect((await db.pool.query("select to_regclass('a') as a")).rows).toEqual([{ a: null }])
  })

  it('refuses an applied file that has changed, and a database from a newer version', async () => {
    await forget()
    file('0001_a.sql', 'create table a (n int8)')
    await migrate(database.config, folder)
    file('0001_a.sql', 'create table a (n int4)')
    await expect(migrate(database.config, folder)).rejects.toThrow('0001_a.sql has changed')
    rmSync(join(folder, '0001_a.sql'))
    for (const act of [migrate, refuseNewerDatabase])
      await expect(act(database.config, folder)).rejects.toThrow(/newer version of Akari: it has 0001_a\.sql/)
    await expect(migrate(database.config, folder)).rejects.toThrow(Misconfigured)
  })

  it('gives the schema that schema.sql shows (write it anew with vitest -u)', async () => {
    await expect(await schemaText(db.pool)).toMatchFileSnapshot('../../../schema.sql')
  })
})

describe('connect', () => {
  it('reads int8 as a number, and refuses one that would lose digits', async () => {
    expect((await db.pool.query('select 9007199254740991::int8 as n')).rows).toEqual([
      { n: Number.MAX_SAFE_INTEGER },
    ])
    await expect(db.pool.query('select 9007199254740993::int8 as n')).rejects.toThrow('not a safe integer')
  })

  it('maps camelCase to snake_case in queries, and leaves JSON alone', async () => {
    await db.pool.query(
      `create table two_words (member_id text, some_json jsonb); insert into two_words values ('a', '{"in_side": 1}')`,
    )
    const rows = await db.kysely
      .selectFrom('twoWords' as never)
      .select(['memberId', 'someJson'] as never)
      .execute()
    expect(rows).toEqual([{ memberId: 'a', someJson: { in_side: 1 } }])
  })
})
