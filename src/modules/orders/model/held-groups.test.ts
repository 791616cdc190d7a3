import { expect, it } from 'vitest'
import { heldGroups } from './held-groups.ts'

const lot = (part: object) => ({
  side: 'up' as const,
  leverage: 1,
  openQuantity: 100,
  openPrice: 500,
  floatingProfit: 0,
  ...part,
})
const told = (lots: Parameters<typeof heldGroups>[0]) =>
  heldGroups(lots).map(({ way, shares, openPrice, profit }) => [way, shares, openPrice, profit])

it('nothing held is no group, and a lot without open shares is not held', () => {
  expect(told([])).toEqual([])
  expect(told([lot({ openQuantity: 0 })])).toEqual([])
})
it('paid shares, longs and shorts on margin are apart, in this order', () => {
  expect(
    told([
      lot({ side: 'down', leverage: 1, floatingProfit: -300 }),
      lot({ leverage: 2, floatingProfit: 200 }),
      lot({ openQuantity: 300, openPrice: 510, floatingProfit: 50 }),
      lot({ openPrice: 500.5, floatingProfit: 70 }),
    ]),
  ).toEqual([
    ['cashSell', 400, 507.6, 120],
    ['closeLong', 100, 500, 200],
    ['closeShort', 100, 500, -300],
  ])
})
it('a result is unknown where that of one lot is', () => {
  expect(told([lot({ floatingProfit: null }), lot({ floatingProfit: 70 })])).toEqual([
    ['cashSell', 200, 500, null],
  ])
})
