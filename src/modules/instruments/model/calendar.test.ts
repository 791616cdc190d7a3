import { expect, test } from 'vitest'
import { addDays, weekday } from '#kernel/time.ts'
import {
  calendarFrom,
  changeable,
  everyDayCalendar,
  fileCalendar,
  remembered,
  tseCalendar,
  weekEndOf,
} from './calendar.ts'

/** Trading days a year (facts: market rules, section 2). */
test.each([
  [2024, 245],
  [2025, 243],
  [2026, 242],
  [2027, 244],
])('%d has %d trading days', (year, expected) => {
  let count = 0
  for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1))
    if (tseCalendar.isTradingDay(date)) count++
  expect(count).toBe(expected)
})

const days: [date: string, open: boolean, why: string][] = [
  ['2026-05-06', false, 'substitute for Constitution Day on a Sunday'],
  ['2026-09-22', false, 'between two holidays'],
  ['2027-03-22', false, 'substitute for the equinox'],
  ['2024-02-12', false, 'substitute'],
  ['2026-12-31', false, 'end of the year'],
  ['2026-12-30', true, 'last session'],
  ['2027-01-03', false, 'turn of the year'],
  ['2027-01-04', true, 'first session'],
  ['2026-11-21', false, 'Saturday'],
  ['2026-11-22', false, 'Sunday'],
  ['2026-11-23', false, 'Labour Thanksgiving'],
  ['2026-11-24', true, 'Tuesday'],
  ['2028-01-03', false, 'turn of a year beyond the table'],
  ['2028-01-08', false, 'Saturday beyond the table'],
]
test.each(days)('%s open: %s (%s)', (date, open) => expect(tseCalendar.isTradingDay(date)).toBe(open))

/**
 * The holidays of a year by the Act on National Holidays, as the table of market rules 2 has them; equinoxes
 * as decreed.
 */
const EQUINOXES: Readonly<Record<number, readonly [vernal: string, autumnal: string]>> = {
  2024: ['03-20', '09-22'],
  2025: ['03-20', '09-23'],
  2026: ['03-20', '09-23'],
  2027: ['03-21', '09-23'],
}
function holidaysOf(year: number): string[] {
  const monday = (month: string, nth: number) => {
    const first = `${year}-${month}-01`
    return addDays(first, ((8 - weekday(first)) % 7) + (nth - 1) * 7)
  }
  const named = new Set([
    ...[
      '01-01',
      '02-11',
      '02-23',
      '04-29',
      '05-03',
      '05-04',
      '05-05',
      '08-11',
      '11-03',
      '11-23',
      ...EQUINOXES[year]!,
    ].map((day) => `${year}-${day}`),
    monday('01', 2),
    monday('07', 3),
    monday('09', 3),
    monday('10', 2),
  ])
  // A holiday on a Sunday moves to the next day that is none; a day between two of them is off as well.
  const moved = [...named]
    .filter((day) => weekday(day) === 0)
    .map((day) => {
      let next = day
      while (named.has(next)) next = addDays(next, 1)
      return next
    })
  const between = [...named]
    .map((day) => addDays(day, 1))
    .filter((day) => !named.has(day) && named.has(addDays(day, 1)) && weekday(day) !== 0)
  return [...named, ...moved, ...between, ...['01-02', '01-03', '12-31'].map((day) => `${year}-${day}`)]
}
test.each([2024, 2025, 2026, 2027])(
  'the closed days of %d are those that the rules name, and weekends',
  (year) => {
    const holidays = new Set(holidaysOf(year))
    for (let date = `${year}-01-01`; date <= `${year}-12-31`; date = addDays(date, 1)) {
      expect([date, tseCalendar.isTradingDay(date)]).toEqual([
        date,
        weekday(date) % 6 !== 0 && !holidays.has(date),
      ])
    }
  },
)

const settlements: [trade: string, settles: string][] = [
  ['2026-05-01', '2026-05-08'],
  ['2026-11-19', '2026-11-24'],
  ['2026-11-20', '2026-11-25'],
  ['2026-12-29', '2027-01-04'],
  ['2026-12-30', '2027-01-05'],
]
test.each(settlements)('a trade of %s settles on %s', (trade, settles) =>
  expect(tseCalendar.settlementDate(trade)).toBe(settles),
)

test('next and previous pass holidays and count', () => {
  expect(tseCalendar.next('2026-04-30', 2)).toBe('2026-05-07')
  expect(tseCalendar.previous('2026-05-07')).toBe('2026-05-01')
  expect(tseCalendar.previous('2026-05-07', 3)).toBe('2026-04-28')
  expect(tseCalendar.next('2026-11-21')).toBe('2026-11-24')
})

test('the simulated market knows no holidays', () => {
  expect(everyDayCalendar.isTradingDay('2027-01-01')).toBe(true)
  expect(everyDayCalendar.settlementDate('2026-12-31')).toBe('2027-01-02')
  expect([tseCalendar.knownUntil, everyDayCalendar.knownUntil]).toEqual(['2027-12-31', null])
})

test('a replay goes by the days of its file, and by Tokyo where it ends', () => {
  const calendar = fileCalendar(['2024-08-01', '2024-08-02', '2024-08-06'])
  expect(calendar.next('2024-08-02')).toBe('2024-08-06')
  expect(calendar.settlementDate('2024-08-06')).toBe('2024-08-08')
  // 12 August 2024 was a holiday.
  expect(calendar.next('2024-08-09')).toBe('2024-08-13')
  expect(calendar.previous('2024-08-01')).toBe('2024-07-31')
})

test('a file that leaves out years is passed over in one step', () => {
  const calendar = fileCalendar(['2019-07-12', '2019-07-16', '2024-08-01'])
  expect([
    calendar.next('2019-07-16'),
    calendar.previous('2024-08-01'),
    calendar.settlementDate('2019-07-12'),
  ]).toEqual(['2024-08-01', '2019-07-16', '2024-08-02'])
})

/**
 * JPX's own example of the change: trades of 12 July (T+3) and of 16 July 2019 (T+2) both settled on the
 * 18th; the 15th was a holiday.
 */
test('a trade settles by the cycle of its day', () => {
  const calendar = calendarFrom((date) => !['2019-07-13', '2019-07-14', '2019-07-15'].includes(date), null)
  expect(['2019-07-12', '2019-07-16'].map((date) => calendar.settlementDate(date))).toEqual([
    '2019-07-18',
    '2019-07-18',
  ])
})

test('days that are changed are passed over or met by everything that counts them, and stand until others are handed in', () => {
  const calendar = changeable(tseCalendar)
  const kept = remembered(calendar, () => ({ next: calendar.next('2026-11-30') }))
  const before = kept()
  expect([before.next, kept()]).toEqual(['2026-12-01', before])
  calendar.change(
    new Map([
      ['2026-12-01', false],
      ['2027-01-11', true],
    ]),
  )
  expect([
    calendar.isTradingDay('2026-12-01'),
    calendar.isTradingDay('2027-01-11'),
    calendar.next('2026-11-30'),
    calendar.previous('2026-12-02'),
    calendar.settlementDate('2026-11-30'),
  ]).toEqual([false, true, '2026-12-02', '2026-11-30', '2026-12-03'])
  expect(kept().next).toBe('2026-12-02')
  calendar.change(new Map())
  expect([calendar.next('2026-11-30'), tseCalendar.next('2026-11-30'), kept().next]).toEqual([
    '2026-12-01',
    '2026-12-01',
    '2026-12-01',
  ])
})

test('a calendar without trading days does not search for ever', () => {
  expect(() => calendarFrom(() => false, null).next('2026-11-20')).toThrow(RangeError)
})

test.each([
  ['2026-11-16', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  // Monday 23 is a holiday: the trade date of a Sunday night is already the next week's.
  ['2026-11-24', '2026-11-27'],
])('the week of %s ends on %s', (date, end) => expect(weekEndOf(tseCalendar, date)).toBe(end))
test('where every day is a trading day a week ends on Sunday', () =>
  expect(
    weekEndOf(
      calendarFrom(() => true, null),
      '2026-11-28',
    ),
  ).toBe('2026-11-29'))
