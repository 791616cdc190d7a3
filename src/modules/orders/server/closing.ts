import type { Yen } from '#kernel/money.ts'
import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { assert } from '#kernel/assert.ts'
import { lockQuantity, unlockQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { feesOn } from '#modules/schedules/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { afterClosingEnded, afterLotChange } from '../model/apply-execution.ts'
import { closingOrder, type ClosingTerms, type Placing } from '../model/new-order.ts'
import type { Order } from '../model/order.ts'
import type { Expected } from '../model/reserve.ts'
import { orderChanged, orderTaken } from './events.ts'
import { orders } from './tables.ts'

/** Sends a closing order and locks what it closes. */
export function sendClosing(
  tables: TableAccess,
  placing: Omit<Placing, 'fee'>,
  lot: Lot,
  terms: ClosingTerms,
  expected: Expected | null,
): { order: Order; events: DomainEvent[] } {
  const order = tables
    .of(orders)
    .insert(closingOrder({ ...placing, fee: feesOn(tables, placing.tradeDate) }, lot, terms, expected))
  const locked = tables.of(lots).update(lot, lockQuantity(lot, terms.quantity))
  const opening = followLot(tables, lot, locked, null, placing.at)
  return {
    order,
    events: [...orderTaken(order), lotChanged(locked), ...(opening ? [orderChanged(opening)] : [])],
  }
}

/** Trades of a closing order count for the commission of the others of its group. */
export function shareFee(tables: TableAccess, before: Order, after: Order): void {
  if (after.feeGroup === null) return
  for (const other of tables.of(orders).by('working', after.memberId)) {
    if (other.feeGroup !== after.feeGroup || other.id === after.id) continue
    const feeGroupYen = other.feeGroupYen + after.filledYen - before.filledYen
    tables.of(orders).update(other, { ...other, feeGroupYen })
  }
}

/** The lot of a closing order that has ended early is free for others again. */
export function freeLot(tables: TableAccess, order: Order): DomainEvent[] {
  const lot = tables.of(lots).get(order.lotId!)
  assert(lot !== undefined, `order ${order.number} closes a lot that is not open`)
  const freed = tables.of(lots).update(lot, afterClosingEnded(order, lot))
  const opening = followLot(tables, lot, freed, null, order.updatedAt)
  return [lotChanged(freed), ...(opening ? [orderChanged(opening)] : [])]
}

/** A closing order that was amended downward frees what it closes no more. */
export function unlockRest(tables: TableAccess, before: Order, after: Order): DomainEvent[] {
  if (after.lotId === null || after.quantity === before.quantity) return []
  const lot = tables.of(lots).get(after.lotId)
  assert(lot !== undefined, `order ${after.number} closes a lot that is not open`)
  return [lotChanged(tables.of(lots).update(lot, unlockQuantity(lot, before.quantity - after.quantity)))]
}

/** The order that opened a lot shows what becomes of it. Null: nothing of it changed. */
export function followLot(
  tables: TableAccess,
  before: Lot,
  after: Lot,
  profitYen: Yen | null,
  at: Ms,
): Order | null {
  const opening = tables.of(orders).get(before.orderId)
  if (!opening || (before.status === after.status && profitYen === null)) return null
  return tables.of(orders).update(opening, afterLotChange(opening, before, after, profitYen, at))
}
