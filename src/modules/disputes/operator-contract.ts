import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Instant, PAGE_CUT, PAGE_QUERY } from '#wire/values.ts'
import { EXCEPTION_FAULTS, EXCEPTION_STATES } from '#modules/orders/model/venue-exception.ts'
import { DISPUTE_READERS } from './model/powers.ts'

/** A report as the venue said it, with its fault. Of a member there is the number alone. */
const DisputeView = z.object({
  id: z.string(),
  at: Instant,
  orderId: z.string(),
  member: z.nullable(z.object({ id: z.string(), number: z.int() })),
  code: z.nullable(z.string()),
  execId: z.string(),
  fault: z.enum(EXCEPTION_FAULTS),
  said: z.string(),
  state: z.enum(EXCEPTION_STATES),
  /** The order could take it as it stands now. */
  bookable: z.boolean(),
  decidedAt: z.nullable(Instant),
  /** Reports of the order beyond the number that is listed. */
  more: z.int(),
})
export type DisputeView = z.output<typeof DisputeView>

/** Reports of venues that do not go with an order, the last first. `q`: the member's number. */
export const listDisputes = route({
  name: 'listDisputes',
  method: 'GET',
  path: '/console/disputes',
  access: 'operator',
  roles: DISPUTE_READERS,
  query: z.strictObject({ ...PAGE_QUERY, state: z.optional(z.enum(EXCEPTION_STATES)) }),
  output: z.object({ rows: z.array(DisputeView), ...PAGE_CUT }),
})
