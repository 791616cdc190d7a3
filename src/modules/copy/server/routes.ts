import { no, type Refusal } from '#kernel/result.ts'
import type { Ms } from '#kernel/time.ts'
import {
  type Caller as EngineCaller,
  type Command,
  memberCaller,
  type Result,
} from '#platform/engine/command.ts'
import { termsOf } from '#modules/funding/server/public.ts'
import { maybeTenths, placeOrderOf } from '#modules/orders/model/order.ts'
import {
  orderView,
  ordersOf,
  wordedOrder,
  type KeptOrderView,
  type OrdersPublic,
  type OrderWithFills,
} from '#modules/orders/server/public.ts'
import type { OrderView } from '#modules/orders/contract.ts'
import { lotsOf, type PortfolioPublic } from '#modules/portfolio/server/public.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { NotFound, on, type Caller, type RouteHandler, type AppContext } from '#modules/module.ts'
import { langOf } from '#i18n/lang.ts'
import * as contract from '../contract.ts'
import { allUnitsOn, shareOf, unitsOn, type HeldUnits } from '../model/share.ts'
import { wholeYen } from '../model/subscribe.ts'
import { followedOf, followsOf, holdersOf, isFollow, MOST_ROWS, navsOf } from './queries.ts'
import type { stakeCommand } from './open-pool.ts'
import { poolOf, type CommandDeps } from './pool-facts.ts'
import type { sellCommand, subscribeCommand } from './subscriptions.ts'
import { pools, type PoolRow } from './tables.ts'
import { followView, poolDetail, poolView, type Looking } from './views.ts'

export type Commands = {
  stake: ReturnType<typeof stakeCommand>
  subscribe: ReturnType<typeof subscribeCommand>
  sell: ReturnType<typeof sellCommand>
}
type Deps = {
  context: AppContext
  commandDeps: CommandDeps
  market: MarketPublic
  orders: OrdersPublic
  portfolio: PortfolioPublic
  nextNavAt: (after: Ms) => Ms
}

const callerOf = ({ memberId, sessionId }: Caller, key: string): EngineCaller =>
  memberCaller(memberId, sessionId, key)
/** In the words of the orders module, whose rule it is. */
const ofOrders = <T>(result: Result<T>): T | Refusal =>
  result.ok ? result.answer : { ...result, module: 'orders' }

/** Routes for followers: reads and acts. */
export function copyRoutes(deps: Deps, { stake, subscribe, sell }: Commands): RouteHandler[] {
  const { context, commandDeps } = deps
  const { db } = context
  const read = () => context.engine.read
  const isRepeat = ({ memberId }: Caller, key: string) => context.engine.hasIdempotencyKey(memberId, key)
  const looking = (caller: Caller | null, lang: string): Looking => {
    const now = context.clock.market()
    return {
      tables: read(),
      memberId: caller?.memberId ?? null,
      lang: langOf(lang),
      now,
      nextNavAt: deps.nextNavAt(now),
    }
  }
  const submit = async <Input, Inputs, Answer extends object>(
    command: Command<Input, Inputs, Answer>,
    input: Input,
    caller: Caller,
    key: string,
  ): Promise<Answer | Refusal> => {
    const { result } = await context.engine.submit(command, input, callerOf(caller, key))
    return result.ok ? result.answer : result
  }
  return [
    on(contract.listPools, async ({ caller, lang }) => {
      const mine = caller === null ? [] : await followsOf(db, caller.memberId)
      const look = looking(caller, lang)
      const views = await Promise.all(
        read()
          .of(pools)
          .all()
          .map(async ({ id }) => {
            const { pool, listing } = poolOf(commandDeps, read(), id)!
            return {
              opensAt: listing.terms.opensAt,
              view: poolView(pool, listing, { navs: await navsOf(db, id), mine }, look),
            }
          }),
      )
      return views
        .toSorted((a, b) => b.opensAt - a.opensAt || (a.view.id < b.view.id ? 1 : -1))
        .map(({ view }) => view)
    }),
    on(contract.getPool, async ({ params: { id }, caller, lang }) => {
      if (poolOf(commandDeps, read(), id) === null) throw new NotFound('pool')
      const [navs, holders, mine] = await Promise.all([
        navsOf(db, id),
        holdersOf(db, id),
        caller === null ? [] : followsOf(db, caller.memberId),
      ])
      const { pool, listing } = poolOf(commandDeps, read(), id)!
      return poolDetail(pool, listing, { navs, holders, mine }, looking(caller, lang))
    }),
    on(contract.listFollows, async ({ caller, lang }) =>
      (await followsOf(db, caller.memberId)).map((row) => {
        const reasonText =
          row.reason === null
            ? null
            : context.text(lang, 'copy.reason', { reason: row.reason.replaceAll('-', '_') })
        return followView(
          row,
          read(),
          poolOf(commandDeps, read(), row.poolId)!.listing.terms.names[langOf(lang)],
          reasonText,
        )
      }),
    ),
    on(contract.getCopyMoney, ({ caller }) => ({
      free: termsOf(read(), caller.memberId, commandDeps.held(read(), caller.memberId)).withdrawableYen,
    })),
    on(contract.subscribePool, async ({ input: { pool, amount }, caller, key }) => {
      if (!caller.tradingUnlocked && !(await isRepeat(caller, key))) return no('TRADING_LOCKED')
      if (read().of(pools).get(pool) === undefined) return no('POOL_NOT_FOUND')
      const yen = wholeYen(amount)
      if (yen === null) return no('AMOUNT_DECIMALS')
      const answer = await submit(subscribe, { poolId: pool, yen }, caller, key)
      return 'rejection' in answer ? answer : { ...answer, charged: yen }
    }),
    on(contract.sellFollow, async ({ input: { record }, caller, key }) => {
      if (!caller.tradingUnlocked && !(await isRepeat(caller, key))) return no('TRADING_LOCKED')
      const answer = await submit(sell, { followId: record }, caller, key)
      // One that is over is not in memory, and stays over.
      const isOver =
        'rejection' in answer &&
        answer.rejection === 'RECORD_NOT_FOUND' &&
        (await isFollow(db, caller.memberId, record))
      return isOver ? no('RECORD_OVER') : answer
    }),
    on(contract.payStake, async ({ input: { pool }, caller, key }) => {
      if (!caller.tradingUnlocked && !(await isRepeat(caller, key))) return no('TRADING_LOCKED')
      return submit(stake, { poolId: pool }, caller, key)
    }),
    on(contract.listPoolOrders, async ({ query: { pool: id }, caller, lang }) => {
      const { memberId } = caller
      const pool = poolOf(commandDeps, read(), id)
      const isLead = pool?.pool.leadMemberId === memberId
      const followed = await followedOf(db, id, memberId)
      if (pool === null || (!isLead && followed.length === 0)) return no('NOT_FOLLOWING')
      const navs = await navsOf(db, id)
      const stake = pool.listing.terms.leadStakeYen
      const paidOn = (soldAt: Ms | null) =>
        soldAt === null ? null : navs.find(({ at }) => at === soldAt)!.date
      const held: HeldUnits[] = isLead
        ? [{ units: stake, from: '', to: null }]
        : followed.map(({ units, boughtOn, soldAt }) => ({ units, from: boughtOn!, to: paidOn(soldAt) }))
      const found = await ordersOf(db, id, { statuses: null, before: null, limit: MOST_ROWS })
      return found.map((each) => {
        const { quantity, tradeDate } = each.order
        return {
          order: worded(deps, each, lang),
          share: shareOf(quantity, unitsOn(held, tradeDate), allUnitsOn(navs, stake, tradeDate)),
        }
      })
    }),
    ...leadRoutes(deps),
  ]
}

const worded = ({ context, market }: Deps, { order, fills }: OrderWithFills, lang: string): OrderView =>
  wordedOrder(context, market, orderView(order, fills), lang)

/**
 * The lead trades the pool by ordinary orders, at 1× and bought alone; whoever is not its lead hears that
 * there is no such pool.
 */
function leadRoutes(deps: Deps): RouteHandler[] {
  const { context, commandDeps, orders, portfolio, market } = deps
  const ledBy = ({ memberId }: Caller, id: string): PoolRow | null => {
    const pool = context.engine.read.of(pools).get(id)
    return pool?.leadMemberId === memberId ? pool : null
  }
  /** The journal names the account; the session says which of its lead's devices it was. */
  const by = (id: string, { sessionId }: Caller, key: string) => memberCaller(id, sessionId, key)
  const named = (answer: KeptOrderView | Refusal, lang: string): OrderView | Refusal =>
    'rejection' in answer ? answer : wordedOrder(context, market, answer, lang)
  return [
    on(contract.getPoolAccount, async ({ query: { pool: id }, caller, lang }) => {
      if (ledBy(caller, id) === null) return no('POOL_NOT_FOUND')
      return {
        account: await portfolio.account(id),
        lots: (
          await lotsOf(context.db, id, { status: 'open', code: null, before: null, limit: MOST_ROWS })
        ).map(portfolio.viewOf(lang)),
      }
    }),
    on(contract.placePoolOrder, async ({ input: { pool: id, ticket }, caller, key, lang }) => {
      const known = await context.engine.hasIdempotencyKey(id, key)
      if (!caller.tradingUnlocked && !known) return no('TRADING_LOCKED')
      const pool = ledBy(caller, id)
      if (pool === null) return no('POOL_NOT_FOUND')
      const now = context.clock.market()
      if (!known) {
        if (
          pool.state !== 'open' ||
          now < poolOf(commandDeps, context.engine.read, id)!.listing.terms.opensAt
        )
          return no('POOL_NOT_TRADING')
        if (pool.missingYen > 0) return no('POOL_OWES', { missingYen: pool.missingYen })
        if (ticket.leverage !== 1) return no('POOL_LEVERAGE')
        if (ticket.side !== 'up') return no('POOL_SHORT')
      }
      return named(ofOrders(await orders.place(id, placeOrderOf(ticket), by(id, caller, key))), lang)
    }),
    on(contract.cancelPoolOrder, async ({ input, caller, key, lang }) => {
      if (ledBy(caller, input.pool) === null) return no('POOL_NOT_FOUND')
      return named(ofOrders(await orders.cancel(input.pool, input.order, by(input.pool, caller, key))), lang)
    }),
    on(contract.closePoolLot, async ({ input: { pool: id, lot, closing }, caller, key, lang }) => {
      if (!caller.tradingUnlocked && !(await context.engine.hasIdempotencyKey(id, key)))
        return no('TRADING_LOCKED')
      if (ledBy(caller, id) === null) return no('POOL_NOT_FOUND')
      const {
        type,
        price,
        condition = 'none',
        timeInForce = 'day',
        validity = 'day',
        validUntil = null,
        quantity = null,
      } = closing
      return named(
        ofOrders(
          await orders.closeLot(
            id,
            lot,
            {
              type,
              priceTenths: maybeTenths(price),
              triggerTenths: null,
              condition,
              timeInForce,
              validity,
              validUntil,
              quantity,
            },
            by(id, caller, key),
          ),
        ),
        lang,
      )
    }),
  ]
}
