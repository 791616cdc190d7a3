import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { bollinger } from './bollinger.ts'
import { ema, exponentialAverage } from './ema.ts'
import { ichimoku } from './ichimoku.ts'
import type { IndicatorBar, Series } from './indicator.ts'
import { macd } from './macd.ts'
import { STOCK_CHARTS, TA_LIB } from './published.fixture.ts'
import { rsi } from './rsi.ts'
import { simpleAverage, sma } from './sma.ts'
import { stochastics } from './stochastics.ts'
import { volumeAverage } from './volume-average.ts'
import { vwap } from './vwap.ts'

type Columns = {
  readonly close: readonly number[]
  readonly high?: readonly number[]
  readonly low?: readonly number[]
  readonly volume?: readonly number[]
}
const at = (minute: number, date = '2026-11-20') => new Date(timeJst(date, 9, minute)).toISOString()
const barsOf = ({ close, high = close, low = close, volume = [] }: Columns): IndicatorBar[] =>
  close.map((price, index) => ({
    at: at(index),
    close: price,
    high: high[index] ?? price,
    low: low[index] ?? price,
    volume: volume[index] ?? 0,
  }))
const closing = (...close: number[]) => barsOf({ close })
/**
 * Values of a series that are not as published: those before this index, and those from it on that differ
 * from theirs by more than the last digit (TA-Lib cuts digits off, and does not round).
 */
const wrong = (series: Series, index: number, values: readonly number[], digit = 0.01): unknown[] => [
  ...series.slice(0, index).filter((value) => value !== null),
  ...values.flatMap((value, step) => {
    const got = series[index + step] ?? Number.NaN
    return Math.abs(got - value) <= digit ? [] : [{ index: index + step, got, value }]
  }),
]

describe('as TA-Lib publishes them', () => {
  const bars = barsOf(TA_LIB)
  // Each with its table in src/tools/ta_regtest/ta_test_func.
  it('SMA of 30 and 2 (test_ma.c)', () => {
    const [series] = sma(bars, { period: 30 })
    expect(wrong(series!, 29, [90.42, 90.21, 89.96])).toEqual([])
    expect(series![58]).toBeCloseTo(87.12, 2)
    expect(wrong(sma(bars, { period: 2 })[0]!, 1, [93.15, 94.59, 94.73])).toEqual([])
  })
  it('EMA of 2 and 10 (test_ma.c)', () => {
    expect(wrong(ema(bars, { period: 2 })[0]!, 1, [93.15, 93.96])).toEqual([])
    const [series] = ema(bars, { period: 10 })
    expect(wrong(series!, 9, [93.22, 93.75])).toEqual([])
    expect(series![29]).toBeCloseTo(86.46, 2)
  })
  it('BBANDS of 20 and two deviations (test_bbands.c)', () => {
    const [upper, middle, lower] = bollinger(bars, { period: 20, deviations: 2 })
    expect(wrong(upper!, 19, [98.0734], 1e-4)).toEqual([])
    expect(wrong(middle!, 19, [92.891], 1e-4)).toEqual([])
    expect(wrong(lower!, 19, [87.7086], 1e-4)).toEqual([])
  })
  it('RSI of 14 (test_rsi.c)', () => {
    expect(wrong(rsi(bars, { period: 14 })[0]!, 14, [49.14, 52.32, 46.07])).toEqual([])
  })
  it.each([
    [12, 26],
    [26, 12],
  ])('MACD of %i, %i and 9 (test_macd.c)', (fast, slow) => {
    const [line, signal, histogram] = macd(bars, { fast, slow, signal: 9 })
    expect(line!.findIndex((value) => value !== null)).toBe(25)
    expect(line![33]).toBeCloseTo(-1.9738, 4)
    expect(wrong(signal!, 33, [-2.7071], 1e-4)).toEqual([])
    expect(wrong(histogram!, 33, [-1.9738 + 2.7071], 1e-4)).toEqual([])
  })
  it('STOCH of 5, 3 and 3 or 4 (test_stoch.c)', () => {
    const [k, d] = stochastics(bars, { period: 5, smoothing: 3, signal: 3 })
    expect(wrong(k!.slice(8), 0, [24.0128], 0.001)).toEqual([])
    expect(wrong(d!, 8, [36.254], 0.001)).toEqual([])
    const [again, longer] = stochastics(bars, { period: 5, smoothing: 3, signal: 4 })
    expect(wrong(again!.slice(9), 0, [38.139], 0.001)).toEqual([])
    expect(wrong(longer!, 9, [36.725], 0.001)).toEqual([])
  })
})

describe('as StockCharts publishes them', () => {
  it('RSI of 14', () => {
    const { rsi: published } = STOCK_CHARTS.rsi
    expect(wrong(rsi(barsOf(STOCK_CHARTS.rsi), { period: 14 })[0]!, 14, published)).toEqual([])
  })
  it('Bollinger bands of 20 and two deviations', () => {
    const [upper, , lower] = bollinger(barsOf(STOCK_CHARTS.bollinger), { period: 20, deviations: 2 })
    expect(wrong(upper!, 19, STOCK_CHARTS.bollinger.upper, 1e-5)).toEqual([])
    expect(wrong(lower!, 19, STOCK_CHARTS.bollinger.lower, 1e-5)).toEqual([])
  })
  it('VWAP from the first bar of a day on', () => {
    const [series] = vwap(barsOf(STOCK_CHARTS.vwap), { schedule: schedules.tse })
    expect(wrong(series!, 0, STOCK_CHARTS.vwap.vwap, 1e-5)).toEqual([])
  })
  it('stochastics of 14, fast and averaged', () => {
    const { high, low, close, k, d } = STOCK_CHARTS.stochastics
    const bars = barsOf({ high, low, close: [...high.slice(0, 13), ...close] })
    const [fast, average] = stochastics(bars, { period: 14, smoothing: 1, signal: 3 })
    expect(wrong(fast!, 13, k, 0.005)).toEqual([])
    expect(wrong(average!.slice(16), 0, d, 0.005)).toEqual([])
  })
  it('the middle of a span, which Ichimoku’s conversion and base line are', () => {
    const { high, low, middle } = STOCK_CHARTS.midpoint
    const bars = barsOf({ close: high, high, low })
    expect(wrong(ichimoku(bars, { conversion: 20, base: 2, spanB: 2 })[0]!, 19, middle, 0.0051)).toEqual([])
    expect(wrong(ichimoku(bars, { conversion: 2, base: 20, spanB: 2 })[1]!, 19, middle, 0.0051)).toEqual([])
  })
})

/** Everything once more, from the definitions, value by value and without a step in common. */
const slow = {
  mean: (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length,
  window: <T>(list: readonly T[], index: number, period: number) =>
    index + 1 < period ? null : list.slice(index + 1 - period, index + 1),
  ema(values: readonly number[], period: number, index: number): number | null {
    if (index < period - 1) return null
    let sum = slow.mean(values.slice(0, period)) * (1 - 2 / (period + 1)) ** (index - period + 1)
    for (let step = period; step <= index; step++)
      sum += (2 / (period + 1)) * values[step]! * (1 - 2 / (period + 1)) ** (index - step)
    return sum
  },
  rsi(values: readonly number[], period: number, index: number): number | null {
    if (index < period) return null
    const side = (sign: 1 | -1) => {
      const moves = values.slice(1).map((value, step) => Math.max(sign * (value - values[step]!), 0))
      const old = (period - 1) / period
      let sum = slow.mean(moves.slice(0, period)) * old ** (index - period)
      for (let step = period; step < index; step++) sum += (moves[step]! / period) * old ** (index - 1 - step)
      return sum
    }
    const [gain, loss] = [side(1), side(-1)]
    return gain === 0 && loss === 0 ? null : 100 - 100 / (1 + gain / loss)
  },
  span: (bars: readonly IndicatorBar[], index: number, period: number) => {
    const window = slow.window(bars, index, period)
    return (
      window && {
        top: Math.max(...window.map(({ high }) => high)),
        foot: Math.min(...window.map(({ low }) => low)),
      }
    )
  },
}
const near = (one: number | null | undefined, other: number | null | undefined, scale = 1) =>
  (one ?? null) === null || (other ?? null) === null
    ? (one ?? null) === (other ?? null)
    : Math.abs(one! - other!) <= 1e-7 * Math.max(scale, Math.abs(other!))

describe('as a slow reckoning from the definitions has them', () => {
  const market = fc.array(
    fc.record({
      low: fc.integer({ min: 10, max: 90_000 }),
      up: fc.nat(500),
      part: fc.nat(10),
      volume: fc.nat(9_000),
    }),
    { minLength: 1, maxLength: 90 },
  )
  const made = market.map((list): IndicatorBar[] =>
    list.map(({ low, up, part, volume }, index) => ({
      at: at(index),
      low: low / 10,
      high: (low + up) / 10,
      close: (low + (up * part) / 10) / 10,
      volume: volume * 100,
    })),
  )
  const period = fc.integer({ min: 1, max: 30 })
  const each = (series: Series, of: (index: number) => number | null, scale = 1) =>
    series.every((value, index) => near(value, of(index), scale))

  it('averages of prices and volumes, and bands', () => {
    fc.assert(
      fc.property(made, period, (bars, n) => {
        const closes = bars.map(({ close }) => close)
        const mean = (list: readonly number[]) => (index: number) => {
          const window = slow.window(list, index, n)
          return window && slow.mean(window)
        }
        const [upper, middle, lower] = bollinger(bars, { period: n, deviations: 2 })
        const sigma = (index: number) => {
          const window = slow.window(closes, index, n)
          return window && Math.sqrt(slow.mean(window.map((one) => (one - slow.mean(window)) ** 2)))
        }
        expect(
          each(sma(bars, { period: n })[0]!, mean(closes)) &&
            each(volumeAverage(bars, { period: n })[0]!, mean(bars.map(({ volume }) => volume)), 1e6) &&
            each(middle!, mean(closes)) &&
            each(
              upper!,
              (index) => (sigma(index) === null ? null : mean(closes)(index)! + 2 * sigma(index)!),
              1e4,
            ) &&
            each(
              lower!,
              (index) => (sigma(index) === null ? null : mean(closes)(index)! - 2 * sigma(index)!),
              1e4,
            ),
        ).toBe(true)
      }),
    )
  })
  it('exponential averages and MACD', () => {
    fc.assert(
      fc.property(made, fc.integer({ min: 2, max: 20 }), fc.nat(10), period, (bars, fast, more, n) => {
        const closes = bars.map(({ close }) => close)
        const slowPeriod = fast + more
        const line = (index: number) => {
          const one = slow.ema(closes, slowPeriod, index)
          return one === null ? null : slow.ema(closes.slice(more), fast, index - more)! - one
        }
        const [got, signal] = macd(bars, { fast, slow: slowPeriod, signal: n })
        const lines = closes.map((_, index) => line(index)).filter((value) => value !== null)
        expect(
          each(ema(bars, { period: n })[0]!, (index) => slow.ema(closes, n, index)) &&
            each(got!, line, 1e4) &&
            each(signal!, (index) => slow.ema(lines, n, index - slowPeriod + 1), 1e4),
        ).toBe(true)
      }),
    )
  })
  it('RSI', () => {
    fc.assert(
      fc.property(made, period, (bars, n) => {
        const closes = bars.map(({ close }) => close)
        expect(each(rsi(bars, { period: n })[0]!, (index) => slow.rsi(closes, n, index), 100)).toBe(true)
      }),
    )
  })
  it('stochastics', () => {
    fc.assert(
      fc.property(made, period, fc.integer({ min: 1, max: 5 }), (bars, n, smoothing) => {
        const raw = (index: number) => {
          const span = slow.span(bars, index, n)
          return span === null || span.top === span.foot
            ? null
            : ((bars[index]!.close - span.foot) / (span.top - span.foot)) * 100
        }
        const smooth = (of: (index: number) => number | null) => (index: number) => {
          const window = Array.from({ length: smoothing }, (_, back) => of(index - back))
          return window.includes(null) ? null : slow.mean(window as number[])
        }
        const [k, d] = stochastics(bars, { period: n, smoothing, signal: smoothing })
        expect(each(k!, smooth(raw), 100) && each(d!, smooth(smooth(raw)), 100)).toBe(true)
      }),
    )
  })
  it('Ichimoku, each line where it is drawn', () => {
    fc.assert(
      fc.property(made, period, period, period, (bars, conversion, base, spanB) => {
        const middle = (n: number) => (index: number) => {
          const span = index < 0 ? null : slow.span(bars, index, n)
          return span && (span.top + span.foot) / 2
        }
        const [line, basis, first, second, lagging] = ichimoku(bars, { conversion, base, spanB })
        const between = (index: number) => {
          const [a, b] = [middle(conversion)(index), middle(base)(index)]
          return a === null || b === null ? null : (a + b) / 2
        }
        expect(first!.length).toBe(bars.length + base - 1)
        expect(
          each(line!, middle(conversion)) &&
            each(basis!, middle(base)) &&
            each(first!, (index) => between(index - base + 1)) &&
            each(second!, (index) => middle(spanB)(index - base + 1)) &&
            each(lagging!, (index) => bars[index + base - 1]?.close ?? null),
        ).toBe(true)
      }),
    )
  })
})

describe('at the edges', () => {
  const ALL = (bars: readonly IndicatorBar[]): Series[] =>
    [
      sma(bars, { period: 5 }),
      ema(bars, { period: 5 }),
      bollinger(bars, { period: 5, deviations: 2 }),
      ichimoku(bars, { conversion: 3, base: 5, spanB: 7 }),
      vwap(bars, { schedule: schedules.tse }),
      rsi(bars, { period: 5 }),
      macd(bars, { fast: 3, slow: 5, signal: 2 }),
      stochastics(bars, { period: 5, smoothing: 3, signal: 3 }),
      volumeAverage(bars, { period: 5 }),
    ].flat()
  it('of no bars, of one and of too few there is no value, and never a NaN', () => {
    for (const count of [0, 1, 4])
      for (const series of ALL(closing(...Array.from({ length: count }, () => 100))))
        expect(series.filter((value) => value !== null && !Number.isFinite(value))).toEqual([])
    expect(
      ALL([])
        .flat()
        .filter((value) => value !== null),
    ).toEqual([])
  })
  it('a price that never moves has no RSI and no stochastics, bands of no width, a MACD of nothing', () => {
    const flat = barsOf({ close: Array.from({ length: 40 }, () => 512.3) })
    expect(new Set(rsi(flat, { period: 14 })[0])).toEqual(new Set([null]))
    expect(new Set(stochastics(flat, { period: 9, smoothing: 3, signal: 3 }).flat())).toEqual(new Set([null]))
    const [upper, middle, lower] = bollinger(flat, { period: 20, deviations: 2 })
    expect(upper!.at(-1)).toBeCloseTo(512.3, 9)
    expect([middle!.at(-1), lower!.at(-1)]).toEqual([upper!.at(-1), upper!.at(-1)])
    expect(macd(flat, { fast: 12, slow: 26, signal: 9 })[0]!.at(-1)).toBeCloseTo(0, 9)
  })
  it('one that only rises has an RSI of 100, one that only falls of 0', () => {
    expect(rsi(closing(1, 2, 3, 4), { period: 2 })[0]).toEqual([null, null, 100, 100])
    expect(rsi(closing(4, 3, 2, 1), { period: 2 })[0]).toEqual([null, null, 0, 0])
  })
  it('stochastics come back once the bars without a span are out of sight', () => {
    const bars = closing(100, 100, 100, 101, 102, 103)
    expect(stochastics(bars, { period: 2, smoothing: 2, signal: 1 })[0]).toEqual([
      null,
      null,
      null,
      null,
      100,
      100,
    ])
  })
  it('a split leaves no trace in bars of new shares: prices are divided, what has no unit is the same', () => {
    const { close, high, low } = STOCK_CHARTS.stochastics
    const bars = barsOf({ close, high, low, volume: close.map((_, index) => 100 * (index + 1)) })
    const inNew = bars.map((bar) => ({
      ...bar,
      close: bar.close / 3,
      high: bar.high / 3,
      low: bar.low / 3,
      volume: bar.volume * 3,
    }))
    const differing = (a: readonly Series[], b: readonly Series[], ratio: number) =>
      a.flatMap((series, index) =>
        series.filter((value, at) =>
          value === null
            ? b[index]![at] !== null
            : !(Math.abs(value / ratio - b[index]![at]!) < 1e-9 * Math.max(Math.abs(value), 1)),
        ),
      )
    const prices = (of: readonly IndicatorBar[]) =>
      [
        sma(of, { period: 5 }),
        ema(of, { period: 5 }),
        bollinger(of, { period: 5, deviations: 2 }),
        ichimoku(of, { conversion: 3, base: 5, spanB: 7 }),
        vwap(of, { schedule: schedules.tse }),
        macd(of, { fast: 3, slow: 5, signal: 2 }),
      ].flat()
    const unitless = (of: readonly IndicatorBar[]) =>
      [rsi(of, { period: 5 }), stochastics(of, { period: 5, smoothing: 3, signal: 3 })].flat()
    expect(differing(prices(bars), prices(inNew), 3)).toEqual([])
    expect(differing(unitless(bars), unitless(inNew), 1)).toEqual([])
    expect(differing(volumeAverage(bars, { period: 5 }), volumeAverage(inNew, { period: 5 }), 1 / 3)).toEqual(
      [],
    )
  })
  it('a time without trades has no bar and counts as none: lunch, a halt, a night', () => {
    const { close, high, low } = STOCK_CHARTS.stochastics
    const whole = barsOf({ close, high, low })
    const gapped = whole.map((bar, index) => ({ ...bar, at: at(index < 7 ? index : index + 200) }))
    const values = (of: readonly IndicatorBar[]) => ALL(of.map((bar) => ({ ...bar, volume: 1 })))
    expect(values(gapped)).toEqual(values(whole))
  })
  it('a missing value is missing for as long as it is in the window', () => {
    expect(simpleAverage([1, null, 3, 5], 2)).toEqual([null, null, null, 4])
    expect(exponentialAverage([null, null, 1, 3], 2)).toEqual([null, null, null, 2])
  })
  it('VWAP begins anew with each trading day, a half day too, and has none of a day that is cut off', () => {
    const bar = (time: string, close: number, volume: number): IndicatorBar => ({
      at: time,
      high: close,
      low: close,
      close,
      volume,
    })
    const bars = [
      // The first day is known from half past nine on.
      bar(at(30), 100, 10),
      bar(at(35), 200, 10),
      // A half day ends at half past eleven; what follows is the next day's, whose opening nobody traded at.
      bar(at(5, '2026-11-24'), 100, 0),
      bar(at(10, '2026-11-24'), 100, 30),
      bar(at(150, '2026-11-24'), 200, 10),
      bar(at(0, '2026-11-25'), 300, 5),
    ]
    expect(vwap(bars, { schedule: schedules.tse })[0]).toEqual([null, null, null, 100, 125, 300])
  })
  it('a day of the always-open market goes on past midnight', () => {
    const night = (hour: number) => new Date(timeJst('2026-11-20', hour)).toISOString()
    const bars = [10, 23, 25, 29, 30].map((hour, index) => ({
      at: night(hour),
      high: index + 1,
      low: index + 1,
      close: index + 1,
      volume: 1,
    }))
    const [series] = vwap(bars, { schedule: schedules['always-open'] })
    expect(series!.slice(0, 4)).toEqual([null, null, null, null])
    expect(series!.at(-1)).toBe(5)
  })
})
