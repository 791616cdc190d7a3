import type { MemberId } from '#kernel/id.ts'
import type { BasisPoints } from '#kernel/money.ts'
import { defineCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { post } from '#modules/ledger/server/public.ts'
import { notify } from '#modules/inbox/server/public.ts'
import { lateness } from '#modules/margin/model/lateness.ts'
import { afterLeaving, lotsToCut, type CutLot } from '#modules/margin/model/loss-cut.ts'
import { LOSS_CUT_BP, RESTORE_BP } from '#modules/margin/model/rates.ts'
import { marginState, ratioBp } from '#modules/margin/model/ratio.ts'
import { lossCuts } from '#modules/margin/server/public.ts'
import { cancelAllOpening, closeAtMarket } from '#modules/orders/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import type { Trade } from '#modules/venue/server/ports.ts'
import { cutAccountAt, leveragedLots, type Prices, type TradeDay } from './account.ts'
import { lossCutDecided } from './events.ts'
import type { CommandDeps } from './command-deps.ts'

/** A trade as the exchange numbered and timed it. */
export type Print = Pick<Trade, 'code' | 'tradeDate' | 'no' | 'priceTenths' | 'at'>
/**
 * An account under 10 % at these prices. `print`: the trade that showed it; null where the account itself has
 * changed.
 */
export type Crossing = { readonly prices: Prices; readonly print: Print | null }
/**
 * The crossings seen while the account was being asked: the first crossing decides; the last is asked where
 * the first has been met meanwhile.
 */
export type CutInput = { memberId: MemberId; crossings: readonly Crossing[] }

/** Of what waits for one member: the first and the last. */
export const joinCrossings = (memberId: MemberId, waiting: readonly Crossing[]): CutInput => ({
  memberId,
  crossings: waiting.length > 1 ? [waiting[0]!, waiting.at(-1)!] : waiting,
})

/**
 * Loss-cut: below 10 % open new orders are cancelled, then lots are closed at market, largest loss first,
 * until what is on its way brings the ratio back to 30 %. What is on its way counts, so that one fall cuts
 * once.
 */
export const cutCommand = ({ placing }: CommandDeps) =>
  defineCommand({
    type: 'calls.cut',
    captureInputs: (world, { memberId }: CutInput, _call, tables) => ({
      ...placing(),
      ids: leveragedLots(tables, memberId).map(() => world.id()),
      says: true,
    }),
    run(tables, { memberId, crossings }, inputs, { seq }) {
      const { ids, at, tradeDate } = inputs
      const found = decided(tables, memberId, crossings, inputs)
      if (found === null) return done({ cut: 0 })
      const { cut, ratio, print } = found
      const says = inputs.says
      const cancelled = cancelAllOpening(tables, memberId, { seq, at, tradeDate, says })
      post(tables, { seq, at, tradeDate }, cancelled.transfers)
      const events: DomainEvent[] = [
        ...cancelled.events,
        lossCutDecided(memberId, print === null ? null : lateness(print.at, at)),
      ]
      for (const [n, { id, code, openQuantity: quantity }] of cut.entries()) {
        const lot = tables.of(lots).get(id)!
        events.push(
          ...closeAtMarket(tables, { seq, at, tradeDate, says, n, orderId: ids[n]! }, lot, 'loss-cut'),
        )
        tables
          .of(lossCuts)
          .insert({
            lotId: id,
            seq,
            memberId,
            quantity,
            ratioBp: ratio,
            decidedAt: at,
            printCode: print?.code ?? null,
            printDate: print?.tradeDate ?? null,
            printNo: print?.no ?? null,
            printTenths: print?.priceTenths ?? null,
            printAt: print?.at ?? null,
          })
        events.push(
          notify(tables, { seq, at }, memberId, {
            kind: 'lossCut',
            args: { code, quantity },
            lotId: id,
            orderId: lot.orderId,
          }),
        )
      }
      return done({ cut: cut.length }, events)
    },
  })

/** The first of what was seen that asks for lots to be closed, with the ratio that it showed. */
function decided(
  tables: TableReader,
  memberId: MemberId,
  crossings: readonly Crossing[],
  day: TradeDay,
): { readonly cut: readonly CutLot[]; readonly ratio: BasisPoints; readonly print: Print | null } | null {
  for (const { prices, print } of crossings) {
    const account = cutAccountAt(tables, memberId, (code) => prices[code], day)
    const cut = lotsToCut(account, LOSS_CUT_BP, RESTORE_BP)
    if (cut.length === 0) continue
    const { cashYen, lots: held, priceOf, loanYen } = afterLeaving(account)
    return { cut, ratio: ratioBp(marginState(cashYen, held, priceOf, loanYen))!, print }
  }
  return null
}
