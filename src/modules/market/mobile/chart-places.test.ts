import { expect, test } from 'vitest'
import { spreadOf } from './chart-columns.ts'
import { labelsOf } from './own-labels.ts'
import type { Geometry } from './chart-geometry.ts'
import { distance, drawingAt, endsOf, indexOf, onTick, shifted } from './chart-places.ts'
import { alignedTo, changeSince } from './aligned.ts'
import { eventsAt, sharesBetween } from './chart-events.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import { timeJst } from '#kernel/time.ts'
import type { BarView, Interval } from '../contract.ts'

const at = (date: string, hour = 9, minute = 0) => new Date(timeJst(date, hour, minute)).toISOString()
const bars = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20'].map((date) => ({
  at: at(date),
}))
/** Ten pixels a bar, a pixel a yen below 1,000. */
const chart: Geometry = {
  subscribe: () => () => {},
  frame: () => 0,
  plot: () => ({ width: 200, height: 100 }),
  yOf: (price) => 1_000 - price,
  priceAt: (y) => 1_000 - y,
  xOf: (index) => index * 10,
  barAt: (x) => Math.round(x / 10),
  firstSeen: () => 0,
}

test.each([
  ['a bar’s own beginning', at('2026-11-18'), 2],
  ['within a bar', at('2026-11-18', 14, 30), 2],
  ['after the last', at('2026-11-24'), 4],
  ['before the first, at the pace of the bars', at('2026-11-14'), -2],
])('the bar of a moment: %s', (_, moment, index) => {
  expect(indexOf(bars, moment)).toBe(index)
})
test('an only bar has the pace of a day, and no bars have none', () => {
  expect(indexOf(bars.slice(0, 1), at('2026-11-13'))).toBe(-3)
  expect(indexOf([], at('2026-11-13'))).toBe(-1)
})

const trend = {
  kind: 'trend',
  points: [
    { at: bars[0]!.at, price: 980 },
    { at: bars[4]!.at, price: 940 },
  ],
} as const
const level = { kind: 'level', points: [{ at: bars[2]!.at, price: 950 }] } as const
test('a level goes across the chart, a trend from point to point', () => {
  expect(endsOf(chart, bars, level)).toEqual([
    { x: 0, y: 50 },
    { x: 200, y: 50 },
  ])
  expect(endsOf(chart, bars, trend)).toEqual([
    { x: 0, y: 20 },
    { x: 40, y: 60 },
  ])
})
test('a distance is from the line’s nearest place, beyond its end from the end', () => {
  const line = [
    { x: 0, y: 0 },
    { x: 10, y: 0 },
  ] as const
  expect(
    [
      { x: 5, y: 3 },
      { x: 13, y: 4 },
      { x: 0, y: 0 },
    ].map((spot) => distance(spot, line)),
  ).toEqual([3, 5, 0])
  expect(
    distance({ x: 3, y: 4 }, [
      { x: 0, y: 0 },
      { x: 0, y: 0 },
    ]),
  ).toBe(5)
})
test('a finger finds the nearest drawing within its reach', () => {
  const drawings = [trend, level]
  expect(drawingAt(chart, bars, drawings, { x: 40, y: 58 })).toBe(0)
  expect(drawingAt(chart, bars, drawings, { x: 150, y: 60 })).toBe(1)
  expect(drawingAt(chart, bars, drawings, { x: 150, y: 95 })).toBe(null)
})
test('a drawing is moved as a whole, as far as its bars go, on the grid', () => {
  const by = (steps: number, price: number) =>
    shifted(trend.points, [...bars, { at: at('2026-11-24') }], { by: steps, price, tickTable: 'other' })
  expect(by(9, 3.4)).toEqual([
    { at: bars[1]!.at, price: 983 },
    { at: at('2026-11-24'), price: 943 },
  ])
  expect(by(-1, 0)).toEqual(trend.points)
  expect(by(0, -5_000).every(({ price }) => price > 0)).toBe(true)
})
test('prices of the chart are put on the grid', () => {
  expect([onTick(1_000.26, 'topix500'), onTick(1_000.26, 'other'), onTick(3_001.4, 'topix500')]).toEqual([
    1_000.5, 1_000, 3_001,
  ])
})

test('values stand at their bars, at the last known one where there is none, and nowhere before the first', () => {
  const values = [
    { at: bars[1]!.at, value: 10 },
    { at: bars[3]!.at, value: 20 },
    { at: at('2026-11-19', 12), value: 25 },
  ]
  expect(alignedTo(bars, values)).toEqual([null, 10, 10, 20, 25])
  expect([changeSince(10, 25), changeSince(null, 25), changeSince(10, undefined)]).toEqual([
    15_000,
    null,
    null,
  ])
})

test.each([
  ['far apart, they stand where they are', [100, 20, 200], [100, 22, 200]],
  ['near, they move apart in their order', [100, 90], [134, 90]],
  ['and back in from the end', [250, 240, 100], [248, 204, 100]],
  [
    'closer together where there is no space',
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [15, 45, 75, 105, 135, 165, 195, 225, 255],
  ],
])('handles: %s', (_, heights, places) => {
  expect(spreadOf(heights, 44, { top: 0, bottom: 270 })).toEqual(places)
})

test('lines at one price have one label, another colour one of its own', () => {
  const at = { at: '2026-11-27T00:00:00Z', price: 1_623.5, side: 'up', label: 'Bought 100 +200' } as const
  const level = { price: 1_623.5, side: 'up', label: 'Buy 100' } as const
  expect(labelsOf([at, at, level, { ...level, price: 1_580 }])).toEqual([
    { price: 1_623.5, label: 'Bought 100 +200', count: 2, color: '--chart-fill' },
    { price: 1_623.5, label: 'Buy 100', count: 1, color: '--up' },
    { price: 1_580, label: 'Buy 100', count: 1, color: '--up' },
  ])
})

const day = (date: string) => ({ at: at(date) }) as BarView
test.each<[string, Interval, string[], string[]]>([
  ['a day’s own bar', '1d', ['2026-11-17', '2026-11-18', '2026-11-19'], [at('2026-11-18')]],
  ['a week’s', '1w', ['2026-11-09', '2026-11-16'], [at('2026-11-16')]],
  ['nowhere before the first bar', '1d', ['2026-11-19'], []],
])('an ex-date stands at %s', (_, interval, dates, marks) => {
  const events = [
    { date: '2026-11-18', mark: 'D', words: '', shares: 1 },
    { date: '2026-12-18', mark: 'D', words: 'to come', shares: 1 },
  ]
  const seen = eventsAt(events, dates.map(day), { schedule: schedules.tse, interval, today: '2026-11-20' })
  expect(seen.map((mark) => mark.at)).toEqual(marks)
})
test('of minutes an ex-date stands at the day’s first', () => {
  const minutes = [at('2026-11-17', 15), at('2026-11-18', 9, 5), at('2026-11-18', 9, 10)].map(
    (begun) => ({ at: begun }) as BarView,
  )
  const seen = eventsAt([{ date: '2026-11-18', mark: 'D', words: '', shares: 1 }], minutes, {
    schedule: schedules.tse,
    interval: '5m',
    today: '2026-11-20',
  })
  expect(seen.map((mark) => mark.at)).toEqual([at('2026-11-18', 9, 5)])
})

test.each([
  ['none between', '2026-11-18', '2026-11-20', 1],
  ['the first day without the right counts', '2026-11-17', '2026-11-20', 3],
  ['all of them, dividends as nothing', '2026-11-01', '2026-12-18', 0.6],
  ['none that is still to come', '2026-11-01', '2026-12-17', 3],
])('new shares for an old one: %s', (_, after, upTo, shares) => {
  const events = [
    { date: '2026-11-18', mark: 'S', words: '', shares: 3 },
    { date: '2026-11-19', mark: 'D', words: '', shares: 1 },
    { date: '2026-12-18', mark: 'S', words: '', shares: 1 / 5 },
  ]
  expect(sharesBetween(events, after, upTo)).toBeCloseTo(shares, 10)
})
