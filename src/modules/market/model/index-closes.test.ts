import { expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { indexCloses } from './index-closes.ts'
import type { DayBar } from './interval.ts'
import { indexValue, type MarketIndex } from './market-index.ts'

const day = (tradeDate: string, closeTenths: number): DayBar => ({
  at: timeJst(tradeDate, 9),
  tradeDate,
  openTenths: closeTenths,
  highTenths: closeTenths,
  lowTenths: closeTenths,
  closeTenths,
  volume: 100,
  source: 'traded',
})
const index: MarketIndex = {
  id: 'all',
  shares: new Map([
    ['A', 100],
    ['B', 300],
  ]),
  baseCost: 100 * 1_000 + 300 * 500,
}
const days: Record<string, DayBar[]> = {
  A: [day('2026-11-19', 1_000), day('2026-11-20', 1_100), day('2026-11-24', 1_200), day('2026-12-01', 1_300)],
  // Not traded on the 24th, and split in two since the beginning.
  B: [day('2026-11-19', 250), day('2026-11-20', 260), day('2026-12-01', 300)],
}
const of = { daysOf: (code: string) => days[code]!, sharesNow: (code: string) => (code === 'B' ? 2 : 1) }
const value = (a: number, b: number) => indexValue(index, (code) => (code === 'A' ? a : b * 2))

test('closes of an index: each issue at its last close, in shares of the beginning', () => {
  expect(indexCloses(index, { ...of, interval: '1d', limit: 10 })).toEqual([
    { at: timeJst('2026-11-19', 9), value: 100_000 },
    { at: timeJst('2026-11-20', 9), value: value(1_100, 260) },
    { at: timeJst('2026-11-24', 9), value: value(1_200, 260) },
    { at: timeJst('2026-12-01', 9), value: value(1_300, 300) },
  ])
})
test('weeks and months begin with their first trading day and end with their last; the newest as asked', () => {
  expect(indexCloses(index, { ...of, interval: '1w', limit: 2 })).toEqual([
    { at: timeJst('2026-11-24', 9), value: value(1_200, 260) },
    { at: timeJst('2026-12-01', 9), value: value(1_300, 300) },
  ])
  expect(indexCloses(index, { ...of, interval: '1M', limit: 9 })).toEqual([
    { at: timeJst('2026-11-19', 9), value: value(1_200, 260) },
    { at: timeJst('2026-12-01', 9), value: value(1_300, 300) },
  ])
})
