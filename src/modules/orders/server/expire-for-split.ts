import type { TableAccess } from '#platform/engine/table.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances } from '#modules/ledger/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { isAtVenue } from '../model/order-life.ts'
import { endHere, type Done, type ManagedAccount, type Moment } from './end-order.ts'
import { waitingOrders, workingOrders } from './load-facts.ts'
import { orders } from './tables.ts'
import { waitingLots } from './trigger-lot.ts'

/**
 * Orders of an issue that wait here lapse on its ex-split day, stops and closing orders included
 * (market rules 3, validity). Orders at the venue end with their day: call it after the close and before the
 * next acceptance. Where the venue was off over the close and has not said so yet, what holders had there of
 * an earlier day lapses as well: no lot may be locked while its shares change.
 */
export function expireForSplit(
  tables: TableAccess,
  code: string,
  moment: Moment,
  managed: ManagedAccount,
): Done {
  const holders = new Set(
    tables
      .of(lots)
      .by('code', code)
      .map(({ memberId }) => memberId),
  )
  const unheard = [...holders]
    .flatMap((memberId) => workingOrders(tables, memberId))
    .filter(
      (order) => order.code === code && isAtVenue(order.ordStatus) && order.tradeDate < moment.tradeDate,
    )
  const lapsing = [...waitingOrders(tables).filter((order) => order.code === code), ...unheard]
  const drafts = new Map(
    lapsing.map(({ memberId }) => [memberId, draftFrom(memberId, balances(tables, memberId))]),
  )
  // The end of a closing order changes the order that opened its lot, which may lapse next.
  const events = lapsing.flatMap(({ id, memberId }) =>
    endHere(
      tables,
      drafts.get(memberId)!,
      tables.of(orders).get(id)!,
      { execType: 'EXPIRED', reason: 'SPLIT' },
      moment,
      managed,
    ),
  )
  // The order that a lot waited for has ended here, and no report will bring it back: the lot is armed again.
  const waiting = new Set([...drafts.keys()].flatMap((memberId) => waitingLots(tables, memberId, code)))
  const armed = [...waiting].map((lot) => lotChanged(tables.of(lots).update(lot, { triggeredBy: null })))
  return {
    transfers: [...drafts.values()].flatMap((draft) => draft.transfers),
    events: [...events, ...armed],
  }
}
