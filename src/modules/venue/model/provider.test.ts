import { expect, test } from 'vitest'
import { HOUR, MINUTE, SECOND } from '#kernel/time.ts'
import { closingAt, openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import { NOTHING_CARRIED, planOf, type IssuePlan } from './day-plan.ts'
import { ExchangeDay } from './exchange.ts'
import { ReplayProvider } from './provider.ts'
import type { ReplayDay } from './replay-bars.ts'
import type { Condition, Side, Trade } from './terms.ts'

const DATE = '2024-12-05'
const schedule = schedules.tse
const opening = openingAt(schedule, DATE)
const bar = (
  openTenths: number,
  highTenths: number,
  lowTenths: number,
  closeTenths: number,
  volume: number,
): ReplayDay => ({ date: DATE, openTenths, highTenths, lowTenths, closeTenths, volume })

function issue(code: string, baseTenths: number, replayed: ReplayDay | null): IssuePlan {
  return {
    code,
    unit: 100,
    tickTable: 'topix500',
    sizeClass: 'large',
    previousCloseTenths: baseTenths,
    baseTenths,
    limits: limitsFor(baseTenths, 'topix500'),
    fairTenths: replayed?.openTenths ?? baseTenths,
    volume: replayed?.volume ?? 100,
    beta: 1,
    ownSd: 0,
    ownReturn: 0,
    jump: null,
    soFar: null,
    replayed,
    carried: NOTHING_CARRIED,
    firstDay: null,
    isReplay: true,
  }
}

const days: [name: string, base: number, replayed: ReplayDay][] = [
  ['an ordinary day', 25_000, bar(24_900, 25_300, 24_700, 25_110, 2_345_600)],
  ['a crash that ends at the lower limit', 25_000, bar(23_000, 23_500, 20_000, 20_000, 9_000_000)],
  ['a thin day', 25_000, bar(25_000, 25_050, 24_950, 25_000, 1_200)],
  ['one price all day, at the limit', 25_000, bar(30_000, 30_000, 30_000, 30_000, 50_000)],
]

test.each(days)('the real open, high, low, close and volume are printed: %s', (_name, base, replayed) => {
  const plan = planOf(DATE, 'replay', 0, [issue('1', base, replayed), issue('2', 10_000, null)])
  const from = opening - MINUTE
  const day = new ExchangeDay(plan, schedule, new ReplayProvider(plan, schedule, from, 5 * SECOND), from)
  day.open([])
  const trades: Trade[] = []
  let count = 0
  // A member who takes part at the touch now and then does not bend it: a waiting order may only trade at its
  // own price.
  for (let at = from; at <= closingAt(schedule, DATE); at += 47 * SECOND) {
    day.advanceTo(at)
    trades.push(...day.takeTrades())
    const side: Side = count % 2 === 0 ? 'BUY' : 'SELL'
    day.submit(
      {
        orderId: `${count}`,
        memberId: `${count++}`,
        code: '1',
        side,
        ordType: 'MARKET',
        timeInForce: 'DAY',
        condition: 'NONE',
        priceTenths: null,
        quantity: 100,
        leavesQty: 100,
        venueSeq: null,
      },
      at,
    )
  }
  day.advanceTo(closingAt(schedule, DATE) + SECOND)
  trades.push(...day.takeTrades())
  const market = day.market('1')!
  const tick = market.book.unitTenths
  expect(market.openTenths).toBe(replayed.openTenths)
  expect(market.lastTenths).toBe(replayed.closeTenths)
  // Whoever takes from the provider pays its other side: one tick beyond the path at most.
  expect(market.highTenths! - replayed.highTenths).toBeGreaterThanOrEqual(0)
  expect(market.highTenths! - replayed.highTenths).toBeLessThanOrEqual(tick)
  expect(replayed.lowTenths - market.lowTenths!).toBeGreaterThanOrEqual(0)
  expect(replayed.lowTenths - market.lowTenths!).toBeLessThanOrEqual(tick)
  const ofMembers = day.takeReports().reduce((sum, report) => sum + report.lastQty, 0)
  expect(Math.abs(market.volume - replayed.volume)).toBeLessThanOrEqual(
    ofMembers + 0.02 * replayed.volume + 500,
  )
  expect(day.market('2')!.trades).toBe(0)
})

test('orders at open, at close and 不成 of a replayed day are filled at its real prices', () => {
  const replayed = bar(24_900, 25_300, 24_700, 25_110, 2_345_600)
  const plan = planOf(DATE, 'replay', 0, [issue('1', 25_000, replayed)])
  const from = opening - MINUTE
  const day = new ExchangeDay(plan, schedule, new ReplayProvider(plan, schedule, from, 5 * SECOND), from)
  day.open([])
  const send = (orderId: string, condition: Condition, priceTenths: number | null, at: number) => {
    day.advanceTo(at)
    day.submit(
      {
        orderId,
        memberId: orderId,
        code: '1',
        side: 'BUY',
        ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
        timeInForce: 'DAY',
        condition,
        priceTenths,
        quantity: 100_000,
        leavesQty: 100_000,
        venueSeq: null,
      },
      at,
    )
  }
  send('open', 'AT_OPEN', null, from)
  send('close', 'AT_CLOSE', null, opening + 4 * HOUR)
  send('turned', 'FUNARI', 20_500, opening + 4 * HOUR)
  day.advanceTo(closingAt(schedule, DATE) + SECOND)
  const fills = day
    .takeReports()
    .filter(({ execType }) => execType === 'TRADE')
    .map(({ orderId, lastPxTenths, leavesQty }) => [orderId, lastPxTenths, leavesQty])
  expect(fills).toEqual([
    ['open', 24_900, 0],
    ['close', 25_110, 0],
    ['turned', 25_110, 0],
  ])
})
