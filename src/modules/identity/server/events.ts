import { event } from '#platform/engine/event.ts'

/** An account is frozen, by its member or by the firm. */
export const accountFrozen = event('account.frozen', (memberId: string) => ({ memberId }))
