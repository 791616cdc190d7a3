import * as z from 'zod/mini'
import { OPERATOR_KEY_SCOPES, route } from '#wire/route.ts'
import { DateText, Id, Instant } from '#wire/values.ts'
import { ROLES } from '#modules/staff/model/power.ts'
import { KEY_STATES } from './model/firm-key.ts'
import { FIRM_EVENTS, WEBHOOK_STATES } from '#modules/webhooks/model/webhook.ts'
import { KEY_READERS } from './model/powers.ts'

const Person = z.object({ operatorId: z.string(), role: z.enum(ROLES), number: z.int() })
const Scopes = z.array(z.enum(OPERATOR_KEY_SCOPES))

/**
 * `owner`: who asked for it and answers for it. `usedAt`: to within ten minutes; null: never. `fingerprint`:
 * the first 16 digits of the SHA-256 of the public key.
 */
export const FirmKeyView = z.object({
  id: Id,
  name: z.string(),
  scopes: Scopes,
  networks: z.array(z.string()),
  fingerprint: z.string(),
  until: DateText,
  state: z.enum(KEY_STATES),
  owner: Person,
  madeAt: Instant,
  usedAt: z.nullable(Instant),
  revokedAt: z.nullable(Instant),
  revokedBy: z.nullable(Person),
})
export type FirmKeyView = z.output<typeof FirmKeyView>

/** Keys of the firm, newest first. They are made and ended by `firm-key.make` and `firm-key.revoke`. */
export const listFirmKeys = route({
  name: 'listFirmKeys',
  method: 'GET',
  path: '/console/firm-keys',
  access: 'operator',
  roles: KEY_READERS,
  output: z.object({ keys: z.array(FirmKeyView), most: z.int(), address: z.string() }),
})

/** The key that asks. */
export const getOwnKey = route({
  name: 'getOwnKey',
  method: 'GET',
  path: '/console/back-office/key',
  access: 'operator',
  roles: [],
  operatorKey: 'any',
  output: z.object({
    id: Id,
    name: z.string(),
    scopes: Scopes,
    networks: z.array(z.string()),
    until: DateText,
  }),
})

// —— Webhooks of the firm ——

/** `rotatedAt`: the time of its secret; null: nobody has read one yet. */
export const FirmWebhookView = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(FIRM_EVENTS)),
  state: z.enum(WEBHOOK_STATES),
  madeAt: Instant,
  madeBy: Person,
  rotatedAt: z.nullable(Instant),
  /** Notices of the last thirty days that were not taken. */
  failed: z.int(),
})
export type FirmWebhookView = z.output<typeof FirmWebhookView>

/** Webhooks of the firm that are not deleted, newest first; made and set by the powers `firm-webhook`. */
export const listFirmWebhooks = route({
  name: 'listFirmWebhooks',
  method: 'GET',
  path: '/console/firm-webhooks',
  access: 'operator',
  roles: KEY_READERS,
  output: z.object({ webhooks: z.array(FirmWebhookView), most: z.int() }),
})

const WebhookPath = z.strictObject({ id: Id })
/** `answered`: the status of the last answer. `eventId` is the `webhook-id` of all tries. */
export const FirmDelivery = z.object({
  id: z.string(),
  eventId: z.string(),
  type: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
  tries: z.int(),
  madeAt: Instant,
  triedAt: z.nullable(Instant),
  nextAt: z.nullable(Instant),
  answered: z.nullable(z.int()),
  problem: z.nullable(z.string()),
})
export type FirmDelivery = z.output<typeof FirmDelivery>
/** The newest thirty of the last thirty days. */
export const listFirmDeliveries = route({
  name: 'listFirmDeliveries',
  method: 'GET',
  path: '/console/firm-webhooks/{id}/deliveries',
  access: 'operator',
  roles: KEY_READERS,
  params: WebhookPath,
  output: z.array(FirmDelivery),
})
/** The secret, for whoever signed for it (`firm-webhook.secret`), for a day. */
export const readFirmSecret = route({
  name: 'readFirmSecret',
  method: 'GET',
  path: '/console/firm-webhooks/{id}/secret',
  access: 'operator',
  roles: ['administrator'],
  params: WebhookPath,
  output: z.object({ secret: z.string() }),
})
/** Sends a notice again under its id, or a test where none is named; tried once. */
export const sendFirmNotice = route({
  name: 'sendFirmNotice',
  method: 'POST',
  path: '/console/firm-webhooks/{id}/send',
  access: 'operator',
  power: 'firm-webhook.set',
  params: WebhookPath,
  input: z.strictObject({ deliveryId: z.optional(z.string().check(z.maxLength(120))) }),
  output: FirmDelivery,
  rejections: ['FIRM_WEBHOOK_UNKNOWN', 'WEBHOOK_OFTEN'],
})
