import type { LotId, OrderId } from '#kernel/id.ts'
import { assert } from '#kernel/assert.ts'
import type { Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { move, type Draft } from '#modules/ledger/model/drafting.ts'
import { feeOfFill } from '#modules/margin/model/charges.ts'
import { marginNeeded } from '#modules/margin/model/ratio.ts'
import { closePart } from '#modules/portfolio/model/close-part.ts'
import { unlockQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import { feeRuleOf } from './order.ts'
import { afterReport, changed, isAtVenue, isWorking, NEXT_ORD_STATUS } from './order-life.ts'
import type { ExecType } from './order-status.ts'
import { release } from './holds.ts'
import { holdNeeded, type Cost } from './reserve.ts'
import { boundTenths, holdYen, isFirmReason, numberOf, restQuantity, type Order } from './order.ts'

/** A venue's report, as far as money and states depend on it. */
export type Report = {
  /** 0 of a `named` one until the order's own counter numbers it. */
  readonly execNo: number
  /** Name of the execution where the venue's names are opaque text: nothing about its order is in them. */
  readonly named?: { readonly execId: string; readonly venue: string }
  readonly execType: ExecType
  readonly lastQty: Quantity
  readonly lastPxTenths: PriceTenths
  readonly leavesQty: Quantity
  /** Of the order after it; only REPLACED and RESTATED need it. */
  readonly priceTenths: PriceTenths | null
  readonly venueSeq: number
  readonly at: Ms
  readonly tradeDate: DateJst
  readonly reason: string | null
  /** A trade that comes after later ones of its order, and is in none of its fills. */
  readonly late?: true
  /** Of a trade: digest of what decided over it, hexadecimal (security-and-trust 5.4). */
  readonly receipt?: string
}

/** One fill: what traded, what it cost, which lot it opened or closed. */
export type Fill = {
  readonly orderId: OrderId
  readonly n: number
  readonly lotId: LotId
  readonly at: Ms
  /**
   * The venue's: a fill of the closing auction stands at the close, which by the clock is the next date's.
   */
  readonly tradeDate: DateJst
  readonly priceTenths: PriceTenths
  readonly quantity: Quantity
  readonly feeYen: Yen
  /** Digest of its receipt; null: from before there were receipts. */
  readonly receipt: string | null
}

/** True if the report may still say something new about the order. */
export const isNews = (order: Order, report: Pick<Report, 'execNo' | 'named'>): boolean =>
  isAtVenue(order.ordStatus) && (report.named !== undefined || report.execNo > order.lastExecNo)

/** Of a name nothing can be counted: the order's own counter does, in the sequence of arrival. */
export const numbered = (order: Order, report: Report): Report =>
  report.named === undefined ? report : { ...report, execNo: order.lastExecNo + 1 }

/** Reason of an order of which its venue says nothing. */
export const VENUE_UNKNOWN = 'VENUE_UNKNOWN'

/** Growing numbers say what was applied; a trade that came out of turn leaves them as they are. */
const lastNo = (order: Order, report: Report): Pick<Order, 'venueSeq' | 'lastExecNo' | 'reason'> => ({
  ...(report.late === true && report.named === undefined
    ? { venueSeq: order.venueSeq, lastExecNo: order.lastExecNo }
    : { venueSeq: report.venueSeq, lastExecNo: report.execNo }),
  // It has been heard of.
  reason: order.reason === VENUE_UNKNOWN ? null : order.reason,
})

/** The kinds of report that a venue may send. */
export const EXEC_TYPES: readonly ExecType[] = [
  'NEW',
  'TRADE',
  'REPLACED',
  'CANCELED',
  'EXPIRED',
  'REJECTED',
  'CANCEL_REJECTED',
  'AMEND_REJECTED',
  'RESTATED',
]

/**
 * Reason why a report cannot be true of an order as it stands. It comes from outside: it is refused by this
 * name and changes nothing, and people decide what becomes of it (`venue-exception.ts`).
 */
export type ReportFault = 'REPORT_FORM' | 'REPORT_STATE' | 'REPORT_QUANTITY' | 'REPORT_PRICE'

export function reportFault(
  order: Order,
  { execType, lastQty, lastPxTenths, leavesQty, priceTenths, venueSeq, at }: Report,
): ReportFault | null {
  const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0
  if (
    !EXEC_TYPES.includes(execType) ||
    ![lastQty, lastPxTenths, leavesQty, venueSeq, Math.floor(at), priceTenths ?? 0].every(isCount)
  )
    return 'REPORT_FORM'
  if (NEXT_ORD_STATUS[order.ordStatus][execType] === undefined) return 'REPORT_STATE'
  if (execType === 'REPLACED' || execType === 'RESTATED') {
    if (leavesQty < 1 || leavesQty > restQuantity(order)) return 'REPORT_QUANTITY'
    return isPossible(order, priceTenths, leavesQty) ? null : 'REPORT_PRICE'
  }
  if (execType !== 'TRADE') return null
  if (lastQty < 1 || lastQty > restQuantity(order)) return 'REPORT_QUANTITY'
  if (lastPxTenths < 1 || lastPxTenths > MOST_TENTHS || isWorse(order, lastPxTenths)) return 'REPORT_PRICE'
  return isHeld(order, lastPxTenths, lastQty) ? null : 'REPORT_PRICE'
}

/** No share costs more, in tenths: beyond it yen are not exact. */
const MOST_TENTHS: PriceTenths = 1_000_000_000

/** True if a working order may have this limit: it has one, and holds what it then needs. */
function isPossible(order: Order, priceTenths: PriceTenths | null, leavesQty: Quantity): boolean {
  if (priceTenths === null || priceTenths === order.priceTenths) return true
  if (order.priceTenths === null || priceTenths < 1 || priceTenths > MOST_TENTHS) return false
  const to = { priceTenths, quantity: order.filledQuantity + leavesQty }
  return holdNeeded({ ...order, ...to, reserveTenths: reserveAfter(order, to) }) <= holdYen(order)
}

/**
 * True if what a trade costs is held for it, beside what the rest needs. Up to the price that the order is
 * reserved at, it always is.
 */
function isHeld(order: Order, lastPxTenths: PriceTenths, lastQty: Quantity): boolean {
  if (order.purpose === 'close') return true
  if (order.reserveTenths !== null && lastPxTenths <= order.reserveTenths) return true
  const { notionalYen, marginYen, fee, holdYen: costYen } = costOfFill(order, { lastPxTenths, lastQty })
  const rest = {
    ...order,
    filledQuantity: order.filledQuantity + lastQty,
    filledYen: order.filledYen + notionalYen,
    marginYen: order.marginYen + marginYen,
    feeYen: order.feeYen + fee.totalYen,
  }
  return costYen + holdNeeded(rest) <= holdYen(order)
}

/** Worse than the order's limit. */
function isWorse(order: Order, priceTenths: PriceTenths): boolean {
  const bound = boundTenths(order)
  return bound !== null && (order.side === 'up' ? priceTenths > bound : priceTenths < bound)
}

/** New, replaced, cancelled, expired, rejected. What ends an order frees what it still holds. */
export function applyState(draft: Draft, order: Order, report: Report): Order {
  const seen = { ...order, ...lastNo(order, report) }
  if (isKept(order, report)) return kept(draft, seen, report.at)
  const ordStatus = afterReport(order.ordStatus, report.execType, report.leavesQty)
  const { execType, leavesQty, at } = report
  if (execType === 'CANCEL_REJECTED')
    // A cancel of the firm's own is asked for again (`venue-link.ts`).
    return changed(order, {
      ...seen,
      cancelAsked: order.cancelAsked && isFirmReason(order.reason),
      updatedAt: at,
    })
  if (execType === 'AMEND_REJECTED') {
    const { priceTenths, quantity } = order
    return amended(draft, { ...seen, amendExits: null }, { priceTenths, quantity }, at)
  }
  if (execType === 'REPLACED' || execType === 'RESTATED') {
    const to = {
      priceTenths: report.priceTenths ?? order.priceTenths,
      quantity: order.filledQuantity + leavesQty,
    }
    // Until an amendment is answered, money for it stays held.
    if (execType === 'RESTATED' && (order.amendPriceTenths !== null || order.amendQuantity !== null))
      return changed(order, { ...seen, ordStatus, ...to, updatedAt: at })
    return amended(draft, { ...seen, ordStatus }, to, at)
  }
  if (!isWorking(ordStatus)) return ended(draft, seen, report.execType, endReason(order, report), report.at)
  return changed(order, { ...seen, ordStatus, updatedAt: report.at })
}

/** The venue knows that it was asked to cancel, not why. */
const endReason = ({ cancelAsked, reason }: Order, report: Report): string | null =>
  cancelAsked && report.execType === 'CANCELED' && isFirmReason(reason) ? reason : report.reason

/** An order that is over, at the venue or here, frees what it still holds. */
export const ended = (draft: Draft, order: Order, execType: ExecType, reason: string | null, at: Ms): Order =>
  changed(order, {
    ...order,
    ...release(draft, order, holdYen(order)),
    ordStatus: afterReport(order.ordStatus, execType, 0),
    ...NOTHING_ASKED,
    reason,
    updatedAt: at,
  })

/** No amendment is under way. */
const NOTHING_ASKED = { amendPriceTenths: null, amendQuantity: null, amendExits: null } as const

/**
 * At the venue an order lives for its day: one with a longer validity is entered again each morning. One that
 * reached the venue when it took none waits for the next acceptance.
 */
const isKept = (order: Order, { execType, reason, tradeDate }: Report): boolean =>
  !order.cancelAsked &&
  // Asked to be no more than what has traded: nothing is left to keep.
  (order.amendQuantity ?? order.quantity) > order.filledQuantity &&
  ((execType === 'EXPIRED' && reason === 'DAY_END' && order.validUntil > tradeDate) ||
    (execType === 'REJECTED' && reason === 'MARKET_CLOSED' && order.timeInForce === 'day'))

/** Back here until it is sent again; what was asked of the venue meanwhile is done here. */
function kept(draft: Draft, order: Order, at: Ms): Order {
  const here = { ...order, ordStatus: afterReport(order.ordStatus, 'KEPT', restQuantity(order)) }
  const { amendPriceTenths: priceTenths, amendQuantity: quantity } = order
  if (priceTenths === null && quantity === null) return changed(order, { ...here, updatedAt: at })
  return amended(
    draft,
    here,
    { priceTenths: priceTenths ?? order.priceTenths, quantity: quantity ?? order.quantity },
    at,
  )
}

/** A buy within its limit is reserved at that. */
const reserveAfter = (order: Order, to: Pick<Order, 'priceTenths'>): PriceTenths | null =>
  order.reserveTenths !== null && boundTenths(order) !== null && order.side === 'up'
    ? to.priceTenths
    : order.reserveTenths

/** With its new price, quantity and exits; what the rest no longer needs is released. */
export function amended(
  draft: Draft,
  order: Order,
  to: Pick<Order, 'priceTenths' | 'quantity'>,
  at: Ms,
): Order {
  const next = {
    ...order,
    ...to,
    ...(order.amendExits && { ...order.amendExits, exitsAt: at }),
    reserveTenths: reserveAfter(order, to),
    ...NOTHING_ASKED,
  }
  return changed(order, {
    ...next,
    ...release(draft, order, holdYen(order) - holdNeeded(next)),
    updatedAt: at,
  })
}

/** The effect of a trade on the order itself, whatever its purpose. */
function traded(order: Order, report: Report, feeYen: Yen): Partial<Order> {
  const { lastQty, lastPxTenths } = report
  assert(
    lastQty > 0 && lastQty <= restQuantity(order),
    `order ${order.number}: ${lastQty} filled, ${restQuantity(order)} open`,
  )
  assert(
    !isWorse(order, lastPxTenths),
    `order ${order.number}: filled at ${lastPxTenths}, worse than its limit`,
  )
  const filledQuantity = order.filledQuantity + lastQty
  return {
    filledQuantity,
    filledYen: order.filledYen + consideration(lastPxTenths, lastQty),
    feeYen: order.feeYen + feeYen,
    ordStatus: afterReport(order.ordStatus, 'TRADE', order.quantity - filledQuantity),
    // Too late to be amended.
    ...(filledQuantity === order.quantity ? NOTHING_ASKED : {}),
    ...lastNo(order, report),
    // Too late to be taken back, either.
    ...(filledQuantity === order.quantity && isFirmReason(order.reason) ? { reason: null } : {}),
    updatedAt: report.at,
  }
}

const fillOf = (order: Order, report: Report, lotId: LotId, feeYen: Yen): Fill => ({
  orderId: order.id,
  n: report.execNo,
  lotId,
  at: report.at,
  tradeDate: report.tradeDate,
  priceTenths: report.lastPxTenths,
  quantity: report.lastQty,
  feeYen,
  receipt: report.receipt ?? null,
})

/** `lot` as it stands now, `added`: what this fill has brought to it. */
export type Opened = { readonly order: Order; readonly lot: Lot; readonly added: Lot; readonly fill: Fill }

/**
 * With so many of its lots open, a further fill of an order joins the one that an earlier fill made at its
 * price: a large order that small ones fill would else end in thousands of lots, far beyond what its member
 * may hold.
 */
export const LOTS_BY_THEMSELVES = 20

/**
 * The lot that this fill joins; null: it makes one of its own. What is closing, closed in part or fired is
 * left as it is, and so is what was opened before the order's exits were amended.
 */
export function lotToJoin(
  order: Order,
  { lastPxTenths, tradeDate }: Pick<Report, 'lastPxTenths' | 'tradeDate'>,
  held: readonly Lot[],
): Lot | null {
  if (order.lotsOpen < LOTS_BY_THEMSELVES) return null
  return (
    held.findLast(
      (lot) =>
        lot.orderId === order.id &&
        lot.openPriceTenths === lastPxTenths &&
        lot.tradeDate === tradeDate &&
        lot.status === 'holding' &&
        lot.triggeredBy === null &&
        lot.openQuantity === lot.quantity &&
        (order.exitsAt === null || lot.openedAt > order.exitsAt),
    ) ?? null
  )
}

const joined = (lot: Lot, more: Lot): Lot => ({
  ...lot,
  quantity: lot.quantity + more.quantity,
  openQuantity: lot.openQuantity + more.openQuantity,
  marginYen: lot.marginYen + more.marginYen,
  openFeeYen: lot.openFeeYen + more.openFeeYen,
})

/**
 * A fill of an opening order makes a lot, or joins one: margin and fee out of the hold, what the rest no
 * longer needs goes back.
 */
export function applyOpening(
  draft: Draft,
  order: Order,
  report: Report,
  ids: { lotId: LotId; seq: number; n: number; settlementDate: DateJst },
  joins: Lot | null = null,
): Opened {
  const cost = costOfFill(order, report)
  const change = { ...traded(order, report, cost.fee.totalYen), marginYen: order.marginYen + cost.marginYen }
  const filled = { ...order, ...change }
  const lotId = joins?.id ?? ids.lotId
  const about = { orderId: order.id, lotId, code: order.code }
  move(draft, 'orderHold', 'lotMargin', cost.marginYen, { kind: 'lot-margin', about })
  move(draft, 'orderHold', 'fee', cost.fee.totalYen, { kind: 'fee', about, taxYen: cost.fee.taxYen })

  const held = consumed(filled, cost.holdYen)
  const needed = filled.ordStatus === 'FILLED' ? 0 : holdNeeded(filled)
  const back = release(
    draft,
    { id: order.id, code: order.code, ...held },
    held.holdAvailableYen + held.holdUnsettledYen - needed,
  )
  const after = changed(order, { ...change, ...back, lotsOpen: order.lotsOpen + (joins ? 0 : 1) })
  const added = openedLot(order, report, cost, ids)
  return {
    order: after,
    lot: joins ? joined(joins, added) : added,
    added,
    fill: fillOf(order, report, lotId, cost.fee.totalYen),
  }
}

/** Margin and fee follow the order's whole notional, so that many small fills cost no more than one. */
function costOfFill(order: Order, report: Pick<Report, 'lastPxTenths' | 'lastQty'>): Cost {
  const notionalYen = consideration(report.lastPxTenths, report.lastQty)
  const marginYen = marginNeeded(order.filledYen + notionalYen, order.leverageTenths) - order.marginYen
  const fee = feeOfFill(order.filledYen, notionalYen, feeRuleOf(order))
  return { notionalYen, marginYen, fee, holdYen: marginYen + fee.totalYen }
}

/** Available money is used first: what goes back is the unsettled part, and that to unsettled. */
function consumed(order: Order, yen: Yen): Pick<Order, 'holdAvailableYen' | 'holdUnsettledYen'> {
  const fromAvailable = Math.min(yen, order.holdAvailableYen)
  const holdUnsettledYen = order.holdUnsettledYen - (yen - fromAvailable)
  assert(holdUnsettledYen >= 0, `order ${order.number}: ${yen} yen are not held`)
  return { holdAvailableYen: order.holdAvailableYen - fromAvailable, holdUnsettledYen }
}

const openedLot = (
  order: Order,
  report: Report,
  cost: Cost,
  ids: { lotId: LotId; seq: number; n: number; settlementDate: DateJst },
): Lot => ({
  id: ids.lotId,
  number: numberOf('L', report.tradeDate, ids.seq, ids.n),
  orderId: order.id,
  source: order.source,
  memberId: order.memberId,
  code: order.code,
  side: order.side,
  leverageTenths: order.leverageTenths,
  quantity: report.lastQty,
  openQuantity: report.lastQty,
  closingQuantity: 0,
  openPriceTenths: report.lastPxTenths,
  marginYen: cost.marginYen,
  openFeeYen: cost.fee.totalYen,
  closeFeeYen: 0,
  chargesYen: 0,
  realizedYen: 0,
  closedYen: 0,
  takeProfitTenths: order.takeProfitTenths,
  stopLossTenths: order.stopLossTenths,
  trailTenths: order.exitTrailTenths,
  trailBp: order.exitTrailBp,
  trailedAt: null,
  exitsAt: report.at,
  triggeredBy: null,
  tradeDate: report.tradeDate,
  settlementDate: ids.settlementDate,
  openedAt: report.at,
  closedAt: null,
  status: 'holding',
})

export type Closed = {
  readonly order: Order
  readonly lot: Lot
  readonly fill: Fill
  readonly profitYen: Yen
  readonly settlingYen: Yen
}

/** A fill of a closing order: fee and charges out of what it frees. */
export function applyClosing(
  draft: Draft,
  order: Order,
  lot: Lot,
  report: Report,
  settlementDate: DateJst,
): Closed {
  const fee = feeOfFill(
    order.feeGroupYen + order.filledYen,
    consideration(report.lastPxTenths, report.lastQty),
    feeRuleOf(order),
  )
  const after = traded(order, report, fee.totalYen)
  const part = closePart(draft, lot, {
    orderId: order.id,
    quantity: report.lastQty,
    priceTenths: report.lastPxTenths,
    fee,
    settlementDate,
    at: report.at,
  })
  return {
    ...part,
    order: changed(order, { ...after, profitYen: (order.profitYen ?? 0) + part.profitYen }),
    fill: fillOf(order, report, lot.id, fee.totalYen),
  }
}

/**
 * The lot of a closing order that has ended early: its rest is free again. What waits for this cancel stays
 * fired; what sent the order itself, or finds the day over, is armed again. A take-profit that was moved may
 * have fired at its new price while its old order was being taken back: then it waits for that, and is not
 * what sent it.
 */
export function afterClosingEnded(order: Order, lot: Lot): Lot {
  const freed = unlockQuantity(lot, restQuantity(order))
  const isOfBefore = lot.exitsAt > order.placedAt
  const isWaitedFor = order.ordStatus === 'CANCELED' && (lot.triggeredBy !== order.origin || isOfBefore)
  return isWaitedFor ? freed : { ...freed, triggeredBy: null }
}

/** The opening order of a lot that has changed: its shown status and its profit follow. */
export function afterLotChange(
  opening: Order,
  before: Lot,
  after: Lot,
  profitYen: Yen | null,
  at: Ms,
): Order {
  const closes = (lot: Lot) => (lot.status === 'closing' ? 1 : 0)
  const open = (lot: Lot) => (lot.status === 'closed' ? 0 : 1)
  return changed(opening, {
    lotsOpen: opening.lotsOpen + open(after) - open(before),
    lotsClosing: opening.lotsClosing + closes(after) - closes(before),
    profitYen: profitYen === null ? opening.profitYen : (opening.profitYen ?? 0) + profitYen,
    updatedAt: at,
  })
}
