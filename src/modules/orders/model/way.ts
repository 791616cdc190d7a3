import { isLeveraged, type Terms } from '#modules/margin/model/charges.ts'

/** The act of an order, as the trade calls it: paid shares are bought and sold, only margin lots closed. */
export const WAYS = ['cashBuy', 'up', 'down', 'cashSell', 'closeLong', 'closeShort'] as const
export type Way = (typeof WAYS)[number]

/** The way of an order; of a closing one its own side counts, which is the other side of its lot. */
export function wayOf({
  purpose,
  side,
  leverageTenths,
}: Terms & { readonly purpose: 'open' | 'close' }): Way {
  if (purpose === 'open') return side === 'up' && !isLeveraged({ side, leverageTenths }) ? 'cashBuy' : side
  return wayOfClosing({ side: side === 'down' ? 'up' : 'down', leverageTenths })
}

/** The way out of a lot. */
export const wayOfClosing = (lot: Terms): Way =>
  !isLeveraged(lot) ? 'cashSell' : lot.side === 'up' ? 'closeLong' : 'closeShort'
