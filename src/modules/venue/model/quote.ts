import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Phase } from '#modules/instruments/model/schedule.ts'
import { BUY, SELL, type BookSide } from './book.ts'
import { auctionPrice, sharesUpTo } from './itayose.ts'
import type { IssueMarket } from './issue-market.ts'
import { edgeOf } from './price-range.ts'
import type { Board, Depth, Indication, Level, Quote, QuoteState } from './terms.ts'

const BOARD_LEVELS = 10

export function quoteOf(market: IssueMarket, phase: Phase, at: Ms, tradeDate: DateJst): Quote {
  const { plan, limits, volume, turnoverTenths } = market
  const {
    bids: [bid = null],
    asks: [ask = null],
  } = shownBoard(market, 1)
  return {
    code: plan.code,
    lastTenths: market.lastTenths,
    previousCloseTenths: plan.previousCloseTenths,
    baseTenths: market.baseTenths,
    openTenths: market.openTenths,
    highTenths: market.highTenths,
    lowTenths: market.lowTenths,
    volume,
    turnoverYen: Math.floor(turnoverTenths / 10),
    vwapTenths: volume === 0 ? null : Math.round(turnoverTenths / volume),
    bidTenths: bid && bid[0],
    bidQty: bid ? bid[1] : 0,
    askTenths: ask && ask[0],
    askQty: ask ? ask[1] : 0,
    upperLimitTenths: limits.upperTenths,
    lowerLimitTenths: limits.lowerTenths,
    state: stateOf(market, phase),
    indication: indicationOf(market, phase),
    shortRestricted: plan.carried.isShortRestricted || market.isShortTriggered,
    firstDay: plan.firstDay !== null,
    at,
    tradeDate,
  }
}

function stateOf(market: IssueMarket, phase: Phase): QuoteState {
  if (phase === 'closed' || phase === 'lunch') return 'closed'
  if (market.isStopped) return 'halted'
  if (phase !== 'continuous') return 'pre-open'
  const { hold, limits } = market
  if (hold?.kind === 'special') return hold.priceTenths === edgeOf(limits, hold.side) ? 'limit' : 'special'
  if (hold !== null) return hold.kind
  const bid = market.book.bestBidTenths()
  const ask = market.book.bestAskTenths()
  const isLockedUp = ask === null && bid === limits.upperTenths
  const isLockedDown = bid === null && ask === limits.lowerTenths
  return isLockedUp || isLockedDown ? 'limit' : 'trading'
}

function indicationOf({ hold }: IssueMarket, phase: Phase): Indication | null {
  if (phase !== 'continuous' || hold === null || hold.kind === 'halted') return null
  return { side: hold.side === BUY ? 'BUY' : 'SELL', priceTenths: hold.priceTenths, until: hold.until }
}

/**
 * The price at which orders meet that do not trade yet: of the auction as it would be now, or of the quote
 * that stands instead of trading.
 */
function meetingPrice({
  book,
  hold,
  isGathering,
  referenceTenths,
  isOnGrid,
}: IssueMarket): PriceTenths | null {
  if (isGathering || hold?.kind === 'halted')
    return auctionPrice(book, referenceTenths, isOnGrid)?.priceTenths ?? null
  return hold && hold.priceTenths
}

/**
 * The board as everyone sees it: where orders meet without trading, those of both sides that would trade
 * there stand summed up at that price.
 */
function shownBoard(market: IssueMarket, levels: number): Board {
  const { book } = market
  const priceTenths = meetingPrice(market)
  const side = (one: BookSide): Level[] => {
    const numbers: number[] = []
    if (priceTenths === null) book.ladder(one, levels, numbers)
    else {
      const there = sharesUpTo(book, one, priceTenths)
      if (there > 0) numbers.push(priceTenths, there)
      const step = one === BUY ? -1 : 1
      for (
        let price = book.nextPrice(one, priceTenths + step * book.unitTenths, step);
        price !== null && numbers.length < 2 * levels;
      ) {
        numbers.push(price, book.quantityAt(one, price))
        price = book.nextPrice(one, price + step * book.unitTenths, step)
      }
    }
    return Array.from({ length: numbers.length / 2 }, (_, at): Level => [
      numbers[2 * at]!,
      numbers[2 * at + 1]!,
    ])
  }
  return { bids: side(BUY), asks: side(SELL) }
}

export function depthOf(market: IssueMarket, at: Ms): Depth {
  const board = shownBoard(market, BOARD_LEVELS)
  return {
    code: market.plan.code,
    ...board,
    over: beyond(market, SELL, board.asks),
    under: beyond(market, BUY, board.bids),
    marketBuyQty: market.book.quantityAt(BUY, null),
    marketSellQty: market.book.quantityAt(SELL, null),
    at,
  }
}

/** Shares waiting at worse prices than the last level shown. */
function beyond(market: IssueMarket, side: BookSide, shown: readonly Level[]): number {
  const last = shown.at(-1)
  if (last === undefined) return 0
  const step = side === BUY ? -1 : 1
  const { book } = market
  let sum = 0
  for (let price = book.nextPrice(side, last[0] + step * book.unitTenths, step); price !== null;) {
    sum += book.quantityAt(side, price)
    price = book.nextPrice(side, price + step * book.unitTenths, step)
  }
  return sum
}
