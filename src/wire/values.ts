import * as z from 'zod/mini'
import { PLACE } from '#kernel/keyset.ts'
import type { LotId, MemberId, OrderId } from '#kernel/id.ts'
import { MAX_AMOUNT_YEN, type BasisPoints, type PartsPerMillion, type Yen } from '#kernel/money.ts'
import type { PriceTenths, PriceYen as YenOfPrice, Quantity } from '#kernel/price.ts'
import type { DateJst, Ms } from '#kernel/time.ts'
import { FORMS } from './page.ts'

/**
 * Values that many contracts share. Strict: nothing is coerced, unknown fields are refused. What a schema has
 * read has its unit (decision 0115).
 */
type Read<U extends number | string> = z.ZodMiniType<U, U>

/** Issue code: `S214` simulated, `7203` or `130A` real, 5 digits for preferred shares. */
export const IssueCode = z.string().check(z.regex(FORMS.issueCode))
/** Whole yen of one movement, 0 and more. */
export const YenAmount = z.int().check(z.gte(0), z.lte(MAX_AMOUNT_YEN)) as Read<Yen>
/** The sum of amounts, a balance for one: 0 and more, and no single one's bound. */
export const YenTotal = z.int().check(z.gte(0)) as Read<Yen>
/** Whole yen of either sign: a profit, what is left of an account. */
export const YenFigure = z.int() as Read<Yen>
/** Yen with at most one decimal, above 0: a price. */
export const PriceYen = z.number().check(
  z.gt(0),
  z.lte(100_000_000),
  z.refine((value) => Math.abs(value * 10 - Math.round(value * 10)) < 1e-6, 'at most one decimal'),
) as Read<YenOfPrice>
/** A price or a mean of prices that the server tells. */
export const PriceFigure = z.number() as Read<YenOfPrice>
export const TenthsFigure = z.int() as Read<PriceTenths>
/** Shares. That it is a multiple of the trading unit is a rule (LOT_SIZE), not a form. */
export const QuantityShares = z.int().check(z.gte(1), z.lte(1_000_000_000)) as Read<Quantity>
/** Shares that the server tells. */
export const QuantityFigure = z.int() as Read<Quantity>
export const BasisPointsFigure = z.int() as Read<BasisPoints>
export const PpmFigure = z.int() as Read<PartsPerMillion>
export const MsFigure = z.int() as Read<Ms>
/** `up` buys (long), `down` sells short. */
export const Side = z.enum(['up', 'down'])
export const Id = z.string().check(z.regex(FORMS.id))
/** A value that a server has sealed: what it says is for servers alone. */
export const SealedValue = z.string().check(z.regex(/^[\w-]{1,1024}$/))
export const IdOfMember = Id as Read<MemberId>
export const IdOfOrder = Id as Read<OrderId>
export const IdOfLot = Id as Read<LotId>
/** Beginning of the next page of a list: the last row's figure and id. */
const PlaceText = z.string().check(z.regex(PLACE))
/** Of a list of the console: a hundred rows after a place, of those in which `q` is found. */
export const PAGE_QUERY = { place: z.optional(PlaceText), q: z.optional(z.string().check(z.maxLength(60))) }
/** `total`: as many as are found in all; `next`: where the next page begins. */
export const PAGE_CUT = { total: z.int(), next: z.nullable(PlaceText) }
/** ISO 8601 with `Z`. */
export const Instant = z.string()
/** 2026-11-19, a date in Japan. */
export const DateText = z.string().check(z.regex(FORMS.date)) as Read<DateJst>
/** 09:00 of a trade date in Japan; after midnight it goes on with 24:00. */
const ClockText = z.string().check(z.regex(FORMS.clock))
/**
 * Of a trading day: each session from when it takes orders, opens and closes; the last stops trading at
 * `preClosing`.
 */
export const DAY_HOURS = {
  sessions: z.array(z.tuple([ClockText, ClockText, ClockText])),
  preClosing: ClockText,
}
