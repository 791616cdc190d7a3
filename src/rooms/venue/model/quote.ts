import type { DateJst, Ms } from '#kernel/time.ts'
import type { Phase } from '#rooms/instruments/model/schedule.ts'
import { BUY, SELL, type BookSide } from './book.ts'
import type { IssueMarket } from './issue-market.ts'
import type { Depth, Level, Quote, QuoteState } from './terms.ts'

export function quoteOf(market: IssueMarket, phase: Phase, at: Ms, tradeDate: DateJst): Quote {
  const { plan, limits, book, volume, turnoverTenths } = market
  const bidTenths = book.bestBidTenths()
  const askTenths = book.bestAskTenths()
  return {
    code: plan.code, lastTenths: market.lastTenths, previousCloseTenths: plan.previousCloseTenths, baseTenths: plan.baseTenths,
    openTenths: market.openTenths, highTenths: market.highTenths, lowTenths: market.lowTenths,
    volume, turnoverYen: Math.floor(turnoverTenths / 10), vwapTenths: volume === 0 ? null : Math.round(turnoverTenths / volume),
    bidTenths, bidQty: bidTenths === null ? 0 : book.quantityAt(BUY, bidTenths),
    askTenths, askQty: askTenths === null ? 0 : book.quantityAt(SELL, askTenths),
    upperLimitTenths: limits.upperTenths, lowerLimitTenths: limits.lowerTenths, state: stateOf(market, phase), at, tradeDate,
  }
}

function stateOf(market: IssueMarket, phase: Phase): QuoteState {
  if (phase === 'closed' || phase === 'lunch') return 'closed'
  if (phase !== 'continuous') return 'pre-open'
  const bid = market.book.bestBidTenths()
  const ask = market.book.bestAskTenths()
  const isLockedUp = ask === null && bid === market.limits.upperTenths
  const isLockedDown = bid === null && ask === market.limits.lowerTenths
  return isLockedUp || isLockedDown ? 'limit' : 'trading'
}

export function depthOf(market: IssueMarket, at: Ms): Depth {
  const board = market.board()
  return {
    code: market.plan.code, ...board, over: beyond(market, SELL, board.asks), under: beyond(market, BUY, board.bids),
    marketBuyQty: market.book.quantityAt(BUY, null), marketSellQty: market.book.quantityAt(SELL, null), at,
  }
}

/** Shares waiting at worse prices than the last level shown. */
function beyond(market: IssueMarket, side: BookSide, shown: readonly Level[]): number {
  const last = shown.at(-1)
  if (last === undefined) return 0
  const step = side === BUY ? -1 : 1
  const { book } = market
  let sum = 0
  for (let price = book.nextPrice(side, last[0] + step * book.unitTenths, step); price !== null; ) {
    sum += book.quantityAt(side, price)
    price = book.nextPrice(side, price + step * book.unitTenths, step)
  }
  return sum
}
