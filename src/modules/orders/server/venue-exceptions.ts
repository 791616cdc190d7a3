import type { DateJst, Ms } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { defineTable, type TableAccess, type TableReader } from '#platform/engine/table.ts'
import { managerOf } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { isWorking } from '../model/order-life.ts'
import type { Report } from '../model/apply-execution.ts'
import type { Order } from '../model/order.ts'
import { numberOf } from '../model/order.ts'
import { execIdIn } from '../model/read-report.ts'
import {
  MOST_LISTED,
  MOST_UNKNOWN,
  reportIn,
  type ExceptionFault,
  type VenueException,
} from '../model/venue-exception.ts'
import { reportListed } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { keptSide } from './messages.ts'
import { orders } from './tables.ts'
import { remember, venueExecutions } from './venue-executions.ts'

/**
 * In memory until the first start after people have decided and the order is over: a report that is said
 * again must find its own. Of the others the rows tell.
 */
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
    live: 'bool',
    more: 'int8',
  },
  key: 'id',
  fixed: ['orderId', 'memberId', 'code', 'execId', 'said', 'at'],
  hot: { when: ({ live }) => live, sql: 'live' },
  indexes: {
    /** Open ones by their order: it is disputed. */
    disputed: ({ status, orderId }) => (status === 'open' ? orderId : null),
    execution: ({ orderId, execId }) => `${orderId}\n${execId}`,
    /** Rows that count for one limit: reports of an order, and those of orders that nobody knows. */
    counted: ({ status, memberId, orderId }) =>
      status !== 'open' ? null : memberId === null ? NOBODY : orderId,
    ofOrder: ({ orderId }) => orderId,
    open: ({ status }) => (status === 'open' ? status : null),
  },
})

/** No order has this name. */
const NOBODY = ''

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    venueExceptions: VenueException
  }
}

/** Reports about the order that people are still to decide. */
export const disputesOf = (tables: TableReader, orderId: string): VenueException[] =>
  tables.of(venueExceptions).by('disputed', orderId)

/** The row of this report; undefined: it was not listed, or its order is over. */
export const listedAs = (
  tables: TableReader,
  orderId: string,
  report: Pick<Report, 'execNo' | 'named' | 'execType'>,
): VenueException | undefined =>
  tables
    .of(venueExceptions)
    .by('execution', `${orderId}\n${execIdIn(report)}`)
    .find((row) => reportIn(row)?.execType === report.execType)

/** An order is over: what was said of it leaves memory. */
export function forget(tables: TableAccess, orderId: string): void {
  const said = tables.of(venueExecutions)
  for (const row of said.by('ofOrder', orderId)) said.update(row, { live: false })
}

/** A decision about a report. One that is set aside is not applied should it be said again. */
export function decided(
  tables: TableAccess,
  row: VenueException,
  status: Exclude<VenueException['status'], 'open'>,
  { wall, bounded }: { wall: Ms; bounded: boolean | undefined },
): void {
  tables.of(venueExceptions).update(row, { status, decidedAt: wall })
  const order = tables.of(orders).get(row.orderId)
  if (bounded !== true || status !== 'set-aside' || !order || !isWorking(order.ordStatus)) return
  const report = reportIn(row)
  if (report !== null) remember(tables, row.orderId, report, 0)
}

/** Rows that memory no longer needs: people have decided, and the order is over. */
export const restingReports = (tables: TableReader): VenueException[] =>
  tables
    .of(venueExceptions)
    .all()
    .filter(({ status, orderId }) => {
      const order = status === 'open' ? undefined : tables.of(orders).get(orderId)
      return status !== 'open' && !(order && isWorking(order.ordStatus))
    })

/** Orders that are over without a report: the names of their executions are still in memory. */
export const restingNames = (tables: TableReader): string[] => {
  const all = tables.of(venueExecutions).all()
  return [...new Set(all.map(({ orderId }) => orderId))].filter((id) => {
    const order = tables.of(orders).get(id)
    return !(order && isWorking(order.ordStatus))
  })
}

/** At the start, before the venue says anything: what was decided leaves memory. */
export const restReportsCommand = defineCommand({
  type: 'report.rest',
  captureInputs: () => undefined,
  run(tables, _input: null) {
    const resting = restingReports(tables)
    for (const row of resting) tables.of(venueExceptions).update(row, { live: false })
    for (const orderId of restingNames(tables)) forget(tables, orderId)
    return done({ reports: resting.length })
  },
})

export const isDisputed = (tables: TableReader, orderId: string): boolean =>
  disputesOf(tables, orderId).length > 0

/** The order that a report names, as far as its member is told of it. */
export type DisputedOrder = Pick<Order, 'memberId' | 'code' | 'purpose' | 'side' | 'quantity'>
/** A report that is to be laid before people. */
export type Misfit = { orderId: string; execId: string; fault: ExceptionFault; said: string }
/**
 * The moment of the command; `n`: how many reports it has listed before. `bounded`: there is a limit; missing
 * in journals of before.
 */
type Moment = { seq: number; at: Ms; tradeDate: DateJst; wall: Ms; n: number; bounded?: boolean | undefined }

/**
 * Lists a report once, however often it is said. One that was to be booked and does not go with the order
 * after all is open again. Beyond the limit it is counted at the last one that is open. The member is told
 * when the order becomes disputed.
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
  const { seq, at, tradeDate, wall, n, bounded } = moment
  const listed = bounded === true ? table.by('counted', order === null ? NOBODY : orderId) : []
  const last = listed.at(-1)
  if (last !== undefined && listed.length >= (order === null ? MOST_UNKNOWN : MOST_LISTED)) {
    table.update(last, { more: last.more + 1 })
    return []
  }
  const wasDisputed = isDisputed(tables, orderId)
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
    live: true,
    more: 0,
  })
  const event = reportListed(orderId, execId, fault)
  // Nobody reads what an account that a member leads is told.
  if (order === null || wasDisputed || managerOf(tables, order.memberId) !== order.memberId) return [event]
  const { memberId, code, quantity } = order
  const args = { code, side: keptSide(order), quantity }
  return [event, notify(tables, { seq, at }, memberId, { kind: 'orderDisputed', args, orderId })]
}

/** `order`: as far as it was found among those that are over; null: nobody knows it. */
export type Listing = Misfit & { order: DisputedOrder | null }

/** Lists a report that no order at work can take: unreadable, late, or of an order that nobody knows. */
export const listReportCommand = ({ now, market }: Pick<CommandDeps, 'now' | 'market'>) =>
  defineCommand({
    type: 'report.list',
    captureInputs: (): { at: Ms; tradeDate: DateJst; bounded?: boolean } => ({
      at: now(),
      bounded: true,
      tradeDate: market.phase().tradeDate,
    }),
    run(tables, { order, ...misfit }: Listing, { at, tradeDate, bounded }, call) {
      const moment = { seq: call.seq, at, tradeDate, wall: call.at, n: 0, bounded }
      return done(null, listReport(tables, moment, misfit, tables.of(orders).get(misfit.orderId) ?? order))
    },
  })
