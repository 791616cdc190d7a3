import type { Ms } from '#kernel/time.ts'
import { event } from '#platform/engine/event.ts'

/** A call of this member was made, met in part or whole, or has ended. */
export const marginChanged = event('margin.changed', (memberId: string) => ({ memberId }))

/**
 * A loss-cut was decided, so many milliseconds of market time after the print that asked for it; null: no
 * print did.
 */
export const lossCutDecided = event('loss-cut.decided', (memberId: string, lateMs: Ms | null) => ({
  memberId,
  lateMs,
}))
