import { event } from '#platform/engine/event.ts'

/** A change of a member's part in a pool, or of a pool that they lead. */
export const copyChanged = event('copy.changed', (memberId: string, poolId: string) => ({ memberId, poolId }))
