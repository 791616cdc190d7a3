import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Bug } from '#kernel/assert.ts'
import { addDays } from '#kernel/time.ts'
import { tseCalendar } from '#modules/instruments/model/calendar.ts'
import { afterBuying, afterSelling, NOTHING_HELD, unitCost } from './average-cost.ts'
import { ratesOn, sumOf, TAX_RATES, taxOn } from './rates.ts'
import { addDay, expectedTax, NEW_YEAR, taxDue, yearEndRefund, yearOf, type RunningYear } from './year.ts'

describe('rates', () => {
  const rows: [yen: number, date: string, incomeYen: number, localYen: number][] = [
    [10_000, '2026-06-01', 1_531, 500],
    [100_000, '2026-06-01', 15_315, 5_000],
    [14_745, '2026-06-01', 2_258, 737],
    [3_745, '2026-06-01', 573, 187],
    [40_000, '2026-06-01', 6_126, 2_000],
    [100_000, '2027-01-01', 15_315, 5_000],
    [14_745, '2030-06-01', 2_258, 737],
    [1, '2026-06-01', 0, 0],
    [6, '2026-06-01', 0, 0],
    [7, '2026-06-01', 1, 0],
    [20, '2026-06-01', 3, 1],
    [0, '2026-06-01', 0, 0],
    [-100_000, '2026-06-01', 0, 0],
    [900_000_000_000_001, '2026-06-01', 137_835_000_000_000, 45_000_000_000_000],
  ]
  test.each(rows)('on %d yen of %s: income tax %d, local tax %d', (yen, date, incomeYen, localYen) => {
    expect(taxOn(yen, date)).toEqual({ incomeYen, localYen })
  })

  test('are dated: the surtax is split from 2027, its sum stays', () => {
    expect([ratesOn('2026-12-31').defencePpm, ratesOn('2027-01-01').defencePpm]).toEqual([0, 10_000])
    for (const { reconstructionPpm, defencePpm } of TAX_RATES)
      expect(reconstructionPpm + defencePpm).toBe(21_000)
    expect(() => ratesOn('2012-12-31')).toThrow(Bug)
  })
})

/** Settlement days one after another: what each withholds or gives back. */
function live(
  kind: 'withholding' | 'plain',
  gains: readonly number[],
  from = '2026-06-01',
): { changes: number[]; year: RunningYear } {
  let year = NEW_YEAR
  const changes = gains.map((gainYen, n) => {
    const after = addDay(kind, year, addDays(from, n), gainYen)
    year = after.year
    return sumOf(after.change)
  })
  return { changes, year }
}

describe('a running year', () => {
  const rows: [name: string, gains: number[], changes: number[], totalYen: number][] = [
    [
      'published: a gain, a larger loss, a gain',
      [100_000, -110_000, 50_000],
      [20_315, -20_315, 8_126],
      40_000,
    ],
    ['worked 6: one sale', [14_745], [2_995], 14_745],
    ['worked 7: a loss, then a gain', [14_745, -20_000, 9_000], [2_995, -2_995, 760], 3_745],
    ['a loss first', [-50_000, 30_000, 30_000], [0, 0, 2_031], 10_000],
    ['a loss that leaves a gain', [100_000, -40_000], [20_315, -8_126], 60_000],
    ['nothing', [0], [0], 0],
    ['a loss alone', [-1], [0], -1],
  ]
  test.each(rows)('%s', (_, gains, changes, totalYen) => {
    const lived = live('withholding', gains)
    expect(lived.changes.map((yen) => yen + 0)).toEqual(changes)
    expect(lived.year.totalYen).toBe(totalYen)
    expect(
      live('plain', gains).changes.every((yen) => yen === 0),
      'a plain account: same sum, nothing withheld',
    ).toBe(true)
    expect(live('plain', gains).year.totalYen).toBe(totalYen)
  })

  test('for any results: withheld is the tax on the positive total, never negative, and no more comes back than was withheld', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -5_000_000, max: 5_000_000 }), fc.integer({ min: 0, max: 40 })), {
          maxLength: 40,
        }),
        (steps) => {
          let date = '2026-11-01'
          const years = new Map<string, RunningYear>()
          const paid = new Map<string, number>()
          for (const [gainYen, days] of steps) {
            date = addDays(date, days)
            const name = date.slice(0, 4)
            const before = years.get(name) ?? NEW_YEAR
            const { year, change } = addDay('withholding', before, date, gainYen)
            years.set(name, year)
            expect(year.withheld).toEqual(taxOn(Math.max(year.totalYen, 0), date))
            expect(Math.min(year.withheld.incomeYen, year.withheld.localYen)).toBeGreaterThanOrEqual(0)
            expect(0 - change.incomeYen).toBeLessThanOrEqual(before.withheld.incomeYen)
            expect(0 - change.localYen).toBeLessThanOrEqual(before.withheld.localYen)
            paid.set(name, (paid.get(name) ?? 0) + sumOf(change))
            expect(paid.get(name), 'what moved adds up to what is withheld').toBe(sumOf(year.withheld))
          }
        },
      ),
    )
  })
})

/** Last trading day less two business days (facts: margin and tax, section 6); 2026: Monday 28 December. */
test.each([
  ['2026-12-28', '2026'],
  ['2026-12-29', '2027'],
  ['2027-12-28', '2027'],
  ['2027-12-29', '2028'],
  ['2024-12-26', '2024'],
  ['2024-12-27', '2025'],
])('what is traded on %s belongs to the tax year %s', (tradeDate, year) => {
  expect(yearOf(tseCalendar.settlementDate(tradeDate))).toBe(year)
})

describe('what coming settlements will take', () => {
  const days = (...gains: [date: string, gainYen: number][]) =>
    gains.map(([settlementDate, gainYen]) => ({ settlementDate, gainYen }))
  const rows: [
    name: string,
    year: RunningYear,
    coming: ReturnType<typeof days>,
    changes: number[],
    dueYen: number,
  ][] = [
    ['a gain', NEW_YEAR, days(['2026-06-01', 100_000]), [20_315], 20_315],
    [
      'a loss that follows gives back later',
      NEW_YEAR,
      days(['2026-06-01', 100_000], ['2026-06-02', -100_000]),
      [20_315, -20_315],
      20_315,
    ],
    [
      'a loss that comes first spares it',
      NEW_YEAR,
      days(['2026-06-01', -100_000], ['2026-06-02', 100_000]),
      [0, 0],
      0,
    ],
    [
      "a refund pays the next day's tax",
      live('withholding', [100_000]).year,
      days(['2026-06-08', -50_000], ['2026-06-09', 50_000]),
      [-10_158, 10_158],
      0,
    ],
    [
      'each year by itself',
      NEW_YEAR,
      days(['2026-12-30', -100_000], ['2027-01-04', 100_000]),
      [0, 20_315],
      20_315,
    ],
  ]
  test.each(rows)('%s', (_, year, coming, changes, dueYen) => {
    const expected = expectedTax('withholding', (name) => (name === '2026' ? year : NEW_YEAR), coming)
    expect(expected.map(({ change }) => sumOf(change) + 0)).toEqual(changes)
    expect(taxDue(expected)).toBe(dueYen)
    expect(taxDue(expectedTax('plain', () => NEW_YEAR, coming))).toBe(0)
  })
})

describe("the year's end", () => {
  const onDividends = taxOn(100_000, '2026-06-01')
  const rows: [
    name: string,
    kind: 'withholding' | 'plain',
    totalYen: number,
    dividendsYen: number,
    refundYen: number,
  ][] = [
    ['a loss larger than the dividends: all comes back', 'withholding', -150_000, 100_000, 20_315],
    ['a smaller loss: the tax on that part', 'withholding', -40_000, 100_000, 8_126],
    ['no loss', 'withholding', 40_000, 100_000, 0],
    ['no dividends', 'withholding', -40_000, 0, 0],
    ['a plain account sets it off in the tax return', 'plain', -40_000, 100_000, 0],
  ]
  test.each(rows)('%s', (_, kind, totalYen, dividendsYen, refundYen) => {
    const withheld = dividendsYen === 0 ? taxOn(0, '2026-06-01') : onDividends
    expect(sumOf(yearEndRefund(kind, '2026', totalYen, dividendsYen, withheld))).toBe(refundYen)
  })
})

describe('moving-average cost', () => {
  test("worked 6: fees of buying included, the unit rounded up, the sale's fee taken off", () => {
    const feeYen = 55
    const held = afterBuying(afterBuying(NOTHING_HELD, 100, 100_000 + feeYen), 100, 110_100 + feeYen)
    expect(unitCost(held)).toBe(1_052)
    const sold = afterSelling(held, 100)
    expect(120_000 - feeYen - sold.costYen).toBe(14_745)
    expect(sold.held).toEqual({ quantity: 100, costYen: 105_200 })
  })

  test('nothing held costs nothing, and more than is held cannot be sold', () => {
    expect(unitCost(NOTHING_HELD)).toBe(0)
    expect(() => afterSelling({ quantity: 100, costYen: 100_000 }, 200)).toThrow(Bug)
  })

  test('selling at once or in parts takes the same cost, never less than was paid, less than a yen a share more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 9_999_999 })), {
          minLength: 1,
          maxLength: 8,
        }),
        fc.integer({ min: 0, max: 100 }),
        (buys, share) => {
          const held = buys.reduce((sum, [units, yen]) => afterBuying(sum, units * 100, yen), NOTHING_HELD)
          const part = Math.floor((held.quantity * share) / 100)
          const first = afterSelling(held, part)
          const second = afterSelling(first.held, held.quantity - part)
          const all = afterSelling(held, held.quantity)
          expect(first.costYen + second.costYen).toBe(all.costYen)
          expect(second.held).toEqual({ quantity: 0, costYen: 0 })
          expect(all.costYen).toBeGreaterThanOrEqual(held.costYen)
          expect(all.costYen - held.costYen).toBeLessThan(held.quantity)
        },
      ),
    )
  })
})
