import { describe, expect, it } from 'vitest'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { movementOf, type Sum } from './balances.ts'
import { dividendYears } from './dividend-years.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { lotThen, type PastSplit } from './lot-then.ts'
import { byBooking } from './entry-order.ts'
import { periodOf, periodsBetween } from './period.ts'
import { followLots } from './position.ts'

describe('periods', () => {
  const cases: [name: string, period: [string, string] | null][] = [
    ['2026-11', ['2026-11-01', '2026-11-30']],
    ['2028-02', ['2028-02-01', '2028-02-29']],
    ['2026-12', ['2026-12-01', '2026-12-31']],
    ['2026-Q4', ['2026-10-01', '2026-12-31']],
    ['2026-Q1', ['2026-01-01', '2026-03-31']],
    ['2026-13', null],
    ['2026-00', null],
    ['2026-Q5', null],
    ['2026', null],
    ['2026-11-01', null],
    ['', null],
    ['x2026-11', null],
  ]
  it.each(cases)('%s', (name, period) =>
    expect(periodOf(name)).toEqual(period && { from: period[0], to: period[1] }),
  )
  it('lists those that have begun, newest first, over a year’s end', () => {
    expect(periodsBetween('2026-11-20', '2027-01-02')).toEqual({
      months: ['2027-01', '2026-12', '2026-11'],
      quarters: ['2027-Q1', '2026-Q4'],
    })
  })
})

it('entries stand by date, then by time, then by number', () => {
  const [noon, evening] = [Date.UTC(2026, 10, 27, 3), Date.UTC(2026, 10, 27, 9)]
  const entry = (tradeDate: string, at: number, seq: number, n = 0) => ({ tradeDate, at, seq, n })
  const inOrder = [
    // A closing auction, whose time is the next date's.
    entry('2026-11-26', noon, 9),
    entry('2026-11-27', noon, 12),
    // Booked late, by a record of before.
    entry('2026-11-27', evening, 10),
    entry('2026-11-27', evening, 11, 0),
    entry('2026-11-27', evening, 11, 1),
    entry('2026-11-28', noon, 8),
  ]
  expect([...inOrder].toSorted((a, b) => b.seq - a.seq || b.n - a.n).toSorted(byBooking)).toEqual(inOrder)
})

describe('the movement of a period', () => {
  const sum = (debit: string, credit: string, kind: TransferKind, yen: number): Sum => ({
    debit,
    credit,
    kind,
    yen,
    count: 1,
  })
  const opening = [sum('h:bank', 'm:1:available', 'opening-deposit', 1_000_000)]
  it('leads from the opening to the closing balances by groups', () => {
    const { before, after, groups } = movementOf(opening, [
      sum('m:1:available', 'm:1:orderHold', 'order-hold', 300_000),
      sum('m:1:orderHold', 'm:1:lotMargin', 'lot-margin', 290_000),
      sum('m:1:orderHold', 'h:fee', 'fee', 160),
      sum('m:1:lotMargin', 'h:clearing', 'loss', 5_000),
      sum('m:1:lotMargin', 'm:1:unsettled', 'sale', 285_000),
    ])
    expect(before).toEqual({ ...NO_MONEY, available: 1_000_000 })
    expect(after).toEqual({ ...NO_MONEY, available: 700_000, orderHold: 9_840, unsettled: 285_000 })
    expect(groups.filter(({ yen }) => yen !== 0)).toEqual([
      { group: 'trades', yen: -5_000, count: 1 },
      { group: 'fees', yen: -160, count: 1 },
    ])
  })
  it('shows a shortfall as a debt, and as money that came in', () => {
    const { after, groups } = movementOf(
      [],
      [
        sum('m:1:shortfall', 'm:1:available', 'shortfall', 700),
        sum('m:1:available', 'h:clearing', 'loss', 700),
      ],
    )
    expect([after.shortfall, after.available]).toEqual([700, 0])
    expect(groups.filter(({ yen }) => yen !== 0)).toEqual([
      { group: 'trades', yen: -700, count: 1 },
      { group: 'debt', yen: 700, count: 1 },
    ])
  })
  it('ends a day below nothing whose trades a deposit of after midnight has paid for', () => {
    const bought = [sum('m:1:available', 'h:clearing', 'loss', 300_000)]
    expect(movementOf([], bought).after.available).toBe(-300_000)
    expect(movementOf(bought, opening)).toMatchObject({
      before: { available: -300_000 },
      after: { available: 700_000 },
    })
  })
})

describe('positions at the end of a period', () => {
  const shares = (quantity: number) => () => ({ quantity, unit: 100 })
  type Row = number | { opens: number } | { later: number } | { fraction: number }
  const cases: [
    name: string,
    entries: Row[],
    quantity: number,
    held: [marginYen: number, quantity: number][],
  ][] = [
    ['opened', [{ opens: 500_000 }], 500, [[500_000, 500]]],
    ['closed in full', [{ opens: 500_000 }, -500_000], 500, []],
    [
      'a part closed: loss, fee and the rest out of the margin that became free',
      [{ opens: 500_000 }, -3_000, -110, -96_890],
      500,
      [[400_000, 400]],
    ],
    ['a third closed, margin rounded down', [{ opens: 100_000 }, -33_333], 300, [[66_667, 200]]],
    [
      'taken by paying the rest: more margin, the same shares',
      [{ opens: 50_000 }, -20_000, 70_000],
      500,
      [[100_000, 300]],
    ],
    [
      'opened by two fills, a part closed between them',
      [{ opens: 200_000 }, -100_000, { opens: 300_000 }],
      500,
      [[400_000, 400]],
    ],
    [
      'a fraction paid out at a split takes no whole share',
      [{ opens: 109_000 }, { fraction: 9_000 }],
      1_000,
      [[100_000, 1_000]],
    ],
    [
      'a fill after the end counts for nothing but the whole',
      [{ opens: 200_000 }, { later: 300_000 }],
      500,
      [[200_000, 200]],
    ],
  ]
  it.each(cases)('%s', (_, entries, quantity, held) => {
    const rows = entries.map((row) =>
      typeof row === 'number'
        ? { lotId: 'a', yen: row, opens: false, leaves: true, later: false }
        : 'opens' in row
          ? { lotId: 'a', yen: row.opens, opens: true, leaves: true, later: false }
          : 'fraction' in row
            ? { lotId: 'a', yen: 0 - row.fraction, opens: false, leaves: false, later: false }
            : { lotId: 'a', yen: row.later, opens: true, leaves: true, later: true },
    )
    const positions = followLots(rows)
    for (const row of rows) if (!row.later) positions.take(row)
    const found = positions.held(shares(quantity))
    expect(found.map((lot) => [lot.marginYen, lot.quantity])).toEqual(held)
  })
})

describe('a lot in the shares of a day before', () => {
  const lot = {
    code: '1001',
    tradeDate: '2026-11-02',
    quantity: 600,
    openQuantity: 450,
    openPriceTenths: 3_387,
    closedAt: null,
  } as Lot
  const split = (exDate: string, newShares: number, oldShares: number, more: Partial<PastSplit> = {}) => ({
    code: '1001',
    exDate,
    at: Date.parse(exDate),
    newShares,
    oldShares,
    ...more,
  })
  const none = () => undefined
  const shares = ({ quantity, openQuantity, openPriceTenths }: ReturnType<typeof lotThen>) => [
    quantity,
    openQuantity,
    openPriceTenths,
  ]
  it('is what was noted before the first split since; where nothing was, the ratio takes it back', () => {
    const [second, first] = [split('2026-12-10', 3, 2), split('2026-12-01', 2, 1)]
    expect(shares(lotThen(lot, [], none))).toEqual([600, 450, 3_387])
    expect(shares(lotThen(lot, [second], none))).toEqual([400, 300, 5_081])
    expect(shares(lotThen(lot, [second, first], none))).toEqual([200, 150, 10_162])
    const noted = { quantity: 201, openQuantity: 151, openPriceTenths: 10_160 }
    expect(
      shares(lotThen(lot, [second, first], (date) => (date === first.exDate ? noted : undefined))),
    ).toEqual([201, 151, 10_160])
    // Older than what was noted: from there by the ratio.
    expect(
      shares(lotThen(lot, [second, first], (date) => (date === second.exDate ? noted : undefined))),
    ).toEqual([101, 76, 20_320])
  })
  it('is not changed by splits of others, of before it was opened or after it was closed', () => {
    const untouched: [Lot, PastSplit][] = [
      [lot, split('2026-12-10', 3, 1, { code: '1002' })],
      [lot, split('2026-11-02', 3, 1)],
      [{ ...lot, closedAt: Date.parse('2026-12-09') }, split('2026-12-10', 3, 1)],
    ]
    for (const [each, since] of untouched)
      expect(shares(lotThen(each, [since], none))).toEqual([600, 450, 3_387])
  })
})

it('the years of dividends: adjustments among them, tax taken off, newest first', () => {
  const sum = (year: number, kind: Sum['kind'], debit: string, credit: string, yen: number) => ({
    year,
    kind,
    debit,
    credit,
    yen,
    count: 1,
  })
  const own = 'm:one:available'
  expect(dividendYears([], () => 0)).toEqual([])
  expect(
    dividendYears(
      [
        sum(2026, 'dividend', 'h:dividends', own, 6_000),
        sum(2026, 'dividend-income-tax', own, 'h:tax', 918),
        sum(2026, 'dividend-local-tax', own, 'h:tax', 300),
        sum(2027, 'dividend-adjustment', 'm:one:dividendHold', 'h:dividends', 2_500),
        sum(2027, 'dividend-adjustment', 'h:dividends', own, 846),
      ],
      (year) => (year === 2026 ? 1_000 : 0),
    ),
  ).toEqual([
    { year: 2027, dividends: -1_654, tax: 0, refunded: 0, net: -1_654 },
    { year: 2026, dividends: 6_000, tax: 1_218, refunded: 1_000, net: 5_782 },
  ])
})
