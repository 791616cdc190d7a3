import { appendFileSync, cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, timeJst, type DateJst, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { closingAt, openingAt, preOpenAt, schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { activityClock } from '../model/activity.ts'
import type { Message } from '../model/day-log.ts'
import { execNo } from '../model/exec-no.ts'
import { planIssue, planOf, type DayPlan } from '../model/day-plan.ts'
import type { Disclosure } from '../model/news.ts'
import { Participants } from '../model/participants.ts'
import type { ExecutionReport, VenueOrder } from '../model/terms.ts'
import { drawDay } from '../model/test-day.ts'
import { ExchangeHost, type HostOptions, type PlanRequest } from './exchange-host.ts'
import { venueFiles } from './venue-files.ts'

const schedule = schedules.tse
const universe = simulatedUniverse('host-test')
  .sort((a, b) => b.turnoverYen - a.turnoverYen)
  .slice(0, 4)
const FRIDAY = '2026-11-20'
const TUESDAY = '2026-11-24' // Monday is a holiday
const ten = openingAt(schedule, FRIDAY) + HOUR
const CODE = universe[0]!.code

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'akari-venue-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** The news of a company in a test's day. */
let said: Disclosure | null = null
afterEach(() => {
  said = null
})

function planned(request: PlanRequest): DayPlan {
  const seed = `seed ${request.tradeDate}`
  return planOf(
    request.tradeDate,
    seed,
    drawDay(seed, universe[0]!, request.tradeDate).marketIntradayReturn,
    universe.map((instrument) => {
      const issue = request.issues.find((each) => each.code === instrument.code)
      const last = issue?.lastTenths ?? instrument.openingPriceTenths
      return planIssue(
        instrument,
        drawDay(seed, instrument, request.tradeDate),
        { previousCloseTenths: last, baseTenths: last, fairTenths: issue?.fairTenths ?? null, soFar: null },
        undefined,
        instrument.code === said?.code ? said : null,
      )
    }),
    said === null ? [] : [said],
  )
}

const asked: PlanRequest[] = []
function hostIn(from: string, more: Partial<HostOptions> = {}): ExchangeHost {
  asked.length = 0
  return new ExchangeHost({
    schedule,
    calendar: tseCalendar,
    files: venueFiles(from),
    longestCatchUpMs: MINUTE,
    snapshotEveryMs: 10 * SECOND,
    background: (plan, at) => new Participants(plan, activityClock(schedule, plan.tradeDate), at),
    ready: () => Promise.resolve(),
    ask: async (request) => {
      asked.push(request)
      return planned(request)
    },
    ...more,
  })
}

const order = (orderId: string, change: Partial<VenueOrder> = {}): VenueOrder => ({
  orderId,
  memberId: `member of ${orderId}`,
  code: CODE,
  side: 'BUY',
  ordType: 'MARKET',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths: null,
  quantity: 100,
  leavesQty: 100,
  venueSeq: null,
  ...change,
})
const submit = (...orders: VenueOrder[]) =>
  orders.map((each) => JSON.stringify(['submit', each] satisfies Message))
const kinds = (reports: readonly ExecutionReport[]) =>
  reports.map((report) => `${report.orderId} ${report.execType}`)

async function started(
  from: string,
  now: Ms,
  working: VenueOrder[] = [],
  heard: ReadonlyMap<string, number> = new Map(),
): Promise<ExchangeHost> {
  const host = hostIn(from)
  host.prepare(now)
  await host.start(now, working, heard)
  return host
}

/** Lets the host live in small steps, as its thread does, with an order of a member now and then. */
function live(host: ExchangeHost, from: Ms, to: Ms, name: string): ExecutionReport[] {
  const reports: ExecutionReport[] = []
  for (let at = from; at <= to; at += 400) {
    host.tick(at)
    const { book } = host.today!.market(CODE)!
    // Below the touch: filled some seconds later, when nobody says anything.
    const waits: Partial<VenueOrder> = {
      ordType: 'LIMIT',
      priceTenths: book.bestBidTenths()! - 2 * book.unitTenths,
    }
    if (at % 1_000 === 0) host.receive(submit(order(`${name}${at}`, at % 2_000 === 0 ? waits : {})), at)
    reports.push(...host.takeReports())
  }
  return reports
}

const low = () =>
  planned({ tradeDate: FRIDAY, at: ten, offSince: null, lastDate: null, issues: [] }).issues[0]!.limits
    .lowerTenths

/** The files as a kill at this moment would leave them, with half a line at the end. */
function killed(from: string, name: string): string {
  const kept = `${from}-${name}`
  for (const file of readdirSync(from)) cpSync(join(from, file), join(kept, file))
  const log = readdirSync(kept)
    .filter((file) => file.endsWith('.log'))
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
    .at(-1)!
  appendFileSync(join(kept, log), '[8975669')
  copies.push(kept)
  return kept
}
const copies: string[] = []
afterEach(() => {
  for (const copy of copies.splice(0)) rmSync(copy, { recursive: true })
})

test('killed and started again, twice: the same market, the same reports with the same execIds', async () => {
  const times = [ten, ten + 21 * SECOND, ten + 30 * SECOND, ten + 45 * SECOND] as const
  const straight = await started(directory, ten)
  const resting = submit(order('resting', { ordType: 'LIMIT', priceTenths: low() }))
  straight.receive(resting, ten)
  // Far too large for its issue's book: a special quote stands over both kills. And an order that is not in
  // the book at all.
  const pressed = universe[1]!.code
  straight.receive(
    submit(
      order('whale', { code: pressed, quantity: 5_000_000, leavesQty: 5_000_000 }),
      order('close', { condition: 'AT_CLOSE' }),
    ),
    ten,
  )
  const lived = [...straight.takeReports(), ...live(straight, times[0], times[1], 'a')]
  const first = killed(directory, 'first')
  const between = live(straight, times[1] + SECOND, times[2], 'b')
  const after = live(straight, times[2] + 2 * SECOND, times[3], 'c')

  const again = await started(first, times[1] + SECOND)
  expect(asked).toEqual([])
  const resent = again.takeReports()
  expect(resent.slice(0, lived.length)).toEqual(lived)
  expect([...resent.slice(lived.length), ...live(again, times[1] + SECOND, times[2], 'b')]).toEqual(between)

  const third = await started(killed(first, 'second'), times[2] + 2 * SECOND)
  const everything = [...third.takeReports(), ...live(third, times[2] + 2 * SECOND, times[3], 'c')]
  const known = new Map([...lived, ...between, ...after].map((report) => [report.execId, report]))
  for (const report of everything) expect(report).toEqual(known.get(report.execId))
  expect(everything.slice(-after.length)).toEqual(after)
  expect(third.today!.snapshot()).toEqual(straight.today!.snapshot())
  expect(third.today!.market(pressed)!.hold).toMatchObject({ side: 0 })
  expect(third.today!.members.get('close')).toMatchObject({ condition: 'AT_CLOSE', leavesQty: 100 })
})

test('an order that never arrived is taken after a restart, one that was worked is not taken twice', async () => {
  const host = await started(directory, ten)
  host.receive(
    submit(order('worked'), order('resting', { ordType: 'LIMIT', priceTenths: low() })),
    ten + SECOND,
  )
  const seq = host.takeReports().find((report) => report.orderId === 'resting')!.venueSeq
  const again = await started(directory, ten + 3 * SECOND, [
    order('worked'),
    order('resting', { ordType: 'LIMIT', priceTenths: low(), venueSeq: seq }),
    order('never arrived'),
  ])
  expect(kinds(again.takeReports())).toEqual(['worked TRADE', 'resting NEW', 'never arrived TRADE'])
  expect(again.today!.members.get('resting')).toMatchObject({ venueSeq: seq, leavesQty: 100 })
})

test('an order that expired, was heard of and sent anew, and never arrived again, is taken after a restart; one whose end was not heard of is not', async () => {
  const limit = { ordType: 'LIMIT', priceTenths: low(), timeInForce: 'IOC' } as const
  const host = await started(directory, ten)
  host.receive(submit(order('heard', limit), order('unheard', limit)), ten + SECOND)
  const reports = host.takeReports()
  expect(kinds(reports).filter((kind) => !kind.endsWith('NEW'))).toEqual(['heard EXPIRED', 'unheard EXPIRED'])
  const last = execNo(reports.findLast(({ orderId }) => orderId === 'heard')!.execId)
  const again = await started(
    directory,
    ten + 3 * SECOND,
    [order('heard'), order('unheard', limit)],
    new Map([
      ['heard', last],
      ['unheard', 0],
    ]),
  )
  expect(kinds(again.takeReports()).slice(reports.length)).toEqual(['heard TRADE'])
})

test('off for longer than a minute: the day is taken up by an auction, with its figures and its orders', async () => {
  const host = await started(directory, ten)
  host.receive(submit(order('resting', { ordType: 'LIMIT', priceTenths: low() })), ten)
  live(host, ten, ten + 30 * SECOND, 'a')
  const volume = host.today!.market(CODE)!.volume
  const later = ten + HOUR
  const again = await started(directory, later)
  const market = again.today!.market(CODE)!
  expect(asked).toEqual([]) // the day is known
  expect(market.plan.fairTenths).not.toBe(host.today!.market(CODE)!.lastTenths)
  expect(market.volume).toBeGreaterThanOrEqual(volume)
  expect(market.plan.baseTenths).toBe(universe[0]!.openingPriceTenths)
  expect(again.today!.members.get('resting')).not.toBeNull()
  again.takeReports()
  again.receive(submit(order('next')), later)
  expect(kinds(again.takeReports())).toEqual(['next TRADE'])
})

test('off over the close: what was open expires at the close, and a new day begins at the last price', async () => {
  const host = await started(directory, ten)
  host.receive(submit(order('resting', { ordType: 'LIMIT', priceTenths: low() })), ten)
  const last = host.today!.market(CODE)!.lastTenths
  const again = await started(directory, openingAt(schedule, TUESDAY) + HOUR)
  const ended = again.takeReports().filter((report) => report.execType === 'EXPIRED')
  expect(ended).toMatchObject([
    { orderId: 'resting', reason: 'DAY_END', tradeDate: FRIDAY, at: closingAt(schedule, FRIDAY) },
  ])
  expect(again.today!.plan).toMatchObject({ tradeDate: TUESDAY })
  expect(Math.abs(again.today!.market(CODE)!.plan.baseTenths / last! - 1)).toBeLessThan(0.02)
})

const WEDNESDAY = '2026-11-25'
const starts: [when: string, at: Ms, isRestricted: boolean][] = [
  ['before the next opening', preOpenAt(schedule, TUESDAY) + SECOND, true],
  ['in the next session', openingAt(schedule, TUESDAY) + HOUR, true],
  ['before the opening after that', preOpenAt(schedule, WEDNESDAY) + SECOND, false],
  ['in the session after that', openingAt(schedule, WEDNESDAY) + HOUR, false],
]
test.each(starts)(
  'a fall that restricts short sales is known on the next trading day alone, also where the exchange was off: started %s',
  async (_, at, isRestricted) => {
    const host = await started(directory, ten)
    host.today!.market(CODE)!.isShortTriggered = true
    host.stop(ten + SECOND)
    await started(directory, at)
    expect(asked.at(-1)!.issues.map(({ code, carried }) => [code, carried.isShortRestricted])).toEqual(
      universe.map(({ code }) => [code, isRestricted && code === CODE]),
    )
  },
)

test('a jump of the clock is time spent off', async () => {
  const host = await started(directory, ten)
  host.tick(ten + 800)
  const tuesday = openingAt(schedule, TUESDAY) + HOUR
  host.tick(tuesday)
  host.receive(submit(order('meanwhile')), tuesday)
  expect(host.takeReports()).toEqual([])
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked.at(-1)).toMatchObject({ tradeDate: TUESDAY, at: tuesday, offSince: ten + 800 })
  expect(kinds(host.takeReports())).toEqual(['meanwhile TRADE'])
})

test('day after day: the next day is planned at the close and begins before its opening at the close of the last', async () => {
  const close = closingAt(schedule, FRIDAY)
  const host = await started(directory, close - 10 * SECOND)
  live(host, close - 10 * SECOND, close + SECOND, 'a')
  expect(host.today!.isOver).toBe(true)
  expect(host.today!.markets.map((market) => market.end)).toEqual(universe.map(() => 'traded'))
  const closes = host.today!.markets.map((market) => market.lastTenths)
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked.at(-1)!.issues[0]).toMatchObject({
    carried: { limits: { lockedDays: 0, widened: 'none' }, isShortRestricted: false },
  })
  host.tick(preOpenAt(schedule, TUESDAY) + SECOND)
  await new Promise((resolve) => setImmediate(resolve))
  expect(host.today!.plan.tradeDate).toBe(TUESDAY)
  expect(host.today!.markets.map((market) => market.plan.baseTenths)).toEqual(closes)
  host.receive(submit(order('early')), preOpenAt(schedule, TUESDAY) + 2 * SECOND)
  expect(kinds(host.takeReports()).at(-1)).toBe('early NEW')
})

test('a planned day that has come waits for its holders, and orders for the day with it', async () => {
  const close = closingAt(schedule, FRIDAY)
  const asks: DateJst[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const host = hostIn(directory, {
    ready: (tradeDate) => {
      asks.push(tradeDate)
      return promise
    },
  })
  host.prepare(close - 10 * SECOND)
  await host.start(close - 10 * SECOND, [], new Map())
  live(host, close - 10 * SECOND, close + SECOND, 'w')
  await new Promise((next) => setImmediate(next))
  expect(asks).toEqual([])
  const from = preOpenAt(schedule, TUESDAY) + SECOND
  host.tick(from)
  host.receive(submit(order('during')), from + SECOND)
  for (let at = from; at < from + 5 * SECOND; at += 400) host.tick(at)
  expect([asks, host.today!.plan.tradeDate, host.takeReports().map(({ orderId }) => orderId)]).toEqual([
    [TUESDAY],
    FRIDAY,
    expect.not.arrayContaining(['during']),
  ])
  resolve()
  await new Promise((next) => setImmediate(next))
  expect(host.today!.plan.tradeDate).toBe(TUESDAY)
  const taken = host.takeReports().filter(({ orderId }) => orderId === 'during')
  expect(taken.map(({ at, execType }) => [execType, at >= from + SECOND])).toEqual([['NEW', true]])
  expect(host.workedTo).toBeGreaterThan(0)
})

test('all files lost: orders of the day go on under their numbers, those of an earlier day expire', async () => {
  const today = Math.floor(ten / 200) * 100_000
  const yesterday = Math.floor((ten - 24 * HOUR) / 200) * 100_000
  const resting = { ordType: 'LIMIT', priceTenths: low(), leavesQty: 300, quantity: 500 } as const
  const host = await started(directory, ten, [
    order('old', { ...resting, venueSeq: yesterday }),
    order('new', { ...resting, venueSeq: today }),
  ])
  expect(kinds(host.takeReports())).toEqual(['old EXPIRED'])
  expect(host.today!.members.get('new')).toMatchObject({ venueSeq: today, leavesQty: 300, cumQty: 200 })
})

test('killed before a company says something and started again after it: the same prices', async () => {
  said = { code: CODE, kind: 'news', at: ten + 20 * SECOND, isAtOpening: false, logReturn: 0.02 }
  const straight = await started(directory, ten)
  live(straight, ten, ten + 15 * SECOND, 'a')
  const kept = killed(directory, 'said')
  const touch = (host: ExchangeHost) => {
    const { book } = host.today!.market(CODE)!
    return [book.bestBidTenths(), book.bestAskTenths()]
  }
  const before = touch(straight)
  straight.tick(ten + 30 * SECOND)
  expect(straight.workedTo).toBe(ten + 30 * SECOND)
  const again = await started(kept, ten + 30 * SECOND)
  expect(touch(again)).toEqual(touch(straight))
  expect(touch(again)[0]! / before[0]!).toBeGreaterThan(1.01)
})

test('said while the exchange was off: it is in the price of the reopening, once', async () => {
  const fairAfter = async (logReturn: number, seconds: number) => {
    const from = join(directory, `${logReturn} ${seconds}`)
    said = { code: CODE, kind: 'news', at: ten + seconds * SECOND, isAtOpening: false, logReturn }
    const host = await started(from, ten)
    host.stop(ten + 5 * SECOND)
    const reopened = await started(from, ten + 5 * MINUTE)
    const { plan } = reopened.today!.market(CODE)!
    reopened.stop(ten + 5 * MINUTE)
    return plan.fairTenths
  }
  const quiet = await fairAfter(0, 60)
  expect((await fairAfter(0.02, 60)) / quiet).toBeCloseTo(Math.exp(0.02), 2)
  // Still to come: nothing of it is in the price yet.
  expect((await fairAfter(0.02, 600)) / quiet).toBeCloseTo(1, 2)
})

/** Every moment at which a phase begins or the day ends, and the night before: as times of this Friday. */
const boundaries = [
  ...schedule.hoursOn(FRIDAY).phases.map(([, from]) => timeJst(FRIDAY, 0) + from),
  closingAt(schedule, FRIDAY),
  timeJst(FRIDAY, 0),
  timeJst('2026-11-21', 0),
]
const crossings = boundaries.flatMap((boundary) =>
  [2 * SECOND, 16 * MINUTE].flatMap((span) =>
    (['jump', 'restart', 'kill'] as const).map(
      (by) =>
        [
          by,
          new Date(boundary + 9 * HOUR).toISOString().slice(5, 16),
          span / SECOND,
          boundary,
          span,
        ] as const,
    ),
  ),
)
test.each(crossings)(
  'a %s over %s by %d s: every report has a number, which grows, and the day goes on',
  async (by, _clock, _seconds, boundary, span) => {
    const [before, after] = [boundary - span / 2, boundary + span / 2]
    const first = await started(directory, before)
    first.receive(submit(order('resting', { ordType: 'LIMIT', priceTenths: low() }), order('market')), before)
    const reports = first.takeReports()
    const heard = new Map(reports.map(({ orderId, execId }) => [orderId, execNo(execId)]))
    const resting = reports
      .filter(({ orderId, leavesQty }) => orderId === 'resting' && leavesQty > 0)
      .map(({ venueSeq }) => order('resting', { ordType: 'LIMIT', priceTenths: low(), venueSeq }))
    if (by === 'restart') first.stop(before + SECOND / 2)
    const host =
      by === 'jump'
        ? first
        : await started(by === 'kill' ? killed(directory, 'crossing') : directory, after, resting, heard)
    host.tick(after)
    host.receive(submit(order('closing', { side: 'SELL' })), after)
    host.receive([JSON.stringify(['cancel', 'resting'] satisfies Message)], after + SECOND)
    await new Promise((resolve) => setImmediate(resolve))
    for (let at = after + SECOND; at < after + 10 * SECOND; at += SECOND) host.tick(at)
    const news = host
      .takeReports()
      .filter(({ orderId, execId }) => execNo(execId) > (heard.get(orderId) ?? 0))
    expect(news.map(({ orderId }) => orderId)).toContain('closing')
    if (resting.length > 0)
      expect(news.filter(({ orderId }) => orderId === 'resting').map(({ leavesQty }) => leavesQty)).toEqual([
        0,
      ])
    expect(host.workedTo).toBeGreaterThanOrEqual(after + 9 * SECOND)
  },
)

test('what came while a day was planned is taken at its own time, not at that of the jump before it', async () => {
  const host = await started(directory, ten)
  const jumpedTo = openingAt(schedule, TUESDAY) + HOUR
  host.tick(jumpedTo)
  host.receive(submit(order('during')), jumpedTo + 3 * SECOND)
  await expect.poll(() => host.workedTo).toBeGreaterThan(jumpedTo)
  const during = host.takeReports().filter(({ orderId }) => orderId === 'during')
  expect(kinds(during)).toContain('during TRADE')
  for (const { at } of during) expect(at).toBeGreaterThanOrEqual(jumpedTo + 3 * SECOND)
  host.stop(jumpedTo + 4 * SECOND)
})
