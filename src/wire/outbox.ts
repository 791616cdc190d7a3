/** Ways out of the server that messages wait for in the outbox (decision 0157). */
export const OUTBOX_CHANNELS = ['inbox', 'push', 'mail', 'sms', 'operator-mail', 'webhook'] as const
export type OutboxChannelName = (typeof OUTBOX_CHANNELS)[number]

/** `dropped`: nobody wants it any more; `dead`: it was refused for good, or tried often enough. */
export const OUTBOX_STATES = ['waiting', 'sent', 'dropped', 'dead'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]
