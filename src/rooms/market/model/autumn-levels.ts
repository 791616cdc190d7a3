import type { Instrument } from '#rooms/instruments/model/instrument.ts'
import type { World } from './history-world.ts'

/**
 * Where the world's own path has taken an issue by the end of October before a year, for one of its opening price: what companies set
 * dividends and splits by. No later than that: nothing of a year's prices shows in what is announced before it.
 */
export function autumnLevels(world: Pick<World, 'walk'>): (instrument: Instrument, year: number) => number {
  const known = new Map<string, { upTo: number; levels: Map<number, number> }>()
  return (instrument, year) => {
    let found = known.get(instrument.code)
    if (!found || found.upTo < year) known.set(instrument.code, (found = { upTo: year, levels: levelsUpTo(world, instrument, year) }))
    return found.levels.get(year) ?? 1
  }
}

function levelsUpTo(world: Pick<World, 'walk'>, instrument: Instrument, year: number): Map<number, number> {
  const levels = new Map<number, number>()
  let log = 0
  world.walk(instrument, `${year - 1}-10-31`, ({ date, overnightReturn, intradayReturn }) => {
    log += overnightReturn + intradayReturn
    // Overwritten day by day, until its autumn is over.
    levels.set(Number(date.slice(0, 4)) + (date.slice(5) > '10-31' ? 2 : 1), Math.exp(log))
  })
  return levels
}
