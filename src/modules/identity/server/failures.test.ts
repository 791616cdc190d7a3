import { afterEach, beforeEach, expect, it } from 'vitest'
import { MINUTE } from '#kernel/time.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { openLog } from '#platform/log.ts'
import { passwordGate } from './failures.ts'

const RULE = { failures: 5, withinMs: 15 * MINUTE, firstLockMs: 15 * MINUTE, longestLockMs: 60 * MINUTE }

let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
beforeEach(async () => {
  database = await testDatabase()
  db = connect(database.config, openLog('silent'))
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

it('many at once, through two gates at the same counts, look at the password no more often than the rule lets them', async () => {
  const gates = [1, 2].map(() => passwordGate('login', RULE, db, systemClock()))
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
  const gate = passwordGate('login', RULE, db, systemClock())
  let during: { failures: number }[] = []
  const attempt = await gate.attempt('a', async () => {
    during = await db.kysely.selectFrom('passwordFailures').select('failures').execute()
    return true
  })
  expect([during, attempt]).toEqual([[{ failures: 1 }], { right: true }])
  expect(await db.kysely.selectFrom('passwordFailures').selectAll().execute()).toEqual([])
})

it('a fault while it is looked at is nobody’s wrong password', async () => {
  const gate = passwordGate('login', RULE, db, systemClock())
  for (let n = 0; n < 2 * RULE.failures; n++)
    await expect(gate.attempt('a', () => Promise.reject(new Error('the database is away')))).rejects.toThrow(
      'away',
    )
  expect(await gate.attempt('a', async () => true)).toEqual({ right: true })
})

it('the fifth may still be the right one', async () => {
  const gate = passwordGate('login', RULE, db, systemClock())
  for (let n = 1; n < RULE.failures; n++)
    expect(await gate.attempt('a', async () => false)).toEqual({ right: false, lockedMs: 0 })
  expect(await gate.attempt('a', async () => true)).toEqual({ right: true })
  expect(await gate.attempt('a', async () => false)).toEqual({ right: false, lockedMs: 0 })
})
