import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant, PAGE_CUT, PAGE_QUERY, YenFigure } from '#wire/values.ts'
import { ListingId } from '#modules/listings/contract.ts'
import { FOLLOW_STATES, REFUSE_REASONS } from './model/states.ts'

/**
 * A subscription for the desk: members by number alone. `taken`: of the pool's fund size, this one included.
 */
export const DeskFollow = z.object({
  id: Id,
  number: z.string(),
  pool: ListingId,
  member: z.object({ id: Id, number: z.int(), level: z.string(), days: z.int(), frozen: z.boolean() }),
  amount: YenFigure,
  state: z.enum(FOLLOW_STATES),
  reason: z.nullable(z.enum(REFUSE_REASONS)),
  appliedAt: Instant,
  decidedBy: z.nullable(Instant),
  minimum: YenFigure,
  fundSize: YenFigure,
  taken: YenFigure,
  deadline: Instant,
})
export type DeskFollow = z.output<typeof DeskFollow>
export const DESK_VIEWS = ['review', 'decided'] as const
/** In review, oldest first; or those that have been decided, the newest first. */
export const listDeskFollows = route({
  name: 'listDeskFollows',
  method: 'GET',
  path: '/console/copy/subscriptions',
  access: 'operator',
  roles: ['reviewer', 'auditor', 'administrator'],
  query: z.strictObject({ view: z.optional(z.enum(DESK_VIEWS)), ...PAGE_QUERY }),
  output: z.object({ review: z.int(), rows: z.array(DeskFollow), ...PAGE_CUT }),
})
