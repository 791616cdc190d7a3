import { useLatest } from '#client/topics.ts'
import { yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import type { FeeRule } from '#modules/margin/model/rates.ts'
import { quoteTopic, type DepthView, type QuoteView, type StockView } from '#modules/market/contract.ts'
import { sweepOf } from '#modules/orders/model/reserve.ts'
import { farFrom } from '#modules/orders/model/sweep.ts'
import type { LotView } from '#modules/portfolio/contract.ts'
import { estimateClose } from './close-form.ts'
import type { ClosePart } from './close-parts.ts'
import { worthsOf } from './close-worths.ts'
import type { TicketTerms } from './TicketTerms.tsx'
import { boardOf, useDepth } from './use-board.ts'

export type ClosingTerms = TicketTerms & { type: 'market' | 'limit' }

/** Shares to be closed, and the terms. `limit`: null or undefined while none is typed. */
export type ClosingAsked = {
  readonly lot: LotView
  readonly stock: StockView
  readonly parts: readonly ClosePart[]
  readonly terms: ClosingTerms
  readonly limit: PriceYen | null | undefined
  readonly fee: FeeRule
}

/** The figures of a closing at a quote and a board. */
function closingFigures(
  { lot, stock, parts, terms, limit, fee }: ClosingAsked,
  quote: QuoteView,
  depth: DepthView | undefined,
) {
  const quantity = parts.reduce((sum, part) => sum + part.quantity, 0)
  // Selling meets the bid, buying back meets the ask; without a book the last price is the best guess.
  const market = (lot.side === 'up' ? quote.bid : quote.ask) ?? quote.last ?? lot.marketPrice ?? lot.openPrice
  const side = lot.side === 'up' ? 'down' : 'up'
  const board = boardOf(quote, depth)
  const { type, condition = 'none' } = terms
  const through = (shares: Quantity, before: Quantity) =>
    sweepOf({ type, side, quantity: shares, condition }, board, before)
  const swept = through(quantity, 0)
  const atMarket = swept === null ? market : yenOf(swept.priceTenths)
  const price = type === 'limit' ? (limit ?? market) : atMarket
  const worths = worthsOf(parts, price, through)
  return {
    market,
    price,
    far: farFrom(swept, quantity, stock.tickTable),
    notional: worths.reduce((sum, worth) => sum + worth, 0),
    estimate: estimateClose(parts, worths, fee),
  }
}

/** The same as prices move, in the form and in the question that repeats it. `quote`: until a newer comes. */
export function useClosingFigures(asked: ClosingAsked, quote: QuoteView) {
  const { code } = asked.lot
  const depth = useDepth(code)
  return closingFigures(asked, useLatest(quoteTopic, { code }) ?? quote, depth)
}
