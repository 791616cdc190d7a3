import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { operatorMacs } from './row-macs.ts'
import { operatorSessions } from './operator-sessions.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
const macs = operatorMacs({ keys: { salts: Buffer.alloc(32, 1) } as never })
let now = 0
let bytes = 0
const operator = { id: 'o1', role: 'reviewer', endedAt: null as number | null }

/** The sessions of a server that has just started. */
const open = () =>
  operatorSessions(
    {
      db,
      clock: { machine: () => now, wall: () => now, monotonic: () => now },
      log: openLog('silent'),
      ids: { uuid: () => `s-${++bytes}`, bytes: (n: number) => new Uint8Array(n).fill(++bytes) },
      engine: {
        read: {
          of: () => ({ get: (id: string) => (id === operator.id ? operator : undefined), by: () => [] }),
        },
      },
    } as never,
    macs,
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
  const found = async (each: string) => (await sessions.find(each, true))?.sessionId
  // Requests of another tab are on their way; seconds later the token before is worth nothing.
  expect([await found(token), await found(next)]).toEqual([sessionId, sessionId])
  now += 10 * SECOND
  expect([await found(token), await found(next)]).toEqual([undefined, sessionId])
  const third = await sessions.renew(sessionId)
  expect([await found(token), await found(next), await found(third)]).toEqual([
    undefined,
    sessionId,
    sessionId,
  ])
  await sessions.end(sessionId)
  expect([await found(next), await found(third)]).toEqual([undefined, undefined])
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

it.each([
  "operator_id = 'o1'",
  'started_at = started_at + 1',
  'seen_at = seen_at + 1',
  "factor = 'passkey'",
  'mac = null',
  'seen_mac = null',
])('is not believed after an edit by SQL, and named: %s', async (edit) => {
  const sessions = open()
  const first = await sessions.start('o2', 'code')
  const { rows } = await db.pool.query(
    "select id from operator_sessions where operator_id = 'o2' and ended_at is null",
  )
  const token = edit.startsWith('operator_id') ? first : await sessions.start('o1', 'code')
  const [{ id }] =
    token === first
      ? rows
      : (
          await db.pool.query(
            "select id from operator_sessions where operator_id = 'o1' and ended_at is null",
          )
        ).rows
  await db.pool.query(`update operator_sessions set ${edit} where id = $1`, [id])
  await expect(open().find(token, true)).rejects.toBeInstanceOf(RowForged)
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(
    sql,
    Object.values(macs).map(({ stored }) => stored),
  )
  await sql.query('rollback')
  sql.release()
  expect(differences.map(({ table, key }) => `${table} ${key}`)).toEqual([`operator_sessions ${id}`])
  await open().end(id)
})

it('is one session at two servers: what ends it, or gives it another token, counts at both within 5 s', async () => {
  const [one, other] = [open(), open()]
  await Promise.all([one.look(), other.look()])
  const token = await one.start('o1', 'code')
  const { sessionId } = (await other.find(token, true))!
  const next = await one.renew(sessionId)
  // Requests with the token before are on their way to either, also after a restart.
  const found = (server: ReturnType<typeof open>, each: string) => Promise.resolve(server.find(each, true))
  for (const server of [one, other, open()])
    expect([(await found(server, next))?.sessionId, (await found(server, token))?.sessionId]).toEqual([
      sessionId,
      sessionId,
    ])
  now += 10 * SECOND
  expect([await found(other, token), await found(one, token)]).toEqual([null, null])

  // Two tabs at two servers renew it at once: both have a token that is good.
  const [a, b] = await Promise.all([one.renew(sessionId), other.renew(sessionId)])
  for (const server of [one, other])
    expect(await Promise.all([a, b].map(async (each) => (await found(server, each))?.sessionId))).toEqual([
      sessionId,
      sessionId,
    ])
  expect([...(await other.signedIn())]).toEqual(['o1'])
  await one.end(sessionId)
  await other.look()
  expect([await found(other, a), await found(other, b), [...(await other.signedIn())]]).toEqual([
    null,
    null,
    [],
  ])
})

it('ends at a server that hears of nothing: it asks the database after 4 s', async () => {
  const [one, deaf] = [open(), open()]
  const token = await one.start('o1', 'code')
  expect(await deaf.find(token, false)).not.toBeNull()
  await one.endAllOf('o1')
  now += 4 * SECOND
  expect(await deaf.find(token, false)).toBeNull()
})

it('does not end where nobody was seen while somebody was at another server', async () => {
  const [one, other] = [open(), open()]
  const token = await one.start('o1', 'code')
  expect(await other.find(token, true)).not.toBeNull()
  for (let minutes = 0; minutes < 20; minutes += 2) {
    now += 2 * MINUTE
    expect(await one.find(token, true)).not.toBeNull()
  }
  // That somebody was seen is written beside the answers, not before them.
  const seen = async () => (await db.pool.query('select max(seen_at) as at from operator_sessions')).rows[0]
  await expect.poll(seen).toEqual({ at: now })
  expect(await other.find(token, true)).not.toBeNull()
})
