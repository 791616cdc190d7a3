import { LEVERAGES } from '#modules/orders/contract.ts'
import { wayOf, type Way } from '#modules/orders/model/way.ts'

/** The acts that a ticket opens with: shares paid in full, a long on margin, a short on margin. */
export const OPENING_WAYS = ['cashBuy', 'up', 'down'] as const satisfies readonly Way[]
export type OpeningWay = (typeof OPENING_WAYS)[number]

type Chosen = { readonly side: 'up' | 'down'; readonly leverage: number }

/** Exits are of the act that was left. */
export const NO_EXITS = {
  takeProfit: undefined,
  stopLoss: undefined,
  exitTrailYen: undefined,
  exitTrailBp: undefined,
} as const

/** The leverage that a margin order begins with, where the level allows it. */
const USUAL_LEVERAGE = 2

export const openingWay = ({ side, leverage }: Chosen): OpeningWay =>
  wayOf({ purpose: 'open', side, leverageTenths: Math.round(leverage * 10) }) as OpeningWay

/**
 * The form after another act was chosen: what ends the position is of the side that was left. A leverage
 * that was chosen on margin stays.
 */
export function opening(
  way: OpeningWay,
  { leverage }: Pick<Chosen, 'leverage'>,
  maxLeverage: number,
): Chosen & typeof NO_EXITS {
  const margin = LEVERAGES.filter((one) => one > 1)
  const usual = margin.findLast((one) => one <= Math.min(USUAL_LEVERAGE, maxLeverage)) ?? margin[0]!
  return {
    side: way === 'down' ? 'down' : 'up',
    leverage: way === 'cashBuy' ? 1 : way === 'up' && leverage === 1 ? usual : leverage,
    ...NO_EXITS,
  }
}

/**
 * The part of a form that changes when its ticket, in sight beside the issue, is asked for once more: what
 * the address names is taken, the rest stays as it was typed.
 */
export function takenOver<Asked extends { readonly side?: 'up' | 'down' }>(
  form: Chosen,
  { side = form.side, ...named }: Asked,
  maxLeverage: number,
): Partial<Chosen> & Omit<Asked, 'side'> {
  const way = side === 'down' ? 'down' : form.leverage === 1 ? 'cashBuy' : 'up'
  return { ...(side === form.side ? {} : opening(way, form, maxLeverage)), ...named }
}
