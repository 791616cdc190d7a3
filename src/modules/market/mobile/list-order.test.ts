import { expect, it } from 'vitest'
import type { QuoteView, StockRow } from '../contract.ts'
import type { ListedBy } from './listed-by.ts'
import { inOrder, keptIn, orderOf } from './list-order.ts'

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
  const rows = inOrder([...read].map(row), by, ({ code }) => SHOWN[code] as QuoteView)
  expect(rows.map(({ code }) => code).join('')).toBe(order)
})

it('an order says of which quote it is, and stays when the figures change', () => {
  const at = (seconds: number) => `2026-11-19T05:32:0${seconds}.000Z`
  const quotes: Record<string, Partial<QuoteView>> = {
    A: { last: 1, turnover: 9, at: at(1) },
    B: { last: 1, turnover: 7, at: at(8) },
    C: { last: 1, turnover: 8, at: at(3) },
  }
  const order = orderOf(['A', 'B', 'C'].map(row), 'turnover', ({ code }) => quotes[code] as QuoteView)
  expect(order).toEqual({ codes: ['A', 'C', 'B'], at: at(8) })
  expect(orderOf([], 'turnover', ({ code }) => quotes[code] as QuoteView)).toEqual({ codes: [], at: null })
  const kept = (read: string) => keptIn([...read].map(row), order).map(({ code }) => code)
  expect(kept('BCA').join('')).toBe('ACB')
  // One that left the list leaves no gap; new ones follow.
  expect(kept('DBAE').join('')).toBe('ABDE')
})
