import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { operatorSessions } from './operator-sessions.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let now = 0
let bytes = 0
const operator = { id: 'o1', role: 'reviewer', endedAt: null as number | null }

/** The sessions of a server that has just started. */
const open = () =>
  operatorSessions(
    {
      db,
      clock: { machine: () => now },
      log: openLog('silent'),
      ids: { uuid: () => `s-${++bytes}`, bytes: (n: number) => new Uint8Array(n).fill(++bytes) },
      engine: { read: { of: () => ({ get: (id: string) => (id === operator.id ? operator : undefined) }) } },
    } as never,
    LIMITS.console,
  )

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, openLog('silent'))
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => {
  now += 10 * HOUR
  operator.endedAt = null
})

it('ends after 15 minutes in which nobody did anything, however often the page asked by itself', async () => {
  const sessions = open()
  const token = await sessions.start('o1', 'code')
  for (let minute = 1; minute < 15; minute++) {
    now += MINUTE
    expect(await sessions.find(token, false)).not.toBeNull()
  }
  now += MINUTE
  expect(await sessions.find(token, true)).toBeNull()
})

it('ends after 8 hours, however much is done', async () => {
  const sessions = open()
  const token = await sessions.start('o1', 'passkey')
  for (let quarter = 1; quarter < 48; quarter++) {
    now += 10 * MINUTE
    expect(await sessions.find(token, true)).not.toBeNull()
  }
  now += 10 * MINUTE
  expect(await sessions.find(token, true)).toBeNull()
})

it('is one at a time, outlives a restart, and dies with its operator’s part in the firm', async () => {
  const before = open()
  const [first, second] = [await before.start('o1', 'code'), await before.start('o1', 'code')]
  expect([await before.find(first, true), (await before.find(second, true))?.operatorId]).toEqual([
    null,
    'o1',
  ])
  const after = open()
  expect([await after.find(first, true), (await after.find(second, true))?.role]).toEqual([null, 'reviewer'])
  operator.endedAt = now
  expect(await after.find(second, true)).toBeNull()
  operator.endedAt = null
  expect(await after.find(second, true)).toBeNull()
})

it('has another token when it is renewed, and none of a member’s kind', async () => {
  const sessions = open()
  const token = await sessions.start('o1', 'code')
  const { sessionId } = (await sessions.find(token, true))!
  const next = await sessions.renew(sessionId)
  expect([await sessions.find(token, true), (await sessions.find(next, true))?.sessionId]).toEqual([
    null,
    sessionId,
  ])
  expect(next).toMatch(/^op-[\w-]{43}$/)
  expect(await sessions.find(next.slice(3), true)).toBeNull()
})

it('ends at once for whoever is asked about while the database is being told', async () => {
  const sessions = open()
  const token = await sessions.start('o1', 'code')
  const ending = sessions.endAllOf('o1')
  expect(await sessions.find(token, true)).toBeNull()
  await ending
  expect(await sessions.find(token, true)).toBeNull()
})
