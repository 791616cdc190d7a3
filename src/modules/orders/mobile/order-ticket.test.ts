import { describe, expect, it, test } from 'vitest'
import type { PlaceOrder } from '#modules/orders/model/order.ts'
import { PLAIN_TERMS } from '#modules/orders/model/terms.ts'
import {
  farOf,
  isFarByTap,
  maxQuantity,
  outcomeAt,
  crossesByBp,
  previewOrder,
  refusedByPower,
  suggestedExits,
  type TicketAccount,
  type TicketMarket,
} from './order-ticket.ts'
import { FEE } from '#modules/margin/model/rates.ts'

const market: TicketMarket = {
  tickTable: 'topix500',
  unit: 100,
  sharesOutstanding: 10_000_000,
  quote: {
    lastTenths: 34_820,
    previousCloseTenths: 34_100,
    bidTenths: 34_810,
    askTenths: 34_820,
    upperLimitTenths: 41_100,
    lowerLimitTenths: 27_100,
    firstDay: false,
  },
}
const cash = (yen: number): TicketAccount => ({
  buyingPowerYen: yen,
  cashYen: yen,
  lots: [],
  loanYen: 0,
  priceOf: () => undefined,
  fee: FEE,
})
const buy: PlaceOrder = {
  code: 'S214',
  side: 'up',
  type: 'limit',
  quantity: 1_000,
  priceTenths: 34_800,
  leverageTenths: 25,
  takeProfitTenths: null,
  stopLossTenths: null,
  ...PLAIN_TERMS,
}

describe('an order at market through a thin board', () => {
  const thin: TicketMarket = {
    ...market,
    quote: {
      ...market.quote,
      board: {
        asks: [
          [34_820, 300],
          [34_850, 500],
          [35_100, 1_000],
        ],
        bids: [[34_810, 500]],
      },
    },
  }
  const order = (quantity: number): PlaceOrder => ({ ...buy, type: 'market', priceTenths: null, quantity })
  it('shows the average of its quantity, and holds what it held', () => {
    const [told, before] = [
      previewOrder(order(1_800), thin, cash(1e8)),
      previewOrder(order(1_800), market, cash(1e8)),
    ]
    // (300 × 3,482 + 500 × 3,485 + 1,000 × 3,510) ÷ 1,800 is 3,498.39.
    expect([told.priceTenths, told.notionalYen]).toEqual([34_984, 300 * 3_482 + 500 * 3_485 + 1_000 * 3_510])
    expect(told.holdYen).toBe(before.holdYen)
  })
  it('is warned of with the yen beside the best price', () => {
    expect(farOf(order(300), thin)).toBeNull()
    expect(farOf(order(1_800), thin)).toMatchObject({ yen: 29_500, bestTenths: 34_820, beyond: 0 })
    expect(farOf(order(2_000), thin)).toMatchObject({ beyond: 200 })
    expect(farOf({ ...buy, quantity: 1_800 }, thin)).toBeNull()
    expect(isFarByTap({ ...buy, quantity: 1_800 }, 'market', undefined, thin)).toBe(true)
  })
  it('counts for the most that a level allows', () => {
    const most = 1_800 * 3_482
    expect(maxQuantity(order(100), market, cash(1e8), most)).toBe(1_800)
    expect(maxQuantity(order(100), thin, cash(1e8), most)).toBe(1_700)
  })
})

test.each([
  ['buys above the ask', 'limit', 'up', 35_900, 310],
  ['buys a little above it', 'limit', 'up', 35_800, null],
  ['sells below the bid', 'limit', 'down', 33_000, 520],
  ['waits', 'limit', 'up', 30_000, null],
  ['has no limit', 'market', 'up', null, null],
] as const)('a limit far beyond the best price is said: %s', (_, type, side, priceTenths, bp) => {
  const by = crossesByBp({ type, side, priceTenths }, market.quote)
  expect(by === null ? null : Math.round(by)).toBe(bp)
})

describe('preview of an order', () => {
  it('a loan counts against the margin', () => {
    const owing = previewOrder(buy, market, { ...cash(10_000_000), loanYen: 1_000_000 })
    expect(owing.ratioAfterBp).toBe(previewOrder(buy, market, cash(9_000_000)).ratioAfterBp)
    expect(owing.liquidationTenths).toBe(previewOrder(buy, market, cash(9_000_000)).liquidationTenths)
  })
  it('a limit buy at 2.5×: 3,480,000 yen, 40 % of it as margin, the fee at its cap', () => {
    const preview = previewOrder(buy, market, cash(10_000_000))
    expect(preview).toMatchObject({
      notionalYen: 3_480_000,
      marginYen: 1_392_000,
      feeYen: 1_100,
      holdYen: 1_393_100,
      powerAfterYen: 8_606_900,
    })
    // ⌊3,480,000 × 2.80 % ÷ 365⌋
    expect(preview.costPerDayYen).toBe(266)
    expect(preview.losses.map((loss) => [loss.priceTenths, loss.yen, Math.round(loss.ofMarginBp)])).toEqual([
      [33_060, -176_200, 1_266],
      [31_320, -350_200, 2_516],
      [27_840, -698_200, 5_016],
    ])
  })

  it('the ratio after it, and the prices at which it falls under 20 % and 10 %, rounded against optimism', () => {
    // G = 1,500,000 − 1,100; N = 3,480,000: M = 43.07 %. Under 20 % when the loss is above 802,900: 802.9 a
    // share.
    const preview = previewOrder(buy, market, cash(1_500_000))
    expect(preview.ratioNowBp).toBeNull()
    expect(preview.ratioAfterBp).toBe(4_307)
    expect(preview.callTenths).toBe(26_775)
    expect(preview.liquidationTenths).toBe(23_295)
  })

  it('a 1× purchase cannot be liquidated and costs nothing a day', () => {
    const preview = previewOrder({ ...buy, leverageTenths: 10 }, market, cash(10_000_000))
    expect(preview).toMatchObject({
      marginYen: 3_480_000,
      costPerDayYen: 0,
      callTenths: null,
      liquidationTenths: null,
      ratioAfterBp: null,
    })
  })

  it('a market buy and a short are held at the upper limit', () => {
    expect(
      previewOrder({ ...buy, type: 'market', priceTenths: null }, market, cash(10_000_000)).holdYen,
    ).toBe(4_110_000 / 2.5 + 1_100)
    expect(previewOrder({ ...buy, side: 'down' }, market, cash(10_000_000)).holdYen).toBe(
      4_110_000 / 2.5 + 1_100,
    )
  })

  it('money that tax will take buys nothing, and still counts as margin', () => {
    const taxed = { ...cash(3_000_000), buyingPowerYen: 2_900_000 }
    const preview = previewOrder(buy, market, taxed)
    expect(preview).toMatchObject({
      ratioAfterBp: previewOrder(buy, market, cash(3_000_000)).ratioAfterBp,
      powerAfterYen: 2_900_000 - preview.holdYen,
    })
  })

  it('what is missing is said with its figures: 1,393,100 needed, a yen short of it', () => {
    expect(refusedByPower(previewOrder(buy, market, cash(1_393_100)))).toBeNull()
    expect(refusedByPower(previewOrder(buy, market, cash(1_393_099)))).toMatchObject({
      rejection: 'INSUFFICIENT_BUYING_POWER',
      detail: { neededYen: 1_393_100, availableYen: 1_393_099, shortYen: 1 },
    })
  })

  it('a short loses when the price rises', () => {
    const preview = previewOrder({ ...buy, side: 'down' }, market, cash(1_500_000))
    expect(preview.losses[0]).toMatchObject({ priceTenths: 36_540, yen: -176_200 })
    expect(preview.liquidationTenths).toBeGreaterThan(34_800)
  })
})

describe('the most that can be ordered', () => {
  const cases: [
    name: string,
    order: Partial<PlaceOrder>,
    cashYen: number,
    maxValueYen: number,
    most: number,
  ][] = [
    ['margin and fee fit', {}, 1_393_100, 100_000_000, 1_000],
    ['one yen short', {}, 1_393_099, 100_000_000, 900],
    ['the level allows less', {}, 10_000_000, 1_000_000, 200],
    ['not even one unit', {}, 100_000, 100_000_000, 0],
    ['no more than the order limit', { leverageTenths: 33 }, 900_000_000_000, 900_000_000_000, 1_000_000],
  ]
  it.each(cases)('%s', (_, order, cashYen, maxValueYen, most) =>
    expect(maxQuantity({ ...buy, ...order }, market, cash(cashYen), maxValueYen)).toBe(most),
  )

  it('no more than three tenths of the shares that there are', () =>
    expect(
      maxQuantity(buy, { ...market, sharesOutstanding: 1_000_000 }, cash(900_000_000_000), 900_000_000_000),
    ).toBe(300_000))
})

it('an outcome takes the fees of both ways', () =>
  expect(outcomeAt(buy, 3_480_000, 37_200, FEE)).toBe(240_000 - 1_100 - 1_100))

it('suggested exits stand on the grid, on their side', () => {
  expect(suggestedExits('up', 34_820, 'topix500')).toEqual({
    takeProfitTenths: 36_560,
    stopLossTenths: 33_780,
  })
  expect(suggestedExits('down', 34_820, 'topix500')).toEqual({
    takeProfitTenths: 33_080,
    stopLossTenths: 35_870,
  })
})
