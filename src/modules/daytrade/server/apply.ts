import type { Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import { openOrder, type OrderEnded, type OrdersPublic } from '#modules/orders/server/public.ts'
import { decided } from '../model/application.ts'
import { dayOrder, decideApply, type Apply } from '../model/decide.ts'
import { leftOf, taken } from '../model/inventory.ts'
import { applicationChanged, inventoryChanged } from './events.ts'
import { applications, inventory, type ApplicationRow } from './tables.ts'

export type ApplyInput = Apply & { listingId: string }

/**
 * Units of an issue and side that the member has taken out of this listing: those asked for now count until
 * they are decided.
 */
export const memberUnits = (
  own: readonly ApplicationRow[],
  { listingId, code, side }: Pick<ApplyInput, 'listingId' | 'code' | 'side'>,
): number =>
  own
    .filter((row) => row.listingId === listingId && row.code === code && row.side === side)
    .reduce((sum, row) => sum + row.takenUnits, 0)

/** Takes units from the inventory and sends the order that they are for: both, or neither. */
export const applyCommand = (listings: ListingsPublic, orders: Pick<OrdersPublic, 'opening'>) =>
  defineMemberCommand({
    type: 'day-trade.apply',
    captureInputs: (world, input: ApplyInput, call, tables) =>
      orders.opening(world, dayOrder(input, 1), call.memberId, tables),
    run(tables, input, inputs, call) {
      const { listingId, code, side, units, priceTenths, leverageTenths } = input
      const listing = listings.terms(tables, 'day-inventory', listingId)
      const row = tables.of(inventory).get(listingId, code)
      const own = tables.of(applications).by('member', call.memberId)
      const decision = decideApply(
        {
          status: listing && listings.statusAt(listing, inputs.at),
          tradeOn: listing?.terms.tradeOn ?? '',
          tradeDate: inputs.tradeDate,
          inventory: row ?? null,
          perMemberUnits: listing?.terms.perMemberUnits ?? 0,
          memberUnits: memberUnits(own, input),
          pending: own.find((one) => one.status === 'applying' && one.code === code)?.number ?? null,
          stale: inputs.stale || !inputs.limitsOfToday,
          touch: inputs.quote,
        },
        input,
      )
      if (!decision.ok) return decision
      // An issue that nobody lists any more is refused by its order.
      const unit = inputs.instrument?.unit ?? 1
      const opened = openOrder(tables, dayOrder(input, unit), inputs, call, 'day-trade')
      if (!opened.ok) return { ...opened, module: 'orders' }

      const { order, events } = opened.value
      const left = tables.of(inventory).update(row!, taken(row!, side, units))
      const application = tables
        .of(applications)
        .insert({
          orderId: order.id,
          number: order.number,
          memberId: order.memberId,
          listingId,
          code,
          side,
          units,
          takenUnits: units,
          unit,
          priceTenths,
          leverageTenths,
          status: 'applying',
          filledQuantity: 0,
          reason: null,
          tradeDate: inputs.tradeDate,
          appliedAt: inputs.at,
          decidedAt: null,
          isWarned: false,
          closingOn: null,
          penaltyYen: 0,
          isOver: false,
        })
      return done({ orderId: application.orderId, left: leftOf(left, side) }, [
        ...events,
        inventoryChanged(left),
        applicationChanged(application),
      ])
    },
  })

/**
 * The traded units are known: the application is decided, and the other units are in the inventory again.
 * Changes nothing twice.
 */
export function decideApplication(
  tables: TableAccess,
  application: ApplicationRow,
  filledQuantity: Quantity,
  at: Ms,
): DomainEvent[] {
  if (application.status !== 'applying') return []
  const { status, takenUnits, backUnits } = decided(
    application.status,
    application.units,
    application.unit,
    filledQuantity,
  )
  const next = tables
    .of(applications)
    .update(application, {
      status,
      takenUnits,
      filledQuantity,
      reason: status === 'failed' ? 'PRICE_MOVED' : null,
      decidedAt: at,
    })
  const row = tables.of(inventory).get(application.listingId, application.code)
  // Of a day that is over nothing is offered again.
  const left =
    row && backUnits > 0
      ? [inventoryChanged(tables.of(inventory).update(row, taken(row, application.side, -backUnits)))]
      : []
  return [applicationChanged(next), ...left]
}

/** The order behind an application is over: runs in the command that applied its last report. */
export const orderEnded: OrderEnded = (tables, order, { at }) => {
  const application = tables.of(applications).get(order.id)
  return application ? decideApplication(tables, application, order.filledQuantity, at) : []
}

/** The inventory that is shown: of this trade date, else of the nearest day after it. */
export function shownListing(tables: TableReader, listings: ListingsPublic, tradeDate: DateJst) {
  return (
    listings
      .published(tables, 'day-inventory')
      .filter(({ isVoid, terms }) => !isVoid && terms.tradeOn >= tradeDate)
      .toSorted((a, b) => (a.terms.tradeOn < b.terms.tradeOn ? -1 : 1))[0] ?? null
  )
}
