import { event } from '#platform/engine/event.ts'

/** What a member has in a pool, or a pool that they lead, has changed. */
export const copyChanged = event('copy.changed', (memberId: string, poolId: string) => ({ memberId, poolId }))
