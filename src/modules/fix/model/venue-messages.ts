import type { OrderId } from '#kernel/id.ts'
import type { PriceTenths, Quantity } from '#kernel/price.ts'
import { dateJst, isDate, type DateJst, type Ms } from '#kernel/time.ts'
import { numberOf, valueOf, type Field, type FixMessage } from '#wire/fix/message.ts'
import { fixTime, timeOf } from '#wire/fix/time.ts'
import type { VenueAmendment, VenueOrder } from '#modules/venue/model/terms.ts'
import { priceText, sharesOf, tenthsFrom } from './terms.ts'
import type { ExecType } from '#modules/venue/model/terms.ts'

/** Messages of a venue about orders: reports, refused requests, messages that it could not take or read. */
export const VENUE_MESSAGES: ReadonlySet<string> = new Set(['8', '9', 'j', '3'])

/** A request about an order that the venue has not answered. */
export type Request = { readonly n: number } & (
  | { readonly does: 'cancel' }
  | { readonly does: 'replace'; readonly to: VenueAmendment }
)

/** An order as the venue knows it: by our names for it, of which the last that it took stands. */
export type VenueFixOrder = {
  readonly orderId: OrderId
  /** Number of the request whose name stands; 0: the order's own. */
  readonly stands: number
  /** Requests so far, each with a name of its own. */
  readonly requests: number
  readonly asked: Request | null
  readonly code: string
  readonly side: '1' | '2'
  readonly ordType: '1' | '2'
  readonly inForce: '0' | '2' | '3' | '6' | '7'
  /** Last trade date of an order of several days; null: the one on which it goes. */
  readonly goodUntil: DateJst | null
  readonly quantity: Quantity
  readonly priceTenths: PriceTenths | null
  /** Σ of the trades that the venue has told, apart from those it took back. */
  readonly cumQty: Quantity
  readonly isTaken: boolean
  readonly isOver: boolean
  /** Moment of the last word about it, by this server. */
  readonly at: Ms
  /** Over for so long that nobody asks for it by its name. */
  readonly isDone: boolean
}

/**
 * ClOrdID (11): the order's id without dashes, and the number of a request after a dot. It is given once for
 * ever, whatever becomes of our tables, and says whose it is without looking.
 */
export const nameOf = (orderId: OrderId, n: number): string =>
  `${orderId.replaceAll('-', '')}${n === 0 ? '' : `.${n}`}`

/** The order and request of a ClOrdID; null: it is none of ours. */
export function namedBy(name: string | undefined): { orderId: OrderId; n: number } | null {
  const parts = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})(?:\.(\d{1,4}))?$/.exec(
    name ?? '',
  )
  if (parts === null) return null
  const [, a, b, c, d, e, n] = parts
  return { orderId: `${a}-${b}-${c}-${d}-${e}` as OrderId, n: Number(n ?? '0') }
}

/** FUNARI (不成) has no word in FIX 4.4: such an order is refused here, and never sent as another. */
export const isWordless = ({ condition }: Pick<VenueOrder, 'condition'>): boolean => condition === 'FUNARI'

function inForceOf({ timeInForce, condition, goodUntil }: VenueOrder, today: DateJst) {
  if (timeInForce === 'IOC') return '3'
  if (condition === 'AT_OPEN') return '2'
  if (condition === 'AT_CLOSE') return '7'
  return goodUntil !== undefined && goodUntil > today ? '6' : '0'
}

/** The order as it will be sent on the trade date `today`. */
export const orderFor = (order: VenueOrder, today: DateJst, at: Ms): VenueFixOrder => ({
  orderId: order.orderId,
  stands: 0,
  requests: 0,
  asked: null,
  code: order.code,
  side: order.side === 'BUY' ? '1' : '2',
  ordType: order.ordType === 'MARKET' ? '1' : '2',
  inForce: inForceOf(order, today),
  goodUntil: inForceOf(order, today) === '6' ? order.goodUntil! : null,
  quantity: order.leavesQty,
  priceTenths: order.priceTenths,
  cumQty: 0,
  isTaken: false,
  isOver: false,
  at,
  isDone: false,
})

const inForceFields = ({ inForce, goodUntil }: VenueFixOrder): Field[] => [
  [59, inForce],
  ...(goodUntil === null ? [] : [[432, goodUntil.replaceAll('-', '')] as const]),
]

const priceFields = (priceTenths: PriceTenths | null): Field[] =>
  priceTenths === null ? [] : [[44, priceText(priceTenths)]]

/** NewOrderSingle (D); `isAgain`: the venue may have had it (97). */
export const newOrder = (order: VenueFixOrder, at: Ms, isAgain: boolean): FixMessage => ({
  type: 'D',
  fields: [
    ...(isAgain ? [[97, 'Y'] as const] : []),
    [11, nameOf(order.orderId, 0)],
    [21, '1'],
    [55, order.code],
    [54, order.side],
    [60, fixTime(at)],
    [38, String(order.quantity)],
    [40, order.ordType],
    ...priceFields(order.priceTenths),
    ...inForceFields(order),
  ],
})

const requestFields = (order: VenueFixOrder, at: Ms): Field[] => [
  [41, nameOf(order.orderId, order.stands)],
  [11, nameOf(order.orderId, order.requests)],
  [55, order.code],
  [54, order.side],
  [60, fixTime(at)],
]

/** OrderCancelRequest (F) of an order whose `requests` counts it already. */
export const cancelRequest = (order: VenueFixOrder, at: Ms): FixMessage => ({
  type: 'F',
  fields: [...requestFields(order, at), [38, String(order.quantity)]],
})

/** OrderCancelReplaceRequest (G): OrderQty (38) is the whole order's. */
export const replaceRequest = (order: VenueFixOrder, to: VenueAmendment, at: Ms): FixMessage => ({
  type: 'G',
  fields: [
    ...requestFields(order, at),
    [21, '1'],
    [38, String(to.quantity ?? order.quantity)],
    [40, order.ordType],
    ...priceFields(to.priceTenths ?? order.priceTenths),
    ...inForceFields(order),
  ],
})

/** OrderStatusRequest (H), under the name that stands. */
export const statusRequest = (order: VenueFixOrder): FixMessage => ({
  type: 'H',
  fields: [
    [11, nameOf(order.orderId, order.stands)],
    [55, order.code],
    [54, order.side],
  ],
})

/** The kinds of what a venue says of an order. */
export type Kind =
  | ExecType
  | 'NOTED'
  | 'TRADE_CANCEL'
  | 'TRADE_CORRECT'
  | 'DONE_FOR_DAY'
  | 'STATUS'
  | 'DUPLICATE'
  | 'NOT_THERE'
  | 'UNREAD'
  | 'OTHER'

/** A word of the venue about an order, in ours: names, numbers and reasons, and none of its own sentences. */
export type Said = {
  readonly kind: Kind
  /** Of an order that is none of ours: the name that the venue gives, as `textOf` keeps it. */
  readonly orderId: OrderId
  readonly isOurs: boolean
  readonly request: number
  /** Name of the execution, as `textOf` keeps it; '' where it has none. */
  readonly execId: string
  /** Name of the trade that is taken back or corrected. */
  readonly refExecId: string | null
  /** The end that a status tells of. */
  readonly ended: 'CANCELED' | 'EXPIRED' | null
  readonly lastQty: Quantity
  readonly lastPxTenths: PriceTenths
  /** A price between two tenths, which nothing books, as it was said; null: it is none. */
  readonly finePx: string | null
  readonly cumQty: Quantity
  readonly leavesQty: Quantity
  readonly priceTenths: PriceTenths | null
  readonly reason: string | null
  readonly at: Ms
  readonly tradeDate: DateJst
}

const KINDS: Readonly<Record<string, Kind>> = {
  '0': 'NEW',
  '3': 'DONE_FOR_DAY',
  '4': 'CANCELED',
  '5': 'REPLACED',
  '6': 'NOTED',
  '8': 'REJECTED',
  A: 'NOTED',
  C: 'EXPIRED',
  D: 'RESTATED',
  E: 'NOTED',
  F: 'TRADE',
  G: 'TRADE_CORRECT',
  H: 'TRADE_CANCEL',
  I: 'STATUS',
}

/**
 * OrdRejReason (103) and ExecRestatementReason (378) in our words; of others the venue alone knows. A closed
 * exchange (103=2) is none of ours, after which an order is kept here and sent anew: its name was given.
 */
const REJECTIONS: Readonly<Record<string, string>> = { '1': 'UNKNOWN_ISSUE', '16': 'OUTSIDE_LIMIT' }
const RESTATEMENTS: Readonly<Record<string, string>> = {
  '0': 'CORPORATE_ACTION',
  '3': 'REPRICED',
  '5': 'PARTLY_DECLINED',
}
/** CxlRejReason (102). */
const REFUSALS: Readonly<Record<string, string>> = {
  '0': 'TOO_LATE',
  '1': 'UNKNOWN_ORDER',
  '3': 'REQUEST_PENDING',
}
const OTHER = 'OTHER'

const sharesIn = (message: FixMessage, tag: number): Quantity => sharesOf(valueOf(message, tag)) ?? 0

function reasonOf(kind: Kind, message: FixMessage): string | null {
  if (kind === 'REJECTED') return REJECTIONS[valueOf(message, 103) ?? ''] ?? OTHER
  if (kind === 'RESTATED') return RESTATEMENTS[valueOf(message, 378) ?? ''] ?? null
  if (kind === 'EXPIRED' || kind === 'DONE_FOR_DAY') return 'DAY_END'
  if (kind === 'CANCELED') return valueOf(message, 41) === undefined ? OTHER : 'REQUESTED'
  return null
}

/** The trade date (75), or the day of the moment in Japan. */
function dateOf(message: FixMessage, at: Ms): DateJst {
  const date = valueOf(message, 75)?.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return date !== undefined && isDate(date) ? date : dateJst(at)
}

/** LastPx (31): tenths, or as it stands where it is finer. */
function pxOf(text: string | undefined): Pick<Said, 'lastPxTenths' | 'finePx'> {
  const tenths = tenthsFrom(text)
  const isFine = tenths === null && text !== undefined && /^\d{1,8}\.\d{1,8}$/.test(text)
  return { lastPxTenths: tenths ?? 0, finePx: isFine ? text : null }
}

/** Foreign text that is kept: what is no printable sign of one byte stands as its number. */
export const textOf = (text: string | undefined): string =>
  (text ?? '').replace(/[^\u0020-\u007e]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`).slice(0, 400)

const ENDED: Readonly<Record<string, Said['ended']>> = { '4': 'CANCELED', C: 'EXPIRED' }

/** A word of the venue with nothing in it but its time, to be filled in. */
export const plainly = (
  kind: Kind,
  named: { orderId: OrderId; n: number },
  at: Ms,
  more: Partial<Said> = {},
): Said => ({
  kind,
  orderId: named.orderId,
  isOurs: true,
  request: named.n,
  execId: '',
  refExecId: null,
  ended: null,
  lastQty: 0,
  lastPxTenths: 0,
  finePx: null,
  cumQty: 0,
  leavesQty: 0,
  priceTenths: null,
  reason: null,
  at,
  tradeDate: dateJst(at),
  ...more,
})

function rejectedRequest(message: FixMessage, named: { orderId: OrderId; n: number }, at: Ms): Said {
  const kind = valueOf(message, 434) === '2' ? 'AMEND_REJECTED' : 'CANCEL_REJECTED'
  const reason = REFUSALS[valueOf(message, 102) ?? ''] ?? OTHER
  return plainly(kind, named, at, { execId: `9-${textOf(valueOf(message, 11))}`, reason })
}

/** The kind of an ExecutionReport by its ExecType (150), and by other fields where that says too little. */
function kindOf(message: FixMessage): Kind {
  const told = KINDS[valueOf(message, 150) ?? ''] ?? 'OTHER'
  // A name that was given before ends nothing: the venue has the order, and is asked how it stands.
  if (told === 'REJECTED' && numberOf(message, 103) === 6) return 'DUPLICATE'
  return told === 'STATUS' && valueOf(message, 39) === '8' ? 'NOT_THERE' : told
}
const TRADES: ReadonlySet<Kind> = new Set(['TRADE', 'TRADE_CANCEL', 'TRADE_CORRECT'])

/**
 * A message of the venue about an order; null: it is about none. Its ExecType (150) says what it is;
 * OrdStatus (39) is asked of a status alone, for some leave an order that is filled as partially filled.
 */
export function readVenueMessage(message: FixMessage, now: Ms): Said | null {
  const own = namedBy(valueOf(message, 11)) ?? namedBy(valueOf(message, 41))
  const at = timeOf(valueOf(message, 60) ?? '') ?? now
  if (message.type === '9') return own === null ? null : rejectedRequest(message, own, at)
  if (message.type !== '8') return null
  const foreign = textOf(valueOf(message, 11) ?? valueOf(message, 37)) as OrderId
  const kind = kindOf(message)
  const isTrade = TRADES.has(kind)
  return plainly(kind, own ?? { orderId: foreign, n: 0 }, at, {
    isOurs: own !== null,
    execId: textOf(valueOf(message, 17)),
    refExecId: kind === 'TRADE_CANCEL' || kind === 'TRADE_CORRECT' ? textOf(valueOf(message, 19)) : null,
    ended: kind === 'STATUS' ? (ENDED[valueOf(message, 39) ?? ''] ?? null) : null,
    lastQty: isTrade ? sharesIn(message, 32) : 0,
    ...(isTrade ? pxOf(valueOf(message, 31)) : {}),
    cumQty: sharesIn(message, 14),
    leavesQty: sharesIn(message, 151),
    priceTenths: tenthsFrom(valueOf(message, 44)),
    reason: reasonOf(kind, message),
    tradeDate: dateOf(message, at),
  })
}
