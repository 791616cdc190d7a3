import type { MemberId } from '#kernel/id.ts'
import { addMonths, dateJst, type DateJst, lastDayOfMonth } from '#kernel/time.ts'
import type { Database } from '#platform/database/connect.ts'
import type { MarketPublic } from '#modules/market/server/public.ts'
import { on, type RouteHandler, type AppContext } from '#modules/module.ts'
import { listFees, type FeeStatement } from '../contract.ts'

const MOST_ROWS = 500

type Period = { readonly from: DateJst; readonly to: DateJst }

/** A calendar month or year in which `today` lies, or the month before it. */
export function periodOf(name: 'month' | 'last-month' | 'year', today: DateJst): Period {
  if (name === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: `${today.slice(0, 4)}-12-31` }
  const month = addMonths(today, name === 'last-month' ? -1 : 0)
  return { from: `${month}-01`, to: lastDayOfMonth(month) }
}

/**
 * Orders of these trade dates that traded, newest first, with the fee that the ticket showed and the one that
 * was charged; sums over all.
 */
async function feesOf(
  { kysely }: Database,
  memberId: MemberId,
  period: Period,
  nameOf: (code: string) => string,
): Promise<FeeStatement> {
  const traded = kysely
    .selectFrom('orders')
    .where('memberId', '=', memberId)
    .where('filledQuantity', '>', 0)
    .where('tradeDate', '>=', period.from)
    .where('tradeDate', '<=', period.to)
  const sums = await traded
    .select(({ fn }) => [
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('quotedFeeYen').as('quoted'),
      fn.sum<string | null>('feeYen').as('charged'),
    ])
    .executeTakeFirstOrThrow()
  const penalties = await kysely
    .selectFrom('transfers')
    .select(({ fn }) => fn.sum<string | null>('yen').as('yen'))
    .where('memberId', '=', memberId)
    .where('kind', '=', 'day-penalty')
    .where('tradeDate', '>=', period.from)
    .where('tradeDate', '<=', period.to)
    .executeTakeFirstOrThrow()
  const orders = await traded.selectAll().orderBy('id', 'desc').limit(MOST_ROWS).execute()
  return {
    ...period,
    count: Number(sums.count),
    quoted: Number(sums.quoted),
    charged: Number(sums.charged),
    penalties: Number(penalties.yen),
    orders: orders.map((order) => ({
      id: order.id,
      number: order.number,
      code: order.code,
      name: nameOf(order.code),
      side: order.side,
      purpose: order.purpose,
      leverage: order.leverageTenths / 10,
      tradeDate: order.tradeDate,
      quantity: order.quantity,
      filledQuantity: order.filledQuantity,
      traded: order.filledYen,
      quoted: order.quotedFeeYen,
      charged: order.feeYen,
    })),
    simulated: true,
  }
}

export const feesRoute = ({ db, clock }: AppContext, market: Pick<MarketPublic, 'nameOf'>): RouteHandler =>
  on(listFees, ({ query, caller, lang }) =>
    feesOf(db, caller.memberId, periodOf(query.period ?? 'month', dateJst(clock.market())), (code) =>
      market.nameOf(code, lang),
    ),
  )
