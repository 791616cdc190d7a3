import { dateJst, SECOND, type DateJst, type Ms } from '#kernel/time.ts'
import { type Command, SYSTEM_CALLER, callerFor } from '#platform/engine/command.ts'
import type { TableReader } from '#platform/engine/table.ts'
import { closingAt, type Schedule } from '#modules/instruments/model/schedule.ts'
import { dayJob } from '#modules/instruments/server/public.ts'
import { balances } from '#modules/ledger/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { consideration } from '#kernel/price.ts'
import type { Order } from '#modules/orders/model/order.ts'
import { ordersOfPerson, workingOrders, type OrdersPublic } from '#modules/orders/server/public.ts'
import { freeQuantity } from '#modules/portfolio/model/lot.ts'
import { openLots } from '#modules/portfolio/server/public.ts'
import type { AppContext, Job } from '#modules/module.ts'
import { toSell } from '../model/raise.ts'
import { handOnCommand, hasLateMoney } from './hand-on.ts'
import type { NavTime } from './pool-facts.ts'
import { pools, type PoolRow } from './tables.ts'

/** Time after the closing auction by which its fills are in, and the calls of that close are made. */
const AFTER_CLOSE_MS = 40 * SECOND
const AT_MARKET = {
  type: 'market',
  priceTenths: null,
  triggerTenths: null,
  condition: 'none',
  timeInForce: 'day',
  validity: 'day',
  validUntil: null,
} as const

export const navDueAt = (schedule: Schedule, date: DateJst): Ms => closingAt(schedule, date) + AFTER_CLOSE_MS

/** The newest NAV that is due by this market time. */
export function lastNavBy(
  { schedule, calendar }: Pick<AppContext, 'schedule' | 'calendar'>,
  now: Ms,
): NavTime {
  let date = calendar.next(dateJst(now))
  while (navDueAt(schedule, date) > now) date = calendar.previous(date)
  return { date, at: navDueAt(schedule, date) }
}

type Deps = { market: Pick<MarketPublic, 'closesOf' | 'instrument'>; orders: OrdersPublic; nav: Command }

/**
 * After each close every pool has its NAV, then sells at the next opening what it needs for those who leave,
 * or everything when it has ended. All of it can be run again: a NAV is taken once for a date, and what is
 * being sold is not sold again.
 */
export function navJob(context: AppContext, { market, orders, nav }: Deps): Job {
  const { schedule, calendar } = context
  return dayJob(
    calendar,
    'copy.nav',
    (date) => navDueAt(schedule, date),
    async (date, dueAt) => {
      for (const { id, state } of context.engine.read.of(pools).all()) {
        if (state === 'ended' && hasLateMoney(context.engine.read, id, date))
          await context.engine.submit(handOnCommand, { poolId: id, date, at: dueAt }, SYSTEM_CALLER)
        if (state === 'ended' || state === 'void') continue
        const prices = await closes(market, context.engine.read, id, date)
        const input = { poolId: id, date, at: dueAt, prices, settlementDate: calendar.settlementDate(date) }
        await context.engine.submit(nav, input, SYSTEM_CALLER)
        await sell({ context, market, orders }, context.engine.read.of(pools).get(id)!, prices)
      }
    },
  )
}

async function closes(
  market: Deps['market'],
  read: TableReader,
  poolId: string,
  date: DateJst,
): Promise<Record<string, number>> {
  const codes = [...new Set(openLots(read, poolId).map(({ code }) => code))].sort()
  return codes.length === 0
    ? {}
    : Object.fromEntries([...(await market.closesOf(codes, date))].sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Orders to buy that what the pool sells would meet, its lead's own ones too: nobody who leaves waits for
 * them. A pool that ends buys nothing any more.
 */
function inTheWay(tables: TableReader, { id, state }: PoolRow, codes: ReadonlySet<string>): Order[] {
  const meeting = [...codes]
    .flatMap((code) => ordersOfPerson(tables, id, code))
    .filter(({ side, ordStatus }) => side === 'up' && ordStatus !== 'ARMED')
  const buying =
    state === 'closing' ? workingOrders(tables, id).filter(({ purpose }) => purpose === 'open') : []
  return [...new Set([...meeting, ...buying])]
}

/**
 * Orders at market for the next opening: of every lot the same part, or all of it at the end of the pool. A
 * refused one is tried again after the next close.
 */
async function sell(
  { context, market, orders }: Omit<Deps, 'nav'> & { context: AppContext },
  pool: PoolRow,
  prices: Readonly<Record<string, number>>,
): Promise<void> {
  if (pool.missingYen === 0 && pool.state !== 'closing') return
  const { read } = context.engine
  // Without a key: what is being sold already counts as coming, so that the same again after a stop sells
  // nothing twice.
  const by = callerFor(pool.id, 'nav')
  const lots = openLots(read, pool.id)
  const comingYen =
    balances(read, pool.id).unsettled +
    lots.reduce(
      (sum, lot) => sum + consideration(prices[lot.code] ?? lot.openPriceTenths, lot.closingQuantity),
      0,
    )
  const wantYen = pool.state === 'closing' ? Number.MAX_SAFE_INTEGER : pool.missingYen - comingYen
  const sellable = lots.map((lot) => ({
    lotId: lot.id,
    freeQuantity: freeQuantity(lot),
    priceTenths: prices[lot.code] ?? lot.openPriceTenths,
    unit: market.instrument(lot.code)?.unit ?? 1,
  }))
  const sales = toSell(sellable, wantYen)
  const sold = new Set(sales.map(({ lotId }) => lots.find(({ id }) => id === lotId)!.code))
  for (const { id, memberId } of inTheWay(read, pool, sold))
    await orders.cancel(memberId, id, callerFor(memberId, 'nav'), 'POOL_SALE')
  for (const { lotId, quantity } of sales) {
    const sent = await orders.closeLot(pool.id, lotId, { ...AT_MARKET, quantity }, by)
    if (!sent.ok)
      context.log.warn(
        { pool: pool.id, lotId, refusal: sent.rejection },
        'a pool could not sell for those who leave',
      )
  }
}
