import * as z from 'zod/mini'
import { ListingId } from '#modules/listings/contract.ts'
import { route } from '#wire/route.ts'
import { Id, Instant, IssueCode, PriceFigure, YenFigure } from '#wire/values.ts'
import { APPLY_REJECTIONS, CANCEL_REJECTIONS } from './model/apply.ts'
import { APPLICATION_STATES, DRAW_STATES, VOID_REASONS } from './model/states.ts'

export * from './model/apply.ts'

/** 32 bytes as hexadecimal text. */
const Hash = z.string()
const Pair = z.object({ operator: Hash, auditor: Hash })
export const KINDS = ['ipo', 'block-sale'] as const

/**
 * The public record of a draw; what is not known yet is null. `units` on offer, `wanted` asked for by the
 * `tickets` of the list, `links` of the chain, of which `linksDone` are published. `attestation`: the
 * auditor's word on the list, Ed25519 over `text`. `result`: SHA-256 of the outcome.
 */
export const DrawView = z.object({
  id: ListingId,
  kind: z.enum(KINDS),
  status: z.enum(DRAW_STATES),
  voidReason: z.nullable(z.enum(VOID_REASONS)),
  mode: z.literal('ONE_EACH_FIRST'),
  units: z.int(),
  opensAt: Instant,
  closesAt: Instant,
  commitments: Pair,
  tickets: z.nullable(z.int()),
  wanted: z.nullable(z.int()),
  root: z.nullable(Hash),
  rootAt: z.nullable(Instant),
  attestation: z.nullable(z.object({ text: z.string(), publicKey: z.string(), signature: z.string() })),
  seeds: z.nullable(Pair),
  revealedAt: z.nullable(Instant),
  links: z.int(),
  linksDone: z.int(),
  beacon: z.nullable(Hash),
  key: z.nullable(Hash),
  result: z.nullable(Hash),
  endedAt: z.nullable(Instant),
  simulated: z.boolean(),
})
export type DrawView = z.output<typeof DrawView>

/**
 * Everything that a check needs, and no names: the list by ticket, the chain as far as it goes, what each
 * ticket got in the order of the draw.
 */
export const DrawFile = z.object({
  format: z.literal('akari-draw-v1'),
  draw: DrawView,
  list: z.array(z.object({ ticket: z.string(), lots: z.int(), r: z.string() })),
  chain: z.array(Hash),
  outcome: z.array(z.object({ place: z.int(), ticket: z.string(), lots: z.int() })),
})
export type DrawFile = z.output<typeof DrawFile>

/** Newest first, with how many were decided and how many void since the firm began. */
export const listDraws = route({
  name: 'listDraws',
  method: 'GET',
  path: '/draws',
  access: 'public',
  output: z.object({ decided: z.int(), void: z.int(), draws: z.array(DrawView) }),
})
const DrawPath = z.strictObject({ id: ListingId })
export const getDraw = route({
  name: 'getDraw',
  method: 'GET',
  path: '/draws/{id}',
  access: 'public',
  params: DrawPath,
  output: DrawView,
})
/** From the close on; before it the list is empty. */
export const getDrawFile = route({
  name: 'getDrawFile',
  method: 'GET',
  path: '/draws/{id}/file',
  access: 'public',
  params: DrawPath,
  output: DrawFile,
})

/**
 * A member's application. `held`: yen set aside now; `holdPrice`: what a share is held at. `place` in the
 * order of the draw. `receipt`: the firm's signature over ticket, units and the member's own random bytes,
 * from the moment of applying.
 */
export const ApplicationView = z.object({
  id: Id,
  status: z.enum(APPLICATION_STATES),
  drawId: ListingId,
  kind: z.enum(KINDS),
  code: IssueCode,
  name: z.string(),
  ticket: z.string(),
  units: z.int(),
  r: z.string(),
  place: z.nullable(z.int()),
  wonUnits: z.int(),
  held: YenFigure,
  holdPrice: PriceFigure,
  appliedAt: Instant,
  endedAt: z.nullable(Instant),
  receipt: z.object({ text: z.string(), publicKey: z.string(), signature: z.string() }),
  draw: DrawView,
  simulated: z.boolean(),
})
export type ApplicationView = z.output<typeof ApplicationView>

/** Newest first. */
export const listApplications = route({
  name: 'listApplications',
  method: 'GET',
  path: '/applications',
  access: 'member',
  query: z.strictObject({ kind: z.optional(z.enum(KINDS)) }),
  output: z.array(ApplicationView),
})
const ApplicationPath = z.strictObject({ id: Id })
export const getApplication = route({
  name: 'getApplication',
  method: 'GET',
  path: '/applications/{id}',
  access: 'member',
  params: ApplicationPath,
  output: ApplicationView,
})
/**
 * `units` of 100 shares; `r`: 16 random bytes made in the member's own browser, so that nobody else alone
 * decides what is drawn from.
 */
export const apply = route({
  name: 'apply',
  method: 'POST',
  path: '/applications',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({
    drawId: ListingId,
    units: z.int().check(z.gte(1), z.lte(1_000_000)),
    r: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  }),
  output: ApplicationView,
  rejections: APPLY_REJECTIONS,
})
export const cancelApplication = route({
  name: 'cancelApplication',
  method: 'POST',
  path: '/applications/{id}/cancel',
  access: 'member',
  keyed: true,
  signed: 'by-device',
  params: ApplicationPath,
  output: ApplicationView,
  rejections: CANCEL_REJECTIONS,
})
