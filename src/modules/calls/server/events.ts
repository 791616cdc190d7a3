import type { Ms } from '#kernel/time.ts'
import type { DomainEvent } from '#platform/engine/command.ts'

/** A call of this member was made, met in part or whole, or has ended. */
export const marginChanged = (memberId: string): DomainEvent => ({ type: 'margin.changed', memberId })

/**
 * A loss-cut was decided, so many milliseconds of market time after the print that asked for it; null: no
 * print did.
 */
export const lossCutDecided = (memberId: string, lateMs: Ms | null): DomainEvent => ({
  type: 'loss-cut.decided',
  memberId,
  lateMs,
})
