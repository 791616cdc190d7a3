import type { DateJst } from '#kernel/time.ts'
import { remembered, type Calendar } from '#rooms/instruments/model/calendar.ts'
import type { ResultsWorld } from '#rooms/instruments/model/earnings.ts'
import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import type { Schedule } from '#rooms/instruments/model/schedule.ts'
import { autumnLevels } from './autumn-levels.ts'
import { makeWorld, RESULTS_MONTHS, resultsDayOf, type World } from './history-world.ts'

/** What the world's own path makes of one by the close of this date, splits left out. */
export function levelOn(world: Pick<World, 'walk'>, instrument: Instrument, date: DateJst): number {
  let log = 0
  world.walk(instrument, date, ({ overnightReturn, intradayReturn }) => void (log += overnightReturn + intradayReturn))
  return Math.exp(log)
}

/** What companies of the simulated market set their dividends and forecasts by, and when they publish results. */
export function companyWorld(seed: string, calendar: Calendar, schedule: Schedule): ResultsWorld {
  const world = makeWorld(seed, calendar, schedule)
  const walked = remembered(calendar, () => ({ reaction: resultsReactions(world), levelOf: autumnLevels(world) }))
  return {
    months: RESULTS_MONTHS, dayOf: (code) => resultsDayOf(seed, code),
    reaction: (instrument, announcedOn) => walked().reaction(instrument, announcedOn), levelOf: (instrument, year) => walked().levelOf(instrument, year),
  }
}

/** The log returns that results have brought. An issue is walked through once, as far as somebody has asked. */
function resultsReactions(world: Pick<World, 'walk'>): (instrument: Instrument, announcedOn: DateJst) => number {
  const known = new Map<string, { upTo: DateJst; byDate: Map<DateJst, number> }>()
  return (instrument, announcedOn) => {
    let found = known.get(instrument.code)
    if (!found || found.upTo < announcedOn) {
      found = { upTo: announcedOn, byDate: new Map() }
      const { byDate } = found
      world.walk(instrument, announcedOn, ({ date, event }) => void (event?.kind === 'results' && byDate.set(date, event.logReturn)))
      known.set(instrument.code, found)
    }
    // A takeover bid on the same day is what the price followed.
    return found.byDate.get(announcedOn) ?? 0
  }
}
