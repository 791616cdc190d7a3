import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, dateJst, HOUR, timeJst } from '#kernel/time.ts'
import { sampleTerms } from '#modules/ipo/server/sample.ts'
import { settlements } from '#modules/portfolio/server/tables.ts'
import type { ClosedDay } from '#modules/schedules/contract.ts'
import { atConsole } from './manual-review.fixture.ts'
import { replayJournal } from './journal-replay.fixture.ts'
import { reopen, startTestApp, type TestApp, type AnyJson } from './test-app.ts'
import { waitFor } from './wait-for.fixture.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ env: { SCHEDULE: 'tse', DEMO_DESK: 'off' } })
  ;({ token } = await app.enrol('090-6161-0401'))
  // Away from the weeks in which companies publish results.
  const results = (date: string) => app.modules.instruments.earnings.between(date, addDays(date, 40)).length
  let from = dateJst(app.context.clock.wall())
  while (results(from) > 0) from = addDays(from, 7)
  if (from > dateJst(app.context.clock.wall())) await jumpTo(timeJst(from, 12))
}, 60_000)

const get = async <T = AnyJson>(path: string): Promise<T> => (await app.call('GET', path, { token })).data
const jumpTo = async (at: number) =>
  expect((await app.call('POST', '/api/dev/clock', { body: { at: new Date(at).toISOString() } })).code).toBe(
    1,
  )
const [MAKER, AUDITOR] = ['demo-administrator-1', 'demo-auditor-1']
type Days = { closed?: string[]; opened?: string[] }
const request = ({ closed = [], opened = [] }: Days, n = 1, reason: string | null = 'exchange-closed') => {
  const from = [...closed, ...opened].toSorted()[0]
  return {
    power: 'calendar.set',
    subject: `calendar-${from}-${n}`,
    body: { from, closed, opened },
    ...(reason === null ? {} : { reason: { code: reason, text: null } }),
  } as const
}
const ask = (operatorId: string, ...asked: Parameters<typeof request>) =>
  app.modules.staff.act(operatorId, request(...asked))
/** Business days from today on; 0 is the trade date. */
const day = (n: number) => {
  const { tradeDate } = app.modules.market.phase()
  return n === 0 ? tradeDate : app.context.calendar.next(tradeDate, n)
}

describe('a day that is closed', () => {
  it('needs a reason, two people, and time', async () => {
    const later = day(5)
    expect(await ask(MAKER, { closed: [later] }, 1, null)).toMatchObject({ rejection: 'REASON_REQUIRED' })
    expect(await ask(MAKER, { closed: [later] }, 1, 'market-closed')).toMatchObject({
      rejection: 'REASON_UNLISTED',
    })
    expect(await ask(AUDITOR, { closed: [later] })).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    for (const n of [0, 1, 2])
      expect([n, await ask(MAKER, { closed: [day(n)] })]).toMatchObject([
        n,
        { rejection: 'DAY_TOO_EARLY', detail: { date: day(2) } },
      ])
    expect(await ask(MAKER, { closed: [later, later] })).toMatchObject({ rejection: 'DAY_TWICE' })
    expect(await ask(MAKER, { closed: Array.from({ length: 9 }, (_, n) => day(5 + n)) })).toMatchObject({
      rejection: 'CLOSED_IN_A_ROW',
    })
    expect(await ask(MAKER, { closed: [later] })).toMatchObject({ ok: true, answer: { status: 'open' } })
    expect(await ask(MAKER, { closed: [later] })).toMatchObject({ rejection: 'SIGNED_ALREADY' })
    expect(await ask('demo-administrator-2', { closed: [later] })).toMatchObject({
      rejection: 'ROLE_SIGNED_ALREADY',
    })
    // Another day is another request, which nobody has prepared.
    expect(await ask(AUDITOR, { closed: [day(6)] })).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect((await get('/api/schedules')).days.published).toEqual([])
    await jumpTo(app.context.clock.wall() + 25 * HOUR)
    expect(await ask(AUDITOR, { closed: [later] })).toMatchObject({ rejection: 'NOT_YET_PREPARED' })
    expect(app.context.calendar.isTradingDay(later)).toBe(true)
  }, 60_000)

  it('is published with who, when and why, and every date reckoned from then on passes over it', async () => {
    const [eve, closed, after] = [day(4), day(5), day(6)]
    const asked = request({ closed: [closed] })
    const [maker, auditor] = [await atConsole(app, MAKER), await atConsole(app, AUDITOR)]
    const sign = (by: typeof maker) =>
      by.act(asked.power, asked.subject, { body: asked.body, reason: { code: 'exchange-closed' } })
    expect((await sign(maker)).data).toMatchObject({ status: 'open', missing: 1 })
    expect((await sign(auditor)).data).toMatchObject({ status: 'carried-out' })
    expect((await get('/api/schedules?lang=en')).days).toMatchObject({
      market: 'tse',
      published: [
        {
          from: closed,
          status: 'coming',
          closed: [closed],
          opened: [],
          reason: { words: 'Special closing' },
          signers: [
            { role: 'administrator', number: 1 },
            { role: 'auditor', number: 1 },
          ],
        },
      ],
    })
    const days = await get<ClosedDay[]>(`/api/schedules/days?from=${eve}&to=${after}&lang=en`)
    expect(days.find(({ date }) => date === closed)).toEqual({
      date: closed,
      market: false,
      bank: false,
      changed: 'Special closing',
    })
    expect([
      app.context.calendar.next(eve),
      app.context.calendar.settlementDate(day(3)),
      app.context.businessDays.next(eve),
    ]).toEqual([after, after, after])
    await waitFor(
      () => get<{ title: string }[]>('/api/news?kind=market&lang=en'),
      (news) => news.some(({ title }) => title.startsWith('Business days change from')),
    )
    const { acts } = await get('/api/operator-acts/public?lang=en')
    expect(acts[0]).toMatchObject({
      power: 'calendar.set',
      what: 'Change business days',
      reason: { words: 'Special closing' },
      approvals: [{ role: 'administrator' }, { role: 'auditor' }],
    })
    const { rows } = await auditor.get('/audit?power=calendar.set')
    expect(
      rows.filter(({ refused }: { refused: string | null }) => refused === null).slice(0, 2),
    ).toMatchObject([
      { actor: { role: 'auditor' }, subject: asked.subject },
      { actor: { role: 'administrator' }, subject: asked.subject },
    ])
    // Published, it stands as it is; the same day needs no second table.
    expect(await ask(MAKER, { closed: [closed] })).toMatchObject({ rejection: 'SCHEDULE_KNOWN' })
    expect(await ask(MAKER, { closed: [closed] }, 2)).toMatchObject({ rejection: 'DAY_UNCHANGED' })
  }, 60_000)

  it('has no market and no bank: trades of its eve settle a day later, orders wait, the exchange goes on the day after', async () => {
    const { published } = (await get('/api/schedules')).days
    const closed: string = published[0].closed[0]
    const { calendar } = app.context
    const [eve, after] = [calendar.previous(closed), calendar.next(closed)]
    await jumpTo(timeJst(eve, 10))
    const traded = async (date: string) =>
      waitFor(
        () =>
          get<{ code: string; quote: { tradeDate: string; ask: number | null; bid: number | null } }[]>(
            '/api/stocks?limit=200',
          ),
        (rows) =>
          rows.filter(({ quote }) => quote.tradeDate === date && quote.ask !== null && quote.bid !== null)
            .length > 120,
        60_000,
      )
    await traded(eve)
    const code = (await app.affordable(1))[0]!
    const order = (body: object) =>
      app.call('POST', '/api/orders', {
        token,
        body: { code, quantity: 100, leverage: 1, side: 'up', ...body },
      })
    expect((await order({ type: 'market' })).code).toBe(1)
    const [lot] = await waitFor(
      () => get<{ id: string; openQuantity: number }[]>('/api/lots?status=open'),
      (lots) => lots.reduce((sum, each) => sum + each.openQuantity, 0) === 100,
      60_000,
    )
    expect(
      (await app.call('POST', `/api/lots/${lot!.id}/close`, { token, body: { type: 'market' } })).code,
    ).toBe(1)
    await waitFor(
      () => get<object[]>('/api/lots?status=open'),
      (lots) => lots.length === 0,
      60_000,
    )
    expect(
      app.context.engine.read
        .of(settlements)
        .all()
        .map(({ dueDate }) => dueDate),
    ).toEqual([calendar.next(after)])

    await jumpTo(timeJst(closed, 10))
    expect(app.modules.market.phase()).toMatchObject({ phase: 'closed', tradeDate: after })
    expect((await get('/api/withdrawal-clock')).hours.open).toBe(false)
    const held = (await order({ type: 'market' })).data
    expect([held.place, held.validUntil]).toEqual(['held', after])
    await jumpTo(timeJst(after, 10))
    await traded(after)
    expect((await get('/api/withdrawal-clock')).hours.open).toBe(true)
    expect(
      await waitFor(
        () => get(`/api/orders/${held.id}`),
        ({ status }) => status !== 'pending',
        60_000,
      ),
    ).toMatchObject({ status: 'holding' })
    expect((await get('/api/account')).unsettled).toBeGreaterThan(0)
    await jumpTo(timeJst(calendar.next(after), 10))
    await waitFor(
      () => get('/api/account'),
      ({ unsettled }) => unsettled === 0,
      60_000,
    )
    expect((await get('/api/schedules')).days.published[0].status).toBe('over')
  }, 180_000)
})

it('what was closed can be opened again, and no day of published terms can be closed', async () => {
  const [first, second] = [day(8), day(9)]
  for (const operator of [MAKER, AUDITOR])
    expect(await ask(operator, { closed: [first, second] }, 1, 'holiday-law')).toMatchObject({ ok: true })
  expect([first, second].map((date) => app.context.calendar.isTradingDay(date))).toEqual([false, false])
  for (const operator of [MAKER, AUDITOR])
    expect(await ask(operator, { opened: [second] }, 1, 'calendar-wrong')).toMatchObject({ ok: true })
  expect([first, second].map((date) => app.context.calendar.isTradingDay(date))).toEqual([false, true])
  const terms = sampleTerms(app.context.calendar, app.context.clock.market(), 0)
  for (const operator of ['demo-listing-1', AUDITOR])
    expect(
      await app.modules.staff.act(operator, {
        power: 'ipo.publish',
        subject: 'IPO-2026-9001',
        body: { terms },
      }),
    ).toMatchObject({ ok: true })
  expect(await ask(MAKER, { closed: [terms.issueOn] })).toMatchObject({
    rejection: 'DAY_NAMED',
    detail: { date: terms.issueOn },
  })
  // Three weeks before companies publish, those days stand; longer before they move with the calendar.
  const [soonest] = app.modules.instruments.earnings.between(day(0), addDays(day(0), 200))
  expect(await ask(MAKER, { closed: [soonest!.announcedOn] })).toMatchObject({ answer: { status: 'open' } })
  await jumpTo(timeJst(addDays(soonest!.announcedOn, -21), 12))
  expect(await ask(MAKER, { closed: [soonest!.announcedOn] }, 2)).toMatchObject({
    rejection: 'RESULTS_NEAR',
    detail: { date: soonest!.announcedOn },
  })
}, 60_000)

it('the days stand over a restart, and the journal alone makes them again', async () => {
  const { published } = (await get('/api/schedules')).days
  const closed = published.findLast(({ closed: days }: { closed: string[] }) => days.length === 1).closed[0]
  const again = await reopen(app)
  expect([
    again.context.calendar.isTradingDay(closed),
    again.context.businessDays.isTradingDay(closed),
    again.context.calendar.isTradingDay(published[1].closed[0]),
    again.context.calendar.isTradingDay(published[1].closed[1]),
  ]).toEqual([false, false, false, true])
  const told = await again.context.db.kysely
    .selectFrom('news')
    .select('id')
    .where('words', '=', 'tradingDays')
    .execute()
  expect(told).toHaveLength(3)
  const { held, again: rebuilt } = await replayJournal(again)
  expect([held['schedules']!.length, rebuilt['schedules']]).toEqual([3, held['schedules']])
}, 120_000)
