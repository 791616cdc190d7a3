import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { closingAt, openingAt, preOpenAt, schedules } from '#modules/instruments/model/schedule.ts'
import { roundToTick } from '#modules/instruments/model/tick.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { activityClock } from '../model/activity.ts'
import type { Message } from '../model/day-log.ts'
import { Participants } from '../model/participants.ts'
import { drawDay } from '../model/test-day.ts'
import type { VenueOrder } from '../model/terms.ts'
import { ExchangeHost } from './exchange-host.ts'
import { planDay } from './simulated.ts'
import { venueFiles } from './venue-files.ts'

/**
 * A new listing from day to day, until its first price (market rules 10): through the exchange and its own
 * planning of days, over restarts.
 */
const schedule = schedules.tse
const [listed, other] = simulatedUniverse('listing-days').filter(
  ({ tickTable }) => tickTable === 'other',
) as [ReturnType<typeof simulatedUniverse>[number], ReturnType<typeof simulatedUniverse>[number]]
const CODE = listed.code
const DAYS = ['2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27'] as const
const [FIRST, SECOND_DAY, THIRD, FOURTH] = DAYS
const OFFER = 45_000

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'akari-listing-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Offered at 4,500 yen, worth this many times as much; nothing else moves its price. */
function exchange(times: number): ExchangeHost {
  const world = {
    schedule: schedules.tse,
    listed: () => [listed, other],
    actions: { basePrice: (_: string, closeTenths: number) => closeTenths },
    seedOf: (date: DateJst) => `seed ${date}`,
    drawDay: (instrument: typeof listed, date: DateJst) => ({
      ...drawDay('listing-days', instrument, date),
      overnightReturn: 0,
      intradayReturn: 0,
      marketIntradayReturn: 0,
    }),
    firstStart: ({ code, openingPriceTenths: price }: typeof listed) =>
      code === CODE
        ? {
            previousCloseTenths: OFFER,
            baseTenths: OFFER,
            fairTenths: OFFER * times,
            soFar: null,
            firstDay: { offerTenths: OFFER },
          }
        : { previousCloseTenths: price, baseTenths: price, fairTenths: price, soFar: null },
    calendar: tseCalendar,
    closeWhileOff: () => 12_340,
    beforeDay: async () => {},
    commit: async () => {},
  }
  return new ExchangeHost({
    schedule,
    calendar: tseCalendar,
    files: venueFiles(directory),
    longestCatchUpMs: MINUTE,
    snapshotEveryMs: 10 * SECOND,
    background: (plan, at) => new Participants(plan, activityClock(schedule, plan.tradeDate), at),
    ready: () => Promise.resolve(),
    ask: (request) => planDay(world, request),
  })
}

async function started(times: number, now: Ms): Promise<ExchangeHost> {
  const host = exchange(times)
  host.prepare(now)
  await host.start(now, [], new Map())
  return host
}

/** Lives on to this time, letting days be planned in between. */
async function live(host: ExchangeHost, from: Ms, to: Ms): Promise<void> {
  for (let at = from; at < to; at += 50 * SECOND) {
    host.tick(at)
    if (host.today?.isOver)
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
  host.tick(to)
  await new Promise((resolve) => setImmediate(resolve))
}

const listing = (host: ExchangeHost) => host.today!.market(CODE)!
const eve = (date: DateJst) => preOpenAt(schedule, date) + SECOND
const order = (orderId: string, priceTenths: number | null): VenueOrder => ({
  orderId,
  memberId: 'm',
  code: CODE,
  side: 'BUY',
  ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths,
  quantity: 100,
  leavesQty: 100,
  venueSeq: null,
})
function said(host: ExchangeHost, now: Ms, ...orders: VenueOrder[]) {
  host.takeReports()
  host.receive(
    orders.map((one) => JSON.stringify(['submit', one] satisfies Message)),
    now,
  )
  return host.takeReports().map(({ orderId, execType, reason }) => [orderId, execType, reason ?? ''])
}

test('offered at 4,500 and wanted at 50,000: 10,350 on the first day, 23,810 on the second, its first price on the third', async () => {
  const host = await started(50 / 4.5, eve(FIRST))
  expect(listing(host).limits).toEqual({ lowerTenths: 11_250, upperTenths: 180_000 })
  await live(host, eve(FIRST), eve(SECOND_DAY))
  // 2.3 times 4,500 was the last quote: orders from a quarter of it to four times, base and quotes from
  // there.
  expect(host.today!.plan.tradeDate).toBe(SECOND_DAY)
  expect(listing(host)).toMatchObject({
    openTenths: null,
    lastTenths: null,
    baseTenths: 103_500,
    referenceTenths: 103_500,
    limits: { lowerTenths: 25_880, upperTenths: 414_000 },
  })
  expect(listing(host).plan).toMatchObject({
    firstDay: { offerTenths: 103_500 },
    previousCloseTenths: 103_500,
  })
  // Limit orders within the range alone, as on the first day.
  expect(
    said(
      host,
      eve(SECOND_DAY),
      order('market', null),
      order('low', 25_870),
      order('lowest', 25_880),
      order('highest', 414_000),
      order('high', 414_100),
    ),
  ).toEqual([
    ['market', 'REJECTED', 'MARKET_BANNED'],
    ['low', 'REJECTED', 'OUTSIDE_LIMIT'],
    ['lowest', 'NEW', ''],
    ['highest', 'NEW', ''],
    ['high', 'REJECTED', 'OUTSIDE_LIMIT'],
  ])
  // Up by a twentieth of 10,350 every ten minutes.
  await live(host, eve(SECOND_DAY), openingAt(schedule, SECOND_DAY))
  expect(listing(host).hold).toMatchObject({ kind: 'special', priceTenths: 108_600 })
  await live(host, openingAt(schedule, SECOND_DAY), openingAt(schedule, SECOND_DAY) + 10 * MINUTE)
  expect(listing(host).hold).toMatchObject({ priceTenths: 113_700 })

  await live(host, openingAt(schedule, SECOND_DAY) + 10 * MINUTE, eve(THIRD))
  expect(listing(host)).toMatchObject({
    openTenths: null,
    baseTenths: 238_100,
    limits: { lowerTenths: 59_600, upperTenths: 953_000 },
  })
  await live(host, eve(THIRD), closingAt(schedule, THIRD) - MINUTE)
  const { openTenths, baseTenths, limits, plan } = listing(host)
  expect(Math.abs(openTenths! / 500_000 - 1)).toBeLessThan(0.06)
  expect({ baseTenths, limits }).toEqual({
    baseTenths: openTenths,
    limits: limitsFor(openTenths!, plan.tickTable),
  })
  // Market orders from the next trading day on.
  expect(said(host, closingAt(schedule, THIRD) - MINUTE, order('early', null))).toEqual([
    ['early', 'REJECTED', 'MARKET_BANNED'],
  ])
  await live(host, closingAt(schedule, THIRD) - MINUTE, eve(FOURTH))
  expect(listing(host).plan.firstDay).toBeNull()
  expect(said(host, eve(FOURTH), order('late', null))).toEqual([['late', 'NEW', '']])
})

test('stopped for an hour on the second day: its quote goes on from where it stood', async () => {
  const host = await started(50 / 4.5, eve(FIRST))
  const noon = openingAt(schedule, SECOND_DAY) + 55 * MINUTE
  await live(host, eve(FIRST), noon)
  const { priceTenths: stood } = listing(host).hold as { priceTenths: number }
  expect(stood).toBeGreaterThan(120_000)
  host.stop(noon)
  const again = await started(50 / 4.5, noon + HOUR)
  // The next quote from there, and the range of its own day.
  const next = roundToTick(stood + 5_175, 'other', 'down')
  expect(listing(again)).toMatchObject({
    openTenths: null,
    baseTenths: 103_500,
    limits: { lowerTenths: 25_880, upperTenths: 414_000 },
    hold: { kind: 'special', fromTenths: stood, priceTenths: next },
  })
  expect(said(again, noon + HOUR, order('market', null))).toEqual([['market', 'REJECTED', 'MARKET_BANNED']])
  // And a moment later: nothing has changed.
  again.stop(noon + HOUR)
  const third = await started(50 / 4.5, noon + HOUR + SECOND)
  expect(listing(third)).toMatchObject({
    referenceTenths: next,
    limits: { lowerTenths: 25_880, upperTenths: 414_000 },
  })
  third.stop(noon + HOUR + SECOND)
})

test('stopped over the night: the last quote of the first day is what the second begins with, never a price that nobody has paid', async () => {
  const host = await started(50 / 4.5, eve(FIRST))
  const at = closingAt(schedule, FIRST) - HOUR
  await live(host, eve(FIRST), at)
  const { referenceTenths } = listing(host)
  host.stop(at)
  const again = await started(50 / 4.5, openingAt(schedule, SECOND_DAY) + HOUR)
  expect(listing(again)).toMatchObject({
    openTenths: null,
    baseTenths: referenceTenths,
    limits: { upperTenths: referenceTenths * 4 },
  })
  expect(listing(again).plan.firstDay).toEqual({ offerTenths: referenceTenths })
  again.stop(openingAt(schedule, SECOND_DAY) + HOUR)
})

test('taken up after its first price: the limits are those of that price at once', async () => {
  const host = await started(1.2, eve(FIRST))
  const two = closingAt(schedule, FIRST) - HOUR
  await live(host, eve(FIRST), two)
  const { openTenths, limits } = listing(host)
  expect(limits).toEqual(limitsFor(openTenths!, 'other'))
  host.stop(two)
  const again = await started(1.2, two + 30 * MINUTE)
  expect(listing(again).plan).toMatchObject({ limits, baseTenths: openTenths })
  expect(listing(again).lastTenths).toBeLessThanOrEqual(limits.upperTenths)
  again.stop(two + 30 * MINUTE)
})
