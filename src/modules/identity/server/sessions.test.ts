import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { LIMITS } from '#platform/limits.ts'
import { openLog } from '#platform/log.ts'
import { openKnownDevices } from './known-devices.ts'
import { memberMacs } from './row-macs.ts'
import { openSessions, type Sessions } from './sessions.ts'

const log = openLog('silent')
const config = { keys: { salts: Buffer.alloc(32, 1) } } as never
const macs = memberMacs(config)
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let now = 10 * HOUR
let made = 0
const closed: string[] = []

/** The sessions of a server that has just started on this database. */
function open(): Sessions {
  const sessions = openSessions(
    {
      db,
      clock: { machine: () => now, monotonic: () => now } as never,
      log,
      demo: false,
      random: (n) => new Uint8Array(n).fill(++made),
      newId: () => `s-${++made}`,
      keys: { register: () => Promise.resolve(0), end: () => Promise.resolve() },
      macs,
      devices: openKnownDevices({ db, config }),
    },
    LIMITS.session,
  )
  sessions.onEnd((id) => void closed.push(id))
  return sessions
}
const start = (sessions: Sessions) =>
  sessions.start('haruka', {
    factor: 'password',
    device: 'Firefox',
    deviceHash: null,
    knownDevice: null,
    unlocked: false,
    key: null,
  })

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, log)
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})
beforeEach(() => {
  now += HOUR
  closed.length = 0
})

it('is ended, unlocked and locked again at two servers alike', async () => {
  const [one, other] = [open(), open()]
  const token = await start(one)
  const caller = (await other.find(token))!
  expect(caller.tradingUnlocked).toBe(false)
  await one.unlock(caller.sessionId)
  await other.look()
  expect((await other.find(token))!.tradingUnlocked).toBe(true)
  // It idles at neither while it is used at one.
  for (let minutes = 0; minutes < 40; minutes += 2) {
    now += 2 * MINUTE
    expect((await one.find(token))!.tradingUnlocked).toBe(true)
    await one.unlock(caller.sessionId)
  }
  expect((await other.find(token))!.tradingUnlocked).toBe(true)
  now += 31 * MINUTE
  expect([(await one.find(token))!.tradingUnlocked, (await other.find(token))!.tradingUnlocked]).toEqual([
    false,
    false,
  ])

  await one.end(caller.sessionId)
  closed.length = 0
  await other.look()
  expect([await other.find(token), closed]).toEqual([null, [caller.sessionId]])
  await other.look()
  expect(closed).toEqual([caller.sessionId])
})

it('is over at a server that hears of nothing within 5 s: it asks the database after 4 s', async () => {
  const [one, deaf] = [open(), open()]
  const token = await start(one)
  const { sessionId } = (await deaf.find(token))!
  await one.end(sessionId)
  expect(await deaf.isOpen(sessionId)).toBe(true)
  now += 4 * SECOND
  expect([await deaf.find(token), closed]).toEqual([null, [sessionId, sessionId]])
  expect([await deaf.isOpen(sessionId), await open().isOpen(sessionId)]).toEqual([false, false])
})

it('is not unlocked anew by a server that wrote down later that it was seen', async () => {
  const [one, other] = [open(), open()]
  const token = await start(one)
  const { sessionId } = (await other.find(token))!
  const stop = other.keepSeen()
  now += 2 * MINUTE
  await one.unlock(sessionId)
  await other.find(token)
  await stop()
  expect((await open().find(token))!.tradingUnlocked).toBe(true)
})

it('outlives a restart with its unlock', async () => {
  const token = await start(open())
  const { sessionId } = (await open().find(token))!
  const before = open()
  await before.find(token)
  await before.unlock(sessionId)
  expect(await open().find(token)).toMatchObject({ sessionId, tradingUnlocked: true })
})
