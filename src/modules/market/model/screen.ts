import {
  aboveLowBpOf,
  belowHighBpOf,
  changeBpOf,
  marketCapOf,
  pbrHundredthsOf,
  perTenthsOf,
  surgeTenthsOf,
  yieldBpOf,
  type Figures,
} from './figures.ts'

/**
 * The conditions of a screen on an issue. Bounds are included, and in the units in which people name them:
 * prices in yen, changes, yields and distances from the year's high and low in percent, turnover in millions
 * of yen, capitalisation in hundreds of millions (億円), PER and PBR in times, volume in shares, and over a
 * usual day's in times; `lotTo`: the cost of a trading unit, in yen.
 */
export const BOUNDS = [
  'priceFrom',
  'priceTo',
  'lotTo',
  'changeFrom',
  'changeTo',
  'volumeFrom',
  'turnoverFrom',
  'capFrom',
  'capTo',
  'perFrom',
  'perTo',
  'pbrFrom',
  'pbrTo',
  'yieldFrom',
  'yieldTo',
  'surgeFrom',
  'belowHighTo',
  'aboveLowTo',
] as const
export type Bound = (typeof BOUNDS)[number]
export type Screen = Partial<Record<Bound, number>> & {
  readonly sectors?: readonly string[]
  readonly kind?: 'stock' | 'etf'
}

const MILLION = 1_000_000
const OKU = 100_000_000

const partOf = (value: number | null, of: number): number | null => (value === null ? null : value / of)

/** The figure that a bound is about, in the bound's unit; null: unknown, and then no bound on it holds. */
const FIGURE: Readonly<Record<string, (row: Figures) => number | null>> = {
  price: (row) => row.nowTenths / 10,
  lot: (row) => (row.nowTenths * row.instrument.unit) / 10,
  // A day without a trade has no change.
  change: (row) => (row.traded ? changeBpOf(row.nowTenths, row.baseTenths) / 100 : null),
  volume: (row) => row.volume,
  turnover: (row) => row.turnoverYen / MILLION,
  cap: (row) => partOf(marketCapOf(row), OKU),
  per: (row) => partOf(perTenthsOf(row), 10),
  pbr: (row) => partOf(pbrHundredthsOf(row), 100),
  yield: (row) => partOf(yieldBpOf(row), 100),
  surge: (row) => partOf(surgeTenthsOf(row), 10),
  belowHigh: (row) => partOf(belowHighBpOf(row), 100),
  aboveLow: (row) => partOf(aboveLowBpOf(row), 100),
}

/** True if an issue meets the screen. */
export function matches(row: Figures, screen: Screen): boolean {
  const { sectors, kind } = screen
  if (kind !== undefined && row.instrument.kind !== kind) return false
  if (sectors !== undefined && sectors.length > 0 && !sectors.includes(row.instrument.sector)) return false
  return BOUNDS.every((bound) => {
    const limit = screen[bound]
    if (limit === undefined) return true
    const isLowest = bound.endsWith('From')
    const figure = FIGURE[bound.slice(0, isLowest ? -4 : -2)]!(row)
    return figure !== null && (isLowest ? figure >= limit : figure <= limit)
  })
}
