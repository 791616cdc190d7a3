import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Yen } from '#kernel/money.ts'
import type { PriceTenths, Quantity, TradingUnits, LeverageTenths } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineTable } from '#platform/engine/table.ts'
import type { Side } from '#modules/margin/model/charges.ts'
import type { ApplicationStatus } from '../model/application.ts'
import type { Inventory } from '../model/inventory.ts'

/** Units left of an issue on one day. `isOver`: the day is over, or the listing was void before it began. */
export type InventoryRow = Inventory & {
  readonly listingId: string
  readonly code: string
  readonly tradeOn: DateJst
  readonly isOver: boolean
}
export const inventory = defineTable<InventoryRow>()({
  name: 'day_inventory',
  columns: {
    listingId: 'text',
    code: 'text',
    tradeOn: 'text',
    longUnits: 'int8',
    longLeft: 'int8',
    shortUnits: 'int8',
    shortLeft: 'int8',
    isOver: 'bool',
  },
  key: ['listingId', 'code'],
  fixed: ['tradeOn', 'longUnits', 'shortUnits'],
  hot: { when: (row) => !row.isOver, sql: 'not is_over' },
  indexes: { listing: (row) => row.listingId },
})

/** One application; its order carries it out. Over: its day is, and none of its lots is open. */
export type ApplicationRow = {
  readonly orderId: OrderId
  readonly number: string
  readonly memberId: MemberId
  readonly listingId: string
  readonly code: string
  readonly side: Side
  /** Asked for, and taken from the inventory: what did not trade went back. */
  readonly units: TradingUnits
  readonly takenUnits: TradingUnits
  /** Shares of a unit. */
  readonly unit: Quantity
  /** The hedging price that was shown, the limit of its order. */
  readonly priceTenths: PriceTenths
  readonly leverageTenths: LeverageTenths
  readonly status: ApplicationStatus
  readonly filledQuantity: Quantity
  /** Reason of a failure. */
  readonly reason: 'PRICE_MOVED' | null
  readonly tradeDate: DateJst
  readonly appliedAt: Ms
  readonly decidedAt: Ms | null
  readonly isWarned: boolean
  /** The day on which the firm sent its lots into the closing auction; null: not. */
  readonly closingOn: DateJst | null
  /** Charged for what was left open, consumption tax included. */
  readonly penaltyYen: Yen
  readonly isOver: boolean
}
export const applications = defineTable<ApplicationRow>()({
  name: 'day_applications',
  columns: {
    orderId: 'text',
    number: 'text',
    memberId: 'text',
    listingId: 'text',
    code: 'text',
    side: 'text',
    units: 'int8',
    takenUnits: 'int8',
    unit: 'int8',
    priceTenths: 'int8',
    leverageTenths: 'int4',
    status: 'text',
    filledQuantity: 'int8',
    reason: 'text?',
    tradeDate: 'text',
    appliedAt: 'int8',
    decidedAt: 'int8?',
    isWarned: 'bool',
    closingOn: 'text?',
    penaltyYen: 'int8',
    isOver: 'bool',
  },
  key: 'orderId',
  once: true,
  fixed: [
    'number',
    'memberId',
    'listingId',
    'code',
    'side',
    'units',
    'unit',
    'priceTenths',
    'leverageTenths',
    'tradeDate',
    'appliedAt',
  ],
  hot: { when: (row) => !row.isOver, sql: 'not is_over' },
  indexes: { member: (row) => row.memberId },
})
