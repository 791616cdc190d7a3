import { describe, expect, test } from 'vitest'
import { afterSale, lacksForBuying, lacksForSelling, type DaySales } from './same-funds.ts'

const DAY = '2026-11-19'
const NEXT = '2026-11-20'
const sold = (soldYen: number, roundTripYen: number, tradeDate = DAY): DaySales => ({
  tradeDate,
  firstAt: 100,
  soldYen,
  roundTripYen,
})

describe('buying (facts: market rules, section 9)', () => {
  const rows: [name: string, sales: DaySales | null, freeYen: number, neededYen: number, lacksYen: number][] =
    [
      ['for the first time', null, 100_000, 100_000, 0],
      ['after buying and selling, with those proceeds', sold(100_000, 100_000), 100_000, 100_000, 100_000],
      ['after buying and selling, with other money', sold(100_000, 100_000), 200_000, 100_000, 0],
      [
        'after buying and selling, with other money in part',
        sold(100_000, 100_000),
        160_000,
        100_000,
        40_000,
      ],
      ['after selling what was held before: the second step, allowed', sold(100_000, 0), 100_000, 100_000, 0],
      ['on the next day', sold(100_000, 100_000, '2026-11-18'), 100_000, 100_000, 0],
      ['more than the whole account has: another rule’s word', sold(100_000, 0), 50_000, 80_000, 0],
      ['when the proceeds are gone already', sold(100_000, 100_000), 50_000, 50_000, 50_000],
    ]
  test.each(rows)('%s', (_, sales, freeYen, neededYen, lacksYen) => {
    expect(lacksForBuying({ sales, tradeDate: DAY, freeYen }, neededYen)).toBe(lacksYen)
  })
})

describe('selling', () => {
  const before = { tradeDate: '2026-11-18', openedAt: 1 }
  const early = { tradeDate: DAY, openedAt: 50 }
  const after = { tradeDate: DAY, openedAt: 150 }
  const rows: [
    name: string,
    sales: DaySales | null,
    lot: typeof before,
    freeYen: number,
    lacksYen: number,
  ][] = [
    ['what was bought today: the second step, allowed', null, early, 0, 0],
    ['its rest, after a first part of it was sold', sold(50_000, 50_000), early, 0, 0],
    ['what was bought today with the proceeds of a sale of today', sold(100_000, 0), after, 0, 100_000],
    ['what was bought today with other money', sold(100_000, 0), after, 100_000, 0],
    [
      'what was bought in the moment of that sale',
      sold(100_000, 0),
      { tradeDate: DAY, openedAt: 100 },
      0,
      100_000,
    ],
    [
      'what was bought on another day, later in the day than that sale',
      sold(100_000, 0),
      { tradeDate: '2026-11-18', openedAt: 150 },
      0,
      0,
    ],
    ['what was bought on another day', sold(100_000, 0), before, 0, 0],
    ['after a sale of another day', sold(100_000, 0, '2026-11-18'), after, 0, 0],
  ]
  test.each(rows)('%s', (_, sales, lot, freeYen, lacksYen) => {
    expect(lacksForSelling({ sales, tradeDate: DAY, freeYen }, lot)).toBe(lacksYen)
  })
})

test('sales of a day add up, and begin anew with the next', () => {
  const one = afterSale(undefined, DAY, 100, 50_000, false)
  const two = afterSale(one, DAY, 200, 30_000, true)
  expect(two).toEqual({ tradeDate: DAY, firstAt: 100, soldYen: 80_000, roundTripYen: 30_000 })
  expect(afterSale(two, NEXT, 900, 10_000, false)).toEqual({
    tradeDate: NEXT,
    firstAt: 900,
    soldYen: 10_000,
    roundTripYen: 0,
  })
})
