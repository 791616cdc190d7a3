import type { LotId, OrderId } from '#kernel/id.ts'
import type { Quantity } from '#kernel/price.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, done, type DomainEvent } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { leavesUnits } from '#modules/portfolio/model/closing.ts'
import { freeQuantity, type Lot } from '#modules/portfolio/model/lot.ts'
import { lots, openLots } from '#modules/portfolio/server/public.ts'
import { chooseLots, type CloseShares } from '../model/choose-lots.ts'
import { closingSide, decideCloseLot, type CloseLot, type Closing } from '../model/close-lot.ts'
import type { Placing } from '../model/new-order.ts'
import type { Order } from '../model/order.ts'
import { expectedOf } from '../model/reserve.ts'
import { lastDayOf, type Terms } from '../model/terms.ts'
import { sendClosing } from './closing.ts'
import { closingSnapshot, marketFacts, type MarketSnapshot, type CommandDeps } from './load-facts.ts'
import { orderView } from './views.ts'

export const closeLotCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'lot.close',
    captureInputs(world, input: CloseLot & { lotId: LotId }, _call, tables) {
      const lot = tables.of(lots).get(input.lotId)
      const closing = lot && {
        ...input,
        side: closingSide(lot.side),
        quantity: input.quantity ?? freeQuantity(lot),
      }
      return { ...closingSnapshot(deps, lot?.code ?? '', input, closing), orderId: world.id() }
    },
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const found = tables.of(lots).get(input.lotId)
      const lot = found?.memberId === memberId ? found : null
      const decision = decideCloseLot(marketFacts(tables, memberId, lot?.code ?? '', inputs), lot, input)
      if (!decision.ok) return decision
      const { order, events } = send(
        tables,
        inputs,
        { seq: call.seq, orderId: inputs.orderId },
        lot!,
        input,
        decision.value,
      )
      return done(orderView(order, []), events)
    },
  })

/**
 * Closes shares of an issue out of several lots, one order for each: all of it, or nothing. They pay one
 * commission over all that they trade; a record from before this rule, in which each paid its own, runs again
 * as it was (decision 0144).
 */
export const closeLotsCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'lots.close',
    captureInputs: (world, input: Terms & CloseShares, call, tables): SeveralInputs => {
      const closing = { ...input, side: closingSide(input.side) }
      const market = closingSnapshot(deps, input.code, input, closing)
      return {
        ...market,
        isOneFee: true,
        orderIds: (chooseLots(openLots(tables, call.memberId), input, unitOf(market)) ?? []).map(() =>
          world.id(),
        ),
      }
    },
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const facts = marketFacts(tables, memberId, input.code, inputs)
      const unit = unitOf(inputs)
      const parts = chooseLots(openLots(tables, memberId), input, unit)
      const first = parts?.[0]
      if (!first) {
        const refused = decideCloseLot(facts, null, { ...input, quantity: null })
        return refused.ok ? no('LOT_NOT_FOUND') : refused
      }
      const free = parts.reduce((sum, { quantity }) => sum + quantity, 0)
      // A problem of the whole is said before a problem of a part.
      const whole = { ...first.lot, openQuantity: free, closingQuantity: 0, status: 'holding' } as const
      const isEven =
        (free === input.quantity || input.quantity % unit === 0) &&
        parts.every(({ lot, quantity }) => leavesUnits(quantity, freeQuantity(lot), unit))
      const refused = decideCloseLot(
        { ...facts, openOrders: facts.openOrders + parts.length - 1 },
        whole,
        input,
        isEven,
      )
      if (!refused.ok) return refused

      const events: DomainEvent[] = []
      const isGroup = inputs.isOneFee && parts.length > 1
      let quotedYen = 0
      let before = 0
      const views = parts.map(({ lot, quantity }, n) => {
        const sent = send(
          tables,
          inputs,
          {
            seq: call.seq,
            n,
            orderId: inputs.orderIds[n]!,
            ...(isGroup ? { group: { id: inputs.orderIds[0]!, quotedYen } } : {}),
          },
          tables.of(lots).get(lot.id)!,
          input,
          { ...refused.value, quantity },
          before,
        )
        before += quantity
        events.push(...sent.events)
        if (sent.order.feeGroup !== null) quotedYen += sent.order.quotedNotionalYen
        return orderView(sent.order, [])
      })
      return done(views, events)
    },
  })

type SeveralInputs = MarketSnapshot & { orderIds: OrderId[]; isOneFee?: boolean }

const unitOf = ({ instrument }: Pick<MarketSnapshot, 'instrument'>): Quantity => instrument?.unit ?? 1

function send(
  tables: TableAccess,
  inputs: MarketSnapshot,
  numbered: Pick<Placing, 'seq' | 'n' | 'orderId' | 'group'>,
  lot: Lot,
  input: Terms,
  { side, quantity }: Closing,
  /** Shares that go to market in front of these, by the same request. */
  before: Quantity = 0,
): { order: Order; events: DomainEvent[] } {
  const { at, away, tradeDate, phase, dates, quote } = inputs
  const { type, priceTenths, condition, timeInForce } = input
  const expected = quote && expectedOf({ ...input, side, quantity }, quote, before)
  const placing = { ...numbered, memberId: lot.memberId, at, away, tradeDate, phase }
  const validUntil = lastDayOf(input, tradeDate, dates)
  return sendClosing(
    tables,
    placing,
    lot,
    { type, priceTenths, condition, timeInForce, validUntil, quantity, origin: 'member' },
    expected,
  )
}
