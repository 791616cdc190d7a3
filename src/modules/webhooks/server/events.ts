import { event } from '#platform/engine/event.ts'
import type { EventRow } from './tables.ts'

/** Something has happened that webhooks of a member tell of. */
export const webhookTold = event('webhook.told', (row: EventRow) => ({ row }))
