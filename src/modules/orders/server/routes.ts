import type { MemberId } from '#kernel/id.ts'
import type { BasisPoints } from '#kernel/money.ts'
import type { PriceYen } from '#kernel/price.ts'
import { no, type Refusal } from '#kernel/result.ts'
import { spanOf } from '#kernel/time.ts'
import { type Caller as EngineCaller, type Command, memberCaller } from '#platform/engine/command.ts'
import { lossCutsOf } from '#modules/margin/server/public.ts'
import { lots } from '#modules/portfolio/server/public.ts'
import type { PortfolioPublic } from '#modules/portfolio/server/public.ts'
import { NotFound, on, type Caller, type RouteHandler, type AppContext } from '#modules/module.ts'
import * as contract from '../contract.ts'
import { maybeTenths, placeOrderOf } from '../model/order.ts'
import type { Terms } from '../model/terms.ts'
import type { CommandDeps } from './load-facts.ts'
import { orderOf, ordersOf, requestsOf, type OrderWithFills } from './queries.ts'
import { orders } from './tables.ts'
import { lossCutView, orderView, wordedOrder, type KeptOrderView } from './views.ts'

const DEFAULT_ROWS = 200
const MOST_ROWS = 500

export type Commands = {
  place: Command
  cancel: Command
  amend: Command
  close: Command
  closeMany: Command
  exits: Command
}
type View = contract.OrderView

/** The terms of a closing order, as the wire has them. */
const termsOf = ({
  type,
  price,
  condition = 'none',
  timeInForce = 'day',
  validity = 'day',
  validUntil,
}: contract.CloseLotInput): Terms => ({
  type,
  priceTenths: maybeTenths(price),
  triggerTenths: null,
  condition,
  timeInForce,
  validity,
  validUntil: validUntil ?? null,
})

/** The distance at which a stop follows the price; left out where none is named. */
const trailInput = ({ trailYen, trailBp }: { trailYen?: PriceYen; trailBp?: BasisPoints }) => ({
  ...(trailBp === undefined ? {} : { trailBp }),
  ...(trailYen === undefined ? {} : { trailTenths: maybeTenths(trailYen) }),
})

const exitsInput = (exits: contract.AmendedExits | undefined) =>
  exits === undefined
    ? null
    : {
        exitTrailBp: exits.trailBp ?? null,
        exitTrailTenths: maybeTenths(exits.trailYen),
        stopLossTenths: maybeTenths(exits.stopLoss),
        takeProfitTenths: maybeTenths(exits.takeProfit),
      }

export function orderRoutes(
  context: AppContext,
  { market }: CommandDeps,
  commands: Commands,
  portfolio: Pick<PortfolioPublic, 'hasLot'>,
): RouteHandler[] {
  const { db } = context
  const worded = (kept: KeptOrderView, lang: string): View => wordedOrder(context, market, kept, lang)
  const view = ({ order, fills }: OrderWithFills, lang: string) => worded(orderView(order, fills), lang)
  const callerOf = ({ memberId, sessionId }: Caller, key: string): EngineCaller =>
    memberCaller(memberId, sessionId, key)
  /** A repeat gets its first answer, whatever has changed meanwhile. */
  const isRepeat = ({ memberId }: Caller, key: string) => context.engine.hasIdempotencyKey(memberId, key)

  /** An order that is over is not in memory, and stays over. */
  async function whenFinished(memberId: MemberId, id: string): Promise<Refusal | null> {
    if (context.engine.read.of(orders).get(id)) return null
    const found = await orderOf(db, memberId, id)
    return found ? no('ORDER_FINISHED', { status: found.order.status }) : null
  }

  /** The engine's answer knows no fills. */
  async function withFills(
    result: View | Refusal,
    { memberId }: Caller,
    lang: string,
  ): Promise<View | Refusal> {
    if ('rejection' in result || result.filledQuantity === 0) return result
    const { fills, lotIds } = view((await orderOf(db, memberId, result.id))!, lang)
    return { ...result, fills, lotIds }
  }

  async function submit(
    command: Command,
    input: unknown,
    caller: Caller,
    key: string,
    lang: string,
    lane: 'normal' | 'reserved' = 'normal',
  ) {
    const { result } = await context.engine.submit(command, input, callerOf(caller, key), { lane })
    return result.ok ? worded(result.answer as KeptOrderView, lang) : result
  }

  return [
    on(contract.placeOrder, async ({ input, caller, key, lang }) => {
      if (!caller.tradingUnlocked && !(await isRepeat(caller, key))) return no('TRADING_LOCKED')
      return submit(commands.place, placeOrderOf(input), caller, key, lang)
    }),
    on(contract.closeLot, async ({ input, params, caller, key, lang }): Promise<View | Refusal> => {
      const known = await isRepeat(caller, key)
      if (!caller.tradingUnlocked && !known) return no('TRADING_LOCKED')
      // A closed lot is not in memory, and stays closed: the answer is the same for ever.
      if (
        !known &&
        !context.engine.read.of(lots).get(params.id) &&
        (await portfolio.hasLot(caller.memberId, params.id))
      )
        return no('LOT_CLOSED')
      const { quantity = null } = input
      return submit(commands.close, { ...termsOf(input), lotId: params.id, quantity }, caller, key, lang)
    }),
    on(contract.closeLots, async ({ input, caller, key, lang }) => {
      if (!caller.tradingUnlocked && !(await isRepeat(caller, key))) return no('TRADING_LOCKED')
      const { quantity, code, side, lots: named = null } = input
      const { result } = await context.engine.submit(
        commands.closeMany,
        { ...termsOf(input), code, side, quantity, lots: named },
        callerOf(caller, key),
      )
      return result.ok ? (result.answer as View[]).map((each) => worded(each, lang)) : result
    }),
    on(contract.setExits, async ({ input, params, caller, key }) => {
      const known = await isRepeat(caller, key)
      if (!caller.tradingUnlocked && !known) return no('TRADING_LOCKED')
      if (
        !known &&
        !context.engine.read.of(lots).get(params.id) &&
        (await portfolio.hasLot(caller.memberId, params.id))
      )
        return no('LOT_CLOSED')
      const exits = {
        lotId: params.id,
        takeProfitTenths: maybeTenths(input.takeProfit),
        stopLossTenths: maybeTenths(input.stopLoss),
        ...trailInput(input),
      }
      const { result } = await context.engine.submit(commands.exits, exits, callerOf(caller, key))
      return result.ok ? (result.answer as contract.ExitsView) : result
    }),
    on(contract.cancelOrder, async ({ params, caller, key, lang }): Promise<View | Refusal> => {
      const finished = (await isRepeat(caller, key)) ? null : await whenFinished(caller.memberId, params.id)
      return (
        finished ??
        withFills(
          await submit(commands.cancel, { orderId: params.id }, caller, key, lang, 'reserved'),
          caller,
          lang,
        )
      )
    }),
    on(contract.amendOrder, async ({ input, params, caller, key, lang }): Promise<View | Refusal> => {
      const known = await isRepeat(caller, key)
      if (!caller.tradingUnlocked && !known) return no('TRADING_LOCKED')
      const finished = known ? null : await whenFinished(caller.memberId, params.id)
      if (finished) return finished
      const { price, quantity = null, triggerPrice } = input
      return withFills(
        await submit(
          commands.amend,
          {
            orderId: params.id,
            priceTenths: maybeTenths(price),
            quantity,
            triggerTenths: maybeTenths(triggerPrice),
            ...trailInput(input),
            ...(input.endTrail === true ? { endTrail: true } : {}),
            mayBegin: true,
            exits: exitsInput(input.exits),
          },
          caller,
          key,
          lang,
        ),
        caller,
        lang,
      )
    }),
    on(contract.listOrders, async ({ query, caller, lang }) => {
      if (query.with !== undefined) {
        const found = await requestsOf(db, caller.memberId, query.with.split(','))
        if (found.length === 0) throw new NotFound()
        return found.map((one) => view(one, lang))
      }
      const statuses =
        query.status === undefined
          ? null
          : contract.ORDER_STATUSES.filter((status) => query.status!.split(',').includes(status))
      if (statuses?.length === 0) return []
      const limit =
        query.limit === undefined ? DEFAULT_ROWS : Math.min(Math.max(Number(query.limit), 1), MOST_ROWS)
      return (
        await ordersOf(db, caller.memberId, {
          statuses,
          before: query.before ?? null,
          limit,
          side: query.side,
          code: query.code,
          conditional: query.conditional,
          ...spanOf(query),
        })
      ).map((found) => view(found, lang))
    }),
    on(contract.listLossCuts, async ({ params, caller, lang }) => {
      const cuts = await lossCutsOf(db, caller.memberId, params.id)
      if (cuts.length === 0 && !(await portfolio.hasLot(caller.memberId, params.id))) throw new NotFound()
      return cuts.map((cut) => lossCutView(cut, (code) => market.nameOf(code, lang)))
    }),
    on(contract.getOrder, async ({ params, caller, lang }) => {
      const found = await orderOf(db, caller.memberId, params.id)
      if (!found) throw new NotFound()
      return view(found, lang)
    }),
  ]
}
