import { acceptedName, type NamingRejection } from '#kernel/accepted-name.ts'
import type { BasisPoints } from '#kernel/money.ts'
import { tenthsOf, yenOf, type PriceYen, type Quantity } from '#kernel/price.ts'
import { no, ok, type Result } from '#kernel/result.ts'
import type { TickTable } from '#modules/instruments/model/instrument.ts'
import { nextTick, roundToTick } from '#modules/instruments/model/tick.ts'
import type { Leverage } from './leverages.ts'
import type { Condition, OrderType, TimeInForce } from './order.ts'
import { isStop, refusedByTerms } from './terms.ts'

export const MOST_TEMPLATES = 20
/** A distance of an exit from the price of its order. */
export const LEAST_EXIT_BP: BasisPoints = 1
export const MOST_EXIT_BP: BasisPoints = 9_999
export const TEMPLATE_VALIDITIES = ['day', 'week'] as const

/**
 * The terms of an order without its issue and its prices, which do not last: what is filled in again and
 * again.
 */
export type TemplateTerms = {
  readonly side: 'up' | 'down'
  readonly type: OrderType
  readonly quantity: Quantity
  readonly leverage: Leverage
  readonly condition: Condition
  readonly timeInForce: TimeInForce
  readonly validity: (typeof TEMPLATE_VALIDITIES)[number]
  readonly takeProfitBp: BasisPoints | null
  readonly stopLossBp: BasisPoints | null
  /** Distances of a stop that trails, and of a stop-loss that does. */
  readonly trailYen?: PriceYen
  readonly trailBp?: BasisPoints
  readonly exitTrailYen?: PriceYen
  readonly exitTrailBp?: BasisPoints
}
export type OrderTemplate = TemplateTerms & { readonly id: string; readonly name: string }

/** Keeps a template under a name of its own; said again with its id, it is there. */
export function saveTemplate(
  kept: readonly OrderTemplate[],
  template: OrderTemplate,
): Result<readonly OrderTemplate[], NamingRejection | 'TEMPLATE_INVALID' | 'TOO_MANY_TEMPLATES'> {
  if (kept.some((one) => one.id === template.id)) return ok(kept)
  if (!areTerms(template)) return no('TEMPLATE_INVALID')
  const name = acceptedName(kept, template.id, template.name)
  if (!name.ok) return name
  if (kept.length >= MOST_TEMPLATES) return no('TOO_MANY_TEMPLATES', { most: MOST_TEMPLATES })
  return ok([...kept, { ...template, name: name.value }])
}

export function removeTemplate(
  kept: readonly OrderTemplate[],
  id: string,
): Result<readonly OrderTemplate[], 'TEMPLATE_NOT_FOUND'> {
  const left = kept.filter((one) => one.id !== id)
  return left.length === kept.length ? no('TEMPLATE_NOT_FOUND') : ok(left)
}

/** True for terms that an order can have at some time of a day, whatever its prices. */
function areTerms(template: TemplateTerms): boolean {
  const { type, condition, timeInForce, validity, stopLossBp } = template
  const { trailYen, trailBp, exitTrailYen, exitTrailBp } = template
  if (trailYen !== undefined && trailBp !== undefined) return false
  if (exitTrailYen !== undefined && exitTrailBp !== undefined) return false
  const hasPrice = type === 'limit' || type === 'stop-limit'
  const terms = {
    type,
    condition,
    timeInForce,
    validity,
    validUntil: null,
    priceTenths: hasPrice ? 10 : null,
    triggerTenths: isStop({ type }) ? 10 : null,
    trailTenths: trailYen === undefined ? null : tenthsOf(trailYen),
    trailBp: trailBp ?? null,
    stopLossTenths: stopLossBp === null ? null : 10,
    exitTrailTenths: exitTrailYen === undefined ? null : tenthsOf(exitTrailYen),
    exitTrailBp: exitTrailBp ?? null,
  }
  const phase = timeInForce === 'ioc' ? 'continuous' : 'pre-open'
  return refusedByTerms({ phase, dates: null }, terms) === null
}

type Exits = { readonly takeProfit?: PriceYen | null; readonly stopLoss?: PriceYen | null }

/** The distances of exits from the price of their order; null: none, or beside what can be kept. */
export function exitDistances(
  price: PriceYen,
  { takeProfit, stopLoss }: { [Exit in keyof Exits]?: Exits[Exit] | undefined },
): Pick<TemplateTerms, 'takeProfitBp' | 'stopLossBp'> {
  const distance = (exit: PriceYen | null | undefined) => {
    if (exit === null || exit === undefined) return null
    const bp = Math.round((Math.abs(exit - price) / price) * 10_000)
    return bp < LEAST_EXIT_BP || bp > MOST_EXIT_BP ? null : bp
  }
  return { takeProfitBp: distance(takeProfit), stopLossBp: distance(stopLoss) }
}

/** The prices of a template at the last price of an issue: limit, trigger and exits, on its grid. */
export function pricesOf(
  { side, type, takeProfitBp, stopLossBp }: TemplateTerms,
  last: PriceYen,
  tickTable: TickTable,
): {
  readonly price: PriceYen
  readonly triggerPrice: PriceYen | undefined
  readonly takeProfit: PriceYen | undefined
  readonly stopLoss: PriceYen | undefined
} {
  const towards = side === 'up' ? 1 : -1
  const away = (bp: BasisPoints | null, way: number) =>
    bp === null
      ? undefined
      : yenOf(roundToTick(Math.round((tenthsOf(last) * (10_000 + way * bp)) / 10_000), tickTable, 'nearest'))
  return {
    price: last,
    triggerPrice: isStop({ type }) ? yenOf(nextTick(tenthsOf(last), tickTable, towards)) : undefined,
    takeProfit: away(takeProfitBp, towards),
    stopLoss: away(stopLossBp, -towards),
  }
}
