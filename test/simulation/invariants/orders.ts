import { boundTenths, type Order } from '#modules/orders/model/order.ts'
import { holds } from '../breach.ts'
import type { FakeDisk } from '../fake-disk.ts'
import type { FakeExchange } from '../fake-exchange.ts'
import { Sums, type Batch } from './durable.ts'

const AT_VENUE = new Set(['PENDING_NEW', 'UNKNOWN', 'NEW', 'PARTIALLY_FILLED'])
const WORKING = new Set([...AT_VENUE, 'HELD', 'ARMED'])
/**
 * The columns of an order that cannot change any more when it is over; its profit and the status that members
 * see follow its lots.
 */
const FINAL = [
  'ordStatus',
  'quantity',
  'filledQuantity',
  'filledYen',
  'feeYen',
  'priceTenths',
  'marginYen',
  'lastExecNo',
  'reason',
] as const satisfies readonly (keyof Order)[]
/** Commands that change how much of a lot is open without a trade. */
const WITHOUT_TRADE = new Set(['lot.deliver', 'ipo.issue', 'block.deliver', 'actions.ex-date'])

/**
 * I6: what is filled is the sum of its fills and no more than was ordered; a finished order never changes; a
 * lot is what its fills have left of it.
 */
export function makeFillsCheck(): (batch: Batch) => void {
  const filled = new Sums()
  const opened = new Sums()
  return (batch) => {
    const changes = batch.of('fills')
    for (const {
      after: { orderId, lotId, quantity },
    } of changes) {
      filled.add(orderId, quantity)
      const order = batch.disk.row('orders', orderId)
      opened.add(lotId, order?.purpose === 'open' ? quantity : -quantity)
    }
    for (const { before, after } of batch.of('orders')) {
      holds(
        after.filledQuantity === filled.get(after.id),
        'I6',
        () =>
          `order ${after.number} has ${after.filledQuantity} filled, its fills are ${filled.get(after.id)}`,
      )
      holds(
        after.filledQuantity <= after.quantity,
        'I6',
        () => `order ${after.number}: ${after.filledQuantity} filled of ${after.quantity}`,
      )
      if (before === null || WORKING.has(before.ordStatus)) continue
      for (const column of FINAL)
        holds(
          after[column] === before[column],
          'I6',
          () =>
            `order ${after.number} is ${before.ordStatus}, and its ${column} became ${String(after[column])}`,
        )
    }
    const isPlain = !batch.journal.some(({ type }) => WITHOUT_TRADE.has(type))
    for (const { before, after } of batch.of('lots')) {
      if (isPlain) {
        const expected = (before?.openQuantity ?? 0) + opened.get(after.id)
        holds(
          after.openQuantity === expected,
          'I6',
          () => `lot ${after.number} has ${after.openQuantity} shares open; its fills leave ${expected}`,
        )
      }
      opened.add(after.id, 0 - opened.get(after.id))
      holds(
        after.closingQuantity >= 0 && after.closingQuantity <= after.openQuantity,
        'I6',
        () =>
          `lot ${after.number}: ${after.closingQuantity} of ${after.openQuantity} open shares are being closed`,
      )
      holds(before?.status !== 'closed', 'I6', () => `lot ${after.number} is closed, and changes`)
    }
  }
}

/**
 * I7: no fill worse than its limit, none after the last day of its order, each with its own execution at the
 * exchange.
 */
export function fillsAreAllowed(batch: Batch): void {
  for (const {
    after: { orderId, priceTenths, at, quantity },
  } of batch.of('fills')) {
    const order = batch.disk.row('orders', orderId)
    holds(order !== undefined, 'I7', () => `a fill of an order ${orderId} that nobody has placed`)
    // A batch may hold an amendment behind its fill: both limits are looked at.
    const bound = boundTenths(order)
    const before = batch.of('orders').find(({ after }) => after.id === orderId)?.before
    const earlier = before ? boundTenths(before) : bound
    const isWorse = (limit: number | null) =>
      limit !== null && (order.side === 'up' ? priceTenths > limit : priceTenths < limit)
    holds(
      !isWorse(bound) || !isWorse(earlier),
      'I7',
      () => `order ${order.number}: ${quantity} filled at ${priceTenths}, worse than ${bound}`,
    )
    const day = new Date(at + 9 * 3_600_000 - 6 * 3_600_000).toISOString().slice(0, 10)
    holds(
      day <= order.validUntil,
      'I7',
      () => `order ${order.number} was filled on ${day}, and was good until ${order.validUntil}`,
    )
  }
}

/**
 * A promise, asked now and then: what a member has taken back is taken back before long, counted from the
 * server's last start.
 */
export function makeCancelsCheck(): (disk: FakeDisk, step: number, startedAt: number) => void {
  let since = new Map<string, number>()
  return (disk, step, startedAt) => {
    const asked = disk
      .rows('orders')
      .filter(({ cancelAsked, ordStatus }) => cancelAsked && AT_VENUE.has(ordStatus))
    since = new Map(asked.map(({ id }) => [id, Math.max(since.get(id) ?? step, startedAt)]))
    for (const { id, number } of asked)
      holds(
        step - since.get(id)! <= PATIENCE,
        'promise',
        () => `order ${number} was taken back at step ${since.get(id)}, and is at work still`,
      )
  }
}
/** Steps: longer than any message is on its way. */
const PATIENCE = 24

/**
 * I6 and I7, at rest: what the ledger has of each order is what the exchange has executed, no share more or
 * less; what works here works there.
 */
export function agreesWithTheExchange(disk: FakeDisk, exchange: FakeExchange): void {
  const notional = new Sums()
  for (const { orderId, quantity, priceTenths } of disk.rows('fills'))
    notional.add(orderId, quantity * priceTenths)
  for (const order of disk.rows('orders')) {
    const executed = exchange.executed.get(order.id)
    holds(
      order.filledQuantity === (executed?.quantity ?? 0),
      'I6',
      () =>
        `order ${order.number} has ${order.filledQuantity} filled, the exchange has executed ${executed?.quantity ?? 0}`,
    )
    holds(
      notional.get(order.id) === (executed?.notionalTenths ?? 0),
      'I7',
      () =>
        `order ${order.number}: its fills come to ${notional.get(order.id)}, the exchange's executions to ${executed?.notionalTenths ?? 0}`,
    )
    holds(
      AT_VENUE.has(order.ordStatus) === exchange.has(order.id),
      'promise',
      () =>
        `order ${order.number} is ${order.ordStatus} here; at the exchange it is ${exchange.has(order.id) ? '' : 'not '}at work`,
    )
    holds(
      !(order.cancelAsked && AT_VENUE.has(order.ordStatus)),
      'promise',
      () => `the member has taken order ${order.number} back, and it is ${order.ordStatus} still`,
    )
  }
  const open = new Sums()
  for (const lot of disk.rows('lots')) if (lot.status !== 'closed') open.add(lot.orderId, 1)
  for (const { purpose, id, number, lotsOpen } of disk.rows('orders')) {
    holds(
      purpose === 'close' || lotsOpen === open.get(id),
      'I6',
      () => `order ${number} says that ${lotsOpen} of its lots are open; it is ${open.get(id)}`,
    )
  }
}
