import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { fillRowMacs, RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { runStored } from '#platform/engine/check-stored.ts'
import { openLog } from '#platform/log.ts'
import { countFailure, failuresOf, forgetFailures } from './failure-queries.ts'
import { passwordGate } from './failures.ts'
import { failureList } from './row-lists.ts'

const RULE = { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: 60 * MINUTE }

const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
const list = failureList(config)
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeEach(async () => {
  database = await testDatabase()
  db = connect(database.config, openLog('silent'))
  await fillRowMacs(database.config, [list])
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

it('many at once, through two gates at the same counts, look at the password no more often than the rule lets them', async () => {
  const gates = [1, 2].map(() => passwordGate({ db, config, clock: systemClock() }, 'login', RULE))
  let looked = 0
  const wrong = async () => {
    looked++
    await db.kysely.selectFrom('passwordFailures').select('subject').execute()
    return false
  }
  const attempts = await Promise.all(Array.from({ length: 40 }, (_, n) => gates[n % 2]!.attempt('a', wrong)))
  expect(looked).toBe(RULE.failures)
  expect(attempts.filter((attempt) => !attempt.right && attempt.lockedMs === 0)).toHaveLength(
    RULE.failures - 1,
  )
})

it('what is looked at counts before the look: a process that ends in between has used up a try', async () => {
  const gate = passwordGate({ db, config, clock: systemClock() }, 'login', RULE)
  let during: { failures: number }[] = []
  const attempt = await gate.attempt('a', async () => {
    during = await db.kysely.selectFrom('passwordFailures').select('failures').execute()
    return true
  })
  expect([during, attempt]).toEqual([[{ failures: 1 }], { right: true }])
  expect(await db.kysely.selectFrom('passwordFailures').selectAll().execute()).toEqual([])
})

it('a fault while it is looked at is nobody’s wrong password', async () => {
  const gate = passwordGate({ db, config, clock: systemClock() }, 'login', RULE)
  for (let n = 0; n < 2 * RULE.failures; n++)
    await expect(gate.attempt('a', () => Promise.reject(new Error('the database is away')))).rejects.toThrow(
      'away',
    )
  expect(await gate.attempt('a', async () => true)).toEqual({ right: true })
})

it('the fifth may still be the right one', async () => {
  const gate = passwordGate({ db, config, clock: systemClock() }, 'login', RULE)
  for (let n = 1; n < RULE.failures; n++)
    expect(await gate.attempt('a', async () => false)).toEqual({ right: false, lockedMs: 0 })
  expect(await gate.attempt('a', async () => true)).toEqual({ right: true })
  expect(await gate.attempt('a', async () => false)).toEqual({ right: false, lockedMs: 0 })
})

async function found(): Promise<string[]> {
  const sql = await db.pool.connect()
  await sql.query('begin')
  const { differences } = await runStored(sql, [list.stored])
  await sql.query('rollback')
  sql.release()
  return differences.map(({ table, key, what }) => `${table} ${key}: ${what}`)
}

it.each([
  ['update password_failures set failures = 0', /: failures is 0, the server wrote 1$/],
  ['update password_failures set locked_until = 1', /: lockedUntil is 1, the server wrote 0$/],
  ['delete from password_failures', /: the row is missing$/],
  ['delete from password_failures; delete from row_lists', /^row_lists failures /],
])('after SQL %s nobody guesses on, and verify says so', async (edit, said) => {
  const gate = passwordGate({ db, config, clock: systemClock() }, 'login', RULE)
  await gate.attempt('a', async () => false)
  expect(await found()).toEqual([])
  await db.pool.query(edit)
  expect(await found()).toContainEqual(expect.stringMatching(said))
  let looked = 0
  await expect(gate.attempt('a', async () => ++looked > 0)).rejects.toThrow(RowForged)
  await expect(gate.forgive('a')).rejects.toThrow(RowForged)
  expect(looked).toBe(0)
})

it('counts of strangers go on within their time, begin anew after it, and are forgotten', async () => {
  const counts = { db, config }
  const failuresAt = async (now: number) => {
    await countFailure(counts, 's', now, 10)
    return (await failuresOf(counts, 's'))!.failures
  }
  expect([await failuresAt(100), await failuresAt(109), await failuresAt(110)]).toEqual([1, 2, 1])
  await forgetFailures(counts, 120, 10)
  expect(await failuresOf(counts, 's')).toBeDefined()
  await forgetFailures(counts, 121, 10)
  expect([await failuresOf(counts, 's'), await found()]).toEqual([undefined, []])
})
