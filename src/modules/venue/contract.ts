import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Instant } from '#wire/values.ts'

const Hex = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/**
 * A day of the simulated market: what was committed to before anything traded, and what was revealed after
 * its closing auction (security-and-trust 5.5). `part`: 1, more where the day was planned anew, or issues
 * joined it (`joins`). `late`: the exchange came to this day after its opening, and sealed it then.
 * `signature`: the context's over `commitmentText`, Ed25519, base64url. `closesHash`, `fileHash`: SHA-256 of
 * the closing prices and of the published file; null where the exchange's files were lost: then the day
 * cannot be lived again.
 */
export const MarketDayView = z.object({
  tradeDate: DateText,
  part: z.int(),
  joins: z.boolean(),
  late: z.boolean(),
  commitment: Hex,
  committedAt: Instant,
  signature: z.string(),
  seed: z.nullable(Hex),
  revealedAt: z.nullable(Instant),
  closesHash: z.nullable(Hex),
  fileHash: z.nullable(Hex),
})
export type MarketDayView = z.output<typeof MarketDayView>

/** Newest first, at most 60. Empty in replay, whose prices are those of real days. */
export const listMarketDays = route({
  name: 'listMarketDays',
  method: 'GET',
  path: '/market-days',
  access: 'public',
  output: z.object({ publicKey: z.string(), days: z.array(MarketDayView), simulated: z.boolean() }),
})

/** Trade dates from `from` to `to`, so many. */
export const OffSpan = z.object({ from: DateText, to: DateText, days: z.int() })
export type OffSpan = z.output<typeof OffSpan>

/**
 * Trade dates between days of the exchange on which it did not run (a server that was off, a demo clock that
 * was moved): no order met another, and their prices are the model's. Newest first. Empty in replay.
 */
export const listOffDays = route({
  name: 'listOffDays',
  method: 'GET',
  path: '/off-days',
  access: 'public',
  output: z.object({ spans: z.array(OffSpan), simulated: z.boolean() }),
})

/**
 * The published file of a day (`DayFile` of `modules/venue/model/market-day.ts`; docs/replay-a-day.md): how
 * it began, what came to it, what it came to. NOT_PUBLISHED: not over yet, or its files were lost.
 * DAY_FILE_CHANGED: it is not the file of the digest that was published.
 */
export const getMarketDay = route({
  name: 'getMarketDay',
  method: 'GET',
  path: '/market-days/{date}',
  access: 'public',
  params: z.strictObject({ date: DateText }),
  output: z.looseObject({
    format: z.string(),
    tradeDate: DateText,
    schedule: z.string(),
    rules: z.int(),
    seed: Hex,
    opening: z.unknown(),
    lines: z.array(z.unknown()),
    closes: z.array(z.unknown()),
  }),
  rejections: ['NOT_PUBLISHED', 'DAY_FILE_CHANGED'],
})
