import { isLeveraged, type Terms } from '#modules/margin/model/charges.ts'

/** How the sentences of messages tell the three kinds of holders apart. */
export const holderWord = (lot: Terms): 'cash' | 'long' | 'short' =>
  lot.side === 'down' ? 'short' : isLeveraged(lot) ? 'long' : 'cash'
