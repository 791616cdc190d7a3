import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { MemberId, OrderId } from '#kernel/id.ts'
import { seeded } from '#kernel/random.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { openingAt, schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { activityClock } from './activity.ts'
import { planIssue, planOf, type DayPlan, type DrawnDay } from './day-plan.ts'
import { ExchangeDay } from './exchange.ts'
import { Participants } from './participants.ts'
import type { ExecutionReport, Side, VenueOrder } from './terms.ts'

/** For tests: a day drawn from an issue's published parameters alone, without a world. */
export function drawDay(seed: string, instrument: Instrument, tradeDate: DateJst): DrawnDay {
  const market = seeded(seed, 'market', tradeDate)
  const own = seeded(seed, 'issue', instrument.code, tradeDate)
  const ownSd = instrument.dailyVolPpm / 1_000_000
  const marketIntradayReturn = 0.0075 * market.normal()
  return {
    marketIntradayReturn,
    overnightReturn: 0.006 * instrument.beta * market.normal() + 0.6 * ownSd * own.normal(),
    intradayReturn: instrument.beta * marketIntradayReturn + 0.8 * ownSd * own.normal(),
    volatility: Math.sqrt((0.8 * ownSd) ** 2 + (instrument.beta * 0.0075) ** 2),
    turnoverYen: Math.round(instrument.turnoverYen * Math.exp(0.5 * own.normal())),
    event: null,
  }
}

/** A Friday under Tokyo hours. */
export const DATE = '2026-11-20'
export const schedule = schedules.tse
export const testUniverse = simulatedUniverse('exchange-test')

export function planFor(seed: string, issues = testUniverse.slice(0, 6)): DayPlan {
  return planOf(
    DATE,
    seed,
    drawDay(seed, issues[0]!, DATE).marketIntradayReturn,
    issues.map((instrument) => {
      const price = instrument.openingPriceTenths
      return planIssue(instrument, drawDay(seed, instrument, DATE), {
        previousCloseTenths: price,
        baseTenths: price,
        fairTenths: null,
        soFar: null,
      })
    }),
  )
}

export function dayOf(plan: DayPlan, from: Ms = openingAt(schedule, DATE) - 2 * MINUTE): ExchangeDay {
  const day = new ExchangeDay(
    plan,
    schedule,
    new Participants(plan, activityClock(schedule, DATE), from),
    from,
  )
  day.open([])
  return day
}

export const order = (
  orderId: OrderId,
  memberId: MemberId,
  code: string,
  side: Side,
  priceTenths: PriceTenths | null,
  quantity: Quantity,
): VenueOrder => ({
  orderId,
  memberId,
  code,
  side,
  ordType: priceTenths === null ? 'MARKET' : 'LIMIT',
  timeInForce: 'DAY',
  condition: 'NONE',
  priceTenths,
  quantity,
  leavesQty: quantity,
  venueSeq: null,
})
export const told = (reports: readonly ExecutionReport[]) =>
  reports.map((report) => [
    report.orderId,
    report.execType,
    report.lastQty,
    report.lastPxTenths,
    report.leavesQty,
    report.reason ?? '',
  ])
