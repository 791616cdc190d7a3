import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { compiled } from '#platform/fix/quickfix.fixture.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { Counterparty, freePort } from './counterparty.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'akari-venue-'))
const program = compiled(folder)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A server that has tried for long tries again after half a minute. */
const LOGS_ON_WITHIN = 60_000

describe.skipIf(program === null)('a venue by FIX', () => {
  let app: TestApp
  let token: string
  let venue: Counterparty
  let ticking: NodeJS.Timeout
  const named = (id: string) => id.replaceAll('-', '')
  const order = (id: string) => app.context.engine.read.of(orders).get(id)
  const status = (id: string, expected: string | undefined) =>
    waitFor(
      () => Promise.resolve(order(id)?.ordStatus),
      (now) => now === expected,
    )
  const place = async (more: object = {}): Promise<string> => {
    const body = { code: '7203', side: 'up', type: 'limit', price: 200, quantity: 100, leverage: 1, ...more }
    const answer = await app.call('POST', '/api/orders', { token, body })
    expect([answer.code, answer.msg]).toEqual([1, answer.msg])
    return answer.data.id as string
  }
  const arrives = (id: string) =>
    waitFor(
      () => Promise.resolve(venue.taken.has(named(id))),
      (isTaken) => isTaken,
    )
  const ask = (method: string, id: string, path: string, body: object = {}) =>
    app.call(method, `/api/orders/${id}${path}`, { token, body })
  const rowOf = async (id: string) =>
    (
      await app.context.db.pool.query(
        'select ord_status, filled_quantity::int as filled, reason from orders where id = $1',
        [id],
      )
    ).rows[0]
  const listed = async (id: string) =>
    (
      await app.context.db.pool.query<{ fault: string }>(
        'select fault from venue_exceptions where order_id = $1 order by fault',
        [id],
      )
    ).rows.map(({ fault }) => fault)
  const ends = (id: string, ordStatus: string) =>
    waitFor(
      () => rowOf(id),
      (now) => now?.ord_status === ordStatus,
    )
  const lists = (id: string, faults: readonly string[]) =>
    waitFor(
      () => listed(id),
      (found) => found.join() === faults.join(),
    )

  beforeAll(async () => {
    venue = new Counterparty({ folder, program: program! }, [await freePort(), await freePort()])
    app = await startTestApp({ env: venue.env })
    const { mobile: account, password } = app.modules.identity.demo!.members[0]!
    ;({ token } = (await app.call('POST', '/api/auth/login', { body: { account, password } })).data)
  }, 120_000)
  afterAll(async () => {
    clearInterval(ticking)
    await venue?.stop()
  })

  it('keeps nobody out while it is away, and says so', async () => {
    const { data } = await app.call('GET', '/api/health')
    expect(data).toMatchObject({ market: 'fix', simulated: false, status: 'ok' })
    expect(data.faults).toContain('venue-away')
    venue.start()
    await waitFor(
      () => Promise.resolve(venue.prices.came('V').length),
      (count) => count > 0,
      LOGS_ON_WITHIN,
    )
    ticking = setInterval(() => venue.quote('7203', 200), 500)
    ticking.unref()
    await waitFor(
      async () => (await app.call('GET', '/api/stocks/7203')).data?.quote ?? null,
      (quote) => quote !== null,
      LOGS_ON_WITHIN,
    )
    await waitFor(
      async () => (await app.call('GET', '/api/health')).data.faults as string[],
      (faults) => !faults.includes('venue-away'),
      LOGS_ON_WITHIN,
    )
    expect(venue.prices.came('x')).toHaveLength(1)
    expect(venue.prices.came('g')).toHaveLength(1)
  }, 180_000)

  it('works an order: taken, filled in part, cancelled', async () => {
    const id = await place({ quantity: 300 })
    await status(id, 'NEW')
    venue.fill(named(id), 100, '199')
    await status(id, 'PARTIALLY_FILLED')
    await ask('POST', id, '/cancel')
    expect(await ends(id, 'CANCELED')).toMatchObject({ filled: 100 })
  })

  it('replaces one, and cancels it by the name that then stands', async () => {
    const id = await place({ quantity: 300 })
    await status(id, 'NEW')
    await ask('POST', id, '/amend', { quantity: 200 })
    await waitFor(
      () => Promise.resolve(order(id)?.quantity),
      (quantity) => quantity === 200,
    )
    await ask('POST', id, '/cancel')
    await ends(id, 'CANCELED')
    expect(venue.orders.came('F').at(-1)!.get(41)).toBe(`${named(id)}.1`)
  })

  it('refuses: the order ends, with the reason', async () => {
    venue.answers = false
    const id = await place()
    await arrives(id)
    venue.report(named(id), '8', '|103=2')
    venue.answers = true
    expect(await ends(id, 'REJECTED')).toMatchObject({ reason: 'VENUE_REASON' })
  })

  it('refuses a cancel: the order goes on', async () => {
    const id = await place()
    await status(id, 'NEW')
    const taken = venue.taken.get(named(id))!
    taken.ended = '2'
    await ask('POST', id, '/cancel')
    await waitFor(
      () => Promise.resolve([venue.orders.came('F').at(-1)?.get(41), order(id)?.cancelAsked]),
      ([name, isAsked]) => name === named(id) && isAsked === false,
    )
    taken.ended = null
    venue.fill(named(id), 100, '200')
    expect(await ends(id, 'FILLED')).toMatchObject({ filled: 100 })
  })

  it('books each execution once, whatever its name is and however often it is said', async () => {
    const id = await place({ quantity: 200 })
    await status(id, 'NEW')
    const name = named(id)
    venue.fill(name, 100, '199', '|17=Ausführung/1')
    venue.report(name, 'F', '|32=100|31=199|97=Y|17=Ausführung/1')
    venue.fill(name, 100, '198.5', '|17=e 2')
    await ends(id, 'FILLED')
    const { rows } = await app.context.db.pool.query(
      'select price_tenths::int as price, quantity::int as quantity from fills where order_id = $1 order by n',
      [id],
    )
    expect(rows).toEqual([
      { price: 1_990, quantity: 100 },
      { price: 1_985, quantity: 100 },
    ])
    expect(await listed(id)).toEqual([])
  })

  it('lays before people what no order can take, and goes on', async () => {
    const [late, fine, bust] = [await place(), await place(), await place()]
    for (const id of [late, fine, bust]) await status(id, 'NEW')
    await ask('POST', late, '/cancel')
    await ends(late, 'CANCELED')
    venue.fill(named(late), 100, '199')
    await lists(late, ['REPORT_LATE'])
    venue.report(named(fine), 'F', '|32=100|31=199.95')
    await lists(fine, ['REPORT_FORM'])
    venue.fill(named(bust), 100, '199', '|17=B1')
    await ends(bust, 'FILLED')
    venue.report(named(bust), 'H', '|19=B1|32=100|31=199|17=B2')
    await lists(bust, ['REPORT_BUST'])
    venue.report(named(bust), 'G', '|19=B1|32=100|31=198|17=B3')
    await lists(bust, ['REPORT_BUST', 'REPORT_CORRECTION'])
    venue.orders.send('35=8|11=their-1|37=V9|17=T1|150=F|39=2|32=100|31=5|55=7203|54=1|151=0|14=100|6=5')
    await lists('their-1', ['REPORT_UNKNOWN'])
    expect((await app.call('GET', '/api/health')).data.status).toBe('ok')
  })

  it('takes a report with fields that FIX 4.4 does not know', async () => {
    const id = await place()
    await status(id, 'NEW')
    venue.fill(named(id), 100, '199', '|9999=own')
    expect(await ends(id, 'FILLED')).toMatchObject({ filled: 100 })
  })

  it('sends an order that never arrived exactly once', async () => {
    venue.loses = 3
    const ids = [await place(), await place(), await place()]
    for (const id of ids)
      await waitFor(
        () => Promise.resolve(order(id)?.ordStatus),
        (now) => now === 'NEW',
        90_000,
      )
    expect([...venue.lost.values()]).toEqual([1, 1, 1])
    expect(venue.doubled).toBe(0)
    for (const id of ids) venue.fill(named(id), 100, '200')
    for (const id of ids) await ends(id, 'FILLED')
  }, 120_000)

  it('loses no order and doubles none where it is killed, stands still or is cut off while they flow', async () => {
    const ids: string[] = []
    for (let turn = 0; turn < 6; turn++) {
      for (let n = 0; n < 3; n++) ids.push(await place())
      if (turn % 3 === 2) {
        venue.orders.freeze()
        await new Promise((resolve) => setTimeout(resolve, 400))
        venue.orders.thaw()
      } else {
        await venue.orders.kill()
        venue.orders.start()
      }
    }
    await waitFor(
      () => Promise.resolve(ids.filter((id) => !venue.taken.has(named(id)))),
      (missing) => missing.length === 0,
      60_000,
    )
    expect(venue.doubled).toBe(0)
    // Its answers may have been lost with it: it says them again, with their names.
    for (const id of ids) venue.report(named(id), '0')
    for (const id of ids) await status(id, 'NEW')
    for (const id of ids) venue.fill(named(id), 100, '200')
    for (const id of ids) await ends(id, 'FILLED')
    const { rows } = await app.context.db.pool.query(
      'select count(*)::int as n, sum(quantity)::int as shares from fills where order_id = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ n: ids.length, shares: ids.length * 100 }])
  }, 180_000)

  it('leaves a journal that makes all of it again', async () => {
    await venue.stop()
    const { held, again } = await replayJournal(app)
    for (const table of ['venue_sessions', 'venue_messages', 'venue_orders', 'venue_reports'])
      expect([table, again[table]]).toEqual([table, held[table]])
  })
})
