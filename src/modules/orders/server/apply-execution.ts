import type { OrderId } from '#kernel/id.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineCommand, done, type Call, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { draftFrom, type Draft } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { bookClosing, bookOpening, lots, openLots, settleFreed } from '#modules/portfolio/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import {
  applyClosing,
  applyOpening,
  applyState,
  isNews,
  LOTS_BY_THEMSELVES,
  lotToJoin,
  reportFault,
  type Report,
} from '../model/apply-execution.ts'
import { isWorking } from '../model/order-life.ts'
import type { Order, OrderSource } from '../model/order.ts'
import { notifyManaged, type ManagedAccount, type Moment } from './end-order.ts'
import { followLot, freeLot, shareFee, unlockRest } from './closing.ts'
import { orderChanged, reportRefused } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { messages } from './messages.ts'
import { fills, orders } from './tables.ts'
import { sendFired, waitingLots } from './trigger-lot.ts'

/** The work of the product behind an order in the command that applies the order's last report. */
export type OrderEnded = (tables: TableAccess, order: Order, moment: Moment) => readonly DomainEvent[]
export type Products = ReadonlyMap<OrderSource, OrderEnded>

/** Reports of one order, in the venue's sequence. */
export type Execution = { orderId: OrderId; reports: readonly Report[] }

type Inputs = { ids: readonly string[]; settlementDate: DateJst; says?: boolean }
type Step = { tables: TableAccess; draft: Draft; inputs: Inputs; call: Call; events: DomainEvent[] }

/**
 * Applies what the venue reports. A report that was applied before, or whose order is finished, changes
 * nothing: after a restart the venue may say everything again.
 */
export const applyExecutionCommand = (
  { settlementDate }: Pick<CommandDeps, 'settlementDate'>,
  products: Products,
  managed: ManagedAccount,
) =>
  defineCommand({
    type: 'execution.apply',
    captureInputs: (world, input: Execution, _call, tables): Inputs => ({
      ids: Array.from({ length: idsNeeded(tables, input) }, () => world.id()),
      settlementDate: settlementDate(input.reports.at(-1)!.tradeDate),
      says: true,
    }),
    run(tables, input, inputs, call) {
      const first = tables.of(orders).get(input.orderId)
      if (!first) return done({ applied: 0 })
      const draft = draftFrom(first.memberId, balances(tables, first.memberId))
      const step: Step = { tables, draft, inputs, call, events: [] }
      let order = first
      let applied = 0
      for (const [n, report] of input.reports.entries()) {
        if (!isNews(order, report)) continue
        const fault = reportFault(order, report)
        if (fault !== null) {
          step.events.push(reportRefused(order.id, report, fault))
          continue
        }
        order = apply(step, order, report, n)
        applied++
      }
      if (applied === 0) return done({ applied }, step.events)

      const { at, tradeDate } = input.reports.at(-1)!
      settleFreed(tables, draft)
      post(tables, { seq: call.seq, at, tradeDate }, draft.transfers)
      // The member learns nothing new from the venue's having taken an order.
      if (
        order.filledQuantity !== first.filledQuantity ||
        order.status !== first.status ||
        isHeldOrAmended(first, order)
      )
        step.events.push(orderChanged(order))
      if (draft.transfers.length > 0) step.events.push(accountChanged(order.memberId))
      const moment = { seq: call.seq, at, tradeDate, says: inputs.says }
      step.events.push(...messages(tables, moment, first, order, draft))
      step.events.push(...notifyManaged(managed, tables, first, order, moment))
      if (!isWorking(order.ordStatus)) {
        if (order.purpose === 'open')
          step.events.push(...(products.get(order.source)?.(tables, order, moment) ?? []))
        for (const [n, lot] of waitingLots(tables, order.memberId, order.code).entries()) {
          step.events.push(
            ...sendFired(
              tables,
              lot,
              { ...moment, orderId: inputs.ids[input.reports.length + n]!, n },
              managed,
            ),
          )
        }
      }
      return done({ applied }, step.events)
    },
  })

/** Kept for the next acceptance, or changed as the member asked. */
const isHeldOrAmended = (before: Order, after: Order): boolean =>
  after.ordStatus === 'HELD' ||
  before.amendPriceTenths !== after.amendPriceTenths ||
  before.amendQuantity !== after.amendQuantity

/** A lot for each trade of an opening order, an order for each lot that waits for this one to end. */
function idsNeeded(tables: TableReader, { orderId, reports }: Execution): number {
  const order = tables.of(orders).get(orderId)
  if (!order) return 0
  // A lot that a closing order frees may wait too.
  return (
    reports.length +
    waitingLots(tables, order.memberId, order.code).length +
    (order.purpose === 'close' ? 1 : 0)
  )
}

function apply(step: Step, order: Order, report: Report, n: number): Order {
  const { tables } = step
  if (report.execType !== 'TRADE') {
    const after = tables.of(orders).update(order, applyState(step.draft, order, report))
    if (after.lotId !== null)
      step.events.push(
        ...(isWorking(after.ordStatus) ? unlockRest(tables, order, after) : freeLot(tables, after)),
      )
    return after
  }
  return order.purpose === 'open' ? open(step, order, report, n) : close(step, order, report)
}

function open({ tables, draft, inputs, call, events }: Step, order: Order, report: Report, n: number): Order {
  const joins = lotToJoin(
    order,
    report,
    order.lotsOpen < LOTS_BY_THEMSELVES ? [] : openLots(tables, order.memberId),
  )
  const opened = applyOpening(
    draft,
    order,
    report,
    { lotId: inputs.ids[n]!, seq: call.seq, n, settlementDate: inputs.settlementDate },
    joins,
  )
  if (joins) tables.of(lots).update(joins, opened.lot)
  else tables.of(lots).insert(opened.lot)
  bookOpening(tables, opened.added)
  tables.of(fills).insert(opened.fill)
  events.push(lotChanged(opened.lot))
  return tables.of(orders).update(order, opened.order)
}

function close({ tables, draft, inputs, events }: Step, order: Order, report: Report): Order {
  const lot = tables.of(lots).get(order.lotId!)!
  const closed = applyClosing(draft, order, lot, report, inputs.settlementDate)
  const after = tables.of(lots).update(lot, closed.lot)
  tables.of(fills).insert(closed.fill)
  bookClosing(tables, lot, {
    orderId: order.id,
    quantity: report.lastQty,
    priceTenths: report.lastPxTenths,
    feeYen: closed.fill.feeYen,
    profitYen: closed.profitYen,
    settlingYen: closed.settlingYen,
    tradeDate: report.tradeDate,
    settlementDate: inputs.settlementDate,
    at: report.at,
  })
  const opening = followLot(tables, lot, after, closed.profitYen, report.at)
  events.push(lotChanged(after), ...(opening ? [orderChanged(opening)] : []))
  shareFee(tables, order, closed.order)
  return tables.of(orders).update(order, closed.order)
}
