import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import { bodyText, readRecord } from '#platform/engine/journal.ts'
import { openPostgresStore, type PostgresStore } from '#platform/engine/postgres-store.ts'
import { reexecute } from '#platform/engine/reexecute.ts'
import { testHouse, type TestHouse } from './test-house.ts'
import { setWallClock, wallClock } from './wall-clock.ts'

let house: TestHouse
let store: PostgresStore | null = null
afterAll(async () => {
  await store?.close()
  rmSync(house.house.config.dataDir, { recursive: true, force: true })
})

async function until<T>(ask: () => Promise<T>, found: (value: T) => boolean): Promise<T> {
  for (let turn = 0; turn < 150; turn++) {
    const value = await ask()
    if (found(value)) return value
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('it did not come')
}

/** Every kind of command that a member's day makes: opened, filled, closed in part, left waiting, cancelled, refused. */
async function liveADay(): Promise<void> {
  const { token } = await house.enrol('090-5555-0001')
  const cheap = await house.affordable(4)
  const place = (body: object) => house.call('POST', '/api/orders', { token, body: { side: 'up', type: 'market', quantity: 200, leverage: 1, ...body } })
  for (const code of cheap) expect((await place({ code })).code).toBe(1)
  const lots = await until(async () => (await house.call('GET', '/api/lots', { token })).data as { id: string }[], (found) => found.length === cheap.length)
  await house.call('POST', `/api/lots/${lots[0]!.id}/close`, { token, body: { type: 'market', quantity: 100 } })
  await house.call('POST', `/api/lots/${lots[1]!.id}/close`, { token, body: { type: 'market' } })
  const isClosed = ({ id, status }: { id: string; status: string }) => id !== lots[1]!.id || status === 'closed'
  await until(async () => (await house.call('GET', '/api/lots', { token })).data as { id: string; status: string }[], (found) => found.every(isClosed))
  expect((await place({ code: cheap[2], quantity: 100_000_000 })).code).not.toBe(1)
  await house.call('POST', '/api/dev/clock', { body: { at: new Date(house.house.clock.wall() + 60_000).toISOString() } })
}

it('the journal of the whole house, run again, says the same byte for byte and leaves the same rows', async () => {
  house = await testHouse()
  await liveADay()
  const rooms = house.rooms.all
  const tables = [wallClock, ...rooms.flatMap((room) => room.tables ?? [])]
  const commands = [setWallClock(house.house.clock), ...rooms.flatMap((room) => room.commands ?? [])]
  await house.stop()

  store = openPostgresStore(house.house.db.config, house.house.log)
  await store.recover([], 0, { row: () => {}, answer: () => {} })
  const records: Buffer[] = []
  await store.readJournal(({ record }) => records.push(record))
  expect(new Set(records.map((record) => readRecord(record).type)).size).toBeGreaterThan(4)
  const sorted = (rows: readonly object[]) => rows.map((row) => bodyText(row as Json)).sort((a, b) => (a < b ? -1 : 1))
  for (const [definition, rows] of reexecute(tables, commands, records)) {
    expect([definition.name, ...sorted(rows)]).toEqual([definition.name, ...sorted(await store.rowsOf(definition))])
  }
}, 60_000)
