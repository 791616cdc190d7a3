import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { yenOf } from '#kernel/price.ts'
import { DAY, dateJst, HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { LIMITS } from '#platform/limits.ts'
import { differingHeld } from '#modules/audit/server/reconciliation-queries.ts'
import { inventory } from '#modules/daytrade/server/tables.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import { allAccounts } from '#modules/ledger/server/accounts.fixture.ts'
import { dayTimes } from '#modules/daytrade/model/times.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { newKey, startTestApp, type Answer, type TestApp, type AnyJson } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import { enrol } from '../../bench/app/enrol.ts'

/**
 * Members at once, over HTTP, and requests at once of one member: for the last unit, the last yen under a
 * cap, the one application that each may make.
 */
const AT_ONCE = 200
const [BLOCK, IPO, DAY_LISTING, POOL, CARD] = [
  'BLK-2026-0001',
  'IPO-2026-0001',
  'DAY-2026-0001',
  'CPY-2026-0001',
  'AI-2026-0001',
] as const
const UNIT = 100

let app: TestApp
/** Two hundred of whom each sends once, and one who sends two hundred times. */
let many: string[]
let one: string
let lead: { token: string; userId: string }
beforeAll(async () => {
  const free = { perSecond: 10_000, burst: 10_000, perMinute: null }
  app = await startTestApp({
    limits: { ...LIMITS, lanes: { orders: free, cancels: free, writes: free } },
    env: { DEMO_DESK: 'off' },
  })
  many = await enrol(app, AT_ONCE)
  ;[one] = (await enrol(app, 1)) as [string]
  const [, leader] = app.modules.identity.demo!.members
  lead = (
    await app.call('POST', '/api/auth/login', {
      body: { account: leader!.mobile, password: leader!.password },
    })
  ).data
})
afterAll(() => app?.close())

const now = (): Ms => Math.floor(app.context.clock.market())
const jump = async (at: Ms) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code).toBe(
    1,
  )
/** A write as the phone does it: what the route sends away for a moment comes again with the same key. */
async function post(token: string, path: string, body: object = {}): Promise<Answer> {
  const key = newKey()
  for (;;) {
    const answer = await app.call('POST', `/api${path}`, { token, body, key })
    if (answer.status !== 503) return answer
    await pause(100)
  }
}
async function get(token: string, path: string): Promise<AnyJson> {
  const answer = await app.call('GET', `/api${path}`, { token })
  if (answer.status !== 503) return answer.data
  await pause(100)
  return get(token, path)
}
const said = ({ code, data, msg }: Answer): string => (code === 1 ? 'taken' : (data?.rejection ?? msg))
/** The number of answers of each kind. */
const counted = (answers: readonly Answer[]) =>
  Object.fromEntries([...Map.groupBy(answers, said)].map(([word, all]) => [word, all.length]))
const byMany = async (path: string, body: (n: number) => object) =>
  counted(await Promise.all(many.map((token, n) => post(token, path, body(n)))))
const byOne = async (path: string, body: (n: number) => object) =>
  counted(await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => post(one, path, body(n)))))
const publish = async (power: `${ListingKind}.publish`, subject: string, terms: object) => {
  for (const operatorId of ['demo-listing-1', 'demo-auditor-1'])
    expect(
      await app.modules.staff.act(operatorId, { power, subject, body: { terms: terms as never } }),
    ).toMatchObject({ ok: true })
}
const held = async (token: string): Promise<number> => (await get(token, '/account')).subscriptionHold
const heldOfMany = async (): Promise<number> =>
  (await Promise.all(many.map(held))).reduce((sum, yen) => sum + yen, 0)
/** Every hold has an owner, and all money together is none. */
async function holdsAreOwned(): Promise<void> {
  expect(await differingHeld(app.context.db, 5)).toEqual([])
  expect(allAccounts(app.context.engine.read).reduce((sum, { balanceYen }) => sum + balanceYen, 0)).toBe(0)
}
const r = () => randomBytes(16).toString('hex')

describe('the inventory of a day', () => {
  let first: string
  let second: string
  const left = (code: string) => app.context.engine.read.of(inventory).get(DAY_LISTING, code)!.longLeft
  const ask = (code: string) => ({
    listingId: DAY_LISTING,
    code,
    side: 'up',
    units: 1,
    price: yenOf(app.modules.market.quote(code)!.upperLimitTenths),
    leverage: 2,
  })
  it('of one unit: one member has it, and gets shares or gives it back; nobody else has anything set aside', async () => {
    ;[first, second] = (await app.affordable(2)) as [string, string]
    const tradeOn = app.modules.market.phase().tradeDate
    const times = { opensAt: now() + MINUTE, closesAt: dayTimes(app.context.schedule, tradeOn).warnAt }
    await publish('day-inventory.publish', DAY_LISTING, {
      tradeOn,
      perMemberUnits: 2,
      rows: [
        { code: first, long: 1, short: 0 },
        { code: second, long: 50, short: 0 },
      ],
      ...times,
    })
    await jump(times.opensAt + SECOND)
    expect(await byMany('/day-trades/apply', () => ask(first))).toEqual({
      taken: 1,
      INVENTORY_SHORT: AT_ONCE - 1,
    })
    const own = async () =>
      (await Promise.all(many.map((token) => get(token, '/day-trades/applications')))).flat() as {
        status: string
      }[]
    const [application, ...more] = await waitFor(own, (all) =>
      all.every(({ status }) => status !== 'applying'),
    )
    expect(more).toEqual([])
    expect(left(first)).toBe(application!.status === 'success' ? 0 : 1)
    await holdsAreOwned()
  })
  it('by one member at once: one is under way, and never more than one member may have', async () => {
    const answers = await byOne('/day-trades/apply', () => ask(second))
    expect(
      Object.keys(answers).filter(
        (word) => !['taken', 'APPLICATION_PENDING', 'ABOVE_MEMBER_UNITS'].includes(word),
      ),
    ).toEqual([])
    const own = await waitFor(
      async () => (await get(one, '/day-trades/applications')) as { status: string; units: number }[],
      (all) => all.every(({ status }) => status !== 'applying'),
    )
    expect(own).toHaveLength(answers['taken']!)
    const bought = own.filter(({ status }) => status === 'success').length
    expect(bought).toBeLessThanOrEqual(2)
    expect(left(second)).toBe(50 - bought)
    await holdsAreOwned()
  })
})

describe('the cap of a pool', () => {
  it('is never passed, and one member has one subscription in review', async () => {
    await publish('copy-product.publish', POOL, {
      ...GOOD['copy-product'],
      leadMemberId: lead.userId,
      capYen: 4_000_000,
      minimumYen: 30_000,
      leadStakeYen: 1_000_000,
      opensAt: now() + MINUTE,
      closesAt: now() + 5 * DAY,
      endsOn: dateJst(now() + 8 * DAY),
    })
    expect(said(await post(lead.token, '/copy/stakes', { pool: POOL }))).toBe('taken')
    await jump(now() + MINUTE)
    expect(await byOne('/copy/subscriptions', () => ({ pool: POOL, amount: 60_000.5 }))).toEqual({
      taken: 1,
      ANOTHER_PENDING: AT_ONCE - 1,
    })
    expect(await held(one)).toBe(60_000)
    // The rest of the cap pays for 73 and a half.
    expect(await byMany('/copy/subscriptions', () => ({ pool: POOL, amount: 40_000 }))).toEqual({
      taken: 73,
      ABOVE_CAP: AT_ONCE - 73,
    })
    expect(await heldOfMany()).toBe(73 * 40_000)
    await holdsAreOwned()
  })
  it('all that waits is taken back, by each twice at once: it returns once', async () => {
    const answers = await Promise.all(
      [...many, one].map(async (token) => {
        const [record] = (await get(token, '/copy/records')) as [{ id: string } | undefined]
        return record === undefined
          ? []
          : Promise.all([0, 1].map(() => post(token, '/copy/redemptions', { record: record.id })))
      }),
    )
    expect(counted(answers.flat())).toEqual({ taken: 74, RECORD_OVER: 74 })
    expect((await heldOfMany()) + (await held(one))).toBe(0)
    await holdsAreOwned()
  })
})

describe('a pick of the model', () => {
  it('has no inventory: each of two hundred has an order of their own, and one member never more than the card allows', async () => {
    const figures = (await app.modules.ai.figures())!
    await publish('ai-card.publish', CARD, {
      ...GOOD['ai-card'],
      ...figures,
      perMemberUnits: 3,
      opensAt: now() + MINUTE,
      closesAt: now() + 60 * DAY,
    })
    const { picks } = (
      await waitFor(
        () => get(one, '/ai'),
        ({ now: shown }) => shown !== null,
      )
    ).now as { picks: { id: string }[] }
    await jump(now() + MINUTE + SECOND)
    const body = () => ({ pickId: picks[0]!.id, units: 1 })
    expect(await byMany('/ai/applications', body)).toEqual({ taken: AT_ONCE })
    expect(await byOne('/ai/applications', body)).toEqual({ taken: 3, UNITS_ABOVE_MEMBER: AT_ONCE - 3 })
    // Taken back, so that no order stands in the way of what follows.
    const back = await Promise.all(
      [...many, one].map(async (token) =>
        Promise.all(
          ((await get(token, '/ai/applications')) as { id: string }[]).map(({ id }) =>
            post(token, `/ai/applications/${id}/cancel`),
          ),
        ),
      ),
    )
    expect(counted(back.flat())).toEqual({ taken: AT_ONCE + 3 })
    await holdsAreOwned()
  })
})

describe('what is drawn', () => {
  const apply = (drawId: string, units: number) => () => ({ drawId, units, r: r() })
  let ipo: typeof GOOD.ipo
  let code: string
  let price = 0
  it('a block sale of one lot: each has a ticket with the money behind it, one member one', async () => {
    ;[code] = (await app.affordable(1)) as [string]
    const saleOn = dateJst(now() + 2 * DAY)
    const [quote, { phase, tradeDate }] = [app.modules.market.quote(code)!, app.modules.market.phase()]
    price =
      phase === 'closed' && quote.tradeDate < tradeDate
        ? (quote.lastTenths ?? quote.baseTenths)
        : quote.baseTenths
    await publish('block-sale.publish', BLOCK, {
      code,
      saleOn,
      previousCloseTenths: price,
      priceTenths: price,
      units: 1,
      perMemberUnits: 1,
      opensAt: now() + MINUTE,
      closesAt: openingAt(app.context.schedule, saleOn) - 15 * MINUTE,
    })
    await jump(now() + MINUTE)
    expect(await byOne('/applications', apply(BLOCK, 1))).toEqual({ taken: 1, ALREADY_APPLIED: AT_ONCE - 1 })
    expect(await byMany('/applications', apply(BLOCK, 1))).toEqual({ taken: AT_ONCE })
    expect([await heldOfMany(), await held(one)]).toEqual([AT_ONCE * 10 * price, 10 * price])
    await holdsAreOwned()
  })
  it('an offering of more than is asked for by one, and less than by all: the same', async () => {
    const day = (days: number) => dateJst(now() + days * DAY)
    ipo = {
      ...GOOD.ipo,
      publicUnits: 1_500,
      perMemberUnits: 10,
      opensAt: now() + HOUR,
      closesAt: timeJst(day(2), 15),
      drawOn: day(3),
      payFrom: day(3),
      payTo: day(4),
      issueOn: day(6),
    }
    await publish('ipo.publish', IPO, ipo)
    await jump(ipo.opensAt + SECOND)
    expect(await byOne('/applications', apply(IPO, 10))).toEqual({ taken: 1, ALREADY_APPLIED: AT_ONCE - 1 })
    expect(await byMany('/applications', apply(IPO, 10))).toEqual({ taken: AT_ONCE })
    expect(await heldOfMany()).toBe(AT_ONCE * (10 * price + 10 * UNIT * 1_200))
    await holdsAreOwned()
  })
  type Mine = { id: string; drawId: string; status: string; wonUnits: number; held: number }
  const applications = async (drawId: string): Promise<Mine[]> =>
    (await Promise.all([...many, one].map((token) => get(token, '/applications'))))
      .flat()
      .filter((row: Mine) => row.drawId === drawId)
  it('the one lot is given once, and everybody else has all of it back', async () => {
    await jump(ipo.closesAt - 5 * HOUR)
    const drawn = await waitFor(
      () => applications(BLOCK),
      (all) => all.every(({ status }) => status !== 'applied'),
      60_000,
    )
    expect(drawn).toHaveLength(AT_ONCE + 1)
    expect(drawn.reduce((sum, { wonUnits }) => sum + wonUnits, 0)).toBe(1)
    expect(drawn.reduce((sum, row) => sum + row.held, 0)).toBe(0)
    await holdsAreOwned()
  })
  it('1,500 units are given to 201 who want 2,010, and each yes races a no of the same member: one of them counts', async () => {
    await jump(ipo.closesAt + MINUTE)
    const view = (await waitFor(
      () => get(one, `/ipo/offerings/${IPO}`),
      ({ status }) => status === 'payment',
      60_000,
    )) as { offerPrice: number }
    const drawn = await applications(IPO)
    expect(drawn.reduce((sum, { wonUnits }) => sum + wonUnits, 0)).toBe(1_500)
    expect(
      Math.max(...drawn.map(({ wonUnits }) => wonUnits)) - Math.min(...drawn.map(({ wonUnits }) => wonUnits)),
    ).toBeLessThanOrEqual(1)
    const costs = view.offerPrice * UNIT
    expect((await heldOfMany()) + (await held(one))).toBe(1_500 * costs)
    await jump(timeJst(ipo.payFrom, 9))
    const rows = await Promise.all(
      many.map(async (token) => ({
        token,
        id: ((await get(token, '/ipo/applications')) as { id: string }[])[0]!.id,
      })),
    )
    const answers = await Promise.all(
      rows.flatMap(({ token, id }, n) =>
        (n % 2 === 0 ? ['confirm', 'decline'] : ['decline', 'confirm']).map((word) =>
          post(token, `/applications/${id}/${word}`),
        ),
      ),
    )
    expect(counted(answers)).toEqual({ taken: AT_ONCE, NOT_WON: AT_ONCE })
    const ended = await Promise.all(
      many.map(async (token) => ({
        ...((await get(token, '/account')) as { paidShares: number; subscriptionHold: number }),
        mine: (
          (await get(token, '/ipo/applications')) as {
            status: string
            amountPaid: number
            winningQuantity: number
          }[]
        )[0]!,
      })),
    )
    for (const { paidShares, subscriptionHold, mine } of ended) {
      expect([mine.status, subscriptionHold, paidShares]).toEqual(
        mine.status === 'approved'
          ? ['approved', 0, mine.winningQuantity * view.offerPrice]
          : ['declined', 0, 0],
      )
    }
    await holdsAreOwned()
  })
})
