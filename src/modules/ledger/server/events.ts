import { event } from '#platform/engine/event.ts'

/** The money of an account has changed; `held`: some was set aside for an order, and nothing else. */
export const accountChanged = event(
  'account.changed',
  (memberId: string, held?: true): { memberId: string; held?: true } =>
    held === undefined ? { memberId } : { memberId, held },
)
