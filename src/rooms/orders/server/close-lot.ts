import { defineCommand, done } from '#platform/engine/command.ts'
import { lots } from '#rooms/portfolio/server/public.ts'
import { decideCloseLot, type CloseLot } from '../model/close-lot.ts'
import { estimateTenths } from '../model/reserve.ts'
import { lastDayOf } from '../model/terms.ts'
import { sendClosing } from './closing.ts'
import { marketFacts, marketGiven, type Sources } from './given.ts'
import { orderView } from './views.ts'

export const closeLotCommand = (sources: Sources) => defineCommand({
  type: 'lot.close',
  given: (world, input: CloseLot & { lotId: string }, _call, tables) =>
    ({ ...marketGiven(sources, tables.of(lots).get(input.lotId)?.code ?? '', input), orderId: world.id() }),
  run(tables, input, given, call) {
    const memberId = call.memberId!
    const found = tables.of(lots).get(input.lotId)
    const lot = found?.memberId === memberId ? found : null
    const facts = marketFacts(tables, memberId, lot?.code ?? '', given)
    const decision = decideCloseLot(facts, lot, input)
    if (!decision.ok) return decision

    const { quantity, side } = decision.value
    const { orderId, at, tradeDate, phase, dates, quote } = given
    const { type, priceTenths, triggerTenths, condition, timeInForce } = input
    const expected = quote && estimateTenths({ side, priceTenths, triggerTenths }, quote)
    const placing = { orderId, memberId, seq: call.seq, at, tradeDate, phase }
    const validUntil = lastDayOf(input, tradeDate, dates)
    const { order, events } = sendClosing(tables, placing, lot!, { type, priceTenths, condition, timeInForce, validUntil, quantity, origin: 'member' }, expected)
    return done(orderView(order, []), events)
  },
})
