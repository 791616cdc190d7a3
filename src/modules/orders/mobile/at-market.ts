import { call } from '#client/call.ts'
import { CallError } from '#client/call-error.ts'
import { yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import { getDepth, getStock } from '#modules/market/contract.ts'
import { sweepOf } from '#modules/orders/model/reserve.ts'
import { farFrom, type Far } from '#modules/orders/model/sweep.ts'
import type { Board } from '#modules/venue/model/terms.ts'
import type { Through } from './close-worths.ts'
import { boardOf } from './use-board.ts'

/** The price of shares at market through the board of now, and the warning if it is worth one. */
export type AtMarket = { price: PriceYen; far: Far | null; through: Through; board: Board | undefined }

/**
 * Asked once, for a question about several issues; null: they do not trade as they come, or no board came.
 * `before`: shares of the same question that go first.
 */
export async function askAtMarket(
  code: string,
  side: 'up' | 'down',
  quantity: Quantity,
  before: Quantity,
): Promise<AtMarket | null> {
  try {
    const [stock, depth] = await Promise.all([
      call(getStock, { params: { code } }, { quiet: true }),
      call(getDepth, { params: { code } }, { quiet: true }),
    ])
    const order = { type: 'market', side, quantity, condition: 'none' } as const
    const board = boardOf(stock.quote, depth)
    const swept = sweepOf(order, board, before)
    const through: Through = (part, first) => sweepOf({ ...order, quantity: part }, board, before + first)
    return (
      swept && {
        price: yenOf(swept.priceTenths),
        far: farFrom(swept, quantity, stock.tickTable),
        through,
        board: board.board,
      }
    )
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure
    return null
  }
}
