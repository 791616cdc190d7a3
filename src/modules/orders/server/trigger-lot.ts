import type { LotId, OrderId } from '#kernel/id.ts'
import type { PriceTenths } from '#kernel/price.ts'
import type { DateJst } from '#kernel/time.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { accountsOf } from '#modules/identity/server/public.ts'
import { yenOf } from '#kernel/price.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { isForcedCause, triggeredAt, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { closingSide } from '../model/close-lot.ts'
import { isAtVenue } from '../model/order-life.ts'
import type { Condition, Order } from '../model/order.ts'
import { sendClosing } from './closing.ts'
import { cancelOrder, type ManagedAccount, type Moment } from './end-order.ts'
import { ordersOfPerson, type CommandDeps } from './load-facts.ts'

/** The trade that reached the price. */
export type Print = { lotId: LotId; priceTenths: PriceTenths; tradeDate: DateJst; tradeNo: number }

/** Fires a take-profit or stop-loss, once: a lot that has fired, or has gone, stays as it is. */
export const triggerLotCommand = (deps: Pick<CommandDeps, 'now' | 'market'>, managed: ManagedAccount) =>
  defineCommand({
    type: 'lot.trigger',
    captureInputs: (world) => ({
      at: deps.now(),
      orderId: world.id(),
      tradeDate: deps.market.phase().tradeDate,
      says: true,
    }),
    run(tables, input: Print, inputs, call) {
      const lot = tables.of(lots).get(input.lotId)
      const kind = lot && triggeredAt(lot, input.priceTenths)
      if (!lot || !kind) return done({ fired: false })
      const fired = tables.of(lots).update(lot, { triggeredBy: kind })
      const about = { lotId: lot.id, orderId: lot.orderId }
      const message = notify(tables, { seq: call.seq, at: inputs.at }, lot.memberId, {
        kind: kind === 'take-profit' ? 'takeProfit' : 'stopLoss',
        // Records of before name the trade that reached the price, and say again that it is the price.
        args: { code: lot.code, price: yenOf(inputs.says ? levelOf(lot, kind) : input.priceTenths) },
        ...about,
      })
      const events = sendFired(
        tables,
        fired,
        {
          orderId: inputs.orderId,
          seq: call.seq,
          at: inputs.at,
          tradeDate: inputs.tradeDate,
          says: inputs.says,
        },
        managed,
      )
      return done({ fired: true }, [...events, message])
    },
  })

/**
 * `n` counts the orders of one command. `inSession`: the market trades now, and nothing has to wait for its
 * next opening auction.
 */
export type Firing = Moment & { readonly orderId: OrderId; readonly n?: number; readonly inSession?: boolean }

/**
 * Closes what is open of a lot that has fired: a take-profit at its limit, everything else at market. Own
 * orders in its way (closing orders of the lot, and orders at the venue of the other side from any account of
 * its person, which it must not trade with) are cancelled first; their last reports bring it here again. What
 * closes another lot at market is waited for: two lots that called each other's orders back would never
 * close.
 */
export function sendFired(
  tables: TableAccess,
  lot: Lot,
  firing: Firing,
  managed: ManagedAccount,
): DomainEvent[] {
  const { inSession = false, ...moment } = firing
  const inTheWay = ordersInTheWay(tables, lot)
  // Closing orders hold no money, and orders at the venue give theirs back with their report.
  const draft = draftFrom(lot.memberId, NO_MONEY)
  const cancelled = inTheWay
    .filter((order) => !isWaitedFor(order, lot))
    .flatMap((order) => cancelOrder(tables, draft, order, moment, managed, reasonOf(lot, moment)))
  if (inTheWay.some(({ ordStatus }) => isAtVenue(ordStatus))) return cancelled
  const { memberId, openQuantity: quantity, triggeredBy, takeProfitTenths } = lot
  const price =
    triggeredBy === 'take-profit'
      ? ({ type: 'limit', priceTenths: takeProfitTenths } as const)
      : ({ type: 'market', priceTenths: null } as const)
  const terms = {
    ...price,
    condition: conditionOf(triggeredBy, inSession),
    timeInForce: 'day',
    validUntil: moment.tradeDate,
    quantity,
    origin: triggeredBy!,
  } as const
  // Should the venue take no orders now, it says so, and the order is held until it does.
  const placing = { ...moment, memberId, phase: 'continuous' } as const
  return [...cancelled, ...sendClosing(tables, placing, tables.of(lots).get(lot.id)!, terms, null).events]
}

/** The price that was set. */
const levelOf = (lot: Lot, kind: 'take-profit' | 'stop-loss'): PriceTenths =>
  (kind === 'take-profit' ? lot.takeProfitTenths : lot.stopLossTenths)!

/** Reason why the orders in the way are taken back; journals of before say that their member wished it. */
const reasonOf = ({ triggeredBy }: Lot, { says = false }: Moment) =>
  !says ? undefined : isForcedCause(triggeredBy) ? 'FORCED_FIRST' : 'EXIT_FIRST'

const conditionOf = (cause: Lot['triggeredBy'], inSession: boolean): Condition =>
  cause === 'day-close'
    ? 'at-close'
    : (cause === 'day-left' || cause === 'forced-call') && !inSession
      ? 'at-open'
      : 'none'

const ordersInTheWay = (tables: TableReader, lot: Lot): Order[] =>
  ordersOfPerson(tables, lot.memberId, lot.code).filter(
    (order) => order.lotId === lot.id || (isAtVenue(order.ordStatus) && order.side !== closingSide(lot.side)),
  )

const isWaitedFor = ({ lotId, origin }: Order, lot: Lot): boolean =>
  lotId !== lot.id && origin !== 'member' && origin !== 'take-profit'

/** Lots of the same issue, in any account of the person, that have fired and wait for other orders to end. */
export const waitingLots = (tables: TableReader, account: string, code: string): Lot[] =>
  accountsOf(tables, account)
    .flatMap((each) => tables.of(lots).by('waiting', each))
    .filter((lot) => lot.code === code)
