import { beforeAll, describe, expect, it } from 'vitest'
import { MINUTE, SECOND, timeJst, type DateJst } from '#kernel/time.ts'
import type { Json } from '#kernel/hash.ts'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import { dayTimes } from '#modules/daytrade/model/times.ts'
import { applications } from '#modules/daytrade/server/tables.ts'
import { sampleTerms } from '#modules/ipo/server/sample.ts'
import { orders } from '#modules/orders/server/tables.ts'
import { checkDay } from '#modules/venue/model/day-check.ts'
import { replayDay } from '#modules/venue/model/market-day.ts'
import { atConsole } from './manual-review.fixture.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let token: string
/** The half-day: the sixth trading day from the beginning. */
let half: DateJst
beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULE: 'tse', DEMO_DESK: 'off' } })
  ;({ token } = await app.enrol('090-6161-0501'))
  half = day(6)
}, 60_000)

const get = async <T = AnyJson>(path: string): Promise<T> => (await app.call('GET', path, { token })).data
const jumpTo = async (at: number) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code).toBe(
    1,
  )
const [MAKER, AUDITOR] = ['demo-administrator-1', 'demo-auditor-1']
const HALF_DAY = { sessions: [['08:00', '09:00', '11:30']], preClosing: '11:25' }
const request = (from: DateJst, patch: object = {}, n = 1, reason: string | null = 'half-day') =>
  ({
    power: 'hours.set',
    subject: `hours-${from}-${n}`,
    body: { from, until: from, ...HALF_DAY, ...patch },
    ...(reason === null ? {} : { reason: { code: reason, text: null } }),
  }) as const
const ask = (operatorId: string, ...asked: Parameters<typeof request>) =>
  app.modules.staff.act(operatorId, request(...asked))
/** Trading days from today on; 0 is the trade date. */
function day(n: number): DateJst {
  const { tradeDate } = app.modules.market.phase()
  return n === 0 ? tradeDate : app.context.calendar.next(tradeDate, n)
}
const phase = () => app.modules.market.phase()
const traded = async () =>
  waitFor(
    () =>
      get<{ quote: { tradeDate: string; ask: number | null; bid: number | null } }[]>(
        '/api/stocks?limit=200',
      ),
    (rows) =>
      rows.filter(
        ({ quote }) => quote.tradeDate === phase().tradeDate && quote.ask !== null && quote.bid !== null,
      ).length > 120,
    60_000,
  )
const order = (body: object) =>
  app.call('POST', '/api/orders', { token, body: { quantity: 100, leverage: 1, side: 'up', ...body } })

describe('a half-day', () => {
  it('needs a reason, two people, time, and hours that are some', async () => {
    expect(await ask(MAKER, half, {}, 1, null)).toMatchObject({ rejection: 'REASON_REQUIRED' })
    expect(await ask(MAKER, half, {}, 1, 'holiday-law')).toMatchObject({ rejection: 'REASON_UNLISTED' })
    expect(await ask(AUDITOR, half)).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    for (const n of [0, 1, 2])
      expect([n, await ask(MAKER, day(n))]).toMatchObject([
        n,
        { rejection: 'DAY_TOO_EARLY', detail: { date: day(2) } },
      ])
    expect(await ask(MAKER, half, { preClosing: '11:30' })).toMatchObject({ rejection: 'TIME_ORDER' })
    expect(
      await ask(MAKER, half, { sessions: [['08:00', '09:00', '18:00']], preClosing: '17:55' }),
    ).toMatchObject({ rejection: 'HOURS_OUTSIDE' })
    expect(await ask(MAKER, half)).toMatchObject({ ok: true, answer: { status: 'open' } })
    expect(await ask(MAKER, half)).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    expect(await ask('demo-administrator-2', half)).toMatchObject({ rejection: 'ROLE_SIGNED_ALREADY' })
    // Other hours are another request, which nobody has prepared.
    expect(await ask(AUDITOR, half, { preClosing: '11:20' })).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect((await get('/api/schedules')).hours.published).toEqual([])
  })

  it('is published with who and why, told in the news, and every hour of that day follows it', async () => {
    const [maker, auditor] = [await atConsole(app, MAKER), await atConsole(app, AUDITOR)]
    const { power, subject, body } = request(half)
    const sign = (by: typeof maker) => by.act(power, subject, { body: body, reason: { code: 'half-day' } })
    expect((await sign(auditor)).data).toMatchObject({ status: 'carried-out' })
    const { hours } = await get('/api/schedules?lang=en')
    expect(hours).toMatchObject({
      released: { preClosing: '15:25' },
      published: [
        {
          from: half,
          until: half,
          status: 'coming',
          ...HALF_DAY,
          reason: { words: 'Half-day session' },
          signers: [
            { role: 'administrator', number: 1 },
            { role: 'auditor', number: 1 },
          ],
        },
      ],
    })
    expect((await get('/api/health')).hours).toEqual([{ from: half, until: half, ...HALF_DAY }])
    await waitFor(
      () => get<{ title: string }[]>('/api/news?kind=market&lang=en'),
      (news) => news.some(({ title }) => title.startsWith('Trading hours change from')),
    )
    const { schedule } = app.context
    expect([dayTimes(schedule, half).closeAt, dayTimes(schedule, day(5)).closeAt]).toEqual([
      timeJst(half, 11, 25),
      timeJst(day(5), 15, 25),
    ])
    expect(await ask(MAKER, half)).toMatchObject({ rejection: 'SCHEDULE_KNOWN' })
    expect(await ask(MAKER, half, {}, 2)).toMatchObject({ rejection: 'HOURS_UNCHANGED' })
    // Days on which published terms do something keep their hours.
    const terms = sampleTerms(app.context.calendar, app.context.clock.market(), 0)
    for (const operator of ['demo-listing-1', AUDITOR])
      expect(
        await app.modules.staff.act(operator, {
          power: 'ipo.publish',
          subject: 'IPO-2026-9002',
          body: { terms },
        }),
      ).toMatchObject({ ok: true })
    expect(await ask(MAKER, terms.issueOn)).toMatchObject({
      rejection: 'DAY_NAMED',
      detail: { date: terms.issueOn },
    })
  }, 60_000)

  it('leaves its eve as it was', async () => {
    await jumpTo(timeJst(app.context.calendar.previous(half), 14))
    expect(phase()).toMatchObject({
      phase: 'continuous',
      nextChangeAt: timeJst(app.context.calendar.previous(half), 15, 25),
    })
  }, 60_000)

  it('ends before noon: day lots go into its own closing auction, orders of the day expire, later ones wait for the next, and the exchange goes on then', async () => {
    const commandOf = (type: string) =>
      app.modules.all.flatMap((module) => module.commands ?? []).find((one) => one.type === type) as Command
    const submit = (type: string, input: unknown, memberId: string | null) =>
      app.context.engine.submit(
        commandOf(type),
        input,
        memberId === null ? { ...SYSTEM_CALLER, memberId } : callerFor(memberId, 'd'),
      )
    await jumpTo(timeJst(half, 9, 30))
    expect(phase()).toMatchObject({
      phase: 'continuous',
      tradeDate: half,
      nextChangeAt: timeJst(half, 11, 25),
    })
    await traded()
    const [code] = (await app.affordable(1)) as [string]
    const inventory = {
      tradeOn: half,
      rows: [{ code, long: 5, short: 5 }],
      perMemberUnits: 1,
      opensAt: Math.floor(app.context.clock.market()) + SECOND,
      closesAt: timeJst(half, 11, 20),
    }
    const publish = (operator: string, terms: object) =>
      app.modules.staff.act(operator, {
        power: 'day-inventory.publish',
        subject: 'DAY-2026-9001',
        body: { terms: terms as Json },
      })
    expect(await publish('demo-listing-1', { ...inventory, closesAt: timeJst(half, 15, 20) })).toMatchObject({
      ok: false,
    })
    for (const operator of ['demo-listing-1', AUDITOR])
      expect(await publish(operator, inventory)).toMatchObject({ ok: true })
    expect(
      await waitFor(
        () => get('/api/day-trades'),
        ({ status }) => status === 'open',
      ),
    ).toMatchObject({
      warnAt: new Date(timeJst(half, 11, 20)).toISOString(),
      closingAt: new Date(timeJst(half, 11, 25)).toISOString(),
    })
    const memberId = app.context.ids.uuid()
    await submit('member.open', { level: 'advanced', memberId }, null)
    const { upperLimitTenths: priceTenths, lowerLimitTenths } = app.modules.market.quote(code)!
    expect(
      (
        await submit(
          'day-trade.apply',
          { listingId: 'DAY-2026-9001', code, side: 'up', units: 1, priceTenths, leverageTenths: 20 },
          memberId,
        )
      ).result,
    ).toMatchObject({ ok: true })
    await waitFor(
      () => app.context.engine.read.of(applications).by('member', memberId),
      ([one]) => one!.status === 'success',
      60_000,
    )
    const waiting = (await order({ code, type: 'limit', price: lowerLimitTenths / 10 })).data
    expect(waiting).toMatchObject({ validUntil: half })

    await jumpTo(timeJst(half, 11, 24, 55))
    await waitFor(phase, (now) => now.phase === 'pre-closing', 30_000)
    const closing = () =>
      app.context.engine.read
        .of(orders)
        .by('working', memberId)
        .filter(({ origin }) => origin === 'day-close')
    await waitFor(closing, (found) => found.length === 1)
    await jumpTo(timeJst(half, 11, 29, 56))
    await waitFor(
      () => app.context.db.kysely.selectFrom('lots').selectAll().where('memberId', '=', memberId).execute(),
      ([lot]) => lot!.status === 'closed',
      30_000,
    )
    expect(
      await waitFor(
        () => get(`/api/orders/${waiting.id}`),
        ({ status }) => status !== 'pending',
        30_000,
      ),
    ).toMatchObject({ status: 'expired' })
    const after = app.context.calendar.next(half)
    await waitFor(phase, (now) => now.phase === 'closed')
    expect(phase()).toEqual({ phase: 'closed', tradeDate: after, nextChangeAt: timeJst(after, 8) })

    // In what is an afternoon otherwise.
    await jumpTo(timeJst(half, 13))
    const held = (await order({ code, type: 'market' })).data
    expect([held.place, held.validUntil]).toEqual(['held', after])
    const bars = await get<{ at: string }[]>(`/api/stocks/${code}/bars?interval=5m&limit=300`)
    const ofHalf = bars.map(({ at }) => Date.parse(at)).filter((at) => at >= timeJst(half, 0))
    expect([ofHalf.length > 20, Math.max(...ofHalf) <= timeJst(half, 11, 25)]).toEqual([true, true])
    const { venue, differences } = await (
      await atConsole(app, AUDITOR)
    ).get(`/reconciliation?date=${half}&side=venue`)
    expect([venue.fills > 0, venue.fills === venue.trades, differences]).toEqual([true, true, []])
    await jumpTo(timeJst(after, 10))
    await traded()
    expect(
      await waitFor(
        () => get(`/api/orders/${held.id}`),
        ({ status }) => status !== 'pending',
        60_000,
      ),
    ).toMatchObject({ status: 'holding' })
    expect(phase()).toMatchObject({ phase: 'continuous', nextChangeAt: timeJst(after, 11, 30) })
    expect((await get('/api/schedules')).hours.published[0].status).toBe('over')
  }, 240_000)

  it('was sealed with its hours, and whoever lives the published day again comes to its closing prices', async () => {
    const { days } = await waitFor(
      () => get('/api/market-days'),
      ({ days: all }) =>
        all.some(
          (one: { tradeDate: string; seed: string | null }) => one.tradeDate === half && one.seed !== null,
        ),
    )
    const file = await get(`/api/market-days/${half}`)
    expect(file.opening.plan.hours.auctions).toEqual([
      ['opening-auction', 9 * 60 * MINUTE],
      ['closing-auction', 11.5 * 60 * MINUTE],
    ])
    expect(
      checkDay(
        file,
        days.find((one: { tradeDate: string }) => one.tradeDate === half),
      ),
    ).toEqual([])
    expect(replayDay(file).closes).toEqual(file.closes)
  }, 120_000)
})

it('the hours stand over a restart, and the journal alone makes them again', async () => {
  const again = await reopen(app)
  expect([
    dayTimes(again.context.schedule, half).closeAt,
    again.modules.market.phase().tradeDate > half,
  ]).toEqual([timeJst(half, 11, 25), true])
  const told = await again.context.db.kysely
    .selectFrom('news')
    .select('id')
    .where('words', '=', 'tradingHours')
    .execute()
  expect(told).toHaveLength(1)
  const { held, again: rebuilt } = await replayJournal(again)
  expect([held['schedules']!.length, rebuilt['schedules']]).toEqual([1, held['schedules']])
  expect(held['lots']!.length).toBeGreaterThan(0)
}, 120_000)
