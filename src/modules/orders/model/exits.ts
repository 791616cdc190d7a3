import { no, type Refusal } from '#kernel/result.ts'
import { yenOf, type PriceTenths } from '#kernel/price.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { isOnTick } from '#modules/instruments/model/tick.ts'
import type { Lot } from '#modules/portfolio/model/lot.ts'
import { isTrailing, refusedByTrail, type Trail } from '#modules/portfolio/model/trail.ts'
import { neighbours } from './off-tick.ts'
import type { ExitsRejection } from './rejections.ts'

/** Prices at which a holding closes by itself. */
export type ExitPrices = {
  readonly takeProfitTenths: PriceTenths | null
  readonly stopLossTenths: PriceTenths | null
}
/** The same with the distance at which the stop-loss follows the price. */
export type Exits = ExitPrices & Trail
export type ExitPriceRejection =
  | 'TAKE_PROFIT_OFF_TICK'
  | 'TAKE_PROFIT_WRONG_SIDE'
  | 'STOP_LOSS_OFF_TICK'
  | 'STOP_LOSS_WRONG_SIDE'

/** On the grid, and on their side of the price from which they are reached. */
export function refusedByExits(
  side: 'up' | 'down',
  exits: ExitPrices,
  fromTenths: PriceTenths,
  tickTable: TickTable,
): Refusal<ExitPriceRejection> | null {
  const { takeProfitTenths, stopLossTenths } = exits
  const isAbove = (tenths: PriceTenths) => tenths > fromTenths
  const isBelow = (tenths: PriceTenths) => tenths < fromTenths
  const [gains, loses] = side === 'up' ? [isAbove, isBelow] : [isBelow, isAbove]
  const at = { price: yenOf(fromTenths), side }
  if (takeProfitTenths !== null) {
    if (!isOnTick(takeProfitTenths, tickTable))
      return no('TAKE_PROFIT_OFF_TICK', neighbours(takeProfitTenths, tickTable))
    if (!gains(takeProfitTenths)) return no('TAKE_PROFIT_WRONG_SIDE', at)
  }
  if (stopLossTenths !== null) {
    if (!isOnTick(stopLossTenths, tickTable))
      return no('STOP_LOSS_OFF_TICK', neighbours(stopLossTenths, tickTable))
    if (!loses(stopLossTenths)) return no('STOP_LOSS_WRONG_SIDE', at)
  }
  return null
}

type LotFacts = Pick<Lot, 'code' | 'side' | 'status' | 'triggeredBy' | 'openPriceTenths'>

/**
 * The decision whether a holding may get these exits; `lot` null: there is none, or it is someone else's. In
 * the order of the contract's list.
 */
export function decideExits(
  { tickTable, lastTenths }: { tickTable: TickTable | null; lastTenths: PriceTenths | null },
  lot: LotFacts | null,
  exits: Exits,
): Refusal<ExitsRejection> | null {
  if (lot === null) return no('LOT_NOT_FOUND')
  if (lot.status === 'closed') return no('LOT_CLOSED')
  if (lot.triggeredBy !== null && lot.triggeredBy !== 'take-profit') return no('LOT_LEAVING')
  if (tickTable === null) return no('UNKNOWN_ISSUE', { code: lot.code })
  const refused = refusedByExits(lot.side, exits, lastTenths ?? lot.openPriceTenths, tickTable)
  if (refused) return refused
  if (!isTrailing(exits)) return null
  return exits.stopLossTenths === null
    ? no('TRAIL_NOT_ALLOWED')
    : refusedByTrail(exits, exits.stopLossTenths, tickTable)
}
