import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { topic } from '#wire/topic.ts'
import {
  DateText,
  Id,
  Instant,
  IssueCode,
  PriceYen,
  Side,
  PriceFigure,
  QuantityFigure,
  YenFigure,
} from '#wire/values.ts'
import { ListingId } from '#modules/listings/contract.ts'
import { LEVERAGES } from '#modules/orders/contract.ts'
import { APPLICATION_STATUSES } from './model/application.ts'
import { APPLY_REJECTIONS } from './model/rejections.ts'

/** Day trading is margin trading: shares paid in full have no day. */
export const DAY_LEVERAGES = LEVERAGES.filter((one): one is Exclude<(typeof LEVERAGES)[number], 1> => one > 1)

/**
 * One issue of the day's inventory: units and how many are left, to buy and to sell short. Prices in yen as
 * of the reading: `price` the last one, `longPrice` and `shortPrice` the hedging prices (the far touch), null
 * where nobody is on the other side.
 */
export const DayRowView = z.object({
  code: IssueCode,
  name: z.string(),
  unit: z.int(),
  price: z.nullable(PriceFigure),
  longPrice: z.nullable(PriceFigure),
  shortPrice: z.nullable(PriceFigure),
  stale: z.boolean(),
  longUnits: z.int(),
  longLeft: z.int(),
  shortUnits: z.int(),
  shortLeft: z.int(),
})
export type DayRowView = z.output<typeof DayRowView>

/**
 * The inventory of a trade date, with its window and the hours of its end. `penalty`: yen for each
 * application that is left open, consumption tax included.
 */
export const DayTradeView = z.object({
  listingId: ListingId,
  tradeOn: DateText,
  status: z.enum(['published', 'open', 'closed']),
  opensAt: Instant,
  closesAt: Instant,
  warnAt: Instant,
  closingAt: Instant,
  perMemberUnits: z.int(),
  penalty: YenFigure,
  rows: z.array(DayRowView),
  simulated: z.boolean(),
})
export type DayTradeView = z.output<typeof DayTradeView>

/** The inventory of today, else of the next day that has one; null: none is published. */
export const getDayTrade = route({
  name: 'getDayTrade',
  method: 'GET',
  path: '/day-trades',
  access: 'public',
  output: z.nullable(DayTradeView),
})

/**
 * `price`: the hedging price shown. `taken` and `back`: units that traded, and those that went back.
 * `lotIds`: what it opened.
 */
export const DayApplicationView = z.object({
  id: Id,
  number: z.string(),
  listingId: ListingId,
  tradeOn: DateText,
  code: IssueCode,
  name: z.string(),
  side: Side,
  leverage: z.number(),
  units: z.int(),
  quantity: QuantityFigure,
  price: PriceFigure,
  status: z.enum(APPLICATION_STATUSES),
  filledQuantity: QuantityFigure,
  back: z.int(),
  reason: z.nullable(z.string()),
  penalty: YenFigure,
  appliedAt: Instant,
  decidedAt: z.nullable(Instant),
  simulated: z.boolean(),
})
export type DayApplicationView = z.output<typeof DayApplicationView>

/** Newest first, at most 200. */
export const listDayApplications = route({
  name: 'listDayApplications',
  method: 'GET',
  path: '/day-trades/applications',
  access: 'member',
  output: z.array(DayApplicationView),
})

export const DayTradeInput = z.strictObject({
  listingId: ListingId,
  code: IssueCode,
  side: Side,
  units: z.int().check(z.gte(1), z.lte(1_000_000)),
  price: PriceYen,
  leverage: z.literal([...DAY_LEVERAGES]),
})
export type DayTradeInput = z.output<typeof DayTradeInput>
export const applyDayTrade = route({
  name: 'applyDayTrade',
  method: 'POST',
  path: '/day-trades/apply',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: DayTradeInput,
  output: DayApplicationView,
  rejections: APPLY_REJECTIONS,
})

/** Units left, by issue, whenever it changes. */
export type DayTradeLeft = {
  listingId: string
  left: { code: string; longLeft: number; shortLeft: number }[]
}
export const dayTradeTopic = topic<DayTradeLeft>({ name: 'day-trade', kind: 'latest', access: 'public' })
