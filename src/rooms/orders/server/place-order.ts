import { defineCommand, done } from '#platform/engine/command.ts'
import { draftFrom } from '#rooms/ledger/model/drafting.ts'
import { post } from '#rooms/ledger/server/public.ts'
import { isLeveraged } from '#rooms/margin/model/charges.ts'
import { openLots } from '#rooms/portfolio/server/public.ts'
import { openingOrder } from '../model/new-order.ts'
import type { PlaceOrder } from '../model/order.ts'
import { decidePlaceOrder } from '../model/place-order.ts'
import { moneyHeld, orderTaken } from './events.ts'
import { heldGiven, marketGiven, placeOrderFacts, type Sources } from './given.ts'
import { orders } from './tables.ts'
import { orderView } from './views.ts'

export const placeOrderCommand = (sources: Sources) => defineCommand({
  type: 'order.place',
  given(world, input: PlaceOrder, call, tables) {
    const market = marketGiven(sources, input.code, input)
    // Only leveraged orders ask about the margin of what is held.
    const held = isLeveraged(input) ? heldGiven(sources, openLots(tables, call.memberId!), market.tradeDate) : null
    const { at, dates, instrument, limitsOfToday, phase, quote, schedule, stale, tradeDate } = market
    return { at, dates, held, instrument, limitsOfToday, orderId: world.id(), phase, quote, schedule, stale, tradeDate }
  },
  run(tables, input, given, call) {
    const memberId = call.memberId!
    const facts = placeOrderFacts(tables, memberId, input, given, call.at)
    const decision = decidePlaceOrder(facts, input)
    if (!decision.ok) return decision

    const draft = draftFrom(memberId, facts.balances)
    const { orderId, at, tradeDate, dates, limitsOfToday } = given
    // The clock may be in a day that the exchange has not spoken of yet: the order is held until its limits are known.
    const phase = limitsOfToday ? given.phase : 'closed'
    const order = openingOrder(draft, { orderId, memberId, seq: call.seq, at, tradeDate, phase, fee: facts.fee }, input, decision.value, dates)
    post(tables, { seq: call.seq, at, tradeDate }, draft.transfers)
    tables.of(orders).insert(order)
    return done(orderView(order, []), [...orderTaken(order), moneyHeld(memberId)])
  },
})
