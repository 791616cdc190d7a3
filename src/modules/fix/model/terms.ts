import { isDate } from '#kernel/time.ts'
import { tenthsOf, type LeverageTenths, type PriceTenths, type Quantity } from '#kernel/price.ts'
import { valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import { LEVERAGES } from '#modules/orders/model/leverages.ts'
import type { PlaceOrder } from '#modules/orders/model/order.ts'

/**
 * An order as its sender wrote it, in FIX's own words, for its reports: Symbol (55), Side (54), CashMargin
 * (544), OrdType (40), TimeInForce (59).
 */
export type Terms = {
  readonly code: string
  readonly side: '1' | '2' | '5'
  readonly cash: '1' | '2' | '3'
  readonly ordType: '1' | '2' | '3' | '4'
  readonly inForce: '0' | '2' | '3' | '6' | '7'
  readonly priceTenths: PriceTenths | null
  readonly triggerTenths: PriceTenths | null
}

/** The request of an order to the engine: to open, or to close what is held of an issue. */
export type Asked =
  | { does: 'open'; order: PlaceOrder }
  | {
      does: 'close'
      /** Side of what is held, and whether it was bought on margin. */
      held: { side: 'up' | 'down'; isLeveraged: boolean }
      order: Pick<
        PlaceOrder,
        'code' | 'type' | 'priceTenths' | 'condition' | 'timeInForce' | 'validity' | 'validUntil' | 'quantity'
      > & { triggerTenths: null }
    }

/** Reason for which an order is refused before the engine is asked: OrdRejReason (103) and its words. */
export type Problem = { reason: string; text: string }
const problem = (reason: string, text: string): Problem => ({ reason, text })
export const isProblem = (value: object): value is Problem => 'text' in value

/** Longest ClOrdID, and what may stand in it: it is kept in the journal, where no one's words stand. */
const ISSUE_CODE = /^[0-9A-Z]{4}$/
const CL_ORD_ID = /^[A-Za-z0-9._:/-]{1,36}$/
export const isClOrdId = (text: string | undefined): text is string =>
  text !== undefined && CL_ORD_ID.test(text)

/** An issue code; else what FIX says where there is none: no one's words are repeated. */
export const symbolOf = (text: string | undefined): string =>
  text !== undefined && ISSUE_CODE.test(text) ? text : '[N/A]'

const oneOf = <T extends string>(value: string | undefined, allowed: readonly T[]): T | null =>
  allowed.find((each) => each === value) ?? null

/** Whole shares of a Qty; null: it is none. */
export function sharesOf(text: string | undefined): Quantity | null {
  return text !== undefined && /^\d{1,9}(\.0*)?$/.test(text) && Number(text) > 0
    ? Number.parseInt(text, 10)
    : null
}

/** Tenths of a yen of a Price; null: it is none, or finer than a tenth. */
export function tenthsFrom(text: string | undefined): PriceTenths | null {
  return text !== undefined && /^\d{1,8}(\.\d0*)?$/.test(text) && Number(text) > 0
    ? tenthsOf(Number(text))
    : null
}

/** Leverage of a MarginRatio (898), the part of the value that is paid, 0.4 for 2.5×; null: none of ours. */
function leverageOf(ratio: string | undefined): LeverageTenths | null {
  const value = Number(ratio)
  if (ratio === undefined || !(value > 0)) return null
  const tenths = Math.round(10 / value)
  return LEVERAGES.some((each) => Math.round(each * 10) === tenths) ? tenths : null
}

const TYPES = { '1': 'market', '2': 'limit', '3': 'stop', '4': 'stop-limit' } as const

/** Prices of an order of this type; a price that its type has no use for is refused, not passed over. */
function pricesOf(
  message: FixMessage,
  ordType: Terms['ordType'],
): Problem | Pick<Terms, 'priceTenths' | 'triggerTenths'> {
  const [price, trigger] = [valueOf(message, 44), valueOf(message, 99)]
  const hasPrice = ordType === '2' || ordType === '4'
  const hasTrigger = ordType === '3' || ordType === '4'
  if (hasPrice !== (price !== undefined))
    return problem('99', hasPrice ? 'Price (44) is missing' : 'Price (44) is not of this type')
  if (hasTrigger !== (trigger !== undefined))
    return problem('99', hasTrigger ? 'StopPx (99) is missing' : 'StopPx (99) is not of this type')
  const priceTenths = hasPrice ? tenthsFrom(price) : null
  const triggerTenths = hasTrigger ? tenthsFrom(trigger) : null
  if ((hasPrice && priceTenths === null) || (hasTrigger && triggerTenths === null))
    return problem('99', 'a price is whole tenths of a yen above nothing')
  return { priceTenths, triggerTenths }
}

type Validity = Pick<PlaceOrder, 'condition' | 'timeInForce' | 'validity' | 'validUntil'>
function validityOf(message: FixMessage, inForce: Terms['inForce']): Problem | Validity {
  const day = { condition: 'none', timeInForce: 'day', validity: 'day', validUntil: null } as const
  if (inForce === '3') return { ...day, timeInForce: 'ioc' }
  if (inForce === '2') return { ...day, condition: 'at-open' }
  if (inForce === '7') return { ...day, condition: 'at-close' }
  if (inForce === '0') return day
  const date = valueOf(message, 432)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  if (date === undefined || !isDate(date)) return problem('99', 'ExpireDate (432) is missing')
  return { ...day, validity: 'date', validUntil: date }
}

/** Side, CashMargin and leverage together: what the order does, or why no order does that. */
function sideOf(
  message: FixMessage,
): Problem | (Pick<Terms, 'side' | 'cash'> & { leverage: LeverageTenths }) {
  const side = oneOf(valueOf(message, 54), ['1', '2', '5'] as const)
  if (side === null) return problem('99', 'Side (54) is 1 (buy), 2 (sell) or 5 (sell short)')
  const cash = oneOf(valueOf(message, 544) ?? '1', ['1', '2', '3'] as const)
  if (cash === null) return problem('99', 'CashMargin (544) is 1, 2 or 3')
  if (side === '5' && cash !== '2') return problem('99', 'a short sale opens on margin: CashMargin (544) 2')
  if (side === '2' && cash === '2')
    return problem('99', 'a sale that opens on margin is a short sale: Side (54) 5')
  if (cash !== '2') return { side, cash, leverage: 10 }
  const leverage = leverageOf(valueOf(message, 898))
  return leverage === null
    ? problem('99', `MarginRatio (898) is 1 over one of ${LEVERAGES.join(', ')}`)
    : { side, cash, leverage }
}

/** The order that a NewOrderSingle asks for, with its terms; or why it can't be one. */
export function readOrder(message: FixMessage): Problem | { terms: Terms; quantity: Quantity; asked: Asked } {
  const code = valueOf(message, 55) ?? ''
  if (!ISSUE_CODE.test(code)) return problem('1', 'Symbol (55) is an issue code of four characters')
  const side = sideOf(message)
  if (isProblem(side)) return side
  const ordType = oneOf(valueOf(message, 40), ['1', '2', '3', '4'] as const)
  if (ordType === null)
    return problem('11', 'OrdType (40) is 1 (market), 2 (limit), 3 (stop) or 4 (stop limit)')
  const inForce = oneOf(valueOf(message, 59) ?? '0', ['0', '2', '3', '6', '7'] as const)
  if (inForce === null) return problem('11', 'TimeInForce (59) is 0, 2, 3, 6 or 7')
  const quantity = sharesOf(valueOf(message, 38))
  if (quantity === null) return problem('13', 'OrderQty (38) is whole shares')
  const prices = pricesOf(message, ordType)
  if (isProblem(prices)) return prices
  const validity = validityOf(message, inForce)
  if (isProblem(validity)) return validity
  const { cash, leverage } = side
  const terms: Terms = { code, side: side.side, cash, ordType, inForce, ...prices }
  const opens = cash === '2' || (cash === '1' && side.side === '1')
  if (opens)
    return { terms, quantity, asked: { does: 'open', order: openingOf(terms, quantity, validity, leverage) } }
  if (prices.triggerTenths !== null)
    return problem('11', 'a stop closes nothing here: send take-profit and stop-loss in the app')
  const held = { side: side.side === '2' ? 'up' : 'down', isLeveraged: cash === '3' } as const
  const order = {
    code,
    type: TYPES[ordType],
    priceTenths: prices.priceTenths,
    ...validity,
    quantity,
    triggerTenths: null,
  }
  return { terms, quantity, asked: { does: 'close', held, order } }
}

const openingOf = (
  terms: Terms,
  quantity: Quantity,
  validity: Validity,
  leverageTenths: LeverageTenths,
): PlaceOrder => ({
  code: terms.code,
  condition: validity.condition,
  leverageTenths,
  priceTenths: terms.priceTenths,
  quantity,
  side: terms.side === '1' ? 'up' : 'down',
  stopLossTenths: null,
  takeProfitTenths: null,
  timeInForce: validity.timeInForce,
  triggerTenths: terms.triggerTenths,
  type: TYPES[terms.ordType],
  validUntil: validity.validUntil,
  validity: validity.validity,
})

const priceText = (tenths: number): string =>
  tenths % 10 === 0 ? String(tenths / 10) : (tenths / 10).toFixed(1)

/** The fields of terms, as reports repeat them. */
export const termFields = ({
  code,
  side,
  cash,
  ordType,
  inForce,
  priceTenths,
  triggerTenths,
}: Terms): Field[] => [
  [55, code],
  [54, side],
  [544, cash],
  [40, ordType],
  ...(priceTenths === null ? [] : [[44, priceText(priceTenths)] as const]),
  ...(triggerTenths === null ? [] : [[99, priceText(triggerTenths)] as const]),
  [59, inForce],
]
export { priceText }
