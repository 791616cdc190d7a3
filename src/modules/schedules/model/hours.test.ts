import { describe, expect, it, test } from 'vitest'
import { RELEASED, type HoursTable, type Session } from '#modules/instruments/model/schedule.ts'
import {
  clockWords,
  hoursId,
  hoursOn,
  hoursProblem,
  HOURS_REJECTIONS,
  stretches,
  type HoursFacts,
} from './hours.ts'

/** A Thursday before a weekend and a holiday on Monday: what trades on it settles on Tuesday. */
const FACTS: HoursFacts = { market: 'tse', isOpen: true, settled: '2026-11-24', named: ['2026-12-09'] }
const MORNING: Session = ['08:00', '09:00', '11:30']
const AFTERNOON: Session = ['12:05', '12:30', '15:30']
const half = (from: string, until: string | null = from): HoursTable => ({
  from,
  until,
  sessions: [MORNING],
  preClosing: '11:25',
})
const early = (close: string, preClosing: string): HoursTable => ({
  from: '2026-12-30',
  until: '2026-12-30',
  sessions: [MORNING, ['12:05', '12:30', close]],
  preClosing,
})
const day = (sessions: Session[], preClosing: string): HoursTable => ({
  from: '2026-12-30',
  until: null,
  sessions,
  preClosing,
})
const usual = (from: string, until: string | null = null): HoursTable => ({ from, until, ...RELEASED.tse })

type Case = [
  name: string,
  body: Record<string, unknown>,
  refused: string | null,
  facts?: Partial<HoursFacts>,
  published?: HoursTable[],
]
const cases: Case[] = [
  ['a half-day', half('2026-12-30'), null],
  ['the first day that may have other hours', half('2026-11-25'), null],
  ['an early close', early('15:00', '14:55'), null],
  ['a late opening', day([['09:30', '10:00', '11:30'], AFTERNOON], '15:25'), null],
  [
    'a long break',
    day(
      [
        ['08:00', '09:00', '11:00'],
        ['13:00', '13:30', '15:30'],
      ],
      '15:20',
    ),
    null,
  ],
  ['the afternoon alone', day([AFTERNOON], '15:25'), null],
  ['from a day on', half('2027-01-05', null), null],
  ['nothing', {}, 'SCHEDULE_FORM'],
  ['one member', { ...half('2026-12-30'), memberId: 'x' }, 'SCHEDULE_FORM'],
  ['no session', day([], '11:25'), 'SCHEDULE_FORM'],
  ['three sessions', day([['08:00', '08:05', '08:10'], MORNING, AFTERNOON], '15:25'), 'SCHEDULE_FORM'],
  ['a time that is none', day([['08:00', '9:00', '11:30']], '11:25'), 'SCHEDULE_FORM'],
  ['a session without an end', { ...half('2026-12-30'), sessions: [['08:00', '09:00']] }, 'SCHEDULE_FORM'],
  ['a day that is none', half('2026-11-31'), 'SCHEDULE_FORM'],
  ["a replay's hours", half('2026-12-30'), 'CALENDAR_REPLAYED', { market: null }],
  ['a day on which nobody trades', half('2026-12-31'), 'FROM_CLOSED', { isOpen: false }],
  ['today', half('2026-11-19'), 'DAY_TOO_EARLY'],
  ['the day on which today settles', half('2026-11-24'), 'DAY_TOO_EARLY'],
  ['an end before the beginning', half('2026-12-30', '2026-12-29'), 'UNTIL_BEFORE'],
  ['a time between', early('15:02', '14:55'), 'TIME_GRID'],
  ['no pre-closing', early('15:00', '15:00'), 'TIME_ORDER'],
  ['pre-closing before the opening', early('15:00', '12:20'), 'TIME_ORDER'],
  ['a session that ends before it opens', day([['08:00', '11:00', '09:00']], '10:00'), 'TIME_ORDER'],
  ['sessions that touch', day([MORNING, ['11:30', '12:30', '15:30']], '15:25'), 'TIME_ORDER'],
  ['the evening', early('18:00', '17:55'), 'HOURS_OUTSIDE'],
  ['orders before the day', day([['07:00', '09:00', '11:30']], '11:25'), 'HOURS_OUTSIDE'],
  ['trading before nine', day([['08:00', '08:30', '11:30']], '11:25'), 'HOURS_OUTSIDE'],
  ['trading over the break', day([['08:00', '09:00', '15:30']], '15:25'), 'HOURS_OUTSIDE'],
  ['an afternoon of fifty minutes', early('13:25', '13:20'), 'SESSION_SHORT'],
  ['a morning of ninety minutes alone', day([['08:00', '09:00', '10:35']], '10:30'), 'DAY_SHORT'],
  ['a morning of two hours alone', day([['08:00', '09:00', '11:05']], '11:00'), null],
  ["the release's hours", usual('2026-12-30'), 'HOURS_UNCHANGED'],
  ['hours that are published', half('2026-12-30'), 'HOURS_UNCHANGED', {}, [half('2026-12-30')]],
  [
    'a part of what is published',
    half('2027-01-06', '2027-01-07'),
    'HOURS_UNCHANGED',
    {},
    [half('2027-01-05', null)],
  ],
  ['back to the usual hours', usual('2027-02-01'), null, {}, [half('2027-01-05', null)]],
  ['more days of the same hours', half('2026-12-28', '2026-12-30'), null, {}, [half('2026-12-30')]],
  ['a day of published terms', half('2026-12-09'), 'DAY_NAMED'],
  ['days over one of published terms', half('2026-12-08', '2026-12-10'), 'DAY_NAMED'],
  ['for good, before a day of published terms', half('2026-12-08', null), 'DAY_NAMED'],
  [
    'a fifth change in one month',
    half('2026-12-30'),
    'HOURS_OFTEN',
    {},
    ['01', '02', '03', '04'].map((date) => half(`2026-12-${date}`)),
  ],
  [
    'a fifth change in two months',
    half('2026-12-30'),
    null,
    {},
    ['2026-11-30', '2026-12-02', '2026-12-03', '2026-12-04'].map((date) => half(date)),
  ],
  [
    'an evening less where every day trades',
    { from: '2026-12-31', until: '2027-01-03', sessions: [['05:56', '06:00', '22:00']], preClosing: '21:55' },
    null,
    { market: 'always-open' },
  ],
  [
    'the night beyond the next day',
    { from: '2026-12-31', until: null, sessions: [['05:56', '06:00', '30:00']], preClosing: '29:50' },
    'HOURS_OUTSIDE',
    { market: 'always-open' },
  ],
  [
    'a break where every day trades',
    {
      from: '2026-12-31',
      until: null,
      sessions: [
        ['05:56', '06:00', '12:00'],
        ['12:30', '13:00', '29:55'],
      ],
      preClosing: '29:50',
    },
    'HOURS_OUTSIDE',
    { market: 'always-open' },
  ],
]
test.each(cases)('%s', (_, body, refused, facts = {}, published = []) => {
  expect(
    hoursProblem(hoursId(String(body.from), 1), body, { ...FACTS, ...facts }, published, false)?.rejection ??
      null,
  ).toBe(refused)
})

it('has a case for every refusal, and ids that name the first day and a number', () => {
  const refused = (id: string, isKnown = false) =>
    hoursProblem(id, half('2026-12-30'), FACTS, [], isKnown)?.rejection ?? null
  expect([
    refused('hours-2026-12-30-2'),
    refused('hours-2026-12-30'),
    refused('hours-2026-12-31-1'),
    refused('hours-2026-12-30-0'),
    refused('hours-2026-12-30-100'),
    refused('hours-2026-12-30-1', true),
  ]).toEqual([null, ...Array.from({ length: 4 }, () => 'SCHEDULE_ID'), 'SCHEDULE_KNOWN'])
  expect(
    HOURS_REJECTIONS.filter(
      (name) => !['SCHEDULE_ID', 'SCHEDULE_KNOWN'].includes(name) && !cases.some(([, , one]) => one === name),
    ),
  ).toEqual([])
})

describe('what holds', () => {
  const [always, once] = [half('2027-01-05', null), early('15:00', '14:55')]
  const [january, back] = [{ ...once, from: '2027-01-12', until: '2027-01-13' }, usual('2027-01-20')]
  it('is the last table that names the day', () => {
    expect(
      ['2027-01-04', '2027-01-05', '2027-01-12', '2027-01-14', '2027-01-20'].map((date) =>
        hoursOn([always, january, back], date),
      ),
    ).toEqual([null, always, january, always, back])
  })
  it('is told in stretches', () => {
    expect(
      stretches([always, january, back], '2027-01-01', '2027-01-31').map(({ from, to, table }) => [
        from,
        to,
        table,
      ]),
    ).toEqual([
      ['2027-01-05', '2027-01-11', always],
      ['2027-01-12', '2027-01-13', january],
      ['2027-01-14', '2027-01-19', always],
      ['2027-01-20', '2027-01-31', back],
    ])
    expect(stretches([always], '2027-02-01', '2027-02-28')).toEqual([
      { from: '2027-02-01', to: '2027-02-28', table: always },
    ])
    expect(stretches([january], '2027-02-01', '2027-02-28')).toEqual([])
  })
  it('is said by the clock', () => {
    expect(
      ['09:00', '15:30', '29:55'].map((time) => clockWords(time, (shown) => `next day ${shown}`)),
    ).toEqual(['9:00', '15:30', 'next day 5:55'])
  })
})
