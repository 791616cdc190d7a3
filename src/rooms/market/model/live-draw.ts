import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import { sealedRandom } from '#rooms/venue/model/sealed-random.ts'
import { P, wildness, type DayParameters } from './history-world.ts'

/**
 * The day as the exchange is to live it: as lively as the world's model has it, with the events that it has, but where prices go is drawn anew from the day's own seed, which is
 * revealed after its close. The world's own series cannot say it: who has watched its past cannot reckon the day (security-and-trust 5.5).
 */
export function liveDay(seed: string, instrument: Pick<Instrument, 'code' | 'sector' | 'beta'>, day: DayParameters): DayParameters {
  const { market, sector, own, crash, nights } = day.scales
  const common = sealedRandom(seed, 'market')
  const marketIntradayReturn = P.marketDrift + market * common.normal() + 0.6 * crash
  const marketNight = nights * market * common.normal() + 0.4 * crash
  const ofSector = sealedRandom(seed, 'sector', instrument.sector)
  const sectorDay = sector * ofSector.normal()
  const sectorNight = nights * sector * wildness(ofSector, P.nightTail) * ofSector.normal()
  const ofIssue = sealedRandom(seed, 'drawn', instrument.code)
  const eventReturn = day.event?.logReturn ?? 0
  return {
    ...day, marketIntradayReturn,
    intradayReturn: instrument.beta * marketIntradayReturn + sectorDay + own * ofIssue.normal() + 0.4 * eventReturn,
    overnightReturn: instrument.beta * marketNight + sectorNight + nights * own * wildness(ofIssue, P.nightTail) * ofIssue.normal() + 0.6 * eventReturn,
  }
}
