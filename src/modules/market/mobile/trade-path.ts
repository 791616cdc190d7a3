import type { PriceYen } from '#kernel/price.ts'
import { paths } from '#client/paths.ts'

/**
 * Page on which selling (`down`) or buying (`up`) ends what is held of the issue, at the limit `price` (yen)
 * if one is given; null: nothing is held that this side ends.
 */
export type Closing = (side: 'up' | 'down', price?: PriceYen) => string | null

/**
 * The page that pressing a side leads to: the end of the holding, else a new order, a short sale where it
 * sells.
 */
export const tradePath = (code: string, closing: Closing, side: 'up' | 'down', price?: PriceYen): string =>
  closing(side, price) ??
  paths.orderTicket({ code, side, ...(price === undefined ? {} : { type: 'limit', price }) })
