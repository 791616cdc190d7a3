import { expect, test } from 'vitest'
import type { QuoteView } from '#modules/market/contract.ts'
import type { LotView } from '../contract.ts'
import { liveLot } from './live.ts'

const lot = (patch: Partial<LotView>): LotView =>
  ({
    code: 'S940',
    source: 'order',
    side: 'up',
    leverage: 1,
    quantity: 200,
    openQuantity: 100,
    openPrice: 1_500,
    openFee: 200,
    margin: 150_000,
    accrued: 0,
    marketPrice: null,
    offerPrice: null,
    averageCost: null,
    marketValue: null,
    floatingProfit: null,
    todayProfit: null,
    tradeDate: '2026-11-20',
    ...patch,
  }) as LotView
const quote = (patch: Partial<QuoteView> = {}) =>
  ({ last: 1_800, previousClose: 1_500, tradeDate: '2026-11-20', firstDay: false, ...patch }) as QuoteView

test.each<[name: string, lot: LotView, quote: QuoteView, today: number | null]>([
  [
    'on its first day shares from the draw count from the offer price',
    lot({ source: 'ipo', openFee: 0 }),
    quote(),
    30_000,
  ],
  [
    'what was bought on that day counts from its price, less what that cost',
    lot({ openPrice: 1_700 }),
    quote(),
    10_000 - 100,
  ],
  [
    'from the next day on the previous close',
    lot({}),
    quote({ tradeDate: '2026-11-24', previousClose: 1_750 }),
    5_000,
  ],
  [
    'days after its issue date the first price counts from the offer price',
    lot({ source: 'ipo' }),
    quote({ tradeDate: '2026-11-24', previousClose: 1_500, firstDay: true }),
    30_000,
  ],
  ['without a price nothing is known', lot({}), quote({ last: null }), null],
  [
    'what was read goes on by what the price moves',
    lot({ marketPrice: 1_600, floatingProfit: 10_000, todayProfit: 9_900 }),
    quote(),
    29_900,
  ],
])('today of a lot: %s', (_, read, now, today) => expect(liveLot(read, now).todayProfit).toBe(today))

test('shares paid in full go against their average cost with every tick', () => {
  const { floatingProfit } = liveLot(lot({ averageCost: 1_503, floatingProfit: 9_700 }), quote())
  expect(floatingProfit).toBe(180_000 - 150_300)
})

test('an offer price is none any more with the first trade', () => {
  const offered = lot({ source: 'ipo', offerPrice: 1_500, marketValue: 150_000 })
  expect(liveLot(offered, quote({ last: null, firstDay: true }))).toBe(offered)
  expect(liveLot(offered, quote({ firstDay: true }))).toMatchObject({
    marketPrice: 1_800,
    offerPrice: null,
    marketValue: 180_000,
    floatingProfit: 30_000,
  })
})
