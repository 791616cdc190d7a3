import { consideration, type PriceTenths, type Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { move, type Draft } from '#modules/ledger/model/drafting.ts'
import type { Lot } from '../model/lot.ts'
import { NO_TRAIL } from '../model/trail.ts'
import { bookOpening } from './bookkeeping.ts'
import { lots } from './tables.ts'

/**
 * Shares that an application brought. `id` and `number` are those of the lot, `applicationId` stands where a
 * bought lot names its order.
 */
export type Allotted = {
  readonly id: string
  readonly number: string
  readonly applicationId: string
  readonly source: 'ipo' | 'block-sale'
  readonly code: string
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths
  readonly tradeDate: DateJst
  readonly settlementDate: DateJst
  readonly at: Ms
}

/**
 * Opens a 1× lot without commission for shares that were allotted: what it costs goes from where it is set
 * aside into the lot (product decision 7).
 */
export function openAllotted(
  tables: TableAccess,
  draft: Draft,
  allotted: Allotted,
  from: 'paidShares' | 'subscriptionHold',
): Lot {
  const { id, number, applicationId, source, code, quantity, priceTenths, tradeDate, settlementDate, at } =
    allotted
  const costYen = consideration(priceTenths, quantity)
  move(draft, from, 'lotMargin', costYen, { kind: 'allotment', about: { lotId: id, code } })
  const lot: Lot = {
    id,
    number,
    orderId: applicationId,
    source,
    memberId: draft.memberId,
    code,
    side: 'up',
    leverageTenths: 10,
    quantity,
    openQuantity: quantity,
    closingQuantity: 0,
    openPriceTenths: priceTenths,
    marginYen: costYen,
    openFeeYen: 0,
    closeFeeYen: 0,
    chargesYen: 0,
    realizedYen: 0,
    closedYen: 0,
    takeProfitTenths: null,
    stopLossTenths: null,
    ...NO_TRAIL,
    trailedAt: null,
    exitsAt: at,
    triggeredBy: null,
    tradeDate,
    settlementDate,
    openedAt: at,
    closedAt: null,
    status: 'holding',
  }
  tables.of(lots).insert(lot)
  bookOpening(tables, lot)
  return lot
}
