import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { MINUTE, type DateJst, type Ms } from '#kernel/time.ts'
import type { BarSource, SourcedBar } from './interval.ts'

type Print = {
  readonly no: number
  readonly at: Ms
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
}

/** The minute bars of one issue on the trade date that is on, from its trades. */
export type LiveDay = {
  readonly tradeDate: DateJst
  readonly bars: SourcedBar[]
  /** The last trade counted: a trade that is sent again after a restart is not counted twice. */
  lastNo: number
}

export const emptyDay = (tradeDate: DateJst): LiveDay => ({ tradeDate, bars: [], lastNo: 0 })

/** Counts a trade in. Answers the bar that changed, null when the trade was counted before. */
export function addTrade(day: LiveDay, trade: Print, source: BarSource = 'traded'): SourcedBar | null {
  if (trade.no <= day.lastNo) return null
  day.lastNo = trade.no
  const at = Math.floor(trade.at / MINUTE) * MINUTE
  const last = day.bars.at(-1)
  const price = trade.priceTenths
  if (!last || at > last.at) {
    const bar: SourcedBar = {
      at,
      openTenths: price,
      highTenths: price,
      lowTenths: price,
      closeTenths: price,
      volume: trade.quantity,
      source,
    }
    day.bars.push(bar)
    return bar
  }
  const bar: SourcedBar = {
    ...last,
    highTenths: Math.max(last.highTenths, price),
    lowTenths: Math.min(last.lowTenths, price),
    closeTenths: price,
    volume: last.volume + trade.quantity,
  }
  day.bars[day.bars.length - 1] = bar
  return bar
}
