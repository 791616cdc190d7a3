import { listen } from '#platform/engine/event.ts'
import { tradeDateAt } from '#modules/instruments/model/schedule.ts'
import { valuationSnapshot } from '#modules/funding/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { AppContext, Module } from '#modules/module.ts'
import type { StaffPublic } from '#modules/staff/server/public.ts'
import { copyCases, copyDeskRoute, copyQueue } from './desk.ts'
import { copyChanged } from './events.ts'
import { copyRoutes } from './routes.ts'
import { handOnCommand } from './hand-on.ts'
import { lastNavBy, navJob } from './nav-job.ts'
import {
  announcePool,
  stakeCommand,
  TELLS_LEAD,
  unstakedCommand,
  unstakedScan,
  voidPool,
} from './open-pool.ts'
import { poolOutcome } from './outcome.ts'
import { navCommand } from './run-nav.ts'
import { copySample } from './sample.ts'
import { copyUnitsOf, type CommandDeps } from './pool-facts.ts'
import { refuseEffect, sellCommand, subscribeCommand } from './subscriptions.ts'
import { COPY_TABLES } from './tables.ts'
import { notifyFollowers } from './notify-followers.ts'

export type CopyDeps = {
  staff: StaffPublic
  market: MarketPublic
  listings: ListingsPublic
  orders: OrdersPublic
  portfolio: PortfolioPublic
}

/**
 * Copy products: pools of a lead trader's and of followers' money, traded by ordinary orders, shared by units
 * (product decision 8).
 */
export function createCopy(
  context: AppContext,
  { staff, market, listings, orders, portfolio }: CopyDeps,
): Module {
  const { clock, schedule, calendar } = context
  const deps: CommandDeps = {
    listings,
    times: () => {
      const at = Math.floor(clock.market())
      return { at, tradeDate: tradeDateAt(schedule, calendar, at) }
    },
    lastNav: () => lastNavBy(context, Math.floor(clock.market())),
    held: (tables, memberId) =>
      valuationSnapshot(
        {
          lastPrices: market.lastPrices,
          settlementDate: () => calendar.settlementDate(market.phase().tradeDate),
          besideYen: (rows, of) => {
            const { copyUnits = 0, loanInterest = 0 } = portfolio.beside(rows, of)
            return copyUnits - loanInterest
          },
        },
        tables,
        memberId,
      ),
  }
  const commands = { stake: stakeCommand(deps), subscribe: subscribeCommand(deps), sell: sellCommand(deps) }
  const nav = navCommand(deps)
  const unstaked = unstakedCommand(deps)
  const job = navJob(context, { market, orders, nav })
  listings.opened('copy-product', announcePool, () => TELLS_LEAD)
  listings.outcome('copy-product', poolOutcome)
  listings.voided('copy-product', voidPool)
  portfolio.reckon('copyUnits', copyUnitsOf)
  orders.managed(notifyFollowers)
  staff.register('copy', refuseEffect)
  staff.queue(copyQueue(context))
  staff.cases(copyCases(context))
  const sample = copySample({ context, listings, stake: commands.stake })
  listings.sample('copy-product', sample.sample)
  return {
    name: 'copy',
    tables: COPY_TABLES,
    commands: [...Object.values(commands), nav, unstaked, handOnCommand],
    routes: [
      ...copyRoutes({ context, commandDeps: deps, market, orders, portfolio, nextNavAt: job.next }, commands),
      copyDeskRoute(context, deps, job.next),
    ],
    jobs: [job],
    scans: [unstakedScan(context, deps, unstaked)],
    listeners: [
      listen(copyChanged, ({ memberId, poolId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'copy', pool: poolId }),
      ),
      sample.listener,
    ],
  }
}
