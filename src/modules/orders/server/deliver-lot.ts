import type { Yen } from '#kernel/money.ts'
import type { LotId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { no } from '#kernel/result.ts'
import { defineMemberCommand, type DomainEvent, done, memberCaller } from '#platform/engine/command.ts'
import type { TableAccess } from '#platform/engine/table.ts'
import { draftFrom } from '#modules/ledger/model/drafting.ts'
import { balances, post } from '#modules/ledger/server/public.ts'
import { deliverLot } from '#modules/portfolio/contract.ts'
import { decideDelivery, giveDelivery, takeDelivery } from '#modules/portfolio/model/deliver.ts'
import { accrued, type Lot } from '#modules/portfolio/model/lot.ts'
import {
  bookGiving,
  bookTaking,
  lotDeliveries,
  freeMoney,
  lots,
  openLots,
  type PortfolioPublic,
} from '#modules/portfolio/server/public.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { lotChanged } from '#modules/portfolio/server/events.ts'
import { accountChanged } from '#modules/ledger/server/events.ts'
import { followLot } from './closing.ts'
import { orderChanged } from './events.ts'
import { valuationSnapshot, type CommandDeps } from './load-facts.ts'

/** 現引 and 現渡. Here and not in the portfolio module, because the orders that opened the lots follow them. */
export const deliverLotCommand = (deps: CommandDeps) =>
  defineMemberCommand({
    type: 'lot.deliver',
    captureInputs(_world, _input: { lotId: LotId }, call, tables) {
      const { tradeDate } = deps.market.phase()
      return {
        at: deps.now(),
        tradeDate,
        settlementDate: deps.settlementDate(tradeDate),
        prices: valuationSnapshot(deps, openLots(tables, call.memberId), tradeDate)?.prices ?? {},
      }
    },
    run(tables, input, inputs, call) {
      const memberId = call.memberId
      const found = tables.of(lots).get(input.lotId)
      const { settlementDate, tradeDate, at } = inputs
      const decision = decideDelivery({
        lot: found?.memberId === memberId ? found : null,
        lots: openLots(tables, memberId),
        balances: balances(tables, memberId),
        freeYen: freeMoney(tables, memberId),
        priceOf: (code) => inputs.prices[code],
        settlementDate,
      })
      if (!decision.ok) return decision

      const draft = draftFrom(memberId, balances(tables, memberId))
      const events: DomainEvent[] = []
      const delivery = decision.value
      const { id, number, code, openQuantity, openPriceTenths } = delivery.lot
      const chargesYen =
        delivery.kind === 'take' ? delivery.interestYen : accrued(delivery.lot, settlementDate)
      tables
        .of(lotDeliveries)
        .insert({
          memberId,
          seq: call.seq,
          kind: delivery.kind,
          lotId: id,
          number,
          code,
          quantity: openQuantity,
          priceTenths: openPriceTenths,
          chargesYen,
          tradeDate,
          settlementDate,
          at,
        })
      if (delivery.kind === 'take') {
        const lot = tables.of(lots).update(delivery.lot, takeDelivery(draft, delivery))
        events.push(lotChanged(lot), ...follow(tables, delivery.lot, lot, 0 - delivery.interestYen, at))
        bookTaking(tables, delivery.lot, delivery.interestYen, tradeDate)
      } else {
        const parts = giveDelivery(draft, delivery, settlementDate, at)
        for (const { before, locked, lot, profitYen } of parts) {
          followLot(tables, before, locked, null, at)
          events.push(
            lotChanged(tables.of(lots).update(before, lot)),
            ...follow(tables, locked, lot, profitYen, at),
          )
        }
        bookGiving(tables, delivery.lot, parts, { tradeDate, settlementDate })
      }
      post(tables, { seq: call.seq, at, tradeDate }, draft.transfers)
      return done({ id: input.lotId, settlementDate }, [...events, accountChanged(memberId)])
    },
  })

function follow(tables: TableAccess, before: Lot, after: Lot, profitYen: Yen, at: Ms): DomainEvent[] {
  const opening = followLot(tables, before, after, profitYen, at)
  return opening ? [orderChanged(opening)] : []
}

export const deliveryRoute = (
  context: AppContext,
  command: ReturnType<typeof deliverLotCommand>,
  portfolio: Pick<PortfolioPublic, 'hasLot'>,
): RouteHandler => ({
  ...on(deliverLot, async ({ params, caller, key }) => {
    const { memberId, sessionId, tradingUnlocked } = caller
    const known = await context.engine.hasIdempotencyKey(memberId, key)
    if (!tradingUnlocked && !known) return no('TRADING_LOCKED')
    // A closed lot is not in memory, and stays closed: the answer is the same for ever.
    if (
      !known &&
      !context.engine.read.of(lots).get(params.id) &&
      (await portfolio.hasLot(memberId, params.id))
    )
      return no('LOT_CLOSED')
    const { result } = await context.engine.submit(
      command,
      { lotId: params.id },
      memberCaller(memberId, sessionId, key),
    )
    return result.ok ? result.answer : result
  }),
  words: 'portfolio',
})
