import { describe, expect, it } from 'vitest'
import { iso, timeJst } from '#kernel/time.ts'
import { schedules } from '#modules/instruments/model/schedule.ts'
import {
  FIRST_CHART,
  PANES,
  STUDIES,
  type ChartSettings,
  type Study,
} from '#modules/watchlists/model/chart.ts'
import { bucketStart, MINUTES, sessionsOf, type DayInterval, type MinuteInterval } from './interval.ts'
import { nextBars } from './next-bars.ts'
import { aheadOf, LINES, reachOf, studyLines, type StudyLine } from './studies.ts'

const schedule = schedules.tse
const settingsOf = (studies: readonly Study[], figures: ChartSettings['figures'] = {}): ChartSettings => ({
  ...FIRST_CHART,
  studies,
  figures,
})
/** Prices that go up and down, minute by minute, from the opening of a day on. */
const bars = (count: number) =>
  nextBars(schedule, '1m', timeJst('2026-11-16', 8), count).map((at, index) => {
    const close = 1_000 + 40 * Math.sin(index / 7) + index / 3
    return { at: iso(at), high: close + 3, low: close - 4, close, volume: 100 * (1 + (index % 5)) }
  })

describe('the lines of a chart', () => {
  it('are those of each study, one value for each place', () => {
    const settings = settingsOf(STUDIES.filter((study) => !PANES.some((pane) => pane === study)))
    const lines = studyLines(bars(90), { settings, interval: '1m', schedule })
    expect(lines.map(({ id }) => id)).toEqual(
      settings.studies.flatMap((study) => LINES[study].map((line) => `${study}.${line}`)),
    )
    const ahead = aheadOf(settings)
    expect(ahead).toBe(25)
    for (const { id, values } of lines) expect(values.length, id).toBe(id.includes('.span') ? 90 + ahead : 90)
  })
  it('say their own figure: the interval’s of an average, the deviations of a band', () => {
    const settings = settingsOf(['sma', 'bollinger', 'rsi'], { 'sma.1w.long': 100, 'rsi.period': 9 })
    const counts = (interval: '1d' | '1w' | '5m') =>
      studyLines(bars(90), { settings, interval, schedule }).map(({ count }) => count)
    expect(counts('1w')).toEqual([13, 26, 100, 2, 20, 2, 9])
    expect(counts('5m')).toEqual([5, 25, 75, 2, 20, 2, 9])
  })
  it('have no price by volume of days, of which one bar is one', () => {
    const of = (interval: '1d' | '5m') =>
      studyLines(bars(9), { settings: settingsOf(['vwap']), interval, schedule }).length
    expect([of('1d'), of('5m')]).toEqual([0, 1])
  })
  it.each(STUDIES)('%s: what lies before its reach does not change what is drawn', (study) => {
    const settings = settingsOf([study])
    for (const interval of ['1d', '1m'] as const) {
      const reach = reachOf({ settings, interval, schedule })
      const all = bars(reach + 400)
      const part = all.slice(400)
      const at = (lines: readonly StudyLine[], length: number) =>
        lines.map(({ values }) => values[length - 1] ?? null)
      const [whole, cut] = [all, part].map((some) =>
        at(studyLines(some, { settings, interval, schedule }), some.length),
      )
      whole!.forEach((value, index) => {
        if (value === null) expect(cut![index]).toBeNull()
        else expect(Math.abs(cut![index]! / value - 1), `${study} ${index}`).toBeLessThan(0.02)
      })
    }
  })
})

describe('the bars that will come', () => {
  const starts = (interval: DayInterval | MinuteInterval, last: number, count: number) =>
    nextBars(schedule, interval, last, count).map(iso)
  const opening = (date: string) => iso(timeJst(date, 9))
  it('of days leave out weekends, holidays and the turn of the year', () => {
    expect(starts('1d', timeJst('2026-12-29', 9), 3)).toEqual(
      ['2026-12-30', '2027-01-04', '2027-01-05'].map(opening),
    )
    expect(starts('1d', timeJst('2026-11-20', 9), 2)).toEqual(['2026-11-24', '2026-11-25'].map(opening))
  })
  it('of weeks and months begin with their first trading day', () => {
    expect(starts('1w', timeJst('2026-11-16', 9), 2)).toEqual(['2026-11-24', '2026-11-30'].map(opening))
    expect(starts('1M', timeJst('2026-11-02', 9), 3)).toEqual(
      ['2026-12-01', '2027-01-04', '2027-02-01'].map(opening),
    )
  })
  it.each(Object.keys(MINUTES) as MinuteInterval[])(
    'of %s are those that trades will fall into',
    (interval) => {
      const last = timeJst('2026-11-20', 15, 10)
      const found = nextBars(
        schedule,
        interval,
        bucketStart(sessionsOf(schedule, '2026-11-20'), last, MINUTES[interval]),
        400,
      )
      const known = new Set<number>()
      for (const date of ['2026-11-20', '2026-11-24', '2026-11-25', '2026-11-26', '2026-11-27', '2026-11-30'])
        for (const { from, to } of sessionsOf(schedule, date))
          for (let at = from; at <= to; at += 60_000)
            known.add(bucketStart(sessionsOf(schedule, date), at, MINUTES[interval]))
      const expected = [...known].filter(
        (at) => at > bucketStart(sessionsOf(schedule, '2026-11-20'), last, MINUTES[interval]),
      )
      expect(found.slice(0, expected.length)).toEqual(expected.slice(0, 400))
    },
  )
  it('of the always-open market go past midnight', () => {
    const last = timeJst('2026-11-20', 23, 30)
    expect(nextBars(schedules['always-open'], '30m', last, 2)).toEqual([
      timeJst('2026-11-21', 0),
      timeJst('2026-11-21', 0, 30),
    ])
  })
})
