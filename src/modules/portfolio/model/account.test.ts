import { describe, expect, test } from 'vitest'
import { NO_MONEY, type Balances } from '#modules/ledger/model/accounts.ts'
import { todayFromTenths, valuedTenths } from '#modules/market/model/figures.ts'
import { accountFigures, lotFigures, settledCash, type LiveLot, type Mark } from './account.ts'

const lot = (patch: Partial<LiveLot> = {}): LiveLot => ({
  code: 'S214',
  side: 'up',
  leverageTenths: 25,
  openQuantity: 1_000,
  openPriceTenths: 34_800,
  marginYen: 1_392_000,
  accruedYen: 266,
  openedToday: true,
  openFeeYen: 1_100,
  ...patch,
})
const mark: Mark = { lastTenths: 34_900, previousCloseTenths: 34_100 }

test('a lot: floating profit net of charges, today from its opening less what it cost', () => {
  expect(lotFigures(lot(), mark)).toEqual({
    marketValueYen: 3_490_000,
    floatingYen: 9_734,
    todayYen: 10_000 - 1_100 - 266,
  })
  expect(lotFigures(lot({ openedToday: false }), mark).todayYen).toBe(80_000)
  expect(lotFigures(lot({ side: 'down' }), mark)).toMatchObject({
    floatingYen: -10_266,
    marketValueYen: 3_490_000,
  })
})

test('on the first day of trading today counts from the offer price, whenever shares were allotted', () => {
  // Offered at 920 yen, quoted at 966 until a first price of 1,014 yen, days after the issue date.
  const allotted = lot({ openPriceTenths: 9_200, openedToday: false, accruedYen: 0, openFeeYen: 0 })
  const quote = { lastTenths: 10_140, previousCloseTenths: 9_200, baseTenths: 10_140, firstDay: true }
  const first: Mark = { lastTenths: 10_140, previousCloseTenths: todayFromTenths(quote) }
  expect(lotFigures(allotted, first).todayYen).toBe(94_000)
  // The change of the issue says the same.
  expect(valuedTenths(quote) - todayFromTenths(quote)).toBe(940)
  const unpriced = { ...quote, lastTenths: null, baseTenths: 9_660 }
  expect([valuedTenths(unpriced), todayFromTenths(unpriced)]).toEqual([9_200, 9_200])
  expect(todayFromTenths({ ...quote, firstDay: false, baseTenths: 5_070 })).toBe(5_070)
  const bought = lot({ openPriceTenths: 10_000, accruedYen: 0 })
  expect(lotFigures(bought, first).todayYen).toBe(14_000 - 1_100)
})

test('a lot without a price counts at its open price', () => {
  expect(lotFigures(lot(), undefined)).toEqual({
    marketValueYen: 3_480_000,
    floatingYen: -266,
    todayYen: -1_366,
  })
  expect(lotFigures(lot({ openedToday: false }), undefined).todayYen).toBe(0)
  expect(accountFigures({ ...NO_MONEY, lotMargin: 1_392_000 }, [lot()], () => undefined, 0)).toMatchObject({
    floatingYen: -266,
    marginHeldYen: 1_391_734,
  })
})

test('the summary of product decision 3', () => {
  const balances = {
    ...NO_MONEY,
    available: 1_000_000,
    unsettled: 200_000,
    orderHold: 50_000,
    lotMargin: 1_739_800,
    loan: 10_000,
    shortfall: 300,
  }
  const cash = lot({
    code: 'S405',
    leverageTenths: 10,
    openQuantity: 100,
    openPriceTenths: 34_780,
    marginYen: 347_800,
    accruedYen: 0,
    openedToday: false,
  })
  const figures = accountFigures(
    balances,
    [lot(), cash],
    (code) => (code === 'S214' ? mark : { lastTenths: 34_000, previousCloseTenths: 34_010 }),
    -500,
  )
  expect(figures).toEqual({
    buyingPowerYen: 1_200_000,
    usedFundsYen: 1_789_800,
    floatingYen: 9_734 - 7_800,
    marketValueYen: 3_490_000 + 340_000,
    accruedYen: 266,
    totalAssetsYen: 1_200_000 + 1_789_800 + 1_934 - 10_000 - 300,
    todayChangeYen: -500 + 8_634 - 100,
    // 1,250,000 cash and holds + 1,392,000 margin + ⌊0.8 × 340,000⌋ + no gain − 266 − 10,000
    marginHeldYen: 2_903_734,
    openNotionalYen: 3_480_000,
    marginRatioBp: 8_344,
  })
})

test('total assets hold what is held back, what is paid and not listed, units of pools, less loans and their interest', () => {
  const balances = {
    ...NO_MONEY,
    available: 1_000,
    unsettled: 200,
    orderHold: 30,
    withdrawalHold: 4,
    subscriptionHold: 50_000,
    dividendHold: 600_000,
    lotMargin: 7_000_000,
    paidShares: 80_000_000,
    loan: 900,
    shortfall: 11,
  }
  const figures = accountFigures(balances, [], () => undefined, 5, {
    copyUnits: 1_000_000_000,
    loanInterest: 2,
    creditScore: 700,
  })
  expect(figures).toMatchObject({
    usedFundsYen: 7_650_034,
    buyingPowerYen: 1_200,
    floatingYen: 0,
    todayChangeYen: 5,
    marketValueYen: 0,
    marginHeldYen: 1_230 - 900,
    marginRatioBp: null,
  })
  expect(figures.totalAssetsYen).toBe(1_200 + 7_650_034 + 80_000_000 + 1_000_000_000 - 2 - 900 - 11)
  expect(accountFigures(balances, [], () => undefined, 5).totalAssetsYen).toBe(
    1_200 + 7_650_034 + 80_000_000 - 900 - 11,
  )
})

describe('settled cash', () => {
  const D1 = '2026-11-20'
  const D2 = '2026-11-24'
  const cases: [name: string, balances: Partial<Balances>, pendingYen: number, settledYen: number][] = [
    ['nothing pending', { available: 100 }, 0, 100],
    ['proceeds wait', { available: 100, unsettled: 50 }, 50, 100],
    ['proceeds were used for an order', { available: 100, unsettled: 20 }, 50, 70],
    ['used, and come back to available: still not withdrawable', { available: 150, unsettled: 0 }, 50, 100],
    ['all used', { available: 0, unsettled: 0 }, 50, 0],
    ['more pending than there is', { available: 10, unsettled: 0 }, 50, 0],
  ]
  test.each(cases)('%s', (_, balances, pendingYen, settledYen) => {
    expect(settledCash({ ...NO_MONEY, ...balances }, [{ dueDate: D1, yen: pendingYen }], [])).toBe(settledYen)
  })

  const taxed: [name: string, pending: [string, number][], taxes: [string, number][], settledYen: number][] =
    [
      ["tax that its day's proceeds pay", [[D1, 100]], [[D1, 20]], 1_000],
      ['tax that earlier proceeds pay', [[D1, 100]], [[D2, 20]], 1_000],
      ['tax before the proceeds that would pay it', [[D2, 100]], [[D1, 20]], 980],
      ['tax without proceeds', [], [[D1, 20]], 980],
      ['tax above its proceeds', [[D1, 5]], [[D1, 20]], 985],
      [
        'a refund that comes after the tax',
        [],
        [
          [D1, 20],
          [D2, -20],
        ],
        980,
      ],
      [
        'a refund that comes before it',
        [],
        [
          [D1, -20],
          [D2, 20],
        ],
        1_000,
      ],
      ['a refund alone adds nothing yet', [], [[D1, -20]], 1_000],
    ]
  test.each(taxed)('%s', (_, pending, taxes, settledYen) => {
    const waiting = pending.map(([dueDate, yen]) => ({ dueDate, yen }))
    const unsettled = waiting.reduce((sum, { yen }) => sum + yen, 0)
    const coming = taxes.map(([settlementDate, yen]) => ({ settlementDate, yen }))
    expect(settledCash({ ...NO_MONEY, available: 1_000, unsettled }, waiting, coming)).toBe(settledYen)
  })
})
