import * as z from 'zod/mini'
import {
  DateText,
  Id,
  Instant,
  IssueCode,
  IdOfLot,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'
import { route } from '#wire/route.ts'
import { ListingId } from '#modules/listings/contract.ts'
import { STAGES } from './model/payment.ts'
import { CONFIRM_REJECTIONS, DECLINE_REJECTIONS } from './model/rejections.ts'
import { STATES } from './model/states.ts'

/**
 * A member's application for one offering (specification, chapter 3). Quantities in shares, `lots` in trading
 * units, money in whole yen. `held`: set aside for it now. `amountPayable` is due when the purchase is
 * confirmed, `amountPaid` what has been paid. `drawPlace`: in the order of the draw; `place`: on the waiting
 * list, counted from 1 among those still on it.
 */
export const IpoApplication = z.object({
  id: Id,
  offeringId: ListingId,
  status: z.enum(STATES),
  code: IssueCode,
  name: z.string(),
  ticket: z.string(),
  applicationUnits: z.int(),
  applicationQuantity: QuantityFigure,
  winningQuantity: QuantityFigure,
  subscribedShares: QuantityFigure,
  lots: z.int(),
  offerPrice: z.nullable(PriceFigure),
  held: YenFigure,
  amountPayable: YenFigure,
  amountPaid: YenFigure,
  drawPlace: z.nullable(z.int()),
  place: z.nullable(z.int()),
  /**
   * The time in which the purchase can be confirmed, and whether it is now; null where there is nothing to
   * confirm.
   */
  confirmFrom: z.nullable(Instant),
  confirmBy: z.nullable(Instant),
  canConfirm: z.boolean(),
  /** The lot that the shares became on the issue date. */
  lotId: z.nullable(IdOfLot),
  appliedAt: Instant,
  updatedAt: Instant,
  simulated: z.boolean(),
})
export type IpoApplication = z.output<typeof IpoApplication>

/**
 * An offering: its published terms, what is wanted so far, and the caller's own application. Prices in yen.
 * `marketPrice`: the last price, once it has traded; `quotedPrice`: the special quote until then.
 * `decidedAt`: when the draw was decided; `passedOn`: the second half of the days of payment has begun. The
 * book counts what can still win: cancelled applications are out of it.
 */
export const OfferingView = z.object({
  id: ListingId,
  status: z.enum(STAGES),
  /** Reason why it is void; null: it is not. */
  voidWords: z.nullable(z.string()),
  code: IssueCode,
  name: z.string(),
  profile: z.string(),
  sector: z.string(),
  segment: z.enum(['growth', 'standard', 'prime']),
  bandLow: PriceFigure,
  bandHigh: PriceFigure,
  offerPrice: z.nullable(PriceFigure),
  referencePrice: PriceFigure,
  marketPrice: z.nullable(PriceFigure),
  quotedPrice: z.nullable(PriceFigure),
  publicUnits: z.int(),
  publicQuantity: QuantityFigure,
  perMemberUnits: z.int(),
  sharesOutstanding: QuantityFigure,
  opensAt: Instant,
  closesAt: Instant,
  drawOn: DateText,
  decidedAt: z.nullable(Instant),
  passedOn: z.boolean(),
  payFrom: Instant,
  passesOnAt: Instant,
  payTo: Instant,
  issueOn: DateText,
  book: z.object({ applications: z.int(), units: z.int() }),
  mine: z.nullable(IpoApplication),
  simulated: z.boolean(),
})
export type OfferingView = z.output<typeof OfferingView>

/**
 * Those that are to come or under way, the soonest closing first, then those that are over, the newest first;
 * void ones too.
 */
export const listOfferings = route({
  name: 'listOfferings',
  method: 'GET',
  path: '/ipo/offerings',
  access: 'public',
  output: z.array(OfferingView),
})
export const getOffering = route({
  name: 'getOffering',
  method: 'GET',
  path: '/ipo/offerings/{id}',
  access: 'public',
  params: z.strictObject({ id: ListingId }),
  output: OfferingView,
})

/** The member's applications, newest first (the application log; those that won are the winning log). */
export const listIpoApplications = route({
  name: 'listIpoApplications',
  method: 'GET',
  path: '/ipo/applications',
  access: 'member',
  output: z.array(IpoApplication),
})

const ById = z.strictObject({ id: Id })
/** Buys what was won: the money set aside becomes shares that are paid. */
export const confirmPurchase = route({
  name: 'confirmPurchase',
  method: 'POST',
  path: '/applications/{id}/confirm',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: ById,
  output: IpoApplication,
  rejections: CONFIRM_REJECTIONS,
})
/** Lets go what was won: the money comes back at once, the shares pass to the waiting list. */
export const declinePurchase = route({
  name: 'declinePurchase',
  method: 'POST',
  path: '/applications/{id}/decline',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: ById,
  output: IpoApplication,
  rejections: DECLINE_REJECTIONS,
})
