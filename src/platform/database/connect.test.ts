import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openLog } from '../log.ts'
import { connect, type Database } from './connect.ts'
import { administer, testDatabase } from './test-database.ts'
import { withClient } from './with-client.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = connect(database.config, openLog('silent'))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const end = async (which: string) => {
  await administer(database.config, `select pg_terminate_backend(pid) from pg_stat_activity where ${which}`)
  await pause(200)
}
/** Vitest fails a run in which an 'error' event has no listener, as Node would end the server. */
const goesOn = async () => expect((await sql`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }])

it('a connection that PostgreSQL ends between two queries of a transaction fails that one', async () => {
  const ended = db.kysely.transaction().execute(async (run) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(run)
    await end(`pid = ${rows[0]!.pid}`)
    await sql`select 1`.execute(run)
  })
  await expect(ended).rejects.toThrow()
  await goesOn()
})

it('a connection that PostgreSQL ends during a query fails that query', async () => {
  const [ended] = await Promise.allSettled([
    sql`select pg_sleep(60), 'ends'`.execute(db.kysely),
    pause(200).then(() => end(`query like '%''ends''' and query like 'select pg_sleep%'`)),
  ])
  expect(ended.status).toBe('rejected')
  await goesOn()
})

it('a connection of its own that PostgreSQL ends fails its use', async () => {
  const ended = withClient(database.config, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    await end(`pid = ${rows[0]!.pid}`)
    await client.query('select 1')
  })
  await expect(ended).rejects.toThrow()
})
