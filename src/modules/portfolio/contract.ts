import type { Quantity } from '#kernel/price.ts'
import type { LotId, OrderId } from '#kernel/id.ts'
import * as z from 'zod/mini'
import { DELIVER_LOT_REJECTIONS } from './model/deliver-rejections.ts'
import { DELIVERY_KINDS } from './model/delivery-kinds.ts'
import { LOT_SOURCES } from './model/lot.ts'
import { ENTRY_GROUPS } from '#modules/ledger/model/groups.ts'
import { TRANSFER_KINDS } from '#registry/transfer-kinds.ts'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import {
  DateText,
  Id,
  Instant,
  IssueCode,
  Side,
  BasisPointsFigure,
  IdOfLot,
  IdOfOrder,
  PriceFigure,
  QuantityFigure,
  YenFigure,
  IdOfMember,
} from '#wire/values.ts'

export { LOT_SOURCES }
export const LOT_STATUSES = ['holding', 'closing', 'closed'] as const

/**
 * One lot (建玉): what one fill opened. Prices in yen, money in whole yen. Floating figures are reckoned at
 * `marketPrice`.
 */
export const LotView = z.object({
  id: IdOfLot,
  number: z.string(),
  status: z.enum(LOT_STATUSES),
  source: z.enum(LOT_SOURCES),
  orderId: IdOfOrder,
  code: IssueCode,
  name: z.string(),
  side: Side,
  leverage: z.number(),
  quantity: QuantityFigure,
  openQuantity: QuantityFigure,
  closingQuantity: QuantityFigure,
  /** Of the open shares, those that make no whole trading unit. */
  oddQuantity: QuantityFigure,
  buyTime: z.nullable(Instant),
  buyPrice: z.nullable(PriceFigure),
  sellTime: z.nullable(Instant),
  sellPrice: z.nullable(PriceFigure),
  openedAt: Instant,
  openPrice: PriceFigure,
  closedAt: z.nullable(Instant),
  closePrice: z.nullable(PriceFigure),
  marketPrice: z.nullable(PriceFigure),
  /**
   * Of a new issue that has never traded: the price of its offering, which `marketValue` goes by. Market
   * price and results are null until its first trade; null for every other lot.
   */
  offerPrice: z.nullable(PriceFigure),
  marketValue: z.nullable(YenFigure),
  margin: YenFigure,
  notional: YenFigure,
  takeProfit: z.nullable(PriceFigure),
  stopLoss: z.nullable(PriceFigure),
  /** Distance at which the stop-loss follows the price, in yen or in parts of it; both null: it stays. */
  trailYen: z.nullable(PriceFigure),
  trailBp: z.nullable(BasisPointsFigure),
  /** Opening fee, closing fees, interest or stock-lending fee: charged so far; `accrued` not yet charged. */
  openFee: YenFigure,
  closeFee: YenFigure,
  charges: YenFigure,
  accrued: YenFigure,
  /**
   * Of open shares paid in full: the average cost of all of the issue's, fees of buying included, whole yen
   * rounded up (総平均法に準ずる方法). Tax and `floatingProfit` go by it, whatever this lot was bought at; null
   * of a leveraged lot, whose result is its own price difference.
   */
  averageCost: z.nullable(PriceFigure),
  /** The average cost of a share of it that is sold, as it was then; null: none is, or on margin. */
  soldCost: z.nullable(PriceFigure),
  floatingProfit: z.nullable(YenFigure),
  /** Its part of today's change: since the previous close, or since its opening today less what that cost. */
  todayProfit: z.nullable(YenFigure),
  realizedProfit: YenFigure,
  tradeDate: DateText,
  settlementDate: DateText,
  /** Of an open lot of day trading: when the server closes it. Null: nobody closes it by the clock. */
  closesAt: z.nullable(Instant),
  simulated: z.boolean(),
})
export type LotView = z.output<typeof LotView>

export const listLots = route({
  name: 'listLots',
  method: 'GET',
  path: '/lots',
  access: 'member',
  apiKey: 'read',
  query: z.strictObject({
    /** `realized`: anything of it was closed, or brought a result. */
    status: z.optional(z.enum(['open', 'closed', 'realized', 'all'])),
    code: z.optional(IssueCode),
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: z.array(LotView),
})
export const getLot = route({
  name: 'getLot',
  method: 'GET',
  path: '/lots/{id}',
  access: 'member',
  apiKey: 'read',
  params: z.strictObject({ id: Id }),
  output: LotView,
})

/**
 * Ends a leveraged lot without a trade, whole and free of charge. A long is paid in full from cash and
 * becomes a 1× lot (現引); a short is met with shares of the same issue held at 1×, oldest first (現渡).
 * `settlementDate`: when what it brings settles.
 */
export const deliverLot = route({
  name: 'deliverLot',
  method: 'POST',
  path: '/lots/{id}/deliver',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: z.strictObject({ id: Id }),
  output: z.object({ id: Id, settlementDate: DateText }),
  rejections: DELIVER_LOT_REJECTIONS,
})

/**
 * A delivery that was made, as it was. `notional`: shares × price. `paid`: of 現引, what was taken from cash
 * besides the lot's margin, without `charges` (interest or lending fee until then); 0 of 現渡, whose notional
 * is received on `settlementDate`.
 */
export const DeliveryView = z.object({
  kind: z.enum(DELIVERY_KINDS),
  lotId: IdOfLot,
  number: z.string(),
  code: IssueCode,
  name: z.string(),
  quantity: QuantityFigure,
  price: PriceFigure,
  notional: YenFigure,
  paid: YenFigure,
  charges: YenFigure,
  tradeDate: DateText,
  settlementDate: DateText,
  at: Instant,
  simulated: z.boolean(),
})
export type DeliveryView = z.output<typeof DeliveryView>
export const getDelivery = route({
  name: 'getDelivery',
  method: 'GET',
  path: '/lots/{id}/delivery',
  access: 'member',
  params: z.strictObject({ id: Id }),
  output: DeliveryView,
})

/**
 * All in whole yen at the quotes of `at`. available + unsettled + orderHold + lotMargin + withdrawalHold +
 * subscriptionHold + dividendHold + paidShares = Σ account log.
 */
export const AccountView = z.object({
  id: IdOfMember,
  status: z.literal('open'),
  totalAssets: YenFigure,
  available: YenFigure,
  unsettled: YenFigure,
  orderHold: YenFigure,
  lotMargin: YenFigure,
  withdrawalHold: YenFigure,
  subscriptionHold: YenFigure,
  dividendHold: YenFigure,
  /**
   * Shares that are paid and not yet delivered, at cost; units of copy pools at the last NAV; interest of
   * loans that is not charged yet.
   */
  paidShares: YenFigure,
  copyUnits: z.int(),
  loanInterest: YenFigure,
  loan: YenFigure,
  shortfall: YenFigure,
  /** The most that coming settlement days withhold; buying power is available + unsettled without it. */
  taxDue: YenFigure,
  buyingPower: YenFigure,
  usedFunds: YenFigure,
  /** Worth of open lots, net of what closing them would charge: a part of total assets. */
  positions: YenFigure,
  /** The sum of the lots': of shares paid in full against their average cost, fees of buying included. */
  floatingProfit: YenFigure,
  realizedProfit: YenFigure,
  realizedToday: YenFigure,
  todayChange: YenFigure,
  marketValue: YenFigure,
  accruedCharges: YenFigure,
  /** 0 – 1,000, by the published arithmetic (product decision 9); null where nothing reckons it. */
  creditScore: z.nullable(z.int()),
  /** G and N of the margin rules, ratio in basis points; null without leveraged lots. */
  marginHeld: YenFigure,
  openNotional: YenFigure,
  marginRatioBp: z.nullable(BasisPointsFigure),
  /**
   * The amount still missing of margin calls, by the nearest deadline; `forced`: one has passed, and
   * leveraged lots are being closed.
   */
  marginCall: z.nullable(z.object({ missing: z.int(), deadlineAt: Instant, forced: z.boolean() })),
  at: Instant,
  simulated: z.boolean(),
})
export type AccountView = z.output<typeof AccountView>
export const getAccount = route({
  name: 'getAccount',
  method: 'GET',
  path: '/account',
  access: 'member',
  apiKey: 'read',
  output: AccountView,
})

/**
 * One transfer of the ledger that touches the member. `moved` is its yen; `amount` is its signed effect on
 * the member's own money (0 for a move between two of the member's sub-accounts), so that the amounts add up
 * to the balances.
 */
export const EntryView = z.object({
  id: z.string(),
  at: Instant,
  kind: z.enum(TRANSFER_KINDS),
  from: z.string(),
  to: z.string(),
  moved: YenFigure,
  amount: YenFigure,
  orderId: z.nullable(IdOfOrder),
  lotId: z.nullable(IdOfLot),
  code: z.nullable(IssueCode),
  simulated: z.boolean(),
})
export type EntryView = z.output<typeof EntryView>
export const getAccountLog = route({
  name: 'getAccountLog',
  method: 'GET',
  path: '/account/log',
  access: 'member',
  apiKey: 'read',
  query: z.strictObject({
    before: z.optional(z.string().check(z.maxLength(64))),
    limit: z.optional(z.string().check(z.regex(/^\d{1,4}$/))),
    account: z.optional(z.string().check(z.maxLength(24))),
    order: z.optional(Id),
    lot: z.optional(Id),
    /** `from` and `to`: days in Japan, both included. */
    group: z.optional(z.enum(ENTRY_GROUPS)),
    from: z.optional(DateText),
    to: z.optional(DateText),
  }),
  output: z.array(EntryView),
})

/** An event of the member, numbered: after each, the named things are worth reading again. */
export type MemberEvent =
  | {
      type: 'order'
      orderId: OrderId
      status: string
      code: string
      purpose: 'open' | 'close'
      filledQuantity: Quantity
      quantity: Quantity
    }
  | { type: 'lot'; lotId: LotId; status: string; code: string }
  | { type: 'account' }
  | { type: 'message'; messageId: string }
  | { type: 'margin' }
  /** Accounts at banks, deposits, withdrawals. */
  | { type: 'funding' }
  /** Applications for what is drawn, or taken from an inventory. */
  | { type: 'applications' }
  /** Applications for loans, and loans. */
  | { type: 'loans' }
  /** Verification or level changed. */
  | { type: 'standing' }
  /** A pool that the member follows or leads. */
  | { type: 'copy'; pool: string }
/** Subscribed to as `member`; the server fills in whose. */
export const memberTopic = topic<MemberEvent>({ name: 'member', kind: 'log', access: 'member' })
