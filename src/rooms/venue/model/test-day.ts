import { seeded } from '#kernel/random.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import type { DrawnDay } from './day-plan.ts'

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
  }
}
