import type { MemberId } from '#kernel/id.ts'
import type { Ms } from '#kernel/time.ts'
import { event } from '#platform/engine/event.ts'

/** A call of this member was made, met in part or whole, or has ended. */
export const marginChanged = event('margin.changed', (memberId: MemberId) => ({ memberId }))

/**
 * A loss-cut was decided, so many milliseconds of market time after the print that asked for it; null: no
 * print did.
 */
export const lossCutDecided = event('loss-cut.decided', (memberId: MemberId, lateMs: Ms | null) => ({
  memberId,
  lateMs,
}))
