import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, PriceYen, BasisPointsFigure, PriceFigure } from '#wire/values.ts'
import { ALERT_REJECTIONS, REPEATS, WATCHES } from './model/alert.ts'

/**
 * A price alert. `price` in yen or `changeBp` of the day, as `watches` says. Hit ones stay in the list until
 * they are removed.
 */
export const AlertView = z.object({
  id: Id,
  code: IssueCode,
  name: z.string(),
  watches: z.enum(WATCHES),
  price: z.nullable(PriceFigure),
  changeBp: z.nullable(BasisPointsFigure),
  repeats: z.enum(REPEATS),
  status: z.enum(['watching', 'hit']),
  since: Instant,
  hitAt: z.nullable(Instant),
  hitPrice: z.nullable(PriceFigure),
  /** The price now and its change of the day, to see how far it is. */
  last: z.nullable(PriceFigure),
  lastChangeBp: z.nullable(BasisPointsFigure),
  simulated: z.boolean(),
})
export type AlertView = z.output<typeof AlertView>

export const AlertsView = z.object({ alerts: z.array(AlertView), watching: z.int(), most: z.int() })

export const listAlerts = route({
  name: 'listAlerts',
  method: 'GET',
  path: '/alerts',
  access: 'member',
  query: z.strictObject({ code: z.optional(IssueCode) }),
  output: AlertsView,
})
/** `price` with `above` and `below`, `changeBp` (1 to 3,000) with `rise` and `fall`. */
export const createAlert = route({
  name: 'createAlert',
  method: 'POST',
  path: '/alerts',
  access: 'member',
  keyed: true,
  input: z.strictObject({
    code: IssueCode,
    watches: z.enum(WATCHES),
    price: z.optional(PriceYen),
    changeBp: z.optional(z.int().check(z.gte(1), z.lte(10_000))),
    repeats: z.enum(REPEATS),
  }),
  output: AlertView,
  rejections: ALERT_REJECTIONS,
})
export const removeAlert = route({
  name: 'removeAlert',
  method: 'POST',
  path: '/alerts/{id}/remove',
  access: 'member',
  keyed: true,
  params: z.strictObject({ id: Id }),
  output: z.object({ id: Id }),
  rejections: ['ALERT_NOT_FOUND'],
})
