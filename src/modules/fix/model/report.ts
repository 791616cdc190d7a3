import type { MemberId, OrderId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import type { Ms } from '#kernel/time.ts'
import type { Field, FixMessage } from '#wire/fix/message.ts'
import { fixTime } from '#wire/fix/time.ts'
import type { OrdStatus } from '#modules/orders/model/order-status.ts'
import { priceText, termFields, type Terms } from './terms.ts'

/** OrdStatus (39) of an order of a session. */
export const STATUSES = ['0', '1', '2', '4', '8', 'C'] as const
export type FixStatus = (typeof STATUSES)[number]

/** One of our orders behind an order of a session. */
type Part = { readonly quantity: Quantity; readonly filled: Quantity; readonly end: '4' | '8' | 'C' | null }

/** An order as its sender knows it: under its ClOrdID, whatever number of ours it is made of. */
export type FixOrder = {
  /** OrderID (37): the id of the first of our orders. */
  readonly id: OrderId
  readonly keyId: string
  readonly memberId: MemberId
  readonly clOrdId: string
  /** A cancel or replacement that was asked for under a name of its own and is not answered. */
  readonly asked: { readonly clOrdId: string; readonly does: 'cancel' | 'replace' } | null
  readonly terms: Terms
  readonly quantity: Quantity
  readonly filled: Quantity
  /** Σ price × quantity of the fills, in tenths of a yen. */
  readonly filledTenths: number
  readonly parts: { readonly [orderId: string]: Part }
  readonly status: FixStatus
  readonly updatedAt: Ms
}

export const isOver = ({ status }: Pick<FixOrder, 'status'>): boolean => status !== '0' && status !== '1'

/** The change of one of our orders, as its event tells it. */
export type PartChange = {
  orderId: OrderId
  ordStatus: OrdStatus
  filledQuantity: Quantity
  quantity: Quantity
  priceTenths: PriceTenths | null
  triggerTenths: PriceTenths | null
  isAmending: boolean
  cancelAsked: boolean
  reason: string | null
}
export type Trade = { priceTenths: PriceTenths; quantity: Quantity }

const ENDS: Partial<Record<OrdStatus, '4' | '8' | 'C'>> = { CANCELED: '4', EXPIRED: 'C', REJECTED: '8' }

/** ExecID (17): the number of the journal's record, and which report of it. */
type Numbers = { seq: number; at: Ms; next: () => number | string }
export const numbersOf = (seq: number, at: Ms): Numbers => {
  let n = 0
  return { seq, at, next: () => n++ }
}

/** The same for copies of orders that no session sent, which may come in one record with a session's. */
export const copyNumbersOf = (seq: number, at: Ms): Numbers => {
  const { next } = numbersOf(seq, at)
  return { seq, at, next: () => `c${next()}` }
}

/** Average of the fills, to four places. */
const averageText = ({ filled, filledTenths }: FixOrder): string => {
  if (filled === 0) return '0'
  const tenThousandths = (BigInt(filledTenths) * 2000n + BigInt(filled)) / (BigInt(filled) * 2n)
  const text = String(tenThousandths).padStart(5, '0')
  return `${text.slice(0, -4)}.${text.slice(-4)}`.replace(/\.?0+$/, '')
}

/** An ExecutionReport (8) of an order as it stands. */
export function report(
  order: FixOrder,
  execType: string,
  { seq, at, next }: Numbers,
  more: readonly Field[] = [],
): FixMessage {
  const leaves = isOver(order) ? 0 : order.quantity - order.filled
  const fields: Field[] = [
    [37, order.id],
    [11, order.clOrdId],
    [17, `${seq}-${next()}`],
    [150, execType],
    [39, order.status],
    ...termFields(order.terms),
    [38, String(order.quantity)],
    [151, String(leaves)],
    [14, String(order.filled)],
    [6, averageText(order)],
    [60, fixTime(at)],
    ...more,
  ]
  return { type: '8', fields }
}

/** An OrderCancelReject (9). */
export const cancelReject = (
  names: { clOrdId: string; origClOrdId: string; orderId?: string },
  status: string,
  does: 'cancel' | 'replace',
  reason: string,
  text: string,
): FixMessage => ({
  type: '9',
  fields: [
    [37, names.orderId ?? 'NONE'],
    [11, names.clOrdId],
    [41, names.origClOrdId],
    [39, status],
    [434, does === 'cancel' ? '1' : '2'],
    [102, reason],
    [58, text],
  ],
})

/** Reports of the trades of one part, in their order. */
function traded(
  order: FixOrder,
  change: PartChange,
  trades: readonly Trade[],
  numbers: Numbers,
): [FixOrder, FixMessage[]] {
  let next = order
  const messages = trades.map(({ priceTenths, quantity }) => {
    const filled = next.filled + quantity
    const part = next.parts[change.orderId]!
    next = {
      ...next,
      filled,
      filledTenths: next.filledTenths + priceTenths * quantity,
      parts: { ...next.parts, [change.orderId]: { ...part, filled: part.filled + quantity } },
      status: filled === next.quantity ? '2' : '1',
    }
    return report(next, 'F', numbers, [
      [32, String(quantity)],
      [31, priceText(priceTenths)],
    ])
  })
  return [next, messages]
}

/** A cancel or replacement that the venue has refused, where the order goes on as it was. */
function refused(order: FixOrder, change: PartChange): [FixOrder, FixMessage[]] {
  const { asked } = order
  if (asked === null || change.ordStatus in ENDS || change.ordStatus === 'FILLED') return [order, []]
  if (asked.does === 'replace' ? change.isAmending : change.cancelAsked) return [order, []]
  const names = { clOrdId: asked.clOrdId, origClOrdId: order.clOrdId, orderId: order.id }
  return [{ ...order, asked: null }, [cancelReject(names, order.status, asked.does, '99', 'refused')]]
}

/** An order of which its venue says nothing: a status, of no change. */
const unheard = (order: FixOrder, { ordStatus, reason }: PartChange, numbers: Numbers): FixMessage[] =>
  ordStatus === 'UNKNOWN' ? [report(order, 'I', numbers, [[58, reason ?? ordStatus]])] : []

/** The order replaced, where its price or trigger is another or it is of fewer shares. */
function replaced(order: FixOrder, change: PartChange, numbers: Numbers): [FixOrder, FixMessage[]] {
  const part = order.parts[change.orderId]!
  const { terms } = order
  const isSame =
    change.quantity === part.quantity &&
    change.triggerTenths === terms.triggerTenths &&
    (terms.priceTenths === null || change.priceTenths === terms.priceTenths)
  const wasAsked = order.asked?.does === 'replace'
  if (isSame) return refused(order, change)
  const quantity = order.quantity - part.quantity + change.quantity
  const before = order.clOrdId
  const next: FixOrder = {
    ...order,
    ...(wasAsked ? { clOrdId: order.asked.clOrdId, asked: null } : {}),
    terms: {
      ...terms,
      priceTenths: terms.priceTenths === null ? null : change.priceTenths,
      triggerTenths: change.triggerTenths,
    },
    quantity,
    parts: { ...order.parts, [change.orderId]: { ...part, quantity: change.quantity } },
  }
  return wasAsked
    ? [next, [report(next, '5', numbers, [[41, before]])]]
    : [next, [report(next, 'D', numbers, [[58, 'amended in the app']])]]
}

/** The end of a part: of the order, once no part of it is left. */
function ended(order: FixOrder, change: PartChange, numbers: Numbers): [FixOrder, FixMessage[]] {
  const end = ENDS[change.ordStatus]
  const parts =
    end === undefined
      ? order.parts
      : { ...order.parts, [change.orderId]: { ...order.parts[change.orderId]!, end } }
  const isAllOver = Object.values(parts).every(
    ({ quantity, filled, end: own }) => own !== null || filled === quantity,
  )
  const messages: FixMessage[] = []
  let next: FixOrder = { ...order, parts }
  if (!isAllOver) return [next, messages]
  const { asked } = order
  const last = end ?? Object.values(parts).find(({ end: own }) => own !== null)?.end ?? null
  // A cancel or replacement that came too late is answered before the end that it met.
  if (asked !== null && !(asked.does === 'cancel' && last === '4')) {
    const names = { clOrdId: asked.clOrdId, origClOrdId: order.clOrdId, orderId: order.id }
    messages.push(cancelReject(names, last ?? '2', asked.does, '0', 'too late'))
    next = { ...next, asked: null }
  }
  if (last === null) return [next, messages]
  next = { ...next, status: last, asked: null }
  const more: Field[] = [
    ...(asked?.does === 'cancel' && last === '4' ? [[41, order.clOrdId] as const] : []),
    ...(change.reason === null ? [] : [[58, change.reason] as const]),
    ...(last === '8' ? [[103, '99'] as const] : []),
  ]
  if (asked?.does === 'cancel' && last === '4') next = { ...next, clOrdId: asked.clOrdId }
  messages.push(report(next, last, numbers, more))
  return [next, messages]
}

/** The order after a change of one of its parts, and what its sender is told. */
export function follow(
  order: FixOrder,
  change: PartChange,
  trades: readonly Trade[],
  numbers: Numbers,
): { order: FixOrder; messages: FixMessage[] } {
  const [afterTrades, told] = traded(order, change, trades, numbers)
  const [afterAmend, amended] = replaced(afterTrades, change, numbers)
  const [after, over] = isOver(order) ? [afterAmend, []] : ended(afterAmend, change, numbers)
  const unknown = isOver(after) ? [] : unheard(after, change, numbers)
  return { order: after, messages: [...told, ...amended, ...over, ...unknown] }
}
