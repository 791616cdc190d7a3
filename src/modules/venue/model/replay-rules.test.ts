import { expect, test } from 'vitest'
import { limitsFor } from '#modules/instruments/model/limits.ts'
import type { ReplayDay } from './replay-bars.ts'
import { onGrid, rulesOf, splitsShown } from './replay-rules.ts'

const day = (
  date: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume = 100_000,
): ReplayDay => ({
  date,
  openTenths: open * 10,
  highTenths: high * 10,
  lowTenths: low * 10,
  closeTenths: close * 10,
  volume,
})
const flat = (date: string, yen: number) => day(date, yen, yen, yen, yen)
const shown = (days: ReplayDay[], dates = days.map(({ date }) => date)) =>
  splitsShown('9001', days, rulesOf(days, 'other', { dates, basePrice: null })).map(
    ({ exDate, newShares, oldShares, inferred }) => [exDate, newShares, oldShares, inferred],
  )

test('a split shows in the prices and rebases the limits', () => {
  const rules = rulesOf(
    [day('2023-06-28', 10_000, 10_200, 9_950, 10_160), day('2023-06-29', 3_380, 3_420, 3_300, 3_400)],
    'other',
  )
  expect(rules[1]).toMatchObject({
    split: { newShares: 3, oldShares: 1 },
    baseTenths: 33_867,
    widened: 'none',
  })
})

/** Yen: the close before, the whole day after. */
test.each([
  [10_160, 3_380, 3, 1],
  [3_000, 2_000, 3, 2],
  [100, 1_000, 1, 10],
])('a close of %d and a day at %d: %d new shares for %d', (close, open, newShares, oldShares) => {
  const days = [day('2023-06-28', close, close, close, close), day('2023-06-29', open, open, open, open)]
  expect(splitsShown('9001', days, rulesOf(days, 'other'))).toMatchObject([
    {
      code: '9001',
      lastCumDate: '2023-06-28',
      exDate: '2023-06-29',
      announcedOn: '2023-06-29',
      newShares,
      oldShares,
    },
  ])
})

test('two days at nothing but the limit widen that side fourfold (as an issue did in February 2024)', () => {
  const rules = rulesOf(
    [
      day('2024-02-13', 928, 962, 913, 962),
      day('2024-02-14', 1_112, 1_112, 1_112, 1_112),
      day('2024-02-15', 1_412, 1_412, 1_412, 1_412),
      day('2024-02-16', 1_702, 2_021, 1_681, 1_840),
      day('2024-02-19', 1_984, 2_033, 1_950, 1_993),
    ],
    'other',
  )
  expect(rules.map(({ widened }) => widened)).toEqual(['none', 'none', 'none', 'upper', 'none'])
  expect(rules[3]).toMatchObject({ lowerTenths: 11_120, upperTenths: 26_120 })
})

/** Every ratio by which the price after it fits to a tick. */
test.each([
  [9, 1],
  [7, 1],
  [15, 1],
  [1, 4],
  [1, 3],
  [1, 7],
  [6, 5],
  [10, 1],
  [100, 1],
  [25, 1],
  [1, 20],
  [7, 2],
  [5, 3],
])('%d new shares for %d old ones are found as they are', (newShares, oldShares) => {
  const before = 5_040
  const after = Math.round((before * oldShares) / newShares)
  const isShown =
    after > limitsFor(before * 10, 'other').upperTenths / 10 ||
    after < limitsFor(before * 10, 'other').lowerTenths / 10
  expect(shown([flat('2023-06-28', before), flat('2023-06-29', after)])).toEqual(
    isShown ? [['2023-06-29', newShares, oldShares, true]] : [],
  )
})

test('a gap after days without a bar is no split, one on the next trading day is, weekends and holidays apart', () => {
  const dates = ['2024-08-01', '2024-08-02', '2024-08-05', '2024-08-06']
  for (const after of [2_000, 375]) {
    const rules = rulesOf([flat('2024-08-01', 1_000), flat('2024-08-06', after)], 'other', {
      dates,
      basePrice: null,
    })
    expect(rules[1]).toMatchObject({ split: null, baseTenths: 10_000, isBeyond: true })
    expect(rules[1]!.lowerTenths <= after * 10 && rules[1]!.upperTenths >= after * 10).toBe(true)
  }
  expect(shown([flat('2024-08-02', 1_000), flat('2024-08-05', 500)], dates)).toEqual([
    ['2024-08-05', 2, 1, true],
  ])
})

test('a gap that is gone again after a few days was an error of the file, in both directions', () => {
  expect(shown([flat('2024-08-01', 1_000), flat('2024-08-02', 100), flat('2024-08-05', 1_010)])).toEqual([])
  expect(
    shown([
      flat('2024-08-01', 1_000),
      flat('2024-08-02', 10_000),
      flat('2024-08-05', 10_050),
      flat('2024-08-06', 990),
    ]),
  ).toEqual([])
  expect(
    shown([
      flat('2024-08-01', 3_000),
      flat('2024-08-02', 1_000),
      flat('2024-08-05', 1_010),
      flat('2024-08-06', 990),
    ]),
  ).toEqual([['2024-08-02', 3, 1, true]])
})

test('the limits of a day hold its bar, whatever the rules reckon, and say so', () => {
  const rules = rulesOf(
    [day('2024-08-01', 1_980, 2_000, 1_975, 1_990), day('2024-08-02', 1_650, 1_700, 1_570, 1_570)],
    'other',
  )
  expect(rules[1]).toMatchObject({
    baseTenths: 19_900,
    lowerTenths: 15_700,
    upperTenths: 23_900,
    isBeyond: true,
    split: null,
  })
  expect(
    rulesOf(
      [day('2024-08-01', 1_980, 2_000, 1_975, 1_990), day('2024-08-02', 1_650, 1_700, 1_590, 1_590)],
      'other',
    )[1],
  ).toMatchObject({ lowerTenths: 15_900, isBeyond: false })
})

test('what a file says of dividends and splits takes the place of guessing', () => {
  const days = [day('2024-08-01', 1_980, 2_000, 1_975, 1_990), day('2024-08-02', 1_650, 1_700, 1_570, 1_570)]
  const dividend = rulesOf(days, 'other', {
    dates: days.map(({ date }) => date),
    basePrice: (close) => close - 200,
  })
  expect(dividend[1]).toMatchObject({ baseTenths: 19_700, lowerTenths: 15_700, isBeyond: false })
  const nothing = rulesOf([flat('2024-08-01', 3_000), flat('2024-08-02', 1_000)], 'other', {
    dates: ['2024-08-01', '2024-08-02'],
    basePrice: (close) => close,
  })
  expect(nothing[1]).toMatchObject({ split: null, baseTenths: 30_000, isBeyond: true })
})

test('a price between two ticks goes to the nearer one, and the order of the prices stays', () => {
  const bar = { openTenths: 30_013, highTenths: 30_049, lowTenths: 29_994, closeTenths: 30_026, volume: 100 }
  expect(onGrid(bar, 'other')).toEqual({
    openTenths: 30_000,
    highTenths: 30_050,
    lowTenths: 29_990,
    closeTenths: 30_050,
    volume: 100,
  })
  const right = {
    openTenths: 30_000,
    highTenths: 30_050,
    lowTenths: 30_000,
    closeTenths: 30_000,
    volume: 100,
  }
  expect(onGrid(right, 'other')).toBe(right)
})
