import type { MemberId, OrderId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import type { Field } from '#wire/fix/message.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import { isOver, type FixOrder } from '../model/report.ts'

const COPIES = '/DC'
/** Name of the session of copies of an API key, beside the key's own session of orders. */
export const copiesOf = (keyId: string): string => `${keyId}${COPIES}`
const isCopies = (name: string): boolean => name.endsWith(COPIES)
/** The API key of a session. */
export const keyOf = (name: string): string => (isCopies(name) ? name.slice(0, -COPIES.length) : name)

/** Numbers of a session: one for each API key that has logged on, and one for its copies. */
export type FixSessionRow = {
  /** Id of the key, or the name of its session of copies. */
  keyId: string
  memberId: MemberId
  /** Grows with each reset of the numbers. */
  epoch: number
  /** MsgSeqNum that is awaited. */
  nextIn: number
  /** MsgSeqNum of the next message out. */
  nextOut: number
  /** SendingTime of the newest logon: an older one is a repeat of somebody's. */
  loggedOnAt: Ms
}
export const fixSessions = defineTable<FixSessionRow>()({
  name: 'fix_sessions',
  columns: {
    keyId: 'text',
    memberId: 'text',
    epoch: 'int4',
    nextIn: 'int8',
    nextOut: 'int8',
    loggedOnAt: 'int8',
  },
  key: 'keyId',
  fixed: ['memberId'],
  indexes: { copies: ({ keyId, memberId }) => (isCopies(keyId) ? memberId : null) },
})

/** Application messages that go out in a session of orders. */
export const KEPT_TYPES = ['8', '9', 'j', 'r'] as const

/** An application message that went out. */
export type FixMessageRow = {
  keyId: string
  epoch: number
  seq: number
  type: (typeof KEPT_TYPES)[number]
  fields: readonly Field[]
  at: Ms
}
export const fixMessages = defineAppendTable<FixMessageRow>()({
  name: 'fix_messages',
  columns: { keyId: 'text', epoch: 'int4', seq: 'int8', type: 'text', fields: 'jsonb', at: 'int8' },
  key: ['keyId', 'epoch', 'seq'],
})

export const fixOrders = defineTable<FixOrder>()({
  name: 'fix_orders',
  columns: {
    id: 'text',
    keyId: 'text',
    memberId: 'text',
    clOrdId: 'text',
    asked: 'jsonb?',
    terms: 'jsonb',
    quantity: 'int8',
    filled: 'int8',
    filledTenths: 'int8',
    parts: 'jsonb',
    status: 'text',
    updatedAt: 'int8',
  },
  key: 'id',
  once: true,
  fixed: ['keyId', 'memberId'],
  hot: { when: (order) => !isOver(order), sql: "status in ('0', '1')" },
  indexes: { key: (order) => (isOver(order) ? null : order.keyId) },
})

/** Orders that no session sent, as sessions of copies were told of them; `keyId` is empty. */
export const fixCopies = defineTable<FixOrder>()({
  name: 'fix_copies',
  columns: {
    id: 'text',
    keyId: 'text',
    memberId: 'text',
    clOrdId: 'text',
    asked: 'jsonb?',
    terms: 'jsonb',
    quantity: 'int8',
    filled: 'int8',
    filledTenths: 'int8',
    parts: 'jsonb',
    status: 'text',
    updatedAt: 'int8',
  },
  key: 'id',
  once: true,
  fixed: ['keyId', 'memberId'],
  hot: { when: (order) => !isOver(order), sql: "status in ('0', '1')" },
})

/** One of our orders, and the order of a session that it is a part of. */
export type FixPartRow = { orderId: OrderId; fixOrderId: OrderId; isOver: boolean }
export const fixParts = defineTable<FixPartRow>()({
  name: 'fix_parts',
  columns: { orderId: 'text', fixOrderId: 'text', isOver: 'bool' },
  key: 'orderId',
  once: true,
  fixed: ['fixOrderId'],
  hot: { when: (part) => !part.isOver, sql: 'not is_over' },
  indexes: { order: (part) => (part.isOver ? null : part.fixOrderId) },
})

/** A ClOrdID that a session has used. */
export type FixNameRow = { keyId: string; clOrdId: string; fixOrderId: OrderId; isOver: boolean }
export const fixNames = defineTable<FixNameRow>()({
  name: 'fix_names',
  columns: { keyId: 'text', clOrdId: 'text', fixOrderId: 'text', isOver: 'bool' },
  key: ['keyId', 'clOrdId'],
  once: true,
  fixed: ['fixOrderId'],
  hot: { when: (name) => !name.isOver, sql: 'not is_over' },
  indexes: { order: (name) => (name.isOver ? null : name.fixOrderId) },
})

export const isKept = <Row extends { type: string }>(row: Row): row is Row & Pick<FixMessageRow, 'type'> =>
  KEPT_TYPES.some((type) => type === row.type)

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    fixMessages: FixMessageRow
    fixOrders: FixOrder
    fixNames: FixNameRow
  }
}
