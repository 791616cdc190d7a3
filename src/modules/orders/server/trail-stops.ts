import type { LotId, OrderId } from '#kernel/id.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { trailingOf, type Lot } from '#modules/portfolio/model/lot.ts'
import { followed } from '#modules/portfolio/model/trail.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import { limitBeside } from '../model/new-order.ts'
import type { Order } from '../model/order.ts'
import { orderChanged } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { orders } from './tables.ts'

/** The trade that is followed, and what it moves. */
export type TrailPrint = {
  code: string
  priceTenths: PriceTenths
  at: Ms
  orders: readonly OrderId[]
  lots: readonly LotId[]
}

type Stop = Pick<Trade, 'priceTenths' | 'at'> & { tickTable: TickTable }

/** The new trigger of an order, or null: a trade from before it stood moves nothing. */
const newTrigger = (order: Order, { priceTenths, at, tickTable }: Stop): PriceTenths | null =>
  order.ordStatus === 'ARMED' && order.triggerAt < at ? followed(order, priceTenths, tickTable) : null

const newStopLoss = (lot: Lot, { priceTenths, at, tickTable }: Stop): PriceTenths | null => {
  const stop = trailingOf(lot)
  return stop === null || Math.max(lot.exitsAt, lot.trailedAt ?? 0) >= at
    ? null
    : followed(stop, priceTenths, tickTable)
}

/**
 * Moves the triggers that follow a trade: written where one moves, so that the place of a trigger is never a
 * matter of what a process has seen (decision 0125).
 */
export const trailStopsCommand = (deps: Pick<CommandDeps, 'market' | 'now'>) =>
  defineCommand({
    type: 'order.trail',
    captureInputs: (_world, { code }: TrailPrint) => ({
      at: deps.now(),
      tickTable: deps.market.instrument(code)?.tickTable ?? null,
    }),
    run(tables, print, inputs) {
      const events: DomainEvent[] = []
      const { tickTable } = inputs
      if (tickTable === null) return done({ moved: 0 })
      const by = { ...print, tickTable }
      for (const id of print.orders) {
        const order = tables.of(orders).get(id)
        const triggerTenths = order ? newTrigger(order, by) : null
        if (!order || triggerTenths === null) continue
        const priceTenths = limitBeside(order, triggerTenths, tickTable)
        const patch = { triggerTenths, priceTenths, triggerAt: print.at, updatedAt: inputs.at }
        events.push(orderChanged(tables.of(orders).update(order, patch)))
      }
      for (const id of print.lots) {
        const lot = tables.of(lots).get(id)
        const stopLossTenths = lot ? newStopLoss(lot, by) : null
        if (!lot || stopLossTenths === null) continue
        events.push(lotChanged(tables.of(lots).update(lot, { stopLossTenths, trailedAt: print.at })))
      }
      return done({ moved: events.length }, events)
    },
  })

/** Of one command, so that others are answered in between. */
const AT_ONCE = 200

export type Follower = { order: Order } | { lot: Lot }
export const idOfFollower = (row: Follower): string => ('order' in row ? row.order.id : row.lot.id)

/** The stops and stop-losses of its issue that a trade moves. */
export function dueToFollow(
  read: TableReader,
  trade: Trade,
  tickTableOf: (code: string) => TickTable | null,
  tried: ReadonlySet<string>,
): Follower[] {
  const { code, priceTenths, at } = trade
  const of = [read.of(orders), read.of(lots)] as const
  const beyond = [
    ...of[0].range('trailsUp', code, { to: priceTenths }),
    ...of[0].range('trailsDown', code, { from: priceTenths }),
  ]
  const heldBeyond = [
    ...of[1].range('trailsUp', code, { to: priceTenths }),
    ...of[1].range('trailsDown', code, { from: priceTenths }),
  ]
  if (beyond.length === 0 && heldBeyond.length === 0) return []
  const tickTable = tickTableOf(code)
  if (tickTable === null) return []
  const by = { priceTenths, at, tickTable }
  const stops = beyond.filter((order) => newTrigger(order, by) !== null)
  const held = heldBeyond.filter((lot) => newStopLoss(lot, by) !== null)
  return [...stops.map((order) => ({ order })), ...held.map((lot) => ({ lot }))]
    .filter((row) => !tried.has(idOfFollower(row)))
    .slice(0, AT_ONCE)
}

export const trailPrint = (rows: readonly Follower[], { code, priceTenths, at }: Trade): TrailPrint => ({
  at,
  code,
  lots: rows.flatMap((row) => ('lot' in row ? [row.lot.id] : [])),
  orders: rows.flatMap((row) => ('order' in row ? [row.order.id] : [])),
  priceTenths,
})
