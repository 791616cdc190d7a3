import { mulDiv, type BasisPoints } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { no, type Refusal } from '#kernel/result.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { roundToTick, tickAt } from '#modules/instruments/model/tick.ts'

/** Distance at which the trigger of a stop follows the price (トレール): in tenths or in parts of the price. */
export type Trail = { readonly trailTenths: PriceTenths | null; readonly trailBp: BasisPoints | null }
export const NO_TRAIL: Trail = { trailTenths: null, trailBp: null }
/** A stop that sells stands below the price and follows it up, one that buys the other way round. */
export type Trailing = Trail & { readonly side: 'up' | 'down'; readonly triggerTenths: PriceTenths | null }

/** Bounds of a distance in parts of the price; in yen the same, and at least one tick. */
export const LEAST_TRAIL_BP: BasisPoints = 10
export const MOST_TRAIL_BP: BasisPoints = 5_000
const WHOLE_BP = 10_000

export const isTrailing = ({ trailTenths, trailBp }: Trail): boolean =>
  trailTenths !== null || trailBp !== null

/** The trigger at this distance from a price, on the grid; what is rounded goes to the longer distance. */
export function triggerBeside(
  side: 'up' | 'down',
  { trailTenths, trailBp }: Trail,
  priceTenths: PriceTenths,
  tickTable: TickTable,
): PriceTenths {
  const distance = trailTenths ?? mulDiv([priceTenths, trailBp ?? 0], WHOLE_BP, 'ceil')
  return side === 'down'
    ? roundToTick(Math.max(priceTenths - distance, 1), tickTable, 'down')
    : roundToTick(priceTenths + distance, tickTable, 'up')
}

/** The trigger after a trade at this price; null: it stays, for it never goes back. */
export function followed(stop: Trailing, priceTenths: PriceTenths, tickTable: TickTable): PriceTenths | null {
  const { side, triggerTenths } = stop
  if (triggerTenths === null || !isTrailing(stop)) return null
  const to = triggerBeside(side, stop, priceTenths, tickTable)
  return side === 'down' ? (to > triggerTenths ? to : null) : to < triggerTenths ? to : null
}

/** A trade has to be beyond this price to move the trigger: the place of a stop in a sorted index. */
export function followsBeyond(stop: Trailing): PriceTenths {
  const { side, triggerTenths, trailTenths, trailBp } = stop
  const trigger = triggerTenths ?? 0
  if (trailTenths !== null) return side === 'down' ? trigger + trailTenths : trigger - trailTenths
  const bp = trailBp ?? 0
  return side === 'down'
    ? mulDiv([trigger, WHOLE_BP], WHOLE_BP - bp, 'floor')
    : mulDiv([trigger, WHOLE_BP], WHOLE_BP + bp, 'ceil')
}

export type TrailRejection = 'TRAIL_AMBIGUOUS' | 'TRAIL_OUTSIDE'

/** One distance, within its bounds by the trigger's price. Runs on the phone too. */
export function refusedByTrail(
  { trailTenths, trailBp }: Trail,
  triggerTenths: PriceTenths,
  tickTable: TickTable,
): Refusal<TrailRejection> | null {
  if (trailTenths !== null && trailBp !== null) return no('TRAIL_AMBIGUOUS')
  if (trailBp !== null && (trailBp < LEAST_TRAIL_BP || trailBp > MOST_TRAIL_BP))
    return no('TRAIL_OUTSIDE', { by: 'percent', least: LEAST_TRAIL_BP / 100, most: MOST_TRAIL_BP / 100 })
  if (trailTenths === null) return null
  const least = tickAt(triggerTenths, tickTable)
  const most = Math.max(mulDiv([triggerTenths, MOST_TRAIL_BP], WHOLE_BP, 'floor'), least)
  return trailTenths < least || trailTenths > most
    ? no('TRAIL_OUTSIDE', { by: 'yen', least: least / 10, most: most / 10 })
    : null
}
