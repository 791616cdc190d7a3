import { describe, expect, it, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import {
  contributionsOf,
  dayOf,
  explainedGain,
  flowsOf,
  monthResults,
  monthsUntil,
  spanStart,
} from './performance.ts'

const sum = (debit: string, credit: string, kind: TransferKind, yen: number, code: string | null = null) => ({
  debit,
  credit,
  kind,
  yen,
  code,
  count: 1,
})

test.each([
  ['month', '2026-10-28'],
  ['quarter', '2026-08-28'],
  ['year', '2026-01-01'],
  ['twelve', '2025-11-27'],
] as const)('a span of a %s begins on %s', (span, start) => {
  expect(spanStart(span, '2026-11-27')).toBe(start)
})

test('the newest months, over a year’s end', () => {
  expect(monthsUntil('2027-02-03', 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
})

test.each([
  ['2026-11-26', '2026-11-26'],
  ['2026-11-28', '2026-11-30'],
  ['2026-12-05', '2026-11-30'],
])('a booking of %s counts on %s', (date, day) => {
  expect(dayOf(['2026-11-26', '2026-11-27', '2026-11-30'], date)).toBe(day)
})

describe('money from outside', () => {
  const rows: [name: string, of: ReturnType<typeof sum>, inYen: number, outYen: number][] = [
    ['a deposit', sum('h:bank', 'm:1:available', 'deposit', 500), 500, 0],
    [
      'a withdrawal leaves when the bank has it',
      sum('m:1:withdrawalHold', 'h:bank', 'withdrawal', 300),
      0,
      300,
    ],
    ['not while it is held', sum('m:1:available', 'm:1:withdrawalHold', 'withdrawal-hold', 300), 0, 0],
    ['a pool is outside', sum('m:1:available', 'h:pools', 'pool-subscription', 200), 0, 200],
    ['what it pays comes from there', sum('h:pools', 'm:1:available', 'pool-profit', 70), 70, 0],
    ['a loan is outside', sum('m:1:loan', 'm:1:available', 'loan', 900), 900, 0],
    [
      'a shortfall that the firm lends is owed at once',
      sum('m:1:shortfall', 'm:1:available', 'shortfall', 40),
      0,
      0,
    ],
    ['a profit is none', sum('h:clearing', 'm:1:unsettled', 'profit', 10, 'S100'), 0, 0],
  ]
  it.each(rows)('%s', (_, of, inYen, outYen) => expect(flowsOf([of])).toEqual({ inYen, outYen }))
})

describe('the gain by what brought it', () => {
  const sums = [
    sum('h:bank', 'm:1:available', 'deposit', 1_000),
    sum('h:clearing', 'm:1:unsettled', 'profit', 500, 'S100'),
    sum('m:1:available', 'h:fee', 'fee', 55, 'S100'),
    sum('m:1:available', 'm:1:lotMargin', 'lot-margin', 400, 'S200'),
    sum('h:dividends', 'm:1:available', 'dividend', 30, 'S200'),
    sum('m:1:available', 'h:tax', 'income-tax-withheld', 60),
    sum('m:1:available', 'h:tax', 'local-tax-withheld', 20),
  ]
  const by = contributionsOf(sums, new Map([['S100', 200]]), new Map([['S200', -70]]))
  it('issues: entries and the change of the floating result; the rest by group', () => {
    expect(Object.fromEntries(by.issues)).toEqual({ S100: 245, S200: -40 })
    expect(by.rest).toEqual([{ group: 'tax', yen: -80 }])
  })
  it('adds up to the gain, and is a bug where it does not', () => {
    const day = (valueYen: number) => [{ date: '2026-11-27', valueYen, inYen: 1_000, outYen: 0 }]
    expect(explainedGain(10_000, day(11_125), by)).toBe(125)
    expect(() => explainedGain(10_000, day(11_126), by)).toThrow(Bug)
  })
})

test('a month has realized what tax has of its trade dates, less what was withheld in it', () => {
  const on = (tradeDate: string, ...of: Parameters<typeof sum>) => ({ ...sum(...of), tradeDate })
  const sums = [
    on('2026-12-01', 'm:1:available', 'h:fee', 'fee', 50, 'S100'),
    on('2026-12-01', 'h:clearing', 'm:1:unsettled', 'profit', 1_000, 'S100'),
    on('2026-12-02', 'm:1:available', 'h:interest', 'loan-interest', 7),
    on('2026-12-03', 'm:1:available', 'h:tax', 'income-tax-withheld', 130),
    on('2026-12-03', 'm:1:available', 'h:tax', 'local-tax-withheld', 40),
    on('2026-12-03', 'h:dividends', 'm:1:available', 'dividend', 500, 'S100'),
    on('2026-12-03', 'm:1:available', 'h:tax', 'dividend-income-tax', 76, 'S100'),
  ]
  const realized = [
    { date: '2026-11-30', yen: -40 },
    { date: '2026-12-01', yen: 870 },
    { date: '2026-12-04', yen: 60 },
  ]
  expect(monthResults(['2026-10', '2026-11', '2026-12'], sums, realized)).toEqual([
    { month: '2026-10', trades: 0, tax: 0, realized: 0, dividends: 0 },
    { month: '2026-11', trades: -40, tax: 0, realized: -40, dividends: 0 },
    { month: '2026-12', trades: 930, tax: -170, realized: 760, dividends: 500 },
  ])
})
