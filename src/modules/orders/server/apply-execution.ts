import type { OrderId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
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
  numbered,
  reportFault,
  type Report,
  type ReportFault,
} from '../model/apply-execution.ts'
import { isAtVenue, isWorking } from '../model/order-life.ts'
import type { ExecType } from '../model/order-status.ts'
import type { Order, OrderSource } from '../model/order.ts'
import { execIdIn } from '../model/read-report.ts'
import { saidFrom, type ExceptionFault } from '../model/venue-exception.ts'
import { notifyManaged, type ManagedAccount, type Moment } from './end-order.ts'
import { followLot, freeLot, shareFee, unlockRest } from './closing.ts'
import { cancelRefused, orderChanged, tradeBooked, tradesUnplaced } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { messages, ofAnswer } from './messages.ts'
import { fills, orders } from './tables.ts'
import { sendFired, waitingLots } from './trigger-lot.ts'
import { appliedAs, remember } from './venue-executions.ts'
import { forget, isDisputed, listedAs, listReport, type Misfit } from './venue-exceptions.ts'

/** The work of the product behind an order in the command that applies the order's last report. */
export type OrderEnded = (tables: TableAccess, order: Order, moment: Moment) => readonly DomainEvent[]
export type Products = ReadonlyMap<OrderSource, OrderEnded>

/** Reports of one order, in the venue's sequence. */
export type Execution = { orderId: OrderId; reports: readonly Report[] }

/**
 * `lists`: reports that do not go with their order are listed; missing in journals of before, which dropped
 * them. `bounded`: what is listed of an order has a limit and leaves memory after the order; missing in
 * journals of before.
 */
type Inputs = {
  ids: readonly string[]
  settlementDate: DateJst
  says?: boolean
  lists?: boolean
  bounded?: boolean
  /** The notice of a sale says its result as tax has it; journals of before say the lot's own. */
  byAverage?: boolean
}
type Step = { tables: TableAccess; draft: Draft; inputs: Inputs; seq: number; events: DomainEvent[] }
/** Modules that go on with an order, inside the command that applies its reports. */
export type Followers = { products: Products; managed: ManagedAccount }
/** Number and time of the command, by the journal. */
type Turn = Pick<Call, 'seq' | 'at'>

/**
 * Applies what the venue reports. A report that was applied before changes nothing: after a restart the venue
 * may say everything again. What does not go with its order is listed for people.
 */
export const applyExecutionCommand = (
  { settlementDate }: Pick<CommandDeps, 'settlementDate'>,
  products: Products,
  managed: ManagedAccount,
) =>
  defineCommand({
    type: 'execution.apply',
    captureInputs: (world, input: Execution, _call, tables): Inputs => ({
      bounded: true,
      byAverage: true,
      ids: Array.from({ length: idsNeeded(tables, input) }, () => world.id()),
      lists: true,
      settlementDate: settlementDate(input.reports.at(-1)!.tradeDate),
      says: true,
    }),
    run(tables, input, inputs, call) {
      const first = tables.of(orders).get(input.orderId)
      // Of an order that is over the rows say what was heard before, not memory.
      if (first && (isAtVenue(first.ordStatus) || inputs.bounded !== true))
        return done(...applyReports({ products, managed }, tables, first, input.reports, inputs, call))
      const trades = input.reports.filter(({ execType }) => execType === 'TRADE')
      return done(
        { applied: 0 },
        inputs.lists === true && trades.length > 0 ? [tradesUnplaced(input.orderId, trades)] : [],
      )
    },
  })

/** `now`: where it is not the report's own moment that entries are of. */
export function applyReports(
  { products, managed }: Followers,
  tables: TableAccess,
  first: Order,
  reports: readonly Report[],
  inputs: Inputs,
  turn: Turn,
  now: { at: Ms; tradeDate: DateJst } = reports.at(-1)!,
): [answer: { applied: number }, events: DomainEvent[]] {
  const draft = draftFrom(first.memberId, balances(tables, first.memberId))
  const step: Step = { tables, draft, inputs, seq: turn.seq, events: [] }
  let order = first
  let applied = 0
  const answers: { report: Report; before: Order; after: Order }[] = []
  for (const [n, said] of reports.entries()) {
    const report = numbered(order, said)
    const fault = faultOf(step, order, report)
    if (fault === null) {
      const before = order
      order = apply(step, order, report, n)
      // Journals of before tell of no answer.
      if (inputs.bounded === true) answers.push({ report, before, after: order })
      remember(tables, order.id, report)
      applied++
    } else if (fault !== 'KNOWN') list(step, order, said, fault, { ...now, wall: turn.at, n })
  }
  if (inputs.bounded === true && !isWorking(order.ordStatus)) forget(tables, order.id)
  if (applied === 0) return [{ applied }, step.events]

  const { at, tradeDate } = now
  settleFreed(tables, draft)
  post(tables, { seq: turn.seq, at, tradeDate }, draft.transfers)
  // The member learns nothing new from the venue's having taken an order.
  if (
    order.filledQuantity !== first.filledQuantity ||
    order.status !== first.status ||
    isHeldOrAmended(first, order)
  )
    step.events.push(orderChanged(order))
  if (draft.transfers.length > 0) step.events.push(accountChanged(order.memberId))
  const moment = { seq: turn.seq, at, tradeDate, says: inputs.says, byAverage: inputs.byAverage }
  const isRefused = reports.some(({ execType }) => execType === 'AMEND_REJECTED')
  const before = isRefused ? { ...first, amendPriceTenths: null, amendQuantity: null } : first
  for (const { report, before: was, after } of answers) {
    const told = ofAnswer(tables, moment, report, was, after)
    if (told !== null) step.events.push(told)
    if (report.execType === 'CANCEL_REJECTED' && after.cancelAsked) step.events.push(cancelRefused(after))
  }
  step.events.push(...messages(tables, moment, before, order, draft))
  step.events.push(...notifyManaged(managed, tables, first, order, moment))
  if (!isWorking(order.ordStatus)) {
    if (order.purpose === 'open')
      step.events.push(...(products.get(order.source)?.(tables, order, moment) ?? []))
    for (const [n, lot] of waitingLots(tables, order.memberId, order.code).entries()) {
      step.events.push(
        ...sendFired(tables, lot, { ...moment, orderId: inputs.ids[reports.length + n]!, n }, managed),
      )
    }
  }
  return [{ applied }, step.events]
}

/** Reports after which an order holds what it held. */
const FREES_NOTHING: ReadonlySet<ExecType> = new Set(['TRADE', 'NEW', 'CANCEL_REJECTED'])

/**
 * Reason why a report is not applied; KNOWN: it was, or says nothing that money depends on. null: it is
 * applied.
 */
function faultOf(
  { tables, inputs }: Step,
  order: Order,
  report: Report,
): ExceptionFault | ReportFault | 'KNOWN' | null {
  const { execType, execNo } = report
  const again = report.named === undefined ? null : repeatOf(tables, order, report)
  if (again !== null) return again
  if (!isNews(order, report) && !(report.late === true && isWorking(order.ordStatus)))
    return inputs.lists === true &&
      execType === 'TRADE' &&
      (execNo > order.lastExecNo || report.late === true)
      ? 'REPORT_LATE'
      : 'KNOWN'
  const fault = reportFault(order, report)
  // It says again that the venue has the order: no money depends on it.
  if (fault === 'REPORT_STATE' && inputs.lists === true) return execType === 'TRADE' ? 'REPORT_LATE' : 'KNOWN'
  if (fault !== null) return fault
  // While people are to decide about an order, nothing frees what it holds.
  return inputs.lists === true && !FREES_NOTHING.has(execType) && isDisputed(tables, order.id)
    ? 'REPORT_WAITS'
    : null
}

/**
 * Of a report that has a name: KNOWN where it was applied or listed under it; the difference where a trade
 * has the name of another. null: nobody has said it before. A report that people book (`late`) was listed.
 */
function repeatOf(tables: TableReader, order: Order, report: Report): ReportFault | 'KNOWN' | null {
  const { late, lastQty, lastPxTenths } = report
  const before = appliedAs(tables, order.id, report)
  if (before === undefined)
    return late !== true && listedAs(tables, order.id, report) !== undefined ? 'KNOWN' : null
  if (before.n === 0 || (before.lastQty === lastQty && before.lastPxTenths === lastPxTenths)) return 'KNOWN'
  if (late === true) return null
  return before.lastQty === lastQty ? 'REPORT_PRICE' : 'REPORT_QUANTITY'
}

function list(
  { tables, inputs, seq, events }: Step,
  order: Order,
  report: Report,
  fault: ExceptionFault | ReportFault,
  when: { at: Ms; tradeDate: DateJst; wall: Ms; n: number },
): void {
  if (inputs.lists !== true) return
  const misfit: Misfit = { orderId: order.id, execId: execIdIn(report), fault, said: saidFrom(report) }
  const told = listReport(tables, { ...when, seq, bounded: inputs.bounded }, misfit, order)
  if (told.length > 0) events.push(...told, orderChanged(order))
}

/** Kept for the next acceptance, heard of after all, or changed as the member asked. */
const isHeldOrAmended = (before: Order, after: Order): boolean =>
  after.ordStatus === 'HELD' ||
  (before.ordStatus === 'UNKNOWN' && after.ordStatus !== 'UNKNOWN') ||
  before.cancelAsked !== after.cancelAsked ||
  before.quantity !== after.quantity ||
  before.priceTenths !== after.priceTenths ||
  before.amendPriceTenths !== after.amendPriceTenths ||
  before.amendQuantity !== after.amendQuantity

/** A lot for each trade of an opening order, an order for each lot that waits for this one to end. */
export function idsNeeded(tables: TableReader, { orderId, reports }: Execution): number {
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
  step.events.push(tradeBooked(order.id, report.lastPxTenths, report.lastQty))
  return order.purpose === 'open' ? open(step, order, report, n) : close(step, order, report)
}

function open({ tables, draft, inputs, seq, events }: Step, order: Order, report: Report, n: number): Order {
  const joins = lotToJoin(
    order,
    report,
    order.lotsOpen < LOTS_BY_THEMSELVES ? [] : openLots(tables, order.memberId),
  )
  const opened = applyOpening(
    draft,
    order,
    report,
    { lotId: inputs.ids[n]!, seq, n, settlementDate: inputs.settlementDate },
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
