import type { MemberId } from '#kernel/id.ts'
import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { FirmEvent, TEST_EVENT, WebhookEvent, WebhookRow } from '../model/webhook.ts'

export const webhooks = defineTable<WebhookRow>()({
  name: 'webhooks',
  columns: {
    id: 'text',
    memberId: 'text',
    keyId: 'text',
    events: 'jsonb',
    detailsHash: 'text',
    state: 'text',
    generation: 'int4',
    rotatedAt: 'int8?',
    madeAt: 'int8',
  },
  key: 'id',
  once: true,
  fixed: ['memberId', 'keyId', 'events', 'detailsHash', 'madeAt'],
  hot: { when: ({ state }) => state !== 'deleted', sql: "state <> 'deleted'" },
  indexes: { member: (row) => (row.state === 'deleted' ? null : row.memberId) },
})

/** A change that webhooks tell of, written with it. */
export type EventRow = {
  memberId: MemberId
  /** Grows with time: the command's number, then what it is about. */
  id: string
  /** The command's number. */
  seq: number
  type: WebhookEvent
  /** The webhooks that tell of it. */
  webhookIds: readonly string[]
  data: { readonly [name: string]: Json }
  /** Of the journal's record. */
  at: Ms
}
export const webhookEvents = defineAppendTable<EventRow>()({
  name: 'webhook_events',
  columns: {
    memberId: 'text',
    id: 'text',
    seq: 'int8',
    type: 'text',
    webhookIds: 'jsonb',
    data: 'jsonb',
    at: 'int8',
  },
  key: ['memberId', 'id'],
})

export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** A notice on its way to one webhook. Wall clock, as all of its times. */
export type DeliveryRow = {
  id: string
  webhookId: string
  memberId: MemberId
  /** The `webhook-id` of all its tries. */
  eventId: string
  type: WebhookEvent | FirmEvent | typeof TEST_EVENT
  /** The body as it is signed. */
  payload: string
  state: DeliveryState
  /** Asked for by the member: a test, or sent again. */
  byHandAt: Ms | null
  tries: number
  madeAt: Ms
  triedAt: Ms | null
  nextAt: Ms | null
  /** Status of the last answer; null: none came. */
  answered: number | null
  problem: string | null
}

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    /** The address of a webhook, the member's own word. */
    webhookDetails: { id: string; memberId: MemberId; url: string; salt: Buffer }
    webhookEvents: EventRow
    webhookDeliveries: DeliveryRow
  }
}
