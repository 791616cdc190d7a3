import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { House, Room } from '#rooms/room.ts'
import { tableShown } from '../model/tick.ts'
import type { NewIssue } from '../model/new-issue.ts'
import { simulatedUniverse } from '../model/universe.ts'
import { openListing, type Listing } from './listing.ts'
import { newIssues } from './new-issues.ts'
import { readListing } from './replay-listing.ts'

/** The days of a replay's file by code: only issues that have some are listed, with the ticks that their prices show. */
export type ReplayedDays = ReadonlyMap<string, readonly { readonly closeTenths: PriceTenths }[]>

export { instrumentOf } from '../model/new-issue.ts'
export { listsIssues } from './new-issues.ts'

/** The issues of the simulated market, or those of a replay's listing that have bars. */
export function createInstruments(config: Pick<Config, 'keys' | 'replay'>, log: Log, now: () => Ms, replayed?: ReplayedDays): Listing {
  if (config.replay === null) return openListing(simulatedUniverse(config.keys.market.toString('hex')), now)
  const { instruments, defects } = readListing(config.replay.listing)
  for (const defect of defects) log.warn({ ...defect, file: config.replay.listing }, 'a row of the listing was refused')
  if (!replayed) return openListing(instruments)
  return openListing(instruments.flatMap((instrument) => {
    const days = replayed.get(instrument.code)
    return days ? [{ ...instrument, tickTable: tableShown(days.map((day) => day.closeTenths), instrument.tickTable) }] : []
  }))
}

/** Brings what is listed while the house runs into the list and to the exchange: when it is decided, and at every start. `drop`: takes back what was to come. */
export function instrumentsRoom(house: House, bring: (issue: NewIssue) => void, drop: (code: string) => void): Room {
  return {
    name: 'instruments',
    tables: [newIssues],
    listeners: [
      { on: 'issue.listed', hear: ({ code }) => bring(house.engine.read.of(newIssues).get(code as string)!) },
      { on: 'issue.withdrawn', hear: ({ code }) => drop(code as string) },
    ],
    start: async () => {
      for (const issue of house.engine.read.of(newIssues).all()) if (issue.withdrawnAt === null) bring(issue)
    },
  }
}
