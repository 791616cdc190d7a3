import type { OrderId } from '#kernel/id.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { Field } from '#wire/fix/message.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { Said, VenueFixOrder } from '../model/venue-messages.ts'

/** Numbers of the session with a venue. */
export type VenueSessionRow = {
  /** CompIDs of both ends. */
  name: string
  /** Grows with each reset of the numbers. */
  epoch: number
  nextIn: number
  nextOut: number
  /** Day on which the numbers last began anew, where they do each day; null: they never did. */
  startedOn: DateJst | null
  /** Words that were told to the orders. */
  told: number
}
export const venueSessions = defineTable<VenueSessionRow>()({
  name: 'venue_sessions',
  columns: { name: 'text', epoch: 'int4', nextIn: 'int8', nextOut: 'int8', startedOn: 'text?', told: 'int8' },
  key: 'name',
})

/** Types of the messages to a venue that are sent again where it asks for them. */
export const VENUE_KEPT = ['D', 'F', 'G', 'H'] as const

/** A message that went out to the venue. */
export type VenueMessageRow = {
  name: string
  epoch: number
  seq: number
  type: (typeof VENUE_KEPT)[number]
  fields: readonly Field[]
  at: Ms
}
export const venueMessages = defineAppendTable<VenueMessageRow>()({
  name: 'venue_messages',
  columns: { name: 'text', epoch: 'int4', seq: 'int8', type: 'text', fields: 'jsonb', at: 'int8' },
  key: ['name', 'epoch', 'seq'],
})

export const venueOrders = defineTable<VenueFixOrder>()({
  name: 'venue_orders',
  columns: {
    orderId: 'text',
    stands: 'int4',
    requests: 'int4',
    asked: 'jsonb?',
    code: 'text',
    side: 'text',
    ordType: 'text',
    inForce: 'text',
    goodUntil: 'text?',
    quantity: 'int8',
    priceTenths: 'int8?',
    cumQty: 'int8',
    isTaken: 'bool',
    isOver: 'bool',
    at: 'int8',
    isDone: 'bool',
  },
  key: 'orderId',
  once: true,
  fixed: ['code', 'side'],
  hot: { when: (order) => !order.isDone, sql: 'not is_done' },
})

/** Name under which words are the same: of one order, execution and kind. */
export const sameWord = ({ orderId, execId, kind }: Pick<Said, 'orderId' | 'execId' | 'kind'>): string =>
  `${orderId}\n${execId}\n${kind}`

/**
 * A word of the venue, kept until the order has it: written with the number of its message, told to the
 * orders after, and told again after a start.
 */
export type VenueReportRow = {
  name: string
  /** Counts the words of the session's whole life. */
  n: number
  orderId: OrderId
  said: Said
  at: Ms
  isDone: boolean
}
export const venueReports = defineTable<VenueReportRow>()({
  name: 'venue_reports',
  columns: { name: 'text', n: 'int8', orderId: 'text', said: 'jsonb', at: 'int8', isDone: 'bool' },
  key: ['name', 'n'],
  once: true,
  fixed: ['orderId', 'said', 'at'],
  hot: { when: (report) => !report.isDone, sql: 'not is_done' },
  indexes: {
    order: (report) => report.orderId,
    word: (report) => (report.said.execId === '' ? null : sameWord(report.said)),
    execution: (report) => (report.said.kind === 'TRADE' ? `${report.orderId}\n${report.said.execId}` : null),
  },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    venueMessages: VenueMessageRow
  }
}
