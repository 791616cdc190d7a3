import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RowForged } from '#platform/database/row-mac.ts'
import { testDatabase } from '#platform/database/test-database.ts'
import { LeaseTaken } from '#platform/database/writer-lock.ts'
import type { Json } from '#kernel/hash.ts'
import { HOUR } from '#kernel/time.ts'
import type { Engine } from './engine.ts'
import {
  balances,
  change,
  commands,
  deposit,
  fill,
  FIXTURE_SQL,
  fixtureEngine,
  fixtureWorld,
  lots,
  member,
  orders,
  place,
  silent,
  SYSTEM,
  tables,
  transfers,
} from './fixture.ts'
import { runStored } from './check-stored.ts'
import { FlushQuery } from './flush-query.ts'
import { bodyText, chained, CHAIN_START, readRecord, recordText } from './journal.ts'
import { answersCheck } from './kept-answers.ts'
import { openPostgresStore, type PostgresStore } from './postgres-store.ts'
import { reexecute } from './reexecute.ts'
import type { Batch } from './store.ts'
import { defineTable, type AnyDefinition } from './table.ts'

type TestDatabase = Awaited<ReturnType<typeof testDatabase>>
let database: TestDatabase
let sql: pg.Client
let world: ReturnType<typeof fixtureWorld>
const opened: { close(): Promise<void> }[] = []

beforeEach(async () => {
  database = await testDatabase()
  sql = new pg.Client(database.config)
  sql.on('error', () => {})
  await sql.connect()
  await sql.query(FIXTURE_SQL)
  world = fixtureWorld()
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close().catch(() => {})
  await sql.end()
  await database.drop()
})

const open = () => {
  const store = openPostgresStore(database.config, silent)
  opened.push(store)
  return store
}
const nothing = { row: () => {}, key: () => {} }
const PLACE = { code: '7203', quantity: 100, priceTenths: 100 }
const failsAs = (code: string) => expect.objectContaining({ name: 'EngineError', code })

/** A batch of one record behind `previous`, with these rows. */
function batch(
  previous: { seq: number; hash: string },
  changes: Batch['changes'] = [],
  type = 'test',
): Batch {
  const seq = previous.seq + 1
  const ts = world.clock.now
  const record = recordText({ actor: 'system', device: '', key: '', seq, ts, type }, bodyText({ n: seq }))
  return {
    previous: previous.seq,
    journal: [{ seq, ts, type, record, hash: chained(previous.hash, record) }],
    answers: [],
    changes,
  }
}
const count = async (table: string) =>
  Number((await sql.query(`select count(*)::int4 as n from ${table}`)).rows[0].n)

async function engineWithOrders(store?: PostgresStore): Promise<{ engine: Engine; deaths: unknown[] }> {
  const made = await fixtureEngine(database.config, world, store && { store })
  for (const name of ['a', 'b', 'c'])
    await made.engine.submit(deposit, { member: name, yen: 1_000_000 }, SYSTEM)
  return made
}

/** Rows of it never come back, so that they go to the disk by COPY. */
const written = { ...orders, once: true as const }
const bothWays: [way: string, definition: typeof orders][] = [
  ['arrays', orders],
  ['COPY', written],
]

it('keys beyond what the memory holds are asked of the disk, before and after a restart that reads only the newest', async () => {
  const limits = { keys: 2 }
  const first = await fixtureEngine(database.config, world, { limits })
  await first.engine.submit(deposit, { member: 'a', yen: 1_000_000 }, SYSTEM)
  const callers = Array.from({ length: 5 }, () => {
    world.clock.now += 120_000
    return member('a', world.id())
  })
  for (const caller of callers) await first.engine.submit(place, PLACE, caller)
  for (let { engine } = first, round = 0; round < 2; round++) {
    expect(engine.stats().keys).toBeLessThanOrEqual(limits.keys)
    for (const [n, caller] of callers.entries()) {
      expect(await engine.hasIdempotencyKey('a', caller.key)).toBe(true)
      expect(await engine.submit(place, PLACE, caller)).toMatchObject({
        replay: true,
        seq: n + 2,
        result: { ok: true },
      })
      await expect(engine.submit(place, { ...PLACE, quantity: 200 }, caller)).rejects.toEqual(
        failsAs('KEY_REUSED'),
      )
    }
    await engine.stop()
    if (round === 0) engine = (await fixtureEngine(database.config, world, { limits })).engine
  }
  expect(await count('fixture_orders')).toBe(callers.length)
})

it('an answer that SQL has turned round is given to nobody', async () => {
  const wrong = async () => {
    await sql.query('begin')
    const { differences } = await runStored(sql, [answersCheck])
    await sql.query('rollback')
    return differences
  }
  const { engine } = await engineWithOrders()
  const caller = member('a', world.id())
  await engine.submit(place, PLACE, caller)
  const { rows } = await sql.query<{ answer: string }>('select answer from idempotency where key = $1', [
    caller.key,
  ])
  for (const forged of [
    '{"ok":false,"rejection":"ORDER_NOT_FOUND","detail":{}}',
    '{"ok":false,"rejection":"NOT_OPEN","detail":{}}',
    'no JSON',
  ]) {
    await sql.query('update idempotency set answer = $2 where key = $1', [caller.key, forged])
    await expect(engine.submit(place, PLACE, caller)).rejects.toThrow(RowForged)
    expect(await wrong()).toMatchObject([{ table: 'idempotency', key: `${caller.key} a` }])
  }
  await sql.query('update idempotency set answer = $2 where key = $1', [caller.key, rows[0]!.answer])
  expect(await wrong()).toEqual([])
  expect(await engine.submit(place, PLACE, caller)).toMatchObject({ replay: true, result: { ok: true } })
})

describe('the guard', () => {
  it('a deposed writer cannot commit: another has taken the lease (trap)', async () => {
    const deposed = open()
    const head = await deposed.recover([balances], 0, nothing)
    const first = batch(head)
    await deposed.flush(first)
    await sql.query('update lease set epoch = epoch + 1')
    await expect(
      deposed.flush(
        batch(first.journal[0]!, [
          { definition: balances, rows: [{ member: 'x', account: 'y', yen: 1 }], known: false },
        ]),
      ),
    ).rejects.toThrow(LeaseTaken)
    expect(await count('journal')).toBe(1)
    expect(await count('fixture_balances')).toBe(0)
  })

  it('a second engine does not start while the first lives, and takes over when its session is gone', async () => {
    const { engine, deaths } = await engineWithOrders()
    const second = open()
    await expect(second.recover(tables, 0, nothing)).rejects.toThrow('another Akari is at work')
    await sql.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'akari-engine %' and datname = current_database()",
    )
    const third = await fixtureEngine(database.config, world)
    expect(third.engine.stats().seq).toBe(3)
    await third.engine.submit(deposit, { member: 'a', yen: 1 }, SYSTEM)
    await expect(engine.submit(deposit, { member: 'a', yen: 1 }, SYSTEM)).rejects.toEqual(failsAs('UNKNOWN'))
    expect(deaths).toHaveLength(1)
    expect(await count('journal')).toBe(5)
    await third.engine.stop()
  }, 20_000)

  it('a second piped flush does not commit after the first failed, so there is no hole (trap)', async () => {
    const store = open()
    const head = await store.recover([transfers], 0, nothing)
    const bad = {
      id: 1,
      line: 0,
      debitMember: 'a',
      debitAccount: 'x',
      creditMember: 'b',
      creditAccount: 'x',
      yen: -5,
    }
    const first = batch(head, [{ definition: transfers, rows: [bad], known: false }])
    const second = batch(first.journal[0]!)
    const third = batch(second.journal[0]!)
    const flushed = await Promise.allSettled([store.flush(first), store.flush(second), store.flush(third)])
    expect(flushed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(flushed[0]).toMatchObject({
      reason: { message: expect.stringContaining('violates check constraint') },
    })
    expect([await count('journal'), await count('transfers')]).toEqual([0, 0])
  })

  it('a batch that does not follow the last one is refused', async () => {
    const store = open()
    const head = await store.recover([], 0, nothing)
    await expect(store.flush(batch({ seq: head.seq + 1, hash: CHAIN_START }))).rejects.toThrow(LeaseTaken)
  })

  it('an answer other than COMMIT is a failure, even without an error (trap)', async () => {
    const store = open()
    const head = await store.recover([], 0, nothing)
    const { prototype } = FlushQuery
    const told = prototype.handleCommandComplete
    // PostgreSQL answers the COMMIT of a failed transaction with ROLLBACK, and no error.
    prototype.handleCommandComplete = function (message) {
      told.call(this, { text: message.text === 'COMMIT' ? 'ROLLBACK' : message.text })
    }
    try {
      await expect(store.flush(batch(head))).rejects.toThrow('answered with ROLLBACK')
    } finally {
      prototype.handleCommandComplete = told
    }
    await expect(store.flush(batch(head))).rejects.toThrow()
  })

  it('a connection that is cut fails the flush and the next ones', async () => {
    const { engine, deaths } = await engineWithOrders()
    await sql.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'akari-engine %' and datname = current_database()",
    )
    await expect(engine.submit(deposit, { member: 'a', yen: 1 }, SYSTEM)).rejects.toEqual(failsAs('UNKNOWN'))
    expect(deaths).toHaveLength(1)
  })
})

describe('rows', () => {
  it('are immutable versions: a batch carries the rows of its own end, not of the moment it is written (trap)', async () => {
    const store = open()
    const seen: number[] = []
    const flush = store.flush.bind(store)
    store.flush = async (each) => {
      await new Promise((later) => setTimeout(later, 50))
      const written = each.changes.find(({ definition }) => definition === balances)?.rows as
        | readonly { member: string; yen: number }[]
        | undefined
      seen.push(...(written ?? []).filter((row) => row.member === 'a').map(({ yen }) => yen))
      await flush(each)
    }
    const { engine } = await fixtureEngine(database.config, world, { store, limits: { batch: 1 } })
    await Promise.all([5, 6].map((yen) => engine.submit(deposit, { member: 'a', yen }, SYSTEM)))
    expect(seen).toEqual([5, 11])
    expect(await store.rowsOf(balances)).toContainEqual({ member: 'a', account: 'available', yen: 11 })
  })

  it('that turned cold are gone for commands at once, and on the disk when the answer comes (trap: eviction)', async () => {
    const store = open()
    const { engine } = await engineWithOrders(store)
    const placed = await engine.submit(place, PLACE, member('a', world.id()))
    const { id } = placed.result.ok ? placed.result.answer : { id: '' }
    const filled = engine.submit(fill, { id, feeYen: 1 }, SYSTEM)
    expect(engine.read.of(orders).get(id)).toBeUndefined()
    const again = engine.submit(fill, { id, feeYen: 1 }, SYSTEM)
    expect([(await filled).result.ok, (await again).result]).toEqual([
      true,
      { ok: false, rejection: 'NOT_OPEN', detail: {} },
    ])
    expect(await store.rowsOf(orders)).toMatchObject([
      { id, state: 'filled', holdYen: 1_000, note: null, tags: [] },
    ])
    await engine.stop()
    const next = await fixtureEngine(database.config, world)
    expect(next.engine.read.of(orders).all()).toEqual([])
    expect(next.engine.read.of(lots).all()).toHaveLength(1)
    await next.engine.stop()
  })

  it.each(bothWays)('of every type come back as they were written: %s', async (_way, orders) => {
    const store = open()
    const head = await store.recover([orders], 0, nothing)
    const row = {
      id: world.id(),
      memberId: '明かり "x"\\',
      code: '7203',
      side: 'down' as const,
      state: 'pending' as const,
      quantity: -2_147_483_648,
      priceTenths: Number.MAX_SAFE_INTEGER,
      holdYen: Number.MIN_SAFE_INTEGER,
      placedAt: -1,
      note: 'é\t🙂',
      tags: ['a', '"', '\\'],
    }
    const other = {
      ...row,
      id: world.id(),
      note: null,
      tags: [],
      quantity: 5,
      priceTenths: 4_294_967_296,
      holdYen: -4_294_967_297,
    }
    await store.flush(batch(head, [{ definition: orders, rows: [row, other], known: false }]))
    expect((await store.rowsOf(orders)).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
      [row, other].sort((a, b) => (a.id < b.id ? -1 : 1)),
    )
    expect(
      (await sql.query('select note, tags, price_tenths::text from fixture_orders where id = $1', [row.id]))
        .rows,
    ).toEqual([{ note: row.note, tags: row.tags, price_tenths: '9007199254740991' }])
  })

  it('that are more than the memory for a batch are all written', async () => {
    const store = open()
    const head = await store.recover([transfers], 0, nothing)
    const rows = Array.from({ length: 20_000 }, (_, line) => ({
      id: 1,
      line,
      debitMember: `m${line}`.repeat(9),
      debitAccount: 'x',
      creditMember: 'b',
      creditAccount: '明'.repeat(line % 9),
      yen: line + 1,
    }))
    await store.flush(batch(head, [{ definition: transfers, rows, known: false }]))
    expect((await store.rowsOf(transfers)).sort((a, b) => a.line - b.line)).toEqual(rows)
  })

  it('that are on the disk already, under a key that is given once, fail the whole batch', async () => {
    const store = open()
    const head = await store.recover([written], 0, nothing)
    const row = {
      id: world.id(),
      memberId: 'a',
      code: '7203',
      side: 'up' as const,
      state: 'pending' as const,
      quantity: 1,
      priceTenths: 1,
      holdYen: 1,
      placedAt: 1,
      note: null,
      tags: [],
    }
    const first = batch(head, [{ definition: written, rows: [row], known: false }])
    await store.flush(first)
    await expect(
      store.flush(
        batch(first.journal[0]!, [
          { definition: written, rows: [{ ...row, id: world.id() }, row], known: false },
        ]),
      ),
    ).rejects.toThrow('duplicate key')
    expect([await count('journal'), await count('fixture_orders')]).toEqual([1, 1])
  })
})

const strange: [name: string, patch: object][] = [
  ['a fraction of a yen', { holdYen: 0.5 }],
  ['a sum beyond the safe integers', { holdYen: 2 ** 53 }],
  ['an id that is no UUID', { id: '0190a1b2-0000-7000-8000-00000000000g' }],
  ['an id in full-width digits', { id: '０190a1b2-0000-7000-8000-000000000000' }],
  ['an id that is too short', { id: '0190a1b2' }],
]
describe('a table of which nothing changes', () => {
  it('is written once, and asks for no statement that sets nothing', async () => {
    const stamps = defineTable<{ id: string; at: number }>()({
      name: 'fixture_stamps',
      columns: { id: 'text', at: 'int8' },
      key: 'id',
      fixed: ['at'],
    })
    await sql.query('create table fixture_stamps (id text primary key, at int8 not null)')
    const store = open()
    const head = await store.recover([stamps], 0, nothing)
    await store.flush(batch(head, [{ definition: stamps, rows: [{ id: 'a', at: 7 }], known: false }]))
    expect(await store.rowsOf(stamps)).toEqual([{ id: 'a', at: 7 }])
  })
})

describe('what no column can hold', () => {
  it.each(
    strange.flatMap(([name, patch]) => bothWays.map(([way, orders]) => [name, way, patch, orders] as const)),
  )(
    'fails the flush instead of being written as something else: %s, %s',
    async (_name, _way, patch, orders) => {
      const store = open()
      const head = await store.recover([orders], 0, nothing)
      const row = {
        id: world.id(),
        memberId: 'a',
        code: '7203',
        side: 'up' as const,
        state: 'pending' as const,
        quantity: 1,
        priceTenths: 1,
        holdYen: 1,
        placedAt: 1,
        note: null,
        tags: [],
      }
      await expect(
        store.flush(batch(head, [{ definition: orders, rows: [{ ...row, ...patch }], known: false }])),
      ).rejects.toThrow(/not a (safe integer|UUID)/)
      expect(await count('journal')).toBe(0)
    },
  )
})

describe('recovery', () => {
  /** Some life: orders, fills, refusals, repeats. */
  async function live(engine: Engine, rounds: number) {
    for (let round = 0; round < rounds; round++) {
      world.clock.now += 1_000
      const name = ['a', 'b', 'c'][round % 3]!
      const placed = await engine.submit(
        place,
        { ...PLACE, quantity: 100 * (1 + (round % 7)) },
        member(name, world.id()),
      )
      if (round % 4 === 0) await engine.submit(change, { how: 'refuse' }, member(name, world.id()))
      if (placed.result.ok && round % 3 > 0)
        await engine.submit(fill, { id: placed.result.answer.id, feeYen: 7 }, SYSTEM)
      if (round % 5 === 0)
        await engine.submit(place, { ...PLACE, quantity: 10_000_000 }, member(name, world.id()))
    }
  }

  it('finds hot rows, answers and the head as they were', async () => {
    const { engine } = await engineWithOrders()
    await live(engine, 12)
    const caller = member('a', world.id())
    const first = await engine.submit(place, PLACE, caller)
    const state = (of: Engine) => [
      of.read.of(balances).all(),
      of.read.of(orders).all(),
      of.read.of(lots).all(),
      of.stats().seq,
    ]
    const before = state(engine)
    await engine.stop()
    const { engine: next } = await fixtureEngine(database.config, world)
    expect(state(next)).toEqual(before)
    expect(await next.submit(place, PLACE, caller)).toEqual({ ...first, replay: true })
    await next.stop()
  })

  it('running the journal again gives the same rows; its transfers alone give every balance, and sum to zero', async () => {
    const store = open()
    const { engine } = await engineWithOrders(store)
    await live(engine, 40)
    await engine.stop()
    const reader = open()
    await reader.recover([], 0, nothing)
    const records: Buffer[] = []
    await reader.readJournal(({ record }) => records.push(record))
    const rows = reexecute(tables, commands, records)
    const sorted = (list: readonly object[]) => list.map((row) => bodyText(row as Json)).sort()
    for (const definition of tables as readonly AnyDefinition[]) {
      expect([definition.name, ...sorted(rows.get(definition)!)]).toEqual([
        definition.name,
        ...sorted(await reader.rowsOf(definition)),
      ])
    }
    const sums = new Map<string, number>()
    for (const record of records) {
      for (const line of (readRecord(record).body['transfers'] ?? []) as {
        debitMember: string
        debitAccount: string
        creditMember: string
        creditAccount: string
        yen: number
      }[]) {
        const add = (name: string, yen: number) => sums.set(name, (sums.get(name) ?? 0) + yen)
        add(`${line.debitMember} ${line.debitAccount}`, -line.yen)
        add(`${line.creditMember} ${line.creditAccount}`, line.yen)
      }
    }
    expect(Object.fromEntries(sums)).toEqual(
      Object.fromEntries(
        (await reader.rowsOf(balances)).map((row) => [`${row.member} ${row.account}`, row.yen]),
      ),
    )
    expect([...sums.values()].reduce((sum, yen) => sum + yen, 0)).toBe(0)
  })

  it('a command that no longer says what it said is found when the journal is run again', async () => {
    const store = open()
    const { engine } = await engineWithOrders(store)
    const records: Buffer[] = []
    await store.readJournal(({ record }) => records.push(record))
    const generous = commands.map((command) =>
      command.type === 'fixture.deposit'
        ? { ...command, run: () => ({ ok: true, answer: {}, events: [] }) }
        : command,
    )
    expect(() => reexecute(tables, generous as never, records)).toThrow(
      'seq 1: run again, fixture.deposit says',
    )
    await engine.stop()
  })

  const breaks: [name: string, statement: string, seq: number][] = [
    ['a record was edited', 'update journal set record = set_byte(record, 40, 64) where seq = 2', 2],
    ['a record is gone', 'delete from journal where seq = 2', 2],
    ['the last record is gone', 'delete from journal where seq = 3', 3],
    [
      'there is one too many',
      'insert into journal select 4, ts, type, record, hash from journal where seq = 3',
      4,
    ],
    ['the head of the lease is another', "update lease set head = decode(repeat('ab', 32), 'hex')", 3],
    ['the journal is empty', 'delete from journal', 0],
  ]
  it.each(breaks)('refuses a broken chain and names the first bad seq: %s', async (_name, statement, seq) => {
    const { engine } = await engineWithOrders()
    await engine.stop()
    await sql.query(statement)
    await expect(open().recover(tables, 0, nothing)).rejects.toMatchObject({ name: 'BrokenChain', seq })
  })

  it('checks from the last written-down head on; the full check finds what lies before it', async () => {
    const store = open()
    let head = await store.recover([], 0, nothing)
    for (let n = 0; n < 1_050; n++) {
      const next = batch(head)
      await store.flush(next)
      head = next.journal[0]!
    }
    await store.close()
    expect((await sql.query('select seq::int4 from heads order by seq')).rows).toEqual([{ seq: 999 }])
    await sql.query('update journal set record = set_byte(record, 40, 64) where seq = 500')
    const again = open()
    expect(await again.recover([], 0, nothing)).toMatchObject({ seq: 1_049 })
    await expect(again.verifyJournal()).rejects.toMatchObject({ seq: 500 })
  })

  it('says so when the SQL and the rule of what is hot disagree', async () => {
    const { engine } = await engineWithOrders()
    const placed = await engine.submit(place, PLACE, member('a', world.id()))
    expect(
      placed.result.ok &&
        (await engine.submit(fill, { id: placed.result.answer.id, feeYen: 1 }, SYSTEM)).result.ok,
    ).toBe(true)
    await engine.stop()
    await expect(
      open().recover([{ ...orders, hot: { ...orders.hot!, sql: 'true' } }], 0, nothing),
    ).rejects.toThrow('disagree')
  })

  it('old answers go in one range, by the time of their keys (trap)', async () => {
    const { engine } = await engineWithOrders()
    const old = world.id()
    await engine.submit(place, PLACE, member('a', old))
    world.clock.now += 25 * HOUR
    const young = world.id()
    await engine.submit(place, PLACE, member('a', young))
    await engine.stop()
    expect((await sql.query('select key from idempotency')).rows).toEqual([{ key: young }])
    const { engine: next } = await fixtureEngine(database.config, world)
    expect([(await next.op('a', old)).state, (await next.op('a', young)).state]).toEqual(['unknown', 'done'])
    await expect(next.submit(place, PLACE, member('a', old))).rejects.toEqual(failsAs('KEY_EXPIRED'))
    await next.stop()
  })
})
