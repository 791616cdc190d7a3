import { expect, it } from 'vitest'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
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
} from '../model/figures.ts'
import { ranked } from '../model/ranking.ts'
import { isAscending, LISTED_BY, type ListedBy } from './listed-by.ts'

/** Three issues with every figure different, the middle one first. */
const rows = [2, 1, 3].map((n): Figures => ({
  instrument: { code: `S${n}`, sharesOutstanding: n * 1_000, turnoverYen: 10_000_000 } as Instrument,
  nowTenths: 10_000 + n * 100,
  baseTenths: 10_000,
  traded: true,
  volume: n * 1_000,
  turnoverYen: n * 10_000_000,
  earningsTenths: 1_000 - n * 100,
  bookTenths: 9_000 - n * 100,
  dividendTenths: n * 100,
  year: { highTenths: 20_000, lowTenths: 9_000, usualVolume: 500 },
}))
/** The figure that the row shows under the marked head. */
const SHOWN: Record<ListedBy, (row: Figures) => number | null> = {
  gainers: (row) => changeBpOf(row.nowTenths, row.baseTenths),
  losers: (row) => changeBpOf(row.nowTenths, row.baseTenths),
  turnover: ({ turnoverYen }) => turnoverYen,
  volume: ({ volume }) => volume,
  cap: marketCapOf,
  per: perTenthsOf,
  pbr: pbrHundredthsOf,
  yield: yieldBpOf,
  surge: surgeTenthsOf,
  yearHigh: (row) => -belowHighBpOf(row)!,
  yearLow: aboveLowBpOf,
}

it.each(LISTED_BY)('the arrow over a list by %s points the way in which its figures go', (by) => {
  const figures = ranked(rows, by).map(SHOWN[by])
  expect(new Set(figures).size).toBe(3)
  const rising = figures.toSorted((a, b) => a! - b!)
  expect(figures).toEqual(isAscending(by) ? rising : rising.toReversed())
})
