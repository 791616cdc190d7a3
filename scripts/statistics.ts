/**
 * The simulated market beside the real one: the quantities of sections 2 to 5 of the market statistics, measured on the daily
 * bars of the history model under Tokyo hours. `npm run statistics -- [--seeds 20] [--sessions 490]`: the mean over the seeds is
 * held against the target, and how many single seeds keep it stands beside it.
 */
import { parseArgs } from 'node:util'
import { tseCalendar } from '#rooms/instruments/model/calendar.ts'
import { schedules } from '#rooms/instruments/model/schedule.ts'
import { simulatedUniverse } from '#rooms/instruments/model/universe.ts'
import { makeHistory } from '#rooms/market/model/history.ts'
import { isInside, measure, type Measured } from '#rooms/market/model/history-statistics.ts'

const { values } = parseArgs({ options: { seeds: { type: 'string', default: '20' }, sessions: { type: 'string', default: '490' } } })
const [seeds, sessions] = [Number(values.seeds), Number(values.sessions)]

function measureSeed(seed: string): Measured[] {
  const companies = simulatedUniverse(seed).filter((instrument) => instrument.kind === 'stock')
  const history = makeHistory(seed, companies, tseCalendar, schedules.tse, '2026-11-20', sessions)
  return measure(companies.map(({ code, sector, tickTable }) => ({ code, sector, tickTable, bars: history.daily(code) })))
}

const tables = Array.from({ length: seeds }, (_, number) => measureSeed(`statistics-${number + 1}`))
const columns = [8, 44, 10, 20, 16, 4, 6]
const print = (...cells: string[]) => process.stdout.write(`${cells.map((cell, index) => cell.padEnd(columns[index]!)).join(' ')}\n`)
const figure = (value: number) => value.toPrecision(3)

print('section', 'quantity', 'mean', 'lowest … highest', 'target', '', 'seeds')
let outside = 0
for (const [row, first] of tables[0]!.entries()) {
  const found = tables.map((table) => table[row]!.value)
  const line = { ...first, value: found.reduce((sum, value) => sum + value, 0) / found.length }
  if (!isInside(line)) outside++
  print(
    String(line.section), line.quantity, figure(line.value), `${figure(Math.min(...found))} … ${figure(Math.max(...found))}`,
    `${figure(line.low)} … ${figure(line.high)}`, isInside(line) ? 'in' : 'OUT',
    `${tables.filter((table) => isInside(table[row]!)).length}/${seeds}`,
  )
}
print('', `${seeds} seeds × ${sessions} sessions × 200 companies`, `${outside} out`, '', '', '')
