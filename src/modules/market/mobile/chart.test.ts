import { describe, expect, test } from 'vitest'
import { timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import type { BarView, Interval, QuoteView } from '../contract.ts'
import { afterQuote, type LiveTail } from './live-bars.ts'

const iso = (hour: number, minute = 0, date = '2026-11-20') =>
  new Date(timeJst(date, hour, minute)).toISOString()
const bar = (
  at: string,
  open: number,
  high: number,
  low: number,
  close: number,
  volume: number,
): BarView => ({ at, open, high, low, close, volume, source: 'traded' })
const quote = (last: number | null, volume: number, at: string, tradeDate = '2026-11-20') =>
  ({ last, volume, at, tradeDate }) as QuoteView

describe('the end of a chart after a quote', () => {
  const nine = bar(iso(9), 100, 105, 95, 102, 1_000)
  const cases: [
    name: string,
    interval: Interval,
    tail: LiveTail,
    quote: QuoteView,
    bars: BarView[],
    volume: number | null,
  ][] = [
    [
      'a trade in the bar under way',
      '5m',
      { bars: [nine], volume: 1_000 },
      quote(107, 1_300, iso(9, 4)),
      [bar(iso(9), 100, 107, 95, 107, 1_300)],
      1_300,
    ],
    [
      'the next bar',
      '5m',
      { bars: [nine], volume: 1_000 },
      quote(101, 1_200, iso(9, 5)),
      [nine, bar(iso(9, 5), 101, 101, 101, 101, 200)],
      1_200,
    ],
    [
      'no trade since: a new bid does nothing',
      '5m',
      { bars: [nine], volume: 1_000 },
      quote(102, 1_000, iso(9, 7)),
      [nine],
      1_000,
    ],
    [
      'the first quote only sets the price of the bar under way',
      '5m',
      { bars: [nine], volume: null },
      quote(103, 1_000, iso(9, 4)),
      [bar(iso(9), 100, 105, 95, 103, 1_000)],
      1_000,
    ],
    [
      'the first quote begins no bar',
      '5m',
      { bars: [nine], volume: null },
      quote(103, 1_000, iso(9, 40)),
      [nine],
      1_000,
    ],
    ['without a price nothing', '1d', { bars: [nine], volume: null }, quote(null, 0, iso(8)), [nine], null],
    [
      'the day goes on',
      '1d',
      { bars: [nine], volume: 1_000 },
      quote(94, 1_100, iso(15)),
      [bar(iso(9), 100, 105, 94, 94, 1_100)],
      1_100,
    ],
    [
      'a new day counts from nothing',
      '1d',
      { bars: [nine], volume: 1_000 },
      quote(99, 50, iso(9, 1, '2026-11-24'), '2026-11-24'),
      [nine, bar(iso(9, 0, '2026-11-24'), 99, 99, 99, 99, 50)],
      50,
    ],
    [
      'the same week',
      '1w',
      { bars: [bar(iso(9, 0, '2026-11-16'), 90, 100, 80, 95, 10)], volume: 500 },
      quote(101, 600, iso(10)),
      [bar(iso(9, 0, '2026-11-16'), 90, 101, 80, 101, 110)],
      600,
    ],
    [
      'another month',
      '1M',
      { bars: [nine], volume: 500 },
      quote(101, 20, iso(9, 0, '2026-12-01'), '2026-12-01'),
      [nine, bar(iso(9, 0, '2026-12-01'), 101, 101, 101, 101, 20)],
      20,
    ],
  ]
  test.each(cases)('%s', (_, interval, tail, heard, bars, volume) => {
    expect(afterQuote(tail, heard, interval, schedules.tse)).toEqual({ bars, volume })
  })
})
