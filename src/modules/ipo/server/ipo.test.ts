import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, DAY, dateJst, HOUR, MINUTE, SECOND, timeJst, type Ms } from '#kernel/time.ts'
import { firstWorth } from '#modules/instruments/model/new-issue.ts'
import { openingAt } from '#modules/instruments/model/schedule.ts'
import { GOOD } from '#modules/listings/model/terms.fixture.ts'
import type { Terms } from '#modules/listings/model/kinds.ts'
import { atConsole, verifyByHand, type AtConsole } from '#server/manual-review.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { newKey, startTestApp, type TestApp } from '#server/test-app.ts'
import { waitFor } from '#server/wait-for.fixture.ts'

type Member = { token: string; userId: string }
const ID = 'IPO-2026-0001'
let app: TestApp
let terms: Terms<'ipo'>
let code: string
let buyer: Member
let refuser: Member
let sleeper: Member
let stranger: Member

beforeAll(async () => {
  app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  ;[buyer, refuser, sleeper, stranger] = (await Promise.all(
    ['090-4545-0001', '090-4545-0002', '090-4545-0003', '090-4545-0004'].map((mobile) => app.enrol(mobile)),
  )) as [Member, Member, Member, Member]
  await verifyByHand(app, buyer, { idNumber: '301234567801' })
  await verifyByHand(app, refuser, { idNumber: '301234567802' })
  await verifyByHand(app, sleeper, { idNumber: '301234567803' })
  // Worth about its offer price, so that the first auction finds a price and what was bought can be sold.
  const seed = app.context.config.keys.market.toString('hex')
  code = Array.from({ length: 400 }, (_, n) => `T${n + 100}`).find(
    (one) => Math.abs(firstWorth(seed, one, 10_000) / 10_000 - 1) < 0.03,
  )!
  terms = ipoAt(now(), { code })
  await publish(ID, terms)
}, 60_000)

const now = (): Ms => Math.floor(app.context.clock.market())
const ipoAt = (at: Ms, change: Partial<Terms<'ipo'>> = {}): Terms<'ipo'> => {
  const day = (days: number) => dateJst(at + days * DAY)
  return {
    ...GOOD.ipo,
    code: 'X901',
    opensAt: at + 2 * HOUR,
    closesAt: timeJst(day(2), 15),
    drawOn: day(3),
    payFrom: day(3),
    payTo: day(4),
    issueOn: day(5),
    ...change,
  }
}
async function publish(id: string, body: Terms<'ipo'>): Promise<void> {
  for (const operator of ['demo-listing-1', 'demo-auditor-1']) {
    const result = await app.modules.staff.act(operator, {
      power: 'ipo.publish',
      subject: id,
      body: { terms: body },
    })
    if (!result.ok) throw new Error(result.rejection)
  }
}
const jump = async (at: Ms) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code).toBe(
    1,
  )
const apply = (member: Member, units: number, id = ID) =>
  app.call('POST', '/api/applications', {
    token: member.token,
    body: { drawId: id, units, r: 'ab'.repeat(16) },
  })
const offering = async (member?: Member, id = ID) =>
  (await app.call('GET', `/api/ipo/offerings/${id}`, member === undefined ? {} : { token: member.token }))
    .data
const account = async (member: Member) =>
  (await app.call('GET', '/api/account', { token: member.token })).data
const decide = (member: Member, what: 'confirm' | 'decline', id: string, key?: string) =>
  app.call('POST', `/api/applications/${id}/${what}`, {
    token: member.token,
    ...(key === undefined ? {} : { key }),
  })
const told = async (member: Member): Promise<string[]> =>
  (await app.call('GET', '/api/messages', { token: member.token })).data.messages.map(
    ({ kind }: { kind: string }) => kind,
  )
const stands = async (member: Member): Promise<string> => (await offering(member)).mine.status

describe('an offering', () => {
  it('is read by everybody, with the band and the days on which things happen, before it opens', async () => {
    expect(await offering()).toMatchObject({
      id: ID,
      status: 'coming',
      code,
      bandLow: 1_000,
      bandHigh: 1_200,
      offerPrice: null,
      marketPrice: null,
      publicQuantity: 200_000,
      book: { applications: 0, units: 0 },
      mine: null,
      simulated: true,
      payFrom: new Date(timeJst(terms.payFrom, 0)).toISOString(),
      payTo: new Date(timeJst(terms.payTo, 24)).toISOString(),
    })
    expect(await apply(buyer, 1)).toMatchObject({ data: { rejection: 'NOT_YET_OPEN' } })
    expect((await app.call('GET', '/api/ipo/offerings/IPO-2026-0099')).status).toBe(404)
  })

  it('takes one application of each, held at the top of the band, and publishes how many there are', async () => {
    await jump(terms.opensAt + MINUTE)
    const before = (await account(buyer)).available
    expect(await apply(buyer, 3)).toMatchObject({ code: 1, data: { status: 'applied', held: 360_000 } })
    expect(await account(buyer)).toMatchObject({ available: before - 360_000, subscriptionHold: 360_000 })
    expect(await apply(buyer, 1)).toMatchObject({ data: { rejection: 'ALREADY_APPLIED' } })
    expect(await apply(stranger, 1)).toMatchObject({ data: { rejection: 'IDENTITY_NEEDED' } })
    expect((await apply(refuser, 2)).code).toBe(1)
    expect((await apply(sleeper, 1)).code).toBe(1)
    expect(await offering(buyer)).toMatchObject({
      status: 'open',
      book: { applications: 3, units: 6 },
      mine: { status: 'waiting-for-draw', applicationQuantity: 300, held: 360_000, winningQuantity: 0 },
    })
    const mine = (await offering(buyer)).mine.id
    expect(await decide(buyer, 'confirm', mine)).toMatchObject({ data: { rejection: 'NOT_WON' } })
    expect(await decide(stranger, 'confirm', mine)).toMatchObject({
      data: { rejection: 'APPLICATION_NOT_FOUND' },
    })
  })

  it('is priced and drawn at its close: too little is wanted, so the bottom is paid and the difference is back at once', async () => {
    await jump(terms.closesAt + MINUTE)
    await waitFor(
      () => offering(buyer),
      ({ status }) => status === 'payment',
      30_000,
    )
    const view = await offering(buyer)
    expect(view).toMatchObject({
      offerPrice: 1_000,
      mine: { status: 'won', winningQuantity: 300, amountPayable: 300_000, amountPaid: 0, held: 300_000 },
    })
    expect(view.mine.confirmBy).toBe(new Date(timeJst(terms.payTo, 0)).toISOString())
    expect(await account(buyer)).toMatchObject({ subscriptionHold: 300_000 })
    expect(await told(buyer)).toContain('ipoWon')
    expect(await decide(buyer, 'confirm', view.mine.id)).toMatchObject({
      data: { rejection: 'PAYMENT_NOT_OPEN' },
    })
  })

  it('is bought by the member’s word inside the days of payment, once; or declined, and the money is back', async () => {
    await jump(timeJst(terms.payFrom, 9))
    const {
      mine: { id },
    } = await offering(buyer)
    const key = newKey()
    const answers = await Promise.all([
      decide(buyer, 'confirm', id, key),
      decide(buyer, 'confirm', id, key),
      decide(buyer, 'confirm', id),
    ])
    expect(answers.map(({ code }) => code).toSorted()).toEqual([1, 1, 2])
    expect(await account(buyer)).toMatchObject({ subscriptionHold: 0, paidShares: 300_000 })
    expect((await offering(buyer)).mine).toMatchObject({
      status: 'approved',
      amountPayable: 300_000,
      amountPaid: 300_000,
      subscribedShares: 300,
      lots: 3,
      lotId: null,
    })
    expect(await decide(buyer, 'decline', id)).toMatchObject({ data: { rejection: 'NOT_WON' } })

    const won = (await offering(refuser)).mine.id
    expect(await decide(refuser, 'decline', won)).toMatchObject({
      code: 1,
      data: { status: 'declined', held: 0 },
    })
    expect(await account(refuser)).toMatchObject({ subscriptionHold: 0, paidShares: 0 })
    expect(await decide(refuser, 'confirm', won)).toMatchObject({ data: { rejection: 'NOT_WON' } })
  })

  it('gives back what nobody confirmed when its time is over', async () => {
    await jump(timeJst(terms.payTo, 1))
    await waitFor(
      () => stands(sleeper),
      (status) => status === 'lapsed',
    )
    expect(await account(sleeper)).toMatchObject({ subscriptionHold: 0 })
    expect(await told(sleeper)).toContain('ipoLapsed')
  })

  it('becomes lots at 1× on the issue date, and the issue is in the market', async () => {
    const before = await account(buyer)
    expect(before).toMatchObject({ paidShares: 300_000, totalAssets: before.available + 300_000 })
    await jump(timeJst(terms.issueOn, 5, 57))
    const { lotId } = (
      await waitFor(
        () => offering(buyer),
        ({ mine }) => mine.lotId !== null,
      )
    ).mine
    const lot = (await app.call('GET', `/api/lots/${lotId}`, { token: buyer.token })).data
    expect(lot).toMatchObject({
      source: 'ipo',
      code,
      leverage: 1,
      openQuantity: 300,
      buyPrice: 1_000,
      status: 'holding',
      orderId: (await offering(buyer)).mine.id,
    })
    expect(await account(buyer)).toMatchObject({ paidShares: 0, lotMargin: 300_000 })
    expect(await told(buyer)).toContain('ipoListed')
    expect((await offering()).status).toBe('listed')
    await waitFor(
      () => app.call('GET', `/api/stocks/${code}`),
      ({ status }) => status === 200,
    )
    const log = (await app.call('GET', '/api/ipo/applications', { token: buyer.token })).data
    expect(log).toMatchObject([{ offeringId: ID, status: 'approved', amountPaid: 300_000, lots: 3 }])
  })

  it('is sold at market on its second day: on the first the market takes limit orders alone', async () => {
    await jump(openingAt(app.context.schedule, terms.issueOn) - SECOND)
    await waitFor(
      async () => (await app.call('GET', `/api/stocks/${code}`)).data?.quote,
      (quote) => quote.last !== null && quote.state === 'trading',
      30_000,
    )
    await jump(timeJst(addDays(terms.issueOn, 1), 10))
    await waitFor(
      async () => (await app.call('GET', `/api/stocks/${code}`)).data?.quote,
      (quote) => quote.state === 'trading' && quote.bid !== null && !quote.firstDay,
      30_000,
    )
    const { lotId } = (await offering(buyer)).mine
    expect((await offering()).marketPrice).toBeGreaterThan(0)
    expect(
      (await app.call('POST', `/api/lots/${lotId}/close`, { token: buyer.token, body: { type: 'market' } }))
        .msg,
    ).toBe('成功しました')
    const lot = await waitFor(
      async () => (await app.call('GET', `/api/lots/${lotId}`, { token: buyer.token })).data,
      ({ status }) => status === 'closed',
      30_000,
    )
    expect(lot).toMatchObject({ source: 'ipo', buyPrice: 1_000 })
    const { data } = await app.call('GET', `/api/account/log?lot=${lotId}&limit=50`, { token: buyer.token })
    expect(JSON.stringify(data)).toContain('allotment')
  })
})

describe('an offering for which nobody applied', () => {
  it('is void, and says so', async () => {
    const at = now()
    const other = ipoAt(at, { code: 'X902' })
    await publish('IPO-2026-0002', other)
    await jump(other.closesAt + MINUTE)
    expect(
      await waitFor(
        () => offering(undefined, 'IPO-2026-0002'),
        ({ status }) => status === 'void',
      ),
    ).toMatchObject({ offerPrice: null, book: { applications: 0 } })
  })
})

describe('an offering whose price is announced', () => {
  const withdrawn = 'IPO-2026-0003'
  const sign = (operatorId: string, code = 'issuer-asked') =>
    app.modules.staff.act(operatorId, {
      power: 'listing.void',
      subject: withdrawn,
      body: {},
      reason: { code, text: null },
    })
  const listing = async () => (await app.call('GET', `/api/listings/${withdrawn}?lang=en`)).data
  /** The desk's own view: stage, figures, and what a withdrawal would give back. */
  const atDesk = async (who: AtConsole) => {
    const { stage, figures, back, drawId } = (await who.get('/listings/outcomes?lang=en')).find(
      ({ id }: { id: string }) => id === withdrawn,
    )
    return [stage, figures.map((each: object) => Object.values(each).join(' ')), back, drawId]
  }
  it('may be withdrawn until its issue date, in public, by two people: all money is back, and the issue never trades', async () => {
    const other = ipoAt(now(), { code: 'X903' })
    await publish(withdrawn, other)
    expect(await listing()).toMatchObject({ status: 'published', mayVoid: true })
    const auditor = await atConsole(app, 'demo-auditor-1')
    await jump(other.opensAt + MINUTE)
    const before = await account(buyer)
    expect((await apply(buyer, 2, withdrawn)).code).toBe(1)
    expect((await apply(sleeper, 1, withdrawn)).code).toBe(1)
    // While the book is open and the draw runs nobody can: that would be choosing.
    expect([await sign('demo-listing-1'), (await listing()).mayVoid]).toMatchObject([
      { rejection: 'LISTING_OPENED' },
      false,
    ])
    await jump(other.closesAt + MINUTE)
    await waitFor(
      () => offering(buyer, withdrawn),
      ({ status }) => status === 'payment',
      30_000,
    )
    expect(await listing()).toMatchObject({ status: 'closed', mayVoid: true })
    await jump(timeJst(other.payFrom, 9))
    expect((await decide(buyer, 'confirm', (await offering(buyer, withdrawn)).mine.id)).code).toBe(1)
    expect(await account(buyer)).toMatchObject({ paidShares: 200_000, available: before.available - 200_000 })

    const { held } = (await offering(sleeper, withdrawn)).mine
    expect(await atDesk(auditor)).toEqual([
      'Payment',
      ['Applications 2 300 ', 'Allotted 2 300 ', 'Paid 1 200 200000', 'Not paid yet 1 100 100000'],
      { members: 2, yen: 200_000 + held },
      withdrawn,
    ])

    expect(await sign('demo-listing-1', 'bored')).toMatchObject({ rejection: 'REASON_UNLISTED' })
    const asked = await sign('demo-listing-1')
    expect(asked).toMatchObject({ ok: true, answer: { status: 'open' } })
    // Whoever signs reads how many have paid, and how much goes back to how many.
    const request = (await auditor.get('/approvals?lang=en')).find(
      ({ power }: { power: string }) => power === 'listing.void',
    )
    expect((await auditor.get(`/approvals/${request.id}?lang=en`)).facts).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ label: 'Paid', text: '1 · 200 shares · ¥200,000' }),
        expect.objectContaining({
          label: 'Given back if withdrawn',
          text: `¥${(200_000 + held).toLocaleString('en')} to 2 members`,
        }),
      ]),
    )
    expect((await offering(buyer, withdrawn)).status).toBe('payment')
    expect(await sign('demo-auditor-1')).toMatchObject({ ok: true, answer: { status: 'carried-out' } })
    expect(await sign('demo-auditor-1')).toMatchObject({ ok: false })
    for (const member of [buyer, sleeper]) {
      expect([
        (await offering(member, withdrawn)).status,
        (await offering(member, withdrawn)).mine,
      ]).toMatchObject(['void', { status: 'void', held: 0, amountPaid: 0, canConfirm: false }])
      expect(await account(member)).toMatchObject({ subscriptionHold: 0, paidShares: 0 })
      expect(await told(member)).toContain('ipoWithdrawn')
    }
    expect((await account(buyer)).available).toBe(before.available)
    expect((await atDesk(auditor)).slice(0, 3)).toEqual([
      'Withdrawn or void',
      ['Applications 2 300 ', 'Allotted 2 300 ', 'Paid 0 0 0', 'Given back 2 300 300000'],
      null,
    ])
    const happened = (await auditor.get(`/members/${buyer.userId}/timeline?kinds=application`)).rows
    expect(
      happened.slice(0, 3).map(({ what, yen }: { what: string; yen: number | null }) => [what, yen]),
    ).toEqual([
      ['ipo-withdrawn', 200_000],
      ['ipo-payment', 200_000],
      ['draw', null],
    ])
    expect(await listing()).toMatchObject({
      status: 'void',
      mayVoid: false,
      voided: { reason: 'issuer-asked' },
    })
    expect((await app.call('GET', `/api/ipo/offerings/${withdrawn}?lang=en`)).data.voidWords).toBe(
      'At the issuer’s request',
    )
    expect(
      (await decide(sleeper, 'confirm', (await offering(sleeper, withdrawn)).mine.id)).data,
    ).toMatchObject({ rejection: 'NOT_WON' })
    // Its issue date comes and goes.
    await jump(timeJst(addDays(other.issueOn, 1), 10))
    expect((await app.call('GET', '/api/stocks/X903')).status).toBe(404)
    expect((await offering(buyer, withdrawn)).mine).toMatchObject({ status: 'void', lotId: null })
  }, 60_000)
})

it('the journal alone makes the same rows again', async () => {
  const { held, again } = await replayJournal(app)
  expect(held['ipo_wins']).toHaveLength(5)
  for (const table of ['ipo_results', 'ipo_wins', 'applications', 'lots', 'listings', 'new_issues'])
    expect(again[table]).toEqual(held[table])
})
