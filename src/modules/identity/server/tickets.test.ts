import { afterAll, beforeAll, expect, it } from 'vitest'
import { SECOND } from '#kernel/time.ts'
import { connect, type Database } from '#platform/database/connect.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { openLog } from '#platform/log.ts'
import { oneTimeValues } from '#platform/one-time-values.ts'
import { socketTickets } from './tickets.ts'

const LIFE = 30 * SECOND
const config = { keys: { pepper: Buffer.alloc(32, 7) } }
const holder = { memberId: 'haruka', sessionId: 's1', budget: 'haruka' }
let database: Awaited<ReturnType<typeof testDatabase>>
let db: Database
let now = 1_000
let isOpen = true

/** The tickets of a server that has just started on this database. */
const open = () =>
  socketTickets(oneTimeValues({ db, config, clock: { machine: () => now } }), LIFE, async () => isOpen)

beforeAll(async () => {
  database = await testDatabase()
  await migrate(database.config)
  db = connect(database.config, openLog('silent'))
}, 30_000)
afterAll(async () => {
  await db.close()
  await database.drop()
})

it('opens one socket, at whichever server, also after a restart', async () => {
  const [one, other] = [open(), open()]
  const { ticket, until } = one.issue(holder)
  expect(until).toBe(now + LIFE)
  const redeemed = await Promise.all([other, one, open()].map((server) => server.redeem(ticket)))
  expect(redeemed.filter((each) => each !== null)).toEqual([holder])
  expect(await open().redeem(ticket)).toBe(null)
})

it('opens none at its end, after its session, in another spelling, or altered', async () => {
  const tickets = open()
  const { ticket } = tickets.issue(holder)
  expect(await tickets.redeem(`${ticket}=`)).toBe(null)
  expect(await tickets.redeem(ticket.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toBe(null)
  now += LIFE - 1
  expect(await tickets.redeem(ticket)).toEqual(holder)
  const late = tickets.issue(holder).ticket
  now += LIFE
  expect(await tickets.redeem(late)).toBe(null)
  isOpen = false
  expect(await tickets.redeem(tickets.issue(holder).ticket)).toBe(null)
  isOpen = true
})

it('leaves no row behind once it would be too old', async () => {
  const values = oneTimeValues({ db, config, clock: { machine: () => now } })
  now += LIFE + SECOND
  await values.forget()
  expect((await db.pool.query('select id from used_once')).rows).toEqual([])
})
