import * as z from 'zod/mini'
import { route } from '#wire/route.ts'
import { Id, Instant } from '#wire/values.ts'
import { WEBHOOK_EVENTS } from './model/webhook.ts'

/**
 * `disabled`: a notice was not taken for three days, or the answer was 410. `isKeyOver`: its API key has
 * ended, and nothing is sent. `rotatedAt`: the secret before signs for a day from then on.
 */
export const WebhookView = z.object({
  id: Id,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  apiKeyId: Id,
  state: z.enum(['active', 'paused', 'disabled', 'deleted']),
  isKeyOver: z.boolean(),
  madeAt: Instant,
  rotatedAt: z.nullable(Instant),
})
export type WebhookView = z.output<typeof WebhookView>

/** `answered`: the status of the last answer. `eventId` is the `webhook-id` of all tries. */
export const WebhookDelivery = z.object({
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
export type WebhookDelivery = z.output<typeof WebhookDelivery>

const IdPath = z.strictObject({ id: Id })
const WithSecret = z.object({ webhook: WebhookView, secret: z.string() })

/** The member's own, newest first. */
export const listWebhooks = route({
  name: 'listWebhooks',
  method: 'GET',
  path: '/webhooks',
  access: 'member',
  apiKey: 'read',
  output: z.object({ webhooks: z.array(WebhookView), most: z.int() }),
})

/**
 * `apiKeyId`: the key that it belongs to, which a session names; a program's is its own. The secret is shown
 * in this answer alone.
 */
export const makeWebhook = route({
  name: 'makeWebhook',
  method: 'POST',
  path: '/webhooks',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  input: z.strictObject({
    url: z.string().check(z.maxLength(1_000)),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    apiKeyId: z.optional(Id),
  }),
  output: WithSecret,
  rejections: ['WEBHOOK_URL', 'WEBHOOK_EVENTS', 'ACCOUNT_FROZEN', 'WEBHOOK_KEY', 'TOO_MANY_WEBHOOKS'],
})

/** Pauses it, or lets it go on, also after it was disabled. What happens meanwhile is not told later. */
export const setWebhook = route({
  name: 'setWebhook',
  method: 'POST',
  path: '/webhooks/{id}/state',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  input: z.strictObject({ state: z.enum(['active', 'paused']) }),
  output: WebhookView,
  rejections: ['WEBHOOK_NOT_FOUND'],
})

/** Another secret, shown in this answer alone; for a day both sign. */
export const rotateWebhookSecret = route({
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/webhooks/{id}/secret',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  output: WithSecret,
  rejections: ['WEBHOOK_NOT_FOUND'],
})

export const deleteWebhook = route({
  name: 'deleteWebhook',
  method: 'POST',
  path: '/webhooks/{id}/delete',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  output: WebhookView,
  rejections: ['WEBHOOK_NOT_FOUND'],
})

/** Sends a notice of the type `webhook.test`, tried once; also where it is paused. */
export const testWebhook = route({
  name: 'testWebhook',
  method: 'POST',
  path: '/webhooks/{id}/test',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: IdPath,
  output: WebhookDelivery,
  rejections: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_OFTEN'],
})

/** The newest thirty of the last thirty days. */
export const listWebhookDeliveries = route({
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/webhooks/{id}/deliveries',
  access: 'member',
  apiKey: 'read',
  params: IdPath,
  output: z.array(WebhookDelivery),
  rejections: ['WEBHOOK_NOT_FOUND'],
})

/** Sends a notice again under its id, tried once. */
export const resendWebhookDelivery = route({
  name: 'resendWebhookDelivery',
  method: 'POST',
  path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
  access: 'member',
  apiKey: 'trade',
  keyed: true,
  signed: 'by-device',
  params: z.strictObject({ id: Id, deliveryId: z.string().check(z.maxLength(120)) }),
  output: WebhookDelivery,
  rejections: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DELIVERY_NOT_FOUND', 'WEBHOOK_OFTEN'],
})
