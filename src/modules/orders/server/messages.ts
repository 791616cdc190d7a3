import { yenOf } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { managerOf } from '#modules/identity/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { cashGainOf } from '#modules/tax/server/public.ts'
import type { Draft } from '#modules/ledger/model/drafting.ts'
import { isWorking } from '../model/order-life.ts'
import type { Report } from '../model/apply-execution.ts'
import { averageTenths, isFirmReason, type Order } from '../model/order.ts'
import { closingSide } from '../model/close-lot.ts'

/**
 * The side of an order as a message keeps it. Journals say these words again, so they stay as they are; the
 * sentence names the trade by the order itself (`asTraded`).
 */
export const keptSide = ({ purpose, side }: Pick<Order, 'purpose' | 'side'>): string =>
  purpose === 'open' ? side : side === 'down' ? 'closeLong' : 'closeShort'

/** `byAverage`: the result of a sale is said as tax has it. */
type When = { seq: number; at: Ms; byAverage?: boolean | undefined }

/** The messages to the member after reports of an order: its end or its first fill, and a shortfall. */
export function messages(
  tables: TableAccess,
  when: When,
  before: Order,
  after: Order,
  draft: Draft,
): DomainEvent[] {
  // Nobody reads what an account that a member leads is told: its module tells who has a part in it.
  if (managerOf(tables, after.memberId) !== after.memberId) return []
  const told = [ofOrder(tables, when, before, after), ofAmendment(tables, when, before, after)]
  if (draft.transfers.some(({ kind }) => kind === 'shortfall')) {
    told.push(
      notify(tables, when, after.memberId, {
        kind: 'shortfall',
        args: { amount: draft.balances.shortfall },
        orderId: after.id,
        lotId: after.lotId,
      }),
    )
  }
  return told.filter((event) => event !== null)
}

const isAskedToAmend = ({ amendPriceTenths, amendQuantity }: Order) =>
  amendPriceTenths !== null || amendQuantity !== null

/**
 * The message about one report that ends nothing: what was asked is refused, or the venue has changed the
 * order by itself. null: it is of no interest to the member.
 */
export function ofAnswer(
  tables: TableAccess,
  when: { seq: number; at: Ms },
  report: Pick<Report, 'execType' | 'reason'>,
  before: Order,
  after: Order,
): DomainEvent | null {
  if (managerOf(tables, after.memberId) !== after.memberId) return null
  const { id: orderId, lotId, memberId, code, quantity, priceTenths } = after
  const { execType } = report
  const args = { code, side: keptSide(after), quantity, reason: report.reason ?? '' }
  const priced = { ...args, price: priceTenths === null ? 0 : yenOf(priceTenths) }
  const say = (kind: 'amendRejected' | 'orderRestated') =>
    notify(tables, when, memberId, { kind, args: priced, orderId, lotId })
  if (execType === 'CANCEL_REJECTED')
    return before.cancelAsked && !after.cancelAsked
      ? notify(tables, when, memberId, { kind: 'cancelRejected', args, orderId, lotId })
      : null
  if (execType === 'AMEND_REJECTED') return isAskedToAmend(before) ? say('amendRejected') : null
  const isOfVenue = execType === 'RESTATED' || (execType === 'REPLACED' && !isAskedToAmend(before))
  const isOther = before.quantity !== quantity || before.priceTenths !== priceTenths
  return isOfVenue && isOther ? say('orderRestated') : null
}

/** An amendment ends in one of two ways: done, or too late. */
function ofAmendment(
  tables: TableAccess,
  when: { seq: number; at: Ms },
  before: Order,
  after: Order,
): DomainEvent | null {
  if (!isAskedToAmend(before) || isAskedToAmend(after) || after.ordStatus === 'CANCELED') return null
  const { id: orderId, memberId, code, quantity, priceTenths } = after
  const isDone =
    isWorking(after.ordStatus) ||
    (quantity === (before.amendQuantity ?? before.quantity) &&
      priceTenths === (before.amendPriceTenths ?? before.priceTenths))
  const args = { code, side: keptSide(after), quantity, price: priceTenths === null ? 0 : yenOf(priceTenths) }
  return notify(tables, when, memberId, { kind: isDone ? 'orderAmended' : 'amendTooLate', args, orderId })
}

const profitOf = (tables: TableAccess, { byAverage }: When, { id, memberId, profitYen }: Order) =>
  (byAverage === true ? cashGainOf(tables, memberId, id) : null) ?? profitYen ?? 0

function ofOrder(tables: TableAccess, when: When, before: Order, after: Order): DomainEvent | null {
  const { id, memberId, code, quantity, filledQuantity: filled, lotId, purpose, reason } = after
  const about = { orderId: id, lotId }
  const price = yenOf(averageTenths(after) ?? 0)
  const args = { code, quantity, side: keptSide(after) }
  const leftOver = after.ordStatus === 'EXPIRED' && reason === 'NO_LIQUIDITY'
  if (after.ordStatus === 'REJECTED' || (leftOver && filled === 0)) {
    return notify(tables, when, memberId, {
      kind: 'orderRejected',
      args: { ...args, reason: reason ?? '' },
      ...about,
    })
  }
  if (leftOver)
    return notify(tables, when, memberId, {
      kind: 'orderPartlyFilled',
      args: { ...args, filled, price },
      ...about,
    })
  switch (after.ordStatus) {
    case 'CANCELED':
      if (isFirmReason(reason) && reason !== 'POOL_SALE')
        return notify(tables, when, memberId, {
          kind: 'orderTakenBack',
          args: { ...args, filled, reason },
          ...about,
        })
      return notify(tables, when, memberId, { kind: 'orderCancelled', args: { ...args, filled }, ...about })
    case 'EXPIRED':
      return notify(tables, when, memberId, { kind: 'orderExpired', args: { ...args, filled }, ...about })
    case 'FILLED':
      if (purpose === 'open')
        return notify(tables, when, memberId, { kind: 'orderFilled', args: { ...args, price }, ...about })
      return notify(tables, when, memberId, {
        kind: 'lotClosed',
        args: { code, quantity, side: closingSide(after.side), price, profit: profitOf(tables, when, after) },
        ...about,
      })
    case 'PARTIALLY_FILLED':
      if (before.filledQuantity > 0) return null
      return notify(tables, when, memberId, {
        kind: 'orderPartlyFilled',
        args: { ...args, filled, price },
        ...about,
      })
    default:
      return null
  }
}
