import type { OrderId } from '#kernel/id.ts'
import { defineMemberCommand, done } from '#platform/engine/command.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { openLots, settleFreed } from '#modules/portfolio/server/public.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { amendedHere, askedToAmend, decideAmend, isAsked, type Amendment } from '../model/amend-order.ts'
import { isAtVenue } from '../model/order-life.ts'
import { unlockRest } from './closing.ts'
import { amendAsked, orderChanged } from './events.ts'
import {
  valuationSnapshot,
  marketSnapshot,
  ordersPower,
  placeOrderFacts,
  type CommandDeps,
} from './load-facts.ts'
import { orders } from './tables.ts'
import { orderView } from './views.ts'

/**
 * Changes the price of an order, the trigger of a stop, the quantity downward, or the exits of what is still
 * to be opened. The venue is asked, and answers in one of two ways: the order is replaced, or its last report
 * (filled, ended) was already on the way and the amendment is void. An order that waits here, and exits
 * alone, are changed at once.
 */
export const amendOrderCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'order.amend',
    captureInputs(_world, { orderId }: Amendment & { orderId: OrderId }, call, tables) {
      const order = tables.of(orders).get(orderId)
      const market = marketSnapshot(deps, order?.code ?? '', { validity: 'day', validUntil: null })
      const held =
        order?.purpose === 'open' && isLeveraged(order)
          ? valuationSnapshot(deps, openLots(tables, call.memberId), market.tradeDate)
          : null
      return { ...market, held }
    },
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const found = tables.of(orders).get(input.orderId)
      const order = found?.memberId === memberId ? found : null
      const money = balances(tables, memberId)
      const facts = {
        ...placeOrderFacts(
          tables,
          memberId,
          {
            code: order?.code ?? '',
            side: order?.side ?? 'up',
            leverageTenths: order?.leverageTenths ?? 10,
            source: order?.source ?? 'order',
          },
          inputs,
          call.at,
        ),
        powerYen: ordersPower(tables, memberId),
        tradeDate: inputs.tradeDate,
      }
      const decision = decideAmend(facts, order, input)
      if (!decision.ok) return decision

      const draft = draftFrom(memberId, money)
      const atVenue = isAtVenue(order!.ordStatus)
      const next = (atVenue ? askedToAmend : amendedHere)(draft, order!, decision.value, inputs.at)
      const after = tables.of(orders).update(order!, next)
      settleFreed(tables, draft)
      post(tables, { seq: call.seq, at: inputs.at, tradeDate: inputs.tradeDate }, draft.transfers)
      return done(orderView(after, []), [
        ...(!atVenue ? unlockRest(tables, order!, after) : isAsked(after) ? [amendAsked(after)] : []),
        orderChanged(after),
        ...(draft.transfers.length > 0 ? [accountChanged(memberId)] : []),
      ])
    },
  })
