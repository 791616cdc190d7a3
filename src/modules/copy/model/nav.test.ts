import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gainAbove, runNav, settleLast, type NavInput } from './nav.ts'
import { drawdownBp, navShown, unitsFor, worthOf, type FundValue } from './fund-value.ts'
import { toSell } from './raise.ts'
import { resultsOf } from './results.ts'

const FLAT: NavInput = {
  equityYen: 10_000_000,
  units: 10_000_000,
  cashYen: 10_000_000,
  owedYen: 0,
  high: { equityYen: 1, units: 1 },
  managementPpm: 0,
  performancePpm: 0,
  days: 1,
  leaving: [],
  joining: [],
}

describe('one NAV', () => {
  it('takes the management fee by the day and the performance fee above the mark, once', () => {
    const first = runNav({
      ...FLAT,
      equityYen: 11_000_000,
      managementPpm: 20_000,
      performancePpm: 200_000,
      days: 3,
    })
    // 11,000,000 × 2 % × 3 ÷ 365 = 1,808; (10,998,192 − 10,000,000) × 20 % = 199,638.
    expect(first).toMatchObject({
      managementYen: 1_808,
      performanceYen: 199_638,
      feePaidYen: 201_446,
      owedYen: 0,
      pot: { equityYen: 10_798_554, units: 10_000_000 },
    })
    const again = runNav({ ...FLAT, ...first.pot, high: first.high, performancePpm: 200_000 })
    expect(again.performanceYen).toBe(0)
    const under = runNav({ ...FLAT, equityYen: 10_500_000, high: first.high, performancePpm: 200_000 })
    expect([under.performanceYen, under.high]).toEqual([0, first.high])
  })
  it('lets everybody come and go at one price, and pays who leaves out of what comes', () => {
    const {
      joined,
      paid,
      pot: fundValue,
      missingYen,
      worthless,
    } = runNav({
      ...FLAT,
      equityYen: 12_000_000,
      cashYen: 0,
      leaving: [{ id: 'a', units: 1_000_000 }],
      joining: [{ id: 'b', yen: 1_300_000 }],
    })
    expect([joined, paid, missingYen]).toEqual([
      [{ id: 'b', yen: 1_300_000, units: 1_083_333 }],
      [{ id: 'a', yen: 1_200_000 }],
      0,
    ])
    expect(fundValue).toEqual({ equityYen: 12_100_000, units: 10_083_333 })
    expect(worthless).toEqual([])
  })
  it('pays with the last yen of cash', () => {
    expect(runNav({ ...FLAT, cashYen: 1_000_000, leaving: [{ id: 'a', units: 1_000_000 }] })).toMatchObject({
      paid: [{ id: 'a', yen: 1_000_000 }],
      missingYen: 0,
    })
    expect(runNav({ ...FLAT, cashYen: 999_999, leaving: [{ id: 'a', units: 1_000_000 }] })).toMatchObject({
      paid: [],
      missingYen: 1,
    })
  })
  it('rounds the mark up: a part of a yen above it is no gain', () => {
    expect(
      [33, 34, 35].map((equityYen) => gainAbove({ equityYen: 100, units: 3 }, { equityYen, units: 1 })),
    ).toEqual([0, 0, 1])
  })
  it('pays in the order of asking, and says how much is missing for the rest', () => {
    const result = runNav({
      ...FLAT,
      cashYen: 1_500_000,
      leaving: [
        { id: 'a', units: 1_000_000 },
        { id: 'b', units: 1_000_000 },
        { id: 'c', units: 100 },
      ],
      managementPpm: 10_000,
    })
    expect(result.paid.map(({ id }) => id)).toEqual(['a'])
    // Nobody overtakes, and fees wait for those who leave.
    expect([result.feePaidYen, result.owedYen]).toEqual([0, 273])
    expect(result.missingYen).toBe(
      worthOf({ equityYen: 9_999_727, units: 10_000_000 }, 1_000_000) +
        worthOf({ equityYen: 9_999_727, units: 10_000_000 }, 100) -
        (1_500_000 - 999_972),
    )
  })
  it('gives no units of a pool that is worth nothing', () => {
    expect(runNav({ ...FLAT, equityYen: 0, joining: [{ id: 'a', yen: 100 }] })).toMatchObject({
      joined: [],
      worthless: ['a'],
      pot: { equityYen: 0 },
    })
    expect(runNav({ ...FLAT, equityYen: 99_999, joining: [{ id: 'a', yen: 100 }] })).toMatchObject({
      worthless: ['a'],
    })
  })
  it('at the end pays each follower the rounded-down share and the lead the rest', () => {
    expect(
      settleLast({
        cashYen: 1_001,
        owedYen: 1,
        units: 3,
        followers: [
          { id: 'a', units: 1 },
          { id: 'b', units: 1 },
        ],
      }),
    ).toEqual({
      paid: [
        { id: 'a', yen: 333 },
        { id: 'b', yen: 333 },
      ],
      feePaidYen: 1,
      leadYen: 334,
    })
  })
})

type Day = { move: number; cashPart: number; join: readonly number[]; leave: readonly number[]; days: number }
const day: fc.Arbitrary<Day> = fc.record({
  move: fc.integer({ min: -400, max: 400 }),
  cashPart: fc.integer({ min: 0, max: 100 }),
  days: fc.integer({ min: 1, max: 5 }),
  join: fc.array(fc.integer({ min: 1, max: 9_000_000 }), { maxLength: 3 }),
  leave: fc.array(fc.integer({ min: 0, max: 11 }), { maxLength: 3 }),
})

describe('a life of a pool', () => {
  it('of any profits, losses, comings and goings loses and makes no yen, and favours nobody (1,000 lives)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 50_000_000 }),
        fc.array(day, { minLength: 1, maxLength: 12 }),
        fc.nat(30_000),
        fc.nat(300_000),
        (stakeYen, lifeOfDays, managementPpm, performancePpm) => {
          let fundValue: FundValue = { equityYen: stakeYen, units: stakeYen }
          let high = fundValue
          let owedYen = 0
          let followers: { id: string; units: number; buyYen: number }[] = []
          let [inYen, outYen, feesYen, profitYen] = [stakeYen, 0, 0, 0]
          for (const [n, { move, cashPart, join, leave, days }] of lifeOfDays.entries()) {
            const marketYen = Math.trunc((fundValue.equityYen * move) / 1_000)
            profitYen += marketYen
            const equityYen = fundValue.equityYen + marketYen
            const leaving = [...new Set(leave)].flatMap((at) => (followers[at] ? [followers[at]] : []))
            const joining = join.map((yen, place) => ({ id: `${n}-${place}`, yen }))
            const before = { pot: { ...fundValue, equityYen }, high, followers }
            const run = runNav({
              equityYen,
              units: fundValue.units,
              cashYen: Math.floor(((equityYen + owedYen) * cashPart) / 100),
              owedYen,
              high,
              managementPpm,
              performancePpm,
              days,
              leaving,
              joining,
            })
            const price: FundValue = {
              equityYen: equityYen - run.managementYen - run.performanceYen,
              units: fundValue.units,
            }
            for (const { id, yen } of run.paid)
              expect(yen).toBe(worthOf(price, before.followers.find((each) => each.id === id)!.units))
            followers = [
              ...followers.filter(({ id }) => !run.paid.some((each) => each.id === id)),
              ...run.joined.map(({ id, units, yen }) => ({ id, units, buyYen: yen })),
            ]
            inYen += run.joined.reduce((sum, { yen }) => sum + yen, 0)
            outYen += run.paid.reduce((sum, { yen }) => sum + yen, 0)
            feesYen += run.managementYen + run.performanceYen
            ;({ pot: fundValue, high, owedYen } = run)
            // All that came in, less all that went out, with what the market did: to the yen.
            expect(fundValue.equityYen).toBe(inYen - outYen - feesYen + profitYen)
            expect(fundValue.units).toBe(stakeYen + followers.reduce((sum, { units }) => sum + units, 0))
            const worth = followers.map(({ units }) => worthOf(fundValue, units))
            const leadYen = fundValue.equityYen - worth.reduce((sum, yen) => sum + yen, 0)
            expect(leadYen).toBeGreaterThanOrEqual(worthOf(fundValue, stakeYen))
            // Nobody gets units for more than was paid in, and nobody loses by who comes or goes.
            for (const { id, units, buyYen } of followers) {
              if (run.joined.some((each) => each.id === id))
                expect(worthOf(price, units)).toBeLessThanOrEqual(buyYen)
              expect(worthOf(fundValue, units)).toBeGreaterThanOrEqual(worthOf(price, units))
            }
            // No fee below the mark, and the mark never goes down.
            if (gainAbove(before.high, { ...price, equityYen: equityYen - run.managementYen }) === 0)
              expect(run.performanceYen).toBe(0)
            expect(BigInt(high.equityYen) * BigInt(before.high.units)).toBeGreaterThanOrEqual(
              BigInt(before.high.equityYen) * BigInt(high.units),
            )
          }
          const cashYen = Math.max(fundValue.equityYen, 0) + owedYen
          const last = settleLast({ cashYen, owedYen, units: fundValue.units, followers })
          expect(last.paid.reduce((sum, { yen }) => sum + yen, 0) + last.feePaidYen + last.leadYen).toBe(
            cashYen,
          )
        },
      ),
      { numRuns: 1_000 },
    )
  }, 30_000)
})

describe('figures', () => {
  it('of a NAV for eyes', () =>
    expect([
      navShown({ equityYen: 11_234_567, units: 10_000_000 }),
      navShown({ equityYen: 0, units: 0 }),
    ]).toEqual([11_234.57, 0]))
  it('units for money and back never make a yen', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.integer({ min: 1, max: 1e9 }), fc.nat(1e9), (equityYen, units, yen) => {
        expect(worthOf({ equityYen, units }, unitsFor({ equityYen, units }, yen))).toBeLessThanOrEqual(yen)
        if (equityYen * 100 < units) expect(unitsFor({ equityYen, units }, yen)).toBe(0)
      }),
    )
  })
  const falls: [navs: number[], bp: number][] = [
    [[100, 110, 120], 0],
    [[100, 80, 120], 2_000],
    [[100, 120, 90, 130, 91], 3_000],
    [[], 0],
    [[100, 0], 10_000],
  ]
  it.each(falls)('deepest fall of %j is %d basis points', (navs, bp) =>
    expect(drawdownBp(navs.map((equityYen) => ({ equityYen, units: 1 })))).toBe(bp),
  )
  it('of followers count those who left, and losses like gains', () => {
    expect(
      resultsOf([
        { buyYen: 100, valueYen: 79 },
        { buyYen: 100, valueYen: 99 },
        { buyYen: 100, valueYen: 100 },
        { buyYen: 300, valueYen: 420 },
      ]),
    ).toEqual({ followers: 4, losing: 2, steps: [1, 0, 1, 1, 0, 1], togetherBp: 1_633 })
    expect(resultsOf([]).togetherBp).toBe(null)
  })
})

describe('shares are sold for those who leave', () => {
  const lot = (lotId: string, freeQuantity: number, priceTenths = 10_000) => ({
    lotId,
    freeQuantity,
    priceTenths,
    unit: 100,
  })
  const cases: [why: string, wantYen: number, sold: [string, number][]][] = [
    ['nothing', 0, []],
    [
      'a part of each lot, in whole units',
      150_004,
      [
        ['a', 100],
        ['b', 200],
      ],
    ],
    [
      'all, where that is not enough',
      900_000,
      [
        ['a', 200],
        ['b', 400],
      ],
    ],
  ]
  it.each(cases)('%s', (_why, wantYen, sold) => {
    expect(
      toSell([lot('a', 200), lot('b', 400)], wantYen).map(({ lotId, quantity }) => [lotId, quantity]),
    ).toEqual(sold)
  })
  it('not those that are being closed already', () => expect(toSell([lot('a', 0)], 100)).toEqual([]))
})
