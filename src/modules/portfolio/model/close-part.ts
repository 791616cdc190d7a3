import type { OrderId } from '#kernel/id.ts'
import { mulDiv, type Yen } from '#kernel/money.ts'
import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { FirmAccount } from '#modules/ledger/model/accounts.ts'
import { charge, move, repayShortfall, type About, type Draft } from '#modules/ledger/model/drafting.ts'
import type { TransferKind } from '#registry/transfer-kinds.ts'
import { chargedDays, holdingCost, isLeveraged, type Fee } from '#modules/margin/model/charges.ts'
import { priceDifference } from '#modules/margin/model/ratio.ts'
import { moved, openFeeShare, type Lot } from './lot.ts'

export type ClosingFill = {
  readonly orderId: OrderId
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths
  readonly fee: Fee
  /** The day on which the money of this trade settles: T+2. */
  readonly settlementDate: DateJst
  readonly at: Ms
}
/**
 * `profitYen` is net of fees and charges, the opening fee's share included; `settlingYen` went to unsettled.
 */
export type ClosedPart = { readonly lot: Lot; readonly profitYen: Yen; readonly settlingYen: Yen }

/**
 * Closes a part of a lot, moving its money in the draft. The margin that becomes free pays loss, fee and
 * charges first; what it cannot pay is charged to the rest of the account. Free margin of a leveraged lot is
 * available at once; proceeds of a 1× lot and profits are unsettled until T+2 (product decisions 3 and 5).
 */
export function closePart(draft: Draft, lot: Lot, fill: ClosingFill): ClosedPart {
  const { quantity } = fill
  const about = { orderId: fill.orderId, lotId: lot.id, code: lot.code }
  const differenceYen = priceDifference(lot, lot.openPriceTenths, fill.priceTenths, quantity)
  const days = chargedDays(lot.settlementDate, fill.settlementDate)
  const chargesYen = holdingCost(lot, consideration(lot.openPriceTenths, quantity), days)
  const marginYen = mulDiv([lot.marginYen, quantity], lot.openQuantity, 'floor')

  const pay = freedMargin(draft, marginYen, about)
  pay('clearing', Math.max(0 - differenceYen, 0), 'loss')
  pay('fee', fill.fee.totalYen, 'fee', fill.fee.taxYen)
  if (lot.side === 'up') pay('interest', chargesYen, 'interest')
  else pay('stockLending', chargesYen, 'stock-lending')

  const leftYen = pay.leftYen()
  const leveraged = isLeveraged(lot)
  if (leveraged) move(draft, 'lotMargin', 'available', leftYen, { kind: 'margin-return', about })
  else move(draft, 'lotMargin', 'unsettled', leftYen, { kind: 'sale', about })
  const gainYen = Math.max(differenceYen, 0)
  move(draft, 'clearing', 'unsettled', gainYen, { kind: 'profit', about })
  repayShortfall(draft)

  const profitYen = differenceYen - fill.fee.totalYen - chargesYen - openFeeShare(lot, quantity)
  return {
    lot: afterPart(lot, fill, { marginYen, chargesYen, profitYen }),
    profitYen,
    settlingYen: gainYen + (leveraged ? 0 : leftYen),
  }
}

function freedMargin(draft: Draft, marginYen: Yen, about: About) {
  let leftYen = marginYen
  const pay = (to: FirmAccount, yen: Yen, kind: TransferKind, taxYen = 0) => {
    const fromMargin = Math.min(yen, leftYen)
    const taxFromMargin = Math.min(taxYen, fromMargin)
    move(draft, 'lotMargin', to, fromMargin, { kind, about, taxYen: taxFromMargin })
    leftYen -= fromMargin
    charge(draft, to, yen - fromMargin, { kind, about, taxYen: taxYen - taxFromMargin })
  }
  pay.leftYen = () => leftYen
  return pay
}

function afterPart(
  lot: Lot,
  fill: ClosingFill,
  part: { marginYen: Yen; chargesYen: Yen; profitYen: Yen },
): Lot {
  const openQuantity = lot.openQuantity - fill.quantity
  const closingQuantity = lot.closingQuantity - fill.quantity
  const status = openQuantity === 0 ? 'closed' : closingQuantity > 0 ? 'closing' : 'holding'
  return moved(lot, status, {
    openQuantity,
    closingQuantity,
    marginYen: lot.marginYen - part.marginYen,
    closeFeeYen: lot.closeFeeYen + fill.fee.totalYen,
    chargesYen: lot.chargesYen + part.chargesYen,
    realizedYen: lot.realizedYen + part.profitYen,
    closedYen: lot.closedYen + consideration(fill.priceTenths, fill.quantity),
    closedAt: openQuantity === 0 ? fill.at : null,
  })
}
