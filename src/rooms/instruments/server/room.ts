import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { tableShown } from '../model/tick.ts'
import { simulatedUniverse } from '../model/universe.ts'
import { openListing } from './listing.ts'
import type { InstrumentsPublic } from './public.ts'
import { readListing } from './replay-listing.ts'

/** The days of a replay's file by code: only issues that have some are listed, with the ticks that their prices show. */
export type ReplayedDays = ReadonlyMap<string, readonly { readonly closeTenths: PriceTenths }[]>

/** The issues of the simulated market, or those of a replay's listing that have bars. */
export function createInstruments(config: Pick<Config, 'keys' | 'replay'>, log: Log, replayed?: ReplayedDays): InstrumentsPublic {
  if (config.replay === null) return openListing(simulatedUniverse(config.keys.market.toString('hex')))
  const { instruments, defects } = readListing(config.replay.listing)
  for (const defect of defects) log.warn({ ...defect, file: config.replay.listing }, 'a row of the listing was refused')
  if (!replayed) return openListing(instruments)
  return openListing(instruments.flatMap((instrument) => {
    const days = replayed.get(instrument.code)
    return days ? [{ ...instrument, tickTable: tableShown(days.map((day) => day.closeTenths), instrument.tickTable) }] : []
  }))
}
