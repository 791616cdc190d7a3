import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { DateText, Id, Instant, IssueCode, Side, IdOfLot, QuantityFigure, YenFigure } from '#wire/values.ts'

/**
 * A dividend (yen a share, as announced) or a split: `newShares` for every `oldShares`; `inferred`: nobody
 * has said so, replayed prices show it. Bought until `lastCumDate`, a share has the right; bought on `exDate`
 * it has not.
 */
export const ActionView = z.object({
  id: Id,
  kind: z.enum(['dividend', 'split']),
  status: z.enum(['announced', 'past']),
  code: IssueCode,
  name: z.string(),
  announcedOn: DateText,
  lastCumDate: DateText,
  exDate: DateText,
  recordDate: DateText,
  payDate: z.nullable(DateText),
  perShare: z.nullable(z.number()),
  newShares: z.nullable(z.int()),
  oldShares: z.nullable(z.int()),
  inferred: z.boolean(),
  simulated: z.boolean(),
})
export type ActionView = z.output<typeof ActionView>

/**
 * Announced by today, with an ex-date from `from` to `to` (left out: today, of one issue a year ago, and at
 * most 100 days from now), by ex-date. `known`: false where the listing says nothing of them.
 */
export const listActions = route({
  name: 'listActions',
  method: 'GET',
  path: '/actions',
  access: 'public',
  query: z.strictObject({
    from: z.optional(DateText),
    to: z.optional(DateText),
    code: z.optional(IssueCode),
  }),
  output: z.object({ known: z.boolean(), today: DateText, actions: z.array(ActionView) }),
})

/**
 * A company publishes a quarter's results: those of its business year so far, and what it expects of the year
 * under way, both null until they are out. Whole yen; a loss below 0.
 */
export const ResultsView = z.object({
  id: Id,
  status: z.enum(['coming', 'published']),
  code: IssueCode,
  name: z.string(),
  announcedOn: DateText,
  businessYear: z.int(),
  quarter: z.int(),
  periodEnd: DateText,
  profit: z.nullable(YenFigure),
  forecastYear: z.nullable(z.int()),
  forecastProfit: z.nullable(z.int()),
  simulated: z.boolean(),
})
export type ResultsView = z.output<typeof ResultsView>
/**
 * Announced from `from` to `to` (left out: today, and 100 days from now at most), by date; of one issue from
 * a year ago on, or from `from`, at most eleven years back. `known`: false where the listing says nothing of
 * them.
 */
export const listResults = route({
  name: 'listResults',
  method: 'GET',
  path: '/results',
  access: 'public',
  query: z.strictObject({
    from: z.optional(DateText),
    to: z.optional(DateText),
    code: z.optional(IssueCode),
  }),
  output: z.object({ known: z.boolean(), today: DateText, results: z.array(ResultsView) }),
})

/**
 * The effect of a dividend on one lot. `amount`: yen before tax, below 0 where the lot owes it; `tax` is
 * withheld at the payment; `held` is kept back until then.
 */
export const DividendView = z.object({
  id: Id,
  status: z.enum(['coming', 'paid']),
  lotId: IdOfLot,
  code: IssueCode,
  name: z.string(),
  side: Side,
  leverage: z.number(),
  quantity: QuantityFigure,
  perShare: z.number(),
  exDate: DateText,
  payDate: DateText,
  amount: YenFigure,
  tax: YenFigure,
  held: z.int(),
  paidAt: z.nullable(Instant),
  simulated: z.boolean(),
})
export type DividendView = z.output<typeof DividendView>

/** The member's, newest pay date first. */
export const listDividends = route({
  name: 'listDividends',
  method: 'GET',
  path: '/dividends',
  access: 'member',
  apiKey: 'read',
  query: z.strictObject({ limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))) }),
  output: z.array(DividendView),
})
