import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { seeded } from '#kernel/random.ts'
import { addDays, dateJst, timeJst } from '#kernel/time.ts'
import { differingHeld } from '#modules/audit/server/reconciliation-queries.ts'
import { LEFT_OUT, ownDataOf } from '#modules/records/server/own-data-queries.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { startTestApp, type Answer, type TestApp } from './test-app.ts'
import { verify } from './verified.fixture.ts'

/** Hours of Japan at which the members look in. */
const HOURS = [10, 20]
const DAYS = process.env['TEST_LONG'] === undefined ? 2 : 31
/** The two of the demo setting, and one whose document is known here, who can apply for a loan. */
const MEMBERS = 3
const ID_NUMBER = '301234567892'

/** The lead of a pool is named in its terms, which everybody reads. */
const NAMED_IN_WHAT_IS_PUBLISHED = ['listings']

let app: TestApp
const members: { token: string; userId: string }[] = []
beforeAll(async () => {
  app = await startTestApp()
  for (const { mobile, password } of app.modules.identity.demo!.members)
    members.push((await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data)
  for (let n = members.length; n < MEMBERS; n++) {
    const member = await app.enrol(`090-7171-000${n}`)
    await verify(app, member.token, { idNumber: ID_NUMBER })
    await app.call('POST', '/api/account-opening/profile', {
      token: member.token,
      body: {
        occupation: 'employee',
        income: 'over-2000',
        assets: 'over-3000',
        experience: 'over-5',
        purpose: 'long-term',
        insiderTie: 'none',
        insiderCode: null,
      },
    })
    members.push(member)
  }
}, 120_000)

const random = seeded('a month of everything')
const one = <T>(list: readonly T[]): T | undefined => list[random.below(Math.max(list.length, 1))]
/**
 * The number of times each product did what was asked, or refused by name: a month in which a product does
 * nothing shows nothing.
 */
const done = new Map<string, number>()
function heard(what: string, { status, code, data, msg }: Answer): void {
  expect(status, `${what}: ${msg}`).toBeLessThan(500)
  if (code === 1) done.set(what, (done.get(what) ?? 0) + 1)
  // A request in no right form, or to nowhere, would be refused every day and show nothing.
  else
    expect(data?.rejection, `${what}: ${status} ${msg} ${JSON.stringify(data)}`).toEqual(expect.any(String))
}

/** The acts of a member who looks in: something of each product, by chance. */
async function lookIn({ token }: { token: string }): Promise<void> {
  const get = async (path: string) => (await app.call('GET', `/api${path}`, { token })).data
  const post = async (what: string, path: string, body: object = {}) =>
    heard(what, await app.call('POST', `/api${path}`, { token, body }))
  const { draws } = await get('/draws')
  for (const { id } of draws.filter(({ status }: { status: string }) => status === 'open'))
    await post('apply', '/applications', {
      drawId: id,
      units: 1 + random.below(3),
      r: randomBytes(16).toString('hex'),
    })
  for (const { id, status } of await get('/ipo/applications'))
    if (status === 'won') {
      const word = random.next() < 0.7 ? 'confirm' : 'decline'
      await post(word, `/applications/${id}/${word}`)
    }
  const day = await get('/day-trades')
  const row =
    day?.status === 'open'
      ? one(day.rows as { code: string; longPrice: number | null; shortPrice: number | null }[])
      : undefined
  const side = random.next() < 0.5 ? 'up' : 'down'
  const price = side === 'up' ? row?.longPrice : row?.shortPrice
  if (row !== undefined && price)
    await post('day', '/day-trades/apply', {
      listingId: day.listingId,
      code: row.code,
      side,
      units: 1,
      price,
      leverage: 2,
    })
  const { now } = await get('/ai')
  if (now?.open)
    await post('ai', '/ai/applications', { pickId: one(now.picks as { id: string }[])!.id, units: 1 })
  for (const pool of await get('/copy/pools')) {
    if (pool.isLead)
      await post('pool order', '/copy/orders', {
        pool: pool.id,
        ticket: {
          code: (await app.affordable(5))[random.below(5)],
          side: 'up',
          type: 'market',
          quantity: 100,
          leverage: 1,
        },
      })
    else if (pool.status === 'open' && random.next() < 0.5)
      await post('subscribe', '/copy/subscriptions', {
        pool: pool.id,
        amount: pool.minimum + random.below(10_000) / 100,
      })
  }
  const follow = one(
    ((await get('/copy/records')) as { id: string; status: string; leaving: boolean }[]).filter(
      ({ status, leaving }) => status === 'following' && !leaving,
    ),
  )
  if (follow !== undefined && random.next() < 0.3)
    await post('redeem', '/copy/redemptions', { record: follow.id })
  const financing = await get('/loans')
  const loan = one(
    (financing.loans as { id: string; state: string; owed: number }[]).filter(
      ({ state }) => state === 'open',
    ),
  )
  if (loan !== undefined && random.next() < 0.4)
    await post('repay', `/loans/${loan.id}/repay`, {
      amount: random.next() < 0.3 ? null : Math.max(1, Math.floor(loan.owed / 3)),
    })
  else if (loan === undefined)
    await post('loan', '/loans', {
      amount: 500_000,
      name: '佐藤 遥',
      idNumber: ID_NUMBER,
      address: '東京都千代田区1-1',
      contact: '09012345678',
      email: 'haruka@example.jp',
    })
  const lot = one((await get('/lots?status=open')) as { id: string; source: string }[])
  if (lot !== undefined && random.next() < 0.5)
    await post('close', `/lots/${lot.id}/close`, { type: 'market' })
  if (random.next() < 0.5)
    await post('order', '/orders', {
      code: (await app.affordable(8))[random.below(8)],
      side: 'up',
      type: 'market',
      quantity: 100,
      leverage: 1,
    })
}

/** The rules that hold every day, over all products, from the rows alone. */
async function audit(when: string): Promise<void> {
  const rowsOf = async <Row extends object>(text: string) => (await app.context.db.pool.query<Row>(text)).rows
  const [money] = await rowsOf<{ all: number; pools: number; loans: number; lent: number }>(`
    select (select coalesce(sum(balance_yen), 0)::bigint from accounts) as all, (select coalesce(sum(balance_yen), 0)::bigint from accounts where id = 'h:pools') as pools,
      (select coalesce(-sum(balance_yen), 0)::bigint from accounts where kind = 'loan') as loans, (select coalesce(sum(principal_yen), 0)::bigint from loans where state = 'open') as lent
  `)
  expect(money, when).toMatchObject({ all: 0, pools: 0 })
  expect(money!.loans, `${when}: loans`).toBe(money!.lent)
  expect(await differingHeld(app.context.db, 5), `${when}: what is held`).toEqual([])
  const over = await rowsOf(`
    select draws.id from draws join applications on applications.draw_id = draws.id group by draws.id, draws.units having sum(applications.won_units) > draws.units
  `)
  expect(over, `${when}: more lots given than offered`).toEqual([])
  const pools = await rowsOf<{ id: string; units: number; held: number }>(`
    select copy_pools.id, copy_pools.units, copy_pools.lead_units + coalesce((select sum(units) from copy_follows where pool_id = copy_pools.id and state in ('following', 'leaving')), 0)::bigint as held from copy_pools
  `)
  for (const { id, units, held } of pools) expect(held, `${when}: units of ${id}`).toBe(units)
  const equity = await rowsOf<{ id: string; equity: number; together: number }>(`
    select id, equity_yen as equity, lead_yen + coalesce((select sum(div(copy_pools.equity_yen::numeric * f.units, copy_pools.units)) from copy_follows f where pool_id = copy_pools.id and state in ('following', 'leaving') and copy_pools.units > 0), 0)::bigint as together
    from copy_pools where units > 0
  `)
  for (const pool of equity) expect(pool.together, `${when}: holdings of ${pool.id}`).toBe(pool.equity)
  const inventory = await rowsOf<{ id: string; kept: number; counted: number }>(`
    select listing_id || ' ' || code || ' ' || side as id, kept, units - coalesce((
      select sum(taken_units) from day_applications a where (a.listing_id, a.code, a.side) = (i.listing_id, i.code, each_side.side)
    ), 0)::bigint as counted
    from day_inventory i cross join lateral (values ('up', long_units, long_left), ('down', short_units, short_left)) as each_side (side, units, kept)
  `)
  for (const { id, kept, counted } of inventory) expect(kept, `${when}: inventory of ${id}`).toBe(counted)
}

/** Whoever takes the own data along gets every table in which they stand. */
async function ownDataIsWhole(): Promise<void> {
  const { pool } = app.context.db
  const { rows: columns } = await pool.query<{ table: string; column: string }>(`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = current_schema() and data_type in ('text', 'jsonb', 'uuid', 'ARRAY') order by 1, 2
  `)
  const found = new Set<string>()
  for (const { userId } of members) {
    const { tables } = await ownDataOf(app.context.db, userId)
    const named = new Set<string>()
    for (const { table, column } of columns) {
      if (
        (
          await pool.query(`select 1 from "${table}" where "${column}"::text like $1 limit 1`, [
            `%${userId}%`,
          ])
        ).rows.length > 0
      )
        named.add(table)
    }
    const missing = [...named].filter((table) => tables[table] === undefined && !LEFT_OUT.has(table))
    expect(missing).toEqual(NAMED_IN_WHAT_IS_PUBLISHED.filter((table) => missing.includes(table)))
    for (const table of named) found.add(table)
  }
  expect([...found]).toEqual(
    expect.arrayContaining([
      'applications',
      'day_applications',
      'loans',
      'loan_details',
      'loan_entries',
      'orders',
      'lots',
      'copy_pools',
      'messages',
    ]),
  )
}

it(
  'days of all products at once (two; a month at full length): every day all sums hold, and the journal says it again byte for byte',
  { timeout: DAYS * 150_000 },
  async () => {
    const first = dateJst(app.context.clock.wall())
    for (let day = 1; day <= DAYS; day++) {
      for (const hour of HOURS) {
        const date = addDays(first, day)
        expect(
          (
            await app.call('POST', '/api/dev/clock', {
              body: { at: new Date(timeJst(date, hour)).toISOString() },
            })
          ).code,
        ).toBe(1)
        for (const member of members) await lookIn(member)
        await audit(`${date} ${hour}:00`)
      }
    }
    for (const what of [
      'apply',
      'day',
      'loan',
      'order',
      ...(DAYS > 2 ? ['ai', 'subscribe', 'pool order', 'redeem', 'confirm', 'repay', 'close'] : []),
    ])
      expect(done.get(what) ?? 0, `${what}: ${JSON.stringify([...done])}`).toBeGreaterThan(0)
    await ownDataIsWhole()
    const { held, again } = await replayJournal(app)
    expect(again).toEqual(held)
  },
)
