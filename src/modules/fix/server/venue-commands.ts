import type { OrderId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import type { VenueAmendment, VenueOrder } from '#modules/venue/model/terms.ts'
import {
  cancelRequest,
  isWordless,
  newOrder,
  orderFor,
  plainly,
  replaceRequest,
  statusRequest,
  type Request,
  type Said,
  type VenueFixOrder,
} from '../model/venue-messages.ts'
import { afterSaid } from '../model/venue-order-life.ts'
import { venueQueued, venueTold } from './events.ts'
import {
  sameWord,
  VENUE_KEPT,
  venueMessages,
  venueOrders,
  venueReports,
  venueSessions,
  type VenueMessageRow,
  type VenueSessionRow,
} from './venue-tables.ts'

const NEW: Omit<VenueSessionRow, 'name'> = { epoch: 1, nextIn: 1, nextOut: 1, startedOn: null, told: 0 }

const sessionOf = (tables: TableAccess, name: string): VenueSessionRow =>
  tables.of(venueSessions).get(name) ?? tables.of(venueSessions).insert({ name, ...NEW })

const isKept = <Row extends { type: string }>(row: Row): row is Row & Pick<VenueMessageRow, 'type'> =>
  VENUE_KEPT.some((type) => type === row.type)

/** Gives messages the next numbers of the session. */
function queue(tables: TableAccess, name: string, messages: readonly FixMessage[], at: Ms): DomainEvent[] {
  if (messages.length === 0) return []
  const session = sessionOf(tables, name)
  const { epoch, nextOut } = session
  const rows = messages.map(({ type, fields }, n) => ({ name, epoch, seq: nextOut + n, type, fields, at }))
  for (const row of rows) if (isKept(row)) tables.of(venueMessages).insert(row)
  tables.of(venueSessions).update(session, { nextOut: nextOut + rows.length })
  return rows.map((row) => venueQueued(row))
}

/** A step of the session to be made durable: the number awaited, a reset, messages out. */
export type VenueStep = {
  name: string
  reset: boolean
  nextIn: number | null
  startedOn: DateJst | null
  send: readonly FixMessage[]
}

export const stepVenue = defineCommand({
  type: 'fix.venue.step',
  captureInputs: () => null,
  run(tables, { name, reset, nextIn, startedOn, send }: VenueStep, _inputs, { at }) {
    const found = sessionOf(tables, name)
    const isNew = reset && (found.nextIn !== 1 || found.nextOut !== 1)
    tables
      .of(venueSessions)
      .update(found, {
        ...(isNew ? { epoch: found.epoch + 1, nextOut: 1 } : {}),
        ...(reset ? { nextIn: nextIn ?? 1 } : nextIn === null ? {} : { nextIn }),
        ...(startedOn === null ? {} : { startedOn }),
      })
    return done(null, queue(tables, name, send, at))
  },
})

/** A wish of the orders module: each is sent once, however often it is asked. `today`: the trade date. */
export type Wish =
  | { does: 'submit'; order: VenueOrder; today: DateJst }
  | { does: 'cancel'; orderId: OrderId }
  | { does: 'amend'; orderId: OrderId; to: VenueAmendment }
  | { does: 'ask'; orderId: OrderId }

export const wishVenue = defineCommand({
  type: 'fix.venue.wish',
  captureInputs: () => null,
  run(tables, { name, wish }: { name: string; wish: Wish }, _inputs, { at }) {
    if (wish.does === 'submit') return done(null, submit(tables, name, wish, at))
    const order = tables.of(venueOrders).get(wish.orderId)
    if (order === undefined) return done(null)
    if (wish.does === 'ask') return done(null, queue(tables, name, [statusRequest(order)], at))
    return done(null, ask(tables, name, order, wish, at))
  },
})

type Submission = Extract<Wish, { does: 'submit' }>

function submit(tables: TableAccess, name: string, { order, today }: Submission, at: Ms): DomainEvent[] {
  const known = tables.of(venueOrders).get(order.orderId)
  if (known?.isOver === true && order.isPossiblyRepeated !== true) {
    // Its name was given: an order that is over does not begin anew.
    const after = tables.of(venueOrders).update(known, { requests: known.requests + 1 })
    return tell(tables, name, notSent(after, today, at), at)
  }
  if (known !== undefined) {
    const isMissing = order.isPossiblyRepeated === true && !known.isTaken && !known.isOver
    return isMissing ? queue(tables, name, [newOrder(known, at, true)], at) : []
  }
  const own = tables.of(venueOrders).insert(orderFor(order, today, at))
  if (!isWordless(order)) return queue(tables, name, [newOrder(own, at, false)], at)
  return tell(tables, name, notSent(tables.of(venueOrders).update(own, { isOver: true }), today, at), at)
}

/** The refusal of an order that is not sent at all. */
function notSent({ orderId, requests: n }: VenueFixOrder, today: DateJst, at: Ms): Said {
  return plainly('REJECTED', { orderId, n }, at, {
    execId: `not-sent-${n}`,
    reason: 'OTHER',
    tradeDate: today,
  })
}

function ask(
  tables: TableAccess,
  name: string,
  order: VenueFixOrder,
  wish: Extract<Wish, { does: 'cancel' | 'amend' }>,
  at: Ms,
): DomainEvent[] {
  // One that is over, or of which the same was asked already, has an answer on its way.
  if (order.isOver || order.asked?.does === (wish.does === 'amend' ? 'replace' : 'cancel')) return []
  const requests = order.requests + 1
  const asked: Request =
    wish.does === 'cancel' ? { n: requests, does: 'cancel' } : { n: requests, does: 'replace', to: wish.to }
  const next = tables.of(venueOrders).update(order, { requests, asked })
  const message = wish.does === 'cancel' ? cancelRequest(next, at) : replaceRequest(next, wish.to, at)
  return queue(tables, name, [message], at)
}

/**
 * A message of the venue, taken with its number: what it says of an order is durable with that, and told to
 * the orders after. The same word again changes nothing.
 */
export const takeVenue = defineCommand({
  type: 'fix.venue.take',
  captureInputs: () => null,
  run(tables, { name, seq, said }: { name: string; seq: number; said: Said | null }, _inputs, { at }) {
    const session = sessionOf(tables, name)
    if (session.nextIn !== seq) return no('FIX_SESSION')
    tables.of(venueSessions).update(session, { nextIn: seq + 1 })
    return said === null ? done(null) : done(null, hear(tables, name, said, at))
  },
})

/** Words that may be said again and again, each as news. */
const STATUS: ReadonlySet<Said['kind']> = new Set(['STATUS', 'NOT_THERE', 'DUPLICATE', 'UNREAD'])
/** Words of which nothing is to be done where they are about an order that is none of ours. */
const IDLE: ReadonlySet<Said['kind']> = new Set([...STATUS, 'NOTED', 'OTHER', 'DONE_FOR_DAY'])

function hear(tables: TableAccess, name: string, said: Said, at: Ms): DomainEvent[] {
  const reports = tables.of(venueReports)
  const order = said.isOurs ? tables.of(venueOrders).get(said.orderId) : undefined
  const isKnown =
    said.execId !== '' && !STATUS.has(said.kind) && reports.by('word', sameWord(said)).length > 0
  if (isKnown) return []
  if (order === undefined) return IDLE.has(said.kind) ? [] : tell(tables, name, said, at)
  const [trade] = said.refExecId === null ? [] : reports.by('execution', `${said.orderId}\n${said.refExecId}`)
  const { order: next, tell: word, asks } = afterSaid(order, said, trade?.said.lastQty)
  const after = tables.of(venueOrders).update(order, { ...next, at })
  return [
    ...(word === null ? [] : tell(tables, name, word, at)),
    ...(asks ? queue(tables, name, [statusRequest(after)], at) : []),
  ]
}

function tell(tables: TableAccess, name: string, said: Said, at: Ms): DomainEvent[] {
  if (STATUS.has(said.kind)) return [venueTold(said)]
  const session = sessionOf(tables, name)
  const n = session.told + 1
  tables.of(venueSessions).update(session, { told: n })
  tables.of(venueReports).insert({ name, n, orderId: said.orderId, said, at, isDone: false })
  return [venueTold(said)]
}

/** After numbers that began anew: what the other end may not have had is sent again, or asked about. */
export const afterReset = defineCommand({
  type: 'fix.venue.again',
  captureInputs: () => null,
  run(tables, { name }: { name: string }, _inputs, { at }) {
    const messages = tables
      .of(venueOrders)
      .all()
      .filter(({ isOver }) => !isOver)
      .flatMap((order) => requestAgain(order, at))
    return done({ asked: messages.length }, queue(tables, name, messages, at))
  },
})

const AGAIN = [97, 'Y'] as const
function requestAgain(order: VenueFixOrder, at: Ms): FixMessage[] {
  const { asked } = order
  if (asked === null) return []
  const message = asked.does === 'cancel' ? cancelRequest(order, at) : replaceRequest(order, asked.to, at)
  return [{ ...message, fields: [AGAIN, ...message.fields] }]
}

/** Reports that the orders have by now leave memory, with the orders that are over. */
export const forgetReports = defineCommand({
  type: 'fix.venue.forget',
  captureInputs: () => null,
  run(tables, { orderIds }: { orderIds: readonly OrderId[] }) {
    for (const orderId of orderIds) {
      for (const row of tables.of(venueReports).by('order', orderId))
        tables.of(venueReports).update(row, { isDone: true })
      const order = tables.of(venueOrders).get(orderId)
      if (order !== undefined) tables.of(venueOrders).update(order, { isOver: true, isDone: true })
    }
    return done(null)
  },
})
