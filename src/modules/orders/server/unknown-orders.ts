import type { OrderId } from '#kernel/id.ts'
import { SECOND, type Ms } from '#kernel/time.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import type { Venue, VenueStatus } from '#modules/venue/server/ports.ts'
import { VENUE_UNKNOWN } from '../model/apply-execution.ts'
import { afterReport, changed, isAtVenue } from '../model/order-life.ts'
import type { Order } from '../model/order.ts'
import { nameFrom, saidFrom } from '../model/venue-exception.ts'
import { orderChanged, orderSentAgain } from './events.ts'
import type { CommandDeps } from './load-facts.ts'
import { orders } from './tables.ts'
import type { Misfit } from './venue-exceptions.ts'

/** A venue that has not taken an order by then is asked about it. */
const TAKEN_WITHIN: Ms = 10 * SECOND
/** It is asked again at this interval, as long as it says nothing. */
const ASKED_EVERY: Ms = 10 * SECOND
/** An order that is not there may still be on its way: it is sent again no sooner. */
const NOT_THERE_FOR: Ms = 15 * SECOND
/** Reports that came just before a status are applied by then: a difference that is left is one. */
const BOOKED_WITHIN: Ms = 5 * SECOND

/** The venue has not answered in time: what became of the order is unknown. Money stays held. */
export const loseOrderCommand = ({ now }: Pick<CommandDeps, 'now'>) =>
  defineCommand({
    type: 'order.lose',
    captureInputs: () => ({ at: now() }),
    run(tables, { orderId }: { orderId: OrderId }, { at }) {
      const order = tables.of(orders).get(orderId)
      if (order?.ordStatus !== 'PENDING_NEW') return done({ lost: false })
      const ordStatus = afterReport(order.ordStatus, 'LOST', order.quantity)
      const lost = changed(order, { ordStatus, reason: order.reason ?? VENUE_UNKNOWN, updatedAt: at })
      return done({ lost: true }, [orderChanged(tables.of(orders).update(order, lost))])
    },
  })

/** The venue does not have it: it is sent once more under its own number, marked as perhaps a repetition. */
export const resendOrderCommand = ({ now }: Pick<CommandDeps, 'now'>) =>
  defineCommand({
    type: 'order.resend',
    captureInputs: () => ({ at: now() }),
    run(tables, { orderId }: { orderId: OrderId }, { at }) {
      const order = tables.of(orders).get(orderId)
      if (order?.ordStatus !== 'UNKNOWN') return done({ sent: false })
      const ordStatus = afterReport(order.ordStatus, 'SENT', order.quantity)
      const reason = order.reason === VENUE_UNKNOWN ? null : order.reason
      const sent = tables.of(orders).update(order, changed(order, { ordStatus, reason, updatedAt: at }))
      return done({ sent: true }, [orderSentAgain(sent), orderChanged(sent)])
    },
  })

type Parts = {
  venue: Pick<Venue, 'ask' | 'isAway'>
  wall: () => Ms
  order: (id: OrderId) => Order | undefined
  lose: (id: OrderId) => void
  resend: (id: OrderId) => void
  list: (misfit: Misfit, order: Order) => void
}
type Watched = { since: Ms; askedAt: Ms | null; missingSince: Ms | null; wasResent: boolean }

export type UnknownOrders = {
  /** It has been given to the venue, now or before a start. */
  sent(id: OrderId): void
  /** The venue can be reached again: it is asked about all of these. */
  reconnected(ids: readonly OrderId[]): void
  hear(status: VenueStatus): void
  /** Once a second. */
  look(): void
}

/**
 * Orders of which the venue has said nothing yet. One that it does not have is sent again once; after that it
 * is shown as unknown, and people are told. A venue that does not answer such questions (`Venue.ask`) is not
 * asked: it says by itself what became of every order.
 */
export function unknownOrders({ venue, wall, order, lose, resend, list }: Parts): UnknownOrders {
  const watched = new Map<OrderId, Watched>()
  const differing = new Map<OrderId, { status: VenueStatus; since: Ms }>()
  const isOpen = (one: Order | undefined): one is Order =>
    one !== undefined && (one.ordStatus === 'PENDING_NEW' || one.ordStatus === 'UNKNOWN')
  const ask = (id: OrderId, entry: Watched) => {
    entry.askedAt = wall()
    venue.ask!(id)
  }
  function lookAt(id: OrderId, entry: Watched): void {
    const one = order(id)
    if (!isOpen(one)) return void watched.delete(id)
    const now = wall()
    if (now - entry.since < TAKEN_WITHIN) return
    if (one.ordStatus === 'PENDING_NEW') lose(id)
    if (entry.askedAt === null || now - entry.askedAt >= ASKED_EVERY) ask(id, entry)
  }
  /** Never booked as an average: the trades are asked for, or people decide. */
  function layBefore(one: Order, status: VenueStatus): void {
    const execId = nameFrom(`status ${status.isKnown ? status.cumQty : 'unknown'}`)
    list({ orderId: one.id, execId, fault: 'REPORT_STATE', said: saidFrom(status) }, one)
  }
  function lookAtDifference(id: OrderId, status: VenueStatus, since: Ms): void {
    const one = order(id)
    const isOne =
      one !== undefined &&
      isAtVenue(one.ordStatus) &&
      (!status.isKnown || status.cumQty !== one.filledQuantity)
    if (isOne && wall() - since < BOOKED_WITHIN) return
    differing.delete(id)
    if (isOne) layBefore(one, status)
  }
  return {
    sent(id) {
      if (venue.ask === undefined) return
      const wasResent = watched.get(id)?.wasResent ?? false
      watched.set(id, { since: wall(), askedAt: null, missingSince: null, wasResent })
    },
    reconnected(ids) {
      if (venue.ask === undefined) return
      for (const id of ids) {
        const entry = watched.get(id) ?? {
          since: wall(),
          askedAt: null,
          missingSince: null,
          wasResent: false,
        }
        watched.set(id, entry)
        ask(id, entry)
      }
    },
    hear(status) {
      const id = status.orderId
      const one = order(id)
      if (one === undefined || !isAtVenue(one.ordStatus)) return
      const entry = watched.get(id)
      // It may still be on its way.
      if (!status.isKnown && one.ordStatus === 'PENDING_NEW') return
      if (!status.isKnown && one.ordStatus === 'UNKNOWN') {
        if (entry === undefined) return
        entry.missingSince ??= wall()
        if (wall() - entry.missingSince < NOT_THERE_FOR) return
        if (entry.wasResent) return layBefore(one, status)
        entry.wasResent = true
        return resend(id)
      }
      if (status.isKnown && status.cumQty === one.filledQuantity) differing.delete(id)
      else differing.set(id, { status, since: differing.get(id)?.since ?? wall() })
    },
    look() {
      for (const [id, { status, since }] of differing) lookAtDifference(id, status, since)
      if (venue.ask === undefined || venue.isAway()) return
      for (const [id, entry] of watched) lookAt(id, entry)
    },
  }
}
