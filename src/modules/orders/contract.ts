import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  AMEND_ORDER_REJECTIONS,
  CANCEL_ORDER_REJECTIONS,
  CLOSE_LOTS_REJECTIONS,
  EXITS_REJECTIONS,
  CLOSE_LOT_REJECTIONS,
  ONE_TAP_REJECTIONS,
  PLACE_ORDER_REJECTIONS,
} from './model/rejections.ts'
import type { BasisPoints, Yen } from '#kernel/money.ts'
import { STEP_UP_REJECTIONS, stepUpFields } from '#modules/identity/contract.ts'
import { LEVERAGES } from './model/leverages.ts'
import { IDLE_MINUTES, MOST_ONE_TAP_YEN, MOST_PER_MINUTE } from './model/one-tap.ts'
import { ORDER_STATUSES } from './model/order-status.ts'
import { LEAST_EXIT_BP, MOST_EXIT_BP, TEMPLATE_VALIDITIES } from './model/templates.ts'
import { CONDITIONS, ORDER_SOURCES, ORDER_TYPES, TIMES_IN_FORCE, VALIDITIES } from './model/order.ts'
import {
  DateText,
  Id,
  Instant,
  IssueCode,
  PriceYen,
  QuantityShares,
  Side,
  BasisPointsFigure,
  IdOfLot,
  IdOfOrder,
  MsFigure,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'

const ExitDistance = z.int().check(z.gte(LEAST_EXIT_BP), z.lte(MOST_EXIT_BP)) as z.ZodMiniType<
  BasisPoints,
  BasisPoints
>

export { LEVERAGES } from './model/leverages.ts'

export * from './model/rejections.ts'
export { ORDER_STATUSES, type OrderStatus } from './model/order-status.ts'

/**
 * One order. Prices in yen, money in whole yen, `quantity` in shares. An opening order goes pending → holding
 * → closing → closed with the lots that it opened; a closing order (`purpose: close`) pending → closed. Both
 * may end cancelled, expired or rejected.
 */
export const OrderView = z.object({
  id: IdOfOrder,
  number: z.string(),
  status: z.enum(ORDER_STATUSES),
  purpose: z.enum(['open', 'close']),
  code: IssueCode,
  name: z.string(),
  side: Side,
  type: z.enum(ORDER_TYPES),
  /** Of a stop: the trade price that releases it; it is waiting for that, or sent. */
  triggerPrice: z.nullable(PriceFigure),
  /** Distance at which that follows the price, in yen or in parts of it; both null: it stays. */
  trailYen: z.nullable(PriceFigure),
  trailBp: z.nullable(BasisPointsFigure),
  condition: z.enum(CONDITIONS),
  timeInForce: z.enum(TIMES_IN_FORCE),
  /** The last trading day on which it may trade, and the end of that day, which may be on the next date. */
  validUntil: DateText,
  lapsesAt: Instant,
  /** The day on which its last fill so far settles; null: nothing was filled. */
  settlementDate: z.nullable(DateText),
  /**
   * Place of a pending order: armed (a stop waits for its price), held here until the venue takes orders, or
   * at the venue.
   */
  place: z.nullable(z.enum(['armed', 'held', 'venue'])),
  /** Asked of the venue, and not answered yet. */
  amending: z.nullable(z.object({ price: z.nullable(PriceFigure), quantity: QuantityFigure })),
  quantity: QuantityFigure,
  filledQuantity: QuantityFigure,
  price: z.nullable(PriceFigure),
  /** Average price of the fills. */
  averagePrice: z.nullable(PriceFigure),
  leverage: z.number(),
  takeProfit: z.nullable(PriceFigure),
  stopLoss: z.nullable(PriceFigure),
  /** Distance at which the stop-loss will follow the price; both null: it stays. */
  exitTrailYen: z.nullable(PriceFigure),
  exitTrailBp: z.nullable(BasisPointsFigure),
  /** Held for it now; fee charged so far, consumption tax included. */
  hold: YenFigure,
  fee: YenFigure,
  /** The figures that the ticket showed at the moment of confirming. */
  quoted: z.object({
    price: z.nullable(PriceFigure),
    notional: YenFigure,
    margin: YenFigure,
    fee: YenFigure,
  }),
  /**
   * Closing orders: the lot that they close, and what sent them: the member, a price that was reached, the
   * margin rules, the end of a day of day trading. `source`: by which terms it trades.
   */
  lotId: z.nullable(IdOfLot),
  origin: z.enum(['member', 'take-profit', 'stop-loss', 'forced-call', 'loss-cut', 'day-close', 'day-left']),
  source: z.enum(ORDER_SOURCES),
  /** The lots that it opened. */
  lotIds: z.array(IdOfLot),
  /** Realized profit or loss of what it closed, after fees and charges. */
  profit: z.nullable(YenFigure),
  reason: z.nullable(z.string()),
  /**
   * A report of the venue does not go with it: until people have decided, what it holds stays held, and
   * `reason` says so.
   */
  disputed: z.boolean(),
  placedAt: Instant,
  updatedAt: Instant,
  /**
   * `receipt`: digest of what decided over it, null where it is from before there were receipts; fills of one
   * event have one.
   */
  fills: z.array(
    z.object({
      at: Instant,
      price: PriceFigure,
      quantity: QuantityFigure,
      fee: YenFigure,
      receipt: z.nullable(z.string()),
    }),
  ),
  simulated: z.boolean(),
})
export type OrderView = z.output<typeof OrderView>

/** Distance at which the trigger of a stop follows the price, in yen or in basis points of the price. */
const TrailFields = { trailYen: z.optional(PriceYen), trailBp: z.optional(ExitDistance) }

/** The same of the stop-loss that an opening order brings; `stopLoss` is where it begins. */
const ExitTrailFields = { exitTrailYen: z.optional(PriceYen), exitTrailBp: z.optional(ExitDistance) }

/** Left out: at any time, for today. `validUntil` goes with validity `date`. */
const Conditions = {
  condition: z.optional(z.enum(CONDITIONS)),
  timeInForce: z.optional(z.enum(TIMES_IN_FORCE)),
  validity: z.optional(z.enum(VALIDITIES)),
  validUntil: z.optional(DateText),
}

export const PlaceOrderInput = z.strictObject({
  code: IssueCode,
  side: Side,
  type: z.enum(ORDER_TYPES),
  quantity: QuantityShares,
  price: z.optional(PriceYen),
  triggerPrice: z.optional(PriceYen),
  ...TrailFields,
  ...Conditions,
  leverage: z.literal([...LEVERAGES]),
  takeProfit: z.optional(PriceYen),
  stopLoss: z.optional(PriceYen),
  ...ExitTrailFields,
})
export type PlaceOrderInput = z.output<typeof PlaceOrderInput>

export const placeOrder = route({
  name: 'placeOrder',
  method: 'POST',
  path: '/orders',
  access: 'member',
  apiKey: 'trade',
  lane: 'orders',
  keyed: true,
  signed: 'by-device',
  input: PlaceOrderInput,
  output: OrderView,
  rejections: PLACE_ORDER_REJECTIONS,
})
export const listOrders = route({
  name: 'listOrders',
  method: 'GET',
  path: '/orders',
  access: 'member',
  apiKey: 'read',
  query: z.strictObject({
    status: z.optional(z.string().check(z.maxLength(80))),
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
    /** `from` and `to`: days in Japan on which it was placed, both included. */
    side: z.optional(Side),
    code: z.optional(IssueCode),
    from: z.optional(DateText),
    to: z.optional(DateText),
    /** Orders with a condition that are not waiting for it any more. */
    conditional: z.optional(z.literal('ended')),
    /**
     * Orders, divided by commas: those of their requests, one for each lot that they close, whatever else is
     * asked.
     */
    with: z.optional(z.string().check(z.regex(/^[0-9A-Za-z-]{1,64}(,[0-9A-Za-z-]{1,64}){0,199}$/))),
  }),
  output: z.array(OrderView),
})
export const FEE_PERIODS = ['month', 'last-month', 'year'] as const
/**
 * Orders of a calendar period (by their trade date) that traded: the fee that the ticket showed, for the
 * whole order at its estimate, and the one that was charged for what traded. Whole yen, consumption tax
 * included; newest first, at most 500, `count` and sums over all.
 */
export const FeeStatement = z.object({
  from: DateText,
  to: DateText,
  count: z.int(),
  quoted: YenFigure,
  charged: YenFigure,
  /** Taken besides, for lots of day trading that were left open. */
  penalties: z.int(),
  orders: z.array(
    z.object({
      id: IdOfOrder,
      number: z.string(),
      code: IssueCode,
      name: z.string(),
      side: Side,
      purpose: z.enum(['open', 'close']),
      leverage: z.number(),
      tradeDate: DateText,
      quantity: QuantityFigure,
      filledQuantity: QuantityFigure,
      traded: z.int(),
      quoted: YenFigure,
      charged: YenFigure,
    }),
  ),
  simulated: z.boolean(),
})
export type FeeStatement = z.output<typeof FeeStatement>
export const listFees = route({
  name: 'listFees',
  method: 'GET',
  path: '/fees',
  access: 'member',
  apiKey: 'read',
  query: z.strictObject({ period: z.optional(z.enum(FEE_PERIODS)) }),
  output: FeeStatement,
})

const ById = z.strictObject({ id: Id })
/**
 * The decisions of the loss-cut about a lot, newest first: at which ratio (basis points), when, and on which
 * print, with how many milliseconds of market time lay between. No print: money that left, or interest, had
 * brought the account under.
 */
export const LossCutView = z.object({
  id: z.string(),
  quantity: QuantityFigure,
  ratioBp: BasisPointsFigure,
  decidedAt: Instant,
  print: z.nullable(
    z.object({
      code: IssueCode,
      name: z.string(),
      no: z.int(),
      price: PriceFigure,
      at: Instant,
      lateMs: MsFigure,
    }),
  ),
})
export type LossCutView = z.output<typeof LossCutView>
export const listLossCuts = route({
  name: 'listLossCuts',
  method: 'GET',
  path: '/lots/{id}/loss-cuts',
  access: 'member',
  apiKey: 'read',
  params: ById,
  output: z.array(LossCutView),
})
export const getOrder = route({
  name: 'getOrder',
  method: 'GET',
  path: '/orders/{id}',
  access: 'member',
  apiKey: 'read',
  params: ById,
  output: OrderView,
})
export const cancelOrder = route({
  name: 'cancelOrder',
  method: 'POST',
  path: '/orders/{id}/cancel',
  access: 'member',
  apiKey: 'trade',
  lane: 'cancels',
  urgent: true,
  keyed: true,
  signed: 'by-device',
  params: ById,
  output: OrderView,
  rejections: CANCEL_ORDER_REJECTIONS,
})
/** Exits as they shall be: one that is left out is taken off. Prices and `trailYen` in yen. */
const ExitsInput = z.strictObject({
  takeProfit: z.optional(PriceYen),
  stopLoss: z.optional(PriceYen),
  ...TrailFields,
})
export type AmendedExits = z.output<typeof ExitsInput>

/**
 * One of them or more. `quantity` is the whole order's, what is filled included, and only goes down;
 * `triggerPrice` is that of a stop that waits for it, and so is
 * the distance of one that trails, or `endTrail`: from now on it stays. `exits`: of what is still to be
 * opened; what is open keeps its own (`setExits`).
 */
export const AmendOrderInput = z.strictObject({
  price: z.optional(PriceYen),
  quantity: z.optional(QuantityShares),
  triggerPrice: z.optional(PriceYen),
  ...TrailFields,
  endTrail: z.optional(z.literal(true)),
  exits: z.optional(ExitsInput),
})
export const amendOrder = route({
  name: 'amendOrder',
  method: 'POST',
  path: '/orders/{id}/amend',
  access: 'member',
  apiKey: 'trade',
  lane: 'orders',
  keyed: true,
  signed: 'by-device',
  params: ById,
  input: AmendOrderInput,
  output: OrderView,
  rejections: AMEND_ORDER_REJECTIONS,
})
export const CloseLotInput = z.strictObject({
  quantity: z.optional(QuantityShares),
  type: z.enum(['market', 'limit']),
  price: z.optional(PriceYen),
  ...Conditions,
})
export type CloseLotInput = z.output<typeof CloseLotInput>
export const closeLot = route({
  name: 'closeLot',
  method: 'POST',
  path: '/lots/{id}/close',
  access: 'member',
  apiKey: 'trade',
  lane: 'orders',
  keyed: true,
  signed: 'by-device',
  params: ById,
  input: CloseLotInput,
  output: OrderView,
  rejections: CLOSE_LOT_REJECTIONS,
})
/**
 * Shares of an issue, out of `lots` in their order, else the oldest first; `side` is that of the lots. One
 * order for each lot.
 */
export const CloseLotsInput = z.strictObject({
  code: IssueCode,
  side: Side,
  quantity: QuantityShares,
  type: z.enum(['market', 'limit']),
  price: z.optional(PriceYen),
  ...Conditions,
  lots: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(200))),
})
export const closeLots = route({
  name: 'closeLots',
  method: 'POST',
  path: '/lots/close',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  input: CloseLotsInput,
  output: z.array(OrderView),
  rejections: CLOSE_LOTS_REJECTIONS,
})

const OneTapFields = {
  mostYen: z.int().check(z.gte(1), z.lte(MOST_ONE_TAP_YEN)) as z.ZodMiniType<Yen, Yen>,
  mostShares: QuantityShares,
  perMinute: z.int().check(z.gte(1), z.lte(MOST_PER_MINUTE)),
  idleMinutes: z.literal([...IDLE_MINUTES]),
  takesLimit: z.boolean(),
  takesMarket: z.boolean(),
}
/**
 * One-tap orders of this device. `limits`: null where it is switched off. `locksAt`: when it locks by itself
 * if nothing more is sent; null: it is locked. `version`: what an order sent by it has to name.
 */
export const OneTapView = z.object({
  limits: z.nullable(z.object(OneTapFields)),
  locksAt: z.nullable(Instant),
  version: z.int(),
})
export type OneTapView = z.output<typeof OneTapView>
export type OneTapFields = NonNullable<OneTapView['limits']>
export const getOneTap = route({
  name: 'getOneTap',
  method: 'GET',
  path: '/one-tap',
  access: 'member',
  output: OneTapView,
})
/** Switches it on, or unlocks it, by these limits for this session. Signed content: the limits. */
export const armOneTap = route({
  name: 'armOneTap',
  method: 'POST',
  path: '/one-tap/arm',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ ...OneTapFields, ...stepUpFields }),
  output: OneTapView,
  rejections: [...STEP_UP_REJECTIONS, 'ACCOUNT_FROZEN', 'ONE_TAP_NOTHING'],
})
export const lockOneTap = route({
  name: 'lockOneTap',
  method: 'POST',
  path: '/one-tap/lock',
  access: 'member',
  urgent: true,
  keyed: true,
  output: OneTapView,
})
export const switchOffOneTap = route({
  name: 'switchOffOneTap',
  method: 'POST',
  path: '/one-tap/off',
  access: 'member',
  urgent: true,
  keyed: true,
  output: OneTapView,
})
/**
 * One order by one tap: for today, at any time, without exits. Nothing of the ticket's rules is left out.
 * `limitsVersion`: of the limits that the board showed.
 */
export const tapOrder = route({
  name: 'tapOrder',
  method: 'POST',
  path: '/orders/one-tap',
  access: 'member',
  lane: 'orders',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({
    code: IssueCode,
    side: Side,
    type: z.enum(['market', 'limit']),
    quantity: QuantityShares,
    price: z.optional(PriceYen),
    leverage: z.literal([...LEVERAGES]),
    limitsVersion: z.int(),
  }),
  output: OrderView,
  rejections: [...ONE_TAP_REJECTIONS, ...PLACE_ORDER_REJECTIONS],
})

/**
 * Terms of an order without its issue and its prices. Exits are distances from the price of the order, in
 * basis points; null: none.
 */
const TemplateFields = {
  name: z.string().check(z.minLength(1), z.maxLength(40)),
  side: Side,
  type: z.enum(ORDER_TYPES),
  quantity: QuantityShares,
  leverage: z.literal([...LEVERAGES]),
  condition: z.enum(CONDITIONS),
  timeInForce: z.enum(TIMES_IN_FORCE),
  validity: z.enum(TEMPLATE_VALIDITIES),
  takeProfitBp: z.nullable(ExitDistance),
  stopLossBp: z.nullable(ExitDistance),
  /** Of a stop that trails, and of a stop-loss that does; left out: neither. */
  ...TrailFields,
  ...ExitTrailFields,
}
/** The member's templates, oldest first. */
export const TemplatesView = z.object({ templates: z.array(z.object({ id: Id, ...TemplateFields })) })
export type TemplatesView = z.output<typeof TemplatesView>
export type TemplateView = TemplatesView['templates'][number]
export const getTemplates = route({
  name: 'getTemplates',
  method: 'GET',
  path: '/order-templates',
  access: 'member',
  output: TemplatesView,
})
/** The new template stands last; its id is the request's key. */
export const saveTemplate = route({
  name: 'saveTemplate',
  method: 'POST',
  path: '/order-templates',
  access: 'member',
  keyed: true,
  input: z.strictObject(TemplateFields),
  output: TemplatesView,
  rejections: ['TEMPLATE_INVALID', 'NAME_INVALID', 'NAME_TAKEN', 'TOO_MANY_TEMPLATES'],
})
export const removeTemplate = route({
  name: 'removeTemplate',
  method: 'POST',
  path: '/order-templates/{id}/remove',
  access: 'member',
  keyed: true,
  params: ById,
  output: TemplatesView,
  rejections: ['TEMPLATE_NOT_FOUND'],
})

export const ExitsView = z.object({
  lotId: IdOfLot,
  takeProfit: z.nullable(PriceFigure),
  stopLoss: z.nullable(PriceFigure),
  trailYen: z.nullable(PriceFigure),
  trailBp: z.nullable(BasisPointsFigure),
})
export type ExitsView = z.output<typeof ExitsView>
/** The exits of a holding as they shall be: one that is left out is taken off. */
export const setExits = route({
  name: 'setExits',
  method: 'POST',
  path: '/lots/{id}/exits',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: ById,
  input: ExitsInput,
  output: ExitsView,
  rejections: EXITS_REJECTIONS,
})

const Digest = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/**
 * The receipt of one event in which an order traded (security-and-trust 5.4): `receipt` and `scene` are the
 * exchange's own texts (`modules/venue/model/receipt.ts` reads them and runs the match again), both null
 * where its files were lost. `digest` stands in the journal with the execution, in record `seq`; `signature`:
 * the context's, Ed25519 over `receiptText`, base64url. `fee`: charged for these fills, whole yen, tax
 * included.
 */
export const ReceiptView = z.object({
  orderId: IdOfOrder,
  number: z.string(),
  code: IssueCode,
  name: z.string(),
  side: Side,
  placedAt: Instant,
  digest: Digest,
  receipt: z.nullable(z.string()),
  scene: z.nullable(z.string()),
  seq: z.nullable(z.int()),
  signature: z.string(),
  publicKey: z.string(),
  fee: YenFigure,
  /** Real prices of the past, played again: what the prices are made of. */
  interpolated: z.boolean(),
  simulated: z.boolean(),
})
export type ReceiptView = z.output<typeof ReceiptView>
/** The text that the firm signs of a receipt. */
export const receiptText = (digest: string): string => `KABU-RECEIPT-v1\n${digest}\n`
/**
 * `digest`: of one of its fills; left out: the last. NO_RECEIPT: it has not traded, or did before there were
 * receipts.
 */
export const getReceipt = route({
  name: 'getReceipt',
  method: 'GET',
  path: '/orders/{id}/receipt',
  access: 'member',
  apiKey: 'read',
  params: ById,
  query: z.strictObject({ digest: z.optional(Digest) }),
  output: ReceiptView,
  rejections: ['NO_RECEIPT'],
})
