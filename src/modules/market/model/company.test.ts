import { expect, test } from 'vitest'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { corporateActions } from '#modules/instruments/model/corporate-actions.ts'
import { companyEarnings, NO_EARNINGS } from '#modules/instruments/model/earnings.ts'
import { simulatedUniverse } from '#modules/instruments/model/universe.ts'
import { companyFigures } from './company.ts'
import { withShares } from './figures.ts'

const universe = simulatedUniverse('company')
const issues = {
  all: () => universe,
  get: (code: string) => universe.find((one) => one.code === code) ?? null,
}
const actions = corporateActions('company', issues, tseCalendar, () => 1)
const earnings = companyEarnings('company', issues, tseCalendar, {
  months: [2, 5, 8, 11],
  dayOf: () => 10,
  reaction: () => 0,
  levelOf: () => 1,
})
const company = universe.find(({ kind }) => kind === 'stock')!
const asOf = (today: string, out: string, instrument = company) =>
  companyFigures(instrument, { actions, earnings, today, isOut: (date) => date <= out })

test('results are there from their moment on, and not before', () => {
  const before = asOf('2026-11-10', '2026-11-09')
  const after = asOf('2026-11-10', '2026-11-10')
  expect([before.results!.announcedOn.slice(0, 7), before.next!.announcedOn]).toEqual([
    '2026-08',
    '2026-11-10',
  ])
  expect([after.results!.announcedOn, after.next!.announcedOn.slice(0, 7)]).toEqual(['2026-11-10', '2027-02'])
  expect(after.earningsTenths).toBe(
    Math.round((after.results!.forecast.profitYen * 10) / company.sharesOutstanding),
  )
})

test('dividends are those of twelve months, in shares of now; so are earnings', () => {
  const split = actions
    .between('2025-06-01', '2027-12-31')
    .find((one) => one.kind === 'split' && one.newShares > one.oldShares)!
  if (split.kind !== 'split') throw new Error('no split')
  const instrument = universe.find(({ code }) => code === split.code)!
  const shares = split.newShares / split.oldShares
  const cum = asOf(split.lastCumDate, split.lastCumDate, instrument)
  const ex = asOf(split.exDate, split.exDate, withShares(instrument, shares))
  const paidOn = (from: string, to: string) =>
    actions
      .between(from, to, split.code)
      .flatMap((one) => (one.kind === 'dividend' ? [one.perShareTenths] : []))
  const fresh = paidOn(split.exDate, split.exDate).reduce((sum, tenths) => sum + tenths, 0)
  // Dividends of the year to the day before are divided; those of the ex-date itself were announced for old
  // shares, too.
  expect(Math.abs(ex.dividendTenths! - (cum.dividendTenths! + fresh) / shares)).toBeLessThanOrEqual(
    Math.max(...paidOn('2024-01-01', split.exDate), 10) / shares + 1,
  )
  expect(Math.abs(ex.earningsTenths! * shares - cum.earningsTenths!)).toBeLessThanOrEqual(shares)
})

test('a fund has distributions and no results; of a listing from a file nothing is known', () => {
  const fund = universe.find(({ kind }) => kind === 'etf')!
  expect(asOf('2026-11-20', '2026-11-20', fund)).toMatchObject({
    results: null,
    next: null,
    earningsTenths: null,
    bookTenths: null,
    dividendTenths: expect.any(Number),
  })
  expect(
    companyFigures(company, {
      actions: { ...actions, known: false, between: () => [] },
      earnings: NO_EARNINGS,
      today: '2026-11-20',
      isOut: () => true,
    }),
  ).toEqual({ results: null, next: null, earningsTenths: null, bookTenths: null, dividendTenths: null })
})
