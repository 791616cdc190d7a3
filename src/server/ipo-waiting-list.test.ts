import { beforeEach, describe, expect, it } from 'vitest'
import { timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import type { Call, DomainEvent } from '#platform/engine/command.ts'
import { HotTables } from '#platform/engine/hot-tables.ts'
import { decline, heldYen, pay, release, stepIn } from '#modules/draws/server/holding.ts'
import type { DrawsPublic } from '#modules/draws/server/public.ts'
import { applications, draws as drawTable, type ApplicationRow } from '#modules/draws/server/tables.ts'
import { managedAccounts } from '#modules/identity/server/managed-accounts.ts'
import { members } from '#modules/identity/server/tables.ts'
import { messages } from '#modules/inbox/server/tables.ts'
import { ipoProduct } from '#modules/ipo/server/draw-hooks.ts'
import { issueCommand } from '#modules/ipo/server/issue.ts'
import { confirmCommand, declineCommand } from '#modules/ipo/server/purchase.ts'
import { endCommand, passOnCommand } from '#modules/ipo/server/rounds.ts'
import { results, wins } from '#modules/ipo/server/tables.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { houseBalances, memberBalances, transfers } from '#modules/ledger/server/tables.ts'
import type { Listing } from '#modules/listings/server/public.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import { daySales, lots, realized, settlements } from '#modules/portfolio/server/tables.ts'
import { TAX_TABLES } from '#modules/tax/server/public.ts'

/**
 * Three units for five members: more members than a server can hold would be needed to see a waiting list
 * there, since no offering has fewer than 1,500 units.
 */
const terms = { ...GOOD.ipo, publicUnits: 3 }
const listing: Listing<'ipo'> = {
  id: 'IPO-2026-0001',
  kind: 'ipo',
  terms,
  hash: '',
  publishedAt: 0,
  isVoid: false,
  voidReason: null,
}
const PAYABLE = 113_300
const HELD_AT_TOP = 120_000
const [from, middle, end] = [
  timeJst(terms.payFrom, 0),
  timeJst('2026-11-26', 0),
  timeJst(terms.payTo, 24),
] as const

let hot: HotTables
let seq = 0
const draws = {
  application: (tables, id) => tables.of(applications).get(id) ?? null,
  heldYen,
  step: stepIn,
  release,
  pay,
  decline,
} as Pick<DrawsPublic, 'application' | 'heldYen' | 'step' | 'release' | 'pay' | 'decline'> as DrawsPublic
const listings = { terms: () => listing } as never
const listed: string[] = []
const newIssues = {
  list(_tables: unknown, { code, offerTenths }: { code: string; offerTenths: number }) {
    listed.push(`${code} ${offerTenths}`)
    return { ok: true as const, events: [] as DomainEvent[] }
  },
  withdraw(_tables: unknown, code: string) {
    listed.splice(
      listed.findIndex((one) => one.startsWith(code)),
      1,
    )
    return [] as DomainEvent[]
  },
} as never

const tables = () => hot.access
const when = (at: Ms, tradeDate: DateJst = '2026-11-24') => ({ at, tradeDate })
const call = (memberId: string | null = null): Call => ({
  actor: memberId ?? 'system',
  memberId,
  device: '',
  key: '',
  seq: ++seq,
  at: 0,
})
const word = (make: typeof confirmCommand, member: string, at: Ms) => {
  const command = make({ draws, listings, times: () => when(at) })
  return command.run(tables(), { applicationId: `a-${member}` }, when(at), call(member))
}
const passOn = (at: Ms) =>
  passOnCommand({ draws, listings }).run(tables(), { offeringId: listing.id, ...when(at) }, undefined, call())
const endIt = (at: Ms) =>
  endCommand({ draws, listings }).run(tables(), { offeringId: listing.id, ...when(at) }, undefined, call())
const states = () =>
  Object.fromEntries(
    tables()
      .of(wins)
      .all()
      .map(({ memberId, state }) => [memberId, state]),
  )
const money = (member: string) => {
  const { available, subscriptionHold, paidShares } = balances(tables(), member)
  return [available, subscriptionHold, paidShares]
}

/** Everybody has 500,000 yen and applies for a unit; a, b, c are drawn, d and e wait in this order. */
beforeEach(() => {
  hot = new HotTables([
    applications,
    drawTable,
    results,
    wins,
    memberBalances,
    houseBalances,
    transfers,
    messages,
    members,
    managedAccounts,
    lots,
    settlements,
    realized,
    daySales,
    ...TAX_TABLES,
  ])
  const people = ['a', 'b', 'c', 'd', 'e']
  seq = 0
  listed.length = 0
  const opening = stepIn(tables(), { seq: ++seq, ...when(terms.opensAt) })
  for (const member of people) opening.drafts.of(member).balances.available = 500_000
  post(
    tables(),
    opening,
    people.map((memberId) => ({
      memberId,
      from: 'bank',
      to: 'available',
      yen: 500_000,
      taxYen: 0,
      kind: 'deposit',
    })),
  )
  const step = stepIn(tables(), { seq: ++seq, ...when(terms.closesAt) })
  const rows = people.map((member, index): ApplicationRow =>
    tables()
      .of(applications)
      .insert({
        id: `a-${member}`,
        drawId: listing.id,
        memberId: member,
        ticket: `T00000${index + 1}`,
        units: 1,
        r: '00'.repeat(16),
        state: index < 3 ? 'won' : 'not-won',
        place: index + 1,
        drawnUnits: index < 3 ? 1 : 0,
        wonUnits: index < 3 ? 1 : 0,
        heldAvailableYen: index < 3 ? HELD_AT_TOP : 0,
        heldUnsettledYen: 0,
        appliedAt: terms.opensAt,
        endedAt: null,
      }),
  )
  post(
    tables(),
    { ...step, seq: ++seq },
    rows
      .slice(0, 3)
      .map(({ memberId }) => ({
        memberId,
        from: 'available',
        to: 'subscriptionHold',
        yen: HELD_AT_TOP,
        taxYen: 0,
        kind: 'subscription-hold',
      })),
  )
  const decided = stepIn(tables(), { seq: ++seq, ...when(terms.closesAt + 60_000) })
  ipoProduct({ draws, newIssues }).decided(decided, {
    listing,
    draw: null as never,
    allotted: rows.slice(0, 3),
    waiting: rows.slice(3),
  })
  post(tables(), decided, decided.drafts.transfers())
})

describe('when the draw is decided', () => {
  it('five units wanted of three set 1,133 yen; winners keep that much held and have the rest back', () => {
    expect(tables().of(results).get(listing.id)).toMatchObject({
      offerTenths: 11_330,
      wantedUnits: 5,
      applications: 5,
      isVoid: false,
    })
    expect(['a', 'b', 'c', 'd', 'e'].map(money)).toEqual([
      [386_700, PAYABLE, 0],
      [386_700, PAYABLE, 0],
      [386_700, PAYABLE, 0],
      [500_000, 0, 0],
      [500_000, 0, 0],
    ])
    expect(
      tables()
        .of(wins)
        .all()
        .map(({ confirmBy }) => confirmBy),
    ).toEqual([middle, middle, middle])
    expect(listed).toEqual(['X901 11330'])
  })
})

describe('what winners leave', () => {
  it('passes on at once where it is declined, before the days of payment too, and whoever is next has until the end', () => {
    expect(word(declineCommand, 'b', from - 1)).toMatchObject({ ok: true })
    expect(states()).toEqual({ a: 'won', b: 'declined', c: 'won', d: 'won' })
    expect([money('b'), money('d')]).toEqual([
      [500_000, 0, 0],
      [386_700, PAYABLE, 0],
    ])
    expect(tables().of(wins).get('a-d')).toMatchObject({ units: 1, payableYen: PAYABLE, confirmBy: end })
  })
  it('passes on in the middle where it is not confirmed, once', () => {
    expect(word(confirmCommand, 'a', from)).toMatchObject({ ok: true })
    expect(word(confirmCommand, 'b', middle)).toMatchObject({ rejection: 'PAYMENT_OVER' })
    expect(passOn(middle)).toMatchObject({ answer: { passedOn: 2 } })
    expect(states()).toEqual({ a: 'approved', b: 'lapsed', c: 'lapsed', d: 'won', e: 'won' })
    expect(passOn(middle)).toMatchObject({ answer: { passedOn: 0 } })
    expect([money('a'), money('c'), money('e')]).toEqual([
      [386_700, 0, PAYABLE],
      [500_000, 0, 0],
      [386_700, PAYABLE, 0],
    ])
    expect(word(confirmCommand, 'e', end - 1)).toMatchObject({ ok: true })
    expect(word(confirmCommand, 'd', end)).toMatchObject({ rejection: 'PAYMENT_OVER' })
  })
  it('passes over whoever has no buying power any more', () => {
    post(tables(), { seq: ++seq, ...when(from) }, [
      { memberId: 'd', from: 'available', to: 'bank', yen: 400_000, taxYen: 0, kind: 'withdrawal' },
    ])
    expect(word(declineCommand, 'a', from)).toMatchObject({ ok: true })
    expect(states()).toEqual({ a: 'declined', b: 'won', c: 'won', e: 'won' })
    // Nobody is left who could pay: the unit stays with the issuer.
    expect(word(declineCommand, 'b', from)).toMatchObject({ ok: true })
    expect(states()).toEqual({ a: 'declined', b: 'declined', c: 'won', e: 'won' })
  })
  it('at the end goes back without passing on, once; what was confirmed becomes lots, once', () => {
    word(confirmCommand, 'a', from)
    passOn(middle)
    word(confirmCommand, 'd', middle)
    expect(endIt(end)).toMatchObject({ answer: { lapsed: 1 } })
    expect(endIt(end)).toMatchObject({ answer: { lapsed: 0 } })
    expect(states()).toEqual({ a: 'approved', b: 'lapsed', c: 'lapsed', d: 'approved', e: 'lapsed' })
    expect(money('e')).toEqual([500_000, 0, 0])
    const issue = issueCommand({ draws, listings })
    const input = { offeringId: listing.id, issueOn: terms.issueOn, at: timeJst(terms.issueOn, 5, 55) }
    expect(issue.run(tables(), input, { lotIds: ['l-1', 'l-2'] }, call())).toMatchObject({
      answer: { lots: 2 },
    })
    expect(issue.run(tables(), input, { lotIds: [] }, call())).toMatchObject({ answer: { lots: 0 } })
    expect(
      tables()
        .of(lots)
        .all()
        .map(({ memberId, source, openPriceTenths, marginYen, quantity, orderId }) => [
          memberId,
          source,
          openPriceTenths,
          marginYen,
          quantity,
          orderId,
        ]),
    ).toEqual([
      ['a', 'ipo', 11_330, PAYABLE, 100, 'a-a'],
      ['d', 'ipo', 11_330, PAYABLE, 100, 'a-d'],
    ])
    expect(['a', 'd'].map(money)).toEqual([
      [386_700, 0, 0],
      [386_700, 0, 0],
    ])
    for (const member of ['a', 'b', 'c', 'd', 'e']) {
      const { available, lotMargin, subscriptionHold, paidShares } = balances(tables(), member)
      expect(available + lotMargin + subscriptionHold + paidShares).toBe(500_000)
    }
  })
})

describe('a word that comes wrong', () => {
  it.each<[what: string, make: typeof confirmCommand, member: string, at: Ms, rejection: string]>([
    ['too early', confirmCommand, 'a', from - 1, 'PAYMENT_NOT_OPEN'],
    ['too late', confirmCommand, 'a', middle, 'PAYMENT_OVER'],
    ['too late', declineCommand, 'a', middle, 'PAYMENT_OVER'],
    ['of one who waits', confirmCommand, 'd', from, 'NOT_WON'],
    ['of one who waits', declineCommand, 'e', from, 'NOT_WON'],
  ])('%s: %#', (_, make, member, at, rejection) => {
    const before = [states(), money(member)]
    expect(word(make, member, at)).toMatchObject({ ok: false, rejection })
    expect([states(), money(member)]).toEqual(before)
  })
  it('of somebody else, or a second time, is refused by name', () => {
    const command = confirmCommand({ draws, listings, times: () => when(from) })
    expect(command.run(tables(), { applicationId: 'a-a' }, when(from), call('b'))).toMatchObject({
      rejection: 'APPLICATION_NOT_FOUND',
    })
    expect(command.run(tables(), { applicationId: 'nowhere' }, when(from), call('b'))).toMatchObject({
      rejection: 'APPLICATION_NOT_FOUND',
    })
    word(confirmCommand, 'a', from)
    expect(word(confirmCommand, 'a', from)).toMatchObject({ rejection: 'NOT_WON' })
    expect(word(declineCommand, 'a', from)).toMatchObject({ rejection: 'NOT_WON' })
  })
})

describe('an offering that is withdrawn after its price is known', () => {
  const product = () => ipoProduct({ draws, newIssues }).withdrawal!
  const withdraw = () => {
    const step = stepIn(tables(), { seq: ++seq, ...when(middle) })
    const events = product().carryOut(step, listing)
    post(tables(), step, step.drafts.transfers())
    return events.filter(({ type }) => type === 'message.left').map(({ memberId }) => memberId)
  }
  it('gives every yen back: of who has paid, of who may still pay, of who was reached on the waiting list; nobody has won', () => {
    word(confirmCommand, 'a', from)
    word(declineCommand, 'b', from)
    passOn(middle)
    word(confirmCommand, 'd', middle)
    expect(states()).toEqual({ a: 'approved', b: 'declined', c: 'lapsed', d: 'approved', e: 'won' })
    expect(withdraw()).toEqual(['a', 'd', 'e'])
    expect(states()).toEqual({ a: 'void', b: 'declined', c: 'lapsed', d: 'void', e: 'void' })
    expect(['a', 'b', 'c', 'd', 'e'].map(money)).toEqual(Array.from({ length: 5 }, () => [500_000, 0, 0]))
    expect(
      tables()
        .of(wins)
        .all()
        .map(({ paidYen }) => paidYen),
    ).toEqual([0, 0, 0, 0, 0])
    expect(listed).toEqual([])
    for (const make of [confirmCommand, declineCommand])
      expect(word(make, 'e', middle)).toMatchObject({ rejection: 'NOT_WON' })
  })
  it('may be, from the price on until the issue date is the day that is on', () => {
    const { may } = product()
    expect(
      ['2026-11-24', '2026-11-30', '2026-12-01', '2026-12-02'].map((date) => may(tables(), listing, date)),
    ).toEqual([true, true, false, false])
    expect(may(tables(), { ...listing, id: 'IPO-2026-0077' }, '2026-11-24')).toBe(false)
    word(confirmCommand, 'a', from)
    issueCommand({ draws, listings }).run(
      tables(),
      { offeringId: listing.id, issueOn: terms.issueOn, at: timeJst(terms.issueOn, 5, 55) },
      { lotIds: ['l-1'] },
      call(),
    )
    expect(may(tables(), listing, '2026-11-24')).toBe(false)
  })
})

it('a draw is of use as long as somebody can still pay', () => {
  const { isTooLate } = ipoProduct({ draws, newIssues })
  expect([terms.closesAt, middle, end - 1, end].map((at) => isTooLate(terms, when(at)))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

it('an issue that the market does not take gives everything back', () => {
  const rows = tables().of(applications).all()
  const step = stepIn(tables(), { seq: ++seq, ...when(terms.closesAt) })
  const won = rows.filter(({ memberId }) => memberId === 'a')
  ipoProduct({
    draws,
    newIssues: { list: () => ({ ok: false, rejection: 'CODE_LISTED' }) } as never,
  }).decided(step, {
    listing: { ...listing, id: 'IPO-2026-0002' },
    draw: null as never,
    allotted: won,
    waiting: [],
  })
  post(tables(), step, step.drafts.transfers())
  expect(tables().of(results).get('IPO-2026-0002')).toMatchObject({ isVoid: true })
  expect(money('a')).toEqual([500_000, 0, 0])
  expect(listed).toEqual(['X901 11330'])
})
