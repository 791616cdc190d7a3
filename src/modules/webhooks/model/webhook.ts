import type { MemberId } from '#kernel/id.ts'
import { DAY, type Ms } from '#kernel/time.ts'

/** Events that a webhook tells of, in the words of its notices. */
export const WEBHOOK_EVENTS = ['order.changed', 'deposit.changed', 'withdrawal.changed'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** The type of a notice that the member asked for, to see whether it arrives. */
export const TEST_EVENT = 'webhook.test'

/** Events of the firm's own webhooks: ids and states, and nothing of a member's. */
export const FIRM_EVENTS = [
  'deposit.state',
  'withdrawal.state',
  'closing.made',
  'reconciliation.off',
] as const
export type FirmEvent = (typeof FIRM_EVENTS)[number]
/** Owner of the firm's own webhooks, where those of members have the member. */
export const FIRM = 'firm'

/** `disabled`: by the server, after a notice that was not taken for three days, or an answer of 410. */
export const WEBHOOK_STATES = ['active', 'paused', 'disabled', 'deleted'] as const
export type WebhookState = (typeof WEBHOOK_STATES)[number]

/**
 * A webhook as commands know it. Its address is the member's own word: it stands beside the journal, which
 * knows its hash. `keyId`: the API key that it belongs to, and with which it ends.
 */
export type WebhookRow = {
  id: string
  memberId: MemberId
  keyId: string
  events: readonly WebhookEvent[]
  detailsHash: string
  state: WebhookState
  /** Number of its secret, from 1 on; the secret itself is made of it. */
  generation: number
  /** Time since which it has this secret; null: it is the first. */
  rotatedAt: Ms | null
  madeAt: Ms
}

/** Webhooks of a member at once. */
export const MOST_WEBHOOKS = 5
export const LONGEST_URL = 500
/** Tests, and notices sent again by hand, of a member within an hour. */
export const BY_HAND_AN_HOUR = 60
/** Tries of a notice: with the waits of the outbox they last three days. */
export const TRIES = 22
/** The time for which the secret before signs too. */
export const OVERLAP: Ms = DAY

/** Numbers of the secrets that sign now, the newest first. */
export const signingGenerations = (
  { generation, rotatedAt }: Pick<WebhookRow, 'generation' | 'rotatedAt'>,
  now: Ms,
): number[] => (rotatedAt !== null && now < rotatedAt + OVERLAP ? [generation, generation - 1] : [generation])

/** The first reason why a member may not have one more webhook; null: they may. */
export function refusedWebhook(facts: {
  isFrozen: boolean
  hasKey: boolean
  standing: number
}): 'ACCOUNT_FROZEN' | 'WEBHOOK_KEY' | 'TOO_MANY_WEBHOOKS' | null {
  if (facts.isFrozen) return 'ACCOUNT_FROZEN'
  if (!facts.hasKey) return 'WEBHOOK_KEY'
  return facts.standing >= MOST_WEBHOOKS ? 'TOO_MANY_WEBHOOKS' : null
}
