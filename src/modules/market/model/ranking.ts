import {
  aboveLowBpOf,
  belowHighBpOf,
  marketCapOf,
  pbrHundredthsOf,
  perTenthsOf,
  surgeTenthsOf,
  yieldBpOf,
  type Figures,
} from './figures.ts'

export const RANKINGS = [
  'gainers',
  'losers',
  'turnover',
  'volume',
  'cap',
  'per',
  'pbr',
  'yield',
  'surge',
  'yearHigh',
  'yearLow',
  'code',
] as const
export type Ranking = (typeof RANKINGS)[number]

const change = (row: Figures) => (row.nowTenths - row.baseTenths) / row.baseTenths
/** An unknown figure, and a company that expects a loss, comes last. */
const NONE = -Infinity
const score: Record<Exclude<Ranking, 'code'>, (row: Figures) => number> = {
  gainers: change,
  losers: (row) => -change(row),
  turnover: (row) => row.turnoverYen,
  volume: (row) => row.volume,
  cap: (row) => marketCapOf(row) ?? NONE,
  per: (row) => -(perTenthsOf(row) ?? Infinity),
  pbr: (row) => -(pbrHundredthsOf(row) ?? Infinity),
  yield: (row) => yieldBpOf(row) ?? NONE,
  surge: (row) => surgeTenthsOf(row) ?? NONE,
  yearHigh: (row) => -(belowHighBpOf(row) ?? Infinity),
  yearLow: (row) => -(aboveLowBpOf(row) ?? Infinity),
}
/** These do not ask whether an issue has traded today. */
const STANDING: ReadonlySet<Ranking> = new Set(['cap', 'per', 'pbr', 'yield', 'yearHigh', 'yearLow'])
const byCode = (a: Figures, b: Figures) => (a.instrument.code < b.instrument.code ? -1 : 1)

/**
 * A new list in this order. Equal figures go by code; where the day's trading counts, an issue that has not
 * traded comes after all that have.
 */
export function ranked(rows: readonly Figures[], ranking: Ranking): Figures[] {
  if (ranking === 'code') return [...rows].sort(byCode)
  const of = score[ranking]
  const trading = (a: Figures, b: Figures) =>
    STANDING.has(ranking) ? 0 : Number(b.traded) - Number(a.traded)
  return [...rows].sort((a, b) => trading(a, b) || descending(of(a), of(b)) || byCode(a, b))
}

const descending = (a: number, b: number): number => (a === b ? 0 : b - a)

const SURGE_CAP = 10
const LEAST_TURNOVER_YEN = 10_000_000

/**
 * The score of how much an issue stands out today: the size of its change times the root of its turnover
 * surge, which is today's turnover over the usual one by this part of the day (at most ten times). Nobody can
 * add to it; README: hot stocks.
 */
export function heat(row: Figures, partOfDay: number): number {
  if (row.instrument.kind !== 'stock' || row.turnoverYen < LEAST_TURNOVER_YEN) return 0
  const usual = row.instrument.turnoverYen * Math.max(partOfDay, 0.02)
  const surge = usual > 0 ? Math.min(row.turnoverYen / usual, SURGE_CAP) : 1
  return Math.abs(change(row)) * Math.sqrt(surge)
}

/** The issues that stand out most, first the most. Issues that hardly traded are not among them. */
export function hottest(rows: readonly Figures[], count: number, partOfDay: number): Figures[] {
  const heats = new Map(rows.map((row) => [row, heat(row, partOfDay)]))
  return rows
    .filter((row) => heats.get(row)! > 0)
    .sort((a, b) => heats.get(b)! - heats.get(a)! || byCode(a, b))
    .slice(0, count)
}
