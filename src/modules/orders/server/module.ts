import type { MemberId } from '#kernel/id.ts'
import type { DateJst } from '#kernel/time.ts'
import type { Command, Result } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import type { AppContext, Listener, Module } from '#modules/module.ts'
import type { IdentityPublic } from '#modules/identity/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { MarketFeed, Venue } from '#modules/venue/server/ports.ts'
import type { OrderSource } from '../model/order.ts'
import { amendOrderCommand } from './amend-order.ts'
import { applyExecutionCommand, type OrderEnded } from './apply-execution.ts'
import { cancelOrderCommand } from './cancel-order.ts'
import { EXAMPLES } from './examples.ts'
import { closeLotCommand, closeLotsCommand } from './close-lot.ts'
import { reportDecisions } from './decide-report.ts'
import { deliverLotCommand, deliveryRoute } from './deliver-lot.ts'
import { orderRoutes } from './routes.ts'
import type { ManagedAccount } from './end-order.ts'
import { orderChanged } from './events.ts'
import { expireForSplit } from './expire-for-split.ts'
import { feesRoute } from './fees.ts'
import type { CommandDeps } from './load-facts.ts'
import { oneTapOrders, oneTaps } from './one-tap.ts'
import { openingInputs, placeOrderCommand } from './place-order.ts'
import type { OrdersPublic, Sender } from './public.ts'
import { receiptRoute } from './receipts.ts'
import { setExitsCommand } from './set-exits.ts'
import { heardBefore, restedReports } from './queries.ts'
import { fills, orders } from './tables.ts'
import { templateRoutes } from './templates.ts'
import { trailStopsCommand } from './trail-stops.ts'
import { triggerLotCommand } from './trigger-lot.ts'
import { expireAheadCommand } from './expire-ahead.ts'
import { linkVenue } from './venue-link.ts'
import type { KeptOrderView } from './views.ts'
import { listReportCommand, restReportsCommand, venueExceptions } from './venue-exceptions.ts'
import { loseOrderCommand, resendOrderCommand } from './unknown-orders.ts'
import { venueExecutions } from './venue-executions.ts'
import { releaseOrderCommand, triggerOrderCommand } from './waiting.ts'

export type OrdersDeps = {
  identity: Pick<IdentityPublic, 'proveStepUp' | 'deviceOf'>
  market: MarketPublic
  portfolio: PortfolioPublic
  venue: Venue
  feed: MarketFeed
}

/**
 * Orders from ticket to fill. Must be made before the venue starts: its own `start` opens the venue, with the
 * orders at work.
 */
export function createOrders(
  context: AppContext,
  { identity, market, portfolio, venue, feed }: OrdersDeps,
): { module: Module; orders: OrdersPublic } {
  const deps: CommandDeps = {
    market,
    calendar: context.calendar,
    settlementDate: lastAsked(context.calendar.settlementDate),
    now: () => context.clock.market(),
    schedule: context.schedule.id,
    isAway: venue.isAway,
  }
  const products = new Map<OrderSource, OrderEnded>()
  const managed: ManagedAccount = { reports: null }
  const place = placeOrderCommand(deps)
  const cancel = cancelOrderCommand(deps, managed)
  const close = closeLotCommand(deps)
  const amend = amendOrderCommand(deps)
  const closeMany = closeLotsCommand(deps)
  const exits = setExitsCommand(deps, managed)
  const trigger = triggerLotCommand(deps, managed)
  const apply = applyExecutionCommand(deps, products, managed)
  const list = listReportCommand(deps)
  const deliver = deliverLotCommand(deps)
  const triggerOrder = triggerOrderCommand(deps, managed)
  const trail = trailStopsCommand(deps)
  const release = releaseOrderCommand(deps, managed)
  const lose = loseOrderCommand(deps)
  const resend = resendOrderCommand(deps)
  const expireAhead = expireAheadCommand(deps, products, managed)
  const oneTap = oneTapOrders(context, deps, identity)
  const link = linkVenue({
    engine: () => context.engine,
    heard: (executions) => heardBefore(context.db, executions),
    wall: () => context.clock.wall(),
    venue,
    feed,
    market,
    apply,
    list,
    trigger,
    triggerOrder,
    trail,
    release,
    lose,
    resend,
    // A replay's days are not the clock's.
    expireAhead: context.clock.cameBack && context.config.replay === null ? expireAhead : null,
    log: context.log,
  })

  const tell: Listener = listen(
    orderChanged,
    ({ memberId, orderId, status, code, purpose, filledQuantity, quantity }) =>
      context.bus.publish(`member/${memberId}`, {
        type: 'order',
        orderId,
        status,
        code,
        purpose,
        filledQuantity,
        quantity,
      }),
  )
  const module: Module = {
    name: 'orders',
    tables: [orders, fills, oneTaps, venueExceptions, venueExecutions],
    commands: [
      place,
      cancel,
      amend,
      close,
      closeMany,
      exits,
      trigger,
      apply,
      list,
      restReportsCommand,
      triggerOrder,
      trail,
      release,
      deliver,
      lose,
      resend,
      expireAhead,
      ...oneTap.commands,
    ],
    examples: EXAMPLES,
    routes: [
      ...orderRoutes(context, deps, { place, cancel, amend, close, closeMany, exits }, portfolio),
      deliveryRoute(context, deliver, portfolio),
      feesRoute(context, market),
      receiptRoute(context, deps),
      ...templateRoutes(context),
      ...oneTap.routes,
    ],
    listeners: [...link.listeners, tell, oneTap.listener],
    scans: [link.scan],
    start: async () => {
      await oneTap.lockFrozen()
      return link.open()
    },
  }
  const send = async (
    command: Command,
    input: unknown,
    memberId: MemberId,
    by: Sender,
  ): Promise<Result<KeptOrderView>> =>
    (await context.engine.submit(command, input, { ...by, memberId })).result
  return {
    module,
    orders: {
      place: (account, order, by) => send(place, order, account, by),
      cancel: (account, orderId, by, reason) =>
        send(cancel, reason === undefined ? { orderId } : { orderId, reason }, account, by),
      closeLot: (account, lotId, terms, by) => send(close, { ...terms, lotId }, account, by),
      opening: (world, order, account, tables) => openingInputs(deps, world, order, account, tables),
      ended: (source, carryOut) => void products.set(source, carryOut),
      managed: (reports) => {
        managed.reports = reports
      },
      commands: { place, closeMany, cancel, amend },
      reports: reportDecisions(deps, { products, managed }, context.ids.uuid, () =>
        restedReports(context.db),
      ),
      expireForSplit: (tables, code, moment) => expireForSplit(tables, code, moment, managed),
    },
  }
}

/** Asked thousands of times a second about the same day. */
function lastAsked(settlementDate: (tradeDate: DateJst) => DateJst): (tradeDate: DateJst) => DateJst {
  let asked = ''
  let answer = ''
  return (tradeDate) => {
    if (tradeDate !== asked) [asked, answer] = [tradeDate, settlementDate(tradeDate)]
    return answer
  }
}
