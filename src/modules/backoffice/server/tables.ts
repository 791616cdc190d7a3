import type { Json } from '#kernel/hash.ts'
import type { Ms } from '#kernel/time.ts'
import { defineAppendTable, defineTable } from '#platform/engine/table.ts'
import type { FirmEvent } from '#modules/webhooks/model/webhook.ts'
import type { FirmKeyRow } from '../model/firm-key.ts'
import type { FirmWebhookRow } from '../model/firm-webhook.ts'

export const firmKeys = defineTable<FirmKeyRow>()({
  name: 'firm_keys',
  columns: {
    id: 'text',
    name: 'text',
    scopes: 'jsonb',
    networks: 'jsonb',
    publicKey: 'text',
    until: 'text',
    ownerId: 'text',
    madeAt: 'int8',
    usedAt: 'int8?',
    revokedAt: 'int8?',
    revokedBy: 'text?',
  },
  key: 'id',
  fixed: ['name', 'scopes', 'networks', 'publicKey', 'until', 'ownerId', 'madeAt'],
})

export const firmWebhooks = defineTable<FirmWebhookRow>()({
  name: 'firm_webhooks',
  columns: {
    id: 'text',
    url: 'text',
    events: 'jsonb',
    state: 'text',
    generation: 'int4',
    rotatedAt: 'int8?',
    secretBy: 'text?',
    madeAt: 'int8',
    madeBy: 'text',
  },
  key: 'id',
  fixed: ['url', 'events', 'madeAt', 'madeBy'],
})

/** A state that webhooks of the firm tell of, written with it: ids, and nothing of a member's. */
export type FirmEventRow = {
  /** Grows with time: the command's number, then what it is about. */
  id: string
  seq: number
  type: FirmEvent
  webhookIds: readonly string[]
  data: { readonly [name: string]: Json }
  at: Ms
}
export const firmWebhookEvents = defineAppendTable<FirmEventRow>()({
  name: 'firm_webhook_events',
  columns: { id: 'text', seq: 'int8', type: 'text', webhookIds: 'jsonb', data: 'jsonb', at: 'int8' },
  key: ['id'],
})

declare module '#platform/database/connect.ts' {
  interface SqlTables {
    firmWebhookEvents: FirmEventRow
  }
}
