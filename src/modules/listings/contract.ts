import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Instant } from '#wire/values.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { LISTING_KINDS } from '#registry/listing-kinds.ts'

const Kind = z.enum(LISTING_KINDS as [string, ...string[]])
export const ListingId = z.string().check(z.regex(/^[A-Z]{2,3}-20\d\d-\d{4}$/))

/**
 * Published terms. `terms` as they were signed: prices in tenths of a yen, times in milliseconds of market
 * time. `canonical` is the text whose SHA-256 is `hash` (after its tag, which ends with a zero byte), so that
 * anybody can check that nothing was changed.
 */
export const ListingView = z.object({
  id: ListingId,
  kind: Kind,
  status: z.enum(['published', 'open', 'closed', 'void']),
  terms: z.record(z.string(), z.unknown()),
  hash: z.string(),
  canonical: z.string(),
  opensAt: Instant,
  closesAt: Instant,
  publishedAt: Instant,
  /** True if two operators may make it void now. */
  mayVoid: z.boolean(),
  voided: z.nullable(z.object({ at: Instant, reason: z.string(), words: z.string() })),
  /** By role and number, never by name. */
  signers: z.array(z.object({ role: z.enum(ROLES), number: z.int(), at: Instant, desk: z.boolean() })),
  simulated: z.boolean(),
})
export type ListingView = z.output<typeof ListingView>

/** Earliest opening first; void ones too. */
export const listListings = route({
  name: 'listListings',
  method: 'GET',
  path: '/listings',
  access: 'public',
  query: z.strictObject({ kind: z.optional(Kind) }),
  output: z.array(ListingView),
})
export const getListing = route({
  name: 'getListing',
  method: 'GET',
  path: '/listings/{id}',
  access: 'public',
  params: z.strictObject({ id: ListingId }),
  output: ListingView,
})
