import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import {
  chargedDays,
  feeOf,
  feeOfFill,
  feeRuleFor,
  holdingCost,
  isDayTrade,
  isLeveraged,
  lendingPremium,
  premiumDays,
} from './charges.ts'
import { FEE, NO_COMMISSION } from './rates.ts'

const fees: [notionalYen: number, feeYen: number, taxYen: number][] = [
  [0, 0, 0],
  [1, 50, 5],
  [100_000, 50, 5],
  [102_000, 51, 5],
  [340_000, 170, 17],
  [1_999_999, 999, 99],
  [2_000_000, 1_000, 100],
  [3_480_000, 1_000, 100],
  [500_000_000, 1_000, 100],
]
test.each(fees)('an order of %d yen pays %d and %d tax', (notionalYen, feeYen, taxYen) => {
  expect(feeOf(notionalYen, FEE)).toEqual({ feeYen, taxYen, totalYen: feeYen + taxYen })
})

test('however an order is filled, its fills pay the fee of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900_000 }), { minLength: 1, maxLength: 12 }), (parts) => {
      let traded = 0
      const paid = { feeYen: 0, taxYen: 0, totalYen: 0 }
      for (const part of parts) {
        const fee = feeOfFill(traded, part, FEE)
        expect(Math.min(fee.feeYen, fee.taxYen)).toBeGreaterThanOrEqual(0)
        traded += part
        for (const name of ['feeYen', 'taxYen', 'totalYen'] as const) paid[name] += fee[name]
      }
      expect(paid).toEqual(feeOf(traded, FEE))
    }),
  )
})

const long = { side: 'up', leverageTenths: 25 } as const
const short = { side: 'down', leverageTenths: 20 } as const
const cash = { side: 'up', leverageTenths: 10 } as const

test('a 1× long is the only lot without leverage', () => {
  expect([cash, long, short, { side: 'down', leverageTenths: 10 } as const].map(isLeveraged)).toEqual([
    false,
    true,
    true,
    true,
  ])
})

test.each([
  ['a long of day trading', { ...long, source: 'day-trade' }, true],
  ['a short of day trading', { ...short, source: 'day-trade' }, true],
  ['shares that were taken over out of day trading', { ...cash, source: 'day-trade' }, false],
  ['a long of an order', { ...long, source: 'order' }, false],
  ['shares of an offering', { ...cash, source: 'ipo' }, false],
] as const)(
  '%s: on the terms of day trading, without commission, interest or lending fee? %o → %s',
  (_name, terms, free) => {
    expect(isDayTrade(terms)).toBe(free)
    expect(feeRuleFor(terms, FEE)).toEqual(free ? NO_COMMISSION : FEE)
    if (isLeveraged(terms)) expect(holdingCost(terms, 10_000_000, 6) === 0).toBe(free)
    expect(feeOf(10_000_000, feeRuleFor(terms, FEE)).totalYen).toBe(free ? 0 : 1_100)
  },
)

// Facts: margin and tax, section 4, worked example 4 and the broker's example.
const held: [
  name: string,
  opened: string,
  closed: string,
  days: number,
  longYen: number,
  shortYen: number,
  premiumDays: number,
  premiumYen: number,
][] = [
  ['worked example 4, Tuesday to Friday', '2026-06-02', '2026-06-05', 6, 690, 283, 5, 250],
  [
    'the check from a broker, Wednesday to Thursday over a weekend',
    '2026-06-17',
    '2026-06-18',
    4,
    460,
    189,
    3,
    150,
  ],
  ['within one day', '2026-06-02', '2026-06-02', 1, 115, 47, 0, 0],
  ['over the May holidays', '2026-05-01', '2026-05-07', 4, 460, 189, 3, 150],
]
test.each(held)(
  '%s: opened %s, closed %s',
  (_, opened, closed, days, longYen, shortYen, premium, premiumYen) => {
    const settled = [tseCalendar.settlementDate(opened), tseCalendar.settlementDate(closed)] as const
    const charged = chargedDays(...settled)
    expect(charged).toBe(days)
    // 逆日歩 of 0.05 yen a share and day on 1,000 shares: the last day is not counted.
    expect(premiumDays(...settled)).toBe(premium)
    expect(lendingPremium(5, 1_000, premium)).toBe(premiumYen)
    expect(holdingCost(long, 1_500_000, charged)).toBe(longYen)
    expect(holdingCost(short, 1_500_000, charged)).toBe(shortYen)
    expect(holdingCost(cash, 1_500_000, charged)).toBe(0)
  },
)

test('what is closed before its opening has settled, in a market whose days are short, costs one day', () => {
  expect([chargedDays('2026-06-08', '2026-06-04'), premiumDays('2026-06-08', '2026-06-04')]).toEqual([1, 0])
})

test('one day of the order in the ticket: 3,480,000 yen at 2.80 % a year', () => {
  expect(holdingCost(long, 3_480_000, 1)).toBe(266)
})
