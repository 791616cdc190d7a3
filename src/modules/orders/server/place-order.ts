import type { MemberId, OrderId } from '#kernel/id.ts'
import { ok, type Result } from '#kernel/result.ts'
import {
  defineMemberCommand,
  done,
  type MemberCall,
  type DomainEvent,
  type NondeterministicInputs,
} from '#platform/engine/command.ts'
import type { TableAccess, TableReader } from '#platform/engine/table.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { post } from '#modules/ledger/server/public.ts'
import { isLeveraged } from '#modules/margin/model/charges.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import { openingOrder } from '../model/new-order.ts'
import type { Order, OrderSource, PlaceOrder } from '../model/order.ts'
import { decidePlaceOrder } from '../model/place-order.ts'
import type { PlaceOrderRejection } from '../model/rejections.ts'
import { moneyHeld, orderTaken } from './events.ts'
import {
  valuationSnapshot,
  marketSnapshot,
  placeOrderFacts,
  type ValuationSnapshot,
  type MarketSnapshot,
  type CommandDeps,
} from './load-facts.ts'
import { orders } from './tables.ts'
import { orderView } from './views.ts'

/** The facts about the world given to an opening order; journalled with its command. */
export type OpeningInputs = MarketSnapshot & { held: ValuationSnapshot | null; orderId: OrderId }

export function openingInputs(
  deps: CommandDeps,
  world: NondeterministicInputs,
  input: PlaceOrder,
  memberId: MemberId,
  tables: TableReader,
): OpeningInputs {
  const market = marketSnapshot(deps, input.code, input, input)
  // Only leveraged orders ask about the margin of what is held.
  const held = isLeveraged(input)
    ? valuationSnapshot(deps, openLots(tables, memberId), market.tradeDate)
    : null
  const { at, away, dates, instrument, limitsOfToday, ownByBoard, phase, quote, schedule, stale, tradeDate } =
    market
  return {
    at,
    ...(away ? { away } : {}),
    dates,
    held,
    instrument,
    limitsOfToday,
    orderId: world.id(),
    ...(ownByBoard ? { ownByBoard } : {}),
    phase,
    quote,
    schedule,
    stale,
    tradeDate,
  }
}

/**
 * Places an opening order of the caller, or says why not: it posts what is held for it, so that its command
 * may post nothing else.
 */
export function openOrder(
  tables: TableAccess,
  input: PlaceOrder,
  inputs: OpeningInputs,
  call: MemberCall,
  source: OrderSource,
): Result<{ order: Order; events: DomainEvent[] }, PlaceOrderRejection> {
  const memberId = call.memberId
  const facts = placeOrderFacts(tables, memberId, { ...input, source }, inputs, call.at)
  const decision = decidePlaceOrder(facts, input)
  if (!decision.ok) return decision

  const draft = draftFrom(memberId, facts.balances)
  const { orderId, at, tradeDate, dates, limitsOfToday } = inputs
  // The clock may be in a day that the exchange has not spoken of yet: the order is held until its limits are
  // known.
  const phase = limitsOfToday ? inputs.phase : 'closed'
  const order = openingOrder(
    draft,
    { orderId, memberId, seq: call.seq, at, away: inputs.away, tradeDate, phase, fee: facts.fee },
    input,
    decision.value,
    dates,
    source,
  )
  post(tables, { seq: call.seq, at, tradeDate }, draft.transfers)
  tables.of(orders).insert(order)
  return ok({ order, events: [...orderTaken(order), moneyHeld(memberId)] })
}

export const placeOrderCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'order.place',
    captureInputs: (world, input: PlaceOrder, call, tables) =>
      openingInputs(deps, world, input, call.memberId, tables),
    run(tables, input, inputs, call) {
      const opened = openOrder(tables, input, inputs, call, 'order')
      return opened.ok ? done(orderView(opened.value.order, []), opened.value.events) : opened
    },
  })
