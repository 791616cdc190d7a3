import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, dateJst, DAY } from '#kernel/time.ts'
import { draftFrom, move } from '#modules/ledger/model/drafting.ts'
import { balances as balancesOf } from '#modules/ledger/server/public.ts'
import { settleFreed } from '#modules/portfolio/server/public.ts'
import { startApp, type AppContext } from './app.ts'
import { booked, byTwo, REASON } from './one-use.ts'
import { expectGood, pool, richMember, said, signs, winning, withdrawing } from './people.ts'

let app: AppContext
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const balances = (id: string) => {
  const { available, unsettled, withdrawalHold, shortfall } = app.disk.row('member_balances', id)!
  return {
    available: available ?? 0,
    unsettled: unsettled ?? 0,
    withdrawalHold: withdrawalHold ?? 0,
    shortfall: Math.abs(shortfall ?? 0),
  }
}

const OWED = 300_000

async function owes(id: string): Promise<void> {
  await expectGood(app.run('test.owe', { memberId: id, yen: OWED, tradeDate: '2026-12-01' }))
  expect(balances(id)).toMatchObject({ available: 0, unsettled: 0, shortfall: OWED })
}

/** A member who owes money, and has asked for a withdrawal before that. */
async function debtor(): Promise<{ id: string; withdrawalId: string; heldYen: number }> {
  const { id, withdrawalId } = await withdrawing(app)
  await owes(id)
  return { id, withdrawalId, heldYen: app.disk.row('withdrawals', withdrawalId)!.yen }
}

/** Treasurer and auditor correct the entry of a deposit, or this one. */
async function corrects(depositId: string, entryId?: string): Promise<void> {
  const entry = app.disk.rows('cash_entries').find(({ about }) => about === depositId)!
  const act = byTwo(
    app,
    [
      ['treasurer', 1],
      ['auditor', 1],
    ],
    { power: 'entry.reverse', subject: entryId ?? entry.id, body: {}, reason: REASON('wrong-amount') },
  )
  expect(await act()).toBe('good')
}

const ways: Readonly<
  Record<string, (at: { id: string; withdrawalId: string; heldYen: number }) => Promise<number>>
> = {
  'a deposit': async ({ id }) => {
    const { credit } = await booked(app, 500_000, id)
    expect(await credit()).toBe('good')
    return 500_000
  },
  'a withdrawal that is taken back': async ({ id, withdrawalId, heldYen }) => {
    expect(await said(app.run('withdrawal.cancel', { withdrawalId }, id))).toBe('good')
    return heldYen
  },
  'a withdrawal that is denied': async ({ withdrawalId, heldYen }) => {
    expect(
      await byTwo(
        app,
        [
          ['reviewer', 1],
          ['reviewer', 2],
        ],
        { power: 'withdrawal.deny', subject: withdrawalId, body: {}, reason: REASON('name-differs') },
      )(),
    ).toBe('good')
    return heldYen
  },
  'an entry that is corrected': async ({ id }) => {
    const { credit, depositId } = await booked(app, 500_000, id)
    expect(await credit()).toBe('good')
    const more = await booked(app, OWED, id)
    expect(await more.credit()).toBe('good')
    await corrects(depositId)
    await expectGood(app.run('test.owe', { memberId: id, yen: OWED, tradeDate: '2026-12-01' }))
    const wrong = app.disk.rows('cash_entries').find(({ about, way }) => about === depositId && way === 'out')
    await corrects(depositId, wrong!.id)
    return 500_000
  },
  'a deposit that is less than the debt': async ({ id }) => {
    const { credit } = await booked(app, 120_000, id)
    expect(await credit()).toBe('good')
    return 120_000
  },
}

it.each(Object.entries(ways))('%s meets the debt first, to the yen', async (_, comesIn) => {
  const member = await debtor()
  const yen = await comesIn(member)
  expect(balances(member.id)).toMatchObject({
    shortfall: Math.max(OWED - yen, 0),
    available: Math.max(yen - OWED, 0),
  })
})

/** A member who owes money, with a subscription to a pool that waits for its NAV. */
async function follower(): Promise<{
  id: string
  followId: string
  poolId: string
  nav: () => Promise<void>
}> {
  const { poolId, opensAt } = await pool(app)
  const { id } = await richMember(app)
  const { id: followId } = (await expectGood(app.run('copy.subscribe', { poolId, yen: 400_000 }, id))) as {
    id: string
  }
  await owes(id)
  const nav = async () => {
    const at = opensAt + DAY
    const date = dateJst(at)
    await expectGood(app.run('copy.nav', { poolId, date, at, prices: {}, settlementDate: addDays(date, 2) }))
  }
  return { id, followId, poolId, nav }
}

const subscriptions: Readonly<
  Record<string, (at: Awaited<ReturnType<typeof follower>>) => Promise<unknown>>
> = {
  'taken back in review': ({ id, followId }) => expectGood(app.run('copy.sell', { followId }, id)),
  'refused by two': async ({ followId }) =>
    expect(
      await byTwo(
        app,
        [
          ['reviewer', 1],
          ['reviewer', 2],
        ],
        {
          power: 'copy-subscription.refuse',
          subject: followId,
          body: {},
          reason: { code: 'cap', text: null },
        },
      )(),
    ).toBe('good'),
  'refused by the rule': async ({ id, nav }) => {
    await expectGood(app.run('member.freeze', { memberId: id }, id))
    await nav()
  },
}
it.each(Object.entries(subscriptions))(
  'a subscription that is %s meets the debt first, to the yen',
  async (_, ends) => {
    const at = await follower()
    await ends(at)
    expect(balances(at.id)).toMatchObject({ shortfall: 0, available: 400_000 - OWED })
  },
)

it('what was paid for an issue that is withdrawn meets the debt first, to the yen', async () => {
  const { id, drawId, applicationId } = await winning(app)
  app.clock.pass(app.disk.row('ipo_wins', applicationId)!.confirmBy - 1 - app.clock.wall())
  await expectGood(app.run('ipo.confirm', { applicationId }, id))
  const paidYen = app.disk.row('ipo_wins', applicationId)!.paidYen
  expect(paidYen).toBeGreaterThan(0)
  await owes(id)
  const askedAt = Math.floor(app.clock.wall())
  const withdrawn = {
    power: 'listing.void',
    subject: drawId,
    body: {},
    reason: { code: 'issuer-asked', text: null },
  } as const
  for (const role of ['listing', 'auditor'] as const)
    await expectGood(signs(app, role, 1, withdrawn, askedAt))
  expect(balances(id)).toMatchObject({
    shortfall: Math.max(OWED - paidYen, 0),
    available: Math.max(paidYen - OWED, 0),
  })
})

it('money that was held for something meets the debt first, to the yen', async () => {
  const { id, heldYen } = await debtor()
  const draft = draftFrom(id, balancesOf(app.context.engine.read, id))
  move(draft, 'withdrawalHold', 'available', heldYen, { kind: 'withdrawal-release' })
  settleFreed(app.context.engine.read, draft)
  expect(draft.balances).toMatchObject({ shortfall: 0, available: heldYen - OWED })
})
