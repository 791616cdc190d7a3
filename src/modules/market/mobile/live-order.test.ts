import { expect, it } from 'vitest'
import type { QuoteView, StockRow } from '../contract.ts'
import type { ListedBy } from './listed-by.ts'
import { inLiveOrder } from './live-order.ts'

type Shown = Pick<QuoteView, 'last' | 'changeBp' | 'turnover' | 'volume'>
const row = (code: string): StockRow => ({ code }) as StockRow
const SHOWN: Record<string, Shown> = {
  A: { last: 100, changeBp: 50, turnover: 9, volume: 1 },
  B: { last: 100, changeBp: 120, turnover: 3, volume: 7 },
  C: { last: 100, changeBp: -80, turnover: 3, volume: 5 },
  D: { last: null, changeBp: null, turnover: 0, volume: 0 },
}

it.each<[by: ListedBy, read: string, order: string, why: string]>([
  ['gainers', 'ABCD', 'BACD', 'B has overtaken A since it was read'],
  ['losers', 'CABD', 'CABD', 'stands as it was read'],
  ['losers', 'ABCD', 'CABD', 'the deepest first'],
  ['turnover', 'CBAD', 'ACBD', 'equal figures keep the order as read'],
  ['volume', 'ABCD', 'BCAD', 'by volume'],
  ['gainers', 'DABC', 'BACD', 'an issue that has not traded comes last'],
  ['per', 'DCAB', 'DCAB', 'a figure that does not move with the quote'],
])('by %s %s is %s: %s', (by, read, order) => {
  const rows = inLiveOrder([...read].map(row), by, ({ code }) => SHOWN[code] as QuoteView)
  expect(rows.map(({ code }) => code).join('')).toBe(order)
})
