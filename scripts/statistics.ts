/**
 * The simulated market beside the real one. First the quantities of sections 2 to 5 of the market statistics,
 * measured on the daily bars of the history model under Tokyo hours; then what the live exchange does on
 * whole days, with auctions, special quotes, disclosures and halts on. `npm run statistics -- [--seeds 20]
 * [--sessions 490] [--live-seeds 4] [--live-days 6]`: the mean over the seeds is held against the target, and
 * how many single seeds keep it stands beside it.
 */
import { parseArgs } from 'node:util'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { makeHistory } from '#modules/market/model/history.ts'
import { measure } from '#modules/market/model/history-statistics.ts'
import { liveDays } from '#modules/market/model/live-days.ts'
import { measureLive } from '#modules/market/model/live-statistics.ts'
import { isInside, type Measured } from '#modules/market/model/measured.ts'

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    sessions: { type: 'string', default: '490' },
    'live-seeds': { type: 'string', default: '4' },
    'live-days': { type: 'string', default: '6' },
  },
})
const [seeds, sessions, liveSeeds, daysOfSeed] = [
  values.seeds,
  values.sessions,
  values['live-seeds'],
  values['live-days'],
].map(Number) as [number, number, number, number]
/** Live days of one seed lie so many trading days apart: calm and wild weeks, with results and without. */
const APART = 23

const companiesOf = (seed: string) =>
  simulatedUniverse(seed).filter((instrument) => instrument.kind === 'stock')

function historyOf(seed: string): Measured[] {
  const companies = companiesOf(seed)
  const history = makeHistory(seed, companies, tseCalendar, schedules.tse, '2026-11-20', sessions)
  return measure(
    companies.map(({ code, sector, tickTable }) => ({ code, sector, tickTable, bars: history.daily(code) })),
  )
}

const liveOf = (seed: string): Measured[] =>
  measureLive(
    liveDays({
      seed,
      instruments: companiesOf(seed).filter((_, index) => index % 2 === 0),
      calendar: tseCalendar,
      schedule: schedules.tse,
      first: '2026-01-20',
      days: daysOfSeed,
      apart: APART,
    }),
  )

const columns = [8, 62, 10, 20, 16, 4, 6]
const print = (...cells: string[]) =>
  process.stdout.write(`${cells.map((cell, index) => cell.padEnd(columns[index]!)).join(' ')}\n`)
const figure = (value: number) => value.toPrecision(3)

/** One table: each quantity as the mean of the seeds. */
function show(title: string, tables: readonly (readonly Measured[])[]): void {
  print('section', title, 'mean', 'lowest … highest', 'target', '', 'seeds')
  let outside = 0
  for (const [row, first] of tables[0]!.entries()) {
    const found = tables.map((table) => table[row]!.value)
    const line = { ...first, value: found.reduce((sum, value) => sum + value, 0) / found.length }
    if (!isInside(line)) outside++
    print(
      String(line.section),
      line.quantity,
      figure(line.value),
      `${figure(Math.min(...found))} … ${figure(Math.max(...found))}`,
      `${figure(line.low)} … ${figure(line.high)}`,
      isInside(line) ? 'in' : 'OUT',
      `${tables.filter((table) => isInside(table[row]!)).length}/${tables.length}`,
    )
  }
  print('', `${outside} of ${tables[0]!.length} out`, '', '', '', '', '')
}

const ofEach = (count: number, measured: (seed: string) => Measured[]) =>
  Array.from({ length: count }, (_, number) => measured(`statistics-${number + 1}`))
if (seeds > 0)
  show(`history: ${seeds} seeds × ${sessions} sessions × 200 companies`, ofEach(seeds, historyOf))
if (liveSeeds > 0)
  show(`live: ${liveSeeds} seeds × ${daysOfSeed} days × 100 companies`, ofEach(liveSeeds, liveOf))
