import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { canonical, type Json } from '#kernel/hash.ts'
import { DAY, dateJst, HOUR, type Ms } from '#kernel/time.ts'
import { atConsole } from '#server/manual-review.fixture.ts'
import { replayJournal } from '#server/journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp } from '#server/test-app.ts'
import { GOOD } from '../model/terms.fixture.ts'
import { powerFor, type Terms } from '../model/kinds.ts'
import type { ListingKind } from '#registry/listing-kinds.ts'

let app: TestApp
let open: Awaited<ReturnType<typeof reopen>>
/** Publications that listeners hear of, by id. */
const published: string[] = []
beforeAll(async () => {
  open = app = await startTestApp({ env: { DEMO_DESK: 'off' } })
  app.context.engine.subscribe(({ type, id }) => {
    if (type === 'listing.published') published.push(id as string)
  })
}, 60_000)

const day = (days: number) => dateJst(app.context.clock.market() + days * DAY)
const at = (ms: Ms) => Math.floor(app.context.clock.market()) + ms
/** The same terms around the time of now; every day is a business day of this firm. */
const ipoNow = (change: Partial<Terms<'ipo'>> = {}): Terms<'ipo'> => ({
  ...GOOD.ipo,
  code: 'X901',
  opensAt: at(DAY),
  closesAt: at(3 * DAY),
  drawOn: day(5),
  payFrom: day(5),
  payTo: day(7),
  issueOn: day(9),
  ...change,
})
const act = (operatorId: string, kind: ListingKind, id: string, terms: unknown) =>
  open.modules.staff.act(operatorId, { power: powerFor(kind), subject: id, body: { terms: terms as Json } })
const publish = async (kind: ListingKind, id: string, terms: unknown) => {
  const asked = await act('demo-listing-1', kind, id, terms)
  return asked.ok ? act('demo-auditor-1', kind, id, terms) : asked
}
const withdraw = (operatorId: string, id: string, code = 'terms-wrong') =>
  open.modules.staff.act(operatorId, {
    power: 'listing.void',
    subject: id,
    body: {},
    reason: { code, text: null },
  })
const view = async (id: string, lang = 'en') => app.call('GET', `/api/listings/${id}?lang=${lang}`)

describe('a listing', () => {
  it('is prepared by one person and published by another, and its terms can be recomputed by anybody', async () => {
    const terms = ipoNow()
    expect(await act('demo-auditor-1', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      rejection: 'NOT_YET_PREPARED',
    })
    expect(await act('demo-listing-1', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      ok: true,
      answer: { status: 'open', missing: 1 },
    })
    expect((await view('IPO-2026-0001')).status).toBe(404)
    expect(await act('demo-listing-1', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      rejection: 'SIGNED_ALREADY',
    })
    expect(await act('demo-listing-2', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      rejection: 'ROLE_SIGNED_ALREADY',
    })
    expect(await act('demo-reviewer-1', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      rejection: 'ROLE_MAY_NOT',
    })
    expect(await act('demo-auditor-1', 'ipo', 'IPO-2026-0001', terms)).toMatchObject({
      ok: true,
      answer: { status: 'carried-out' },
    })
    const { data } = await view('IPO-2026-0001')
    expect(data).toMatchObject({
      id: 'IPO-2026-0001',
      kind: 'ipo',
      status: 'published',
      terms,
      voided: null,
      simulated: true,
      signers: [
        { role: 'listing', number: 1, desk: false },
        { role: 'auditor', number: 1, desk: false },
      ],
    })
    const text = `KABU-TERMS-v1\0${canonical({ id: data.id, kind: data.kind, terms: data.terms })}`
    expect([data.canonical, data.hash]).toEqual([text, createHash('sha256').update(text).digest('hex')])
    expect(published).toEqual(['IPO-2026-0001'])
  })
  it('with a changed number is another request, which no signature of the first counts for', async () => {
    const terms = ipoNow({ code: 'X902' })
    expect(await act('demo-listing-1', 'ipo', 'IPO-2026-0002', terms)).toMatchObject({ ok: true })
    expect(
      await act('demo-auditor-1', 'ipo', 'IPO-2026-0002', { ...terms, bandHighTenths: 12_010 }),
    ).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect((await view('IPO-2026-0002')).status).toBe(404)
  })
  it.each([
    ['LISTING_KNOWN', 'ipo', 'IPO-2026-0001', () => ipoNow({ code: 'X903' })],
    ['LISTING_DOUBLE', 'ipo', 'IPO-2026-0003', () => ipoNow()],
    ['LISTING_ID', 'ipo', 'BLK-2026-0003', () => ipoNow({ code: 'X903' })],
    ['FIELD_WRONG', 'ipo', 'IPO-2026-0003', () => ({ ...ipoNow(), publicUnits: '2000' })],
    ['FIELD_UNKNOWN', 'ipo', 'IPO-2026-0003', () => ({ ...ipoNow(), price: 1 })],
    ['OPENS_IN_PAST', 'ipo', 'IPO-2026-0003', () => ipoNow({ code: 'X903', opensAt: at(-1) })],
    [
      'CODE_UNLISTED',
      'block-sale',
      'BLK-2026-0001',
      () => ({
        ...GOOD['block-sale'],
        code: '9999',
        opensAt: at(HOUR),
        closesAt: at(2 * HOUR),
        saleOn: day(2),
      }),
    ],
    [
      'LEAD_UNKNOWN',
      'copy-product',
      'CPY-2026-0001',
      () => ({ ...GOOD['copy-product'], opensAt: at(HOUR), closesAt: at(DAY), endsOn: day(60) }),
    ],
  ] as const)(
    '%s: refused at the first signature already, and nothing is kept',
    async (rejection, kind, id, terms) => {
      expect(await act('demo-listing-1', kind, id, terms())).toMatchObject({ ok: false, rejection })
      expect(id === 'IPO-2026-0001' || (await view(id)).status === 404).toBe(true)
    },
  )
  it.each(['١٢٣', 'IPO-２０２６-0003', '', '__proto__'])(
    'named "%s" is refused by name, and nothing of it is reckoned with',
    async (id) => {
      for (const kind of ['ipo', 'block-sale'] as const)
        expect(await act('demo-listing-1', kind, id, ipoNow({ code: 'X903' }))).toMatchObject({
          ok: false,
          rejection: 'LISTING_ID',
        })
    },
  )
  it('is refused in the words of listings where another module has a sentence of that name', async () => {
    const lister = await atConsole(app, 'demo-listing-1')
    const answer = await lister.act('ipo.publish', 'IPO-2026-0003', {
      body: { terms: ipoNow({ code: 'X903', bandHighTenths: 40_003 }) },
      lang: 'en',
    })
    expect(answer).toMatchObject({
      code: 2,
      msg: 'The price does not match the tick size',
      data: { rejection: 'PRICE_OFF_TICK' },
    })
  })
  it('names the same unknown field when the journal is run again, in whatever order they came', async () => {
    expect(
      await open.modules.staff.act('demo-listing-1', {
        power: 'ipo.publish',
        subject: 'IPO-2026-0003',
        body: { terms: ipoNow(), zeal: 1, again: 1 },
      }),
    ).toMatchObject({ rejection: 'FIELD_UNKNOWN', detail: { field: 'again' } })
  })
  it('that was prepared in time and signed too late is refused at the second signature', async () => {
    const terms = ipoNow({ code: 'X904', opensAt: at(1_500) })
    expect(await act('demo-listing-1', 'ipo', 'IPO-2026-0004', terms)).toMatchObject({ ok: true })
    await new Promise((resolve) => setTimeout(resolve, 1_600))
    expect(await act('demo-auditor-1', 'ipo', 'IPO-2026-0004', terms)).toMatchObject({
      rejection: 'OPENS_IN_PAST',
    })
    expect((await view('IPO-2026-0004')).status).toBe(404)
  })
  it('twice at once is published once', async () => {
    const terms = ipoNow({ code: 'X905' })
    expect(await act('demo-listing-1', 'ipo', 'IPO-2026-0005', terms)).toMatchObject({ ok: true })
    const both = await Promise.all(
      ['demo-auditor-1', 'demo-auditor-2'].map((id) => act(id, 'ipo', 'IPO-2026-0005', terms)),
    )
    expect(both.filter((one) => one.ok)).toHaveLength(1)
    expect(published.filter((id) => id === 'IPO-2026-0005')).toHaveLength(1)
  })
  it('of every kind is published by its own power; an issue’s price is measured against the close that the market knows', async () => {
    const [code] = await app.affordable(1)
    const close = app.modules.market.quote(code!)!.baseTenths
    const sale = {
      ...GOOD['block-sale'],
      code,
      previousCloseTenths: close,
      priceTenths: close,
      opensAt: at(HOUR),
      closesAt: at(2 * HOUR),
      saleOn: day(2),
      units: 1_500,
      perMemberUnits: 1,
    }
    expect(
      await publish('block-sale', 'BLK-2026-0001', { ...sale, previousCloseTenths: close + 10 }),
    ).toMatchObject({ rejection: 'CLOSE_DIFFERS', detail: { close: close / 10 } })
    const inventory = {
      tradeOn: day(2),
      rows: [{ code, long: 10, short: 5 }],
      perMemberUnits: 2,
      opensAt: at(HOUR),
      closesAt: at(2 * HOUR),
    }
    const card = {
      ...GOOD['ai-card'],
      ...(await app.modules.ai.figures()),
      opensAt: at(HOUR),
      closesAt: at(30 * DAY),
    }
    const [{ memberId: lead }] = (await app.context.db.kysely
      .selectFrom('credentials')
      .select('memberId')
      .where('level', '=', 'advanced')
      .limit(1)
      .execute()) as [{ memberId: string }]
    const pool = {
      ...GOOD['copy-product'],
      leadMemberId: lead,
      opensAt: at(HOUR),
      closesAt: at(DAY),
      endsOn: day(60),
    }
    const all: [ListingKind, string, unknown][] = [
      ['block-sale', 'BLK-2026-0001', sale],
      ['day-inventory', 'DAY-2026-0001', inventory],
      ['ai-card', 'AI-2026-0001', card],
      ['copy-product', 'CPY-2026-0001', pool],
    ]
    for (const [kind, id, terms] of all)
      expect([kind, await publish(kind, id, terms)]).toMatchObject([
        kind,
        { ok: true, answer: { status: 'carried-out' } },
      ])
    expect(await publish('day-inventory', 'DAY-2026-0002', inventory)).toMatchObject({
      rejection: 'LISTING_DOUBLE',
    })
    expect((await app.call('GET', '/api/listings?kind=day-inventory')).data).toMatchObject([
      { id: 'DAY-2026-0001', terms: inventory },
    ])
    expect(
      (await app.call('GET', '/api/listings')).data.map(({ id }: { id: string }) => id).toSorted(),
    ).toEqual([
      'AI-2026-0001',
      'BLK-2026-0001',
      'CPY-2026-0001',
      'DAY-2026-0001',
      'IPO-2026-0001',
      'IPO-2026-0005',
    ])
    const { listings } = app.modules
    const read = app.context.engine.read
    expect(listings.published(read, 'ipo').map(({ id }) => id)).toEqual(['IPO-2026-0001', 'IPO-2026-0005'])
    expect([
      listings.terms(read, 'ipo', 'BLK-2026-0001'),
      listings.terms(read, 'block-sale', 'BLK-2026-0001')?.terms.code,
    ]).toEqual([null, code])
  })
})

describe('a withdrawal', () => {
  it('is possible before the opening alone, by two people, with a reason of the list; the terms stay to be read', async () => {
    expect(await withdraw('demo-listing-1', 'IPO-2026-0005', 'bored')).toMatchObject({
      rejection: 'REASON_UNLISTED',
    })
    expect(await withdraw('demo-listing-1', 'IPO-2026-0099')).toMatchObject({ rejection: 'LISTING_UNKNOWN' })
    expect(await withdraw('demo-listing-1', 'IPO-2026-0005')).toMatchObject({
      ok: true,
      answer: { status: 'open' },
    })
    expect(await withdraw('demo-auditor-2', 'IPO-2026-0005')).toMatchObject({
      ok: true,
      answer: { status: 'carried-out' },
    })
    const { data } = await view('IPO-2026-0005')
    expect(data).toMatchObject({
      status: 'void',
      voided: { reason: 'terms-wrong', words: 'Terms incorrect' },
      terms: { code: 'X905' },
    })
    expect(await withdraw('demo-listing-1', 'IPO-2026-0005')).toMatchObject({ rejection: 'LISTING_VOID' })
    // The same issue may be offered anew, under another id; the id itself is spent.
    expect(await publish('ipo', 'IPO-2026-0005', ipoNow({ code: 'X905' }))).toMatchObject({
      rejection: 'LISTING_KNOWN',
    })
    expect(await publish('ipo', 'IPO-2026-0006', ipoNow({ code: 'X905', opensAt: at(2_500) }))).toMatchObject(
      { ok: true },
    )
    await new Promise((resolve) => setTimeout(resolve, 2_600))
    expect((await view('IPO-2026-0006')).data.status).toBe('open')
    expect(await withdraw('demo-listing-1', 'IPO-2026-0006')).toMatchObject({ rejection: 'LISTING_OPENED' })
    const acts = (await app.call('GET', '/api/operator-acts/public?lang=en')).data.acts
    expect(acts.map(({ power }: { power: string }) => power)).toContain('listing.void')
  })
})

it('after a restart the terms are what they were', async () => {
  const before = (await view('IPO-2026-0001')).data
  open = await reopen(open)
  const answer = (await (await fetch(`http://localhost:${open.port}/api/listings/IPO-2026-0001`)).json()) as {
    data: unknown
  }
  expect(answer.data).toEqual(before)
}, 30_000)

it('the journal alone rebuilds the terms', async () => {
  const { held, again } = await replayJournal(open)
  expect([held['listings']!.length, again['listings']]).toEqual([7, held['listings']])
})
