import { expect, test } from 'vitest'
import { connect } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { openLog } from '#platform/log.ts'
import { openLogMarks } from './log-marks.ts'

test('the last mark of many is there at the next start, and none before the first', async () => {
  const database = await testDatabase()
  const log = openLog('silent')
  const db = connect(database.config, log)
  const marks = await openLogMarks(db, log)
  expect(marks.last).toBeNull()
  for (let stretch = 1; stretch <= 9; stretch++)
    marks.keep({ stretch, log: 'day-2026-11-20-1.log', bytes: 100 * stretch, digest: 'd' })
  await marks.settled()
  expect((await openLogMarks(db, log)).last).toEqual({
    stretch: 9,
    log: 'day-2026-11-20-1.log',
    bytes: 900,
    digest: 'd',
  })
  await db.close()
  await database.drop()
})
