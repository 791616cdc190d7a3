import { beforeAll, describe, expect, it } from 'vitest'
import { DAY, dateJst, HOUR, MINUTE, SECOND, type Ms } from '#kernel/time.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { allAccounts } from '#modules/ledger/server/accounts.fixture.ts'
import { houseBalances } from '#modules/ledger/server/tables.ts'
import { balances } from '#modules/ledger/server/public.ts'
import type { Command } from '#platform/engine/command.ts'
import { lots } from '#modules/portfolio/server/tables.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'
import type { FollowView, PoolDetail, PoolOrderView } from '../contract.ts'
import { worthOf } from '../model/fund-value.ts'
import { follows, pools, type PoolRow } from './tables.ts'

type Told = { kind: string; about: string | null; title: string }
let app: TestApp
let lead: { token: string; userId: string }
let follower: { token: string; userId: string }
const POOL = 'CPY-2026-0001'
/** Time enough for the stake, on whatever machine. */
const OPENS_IN = MINUTE
const command = (type: string): Command =>
  app.modules.all.flatMap((module) => module.commands ?? []).find((each) => each.type === type)!
const submit = async (type: string, input: object, memberId: string | null) =>
  (
    await app.context.engine.submit(command(type), input, {
      actor: memberId === null ? 'system' : `m:${memberId}`,
      memberId,
      device: '',
      key: memberId === null ? '' : newKey(),
    })
  ).result
const now = (): Ms => Math.floor(app.context.clock.market())
const read = () => app.context.engine.read
/** The value of a member's pool units by its table: before the customer and the mark. */
const unitsInTable = async (token: string): Promise<number> => {
  const { content } = await waitFor(
    async () => (await app.call('GET', '/api/records/tables/pools?lang=en', { token })).data,
    ({ rejection }) => rejection !== 'BEING_CLOSED',
  )
  const [, ...rows] = Buffer.from(content as string, 'base64')
    .toString()
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.reduce((sum, cells) => sum + Number(cells.at(-3)), 0)
}
const poolRow = (id = POOL): PoolRow => read().of(pools).get(id)!
const openMember = async (id: string, level = 'beginner') => {
  await submit('member.open', { memberId: id, level }, id)
  return id
}
const jump = (at: Ms) => app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })
/** The close of the day that is on, and its NAV. */
async function nextNav(id = POOL): Promise<PoolRow> {
  const before = poolRow(id).navDate
  const { nextNavAt } = (await app.call('GET', `/api/copy/pools/${id}`)).data as PoolDetail
  await jump(Date.parse(nextNavAt) + SECOND)
  return waitFor(
    async () => poolRow(id),
    ({ navDate, state }) => navDate !== before || state === 'ended',
    30_000,
  )
}
const heldLots = () => read().of(lots).by('member', POOL)
/** Sales that the pool sends after a NAV trade at the next opening. */
async function soldAtTheOpening(isSent: (held: ReturnType<typeof heldLots>) => boolean): Promise<void> {
  await waitFor(heldLots, isSent)
  await jump(now() + 10 * MINUTE)
  await waitFor(heldLots, (held) => held.every(({ closingQuantity }) => closingQuantity === 0))
}
const act = (operatorId: string, terms: object, id: string) =>
  app.modules.staff.act(operatorId, {
    power: 'copy-product.publish',
    subject: id,
    body: { terms: terms as never },
  })
const termsNow = (change: Partial<Terms<'copy-product'>> = {}): Terms<'copy-product'> => ({
  ...GOOD['copy-product'],
  leadMemberId: lead.userId,
  capYen: 20_000_000,
  minimumYen: 10_000,
  leadStakeYen: 4_000_000,
  opensAt: now() + OPENS_IN,
  closesAt: now() + 5 * DAY,
  endsOn: dateJst(now() + 8 * DAY),
  ...change,
})
async function publish(id: string, change: Partial<Terms<'copy-product'>> = {}): Promise<void> {
  const terms = termsNow(change)
  for (const operatorId of ['demo-listing-1', 'demo-auditor-1'])
    expect(await act(operatorId, terms, id)).toMatchObject({ ok: true })
}
const subscribe = (token: string, amount: number, pool = POOL, key = newKey()) =>
  app.call('POST', '/api/copy/subscriptions?lang=en', { token, key, body: { pool, amount } })
const records = async (token: string): Promise<FollowView[]> =>
  (await app.call('GET', '/api/copy/records?lang=en', { token })).data
/**
 * Invariants: what the pool is worth is what its holders have, what passes through the firm's account is
 * nothing, and all holds have an owner.
 */
function checkBooks(): void {
  expect(read().of(houseBalances).get('pools')?.balanceYen ?? 0).toBe(0)
  expect(allAccounts(read()).reduce((sum, { balanceYen }) => sum + balanceYen, 0)).toBe(0)
  for (const pool of read().of(pools).all()) {
    const held = read()
      .of(follows)
      .by('pool', pool.id)
      .filter(({ state }) => state === 'following' || state === 'leaving')
    expect(pool.leadYen + held.reduce((sum, { units }) => sum + worthOf(pool, units), 0)).toBe(pool.equityYen)
    expect(pool.leadUnits + held.reduce((sum, { units }) => sum + units, 0)).toBe(pool.units)
  }
  const waiting = new Map<string, number>()
  for (const { memberId, buyYen, state } of read().of(follows).all())
    if (state === 'pending') waiting.set(memberId, (waiting.get(memberId) ?? 0) + buyYen)
  for (const { memberId, kind, balanceYen } of allAccounts(read()))
    if (kind === 'subscriptionHold') expect(balanceYen).toBe(waiting.get(memberId!) ?? 0)
}

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  const [one, two] = app.modules.identity.demo!.members
  const login = async ({ mobile, password }: { mobile: string; password: string }) =>
    (await app.call('POST', '/api/auth/login', { body: { account: mobile, password } })).data
  ;[lead, follower] = [await login(two!), await login(one!)]
}, 60_000)
// Run again, the firm has stopped by itself.

describe('a pool', () => {
  it('begins with the stake of its lead, by the lead’s own word, and trades nothing before it opens', async () => {
    await publish(POOL)
    expect(poolRow()).toMatchObject({ state: 'announced', units: 0 })
    const stake = (token: string) =>
      app.call('POST', '/api/copy/stakes?lang=en', { token, body: { pool: POOL } })
    expect((await stake(follower.token)).data).toMatchObject({ rejection: 'POOL_NOT_FOUND' })
    expect((await subscribe(follower.token, 10_000)).data).toMatchObject({ rejection: 'POOL_NOT_OPEN' })
    expect((await stake(lead.token)).data).toEqual({ id: POOL, stakeYen: 4_000_000 })
    expect((await stake(lead.token)).data).toMatchObject({ rejection: 'STAKE_PAID' })
    expect([balances(read(), POOL).available, balances(read(), lead.userId).available]).toEqual([
      4_000_000, 6_000_000,
    ])
    const { data } = await app.call('GET', '/api/account', { token: lead.token })
    expect([data.copyUnits, data.totalAssets]).toEqual([4_000_000, 10_000_000])
    expect(await unitsInTable(lead.token)).toBe(4_000_000)
    checkBooks()
    await jump(now() + OPENS_IN)
  })

  it('takes subscriptions as published, and names what it refuses', async () => {
    const cases: [amount: number, rejection: string][] = [
      [10_000.001, 'AMOUNT_DECIMALS'],
      [-5, 'AMOUNT_DECIMALS'],
      [9_999.99, 'BELOW_MINIMUM'],
      [16_000_001, 'ABOVE_CAP'],
      [10_000_001, 'MONEY_SHORT'],
    ]
    for (const [amount, rejection] of cases)
      expect([amount, (await subscribe(follower.token, amount)).data.rejection]).toEqual([amount, rejection])
    expect((await subscribe(lead.token, 10_000)).data.rejection).toBe('OWN_POOL')
    expect((await subscribe(follower.token, 10_000, 'CPY-2026-0099')).data.rejection).toBe('POOL_NOT_FOUND')
    await openMember('copy-guest', 'experience')
    expect(await submit('copy.subscribe', { poolId: POOL, yen: 10_000 }, 'copy-guest')).toMatchObject({
      rejection: 'NOT_VERIFIED',
    })
    const key = newKey()
    const first = await subscribe(follower.token, 1_000_000.75, POOL, key)
    expect(first.data).toMatchObject({ charged: 1_000_000 })
    expect((await subscribe(follower.token, 1_000_000.75, POOL, key)).data).toEqual(first.data)
    expect((await subscribe(follower.token, 10_000)).data.rejection).toBe('ANOTHER_PENDING')
    expect((await records(follower.token))[0]).toMatchObject({
      status: 'pending',
      buy: 1_000_000,
      units: 0,
      worth: null,
      yesterday: null,
      total: null,
      buyTime: null,
    })
    expect(balances(read(), follower.userId).subscriptionHold).toBe(1_000_000)
    checkBooks()
  })

  it('gives back at once what its follower takes back in review, or two reviewers refuse', async () => {
    const [{ id }] = (await records(follower.token)) as [FollowView]
    expect(
      (await app.call('POST', '/api/copy/redemptions', { token: lead.token, body: { record: id } })).data
        .rejection,
    ).toBe('RECORD_NOT_FOUND')
    expect(
      (await app.call('POST', '/api/copy/redemptions', { token: follower.token, body: { record: id } })).data,
    ).toEqual({ id, state: 'withdrawn' })
    expect(
      (await app.call('POST', '/api/copy/redemptions', { token: follower.token, body: { record: id } })).data
        .rejection,
    ).toBe('RECORD_OVER')
    expect(balances(read(), follower.userId).available).toBe(10_000_000)
    await subscribe(follower.token, 2_000_000)
    const [{ id: second }] = (await records(follower.token)) as [FollowView]
    const refuse = (operatorId: string, code = 'takeover') =>
      app.modules.staff.act(operatorId, {
        power: 'copy-subscription.refuse',
        subject: second,
        body: {},
        reason: { code, text: null },
      })
    expect(await refuse('demo-reviewer-1', 'dislike')).toMatchObject({ rejection: 'REASON_UNLISTED' })
    expect(await refuse('demo-reviewer-1')).toMatchObject({ ok: true, answer: { missing: 1 } })
    expect(await refuse('demo-reviewer-1')).toMatchObject({ ok: false })
    expect(await refuse('demo-reviewer-2')).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    expect(await refuse('demo-reviewer-1')).toMatchObject({ ok: false, rejection: expect.any(String) })
    expect((await records(follower.token))[0]).toMatchObject({
      id: second,
      status: 'ended',
      reason: 'takeover',
    })
    expect(balances(read(), follower.userId)).toMatchObject({ available: 10_000_000, subscriptionHold: 0 })
    checkBooks()
  })

  it('trades by ordinary orders of its lead alone, bought and at 1×, which its followers see', async () => {
    const [code] = await app.affordable(1)
    const order = { code, side: 'up', type: 'market', quantity: 100, leverage: 1 }
    const place = (token: string, change: object = {}) =>
      app.call('POST', '/api/copy/orders?lang=en', {
        token,
        body: { pool: POOL, ticket: { ...order, ...change } },
      })
    expect((await place(follower.token)).data.rejection).toBe('POOL_NOT_FOUND')
    expect((await place(lead.token, { leverage: 2 })).data.rejection).toBe('POOL_LEVERAGE')
    expect((await place(lead.token, { side: 'down' })).data.rejection).toBe('POOL_SHORT')
    const odd = await place(lead.token, { quantity: 50 })
    expect([odd.data.rejection, odd.msg]).toEqual(['LOT_SIZE', expect.not.stringContaining('rejection')])
    expect((await place(lead.token)).data).toMatchObject({ status: 'pending', code })
    await subscribe(follower.token, 3_000_000)
    await waitFor(
      async () => (await app.call('GET', `/api/copy/account?pool=${POOL}`, { token: lead.token })).data.lots,
      (lots) => lots.length > 0,
    )
    expect(
      (await app.call('GET', `/api/copy/account?pool=${POOL}`, { token: follower.token })).data.rejection,
    ).toBe('POOL_NOT_FOUND')
    expect(
      (await app.call('GET', `/api/copy/orders?pool=${POOL}`, { token: follower.token })).data.rejection,
    ).toBe('NOT_FOLLOWING')
    expect((await app.call('GET', '/api/lots', { token: lead.token })).data).toEqual([])
    const pool = await nextNav()
    expect(pool).toMatchObject({ state: 'open', leadUnits: 4_000_000 })
    const [row] = (await records(follower.token)) as [FollowView]
    expect(row).toMatchObject({ status: 'following', buy: 3_000_000 })
    expect(row.worth! - row.buy).toBe(row.total)
    expect(row.yesterday).toBe(row.total)
    const [shown] = (await app.call('GET', `/api/copy/orders?pool=${POOL}`, { token: follower.token })).data
    // Ordered before the NAV that let the follower in: it was the lead's alone.
    expect(shown).toMatchObject({ order: { code, quantity: 100 }, share: null })
    expect(
      (await app.call('GET', `/api/copy/orders?pool=${POOL}`, { token: lead.token })).data[0],
    ).toMatchObject({ share: 100 })
    const account = (await app.call('GET', '/api/account', { token: follower.token })).data
    expect([account.copyUnits, account.subscriptionHold]).toEqual([row.worth, 0])
    expect([await unitsInTable(follower.token), await unitsInTable(lead.token)]).toEqual([
      row.worth,
      pool.leadYen,
    ])
    // Nobody closes an account whose money is in a pool, as follower or as lead.
    for (const { token, userId } of [follower, lead]) {
      expect((await app.call('GET', '/api/account-closing?lang=en', { token })).data.obstacle).toMatchObject({
        rejection: 'CLOSING_POOLS',
        msg: expect.stringMatching(/^¥[\d,]+ is in copy-trading pools/),
      })
      expect(await submit('account.close', { accountId: null, by: 'password' }, userId)).toMatchObject({
        rejection: 'CLOSING_POOLS',
      })
    }
    checkBooks()
  }, 60_000)

  it('has its NAV once for a day, however often it is asked for', async () => {
    const before = poolRow()
    const input = {
      poolId: POOL,
      date: before.navDate!,
      at: now(),
      prices: {},
      settlementDate: before.navDate!,
    }
    expect(await submit('copy.nav', input, null)).toMatchObject({ ok: true, answer: { ran: false } })
    expect(poolRow()).toBe(before)
  })

  it('sells shares for who leaves where cash is missing, opens nothing meanwhile, and pays at the NAV that has it', async () => {
    // Nearly all of the cash is spent: what is left does not pay three million.
    await jump(now() + HOUR)
    const {
      data: { account },
    } = await app.call('GET', `/api/copy/account?pool=${POOL}`, { token: lead.token })
    const codes = await app.affordable(6)
    const place = (code: string, quantity: number) =>
      app.call('POST', '/api/copy/orders?lang=en', {
        token: lead.token,
        body: { pool: POOL, ticket: { code, side: 'up', type: 'market', quantity, leverage: 1 } },
      })
    for (const code of codes) {
      const price = app.modules.market.quote(code)!.askTenths! / 10
      const quantity = Math.floor(account.buyingPower / codes.length / price / 1.31 / 100) * 100
      if (quantity > 0) expect((await place(code, quantity)).data).toMatchObject({ status: 'pending' })
    }
    await waitFor(
      async () => balances(read(), POOL),
      ({ orderHold, available, unsettled }) => orderHold === 0 && available + unsettled < 3_000_000,
    )
    const [{ id }] = (await records(follower.token)) as [FollowView]
    // Whoever has units is told of each order that traded, with the own part of it; the lead too.
    const told = async (token: string) =>
      (
        (await app.call('GET', '/api/messages?limit=200&lang=en', { token })).data.messages as {
          kind: string
          code: string | null
          text: string
          about: string | null
        }[]
      ).filter(({ kind }) => kind === 'copyTraded')
    const { units: mine } = (await records(follower.token))[0]!
    const [mineTold, leadTold] = [await told(follower.token), await told(lead.token)]
    expect(leadTold.length).toBeGreaterThan(mineTold.length)
    for (const code of new Set(
      heldLots()
        .filter(({ tradeDate }) => tradeDate > poolRow().navDate!)
        .map((lot) => lot.code),
    )) {
      expect([code, mineTold.find((one) => one.code === code)]).toMatchObject([
        code,
        { about: id, text: expect.stringContaining(POOL) },
      ])
    }
    expect(mineTold.some(({ text }) => text.includes('Your share is'))).toBe(mine > 0)
    const sell = () =>
      app.call('POST', '/api/copy/redemptions', { token: follower.token, body: { record: id } })
    expect((await sell()).data).toEqual({ id, state: 'leaving' })
    expect((await sell()).data.rejection).toBe('RECORD_SOLD')
    // The lead would buy privately what the pool is going to sell: not from the pool, and not in the way of
    // who leaves.
    const { code: held } = heldLots()[0]!
    const { lowerLimitTenths } = app.modules.market.quote(held)!
    const bid = {
      code: held,
      side: 'up',
      type: 'limit',
      price: lowerLimitTenths / 10,
      quantity: 100,
      leverage: 1,
      validity: 'date',
      validUntil: app.context.calendar.next(app.modules.market.phase().tradeDate, 10),
    }
    const { data: private_ } = await app.call('POST', '/api/orders?lang=en', { token: lead.token, body: bid })
    expect(private_).toMatchObject({ status: 'pending' })
    // A follower's part of an order is that of the day on which it was given, and stays that, whatever comes
    // and goes afterwards.
    const parts = async () =>
      (
        (await app.call('GET', `/api/copy/orders?pool=${POOL}`, { token: follower.token }))
          .data as PoolOrderView[]
      ).map(({ order, share }) => [order.id, order.quantity, share] as const)
    const before = await parts()
    const { units: own } = (await records(follower.token))[0]!
    expect(before[0]![2]).toBe(Math.round((before[0]![1] * own * 100) / poolRow().units) / 100)
    expect(await nextNav()).toMatchObject({ missingYen: expect.any(Number) })
    expect(poolRow().missingYen).toBeGreaterThan(0)
    expect((await place(codes[0]!, 100)).data.rejection).toBe('POOL_OWES')
    expect((await records(follower.token))[0]).toMatchObject({
      status: 'following',
      leaving: true,
      paid: null,
    })
    checkBooks()
    // The opening at which it sells, then the days until that money is settled.
    await soldAtTheOpening((held) => held.some(({ closingQuantity }) => closingQuantity > 0))
    expect(
      (await app.call('GET', `/api/orders/${private_.id}?lang=en`, { token: lead.token })).data,
    ).toMatchObject({ status: 'cancelled', reason: expect.stringContaining('pool') })
    for (let day = 0; day < 4 && poolRow().missingYen > 0; day++) {
      await nextNav()
      checkBooks()
    }
    const [row] = (await records(follower.token)) as [FollowView]
    expect(row).toMatchObject({ status: 'ended', leaving: false, worth: null, sellTime: expect.any(String) })
    expect(row.total).toBe(row.paid! - row.buy)
    expect((await parts()).slice(-before.length)).toEqual(before)
    expect(balances(read(), follower.userId).available).toBe(10_000_000 + row.total!)
    const { data } = await app.call('GET', '/api/account/log?group=copy', { token: follower.token })
    expect(data.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['pool-redemption', 3_000_000],
      ['pool-subscription', -3_000_000],
    ])
    // The pool's profit or loss is income of the period in which it paid, and of no other kind.
    const income = (
      await app.call('GET', '/api/records/income?from=2026-01-01&to=2029-12-31', { token: follower.token })
    ).data
    const yenOf = (group: string) => income.groups.find((each: { group: string }) => each.group === group).yen
    expect([yenOf('pools'), yenOf('copy'), income.total]).toEqual([row.total, 0, row.total])
    expect(
      income.entries.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual(row.total === 0 ? [] : [[row.total! > 0 ? 'pool-profit' : 'pool-loss', row.total]])
    const detail = (await app.call('GET', `/api/copy/pools/${POOL}`)).data as PoolDetail
    expect(detail.results).toMatchObject({ followers: 1, losing: row.total! < 0 ? 1 : 0 })
    expect(detail.curve.length).toBeGreaterThan(2)
  }, 120_000)

  it('is sold when its last day is over, and pays out everything', async () => {
    for (let day = 0; day < 14 && poolRow().state !== 'ended'; day++) {
      await nextNav()
      checkBooks()
      if (poolRow().state === 'closing' && heldLots().length > 0)
        await soldAtTheOpening((held) =>
          held.every(({ openQuantity, closingQuantity }) => openQuantity === closingQuantity),
        )
    }
    expect([poolRow(), heldLots(), balances(read(), POOL)]).toMatchObject([
      { state: 'ended', units: 0, equityYen: 0, leadYen: 0 },
      [],
      NO_MONEY,
    ])
    const place = await app.call('POST', '/api/copy/orders', {
      token: lead.token,
      body: { pool: POOL, ticket: { code: 'S100', side: 'up', type: 'market', quantity: 100, leverage: 1 } },
    })
    expect(place.data.rejection).toBe('POOL_NOT_TRADING')
  }, 120_000)
})

describe('a pool that never opens', () => {
  it('is void where the lead has not paid the stake, or not the money', async () => {
    await publish('CPY-2026-0002', { leadStakeYen: 40_000_000, capYen: 100_000_000 })
    expect(
      (await app.call('POST', '/api/copy/stakes', { token: lead.token, body: { pool: 'CPY-2026-0002' } }))
        .data,
    ).toMatchObject({ rejection: 'MONEY_SHORT' })
    // The lead reads beforehand what has to be paid in, and until when; the desk that it has not been.
    const auditor = await atConsole(app, 'demo-auditor-1')
    const atDesk = async () =>
      (await auditor.get('/listings/outcomes?lang=en')).find(
        ({ id }: { id: string }) => id === 'CPY-2026-0002',
      )
    const told = async () =>
      (await app.call('GET', '/api/messages?lang=en', { token: lead.token })).data.messages
        .filter(({ kind, about }: Told) => kind === 'copyStake' && about === 'CPY-2026-0002')
        .map(({ title }: Told) => title)
    expect(await told()).toEqual(['Your stake is due'])
    expect(await atDesk()).toMatchObject({
      stage: 'Stake not paid',
      figures: [{ label: 'Stake to be paid in', yen: 40_000_000 }],
    })
    // From its opening on it is over by name, for everybody: not at some later close.
    await jump(now() + HOUR)
    expect((await subscribe(follower.token, 10_000, 'CPY-2026-0002')).data.rejection).toBe('POOL_VOID')
    expect((await app.call('GET', '/api/copy/pools/CPY-2026-0002')).data.status).toBe('void')
    await waitFor(
      async () => poolRow('CPY-2026-0002').state,
      (state) => state === 'void',
    )
    expect(
      (await app.call('POST', '/api/copy/stakes', { token: lead.token, body: { pool: 'CPY-2026-0002' } }))
        .data,
    ).toMatchObject({ rejection: 'POOL_VOID' })
    expect(await told()).toEqual(['A pool without its stake', 'Your stake is due'])
    expect((await atDesk()).stage).toBe('Void: stake not paid')
  }, 30_000)
  it('gives the stake back where operators withdraw its terms in time', async () => {
    await publish('CPY-2026-0003', { opensAt: now() + DAY, leadStakeYen: 1_000_000 })
    const before = balances(read(), lead.userId).available
    await app.call('POST', '/api/copy/stakes', { token: lead.token, body: { pool: 'CPY-2026-0003' } })
    for (const operatorId of ['demo-listing-1', 'demo-auditor-1']) {
      expect(
        await app.modules.staff.act(operatorId, {
          power: 'listing.void',
          subject: 'CPY-2026-0003',
          body: {},
          reason: { code: 'terms-wrong', text: null },
        }),
      ).toMatchObject({ ok: true })
    }
    expect([poolRow('CPY-2026-0003').state, balances(read(), lead.userId).available]).toEqual([
      'void',
      before,
    ])
    checkBooks()
  })
})

it('200 members at once never take more than the cap', async () => {
  await publish('CPY-2026-0004', { leadStakeYen: 1_000_000, capYen: 4_000_000, minimumYen: 30_000 })
  await app.call('POST', '/api/copy/stakes', { token: lead.token, body: { pool: 'CPY-2026-0004' } })
  await jump(now() + OPENS_IN)
  const members = await Promise.all(Array.from({ length: 200 }, (_, n) => openMember(`copy-racer-${n}`)))
  const answers = await Promise.all(
    members.map((id) => submit('copy.subscribe', { poolId: 'CPY-2026-0004', yen: 40_000 }, id)),
  )
  expect(answers.filter(({ ok }) => ok)).toHaveLength(75)
  expect(new Set(answers.flatMap((answer) => (answer.ok ? [] : [answer.rejection])))).toEqual(
    new Set(['ABOVE_CAP']),
  )
  checkBooks()
  await nextNav('CPY-2026-0004')
  expect(poolRow('CPY-2026-0004')).toMatchObject({ units: 4_000_000, equityYen: expect.any(Number) })
  checkBooks()
}, 60_000)

it('the journal alone makes the same pools again', async () => {
  const { held, again, types } = await replayJournal(app)
  for (const type of ['copy.stake', 'copy.subscribe', 'copy.sell', 'copy.nav']) expect(types).toContain(type)
  for (const table of ['copy_pools', 'copy_follows', 'copy_navs', 'led_accounts'])
    expect([table, again[table]]).toEqual([table, held[table]])
}, 60_000)
