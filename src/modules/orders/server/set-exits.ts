import type { LotId } from '#kernel/id.ts'
import type { BasisPoints } from '#kernel/money.ts'
import type { PriceTenths } from '#kernel/price.ts'
import { yenOf } from '#kernel/price.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { NO_MONEY } from '#modules/ledger/model/accounts.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { decideExits } from '../model/exits.ts'
import type { ExitsView } from '../contract.ts'
import { cancelOrder, type ManagedAccount } from './end-order.ts'
import { workingOrders, type CommandDeps } from './load-facts.ts'

export type SetExits = {
  lotId: LotId
  takeProfitTenths: PriceTenths | null
  stopLossTenths: PriceTenths | null
  /** Records from before a stop-loss could follow the price have none. */
  trailTenths?: PriceTenths | null
  trailBp?: BasisPoints | null
}

/**
 * Take-profit and stop-loss of a holding as they shall be from now on; null takes one off. Trades from before
 * do not reach them.
 */
export const setExitsCommand = (
  { market, now }: Pick<CommandDeps, 'market' | 'now'>,
  managed: ManagedAccount,
) =>
  defineCommand({
    type: 'lot.exits',
    captureInputs(_world, { lotId }: SetExits, _call, tables) {
      const code = tables.of(lots).get(lotId)?.code ?? ''
      const instrument = market.instrument(code)
      return {
        at: now(),
        tradeDate: market.phase().tradeDate,
        tickTable: instrument && instrument.tickTable,
        lastTenths: market.quote(code)?.lastTenths ?? null,
      }
    },
    run(tables, input, { at, tradeDate, tickTable, lastTenths }, call) {
      const found = tables.of(lots).get(input.lotId)
      const lot = found?.memberId === call.memberId ? found : null
      const { takeProfitTenths, stopLossTenths, trailTenths = null, trailBp = null } = input
      const asked = { takeProfitTenths, stopLossTenths, trailTenths, trailBp }
      const refusal = decideExits({ tickTable, lastTenths }, lot, asked)
      if (refusal) return refusal
      // A take-profit that works at its limit already is taken back when it is to be another, or none.
      const isTakenBack = lot!.triggeredBy === 'take-profit' && takeProfitTenths !== lot!.takeProfitTenths
      const after = tables
        .of(lots)
        .update(lot!, {
          ...asked,
          trailedAt: null,
          exitsAt: at,
          ...(isTakenBack ? { triggeredBy: null } : {}),
        })
      const working = isTakenBack
        ? workingOrders(tables, after.memberId).filter(
            ({ lotId, origin }) => lotId === after.id && origin === 'take-profit',
          )
        : []
      const moment = { seq: call.seq, at, tradeDate }
      const cancelled = working.flatMap((order) =>
        cancelOrder(tables, draftFrom(after.memberId, NO_MONEY), order, moment, managed),
      )
      const yen = (tenths: PriceTenths | null) => (tenths === null ? null : yenOf(tenths))
      const view: ExitsView = {
        lotId: after.id,
        stopLoss: yen(stopLossTenths),
        takeProfit: yen(takeProfitTenths),
        trailBp,
        trailYen: yen(trailTenths),
      }
      return done(view, [...cancelled, lotChanged(after)])
    },
  })
