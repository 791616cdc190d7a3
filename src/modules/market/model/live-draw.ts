import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { sealedRandom } from '#modules/venue/model/sealed-random.ts'
import { P, wildness, type DayParameters } from './history-world.ts'

/**
 * The day as the exchange is to live it: as lively as the world's model has it, with the events that it has,
 * but where prices go is drawn anew from the day's own seed, which is revealed after its close. The world's
 * own series cannot say it: who has watched its past cannot reckon the day (security-and-trust 5.5). What the
 * issues share is drawn once.
 */
export function liveDraw(
  seed: string,
): (instrument: Pick<Instrument, 'code' | 'sector' | 'beta'>, day: DayParameters) => DayParameters {
  const common = sealedRandom(seed, 'market')
  const [commonDay, commonNight] = [common.normal(), common.normal()]
  const sectors = new Map<Instrument['sector'], { day: number; wild: number; night: number }>()
  const drawnOf = (sector: Instrument['sector']) => {
    const random = sealedRandom(seed, 'sector', sector)
    return { day: random.normal(), wild: wildness(random, P.nightTail), night: random.normal() }
  }
  return (instrument, day) => {
    const { market, sector, own, crash, nights } = day.scales
    const marketIntradayReturn = P.marketDrift + market * commonDay + 0.6 * crash
    const marketNight = nights * market * commonNight + 0.4 * crash
    const ofSector = sectors.get(instrument.sector) ?? drawnOf(instrument.sector)
    sectors.set(instrument.sector, ofSector)
    const ofIssue = sealedRandom(seed, 'drawn', instrument.code)
    const eventReturn = day.event?.logReturn ?? 0
    return {
      ...day,
      marketIntradayReturn,
      intradayReturn:
        instrument.beta * marketIntradayReturn +
        sector * ofSector.day +
        own * ofIssue.normal() +
        0.4 * eventReturn,
      overnightReturn:
        instrument.beta * marketNight +
        nights * sector * ofSector.wild * ofSector.night +
        nights * own * wildness(ofIssue, P.nightTail) * ofIssue.normal() +
        0.6 * eventReturn,
    }
  }
}
