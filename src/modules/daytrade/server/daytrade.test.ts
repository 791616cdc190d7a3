import { beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#kernel/hash.ts'
import { yenOf } from '#kernel/price.ts'
import { SECOND } from '#kernel/time.ts'
import { closingAt } from '#modules/instruments/model/schedule.ts'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { dayTimes } from '../model/times.ts'
import { applications, inventory } from './tables.ts'

const AT_ONCE = 200
let app: TestApp
let open: Awaited<ReturnType<typeof reopen>>
let [first, second] = ['', '']
const LISTING = 'DAY-2026-0001'

beforeAll(async () => {
  open = app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  ;[first, second] = (await app.affordable(2)) as [string, string]
}, 60_000)

const commandOf = (type: string) =>
  open.modules.all.flatMap((module) => module.commands ?? []).find((one) => one.type === type) as Command
const submit = async (type: string, input: unknown, memberId: string | null, key = '') =>
  (
    await open.context.engine.submit(
      commandOf(type),
      input,
      memberId === null ? { ...SYSTEM_CALLER, memberId, key } : callerFor(memberId, 'd', key),
    )
  ).result
const member = async (level = 'advanced') => {
  const memberId = open.context.ids.uuid()
  await submit('member.open', { level, memberId }, null)
  return memberId
}
const now = () => Math.floor(open.context.clock.market())
const tradeDate = () => open.modules.market.phase().tradeDate
const terms = (rows: Terms<'day-inventory'>['rows']): Terms<'day-inventory'> => ({
  tradeOn: tradeDate(),
  rows,
  perMemberUnits: 1,
  opensAt: now() + SECOND,
  closesAt: dayTimes(open.context.schedule, tradeDate()).warnAt,
})
const act = (operatorId: string, id: string, body: unknown) =>
  open.modules.staff.act(operatorId, {
    power: 'day-inventory.publish',
    subject: id,
    body: { terms: body as Json },
  })
const row = (code: string) => open.context.engine.read.of(inventory).get(LISTING, code)
/** At the upper limit: whatever the touch does meanwhile, it is no worse. */
const ask = (code: string, patch: object = {}) => ({
  listingId: LISTING,
  code,
  side: 'up',
  units: 1,
  priceTenths: open.modules.market.quote(code)!.upperLimitTenths,
  leverageTenths: 20,
  ...patch,
})
const day = async () => (await app.call('GET', '/api/day-trades')).data

describe('a day’s inventory', () => {
  it('is published by two people, stands before it opens, and is there for everybody', async () => {
    expect(await day()).toBe(null)
    const body = terms([
      { code: first, long: 1, short: 2 },
      { code: second, long: 5, short: 5 },
    ])
    expect(await act('demo-listing-1', LISTING, body)).toMatchObject({ ok: true })
    expect(row(first)).toBe(undefined)
    expect(await act('demo-auditor-1', LISTING, body)).toMatchObject({ ok: true })
    expect(await day()).toMatchObject({
      listingId: LISTING,
      tradeOn: tradeDate(),
      status: 'published',
      perMemberUnits: 1,
      rows: [
        { code: first, longLeft: 1, shortLeft: 2, unit: 100 },
        { code: second, longLeft: 5 },
      ],
    })
    expect(await submit('day-trade.apply', ask(first), await member())).toMatchObject({
      rejection: 'NOT_OPEN_YET',
    })
    await waitFor(day, ({ status }) => status === 'open')
  })

  it(`${AT_ONCE} members at once for the last unit: one has it, and the rest are told that nothing is left`, async () => {
    const members = await Promise.all(Array.from({ length: AT_ONCE }, () => member()))
    const answers = await Promise.all(members.map((id) => submit('day-trade.apply', ask(first), id)))
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(new Set(answers.map((answer) => (answer.ok ? 'taken' : answer.rejection)))).toEqual(
      new Set(['taken', 'INVENTORY_SHORT']),
    )
    const rows = await waitFor(
      () => open.context.engine.read.of(applications).all(),
      (all) => all.every(({ status }) => status !== 'applying'),
    )
    expect(rows).toHaveLength(1)
    expect(row(first)!.longLeft).toBe(1 - rows[0]!.takenUnits)
  }, 30_000)

  it('the same key twice takes one unit; a member without a level for margin takes none', async () => {
    const memberId = await member()
    const key = open.context.ids.uuid()
    const answers = await Promise.all([0, 1].map(() => submit('day-trade.apply', ask(second), memberId, key)))
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]).toMatchObject({ ok: true })
    await waitFor(
      () => open.context.engine.read.of(applications).by('member', memberId),
      ([one]) => one!.status === 'success',
    )
    expect(row(second)!.longLeft).toBe(4)
    expect(await submit('day-trade.apply', ask(second), await member('experience'))).toMatchObject({
      rejection: 'LEVERAGE_ABOVE_LEVEL',
      module: 'orders',
    })
    expect(row(second)!.longLeft).toBe(4)
  })

  it('over HTTP: bad forms are refused, a refusal of the order is told in its words, an application is in the list', async () => {
    const { token } = await app.enrol('09011112222')
    await app.call('POST', '/api/auth/transaction-password', {
      token,
      body: { newPassword: 'river-55', confirmPassword: 'river-55' },
    })
    const body = {
      listingId: LISTING,
      code: second,
      side: 'up',
      units: 1,
      price: yenOf(open.modules.market.quote(second)!.upperLimitTenths),
      leverage: 2,
    }
    for (const bad of [
      { units: '1' },
      { units: 0 },
      { units: 1.5 },
      { leverage: 1 },
      { price: -1 },
      { price: 100.25 },
      { side: 'left' },
      { listingId: 'x' },
      { more: 1 },
    ]) {
      expect(
        (await app.call('POST', '/api/day-trades/apply', { token, body: { ...body, ...bad } })).status,
      ).toBe(400)
    }
    expect((await app.call('POST', '/api/day-trades/apply', { body })).status).toBe(401)
    const refused = await app.call('POST', '/api/day-trades/apply?lang=en', { token, body })
    expect(refused).toMatchObject({ code: 2, data: { rejection: 'LEVERAGE_ABOVE_LEVEL' } })
    expect(refused.msg).not.toContain('rejection')
    expect(
      (await app.call('POST', '/api/day-trades/apply?lang=en', { token, body: { ...body, code: '9999' } }))
        .data,
    ).toMatchObject({ rejection: 'NOT_IN_INVENTORY' })
    expect((await app.call('GET', '/api/day-trades/applications', { token })).data).toEqual([])
  })

  it('the end of its day comes once: warned, into the closing auction, and nothing is left open or charged twice', async () => {
    const held = () =>
      open.context.engine.read
        .of(applications)
        .all()
        .flatMap(({ memberId, orderId }) =>
          open.context.engine.read
            .of(lots)
            .by('member', memberId)
            .filter((lot) => lot.orderId === orderId),
        )
    const before = held()
    expect(before.length).toBeGreaterThan(0)
    expect(before.every(({ source, openFeeYen }) => source === 'day-trade' && openFeeYen === 0)).toBe(true)
    const { warnAt, closeAt, leftAt } = dayTimes(open.context.schedule, tradeDate())
    const jump = (at: number) =>
      app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
    expect((await jump(warnAt)).code).toBe(1)
    await waitFor(
      () => open.context.engine.read.of(applications).all(),
      (all) => all.every(({ isWarned, status }) => isWarned || status !== 'success'),
    )
    expect((await jump(closeAt)).code).toBe(1)
    const closing = () =>
      held()
        .flatMap(({ memberId }) => open.context.engine.read.of(orders).by('working', memberId))
        .filter(({ origin }) => origin === 'day-close')
    await waitFor(closing, (found) => found.length === before.length)
    // The run again, as after a kill in its middle.
    await submit('day-trade.close', { tradeDate: tradeDate() }, null)
    expect(closing()).toHaveLength(before.length)
    expect(
      closing().every(
        ({ condition, type, feePpm }) => condition === 'at-close' && type === 'market' && feePpm === 0,
      ),
    ).toBe(true)
    const ids = before.map(({ id }) => id)
    const { kysely } = open.context.db
    const rowsOf = () => kysely.selectFrom('lots').selectAll().where('id', 'in', ids).execute()
    // The auction itself is held, not jumped over.
    expect((await jump(closingAt(open.context.schedule, tradeDate()) - 2 * SECOND)).code).toBe(1)
    const closed = await waitFor(rowsOf, (all) => all.every(({ status }) => status === 'closed'))
    for (const lot of closed) expect(lot).toMatchObject({ closeFeeYen: 0, chargesYen: 0 })
    expect((await jump(leftAt + SECOND)).code).toBe(1)
    await waitFor(
      () => kysely.selectFrom('dayApplications').selectAll().execute(),
      (all) => all.every(({ isOver, penaltyYen }) => isOver && penaltyYen === 0),
    )
    expect(
      await kysely
        .selectFrom('transfers')
        .selectAll()
        .where('kind', 'in', ['fee', 'interest', 'stock-lending', 'day-penalty'])
        .execute(),
    ).toEqual([])
    expect(await day()).toBe(null)
  }, 60_000)

  it('goes on after a restart, and its journal can be run again', async () => {
    open = await reopen(open)
    expect(
      open.context.engine.read
        .of(inventory)
        .all()
        .filter(({ listingId }) => listingId === LISTING),
    ).toEqual([])
    const { held, again, types } = await replayJournal(open)
    for (const table of [
      'day_inventory',
      'day_applications',
      'orders',
      'lots',
      'member_balances',
      'house_balances',
    ])
      expect(again[table]).toEqual(held[table])
    expect([...types]).toEqual(
      expect.arrayContaining(['day-trade.apply', 'day-trade.warn', 'day-trade.close', 'day-trade.left']),
    )
  }, 60_000)
})
