import { describe, expect, it, test } from 'vitest'
import { addDays } from '#kernel/time.ts'
import {
  calendarId,
  calendarProblem,
  CALENDAR_REJECTIONS,
  standingDays,
  type CalendarFacts,
  type CalendarTable,
} from './calendar.ts'

/** A Thursday before a weekend and a holiday on Monday: what trades on it settles on Tuesday. */
const FACTS: CalendarFacts = { market: 'tse', settled: '2026-11-24', named: ['2026-12-09'], results: [] }
const table = (closed: string[], opened: string[] = []): CalendarTable => ({
  from: [...closed, ...opened].toSorted()[0] ?? '',
  closed,
  opened,
})
const days = (from: string, n: number) => Array.from({ length: n }, (_, index) => addDays(from, index))
/** Tuesdays and Thursdays. */
const often = (n: number) =>
  ['2027-06-01', '2027-06-03', '2027-06-08', '2027-06-10', '2027-06-15', '2027-06-17'].slice(0, n)

type Case = [
  name: string,
  body: Record<string, unknown>,
  refused: string | null,
  facts?: Partial<CalendarFacts>,
  published?: CalendarTable[],
]
const cases: Case[] = [
  ['a closing', table(['2026-12-01']), null],
  ['the first day that may change', table(['2026-11-25']), null],
  ['two closings and a holiday that is none', table(['2026-12-01', '2026-12-02'], ['2027-01-11']), null],
  ['nothing', table([]), 'SCHEDULE_FORM'],
  ['a member named', { ...table(['2026-12-01']), memberId: 'x' }, 'SCHEDULE_FORM'],
  ['no list', { from: '2026-12-01', closed: '2026-12-01', opened: [] }, 'SCHEDULE_FORM'],
  ['a day that is none', { from: '2026-11-31', closed: ['2026-11-31'], opened: [] }, 'SCHEDULE_FORM'],
  ['another first day', { ...table(['2026-12-01', '2026-12-02']), from: '2026-12-02' }, 'SCHEDULE_FORM'],
  ['too many days', table(days('2027-06-01', 41)), 'SCHEDULE_FORM'],
  ['days of a file', table(['2026-12-01']), 'CALENDAR_REPLAYED', { market: null }],
  ['a day twice', table(['2026-12-01', '2026-12-01']), 'DAY_TWICE'],
  ['closed and open', table(['2026-12-01'], ['2026-12-01']), 'DAY_TWICE'],
  ['the past', table(['2026-11-02']), 'DAY_TOO_EARLY'],
  ['today', table(['2026-11-19']), 'DAY_TOO_EARLY'],
  ['the next business day', table(['2026-11-20']), 'DAY_TOO_EARLY'],
  ['the day on which today settles', table(['2026-11-24']), 'DAY_TOO_EARLY'],
  ['one day of many that is too early', table(['2026-11-24', '2026-12-01']), 'DAY_TOO_EARLY'],
  ['a Sunday closed', table(['2026-12-06']), 'DAY_UNCHANGED'],
  ['a holiday closed', table(['2027-01-11']), 'DAY_UNCHANGED'],
  ['a business day opened', table([], ['2026-12-01']), 'DAY_UNCHANGED'],
  ['closed before', table(['2026-12-01']), 'DAY_UNCHANGED', {}, [table(['2026-12-01'])]],
  ['taken back', table([], ['2026-12-01']), null, {}, [table(['2026-12-01'])]],
  ['closed again', table(['2027-01-11']), null, {}, [table([], ['2027-01-11'])]],
  ['a Saturday opened', table([], ['2026-12-05']), 'WEEKEND_OPENED'],
  ['a Sunday closed where every day trades', table(['2026-12-06']), null, { market: 'always-open' }],
  ['and taken back', table([], ['2026-12-06']), null, { market: 'always-open' }, [table(['2026-12-06'])]],
  [
    "the bank's holiday opened where every day trades",
    table([], ['2027-01-11']),
    null,
    { market: 'always-open' },
  ],
  [
    "the bank's Saturday opened where every day trades",
    table([], ['2026-12-05']),
    'WEEKEND_OPENED',
    { market: 'always-open' },
  ],
  ['a day of published terms', table(['2026-12-09']), 'DAY_NAMED'],
  [
    'four days before a weekend and a holiday',
    table(['2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08']),
    null,
  ],
  [
    'five of them, which joins the turn of the year: twelve in a row',
    table(['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07', '2027-01-08']),
    'CLOSED_IN_A_ROW',
  ],
  [
    'in two tables',
    table(['2027-01-08']),
    'CLOSED_IN_A_ROW',
    {},
    [table(['2027-01-04', '2027-01-05', '2027-01-06', '2027-01-07'])],
  ],
  ['five days of thirty', table(often(5)), null],
  ['a sixth day of thirty', table(often(6)), 'CLOSED_OFTEN'],
  ['a sixth day by another table', table(['2027-06-28']), 'CLOSED_OFTEN', {}, [table(often(5))]],
  [
    'a day near on which companies publish results',
    table(['2026-12-01']),
    'RESULTS_NEAR',
    { results: ['2026-12-01'] },
  ],
  ['a sixth day after thirty', table(['2027-07-01']), null, {}, [table(often(5))]],
]
test.each(cases)('%s', (_, body, refused, facts = {}, published = []) => {
  expect(
    calendarProblem(calendarId(String(body.from), 1), body, { ...FACTS, ...facts }, published, false)
      ?.rejection ?? null,
  ).toBe(refused)
})

describe('ids', () => {
  it('name the first day and a number', () => {
    const body = table(['2026-12-01'])
    const refused = (id: string, isKnown = false) =>
      calendarProblem(id, body, FACTS, [], isKnown)?.rejection ?? null
    expect([
      refused('calendar-2026-12-01-2'),
      refused('calendar-2026-12-01'),
      refused('calendar-2026-12-02-1'),
      refused('calendar-2026-12-01-0'),
      refused('calendar-2026-12-01-100'),
    ]).toEqual([null, 'SCHEDULE_ID', 'SCHEDULE_ID', 'SCHEDULE_ID', 'SCHEDULE_ID'])
    expect(refused('calendar-2026-12-01-1', true)).toBe('SCHEDULE_KNOWN')
  })
})

it('every refusal is tried', () => {
  const tried = new Set([...cases.map(([, , refused]) => refused), 'SCHEDULE_ID', 'SCHEDULE_KNOWN'])
  expect(CALENDAR_REJECTIONS.filter((name) => !tried.has(name))).toEqual([])
})

it('what is taken back is what it was', () => {
  expect([
    ...standingDays([table(['2026-12-01', '2026-12-02']), table([], ['2026-12-01', '2027-01-11'])]),
  ]).toEqual([
    ['2026-12-02', false],
    ['2027-01-11', true],
  ])
})
