import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  DateText,
  Id,
  Instant,
  IssueCode,
  YenAmount,
  BasisPointsFigure,
  IdOfOrder,
  PriceFigure,
  QuantityFigure,
  TenthsFigure,
} from '#wire/values.ts'
import {
  APPLICATION_STATUSES,
  APPLY_REJECTIONS,
  CANCEL_REJECTIONS,
  TIME_EXIT_REJECTIONS,
} from './model/application.ts'
import { FEATURES } from './model/method.ts'

const EXITS = ['take-profit', 'stop-loss', 'time', 'unfilled'] as const

/**
 * Results of the picks of a record: basis points, after commission where it says `excess`. `interval` null:
 * too few days to say.
 */
export const RecordView = z.object({
  trials: z.int(),
  unfilled: z.int(),
  hitBp: BasisPointsFigure,
  returnBp: BasisPointsFigure,
  indexBp: BasisPointsFigure,
  excessBp: BasisPointsFigure,
  worstBp: BasisPointsFigure,
  interval: z.nullable(z.object({ lowBp: BasisPointsFigure, highBp: BasisPointsFigure })),
})
export type RecordView = z.output<typeof RecordView>

/**
 * One pick: prices in yen, `place` 1 is the highest score, `score` in millionths of a basis point above the
 * average issue of the day. `parts`: what each feature adds to the score, with its value and its rank among
 * the day's issues (−1000 … 1000). `outcome` null: it is still running.
 */
export const PickView = z.object({
  id: Id,
  code: IssueCode,
  name: z.string(),
  place: z.int(),
  issues: z.int(),
  score: z.int(),
  close: PriceFigure,
  limit: PriceFigure,
  takeProfit: PriceFigure,
  stopLoss: PriceFigure,
  exitOn: DateText,
  parts: z.array(z.object({ feature: z.enum(FEATURES), value: z.int(), rank: z.int(), part: z.int() })),
  outcome: z.nullable(
    z.object({
      exit: z.enum(EXITS),
      endedOn: DateText,
      entry: z.nullable(PriceFigure),
      exitPrice: z.nullable(PriceFigure),
      returnBp: BasisPointsFigure,
      indexBp: BasisPointsFigure,
      excessBp: BasisPointsFigure,
    }),
  ),
})
export type PickView = z.output<typeof PickView>

/**
 * The picks of one close. `hash`: SHA-256 over what `getAiDay` gives; published before the opening at which
 * the orders go out. `applyUntil`: orders are sent then.
 */
export const PickDayView = z.object({
  id: Id,
  cardId: z.string(),
  day: DateText,
  entryOn: DateText,
  exitOn: DateText,
  hash: z.string(),
  publishedAt: Instant,
  applyUntil: Instant,
  open: z.boolean(),
  picks: z.array(PickView),
})
export type PickDayView = z.output<typeof PickDayView>

/**
 * The card that picks are published under, and what is picked now. `state`: `short` where the market has too
 * few days to learn from, `measuring` while it is being learned.
 */
export const AiView = z.object({
  state: z.enum(['ready', 'measuring', 'short', 'no-card']),
  card: z.nullable(
    z.object({
      id: Id,
      name: z.string(),
      method: z.string(),
      open: z.boolean(),
      opensAt: Instant,
      closesAt: Instant,
      perMemberUnits: z.int(),
    }),
  ),
  /** The model as it runs here, and what it did outside of the days that it learned from. */
  model: z.nullable(
    z.object({
      version: z.string(),
      codeSha256: z.string(),
      trainFrom: DateText,
      trainTo: DateText,
      testFrom: DateText,
      testTo: DateText,
      edge: z.enum(['none', 'shown']),
      picks: z.int(),
      holdDays: z.int(),
      limitBp: BasisPointsFigure,
      takeProfitBp: BasisPointsFigure,
      stopLossBp: BasisPointsFigure,
      costBp: BasisPointsFigure,
      record: RecordView,
    }),
  ),
  /** Of the picks that were published, once they were over; null: none is yet. */
  live: z.nullable(RecordView),
  now: z.nullable(PickDayView),
  /** The time of the next picks. */
  nextAt: Instant,
  simulated: z.boolean(),
})
export type AiView = z.output<typeof AiView>
export const getAi = route({ name: 'getAi', method: 'GET', path: '/ai', access: 'public', output: AiView })

/**
 * Days of picks, newest first, all that ever were, with how each pick ended. `beforeDay`: the oldest that was
 * shown.
 */
export const listAiDays = route({
  name: 'listAiDays',
  method: 'GET',
  path: '/ai/days',
  access: 'public',
  query: z.strictObject({
    beforeDay: z.optional(DateText),
    limit: z.optional(z.string().check(z.regex(/^\d{1,2}$/))),
  }),
  output: z.array(PickDayView),
})
/**
 * Data over which the hash of a day is made: `canonical` is the text after its tag (`KABU-PICKS-v1` and a
 * zero byte). Weights in millionths of a basis point for a thousandth of rank, features in the order of
 * docs/ai-model.md.
 */
export const AiDayInputs = z.object({
  id: Id,
  hash: z.string(),
  canonical: z.string(),
  weights: z.array(z.int()),
  rows: z.array(z.object({ code: IssueCode, closeTenths: TenthsFigure, values: z.array(z.int()) })),
})
export type AiDayInputs = z.output<typeof AiDayInputs>
export const getAiDay = route({
  name: 'getAiDay',
  method: 'GET',
  path: '/ai/days/{id}',
  access: 'public',
  params: z.strictObject({ id: Id }),
  output: AiDayInputs,
})

/**
 * An application to buy a pick: prices in yen, money in whole yen. `amount`: what was bought, else at most
 * what it may cost at the limit.
 */
export const ApplicationView = z.object({
  id: Id,
  pickId: Id,
  code: IssueCode,
  name: z.string(),
  status: z.enum(APPLICATION_STATUSES),
  units: z.int(),
  quantity: QuantityFigure,
  price: PriceFigure,
  filledQuantity: QuantityFigure,
  amount: YenAmount,
  limit: PriceFigure,
  takeProfit: PriceFigure,
  stopLoss: PriceFigure,
  entryOn: DateText,
  exitOn: DateText,
  appliedAt: Instant,
  orderId: z.nullable(IdOfOrder),
  /** True if the server closes what is left on `exitOn`; `isHeld`: anything was held when it last looked. */
  timeExit: z.boolean(),
  isHeld: z.boolean(),
  reason: z.nullable(z.string()),
  simulated: z.boolean(),
})
export type ApplicationView = z.output<typeof ApplicationView>

/** Newest first. */
export const listAiApplications = route({
  name: 'listAiApplications',
  method: 'GET',
  path: '/ai/applications',
  access: 'member',
  query: z.strictObject({
    before: z.optional(Id),
    limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
  }),
  output: z.array(ApplicationView),
})
export const applyAi = route({
  name: 'applyAi',
  method: 'POST',
  path: '/ai/applications',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({ pickId: Id, units: z.int().check(z.gte(1), z.lte(10_000)) }),
  output: ApplicationView,
  rejections: APPLY_REJECTIONS,
})
export const cancelAi = route({
  name: 'cancelAi',
  method: 'POST',
  path: '/ai/applications/{id}/cancel',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: z.strictObject({ id: Id }),
  output: ApplicationView,
  rejections: CANCEL_REJECTIONS,
})
/** The member's word on the time exit of an application that is not over: on by default, as the card says. */
export const setTimeExit = route({
  name: 'setTimeExit',
  method: 'POST',
  path: '/ai/applications/{id}/time-exit',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: z.strictObject({ id: Id }),
  input: z.strictObject({ timeExit: z.boolean() }),
  output: ApplicationView,
  rejections: TIME_EXIT_REJECTIONS,
})
