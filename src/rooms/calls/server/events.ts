import type { DomainEvent } from '#platform/engine/command.ts'

/** A call of this member was made, met in part or whole, or has ended. */
export const marginChanged = (memberId: string): DomainEvent => ({ type: 'margin.changed', memberId })
