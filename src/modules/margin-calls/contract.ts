import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import {
  DateText,
  Instant,
  IssueCode,
  Side,
  BasisPointsFigure,
  PriceFigure,
  QuantityFigure,
  YenFigure,
  IdOfLot,
} from '#wire/values.ts'

/** `forced`: its deadline has passed, its lots are being closed. */
export const CALL_STATES = ['open', 'met', 'forced', 'closed'] as const

/** A margin call (追証). Yen; `missing` is what is still to come by the deadline. */
export const CallView = z.object({
  tradeDate: DateText,
  amount: YenFigure,
  met: YenFigure,
  missing: YenFigure,
  state: z.enum(CALL_STATES),
  madeAt: Instant,
  deadlineAt: Instant,
  endedAt: z.nullable(Instant),
})
export type CallView = z.output<typeof CallView>

/**
 * An open lot as the margin rules see it; `price` in yen at which it counts, `accrued` interest or
 * stock-lending fee so far.
 */
export const MarginLotView = z.object({
  id: IdOfLot,
  number: z.string(),
  code: IssueCode,
  name: z.string(),
  side: Side,
  leverage: z.number(),
  leveraged: z.boolean(),
  unit: z.int(),
  openQuantity: QuantityFigure,
  freeQuantity: QuantityFigure,
  openPrice: PriceFigure,
  price: PriceFigure,
  margin: YenFigure,
  accrued: YenFigure,
  tradeDate: DateText,
})
export type MarginLotView = z.output<typeof MarginLotView>

/**
 * The margin account: G = cash + lotMargin + substitutes + min(difference, 0) − accrued − loan, N = notional;
 * yen at the prices of `at`.
 */
export const getMargin = route({
  name: 'getMargin',
  method: 'GET',
  path: '/margin',
  access: 'member',
  apiKey: 'read',
  output: z.object({
    available: YenFigure,
    unsettled: YenFigure,
    orderHold: YenFigure,
    lotMargin: YenFigure,
    substitutes: YenFigure,
    difference: YenFigure,
    accrued: YenFigure,
    loan: YenFigure,
    held: YenFigure,
    notional: YenFigure,
    ratioBp: z.nullable(BasisPointsFigure),
    lots: z.array(MarginLotView),
    /** Those that have not ended, the oldest first; then the newest that have. */
    calls: z.array(CallView),
    at: Instant,
    simulated: z.boolean(),
  }),
})
export type MarginView = z.output<typeof getMargin.output>
