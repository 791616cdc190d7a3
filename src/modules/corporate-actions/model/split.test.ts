import { expect, test } from 'vitest'
import { mulDiv } from '#kernel/money.ts'
import { consideration } from '#kernel/price.ts'
import { openFeeLeft, type Lot } from '#modules/portfolio/model/lot.ts'
import { NO_TRAIL } from '#modules/portfolio/model/trail.ts'
import { afterSplit, exchanged, keptShares } from './split.ts'

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
  ...NO_TRAIL,
  trailedAt: null,
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
    'a distance in yen follows, one in parts of the price stays',
    { stopLossTenths: 30_000, trailTenths: 1_005, trailBp: null },
    [2, 1],
    { stopLossTenths: 15_000, trailTenths: 503 },
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
      { rule: 'realized' },
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

const exchanges: [held: number, newShares: number, oldShares: number, shares: number, parts: number][] = [
  [100, 2, 3, 66, 2],
  [101, 2, 3, 67, 1],
  [101, 3, 2, 151, 1],
  [66, 5, 4, 82, 2],
  [1, 2, 3, 0, 2],
  [1_250, 1, 10, 125, 0],
  [60, 1, 7, 8, 4],
]
test.each(exchanges)(
  '%d shares at %d for %d are %d and %d parts of one',
  (held, newShares, oldShares, shares, parts) => {
    expect(exchanged(held, { newShares, oldShares })).toEqual({ shares, parts })
  },
)

test('a split keeps every whole new share, and its value to the yen', () => {
  const sides = ['up', 'down'] as const
  const ratios = Array.from({ length: 144 }, (_, n) => ({
    newShares: 1 + (n % 12),
    oldShares: 1 + Math.floor(n / 12),
  }))
  for (const [n, ratio] of ratios.entries()) {
    for (const held of [1, 7, 25, 100, 125, 1_250, 99_999]) {
      const openPriceTenths = 10_000 + n * 37
      const { shares, parts } = exchanged(held, ratio)
      // The part paid out is less than one new share, whichever side of the ratio is one, or neither.
      expect([Number.isInteger(shares), parts < ratio.oldShares, shares * ratio.oldShares + parts]).toEqual([
        true,
        true,
        held * ratio.newShares,
      ])
      if (shares === 0) continue
      const side = sides[n % 2]!
      const terms = { side, openPriceTenths, leverageTenths: 20, openFeeYen: 1_100 }
      const opened = consideration(openPriceTenths, held)
      const paid = mulDiv([opened, parts], held * ratio.newShares, side === 'up' ? 'ceil' : 'floor')
      const before = lot({ ...terms, quantity: held + 30, openQuantity: held })
      const { lot: after, roundingYen } = afterSplit(before, ratio, 'topix500', 7, {
        openedYen: opened - paid,
      })
      expect(after.openQuantity).toBe(shares)
      const moved = consideration(after.openPriceTenths, shares) - (opened - paid)
      expect(side === 'up' ? moved : 0 - moved).toBe(roundingYen)
      // The part of the fee that the closed shares have carried is over: the open ones carry the rest, and
      // the rounding.
      expect(openFeeLeft(after)).toBe(openFeeLeft(before) - roundingYen)
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
