import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Json } from '#kernel/hash.ts'
import type { Yen, BasisPoints } from '#kernel/money.ts'
import type { PriceTenths, Quantity, TradingUnits } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { ApplicationStatus } from '../model/application.ts'
import type { Exit, PickDay } from '../model/method.ts'

/**
 * The picks made at the close of a day, under a card. `entryOn`: the trade date at whose opening orders go
 * out. Written once.
 */
export type AiDay = {
  id: string
  cardId: string
  day: DateJst
  entryOn: DateJst
  exitOn: DateJst
  fitOn: DateJst
  weights: readonly number[]
  /** SHA-256 of `picksText`. */
  hash: string
  publishedAt: Ms
}
export const aiDays = defineTable<AiDay>()({
  name: 'ai_days',
  columns: {
    id: 'text',
    cardId: 'text',
    day: 'text',
    entryOn: 'text',
    exitOn: 'text',
    fitOn: 'text',
    weights: 'jsonb',
    hash: 'text',
    publishedAt: 'int8',
  },
  key: 'id',
  fixed: ['cardId', 'day', 'entryOn', 'exitOn', 'fitOn', 'weights', 'hash', 'publishedAt'],
  indexes: { card: (row) => row.cardId },
})

/** The features of every issue on that day. */
export type AiInputs = { id: string; rows: PickDay['rows'] }
export const aiInputs = defineAppendTable<AiInputs>()({
  name: 'ai_inputs',
  columns: { id: 'text', rows: 'jsonb' },
  key: 'id',
})

/** One pick; in memory until it is known how it ended. */
export type AiPick = {
  id: string
  dayId: string
  code: string
  /** 1: the highest score. */
  place: number
  /** Millionths of a basis point. */
  score: number
  closeTenths: PriceTenths
  limitTenths: PriceTenths
  takeProfitTenths: PriceTenths
  stopLossTenths: PriceTenths
  /** The last day of the holding. */
  exitOn: DateJst
  exit: Exit | null
  endedOn: DateJst | null
  entryTenths: PriceTenths | null
  exitTenths: PriceTenths | null
  returnBp: BasisPoints | null
  indexBp: BasisPoints | null
  excessBp: BasisPoints | null
}
export const aiPicks = defineTable<AiPick>()({
  name: 'ai_picks',
  columns: {
    id: 'text',
    dayId: 'text',
    code: 'text',
    place: 'int4',
    score: 'int8',
    closeTenths: 'int8',
    limitTenths: 'int8',
    takeProfitTenths: 'int8',
    stopLossTenths: 'int8',
    exitOn: 'text',
    exit: 'text?',
    endedOn: 'text?',
    entryTenths: 'int8?',
    exitTenths: 'int8?',
    returnBp: 'int8?',
    indexBp: 'int8?',
    excessBp: 'int8?',
  },
  key: 'id',
  once: true,
  fixed: [
    'dayId',
    'code',
    'place',
    'score',
    'closeTenths',
    'limitTenths',
    'takeProfitTenths',
    'stopLossTenths',
    'exitOn',
  ],
  hot: { when: (row) => row.exit === null, sql: 'exit is null' },
  indexes: { day: (row) => row.dayId },
})

/** Reason why an application failed: the text's key in the catalogue, and the figures of its sentence. */
export type Reason = { readonly key: string; readonly detail: Readonly<Record<string, number | string>> }
/**
 * A member's application to buy a pick; in memory while it is applying, and until nothing is left that its
 * time exit would close.
 */
export type AiApplication = {
  id: string
  memberId: MemberId
  pickId: string
  code: string
  units: TradingUnits
  /** At most, at the limit with the commission: what other applications may not count on. */
  holdYen: Yen
  limitTenths: PriceTenths
  takeProfitTenths: PriceTenths
  stopLossTenths: PriceTenths
  entryOn: DateJst
  exitOn: DateJst
  appliedAt: Ms
  status: ApplicationStatus
  orderId: OrderId | null
  reason: Reason | null
  filledQuantity: Quantity
  filledYen: Yen
  endedAt: Ms | null
  exitDone: boolean
  /** The server closes what is left on the last day; off by the member's word. */
  timeExit: boolean
}
export const aiApplications = defineTable<AiApplication>()({
  name: 'ai_applications',
  columns: {
    id: 'text',
    memberId: 'text',
    pickId: 'text',
    code: 'text',
    units: 'int4',
    holdYen: 'int8',
    limitTenths: 'int8',
    takeProfitTenths: 'int8',
    stopLossTenths: 'int8',
    entryOn: 'text',
    exitOn: 'text',
    appliedAt: 'int8',
    status: 'text',
    orderId: 'text?',
    reason: 'jsonb?',
    filledQuantity: 'int8',
    filledYen: 'int8',
    endedAt: 'int8?',
    exitDone: 'bool',
    timeExit: 'bool',
  },
  key: 'id',
  once: true,
  fixed: [
    'memberId',
    'pickId',
    'code',
    'units',
    'holdYen',
    'limitTenths',
    'takeProfitTenths',
    'stopLossTenths',
    'entryOn',
    'exitOn',
    'appliedAt',
  ],
  hot: {
    when: (row) => row.status === 'applying' || (row.status === 'success' && !row.exitDone),
    sql: "status = 'applying' or (status = 'success' and not exit_done)",
  },
  indexes: {
    member: (row) => row.memberId,
    order: (row) => row.orderId,
    /** Applications that the job of an opening has to send. */
    unsent: (row) => (row.status === 'applying' && row.orderId === null ? 'all' : null),
    sent: (row) => (row.status === 'applying' && row.orderId !== null ? 'all' : null),
    bought: (row) => (row.status === 'success' ? 'all' : null),
  },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    aiDays: Omit<AiDay, 'weights'> & { weights: Json }
    aiInputs: { id: string; rows: Json }
    aiPicks: AiPick
    aiApplications: Omit<AiApplication, 'reason'> & { reason: Json | null }
  }
}
