import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { ROLES } from './model/power.ts'

/**
 * Acts of operators that concern the member, and requests without all the signatures yet (`open`, `lapsed`,
 * `withdrawn`): then `at` is when it was asked for and `endsAt` when it lapses, did, or was withdrawn.
 * `what`, and `reason.words`, are in the caller's language.
 */
export const OperatorActView = z.object({
  id: Id,
  status: z.enum(['carried-out', 'open', 'lapsed', 'withdrawn']),
  endsAt: z.nullable(Instant),
  power: z.string(),
  what: z.string(),
  subject: z.string(),
  at: Instant,
  reason: z.nullable(z.object({ code: z.string(), words: z.string(), text: z.nullable(z.string()) })),
  /** Operators who approved: by role and number, never by name. `desk`: the demo desk did. */
  approvals: z.array(z.object({ role: z.enum(ROLES), number: z.int(), at: Instant, desk: z.boolean() })),
  demoDesk: z.boolean(),
  /** Signed by keys that the server holds (demo setting), not by passkeys. */
  serverKeys: z.boolean(),
  simulated: z.boolean(),
})
export type OperatorActView = z.output<typeof OperatorActView>

const Page = z.strictObject({
  before: z.optional(Id),
  limit: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
})
const Acts = z.object({ acts: z.array(OperatorActView) })

export const listOperatorActs = route({
  name: 'listOperatorActs',
  method: 'GET',
  path: '/operator-acts',
  access: 'member',
  query: Page,
  output: Acts,
})
/** Acts of operators that concern everybody: notices, listings, statements, keys. */
export const listPublicActs = route({
  name: 'listPublicActs',
  method: 'GET',
  path: '/operator-acts/public',
  access: 'public',
  query: Page,
  output: Acts,
})

/** Data that operators look at, in words of the catalogue (`staff.read.*`). */
export const READS = [
  'profile',
  'identity',
  'identity-image',
  'bank-account',
  'appeal',
  'bank-image',
  'deposit',
  'withdrawal',
  'ledger',
  'orders',
  'chat',
  'documents',
  'appeal',
  'export',
  'loan',
  'case',
  'timeline',
  'program-money',
  'program-orders',
  'program-ledger',
] as const
export type ReadWhat = (typeof READS)[number]

/** Each look of an operator at the member's data, newest first. */
export const listOperatorReads = route({
  name: 'listOperatorReads',
  method: 'GET',
  path: '/operator-acts/reads',
  access: 'member',
  query: Page,
  output: z.object({
    reads: z.array(z.object({ id: Id, what: z.string(), role: z.enum(ROLES), number: z.int(), at: Instant })),
    /** Looks and notes at all members that the law kept back in the last month; null: none ever. */
    sealed: z.nullable(z.object({ month: z.string(), entries: z.int() })),
  }),
})
