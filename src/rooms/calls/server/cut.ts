import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import { post } from '#rooms/ledger/server/public.ts'
import { notify } from '#rooms/inbox/server/public.ts'
import { lotsToCut } from '#rooms/margin/model/loss-cut.ts'
import { LOSS_CUT_BP, RESTORE_BP } from '#rooms/margin/model/rates.ts'
import { cancelAllOpening, closeAtMarket } from '#rooms/orders/server/public.ts'
import { lots } from '#rooms/portfolio/server/public.ts'
import { cutAccountAt, leveragedLots, type Prices } from './account.ts'
import type { Sources } from './sources.ts'

/** The prices of the moment in which the account came under. */
export type CutInput = { memberId: string; prices: Prices }

/**
 * Loss-cut: below 10 % open new orders are cancelled, then lots are closed at market, largest loss first, until what is on its way
 * brings the ratio back to 30 %. What is on its way counts, so that one fall cuts once.
 */
export const cutCommand = ({ placing }: Sources) => defineCommand({
  type: 'calls.cut',
  given: (world, { memberId }: CutInput, _call, tables) => ({
    ...placing(), ids: leveragedLots(tables, memberId).map(() => world.id()),
  }),
  run(tables, { memberId, prices }, given, { seq }) {
    const { ids, at, tradeDate, settlementDate } = given
    const cut = lotsToCut(cutAccountAt(tables, memberId, (code) => prices[code], settlementDate), LOSS_CUT_BP, RESTORE_BP)
    if (cut.length === 0) return done({ cut: 0 })
    const cancelled = cancelAllOpening(tables, memberId, { seq, at, tradeDate })
    post(tables, { seq, at, tradeDate }, cancelled.transfers)
    const events: DomainEvent[] = [...cancelled.events]
    for (const [n, { id, code, openQuantity: quantity }] of cut.entries()) {
      const lot = tables.of(lots).get(id)!
      events.push(...closeAtMarket(tables, { seq, at, tradeDate, n, orderId: ids[n]! }, lot, 'loss-cut'))
      events.push(notify(tables, { seq, at }, memberId, { kind: 'lossCut', args: { code, quantity }, lotId: id, orderId: lot.orderId }))
    }
    return done({ cut: cut.length }, events)
  },
})
