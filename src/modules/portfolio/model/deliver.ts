import type { Yen } from '#kernel/money.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { buyingPower, type Balances } from '#modules/ledger/model/accounts.ts'
import { charge, move, moveUpTo, type Draft } from '#modules/ledger/model/drafting.ts'
import { NO_FEE, isLeveraged } from '#modules/margin/model/charges.ts'
import { isBelow, marginState, ratioBp, type PriceOf } from '#modules/margin/model/ratio.ts'
import { MINIMUM_MARGIN_YEN, NEW_LOTS_BP } from '#modules/margin/model/rates.ts'
import type { DeliverLotRejection } from './deliver-rejections.ts'
import { closePart, type ClosedPart } from './close-part.ts'
import { accrued, freeQuantity, heldLot, lockQuantity, openNotional, type Lot } from './lot.ts'

/**
 * The facts that a delivery needs. `freeYen`: money that an order could use; `settlementDate`: of a trade
 * today.
 */
export type DeliveryFacts = {
  readonly lot: Lot | null
  /** All open lots of the member. */
  readonly lots: readonly Lot[]
  readonly balances: Balances
  readonly freeYen: Yen
  readonly priceOf: PriceOf
  readonly settlementDate: DateJst
}

/** 現引: what is paid on top of the lot's margin. 現渡: which shares at 1× leave, oldest first. */
export type Delivery =
  | { readonly kind: 'take'; readonly lot: Lot; readonly interestYen: Yen; readonly payYen: Yen }
  | {
      readonly kind: 'give'
      readonly lot: Lot
      readonly shares: readonly { readonly lot: Lot; readonly quantity: Quantity }[]
    }

/**
 * The first rule that says no, in the order of the contract's list. A lot is delivered whole; no fee
 * (facts: margin and tax, section 1).
 */
export function decideDelivery(facts: DeliveryFacts): Result<Delivery, DeliverLotRejection> {
  const { lot } = facts
  if (lot === null) return no('LOT_NOT_FOUND')
  if (lot.status === 'closed') return no('LOT_CLOSED')
  if (!isLeveraged(lot)) return no('DELIVERY_NOT_LEVERAGED')
  if (lot.closingQuantity > 0 || lot.triggeredBy !== null) return no('DELIVERY_LOT_CLOSING')
  return lot.side === 'up' ? decideTaking(facts, lot) : decideGiving(facts, lot)
}

function decideTaking(facts: DeliveryFacts, lot: Lot): Result<Delivery, DeliverLotRejection> {
  const { balances, freeYen, lots, priceOf, settlementDate } = facts
  const interestYen = accrued(lot, settlementDate)
  const payYen = openNotional(lot) - lot.marginYen
  const neededYen = payYen + interestYen
  if (neededYen > freeYen)
    return no('DELIVERY_CASH', { neededYen, availableYen: freeYen, shortYen: neededYen - freeYen })

  const stateWith = (cashYen: Yen, held: readonly Lot[]) =>
    marginState(
      cashYen + balances.orderHold,
      held.map((each) => heldLot(each, settlementDate)),
      priceOf,
      balances.loan,
    )
  const before = stateWith(buyingPower(balances), lots)
  const after = stateWith(
    buyingPower(balances) - neededYen,
    lots.map((each) => (each.id === lot.id ? paidInFull(lot, interestYen) : each)),
  )
  const isShort = isBelow(after, NEW_LOTS_BP) || after.heldYen < MINIMUM_MARGIN_YEN
  if (after.notionalYen > 0 && isShort && ratioBp(after)! < ratioBp(before)!) {
    return no('DELIVERY_MARGIN', {
      percent: ratioBp(after)! / 100,
      minimumPercent: NEW_LOTS_BP / 100,
      minimumYen: MINIMUM_MARGIN_YEN,
    })
  }
  return ok({ kind: 'take', lot, interestYen, payYen })
}

function decideGiving({ lots }: DeliveryFacts, lot: Lot): Result<Delivery, DeliverLotRejection> {
  const own = lots
    .filter(
      (each) =>
        each.code === lot.code && !isLeveraged(each) && each.triggeredBy === null && freeQuantity(each) > 0,
    )
    .toSorted((a, b) => a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1))
  let needed = lot.openQuantity
  const shares = own.flatMap((each) => {
    const quantity = Math.min(freeQuantity(each), needed)
    needed -= quantity
    return quantity === 0 ? [] : [{ lot: each, quantity }]
  })
  if (needed > 0) return no('DELIVERY_SHARES', { needed: lot.openQuantity, free: lot.openQuantity - needed })
  return ok({ kind: 'give', lot, shares })
}

/** A leveraged long that has been paid: a 1× lot from now on, its interest settled. */
const paidInFull = (lot: Lot, interestYen: Yen): Lot => ({
  ...lot,
  leverageTenths: 10,
  marginYen: openNotional(lot),
  chargesYen: lot.chargesYen + interestYen,
  realizedYen: lot.realizedYen - interestYen,
})

/**
 * 現引: the rest of the notional is locked in the lot, available money first, and the interest so far is
 * charged.
 */
export function takeDelivery(
  draft: Draft,
  { lot, interestYen, payYen }: Extract<Delivery, { kind: 'take' }>,
): Lot {
  const about = { orderId: lot.orderId, lotId: lot.id, code: lot.code }
  const fromAvailable = moveUpTo(draft, 'available', 'lotMargin', payYen, { kind: 'delivery', about })
  move(draft, 'unsettled', 'lotMargin', payYen - fromAvailable, { kind: 'delivery', about })
  charge(draft, 'interest', interestYen, { kind: 'interest', about })
  return paidInFull(lot, interestYen)
}

/** A lot on its way: as it was, with the shares locked, and (`lot`) after them. */
export type DeliveredPart = ClosedPart & { readonly before: Lot; readonly locked: Lot }

/**
 * 現渡: the shares leave at the price at which the short was opened, and the short is closed at its own:
 * nothing trades. What was bought is paid like a sale (unsettled until T+2), the short's margin comes back,
 * less its lending fee. The short is the last part.
 */
export function giveDelivery(
  draft: Draft,
  { lot, shares }: Extract<Delivery, { kind: 'give' }>,
  settlementDate: DateJst,
  at: Ms,
): DeliveredPart[] {
  return [...shares, { lot, quantity: lot.openQuantity }].map(({ lot: each, quantity }) => {
    const locked = lockQuantity(each, quantity)
    const fill = {
      orderId: each.orderId,
      quantity,
      priceTenths: lot.openPriceTenths,
      fee: NO_FEE,
      settlementDate,
      at,
    }
    return { ...closePart(draft, locked, fill), before: each, locked }
  })
}
