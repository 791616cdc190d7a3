import type { DateJst } from '#kernel/time.ts'
import { remembered, type Calendar } from '#modules/instruments/model/calendar.ts'
import type { ResultsWorld } from '#modules/instruments/model/earnings.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { RESULTS_MONTHS, resultsDayOf, type World } from './history-world.ts'

/**
 * The levels by which companies of the simulated market set their dividends and forecasts, and the days on
 * which they publish results: of the world of this seed and calendar.
 */
export function companyWorld(seed: string, world: World, calendar: Pick<Calendar, 'version'>): ResultsWorld {
  const walked = remembered(calendar, () => walkedPaths(world))
  return {
    months: RESULTS_MONTHS,
    dayOf: (code) => resultsDayOf(seed, code),
    // A takeover bid on the same day is what the price followed.
    reaction: (instrument, announcedOn) => walked()(instrument, announcedOn).reactions.get(announcedOn) ?? 0,
    levelOf: (instrument, year) => walked()(instrument, `${year - 1}-10-31`).levels.get(year) ?? 1,
  }
}

/** The path of an issue over its days, as far as somebody has asked. */
type Path = {
  upTo: DateJst
  log: number
  /**
   * Level of the issue by the world's own path at the end of October before a year, as a multiple of its
   * opening price: what companies set dividends and splits by. No later than that: nothing of a year's prices
   * shows in what is announced before it.
   */
  readonly levels: Map<number, number>
  /** The log returns that results have brought. */
  readonly reactions: Map<DateJst, number>
}

/** Each issue is walked through once, by whoever asks for the farthest day. */
function walkedPaths(world: Pick<World, 'walk'>): (instrument: Instrument, until: DateJst) => Path {
  const paths = new Map<string, Path>()
  return (instrument, until) => {
    let path = paths.get(instrument.code)
    if (path === undefined)
      paths.set(instrument.code, (path = { upTo: '', log: 0, levels: new Map(), reactions: new Map() }))
    if (path.upTo >= until) return path
    const { levels, reactions } = path
    let { log } = path
    world.walk(
      instrument,
      until,
      ({ date, overnightReturn, intradayReturn, event }) => {
        log += overnightReturn + intradayReturn
        // Overwritten day by day, until its autumn is over.
        levels.set(Number(date.slice(0, 4)) + (date.slice(5) > '10-31' ? 2 : 1), Math.exp(log))
        if (event?.kind === 'results') reactions.set(date, event.logReturn)
      },
      path.upTo,
    )
    Object.assign(path, { upTo: until, log })
    return path
  }
}
