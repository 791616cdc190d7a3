import type { OrderId } from '#kernel/id.ts'
import { no } from '#kernel/result.ts'
import { tenthsOf } from '#kernel/price.ts'
import { memberCaller } from '#platform/engine/command.ts'
import { listen } from '#platform/engine/event.ts'
import type { InstrumentsPublic } from '#modules/instruments/server/public.ts'
import type { ListingsPublic } from '#modules/listings/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import type { OrdersPublic } from '#modules/orders/server/public.ts'
import { on, type AppContext, type Module } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { dayTimes } from '../model/times.ts'
import { applyCommand, orderEnded, shownListing, type ApplyInput } from './apply.ts'
import { closeDayCommand, leftCommand, warnCommand } from './day-end.ts'
import { applicationChanged, inventoryChanged } from './events.ts'
import { dayJobs } from './jobs.ts'
import { applicationOf, applicationsOf } from './queries.ts'
import { daySample } from './sample.ts'
import { applications, inventory } from './tables.ts'
import { applicationView, dayTradeView } from './views.ts'

const MOST_ROWS = 200

export type DaytradeDeps = {
  market: MarketPublic
  instruments: InstrumentsPublic
  listings: ListingsPublic
  orders: OrdersPublic
}

/**
 * One-day margin (一日信用): a day's inventory, applications that an order carries out, and the end of the day.
 */
export function createDaytrade(
  context: AppContext,
  { market, instruments, listings, orders }: DaytradeDeps,
): Module {
  const { clock, schedule, db } = context
  const now = () => ({ at: clock.market(), phase: market.phase().phase, tradeDate: market.phase().tradeDate })
  const apply = applyCommand(listings, orders)
  const warn = warnCommand(now, (date) => dayTimes(schedule, date).closeAt)
  const close = closeDayCommand(now)
  const left = leftCommand(now, (date) => dayTimes(schedule, date).leftAt, context.calendar.settlementDate)

  orders.ended('day-trade', orderEnded)
  openInventories(listings)
  listings.sample('day-inventory', daySample({ context, market, instruments, listings }))

  const shown = () => shownListing(context.engine.read, listings, market.phase().tradeDate)
  const leftNow = (): contract.DayTradeLeft | null => {
    const listing = shown()
    return (
      listing && {
        listingId: listing.id,
        left: context.engine.read
          .of(inventory)
          .by('listing', listing.id)
          .map(({ code, longLeft, shortLeft }) => ({ code, longLeft, shortLeft })),
      }
    )
  }
  return {
    name: 'daytrade',
    tables: [inventory, applications],
    commands: [apply, warn, close, left],
    topics: [{ topic: contract.dayTradeTopic, snapshot: leftNow }],
    jobs: dayJobs(context, market, { warn, close, left }),
    listeners: [
      listen(inventoryChanged, () => context.bus.publish('day-trade', leftNow())),
      listen(applicationChanged, ({ memberId }) =>
        context.bus.publish(`member/${memberId}`, { type: 'applications' }),
      ),
    ],
    routes: [
      on(contract.getDayTrade, ({ lang }) => {
        const listing = shown()
        const status = listing && listings.statusAt(listing, clock.market())
        return status === null || status === 'void'
          ? null
          : dayTradeView({ tables: context.engine.read, market, lang }, schedule, listing!, status)
      }),
      on(contract.listDayApplications, async ({ caller, lang }) =>
        (await applicationsOf(db, caller.memberId, MOST_ROWS)).map((row) =>
          applicationView(row, (code) => market.nameOf(code, lang)),
        ),
      ),
      on(contract.applyDayTrade, async ({ input, caller, key, lang }) => {
        const { memberId, sessionId, tradingUnlocked } = caller
        // A repeat gets its first answer, whatever has changed meanwhile.
        if (!tradingUnlocked && !(await context.engine.hasIdempotencyKey(memberId, key)))
          return { ...no('TRADING_LOCKED'), module: 'orders' }
        const { listingId, code, side, units, price, leverage } = input
        const asked: ApplyInput = {
          code,
          leverageTenths: Math.round(leverage * 10),
          listingId,
          priceTenths: tenthsOf(price),
          side,
          units,
        }
        const { result } = await context.engine.submit(apply, asked, memberCaller(memberId, sessionId, key))
        if (!result.ok) return result
        const { orderId } = result.answer as { orderId: OrderId }
        return applicationView((await applicationOf(db, memberId, orderId))!, (of) => market.nameOf(of, lang))
      }),
    ],
  }
}

/**
 * The inventory begins with its listing, in the command of the second signature, and ends with it where it is
 * made void.
 */
function openInventories(listings: Pick<ListingsPublic, 'opened' | 'voided'>): void {
  listings.opened('day-inventory', (tables, { id: listingId, terms }) => {
    for (const { code, long, short } of terms.rows) {
      tables
        .of(inventory)
        .insert({
          listingId,
          code,
          tradeOn: terms.tradeOn,
          longUnits: long,
          longLeft: long,
          shortUnits: short,
          shortLeft: short,
          isOver: false,
        })
    }
    return [inventoryChanged({ listingId })]
  })
  listings.voided('day-inventory', (tables, { id: listingId }) => {
    for (const row of tables.of(inventory).by('listing', listingId))
      tables.of(inventory).update(row, { isOver: true })
    return [inventoryChanged({ listingId })]
  })
}
