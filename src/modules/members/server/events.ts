import { event } from '#platform/engine/event.ts'

/** A case of identity was handed in, decided or appealed. */
export const identityChanged = event('identity.changed', (memberId: string) => ({ memberId }))
export const levelChanged = event('level.changed', (memberId: string) => ({ memberId }))
