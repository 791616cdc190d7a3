import type { RouteExamples } from '#modules/module.ts'

const ID = '5b0c8f4ce9a34b1f8d0a64d7c1a5e2b3'
const WEBHOOK = {
  id: ID,
  url: 'https://hooks.example.com/akari',
  events: ['order.changed', 'deposit.changed', 'withdrawal.changed'],
  apiKeyId: '0d9a7c61b3f24e8ab5c4d3e2f1a09876',
  state: 'active',
  isKeyOver: false,
  madeAt: '2026-12-01T01:00:00.000Z',
  rotatedAt: null,
}
const DELIVERY = {
  id: `000000004711-01a21e61-4a07-767a-a009-7e127334e35c-${ID}`,
  eventId: '000000004711-01a21e61-4a07-767a-a009-7e127334e35c',
  type: 'order.changed',
  state: 'sent',
  tries: 1,
  madeAt: '2026-12-01T01:00:04.100Z',
  triedAt: '2026-12-01T01:00:04.300Z',
  nextAt: null,
  answered: 204,
  problem: null,
}
const SECRET = 'whsec_Zm9ydHktdHdvIGJ5dGVzIG9mIG5vdGhpbmcgYXQgYWxs'
const notFound = { rejection: 'WEBHOOK_NOT_FOUND', detail: {} }

/** Requests of the routes that are open to keys, as they are answered. */
export const EXAMPLES: RouteExamples = {
  listWebhooks: { output: { webhooks: [WEBHOOK], most: 5 } },
  makeWebhook: {
    input: { url: WEBHOOK.url, events: WEBHOOK.events },
    output: { webhook: WEBHOOK, secret: SECRET },
    refused: { rejection: 'WEBHOOK_URL', detail: {} },
  },
  setWebhook: {
    params: { id: ID },
    input: { state: 'paused' },
    output: { ...WEBHOOK, state: 'paused' },
    refused: notFound,
  },
  rotateWebhookSecret: {
    params: { id: ID },
    output: { webhook: { ...WEBHOOK, rotatedAt: '2026-12-08T01:00:00.000Z' }, secret: SECRET },
    refused: notFound,
  },
  deleteWebhook: { params: { id: ID }, output: { ...WEBHOOK, state: 'deleted' }, refused: notFound },
  testWebhook: {
    params: { id: ID },
    output: {
      ...DELIVERY,
      id: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
      eventId: '9f8e7d6c5b4a39281706f5e4d3c2b1a0',
      type: 'webhook.test',
    },
    refused: { rejection: 'WEBHOOK_OFTEN', detail: {} },
  },
  listWebhookDeliveries: { params: { id: ID }, output: [DELIVERY], refused: notFound },
  resendWebhookDelivery: {
    params: { id: ID, deliveryId: DELIVERY.id },
    output: { ...DELIVERY, tries: 2 },
    refused: { rejection: 'WEBHOOK_DELIVERY_NOT_FOUND', detail: {} },
  },
}
