import { event } from '#platform/engine/event.ts'
import type { FixMessageRow } from './tables.ts'

/** A message that is durable under its number and may go out. */
export const fixQueued = event('fix.queued', (row: Omit<FixMessageRow, 'type'> & { type: string }) => ({
  row,
}))
