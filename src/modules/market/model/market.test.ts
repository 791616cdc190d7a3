import { describe, expect, test } from 'vitest'
import { MINUTE, timeJst } from '#kernel/time.ts'
import type { Instrument } from '#modules/instruments/model/instrument.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { changeBpOf, marketCapOf, type Figures } from './figures.ts'
import { gapBars, gapClose, minutesIn, type GapPath } from './gap.ts'
import { addTrade, emptyDay } from './live-day.ts'
import { breadthOf, indexValue, marketIndices, sectorsOf } from './market-index.ts'
import { heat, hottest, ranked, type Ranking } from './ranking.ts'
import { sparkOf } from './spark.ts'

const words = { ja: '', en: '', 'zh-Hans': '', 'zh-Hant': '', es: '', fr: '' }
const issue = (code: string, more: Partial<Instrument> = {}): Instrument => ({
  code,
  names: words,
  kana: '',
  romaji: '',
  sector: 'machinery',
  kind: 'stock',
  tickTable: 'other',
  unit: 100,
  sharesOutstanding: 1_000_000,
  profile: words,
  simulated: true,
  sizeClass: 'large',
  beta: 1,
  dailyVolPpm: 20_000,
  turnoverYen: 1_000_000_000,
  openingPriceTenths: 10_000,
  ...more,
})
const row = (
  code: string,
  now: number,
  base: number,
  more: Partial<Omit<Figures, 'instrument'>> = {},
  about: Partial<Instrument> = {},
): Figures => ({
  instrument: issue(code, about),
  nowTenths: now,
  baseTenths: base,
  traded: true,
  volume: 1_000,
  turnoverYen: 100_000_000,
  earningsTenths: null,
  bookTenths: null,
  dividendTenths: null,
  year: null,
  ...more,
})

test('changes are basis points of the base, nearest', () => {
  expect([
    changeBpOf(34_820, 34_100),
    changeBpOf(9_999, 10_000),
    changeBpOf(10_000, 10_000),
    changeBpOf(5, 0),
  ]).toEqual([211, -1, 0, 0])
})

describe('lists', () => {
  const rows = [
    row('S003', 11_000, 10_000, { volume: 5, turnoverYen: 50, dividendTenths: 300 }),
    row('S001', 9_000, 10_000, { volume: 9, turnoverYen: 10, earningsTenths: 900 }),
    row('S004', 10_000, 10_000, { traded: false, volume: 0, turnoverYen: 0, dividendTenths: 400 }),
    row('S002', 11_000, 10_000, { volume: 5, turnoverYen: 70, earningsTenths: -5, dividendTenths: 0 }),
    row('S000', 10_500, 10_000, { volume: 1, turnoverYen: 60, earningsTenths: 700 }),
  ]
  const cases: [ranking: Ranking, codes: string][] = [
    ['gainers', 'S002 S003 S000 S001 S004'],
    ['losers', 'S001 S000 S002 S003 S004'],
    ['turnover', 'S002 S000 S003 S001 S004'],
    ['volume', 'S001 S002 S003 S000 S004'],
    ['code', 'S000 S001 S002 S003 S004'],
    ['cap', 'S002 S003 S000 S004 S001'],
    ['per', 'S001 S000 S002 S003 S004'],
    ['yield', 'S004 S003 S002 S000 S001'],
  ]
  test.each(cases)('by %s: %s', (ranking, codes) => {
    expect(
      ranked(rows, ranking)
        .map((one) => one.instrument.code)
        .join(' '),
    ).toBe(codes)
  })
})

describe('hot stocks', () => {
  const cases: [name: string, row: Figures, partOfDay: number, heat: number][] = [
    ['a usual day', row('A', 10_200, 10_000, { turnoverYen: 500_000_000 }), 0.5, 0.02],
    [
      'four times the usual turnover counts double',
      row('A', 10_200, 10_000, { turnoverYen: 2_000_000_000 }),
      0.5,
      0.04,
    ],
    ['a fall counts as a rise', row('A', 9_800, 10_000, { turnoverYen: 500_000_000 }), 0.5, 0.02],
    [
      'more than ten times is ten times',
      row('A', 10_200, 10_000, { turnoverYen: 90_000_000_000 }),
      0.5,
      0.02 * Math.sqrt(10),
    ],
    ['hardly traded', row('A', 12_000, 10_000, { turnoverYen: 9_999_999 }), 0.5, 0],
    ['a fund', row('A', 12_000, 10_000, {}, { kind: 'etf' }), 0.5, 0],
  ]
  test.each(cases)('%s', (_, figures, part, expected) =>
    expect(heat(figures, part)).toBeCloseTo(expected, 10),
  )
  test('the hottest come first, equals by code, cold ones not at all', () => {
    const rows = [
      row('B', 10_200, 10_000),
      row('A', 10_200, 10_000),
      row('C', 10_900, 10_000),
      row('D', 10_000, 10_000),
    ]
    expect(hottest(rows, 3, 0.5).map((one) => one.instrument.code)).toEqual(['C', 'A', 'B'])
  })
})

describe('indices', () => {
  const list = [
    issue('A', { sharesOutstanding: 300, openingPriceTenths: 10_000 }),
    issue('B', { sharesOutstanding: 100, openingPriceTenths: 20_000, sizeClass: 'small' }),
    issue('E', { kind: 'etf' }),
  ]
  const first = (code: string) => list.find((one) => one.code === code)!.openingPriceTenths
  const prices: Record<string, number> = { A: 11_000, B: 19_000 }
  const cases: [id: string, points: number][] = [
    ['all', 1_040],
    ['large', 1_100],
    ['small', 950],
  ]
  test.each(cases)('%s is weighted by capitalisation', (id, points) => {
    const index = marketIndices(list, first).find((one) => one.id === id)!
    expect(indexValue(index, (code) => prices[code] ?? null)).toBe(points * 100)
  })
  test('without numbers of shares every issue counts the same', () => {
    const [all] = marketIndices(
      [
        { ...list[0]!, sharesOutstanding: 0 },
        { ...list[1]!, sharesOutstanding: 0 },
      ],
      first,
    )
    expect(indexValue(all!, (code) => prices[code] ?? null)).toBe(102_500)
  })
  test('sectors, breadth and capitalisation', () => {
    const rows = [
      row('A', 11_000, 10_000),
      row('B', 9_000, 10_000, {}, { sector: 'banks', sharesOutstanding: 3_000_000 }),
      row('C', 10_000, 10_000),
    ]
    expect(sectorsOf(rows)).toEqual([
      { id: 'banks', changeBp: -1_000, marketCapYen: 2_700_000_000, issues: 1 },
      { id: 'machinery', changeBp: 500, marketCapYen: 2_100_000_000, issues: 2 },
    ])
    expect(breadthOf(rows)).toEqual({ advancing: 1, declining: 1, unchanged: 1 })
    expect(marketCapOf(row('A', 10_001, 1, {}, { sharesOutstanding: 0 }))).toBeNull()
  })
})

describe('the live day', () => {
  const nine = timeJst('2026-11-20', 9)
  test('counts trades into minutes, each trade once', () => {
    const day = emptyDay('2026-11-20')
    const trades = [
      [1, 0, 100, 300],
      [2, 30_000, 90, 100],
      [2, 30_000, 90, 100],
      [3, 59_999, 95, 100],
      [4, 60_000, 97, 500],
    ] as const
    for (const [no, ms, priceTenths, quantity] of trades)
      addTrade(day, { no, at: nine + ms, priceTenths, quantity })
    expect(day.bars).toEqual([
      {
        at: nine,
        openTenths: 100,
        highTenths: 100,
        lowTenths: 90,
        closeTenths: 95,
        volume: 500,
        source: 'traded',
      },
      {
        at: nine + MINUTE,
        openTenths: 97,
        highTenths: 97,
        lowTenths: 97,
        closeTenths: 97,
        volume: 500,
        source: 'traded',
      },
    ])
  })
  test('a spark has at most 30 steps and ends with the last price', () => {
    const day = emptyDay('2026-11-20')
    for (let no = 1; no <= 120; no++)
      addTrade(day, { no, at: nine + no * MINUTE, priceTenths: no, quantity: 100 })
    const spark = sparkOf(day.bars, nine, nine + 121 * MINUTE)
    expect(spark.length).toBe(30)
    expect(spark.at(-1)).toBe(120)
    expect(sparkOf([], nine, nine + 60 * MINUTE)).toEqual([])
  })
})

describe('time switched off', () => {
  const schedule = schedules['always-open']
  const gap = { from: timeJst('2026-11-18', 20), to: timeJst('2026-11-20', 10, 30) }
  const days = ['2026-11-18', '2026-11-19', '2026-11-20']
  const path: GapPath = {
    instrument: issue('S214'),
    schedule,
    seed: 'seed',
    gap,
    dates: days.map((date) => ({ date, count: minutesIn(gap, schedule, date) })),
    fromTenths: 30_000,
    toTenths: 31_000,
  }
  test('the path leads from the last price before to the first after, without a hole', () => {
    const bars = days.flatMap((date) => gapBars(path, date))
    expect(bars[0]!.openTenths).toBe(30_000)
    expect(bars.at(-1)!.closeTenths).toBe(31_000)
    expect(bars[0]!.at).toBeGreaterThanOrEqual(path.gap.from)
    expect(bars.at(-1)!.at).toBeLessThan(path.gap.to)
    for (const bar of bars) {
      expect(bar.highTenths).toBeGreaterThanOrEqual(Math.max(bar.openTenths, bar.closeTenths))
      expect(bar.lowTenths).toBeLessThanOrEqual(Math.min(bar.openTenths, bar.closeTenths))
      expect([bar.volume % 100, bar.source]).toEqual([0, 'model'])
    }
    for (let index = 1; index < bars.length; index++) {
      expect(Math.abs(bars[index]!.openTenths / bars[index - 1]!.closeTenths - 1)).toBeLessThan(0.005)
    }
  })
  test('it is the same whenever it is asked for', () => {
    expect(gapBars(path, '2026-11-19')).toEqual(gapBars(path, '2026-11-19'))
    expect(gapBars(path, '2026-11-21')).toEqual([])
  })
  test('the close of a day is that of its last bar, whether somebody traded in its last minute or not', () => {
    let early = 0
    for (
      let turnoverYen = 2_000_000;
      turnoverYen < 4_000_000_000;
      turnoverYen = Math.floor(turnoverYen * 1.05)
    ) {
      const going = { ...path, instrument: issue(`S${turnoverYen % 997}`, { turnoverYen }) }
      for (const date of days) {
        const last = gapBars(going, date).at(-1)
        expect(gapClose(going, date)).toBe(last?.closeTenths)
        if (last !== undefined && last.at < gapBars(path, date).at(-1)!.at) early++
      }
    }
    expect(early).toBeGreaterThan(20)
    expect(gapClose(path, '2026-11-21')).toBeUndefined()
  })
})
