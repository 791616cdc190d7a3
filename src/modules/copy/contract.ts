import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant, BasisPointsFigure, PpmFigure, YenFigure } from '#wire/values.ts'
import { ListingId } from '#modules/listings/contract.ts'
import {
  CANCEL_ORDER_REJECTIONS,
  CLOSE_LOT_REJECTIONS,
  CloseLotInput,
  OrderView,
  PLACE_ORDER_REJECTIONS,
  PlaceOrderInput,
} from '#modules/orders/contract.ts'
import { AccountView, LotView } from '#modules/portfolio/contract.ts'
import { REFUSE_REASONS, SHOWN_STATES } from './model/states.ts'
import { STAKE_REJECTIONS, SUBSCRIBE_REJECTIONS } from './model/subscribe.ts'

/**
 * The state of a pool for those who look: `announced` (not open yet), `open` (takes subscriptions), `running`
 * (the deadline is over), `closing` (its last day is over, everything is being sold), `ended`, `void`.
 */
export const POOL_STATUSES = ['announced', 'open', 'running', 'closing', 'ended', 'void'] as const
export type PoolStatus = (typeof POOL_STATUSES)[number]

/**
 * The caller's money in a pool, all subscriptions together: whole yen paid in, worth at the newest NAV, and
 * in review. `profit`: of those that have ended too.
 */
const Mine = z.object({
  buy: YenFigure,
  worth: YenFigure,
  pending: z.int(),
  profit: YenFigure,
  units: z.int(),
})

/**
 * A copy product with its pool. Money in whole yen. `nav`: of 10,000 units in yen, rounded for eyes;
 * `changeBp`: since the beginning, `drawdownBp`: the deepest fall from a high, both of the NAV after fees.
 * `issuer`: the lead's public number. `taken`: of the fund size. `stakeBp`: what part of the pool is the
 * lead's own.
 */
export const PoolView = z.object({
  id: ListingId,
  status: z.enum(POOL_STATUSES),
  name: z.string(),
  strategy: z.string(),
  issuer: z.int(),
  fundSize: YenFigure,
  taken: YenFigure,
  opensAt: Instant,
  deadline: Instant,
  endsOn: DateText,
  minimum: YenFigure,
  stake: YenFigure,
  performancePpm: PpmFigure,
  managementPpm: PpmFigure,
  equity: YenFigure,
  lead: z.int(),
  stakeBp: BasisPointsFigure,
  nav: z.nullable(z.number()),
  navOn: z.nullable(DateText),
  changeBp: z.nullable(BasisPointsFigure),
  drawdownBp: z.nullable(BasisPointsFigure),
  followers: z.int(),
  isLead: z.boolean(),
  mine: z.nullable(Mine),
  nextNavAt: Instant,
  simulated: z.boolean(),
})
export type PoolView = z.output<typeof PoolView>

/**
 * One NAV. `results`: what became of every follower's money, those who left included, by steps of the loss or
 * gain in basis points of what was paid in (`from` included, `below` not; null: without end).
 */
export const PoolDetail = z.extend(PoolView, {
  curve: z.array(
    z.object({
      date: DateText,
      nav: z.number(),
      equity: YenFigure,
      units: z.int(),
      in: YenFigure,
      out: YenFigure,
      fees: YenFigure,
    }),
  ),
  results: z.object({
    followers: z.int(),
    losing: z.int(),
    togetherBp: z.nullable(BasisPointsFigure),
    steps: z.array(z.object({ from: z.nullable(z.int()), below: z.nullable(z.int()), followers: z.int() })),
  }),
  feesPaid: YenFigure,
  feesOwed: YenFigure,
  missing: z.int(),
})
export type PoolDetail = z.output<typeof PoolDetail>

/** Newest first; `mine` and `isLead` where somebody is logged in. */
export const listPools = route({
  name: 'listPools',
  method: 'GET',
  path: '/copy/pools',
  access: 'public',
  output: z.array(PoolView),
})
export const getPool = route({
  name: 'getPool',
  method: 'GET',
  path: '/copy/pools/{id}',
  access: 'public',
  params: z.strictObject({ id: ListingId }),
  output: PoolDetail,
})

/**
 * One subscription (specification, chapter 3). `status` is the specification's; `leaving`: sold, and paid at
 * the next NAV that has the cash. `yesterday`: of the newest NAV against the one before, `total` against what
 * was paid in; both null while it is in review or where it never got units.
 */
export const FollowView = z.object({
  id: Id,
  number: z.string(),
  pool: ListingId,
  name: z.string(),
  status: z.enum(SHOWN_STATES),
  leaving: z.boolean(),
  withdrawn: z.boolean(),
  reason: z.nullable(z.enum(REFUSE_REASONS)),
  reasonText: z.nullable(z.string()),
  buy: YenFigure,
  units: z.int(),
  worth: z.nullable(YenFigure),
  yesterday: z.nullable(YenFigure),
  total: z.nullable(YenFigure),
  paid: z.nullable(YenFigure),
  appliedAt: Instant,
  buyTime: z.nullable(Instant),
  sellTime: z.nullable(Instant),
  navOn: z.nullable(DateText),
  simulated: z.boolean(),
})
export type FollowView = z.output<typeof FollowView>
/** Newest first, at most 200. */
export const listFollows = route({
  name: 'listFollows',
  method: 'GET',
  path: '/copy/records',
  access: 'member',
  output: z.array(FollowView),
})

/**
 * Money that the caller could put into a pool now: settled cash that neither open lots nor loans need, the
 * same as for a withdrawal.
 */
export const getCopyMoney = route({
  name: 'getCopyMoney',
  method: 'GET',
  path: '/copy/money',
  access: 'member',
  output: z.object({ free: YenFigure }),
})

/** `amount`: yen with at most two decimals; the whole yen are charged. */
export const subscribePool = route({
  name: 'subscribePool',
  method: 'POST',
  path: '/copy/subscriptions',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pool: ListingId, amount: z.number() }),
  output: z.object({ id: Id, number: z.string(), charged: YenFigure }),
  rejections: SUBSCRIBE_REJECTIONS,
})
/** In review, which ends when the NAV is due, it is taken back at once; units are sold at the next NAV. */
export const sellFollow = route({
  name: 'sellFollow',
  method: 'POST',
  path: '/copy/redemptions',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ record: Id }),
  output: z.object({ id: Id, state: z.string() }),
  rejections: ['TRADING_LOCKED', 'RECORD_NOT_FOUND', 'RECORD_SOLD', 'RECORD_OVER', 'REVIEW_OVER'],
})

/**
 * Every order of the pool, for its followers and its lead, newest first, at most 200. `share`: the caller's
 * part of the shares ordered, by the units of the order's trade date; null: the caller had none then.
 */
export const PoolOrderView = z.object({ order: OrderView, share: z.nullable(z.number()) })
export type PoolOrderView = z.output<typeof PoolOrderView>
export const listPoolOrders = route({
  name: 'listPoolOrders',
  method: 'GET',
  path: '/copy/orders',
  access: 'member',
  query: z.strictObject({ pool: ListingId }),
  output: z.array(PoolOrderView),
  rejections: ['NOT_FOLLOWING'],
})

// —— The lead ——

export const payStake = route({
  name: 'payStake',
  method: 'POST',
  path: '/copy/stakes',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pool: ListingId }),
  output: z.object({ id: ListingId, stakeYen: YenFigure }),
  rejections: STAKE_REJECTIONS,
})
/** The pool as an account: its money and what it holds. For its lead alone. */
export const getPoolAccount = route({
  name: 'getPoolAccount',
  method: 'GET',
  path: '/copy/account',
  access: 'member',
  query: z.strictObject({ pool: ListingId }),
  output: z.object({ account: AccountView, lots: z.array(LotView) }),
  rejections: ['POOL_NOT_FOUND'],
})
/**
 * Reasons why a pool opens nothing: it is not trading, or it owes cash to those who leave; it only buys, and
 * without leverage. Besides these, the rules of every order hold.
 */
export const POOL_ORDER_REJECTIONS = [
  'TRADING_LOCKED',
  'POOL_NOT_FOUND',
  'POOL_NOT_TRADING',
  'POOL_OWES',
  'POOL_LEVERAGE',
  'POOL_SHORT',
] as const
export const placePoolOrder = route({
  name: 'placePoolOrder',
  method: 'POST',
  path: '/copy/orders',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pool: ListingId, ticket: PlaceOrderInput }),
  output: OrderView,
  rejections: [...POOL_ORDER_REJECTIONS, ...PLACE_ORDER_REJECTIONS],
})
export const cancelPoolOrder = route({
  name: 'cancelPoolOrder',
  method: 'POST',
  path: '/copy/orders/cancel',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pool: ListingId, order: Id }),
  output: OrderView,
  rejections: ['POOL_NOT_FOUND', ...CANCEL_ORDER_REJECTIONS],
})
export const closePoolLot = route({
  name: 'closePoolLot',
  method: 'POST',
  path: '/copy/lots/close',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pool: ListingId, lot: Id, closing: CloseLotInput }),
  output: OrderView,
  rejections: ['POOL_NOT_FOUND', ...CLOSE_LOT_REJECTIONS],
})
