import { dateJst, type Ms } from '#kernel/time.ts'
import type { FixVenueConfig } from '#platform/config.ts'
import type { Database } from '#platform/database/connect.ts'
import type { Engine } from '#platform/engine/engine.ts'
import type { Log } from '#platform/log.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { PhaseNow } from '#modules/instruments/model/schedule.ts'
import type { Module } from '#modules/module.ts'
import type { Exchange } from '#modules/venue/server/public.ts'
import { FixVenue } from './venue-adapter.ts'
import { FixFeed } from './venue-feed.ts'

/** A counterparty as the server's exchange: its venue and its feed, each by a session of its own. */
export function createFixExchange(world: {
  at: FixVenueConfig
  /** Never connected: its tables and commands are all that is wanted. */
  isStill: boolean
  engine: () => Engine
  db: () => Database
  instruments: Pick<InstrumentsPublic, 'all'>
  phase: (at: Ms) => PhaseNow
  /** The machine's time, by which sessions go, and the market's. */
  now: () => Ms
  market: () => Ms
  log: Log
}): { exchange: Exchange; parts: Pick<Module, 'commands' | 'listeners'> } {
  const today = () => world.phase(world.market()).tradeDate ?? dateJst(world.market())
  const venue = new FixVenue({ ...world, today })
  const feed = new FixFeed(world)
  return {
    exchange: {
      venue: {
        name: venue.name,
        has: venue.has,
        submit: venue.submit,
        cancel: venue.cancel,
        amend: venue.amend,
        stops: () => venue.stops(),
        onReport: (listener) => venue.onReport(listener),
        onReversal: (listener) => venue.onReversal(listener),
        onStatus: (listener) => venue.onStatus(listener),
        ask: venue.ask,
        sessions: () => [venue.session, feed.session],
        onReturn: (listener) => venue.onReturn(listener),
        isAway: () => venue.isAway(),
        async start(working, heard) {
          if (world.isStill) return
          await venue.start(working, heard)
          feed.start()
        },
        async stop() {
          await Promise.all([venue.stop(), feed.stop()])
        },
      },
      feed,
      // Time of a counterparty does not move, and who joins it is in its file.
      jumpTo: () => {},
      look: () => {},
      changeDays: () => {},
      isLogDamaged: () => false,
    },
    parts: venue.parts,
  }
}
