import { expect, test } from 'vitest'
import { consideration } from '#kernel/price.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { afterSplit, keptShares } from './split.ts'

const lot = (patch: Partial<Lot> = {}): Lot => ({
  id: 'l',
  number: 'L-1',
  orderId: 'o',
  source: 'order',
  memberId: 'a',
  code: 'S214',
  side: 'up',
  leverageTenths: 10,
  quantity: 1_000,
  openQuantity: 1_000,
  closingQuantity: 0,
  openPriceTenths: 34_800,
  marginYen: 3_480_000,
  openFeeYen: 1_100,
  closeFeeYen: 0,
  chargesYen: 0,
  realizedYen: 0,
  closedYen: 0,
  takeProfitTenths: null,
  stopLossTenths: null,
  triggeredBy: null,
  tradeDate: '2026-11-16',
  settlementDate: '2026-11-18',
  exitsAt: 0,
  openedAt: 0,
  closedAt: null,
  status: 'holding',
  ...patch,
})

const kept: [shares: number, newShares: number, oldShares: number, kept: number][] = [
  [300, 2, 1, 300],
  [300, 5, 1, 300],
  [700, 1, 5, 500],
  [300, 1, 5, 0],
  [1_000, 1, 5, 1_000],
  [1_900, 1, 10, 1_000],
  [100, 3, 2, 0],
  [500, 3, 2, 400],
  [300, 5, 2, 280],
  [700, 1, 7, 700],
  [600, 1, 7, 0],
  [1_400, 100, 7, 1_400],
  [1_406, 100, 7, 1_400],
]
test.each(kept)(
  'of %d shares at %d for %d, %d become whole units',
  (shares, newShares, oldShares, expected) => {
    expect(keptShares(shares, 100, { newShares, oldShares })).toBe(expected)
  },
)

/** Prices in tenths. `rounding`: what the member gets now because the new price does not come out even. */
const splits: [
  name: string,
  before: Partial<Lot>,
  ratio: [number, number],
  after: Partial<Lot>,
  rounding: number,
][] = [
  [
    '2 for 1',
    {},
    [2, 1],
    {
      quantity: 2_000,
      openQuantity: 2_000,
      openPriceTenths: 17_400,
      marginYen: 3_480_000,
      realizedYen: 0,
      takeProfitTenths: null,
      stopLossTenths: null,
    },
    0,
  ],
  [
    '3 for 1, a price that does not come out even',
    { openPriceTenths: 10_160, marginYen: 1_016_000 },
    [3, 1],
    { openQuantity: 3_000, openPriceTenths: 3_387, marginYen: 1_016_100, realizedYen: 0, openFeeYen: 1_000 },
    100,
  ],
  [
    'the same leveraged: the margin stays',
    { openPriceTenths: 10_160, marginYen: 508_000, leverageTenths: 20 },
    [3, 1],
    { openPriceTenths: 3_387, marginYen: 508_000, realizedYen: 0, openFeeYen: 1_000 },
    100,
  ],
  [
    'the same short: rounded down',
    { openPriceTenths: 10_160, marginYen: 508_000, leverageTenths: 20, side: 'down' },
    [3, 1],
    { openPriceTenths: 3_386, marginYen: 508_000, realizedYen: 0, openFeeYen: 900 },
    200,
  ],
  [
    '1 for 5',
    {},
    [1, 5],
    { quantity: 200, openQuantity: 200, openPriceTenths: 174_000, marginYen: 3_480_000 },
    0,
  ],
  [
    'what is closed already counts in new shares',
    { openQuantity: 600, marginYen: 2_088_000 },
    [2, 1],
    { quantity: 2_000, openQuantity: 1_200, marginYen: 2_088_000 },
    0,
  ],
  [
    'its exits follow, on the grid',
    { takeProfitTenths: 40_050, stopLossTenths: 30_000 },
    [2, 1],
    { takeProfitTenths: 20_025, stopLossTenths: 15_000, exitsAt: 7 },
    0,
  ],
  [
    'its exits follow a reverse split',
    { takeProfitTenths: 40_050, stopLossTenths: null },
    [1, 5],
    { takeProfitTenths: 200_250, stopLossTenths: null },
    0,
  ],
  [
    'exits between two ticks',
    { takeProfitTenths: 40_010, stopLossTenths: 30_010 },
    [3, 1],
    { takeProfitTenths: 13_335, stopLossTenths: 10_005 },
    0,
  ],
]
test.each(splits)('%s', (_, before, [newShares, oldShares], after, rounding) => {
  const changed = afterSplit(lot(before), { newShares, oldShares }, 'topix500', 7)
  expect(changed.lot).toMatchObject(after)
  expect(changed.roundingYen).toBe(rounding)
})

test('a journal of before says the rounding as a profit at once', () => {
  expect(
    afterSplit(
      lot({ openPriceTenths: 10_160, marginYen: 1_016_000 }),
      { newShares: 3, oldShares: 1 },
      'topix500',
      7,
      false,
    ).lot,
  ).toMatchObject({ realizedYen: 100, openFeeYen: 1_100 })
})

test('whatever the ratio and whatever is closed of the lot: whole shares and whole tenths', () => {
  const ratios = Array.from({ length: 100 }, (_, n) => ({
    newShares: 1 + Math.floor(n / 10),
    oldShares: 1 + (n % 10),
  }))
  const holdings = [0, 100, 300, 700].flatMap((closed) =>
    [100, 400, 900, 2_100].map((held) => ({ closed, held })),
  )
  for (const ratio of ratios) {
    for (const { closed, held } of holdings) {
      const openQuantity = keptShares(held, 100, ratio)
      if (openQuantity === 0) continue
      const { lot: after } = afterSplit(lot({ quantity: held + closed, openQuantity }), ratio, 'topix500', 7)
      expect(
        [
          after.quantity,
          after.openQuantity,
          after.openPriceTenths,
          after.marginYen,
          after.realizedYen,
        ].filter((figure) => !Number.isInteger(figure)),
      ).toEqual([])
      expect([
        after.openQuantity % 100,
        after.quantity >= after.openQuantity,
        openQuantity * ratio.newShares,
      ]).toEqual([0, true, after.openQuantity * ratio.oldShares])
    }
  }
})

test('a split keeps every share but fractions below one, and its value to the yen', () => {
  const sides = ['up', 'down'] as const
  const ratios = Array.from({ length: 144 }, (_, n) => ({
    newShares: 1 + (n % 12),
    oldShares: 1 + Math.floor(n / 12),
  }))
  for (const [n, ratio] of ratios.entries()) {
    for (const held of [1, 7, 25, 100, 125, 1_250, 99_999]) {
      const openPriceTenths = 10_000 + n * 37
      const kept = keptShares(held, 1, ratio)
      const newShares = (kept * ratio.newShares) / ratio.oldShares
      // What is paid out is less than one new share; where neither side of the ratio is one, less than the
      // old shares that come out even.
      const paid = held - kept
      expect([
        Number.isInteger(newShares),
        paid < ratio.oldShares,
        ratio.newShares > 1 || paid / ratio.oldShares < 1,
      ]).toEqual([true, true, true])
      if (ratio.oldShares === 1) expect(paid).toBe(0)
      if (kept === 0) continue
      const side = sides[n % 2]!
      const { lot: after, roundingYen } = afterSplit(
        lot({ side, openPriceTenths, quantity: held, openQuantity: kept, leverageTenths: 20 }),
        ratio,
        'topix500',
        7,
      )
      expect(after.openQuantity).toBe(newShares)
      const moved = consideration(after.openPriceTenths, newShares) - consideration(openPriceTenths, kept)
      expect(side === 'up' ? moved : 0 - moved).toBe(roundingYen)
    }
  }
})

test('nothing is won or lost: what the open price moved is what was paid', () => {
  for (const side of ['up', 'down'] as const) {
    for (let openPriceTenths = 10_001; openPriceTenths < 10_040; openPriceTenths++) {
      const before = lot({ side, openPriceTenths, leverageTenths: 20, marginYen: 508_000 })
      const { lot: after, roundingYen } = afterSplit(before, { newShares: 3, oldShares: 1 }, 'topix500', 7)
      const moved =
        consideration(after.openPriceTenths, after.openQuantity) -
        consideration(openPriceTenths, before.openQuantity)
      expect([side === 'up' ? moved : 0 - moved, roundingYen < 0.1 * 3_000]).toEqual([roundingYen, true])
    }
  }
})
