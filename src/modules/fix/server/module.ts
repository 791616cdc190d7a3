import { listen } from '#platform/engine/event.ts'
import type { ApiKeys } from '#platform/http/api-key.ts'
import type { Limits } from '#platform/limits.ts'
import type { AppContext, Module } from '#modules/module.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import type { MarketFeed } from '#modules/venue/server/ports.ts'
import { fixCommands, stepSession } from './commands.ts'
import { fixQueued } from './events.ts'
import { followOrders } from './follow-orders.ts'
import { FixGateway } from './gateway.ts'
import { venueMessages, venueOrders, venueReports, venueSessions } from './venue-tables.ts'
import { fixCopies, fixMessages, fixNames, fixOrders, fixParts, fixSessions } from './tables.ts'

/** FIX 4.4 for members' programs: orders and prices, by the API keys of members. */
export function createFix(
  context: AppContext,
  parts: {
    apiKeys: ApiKeys
    orders: OrdersPublic
    market: MarketPublic
    instruments: InstrumentsPublic
    feed: MarketFeed
    limits: Limits
    /** Of the venue, where it is reached by FIX; null: it is not. */
    venueParts: Pick<Module, 'commands' | 'listeners'> | null
  },
): { module: Module; gateway: FixGateway | null } {
  const { config } = context
  const commands = fixCommands(parts.orders.commands)
  const gateway = config.fix === null ? null : new FixGateway(context, { ...parts, commands }, config.fix)
  if (gateway !== null) {
    parts.feed.onQuote(({ code }) => gateway.changed(code))
    parts.feed.onDepth(({ code }) => gateway.changed(code))
  }
  const module: Module = {
    name: 'fix',
    tables: [
      fixSessions,
      fixMessages,
      fixOrders,
      fixCopies,
      fixParts,
      fixNames,
      // Of a venue by FIX; empty where the exchange is this server's.
      venueSessions,
      venueMessages,
      venueOrders,
      venueReports,
    ],
    commands: [stepSession, ...Object.values(commands), ...(parts.venueParts?.commands ?? [])],
    react: followOrders,
    listeners: [
      listen(fixQueued, ({ row }) => gateway?.queued(row.keyId, row)),
      ...(parts.venueParts?.listeners ?? []),
    ],
    measures: () => ({ fixSessions: gateway?.sessions ?? 0 }),
    start: () => gateway?.start() ?? Promise.resolve(),
    stop: () => gateway?.stop() ?? Promise.resolve(),
  }
  return { module, gateway }
}
