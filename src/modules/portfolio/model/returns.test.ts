import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import {
  drawdownOf,
  gainBp,
  gainOf,
  growthOf,
  indexGrowth,
  moneyWeightedGrowth,
  rateOfFlows,
  sharesBp,
  type DayValue,
} from './returns.ts'

/** Days one after another from a Monday on. */
const days = (...rows: [value: number, into?: number, out?: number][]): DayValue[] =>
  rows.map(([valueYen, inYen = 0, outYen = 0], n) => ({
    date: addDays('2026-11-16', n),
    valueYen,
    inYen,
    outYen,
  }))

describe('time-weighted growth', () => {
  test('500 in, 1,000 after the first period; 1,000 more in, 1,500 after the second: 50 % (Wikipedia, example 1)', () => {
    const growth = growthOf(0, days([1_000, 500], [1_500, 1_000]))
    expect(growth).toEqual([2, 1.5])
    expect(gainBp(growth.at(-1)!)).toBe(5_000)
  })

  const rows: [name: string, opening: number, days: DayValue[], growth: (number | null)[]][] = [
    ['a gain and a loss of ten per cent', 100, days([110], [99]), [1.1, 0.99]],
    ['money out counts to the end of its day', 100, days([60, 0, 50], [66]), [1.1, 1.21]],
    ['money in counts from the beginning of its day', 100, days([220, 100]), [1.1]],
    ['before the first money', 0, days([0], [100, 100], [105]), [1, 1, 1.05]],
    ['all taken out, and begun anew', 100, days([0, 0, 120], [0], [50, 40]), [1.2, 1.2, 1.5]],
    ['all lost', 100, days([0], [10, 10], [20]), [0, 0, 0]],
    ['more lost than was there: no rate, and none after it', 100, days([-1], [200, 200]), [null, null]],
    ['what is owed moves: no rate', -100, days([-50]), [null]],
    ['nothing at all', 0, days([0]), [1]],
  ]
  test.each(rows)('%s', (_, opening, given, growth) => {
    expect(growthOf(opening, given).map((one) => one && Math.round(one * 1e9) / 1e9)).toEqual(growth)
  })

  test('money that comes and goes changes no rate', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 })
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0.5, max: 1.5, noNaN: true }),
            amount,
            fc.double({ min: 0, max: 0.9, noNaN: true }),
          ),
          { maxLength: 30 },
        ),
        (steps) => {
          let valueYen = 1_000_000
          let product = 1
          const lived = steps.map(([rate, inYen, part], n): DayValue => {
            const grown = (valueYen + inYen) * rate
            const outYen = grown * part
            valueYen = grown - outYen
            product *= rate
            return { date: addDays('2026-01-01', n), valueYen, inYen, outYen }
          })
          expect(growthOf(1_000_000, lived).at(-1) ?? 1).toBeCloseTo(product, 6)
        },
      ),
    )
  })
})

describe('money-weighted growth', () => {
  test('Microsoft’s example of XIRR: 37.34 % a year', () => {
    // 2008-01-01, 2008-03-01, 2008-10-30, 2009-02-15, 2009-04-01, by their days.
    const flows = [
      { day: 0, yen: 10_000 },
      { day: 60, yen: -2_750 },
      { day: 303, yen: -4_250 },
      { day: 411, yen: -3_250 },
    ]
    const growth = rateOfFlows(flows, { day: 456, yen: 2_750 })!
    expect(growth ** (365 / 456) - 1).toBeCloseTo(0.373362535, 8)
  })

  const rows: [name: string, opening: number, days: DayValue[], growth: number | null][] = [
    ['without flows it is the value over the value', 100, days([105], [121]), 1.21],
    // 500 g + 1,000 √g = 1,500 has the one root g = 1: nothing was earned.
    [
      '500 and 1,000 in, 1,500 at the end: nothing earned (Wikipedia, example 1)',
      0,
      days([1_000, 500], [1_500, 1_000]),
      1,
    ],
    // 100 g − 50 = 60.
    ['money out at the end', 100, days([60, 0, 50]), 1.1],
    // 100 g² + 100 g = 231, for g a day: 1.1; both days: 1.21.
    ['money in on the second day', 100, days([110], [231, 100]), 1.21],
    ['nothing was there', 0, days([0]), null],
    ['more is owed than any loss explains', 100, days([-50]), null],
    ['value without any money', 0, days([100]), null],
    ['no day', 100, [], null],
  ]
  test.each(rows)('%s', (_, opening, given, growth) => {
    const found = moneyWeightedGrowth(opening, given)
    if (growth === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(growth, 8)
  })

  test('days without trading between two days of the market are lived too', () => {
    const [first, second] = days([100, 100], [110])
    const later = { ...second!, date: addDays(first!.date, 3) }
    expect(moneyWeightedGrowth(0, [first!, later])).toBeCloseTo(1.1, 8)
  })
})

describe('the index over the same days', () => {
  const closes = [
    { date: '2026-11-12', value: 90 },
    { date: '2026-11-13', value: 100 },
    { date: '2026-11-16', value: 110 },
    { date: '2026-11-18', value: 99 },
  ]
  test('from the close before the first day; a day without a close has the one before', () => {
    expect(indexGrowth(closes, ['2026-11-16', '2026-11-17', '2026-11-18'])).toEqual([1.1, 1.1, 0.99])
  })
  test('not known without a close before', () => {
    expect(indexGrowth(closes, ['2026-11-12'])).toEqual([null])
    expect(indexGrowth(closes, [])).toEqual([])
  })
})

describe('drawdown', () => {
  const curve = (...growths: number[]) =>
    growths.map((growth, n) => ({ date: addDays('2026-11-16', n), growth }))
  test.each([
    ['only up', curve(1.1, 1.2), { part: 0, from: null, to: null, nowPart: 0 }],
    ['from the beginning', curve(0.9, 0.8), { part: 0.2, from: null, to: '2026-11-17', nowPart: 0.2 }],
    [
      'the deeper of two, and where it stands now',
      curve(1.25, 1, 1.6, 0.8, 1.2),
      { part: 0.5, from: '2026-11-18', to: '2026-11-19', nowPart: 0.25 },
    ],
    ['none', [], { part: 0, from: null, to: null, nowPart: 0 }],
  ])('%s', (_, given, expected) => {
    const { part, nowPart, ...dates } = drawdownOf(given)
    expect(dates).toEqual({ from: expected.from, to: expected.to })
    expect(part).toBeCloseTo(expected.part, 9)
    expect(nowPart).toBeCloseTo(expected.nowPart, 9)
  })
})

test('a period’s gain is what no money from outside explains', () => {
  expect(gainOf(100, days([220, 100], [150, 0, 80]))).toBe(30)
  expect(gainOf(100, [])).toBe(0)
})

test.each([
  [
    [1, 1, 1],
    [3_334, 3_333, 3_333],
  ],
  [
    [100, 0, 300],
    [2_500, 0, 7_500],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [[], []],
  [[7], [10_000]],
])('parts %j of a whole are %j basis points', (parts, shares) => {
  expect(sharesBp(parts)).toEqual(shares)
})
