import type { LotId, MemberId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { DaySales } from '../model/same-funds.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { DeliveryKind } from '../model/delivery-kinds.ts'
import { fallsTo, risesTo, trailingOf, type Lot } from '../model/lot.ts'
import { followsBeyond } from '../model/trail.ts'
import { lotsCodec, realizedCodec } from './row-codecs.ts'

const beyond = (lot: Lot): PriceTenths => {
  const stop = trailingOf(lot)
  return stop === null ? 0 : followsBeyond(stop)
}

/**
 * Open lots are in memory; prices that trigger stand in two sorted indexes, so that a print finds what it
 * triggers.
 */
export const lots = defineTable<Lot>()({
  codec: lotsCodec,
  name: 'lots',
  columns: {
    id: 'text',
    number: 'text',
    orderId: 'text',
    source: 'text',
    memberId: 'text',
    code: 'text',
    side: 'text',
    leverageTenths: 'int4',
    quantity: 'int8',
    openQuantity: 'int8',
    closingQuantity: 'int8',
    openPriceTenths: 'int8',
    marginYen: 'int8',
    openFeeYen: 'int8',
    closeFeeYen: 'int8',
    chargesYen: 'int8',
    realizedYen: 'int8',
    closedYen: 'int8',
    takeProfitTenths: 'int8?',
    stopLossTenths: 'int8?',
    trailTenths: 'int8?',
    trailBp: 'int4?',
    trailedAt: 'int8?',
    exitsAt: 'int8',
    triggeredBy: 'text?',
    tradeDate: 'text',
    settlementDate: 'text',
    openedAt: 'int8',
    closedAt: 'int8?',
    status: 'text',
  },
  key: 'id',
  once: true,
  own: ['id', 'number'],
  fixed: ['number', 'orderId', 'source', 'memberId', 'code', 'side', 'tradeDate', 'openedAt'],
  hot: { when: (lot) => lot.status !== 'closed', sql: "status <> 'closed'" },
  indexes: {
    member: (lot) => lot.memberId,
    code: (lot) => lot.code,
    /** Of a member, what has fired and has no closing order yet: it waits for other orders to end. */
    waiting: ({ triggeredBy, closingQuantity, status, memberId }) =>
      triggeredBy !== null && closingQuantity === 0 && status !== 'closed' ? memberId : null,
  },
  ordered: {
    risesTo: { group: (lot) => (risesTo(lot) === null ? null : lot.code), value: (lot) => risesTo(lot) ?? 0 },
    fallsTo: { group: (lot) => (fallsTo(lot) === null ? null : lot.code), value: (lot) => fallsTo(lot) ?? 0 },
    /** Stop-losses that follow the price, by the price that a trade has to be beyond to move them. */
    trailsUp: {
      group: (lot) => (lot.side === 'up' && trailingOf(lot) !== null ? lot.code : null),
      value: beyond,
    },
    trailsDown: {
      group: (lot) => (lot.side === 'down' && trailingOf(lot) !== null ? lot.code : null),
      value: beyond,
    },
  },
})

/** Unsettled money of one member that settles on one day. */
export type SettlementRow = { memberId: MemberId; dueDate: DateJst; yen: Yen; done: boolean }
export const settlements = defineTable<SettlementRow>()({
  name: 'settlements',
  columns: { memberId: 'text', dueDate: 'text', yen: 'int8', done: 'bool' },
  key: ['memberId', 'dueDate'],
  hot: { when: (row) => !row.done, sql: 'not done' },
  indexes: { member: (row) => row.memberId },
  ordered: { due: { group: () => 'all', value: (row) => Date.parse(row.dueDate) } },
})

/**
 * Longs that were paid in full and shares that were given against a short: purchases and sales without an
 * order, at the lot's opening price. `chargesYen`: the interest or lending fee until then.
 */
export type DeliveryRow = {
  memberId: MemberId
  seq: number
  kind: DeliveryKind
  lotId: LotId
  number: string
  code: string
  quantity: Quantity
  priceTenths: PriceTenths
  chargesYen: Yen
  tradeDate: DateJst
  settlementDate: DateJst
  at: Ms
}
export const lotDeliveries = defineAppendTable<DeliveryRow>()({
  name: 'lot_deliveries',
  columns: {
    memberId: 'text',
    seq: 'int8',
    kind: 'text',
    lotId: 'text',
    number: 'text',
    code: 'text',
    quantity: 'int8',
    priceTenths: 'int8',
    chargesYen: 'int8',
    tradeDate: 'text',
    settlementDate: 'text',
    at: 'int8',
  },
  key: ['memberId', 'seq'],
})

/**
 * Realized profit of a member: of the running trade date, and of the running year. Both begin anew with the
 * next one.
 */
export type RealizedRow = { memberId: MemberId; tradeDate: DateJst; dayYen: Yen; yearYen: Yen }
export const realized = defineTable<RealizedRow>()({
  codec: realizedCodec,
  name: 'realized',
  columns: { memberId: 'text', tradeDate: 'text', dayYen: 'int8', yearYen: 'int8' },
  key: 'memberId',
})

/**
 * Shares of an issue that a member sold short and closed within a day, the newest such day: they count
 * towards its limit like those that are open (market rules 11).
 */
export type DayShortsRow = {
  readonly memberId: MemberId
  readonly code: string
  readonly tradeDate: DateJst
  readonly quantity: Quantity
}
export const dayShorts = defineTable<DayShortsRow>()({
  name: 'day_shorts',
  columns: { memberId: 'text', code: 'text', tradeDate: 'text', quantity: 'int8' },
  key: ['memberId', 'code'],
})

/** Sales of the newest day on which a member sold shares of an issue at 1×. */
export type DaySalesRow = DaySales & { readonly memberId: MemberId; readonly code: string }
export const daySales = defineTable<DaySalesRow>()({
  name: 'day_sales',
  columns: {
    memberId: 'text',
    code: 'text',
    tradeDate: 'text',
    firstAt: 'int8',
    soldYen: 'int8',
    roundTripYen: 'int8',
  },
  key: ['memberId', 'code'],
})
