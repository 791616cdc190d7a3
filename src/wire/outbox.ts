/** Ways out of the server that messages wait for in the outbox (decision 0157). */
export const SERVER_CHANNELS = ['inbox', 'push', 'mail', 'sms', 'operator-mail', 'webhook'] as const
/** The same with receivers of webhooks, whose failures stand on the page of the webhook that has them. */
export const OUTBOX_CHANNELS = [...SERVER_CHANNELS, 'member-webhook', 'firm-webhook'] as const
export type ServerChannelName = (typeof SERVER_CHANNELS)[number]
export type OutboxChannelName = (typeof OUTBOX_CHANNELS)[number]

/** `dropped`: nobody wants it any more; `dead`: it was refused for good, or tried often enough. */
export const OUTBOX_STATES = ['waiting', 'sent', 'dropped', 'dead'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]
