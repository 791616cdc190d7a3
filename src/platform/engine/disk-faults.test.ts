import { chmodSync, closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '#platform/database/embedded.ts'
import { migrate } from '#platform/database/migrate.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { checkJournal } from './check-journal.ts'
import {
  balances,
  deposit,
  FIXTURE_SQL,
  fixtureEngine,
  fixtureWorld,
  member,
  orders,
  place,
  silent,
  SYSTEM,
} from './fixture.ts'
import { openPostgresStore } from './postgres-store.ts'

/**
 * Threat T22: what the disk does not take, or gives back as something else. Nobody is told what is not
 * durable, and nothing is read as if it were whole.
 */
const PLACE = { code: '7203', quantity: 100, priceTenths: 100 }

describe('a disk that takes no more', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let sql: pg.Client
  beforeEach(async () => {
    database = await testDatabase()
    sql = new pg.Client(database.config)
    await sql.connect()
    await sql.query(FIXTURE_SQL)
  })
  afterEach(async () => {
    await sql.end()
    await database.drop()
  })

  const raising = (state: string) =>
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'No space left on device' using errcode = '${state}'; end $$`
  const FAULTS: [what: string, plant: string, heal: string][] = [
    [
      'is full when the journal is written',
      `${raising('53100')}; create trigger fault before insert on journal for each row execute function refuse()`,
      'drop trigger fault on journal',
    ],
    [
      'is full when a row is written',
      `${raising('53100')}; create trigger fault before insert on fixture_orders for each row execute function refuse()`,
      'drop trigger fault on fixture_orders',
    ],
    [
      'is full at the commit itself',
      `${raising('53100')}; create constraint trigger fault after insert on journal deferrable initially deferred for each row execute function refuse()`,
      'drop trigger fault on journal',
    ],
    [
      'fails a write',
      `${raising('58030')}; create constraint trigger fault after insert on journal deferrable initially deferred for each row execute function refuse()`,
      'drop trigger fault on journal',
    ],
  ]
  it.each(FAULTS)(
    '%s: the command is answered UNKNOWN, the engine ends, nothing of it stays; the next start goes on and takes the same key once',
    async (_what, plant, heal) => {
      const world = fixtureWorld()
      const first = openPostgresStore(database.config, silent)
      const { engine, deaths } = await fixtureEngine(database.config, world, { store: first })
      await engine.submit(deposit, { member: 'a', yen: 1_000_000 }, SYSTEM)
      const kept = await engine.submit(place, PLACE, member('a', world.id()))
      expect(kept.result.ok).toBe(true)

      await sql.query(plant)
      const lost = member('a', world.id())
      const failed = { name: 'EngineError', code: 'UNKNOWN' }
      const answers = await Promise.allSettled([
        engine.submit(place, PLACE, lost),
        engine.submit(place, PLACE, member('a', world.id())),
      ])
      for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: failed })
      expect(deaths).toHaveLength(1)
      await expect(engine.submit(place, PLACE, lost)).rejects.toMatchObject({ name: 'EngineError' })
      await first.close().catch(() => {})

      await sql.query(heal)
      const { engine: next } = await fixtureEngine(database.config, world)
      expect(
        next.read
          .of(orders)
          .all()
          .map(({ id }) => id),
      ).toEqual([(kept.result as { answer: { id: string } }).answer.id])
      const again = await next.submit(place, PLACE, lost)
      expect(again.result.ok && (await next.submit(place, PLACE, lost)).replay).toBe(true)
      expect(next.read.of(orders).all()).toHaveLength(2)
      expect(
        next.read
          .of(balances)
          .all()
          .reduce((sum, { yen }) => sum + yen, 0),
      ).toBe(0)
      await next.stop()
    },
  )
})

describe('a disk that gives back other bytes', () => {
  let folder: string
  let embedded: Awaited<ReturnType<typeof startEmbedded>>
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'akari-disk-'))
    chmodSync(folder, 0o711)
    embedded = await startEmbedded(folder)
    await migrate(embedded.config)
  })
  afterEach(async () => {
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([['journal'], ['fixture_orders']])(
    'one flipped bit in the file of %s: the page is refused by its checksum, and the server does not start on it',
    async (table) => {
      const sql = new pg.Client(embedded.config)
      await sql.connect()
      await sql.query(FIXTURE_SQL)
      const world = fixtureWorld()
      const { engine } = await fixtureEngine(embedded.config, world)
      await engine.submit(deposit, { member: 'a', yen: 1_000_000 }, SYSTEM)
      for (let n = 0; n < 20; n++) await engine.submit(place, PLACE, member('a', world.id()))
      await engine.stop()
      const {
        rows: [file],
      } = await sql.query<{ path: string }>('select pg_relation_filepath($1) as path', [table])
      await sql.end()
      await embedded.stop()

      flipBit(join(folder, 'postgres', 'cluster', file!.path))
      embedded = await startEmbedded(folder)
      await expect(fixtureEngine(embedded.config, world)).rejects.toThrow('invalid page in block 0')
      if (table === 'journal')
        await expect(checkJournal(embedded.config, () => {})).rejects.toThrow('invalid page in block 0')
    },
  )
})

/** In the middle of the first page. */
function flipBit(path: string): void {
  const file = openSync(path, 'r+')
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, 8_000)
  byte[0]! ^= 0b100
  writeSync(file, byte, 0, 1, 8_000)
  closeSync(file)
}
