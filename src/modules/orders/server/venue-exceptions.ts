import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { defineTable, type TableAccess, type TableReader } from '#platform/engine/table.ts'
import { managerOf } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import type { Order } from '../model/order.ts'
import { numberOf } from '../model/order.ts'
import type { ExceptionFault, VenueException } from '../model/venue-exception.ts'
import { reportListed } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { keptSide } from './messages.ts'
import { orders } from './tables.ts'

/** All of them stay in memory: they are few, and a report that is said again must find its own. */
export const venueExceptions = defineTable<VenueException>()({
  name: 'venue_exceptions',
  columns: {
    id: 'text',
    orderId: 'text',
    memberId: 'text?',
    code: 'text?',
    execId: 'text',
    fault: 'text',
    said: 'text',
    status: 'text',
    at: 'int8',
    decidedAt: 'int8?',
  },
  key: 'id',
  fixed: ['orderId', 'memberId', 'code', 'execId', 'said', 'at'],
  indexes: {
    /** Open ones by their order: it is disputed. */
    disputed: ({ status, orderId }) => (status === 'open' ? orderId : null),
    execution: ({ orderId, execId }) => `${orderId}\n${execId}`,
    open: ({ status }) => (status === 'open' ? status : null),
  },
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    venueExceptions: VenueException
  }
}

/** Reports about the order that people are still to decide. */
export const disputesOf = (tables: TableReader, orderId: string): VenueException[] =>
  tables.of(venueExceptions).by('disputed', orderId)

export const isDisputed = (tables: TableReader, orderId: string): boolean =>
  disputesOf(tables, orderId).length > 0

/** The order that a report names, as far as its member is told of it. */
export type DisputedOrder = Pick<Order, 'memberId' | 'code' | 'purpose' | 'side' | 'quantity'>
/** A report that is to be laid before people. */
export type Misfit = { orderId: string; execId: string; fault: ExceptionFault; said: string }
/** The moment of the command; `n`: how many reports it has listed before. */
type Moment = { seq: number; at: Ms; tradeDate: DateJst; wall: Ms; n: number }

/**
 * Lists a report once, however often it is said. One that was to be booked and does not go with the order
 * after all is open again. The member is told when the order becomes disputed.
 */
export function listReport(
  tables: TableAccess,
  moment: Moment,
  { orderId, execId, fault, said }: Misfit,
  order: DisputedOrder | null,
): DomainEvent[] {
  const table = tables.of(venueExceptions)
  const known = table.by('execution', `${orderId}\n${execId}`)[0]
  if (known !== undefined) {
    if (known.status === 'booked') table.update(known, { fault, status: 'open', decidedAt: null })
    return []
  }
  const wasDisputed = isDisputed(tables, orderId)
  const { seq, at, tradeDate, wall, n } = moment
  table.insert({
    id: numberOf('R', tradeDate, seq, n),
    orderId,
    memberId: order?.memberId ?? null,
    code: order?.code ?? null,
    execId,
    fault,
    said,
    status: 'open',
    at: wall,
    decidedAt: null,
  })
  const listed = reportListed(orderId, execId, fault)
  // Nobody reads what an account that a member leads is told.
  if (order === null || wasDisputed || managerOf(tables, order.memberId) !== order.memberId) return [listed]
  const { memberId, code, quantity } = order
  const args = { code, side: keptSide(order), quantity }
  return [listed, notify(tables, { seq, at }, memberId, { kind: 'orderDisputed', args, orderId })]
}

/** `order`: as far as it was found among those that are over; null: nobody knows it. */
export type Listing = Misfit & { order: DisputedOrder | null }

/** Lists a report that no order at work can take: unreadable, late, or of an order that nobody knows. */
export const listReportCommand = ({ now, market }: Pick<CommandDeps, 'now' | 'market'>) =>
  defineCommand({
    type: 'report.list',
    captureInputs: () => ({ at: now(), tradeDate: market.phase().tradeDate }),
    run(tables, { order, ...misfit }: Listing, { at, tradeDate }, call) {
      const moment = { seq: call.seq, at, tradeDate, wall: call.at, n: 0 }
      return done(null, listReport(tables, moment, misfit, tables.of(orders).get(misfit.orderId) ?? order))
    },
  })
