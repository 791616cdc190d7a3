import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readConfig } from '#platform/config.ts'
import { connect } from '#platform/database/connect.ts'
import { EMPTY, testDatabase } from '#platform/database/test-database.ts'
import { LeaseTaken, withWriterLock } from '#platform/database/writer-lock.ts'
import { openLog } from '#platform/log.ts'
import { openTestApp } from './test-app.ts'

it('a second start changes nothing in the database of a running server: it asks for the lease first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'akari-second-'))
  const database = await testDatabase(EMPTY)
  const log = openLog('silent')
  await withWriterLock(database.config, () =>
    expect(
      openTestApp({ config: readConfig({ DATA_DIR: folder, PORT: '0' }), database: database.config, log }),
    ).rejects.toThrow(LeaseTaken),
  )
  const db = connect(database.config, log)
  expect((await db.pool.query("select tablename from pg_tables where schemaname = 'public'")).rows).toEqual(
    [],
  )
  await db.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})
