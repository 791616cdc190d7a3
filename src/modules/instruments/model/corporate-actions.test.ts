import { expect, test } from 'vitest'
import { changeable, everyDayCalendar, tseCalendar } from './calendar.ts'
import {
  corporateActions,
  datesOf,
  shownSplits,
  type CorporateActions,
  type Dividend,
  type Split,
} from './corporate-actions.ts'
import { simulatedUniverse } from './universe.ts'

const universe = simulatedUniverse('actions')
const issues = {
  all: () => universe,
  get: (code: string) => universe.find((one) => one.code === code) ?? null,
}
const actions = corporateActions('actions', issues, tseCalendar, () => 1)
const year = (from: number, to = from) => actions.between(`${from}-01-01`, `${to}-12-31`)
const dividends = (list = year(2026)) => list.filter((one): one is Dividend => one.kind === 'dividend')
const splits = year(2025, 2034).filter((one): one is Split => one.kind === 'split')

/** Market rules 9, with its worked examples; 1 January 2027 is no business day. */
const records: [record: string, lastCum: string, ex: string, noted: string][] = [
  ['2026-03-31', '2026-03-27', '2026-03-30', '2026-03-31'],
  ['2019-07-20', '2019-07-17', '2019-07-18', '2019-07-19'],
  ['2027-02-28', '2027-02-24', '2027-02-25', '2027-02-26'],
  ['2026-12-31', '2026-12-28', '2026-12-29', '2026-12-30'],
]
test.each(records)(
  'record date %s: last cum date %s, ex-date %s',
  (record, lastCumDate, exDate, recordDate) => {
    expect(datesOf('S100', record, tseCalendar)).toMatchObject({ lastCumDate, exDate, recordDate })
  },
)

test('each action is announced before it, and paid about three months after its record date', () => {
  for (const one of year(2026, 2027)) {
    expect([
      one.announcedOn < one.lastCumDate,
      one.lastCumDate < one.exDate,
      one.exDate < one.recordDate,
    ]).toEqual([true, true, true])
    if (one.kind === 'dividend')
      expect(Date.parse(one.payDate) - Date.parse(one.recordDate)).toBeGreaterThan(80 * 86_400_000)
    for (const date of [one.exDate, one.lastCumDate]) expect(tseCalendar.isTradingDay(date)).toBe(true)
  }
})

test('most issues pay twice a year, about two in a hundred of their price', () => {
  const paid = new Map<string, number[]>()
  for (const one of dividends()) paid.set(one.code, [...(paid.get(one.code) ?? []), one.perShareTenths])
  const times = [...paid.values()].map((list) => list.length)
  expect(times.filter((count) => count === 2).length / universe.length).toBeGreaterThan(0.75)
  const yields = universe
    .filter(({ code }) => paid.has(code))
    .map(({ code, openingPriceTenths }) => paid.get(code)!.reduce((a, b) => a + b) / openingPriceTenths)
  const median = yields.toSorted((a, b) => a - b)[Math.floor(yields.length / 2)]!
  expect(median).toBeGreaterThan(0.015)
  expect(median).toBeLessThan(0.03)
  expect(Math.max(...yields)).toBeLessThan(0.07)
  expect(dividends().every(({ perShareTenths }) => perShareTenths >= 5 && perShareTenths % 5 === 0)).toBe(
    true,
  )
})

test('in a server that begins later, splits of before have not happened, and dividends are of shares that were never split', () => {
  const split = splits.find(
    ({ exDate, code }) =>
      exDate < '2027-01-01' &&
      dividends(actions.between(exDate, '2028-12-31', code)).some((one) => one.exDate > exDate),
  )!
  const { code, exDate, newShares, oldShares } = split
  const later = corporateActions(
    'actions',
    issues,
    tseCalendar,
    () => 1,
    () => exDate,
  )
  expect(later.between('2025-01-01', exDate, code).some(({ kind }) => kind === 'split')).toBe(false)
  expect(later.sharesSince(code, '2025-01-01', exDate)).toBe(1)
  const perShare = (of: CorporateActions) =>
    dividends(of.between(exDate, '2027-12-31', code)).find((one) => one.exDate > exDate)!.perShareTenths
  expect(perShare(later) / perShare(actions) / (newShares / oldShares)).toBeCloseTo(1, 0)
  // Splits after its first day happen to it as to all.
  const known = later
    .between(exDate, '2034-12-31')
    .filter((one) => one.kind === 'split' && one.exDate > '2028-01-01')
  expect(known.length).toBeGreaterThan(5)
})

test('splits are rare; dear shares are split, cheap ones joined; one side of the ratio is 1', () => {
  expect(splits.length / (10 * universe.length)).toBeGreaterThan(0.005)
  expect(splits.length / (10 * universe.length)).toBeLessThan(0.05)
  for (const { newShares, oldShares, code } of splits) {
    expect([Math.min(newShares, oldShares), Math.max(newShares, oldShares) > 1]).toEqual([1, true])
    if (oldShares > 1)
      expect(universe.find((one) => one.code === code)!.openingPriceTenths).toBeLessThan(7_000 * 5)
  }
  expect(splits.some(({ oldShares }) => oldShares > 1)).toBe(true)
})

test('after a split the dividend of a share is its part, and shares are counted from one close to another', () => {
  const split = splits.find(
    ({ code, exDate, newShares }) =>
      newShares > 1 && dividends(actions.between(exDate, '2035-12-31', code)).length > 1,
  )!
  const { code, exDate, lastCumDate, newShares } = split
  const before = dividends(actions.between('2025-01-01', exDate, code)).at(-1)!
  const after = dividends(actions.between('2025-01-01', '2035-12-31', code)).find(
    (one) => one.exDate > exDate,
  )!
  expect(after.perShareTenths / before.perShareTenths).toBeLessThan(1.4 / newShares)
  expect([actions.sharesSince(code, lastCumDate, exDate), actions.sharesSince(code, exDate, exDate)]).toEqual(
    [newShares, 1],
  )
  expect(actions.basePrice(code, 100_000, lastCumDate, exDate)).toBe(
    Math.round((100_000 - before.perShareTenths) / newShares),
  )
})

test('dividends and splits follow the price of the autumn before', () => {
  const dear = corporateActions('actions', issues, tseCalendar, (_, year) => (year === 2026 ? 1 : 3))
  const [code, now] = [dividends()[0]!.code, dividends()[0]!.perShareTenths]
  expect(dividends(dear.between('2026-01-01', '2026-12-31', code))[0]!.perShareTenths).toBe(now)
  const later = dividends(dear.between('2027-01-01', '2027-12-31', code))[0]!.perShareTenths
  expect([later / now > 2, later / now < 4.5]).toEqual([true, true])
  const count = (list: CorporateActions) =>
    list.between('2027-01-01', '2030-12-31').filter(({ kind }) => kind === 'split').length
  expect(count(dear)).toBeGreaterThan(count(actions) * 1.5)
})

test('a day takes out of the price what the list says, and nothing else', () => {
  const [one] = dividends()
  expect(actions.basePrice(one!.code, 20_000, one!.lastCumDate, one!.exDate)).toBe(
    20_000 - one!.perShareTenths,
  )
  expect(actions.basePrice(one!.code, 20_000, one!.exDate, one!.recordDate)).toBe(20_000)
  expect(actions.basePrice('none', 20_000, one!.lastCumDate, one!.exDate)).toBe(20_000)
})

test('the same whatever else is asked, in order, and other under another seed', () => {
  const again = corporateActions('actions', issues, tseCalendar, () => 1)
  expect(again.between('2026-06-01', '2027-01-31')).toEqual(
    [...year(2026), ...year(2027)].filter(({ exDate }) => exDate >= '2026-06-01' && exDate <= '2027-01-31'),
  )
  expect(
    corporateActions('other', issues, tseCalendar, () => 1).between('2026-01-01', '2026-12-31'),
  ).not.toEqual(year(2026))
  expect(
    corporateActions('actions', issues, everyDayCalendar, () => 1).between('2026-03-31', '2026-03-31'),
  ).toEqual([])
  expect(
    corporateActions('actions', issues, everyDayCalendar, () => 1).between('2026-03-30', '2026-03-30').length,
  ).toBeGreaterThan(60)
})

test('of a listing from a file nothing is known but the splits that its prices show', () => {
  const shown = shownSplits([
    { ...splits[0]!, code: '7203', exDate: '2026-03-30', newShares: 5, oldShares: 1 },
  ])
  expect([shown.known, shown.between('2026-01-01', '2026-12-31', '9984')]).toEqual([false, []])
  expect([
    shown.sharesSince('7203', '2026-03-27', '2026-03-30'),
    shown.basePrice('7203', 101_600, '2026-03-27', '2026-04-01'),
  ]).toEqual([5, 20_320])
})

test('a day that is closed moves the dates around it, of actions to come alone, though they were asked for before', () => {
  const calendar = changeable(tseCalendar)
  const moving = corporateActions('actions', issues, calendar, () => 1)
  const before = moving.between('2026-01-01', '2026-12-31')
  calendar.change(new Map([['2026-09-30', false]]))
  const after = moving.between('2026-01-01', '2026-12-31')
  const until = (list: typeof before) => list.filter(({ exDate }) => exDate < '2026-09-01')
  expect([until(before).length > 60, until(after)]).toEqual([true, until(before)])
  const september = (list: typeof before) =>
    list.filter(
      ({ code, recordDate }) =>
        code === before.find((one) => one.recordDate === '2026-09-30')!.code &&
        recordDate.startsWith('2026-09'),
    )
  expect(september(before)).toMatchObject([{ recordDate: '2026-09-30', exDate: '2026-09-29' }])
  expect(september(after)).toMatchObject([{ recordDate: '2026-09-29', exDate: '2026-09-28' }])
  expect(after).toEqual(
    corporateActions('actions', issues, calendar, () => 1).between('2026-01-01', '2026-12-31'),
  )
})
