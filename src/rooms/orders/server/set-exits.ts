import type { PriceTenths } from '#kernel/price.ts'
import { yenOf } from '#kernel/price.ts'
import { defineCommand, done } from '#platform/engine/command.ts'
import { lots } from '#rooms/portfolio/server/public.ts'
import { decideExits } from '../model/exits.ts'
import type { ExitsView } from '../contract.ts'
import { lotChanged } from './events.ts'
import type { Sources } from './given.ts'

export type SetExits = { lotId: string; takeProfitTenths: PriceTenths | null; stopLossTenths: PriceTenths | null }

/** Take-profit and stop-loss of a holding as they shall be from now on; null takes one off. Trades from before do not reach them. */
export const setExitsCommand = ({ market, now }: Pick<Sources, 'market' | 'now'>) => defineCommand({
  type: 'lot.exits',
  given(_world, { lotId }: SetExits, _call, tables) {
    const code = tables.of(lots).get(lotId)?.code ?? ''
    const instrument = market.instrument(code)
    return { at: now(), tickTable: instrument && instrument.tickTable, lastTenths: market.quote(code)?.lastTenths ?? null }
  },
  run(tables, input, { at, tickTable, lastTenths }, call) {
    const found = tables.of(lots).get(input.lotId)
    const lot = found?.memberId === call.memberId ? found : null
    const { takeProfitTenths, stopLossTenths } = input
    const refusal = decideExits({ tickTable, lastTenths }, lot, { takeProfitTenths, stopLossTenths })
    if (refusal) return refusal
    const after = tables.of(lots).update(lot!, { takeProfitTenths, stopLossTenths, exitsAt: at })
    const yen = (tenths: PriceTenths | null) => (tenths === null ? null : yenOf(tenths))
    const view: ExitsView = { lotId: after.id, stopLoss: yen(stopLossTenths), takeProfit: yen(takeProfitTenths) }
    return done(view, [lotChanged(after)])
  },
})
