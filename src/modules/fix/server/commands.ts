import type { OrderId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import type { FixMessage } from '#wire/fix/message.ts'
import {
  defineMemberCommand,
  done,
  type Command,
  type DomainEvent,
  type MemberCall,
} from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { isOver, numbersOf, report, type FixOrder } from '../model/report.ts'
import type { Terms } from '../model/terms.ts'
import { copyReports } from './copies.ts'
import { queue } from './queue.ts'
import { fixNames, fixOrders, fixParts, fixSessions, type FixSessionRow } from './tables.ts'

/** A step of a connection to be made durable: the number awaited, a reset, messages out. */
export type Step = {
  keyId: string
  reset: boolean
  /** null: it stays. */
  nextIn: number | null
  /** SendingTime of a logon; null: none. */
  loggedOnAt: Ms | null
  send: readonly FixMessage[]
}

/** Moves a session on; the first step of a key makes it. */
export const stepSession = defineMemberCommand({
  type: 'fix.step',
  captureInputs: () => null,
  run(tables, { keyId, reset, nextIn, loggedOnAt, send }: Step, _inputs, { memberId, at }) {
    const table = tables.of(fixSessions)
    const found =
      table.get(keyId) ?? table.insert({ keyId, memberId, epoch: 1, nextIn: 1, nextOut: 1, loggedOnAt: 0 })
    if (found.memberId !== memberId) return no('FIX_SESSION')
    if (loggedOnAt !== null && loggedOnAt <= found.loggedOnAt) return no('FIX_LOGON')
    const isNew = reset && (found.nextIn !== 1 || found.nextOut !== 1)
    const session = table.update(found, {
      ...(isNew ? { epoch: found.epoch + 1, nextOut: 1 } : {}),
      ...(reset ? { nextIn: nextIn ?? 1 } : nextIn === null ? {} : { nextIn }),
      ...(loggedOnAt === null ? {} : { loggedOnAt }),
    })
    const events = queue(tables, session, send, at)
    return done({ nextOut: table.get(keyId)!.nextOut }, events)
  },
})

/** A command of orders that came in as a message of a session. */
type Within<Input> = { keyId: string; seq: number; order: Input }

/**
 * The same command, which takes the message's number in the same turn: what it did and that the message was
 * taken are durable together. A refusal leaves the number to the step that says so.
 */
function within<Input, Inputs, Answer, More>(
  inner: Command<Input, Inputs, Answer, MemberCall>,
  type: string,
  after: (
    tables: TableAccess,
    session: FixSessionRow,
    answer: Answer,
    input: Within<Input> & More,
    call: MemberCall,
  ) => DomainEvent[],
) {
  return defineMemberCommand({
    type,
    captureInputs: (world, input: Within<Input> & More, call, tables) =>
      inner.captureInputs(world, input.order, call, tables),
    run(tables, input, inputs: Inputs, call) {
      const session = tables.of(fixSessions).get(input.keyId)
      if (session === undefined || session.memberId !== call.memberId || session.nextIn !== input.seq)
        return no('FIX_SESSION')
      const outcome = inner.run(tables, input.order, inputs, call)
      if (!outcome.ok) return outcome
      const taken = tables.of(fixSessions).update(session, { nextIn: input.seq + 1 })
      const events = after(tables, taken, outcome.answer, input, call)
      return done({}, [...outcome.events, ...events])
    },
  })
}

type View = { id: OrderId; quantity: number }
type New = { clOrdId: string; terms: Terms }

function taken(
  tables: TableAccess,
  session: FixSessionRow,
  views: readonly View[],
  { clOrdId, terms }: New,
  { memberId, seq, at }: MemberCall,
): DomainEvent[] {
  const { keyId } = session
  const id = views[0]!.id
  const order: FixOrder = {
    id,
    keyId,
    memberId,
    clOrdId,
    asked: null,
    terms,
    quantity: views.reduce((sum, { quantity }) => sum + quantity, 0),
    filled: 0,
    filledTenths: 0,
    parts: Object.fromEntries(
      views.map((view) => [view.id, { quantity: view.quantity, filled: 0, end: null }]),
    ),
    status: '0',
    updatedAt: at,
  }
  tables.of(fixOrders).insert(order)
  for (const view of views) tables.of(fixParts).insert({ orderId: view.id, fixOrderId: id, isOver: false })
  tables.of(fixNames).insert({ keyId, clOrdId, fixOrderId: id, isOver: false })
  return told(tables, session, report(order, '0', numbersOf(seq, at)), at)
}

/** A report to the session that sent the order, and to those of copies. */
const told = (tables: TableAccess, session: FixSessionRow, message: FixMessage, at: Ms): DomainEvent[] => [
  ...queue(tables, session, [message], at),
  ...copyReports(tables, session.memberId, [message], at),
]

type Change = { clOrdId: string; fixOrderId: OrderId }

/** Keeps under which name a cancel or replacement was asked for, and says that it is on its way. */
function asked(does: 'cancel' | 'replace') {
  return (
    tables: TableAccess,
    session: FixSessionRow,
    _answer: unknown,
    { clOrdId, fixOrderId }: Change,
    { seq, at }: MemberCall,
  ): DomainEvent[] => {
    const { keyId } = session
    const order = tables.of(fixOrders).get(fixOrderId)
    if (order === undefined || isOver(order)) return []
    tables.of(fixNames).insert({ keyId, clOrdId, fixOrderId, isOver: false })
    const next = tables.of(fixOrders).update(order, { asked: { clOrdId, does }, updatedAt: at })
    const pending = report({ ...next, clOrdId }, does === 'cancel' ? '6' : 'E', numbersOf(seq, at), [
      [41, order.clOrdId],
    ])
    return told(tables, session, pending, at)
  }
}

/** Commands of orders as messages of a session. */
export function fixCommands(orders: {
  place: Command
  closeMany: Command
  cancel: Command
  amend: Command
}): { place: Command; close: Command; cancel: Command; amend: Command } {
  return {
    place: within(orders.place, 'fix.order.place', (tables, session, view: View, input: New, call) =>
      taken(tables, session, [view], input, call),
    ),
    close: within(orders.closeMany, 'fix.lots.close', (tables, session, views: View[], input: New, call) =>
      taken(tables, session, views, input, call),
    ),
    cancel: within(orders.cancel, 'fix.order.cancel', asked('cancel')),
    amend: within(orders.amend, 'fix.order.amend', asked('replace')),
  }
}
