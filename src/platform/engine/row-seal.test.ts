import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#platform/database/test-database.ts'
import {
  balances,
  deposit,
  fill,
  FIXTURE_SQL,
  fixtureEngine,
  fixtureWorld,
  member,
  orders,
  place,
  SYSTEM,
  tables,
} from './fixture.ts'
import { codedNames, RowSeal, RowsChanged, type SealOptions } from './row-seal.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let sql: pg.Client
let world: ReturnType<typeof fixtureWorld>
let shape: string | null
/** The result that a check of the whole journal would give, and the number of times it was asked. */
let differs: string | null
let proofs: number
const seal: SealOptions = {
  key: Buffer.alloc(32, 1),
  memory: {
    read: () => shape,
    keep: (to) => {
      shape = to
    },
  },
  prove: () => {
    proofs++
    return Promise.resolve(differs)
  },
}
const start = (options: SealOptions | null = seal) =>
  fixtureEngine(database.config, world, options === null ? {} : { seal: options })

beforeEach(async () => {
  database = await testDatabase()
  sql = new pg.Client(database.config)
  await sql.connect()
  await sql.query(FIXTURE_SQL)
  world = fixtureWorld()
  shape = null
  differs = null
  proofs = 0
})
afterEach(async () => {
  await sql.end()
  await database.drop()
})

/** Orders that wait, one that is filled, lots and balances, over two lives of the engine. */
async function lived(options: SealOptions | null = seal): Promise<void> {
  for (const first of [true, false]) {
    const { engine } = await start(options)
    for (const name of ['a', 'b']) {
      if (first) await engine.submit(deposit, { member: name, yen: 1_000_000 }, SYSTEM)
      for (let n = 0; n < 3; n++)
        await engine.submit(
          place,
          { code: '7203', quantity: 100, priceTenths: 100 + n },
          member(name, world.id()),
        )
      await engine.submit(
        fill,
        { id: engine.read.of(orders).by('byMember', name)[0]!.id, feeYen: 10 },
        SYSTEM,
      )
      await engine.submit(
        place,
        { code: '7203', quantity: 1_000_000_000, priceTenths: 100 },
        member(name, world.id()),
      )
    }
    await engine.stop()
  }
}
/** The error of a start that is refused. */
const refusal = (options?: SealOptions): Promise<unknown> =>
  start(options).then(
    () => null,
    (error: unknown) => error,
  )
async function begins(options?: SealOptions | null): Promise<boolean> {
  const { engine } = await start(options)
  await engine.stop()
  return true
}

describe('rows outside of the engine', () => {
  const filled: (readonly string[])[] = []
  const having = (...names: string[]): SealOptions => ({
    ...seal,
    macs: {
      names,
      fill: (some) => {
        filled.push(some)
        return Promise.resolve()
      },
    },
  })
  beforeEach(() => {
    filled.length = 0
  })
  it('are given codes at a change of version, each once, and begun by the first start', async () => {
    await begins(having('a'))
    expect(filled.splice(0)).toEqual([['a']])
    await begins(having('a'))
    await begins(having('a', 'b'))
    await begins(having('a', 'b'))
    expect(filled).toEqual([['b']])
    // An older version makes none: after it all are made anew.
    await begins()
    await begins(having('a', 'b'))
    expect(filled).toEqual([['b'], ['a', 'b']])
  })
  it('are given none where what was signed is gone or forged, or the seal does not stand', async () => {
    await lived()
    const { filled: signed, ...older } = JSON.parse(new RowSeal(having(), tables).signedShape)
    for (const forged of [
      null,
      '{',
      JSON.stringify({ ...older, mac: '0'.repeat(64) }),
      JSON.stringify({ ...older, filled: { ...signed, names: ['z'] } }),
    ]) {
      shape = forged
      expect(codedNames(seal.key, forged, ['a', 'b'])).toEqual(forged === null ? [] : ['a', 'b'])
      await begins(having('a'))
      expect(filled, String(forged)).toEqual([])
      expect(codedNames(seal.key, shape, ['a', 'b'])).toEqual(['a'])
    }
    shape = JSON.stringify(older)
    expect(codedNames(seal.key, shape, ['a'])).toEqual([])
    await sql.query("update fixture_balances set yen = yen + 1 where member = 'a'")
    expect(await refusal(having('a'))).toBeInstanceOf(RowsChanged)
    expect(filled).toEqual([])
  })
})

/** Edits that somebody with SQL alone makes to the rows, and how each is undone. */
const EDITS: [what: string, edit: string, undo: string][] = [
  [
    'a false balance',
    "update fixture_balances set yen = yen + 1 where member = 'a' and account = 'available'",
    "update fixture_balances set yen = yen - 1 where member = 'a' and account = 'available'",
  ],
  [
    'money moved from one member to another',
    "update fixture_balances set yen = yen + case member when 'a' then 5 else -5 end where account = 'available' and member in ('a', 'b')",
    "update fixture_balances set yen = yen - case member when 'a' then 5 else -5 end where account = 'available' and member in ('a', 'b')",
  ],
  [
    'a lot grown',
    'update fixture_lots set quantity = quantity + 100',
    'update fixture_lots set quantity = quantity - 100',
  ],
  [
    'a lot given to another member',
    "update fixture_lots set member_id = 'x' || member_id",
    'update fixture_lots set member_id = substr(member_id, 2)',
  ],
  [
    'a lot invented',
    "insert into fixture_lots select gen_random_uuid(), 'z', code, quantity, price_tenths, margin_yen, opened_at from fixture_lots limit 1",
    "delete from fixture_lots where member_id = 'z'",
  ],
  [
    'an order made cold',
    "update fixture_orders set state = 'cancelled' where state = 'pending'",
    "update fixture_orders set state = 'pending' where state = 'cancelled'",
  ],
  [
    'a filled order open again',
    "update fixture_orders set state = 'pending', note = 'again' where state = 'filled'",
    "update fixture_orders set state = 'filled', note = null where note = 'again'",
  ],
  [
    'words of a list',
    `update fixture_orders set tags = '["x"]' where state = 'pending'`,
    `update fixture_orders set tags = '[]' where state = 'pending'`,
  ],
  [
    'a balance taken away',
    "create table saved as select * from fixture_balances where member = 'b'; delete from fixture_balances where member = 'b'",
    'insert into fixture_balances select * from saved',
  ],
  [
    'the seal of another moment',
    "create table saved as select row_seal from lease; update lease set row_seal = decode(repeat('11', 32), 'hex')",
    'update lease set row_seal = saved.row_seal from saved',
  ],
  [
    'the seal taken away',
    'create table saved as select row_seal from lease; update lease set row_seal = null',
    'update lease set row_seal = saved.row_seal from saved',
  ],
]

describe('rows under a seal', () => {
  it.each(EDITS)(
    '%s: the start is refused by name, and stands again when it is undone',
    async (_what, edit, undo) => {
      await lived()
      await sql.query(edit)
      expect(await refusal()).toBeInstanceOf(RowsChanged)
      await sql.query(undo)
      expect(await begins()).toBe(true)
    },
  )

  it('an old row put back with the seal that stood beside it is refused: the seal is of one head', async () => {
    await lived()
    await sql.query(
      'create table saved as select row_seal from lease; create table saved_balances as select * from fixture_balances',
    )
    await lived()
    await sql.query(
      'update lease set row_seal = saved.row_seal from saved; delete from fixture_balances; insert into fixture_balances select * from saved_balances',
    )
    expect(await refusal()).toBeInstanceOf(RowsChanged)
  })

  it('cannot be made without the key', async () => {
    await lived()
    expect(await refusal({ ...seal, key: Buffer.alloc(32, 2) })).toBeInstanceOf(RowsChanged)
  })

  it('rows of a version that sealed nothing are sealed at the first start, once, when the journal proves them', async () => {
    await lived(null)
    differs = 'fixture_lots: another quantity'
    expect(await refusal()).toMatchObject({ message: expect.stringContaining('another quantity') as unknown })
    expect(shape).toBeNull()
    differs = null
    expect(await begins()).toBe(true)
    expect([shape, proofs]).toEqual([expect.stringContaining('"mac"'), 2])
    await sql.query('update fixture_lots set quantity = 1')
    expect(await refusal()).toBeInstanceOf(RowsChanged)
    expect(proofs).toBe(2)
  })

  it('rows that another version sealed are held against its seal, by the tables that it signed', async () => {
    await lived()
    const known = shape!
    // The other version has another idea of which rows are hot.
    const other = { ...balances, hot: { sql: 'yen <> 7', when: () => true } }
    const { engine } = await fixtureEngine(database.config, world, {
      seal,
      tables: tables.map((each) => (each.name === other.name ? other : each)),
    })
    await engine.submit(deposit, { member: 'a', yen: 5 }, SYSTEM)
    await engine.stop()
    expect(shape).toContain('yen <> 7')
    await sql.query("update fixture_balances set yen = yen + 1 where member = 'a' and account = 'available'")
    expect(await refusal()).toBeInstanceOf(RowsChanged)
    await sql.query("update fixture_balances set yen = yen - 1 where member = 'a' and account = 'available'")
    expect(await begins()).toBe(true)
    expect([shape, proofs]).toEqual([known, 0])
    expect(await begins()).toBe(true)
  })

  it('the file cannot say that another version sealed them: only a signature can, or the whole journal', async () => {
    await lived()
    const known = shape!
    const { mac } = JSON.parse(known) as { mac: string }
    await sql.query("update fixture_balances set yen = yen + 1 where member = 'a'")
    differs = 'a balance'
    for (const forged of [
      null,
      '',
      '{',
      'null',
      known,
      JSON.stringify({ shape: 'f'.repeat(64) }),
      JSON.stringify({ shape: [], mac }),
      JSON.stringify({ shape: [], mac: '0'.repeat(64) }),
      new RowSeal({ key: Buffer.alloc(32, 2) }, []).signedShape,
      // The shape that an earlier version had signed, put back.
      new RowSeal(seal, []).signedShape,
    ]) {
      shape = forged
      expect(await refusal(), String(forged)).toBeInstanceOf(RowsChanged)
    }
    expect(proofs, 'of a version that left a hash alone').toBe(1)
  })
})
